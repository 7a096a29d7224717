#include "analysis/compare/compare_methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare_value.h"
#include "analysis/resample/stat_hierarchy.h"
#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum {
    RUN_VALUE, /* of each estimand, as the next two */
    RUN_IF_FAILED = RUN_VALUE + COMPARE_ESTIMAND_COUNT,
    RUN_IF_FAST = RUN_IF_FAILED + COMPARE_ESTIMAND_COUNT,
    RUN_IN_SAMPLE = RUN_IF_FAST + COMPARE_ESTIMAND_COUNT,
    RUN_PART, /* part of COMPARE_SAMPLE's mean, independent over tasks */
    RUN_NUMBERS
};

struct run_value {
    size_t run; /* of the method's */
    double v[RUN_NUMBERS];
    double c;
    double n;
    struct compare_missing missing;
};

struct method_cell {
    size_t n_runs;
    struct run_value *runs;
};

struct methods {
    const struct run_groups *groups;
    const struct methods_options *o;
    const struct study *study;
    struct arena *arena;
    int64_t budget;
    struct method_cell *cells; /* [task * n + method] */
};

static const struct method_cell *cell_of(const struct methods *x, size_t task, size_t method)
{
    return &x->cells[task * x->groups->n + method];
}

static const struct study_cell *rollouts_of(const struct study *s, size_t run, size_t task)
{
    const struct study_cell *c = study_cell_find(s, run, task);
    return c != NULL && c->count > 0 ? c : NULL;
}

static int64_t smallest_cell(const struct run_groups *g, const struct study *s, struct arena *arena,
                             size_t *out_method, size_t *out_task)
{
    int64_t least = 0;
    size_t *tasks = arena_array(arena, s->n_tasks + 1, sizeof(*tasks));
    size_t n_tasks = run_groups_common(g, tasks);
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t m = 0; m < g->n; m++) {
            for (size_t i = 0; i < g->items[m].set.n_runs; i++) {
                const struct study_cell *c = rollouts_of(s, g->items[m].set.runs[i], tasks[t]);
                if (c == NULL || (least > 0 && (int64_t)c->count >= least))
                    continue;
                least = (int64_t)c->count;
                *out_method = m;
                *out_task = tasks[t];
            }
        }
    }
    return least;
}

static void measure_run(const struct methods *x, const struct compare_run *r, size_t task,
                        struct run_value *out)
{
    struct arena work = { 0 };
    const struct study_cell *cell = study_cell_find(x->study, r->run, task);
    struct boa_share share = compare_share_of(x->study, r, cell, x->o->rule);
    struct compare_best best =
        compare_best_of(x->study, cell, COMPARE_WHOLE, x->budget, x->o->rule, &work);
    *out = (struct run_value){ .v = { share.cross_fitted, best.any, best.log_best },
                               .c = share.cross_fitted * (double)share.count.n,
                               .n = (double)share.count.n };
    out->v[RUN_PART] = share.part;
    out->v[RUN_IN_SAMPLE] = r->adaptive ? share.in_sample : STAT_NAN;
    const struct compare_bound bounds[] = {
        [COMPARE_SAMPLE] = compare_bound_share(x->study, cell, share.count.n,
                                               out->v[RUN_VALUE + COMPARE_SAMPLE], x->o->rule),
        [COMPARE_BEST] = compare_bound_best(x->study, cell, x->budget, x->o->rule),
        [COMPARE_LOG_BEST] = { STAT_NAN, STAT_NAN },
    };
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        out->v[RUN_IF_FAILED + e] = bounds[e].low;
        out->v[RUN_IF_FAST + e] = bounds[e].high;
    }
    out->missing = compare_missing_of(x->study, cell, x->o->rule);
    arena_release(&work);
}

