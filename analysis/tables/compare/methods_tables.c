/* methods_tables.c - any number of methods at one budget: values, curves over budgets, solved
 * tasks. */
#include "analysis/tables/compare/compare_parts.h"

#include <math.h>

#include "analysis/compare/budget_curves.h"
#include "analysis/compare/compare_methods.h"
#include "analysis/compare/compare_value.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/resample/stat_hierarchy.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/trajectory.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

/*
 * --table methods: each method's value over the tasks that all methods have, the differences of all
 * pairs, Friedman's test over all methods, and what the values would be if missing rollouts had all
 * failed or all been fast.
 */
enum methods_column {
    VALUE_ESTIMAND,
    VALUE_QUANTITY,
    VALUE_METHOD,
    VALUE_AGAINST,
    VALUE_VALUE,
    VALUE_LOW,
    VALUE_HIGH,
    VALUE_INTERVAL,
    VALUE_P,
    VALUE_P_HOLM,
    VALUE_MIN_P,
    VALUE_ENGINE,
    VALUE_N,
    VALUE_COUNT
};

#define NO_WIDTH "fewer than two tasks, or all alike: an interval of no width"
#define NO_PAY   "a run of the method spent less, or its cost is unknown"

static const struct table_column values_columns[] = {
    { "estimand", 0, COLUMN_TEXT, "result of each run per task" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "method", 0, COLUMN_TEXT, "the method; of a pair the second", "of all methods" },
    { "against", 0, COLUMN_TEXT, "of a pair the first", "no pair" },
    { "value", 4, COLUMN_REAL, "the value", "the methods tie on every task" },
    INTERVAL_COLUMNS_OF(
        "", "", "no interval; or fewer than ten tasks: the model's interval for new ones is narrow",
        INTERVAL_WORDS "|hierarchical-posterior"),
    { "p", 4, COLUMN_REAL, "p-value", "not a test" },
    { "p_holm", 4, COLUMN_REAL, "adjusted over the pairs of the primary estimand",
      "not a test; or not in the family" },
    { "min_p", 4, COLUMN_REAL, "least p that so many tasks can give", "not a test" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo", "not a test",
      .words = ENGINE_WORDS },
    { "n", 0, COLUMN_INT, "tasks; missing rollouts of the value_if_missing rows" },
};

const struct table_shape methods_values_shape = {
    .schema = "rollbook.analyze.compare.methods/2",
    .asked = "--table methods",
    .rows = "any number of methods at one budget",
    SHAPE_COLUMNS(values_columns),
    .formulas = { "value $= \\frac{1}{T} \\sum_t \\mathrm{mean}_{\\text{runs}} x_t$ over the $T$ "
                  "tasks of which every method has a value. these_runs: Student's t with $T - 1$ "
                  "degrees of freedom. difference: the same of the tasks' differences. new_runs: "
                  "variance $\\frac{s^2_{\\text{tasks}}}{T} + \\sum_{\\text{methods}} "
                  "\\frac{(MS_{\\text{runs}} - MS_{\\text{rest}})_+}{T R}$, Student's t with "
                  "Satterthwaite's degrees of freedom",
                  "$p$ for these runs: share of the $2^T$ sign patterns of the differences with "
                  "$|\\mathrm{mean}| \\ge$ observed. for new runs: of the same t, no smaller than "
                  "that; p_holm over the pairs of the primary estimand. any_difference: largest "
                  "$|t|$, smallest $p$ of all pairs after Holm",
                  "friedman $= \\frac{(k - 1) \\sum_m (R_m - \\frac{T (k + 1)}{2})^2}{\\sum_t "
                  "\\sum_m (r_{tm} - \\frac{k + 1}{2})^2}$, $r_{tm}$ the rank of method $m$ on "
                  "task $t$ (ties: their mean), $R_m$ its sum",
                  "model: $c$ is $\\mathrm{Binomial}(n, q)$, $q$ over seeds is "
                  "$\\mathrm{Beta}(\\theta s, (1 - \\theta) s)$, $\\theta$ over tasks is "
                  "$\\mathrm{Beta}(\\mu k, (1 - \\mu) k)$; $\\mu$ uniform, $\\ln k$ and $\\ln s$ "
                  "uniform; 4,000 draws of the posterior",
                  "missing: $\\frac{c}{n + m}$ and $\\frac{c + m}{n + m}$ for $m$ missing rollouts "
                  "of a run on a task; best-of-b likewise" },
    .references = { "Friedman 1937, The use of ranks to avoid the assumption of normality implicit "
                    "in the analysis of variance, JASA 32",
                    "Holm 1979, A simple sequentially rejective multiple test procedure, "
                    "Scandinavian Journal of Statistics 6",
                    "Gelman et al. 2013, Bayesian Data Analysis, third edition, chapter 5",
                    "Manski 1990, Nonparametric bounds on treatment effects, American Economic "
                    "Review 80" },
    .denominator = "tasks of which every method has a value",
    .n = "column n: tasks; missing rollouts of the value_if_missing rows",
    .queries = { STUDY_QUERIES },
};

