/* stat_two_sample.h - the permutation test of two groups by their difference of means. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_TWO_SAMPLE_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_TWO_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

struct err;

#define STAT_DEALS_EXACT 200000 /* up to here all are visited */

struct stat_two_sample {
    double difference; /* mean y - mean x */
    double p;          /* two-sided */
    double min_p;      /* smallest possible p */
    enum stat_engine engine;
    int64_t deals;
};

/*
 * All C(n_x + n_y, n_x) deals up to STAT_DEALS_EXACT, else as many random ones, (hits + 1) / (deals
 * + 1).  Ties are within 1e-12 of the largest value.  ERR_NODATA for an empty group or a value that
 * is not finite.
 */
int stat_two_sample(const double *x, size_t n_x, const double *y, size_t n_y, uint64_t seed,
                    uint64_t analysis, struct stat_two_sample *out, struct err *err);

#endif
