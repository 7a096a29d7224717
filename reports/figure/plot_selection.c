/* plot_selection.c - how often a rule's pick is fast, and how fast it is. */
#include <math.h>

#include "analysis/select/selection.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"
#include "src/base/number.h"

#define MAX_DOTS 1500 /* a row */

static const struct table_column columns[] = {
    { "rule", 0 },    { "run", 0 },           { "task", 0 },     { "fast_1", 0 },
    { "ci_low", 0 },  { "ci_high", 0 },       { "interval", 0 }, { "geomean_speedup", 0 },
    { "n_cells", 0 }, { "p_vs_random_m", 0 },
};

static void put_rule(struct figure_model *m, const struct selection_row *r)
{
    const char *reason = r->n_cells == 0 ? "no cell with the log-probs that the rule needs"
                                         : "no cell with a correct, timed sample";
    const char *name = select_rule_name(r->rule);
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, name);
    c[1] = c[2] = plot_text(m, "all");
    c[3] = plot_real(m, r->fast, reason);
    plot_interval(m, c + 4, r->ci, r->interval, reason);
    c[7] = plot_real(m, r->geomean_speedup, reason);
    c[8] = cell_int((int64_t)r->n_cells);
    const char *why = r->rule == SELECT_RANDOM ? "the rule itself"
                      : r->m == 0              ? "an oracle: it evaluates all"
                                               : reason;
    c[9] = plot_real(m, r->p_random_m, why);
    figure_number(m, "share", r->fast, reason, "fast 1 %s", name);
    figure_number(m, "x", r->geomean_speedup, reason, "geomean speedup %s", name);
    figure_number(m, "", r->p_random_m, why, "p against random of as many %s", name);
}

/* 0 where nothing can be picked, NaN where it is undefined. */
static double cell_fast(const struct selection_cell *cell, size_t rule)
{
    const struct select_pick *pick = &cell->picks[rule];
    if (!selection_applies(cell, (enum select_rule)rule))
        return (double)NAN;
    return pick->defined ? pick->fast : 0;
}

static void put_cells(struct figure_model *m, const struct study *s, const struct selection *sel,
                      size_t rule)
{
    for (size_t i = 0; i < sel->n_cells; i++) {
        const struct selection_cell *cell = &sel->cells[i];
        const struct select_pick *pick = &cell->picks[rule];
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, select_rule_name((enum select_rule)rule));
        c[1] = plot_text(m, s->runs[cell->run].name);
        c[2] = plot_text(m, s->tasks[cell->task].task);
        c[3] = plot_real(m, cell_fast(cell, rule), "no log-probs");
        for (size_t k = 4; k < 10; k++)
            c[k] = cell_na(&m->points, "a single task");
        c[7] = pick->defined ? cell_real(exp(pick->log_speedup))
                             : cell_na(&m->points, "nothing to pick from");
        c[8] = cell_int(1);
    }
}

static double row_y(size_t rule)
{
    return SELECT_RULE_COUNT - (double)rule - 0.5;
}

static struct fig_mark *dots(struct figure_model *m, struct fig_panel *p, size_t n)
{
    struct fig_mark *k = figure_mark(m, p, DRAW_POINTS, n);
    k->style =
        (struct line_style){ palette_okabe(OKABE_BLUE), 0.8, DASH_SOLID, MARK_CIRCLE, false };
    k->radius = 1.6;
    k->opacity = 0.45;
    k->jitter = 0.14;
    return k;
}

