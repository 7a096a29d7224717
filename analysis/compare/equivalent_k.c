/*
 * equivalent_k.c - equivalent number of base samples.
 *
 * A replicate redraws tasks (when they are to stand for others) and then the rollouts of base and
 * method on the same tasks.  The budget's 0 or 1 a cell, a maximum over all rollouts, is not
 * redrawn: resampling a maximum over all of its own samples is biased.
 */
#include "analysis/compare/equivalent_k.h"

#include "analysis/compare/equivalent_curve.h"
#include "analysis/resample/stat_words.h"
#include "analysis/stat/stat_inverse.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define BLOCK     64   /* replicates of one unit of work */
#define PRECISION 1e-6 /* of K in a replicate */

const char *equivalent_kind_name(enum equivalent_kind kind)
{
    static const char *const names[] = { "policy", "budget" };
    return names[kind];
}

static struct equivalent_curve curve_of(const struct equivalent_task *tasks, size_t n_tasks,
                                        struct arena *work)
{
    struct equivalent_curve c;
    equivalent_curve_init(&c, tasks, n_tasks, work);
    equivalent_curve_add_tasks(&c, tasks, n_tasks);
    return c;
}

double equivalent_k_curve(const struct equivalent_task *tasks, size_t n_tasks, double k,
                          enum equivalent_draws how)
{
    struct arena work = { 0 };
    struct equivalent_curve c = curve_of(tasks, n_tasks, &work);
    double value = 1.0 - equivalent_curve_miss(&c, k, how);
    arena_release(&work);
    return value;
}

struct equivalent_value equivalent_k_invert(const struct equivalent_task *tasks, size_t n_tasks,
                                            double y, double k_max, enum equivalent_draws how)
{
    struct arena work = { 0 };
    struct equivalent_curve c = curve_of(tasks, n_tasks, &work);
    struct equivalent_value v = equivalent_curve_invert(&c, y, k_max, how, 0.0);
    arena_release(&work);
    return v;
}

static double method_level(const struct equivalent_task *tasks, size_t n_tasks)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < n_tasks; t++) {
        double cells = 0.0;
        for (size_t i = 0; i < tasks[t].n_method; i++)
            cells += (double)tasks[t].method[i].c / (double)tasks[t].method[i].n;
        stat_sum_add(&sum, cells / (double)tasks[t].n_method);
    }
    return stat_sum_value(&sum) / (double)n_tasks;
}

static double smallest_base(const struct equivalent_task *tasks, size_t n_tasks)
{
    int64_t n = tasks[0].base[0].n;
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t i = 0; i < tasks[t].n_base; i++)
            n = tasks[t].base[i].n < n ? tasks[t].base[i].n : n;
    }
    return (double)n;
}

/* Draws of every cell, one table each: of task t from base[t] and method[t] on. */
struct tables {
    size_t *base;
    size_t *method;
    struct stat_inverse *items;
    size_t n;
};

static void add_table(struct tables *x, struct count k)
{
    stat_inverse_binomial(&x->items[x->n++], k.n, (double)k.c / (double)k.n);
}

static struct tables make_tables(const struct equivalent_task *tasks, size_t n_tasks,
                                 struct arena *work)
{
    struct tables x = { arena_array(work, n_tasks, sizeof(size_t)),
                        arena_array(work, n_tasks, sizeof(size_t)), NULL, 0 };
    size_t n = 0;
    for (size_t t = 0; t < n_tasks; t++)
        n += tasks[t].n_base + tasks[t].n_method;
    x.items = arena_array(work, n, sizeof(*x.items));
    for (size_t t = 0; t < n_tasks; t++) {
        x.base[t] = x.n;
        for (size_t i = 0; i < tasks[t].n_base; i++)
            add_table(&x, tasks[t].base[i]);
        x.method[t] = x.n;
        for (size_t i = 0; i < tasks[t].n_method; i++)
            add_table(&x, tasks[t].method[i]);
    }
    return x;
}

