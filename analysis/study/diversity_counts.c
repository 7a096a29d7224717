#include "analysis/study/diversity_counts.h"

#include <math.h>

#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"

static int64_t total_of(const int64_t *counts, size_t n)
{
    int64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += counts[i];
    return total;
}

static int64_t kinds_seen(const int64_t *counts, size_t n, int64_t times)
{
    int64_t kinds = 0;
    for (size_t i = 0; i < n; i++)
        kinds += counts[i] == times ? 1 : 0;
    return kinds;
}

static double chao_shen(const int64_t *counts, size_t n_kinds, int64_t n, int64_t f1)
{
    struct stat_sum sum = { 0 };
    double covered = 1.0 - (double)(f1 == n ? n - 1 : f1) / (double)n;
    for (size_t i = 0; i < n_kinds; i++) {
        double p = covered * (double)counts[i] / (double)n;
        /* 1 - (1 - p)^n without cancellation */
        double seen = -expm1((double)n * log1p(-p));
        stat_sum_add(&sum, -p * log(p) / seen);
    }
    return stat_sum_value(&sum);
}

static double coverage(int64_t n, int64_t f1, int64_t f2)
{
    double singles = (double)(n - 1) * (double)f1;
    if (f1 == 0)
        return 1.0;
    if (n < 2)
        return STAT_NAN;
    return 1.0 - (double)f1 / (double)n * singles / (singles + 2.0 * (double)f2);
}

static struct diversity_counts undefined_counts(void)
{
    double nan = STAT_NAN;
    return (struct diversity_counts){ .unique_ratio = nan,
                                      .hill = { nan, nan, nan },
                                      .hill_inf = nan,
                                      .entropy = nan,
                                      .entropy_miller_madow = nan,
                                      .entropy_chao_shen = nan,
                                      .collision = nan,
                                      .unseen_mass = nan,
                                      .coverage = nan,
                                      .chao1 = nan };
}

struct diversity_counts diversity_of_counts(const int64_t *counts, size_t n_kinds)
{
    int64_t n = total_of(counts, n_kinds);
    struct diversity_counts d = undefined_counts();
    struct stat_sum entropy = { 0 };
    double squares = 0.0;
    double pairs = 0.0;
    int64_t largest = 0;
    if (n == 0)
        return d;
    for (size_t i = 0; i < n_kinds; i++) {
        double p = (double)counts[i] / (double)n;
        stat_sum_add(&entropy, -p * log(p));
        squares += (double)counts[i] * (double)counts[i];
        pairs += (double)counts[i] * (double)(counts[i] - 1);
        largest = counts[i] > largest ? counts[i] : largest;
    }
    int64_t f1 = kinds_seen(counts, n_kinds, 1);
    int64_t f2 = kinds_seen(counts, n_kinds, 2);
    d.n = n;
    d.unique = (int64_t)n_kinds;
    d.unique_ratio = (double)n_kinds / (double)n;
    d.entropy = stat_sum_value(&entropy);
    d.hill[0] = (double)n_kinds;
    d.hill[1] = exp(d.entropy);
    d.hill[2] = (double)n * (double)n / squares;
    d.hill_inf = (double)n / (double)largest;
    d.entropy_miller_madow = d.entropy + (double)(n_kinds - 1) / (2.0 * (double)n);
    d.entropy_chao_shen = n > 1 ? chao_shen(counts, n_kinds, n, f1) : STAT_NAN;
    d.collision = n > 1 ? pairs / ((double)n * (double)(n - 1)) : STAT_NAN;
    d.unseen_mass = (double)f1 / (double)n;
    d.coverage = coverage(n, f1, f2);
    d.chao1 = (double)n_kinds + (double)f1 * (double)(f1 - 1) / (2.0 * (double)(f2 + 1));
    return d;
}

double diversity_rarefied_richness(const int64_t *counts, size_t n_kinds, int64_t m)
{
    int64_t n = total_of(counts, n_kinds);
    struct stat_sum sum = { 0 };
    if (m > n || m < 0 || n == 0)
        return STAT_NAN;
    for (size_t i = 0; i < n_kinds; i++)
        stat_sum_add(&sum, 1.0 - stat_passk_miss((double)m, n, counts[i]));
    return stat_sum_value(&sum);
}

static double log_choose(int64_t n, int64_t k)
{
    return lgamma((double)n + 1.0) - lgamma((double)k + 1.0) - lgamma((double)(n - k) + 1.0);
}

/* sum_k P(k of m draws are of a kind with c of n) * term(k / m) */
static double expected_term(int64_t n, int64_t c, int64_t m, int q)
{
    struct stat_sum sum = { 0 };
    int64_t first = m - (n - c) > 1 ? m - (n - c) : 1;
    int64_t last = c < m ? c : m;
    double all = log_choose(n, m);
    for (int64_t k = first; k <= last; k++) {
        double mass = exp(log_choose(c, k) + log_choose(n - c, m - k) - all);
        double p = (double)k / (double)m;
        stat_sum_add(&sum, mass * (q == 1 ? -p * log(p) : p * p));
    }
    return stat_sum_value(&sum);
}

double diversity_rarefied_hill(const int64_t *counts, size_t n_kinds, int64_t m, int q)
{
    int64_t n = total_of(counts, n_kinds);
    struct stat_sum sum = { 0 };
    if (m > n || m < 1 || q < 0 || q > 2)
        return STAT_NAN;
    if (q == 0)
        return diversity_rarefied_richness(counts, n_kinds, m);
    for (size_t i = 0; i < n_kinds; i++)
        stat_sum_add(&sum, expected_term(n, counts[i], m, q));
    return q == 1 ? exp(stat_sum_value(&sum)) : 1.0 / stat_sum_value(&sum);
}
