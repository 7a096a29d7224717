#include "analysis/scaling_best.h"

#include "analysis/stat_passk.h"
#include "analysis/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

/* Speedups of a cell at a step, ascending; failures are 0. */
static size_t read_speedups(const struct study *s, const struct study_cell *c, int step,
                            double *out)
{
    size_t n = 0;
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (step == STEP_ALL || r->step == step)
            out[n++] = r->correct && !isnan(r->speedup) ? r->speedup : 0.0;
    }
    stat_sort(out, n);
    return n;
}

/* Chance that K of the n samples are all among the lowest m. */
static double all_below(double k, size_t n, size_t m)
{
    return stat_passk_miss(k, (int64_t)n, (int64_t)(n - m));
}

static double mean_log_best(double k, const double *x, size_t n, size_t n_failed)
{
    struct stat_sum sum = { 0.0, 0.0 };
    double before = all_below(k, n, n_failed);
    double some = 1.0 - before;
    for (size_t i = n_failed; i < n; i++) {
        double up_to = all_below(k, n, i + 1);
        stat_sum_add(&sum, log(x[i]) * (up_to - before));
        before = up_to;
    }
    return some > 0.0 ? stat_sum_value(&sum) / some : STAT_NAN;
}

/* Sums over the runs of one task. */
struct task_sums {
    size_t n;
    size_t n_geometric;
    double quantile;
    double log_best;
    double no_speedup;
};

static int add_cell(const double *x, size_t n, double k, double q, struct task_sums *t,
                    struct err *err)
{
    size_t n_failed = 0;
    double quantile = 0.0;
    while (n_failed < n && !(x[n_failed] > 0.0))
        n_failed++;
    int rc = stat_passk_max_quantile(k, x, n, q, &quantile, err);
    if (rc < 0)
        return rc;
    double log_best = mean_log_best(k, x, n, n_failed);
    t->n++;
    t->quantile += quantile;
    t->no_speedup += all_below(k, n, n_failed);
    if (!isnan(log_best)) {
        t->n_geometric++;
        t->log_best += log_best;
    }
    return 0;
}

static int one_point(const struct run_set *set, const int *steps, double q, struct arena *work,
                     struct scaling_best *out, struct err *err)
{
    const struct study *s = set->study;
    struct stat_sum quantile = { 0.0, 0.0 };
    struct stat_sum log_best = { 0.0, 0.0 };
    struct stat_sum no_speedup = { 0.0, 0.0 };
    for (size_t t = 0; t < s->n_tasks; t++) {
        struct task_sums sums = { 0 };
        for (size_t r = 0; r < set->n_runs; r++) {
            const struct study_cell *c = study_cell_find(s, set->runs[r], t);
            double *x = arena_array(work, c == NULL ? 1 : c->count + 1, sizeof(*x));
            size_t n = c == NULL ? 0 : read_speedups(s, c, steps[r], x);
            int rc = n == 0 ? 0 : add_cell(x, n, out->k, q, &sums, err);
            if (rc < 0)
                return rc;
            if (n > 0 && (out->min_n == 0 || (int64_t)n < out->min_n))
                out->min_n = (int64_t)n;
        }
        if (sums.n == 0)
            continue;
        out->n_tasks++;
        stat_sum_add(&quantile, sums.quantile / (double)sums.n);
        stat_sum_add(&no_speedup, sums.no_speedup / (double)sums.n);
        if (sums.n_geometric == 0)
            continue;
        out->n_geometric++;
        stat_sum_add(&log_best, sums.log_best / (double)sums.n_geometric);
    }
    double tasks = (double)out->n_tasks;
    out->quantile = stat_sum_value(&quantile) / tasks;
    out->no_speedup = stat_sum_value(&no_speedup) / tasks;
    out->geometric = out->n_geometric == 0
                         ? STAT_NAN
                         : exp(stat_sum_value(&log_best) / (double)out->n_geometric);
    return out->n_tasks > 0 ? 0
                            : err_set(err, ERR_NODATA, "no task has a scored rollout at this step");
}

int scaling_best_curve(const struct run_set *set, const struct scaling_options *o, double q,
                       struct arena *arena, struct scaling_best **out, struct err *err)
{
    struct arena work = { 0 };
    struct scaling_best *points = arena_array(arena, o->n_k + 1, sizeof(*points));
    int *steps = arena_array(arena, set->n_runs + 1, sizeof(*steps));
    int rc = 0;
    if (!(q > 0.0) || !(q < 1.0))
        return err_set(err, ERR_USAGE, "a quantile lies between 0 and 1");
    for (size_t r = 0; r < set->n_runs; r++)
        steps[r] = study_resolve_step(set->study, set->runs[r], o->step, o->rule);
    for (size_t i = 0; i < o->n_k && rc == 0; i++) {
        points[i].k = o->k[i];
        rc = one_point(set, steps, q, &work, &points[i], err);
        arena_reset(&work);
    }
    arena_release(&work);
    if (rc == 0)
        *out = points;
    return rc;
}