static void measure_all(struct methods *x)
{
    const struct study *s = x->study;
    struct boa_fit_options fit = boa_fit_standard(x->o->seed, x->o->threads);
    x->cells = arena_array(x->arena, s->n_tasks * x->groups->n, sizeof(*x->cells));
    for (size_t m = 0; m < x->groups->n; m++) {
        const struct run_set *set = &x->groups->items[m].set;
        for (size_t i = 0; i < set->n_runs; i++) {
            struct compare_run r;
            compare_run_open(s, set->runs[i], x->o->rule, &fit, x->arena, &r);
            for (size_t t = 0; t < s->n_tasks; t++) {
                struct method_cell *cell = &x->cells[t * x->groups->n + m];
                if (rollouts_of(s, set->runs[i], t) == NULL)
                    continue;
                if (cell->runs == NULL)
                    cell->runs = arena_array(x->arena, set->n_runs, sizeof(*cell->runs));
                measure_run(x, &r, t, &cell->runs[cell->n_runs]);
                cell->runs[cell->n_runs++].run = i;
            }
        }
    }
}

static double mean_of(const struct method_cell *c, size_t number)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < c->n_runs; i++)
        stat_sum_add(&sum, c->runs[i].v[number]);
    return c->n_runs == 0 ? STAT_NAN : stat_sum_value(&sum) / (double)c->n_runs;
}

static void choose_tasks(const struct methods *x, struct methods_result *r)
{
    size_t n = x->groups->n;
    r->tasks = arena_array(x->arena, x->study->n_tasks + 1, sizeof(*r->tasks));
    r->by_task = arena_array(x->arena, (x->study->n_tasks + 1) * n, sizeof(*r->by_task));
    r->parts = arena_array(x->arena, (x->study->n_tasks + 1) * n, sizeof(*r->parts));
    for (size_t t = 0; t < x->study->n_tasks; t++) {
        bool all = true;
        bool any = false;
        for (size_t m = 0; m < n; m++) {
            double v = mean_of(cell_of(x, t, m), RUN_VALUE + (size_t)r->estimand);
            r->by_task[r->n_tasks * n + m] = stat_on_grid(v);
            r->parts[r->n_tasks * n + m] = stat_on_grid(
                r->estimand == COMPARE_SAMPLE ? mean_of(cell_of(x, t, m), RUN_PART) : v);
            all = all && !isnan(v);
            any = any || cell_of(x, t, m)->n_runs > 0;
        }
        if (all)
            r->tasks[r->n_tasks++] = t;
        r->n_left_out += any && !all;
    }
}

/* What a method's runs have in common over the common tasks. */
static struct stat_runs runs_of(const struct methods *x, size_t method,
                                const struct methods_result *r)
{
    struct arena work = { 0 };
    size_t n_runs = x->groups->items[method].set.n_runs;
    size_t number =
        r->estimand == COMPARE_SAMPLE ? (size_t)RUN_PART : RUN_VALUE + (size_t)r->estimand;
    size_t *first = arena_array(&work, r->n_tasks + 1, sizeof(*first));
    size_t *run = arena_array(&work, r->n_tasks * n_runs + 1, sizeof(*run));
    double *y = arena_array(&work, r->n_tasks * n_runs + 1, sizeof(*y));
    size_t n = 0;
    for (size_t i = 0; i < r->n_tasks; i++) {
        const struct method_cell *c = cell_of(x, r->tasks[i], method);
        for (size_t k = 0; k < c->n_runs; k++) {
            run[n] = c->runs[k].run;
            y[n++] = stat_on_grid(c->runs[k].v[number]);
        }
        first[i + 1] = n;
    }
    struct stat_cells cells = { r->n_tasks, first, run, y, n_runs };
    struct stat_runs out = stat_runs_of(&cells, &work);
    arena_release(&work);
    return out;
}

