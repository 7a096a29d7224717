/*
 * plot_training.c - training from step to step: a panel a metric, a line a run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_codes.h"
#include "analysis/from_store/load_training.h"
#include "analysis/study/diversity.h"
#include "analysis/study/training.h"
#include "analysis/study/trajectory.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

#define MAX_PANELS  16
#define MAX_METRICS 200
#define WEIGHT      0.6 /* of the smoothing of long series */
#define LEAST_LONG  12

struct metrics {
    const char *names[MAX_METRICS];
    size_t n, of;
};

static bool is_held(const char *metric)
{
    return strncmp(metric, TRAINING_HELD, strlen(TRAINING_HELD)) == 0;
}

/* Held tasks are drawn beside the others. */
static const char *panel_of(const char *metric)
{
    return is_held(metric) ? metric + strlen(TRAINING_HELD) : metric;
}

static struct metrics metrics_of(const struct training_list *list)
{
    struct metrics m = { .n = 0 };
    for (size_t i = 0; i < list->n; i++) {
        size_t k = 0;
        const char *name = panel_of(list->items[i].metric);
        while (k < m.n && strcmp(m.names[k], name) != 0)
            k++;
        if (k < m.n || isnan(list->items[i].value))
            continue;
        m.of++;
        if (m.n < MAX_METRICS)
            m.names[m.n++] = name;
    }
    return m;
}

static void put_points(struct figure_model *m, const struct study *s,
                       const struct training_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct training_point *x = &list->items[i];
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, s->runs[x->run].name);
        c[1] = plot_text(m, x->metric);
        c[2] = cell_int(x->step);
        c[3] = x->n < 0 ? cell_na(&m->points, "unknown") : cell_int(x->n);
        c[4] = plot_real(m, x->value, "undefined at this step");
        c[5] = plot_real(m, x->smoothed, "undefined at this step");
    }
}

struct training_series {
    size_t run;
    const char *name; /* of the run */
    const char *metric;
    bool held;
};

/* True when the series is smoothed; one without points draws nothing. */
static bool draw_series(struct figure_model *m, struct fig_panel *p,
                        const struct training_list *list, const struct training_series *of,
                        size_t series)
{
    size_t n = 0;
    struct fig_mark *raw = NULL, *line = NULL;
    for (size_t pass = 0; pass < 2; pass++) {
        if (pass == 1 && n == 0)
            return false;
        bool smooth = n >= LEAST_LONG;
        if (pass == 1) {
            raw = smooth ? plot_series(m, p, DRAW_LINE, n, series, NULL) : NULL;
            line = plot_series(m, p, DRAW_LINE, n, series,
                               of->held ? arena_printf(m->arena, "%s, held", of->name) : of->name);
        }
        n = 0;
        for (size_t i = 0; i < list->n; i++) {
            const struct training_point *x = &list->items[i];
            if (x->run != of->run || is_held(x->metric) != of->held ||
                strcmp(panel_of(x->metric), of->metric) != 0)
                continue;
            if (pass == 1) {
                line->x[n] = x->step;
                line->y[n] = smooth ? x->smoothed : x->value;
            }
            if (raw != NULL) {
                raw->x[n] = x->step;
                raw->y[n] = x->value;
            }
            n++;
        }
    }
    line->radius = 1.4;
    if (raw == NULL)
        return false;
    line->style.marker = raw->style.marker = MARK_NONE;
    raw->style.width = 0.5;
    raw->opacity = 0.4;
    return true;
}

/* Metrics of updates are named by the run. */
static const char *metric_title(struct arena *a, const char *metric)
{
    static const struct {
        const char *metric, *title;
    } titles[] = {
        { "compiled", "compiled (%)" },
        { "correct", "correct (%)" },
        { "fast", "fast (%)" },
        { "geomean_speedup", "geom. mean speedup" },
        { "mean_surprisal", "surprisal (nats per token)" },
        { "mean_speedup", "arith. mean speedup" },
        { "best_speedup", "best speedup" },
        { "cheat", "cheats (%)" },
        { "lazy", "lazy, of correct (%)" },
    };
    for (size_t i = 0; i < ARRAY_LEN(titles); i++) {
        if (strcmp(metric, titles[i].metric) == 0)
            return titles[i].title;
    }
    char *title = arena_strdup(a, metric);
    for (char *p = title; *p != '\0'; p++)
        *p = *p == '_' ? ' ' : *p;
    return title;
}

