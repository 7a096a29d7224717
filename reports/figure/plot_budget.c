/* plot_budget.c - what methods find for equal budgets. */
#include <math.h>

#include "analysis/compare/budget_curves.h"
#include "analysis/from_store/load_cost.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"
#include "src/base/number.h"

static const struct table_column columns[] = {
    { "currency", 0 }, { "budget", 0 }, { "method", 0 },  { "rollouts", 0 }, { "metric", 0 },
    { "value", 0 },    { "ci_low", 0 }, { "ci_high", 0 }, { "interval", 0 }, { "n_tasks", 0 },
};

static const char *const metric_labels[BUDGET_METRICS] = { "a correct one (%)", "a fast one (%)",
                                                           "expected best speedup" };
static const char *const currency_labels[BUDGET_CURRENCIES] = { "rollouts a task", "tokens a task",
                                                                "evaluation seconds a task" };

static void put_points(struct figure_model *m, const struct run_groups *g,
                       const struct budget_curves *c, const struct budget_curve *curve,
                       enum budget_metric metric)
{
    static const char none[] = "a run of the method spent less, or does not say what it spent";
    for (size_t i = 0; i < curve->n_budgets * c->n_methods; i++) {
        const struct budget_point *p = &curve->points[i];
        struct cell *row = table_row(&m->points);
        row[0] = plot_text(m, budget_currency_name(curve->currency));
        row[1] = cell_real(p->budget);
        row[2] = plot_text(m, g->items[p->method].name);
        row[3] = plot_real(m, p->rollouts, none);
        row[4] = plot_text(m, budget_metric_name(metric));
        row[5] = plot_real(m, p->value[metric], none);
        plot_interval(m, &row[6], p->ci[metric],
                      isnan(p->ci[metric].low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                      "no value, or all tasks alike");
        row[9] = cell_int((int64_t)c->n_tasks);
    }
}

static void draw_curves(struct figure_model *m, const struct run_groups *g,
                        const struct budget_curves *c, const struct budget_curve *curve,
                        enum budget_metric metric)
{
    struct fig_panel *p = figure_panel(m, NULL);
    p->x = (struct axis){ .scale = curve->currency == BUDGET_ROLLOUTS ? AXIS_LOG2 : AXIS_LOG10,
                          .lo = 1,
                          .label = currency_labels[curve->currency] };
    p->y =
        (struct axis){ .lo = 0, .hi = 1, .label = metric_labels[metric], .numbers = TICKS_PERCENT };
    if (metric == BUDGET_MAX)
        p->y = (struct axis){ .lo = 1, .label = metric_labels[metric] };
    p->key = KEY_FIGURE;
    if (!curve->known)
        p->na = "no method says what it spent";
    for (size_t k = 0; k < c->n_methods && k < PLOT_MAX_SERIES; k++) {
        struct fig_mark *band = plot_series(m, p, DRAW_BAND, curve->n_budgets, k, NULL);
        struct fig_mark *line = plot_series(m, p, DRAW_LINE, curve->n_budgets, k, g->items[k].name);
        band->opacity = 0.15;
        for (size_t i = 0; i < curve->n_budgets; i++) {
            const struct budget_point *at = &curve->points[i * c->n_methods + k];
            band->x[i] = line->x[i] = at->budget;
            line->y[i] = at->value[metric];
            band->low[i] = at->ci[metric].low;
            band->high[i] = at->ci[metric].high;
        }
    }
}

static void put_numbers(struct figure_source *s, struct figure_model *m, const struct run_groups *g,
                        const struct budget_curves *c)
{
    const struct budget_curve *r = &c->curves[BUDGET_ROLLOUTS];
    for (size_t k = 0; k < c->n_methods && r->n_budgets > 0; k++) {
        const struct budget_point *last = &r->points[(r->n_budgets - 1) * c->n_methods + k];
        for (int metric = 0; metric < BUDGET_METRICS; metric++)
            figure_number(m, metric == BUDGET_MAX ? "x" : "share", last->value[metric],
                          "a run of the method spent less", "%s %s at %s rollouts",
                          budget_metric_name((enum budget_metric)metric), g->items[k].name,
                          number_rounded(s->arena, last->budget, 4));
    }
}

int plot_budget(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct run_groups g;
    struct budget_curves c;
    struct budget_options o = { .rule = s->rule, .level = s->level };
    struct cost_use *uses;
    size_t n_uses;
    int rc = plot_judged_study(s, &study, err);
    if (rc == 0)
        rc = run_groups_named(s->methods, study, s->arena, &g, err);
    if (rc == 0)
        rc = load_cost(s->db, s->runs, s->n_runs, s->arena, &uses, &n_uses, err);
    if (rc == 0)
        rc = budget_curves(&g, uses, n_uses, &o, s->arena, &c, err);
    if (rc < 0)
        return rc;
    m->least_width = 150;
    figure_columns(m, columns, ARRAY_LEN(columns));
    for (int metric = 0; metric < BUDGET_METRICS; metric++) {
        for (int currency = 0; currency < BUDGET_CURRENCIES; currency++) {
            draw_curves(m, &g, &c, &c.curves[currency], (enum budget_metric)metric);
            put_points(m, &g, &c, &c.curves[currency], (enum budget_metric)metric);
        }
    }
    put_numbers(s, m, &g, &c);
    figure_caption(
        m,
        "What a run of each method finds on a task for equal budgets: the chance of a "
        "correct and of a fast rollout, and the expected largest speedup (0 without "
        "one). Steps are paid for in their order, each rollout at what its step used a "
        "rollout; tokens: prompt, completion and teacher; seconds: of evaluation, summed "
        "over workers. Mean over runs, then over %s of which all methods have rollouts; "
        "bands: %g%% intervals for tasks like these, Student's t over tasks. A curve ends "
        "where a run of the method spent no more.",
        plot_counted(s->arena, c.n_tasks, "task"), 100 * s->level);
    plot_caption_cut(m, "methods", g.n < PLOT_MAX_SERIES ? g.n : PLOT_MAX_SERIES, g.n);
    plot_caption_rule(m, study, s->rule);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}
