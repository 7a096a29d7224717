#include "analysis/stat/stat_binomial.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"

/* Exact up to 2^53 outcomes: products of small fractions stay integers. */
static double fair_pmf(int64_t k, int64_t n)
{
    int64_t m = k < n - k ? k : n - k;
    double ways = 1.0;
    for (int64_t i = 1; i <= m; i++)
        ways = ways * (double)(n - m + i) / (double)i;
    return ldexp(ways, (int)-n);
}

double stat_binomial_pmf(int64_t k, int64_t n, double p)
{
    if (k < 0 || k > n || !(p >= 0.0) || !(p <= 1.0))
        return STAT_NAN;
    if (!(p > 0.0))
        return k == 0 ? 1.0 : 0.0;
    if (!(p < 1.0))
        return k == n ? 1.0 : 0.0;
    if (n <= 60 && stat_same(p, 0.5))
        return fair_pmf(k, n);
    double size = (double)n;
    double hits = (double)k;
    return exp(stat_log_choose(size, hits) + hits * log(p) + (size - hits) * log1p(-p));
}

double stat_binomial_test(int64_t k, int64_t n, double p, enum stat_alternative alternative)
{
    if (n < 0 || k < 0 || k > n || !(p >= 0.0) || !(p <= 1.0))
        return STAT_NAN;
    double limit = stat_binomial_pmf(k, n, p) * (1.0 + 1e-7);
    struct stat_sum sum = { 0.0, 0.0 };
    for (int64_t i = 0; i <= n; i++) {
        double mass = stat_binomial_pmf(i, n, p);
        bool counts = mass <= limit;
        switch (alternative) {
        case STAT_GREATER:
            counts = i >= k;
            break;
        case STAT_LESS:
            counts = i <= k;
            break;
        case STAT_TWO_SIDED:
            break;
        }
        if (counts)
            stat_sum_add(&sum, mass);
    }
    return fmin(1.0, stat_sum_value(&sum));
}

struct stat_sign stat_sign_test(const double *d, size_t n, enum stat_alternative alternative)
{
    struct stat_sign s = { 0 };
    for (size_t i = 0; i < n; i++) {
        if (d[i] > 0.0)
            s.n_plus++;
        else if (d[i] < 0.0)
            s.n_minus++;
        else
            s.n_zero++;
    }
    int64_t m = s.n_plus + s.n_minus;
    s.p = m == 0 ? STAT_NAN : stat_binomial_test(s.n_plus, m, 0.5, alternative);
    return s;
}

double stat_mcnemar(int64_t b, int64_t c, enum stat_alternative alternative)
{
    if (b < 0 || c < 0)
        return STAT_NAN;
    return stat_binomial_test(c, b + c, 0.5, alternative);
}

void stat_poisson_binomial(const double *p, size_t n, double *out)
{
    out[0] = 1.0;
    for (size_t i = 0; i < n; i++) {
        out[i + 1] = out[i] * p[i];
        if (p[i] >= 0.0 && p[i] <= 0.0)
            continue;
        for (size_t j = i; j > 0; j--)
            out[j] = out[j] * (1.0 - p[i]) + out[j - 1] * p[i];
        out[0] *= 1.0 - p[i];
    }
}

#define NO_CHANCE 1e-25

void stat_poisson_binomial_body(const double *p, size_t n, double *out)
{
    size_t low = 0;
    size_t high = 0; /* outside low .. high out is 0 */
    memset(out, 0, (n + 1) * sizeof(*out));
    out[0] = 1.0;
    for (size_t i = 0; i < n; i++) {
        double miss = 1.0 - p[i];
        out[high + 1] = out[high] * p[i];
        for (size_t j = high; j > low; j--)
            out[j] = out[j] * miss + out[j - 1] * p[i];
        out[low] *= miss;
        high++;
        while (high > low && out[high] < NO_CHANCE)
            out[high--] = 0.0;
        while (low < high && out[low] < NO_CHANCE)
            out[low++] = 0.0;
    }
}

double stat_upper_tail(const double *pmf, size_t n, size_t at)
{
    double sum = 0.0;
    for (size_t i = n + 1; i-- > at;)
        sum += pmf[i];
    return fmin(1.0, sum);
}

struct stat_chi2 stat_chi2_homogeneity(const int64_t *c, const int64_t *n, size_t groups)
{
    struct stat_chi2 out = { 0.0, 0, STAT_NAN };
    double hits = 0.0;
    double size = 0.0;
    for (size_t i = 0; i < groups; i++) {
        hits += (double)c[i];
        size += (double)n[i];
        out.df += n[i] > 0;
    }
    out.df -= 1;
    if (out.df < 1 || !(hits > 0.0) || !(hits < size)) {
        out.chi2 = STAT_NAN;
        return out;
    }
    double rate = hits / size;
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < groups; i++) {
        if (n[i] == 0)
            continue;
        double expected = rate * (double)n[i];
        double gap = (double)c[i] - expected;
        stat_sum_add(&sum, gap * gap / expected);
        stat_sum_add(&sum, gap * gap / ((double)n[i] - expected));
    }
    out.chi2 = stat_sum_value(&sum);
    out.p = stat_chi2_sf(out.chi2, out.df);
    return out;
}

#define TWO_SHARES_MOST 10000000

static double log_choose(int64_t n, int64_t k)
{
    return lgamma((double)n + 1.0) - lgamma((double)k + 1.0) - lgamma((double)(n - k) + 1.0);
}

double stat_two_shares(int64_t a, int64_t n, int64_t b, int64_t m,
                       enum stat_alternative alternative)
{
    if (a < 0 || b < 0 || a > n || b > m || n > TWO_SHARES_MOST || m > TWO_SHARES_MOST)
        return STAT_NAN;
    int64_t successes = a + b;
    int64_t low = successes > m ? successes - m : 0;
    int64_t high = successes < n ? successes : n;
    double all = log_choose(n + m, successes);
    double seen = log_choose(n, a) + log_choose(m, b) - all;
    double sum = 0.0;
    for (int64_t k = low; k <= high; k++) {
        double chance = log_choose(n, k) + log_choose(m, successes - k) - all;
        bool counts = (alternative == STAT_GREATER && k >= a) ||
                      (alternative == STAT_LESS && k <= a) ||
                      (alternative == STAT_TWO_SIDED && chance <= seen + 1e-7);
        sum += counts ? exp(chance) : 0.0;
    }
    return fmin(1.0, sum);
}
