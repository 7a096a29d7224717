/*
 * stat_summary.h - sums, means and quantiles, independent of the order of the data.
 *
 * n = 0 gives NaN.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_SUMMARY_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_SUMMARY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* math.h's are floats, whose promotion warns. */
#define STAT_NAN ((double)NAN)
#define STAT_INF ((double)INFINITY)

/* Knuth's two-sum keeps what additions round off; {0} is empty. */
struct stat_sum {
    double sum;
    double carry;
};
static inline void stat_sum_add(struct stat_sum *s, double v)
{
    double t = s->sum + v;
    double added = t - s->sum;
    s->carry += (s->sum - (t - added)) + (v - added);
    s->sum = t;
}
double stat_sum_value(const struct stat_sum *s);

double stat_sum(const double *x, size_t n);
double stat_mean(const double *x, size_t n);
double stat_variance(const double *x, size_t n); /* ddof 1; NaN for n < 2 */
double stat_geomean(const double *x, size_t n);  /* NaN unless all are > 0 */

/* Ascending; NaN last. */
void stat_sort(double *x, size_t n);
/* Ascending data, linear interpolation; p in [0, 1]. */
double stat_quantile_sorted(const double *x, size_t n, double p);
double stat_median_sorted(const double *x, size_t n);
/* Without floor(cut * n) values at each end. */
double stat_trim_mean_sorted(const double *x, size_t n, double cut);

/* For ties of stored values, without rounding in between. */
static inline bool stat_same(double a, double b)
{
    return !(a < b) && !(a > b);
}

#endif
