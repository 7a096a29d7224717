#include "analysis/compare/scaling_best_internal.h"

#include "analysis/compare/scaling_cells.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

/* Failures stand before the speedups, which are sorted. */
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

double scaling_best_log(const struct best_cell *c, double k, struct scaling_weights *w)
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

/* Sums over the cells of one task. */
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

/* What the points are made of; each has its own thread. */
struct curve {
    const struct best_cells *cells;
    const struct scaling_options *o;
    double q;
    struct scaling_best *points;
};

static void one_point(void *context, size_t point)
{
    const struct curve *c = context;
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
        return err_set(err, ERR_USAGE, "a quantile lies between 0 and 1");
    read_cells(set, o, &work, &cells);
    rc = scaling_check_k(o, cells.n_cells, cells.min_n, err);
    for (size_t i = 0; i < o->n_k; i++)
        points[i].k = o->k[i];
    if (rc == 0) {
        struct curve c = { &cells, o, q, points };
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
        /* Of ascending k the last ones are beyond n / 2. */
        for (; first < o->n_k && 2.0 * o->k[first] <= (double)cells.min_n; first++)
            tails[first] = (struct interval){ STAT_NAN, STAT_NAN };
        scaling_best_mean_tails(&cells, o, o->k + first, o->n_k - first, tails + first);
        *out = tails;
    }
    arena_release(&work);
    return rc;
}
