/* plot_baselines.c - how long the tasks of a level take on each device. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/from_store/load_hardware.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/hardware.h"
#include "reports/figure/plot_forest.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_DOTS 400 /* a row */

static const struct table_column columns[] = {
    { "baseline", 0 }, { "source", 0 },  { "device", 0 },    { "level", 0 },
    { "n_tasks", 0 },  { "mean_us", 0 }, { "median_us", 0 }, { "p25_us", 0 },
    { "p75_us", 0 },   { "min_us", 0 },  { "max_us", 0 },
};

/* Ascending runtimes of one level, baseline and device. */
struct level_row {
    const char *baseline, *source, *device;
    int level; /* 0: not said */
    double *us;
    size_t n;
};

static int level_of(const char *task)
{
    int level = 0;
    return task != NULL && sscanf(task, "l%d/", &level) == 1 ? level : 0;
}

static bool belongs(const struct level_row *r, const struct hardware_time *t)
{
    return r->level == level_of(t->task) && strcmp(r->baseline, t->baseline) == 0 &&
           strcmp(r->source, t->source) == 0 && strcmp(r->device, t->device) == 0;
}

static bool comes_before(const struct level_row *a, const struct level_row *b)
{
    int order = strcmp(a->baseline, b->baseline);
    order = order != 0 ? order : strcmp(a->source, b->source);
    order = order != 0 ? order : a->level - b->level;
    return (order != 0 ? order : strcmp(a->device, b->device)) < 0;
}

/* A task that was timed several times counts by its median. */
static void add_task(struct level_row *r, double *of_task, size_t n)
{
    if (n == 0)
        return;
    stat_sort(of_task, n);
    r->us[r->n++] = stat_median_sorted(of_task, n);
}

static void fill_row(struct level_row *r, const struct hardware_time *times, size_t n,
                     struct arena *a)
{
    double *of_task = arena_array(a, n + 1, sizeof(*of_task));
    size_t k = 0;
    int64_t task = 0;
    r->us = arena_array(a, n + 1, sizeof(*r->us));
    for (size_t i = 0; i < n; i++) {
        if (!belongs(r, &times[i]) || !(times[i].runtime_us > 0.0))
            continue;
        if (k > 0 && times[i].task_id != task) {
            add_task(r, of_task, k);
            k = 0;
        }
        task = times[i].task_id;
        of_task[k++] = times[i].runtime_us;
    }
    add_task(r, of_task, k);
    stat_sort(r->us, r->n);
}

static size_t find_rows(const struct hardware_time *times, size_t n, struct arena *a,
                        struct level_row **out)
{
    struct level_row *rows = arena_array(a, n + 1, sizeof(*rows));
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = 0;
        while (at < k && !belongs(&rows[at], &times[i]))
            at++;
        if (at < k)
            continue;
        struct level_row r = {
            times[i].baseline, times[i].source, times[i].device, level_of(times[i].task), NULL, 0
        };
        for (at = k++; at > 0 && comes_before(&r, &rows[at - 1]); at--)
            rows[at] = rows[at - 1];
        rows[at] = r;
    }
    for (size_t i = 0; i < k; i++)
        fill_row(&rows[i], times, n, a);
    *out = rows;
    return k;
}

static const char *device_name(const struct level_row *r)
{
    return r->device == NULL || r->device[0] == '\0' ? "unnamed hardware" : r->device;
}

static void put_row(struct figure_model *m, const struct level_row *r)
{
    static const char none[] = "no runtime above 0";
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, r->baseline);
    c[1] = plot_text(m, r->source);
    c[2] = plot_text(m, device_name(r));
    c[3] = r->level > 0 ? cell_int(r->level) : cell_na(&m->points, "no level");
    c[4] = cell_int((int64_t)r->n);
    c[5] = plot_real(m, r->n > 0 ? stat_mean(r->us, r->n) : STAT_NAN, none);
    for (size_t i = 0; i < 5; i++) {
        static const double quantiles[] = { 0.5, 0.25, 0.75, 0.0, 1.0 };
        c[6 + i] = plot_real(
            m, r->n > 0 ? stat_quantile_sorted(r->us, r->n, quantiles[i]) : STAT_NAN, none);
    }
    figure_number(m, "us", r->n > 0 ? stat_median_sorted(r->us, r->n) : STAT_NAN, none,
                  "median %s %s level %d on %s", r->source, r->baseline, r->level, device_name(r));
}

static void draw_row(struct figure_model *m, struct fig_panel *p, const struct level_row *r,
                     double y)
{
    size_t n = r->n < MAX_DOTS ? r->n : MAX_DOTS;
    struct fig_mark *dots = figure_mark(m, p, DRAW_POINTS, n);
    dots->style =
        (struct line_style){ palette_okabe(OKABE_SKY), 0.8, DASH_SOLID, MARK_CIRCLE, false };
    dots->radius = 1.1;
    dots->opacity = 0.5;
    dots->jitter = 0.1;
    for (size_t i = 0; i < n; i++) {
        dots->x[i] = r->us[i];
        dots->y[i] = y - 0.26;
    }
    struct fig_mark *box = figure_mark(m, p, DRAW_BOXES_X, r->n > 0 ? 1 : 0);
    box->style.width = 0.8;
    box->size = 0.3;
    if (r->n == 0)
        return;
    box->y[0] = y + 0.16;
    for (size_t i = 0; i < 5; i++)
        box->value[i] = stat_quantile_sorted(r->us, r->n, 0.25 * (double)i);
    struct fig_mark *mean = figure_mark(m, p, DRAW_POINTS, 1);
    mean->style =
        (struct line_style){ palette_okabe(OKABE_VERMILLION), 0.8, DASH_SOLID, MARK_STAR, false };
    mean->radius = 3.0;
    mean->name = "arithmetic mean";
    mean->x[0] = stat_mean(r->us, r->n);
    mean->y[0] = y + 0.16;
}

int plot_baselines(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct hardware_time *times;
    struct level_row *rows;
    size_t n_times;
    int rc = load_hardware(s->db, s->baseline, s->arena, &times, &n_times, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA, "no baseline has a runtime");
    if (rc < 0)
        return rc;
    size_t all = find_rows(times, n_times, s->arena, &rows);
    size_t n = all < PLOT_MAX_ROWS ? all : PLOT_MAX_ROWS;
    const char **names = arena_array(m->arena, n + 1, sizeof(*names));
    const char **notes = arena_array(m->arena, n + 1, sizeof(*notes));
    figure_columns(m, columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < all; i++)
        put_row(m, &rows[i]);
    struct fig_panel *p = figure_panel(m, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct level_row *r = &rows[i];
        names[i] = r->level > 0
                       ? arena_printf(m->arena, "%.24s %.24s, level %d", r->baseline,
                                      device_name(r), r->level)
                       : arena_printf(m->arena, "%.24s %.24s", r->baseline, device_name(r));
        notes[i] = arena_printf(m->arena, "%zu", r->n);
        draw_row(m, p, r, plot_row_y(i, n));
    }
    p->rows = names;
    p->row_notes = notes;
    p->n_rows = n;
    p->row_height = 22;
    p->key = KEY_FIGURE;
    p->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = "runtime (microseconds)" };
    figure_caption(m,
                   "Runtimes of baselines, a row a baseline, device and level, with the number of "
                   "its tasks: dots are tasks, the box has least, quartiles, median and largest, "
                   "the star is the arithmetic mean, which the slowest tasks own. A task timed "
                   "several times beside candidates counts by its median. No intervals: these "
                   "are the tasks, not a sample of them.");
    plot_caption_cut(m, "rows", n, all);
    return 0;
}
