#include "analysis/study/sweep.h"

#include <math.h>

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/resample/stat_words.h"
#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define BLOCK 64 /* replicates of one unit of work */

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

/* A speedup and its logarithm as whole numbers of a unit so small that nothing shows, and so large
 * that no sum overflows: adding them waits for nothing. */
struct speedup {
    int64_t value, log;
};

struct units {
    double value, log;
};

struct resampling {
    const struct sweep_options *o;
    const struct speedup *speedups;
    struct units units;
    const struct cluster *clusters;
    size_t n_clusters;
    double *geomeans, *means; /* by replicate */
};

static void redraw(const struct resampling *x, struct stat_words *w, size_t r)
{
    int64_t sum = 0;
    int64_t log_sum = 0;
    size_t n = 0;
    for (size_t t = 0; t < x->n_clusters; t++) {
        const struct cluster *c = &x->clusters[stat_word_below(w, (uint32_t)x->n_clusters)];
        const struct speedup *speedups = x->speedups + c->first;
        for (size_t i = 0; i < c->n; i++) {
            const struct speedup *drawn = &speedups[stat_word_below(w, (uint32_t)c->n)];
            sum += drawn->value;
            log_sum += drawn->log;
        }
        n += c->n;
    }
    x->geomeans[r] = exp((double)log_sum * x->units.log / (double)n);
    x->means[r] = (double)sum * x->units.value / (double)n;
}

static void redraw_block(void *context, size_t block)
{
    const struct resampling *x = context;
    size_t all = (size_t)x->o->replicates;
    size_t end = (block + 1) * BLOCK < all ? (block + 1) * BLOCK : all;
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        stat_words_open(&w, x->o->seed, STAT_ANALYSIS_SWEEP, r, 0);
        redraw(x, &w, r);
    }
}

/* A power of two of which as many as any replicate can add up, each as large as most, still fit. */
static double unit_of(double most, double n_draws)
{
    int exponent;
    frexp(most * n_draws, &exponent);
    return ldexp(1.0, exponent - 62);
}

/* Finite whatever the sample says. */
static double log_of(const struct sweep_sample *s)
{
    return log(fmin(fmax(s->speedup, 0x1p-1000), 0x1p1000));
}

/* A replicate that draws the largest cluster every time has the most draws. */
static struct units fill_speedups(const struct sweep_sample *s, size_t n,
                                  const struct cluster *clusters, size_t n_clusters,
                                  struct speedup *out)
{
    double value = 0.0;
    double log_value = 0.0;
    size_t draws = 0;
    for (size_t i = 0; i < n; i++) {
        value = fmax(value, fmin(s[i].speedup, 0x1p1000));
        log_value = fmax(log_value, fabs(log_of(&s[i])));
    }
    for (size_t i = 0; i < n_clusters; i++)
        draws = clusters[i].n > draws ? clusters[i].n : draws;
    double n_draws = (double)draws * (double)n_clusters;
    struct units u = { unit_of(value, n_draws), unit_of(log_value, n_draws) };
    for (size_t i = 0; i < n; i++)
        out[i] = (struct speedup){ llrint(fmin(s[i].speedup, 0x1p1000) / u.value),
                                   llrint(log_of(&s[i]) / u.log) };
    return u;
}

static void bootstrap(const struct sweep_sample *s, size_t n, const struct sweep_options *o,
                      struct sweep_speedups *out, struct arena *arena)
{
    size_t replicates = (size_t)o->replicates;
    struct cluster *clusters = arena_array(arena, n, sizeof(*clusters));
    struct speedup *speedups = arena_array(arena, n, sizeof(*speedups));
    struct resampling x = { .o = o,
                            .speedups = speedups,
                            .clusters = clusters,
                            .geomeans = arena_array(arena, replicates, sizeof(double)),
                            .means = arena_array(arena, replicates, sizeof(double)) };
    x.n_clusters = out->n_tasks = list_clusters(s, n, clusters);
    if (out->n_tasks < 2)
        return;
    x.units = fill_speedups(s, n, clusters, out->n_tasks, speedups);
    parallel_for((replicates + BLOCK - 1) / BLOCK, 0, redraw_block, &x);
    out->geomean_ci = stat_percentile_interval(x.geomeans, replicates, o->level);
    out->mean_ci = stat_percentile_interval(x.means, replicates, o->level);
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
