/*
 * plot_timing.c - how steady timings are: noise of the raw samples, by task.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/from_store/load_runtimes.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/timing.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

#define MAX_DOTS 300 /* a row */

static void put_row(struct figure_model *m, const struct timing_row *r)
{
    const char *none = "no raw samples";
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, r->run);
    c[1] = plot_text(m, r->task);
    c[2] = plot_text(m, r->subject);
    c[3] = plot_text(m, r->device);
    c[4] = plot_text(m, r->method);
    c[5] = cell_int((int64_t)r->n_measurements);
    c[6] = cell_int((int64_t)r->n_raw);
    c[7] = plot_real(m, r->median_us, none);
    c[8] = plot_real(m, r->cv, none);
    c[9] = plot_real(m, r->robust_noise, none);
    c[10] = plot_real(m, r->noise_floor, "fewer than six samples");
    c[11] = plot_real(m, r->between, "baselines with three measurements or more");
}

struct noise_row {
    const char *task, *subject, *name;
    double *v;
    size_t n;
    double between; /* largest over the runs; NaN: none */
};

struct noise_rows {
    struct noise_row *items;
    size_t n;
};

static struct noise_row *row_of(struct noise_rows *rows, struct arena *a, const char *task,
                                const char *subject, size_t most)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct noise_row *r = &rows->items[i];
        if (strcmp(r->task, task) == 0 && strcmp(r->subject, subject) == 0)
            return r;
    }
    struct noise_row *r = &rows->items[rows->n++];
    *r = (struct noise_row){ .task = task, .subject = subject, .between = (double)NAN };
    r->name = arena_printf(a, "%s %s", task, subject);
    r->v = arena_array(a, most + 1, sizeof(double));
    return r;
}

static struct noise_rows collect(const struct figure_source *s,
                                 const struct timing_measurement *list, size_t n)
{
    struct noise_rows rows = { arena_array(s->arena, n + 1, sizeof(*rows.items)), 0 };
    for (size_t i = 0; i < n; i++) {
        if (list[i].us == NULL || !plot_wants_task(s, list[i].task))
            continue;
        struct timing_quality q = timing_of_samples(list[i].us, list[i].n, s->arena);
        struct noise_row *r = row_of(&rows, s->arena, list[i].task, list[i].subject, n);
        if (isfinite(q.robust_noise) && q.robust_noise > 0)
            r->v[r->n++] = 100 * q.robust_noise;
    }
    return rows;
}

static void draw_row(struct figure_model *m, struct fig_panel *p, struct noise_row *r, double y,
                     bool baseline)
{
    size_t shown = r->n < MAX_DOTS ? r->n : MAX_DOTS;
    struct fig_mark *dots = figure_mark(m, p, DRAW_POINTS, shown);
    dots->style = (struct line_style){ palette_okabe(baseline ? OKABE_ORANGE : OKABE_SKY), 0.8,
                                       DASH_SOLID, baseline ? MARK_SQUARE : MARK_CIRCLE, false };
    dots->radius = 1.1;
    dots->opacity = 0.5;
    dots->jitter = 0.16;
    for (size_t i = 0; i < shown; i++) {
        dots->x[i] = r->v[i * r->n / shown];
        dots->y[i] = y - 0.22;
    }
    stat_sort(r->v, r->n);
    struct fig_mark *box = figure_mark(m, p, DRAW_BOXES_X, r->n > 0 ? 1 : 0);
    box->style.width = 0.8;
    box->size = 0.28;
    box->y[0] = y + 0.18;
    for (size_t i = 0; i < 5 && r->n > 0; i++)
        box->value[i] = stat_quantile_sorted(r->v, r->n, 0.25 * (double)i);
    if (!(r->between > 0))
        return;
    struct fig_mark *star = figure_mark(m, p, DRAW_POINTS, 1);
    star->style =
        (struct line_style){ palette_okabe(OKABE_VERMILLION), 0.8, DASH_SOLID, MARK_STAR, false };
    star->radius = 3.4;
    star->name = "between measurements";
    star->x[0] = 100 * r->between;
    star->y[0] = y + 0.18;
}

