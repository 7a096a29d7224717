/*
 * compare_bounds.h - what values would be, whatever is missing had been.
 *
 * Missing are rollouts without a verdict (infra, awaiting evaluation) and those asked for and never
 * drawn; a timeout has a verdict, a failure, and might have been fast.  Low: all that is missing
 * failed.  High: it was fast, and so were the timeouts.  A run that adapts keeps the steps that
 * were chosen, and all that is missing may be of these.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_BOUNDS_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_BOUNDS_H

#include "analysis/compare/compare_groups.h"

struct compare_bound {
    double low;
    double high;
};

/* Of the share of n scored rollouts of a cell: [0, 1] where there are none. */
struct compare_bound compare_bound_share(const struct study *s, const struct study_cell *cell,
                                         int64_t n, double share);
/* Of the chance that one of B rollouts is fast. */
struct compare_bound compare_bound_best(const struct study *s, const struct study_cell *cell,
                                        int64_t budget, struct speed_rule rule);

/* Means over tasks of the means over seeds, as compare has them, pairs included of which one side
 * has no value. */
struct compare_bounds {
    struct compare_bound a, b, difference; /* B - A */
};
struct compare_missing {
    size_t undecided; /* without a verdict */
    size_t undrawn;
    size_t timeouts;
};
/* By COMPARE_SAMPLE and COMPARE_BEST; missing[0] of A, missing[1] of B. */
void compare_bounds_of(const struct study *s, const struct compare *c, struct speed_rule rule,
                       struct compare_bounds out[COMPARE_LOG_BEST],
                       struct compare_missing missing[2]);
void compare_missing_add(struct compare_missing *to, struct compare_missing m);
struct compare_missing compare_missing_of(const struct study *s, const struct study_cell *cell);

#endif
