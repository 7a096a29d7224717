/*
 * equivalent_k.c - equivalent number of base samples.
 *
 * A replicate redraws tasks (when they are to stand for others) and then the rollouts of base and
 * method on the same tasks.  The budget's best of B is not redrawn: resampling a maximum over its
 * own samples is biased.
 *
 * Redrawn samples repeat themselves, so the curve of a replicate lies about 1 - (1 - c / n)^K,
 * below the unbiased one, and its K too far to the right: more tasks would only make it sure of the
 * wrong place.  An end of the interval is therefore read off that curve and carried to where the
 * unbiased one has the same height.
 */
#include "analysis/compare/equivalent_k.h"

#include "analysis/compare/compare_value.h"
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

static double method_level(const struct equivalent_task *tasks, size_t n_tasks, bool in_sample)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < n_tasks; t++) {
        double cells = 0.0;
        for (size_t i = 0; i < tasks[t].n_method; i++)
            cells += in_sample ? tasks[t].method[i].in_sample : tasks[t].method[i].value;
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
struct inverse_tables {
    size_t *base;
    size_t *method;
    struct stat_inverse *items;
    size_t n;
};

static void add_table(struct inverse_tables *x, int64_t n, double rate)
{
    struct stat_inverse *item = &x->items[x->n++];
    if (n > 0)
        stat_inverse_binomial(item, n, rate);
}

static struct inverse_tables make_tables(const struct equivalent_task *tasks, size_t n_tasks,
                                         struct arena *work)
{
    struct inverse_tables x = { arena_array(work, n_tasks, sizeof(size_t)),
                                arena_array(work, n_tasks, sizeof(size_t)), NULL, 0 };
    size_t n = 0;
    for (size_t t = 0; t < n_tasks; t++)
        n += tasks[t].n_base + tasks[t].n_method;
    x.items = arena_array(work, n, sizeof(*x.items));
    for (size_t t = 0; t < n_tasks; t++) {
        x.base[t] = x.n;
        for (size_t i = 0; i < tasks[t].n_base; i++)
            add_table(&x, tasks[t].base[i].n,
                      (double)tasks[t].base[i].c / (double)tasks[t].base[i].n);
        x.method[t] = x.n;
        for (size_t i = 0; i < tasks[t].n_method; i++)
            add_table(&x, tasks[t].method[i].n, tasks[t].method[i].value);
    }
    return x;
}

/* That one sample of the method gives what all samples of the base do is an answer; that the best
 * of B does is none, since it is the most that can be found. */
static struct equivalent_value judge_saturation(const struct equivalent_k *e,
                                                struct equivalent_value v)
{
    v.saturated =
        v.saturated && (e->kind == EQUIVALENT_BUDGET || v.k < e->k_max * (1.0 - PRECISION));
    return v;
}

struct equivalent_resampling {
    const struct equivalent_task *tasks;
    const struct equivalent_options *o;
    const struct equivalent_k *e;
    struct inverse_tables tables;
    double *values; /* by replicate; infinite when censored */
};

/* One task of a replicate: its base cells into the curve, its level of the method returned. */
static double redraw_task(const struct equivalent_resampling *x, struct stat_words *w, size_t t,
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
        const struct equivalent_share *m = &task->method[i];
        const struct stat_inverse *table = &x->tables.items[x->tables.method[t] + i];
        level +=
            m->n == 0 ? m->value : (double)stat_inverse_draw(table, stat_word(w)) / (double)m->n;
    }
    return level / (double)task->n_method;
}

static void draw_replicates(void *context, size_t block)
{
    struct equivalent_resampling *x = context;
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
        v = judge_saturation(x->e, v);
        x->values[r] = v.censored || v.saturated ? STAT_INF : v.k;
    }
    arena_release(&work);
}

/* Where the unbiased curve of the data is as high as the one of redrawn samples at k. */
static double carry_over(const struct equivalent_curve *c, double k, double k_max)
{
    double height = 1.0 - equivalent_curve_miss(c, k, EQUIVALENT_WITH_REPLACEMENT);
    return equivalent_curve_invert(c, height, k_max, EQUIVALENT_WITHOUT_REPLACEMENT, 0.0).k;
}

