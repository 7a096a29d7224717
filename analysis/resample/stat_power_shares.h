/*
 * stat_power_shares.h - what a study of so many tasks, seeds and rollouts can find.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_POWER_SHARES_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_POWER_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stat_power_plan {
    const double *rates; /* of tasks, which are drawn from them: chance that a rollout is fast */
    size_t n_rates;
    size_t n_tasks;
    size_t n_seeds;
    int64_t budget; /* rollouts a (task, seed) */
    bool best;      /* a cell gives 1 when one of its rollouts is fast, instead of their share */
    double alpha;   /* of one two-sided test */
    int replicates; /* 0 means 1000 */
    uint64_t seed;
};

/*
 * Chance that sign flips over the tasks' differences (seeds averaged) reject, when the other
 * method's rates are larger by `effect` and cut to [0, 1]: simulated, the same draws for every
 * effect.  NaN without rates, tasks, seeds or rollouts.
 */
double stat_power_shares(const struct stat_power_plan *p, double effect);

/* n rates of a beta distribution with this mean and sd, at its quantiles (i + 1/2) / n; false when
 * no beta distribution has them. */
bool stat_power_rates(double mean, double sd, size_t n, double *out);

#endif