static void draw(struct figure_model *m, struct noise_rows *rows)
{
    size_t n = rows->n < PLOT_MAX_ROWS ? rows->n : PLOT_MAX_ROWS;
    const char **names = arena_array(m->arena, n + 1, sizeof(*names));
    const char **notes = arena_array(m->arena, n + 1, sizeof(*notes));
    struct fig_panel *p = figure_panel(m, NULL);
    p->rows = names;
    p->row_notes = notes;
    p->n_rows = n;
    p->row_height = 20;
    p->key = KEY_TOP;
    p->x =
        (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = "robust noise of a measurement (%)" };
    for (size_t i = 0; i < n; i++) {
        struct noise_row *r = &rows->items[i];
        names[i] = r->name;
        notes[i] = arena_printf(m->arena, "n = %zu", r->n);
        draw_row(m, p, r, (double)(n - i) - 0.5, strcmp(r->subject, "baseline") == 0);
        figure_number(m, "%", r->n > 0 ? stat_quantile_sorted(r->v, r->n, 0.5) : (double)NAN,
                      "no raw samples", "median noise %s", r->name);
    }
}

static int plot_timing_noise(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct timing_measurement *list;
    size_t n, n_rows;
    bool has_samples = false;
    int rc = figure_source_names(s, err);
    if (rc == 0)
        rc = load_timing_has_samples(s->db, &has_samples, err);
    if (rc == 0 && !has_samples)
        rc = err_set(err, ERR_NODATA, "no measurement kept its raw samples");
    if (rc == 0)
        rc = load_timing(
            &(struct load_request){
                .db = s->db, .names = s->runs, .n_names = s->n_runs, .arena = s->arena },
            &list, &n, err);
    if (rc < 0)
        return rc;
    const struct timing_row *table = timing_tabulate(list, n, &n_rows, s->arena);
    struct noise_rows rows = collect(s, list, n);
    if (rows.n == 0)
        return err_set(err, ERR_NODATA, "no measurement kept its raw samples");
    figure_columns(m, "run,task,subject,device,method,n_measurements,n_raw,median_us,cv,robust_"
                      "noise,noise_floor,between");
    for (size_t i = 0; i < n_rows; i++) {
        put_row(m, &table[i]);
        for (size_t k = 0; k < rows.n; k++) {
            struct noise_row *r = &rows.items[k];
            if (strcmp(r->task, table[i].task) == 0 && strcmp(r->subject, table[i].subject) == 0 &&
                table[i].between > 0)
                r->between =
                    isnan(r->between) ? table[i].between : fmax(r->between, table[i].between);
        }
    }
    draw(m, &rows);
    figure_caption(
        m, "Noise of timings by task and subject: 1.4826 times the median absolute deviation of a "
           "measurement's raw samples over their median. One dot a measurement (n right of the "
           "row, those without any spread have no place on this axis), box: quartiles, whiskers to "
           "the extremes. Star: the same between measurements of one baseline, the largest of the "
           "runs; speedups closer to 1 cannot be distinguished from noise.");
    plot_caption_cut(m, "rows", rows.n < PLOT_MAX_ROWS ? rows.n : PLOT_MAX_ROWS, rows.n);
    return 0;
}

const struct figure_entry figure_timing_noise = { "timing-noise", "noise of timings by task",
                                                  "measurements with raw samples",
                                                  plot_timing_noise };

/*
 * One baseline across devices.
 */

#define MAX_PANELS        6
#define HARDWARE_MAX_DOTS 400 /* a row */

static const char *device_name(const char *device)
{
    return device == NULL || device[0] == '\0' ? "unnamed hardware" : device;
}

static void hardware_put_row(struct figure_model *m, const struct hardware_row *r)
{
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, r->baseline);
    c[1] = plot_text(m, r->source);
    c[2] = plot_text(m, r->task == NULL ? "all" : r->task);
    c[3] = plot_text(m, device_name(r->device));
    c[4] = cell_int((int64_t)r->n);
    c[5] = plot_real(m, r->runtime_us, "of a task");
    c[6] = plot_text(m, device_name(r->reference));
    c[7] = plot_real(m, r->ratio, "the reference has no runtime here");
    plot_interval(m, c + 8, r->ci, INTERVAL_STUDENT,
                  r->task == NULL ? "fewer than two tasks on both devices, or all alike"
                                  : "of all tasks");
    if (r->task == NULL)
        figure_number(m, "x", r->ratio, "the reference has no runtime here", "%s %s on %s",
                      r->source, r->baseline, device_name(r->device));
}

