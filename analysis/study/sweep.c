#include "analysis/study/sweep.h"

#include <math.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
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

/* Tasks, and in each the cells of its runs. */
struct groups {
    size_t n_tasks, n_cells, n_runs;
    size_t *first;        /* cells of a task */
    size_t *run, *n;      /* of a cell: its run, and samples */
    double *sums, *means; /* scratch: of a task, of a cell */
    double *sizes;        /* of a task */
};

static struct groups list_groups(const struct sweep_sample *s, size_t n, struct arena *arena)
{
    struct groups g = { .first = arena_array(arena, n + 2, sizeof(*g.first)),
                        .run = arena_array(arena, n + 1, sizeof(*g.run)),
                        .n = arena_array(arena, n + 1, sizeof(*g.n)),
                        .sums = arena_array(arena, n + 1, sizeof(*g.sums)),
                        .means = arena_array(arena, n + 1, sizeof(*g.means)),
                        .sizes = arena_array(arena, n + 1, sizeof(*g.sizes)) };
    for (size_t i = 0; i < n; i++) {
        bool new_task = i == 0 || s[i].task != s[i - 1].task;
        if (new_task)
            g.n_tasks++;
        if (new_task || s[i].run != s[i - 1].run) {
            g.run[g.n_cells++] = s[i].run;
            g.n_runs = s[i].run >= g.n_runs ? s[i].run + 1 : g.n_runs;
        }
        g.first[g.n_tasks] = g.n_cells;
        g.n[g.n_cells - 1]++;
        g.sizes[g.n_tasks - 1]++;
    }
    return g;
}

/* Finite for any sample. */
static double log_of(double speedup)
{
    return log(fmin(fmax(speedup, 0x1p-1000), 0x1p1000));
}

enum of_sample { OF_LOG, OF_VALUE, OF_BELOW };

/* Half counts where a sample is the median. */
static double number_of(enum of_sample what, double speedup, double median)
{
    if (what == OF_LOG)
        return log_of(speedup);
    if (what == OF_VALUE)
        return fmin(speedup, 0x1p1000);
    return speedup < median ? 1.0 : speedup > median ? 0.0 : 0.5;
}

/* Fills sums and means; returns what runs add. */
static struct stat_runs add_up(const struct sweep_sample *s, enum of_sample what, double median,
                               struct groups *g, struct arena *arena)
{
    size_t i = 0;
    for (size_t t = 0; t < g->n_tasks; t++) {
        g->sums[t] = 0.0;
        for (size_t c = g->first[t]; c < g->first[t + 1]; c++) {
            double sum = 0.0;
            for (size_t end = i + g->n[c]; i < end; i++)
                sum += number_of(what, s[i].speedup, median);
            g->means[c] = sum / (double)g->n[c];
            g->sums[t] += sum;
        }
    }
    const struct stat_cells cells = { g->n_tasks, g->first, g->run, g->means, g->n_runs };
    return stat_runs_of(&cells, arena);
}

/* Of the ratio of sums: its error over tasks, and over runs where these are known. */
static struct stat_error error_of(const struct groups *g, const struct stat_runs *runs,
                                  double level)
{
    struct interval ci = stat_interval_ratio(g->sums, g->sizes, g->n_tasks, level);
    double t = stat_student_quantile(0.5 * (1.0 + level), (double)g->n_tasks - 1.0);
    double error = 0.5 * (ci.high - ci.low) / t;
    return stat_crossed_new_tasks(error * error, g->n_tasks, runs,
                                  isnan(runs->spread) ? (size_t)0 : 1);
}

/* May as many samples be below the value as above it? */
static bool may_be_median(const struct sweep_sample *s, size_t n, double value, struct groups *g,
                          double level, struct arena *arena)
{
    struct stat_runs runs = add_up(s, OF_BELOW, value, g, arena);
    struct interval share = stat_interval_share(g->sums, g->sizes, g->n_tasks, level);
    if (!isnan(runs.spread))
        share = stat_crossed_share(share, stat_sum(g->sums, g->n_tasks) / (double)n, g->n_tasks,
                                   &runs, level);
    return !(share.low > 0.5) && !(share.high < 0.5);
}

