/* plot_training.c - training from step to step: a panel a metric, a line a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_training.h"
#include "analysis/study/training.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_PANELS  16
#define MAX_METRICS 200
#define WEIGHT      0.6 /* of the smoothing of long series */
#define LEAST_LONG  12

static const struct table_column columns[] = {
    { "run", 0 }, { "metric", 0 }, { "step", 0 }, { "n", 0 }, { "value", 0 }, { "smoothed", 0 },
};

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

/* True when the series is smoothed; one without points draws nothing. */
static bool draw_series(struct figure_model *m, struct fig_panel *p, const struct study *s,
                        const struct training_list *list, size_t run, const char *metric, bool held,
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
                               held ? arena_printf(m->arena, "%s, held", s->runs[run].name)
                                    : s->runs[run].name);
        }
        n = 0;
        for (size_t i = 0; i < list->n; i++) {
            const struct training_point *x = &list->items[i];
            if (x->run != run || is_held(x->metric) != held ||
                strcmp(panel_of(x->metric), metric) != 0)
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
        { "mean_surprisal", "surprisal (nats a token)" },
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
    for (size_t run = 0; run < s->n_runs && series < PLOT_MAX_SERIES; run++) {
        if (stepping[run])
            smoothed |= draw_series(m, p, s, list, run, metric, false, series++);
    }
    for (size_t run = 0; run < s->n_runs && series < PLOT_MAX_SERIES; run++) {
        if (stepping[run] && has_held(list, run))
            smoothed |= draw_series(m, p, s, list, run, metric, true, series++);
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

int plot_training(struct figure_source *s, struct figure_model *m, struct err *err)
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
        figure_columns(m, columns, ARRAY_LEN(columns));
        put_points(m, study, &list);
        for (size_t i = 0; i < metrics.n && i < MAX_PANELS; i++)
            smoothed |= draw_metric(m, study, &list, metrics.names[i], stepping);
        figure_caption(m,
                       "Metrics by step, a line a run: shares of the step's scored rollouts "
                       "(compiled, correct, fast), geometric and arithmetic mean and best "
                       "speedup over correct samples that have one, mean surprisal, share of "
                       "evaluations that ended as cheats, rewards and metrics of the update made "
                       "from the step. n = %s scored rollouts a step, the denominator of shares; "
                       "no intervals.",
                       rollouts_text(m->arena, &list));
        for (size_t run = 0; run < study->n_runs; run++) {
            if (has_held(&list, run)) {
                figure_caption(m, "Held: tasks that a run does not learn from.");
                break;
            }
        }
        if (s->texts)
            figure_caption(m, "Lazy: of the step's correct rollouts whose text is stored, those "
                              "that leave the work to others (no kernel of their own, a library, a "
                              "fallback, a result that computes later); a reason to read them.");
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