static void draw_dots(struct figure_model *m, struct fig_panel *p, const struct hardware_row *rows,
                      size_t n, const struct forest_row *devices, size_t n_devices)
{
    for (size_t d = 0; d < n_devices && d < PLOT_MAX_ROWS; d++) {
        struct fig_mark *k = figure_mark(m, p, DRAW_POINTS, HARDWARE_MAX_DOTS);
        k->n = 0;
        k->style =
            (struct line_style){ palette_okabe(OKABE_SKY), 0.8, DASH_SOLID, MARK_CIRCLE, false };
        k->radius = 1.3;
        k->opacity = 0.6;
        k->jitter = 0.12;
        for (size_t i = 0; i < n && k->n < HARDWARE_MAX_DOTS; i++) {
            if (rows[i].task == NULL || strcmp(device_name(rows[i].device), devices[d].name) != 0)
                continue;
            k->x[k->n] = rows[i].ratio;
            k->y[k->n++] =
                plot_row_y(d, n_devices < PLOT_MAX_ROWS ? n_devices : PLOT_MAX_ROWS) - 0.28;
        }
    }
}

/* rows[0..n) have one baseline and source. */
static void draw_panel(struct figure_model *m, const struct hardware_row *rows, size_t n)
{
    struct forest_row *devices = arena_array(m->arena, n + 1, sizeof(*devices));
    size_t n_devices = 0;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].task == NULL)
            devices[n_devices++] =
                (struct forest_row){ device_name(rows[i].device), rows[i].ratio, rows[i].ci };
    }
    const char *title = arena_printf(m->arena, "%s (%s), against %s", rows[0].baseline,
                                     rows[0].source, device_name(rows[0].reference));
    struct fig_panel *p = plot_forest(m, title, devices, n_devices, FOREST_RATIO, 1);
    p->x = (struct axis){ .scale = AXIS_LOG10,
                          .lo = 1,
                          .label = "runtime of the reference / of the device" };
    p->row_height = 22;
    struct fig_mark *one = figure_mark(m, p, DRAW_VLINE, 1);
    one->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
    one->x[0] = 1;
    draw_dots(m, p, rows, n, devices, n_devices);
}

static int plot_hardware(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct hardware_time *times;
    size_t n_times, n_rows, n_panels = 0;
    int rc = load_hardware(s->db, s->baseline, s->arena, &times, &n_times, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA,
                     "no baseline has a runtime; rollbook baseline measure makes one");
    if (rc < 0)
        return rc;
    struct hardware_options o = { s->baseline_hardware, s->level };
    const struct hardware_row *rows = hardware_tabulate(times, n_times, &o, &n_rows, s->arena);
    figure_columns(m, "baseline,source,task,device,n,runtime_us,reference,reference_over_device,ci_"
                      "low,ci_high,interval");
    for (size_t i = 0; i < n_rows; i++)
        hardware_put_row(m, &rows[i]);
    for (size_t i = 0; i < n_rows;) {
        size_t end = i;
        while (end < n_rows && (strcmp(rows[i].baseline, rows[end].baseline) == 0 &&
                                strcmp(rows[i].source, rows[end].source) == 0))
            end++;
        if (n_panels++ < MAX_PANELS)
            draw_panel(m, rows + i, end - i);
        i = end;
    }
    figure_caption(
        m,
        "Runtimes of a baseline by device, relative to the reference device: above 1 the device is "
        "faster. A dot is a task that both have; the marker is the geometric mean over those tasks "
        "with its %g %% interval (%s). Stored: imported runtimes. Measured: medians during "
        "candidates' evaluations. The two are not mixed.",
        100 * s->level, plot_kinds_of(m));
    for (size_t i = 0; i < n_rows; i++) {
        if (rows[i].task == NULL && m->n_panels * PLOT_MAX_ROWS > i)
            figure_caption(m, "%.40s on %.40s: n = %s.", rows[i].baseline,
                           device_name(rows[i].device), plot_counted(m->arena, rows[i].n, "task"));
    }
    plot_caption_cut(m, "baselines", m->n_panels, n_panels);
    return 0;
}

