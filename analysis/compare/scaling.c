#include "analysis/compare/scaling.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

/*
 * pass and fast_1 have draws of each cell's Jeffreys posterior, whose 1 - (1 - p)^K is averaged
 * like the estimate: valid up to K = n, unlike resampled samples.  The interval also holds the same
 * spread around the estimate.  Tasks like these have Student's t, which needs no posterior.  The
 * expected best has the jackknife up to K = n / 2, nothing beyond.
 */

#define BLOCK        64  /* replicates of a unit of work */
#define LEAST_OWNERS 2.0 /* of the error of the expected best */

struct scaling_cells scaling_cells_of(const struct run_set *set, const struct scaling_options *o,
                                      struct arena *arena)
{
    struct scaling_cells cells;
    if (o->cells != NULL)
        return *o->cells;
    scaling_cells_read(set, o->step, o->rule, o->threads, arena, &cells);
    return cells;
}

int scaling_check_k(const struct scaling_options *o, size_t n_cells, int64_t min_n, struct err *err)
{
    if (n_cells == 0)
        return err_set(err, ERR_NODATA,
                       "no task has a scored rollout at this step; --step chooses another");
    for (size_t i = 0; i < o->n_k; i++) {
        if (!(o->k[i] > 0.0))
            return err_set(err, ERR_USAGE, "K = %g is not above 0", o->k[i]);
        if (o->k[i] > (double)min_n)
            return err_set(
                err, ERR_NODATA,
                "K = %g needs at least K samples per task; the smallest task has n = %lld", o->k[i],
                (long long)min_n);
    }
    return 0;
}

const char *scaling_metric_name(enum scaling_metric m)
{
    static const char *const names[] = { "pass", "fast_1", "best" };
    return names[m];
}

int64_t scaling_max_k(const struct run_set *set, int step, struct speed_rule rule)
{
    const struct study *s = set->study;
    int64_t least = 0;
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        int at = study_resolve_step(s, set->runs[r], step, rule);
        for (size_t i = 0; i < run->n_cells; i++) {
            int64_t n = study_count_correct(s, &s->cells[run->first_cell + i], at).n;
            if (n > 0 && (least == 0 || n < least))
                least = n;
        }
    }
    return least;
}

static double mean_over_tasks(const struct scaling_cells *s, const double *values)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < s->n_tasks; t++)
        stat_sum_add(&sum, stat_mean(values + s->first[t], s->first[t + 1] - s->first[t]));
    return stat_sum_value(&sum) / (double)s->n_tasks;
}

struct scaling_curve {
    const struct scaling_cells *cells;
    const struct scaling_options *o;
    size_t replicates;
    unsigned *whole;              /* by k; 0: not whole */
    size_t *half;                 /* by k, index of its half; its own: none */
    size_t n_powers;              /* first k: 1, 2, 4, ... */
    struct stat_beta *rates;      /* posteriors: [cell * 2 + metric] */
    double *means;                /* [(metric * n_k + k) * replicates + r], pass and fast */
    struct scaling_point *points; /* [metric * n_k + k] */
};

/* Its interval for new tasks, and for new runs where there are several. */
static double pass_value(const struct scaling_curve *c, enum scaling_metric metric, double k,
                         struct interval *new_tasks, struct stat_runs *runs)
{
    const struct scaling_cells *s = c->cells;
    double *values = mem_array(c->cells->n_cells, sizeof(*values));
    for (size_t i = 0; i < c->cells->n_cells; i++) {
        const struct scaling_cell *x = &c->cells->cells[i];
        values[i] =
            1.0 - stat_passk_miss(k, x->n, metric == SCALING_PASS ? x->n_correct : x->n_fast);
    }
    double mean = mean_over_tasks(s, values);
    struct arena work = { 0 };
    const struct stat_cells cells = { s->n_tasks, s->first, s->run, values, s->n_runs };
    *runs = stat_runs_of(&cells, &work);
    arena_release(&work);
    for (size_t t = 0; t < s->n_tasks; t++)
        values[t] = stat_mean(values + s->first[t], s->first[t + 1] - s->first[t]);
    *new_tasks = stat_interval_share(values, NULL, s->n_tasks, c->o->level);
    if (!isnan(runs->spread))
        *new_tasks = stat_crossed_share(*new_tasks, mean, s->n_tasks, runs, c->o->level);
    free(values);
    return mean;
}

/* The error of one cell with a lucky sample may own that of the mean, so that no more degrees of
 * freedom are counted than cells own it. */
