#include "analysis/stat/stat_passk.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

double stat_passk_miss(double k, int64_t n, int64_t m)
{
    if (!(k >= 0.0) || m < 0 || m > n)
        return STAT_NAN;
    if (m == 0)
        return 1.0;
    if (k >= (double)(n - m + 1))
        return 0.0;
    double s = 1.0;
    /* C(n-m, K) / C(n, K) is symmetric in m and integer K: the shorter product does. */
    bool is_whole = !(k > floor(k));
    if (is_whole && k < (double)m) {
        for (int64_t j = 0; j < (int64_t)k; j++)
            s *= 1.0 - (double)m / (double)(n - j);
        return s;
    }
    for (int64_t j = 0; j < m && s > 0.0; j++)
        s *= 1.0 - k / (double)(n - j);
    return s;
}

static int check_k(double k, int64_t n, struct err *err)
{
    if (!(k >= 0.0))
        return err_set(err, ERR_USAGE, "K = %g is not a number of samples", k);
    if (k > (double)n)
        return err_set(err, ERR_NODATA, "K = %g needs at least K samples, there are n = %lld", k,
                       (long long)n);
    return 0;
}

int stat_passk(double k, int64_t n, int64_t c, double *out, struct err *err)
{
    int rc = check_k(k, n, err);
    if (rc < 0)
        return rc;
    if (c < 0 || c > n)
        return err_set(err, ERR_USAGE, "%lld successes of n = %lld", (long long)c, (long long)n);
    *out = 1.0 - stat_passk_miss(k, n, c);
    return 0;
}

/*
 * F_i - F_{i-1}, F_i = S(K; n, n - i).  From the top down F needs one multiplication each: S(m + 1)
 * = S(m) (1 - K / (n - m)).
 */
void stat_passk_weights(double k, size_t n, double *out)
{
    double above = 1.0;
    for (size_t m = 0; m < n; m++) {
        double left = (double)(n - m);
        double below = k >= left ? 0.0 : above * (1.0 - k / left);
        out[n - 1 - m] = above - below;
        above = below;
    }
}

double stat_passk_weighted_max(const double *weights, const double *sorted, size_t n)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = n; i-- > 0;)
        stat_sum_add(&sum, sorted[i] * weights[i]);
    /* K < 1 leaves weight for "no draw", which is 0. */
    return stat_sum_value(&sum);
}

int stat_passk_expected_max(double k, const double *sorted, size_t n, double *out, struct err *err)
{
    int rc = check_k(k, (int64_t)n, err);
    if (rc < 0)
        return rc;
    double *weights = mem_array(n, sizeof(*weights));
    stat_passk_weights(k, n, weights);
    *out = stat_passk_weighted_max(weights, sorted, n);
    free(weights);
    return 0;
}

int stat_passk_max_quantile(double k, const double *sorted, size_t n, double q, double *out,
                            struct err *err)
{
    int rc = check_k(k, (int64_t)n, err);
    if (rc < 0)
        return rc;
    if (n == 0 || !(q >= 0.0) || !(q <= 1.0))
        return err_set(err, ERR_USAGE, "quantile %g of n = %zu", q, n);
    /* F grows with i. */
    size_t i = n - 1;
    double below = k >= (double)n ? 0.0 : 1.0 - k / (double)n;
    while (i > 0 && below >= q * (1.0 - 1e-12)) {
        below *= k >= (double)i ? 0.0 : 1.0 - k / (double)i;
        i--;
    }
    *out = sorted[i];
    return 0;
}

static bool is_zero(double x)
{
    return !(x < 0.0) && !(x > 0.0);
}

/*
 * Without the j-th smallest, lower ones keep their place and higher ones move down: with weights of
 * n - 1 samples theta_j = sum_{i<j} w_i x_i + sum_{i>j} w_{i-1} x_i, by prefix and suffix sums.
 */
double stat_passk_weighted_variance(const double *weights, const double *sorted, size_t n)
{
    double size = (double)n;
    double suffix = 0.0; /* sum over i > j of w_{i-1} x_i */
    double prefix = 0.0; /* sum over i < j of w_i x_i */
    for (size_t i = 1; i < n; i++)
        suffix += sorted[i] * weights[i - 1];
    struct stat_sum sum = { 0.0, 0.0 };
    struct stat_sum squares = { 0.0, 0.0 };
    double shift = suffix;
    /* Leaving out zeros keeps theta at the shift. */
    size_t from = 0;
    while (from + 1 < n && is_zero(sorted[from]) && is_zero(sorted[from + 1]))
        from++;
    for (size_t j = from; j < n; j++) {
        double theta = prefix + suffix - shift;
        stat_sum_add(&sum, theta);
        stat_sum_add(&squares, theta * theta);
        if (j == n - 1)
            break;
        prefix += weights[j] * sorted[j];
        suffix -= weights[j] * sorted[j + 1];
    }
    double mean = stat_sum_value(&sum) / size;
    double spread = stat_sum_value(&squares) / size - mean * mean;
    return spread > 0.0 ? (size - 1.0) * spread : 0.0;
}