/* From the first to the last sample that may be the median; none where the least or the largest
 * may.  The share below a value is asked about at that value, because tasks with many correct
 * samples spread it less at the middle than where the median may be. */
static struct interval median_of_tasks(const struct sweep_sample *s, const double *sorted, size_t n,
                                       struct groups *g, double level, struct arena *arena)
{
    double ends[2];
    for (int side = 0; side < 2; side++) {
        size_t inside = n / 2;
        size_t outside = side == 0 ? 0 : n - 1;
        if (may_be_median(s, n, sorted[outside], g, level, arena))
            return (struct interval){ STAT_NAN, STAT_NAN };
        while (inside > outside + 1 || outside > inside + 1) {
            size_t middle = inside + outside;
            middle /= 2;
            if (may_be_median(s, n, sorted[middle], g, level, arena))
                inside = middle;
            else
                outside = middle;
        }
        ends[side] = sorted[inside];
    }
    return stat_interval_with_width((struct interval){ ends[0], ends[1] });
}

struct sweep_rate sweep_rate_of(const struct sweep_counts *c, double level, struct arena *arena)
{
    size_t most = c->n_tasks * c->n_runs + 1;
    double *y = arena_array(arena, c->n_tasks + 1, sizeof(*y));
    double *size = arena_array(arena, c->n_tasks + 1, sizeof(*size));
    double *share = arena_array(arena, most, sizeof(*share));
    size_t *run = arena_array(arena, most, sizeof(*run));
    size_t *first = arena_array(arena, c->n_tasks + 1, sizeof(*first));
    int64_t all = 0;
    int64_t all_hits = 0;
    size_t present = 0;
    size_t cells = 0;
    for (size_t t = 0; t < c->n_tasks; t++) {
        for (size_t r = 0; r < c->n_runs; r++) {
            int64_t hits = c->hits[t * c->n_runs + r];
            int64_t n = c->n[t * c->n_runs + r];
            if (n == 0)
                continue;
            y[present] += (double)hits;
            size[present] += (double)n;
            run[cells] = r;
            share[cells++] = (double)hits / (double)n;
            all += n;
            all_hits += hits;
        }
        present += size[present] > 0.0;
        first[present] = cells;
    }
    const struct stat_cells of = { present, first, run, share, c->n_runs };
    struct sweep_rate out = { .runs = stat_runs_of(&of, arena), .kind = INTERVAL_WILSON };
    if (all == (int64_t)present) {
        out.ci = stat_interval_wilson(all_hits, all, level);
        return out;
    }
    out.ci = stat_interval_share(y, size, present, level);
    out.kind = INTERVAL_STUDENT;
    if (!isnan(out.runs.spread))
        out.ci =
            stat_crossed_share(out.ci, (double)all_hits / (double)all, present, &out.runs, level);
    return out;
}

struct sweep_speedups sweep_summarise(const struct sweep_sample *samples, size_t n, double level,
                                      struct arena *arena)
{
    struct interval none = { STAT_NAN, STAT_NAN };
    double *x = arena_array(arena, n + 1, sizeof(*x));
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
                                  .median_kind = INTERVAL_EXACT,
                                  .median_ci = sweep_median_interval(x, n, level) };
    if (n == 0)
        return out;
    struct groups g = list_groups(samples, n, arena);
    out.n_tasks = g.n_tasks;
    struct stat_runs runs = add_up(samples, OF_LOG, 0.0, &g, arena);
    struct interval ci = stat_crossed_interval(stat_sum(g.sums, g.n_tasks) / (double)n,
                                               error_of(&g, &runs, level), level);
    out.geomean_ci = (struct interval){ exp(ci.low), exp(ci.high) };
    runs = add_up(samples, OF_VALUE, 0.0, &g, arena);
    out.mean_ci = stat_crossed_positive(out.mean, error_of(&g, &runs, level), level);
    if (g.n_tasks == n)
        return out;
    out.median_kind = INTERVAL_STUDENT;
    out.median_ci =
        g.n_tasks < STAT_FEW_TASKS ? none : median_of_tasks(samples, x, n, &g, level, arena);
    return out;
}
