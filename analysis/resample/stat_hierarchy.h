/*
 * stat_hierarchy.h - a hierarchical beta-binomial model of tasks, seeds and rollouts.
 *
 *   rollouts of (task, seed)   c ~ Binomial(n, q)
 *   seeds of a task            q ~ Beta(theta s, (1 - theta) s)
 *   tasks                      theta ~ Beta(mu k, (1 - mu) k)
 *
 * Priors: mu uniform; k and s log-uniform on [1/2, 256] and [2, 2048]; q = theta without a task
 * of two seeds.  The posterior is summed over a grid (mu and theta: 64 places, equal in the arcsine
 * scale; k: 10; s: 11) and drawn from, so no chain has to converge.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_HIERARCHY_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_HIERARCHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* Task t owns the seeds first[t] .. first[t + 1), each with c of n; a mean over ways to hold
 * rollouts out makes c a fraction. */
struct stat_hierarchy_input {
    size_t n_tasks;
    const size_t *first;
    const double *c;
    const double *n;
};

#define STAT_HIERARCHY_DRAWS 4000

struct stat_hierarchy {
    double population[STAT_HIERARCHY_DRAWS]; /* mu: the mean of tasks like these */
    double tasks[STAT_HIERARCHY_DRAWS];      /* mean of theta over these tasks */
};

/* Draws of two streams are independent.  ERR_NODATA without a task, a seed of a task or a rollout
 * of a seed, and for c outside [0, n]. */
int stat_hierarchy(const struct stat_hierarchy_input *in, uint64_t seed, uint64_t stream,
                   struct stat_hierarchy *out, struct err *err);

/* What a study of some tasks, seeds and rollouts can find. */

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
