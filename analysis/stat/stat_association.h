/* stat_association.h - rank correlation with a third variable, or the task, held fixed. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_ASSOCIATION_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_ASSOCIATION_H

#include <stddef.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_rank.h"

/*
 * Spearman's rho of x and y, the ranks of z held fixed; p by Student's t with n - 3 degrees of
 * freedom.  NaN where a correlation is undefined or z determines x or y.
 */
int stat_partial_spearman(const double *x, const double *y, const double *z, size_t n,
                          struct arena *arena, struct stat_correlation *out, struct err *err);

/* Fisher's z with weights n - 3 - n_fixed. */
struct stat_fisher {
    double r;           /* NaN without a positive weight */
    double p;           /* two-sided, Student's t over clusters; NaN below two */
    struct interval ci; /* as p */
    size_t n_groups;
    size_t n_clusters; /* with a used group */
    size_t n_left_out; /* undefined or too small */
    size_t n;          /* pairs used */
};

/*
 * A perfect correlation enters halfway to the next value that n ranks can give.  Spread is over
 * clusters (tasks), because samples of one may be alike whatever n says.  clusters[group] ascend;
 * NULL: each group is its own.
 */
struct stat_fisher stat_fisher_combine(const struct stat_correlation *groups,
                                       const size_t *clusters, size_t n_groups, size_t n_fixed,
                                       double level);

#endif
