/*
 * stat_power.h - what a paired test of a given size can find.
 *
 * Power is the chance of a two-sided p at or below alpha.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_POWER_H
#define ROLLBOOK_ANALYSIS_STAT_POWER_H

#include <stddef.h>
#include <stdint.h>

/* Exact McNemar over n pairs of which each is discordant towards B with chance up and towards A
 * with chance down.  NaN for impossible arguments. */
double stat_power_mcnemar(int64_t n, double up, double down, double alpha);
/* Smallest n with that power or more; -1 when none up to limit has it. */
int64_t stat_power_mcnemar_n(double up, double down, double alpha, double power, int64_t limit);

/*
 * Exact signed-rank test over n normal differences whose mean is effect standard deviations, by
 * simulation with common random numbers: the same arguments always give the same answer.  n <= 400.
 */
double stat_power_signed_rank(size_t n, double effect, double alpha, uint64_t seed);
/* Smallest n up to 400 with that power; -1 when none has it. */
int64_t stat_power_signed_rank_n(double effect, double alpha, double power, uint64_t seed);
/* Smallest effect in standard deviations found with that power; infinite when no effect is. */
double stat_power_signed_rank_effect(size_t n, double alpha, double power, uint64_t seed);

#endif
