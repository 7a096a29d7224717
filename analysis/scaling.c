/*
 * scaling.c - scaling curves.
 *
 * Intervals: pass and fast_1 by draws from each cell's Jeffreys posterior of its success rate,
 * whose pass@K = 1 - (1 - p)^K is averaged like the estimate; that stays valid up to K = n, where
 * resampling the samples would not.  The interval is widened to hold the unbiased estimate.  The
 * expected best has the jackknife up to K = n / 2 and nothing beyond.
 */
#include "analysis/scaling.h"

#include "analysis/stat_bootstrap.h"
#include "analysis/stat_passk.h"
#include "analysis/stat_special.h"
#include "analysis/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

/* The samples of one (run, task) at the step asked for. */
struct sample_cell {
    size_t task;
    int64_t n;
    int64_t n_correct;
    int64_t n_fast;
    double *speedups; /* ascending; failures are 0 */
};

/* Cells ordered by task: task t owns cells[first[t] .. first[t + 1]). */
struct sample_cells {
    size_t n_tasks;
    size_t *first;
    struct sample_cell *cells;
    size_t n_cells;
    int64_t min_n;
};

const char *scaling_metric_name(enum scaling_metric m)
{
    static const char *const names[] = { "pass", "fast_1", "best" };
    return names[m];
}

static void read_cell(const struct study *s, const struct study_cell *c, int step,
                      struct speed_rule rule, struct arena *arena, struct sample_cell *out)
{
    struct sample_cell cell = { .task = c->task };
    cell.n = study_count_correct(s, c, step).n;
    cell.speedups = arena_array(arena, (size_t)cell.n, sizeof(*cell.speedups));
    size_t at = 0;
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (step != STEP_ALL && r->step != step)
            continue;
        cell.n_correct += r->correct;
        cell.n_fast += study_is_fast(r, rule);
        cell.speedups[at++] = r->correct && !isnan(r->speedup) ? r->speedup : 0.0;
    }
    stat_sort(cell.speedups, at);
    *out = cell;
}

static void read_cells(const struct run_set *set, int step, struct speed_rule rule,
                       struct arena *arena, struct sample_cells *out)
{
    const struct study *s = set->study;
    out->first = arena_array(arena, s->n_tasks + 1, sizeof(*out->first));
    out->cells = arena_array(arena, s->n_tasks * set->n_runs, sizeof(*out->cells));
    out->n_tasks = out->n_cells = 0;
    out->min_n = 0;
    int *steps = arena_array(arena, set->n_runs, sizeof(*steps));
    for (size_t r = 0; r < set->n_runs; r++)
        steps[r] = study_resolve_step(s, set->runs[r], step, rule);
    for (size_t t = 0; t < s->n_tasks; t++) {
        size_t before = out->n_cells;
        for (size_t r = 0; r < set->n_runs; r++) {
            const struct study_cell *c = study_cell_find(s, set->runs[r], t);
            if (c == NULL || c->count == 0)
                continue;
            struct sample_cell *cell = &out->cells[out->n_cells];
            read_cell(s, c, steps[r], rule, arena, cell);
            if (cell->n == 0)
                continue;
            if (out->n_cells == 0 || cell->n < out->min_n)
                out->min_n = cell->n;
            out->n_cells++;
        }
        if (out->n_cells > before) {
            out->n_tasks++;
            out->first[out->n_tasks] = out->n_cells;
        }
    }
}

int64_t scaling_max_k(const struct run_set *set, int step, struct speed_rule rule)
{
    struct arena arena = { 0 };
    struct sample_cells cells;
    read_cells(set, step, rule, &arena, &cells);
    int64_t n = cells.n_cells == 0 ? 0 : cells.min_n;
    arena_release(&arena);
    return n;
}

static double cell_value(const struct sample_cell *c, enum scaling_metric metric, double k)
{
    double value = STAT_NAN;
    switch (metric) {
    case SCALING_PASS:
        return 1.0 - stat_passk_miss(k, c->n, c->n_correct);
    case SCALING_FAST:
        return 1.0 - stat_passk_miss(k, c->n, c->n_fast);
    case SCALING_BEST:
        if (stat_passk_expected_max(k, c->speedups, (size_t)c->n, &value, NULL) < 0)
            return STAT_NAN;
        break;
    }
    return value;
}

/* Mean over tasks of the mean over a task's cells of values[cell]. */
static double mean_over_tasks(const struct sample_cells *s, const double *values,
                              const size_t *tasks)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < s->n_tasks; i++) {
        size_t t = tasks == NULL ? i : tasks[i];
        size_t n = s->first[t + 1] - s->first[t];
        stat_sum_add(&sum, stat_mean(values + s->first[t], n));
    }
    return stat_sum_value(&sum) / (double)s->n_tasks;
}

/* Jackknife variance of each cell's expected best, combined as the estimate is; across tasks too
 * when they are to stand for others. */
static struct interval best_interval(const struct sample_cells *s, const struct scaling_options *o,
                                     double k, double value)
{
    if (k > 0.5 * (double)s->min_n)
        return (struct interval){ STAT_NAN, STAT_NAN };
    double variance = 0.0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        double m = (double)(s->first[t + 1] - s->first[t]);
        for (size_t i = s->first[t]; i < s->first[t + 1]; i++) {
            const struct sample_cell *c = &s->cells[i];
            variance += stat_passk_max_variance(k, c->speedups, (size_t)c->n) / (m * m);
        }
    }
    double tasks = (double)s->n_tasks;
    double half = stat_normal_quantile(0.5 + 0.5 * o->level) * sqrt(variance) / tasks;
    return (struct interval){ fmax(0.0, value - half), value + half };
}