static bool has_held(const struct training_list *list, size_t run)
{
    for (size_t i = 0; i < list->n; i++) {
        if (list->items[i].run == run && is_held(list->items[i].metric))
            return true;
    }
    return false;
}

static bool draw_metric(struct figure_model *m, const struct study *s,
                        const struct training_list *list, const char *metric, const bool *stepping)
{
    static const char *const shares[] = { "correct", "compiled", "fast", "cheat", "lazy" };
    struct fig_panel *p = figure_panel(m, metric_title(m->arena, metric));
    size_t series = 0;
    bool smoothed = false;
    p->x = (struct axis){ .lo = 1, .label = "step", .numbers = TICKS_WHOLE };
    p->y = (struct axis){ .lo = 1 };
    p->key = KEY_FIGURE;
    for (size_t i = 0; i < ARRAY_LEN(shares); i++) {
        if (strcmp(metric, shares[i]) == 0)
            p->y = (struct axis){ .hi = 1, .numbers = TICKS_PERCENT };
    }
    for (size_t i = 0; i < 2 * s->n_runs && series < PLOT_MAX_SERIES; i++) {
        size_t run = i % s->n_runs;
        const struct training_series of = { run, s->runs[run].name, metric, i >= s->n_runs };
        if (stepping[run] && (!of.held || has_held(list, run)))
            smoothed |= draw_series(m, p, list, &of, series++);
    }
    return smoothed;
}

/* Least and most scored rollouts of a step. */
static const char *rollouts_text(struct arena *a, const struct training_list *list)
{
    int64_t least = INT64_MAX, most = 0;
    for (size_t i = 0; i < list->n; i++) {
        const struct training_point *x = &list->items[i];
        if (strcmp(x->metric, "compiled") != 0 && strcmp(x->metric, TRAINING_HELD "compiled") != 0)
            continue;
        least = x->n < least ? x->n : least;
        most = x->n > most ? x->n : most;
    }
    return plot_range_text(a, least == INT64_MAX ? 0 : least, most);
}

/* Runs go over steps by their rollouts, or by what a trainer said of its steps. */
static size_t mark_stepping(const struct study *s, const struct training_list *list, bool *out)
{
    size_t n = 0;
    for (size_t run = 0; run < s->n_runs; run++) {
        int first = -1;
        out[run] = plot_is_adaptive(s, run);
        for (size_t i = 0; i < list->n && !out[run]; i++) {
            if (list->items[i].run != run)
                continue;
            out[run] = first >= 0 && list->items[i].step != first;
            first = first < 0 ? list->items[i].step : first;
        }
        n += out[run];
    }
    return n;
}

static void drop_others(struct training_list *list, const bool *stepping)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        if (stepping[list->items[i].run])
            list->items[n++] = list->items[i];
    }
    list->n = n;
}