const struct figure_entry figure_hardware = { "hardware", "runtimes of a baseline across devices",
                                              "a stored or measured baseline", plot_hardware };

/*
 * How long the tasks of a level take on each device.
 */

#define BASELINES_MAX_DOTS 400 /* a row */

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

static void baselines_put_row(struct figure_model *m, const struct level_row *r)
{
    static const char none[] = "no runtime above 0";
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, r->baseline);
    c[1] = plot_text(m, r->source);
    c[2] = plot_text(m, device_name(r->device));
    c[3] = r->level > 0 ? cell_int(r->level) : cell_na(&m->points, "no level");
    c[4] = cell_int((int64_t)r->n);
    c[5] = plot_real(m, r->n > 0 ? stat_mean(r->us, r->n) : STAT_NAN, none);
    for (size_t i = 0; i < 5; i++) {
        static const double quantiles[] = { 0.5, 0.25, 0.75, 0.0, 1.0 };
        c[6 + i] = plot_real(
            m, r->n > 0 ? stat_quantile_sorted(r->us, r->n, quantiles[i]) : STAT_NAN, none);
    }
    figure_number(m, "us", r->n > 0 ? stat_median_sorted(r->us, r->n) : STAT_NAN, none,
                  "median %s %s level %d on %s", r->source, r->baseline, r->level,
                  device_name(r->device));
}

static void baselines_draw_row(struct figure_model *m, struct fig_panel *p,
                               const struct level_row *r, double y)
{
    size_t n = r->n < BASELINES_MAX_DOTS ? r->n : BASELINES_MAX_DOTS;
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

static int plot_baselines(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct hardware_time *times;
    struct level_row *rows;
    size_t n_times;
    int rc = load_hardware(s->db, s->baseline, s->arena, &times, &n_times, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA,
                     "no baseline has a runtime; rollbook baseline measure makes one");
    if (rc < 0)
        return rc;
    size_t all = find_rows(times, n_times, s->arena, &rows);
    size_t n = all < PLOT_MAX_ROWS ? all : PLOT_MAX_ROWS;
    const char **names = arena_array(m->arena, n + 1, sizeof(*names));
    const char **notes = arena_array(m->arena, n + 1, sizeof(*notes));
    figure_columns(
        m, "baseline,source,device,level,n_tasks,mean_us,median_us,p25_us,p75_us,min_us,max_us");
    for (size_t i = 0; i < all; i++)
        baselines_put_row(m, &rows[i]);
    struct fig_panel *p = figure_panel(m, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct level_row *r = &rows[i];
        names[i] = r->level > 0
                       ? arena_printf(m->arena, "%.24s %.24s, level %d", r->baseline,
                                      device_name(r->device), r->level)
                       : arena_printf(m->arena, "%.24s %.24s", r->baseline, device_name(r->device));
        notes[i] = arena_printf(m->arena, "%zu", r->n);
        baselines_draw_row(m, p, r, plot_row_y(i, n));
    }
    p->rows = names;
    p->row_notes = notes;
    p->n_rows = n;
    p->row_height = 22;
    p->key = KEY_FIGURE;
    p->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = "runtime (microseconds)" };
    figure_caption(m, "Runtimes of baselines, a row a baseline, device and level, with the number "
                      "of its tasks: dots are tasks, the box has least, quartiles, median and "
                      "largest, the star is the arithmetic mean, which the slowest tasks dominate. "
                      "A task timed several times during candidates' evaluations counts by its "
                      "median. No intervals: these are the tasks, not a sample of them.");
    plot_caption_cut(m, "rows", n, all);
    return 0;
}

const struct figure_entry figure_baselines = { "baselines",
                                               "runtimes of baselines by device and level",
                                               "a stored or measured baseline", plot_baselines };
