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

#endif
