#include "analysis/select/select_against.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

struct paired_cell {
    size_t run, task;
    double fast[2];
};

/* False: its samples lack what the rule needs. */
static bool chance_of(const struct select_cell *c, const struct select_strategy *s,
                      const struct select_options *o, double *out)
{
    struct arena work = { 0 };
    size_t n = s->deployable ? c->n : c->n_correct;
    bool known = true;
    *out = 0.0;
    if (n > 0) {
        struct select_outcome x =
            select_outcome_of(s, c, select_width_of(s, o->m, n), o->rule, &work);
        known = x.defined;
        *out = x.fast;
    }
    arena_release(&work);
    return known;
}

/* Cells by task, then run. */
static int by_task(const void *pa, const void *pb)
{
    const struct paired_cell *a = pa;
    const struct paired_cell *b = pb;
    int task = (a->task > b->task) - (a->task < b->task);
    return task != 0 ? task : (a->run > b->run) - (a->run < b->run);
}

static double sd_over_runs(const struct paired_cell *x, size_t n, size_t n_runs, int rule,
                           struct arena *work)
{
    double *values = arena_array(work, n_runs + 1, sizeof(*values));
    size_t kept = 0;
    for (size_t r = 0; r < n_runs; r++) {
        struct stat_sum sum = { 0.0, 0.0 };
        double size = 0.0;
        for (size_t i = 0; i < n; i++) {
            if (x[i].run != r)
                continue;
            stat_sum_add(&sum, x[i].fast[rule]);
            size++;
        }
        if (size > 0.0)
            values[kept++] = stat_sum_value(&sum) / size;
    }
    return kept < 2 ? STAT_NAN : sqrt(stat_variance(values, kept));
}

static size_t collect(const struct select_pool *pool, const struct select_options *o,
                      struct select_against *r, struct paired_cell *x)
{
    size_t n = 0;
    for (size_t i = 0; i < pool->n_cells; i++) {
        const struct select_cell *c = &pool->cells[i];
        struct paired_cell p = { c->run, c->task, { 0.0, 0.0 } };
        if (o->skip_degenerate && c->degenerate != NULL)
            continue;
        bool known = chance_of(c, r->rule, o, &p.fast[0]);
        if (!chance_of(c, r->against, o, &p.fast[1]) || !known)
            r->n_undefined++;
        else
            x[n++] = p;
    }
    qsort(x, n, sizeof(*x), by_task);
    return n;
}

/* Differences of tasks and what runs add to them. */
static void infer(const struct paired_cell *x, size_t n, size_t most_runs, double level,
                  uint64_t seed, struct arena *work, struct select_against *r)
{
    double *d = arena_array(work, n + 1, sizeof(*d));
    double *y = arena_array(work, n + 1, sizeof(*y));
    size_t *run = arena_array(work, n + 1, sizeof(*run));
    size_t *first = arena_array(work, n + 1, sizeof(*first));
    struct stat_sum sums[2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
    for (size_t i = 0; i < n;) {
        double means[2] = { 0.0, 0.0 };
        size_t from = i;
        for (; i < n && x[i].task == x[from].task; i++) {
            y[i] = stat_on_grid(x[i].fast[0] - x[i].fast[1]);
            run[i] = x[i].run;
            means[0] += x[i].fast[0];
            means[1] += x[i].fast[1];
        }
        for (int k = 0; k < 2; k++) {
            means[k] /= (double)(i - from);
            stat_sum_add(&sums[k], means[k]);
        }
        d[r->n_tasks++] = stat_on_grid(means[0] - means[1]);
        first[r->n_tasks] = i;
    }
    if (n == 0)
        return;
    for (int k = 0; k < 2; k++)
        r->fast[k] = stat_sum_value(&sums[k]) / (double)r->n_tasks;
    r->difference = r->fast[0] - r->fast[1];
    r->cohens_h = stat_cohens_h(r->fast[0], r->fast[1]);
    (void)stat_sign_flip(d, r->n_tasks, STAT_TWO_SIDED, 0, seed, STAT_ANALYSIS_SELECTION, &r->flip,
                         NULL);
    r->these_runs = stat_interval_of_shares(stat_interval_student(d, r->n_tasks, level));
    r->these_runs = stat_interval_undecided(r->these_runs, r->flip.min_p, 0.0, level);
    const struct stat_cells cells = { r->n_tasks, first, run, y, most_runs };
    struct stat_runs runs = stat_runs_of(&cells, work);
    r->n_runs = runs.n_runs;
    struct stat_error e = stat_crossed_new_tasks(stat_variance(d, r->n_tasks) / (double)r->n_tasks,
                                                 r->n_tasks, &runs, 1);
    r->new_runs = stat_interval_of_shares(stat_crossed_interval(r->difference, e, level));
    r->new_runs = stat_interval_undecided(r->new_runs, r->flip.min_p, 0.0, level);
    r->p_new_runs = fmax(stat_crossed_p(r->difference, e), r->flip.p);
    if (isnan(r->new_runs.low))
        r->p_new_runs = STAT_NAN;
}

void select_against_of(const struct select_pool *pool, const struct select_strategy *rule,
                       const struct select_strategy *against, const struct select_options *o,
                       uint64_t seed, struct select_against *out)
{
    const struct interval none = { STAT_NAN, STAT_NAN };
    struct select_against r = { .rule = rule,
                                .against = against,
                                .fast = { STAT_NAN, STAT_NAN },
                                .difference = STAT_NAN,
                                .cohens_h = STAT_NAN,
                                .these_runs = none,
                                .new_runs = none,
                                .flip = { .p = STAT_NAN, .min_p = STAT_NAN },
                                .p_new_runs = STAT_NAN };
    struct arena work = { 0 };
    struct paired_cell *x = arena_array(&work, pool->n_cells + 1, sizeof(*x));
    r.n_cells = collect(pool, o, &r, x);
    infer(x, r.n_cells, pool->study->n_runs, o->level, seed, &work, &r);
    for (int k = 0; k < 2; k++)
        r.sd_runs[k] = sd_over_runs(x, r.n_cells, pool->study->n_runs, k, &work);
    arena_release(&work);
    *out = r;
}

double select_sd_runs(const struct select_pool *pool, const struct select_strategy *rule,
                      const struct select_options *o)
{
    struct arena work = { 0 };
    struct select_against r = { .rule = rule, .against = rule };
    struct paired_cell *x = arena_array(&work, pool->n_cells + 1, sizeof(*x));
    size_t n = collect(pool, o, &r, x);
    double sd = sd_over_runs(x, n, pool->study->n_runs, 0, &work);
    arena_release(&work);
    return sd;
}