static int plot_training(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct training_list list = { 0 };
    int rc = figure_source_whole(s, &study, err);
    if (rc < 0)
        return rc;
    bool *stepping = arena_array(s->arena, study->n_runs + 1, sizeof(*stepping));
    size_t n = 0;
    for (size_t run = 0; run < study->n_runs; run++) {
        if (plot_is_adaptive(study, run))
            training_from_study(study, run, s->rule, &list, s->arena);
    }
    for (size_t run = 0; run < study->n_runs && s->texts && rc == 0; run++)
        rc = load_training_texts(s->db, study, run, s->arena, &list, err);
    if (rc == 0)
        rc = load_training(s->db, study, s->arena, &list, err);
    if (rc == 0) {
        n = mark_stepping(study, &list, stepping);
        drop_others(&list, stepping);
        if (n == 0)
            rc = err_set(err, ERR_NODATA, "none of the runs has more than one step");
    }
    if (rc == 0) {
        training_smooth_all(&list, WEIGHT);
        struct metrics metrics = metrics_of(&list);
        bool smoothed = false;
        m->least_width = 104;
        m->share_x = true;
        figure_columns(m, "run,metric,step,n,value,smoothed");
        put_points(m, study, &list);
        for (size_t i = 0; i < metrics.n && i < MAX_PANELS; i++)
            smoothed |= draw_metric(m, study, &list, metrics.names[i], stepping);
        figure_caption(
            m,
            "Metrics by step, one line per run. Shares are of the step's scored rollouts, "
            "n = %s per step; speedups are over correct, timed samples. No intervals. "
            "Compiled, correct, fast: shares of rollouts. Speedups: geometric mean, "
            "arithmetic mean, best. Cheats: share of evaluations. Update: metrics of "
            "the update made from the step.",
            rollouts_text(m->arena, &list));
        for (size_t run = 0; run < study->n_runs; run++) {
            if (has_held(&list, run)) {
                figure_caption(m, "Held: tasks that a run does not learn from.");
                break;
            }
        }
        if (s->texts)
            figure_caption(m, "Lazy: correct rollouts that leave the work to others (no kernel of "
                              "their own, a library, a fallback, a result computed later), of the "
                              "step's correct rollouts with a stored text.");
        if (smoothed)
            figure_caption(m,
                           "Series of %d steps and more are smoothed exponentially (weight %g, "
                           "bias of the start removed) over the thin raw line.",
                           LEAST_LONG, WEIGHT);
        plot_caption_cut(m, "metrics", m->n_panels, metrics.of);
        plot_caption_cut(m, "runs", n < PLOT_MAX_SERIES ? n : PLOT_MAX_SERIES, n);
        plot_caption_rule(m, study, s->rule);
        plot_caption_runs(m, study);
    }
    training_release(&list);
    return rc;
}

const struct figure_entry figure_training = {
    "training", "training curves: rewards, update metrics, shares by step",
    "a run with more than one step", plot_training
};

/*
 * Fast_1 by adaptation step: tasks thin, the mean bold, a star at Best of Adaptation, and the
 * flat null.
 */

#define TRAJECTORY_MAX_PANELS 12
#define MAX_NAMED             8 /* with a look of their own; more are grey */
#define STAR_LEAST            16 /* samples a task and step: halves of fewer tie, and the first step wins */

static double share_of(struct count k)
{
    return k.n > 0 ? (double)k.c / (double)k.n : (double)NAN;
}

/* Task n_tasks: all of them. */
static void put_row(struct figure_model *m, const char *run, const struct trajectory *x,
                    size_t step, size_t task)
{
    bool all = task == x->n_tasks;
    struct count k = all ? x->pooled[step] : x->counts[step * x->n_tasks + task];
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, run);
    c[1] = cell_int(x->steps[step]);
    c[2] = plot_text(m, all ? "all" : x->tasks[task]);
    c[3] = cell_int(k.n);
    c[4] = cell_int(k.c);
    c[5] = plot_real(m, all ? x->aggregate[step] : share_of(k), "no rollout");
    c[6] = cell_bool(step == x->boa);
}

