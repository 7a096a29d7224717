/*
 * stat_power.h - what a paired test of a given size can find.
 *
 * Power is the chance of a two-sided p at or below alpha.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_POWER_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_POWER_H

#include <stddef.h>
#include <stdint.h>

/* Exact McNemar over n pairs of which each is discordant towards B with chance up and towards A
 * with chance down.  NaN for impossible arguments. */
double stat_power_mcnemar(int64_t n, double up, double down, double alpha);
/* Smallest n with that power or more; -1 when none up to limit has it. */
int64_t stat_power_mcnemar_n(double up, double down, double alpha, double power, int64_t limit);

/*
 * The exact signed-rank test over n normal differences whose mean is effect standard deviations, by
 * simulation with common random numbers: the same seed always gives the same answer, with any
 * number of threads.  n <= 400.  The differences are drawn once for all questions.
 */
struct stat_power_sim;
struct stat_power_sim *stat_power_open(uint64_t seed, int threads);
void stat_power_close(struct stat_power_sim *sim);

double stat_power_signed_rank(struct stat_power_sim *sim, size_t n, double effect, double alpha);
/* Smallest n up to 400 with that power; -1 when none has it. */
int64_t stat_power_signed_rank_n(struct stat_power_sim *sim, double effect, double alpha,
                                 double power);
/* Smallest effect in standard deviations found with that power; infinite when no effect is. */
double stat_power_signed_rank_effect(struct stat_power_sim *sim, size_t n, double alpha,
                                     double power);

#endif
