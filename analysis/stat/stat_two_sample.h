/*
 * stat_two_sample.h - the permutation test of two independent groups by their difference of means.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_TWO_SAMPLE_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_TWO_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

struct err;

#define STAT_DEALS_EXACT 200000 /* ways to deal the values that are all visited */

struct stat_two_sample {
    double difference; /* mean of y - mean of x: the statistic */
    double p;          /* two-sided: deals whose |difference| is as large */
    double min_p;      /* smallest p that groups of these sizes can give */
    enum stat_engine engine;
    int64_t deals; /* looked at */
};

/*
 * All C(n_x + n_y, n_x) deals up to STAT_DEALS_EXACT, else as many random ones, (hits + 1) / (deals
 * + 1).  Differences within 1e-12 of the observed one, relative to the largest value, count as
 * equal.  ERR_NODATA for an empty group or a value that is not finite.
 */
int stat_two_sample(const double *x, size_t n_x, const double *y, size_t n_y, uint64_t seed,
                    uint64_t analysis, struct stat_two_sample *out, struct err *err);

#endif
