/*
 * scaling_best.h - the best of K where one sample must not own the mean: quantile and geometric.
 *
 * Intervals stay valid up to K = n, where resampling the samples is not: the largest of n redrawn
 * samples is the largest seen with chance 0.64 and never above it.  What lies above the largest
 * seen the samples do not say, so an upper end may be unbounded (infinite).
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SCALING_BEST_H
#define ROLLBOOK_ANALYSIS_COMPARE_SCALING_BEST_H

#include "analysis/compare/scaling.h"

/* Every value is a mean over tasks of the mean over a task's runs. */
struct scaling_best {
    double k;
    double quantile;  /* of the largest speedup of K, failures as 0 */
    double geometric; /* exp of E[ln largest speedup | some sample of K has one] */
    double
        no_speedup; /* chance that none of K has a speedup: the floor that geometric leaves out */
    /* Order statistics: the quantile q of the best of K is the quantile q^(1/K) of one sample,
     * which stands between two ordered samples with binomial chances. */
    struct interval quantile_ci;
    /* Jackknife over rollouts up to K = n / 2; beyond, a lower end from the ordered samples'
     * chances (uniform order statistics) and no upper one.  The same for the expected best. */
    struct interval geometric_ci;
    struct interval mean_ci;          /* only beyond n / 2, where scaling_curve has none */
    enum interval_kind tail_interval; /* of geometric_ci */
    struct interval no_speedup_ci;    /* Jeffreys posterior of each cell's rate */
    int replicates;                   /* behind the intervals that are drawn */
    size_t n_tasks;                   /* with samples */
    size_t n_geometric;               /* with a speedup: what geometric is over */
    int64_t min_n;
};

/* One for each k of the options; the errors of scaling_curve, and ERR_USAGE for q outside (0, 1).
 */
int scaling_best_curve(const struct run_set *set, const struct scaling_options *o, double q,
                       struct arena *arena, struct scaling_best **out, struct err *err);

/* The mean_ci of such a curve alone, for each k of the options, which ascend; the same errors. */
int scaling_best_tail(const struct run_set *set, const struct scaling_options *o,
                      struct arena *arena, struct interval **out, struct err *err);

#endif