static const char no_test[] = "not a test";
static const char no_interval[] = "no interval";
static const char few_tasks[] = "fewer than ten tasks: the model's interval for new ones is narrow";
static const char no_task[] = "no task of which every method has a value";

struct rows {
    struct table *t;
    const struct methods_input *x;
    const struct methods_result *r;
};

static struct cell *add_row(const struct rows *w, const char *quantity, const char *method,
                            const char *against, double value)
{
    struct table *t = w->t;
    struct cell *c = table_row(t);
    c[VALUE_ESTIMAND] = cell_text(t, compare_estimand_name(w->r->estimand));
    c[VALUE_QUANTITY] = cell_text(t, quantity);
    c[VALUE_METHOD] = method == NULL ? cell_na(t, "of all methods") : cell_text(t, method);
    c[VALUE_AGAINST] = against == NULL ? cell_na(t, "no pair") : cell_text(t, against);
    c[VALUE_VALUE] = tables_real(t, value, w->r->n_tasks == 0 ? no_task : "undefined");
    c[VALUE_LOW] = c[VALUE_HIGH] = c[VALUE_INTERVAL] = cell_na(t, no_interval);
    c[VALUE_P] = c[VALUE_P_HOLM] = c[VALUE_MIN_P] = c[VALUE_ENGINE] = cell_na(t, no_test);
    c[VALUE_N] = cell_int((int64_t)w->r->n_tasks);
    return c;
}

