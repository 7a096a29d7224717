/*
 * plot_trajectory.c - fast_1 by adaptation step: tasks thin, the mean bold, a star at Best of
 * Adaptation, and the flat null.
 */
#include <math.h>

#include "analysis/study/trajectory.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_PANELS 12
#define MAX_NAMED  8 /* with a look of their own; more are grey */

static const struct table_column columns[] = {
    { "run", 0 },   { "step", 0 },   { "task", 0 }, { "n", 0 },
    { "count", 0 }, { "fast_1", 0 }, { "boa", 0 },
};

static void put_row(struct figure_model *m, const char *run, const struct trajectory *x,
                    size_t step, const char *task, struct count k, double share)
{
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, run);
    c[1] = cell_int(x->steps[step]);
    c[2] = plot_text(m, task);
    c[3] = cell_int(k.n);
    c[4] = cell_int(k.c);
    c[5] = plot_real(m, share, "no rollout");
    c[6] = cell_bool(step == x->boa);
}

static double share_of(struct count k)
{
    return k.n > 0 ? (double)k.c / (double)k.n : (double)NAN;
}

static void put_points(struct figure_model *m, const char *run, const struct trajectory *x)
{
    for (size_t step = 0; step < x->n_steps; step++) {
        put_row(m, run, x, step, "all", x->pooled[step], x->aggregate[step]);
        for (size_t i = 0; i < x->n_tasks; i++) {
            struct count k = x->counts[step * x->n_tasks + i];
            put_row(m, run, x, step, x->tasks[i], k, share_of(k));
        }
    }
    figure_number(m, "step", x->steps[x->boa], NULL, "boa step %s", run);
    figure_number(m, "share", x->boa_cross_fitted, "no step has two rollouts of a task",
                  "fast 1 at boa %s", run);
    figure_number(m, "share", x->aggregate[x->boa], NULL, "fast 1 at boa in sample %s", run);
    figure_number(m, "share", x->aggregate[0], "no rollout", "fast 1 at step 0 %s", run);
    figure_number(m, "share", x->flat_max, "undefined", "expected maximum without trend %s", run);
    figure_number(m, "", x->flat_p_max, "undefined", "p of the maximum without trend %s", run);
    figure_number(m, "", x->chi2_p, "one step, or all or none fast", "p of homogeneity %s", run);
}

/* Black is the mean's. */
static size_t task_series(size_t task)
{
    return task < 2 ? task : task + 1 + (task >= 6);
}

static void draw_null(struct figure_model *m, struct fig_panel *p, const struct trajectory *x)
{
    struct fig_mark *band = figure_mark(m, p, DRAW_BAND, 2);
    struct fig_mark *most = figure_mark(m, p, DRAW_LINE, 2);
    band->style.colour = rgb_grey(0.45);
    band->opacity = 0.25;
    band->name = "no trend, 95 %";
    most->style = (struct line_style){ rgb_grey(0.4), 0.8, DASH_SHORT, MARK_NONE, false };
    most->name = "no trend, expected maximum";
    for (size_t i = 0; i < 2; i++) {
        band->x[i] = most->x[i] = i == 0 ? -0.3 : x->steps[x->n_steps - 1] + 0.3;
        band->low[i] = x->flat_low;
        band->high[i] = x->flat_high;
        most->y[i] = x->flat_max;
    }
}

static void draw_tasks(struct figure_model *m, struct fig_panel *p, const struct trajectory *x)
{
    static const enum okabe_ito colours[] = { OKABE_BLUE,   OKABE_VERMILLION, OKABE_SKY,
                                              OKABE_PURPLE, OKABE_GREEN,      OKABE_ORANGE };
    bool named = x->n_tasks <= MAX_NAMED;
    for (size_t t = 0; t < x->n_tasks; t++) {
        struct fig_mark *k = plot_series(m, p, DRAW_LINE, x->n_steps, task_series(t),
                                         named    ? x->tasks[t]
                                         : t == 0 ? "a task"
                                                  : NULL);
        k->style.colour = palette_okabe(colours[t % ARRAY_LEN(colours)]);
        k->style.width = 0.6;
        k->radius = 1.1;
        if (!named)
            k->style = (struct line_style){ rgb_grey(0.6), 0.5, DASH_SOLID, MARK_NONE, false };
        for (size_t i = 0; i < x->n_steps; i++) {
            k->x[i] = x->steps[i];
            k->y[i] = share_of(x->counts[i * x->n_tasks + t]);
        }
    }
}