static void measure_value(const struct methods *x, size_t method, struct methods_result *r)
{
    struct method_value *v = &r->values[method];
    size_t n = r->n_tasks;
    double *column = arena_array(x->arena, n + 1, sizeof(*column));
    double *parts = arena_array(x->arena, n + 1, sizeof(*parts));
    struct stat_sum in_sample = { 0.0, 0.0 };
    struct stat_sum failed = { 0.0, 0.0 };
    struct stat_sum fast = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++) {
        const struct method_cell *c = cell_of(x, r->tasks[i], method);
        column[i] = r->by_task[i * x->groups->n + method];
        parts[i] = r->parts[i * x->groups->n + method];
        stat_sum_add(&in_sample, mean_of(c, RUN_IN_SAMPLE));
        stat_sum_add(&failed, mean_of(c, RUN_IF_FAILED + (size_t)r->estimand));
        stat_sum_add(&fast, mean_of(c, RUN_IF_FAST + (size_t)r->estimand));
        for (size_t k = 0; k < c->n_runs; k++)
            compare_missing_add(&v->missing, c->runs[k].missing);
    }
    v->value = n == 0 ? STAT_NAN : stat_mean(column, n);
    v->runs = runs_of(x, method, r);
    if (r->estimand == COMPARE_LOG_BEST) {
        v->ci_these_runs = stat_interval_student(parts, n, x->o->level);
        v->ci = stat_crossed_interval(
            v->value, stat_crossed_new_tasks(stat_variance(parts, n) / (double)n, n, &v->runs, 1),
            x->o->level);
    } else { /* whose ends stay within 0 and 1 */
        v->ci_these_runs = stat_interval_share(parts, NULL, n, x->o->level);
        v->ci = stat_crossed_share(v->ci_these_runs, v->value, n, &v->runs, x->o->level);
    }
    v->in_sample =
        n == 0 || r->estimand != COMPARE_SAMPLE ? STAT_NAN : stat_sum_value(&in_sample) / (double)n;
    v->if_failed = n == 0 ? STAT_NAN : stat_sum_value(&failed) / (double)n;
    v->if_fast = n == 0 ? STAT_NAN : stat_sum_value(&fast) / (double)n;
    v->tasks_mean = v->population_mean = v->chance_best = v->mean_rank = STAT_NAN;
    v->tasks_ci = v->population_ci = (struct interval){ STAT_NAN, STAT_NAN };
}

static void measure_pair(const struct methods *x, size_t a, size_t b, struct methods_result *r)
{
    struct method_pair *p = &r->pairs[r->n_pairs++];
    size_t k = x->groups->n;
    double *d = arena_array(x->arena, r->n_tasks + 1, sizeof(*d));
    *p = (struct method_pair){ .a = a, .b = b, .t = STAT_NAN, .p = STAT_NAN };
    p->p_holm = p->p_holm_these_runs = p->posterior = p->chance_greater = STAT_NAN;
    p->flip = (struct stat_sign_flip){ .mean = STAT_NAN, .p = STAT_NAN, .min_p = STAT_NAN };
    p->posterior_ci = (struct interval){ STAT_NAN, STAT_NAN };
    for (size_t i = 0; i < r->n_tasks; i++)
        d[i] = stat_on_grid(r->parts[i * k + b] - r->parts[i * k + a]);
    p->difference = r->values[b].value - r->values[a].value;
    const struct stat_runs runs[2] = { r->values[a].runs, r->values[b].runs };
    struct stat_error e = stat_crossed_new_tasks(stat_variance(d, r->n_tasks) / (double)r->n_tasks,
                                                 r->n_tasks, runs, 2);
    p->ci = stat_crossed_interval(p->difference, e, x->o->level);
    p->ci_these_runs = stat_interval_student(d, r->n_tasks, x->o->level);
    p->skewness = stat_skewness(d, r->n_tasks);
    if (r->estimand != COMPARE_LOG_BEST) {
        p->ci = stat_interval_of_shares(p->ci);
        p->ci_these_runs = stat_interval_of_shares(p->ci_these_runs);
    }
    if (r->n_tasks > 0)
        (void)stat_sign_flip(d, r->n_tasks, STAT_TWO_SIDED, 0, x->o->seed,
                             STAT_ANALYSIS_METHODS * 4096 + (uint64_t)(a * 64 + b), &p->flip, NULL);
    p->ci = stat_interval_undecided(p->ci, p->flip.min_p, 0.0, x->o->level);
    p->ci_these_runs = stat_interval_undecided(p->ci_these_runs, p->flip.min_p, 0.0, x->o->level);
    if (!(stat_error_variance(e) > 0.0))
        return;
    p->t = p->difference / sqrt(stat_error_variance(e));
    p->p = fmax(stat_crossed_p(p->difference, e), p->flip.p);
}

