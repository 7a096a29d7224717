/*
 * stat_permutation.h - the sign-flip test of paired differences.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_PERMUTATION_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_PERMUTATION_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

#define STAT_SIGN_FLIP_EXACT 20    /* up to here every sign assignment is visited */
#define STAT_DIFFERENCE_GRID 1e-12 /* differences equal but for rounding meet on it */

struct stat_sign_flip {
    double mean;
    double p;
    double min_p; /* smallest possible p: 2 / 2^n two-sided, 1 / 2^n one-sided */
    size_t n;
    enum stat_engine engine; /* exact up to 2^20 assignments, else Monte Carlo */
    int64_t replicates;      /* assignments visited */
};

/* The nearest point of STAT_DIFFERENCE_GRID: differences equal but for rounding tie, and rounding
 * alone is 0. */
double stat_on_grid(double difference);
/*
 * Sums tie with the observed one within n times the grid, by which gridded differences can miss a
 * tie, and within 1e-12 of the sum of sizes.  Monte Carlo p is (hits + 1) / (replicates + 1).
 * analysis names the stream.  ERR_NODATA for n = 0 or a value that is not finite.
 */
int stat_sign_flip(const double *d, size_t n, enum stat_alternative alternative, int64_t replicates,
                   uint64_t seed, uint64_t analysis, struct stat_sign_flip *out, struct err *err);

#endif