static void measure_best(const struct scaling_curve *c, double k, double *value,
                         struct stat_error *error)
{
    const struct scaling_cells *s = c->cells;
    bool varies = !(k > 0.5 * (double)s->min_n);
    struct scaling_weights w = { 0 };
    double *values = mem_array(s->n_cells, sizeof(*values));
    double variance = varies ? 0.0 : STAT_NAN;
    double squares = 0.0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        double m = (double)(s->first[t + 1] - s->first[t]);
        for (size_t i = s->first[t]; i < s->first[t + 1]; i++) {
            const struct scaling_cell *x = &s->cells[i];
            scaling_weigh(&w, k, (size_t)x->n);
            values[i] = stat_passk_weighted_max(w.all, x->speedups, (size_t)x->n);
            if (!varies)
                continue;
            double own =
                x->n < 2
                    ? STAT_NAN
                    : stat_passk_weighted_variance(w.rest, x->speedups, (size_t)x->n) / (m * m);
            variance += own;
            squares += own * own;
        }
    }
    *value = mean_over_tasks(s, values);
    double n = (double)s->n_tasks;
    *error = (struct stat_error){ variance / (n * n),
                                  fmax(LEAST_OWNERS, variance * variance / squares), 0.0, 1.0 };
    free(values);
    scaling_weights_release(&w);
}

static void estimate(void *context, size_t i)
{
    struct scaling_curve *c = context;
    const struct scaling_cells *s = c->cells;
    const struct scaling_options *o = c->o;
    struct scaling_point p = { .metric = (enum scaling_metric)(i / o->n_k),
                               .k = o->k[i % o->n_k],
                               .n_tasks = s->n_tasks,
                               .n_cells = s->n_cells,
                               .min_n = s->min_n };
    if (p.metric != SCALING_BEST) {
        p.value = pass_value(c, p.metric, p.k, &p.ci, &p.runs);
    } else {
        /* On the log scale, because the error is skewed; none where samples are all alike. */
        struct stat_error e;
        measure_best(c, p.k, &p.value, &e);
        p.ci = stat_crossed_positive(p.value, e, o->level);
        p.interval = isnan(p.ci.low) ? INTERVAL_NONE : INTERVAL_JACKKNIFE;
    }
    c->points[i] = p;
}

typedef double lanes __attribute__((vector_size(32), aligned(8)));

/* sums[k] += share * (1 - (1 - p)^k); misses has room for each k.  The first k are powers of two
 * (chain_of), from which whole ones are multiplied. */
static void add_passes(const struct scaling_curve *c, double p, double share, double *misses,
                       double *sums)
{
    const size_t n = c->o->n_k;
    double square = 1.0 - p;
    misses[0] = 1.0 - p;
    for (size_t k = 1; k < c->n_powers; k++) /* each waits for the last one, not for its store */
        misses[k] = square *= square;
    for (size_t k = c->n_powers; k < n; k++) {
        double root = misses[c->half[k]];
        if (c->half[k] < k) {
            misses[k] = root * root;
            continue;
        }
        double miss = c->whole[k] == 0 ? exp(c->o->k[k] * log1p(-p)) : 1.0;
        for (unsigned bits = c->whole[k]; bits > 0; bits &= bits - 1)
            miss *= misses[__builtin_ctz(bits)];
        misses[k] = miss;
    }
    size_t k = 0;
    for (; k + 4 <= n; k += 4) {
        lanes miss, sum;
        memcpy(&miss, misses + k, sizeof(miss));
        memcpy(&sum, sums + k, sizeof(sum));
        sum += share * (1.0 - miss);
        memcpy(sums + k, &sum, sizeof(sum));
    }
    for (; k < n; k++)
        sums[k] += share * (1.0 - misses[k]);
}

static size_t half_of(const double *k, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        if (fabs(2.0 * k[j] - k[i]) <= 1e-14 * k[i])
            return j;
    }
    return i;
}

static void draw_replicates(void *context, size_t block)
{
    struct scaling_curve *c = context;
    const struct scaling_cells *s = c->cells;
    size_t n_values = 2 * c->o->n_k;
    size_t end = (block + 1) * BLOCK < c->replicates ? (block + 1) * BLOCK : c->replicates;
    double *sums = mem_array(n_values, sizeof(*sums));
    double *misses = mem_array(c->o->n_k, sizeof(*misses));
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        stat_words_open(&w, c->o->seed, STAT_ANALYSIS_SCALING, r, 0);
        memset(sums, 0, n_values * sizeof(*sums));
        for (size_t t = 0; t < s->n_tasks; t++) {
            double share = 1.0 / (double)(s->first[t + 1] - s->first[t]);
            /* One rate a cell and metric. */
            for (size_t i = 2 * s->first[t]; i < 2 * s->first[t + 1]; i++)
                add_passes(c, stat_word_beta_of(&w, &c->rates[i]), share, misses,
                           sums + i % 2 * c->o->n_k);
        }
        for (size_t k = 0; k < n_values; k++)
            c->means[k * c->replicates + r] = sums[k] / (double)s->n_tasks;
    }
    free(sums);
    free(misses);
}

