/* stat_power_shares.h - what a study of some tasks, seeds and rollouts can find. */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_POWER_SHARES_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_POWER_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stat_power_plan {
    const double *rates; /* of tasks to draw from: chance that a rollout is fast */
    size_t n_rates;
    size_t n_tasks;
    size_t n_seeds;
    int64_t budget; /* rollouts a (task, seed) */
    bool best;      /* a cell is 1 with any fast rollout, not their share */
    double alpha;   /* two-sided */
    int replicates; /* 0: 1000 */
    uint64_t seed;
};

/*
 * Simulated chance that sign flips over the tasks' differences (means over seeds) reject when the
 * other method's rates are larger by `effect`, cut to [0, 1]; every effect has the same draws.  NaN
 * without rates, tasks, seeds or rollouts.
 */
double stat_power_shares(const struct stat_power_plan *p, double effect);

/* Quantiles (i + 1/2) / n of the beta distribution with this mean and sd; false when there is
 * none. */
bool stat_power_rates(double mean, double sd, size_t n, double *out);

#endif
