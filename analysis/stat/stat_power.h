/*
 * stat_power.h - what a paired test of a given size can find; p-values of a family of tests.
 *
 * Power is the chance of a two-sided p <= alpha.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_POWER_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_POWER_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct stat_power_sim;

/* Exact McNemar over n pairs, discordant towards B with chance up, towards A with chance down.  NaN
 * for impossible arguments. */
double stat_power_mcnemar(int64_t n, double up, double down, double alpha);
/* Smallest n with that power; -1 when none up to limit has it. */
int64_t stat_power_mcnemar_n(double up, double down, double alpha, double power, int64_t limit);

/*
 * The exact signed-rank test over n <= 400 normal differences with a mean of effect standard
 * deviations, simulated: all questions share the draws, and one seed gives one answer with any
 * number of threads.
 */
struct stat_power_sim *stat_power_open(uint64_t seed, int threads);
void stat_power_close(struct stat_power_sim *sim);

double stat_power_signed_rank(struct stat_power_sim *sim, size_t n, double effect, double alpha);
/* Smallest n up to 400; -1: none. */
int64_t stat_power_signed_rank_n(struct stat_power_sim *sim, double effect, double alpha,
                                 double power);
/* In standard deviations; infinite when no effect has that power. */
double stat_power_signed_rank_effect(struct stat_power_sim *sim, size_t n, double alpha,
                                     double power);

/*
 * P-values of a declared family of tests.
 */

/* In the order given; NaN stays NaN and outside the family. */
void stat_adjust_holm(const double *p, size_t n, double *out, struct arena *arena);
void stat_adjust_bh(const double *p, size_t n, double *out, struct arena *arena);

#endif