static void close_interval(void *context, size_t k)
{
    struct scaling_curve *c = context;
    struct scaling_point *p = &c->points[k];
    double *means = c->means + k * c->replicates;
    if (c->o->new_tasks) {
        p->interval = isnan(p->ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT;
        return;
    }
    struct interval ci = stat_percentile_interval(means, c->replicates, c->o->level);
    double centre = stat_mean(means, c->replicates);
    /* The prior's pull to one half adds up over tasks, so the spread around the estimate counts
     * too. */
    p->ci = (struct interval){ fmax(0.0, fmin(ci.low, p->value - (centre - ci.low))),
                               fmin(1.0, fmax(ci.high, p->value + (ci.high - centre))) };
    p->interval = INTERVAL_POSTERIOR;
}

/*
 * What more samples find is no less, so limits rise with K: over the powers of two and the largest
 * K, which stand before those that are asked for, so that the limits at a K do not depend on the
 * others.
 */
#define MOST_CHAIN 64

static size_t chain_of(double *k, int64_t min_n)
{
    size_t n = 0;
    for (int64_t at = 1; at < min_n && n < MOST_CHAIN - 1; at *= 2)
        k[n++] = (double)at;
    k[n++] = (double)min_n;
    return n;
}

static void open_curve(struct scaling_curve *c, struct arena *work)
{
    const struct scaling_cells *s = c->cells;
    const struct scaling_options *o = c->o;
    c->replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES;
    c->points = arena_array(work, 3 * o->n_k, sizeof(*c->points));
    c->whole = arena_array(work, o->n_k, sizeof(*c->whole));
    c->half = arena_array(work, o->n_k, sizeof(*c->half));
    c->rates = arena_array(work, 2 * s->n_cells, sizeof(*c->rates));
    for (size_t k = 0; k < o->n_k; k++) {
        c->half[k] = half_of(o->k, k);
        c->n_powers += k == c->n_powers && (k == 0 || c->half[k] + 1 == k);
        c->whole[k] = o->k[k] > floor(o->k[k]) || o->k[k] > 0x1p31 ? 0 : (unsigned)o->k[k];
    }
    for (size_t i = 0; i < 2 * s->n_cells; i++) {
        const struct scaling_cell *x = &s->cells[i / 2];
        double hits = (double)(i % 2 == SCALING_PASS ? x->n_correct : x->n_fast);
        c->rates[i] = stat_beta_of(0.5 + hits, 0.5 + (double)x->n - hits);
    }
    c->means = arena_array(work, 2 * o->n_k * c->replicates, sizeof(*c->means));
}

int scaling_curve(const struct run_set *set, const struct scaling_options *o, struct arena *arena,
                  struct scaling_point **out, size_t *out_count, struct err *err)
{
    struct arena work = { 0 };
    struct scaling_cells cells = scaling_cells_of(set, o, &work);
    int rc = scaling_check_k(o, cells.n_cells, cells.min_n, err);
    if (rc == 0) {
        double *k = arena_array(&work, MOST_CHAIN + o->n_k, sizeof(*k));
        size_t n_chain = chain_of(k, cells.min_n);
        struct scaling_options all = *o;
        struct scaling_curve c = { .cells = &cells, .o = &all };
        struct scaling_point *points = arena_array(arena, 3 * o->n_k, sizeof(*points));
        size_t *at = arena_array(&work, o->n_k + 1, sizeof(*at));
        all.k = k;
        all.n_k = n_chain;
        for (size_t i = 0; i < o->n_k; i++) {
            while (at[i] < all.n_k && !stat_same(k[at[i]], o->k[i]))
                at[i]++;
            k[at[i]] = o->k[i];
            all.n_k += at[i] == all.n_k;
        }
        open_curve(&c, &work);
        parallel_for(3 * all.n_k, o->threads, estimate, &c);
        if (!o->new_tasks)
            parallel_for((c.replicates + BLOCK - 1) / BLOCK, o->threads, draw_replicates, &c);
        parallel_for(2 * all.n_k, o->threads, close_interval, &c);
        struct interval **ci = arena_array(&work, all.n_k, sizeof(struct interval *));
        for (size_t m = 0; m < 3; m++) {
            for (size_t i = 0; i < all.n_k; i++)
                ci[i] = &c.points[m * all.n_k + i].ci;
            stat_intervals_rise(k, ci, all.n_k, n_chain);
            for (size_t i = 0; i < o->n_k; i++)
                points[m * o->n_k + i] = c.points[m * all.n_k + at[i]];
        }
        *out = points;
        *out_count = 3 * o->n_k;
    }
    arena_release(&work);
    return rc;
}

static void sort_cell(void *context, size_t i)
{
    const struct scaling_cells *s = context;
    struct scaling_cell *cell = &s->cells[i];
    size_t at = 0;
    for (size_t k = cell->from->first; k < cell->from->first + cell->from->count; k++) {
        const struct study_rollout *r = &s->study->rollouts[k];
        if (cell->step != STEP_ALL && r->step != cell->step)
            continue;
        cell->n_correct += r->correct;
        cell->n_fast += study_is_fast(r, s->rule);
        cell->speedups[at++] = r->correct && !isnan(r->speedup) ? r->speedup : 0.0;
    }
    stat_sort(cell->speedups, at);
}

void scaling_cells_read(const struct run_set *set, int step, struct speed_rule rule, int threads,
                        struct arena *arena, struct scaling_cells *out)
{
    const struct study *s = set->study;
    struct scaling_cells cells = { .study = s, .rule = rule };
    cells.first = arena_array(arena, s->n_tasks + 1, sizeof(*cells.first));
    cells.cells = arena_array(arena, s->n_tasks * set->n_runs, sizeof(*cells.cells));
    cells.run = arena_array(arena, s->n_tasks * set->n_runs, sizeof(*cells.run));
    cells.n_runs = set->n_runs;
    int *steps = arena_array(arena, set->n_runs, sizeof(*steps));
    for (size_t r = 0; r < set->n_runs; r++)
        steps[r] = study_resolve_step(s, set->runs[r], step, rule);
    for (size_t t = 0; t < s->n_tasks; t++) {
        for (size_t r = 0; r < set->n_runs; r++) {
            const struct study_cell *c = study_cell_find(set->study, set->runs[r], t);
            if (c == NULL || c->count == 0)
                continue;
            int64_t n = study_count_correct(set->study, c, steps[r]).n;
            if (n == 0)
                continue;
            if (cells.n_cells == 0 || n < cells.min_n)
                cells.min_n = n;
            cells.run[cells.n_cells] = r;
            cells.cells[cells.n_cells++] =
                (struct scaling_cell){ .from = c,
                                       .step = steps[r],
                                       .n = n,
                                       .speedups = arena_array(arena, (size_t)n, sizeof(double)) };
        }
        if (cells.n_cells > cells.first[cells.n_tasks])
            cells.first[++cells.n_tasks] = cells.n_cells;
    }
    parallel_for(cells.n_cells, threads, sort_cell, &cells);
    *out = cells;
}

void scaling_weigh(struct scaling_weights *w, double k, size_t n)
{
    if (w->all != NULL && w->n == n)
        return;
    w->n = n;
    w->all = mem_grow(w->all, n, sizeof(*w->all));
    w->rest = mem_grow(w->rest, n, sizeof(*w->rest));
    stat_passk_weights(k, n, w->all);
    stat_passk_weights(k, n - 1, w->rest);
}

void scaling_weights_release(struct scaling_weights *w)
{
    free(w->all);
    free(w->rest);
    *w = (struct scaling_weights){ 0 };
}

/* Ascending at the step; failures are 0. */
struct best_cell {
    double *speedups;
    double *logs; /* natural; 0 for failures */
    size_t n;
    size_t n_failed;
};

/* Task t owns cells[first[t] .. first[t + 1]). */
struct best_cells {
    struct best_cell *cells;
    size_t n_cells;
    size_t *first;
    size_t n_tasks;
    int64_t min_n;
};

/* NaN without a speedup. */
static double scaling_best_log(const struct best_cell *c, double k, struct scaling_weights *w)
{
    struct stat_sum sum = { 0.0, 0.0 };
    if (c->n_failed == c->n)
        return STAT_NAN;
    scaling_weigh(w, k, c->n);
    for (size_t i = c->n; i-- > c->n_failed;)
        stat_sum_add(&sum, c->logs[i] * w->all[i]);
    double none = stat_passk_miss(k, (int64_t)c->n, (int64_t)(c->n - c->n_failed));
    return stat_sum_value(&sum) / (1.0 - none);
}

/* Of a cell for a point: many cells get fewer replicates. */
#define DRAWS_MOST       40000
#define REPLICATES_LEAST 200
/* Lower order statistics need no draw. */
#define NEGLIGIBLE    1e-7
#define DRAWN_AT_ONCE 8

struct ends {
    double low;
    double high;
};

struct redrawing {
    double k;
    double q;
    struct stat_words words;
    size_t table_n;
    struct stat_inverse table;
};

/* NaN leaves the cell out of its task. */
typedef struct ends (*redraw_cell)(const struct best_cell *c, struct redrawing *x);

/* With j of n samples below the quantile q^(1/K) of one, it lies from the j-th up to the next. */
static struct ends redraw_quantile(const struct best_cell *c, struct redrawing *x)
{
    if (x->table_n != c->n)
        stat_inverse_binomial(&x->table, (int64_t)c->n, exp(log(x->q) / x->k));
    x->table_n = c->n;
    size_t below = stat_inverse_draw(&x->table, stat_word(&x->words));
    return (struct ends){ below == 0 ? 0.0 : c->speedups[below - 1],
                          below == c->n ? STAT_INF : c->speedups[below] };
}

/* ln of a uniform, drawn by the million: single precision is fine for a few hundred replicates. */
static double log_of_word(uint32_t word)
{
    return (double)logf(((float)word + 0.5F) * 0x1p-32F);
}

static double power_of(double k, double log_u)
{
    return (double)expf((float)(k * log_u));
}

/*
 * F at ordered samples is that of ordered uniforms U_1 < ... < U_n, drawn from the top.  Mass
 * between two samples goes to the lower, so nothing is overstated; above the largest it is unknown.
 */
static struct ends redraw_log(const struct best_cell *c, struct redrawing *x)
{
    double above = 1.0;
    double log_u = 0.0;
    double sum = 0.0;
    if (c->n_failed == c->n)
        return (struct ends){ STAT_NAN, STAT_NAN };
    for (size_t i = c->n; i-- > c->n_failed && above > NEGLIGIBLE;) {
        log_u += log_of_word(stat_word(&x->words)) / (double)(i + 1);
        double below = power_of(x->k, log_u);
        sum += c->logs[i] * (above - below);
        above = below;
    }
    return (struct ends){ sum / (1.0 - above), STAT_INF };
}

static struct ends redraw_task(const struct best_cells *s, size_t t, redraw_cell redraw,
                               struct redrawing *r)
{
    struct ends sum = { 0.0, 0.0 };
    size_t n = 0;
    for (size_t i = s->first[t]; i < s->first[t + 1]; i++) {
        struct ends x = redraw(&s->cells[i], r);
        if (isnan(x.low))
            continue;
        sum.low += x.low;
        sum.high += x.high;
        n++;
    }
    return (struct ends){ sum.low / (double)n, sum.high / (double)n };
}

static struct ends redraw_tasks(const struct best_cells *s, const struct scaling_options *o,
                                redraw_cell redraw, struct redrawing *r)
{
    struct ends sum = { 0.0, 0.0 };
    size_t n = 0;
    for (size_t i = 0; i < s->n_tasks; i++) {
        size_t t = o->new_tasks ? stat_word_below(&r->words, (uint32_t)s->n_tasks) : i;
        struct ends x = redraw_task(s, t, redraw, r);
        if (isnan(x.low))
            continue;
        sum.low += x.low;
        sum.high += x.high;
        n++;
    }
    return (struct ends){ sum.low / (double)n, sum.high / (double)n };
}

static int replicates_of(const struct best_cells *s, const struct scaling_options *o)
{
    int asked = o->replicates > 0 ? o->replicates : STAT_BOOTSTRAP_REPLICATES;
    int most = (int)(DRAWS_MOST / s->n_cells);
    most = most < REPLICATES_LEAST ? REPLICATES_LEAST : most;
    return asked < most ? asked : most;
}

/* Tails of both ends, widened to hold the estimate. */
static struct interval redraw_interval(const struct best_cells *s, const struct scaling_options *o,
                                       redraw_cell redraw, uint64_t what, double value,
                                       struct redrawing drawing)
{
    size_t n = (size_t)replicates_of(s, o);
    double *low = mem_array(n, sizeof(*low));
    double *high = mem_array(n, sizeof(*high));
    for (size_t r = 0; r < n; r++) {
        stat_words_open(&drawing.words, o->seed, STAT_ANALYSIS_SCALING, r, what);
        struct ends x = redraw_tasks(s, o, redraw, &drawing);
        low[r] = x.low;
        high[r] = x.high;
    }
    double lowest = stat_percentile_interval(low, n, o->level).low;
    double highest = stat_percentile_interval(high, n, o->level).high;
    free(low);
    free(high);
    stat_inverse_release(&drawing.table);
    if (isnan(value))
        return (struct interval){ STAT_NAN, STAT_NAN };
    /* Interpolating between infinite replicates is undefined: unbounded too. */
    return (struct interval){ fmin(lowest, value),
                              isnan(highest) ? STAT_INF : fmax(highest, value) };
}

/* Of E[ln best | a speedup]: the linear part's, by the jackknife. */
static double log_variance(const struct best_cell *c, double k, struct scaling_weights *w,
                           double *work)
{
    double centre = scaling_best_log(c, k, w);
    double some = 1.0 - stat_passk_miss(k, (int64_t)c->n, (int64_t)(c->n - c->n_failed));
    if (c->n < 2)
        return STAT_NAN;
    for (size_t i = 0; i < c->n; i++)
        work[i] = i < c->n_failed ? 0.0 : c->logs[i] - centre;
    return stat_passk_weighted_variance(w->rest, work, c->n) / (some * some);
}

static struct interval jackknife_interval(const struct best_cells *s,
                                          const struct scaling_options *o,
                                          const struct scaling_best *point,
                                          struct scaling_weights *w)
{
    size_t most = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        most = s->cells[i].n > most ? s->cells[i].n : most;
    double *work = mem_array(most + 1, sizeof(*work));
    double variance = 0.0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        double m = 0.0;
        double sum = 0.0;
        for (size_t i = s->first[t]; i < s->first[t + 1]; i++) {
            if (s->cells[i].n_failed == s->cells[i].n)
                continue;
            m += 1.0;
            sum += log_variance(&s->cells[i], point->k, w, work);
        }
        variance += m > 0.0 ? sum / (m * m) : 0.0;
    }
    free(work);
    double half =
        stat_normal_quantile(0.5 + 0.5 * o->level) * sqrt(variance) / (double)point->n_geometric;
    if (!(half > 0.0)) /* samples that are all alike say nothing of others */
        return (struct interval){ STAT_NAN, STAT_NAN };
    return (struct interval){ point->geometric * exp(-half), point->geometric * exp(half) };
}