static void put_ci(const struct rows *w, struct cell *c, struct interval ci,
                   enum interval_kind kind)
{
    tables_put_interval(w->t, &c[VALUE_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : kind,
                        w->r->n_tasks == 0 ? no_task : NO_WIDTH);
}

static void put_new(const struct rows *w, struct cell *c, struct interval ci)
{
    tables_put_interval(w->t, &c[VALUE_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                        w->r->n_tasks == 0 ? no_task : METHODS_NO_RUNS);
}

static void put_method(const struct rows *w, size_t m, bool adaptive)
{
    const char *name = w->x->methods.items[m].name;
    const struct method_value *v = &w->r->values[m];
    struct cell *c = add_row(w, "value_new_runs", name, NULL, v->value);
    put_new(w, c, v->ci);
    c = add_row(w, "value_these_runs", name, NULL, v->value);
    put_ci(w, c, v->ci_these_runs, INTERVAL_STUDENT);
    if (w->r->estimand == COMPARE_SAMPLE && adaptive)
        add_row(w, "value_in_sample", name, NULL, v->in_sample);
    int64_t n_missing = (int64_t)(v->missing.undecided + v->missing.undrawn);
    if (w->r->estimand != COMPARE_LOG_BEST) {
        c = add_row(w, "value_if_missing_failed", name, NULL, v->if_failed);
        c[VALUE_N] = cell_int(n_missing);
        c = add_row(w, "value_if_missing_fast", name, NULL, v->if_fast);
        c[VALUE_N] = cell_int(n_missing + (int64_t)(v->missing.timeouts + v->missing.untimed));
    }
    add_row(w, "mean_rank", name, NULL, v->mean_rank);
    if (w->r->estimand != COMPARE_SAMPLE)
        return;
    c = add_row(w, "model_these_tasks", name, NULL, v->tasks_mean);
    put_ci(w, c, v->tasks_ci, INTERVAL_HIERARCHY);
    c = add_row(w, "model_new_tasks", name, NULL, v->population_mean);
    tables_put_interval(w->t, &c[VALUE_LOW], v->population_ci,
                        isnan(v->population_ci.low) ? INTERVAL_NONE : INTERVAL_HIERARCHY,
                        w->r->n_tasks == 0 ? no_task : few_tasks);
    add_row(w, "model_chance_best", name, NULL, v->chance_best);
}

static void put_pair(const struct rows *w, const struct method_pair *p, bool primary)
{
    struct table *t = w->t;
    const char *a = w->x->methods.items[p->a].name;
    const char *b = w->x->methods.items[p->b].name;
    const char *none = w->r->n_tasks == 0 ? no_task : METHODS_NO_RUNS;
    struct cell *c = add_row(w, "difference_new_runs", b, a, p->difference);
    put_new(w, c, p->ci);
    c[VALUE_P] = tables_real(t, p->p, none);
    c[VALUE_P_HOLM] = primary ? tables_real(t, p->p_holm, none) : cell_na(t, "not in the family");
    c[VALUE_MIN_P] = tables_real(t, p->flip.min_p, no_task);
    c[VALUE_ENGINE] = isnan(p->p) ? cell_na(t, none) : cell_text(t, "asymptotic");
    c = add_row(w, "difference_these_runs", b, a, p->difference);
    put_ci(w, c, p->ci_these_runs, INTERVAL_STUDENT);
    c[VALUE_P] = tables_real(t, p->flip.p, no_task);
    c[VALUE_P_HOLM] =
        primary ? tables_real(t, p->p_holm_these_runs, no_task) : cell_na(t, "not in the family");
    c[VALUE_MIN_P] = tables_real(t, p->flip.min_p, no_task);
    c[VALUE_ENGINE] =
        isnan(p->flip.p) ? cell_na(t, no_task) : cell_text(t, stat_engine_name(p->flip.engine));
    if (w->r->estimand != COMPARE_LOG_BEST) {
        const struct method_value *va = &w->r->values[p->a];
        const struct method_value *vb = &w->r->values[p->b];
        add_row(w, "difference_if_missing_lowest", b, a, vb->if_failed - va->if_fast);
        add_row(w, "difference_if_missing_highest", b, a, vb->if_fast - va->if_failed);
    }
    if (w->r->estimand != COMPARE_SAMPLE)
        return;
    c = add_row(w, "model_difference", b, a, p->posterior);
    put_ci(w, c, p->posterior_ci, INTERVAL_HIERARCHY);
    add_row(w, "model_chance_greater", b, a, p->chance_greater);
}

static void put_friedman(const struct rows *w)
{
    const struct stat_friedman *f = &w->r->friedman;
    struct table *t = w->t;
    const char *none = w->r->n_tasks == 0 ? no_task
                       : w->r->unequal_runs
                           ? "methods and tasks with different numbers of runs: means over more "
                             "runs vary less, so that ranks say more than they should"
                           : NULL;
    struct cell *c = add_row(w, "any_difference_new_runs", NULL, NULL, w->r->any_t);
    if (isnan(w->r->any_t))
        c[VALUE_VALUE] = cell_na(t, w->r->n_tasks == 0 ? no_task : METHODS_NO_RUNS);
    c[VALUE_P] = tables_real(t, w->r->any_p, w->r->n_tasks == 0 ? no_task : METHODS_NO_RUNS);
    c[VALUE_P_HOLM] = cell_na(t, "not in the family");
    c[VALUE_ENGINE] = isnan(w->r->any_p) ? cell_na(t, METHODS_NO_RUNS) : cell_text(t, "asymptotic");
    c = add_row(w, "friedman_these_runs", NULL, NULL, f->chi2);
    if (w->r->n_tasks > 0 && isnan(f->chi2))
        c[VALUE_VALUE] = cell_na(t, none != NULL ? none : "the methods tie on every task");
    c[VALUE_P] = tables_real(t, f->p, none);
    c[VALUE_P_HOLM] = cell_na(t, "not in the family");
    c[VALUE_ENGINE] = isnan(f->p) ? cell_na(t, none) : cell_text(t, stat_engine_name(f->engine));
    c[VALUE_N] = cell_int((int64_t)f->n_blocks);
}

static const char *names_of(const struct methods_input *x, const struct run_set *g)
{
    const char *text = g->study->runs[g->runs[0]].name;
    for (size_t i = 1; i < g->n_runs; i++)
        text = arena_printf(x->in->arena, "%s, %s", text, g->study->runs[g->runs[i]].name);
    return text;
}

void compare_note_missing(struct table *t, const char *who, struct compare_missing m)
{
    bool any = m.undecided > 0 || m.undrawn > 0 || m.timeouts > 0;
    (any ? table_left_out : table_note)(
        t,
        "missing of %s: %zu rollouts without a verdict (infra, or awaiting evaluation), %zu "
        "never drawn; %zu timeouts, which count as failures",
        who, m.undecided, m.undrawn, m.timeouts);
    if (m.untimed > 0)
        table_left_out(t,
                       "%s: %zu rollouts are right and have no speedup (noise hid their times, or "
                       "there is no baseline); they count as slow",
                       who, m.untimed);
}

void methods_note(struct table *t, const struct methods_input *x)
{
    for (size_t m = 0; m < x->methods.n; m++) {
        const struct run_group *g = &x->methods.items[m];
        const struct study_run *r = &g->set.study->runs[g->set.runs[0]];
        table_note(t, "%s: %s (%s%s%s), %zu rollouts", g->name, names_of(x, &g->set), r->strategy,
                   r->model[0] == '\0' ? "" : ", ", r->model, g->n_rollouts);
    }
    tables_note_rule(t, x->o->rule);
}

static void note_values(struct table *t, const struct methods_input *x,
                        const struct methods_compared *c)
{
    const struct methods_result *first = &c->results[x->o->estimand];
    if (c->smallest == NULL)
        table_note(t, "common budget: B = %lld rollouts a (task, run), as asked for",
                   (long long)c->budget);
    else
        table_note(t, "common budget: B = %lld rollouts a (task, run), all that a run of %s has",
                   (long long)c->budget, c->smallest);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        table_note(t, "%s: %s", compare_estimand_name((enum compare_estimand)e),
                   compare_estimand_sentence((enum compare_estimand)e));
        if (c->results[e].n_left_out > 0)
            table_left_out(t, "%s: %zu tasks that some method has no value of are left out",
                           compare_estimand_name((enum compare_estimand)e),
                           c->results[e].n_left_out);
    }
    table_reading(t,
                  "difference = method - against; tasks are the units, runs of a method are "
                  "averaged. ..._new_runs is for other runs, ..._these_runs only for these runs");
    table_note(t,
               "unit: task (runs, or seeds, of a method are averaged within it); difference = "
               "method - against. intervals: %g %%, for tasks like these. ..._new_runs is for "
               "other runs (training seeds): Student's t, tasks and runs crossed. ..._these_runs "
               "only for these runs: Student's t over tasks",
               100.0 * x->resample->level);
    table_note(t,
               "p: two-sided; for these runs by sign flips of the tasks' differences, for new runs "
               "of Student's t, no smaller. p_holm: over the %zu pairs of the primary estimand, %s "
               "(--estimand). min_p: the least that so many tasks can give. any_difference: the "
               "smallest p of all pairs after Holm",
               first->n_pairs, compare_estimand_name(x->o->estimand));
    table_note(t, "friedman: chi-square of ranks within tasks, ties corrected; p by all orders of "
                  "every task's ranks (exact), or 100,000 random ones (monte-carlo). n: tasks on "
                  "which the methods do not all tie. mean_rank: 1 is the smallest value");
    for (size_t m = 0; m < c->n_methods; m++)
        tables_note_new_runs(t, x->methods.items[m].name, &first->values[m].runs);
    for (size_t i = 0; i < first->n_pairs; i++)
        tables_note_skewed(t,
                           arena_printf(t->arena, "%s - %s",
                                        x->methods.items[first->pairs[i].b].name,
                                        x->methods.items[first->pairs[i].a].name),
                           first->pairs[i].skewness, first->n_tasks);
    table_note(
        t,
        "model_...: second opinion on the share of fast samples, a hierarchical beta-binomial "
        "(rollouts within seeds within tasks; seed %llu). It has no effect of a run on all its "
        "tasks, so it is too narrow if runs differ. model_difference and model_chance_greater are "
        "for these tasks. An adapting method enters with its cross-fitted share and the rollouts "
        "of its selected step. A chance of 0 or 1: of %d draws none, or all",
        (unsigned long long)x->resample->seed, STAT_HIERARCHY_DRAWS);
    table_note(t, "value_if_missing_failed, _fast: the value if the n rollouts without a verdict "
                  "or never sampled had failed, or had been fast; timeouts and right "
                  "rollouts without a speedup, which count as failures, are varied too. An "
                  "adapting run keeps its selected steps");
    for (size_t m = 0; m < c->n_methods; m++)
        compare_note_missing(t, x->methods.items[m].name, first->values[m].missing);
    tables_note_few(t, first->n_tasks);
    tables_note_undecided(t, first->n_tasks, x->resample->level);
    if (c->cross_fitted)
        table_note(
            t,
            "Best of Adaptation: cross-fitted over %d random halvings (seed %llu); value_in_sample "
            "is scored on the rollouts that selected the step and is biased upwards",
            BOA_SPLITS, (unsigned long long)x->resample->seed);
}

int methods_fill(const struct methods_input *x, struct table *t, struct err *err)
{
    struct methods_compared c;
    struct methods_options how = { .rule = x->o->rule,
                                   .level = x->resample->level,
                                   .seed = x->resample->seed,
                                   .threads = x->resample->threads,
                                   .budget = x->o->budget,
                                   .primary = x->o->estimand };
    int rc = compare_methods(&x->methods, &how, x->in->arena, &c, err);
    if (rc < 0)
        return rc;
    table_begin(t, x->in->arena, &methods_values_shape);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        struct rows w = { t, x, &c.results[e] };
        for (size_t m = 0; m < c.n_methods; m++)
            put_method(&w, m, x->methods.items[m].adaptive);
        put_friedman(&w);
        for (size_t i = 0; i < w.r->n_pairs; i++)
            put_pair(&w, &w.r->pairs[i], x->o->estimand == w.r->estimand);
    }
    note_values(t, x, &c);
    methods_note(t, x);
    return 0;
}

