/* max_variance.h - jackknife variance of an expected best of k, by the weights of n - 1. */
#ifndef ROLLBOOK_TESTS_ANALYSIS_MAX_VARIANCE_H
#define ROLLBOOK_TESTS_ANALYSIS_MAX_VARIANCE_H

#include <stdlib.h>

#include "analysis/stat/stat_passk.h"
#include "src/base/mem.h"

static inline double max_variance(double k, const double *sorted, size_t n)
{
    double *weights = mem_array(n, sizeof(*weights));
    stat_passk_weights(k, n - 1, weights);
    double variance = stat_passk_weighted_variance(weights, sorted, n);
    free(weights);
    return variance;
}

#endif