/* The ends; beyond k_max the replicates say no more than that. */
static void close_interval(const struct equivalent_task *tasks, const double *sorted, double level,
                           struct arena *work, struct equivalent_k *e)
{
    struct equivalent_curve c = curve_of(tasks, e->n_tasks, work);
    size_t n = (size_t)e->replicates;
    double low = stat_quantile_sorted(sorted, n, 0.5 * (1.0 - level));
    double high = stat_quantile_sorted(sorted, n, 0.5 * (1.0 + level));
    bool beyond = isinf(low) != 0;
    e->low = (struct equivalent_value){ carry_over(&c, beyond ? e->k_max : low, e->k_max), beyond,
                                        false };
    beyond = isinf(high) != 0;
    e->high = (struct equivalent_value){ beyond ? e->k_max : carry_over(&c, high, e->k_max), beyond,
                                         false };
}

static void resample(const struct equivalent_task *tasks, const struct equivalent_options *o,
                     struct equivalent_k *e)
{
    struct arena work = { 0 };
    size_t n = (size_t)e->replicates;
    struct equivalent_resampling x = { .tasks = tasks, .o = o, .e = e };
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
    close_interval(tasks, x.values, o->level, &work, e);
    e->share_below_1 = (double)below / (double)n;
    e->share_censored = (double)censored / (double)n;
    for (size_t i = 0; i < x.tables.n; i++)
        stat_inverse_release(&x.tables.items[i]);
    arena_release(&work);
}

/* What is read of base and method before the curve. */
struct equivalent_reading {
    const struct run_set *base, *method;
    const struct equivalent_options *o;
    int *steps;           /* of the method's runs */
    struct boa_fit *fits; /* by run of the method; n_tasks 0: its step is not chosen */
    int64_t budget;       /* B */
};

static void choose_steps(struct equivalent_reading *x, struct arena *work)
{
    const struct study *s = x->method->study;
    struct boa_fit_options fit = { BOA_SPLITS, x->o->seed, STAT_ANALYSIS_EQUIVALENT_K,
                                   x->o->threads };
    x->steps = arena_array(work, x->method->n_runs, sizeof(*x->steps));
    x->fits = arena_array(work, x->method->n_runs, sizeof(*x->fits));
    for (size_t r = 0; r < x->method->n_runs; r++) {
        size_t run = x->method->runs[r];
        x->steps[r] = study_resolve_step(s, run, x->o->step, x->o->rule);
        if (x->o->step == STEP_BOA && study_is_adaptive(&s->runs[run]))
            boa_fit_run(s, run, x->o->rule, &fit, work, &x->fits[r]);
    }
}

static size_t read_base(const struct equivalent_reading *x, size_t task, struct count *out)
{
    size_t n = 0;
    for (size_t r = 0; r < x->base->n_runs; r++) {
        const struct study_cell *c = study_cell_find(x->base->study, x->base->runs[r], task);
        struct count k = { 0, 0 };
        if (c != NULL)
            k = study_count_fast(x->base->study, c, 0, x->o->rule);
        if (k.n > 0)
            out[n++] = k;
    }
    return n;
}

static size_t read_policy(const struct equivalent_reading *x, size_t task,
                          struct equivalent_share *out, double *io_rollouts)
{
    const struct study *s = x->method->study;
    size_t n = 0;
    for (size_t r = 0; r < x->method->n_runs; r++) {
        const struct study_cell *c = study_cell_find(s, x->method->runs[r], task);
        struct count k = { 0, 0 };
        if (c != NULL)
            k = study_count_fast(s, c, x->steps[r], x->o->rule);
        if (k.n == 0)
            continue;
        struct equivalent_share m = { k.n, (double)k.c / (double)k.n, 0.0 };
        m.in_sample = m.value;
        if (x->fits[r].n_tasks > 0)
            m.value = x->fits[r].by_task[c - &s->cells[s->runs[x->method->runs[r]].first_cell]];
        if (isnan(m.value))
            continue;
        *io_rollouts += (double)c->count;
        out[n++] = m;
    }
    return n;
}

static size_t read_best(const struct equivalent_reading *x, size_t task,
                        struct equivalent_share *out)
{
    const struct study *s = x->method->study;
    struct arena work = { 0 };
    size_t n = 0;
    for (size_t r = 0; r < x->method->n_runs; r++) {
        const struct study_cell *c = study_cell_find(s, x->method->runs[r], task);
        if (c == NULL || c->count == 0)
            continue;
        double any = compare_best_of(s, c, COMPARE_WHOLE, x->budget, x->o->rule, &work).any;
        out[n++] = (struct equivalent_share){ 0, any, STAT_NAN };
        arena_reset(&work);
    }
    arena_release(&work);
    return n;
}