struct no_speedup {
    const struct best_cells *cells;
    const struct scaling_options *o;
    size_t *half; /* by K, index of its half; its own: none */
    struct stat_beta *rates;
    double *misses; /* by K */
};

/* Means over the task's cells of (1 - rate)^K; all K share the rate. */
static void add_misses(const struct no_speedup *x, size_t t, struct stat_words *w, double *sums)
{
    const struct best_cells *s = x->cells;
    double m = (double)(s->first[t + 1] - s->first[t]);
    for (size_t i = s->first[t]; i < s->first[t + 1]; i++) {
        double miss = log1p(-stat_word_beta_of(w, &x->rates[i]));
        for (size_t k = 0; k < x->o->n_k; k++) {
            double root = x->misses[x->half[k]];
            x->misses[k] = x->half[k] < k ? root * root : exp(x->o->k[k] * miss);
            sums[k] += x->misses[k] / m;
        }
    }
}

static void scaling_best_no_speedup(const struct best_cells *s, const struct scaling_options *o,
                                    struct scaling_best *points)
{
    size_t replicates = (size_t)replicates_of(s, o);
    double *means = mem_array(o->n_k * replicates + 1, sizeof(*means));
    double *sums = mem_array(o->n_k + 1, sizeof(*sums));
    struct arena work = { 0 };
    struct no_speedup x = { s, o, arena_array(&work, o->n_k + 1, sizeof(size_t)),
                            arena_array(&work, s->n_cells, sizeof(*x.rates)),
                            arena_array(&work, o->n_k + 1, sizeof(double)) };
    for (size_t k = 0; k < o->n_k; k++)
        x.half[k] = half_of(o->k, k);
    for (size_t i = 0; i < s->n_cells; i++)
        x.rates[i] = stat_beta_of(0.5 + (double)(s->cells[i].n - s->cells[i].n_failed),
                                  0.5 + (double)s->cells[i].n_failed);
    for (size_t r = 0; r < replicates; r++) {
        struct stat_words w;
        stat_words_open(&w, o->seed, STAT_ANALYSIS_SCALING, r, 2);
        for (size_t k = 0; k < o->n_k; k++)
            sums[k] = 0.0;
        for (size_t i = 0; i < s->n_tasks; i++)
            add_misses(&x, o->new_tasks ? stat_word_below(&w, (uint32_t)s->n_tasks) : i, &w, sums);
        for (size_t k = 0; k < o->n_k; k++)
            means[k * replicates + r] = sums[k] / (double)s->n_tasks;
    }
    for (size_t k = 0; k < o->n_k; k++) {
        struct interval ci = stat_percentile_interval(means + k * replicates, replicates, o->level);
        double value = points[k].no_speedup;
        points[k].no_speedup_ci = (struct interval){ fmin(ci.low, value), fmax(ci.high, value) };
    }
    free(means);
    free(sums);
    arena_release(&work);
}