struct resampling {
    const struct equivalent_task *tasks;
    const struct equivalent_options *o;
    const struct equivalent_k *e;
    struct tables tables;
    double *values; /* by replicate; infinite when censored */
};

/* One task of a replicate: its base cells into the curve, its level of the method returned. */
static double redraw_task(const struct resampling *x, struct stat_words *w, size_t t,
                          struct equivalent_curve *curve)
{
    const struct equivalent_task *task = &x->tasks[t];
    double weight = 1.0 / ((double)x->e->n_tasks * (double)task->n_base);
    double level = 0.0;
    for (size_t i = 0; i < task->n_base; i++) {
        struct count k = task->base[i];
        k.c = stat_inverse_draw(&x->tables.items[x->tables.base[t] + i], stat_word(w));
        equivalent_curve_add(curve, k, weight);
    }
    for (size_t i = 0; i < task->n_method; i++) {
        struct count k = task->method[i];
        if (x->e->kind == EQUIVALENT_POLICY)
            k.c = stat_inverse_draw(&x->tables.items[x->tables.method[t] + i], stat_word(w));
        level += (double)k.c / (double)k.n;
    }
    return level / (double)task->n_method;
}

static void draw_replicates(void *context, size_t block)
{
    struct resampling *x = context;
    struct arena work = { 0 };
    struct equivalent_curve curve;
    size_t n_tasks = x->e->n_tasks;
    size_t all = (size_t)x->e->replicates;
    size_t end = (block + 1) * BLOCK < all ? (block + 1) * BLOCK : all;
    equivalent_curve_init(&curve, x->tasks, n_tasks, &work);
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        struct stat_sum level = { 0.0, 0.0 };
        stat_words_open(&w, x->o->seed, STAT_ANALYSIS_EQUIVALENT_K, r, 0);
        equivalent_curve_clear(&curve);
        for (size_t i = 0; i < n_tasks; i++) {
            size_t t = x->o->new_tasks ? stat_word_below(&w, (uint32_t)n_tasks) : i;
            stat_sum_add(&level, redraw_task(x, &w, t, &curve));
        }
        struct equivalent_value v =
            equivalent_curve_invert(&curve, stat_sum_value(&level) / (double)n_tasks, x->e->k_max,
                                    EQUIVALENT_WITHOUT_REPLACEMENT, PRECISION);
        x->values[r] = v.censored ? STAT_INF : v.k;
    }
    arena_release(&work);
}

static struct equivalent_value quantile_value(const double *sorted, size_t n, double p,
                                              double k_max)
{
    double k = stat_quantile_sorted(sorted, n, p);
    return (struct equivalent_value){ isinf(k) ? k_max : k, isinf(k) != 0 };
}

static void resample(const struct equivalent_task *tasks, const struct equivalent_options *o,
                     struct equivalent_k *e)
{
    struct arena work = { 0 };
    size_t n = (size_t)e->replicates;
    struct resampling x = { .tasks = tasks, .o = o, .e = e };
    size_t below = 0;
    size_t censored = 0;
    x.values = arena_array(&work, n, sizeof(*x.values));
    x.tables = make_tables(tasks, e->n_tasks, &work);
    parallel_for((n + BLOCK - 1) / BLOCK, o->threads, draw_replicates, &x);
    for (size_t r = 0; r < n; r++) {
        below += x.values[r] < 1.0;
        censored += isinf(x.values[r]) != 0;
    }
    stat_sort(x.values, n);
    double tail = 0.5 * (1.0 - o->level);
    e->low = quantile_value(x.values, n, tail, e->k_max);
    e->high = quantile_value(x.values, n, 1.0 - tail, e->k_max);
    e->share_below_1 = (double)below / (double)n;
    e->share_censored = (double)censored / (double)n;
    for (size_t i = 0; i < x.tables.n; i++)
        stat_inverse_release(&x.tables.items[i]);
    arena_release(&work);
}

