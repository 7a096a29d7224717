/*
 * scaling_best.h - the best of K where one sample must not own the mean: quantile and geometric.
 *
 * Intervals stay valid up to K = n.  Resampling would not: the largest of n redrawn samples is the
 * largest seen with chance 0.64, and never above.  What lies above is unknown, so an upper end may
 * be infinite.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SCALING_BEST_H
#define ROLLBOOK_ANALYSIS_COMPARE_SCALING_BEST_H

#include "analysis/compare/scaling.h"

/* Mean over tasks of means over runs. */
struct scaling_best {
    double k;
    double quantile;   /* of the largest speedup of K, failures 0 */
    double geometric;  /* exp of E[ln largest speedup | one of K has one] */
    double no_speedup; /* P(none of K has one), which geometric leaves out */
    /* Order statistics: the quantile q^(1/K) of one sample lies between two ordered ones with
     * binomial chances. */
    struct interval quantile_ci;
    /* Jackknife up to K = n / 2; beyond, a lower end by uniform order statistics, no upper one.  So
     * for the expected best. */
    struct interval geometric_ci;
    struct interval mean_ci;          /* beyond n / 2, where scaling_curve has none */
    enum interval_kind tail_interval; /* of geometric_ci */
    struct interval no_speedup_ci;    /* Jeffreys posterior by cell */
    int replicates;
    size_t n_tasks;
    size_t n_geometric; /* with a speedup, for geometric */
    int64_t min_n;
};

/* One a k; errors of scaling_curve, and ERR_USAGE for q outside (0, 1). */
int scaling_best_curve(const struct run_set *set, const struct scaling_options *o, double q,
                       struct arena *arena, struct scaling_best **out, struct err *err);

/* mean_ci alone, for ascending k; the same errors. */
int scaling_best_tail(const struct run_set *set, const struct scaling_options *o,
                      struct arena *arena, struct interval **out, struct err *err);

#endif