struct best_tails {
    const struct best_cells *cells;
    const struct scaling_options *o;
    const double *k;
    size_t n_k;
    size_t replicates;
    double *means; /* [k * replicates + r] */
};

/* Logs of ordered uniforms below exp(log_u), downwards from U_i, of up to n words, which the caller
 * takes from the stream later.  Returns how many. */
static size_t draw_down(struct stat_words *w, size_t i, size_t n, double log_u, double *logs)
{
    if (w->at == STAT_WORDS)
        stat_words_more(w);
    size_t there = STAT_WORDS - w->at;
    n = n < there ? n : there;
    for (size_t j = 0; j < n; j++) {
        log_u += log_of_word(w->words[w->at + j]) / (double)(i - j);
        logs[j] = log_u;
    }
    return n;
}

/* Mass of one k on top[0], top[-1], ... until the rest is negligible.  Returns how many it took. */
static size_t add_samples(const double *logs, size_t n, double k, const double *top, double *above,
                          double *sum)
{
    double left = *above, mean = 0.0, below[DRAWN_AT_ONCE];
    size_t j = 0;
    for (size_t i = 0; i < n && left > NEGLIGIBLE; i++)
        below[i] = power_of(k, logs[i]);
    while (j < n && left > NEGLIGIBLE) {
        mean += top[-(ptrdiff_t)j] * (left - below[j]);
        left = below[j++];
    }
    *above = left;
    *sum += mean;
    return j;
}