static void adjust_pairs(const struct methods *x, struct methods_result *r)
{
    double *p = arena_array(x->arena, r->n_pairs + 1, sizeof(*p));
    double *holm = arena_array(x->arena, r->n_pairs + 1, sizeof(*holm));
    bool primary = r->estimand == x->o->primary;
    for (size_t i = 0; i < r->n_pairs; i++)
        p[i] = r->pairs[i].flip.p;
    stat_adjust_holm(p, r->n_pairs, holm, x->arena);
    for (size_t i = 0; primary && i < r->n_pairs; i++)
        r->pairs[i].p_holm_these_runs = holm[i];
    for (size_t i = 0; i < r->n_pairs; i++)
        p[i] = r->pairs[i].p;
    stat_adjust_holm(p, r->n_pairs, holm, x->arena);
    r->any_t = r->any_p = STAT_NAN;
    for (size_t i = 0; i < r->n_pairs; i++) {
        if (primary)
            r->pairs[i].p_holm = holm[i];
        r->any_p = fmin(r->any_p, holm[i]);
        r->any_t = fmax(r->any_t, fabs(r->pairs[i].t));
    }
}

static void rank_methods(const struct methods *x, struct methods_result *r)
{
    size_t k = x->groups->n;
    size_t n_runs = 0;
    for (size_t i = 0; i < r->n_tasks; i++) {
        for (size_t m = 0; m < k; m++) {
            size_t n = cell_of(x, r->tasks[i], m)->n_runs;
            r->unequal_runs = r->unequal_runs || (n_runs > 0 && n != n_runs);
            n_runs = n;
        }
    }
    struct stat_friedman f;
    if (r->n_tasks == 0 || stat_friedman(r->by_task, r->n_tasks, k, x->o->seed, &f, NULL) < 0)
        return;
    for (size_t m = 0; m < k; m++)
        r->values[m].mean_rank = f.mean_rank[m];
    if (!r->unequal_runs)
        r->friedman = f;
}

static bool draw_method(const struct methods *x, size_t method, const struct methods_result *r,
                        struct stat_hierarchy *out)
{
    size_t n_runs = x->groups->items[method].set.n_runs;
    size_t *first = arena_array(x->arena, r->n_tasks + 1, sizeof(*first));
    double *c = arena_array(x->arena, r->n_tasks * n_runs + 1, sizeof(*c));
    double *n = arena_array(x->arena, r->n_tasks * n_runs + 1, sizeof(*n));
    size_t at = 0;
    for (size_t i = 0; i < r->n_tasks; i++) {
        const struct method_cell *cell = cell_of(x, r->tasks[i], method);
        for (size_t k = 0; k < cell->n_runs; k++) {
            n[at] = cell->runs[k].n;
            c[at] = fmin(cell->runs[k].c, n[at]);
            at++;
        }
        first[i + 1] = at;
    }
    struct stat_hierarchy_input in = { r->n_tasks, first, c, n };
    return stat_hierarchy(&in, x->o->seed, method, out, NULL) == 0;
}

static double mean_and_ci(double *draws, double level, struct interval *ci)
{
    double mean = stat_mean(draws, STAT_HIERARCHY_DRAWS);
    *ci = stat_percentile_interval(draws, STAT_HIERARCHY_DRAWS, level);
    return mean;
}

static void compare_draws(const struct methods *x, const struct stat_hierarchy *draws,
                          struct methods_result *r)
{
    double d[STAT_HIERARCHY_DRAWS];
    size_t k = x->groups->n;
    for (size_t i = 0; i < r->n_pairs; i++) {
        struct method_pair *p = &r->pairs[i];
        size_t above = 0;
        for (size_t j = 0; j < STAT_HIERARCHY_DRAWS; j++) {
            d[j] = draws[p->b].tasks[j] - draws[p->a].tasks[j];
            above += d[j] > 0.0;
        }
        p->chance_greater = (double)above / STAT_HIERARCHY_DRAWS;
        p->posterior = mean_and_ci(d, x->o->level, &p->posterior_ci);
    }
    for (size_t m = 0; m < k; m++)
        r->values[m].chance_best = 0.0;
    for (size_t j = 0; j < STAT_HIERARCHY_DRAWS; j++) {
        size_t best = 0;
        for (size_t m = 1; m < k; m++)
            best = draws[m].tasks[j] > draws[best].tasks[j] ? m : best;
        r->values[best].chance_best += 1.0 / STAT_HIERARCHY_DRAWS;
    }
}

