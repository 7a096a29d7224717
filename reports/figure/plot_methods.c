/*
 * plot_methods.c - every method at one budget, as bars with intervals.
 */
#include <math.h>

#include "analysis/compare/compare_methods.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plot_forest.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

static const struct table_column columns[] = {
    { "estimand", 0 }, { "method", 0 },   { "value", 0 },   { "ci_low", 0 },
    { "ci_high", 0 },  { "interval", 0 }, { "n_tasks", 0 },
};

static void draw_estimand(struct figure_model *m, const struct run_groups *g,
                          const struct methods_result *r, const char *label)
{
    static const char none[] = "no task of which every method has a value";
    size_t n = g->n < PLOT_MAX_ROWS ? g->n : PLOT_MAX_ROWS;
    const char **names = arena_array(m->arena, n + 1, sizeof(*names));
    const char **notes = arena_array(m->arena, n + 1, sizeof(*notes));
    struct fig_panel *p = figure_panel(m, NULL);
    struct fig_mark *bars = figure_mark(m, p, DRAW_BARS_X, n);
    struct fig_mark *ends = figure_mark(m, p, DRAW_RANGE_X, n);
    bars->style = axes_series_style(0);
    bars->size = 0.62;
    bars->opacity = 0.6;
    for (size_t i = 0; i < n; i++) {
        const struct method_value *v = &r->values[i];
        struct cell *c = table_row(&m->points);
        names[i] = g->items[i].name;
        notes[i] = isnan(v->value) ? "NA" : arena_printf(m->arena, "%.1f", 100 * v->value);
        bars->y[i] = ends->y[i] = plot_row_y(i, n);
        bars->low[i] = 0.0;
        bars->high[i] = v->value;
        ends->low[i] = v->ci.low;
        ends->high[i] = v->ci.high;
        c[0] = plot_text(m, compare_estimand_name(r->estimand));
        c[1] = plot_text(m, names[i]);
        c[2] = plot_real(m, v->value, none);
        plot_interval(m, &c[3], v->ci, isnan(v->ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                      "fewer than two tasks, or all alike");
        c[6] = cell_int((int64_t)r->n_tasks);
        figure_number(m, "share", v->value, none, "%s %s", compare_estimand_name(r->estimand),
                      names[i]);
    }
    p->rows = names;
    p->row_notes = notes;
    p->n_rows = n;
    p->x = (struct axis){ .lo = 0, .hi = 1, .label = label, .numbers = TICKS_PERCENT };
    if (r->n_tasks == 0)
        p->na = none;
}

int plot_methods(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct run_groups g;
    struct methods_compared c;
    struct methods_options o = {
        .rule = s->rule, .level = s->level, .seed = s->seed, .values_only = true
    };
    int rc = plot_judged_study(s, &study, err);
    if (rc == 0)
        rc = run_groups_named(s->methods, study, s->arena, &g, err);
    if (rc == 0 && g.n < 2)
        return err_set(err, ERR_NODATA, "these runs are one method, which needs another");
    if (rc == 0 && s->methods == NULL && g.n > COMPARE_METHODS_MOST)
        g.n = COMPARE_METHODS_MOST;
    if (rc == 0)
        rc = compare_methods(&g, &o, s->arena, &c, err);
    if (rc < 0)
        return rc;
    m->least_width = 150;
    figure_columns(m, columns, ARRAY_LEN(columns));
    draw_estimand(m, &g, &c.results[COMPARE_SAMPLE], "fast samples (%)");
    draw_estimand(m, &g, &c.results[COMPARE_BEST],
                  arena_printf(s->arena, "a fast one among %lld (%%)", (long long)c.budget));
    figure_caption(
        m,
        "Each method's mean over %s of which all have rollouts, runs (seeds) averaged "
        "within a task. Left: share of fast samples, of a method that adapts its Best of "
        "Adaptation, cross-fitted. Right: chance that one of B = %lld rollouts of a run "
        "is fast, adaptation rollouts included; B is %s%s%s. Whiskers: %g%% intervals for "
        "tasks like these, Student's t over tasks on the logit%s.",
        plot_counted(s->arena, c.results[COMPARE_SAMPLE].n_tasks, "task"), (long long)c.budget,
        c.smallest == NULL ? "as asked for" : "all that a run of ",
        c.smallest == NULL ? "" : c.smallest, c.smallest == NULL ? "" : " has", 100 * s->level,
        c.results[COMPARE_SAMPLE].n_tasks < STAT_FEW_TASKS
            ? "; so few tasks cannot show the distribution that they rest on"
            : "");
    plot_caption_rule(m, study, s->rule);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}