/* Adds weight times a redrawn cell's expected best of each k, as redraw_log, failures as 0.  k
 * ascends, so the first reaches furthest down. */
static void add_cell_means(const struct best_tails *x, const struct best_cell *c, double weight,
                           struct stat_words *words, double *above, double *sums)
{
    double logs[DRAWN_AT_ONCE];
    double log_u = 0.0;
    for (size_t k = 0; k < x->n_k; k++)
        above[k] = 1.0;
    for (size_t i = c->n; i > c->n_failed && above[0] > NEGLIGIBLE;) {
        size_t most = i - c->n_failed, used = 0;
        size_t n = draw_down(words, i, most < DRAWN_AT_ONCE ? most : DRAWN_AT_ONCE, log_u, logs);
        for (size_t k = x->n_k; k-- > 0;) {
            double sum = 0.0;
            used = add_samples(logs, n, x->k[k], c->speedups + i - 1, &above[k], &sum);
            sums[k] += weight * sum;
        }
        words->at += used;
        i -= used;
        log_u = logs[n - 1];
    }
}

static void redraw_means(void *context, size_t r)
{
    const struct best_tails *x = context;
    const struct best_cells *s = x->cells;
    struct stat_words words;
    double *sums = mem_array(2 * x->n_k, sizeof(*sums));
    stat_words_open(&words, x->o->seed, STAT_ANALYSIS_SCALING, r, 3);
    for (size_t i = 0; i < s->n_tasks; i++) {
        size_t t = x->o->new_tasks ? stat_word_below(&words, (uint32_t)s->n_tasks) : i;
        double weight = 1.0 / (double)((s->first[t + 1] - s->first[t]) * s->n_tasks);
        for (size_t c = s->first[t]; c < s->first[t + 1]; c++)
            add_cell_means(x, &s->cells[c], weight, &words, sums + x->n_k, sums);
    }
    for (size_t k = 0; k < x->n_k; k++)
        x->means[k * x->replicates + r] = sums[k];
    free(sums);
}