static const struct table_column curves_columns[] = {
    { "currency", 0, COLUMN_TEXT, "rollouts, tokens or seconds" },
    { "budget", 4, COLUMN_REAL, "of one run on one task" },
    { "method", 0, COLUMN_TEXT, "the method" },
    { "rollouts", 4, COLUMN_REAL, "that the budget pays for, mean", NO_PAY },
    { "metric", 0, COLUMN_TEXT, "any, fast_1 or max" },
    { "value", 4, COLUMN_REAL, "the value", NO_PAY },
    INTERVAL_COLUMNS_OF("", "", NO_PAY, INTERVAL_WORDS "|hierarchical-posterior"),
    { "n", 0, COLUMN_INT, "tasks" },
};

const struct table_shape methods_curves_shape = {
    .schema = "rollbook.analyze.compare.curves/1",
    .asked = "--table curves",
    .rows = "results of methods at equal budgets",
    SHAPE_COLUMNS(curves_columns),
    .formulas = { "cost of a rollout $= \\frac{\\text{what its step used}}{\\text{rollouts of the "
                  "step}}$; a budget pays for whole rollouts, steps in their order",
                  "of $B$ rollouts of a step with $n$: any $= 1 - S(B; n, n_{\\text{correct}})$, "
                  "fast_1 $= 1 - S(B; n, n_{\\text{fast}})$, times the chance of no success in "
                  "earlier steps; max: $\\mathrm{E}[\\text{largest speedup}]$, failures as 0",
                  "interval: Student's t over tasks, of shares in Wilson's form" },
    .references = { CHEN, PKPO, MILLER },
    .denominator = "tasks of which every method has rollouts; all rollouts of a run on a task",
    .n = "column n: tasks",
    .queries = { STUDY_QUERIES, "load_cost" },
};

