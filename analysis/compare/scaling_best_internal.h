/*
 * scaling_best_internal.h - the cells behind a best-of-K curve, between its estimates and
 * intervals.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SCALING_BEST_INTERNAL_H
#define ROLLBOOK_ANALYSIS_COMPARE_SCALING_BEST_INTERNAL_H

#include "analysis/compare/scaling_best.h"
#include "analysis/compare/scaling_cells.h"

/* The samples of one (run, task) at the step asked for, ascending; failures are 0. */
struct best_cell {
    double *speedups;
    double *logs; /* natural, of the speedups; 0 for failures */
    size_t n;
    size_t n_failed;
};

/* Cells ordered by task: task t owns cells[first[t] .. first[t + 1]). */
struct best_cells {
    struct best_cell *cells;
    size_t n_cells;
    size_t *first;
    size_t n_tasks;
    int64_t min_n;
};

/* E[ln largest of K | one has a speedup]; NaN without a speedup. */
double scaling_best_log(const struct best_cell *c, double k, struct scaling_weights *w);

/* Intervals of no_speedup of all points, whose estimates are there. */
void scaling_best_no_speedup(const struct best_cells *s, const struct scaling_options *o,
                             struct scaling_best *points);

/* The other intervals of a point; w: weights of its K. */
void scaling_best_intervals(const struct best_cells *s, const struct scaling_options *o, double q,
                            struct scaling_weights *w, struct scaling_best *out);

/* intervals[i]: lower end of the expected best of k[i] from the ordered samples' chances; the upper
 * one is open.  The same draws serve every k. */
void scaling_best_mean_tails(const struct best_cells *s, const struct scaling_options *o,
                             const double *k, size_t n_k, struct interval *intervals);

#endif
