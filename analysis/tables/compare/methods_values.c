/*
 * methods_values.c - compare --table methods.
 */
#include <math.h>

#include "analysis/compare/compare_methods.h"
#include "analysis/resample/stat_hierarchy.h"
#include "analysis/study/boa_fit.h"
#include "analysis/tables/compare/methods_tables.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum methods_column {
    COL_ESTIMAND,
    COL_QUANTITY,
    COL_METHOD,
    COL_AGAINST,
    COL_VALUE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_P,
    COL_P_HOLM,
    COL_MIN_P,
    COL_ENGINE,
    COL_N,
    COL_COUNT
};

static const struct table_column columns[] = {
    { "estimand", 0, COLUMN_TEXT, "what each run gives a task" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "method", 0, COLUMN_TEXT, "the method; of a pair the second", "of all methods" },
    { "against", 0, COLUMN_TEXT, "of a pair the first", "no pair" },
    { "value", 4, COLUMN_REAL, "the value", "the methods tie on every task" },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval",
      "no interval; or fewer than ten tasks: the model's interval for new ones is narrow" },
    { "ci_high", 4, COLUMN_REAL, "upper end of the interval",
      "no interval; or fewer than ten tasks: the model's interval for new ones is narrow" },
    { "interval", 0, COLUMN_TEXT, "kind of the interval",
      "no interval; or fewer than ten tasks: the model's interval for new ones is narrow",
      .words = INTERVAL_WORDS "|hierarchical-posterior" },
    { "p", 4, COLUMN_REAL, "p-value", "not a test" },
    { "p_holm", 4, COLUMN_REAL, "adjusted over the pairs of the primary estimand",
      "not a test; or not in the family" },
    { "min_p", 4, COLUMN_REAL, "least p that so many tasks can give", "not a test" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo", "not a test",
      .words = ENGINE_WORDS },
    { "n", 0, COLUMN_INT, "tasks; missing rollouts of the value_if_missing rows" },
};

const struct table_shape methods_values_shape = {
    .schema = "rollbook.analyze.compare.methods/1",
    .asked = "--table methods",
    .rows = "any number of methods at one budget",
    SHAPE_COLUMNS(columns),
    .formulas = { "value $= \\frac{1}{T} \\sum_t \\mathrm{mean}_{\\text{runs}} x_t$ over the $T$ "
                  "tasks of "
                  "which "
                  "every method has a value; interval: Student's t with $T - 1$ degrees of "
                  "freedom, of a "
                  "share on the logit; "
                  "difference: the same of the tasks' differences",
                  "$p$: share of the $2^T$ sign patterns of the differences with $|\\mathrm{mean}| "
                  "\\ge$ "
                  "observed; p_holm over the pairs of the primary estimand",
                  "friedman $= \\frac{(k - 1) \\sum_m (R_m - \\frac{T (k + 1)}{2})^2}{\\sum_t "
                  "\\sum_m "
                  "(r_{tm} - "
                  "\\frac{k + "
                  "1}{2})^2}$, $r_{tm}$ the rank of method $m$ on task $t$ (ties: their mean), "
                  "$R_m$ its "
                  "sum",
                  "model: $c$ is $\\mathrm{Binomial}(n, q)$, $q$ over seeds is "
                  "$\\mathrm{Beta}(\\theta s, (1 - \\theta) s)$, $\\theta$ over tasks is "
                  "$\\mathrm{Beta}(\\mu k, (1 - \\mu) k)$; $\\mu$ uniform, $\\ln k$ and $\\ln s$ "
                  "uniform; "
                  "4,000 draws of the posterior",
                  "missing: $\\frac{c}{n + m}$ and $\\frac{c + m}{n + m}$ for $m$ missing rollouts "
                  "of a "
                  "run "
                  "on a task; best-of-b likewise" },
    .references = { "Friedman 1937, The use of ranks to avoid the assumption of normality implicit "
                    "in the "
                    "analysis of variance, JASA 32",
                    "Holm 1979, A simple sequentially rejective multiple test procedure, "
                    "Scandinavian "
                    "Journal of Statistics 6",
                    "Gelman et al. 2013, Bayesian Data Analysis, third edition, chapter 5",
                    "Manski 1990, Nonparametric bounds on treatment effects, American Economic "
                    "Review 80" },
    .denominator = "tasks of which every method has a value",
    .n = "column n: tasks; missing rollouts of the value_if_missing rows",
    .queries = { STUDY_QUERIES },
};

static const char no_test[] = "not a test";
static const char no_interval[] = "no interval";
static const char no_width[] = "fewer than two tasks, or all alike: an interval of no width";
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
    c[COL_ESTIMAND] = cell_text(t, compare_estimand_name(w->r->estimand));
    c[COL_QUANTITY] = cell_text(t, quantity);
    c[COL_METHOD] = method == NULL ? cell_na(t, "of all methods") : cell_text(t, method);
    c[COL_AGAINST] = against == NULL ? cell_na(t, "no pair") : cell_text(t, against);
    c[COL_VALUE] = tables_real(t, value, w->r->n_tasks == 0 ? no_task : "undefined");
    c[COL_LOW] = c[COL_HIGH] = c[COL_INTERVAL] = cell_na(t, no_interval);
    c[COL_P] = c[COL_P_HOLM] = c[COL_MIN_P] = c[COL_ENGINE] = cell_na(t, no_test);
    c[COL_N] = cell_int((int64_t)w->r->n_tasks);
    return c;
}

