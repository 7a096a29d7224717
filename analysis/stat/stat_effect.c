#include "analysis/stat/stat_effect.h"

#include <math.h>

#include "analysis/stat/stat_summary.h"

double stat_cohens_h(double p, double q)
{
    if (!(p >= 0.0 && p <= 1.0 && q >= 0.0 && q <= 1.0))
        return STAT_NAN;
    return 2.0 * asin(sqrt(p)) - 2.0 * asin(sqrt(q));
}

double stat_cliffs_delta(const double *x, size_t n_x, const double *y, size_t n_y)
{
    if (n_x == 0 || n_y == 0)
        return STAT_NAN;
    double sum = 0.0;
    for (size_t i = 0; i < n_x; i++) {
        for (size_t j = 0; j < n_y; j++)
            sum += (x[i] > y[j]) - (x[i] < y[j]);
    }
    return sum / ((double)n_x * (double)n_y);
}

double stat_p_improvement(const double *x, size_t n_x, const double *y, size_t n_y)
{
    return 0.5 * (1.0 + stat_cliffs_delta(x, n_x, y, n_y));
}

double stat_geomean_ratio(const double *x, const double *y, size_t n)
{
    struct stat_sum s = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0.0) || !(y[i] > 0.0))
            return STAT_NAN;
        stat_sum_add(&s, log(x[i]) - log(y[i]));
    }
    return n == 0 ? STAT_NAN : exp(stat_sum_value(&s) / (double)n);
}
