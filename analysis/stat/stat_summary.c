#include "analysis/stat/stat_summary.h"

#include <math.h>

double stat_sum_value(const struct stat_sum *s)
{
    /* The correction of an infinite sum is NaN. */
    return isfinite(s->sum) ? s->sum + s->carry : s->sum;
}

double stat_sum(const double *x, size_t n)
{
    struct stat_sum s = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++)
        stat_sum_add(&s, x[i]);
    return stat_sum_value(&s);
}

double stat_mean(const double *x, size_t n)
{
    return n == 0 ? STAT_NAN : stat_sum(x, n) / (double)n;
}

double stat_variance(const double *x, size_t n)
{
    if (n < 2)
        return STAT_NAN;
    double mean = stat_mean(x, n);
    struct stat_sum s = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++)
        stat_sum_add(&s, (x[i] - mean) * (x[i] - mean));
    return stat_sum_value(&s) / (double)(n - 1);
}

double stat_geomean(const double *x, size_t n)
{
    struct stat_sum s = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0.0))
            return STAT_NAN;
        stat_sum_add(&s, log(x[i]));
    }
    return n == 0 ? STAT_NAN : exp(stat_sum_value(&s) / (double)n);
}

double stat_quantile_sorted(const double *x, size_t n, double p)
{
    if (n == 0 || !(p >= 0.0) || !(p <= 1.0))
        return STAT_NAN;
    double at = p * (double)(n - 1);
    size_t i = (size_t)at;
    if (i + 1 >= n)
        return x[n - 1];
    double part = at - (double)i;
    if (!(part > 0.0) || stat_same(x[i], x[i + 1]))
        return x[i];
    return x[i] + part * (x[i + 1] - x[i]);
}

double stat_median_sorted(const double *x, size_t n)
{
    if (n == 0)
        return STAT_NAN;
    return n % 2 == 1 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

double stat_trim_mean_sorted(const double *x, size_t n, double cut)
{
    if (n == 0 || !(cut >= 0.0) || !(cut < 0.5))
        return STAT_NAN;
    size_t drop = (size_t)(cut * (double)n);
    return stat_mean(x + drop, n - 2 * drop);
}