static void draw_rule(struct figure_model *m, struct fig_panel *share, struct fig_panel *speed,
                      const struct selection *sel, size_t rule)
{
    const struct selection_row *r = &sel->rows[rule];
    size_t n = sel->n_cells < MAX_DOTS ? sel->n_cells : MAX_DOTS;
    struct fig_mark *a = dots(m, share, n), *b = dots(m, speed, n);
    for (size_t i = 0; i < n; i++) {
        const struct select_pick *pick = &sel->cells[i].picks[rule];
        a->x[i] = cell_fast(&sel->cells[i], rule);
        b->x[i] = pick->defined ? exp(pick->log_speedup) : (double)NAN;
        a->y[i] = b->y[i] = row_y(rule) - 0.2;
    }
    struct fig_mark *ci = figure_mark(m, share, DRAW_RANGE_X, 1);
    ci->low[0] = r->ci.low;
    ci->high[0] = r->ci.high;
    ci->y[0] = row_y(rule) + 0.1;
    for (size_t panel = 0; panel < 2; panel++) {
        struct fig_panel *p = panel == 0 ? share : speed;
        double v = panel == 0 ? r->fast : r->geomean_speedup;
        struct fig_mark *mean = figure_mark(m, p, DRAW_POINTS, 1);
        mean->style = (struct line_style){ palette_okabe(OKABE_VERMILLION), 0.8, DASH_SOLID,
                                           MARK_DIAMOND, false };
        mean->radius = 2.8;
        mean->x[0] = v;
        mean->y[0] = row_y(rule) + 0.1;
        struct fig_mark *note = figure_mark(m, p, DRAW_NOTES, 1);
        note->x[0] = isnan(v) ? panel == 0 ? 0.5 : 1 : v;
        note->y[0] = row_y(rule) + 0.43;
        note->align = ALIGN_CENTRE;
        note->style.colour = rgb_grey(0.1);
        note->texts[0] = isnan(v) ? "NA"
                         : panel == 0
                             ? arena_printf(m->arena, "%.1f %%", 100 * v)
                             : arena_printf(m->arena, "%s\xC3\x97", number_rounded(m->arena, v, 3));
    }
}

static void draw(struct figure_model *m, const struct selection *sel)
{
    const char **names = arena_array(m->arena, SELECT_RULE_COUNT, sizeof(*names));
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        names[i] = select_rule_name((enum select_rule)i);
    struct fig_panel *share = figure_panel(m, NULL), *speed = figure_panel(m, NULL);
    share->x = (struct axis){
        .lo = -0.06, .hi = 1.06, .label = "cells with a fast pick (%)", .numbers = TICKS_PERCENT
    };
    speed->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = "speedup of the pick" };
    share->rows = speed->rows = names;
    share->n_rows = speed->n_rows = SELECT_RULE_COUNT;
    share->row_height = speed->row_height = 28;
    struct fig_mark *one = figure_mark(m, speed, DRAW_VLINE, 1);
    one->x[0] = 1;
    one->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        draw_rule(m, share, speed, sel, i);
}

int plot_selection(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct selection sel;
    int rc = plot_judged_study(s, &study, err);
    if (rc < 0)
        return rc;
    bool adapted;
    struct run_set set = plot_set_plain(s->arena, study, &adapted);
    rc = figure_source_selection(s, &set, &sel, err);
    if (rc < 0)
        return rc;
    m->least_width = 200;
    figure_columns(m, columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        put_rule(m, &sel.rows[i]);
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        put_cells(m, study, &sel, i);
    draw(m, &sel);
    figure_caption(m,
                   "Selection rules on the samples of %s%s. One dot is a (run, task) cell, "
                   "n = %zu cells. Share of cells whose pick is fast: cells without a correct "
                   "sample count as failures; where picks tie, a dot is the expected share over "
                   "the tied. Diamond and number: mean over cells with its %g %% interval "
                   "(Clopper-Pearson, with several runs a task Student's t over tasks) "
                   "interval. Speedup of the pick: geometric mean over cells with a pick. Dots "
                   "are spread vertically to be seen.",
                   plot_counted(m->arena, set.n_runs, "run"), adapted ? " at step 0" : "",
                   sel.n_cells, 100 * s->level);
    plot_caption_rule(m, study, s->rule);
    plot_caption_few(m, study->n_tasks);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}