static void put_point(struct table *t, const struct methods_input *x, enum budget_currency c,
                      const struct budget_point *p, size_t n_tasks)
{
    for (int m = 0; m < BUDGET_METRICS; m++) {
        const char *reason = isnan(p->value[m]) ? NO_PAY : NO_WIDTH;
        struct cell *row = table_row(t);
        *row++ = cell_text(t, budget_currency_name(c));
        *row++ = cell_real(p->budget);
        *row++ = cell_text(t, x->methods.items[p->method].name);
        *row++ = tables_real(t, p->rollouts, NO_PAY);
        *row++ = cell_text(t, budget_metric_name((enum budget_metric)m));
        *row++ = tables_real(t, p->value[m], NO_PAY);
        row = tables_put_interval(t, row, p->ci[m],
                                  isnan(p->ci[m].low) ? INTERVAL_NONE : INTERVAL_STUDENT, reason);
        *row++ = cell_int((int64_t)n_tasks);
    }
}

static void note_curves(struct table *t, const struct methods_input *x,
                        const struct budget_curves *c)
{
    table_note(t, "budget: of one run on one task; steps are paid for in their order, whole "
                  "rollouts at a time, each at the mean cost per rollout of its step. tokens: "
                  "prompt, completion and teacher. seconds: of evaluation, summed over workers");
    table_note(t,
               "any: chance that one of the rollouts is correct. fast_1: that one is fast. max: "
               "expected largest speedup, 0 where none has one; unbiased within a step, mean over "
               "runs, then over the %zu tasks of which every method has rollouts",
               c->n_tasks);
    table_reading(t, "value: the result of one run on one task with that budget, mean over tasks");
    table_note(t,
               "interval: %g %%, Student's t over tasks (of shares in Wilson's form), for tasks "
               "like these",
               100.0 * x->resample->level);
    for (size_t i = 0; i < BUDGET_CURRENCIES; i++) {
        if (!c->curves[i].known)
            table_note(t, "%s: the cost of every method is unknown, so there is no curve",
                       budget_currency_name(c->curves[i].currency));
    }
    tables_note_few(t, c->n_tasks);
}