/* B: the rollouts that every cell of both sides has. */
static int64_t common_budget(const struct equivalent_reading *x)
{
    int64_t least = 0;
    for (size_t t = 0; t < x->base->study->n_tasks; t++) {
        for (size_t r = 0; r < x->base->n_runs + x->method->n_runs; r++) {
            bool is_base = r < x->base->n_runs;
            const struct run_set *set = is_base ? x->base : x->method;
            const struct study_cell *c =
                study_cell_find(set->study, set->runs[is_base ? r : r - x->base->n_runs], t);
            if (c == NULL)
                continue;
            int64_t n =
                is_base ? study_count_fast(set->study, c, 0, x->o->rule).n : (int64_t)c->count;
            if (n > 0 && (least == 0 || n < least))
                least = n;
        }
    }
    return least;
}

static int read_tasks(const struct equivalent_reading *x, struct arena *work,
                      struct equivalent_task *tasks, struct equivalent_k *e, struct err *err)
{
    double rollouts = 0.0;
    size_t cells = 0;
    e->n_tasks = 0;
    for (size_t t = 0; t < x->base->study->n_tasks; t++) {
        struct count *b = arena_array(work, x->base->n_runs, sizeof(*b));
        struct equivalent_share *m = arena_array(work, x->method->n_runs, sizeof(*m));
        double spent = 0.0;
        size_t n_base = read_base(x, t, b);
        size_t n_method =
            e->kind == EQUIVALENT_POLICY ? read_policy(x, t, m, &spent) : read_best(x, t, m);
        if (n_base == 0 || n_method == 0)
            continue;
        tasks[e->n_tasks++] = (struct equivalent_task){ b, n_base, m, n_method };
        rollouts += spent;
        cells += n_method;
    }
    if (e->n_tasks == 0)
        return err_set(err, ERR_NODATA, "base and method share no task with scored rollouts");
    e->rollouts = e->kind == EQUIVALENT_POLICY ? rollouts / (double)cells : (double)x->budget;
    return 0;
}

int equivalent_k(const struct run_set *base, const struct run_set *method,
                 const struct equivalent_options *o, struct equivalent_k out[2], struct err *err)
{
    struct arena work = { 0 };
    struct equivalent_reading x = { .base = base, .method = method, .o = o };
    struct equivalent_task *tasks = arena_array(&work, base->study->n_tasks, sizeof(*tasks));
    struct equivalent_k both[2] = { { .kind = EQUIVALENT_POLICY }, { .kind = EQUIVALENT_BUDGET } };
    int rc = 0;
    choose_steps(&x, &work);
    x.budget = common_budget(&x);
    for (int i = 0; i < 2 && rc == 0; i++) {
        struct equivalent_k *e = &both[i];
        e->replicates = o->replicates > 0 ? o->replicates : STAT_BOOTSTRAP_REPLICATES;
        rc = read_tasks(&x, &work, tasks, e, err);
        if (rc < 0)
            break;
        e->k_max = smallest_base(tasks, e->n_tasks);
        e->y = method_level(tasks, e->n_tasks, false);
        e->y_in_sample = method_level(tasks, e->n_tasks, true);
        e->base_y = equivalent_k_curve(tasks, e->n_tasks,
                                       e->kind == EQUIVALENT_POLICY ? 1.0 : (double)x.budget,
                                       EQUIVALENT_WITHOUT_REPLACEMENT);
        e->value = judge_saturation(e, equivalent_k_invert(tasks, e->n_tasks, e->y, e->k_max,
                                                           EQUIVALENT_WITHOUT_REPLACEMENT));
        e->with_replacement =
            equivalent_k_invert(tasks, e->n_tasks, e->y, e->k_max, EQUIVALENT_WITH_REPLACEMENT);
        resample(tasks, o, e);
        bool open = e->value.censored || e->value.saturated;
        e->efficiency = open ? STAT_NAN : e->value.k / e->rollouts;
    }
    if (rc == 0) {
        out[0] = both[0];
        out[1] = both[1];
    }
    arena_release(&work);
    return rc;
}
