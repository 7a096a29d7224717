/* stat_trend.h - tests for a trend over steps, and association with something held fixed. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_TREND_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_TREND_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_rank.h"

struct stat_trend {
    double statistic;
    double z; /* above 0 for a rise */
    double p; /* two-sided; NaN when nothing varies */
    size_t n; /* informative strata or blocks */
    enum stat_engine engine;
};

/*
 * Cochran-Armitage of successes c[step * n_strata + stratum] of n[...], scores 0, 1, 2, ...:
 * statistics and variances (p (1 - p) sum n (x - mean)^2) are summed over strata.
 */
struct stat_trend stat_cochran_armitage(const int64_t *c, const int64_t *n, size_t n_steps,
                                        size_t n_strata);

/*
 * Page's L of values[step * n_blocks + block], ties sharing ranks: exact up to 9 steps and 64
 * blocks, twice the smaller tail; else normal.  Blocks with a value that is not finite are left
 * out.
 */
struct stat_trend stat_page(const double *values, size_t n_steps, size_t n_blocks,
                            struct arena *arena);

/* Likelihood ratio of equal rates over groups with n > 0. */
struct stat_g {
    double g;
    int df;
    double p;
};
struct stat_g stat_g_homogeneity(const int64_t *c, const int64_t *n, size_t groups);

/* Rank correlation with a third variable, or the task, held fixed. */

/*
 * Spearman's rho of x and y, the ranks of z held fixed; p by Student's t with n - 3 degrees of
 * freedom.  NaN where a correlation is undefined or z determines x or y.
 */
int stat_partial_spearman(const double *x, const double *y, const double *z, size_t n,
                          struct stat_correlation *out, struct err *err);

/* Fisher's z with weights n - 3 - n_fixed. */
struct stat_fisher {
    double r;           /* NaN without a positive weight */
    double p;           /* two-sided, Student's t over clusters; NaN below two */
    struct interval ci; /* as p */
    size_t n_groups;
    size_t n_clusters; /* with a used group */
    size_t n_left_out; /* undefined or too small */
    size_t n_capped;   /* groups whose correlation entered at its cap */
    size_t n;          /* pairs used */
};

/*
 * A correlation beyond 1 - 6 / (n (n^2 - 1)), halfway from 1 to the next value that n ranks without
 * ties can give, enters there, since 1 has no Fisher's z.  Spread is over
 * clusters (tasks), because samples of one may be alike whatever n says.  clusters[group] ascend;
 * NULL: each group is its own.
 */
struct stat_fisher stat_fisher_combine(const struct stat_correlation *groups,
                                       const size_t *clusters, size_t n_groups, size_t n_fixed,
                                       double level);

#endif