int methods_curves_fill(const struct methods_input *x, struct table *t, struct err *err)
{
    const struct study *s = x->methods.n == 0 ? NULL : x->methods.items[0].set.study;
    struct budget_options how = { .rule = x->o->rule, .level = x->resample->level };
    struct budget_curves c;
    struct cost_use *uses = NULL;
    if (s == NULL)
        return err_set(err, ERR_NODATA,
                       "no run has samples whose speed can be compared with a baseline; --baseline "
                       "NAME uses a stored one");
    const char **names = arena_array(x->in->arena, s->n_runs, sizeof(*names));
    for (size_t i = 0; i < s->n_runs; i++)
        names[i] = s->runs[i].name;
    int rc = load_cost(
        &(struct load_request){
            .db = x->in->db, .names = names, .n_names = s->n_runs, .arena = x->in->arena },
        &uses, &how.n_uses, err);
    how.uses = uses;
    if (rc == 0)
        rc = budget_curves(&x->methods, &how, x->in->arena, &c, err);
    if (rc < 0)
        return rc;
    table_begin(t, x->in->arena, &methods_curves_shape);
    for (size_t i = 0; i < BUDGET_CURRENCIES; i++) {
        const struct budget_curve *curve = &c.curves[i];
        for (size_t k = 0; k < curve->n_budgets * c.n_methods; k++)
            put_point(t, x, curve->currency, &curve->points[k], c.n_tasks);
    }
    note_curves(t, x, &c);
    methods_note(t, x);
    return 0;
}

static const struct table_column solved_columns[] = {
    { "method", 0, COLUMN_TEXT, "the method" },
    { "solved_by", 0, COLUMN_TEXT, "correct or fast" },
    { "counted", 0, COLUMN_TEXT, "at_budget, mean_over_runs, any_run or every_run" },
    { "solved", 4, COLUMN_REAL, "tasks solved, expected" },
    { "n", 0, COLUMN_INT, "tasks" },
    { "share", 4, COLUMN_REAL, "solved / n" },
    INTERVAL_COLUMNS_OF("", " of the share", NO_WIDTH, INTERVAL_WORDS "|hierarchical-posterior"),
    { "rollouts_least", 0, COLUMN_INT, "fewest rollouts that a task had" },
    { "rollouts_most", 0, COLUMN_INT, "most" },
};

