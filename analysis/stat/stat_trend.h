/* stat_trend.h - tests for a trend over steps. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_TREND_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_TREND_H

#include <stddef.h>
#include <stdint.h>

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

#endif
