/* methods_curves.c - compare --table curves. */
#include <math.h>

#include "analysis/compare/budget_curves.h"
#include "analysis/from_store/load_cost.h"
#include "analysis/tables/compare/methods_tables.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum curves_column {
    COL_CURRENCY,
    COL_BUDGET,
    COL_METHOD,
    COL_ROLLOUTS,
    COL_METRIC,
    COL_VALUE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_N,
    COL_COUNT
};

static const struct table_column columns[] = {
    { "currency", 0, COLUMN_TEXT, "rollouts, tokens or seconds" },
    { "budget", 4, COLUMN_REAL, "of one run on one task" },
    { "method", 0, COLUMN_TEXT, "the method" },
    { "rollouts", 4, COLUMN_REAL, "that the budget pays for, mean",
      "a run of the method spent less, or does not say what it spent" },
    { "metric", 0, COLUMN_TEXT, "any, fast_1 or max" },
    { "value", 4, COLUMN_REAL, "the value",
      "a run of the method spent less, or does not say what it spent" },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval",
      "a run of the method spent less, or does not say what it spent" },
    { "ci_high", 4, COLUMN_REAL, "upper end of the interval",
      "a run of the method spent less, or does not say what it spent" },
    { "interval", 0, COLUMN_TEXT, "kind of the interval",
      "a run of the method spent less, or does not say what it spent",
      .words = INTERVAL_WORDS "|hierarchical-posterior" },
    { "n", 0, COLUMN_INT, "tasks" },
};

const struct table_shape methods_curves_shape = {
    .schema = "rollbook.analyze.compare.curves/1",
    .asked = "--table curves",
    .rows = "what methods find for equal budgets",
    SHAPE_COLUMNS(columns),
    .formulas = { "cost of a rollout $= \\frac{\\text{what its step used}}{\\text{rollouts of the "
                  "step}}$; "
                  "a "
                  "budget pays for whole rollouts, steps in their order",
                  "of $B$ rollouts of a step with $n$: any $= 1 - S(B; n, n_{\\text{correct}})$, "
                  "fast_1 $= "
                  "1 - "
                  "S(B; n, n_{\\text{fast}})$, times the chance that the steps before have none; "
                  "max: "
                  "$\\mathrm{E}[\\text{largest speedup}]$, failures as 0",
                  "interval: Student's t over tasks, of shares on the logit" },
    .references = { CHEN, PKPO, MILLER },
    .denominator = "tasks of which every method has rollouts; all rollouts of a run on a task",
    .n = "column n: tasks",
    .queries = { STUDY_QUERIES, "load_cost" },
};

static const char no_pay[] = "a run of the method spent less, or does not say what it spent";
static const char no_width[] = "fewer than two tasks, or all alike: an interval of no width";

static void put_point(struct table *t, const struct methods_input *x, enum budget_currency c,
                      const struct budget_point *p, size_t n_tasks)
{
    for (int m = 0; m < BUDGET_METRICS; m++) {
        const char *reason = isnan(p->value[m]) ? no_pay : no_width;
        struct cell *row = table_row(t);
        row[COL_CURRENCY] = cell_text(t, budget_currency_name(c));
        row[COL_BUDGET] = cell_real(p->budget);
        row[COL_METHOD] = cell_text(t, x->methods.items[p->method].name);
        row[COL_ROLLOUTS] = tables_real(t, p->rollouts, no_pay);
        row[COL_METRIC] = cell_text(t, budget_metric_name((enum budget_metric)m));
        row[COL_VALUE] = tables_real(t, p->value[m], no_pay);
        tables_put_interval(t, &row[COL_LOW], p->ci[m],
                            isnan(p->ci[m].low) ? INTERVAL_NONE : INTERVAL_STUDENT, reason);
        row[COL_N] = cell_int((int64_t)n_tasks);
    }
}

static void note_curves(struct table *t, const struct methods_input *x,
                        const struct budget_curves *c)
{
    table_note(
        t, "budget: of one run on one task; steps are paid for in their order, whole rollouts at "
           "a time, each at what its step used a rollout; tokens: prompt, completion and teacher; "
           "seconds: of evaluation, summed over workers");
    table_note(t,
               "any: chance that one of the rollouts is correct; fast_1: that one is fast; max: "
               "expected largest speedup, 0 where none has one; unbiased within a step, mean over "
               "runs, then over the %zu tasks of which every method has rollouts",
               c->n_tasks);
    table_note(
        t, "interval: %g %%, Student's t over tasks (of shares on the logit), for tasks like these",
        100.0 * x->resample->level);
    for (size_t i = 0; i < BUDGET_CURRENCIES; i++) {
        if (!c->curves[i].known)
            table_note(t, "%s: no method says what it spent, so there is no curve",
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
    size_t n = 0;
    if (s == NULL)
        return err_set(err, ERR_NODATA, "no run has samples that can be told fast from slow");
    const char **names = arena_array(x->in->arena, s->n_runs, sizeof(*names));
    for (size_t i = 0; i < s->n_runs; i++)
        names[i] = s->runs[i].name;
    int rc = load_cost(x->in->db, names, s->n_runs, x->in->arena, &uses, &n, err);
    if (rc == 0)
        rc = budget_curves(&x->methods, uses, n, &how, x->in->arena, &c, err);
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