const struct table_shape methods_solved_shape = {
    .schema = "rollbook.analyze.compare.solved/1",
    .asked = "--table solved",
    .rows = "how many tasks each method solves",
    SHAPE_COLUMNS(solved_columns),
    .formulas = { "solved: sum over tasks of the chance that some of the rollouts is correct, or "
                  "fast: $1 - S(B; n, c)$ with $B$ rollouts of a run, 0 or 1 with all of them",
                  "interval: Clopper-Pearson of $k$ of $n$ tasks where each is solved or not; "
                  "otherwise Student's t over tasks in Wilson's form" },
    .references = { CHEN, BROWN },
    .denominator = "tasks of which every method has rollouts",
    .n = "column n: tasks",
    .queries = { STUDY_QUERIES },
};

enum solved_by { SOLVED_CORRECT, SOLVED_FAST };

/* How runs of a task are put together. */
enum counted { COUNT_AT_BUDGET, COUNT_MEAN_RUN, COUNT_ANY_RUN, COUNT_EVERY_RUN, COUNTED };
static const char *const counted_names[COUNTED] = { "at_budget", "mean_over_runs", "any_run",
                                                    "every_run" };

struct solved {
    const struct methods_input *x;
    struct table *t;
    const size_t *tasks;
    size_t n_tasks;
    int64_t budget; /* fewest rollouts of a run and common task */
};

/* P(one of the first `budget` rollouts is wanted). */
static double solves(const struct solved *s, const struct study_cell *c, enum solved_by by,
                     int64_t budget)
{
    struct arena work = { 0 };
    const struct study *study = s->x->methods.items[0].set.study;
    struct compare_best best =
        compare_best_of(study, c, COMPARE_WHOLE, budget, s->x->o->rule, &work);
    arena_release(&work);
    return by == SOLVED_CORRECT ? best.correct : best.any;
}

struct task_solved {
    double v[COUNTED];
    int64_t rollouts; /* of all its runs */
    size_t n_runs;
};

static struct task_solved solve_task(const struct solved *s, const struct run_group *g, size_t task,
                                     enum solved_by by)
{
    struct task_solved out = { .v = { 0, 0, 0, 1 } };
    for (size_t i = 0; i < g->set.n_runs; i++) {
        const struct study_cell *c = study_cell_find(g->set.study, g->set.runs[i], task);
        if (c == NULL || c->count == 0)
            continue;
        double whole = solves(s, c, by, (int64_t)c->count);
        out.n_runs++;
        out.rollouts += (int64_t)c->count;
        out.v[COUNT_AT_BUDGET] += solves(s, c, by, s->budget);
        out.v[COUNT_MEAN_RUN] += whole;
        out.v[COUNT_ANY_RUN] = fmax(out.v[COUNT_ANY_RUN], whole);
        out.v[COUNT_EVERY_RUN] = fmin(out.v[COUNT_EVERY_RUN], whole);
    }
    out.v[COUNT_AT_BUDGET] /= (double)out.n_runs;
    out.v[COUNT_MEAN_RUN] /= (double)out.n_runs;
    return out;
}

/* Counts have an exact interval, others Student's t over tasks. */
static struct interval interval_of(const double *v, size_t n, double level,
                                   enum interval_kind *kind)
{
    double k = 0.0;
    bool whole = true;
    for (size_t i = 0; i < n; i++) {
        whole = whole && (stat_same(v[i], 0.0) || stat_same(v[i], 1.0));
        k += v[i];
    }
    *kind = whole ? INTERVAL_CLOPPER_PEARSON : INTERVAL_STUDENT;
    if (whole)
        return stat_interval_clopper_pearson((int64_t)(k + 0.5), (int64_t)n, level);
    return stat_interval_share(v, NULL, n, level);
}