static void fit_model(const struct methods *x, struct methods_result *r)
{
    size_t k = x->groups->n;
    struct stat_hierarchy *draws = mem_array(k, sizeof(*draws));
    bool done = r->n_tasks > 0;
    for (size_t m = 0; m < k && done; m++)
        done = draw_method(x, m, r, &draws[m]);
    if (done)
        compare_draws(x, draws, r);
    for (size_t m = 0; m < k && done; m++) {
        struct method_value *v = &r->values[m];
        v->tasks_mean = mean_and_ci(draws[m].tasks, x->o->level, &v->tasks_ci);
        v->population_mean = mean_and_ci(draws[m].population, x->o->level, &v->population_ci);
        /* Over five tasks it holds the truth in 92 of 100 (bench/coverage): the prior makes tasks
         * too alike. */
        if (r->n_tasks < STAT_FEW_TASKS)
            v->population_ci = (struct interval){ STAT_NAN, STAT_NAN };
    }
    free(draws);
}

static void measure_result(const struct methods *x, struct methods_result *r)
{
    size_t k = x->groups->n;
    choose_tasks(x, r);
    r->values = arena_array(x->arena, k, sizeof(*r->values));
    r->pairs = arena_array(x->arena, k * k, sizeof(*r->pairs));
    r->friedman = (struct stat_friedman){ .chi2 = STAT_NAN, .p = STAT_NAN, .p_chi2 = STAT_NAN };
    r->any_t = r->any_p = STAT_NAN;
    for (size_t m = 0; m < k; m++)
        measure_value(x, m, r);
    if (x->o->values_only)
        return;
    for (size_t a = 0; a < k; a++) {
        for (size_t b = a + 1; b < k; b++)
            measure_pair(x, a, b, r);
    }
    adjust_pairs(x, r);
    rank_methods(x, r);
    if (r->estimand == COMPARE_SAMPLE && !x->o->no_model)
        fit_model(x, r);
}

static int choose_budget(struct methods *x, struct methods_compared *out, struct err *err)
{
    size_t method = 0;
    size_t task = 0;
    int64_t least = smallest_cell(x->groups, x->study, x->arena, &method, &task);
    if (least == 0)
        return err_set(err, ERR_NODATA, "the methods have no task with scored rollouts in common");
    if (x->o->budget > least)
        return err_set(err, ERR_NODATA,
                       "a budget of %lld rollouts: a run of method %s has only %lld of task %s",
                       (long long)x->o->budget, x->groups->items[method].name, (long long)least,
                       x->study->tasks[task].task);
    out->smallest = x->o->budget > 0 ? NULL : x->groups->items[method].name;
    out->budget = x->budget = x->o->budget > 0 ? x->o->budget : least;
    return 0;
}

int compare_methods(const struct run_groups *methods, const struct methods_options *o,
                    struct arena *arena, struct methods_compared *out, struct err *err)
{
    struct methods_compared c = { .n_methods = methods->n };
    if (methods->n < 2 || methods->n > COMPARE_METHODS_MOST)
        return err_set(err, ERR_USAGE, "2 to %d methods can be compared, and these are %zu",
                       COMPARE_METHODS_MOST, methods->n);
    struct methods x = {
        .groups = methods, .o = o, .study = methods->items[0].set.study, .arena = arena
    };
    int rc = choose_budget(&x, &c, err);
    if (rc < 0)
        return rc;
    for (size_t m = 0; m < methods->n; m++)
        c.cross_fitted = c.cross_fitted || methods->items[m].adaptive;
    measure_all(&x);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        c.results[e].estimand = (enum compare_estimand)e;
        measure_result(&x, &c.results[e]);
    }
    *out = c;
    return 0;
}

static bool is_kept(const struct study_rollout *r, enum sensitivity_keep keep)
{
    switch (keep) {
    case KEEP_ALL:
        return true;
    case KEEP_COMPILED:
        return r->compiled;
    case KEEP_CORRECT:
        return r->correct;
    }
    return true;
}

