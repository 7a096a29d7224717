#include "analysis/stat/stat_two_sample.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

/* x gets the first n_x of the order. */
struct deal {
    const double *values;
    size_t n;
    size_t n_x;
    double total;
    double observed; /* less the slack for rounding */
};

static bool is_extreme(const struct deal *d, double sum_x)
{
    double mean_x = sum_x / (double)d->n_x;
    double mean_y = (d->total - sum_x) / (double)(d->n - d->n_x);
    return fabs(mean_y - mean_x) >= d->observed;
}

/* Lexicographic; false after the last. */
static bool next_subset(size_t *chosen, size_t n_x, size_t n)
{
    size_t i = n_x;
    while (i > 0 && chosen[i - 1] == n - n_x + i - 1)
        i--;
    if (i == 0)
        return false;
    chosen[i - 1]++;
    for (; i < n_x; i++)
        chosen[i] = chosen[i - 1] + 1;
    return true;
}

static int64_t count_all(const struct deal *d, int64_t *deals)
{
    size_t *chosen = mem_array(d->n_x, sizeof(*chosen));
    int64_t hits = 0;
    for (size_t i = 0; i < d->n_x; i++)
        chosen[i] = i;
    do {
        struct stat_sum sum = { 0.0, 0.0 };
        for (size_t i = 0; i < d->n_x; i++)
            stat_sum_add(&sum, d->values[chosen[i]]);
        hits += is_extreme(d, stat_sum_value(&sum));
        ++*deals;
    } while (next_subset(chosen, d->n_x, d->n));
    free(chosen);
    return hits;
}

static int64_t count_random(const struct deal *d, uint64_t seed, uint64_t analysis)
{
    double *order = mem_array(d->n, sizeof(*order));
    int64_t hits = 0;
    for (uint64_t r = 0; r < STAT_DEALS_EXACT; r++) {
        struct rng g;
        struct stat_sum sum = { 0.0, 0.0 };
        rng_init(&g, seed, RNG_PERMUTATION, analysis, r, 1);
        for (size_t i = 0; i < d->n; i++)
            order[i] = d->values[i];
        for (size_t i = 0; i < d->n_x; i++) {
            size_t k = i + rng_below(&g, (uint32_t)(d->n - i));
            double v = order[k];
            order[k] = order[i];
            order[i] = v;
            stat_sum_add(&sum, v);
        }
        hits += is_extreme(d, stat_sum_value(&sum));
    }
    free(order);
    return hits;
}

static bool is_finite(const double *x, size_t n)
{
    bool finite = true;
    for (size_t i = 0; i < n; i++)
        finite = finite && isfinite(x[i]);
    return finite;
}

int stat_two_sample(const double *x, size_t n_x, const double *y, size_t n_y, uint64_t seed,
                    uint64_t analysis, struct stat_two_sample *out, struct err *err)
{
    size_t n = n_x + n_y;
    if (n_x == 0 || n_y == 0 || !is_finite(x, n_x) || !is_finite(y, n_y))
        return err_set(err, ERR_NODATA, "a permutation test needs finite values in both groups");
    double *values = mem_array(n, sizeof(*values));
    double most = 0.0;
    for (size_t i = 0; i < n; i++) {
        values[i] = i < n_x ? x[i] : y[i - n_x];
        most = fmax(most, fabs(values[i]));
    }
    stat_sort(values, n); /* random deals must not depend on the data's order */
    struct stat_two_sample t = { .difference = stat_mean(y, n_y) - stat_mean(x, n_x) };
    struct deal d = { values, n, n_x, stat_sum(values, n),
                      fabs(t.difference) - 1e-12 * fmax(most, fabs(t.difference)) };
    double ways = exp(stat_log_choose((double)n, (double)n_x));
    if (ways < STAT_DEALS_EXACT + 0.5) {
        int64_t hits = count_all(&d, &t.deals);
        t.engine = STAT_EXACT;
        t.p = (double)hits / (double)t.deals;
        t.min_p = (n_x == n_y ? 2.0 : 1.0) / (double)t.deals;
    } else {
        t.deals = STAT_DEALS_EXACT;
        t.engine = STAT_MONTE_CARLO;
        t.p = ((double)count_random(&d, seed, analysis) + 1.0) / ((double)t.deals + 1.0);
        t.min_p = 1.0 / ((double)t.deals + 1.0);
    }
    free(values);
    *out = t;
    return 0;
}