/* intervals[i]: lower end for k[i] by the ordered samples' chances, upper end open; every k shares
 * the draws. */
static void scaling_best_mean_tails(const struct best_cells *s, const struct scaling_options *o,
                                    const double *k, size_t n_k, struct interval *intervals)
{
    struct best_tails x = { s, o, k, n_k, (size_t)replicates_of(s, o), NULL };
    if (n_k == 0)
        return;
    x.means = mem_array(n_k * x.replicates, sizeof(*x.means));
    parallel_for(x.replicates, o->threads, redraw_means, &x);
    for (size_t i = 0; i < n_k; i++)
        intervals[i] = (struct interval){
            stat_percentile_interval(x.means + i * x.replicates, x.replicates, o->level).low,
            STAT_INF
        };
    free(x.means);
}

static void scaling_best_intervals(const struct best_cells *s, const struct scaling_options *o,
                                   double q, struct scaling_weights *w, struct scaling_best *out)
{
    const struct interval none = { STAT_NAN, STAT_NAN };
    const struct redrawing drawing = { .k = out->k, .q = q };
    out->replicates = replicates_of(s, o);
    out->quantile_ci = redraw_interval(s, o, redraw_quantile, 1, out->quantile, drawing);
    out->geometric_ci = out->mean_ci = none;
    if (2.0 * out->k <= (double)s->min_n) {
        out->tail_interval = INTERVAL_JACKKNIFE;
        if (out->n_geometric > 0)
            out->geometric_ci = jackknife_interval(s, o, out, w);
        return;
    }
    out->tail_interval = INTERVAL_ORDER;
    scaling_best_mean_tails(s, o, &out->k, 1, &out->mean_ci);
    if (out->n_geometric == 0)
        return;
    struct interval logs = redraw_interval(s, o, redraw_log, 4, log(out->geometric), drawing);
    out->geometric_ci = (struct interval){ exp(logs.low), STAT_INF };
}

/* Failures come first, then sorted speedups. */
static void take_logs(void *context, size_t i)
{
    const struct best_cells *s = context;
    struct best_cell *x = &s->cells[i];
    while (x->n_failed < x->n && !(x->speedups[x->n_failed] > 0.0))
        x->n_failed++;
    for (size_t k = x->n_failed; k < x->n; k++)
        x->logs[k] = log(x->speedups[k]);
}

