/* plot_hardware.c - one baseline across devices. */
#include <math.h>
#include <string.h>

#include "analysis/from_store/load_hardware.h"
#include "analysis/study/hardware.h"
#include "reports/figure/plot_forest.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_PANELS 6
#define MAX_DOTS   400 /* a row */

static const struct table_column columns[] = {
    { "baseline", 0 }, { "source", 0 },     { "task", 0 },      { "device", 0 },
    { "n", 0 },        { "runtime_us", 0 }, { "reference", 0 }, { "reference_over_device", 0 },
    { "ci_low", 0 },   { "ci_high", 0 },    { "interval", 0 },
};

static const char *device_name(const char *device)
{
    return device == NULL || device[0] == '\0' ? "unnamed hardware" : device;
}

static void put_row(struct figure_model *m, const struct hardware_row *r)
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

static bool same_panel(const struct hardware_row *a, const struct hardware_row *b)
{
    return strcmp(a->baseline, b->baseline) == 0 && strcmp(a->source, b->source) == 0;
}

static void draw_dots(struct figure_model *m, struct fig_panel *p, const struct hardware_row *rows,
                      size_t n, const struct forest_row *devices, size_t n_devices)
{
    for (size_t d = 0; d < n_devices && d < PLOT_MAX_ROWS; d++) {
        struct fig_mark *k = figure_mark(m, p, DRAW_POINTS, MAX_DOTS);
        k->n = 0;
        k->style =
            (struct line_style){ palette_okabe(OKABE_SKY), 0.8, DASH_SOLID, MARK_CIRCLE, false };
        k->radius = 1.3;
        k->opacity = 0.6;
        k->jitter = 0.12;
        for (size_t i = 0; i < n && k->n < MAX_DOTS; i++) {
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

int plot_hardware(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct hardware_time *times;
    size_t n_times, n_rows, n_panels = 0;
    int rc = load_hardware(s->db, s->baseline, s->arena, &times, &n_times, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA, "no baseline has a runtime");
    if (rc < 0)
        return rc;
    struct hardware_options o = { s->baseline_hardware, s->level };
    const struct hardware_row *rows = hardware_tabulate(times, n_times, &o, &n_rows, s->arena);
    figure_columns(m, columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < n_rows; i++)
        put_row(m, &rows[i]);
    for (size_t i = 0; i < n_rows;) {
        size_t end = i;
        while (end < n_rows && same_panel(&rows[i], &rows[end]))
            end++;
        if (n_panels++ < MAX_PANELS)
            draw_panel(m, rows + i, end - i);
        i = end;
    }
    figure_caption(
        m,
        "Runtimes of a baseline by device, relative to the reference device: above 1 "
        "the device is faster. A dot is a task that both have; the marker is the "
        "geometric mean over those tasks with its %g %% interval by Student's t over tasks. "
        "Stored: imported runtimes; measured: medians beside "
        "candidates; the two are not mixed.",
        100 * s->level);
    for (size_t i = 0; i < n_rows; i++) {
        if (rows[i].task == NULL && m->n_panels * PLOT_MAX_ROWS > i)
            figure_caption(m, "%.40s on %.40s: n = %s.", rows[i].baseline,
                           device_name(rows[i].device), plot_counted(m->arena, rows[i].n, "task"));
    }
    plot_caption_cut(m, "baselines", m->n_panels, n_panels);
    return 0;
}
