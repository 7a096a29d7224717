/*
 * scaling_best.h - the best of K where one sample must not own the mean: quantile and geometric.
 */
#ifndef ROLLBOOK_ANALYSIS_SCALING_BEST_H
#define ROLLBOOK_ANALYSIS_SCALING_BEST_H

#include "analysis/scaling.h"

/* Every value is a mean over tasks of the mean over a task's runs. */
struct scaling_best {
    double k;
    double quantile;  /* of the largest speedup of K, failures as 0 */
    double geometric; /* exp of E[ln largest speedup | some sample of K has one] */
    double
        no_speedup; /* chance that none of K has a speedup: the floor that geometric leaves out */
    size_t n_tasks; /* with samples */
    size_t n_geometric; /* with a speedup: what geometric is over */
    int64_t min_n;
};

/* One for each k of the options; the errors of scaling_curve, and ERR_USAGE for q outside (0, 1).
 */
int scaling_best_curve(const struct run_set *set, const struct scaling_options *o, double q,
                       struct arena *arena, struct scaling_best **out, struct err *err);

#endif