static void put_solved_row(const struct solved *s, const struct run_group *g, enum solved_by by,
                           enum counted how, const struct task_solved *tasks)
{
    struct table *t = s->t;
    double *v = arena_array(t->arena, s->n_tasks + 1, sizeof(*v));
    int64_t least = INT64_MAX;
    int64_t most = 0;
    for (size_t i = 0; i < s->n_tasks; i++) {
        bool one = how == COUNT_AT_BUDGET || how == COUNT_MEAN_RUN;
        int64_t n = how == COUNT_AT_BUDGET
                        ? s->budget
                        : tasks[i].rollouts / (one ? (int64_t)tasks[i].n_runs : 1);
        v[i] = tasks[i].v[how];
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    enum interval_kind kind = INTERVAL_NONE;
    struct interval ci = interval_of(v, s->n_tasks, s->x->resample->level, &kind);
    struct cell *c = table_row(t);
    *c++ = cell_text(t, g->name);
    *c++ = cell_text(t, by == SOLVED_CORRECT ? "correct" : "fast");
    *c++ = cell_text(t, counted_names[how]);
    *c++ = cell_real(stat_sum(v, s->n_tasks));
    *c++ = cell_int((int64_t)s->n_tasks);
    *c++ = cell_real(stat_mean(v, s->n_tasks));
    c = tables_put_interval(t, c, ci, isnan(ci.low) ? INTERVAL_NONE : kind, NO_WIDTH);
    *c++ = cell_int(least);
    *c++ = cell_int(most);
}

static void put_solved_method(const struct solved *s, const struct run_group *g, enum solved_by by)
{
    struct task_solved *tasks = arena_array(s->t->arena, s->n_tasks + 1, sizeof(*tasks));
    for (size_t i = 0; i < s->n_tasks; i++)
        tasks[i] = solve_task(s, g, s->tasks[i], by);
    for (int how = COUNT_AT_BUDGET; how < COUNTED; how++) {
        if (g->set.n_runs > 1 || how <= COUNT_MEAN_RUN)
            put_solved_row(s, g, by, (enum counted)how, tasks);
    }
}

static void find_budget(struct solved *s)
{
    s->budget = INT64_MAX;
    for (size_t m = 0; m < s->x->methods.n; m++) {
        const struct run_set *set = &s->x->methods.items[m].set;
        for (size_t i = 0; i < set->n_runs; i++) {
            for (size_t t = 0; t < s->n_tasks; t++) {
                const struct study_cell *c = study_cell_find(set->study, set->runs[i], s->tasks[t]);
                if (c != NULL && c->count > 0 && (int64_t)c->count < s->budget)
                    s->budget = (int64_t)c->count;
            }
        }
    }
}

int methods_solved_fill(const struct methods_input *x, struct table *t, struct err *err)
{
    struct solved s = { .x = x, .t = t };
    if (x->methods.n == 0)
        return err_set(err, ERR_NODATA,
                       "no run has samples whose speed can be compared with a baseline; --baseline "
                       "NAME uses a stored one");
    const struct study *study = x->methods.items[0].set.study;
    size_t *tasks = arena_array(x->in->arena, study->n_tasks + 1, sizeof(*tasks));
    s.tasks = tasks;
    s.n_tasks = run_groups_common(&x->methods, tasks);
    if (s.n_tasks == 0)
        return err_set(err, ERR_NODATA, "the methods have no task with scored rollouts in common");
    find_budget(&s);
    if (x->o->budget > s.budget)
        return err_set(err, ERR_NODATA,
                       "--budget %lld: a run has only %lld rollouts of a task of all methods; give "
                       "at most these",
                       (long long)x->o->budget, (long long)s.budget);
    s.budget = x->o->budget > 0 ? x->o->budget : s.budget;
    table_begin(t, x->in->arena, &methods_solved_shape);
    for (int by = SOLVED_CORRECT; by <= SOLVED_FAST; by++) {
        for (size_t m = 0; m < x->methods.n; m++)
            put_solved_method(&s, &x->methods.items[m], (enum solved_by)by);
    }
    table_note(t,
               "solved: tasks with a correct, or fast, rollout, of the n of which every method has "
               "rollouts. at_budget: expected number with B = %lld rollouts of a run. "
               "mean_over_runs: with all rollouts of a run. any_run, every_run: with the rollouts "
               "of all runs together, which is a larger budget. rollouts_least, _most: per task",
               (long long)s.budget);
    table_reading(t, "solved: tasks with at least one correct, or fast, rollout");
    table_note(t,
               "unit: task; interval: %g %%, for tasks like these: Clopper-Pearson where every "
               "task is solved or not, otherwise Student's t over tasks in Wilson's form",
               100.0 * x->resample->level);
    tables_note_few(t, s.n_tasks);
    methods_note(t, x);
    return 0;
}
