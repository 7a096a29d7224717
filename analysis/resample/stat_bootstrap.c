#include "analysis/resample/stat_bootstrap.h"

#include <math.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"

void stat_bootstrap_stream(struct rng *g, uint64_t seed, enum stat_analysis analysis,
                           uint64_t replicate)
{
    rng_init(g, seed, RNG_BOOTSTRAP, (uint64_t)analysis, replicate, 0);
}

void stat_bootstrap_indices(struct rng *g, size_t n, size_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = rng_below(g, (uint32_t)n);
}

static int64_t binomial_by_search(struct rng *g, int64_t n, double p)
{
    double ratio = p / (1.0 - p);
    double mass = pow(1.0 - p, (double)n);
    double u = rng_double(g);
    int64_t k = 0;
    while (u > mass && k < n) {
        u -= mass;
        mass *= ratio * (double)(n - k) / (double)(k + 1);
        k++;
    }
    return k;
}

/* Transformed rejection (Hormann 1993, BTRS) for n p >= 10 and p <= 1/2. */
static int64_t binomial_by_rejection(struct rng *g, int64_t n, double p)
{
    double size = (double)n;
    double sd = sqrt(size * p * (1.0 - p));
    double b = 1.15 + 2.53 * sd;
    double a = -0.0873 + 0.0248 * b + 0.01 * p;
    double centre = size * p + 0.5;
    double sure = 0.92 - 4.2 / b;
    double scale = (2.83 + 5.1 / b) * sd;
    double mode = floor((size + 1.0) * p);
    double log_odds = log(p / (1.0 - p));
    for (;;) {
        double u = rng_double(g) - 0.5;
        double v = 1.0 - rng_double(g);
        double edge = 0.5 - fabs(u);
        double k = floor((2.0 * a / edge + b) * u + centre);
        if (!(k >= 0.0) || !(k <= size))
            continue;
        if (edge >= 0.07 && v <= sure)
            return (int64_t)k;
        double log_ratio =
            stat_log_choose(size, k) - stat_log_choose(size, mode) + (k - mode) * log_odds;
        if (log(v * scale / (a / (edge * edge) + b)) <= log_ratio)
            return (int64_t)k;
    }
}

int64_t stat_draw_binomial(struct rng *g, int64_t n, double p)
{
    if (!(p > 0.0) || n <= 0)
        return 0;
    if (p >= 1.0)
        return n;
    if (p > 0.5)
        return n - stat_draw_binomial(g, n, 1.0 - p);
    return (double)n * p < 10.0 ? binomial_by_search(g, n, p) : binomial_by_rejection(g, n, p);
}

struct interval stat_percentile_interval(double *values, size_t n, double level)
{
    stat_sort(values, n);
    while (n > 0 && isnan(values[n - 1]))
        n--;
    double tail = 0.5 * (1.0 - level);
    return (struct interval){ stat_quantile_sorted(values, n, tail),
                              stat_quantile_sorted(values, n, 1.0 - tail) };
}
