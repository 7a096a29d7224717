#include "analysis/sweep.h"

#include <math.h>

#include "analysis/stat_binomial.h"
#include "analysis/stat_bootstrap.h"
#include "analysis/stat_summary.h"
#include "src/base/mem.h"

struct interval sweep_median_interval(const double *sorted, size_t n, double level)
{
    struct interval ci = { STAT_NAN, STAT_NAN };
    struct stat_sum below = { 0 };
    /* Ranks r and n + 1 - r miss the median with 2 P(Binomial(n, 1/2) < r). */
    for (size_t r = 1; 2 * r <= n; r++) {
        stat_sum_add(&below, stat_binomial_pmf((int64_t)(r - 1), (int64_t)n, .5));
        if (2.0 * stat_sum_value(&below) > 1.0 - level)
            break;
        ci = (struct interval){ sorted[r - 1], sorted[n - r] };
    }
    return ci;
}

/* Samples [first, first + n) of one task. */
struct cluster {
    size_t first;
    size_t n;
};

static size_t list_clusters(const struct sweep_sample *s, size_t n, struct cluster *out)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || s[i].task != s[i - 1].task)
            out[count++] = (struct cluster){ i, 0 };
        out[count - 1].n++;
    }
    return count;
}

static void redraw(struct rng *g, const struct sweep_sample *s, const double *logs,
                   const struct cluster *clusters, size_t n_clusters, double *out_geomean,
                   double *out_mean)
{
    struct stat_sum sum = { 0 };
    struct stat_sum log_sum = { 0 };
    size_t n = 0;
    for (size_t t = 0; t < n_clusters; t++) {
        const struct cluster *c = &clusters[rng_below(g, (uint32_t)n_clusters)];
        for (size_t i = 0; i < c->n; i++) {
            size_t at = c->first + rng_below(g, (uint32_t)c->n);
            stat_sum_add(&sum, s[at].speedup);
            stat_sum_add(&log_sum, logs[at]);
            n++;
        }
    }
    *out_geomean = exp(stat_sum_value(&log_sum) / (double)n);
    *out_mean = stat_sum_value(&sum) / (double)n;
}

static void bootstrap(const struct sweep_sample *s, size_t n, const struct sweep_options *o,
                      struct sweep_speedups *out, struct arena *arena)
{
    struct cluster *clusters = arena_array(arena, n, sizeof(*clusters));
    double *logs = arena_array(arena, n, sizeof(*logs));
    double *geomeans = arena_array(arena, (size_t)o->replicates, sizeof(*geomeans));
    double *means = arena_array(arena, (size_t)o->replicates, sizeof(*means));
    out->n_tasks = list_clusters(s, n, clusters);
    if (out->n_tasks < 2)
        return;
    for (size_t i = 0; i < n; i++)
        logs[i] = log(s[i].speedup);
    for (int r = 0; r < o->replicates; r++) {
        struct rng g;
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_SWEEP, (uint64_t)r);
        redraw(&g, s, logs, clusters, out->n_tasks, &geomeans[r], &means[r]);
    }
    out->geomean_ci = stat_percentile_interval(geomeans, (size_t)o->replicates, o->level);
    out->mean_ci = stat_percentile_interval(means, (size_t)o->replicates, o->level);
}

struct sweep_speedups sweep_summarise(const struct sweep_sample *samples, size_t n,
                                      const struct sweep_options *o, struct arena *arena)
{
    struct interval none = { STAT_NAN, STAT_NAN };
    double *x = arena_array(arena, n, sizeof(*x));
    for (size_t i = 0; i < n; i++)
        x[i] = samples[i].speedup;
    stat_sort(x, n);
    struct sweep_speedups out = { .n = n,
                                  .geomean = stat_geomean(x, n),
                                  .median = stat_median_sorted(x, n),
                                  .mean = stat_mean(x, n),
                                  .min = n > 0 ? x[0] : STAT_NAN,
                                  .max = n > 0 ? x[n - 1] : STAT_NAN,
                                  .geomean_ci = none,
                                  .mean_ci = none,
                                  .median_ci = sweep_median_interval(x, n, o->level) };
    if (n > 0)
        bootstrap(samples, n, o, &out, arena);
    return out;
}
