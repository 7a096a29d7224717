#include "analysis/study/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define BLOCK 64

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

/* Whole numbers of a tiny unit: sums cannot overflow, and adding waits for nothing. */
struct speedup {
    int64_t value, log;
};

struct units {
    double value, log;
};

struct sweep_resampling {
    const struct sweep_options *o;
    const struct speedup *speedups;
    struct units units;
    const struct cluster *clusters;
    size_t n_clusters;
    double *geomeans, *means;
};

static void redraw_block(void *context, size_t block)
{
    const struct sweep_resampling *x = context;
    size_t all = (size_t)x->o->replicates;
    size_t end = (block + 1) * BLOCK < all ? (block + 1) * BLOCK : all;
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        stat_words_open(&w, x->o->seed, STAT_ANALYSIS_SWEEP, r, 0);
        int64_t sum = 0;
        int64_t log_sum = 0;
        size_t n = 0;
        for (size_t t = 0; t < x->n_clusters; t++) {
            const struct cluster *c = &x->clusters[stat_word_below(&w, (uint32_t)x->n_clusters)];
            const struct speedup *speedups = x->speedups + c->first;
            for (size_t i = 0; i < c->n; i++) {
                const struct speedup *drawn = &speedups[stat_word_below(&w, (uint32_t)c->n)];
                sum += drawn->value;
                log_sum += drawn->log;
            }
            n += c->n;
        }
        x->geomeans[r] = exp((double)log_sum * x->units.log / (double)n);
        x->means[r] = (double)sum * x->units.value / (double)n;
    }
}

/* A power of two; n_draws values of most have to fit. */
static double unit_of(double most, double n_draws)
{
    int exponent;
    frexp(most * n_draws, &exponent);
    return ldexp(1.0, exponent - 62);
}

/* Finite for any sample. */
static double log_of(const struct sweep_sample *s)
{
    return log(fmin(fmax(s->speedup, 0x1p-1000), 0x1p1000));
}

/* The largest cluster drawn every time makes the most draws. */
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

static int by_speedup(const void *pa, const void *pb)
{
    double a = ((const struct sweep_sample *)pa)->speedup;
    double b = ((const struct sweep_sample *)pb)->speedup;
    return (a > b) - (a < b);
}

static double weighted_median(const struct sweep_sample *sorted, size_t n, const unsigned *times,
                              size_t n_drawn)
{
    size_t passed = 0;
    for (size_t i = 0; i < n; i++) {
        passed += times[sorted[i].task];
        if (2 * passed > n_drawn)
            return sorted[i].speedup;
        if (2 * passed == n_drawn) {
            size_t next = i + 1;
            while (times[sorted[next].task] == 0)
                next++;
            return 0.5 * (sorted[i].speedup + sorted[next].speedup);
        }
    }
    return STAT_NAN;
}

/* Very many samples get fewer replicates. */
static struct interval median_by_tasks(const struct sweep_sample *s, size_t n,
                                       const struct cluster *clusters, size_t n_clusters,
                                       const struct sweep_options *o, struct arena *arena)
{
    size_t most = (size_t)fmax(2e8 / (double)n, 200.0);
    size_t replicates = (size_t)o->replicates < most ? (size_t)o->replicates : most;
    struct sweep_sample *sorted = arena_array(arena, n, sizeof(*sorted));
    unsigned *times = arena_array(arena, n_clusters, sizeof(*times));
    double *medians = arena_array(arena, replicates, sizeof(*medians));
    for (size_t c = 0; c < n_clusters; c++) {
        for (size_t i = clusters[c].first; i < clusters[c].first + clusters[c].n; i++)
            sorted[i] = (struct sweep_sample){ c, s[i].speedup };
    }
    qsort(sorted, n, sizeof(*sorted), by_speedup);
    for (size_t r = 0; r < replicates; r++) {
        struct stat_words w;
        size_t n_drawn = 0;
        stat_words_open(&w, o->seed, STAT_ANALYSIS_SWEEP, r, 1);
        memset(times, 0, n_clusters * sizeof(*times));
        for (size_t c = 0; c < n_clusters; c++) {
            size_t drawn = stat_word_below(&w, (uint32_t)n_clusters);
            times[drawn]++;
            n_drawn += clusters[drawn].n;
        }
        medians[r] = weighted_median(sorted, n, times, n_drawn);
    }
    return stat_interval_with_width(stat_percentile_interval(medians, replicates, o->level));
}

