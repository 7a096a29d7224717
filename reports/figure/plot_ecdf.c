/* plot_ecdf.c - how speedups are distributed, and how near they come to the roofline. */
#include <math.h>

#include "analysis/audit/audit_device.h"
#include "analysis/stat/stat_summary.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_STEPS 500 /* more cannot be seen */

static const struct table_column columns[] = {
    { "runs", 0 }, { "quantity", 0 }, { "value", 0 }, { "share", 0 }, { "n", 0 },
};

struct ecdf_samples {
    double *v;
    size_t n;
};

/* Least runtime on the run's device; NaN when work or device is unknown. */
static double floor_us(const struct figure_source *s, const struct study *study, size_t run,
                       size_t task)
{
    const struct study_run *r = &study->runs[run];
    const struct audit_device *d = audit_device_find(r->device);
    double flops = (double)NAN, bytes = (double)NAN;
    if (d == NULL || s->work_of == NULL)
        return (double)NAN;
    s->work_of(study->tasks[task].task, r->task_case[0] == '\0' ? "full" : r->task_case, &flops,
               &bytes);
    return isnan(flops) || isnan(bytes) ? (double)NAN
                                        : audit_device_floor_us(d, flops, bytes, "fp32");
}

static void add_cell(const struct figure_source *s, const struct study *study,
                     const struct study_cell *c, struct ecdf_samples *speedups,
                     struct ecdf_samples *shares)
{
    double least = floor_us(s, study, c->run, c->task);
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &study->rollouts[i];
        if (!r->correct)
            continue;
        if (isfinite(r->speedup) && r->speedup > 0)
            speedups->v[speedups->n++] = r->speedup;
        if (r->runtime_us > 0 && isfinite(least))
            shares->v[shares->n++] = least / r->runtime_us;
    }
}

static void collect(const struct figure_source *s, const struct run_group *g,
                    struct ecdf_samples *speedups, struct ecdf_samples *shares)
{
    const struct study *study = g->set.study;
    speedups->v = arena_array(s->arena, g->n_rollouts + 1, sizeof(double));
    shares->v = arena_array(s->arena, g->n_rollouts + 1, sizeof(double));
    speedups->n = shares->n = 0;
    for (size_t i = 0; i < g->set.n_runs; i++) {
        const struct study_run *r = &study->runs[g->set.runs[i]];
        for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++)
            add_cell(s, study, &study->cells[c], speedups, shares);
    }
    stat_sort(speedups->v, speedups->n);
    stat_sort(shares->v, shares->n);
}

static void draw(struct figure_model *m, struct fig_panel *p, const struct ecdf_samples *x,
                 const char *quantity, const char *name, size_t series)
{
    size_t shown = x->n < MAX_STEPS ? x->n : MAX_STEPS;
    struct fig_mark *k = plot_series(m, p, DRAW_STEPS, shown + 1, series, name);
    k->x[0] = x->n > 0 ? x->v[0] : (double)NAN;
    for (size_t i = 0; i < shown; i++) {
        size_t rank = (i + 1) * x->n / shown;
        k->x[i + 1] = x->v[rank - 1];
        k->y[i + 1] = (double)rank / (double)x->n;
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, name);
        c[1] = plot_text(m, quantity);
        c[2] = cell_real(x->v[rank - 1]);
        c[3] = cell_real((double)rank / (double)x->n);
        c[4] = cell_int((int64_t)x->n);
    }
    figure_number(m, "", x->n > 0 ? stat_quantile_sorted(x->v, x->n, 0.5) : (double)NAN,
                  "no sample", "median %s %s", quantity, name);
}

static struct fig_panel *panel_of(struct figure_model *m, const char *label)
{
    struct fig_panel *p = figure_panel(m, NULL);
    p->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = label };
    p->y = (struct axis){ .hi = 1, .label = "cumulative share (%)", .numbers = TICKS_PERCENT };
    p->key = KEY_TOP;
    struct fig_mark *one = figure_mark(m, p, DRAW_VLINE, 1);
    one->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
    one->x[0] = 1;
    return p;
}

int plot_speedup_ecdf(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    struct run_groups groups = run_groups_of(s->arena, study, false);
    size_t n = 0, n_speedups = 0, n_shares = 0;
    m->least_width = 200;
    figure_columns(m, columns, ARRAY_LEN(columns));
    figure_caption(m, "Speedups of correct, timed samples as cumulative shares. All steps; the "
                      "dashed line is 1, as fast as the baseline. Failures are not in these "
                      "curves.");
    struct fig_panel *speed = panel_of(m, "speedup");
    for (size_t g = 0; g < groups.n; g++) {
        struct ecdf_samples ignored, shares;
        collect(s, &groups.items[g], &ignored, &shares);
        n_shares += shares.n;
    }
    struct fig_panel *roof =
        n_shares > 0 ? panel_of(m, "share of the roofline (least time / runtime)") : NULL;
    struct fig_panel *spare = figure_spare_panel(m);
    for (size_t g = 0; g < groups.n; g++) {
        struct ecdf_samples speedups, shares;
        collect(s, &groups.items[g], &speedups, &shares);
        if (speedups.n + shares.n == 0)
            continue;
        n++;
        bool drawn = n <= PLOT_MAX_SERIES;
        draw(m, drawn ? speed : spare, &speedups, "speedup", groups.items[g].name, n - 1);
        if (shares.n > 0)
            draw(m, drawn ? roof : spare, &shares, "roofline share", groups.items[g].name, n - 1);
        if (!drawn)
            continue;
        figure_caption(m, "%.60s: n = %zu of %zu samples.", groups.items[g].name, speedups.n,
                       groups.items[g].n_rollouts);
        n_speedups += speedups.n;
    }
    if (n == 0)
        return err_set(err, ERR_NODATA, "no correct sample has a speedup");
    if (n_speedups == 0)
        speed->na = "no correct sample has a baseline beside it";
    if (n_shares == 0)
        figure_caption(m, "Shares of the roofline: NA, no run on a device with known peaks and a "
                          "task whose operations and bytes are known.");
    else
        figure_caption(m, "Roofline: the least time of a task on its device is the larger of its "
                          "compulsory bytes beyond the cache / memory bandwidth and its operations "
                          "/ peak rate (TF32 where the device has it), by datasheets; beyond 1 a "
                          "runtime is not believable.");
    plot_caption_cut(m, "groups of runs", n < PLOT_MAX_SERIES ? n : PLOT_MAX_SERIES, n);
    plot_caption_runs(m, study);
    return 0;
}