static void read_cells(const struct run_set *set, const struct scaling_options *o,
                       struct arena *work, struct best_cells *out)
{
    struct scaling_cells from = scaling_cells_of(set, o, work);
    struct best_cells x = { .cells = arena_array(work, from.n_cells + 1, sizeof(*x.cells)),
                            .n_cells = from.n_cells,
                            .first = from.first,
                            .n_tasks = from.n_tasks,
                            .min_n = from.min_n };
    for (size_t i = 0; i < x.n_cells; i++) {
        size_t n = (size_t)from.cells[i].n;
        x.cells[i] = (struct best_cell){ .speedups = from.cells[i].speedups,
                                         .logs = arena_array(work, n, sizeof(double)),
                                         .n = n };
    }
    parallel_for(x.n_cells, o->threads, take_logs, &x);
    *out = x;
}

struct task_sums {
    size_t n;
    size_t n_geometric;
    double quantile;
    double log_best;
    double no_speedup;
};

static void add_cell(const struct best_cell *c, double k, double q, struct scaling_weights *w,
                     struct task_sums *t)
{
    double quantile = STAT_NAN;
    stat_passk_max_quantile(k, c->speedups, c->n, q, &quantile, NULL);
    double log_best = scaling_best_log(c, k, w);
    t->n++;
    t->quantile += quantile;
    t->no_speedup += stat_passk_miss(k, (int64_t)c->n, (int64_t)(c->n - c->n_failed));
    if (!isnan(log_best)) {
        t->n_geometric++;
        t->log_best += log_best;
    }
}

struct best_curve {
    const struct best_cells *cells;
    const struct scaling_options *o;
    double q;
    struct scaling_best *points;
};

static void one_point(void *context, size_t point)
{
    const struct best_curve *c = context;
    const struct best_cells *s = c->cells;
    struct scaling_best *out = &c->points[point];
    struct stat_sum quantile = { 0.0, 0.0 };
    struct stat_sum log_best = { 0.0, 0.0 };
    struct stat_sum no_speedup = { 0.0, 0.0 };
    struct scaling_weights weights = { 0 };
    for (size_t t = 0; t < s->n_tasks; t++) {
        struct task_sums sums = { 0 };
        for (size_t i = s->first[t]; i < s->first[t + 1]; i++)
            add_cell(&s->cells[i], out->k, c->q, &weights, &sums);
        stat_sum_add(&quantile, sums.quantile / (double)sums.n);
        stat_sum_add(&no_speedup, sums.no_speedup / (double)sums.n);
        if (sums.n_geometric == 0)
            continue;
        out->n_geometric++;
        stat_sum_add(&log_best, sums.log_best / (double)sums.n_geometric);
    }
    double tasks = (double)s->n_tasks;
    out->n_tasks = s->n_tasks;
    out->min_n = s->min_n;
    out->quantile = stat_sum_value(&quantile) / tasks;
    out->no_speedup = stat_sum_value(&no_speedup) / tasks;
    out->geometric = out->n_geometric == 0
                         ? STAT_NAN
                         : exp(stat_sum_value(&log_best) / (double)out->n_geometric);
    scaling_best_intervals(s, c->o, c->q, &weights, out);
    scaling_weights_release(&weights);
}

int scaling_best_curve(const struct run_set *set, const struct scaling_options *o, double q,
                       struct arena *arena, struct scaling_best **out, struct err *err)
{
    struct arena work = { 0 };
    struct best_cells cells;
    struct scaling_best *points = arena_array(arena, o->n_k + 1, sizeof(*points));
    int rc = 0;
    if (!(q > 0.0) || !(q < 1.0))
        return err_set(err, ERR_USAGE, "a quantile must be between 0 and 1");
    read_cells(set, o, &work, &cells);
    rc = scaling_check_k(o, cells.n_cells, cells.min_n, err);
    for (size_t i = 0; i < o->n_k; i++)
        points[i].k = o->k[i];
    if (rc == 0) {
        struct best_curve c = { &cells, o, q, points };
        parallel_for(o->n_k, o->threads, one_point, &c);
        scaling_best_no_speedup(&cells, o, points);
        *out = points;
    }
    arena_release(&work);
    return rc;
}

int scaling_best_tail(const struct run_set *set, const struct scaling_options *o,
                      struct arena *arena, struct interval **out, struct err *err)
{
    struct arena work = { 0 };
    struct best_cells cells;
    read_cells(set, o, &work, &cells);
    int rc = scaling_check_k(o, cells.n_cells, cells.min_n, err);
    if (rc == 0) {
        size_t first = 0;
        struct interval *tails = arena_array(arena, o->n_k + 1, sizeof(*tails));
        /* k ascends: the last are beyond n / 2. */
        for (; first < o->n_k && 2.0 * o->k[first] <= (double)cells.min_n; first++)
            tails[first] = (struct interval){ STAT_NAN, STAT_NAN };
        scaling_best_mean_tails(&cells, o, o->k + first, o->n_k - first, tails + first);
        *out = tails;
    }
    arena_release(&work);
    return rc;
}