static void draw_mean(struct figure_model *m, struct fig_panel *p, const struct trajectory *x)
{
    struct fig_mark *mean = figure_mark(m, p, DRAW_LINE, x->n_steps);
    mean->style = (struct line_style){ RGB_BLACK, 1.7, DASH_SOLID, MARK_CIRCLE, false };
    mean->name = "mean over tasks";
    for (size_t i = 0; i < x->n_steps; i++) {
        mean->x[i] = x->steps[i];
        mean->y[i] = x->aggregate[i];
    }
    struct fig_mark *star = figure_mark(m, p, DRAW_POINTS, 1);
    star->style =
        (struct line_style){ palette_okabe(OKABE_VERMILLION), 0.8, DASH_SOLID, MARK_STAR, false };
    star->radius = 5;
    star->name = "BoA, cross-fitted";
    star->x[0] = x->steps[x->boa];
    star->y[0] = x->boa_cross_fitted;
}

static int add_run(struct figure_source *s, struct figure_model *m, const struct study *study,
                   size_t run, struct err *err)
{
    struct trajectory x;
    struct run_set one = plot_set_one(s->arena, study, run);
    int rc = figure_source_trajectory(s, &one, &x, err);
    if (rc < 0)
        return rc;
    put_points(m, study->runs[run].name, &x);
    if (m->n_panels == MAX_PANELS)
        return 0;
    struct fig_panel *p = figure_panel(m, study->runs[run].name);
    p->x = (struct axis){ .lo = -0.3,
                          .hi = x.steps[x.n_steps - 1] + 0.3,
                          .label = "adaptation step",
                          .numbers = TICKS_WHOLE };
    p->y = (struct axis){ .hi = 1, .label = "fast_{1} (% of samples)", .numbers = TICKS_PERCENT };
    p->key = KEY_FIGURE;
    draw_null(m, p, &x);
    draw_tasks(m, p, &x);
    draw_mean(m, p, &x);
    int64_t least = INT64_MAX, most = 0;
    for (size_t i = 0; i < x.n_steps * x.n_tasks; i++) {
        least = x.counts[i].n < least ? x.counts[i].n : least;
        most = x.counts[i].n > most ? x.counts[i].n : most;
    }
    figure_caption(m,
                   "%.60s: %s, n = %s samples a task and step, BoA at step %d: %.3g%%, in sample "
                   "%.3g%%.",
                   study->runs[run].name, plot_counted(s->arena, x.n_tasks, "task"),
                   plot_range_text(s->arena, least, most), x.steps[x.boa], 100 * x.boa_cross_fitted,
                   100 * x.aggregate[x.boa]);
    return 0;
}

int plot_trajectory(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = plot_judged_study(s, &study, err);
    size_t n = 0;
    if (rc < 0)
        return rc;
    m->least_width = 104;
    m->share_x = m->share_y = true;
    figure_columns(m, columns, ARRAY_LEN(columns));
    figure_caption(m, "fast_1 by adaptation step; step 0 is the unadapted policy. Thin lines: "
                      "tasks; bold: mean over tasks; star: Best of Adaptation (BoA), "
                      "cross-fitted: chosen on one half of the rollouts and scored on the other, "
                      "at the step that all of them choose. The bold line there is in sample, "
                      "which is too high. Denominator: all scored rollouts of the step.");
    for (size_t run = 0; run < study->n_runs && rc == 0; run++) {
        if (!plot_is_adaptive(study, run) || !study_is_judged(study, run))
            continue;
        n++;
        rc = add_run(s, m, study, run, err);
    }
    if (rc < 0)
        return rc;
    if (n == 0)
        return err_set(err, ERR_NODATA, "none of the runs has more than one step");
    figure_caption(m, "Grey band: central 95 %% of one step's mean if every task kept its rate "
                      "over all steps; dashed: what the highest step is expected to reach then.");
    plot_caption_rule(m, study, s->rule);
    plot_caption_cut(m, "adaptive runs", m->n_panels, n);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}
