/* plot_timing.c - how steady timings are: noise of the raw samples, by task. */
#include <math.h>
#include <string.h>

#include "analysis/from_store/load_timing.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/timing.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_DOTS 300 /* a row */

static const struct table_column columns[] = {
    { "run", 0 },    { "task", 0 },           { "subject", 0 },     { "device", 0 },
    { "method", 0 }, { "n_measurements", 0 }, { "n_raw", 0 },       { "median_us", 0 },
    { "cv", 0 },     { "robust_noise", 0 },   { "noise_floor", 0 }, { "between", 0 },
};

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

int plot_timing_noise(struct figure_source *s, struct figure_model *m, struct err *err)
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
        rc = load_timing(s->db, s->runs, s->n_runs, s->arena, &list, &n, err);
    if (rc < 0)
        return rc;
    const struct timing_row *table = timing_tabulate(list, n, &n_rows, s->arena);
    struct noise_rows rows = collect(s, list, n);
    if (rows.n == 0)
        return err_set(err, ERR_NODATA, "no measurement kept its raw samples");
    figure_columns(m, columns, ARRAY_LEN(columns));
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
    figure_caption(m, "Noise of timings by task and subject: 1.4826 times the median absolute "
                      "deviation of a measurement's raw samples over their median. One dot a "
                      "measurement (n right of the row, those without any spread have no place on "
                      "this axis), box: quartiles, whiskers to the extremes. Star: the same "
                      "between measurements of one baseline, the largest of the runs; speedups "
                      "nearer to 1 than this are not told from noise.");
    plot_caption_cut(m, "rows", rows.n < PLOT_MAX_ROWS ? rows.n : PLOT_MAX_ROWS, rows.n);
    return 0;
}
