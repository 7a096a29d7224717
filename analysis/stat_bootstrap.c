#include "analysis/stat_bootstrap.h"

#include <math.h>

#include "analysis/stat_summary.h"

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

int64_t stat_draw_binomial(struct rng *g, int64_t n, double p)
{
    if (!(p > 0.0))
        return 0;
    if (p >= 1.0)
        return n;
    int64_t hits = 0;
    for (int64_t i = 0; i < n; i++)
        hits += rng_double(g) < p;
    return hits;
}

/* Marsaglia and Tsang (2000); shapes below 1 by the power of a uniform. */
double stat_draw_gamma(struct rng *g, double shape)
{
    if (shape < 1.0) {
        double u = 1.0 - rng_double(g);
        return stat_draw_gamma(g, shape + 1.0) * pow(u, 1.0 / shape);
    }
    double d = shape - 1.0 / 3.0;
    double c = 1.0 / sqrt(9.0 * d);
    for (;;) {
        double z = rng_normal(g);
        double v = 1.0 + c * z;
        if (!(v > 0.0))
            continue;
        v = v * v * v;
        double u = 1.0 - rng_double(g);
        if (log(u) < 0.5 * z * z + d * (1.0 - v + log(v)))
            return d * v;
    }
}

double stat_draw_beta(struct rng *g, double a, double b)
{
    double x = stat_draw_gamma(g, a);
    double y = stat_draw_gamma(g, b);
    double sum = x + y;
    return sum > 0.0 ? x / sum : 0.5;
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