static void student(const struct sweep_sample *s, const struct cluster *clusters,
                    const struct sweep_options *o, struct sweep_speedups *out, struct arena *arena)
{
    double *sums = arena_array(arena, out->n_tasks, sizeof(*sums));
    double *logs = arena_array(arena, out->n_tasks, sizeof(*logs));
    double *n = arena_array(arena, out->n_tasks, sizeof(*n));
    for (size_t c = 0; c < out->n_tasks; c++) {
        n[c] = (double)clusters[c].n;
        for (size_t i = clusters[c].first; i < clusters[c].first + clusters[c].n; i++) {
            sums[c] += s[i].speedup;
            logs[c] += log_of(&s[i]);
        }
    }
    struct interval ci = stat_interval_ratio(logs, n, out->n_tasks, o->level);
    out->geomean_ci = (struct interval){ exp(ci.low), exp(ci.high) };
    out->mean_ci = stat_interval_ratio(sums, n, out->n_tasks, o->level);
    if (out->mean_ci.low < 0.0) /* as every speedup */
        out->mean_ci.low = 0.0;
    out->mean_kind = INTERVAL_STUDENT;
}

static void bootstrap(const struct sweep_sample *s, size_t n, const struct sweep_options *o,
                      struct sweep_speedups *out, struct arena *arena)
{
    size_t replicates = (size_t)o->replicates;
    struct cluster *clusters = arena_array(arena, n, sizeof(*clusters));
    struct speedup *speedups = arena_array(arena, n, sizeof(*speedups));
    struct sweep_resampling x = { .o = o,
                                  .speedups = speedups,
                                  .clusters = clusters,
                                  .geomeans = arena_array(arena, replicates, sizeof(double)),
                                  .means = arena_array(arena, replicates, sizeof(double)) };
    x.n_clusters = out->n_tasks = list_clusters(s, n, clusters);
    if (out->n_tasks < n) {
        out->median_ci = (struct interval){ STAT_NAN, STAT_NAN };
        out->median_kind = INTERVAL_BOOTSTRAP;
    }
    if (out->n_tasks < STAT_FEW_TASKS) {
        student(s, clusters, o, out, arena);
        return;
    }
    if (out->n_tasks < n)
        out->median_ci = median_by_tasks(s, n, clusters, out->n_tasks, o, arena);
    x.units = fill_speedups(s, n, clusters, out->n_tasks, speedups);
    parallel_for((replicates + BLOCK - 1) / BLOCK, 0, redraw_block, &x);
    out->geomean_ci =
        stat_interval_with_width(stat_percentile_interval(x.geomeans, replicates, o->level));
    out->mean_ci =
        stat_interval_with_width(stat_percentile_interval(x.means, replicates, o->level));
}

struct sweep_rate sweep_rate_of(const int64_t *hits, const int64_t *n, size_t n_tasks, double level,
                                struct arena *arena)
{
    double *y = arena_array(arena, n_tasks + 1, sizeof(*y));
    double *size = arena_array(arena, n_tasks + 1, sizeof(*size));
    int64_t all = 0;
    int64_t all_hits = 0;
    int64_t present = 0;
    for (size_t t = 0; t < n_tasks; t++) {
        if (n[t] == 0)
            continue;
        y[present] = (double)hits[t];
        size[present++] = (double)n[t];
        all += n[t];
        all_hits += hits[t];
    }
    if (all == present)
        return (struct sweep_rate){ stat_interval_wilson(all_hits, all, level), INTERVAL_WILSON };
    return (struct sweep_rate){ stat_interval_share(y, size, (size_t)present, level),
                                INTERVAL_STUDENT };
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
                                  .mean_kind = INTERVAL_BOOTSTRAP,
                                  .median_kind = INTERVAL_EXACT,
                                  .median_ci = sweep_median_interval(x, n, o->level) };
    if (n > 0)
        bootstrap(samples, n, o, &out, arena);
    return out;
}