struct study sensitivity_study(const struct study *s, enum sensitivity_keep keep,
                               const char *without_family, struct arena *arena)
{
    struct study out = *s;
    out.cells = arena_array(arena, s->n_cells + 1, sizeof(*out.cells));
    out.rollouts = arena_array(arena, s->n_rollouts + 1, sizeof(*out.rollouts));
    out.n_rollouts = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const struct study_cell *from = &s->cells[i];
        struct study_cell *to = &out.cells[i];
        *to = *from;
        to->first = out.n_rollouts;
        to->count = 0;
        if (without_family != NULL && strcmp(s->tasks[from->task].family, without_family) == 0)
            continue;
        for (size_t k = from->first; k < from->first + from->count; k++) {
            if (!is_kept(&s->rollouts[k], keep))
                continue;
            out.rollouts[out.n_rollouts++] = s->rollouts[k];
            to->count++;
        }
    }
    return out;
}

struct run_groups sensitivity_groups(const struct run_groups *g, const struct study *s,
                                     struct arena *arena)
{
    struct run_groups out = { arena_array(arena, g->n + 1, sizeof(*out.items)), g->n };
    for (size_t i = 0; i < g->n; i++) {
        out.items[i] = g->items[i];
        out.items[i].set.study = s;
    }
    return out;
}

size_t sensitivity_families(const struct study *s, const char **out)
{
    size_t n = 0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        size_t i = 0;
        while (i < n && strcmp(out[i], s->tasks[t].family) != 0)
            i++;
        if (i == n)
            out[n++] = s->tasks[t].family;
    }
    return n;
}

struct sensitivity_clustered sensitivity_by_family(const struct methods_result *r, size_t n_methods,
                                                   const struct study *s,
                                                   const struct method_pair *pair,
                                                   const struct methods_options *o,
                                                   struct arena *arena)
{
    struct sensitivity_clustered out = {
        .difference = pair->difference, .p = STAT_NAN, .p_these_runs = STAT_NAN, .min_p = STAT_NAN
    };
    const char **names = arena_array(arena, s->n_tasks + 1, sizeof(*names));
    size_t all = sensitivity_families(s, names);
    double *sums = arena_array(arena, all + 1, sizeof(*sums));
    double *sizes = arena_array(arena, all + 1, sizeof(*sizes));
    for (size_t i = 0; i < r->n_tasks; i++) {
        size_t f = 0;
        while (strcmp(names[f], s->tasks[r->tasks[i]].family) != 0)
            f++;
        sums[f] += r->parts[i * n_methods + pair->b] - r->parts[i * n_methods + pair->a];
        sizes[f] += 1.0;
    }
    for (size_t f = 0; f < all; f++) {
        if (!(sizes[f] > 0.0))
            continue;
        sums[out.n_families] = stat_on_grid(sums[f]);
        sizes[out.n_families++] = sizes[f];
    }
    out.ci_these_runs = stat_interval_ratio(sums, sizes, out.n_families, o->level);
    double t = stat_student_quantile(0.5 * (1.0 + o->level), (double)out.n_families - 1.0);
    double error = 0.5 * (out.ci_these_runs.high - out.ci_these_runs.low) / t;
    const struct stat_runs runs[2] = { r->values[pair->a].runs, r->values[pair->b].runs };
    struct stat_error e = stat_crossed_new_tasks(error * error, out.n_families, runs, 2);
    out.ci = stat_crossed_interval(out.difference, e, o->level);
    struct stat_sign_flip f;
    if (out.n_families > 0 && stat_sign_flip(sums, out.n_families, STAT_TWO_SIDED, 0, o->seed,
                                             STAT_ANALYSIS_METHODS * 4096 + 4095, &f, NULL) == 0) {
        out.p_these_runs = f.p;
        out.min_p = f.min_p;
        out.p =
            stat_error_variance(e) > 0.0 ? fmax(f.p, stat_crossed_p(out.difference, e)) : STAT_NAN;
        out.ci = stat_interval_undecided(out.ci, f.min_p, 0.0, o->level);
        out.ci_these_runs = stat_interval_undecided(out.ci_these_runs, f.min_p, 0.0, o->level);
        out.engine = f.engine;
    }
    return out;
}