struct draws {
    double *rates; /* [replicate * n_cells + cell]: posterior draws of the success rate */
    size_t *tasks; /* [replicate * n_tasks + i]: tasks of the replicate; NULL for fixed tasks */
    int replicates;
};

static struct draws draw_rates(const struct sample_cells *s, const struct scaling_options *o,
                               enum scaling_metric metric, struct arena *arena)
{
    struct draws d = { .replicates =
                           o->replicates > 0 ? o->replicates : STAT_BOOTSTRAP_REPLICATES };
    size_t n = (size_t)d.replicates;
    d.rates = arena_array(arena, n * s->n_cells, sizeof(*d.rates));
    if (o->new_tasks)
        d.tasks = arena_array(arena, n * s->n_tasks, sizeof(*d.tasks));
    for (size_t r = 0; r < n; r++) {
        struct rng g;
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_SCALING, r);
        if (o->new_tasks)
            stat_bootstrap_indices(&g, s->n_tasks, d.tasks + r * s->n_tasks);
        for (size_t i = 0; i < s->n_cells; i++) {
            const struct sample_cell *c = &s->cells[i];
            double hits = (double)(metric == SCALING_PASS ? c->n_correct : c->n_fast);
            d.rates[r * s->n_cells + i] = stat_draw_beta(&g, 0.5 + hits, 0.5 + (double)c->n - hits);
        }
    }
    return d;
}

static struct interval posterior_interval(const struct sample_cells *s, const struct draws *d,
                                          const struct scaling_options *o, double k, double value,
                                          struct arena *arena)
{
    size_t n = (size_t)d->replicates;
    double *means = arena_array(arena, n, sizeof(*means));
    double *values = arena_array(arena, s->n_cells, sizeof(*values));
    for (size_t r = 0; r < n; r++) {
        for (size_t i = 0; i < s->n_cells; i++)
            values[i] = -expm1(k * log1p(-d->rates[r * s->n_cells + i]));
        means[r] = mean_over_tasks(s, values, d->tasks == NULL ? NULL : d->tasks + r * s->n_tasks);
    }
    struct interval ci = stat_percentile_interval(means, n, o->level);
    return (struct interval){ fmin(ci.low, value), fmax(ci.high, value) };
}

static int check_k(const struct sample_cells *s, const struct scaling_options *o, struct err *err)
{
    if (s->n_cells == 0)
        return err_set(err, ERR_NODATA, "no task has a scored rollout at this step");
    for (size_t i = 0; i < o->n_k; i++) {
        if (!(o->k[i] > 0.0))
            return err_set(err, ERR_USAGE, "K = %g is not above 0", o->k[i]);
        if (o->k[i] > (double)s->min_n)
            return err_set(err, ERR_NODATA,
                           "K = %g needs at least K samples a task, the smallest has n = %lld",
                           o->k[i], (long long)s->min_n);
    }
    return 0;
}

static void one_metric(const struct sample_cells *s, const struct scaling_options *o,
                       enum scaling_metric metric, struct scaling_point *out)
{
    struct arena work = { 0 };
    struct draws draws = { 0 };
    if (metric != SCALING_BEST)
        draws = draw_rates(s, o, metric, &work);
    double *values = arena_array(&work, s->n_cells, sizeof(*values));
    for (size_t i = 0; i < o->n_k; i++) {
        double k = o->k[i];
        for (size_t c = 0; c < s->n_cells; c++)
            values[c] = cell_value(&s->cells[c], metric, k);
        struct scaling_point p = { .metric = metric,
                                   .k = k,
                                   .value = mean_over_tasks(s, values, NULL),
                                   .n_tasks = s->n_tasks,
                                   .n_cells = s->n_cells,
                                   .min_n = s->min_n };
        if (metric == SCALING_BEST) {
            p.ci = best_interval(s, o, k, p.value);
            p.interval = isnan(p.ci.low) ? INTERVAL_NONE : INTERVAL_JACKKNIFE;
        } else {
            p.ci = posterior_interval(s, &draws, o, k, p.value, &work);
            p.interval = INTERVAL_POSTERIOR;
        }
        out[i] = p;
    }
    arena_release(&work);
}

int scaling_curve(const struct run_set *set, const struct scaling_options *o, struct arena *arena,
                  struct scaling_point **out, size_t *out_count, struct err *err)
{
    struct arena work = { 0 };
    struct sample_cells cells;
    read_cells(set, o->step, o->rule, &work, &cells);
    int rc = check_k(&cells, o, err);
    if (rc == 0) {
        struct scaling_point *points = arena_array(arena, 3 * o->n_k, sizeof(*points));
        for (int m = SCALING_PASS; m <= SCALING_BEST; m++)
            one_metric(&cells, o, (enum scaling_metric)m, points + (size_t)m * o->n_k);
        *out = points;
        *out_count = 3 * o->n_k;
    }
    arena_release(&work);
    return rc;
}