static void put_ci(const struct rows *w, struct cell *c, struct interval ci,
                   enum interval_kind kind)
{
    tables_put_interval(w->t, &c[COL_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : kind,
                        w->r->n_tasks == 0 ? no_task : no_width);
}

static void put_method(const struct rows *w, size_t m, bool adaptive)
{
    const char *name = w->x->methods.items[m].name;
    const struct method_value *v = &w->r->values[m];
    struct cell *c = add_row(w, "value", name, NULL, v->value);
    put_ci(w, c, v->ci, INTERVAL_STUDENT);
    if (w->r->estimand == COMPARE_SAMPLE && adaptive)
        add_row(w, "value_in_sample", name, NULL, v->in_sample);
    int64_t n_missing = (int64_t)(v->missing.undecided + v->missing.undrawn);
    if (w->r->estimand != COMPARE_LOG_BEST) {
        c = add_row(w, "value_if_missing_failed", name, NULL, v->if_failed);
        c[COL_N] = cell_int(n_missing);
        c = add_row(w, "value_if_missing_fast", name, NULL, v->if_fast);
        c[COL_N] = cell_int(n_missing + (int64_t)v->missing.timeouts);
    }
    add_row(w, "mean_rank", name, NULL, v->mean_rank);
    if (w->r->estimand != COMPARE_SAMPLE)
        return;
    c = add_row(w, "model_these_tasks", name, NULL, v->tasks_mean);
    put_ci(w, c, v->tasks_ci, INTERVAL_HIERARCHY);
    c = add_row(w, "model_new_tasks", name, NULL, v->population_mean);
    tables_put_interval(w->t, &c[COL_LOW], v->population_ci,
                        isnan(v->population_ci.low) ? INTERVAL_NONE : INTERVAL_HIERARCHY,
                        w->r->n_tasks == 0 ? no_task : few_tasks);
    add_row(w, "model_chance_best", name, NULL, v->chance_best);
}

static void put_pair(const struct rows *w, const struct method_pair *p, bool primary)
{
    struct table *t = w->t;
    const char *a = w->x->methods.items[p->a].name;
    const char *b = w->x->methods.items[p->b].name;
    struct cell *c = add_row(w, "difference", b, a, p->difference);
    put_ci(w, c, p->ci, INTERVAL_STUDENT);
    c[COL_P] = tables_real(t, p->flip.p, no_task);
    c[COL_P_HOLM] = primary ? tables_real(t, p->p_holm, no_task) : cell_na(t, "not in the family");
    c[COL_MIN_P] = tables_real(t, p->flip.min_p, no_task);
    c[COL_ENGINE] =
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
    struct cell *c = add_row(w, "friedman", NULL, NULL, f->chi2);
    if (w->r->n_tasks > 0 && isnan(f->chi2))
        c[COL_VALUE] = cell_na(t, "the methods tie on every task");
    c[COL_P] = tables_real(t, f->p, no_task);
    c[COL_P_HOLM] = cell_na(t, "not in the family");
    c[COL_ENGINE] = isnan(f->p) ? cell_na(t, no_task) : cell_text(t, stat_engine_name(f->engine));
    c[COL_N] = cell_int((int64_t)f->n_blocks);
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
    table_note(t,
               "missing of %s: %zu rollouts without a verdict (infra, or awaiting evaluation), %zu "
               "never drawn; %zu timeouts, which count as failures",
               who, m.undecided, m.undrawn, m.timeouts);
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
            table_note(t, "%s: %zu tasks that some method has no value of are left out",
                       compare_estimand_name((enum compare_estimand)e), c->results[e].n_left_out);
    }
    table_note(t,
               "unit: task; runs (seeds) of a method are averaged within it; difference = method - "
               "against; interval: %g %%, Student's t over tasks (of a share on the logit), for "
               "tasks like these",
               100.0 * x->resample->level);
    table_note(
        t,
        "p: sign flips of the tasks' differences, two-sided; p_holm: over the %zu pairs of "
        "the primary estimand, %s (--estimand); min_p: the least that so many tasks can give",
        first->n_pairs, compare_estimand_name(x->o->estimand));
    table_note(t, "friedman: chi-square of ranks within tasks, ties corrected; p by all orders of "
                  "every task's ranks (exact), or 100,000 random ones (monte-carlo); n: tasks on "
                  "which the methods do not all tie; mean_rank: 1 is the smallest value");
    table_note(
        t,
        "model_...: second opinion on the share of fast samples, a hierarchical "
        "beta-binomial (rollouts within seeds within tasks; seed %llu); model_difference and "
        "model_chance_greater are for these tasks; the share of a method that adapts enters "
        "as held out, with the rollouts of its chosen step; a chance of 0 or 1: of %d draws none, "
        "or all",
        (unsigned long long)x->resample->seed, STAT_HIERARCHY_DRAWS);
    table_note(
        t, "value_if_missing_failed, _fast: what the value would be if the n rollouts without a "
           "verdict or never drawn had failed, or had been fast, and the timeouts, which count "
           "as failures, as well; a run that adapts keeps its chosen steps");
    for (size_t m = 0; m < c->n_methods; m++)
        compare_note_missing(t, x->methods.items[m].name, first->values[m].missing);
    tables_note_few(t, first->n_tasks);
    tables_note_undecided(t, first->n_tasks, x->resample->level);
    if (c->cross_fitted)
        table_note(t,
                   "Best of Adaptation: cross-fitted over %d random halvings (seed %llu); "
                   "value_in_sample is scored on the rollouts that chose the step and is too high",
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
