/*
 * stat_permutation.h - the sign-flip test of paired differences.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_PERMUTATION_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_PERMUTATION_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

#define STAT_SIGN_FLIP_EXACT 20 /* differences whose sign assignments are all visited */

struct stat_sign_flip {
    double mean; /* of the differences: the statistic */
    double p;
    double min_p; /* smallest p that n differences can give: 2 / 2^n two-sided, 1 / 2^n one-sided */
    size_t n;
    enum stat_engine engine; /* exact up to 2^20 assignments, else Monte Carlo */
    int64_t replicates;      /* assignments looked at */
};

/*
 * Sums within 1e-12 of the observed one (relative to the sum of sizes) count as equal.  Monte Carlo
 * p is (hits + 1) / (replicates + 1).  analysis names the random stream.  ERR_NODATA for n = 0 or a
 * value that is not finite.
 */
int stat_sign_flip(const double *d, size_t n, enum stat_alternative alternative, int64_t replicates,
                   uint64_t seed, uint64_t analysis, struct stat_sign_flip *out, struct err *err);

#endif
