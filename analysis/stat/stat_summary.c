#include "analysis/stat/stat_summary.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

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

double stat_skewness(const double *x, size_t n)
{
    double sd = sqrt(stat_variance(x, n));
    double mean = stat_mean(x, n);
    struct stat_sum cubes = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++)
        stat_sum_add(&cubes, pow((x[i] - mean) / sd, 3.0));
    double size = (double)n;
    return n < 3 || !(sd > 0.0) ? STAT_NAN
                                : stat_sum_value(&cubes) * size / ((size - 1.0) * (size - 2.0));
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

/* A radix sort: a double's bits, negative ones turned over, sort like whole numbers. */

#define SHORT  40
#define DIGITS 8
#define RADIX  256
#define SIGN   ((uint64_t)1 << 63)

struct sort_item {
    uint64_t key;
    size_t index;
};

static uint64_t key_of(double x)
{
    uint64_t bits;
    if (isnan(x))
        return UINT64_MAX;
    x += 0.0; /* one zero */
    memcpy(&bits, &x, sizeof(bits));
    return bits & SIGN ? ~bits : bits | SIGN;
}

static double value_of(uint64_t key)
{
    uint64_t bits = key & SIGN ? key & ~SIGN : ~key;
    double x;
    memcpy(&x, &bits, sizeof(x));
    return key == UINT64_MAX ? STAT_NAN : x;
}

static void sort_short(struct sort_item *items, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct sort_item x = items[i];
        size_t k = i;
        for (; k > 0 && items[k - 1].key > x.key; k--)
            items[k] = items[k - 1];
        items[k] = x;
    }
}

static unsigned digit_of(uint64_t key, unsigned digit)
{
    return (unsigned)(key >> (8 * digit)) & (RADIX - 1);
}

/* One stable pass; false when all share the digit. */
static bool pass(const struct sort_item *from, struct sort_item *to, size_t n, unsigned digit,
                 const size_t counts[RADIX])
{
    size_t start[RADIX];
    size_t at = 0;
    if (counts[digit_of(from[0].key, digit)] == n)
        return false;
    for (size_t i = 0; i < RADIX; i++) {
        start[i] = at;
        at += counts[i];
    }
    for (size_t i = 0; i < n; i++)
        to[start[digit_of(from[i].key, digit)]++] = from[i];
    return true;
}

/* In items or in spare. */
static const struct sort_item *sort_long(struct sort_item *items, struct sort_item *spare, size_t n)
{
    size_t counts[DIGITS][RADIX] = { { 0 } };
    for (size_t i = 0; i < n; i++) {
        for (unsigned d = 0; d < DIGITS; d++)
            counts[d][digit_of(items[i].key, d)]++;
    }
    for (unsigned d = 0; d < DIGITS; d++) {
        if (!pass(items, spare, n, d, counts[d]))
            continue;
        struct sort_item *sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}

static const struct sort_item *sort_items(const double *x, size_t n, struct sort_item *space)
{
    for (size_t i = 0; i < n; i++)
        space[i] = (struct sort_item){ key_of(x[i]), i };
    if (n > SHORT)
        return sort_long(space, space + n, n);
    sort_short(space, n);
    return space;
}

void stat_order(const double *x, size_t n, size_t *order)
{
    struct sort_item few[SHORT];
    struct sort_item *space = n > SHORT ? mem_array(2 * n, sizeof(*space)) : few;
    const struct sort_item *sorted = sort_items(x, n, space);
    for (size_t i = 0; i < n; i++)
        order[i] = sorted[i].index;
    if (n > SHORT)
        free(space);
}

void stat_sort(double *x, size_t n)
{
    struct sort_item few[SHORT];
    struct sort_item *space = n > SHORT ? mem_array(2 * n, sizeof(*space)) : few;
    const struct sort_item *sorted = sort_items(x, n, space);
    for (size_t i = 0; i < n; i++)
        x[i] = value_of(sorted[i].key);
    if (n > SHORT)
        free(space);
}

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

struct stat_logprob stat_logprob(const float *logprobs, size_t n, size_t n_bytes, double threshold)
{
    const double undefined = (double)NAN;
    struct stat_logprob s = { .n_tokens = n };
    double sum = 0;
    s.mean = s.min = s.perplexity = s.bits_per_byte = undefined;
    for (size_t i = 0; i < n; i++) {
        double lp = (double)logprobs[i];
        if (!isfinite(lp) || lp <= STAT_LOGPROB_SENTINEL) {
            s.n_unknown++;
            continue;
        }
        sum += lp;
        s.n_below += lp < threshold;
        s.min = isnan(s.min) || lp < s.min ? lp : s.min;
    }
    size_t known = n - s.n_unknown;
    if (known == 0)
        return s;
    s.mean = sum / (double)known;
    s.perplexity = exp(-s.mean);
    if (s.n_unknown == 0 && n_bytes > 0)
        s.bits_per_byte = -sum / log(2.0) / (double)n_bytes;
    return s;
}
