/*
 * equivalent_k.c - equivalent number of base samples.
 *
 * A replicate redraws tasks (when they are to stand for others) and then the rollouts of base and
 * method on the same tasks.  The budget's 0 or 1 a cell, a maximum over all rollouts, is not
 * redrawn: resampling a maximum over all of its own samples is biased.
 */
#include "analysis/equivalent_k.h"

#include "analysis/stat_bootstrap.h"
#include "analysis/stat_passk.h"
#include "analysis/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define SAME 1e-12

const char *equivalent_kind_name(enum equivalent_kind kind)
{
    static const char *const names[] = { "policy", "budget" };
    return names[kind];
}

/* Chance that K draws miss every fast sample of a cell, without or with replacement. */
static double cell_miss(struct count k, double draws, enum equivalent_draws how)
{
    if (how == EQUIVALENT_WITHOUT_REPLACEMENT)
        return stat_passk_miss(draws, k.n, k.c);
    double rate = (double)k.c / (double)k.n;
    return rate < 1.0 ? pow(1.0 - rate, draws) : (draws > 0.0 ? 0.0 : 1.0);
}

/* 1 - f(K): keeps its digits where f approaches 1. */
static double curve_miss(const struct equivalent_task *tasks, size_t n_tasks, double k,
                         enum equivalent_draws how)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < n_tasks; t++) {
        double cells = 0.0;
        for (size_t i = 0; i < tasks[t].n_base; i++)
            cells += cell_miss(tasks[t].base[i], k, how);
        stat_sum_add(&sum, cells / (double)tasks[t].n_base);
    }
    return stat_sum_value(&sum) / (double)n_tasks;
}

double equivalent_k_curve(const struct equivalent_task *tasks, size_t n_tasks, double k,
                          enum equivalent_draws how)
{
    return 1.0 - curve_miss(tasks, n_tasks, k, how);
}

struct equivalent_value equivalent_k_invert(const struct equivalent_task *tasks, size_t n_tasks,
                                            double y, double k_max, enum equivalent_draws how)
{
    if (isnan(y) || n_tasks == 0)
        return (struct equivalent_value){ STAT_NAN, false };
    if (y <= SAME)
        return (struct equivalent_value){ 0.0, false };
    double least = curve_miss(tasks, n_tasks, k_max, how);
    if (least > 1.0 - y + SAME)
        return (struct equivalent_value){ k_max, true };
    /* A plateau that is y but for rounding is reached where it begins. */
    double target = fmax(1.0 - y, least);
    double low = 0.0;
    double high = k_max;
    for (int i = 0; i < 100; i++) {
        double mid = 0.5 * (low + high);
        if (!(mid > low) || !(mid < high))
            break;
        if (curve_miss(tasks, n_tasks, mid, how) > target)
            low = mid;
        else
            high = mid;
    }
    return (struct equivalent_value){ high, false };
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

static const struct count *redraw(struct rng *g, const struct count *from, size_t n,
                                  struct arena *work)
{
    struct count *to = arena_array(work, n, sizeof(*to));
    for (size_t i = 0; i < n; i++) {
        to[i].n = from[i].n;
        to[i].c = stat_draw_binomial(g, from[i].n, (double)from[i].c / (double)from[i].n);
    }
    return to;
}

static struct equivalent_value replicate(const struct equivalent_task *tasks, size_t n_tasks,
                                         bool redraw_method, double k_max,
                                         const struct equivalent_options *o, size_t r,
                                         struct arena *work)
{
    struct rng g;
    stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_EQUIVALENT_K, r);
    struct equivalent_task *drawn = arena_array(work, n_tasks, sizeof(*drawn));
    for (size_t t = 0; t < n_tasks; t++) {
        drawn[t] = tasks[o->new_tasks ? rng_below(&g, (uint32_t)n_tasks) : t];
        drawn[t].base = redraw(&g, drawn[t].base, drawn[t].n_base, work);
        if (redraw_method)
            drawn[t].method = redraw(&g, drawn[t].method, drawn[t].n_method, work);
    }
    return equivalent_k_invert(drawn, n_tasks, method_level(drawn, n_tasks), k_max,
                               EQUIVALENT_WITHOUT_REPLACEMENT);
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
    struct arena values_arena = { 0 };
    struct arena work = { 0 };
    size_t n = (size_t)e->replicates;
    double *values = arena_array(&values_arena, n, sizeof(*values));
    size_t below = 0;
    size_t censored = 0;
    for (size_t r = 0; r < n; r++) {
        struct equivalent_value v =
            replicate(tasks, e->n_tasks, e->kind == EQUIVALENT_POLICY, e->k_max, o, r, &work);
        values[r] = v.censored ? STAT_INF : v.k;
        below += !v.censored && v.k < 1.0;
        censored += v.censored;
        arena_reset(&work);
    }
    stat_sort(values, n);
    double tail = 0.5 * (1.0 - o->level);
    e->low = quantile_value(values, n, tail, e->k_max);
    e->high = quantile_value(values, n, 1.0 - tail, e->k_max);
    e->share_below_1 = (double)below / (double)n;
    e->share_censored = (double)censored / (double)n;
    arena_release(&work);
    arena_release(&values_arena);
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
