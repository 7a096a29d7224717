/*
 * stat_passk.h - what K of n samples give, for real K.
 *
 * S(K; n, m) = prod_{j<m} (1 - K/(n-j)) is the chance that K draws without replacement miss m
 * marked samples of n; zero for K >= n - m + 1.  pass@K = 1 - S(K; n, c).
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_PASSK_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_PASSK_H

#include <stddef.h>
#include <stdint.h>

struct err;

/* 0 <= m <= n, K >= 0; NaN otherwise. */
double stat_passk_miss(double k, int64_t n, int64_t m);

/* ERR_NODATA naming n and K for K > n; ERR_USAGE for K < 0 or a bad count. */
int stat_passk(double k, int64_t n, int64_t c, double *out, struct err *err);

/* Of ascending values, failures as 0; the same errors. */
int stat_passk_expected_max(double k, const double *sorted, size_t n, double *out, struct err *err);
/* Smallest value that the maximum of K stays within with probability q. */
int stat_passk_max_quantile(double k, const double *sorted, size_t n, double q, double *out,
                            struct err *err);

/* out[i]: weight of the i-th smallest of n in E[max of K], all by one recurrence. */
void stat_passk_weights(double k, size_t n, double *out);
/* Weights of n. */
double stat_passk_weighted_max(const double *weights, const double *sorted, size_t n);
/* Jackknife over n samples, by the weights of n - 1; poor for K beyond n / 2. */
double stat_passk_weighted_variance(const double *weights, const double *sorted, size_t n);

#endif