static void trajectory_put_points(struct figure_model *m, const char *run,
                                  const struct trajectory *x)
{
    for (size_t step = 0; step < x->n_steps; step++) {
        put_row(m, run, x, step, x->n_tasks);
        for (size_t i = 0; i < x->n_tasks; i++)
            put_row(m, run, x, step, i);
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
        /* Black is the mean's. */
        struct fig_mark *k = plot_series(m, p, DRAW_LINE, x->n_steps, t < 2 ? t : t + 1 + (t >= 6),
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

static void draw_mean(struct figure_model *m, struct fig_panel *p, const struct trajectory *x,
                      bool has_star)
{
    struct fig_mark *mean = figure_mark(m, p, DRAW_LINE, x->n_steps);
    mean->style = (struct line_style){ RGB_BLACK, 1.7, DASH_SOLID, MARK_CIRCLE, false };
    mean->name = "mean over tasks";
    for (size_t i = 0; i < x->n_steps; i++) {
        mean->x[i] = x->steps[i];
        mean->y[i] = x->aggregate[i];
    }
    if (!has_star) {
        p->corner = "no star: few samples";
        return;
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
    trajectory_put_points(m, study->runs[run].name, &x);
    if (m->n_panels == TRAJECTORY_MAX_PANELS)
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
    int64_t least = INT64_MAX, most = 0;
    for (size_t i = 0; i < x.n_steps * x.n_tasks; i++) {
        least = x.counts[i].n < least ? x.counts[i].n : least;
        most = x.counts[i].n > most ? x.counts[i].n : most;
    }
    draw_mean(m, p, &x, least >= STAR_LEAST);
    figure_caption(
        m,
        "%.60s: %s, n = %s samples per task and step, BoA at step %d: %.3g%%, in sample %.3g%%%s.",
        study->runs[run].name, plot_counted(s->arena, x.n_tasks, "task"),
        plot_range_text(s->arena, least, most), x.steps[x.boa], 100 * x.boa_cross_fitted,
        100 * x.aggregate[x.boa],
        least >= STAR_LEAST
            ? ""
            : arena_printf(s->arena,
                           ", no star, because halves of fewer than %d samples tie too "
                           "often to choose a step",
                           STAR_LEAST / 2));
    return 0;
}

static int plot_trajectory(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = plot_judged_study(s, &study, err);
    size_t n = 0;
    if (rc < 0)
        return rc;
    m->least_width = 104;
    m->share_x = m->share_y = true;
    figure_columns(m, "run,step,task,n,count,fast_1,boa");
    figure_caption(
        m, "fast_1 by adaptation step; step 0 is the unadapted policy. Thin lines: tasks. bold: "
           "mean over tasks. star: Best of Adaptation (BoA), cross-fitted: selected on one half of "
           "the rollouts and scored on the other. The bold line at its step is in sample, so "
           "biased upwards. Denominator: all scored rollouts of the step.");
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
                      "over all steps; dashed: the expected maximum over steps then.");
    plot_caption_rule(m, study, s->rule);
    plot_caption_cut(m, "adaptive runs", m->n_panels, n);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_trajectory = {
    "trajectory", "fast_1 by adaptation step, with the no-trend null and the BoA step",
    "a run with more than one step", plot_trajectory
};

/*
 * How many different kernels there are, a panel a measure.
 */

static const struct {
    enum diversity_measure measure;
    const char *title;
} measures[] = {
    { DIVERSITY_UNIQUE_RATIO, "unique / n" },
    { DIVERSITY_HILL_1_M, "effective among m" },
    { DIVERSITY_COLLISION, "two alike (chance)" },
    { DIVERSITY_ENTROPY_CS, "entropy (nats)" },
    { DIVERSITY_COVERAGE, "coverage" },
    { DIVERSITY_UNSEEN, "unseen mass" },
};

static void diversity_put_row(struct figure_model *m, const struct code_set *set,
                              const struct diversity_row *r)
{
    for (size_t i = 0; i < ARRAY_LEN(measures); i++) {
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, set->runs[r->run]);
        c[1] = cell_int(r->step);
        c[2] = plot_text(m, r->task == DIVERSITY_ALL_TASKS ? "all" : set->tasks[r->task]);
        c[3] = cell_int(r->n);
        c[4] = r->m > 0 ? cell_int(r->m) : cell_na(&m->points, "no task with two samples");
        c[5] = plot_text(m, diversity_measure_name(measures[i].measure));
        c[6] = plot_real(m, r->values[measures[i].measure], "too few samples");
        if (r->task == DIVERSITY_ALL_TASKS)
            figure_number(m, "", r->values[measures[i].measure], "too few samples", "%s %s step %d",
                          diversity_measure_name(measures[i].measure), set->runs[r->run], r->step);
    }
}

static void draw_run(struct figure_model *m, struct fig_panel *p, const struct code_set *set,
                     const struct diversity_table *d, size_t run, size_t measure)
{
    struct fig_mark *k = plot_series(m, p, DRAW_LINE, d->n_rows, run, set->runs[run]);
    k->radius = 1.6;
    k->n = 0;
    for (size_t i = 0; i < d->n_rows; i++) {
        const struct diversity_row *r = &d->rows[i];
        if (r->run != run || r->task != DIVERSITY_ALL_TASKS)
            continue;
        k->x[k->n] = r->step;
        k->y[k->n++] = r->values[measures[measure].measure];
    }
}

static bool is_undefined(const struct diversity_table *d, size_t measure)
{
    for (size_t i = 0; i < d->n_rows; i++) {
        if (d->rows[i].task == DIVERSITY_ALL_TASKS &&
            !isnan(d->rows[i].values[measures[measure].measure]))
            return false;
    }
    return true;
}

/* Runs without any value. */
static size_t count_undefined(const struct diversity_table *d, size_t n_runs)
{
    size_t n = 0;
    for (size_t run = 0; run < n_runs; run++) {
        bool defined = false;
        for (size_t i = 0; i < d->n_rows; i++) {
            const struct diversity_row *r = &d->rows[i];
            for (size_t k = 0; k < ARRAY_LEN(measures); k++)
                defined = defined || (r->run == run && r->task == DIVERSITY_ALL_TASKS &&
                                      !isnan(r->values[measures[k].measure]));
        }
        n += !defined;
    }
    return n;
}

static int plot_diversity(struct figure_source *s, struct figure_model *m, struct err *err)
{
    bool levels[CODE_LEVELS] = { false };
    struct diversity_options o = { .of = DIVERSITY_OF_ALL, .levels = levels };
    struct code_set set;
    int64_t n = 0;
    int rc = figure_source_names(s, err);
    if (rc == 0)
        rc = load_codes(
            &(struct load_request){
                .db = s->db, .names = s->runs, .n_names = s->n_runs, .arena = s->arena },
            false, &set, err);
    if (rc < 0)
        return rc;
    if (set.n_samples == 0)
        return err_set(err, ERR_NODATA, "no sample of these runs has code");
    levels[IDENTITY_RENAMED] = true;
    struct diversity_table d = diversity_of_groups(&set, &o, s->arena);
    size_t runs = set.n_runs < PLOT_MAX_SERIES ? set.n_runs : PLOT_MAX_SERIES;
    m->least_width = 104;
    m->share_x = true;
    figure_columns(m, "run,step,task,n,m,measure,value");
    for (size_t i = 0; i < d.n_rows; i++) {
        diversity_put_row(m, &set, &d.rows[i]);
        n += d.rows[i].task == DIVERSITY_ALL_TASKS ? d.rows[i].n : 0;
    }
    for (size_t k = 0; k < ARRAY_LEN(measures); k++) {
        struct fig_panel *p = figure_panel(m, measures[k].title);
        p->x = (struct axis){ .lo = 1, .label = "step", .numbers = TICKS_WHOLE };
        p->y = (struct axis){ .lo = 1 };
        p->key = KEY_FIGURE;
        if (is_undefined(&d, k))
            p->na = "too few samples of every task";
        for (size_t run = 0; run < runs; run++)
            draw_run(m, p, &set, &d, run, k);
    }
    figure_caption(m,
                   "Diversity of kernels by step, mean over the tasks where a measure is defined, "
                   "each task weighing the same; n = %lld samples with code, %zu without are left "
                   "out. Kernels are the same when they agree except for white space, comments and "
                   "declared names. Effective: kernels, exp of the entropy, expected among m "
                   "samples (m: the smallest n of any task and step). No interval is drawn.",
                   (long long)n, set.n_without_code);
    size_t undefined = count_undefined(&d, set.n_runs);
    if (undefined > 0)
        figure_caption(m, "%zu of %zu runs have too few samples for any measure.", undefined,
                       set.n_runs);
    plot_caption_cut(m, "runs", runs, set.n_runs);
    return 0;
}

const struct figure_entry figure_diversity = { "diversity", "diversity of kernels against step",
                                               "samples with code", plot_diversity };