/* Outcomes of a task's cells at a step of each run; without steps, one 0 or 1 a cell over all. */
static size_t read_counts(const struct run_set *set, size_t task, const int *steps,
                          struct speed_rule rule, struct count *out, double *io_rollouts)
{
    size_t n = 0;
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_cell *c = study_cell_find(set->study, set->runs[r], task);
        if (c == NULL)
            continue;
        int step = steps == NULL ? STEP_ALL : steps[r];
        struct count k = study_count_fast(set->study, c, step, rule);
        if (k.n == 0)
            continue;
        *io_rollouts += (double)c->count;
        out[n++] = steps == NULL ? (struct count){ 1, k.c > 0 } : k;
    }
    return n;
}

static int *resolve_steps(const struct run_set *set, int step, struct speed_rule rule,
                          struct arena *work)
{
    int *steps = arena_array(work, set->n_runs, sizeof(*steps));
    for (size_t r = 0; r < set->n_runs; r++)
        steps[r] = study_resolve_step(set->study, set->runs[r], step, rule);
    return steps;
}

static int read_tasks(const struct run_set *base, const struct run_set *method,
                      const struct equivalent_options *o, struct arena *work,
                      struct equivalent_task *tasks, struct equivalent_k *e, struct err *err)
{
    const struct study *s = base->study;
    const int *base_steps = resolve_steps(base, 0, o->rule, work);
    const int *steps = NULL;
    double rollouts = 0.0;
    size_t cells = 0;
    e->n_tasks = 0;
    if (e->kind == EQUIVALENT_POLICY)
        steps = resolve_steps(method, o->step, o->rule, work);
    for (size_t t = 0; t < s->n_tasks; t++) {
        struct count *b = arena_array(work, base->n_runs, sizeof(*b));
        struct count *m = arena_array(work, method->n_runs, sizeof(*m));
        double unused = 0.0;
        double spent = 0.0;
        size_t n_base = read_counts(base, t, base_steps, o->rule, b, &unused);
        size_t n_method = read_counts(method, t, steps, o->rule, m, &spent);
        if (n_base == 0 || n_method == 0)
            continue;
        tasks[e->n_tasks++] = (struct equivalent_task){ b, n_base, m, n_method };
        rollouts += spent;
        cells += n_method;
    }
    if (e->n_tasks == 0)
        return err_set(err, ERR_NODATA, "base and method share no task with scored rollouts");
    e->rollouts = rollouts / (double)cells;
    return 0;
}

int equivalent_k(const struct run_set *base, const struct run_set *method,
                 const struct equivalent_options *o, struct equivalent_k out[2], struct err *err)
{
    struct arena work = { 0 };
    struct equivalent_task *tasks = arena_array(&work, base->study->n_tasks, sizeof(*tasks));
    struct equivalent_k both[2] = { { .kind = EQUIVALENT_POLICY }, { .kind = EQUIVALENT_BUDGET } };
    int rc = 0;
    for (int i = 0; i < 2 && rc == 0; i++) {
        struct equivalent_k *e = &both[i];
        e->replicates = o->replicates > 0 ? o->replicates : STAT_BOOTSTRAP_REPLICATES;
        rc = read_tasks(base, method, o, &work, tasks, e, err);
        if (rc < 0)
            break;
        e->k_max = smallest_base(tasks, e->n_tasks);
        e->y = method_level(tasks, e->n_tasks);
        e->value =
            equivalent_k_invert(tasks, e->n_tasks, e->y, e->k_max, EQUIVALENT_WITHOUT_REPLACEMENT);
        e->with_replacement =
            equivalent_k_invert(tasks, e->n_tasks, e->y, e->k_max, EQUIVALENT_WITH_REPLACEMENT);
        resample(tasks, o, e);
        e->efficiency = e->value.censored ? STAT_NAN : e->value.k / e->rollouts;
    }
    if (rc == 0) {
        out[0] = both[0];
        out[1] = both[1];
    }
    arena_release(&work);
    return rc;
}
