/*
 * plot_fast_p.c - the share that is correct and faster than p, over p.
 */
#include <math.h>

#include "analysis/audit/audit_speed.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/fastp.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

#define LINE_POINTS 400 /* more cannot be seen */
#define BAND_POINTS 61
#define REPLICATES  500
#define LEAST_SHOWN 0.1 /* smaller thresholds only say what is correct */
#define MAX_BANDS   4   /* more would hide each other */

struct fast_p_curve {
    const char *name;
    struct fastp_input in;
    const struct fastp_point *line, *band;
    size_t n, n_band; /* of line, and of band where it is drawn */
};

/* The first n_drawn are drawn. */
struct fast_p_curves {
    bool boa;
    struct fast_p_curve *items;
    size_t n, n_drawn;
};

static void add_curve(struct fast_p_curves *c, const char *name, const struct run_set *set,
                      int step, const struct figure_source *s)
{
    struct fastp_input in;
    fastp_from_set(&(struct fastp_of){ .step = step, .sample = -1, .boa_rule = s->rule }, set,
                   s->rule.value, s->arena, &in);
    if (in.n_samples == 0)
        return;
    c->items[c->n++] = (struct fast_p_curve){ name, in };
    if (c->n <= PLOT_MAX_SERIES)
        c->n_drawn = c->n;
}

static struct fast_p_curves curves_of(const struct figure_source *s, const struct study *study)
{
    struct run_groups groups = run_groups_of(s->arena, study, true);
    struct fast_p_curves c = { .items = arena_array(s->arena, 2 * groups.n + 1, sizeof(*c.items)) };
    for (size_t g = 0; g < groups.n; g++) {
        const struct run_group *group = &groups.items[g];
        if (!group->adaptive) {
            add_curve(&c, group->name, &group->set, STEP_ALL, s);
            continue;
        }
        c.boa = true;
        add_curve(&c, arena_printf(s->arena, "%s, step 0", group->name), &group->set, 0, s);
        add_curve(&c, arena_printf(s->arena, "%s, BoA", group->name), &group->set, STEP_BOA, s);
    }
    return c;
}

/* Ascending, of the correct samples of curves that are drawn. */
static size_t speedups_of(const struct fast_p_curves *c, struct arena *a, double **out)
{
    size_t n = 0, most = 1;
    for (size_t i = 0; i < c->n_drawn; i++)
        most += c->items[i].in.n_samples;
    double *v = arena_array(a, most, sizeof(*v));
    for (size_t i = 0; i < c->n_drawn; i++) {
        for (size_t k = 0; k < c->items[i].in.n_samples; k++) {
            const struct fastp_sample *x = &c->items[i].in.samples[k];
            if (x->correct && isfinite(x->speedup) && x->speedup > 0)
                v[n++] = x->speedup;
        }
    }
    stat_sort(v, n);
    *out = v;
    return n;
}

/* The speedups themselves, or so many quantiles that no visible step is missed; 1 is among them. */
static size_t steps_of(struct arena *a, const double *v, size_t n, double **out)
{
    double *p = arena_array(a, LINE_POINTS + 3, sizeof(*p));
    size_t m = 0, count = n < LINE_POINTS ? n : LINE_POINTS;
    bool one = false;
    p[m++] = fmax(fmin(0.5, n > 0 ? v[0] / 1.05 : 0.5), 1e-4);
    for (size_t i = 0; i < count; i++) {
        double x = v[n <= LINE_POINTS ? i : i * (n - 1) / (LINE_POINTS - 1)];
        if (!one && x >= 1) {
            one = true;
            p[m++] = 1;
        }
        if (x > p[m - 1] && x < 1e5)
            p[m++] = x;
    }
    if (!one)
        p[m++] = 1;
    p[m++] = fmin(fmax(2, n > 0 ? v[n - 1] * 1.05 : 2), 1e5);
    *out = p;
    return m;
}

static void put_points(struct figure_model *m, const char *name, const char *drawn,
                       const struct fastp_point *v, size_t n, bool interval)
{
    for (size_t i = 0; i < n; i++) {
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, name);
        c[1] = plot_text(m, drawn);
        c[2] = cell_real(v[i].p);
        c[3] = cell_int(v[i].n);
        c[4] = cell_int((int64_t)v[i].n_problems);
        c[5] = plot_real(m, v[i].value, "no sample");
        struct interval none = { (double)NAN, (double)NAN };
        plot_interval(m, c + 6, interval ? v[i].ci : none, v[i].interval, "not computed here");
    }
}

static void draw_curve(struct figure_model *m, struct fig_panel *p, const struct fast_p_curve *c,
                       size_t series, bool ge)
{
    const struct fastp_point *line = c->line, *band = c->band;
    size_t n = c->n;
    struct fig_mark *area = plot_series(m, p, DRAW_BAND, c->n_band, series, NULL);
    area->opacity = 0.13;
    for (size_t i = 0; i < area->n; i++) {
        area->x[i] = band[i].p;
        area->low[i] = band[i].ci.low;
        area->high[i] = band[i].ci.high;
    }
    /* A share of speedups >= p falls just right of a speedup: there it is what the next p has. */
    struct fig_mark *steps = plot_series(m, p, DRAW_STEPS, n, series, NULL);
    for (size_t i = 0; i < n; i++) {
        steps->x[i] = line[i].p;
        steps->y[i] = line[ge && i + 1 < n ? i + 1 : i].value;
    }
    /* The key shows line and marker together. */
    struct fig_mark *one = plot_series(m, p, DRAW_LINE, 1, series, c->name);
    one->radius = 2.4;
    one->x[0] = 1;
    double out = (double)NAN;
    for (size_t i = 0; i < n && line[i].p <= 1 + 1e-12; i++)
        out = line[i].value;
    one->y[0] = out;
    figure_number(m, "share", one->y[0], "no sample", "fast 1 %s", c->name);
    figure_number(m, "samples", (double)line[0].n, NULL, "n %s", c->name);
}

static void caption(struct figure_model *m, const struct figure_source *s,
                    const struct study *study, const struct fast_p_curves *c)
{
    figure_caption(m,
                   "fast_p over the speedup threshold p: the share of all samples that are "
                   "correct with %s %s p, mean over problems; samples that fail or lack count as "
                   "failures.",
                   s->rule.value == SPEED_INTERVAL ? "the lower end of the speedup's interval"
                                                   : "speedup",
                   s->rule.ge ? "\xE2\x89\xA5" : ">");
    if (c->boa)
        figure_caption(m, "BoA: Best of Adaptation, cross-fitted: samples with even numbers at the "
                          "step that those with odd ones choose, and the other way round.");
    for (size_t i = 0; i < c->n_drawn; i++)
        figure_caption(m, "%.80s: n = %s of %s%s", c->items[i].name,
                       plot_counted(m->arena, c->items[i].in.n_samples, "sample"),
                       plot_counted(m->arena, c->items[i].in.n_problems, "problem"),
                       i + 1 < c->n_drawn ? ";" : ".");
    figure_caption(m,
                   "The dashed line is p = 1, as fast as the baseline. %s: %g %% intervals "
                   "(%s), computed at %d values of p.",
                   c->n <= MAX_BANDS ? "Bands" : "In the points, not drawn", 100 * s->level,
                   plot_kinds_of(m), BAND_POINTS);
    plot_caption_cut(m, "curves", c->n_drawn, c->n);
    plot_caption_few(m, study->n_tasks);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
}

static int plot_fast_p(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = plot_judged_study(s, &study, err);
    if (rc < 0)
        return rc;
    struct fast_p_curves c = curves_of(s, study);
    double *v, *p, band_p[BAND_POINTS];
    size_t n = speedups_of(&c, s->arena, &v), n_p = steps_of(s->arena, v, n, &p);
    for (size_t i = 0; i < BAND_POINTS; i++)
        band_p[i] = p[0] * pow(p[n_p - 1] / p[0], (double)i / (BAND_POINTS - 1));
    struct fastp_options line = { .p = p,
                                  .n_p = n_p,
                                  .ge = s->rule.ge,
                                  .denominator = FASTP_ALL,
                                  .interval = INTERVAL_WILSON,
                                  .level = s->level,
                                  .no_bootstrap = true /* the band has the intervals */ };
    struct fastp_options band = line;
    band.p = band_p;
    band.n_p = BAND_POINTS;
    band.no_bootstrap = false;
    band.seed = s->seed;
    band.replicates = s->replicates < REPLICATES ? s->replicates : REPLICATES;
    figure_columns(m, "curve,drawn,p,n,n_problems,fast_p,ci_low,ci_high,interval");
    struct fig_panel *panel = figure_panel(m, NULL);
    panel->x = (struct axis){ .scale = AXIS_LOG10,
                              .lo = fmin(fmax(p[0], LEAST_SHOWN), p[n_p - 1] / 2),
                              .hi = p[n_p - 1],
                              .label = s->rule.ge ? "speedup threshold *p* (\xE2\x89\xA5)"
                                                  : "speedup threshold *p* (strict >)" };
    panel->y = (struct axis){ .hi = 1,
                              .label = "fast*_{p}* (% of all samples)",
                              .numbers = TICKS_PERCENT };
    panel->key = KEY_TOP;
    struct fig_panel *spare = figure_spare_panel(m);
    struct fig_mark *one = figure_mark(m, panel, DRAW_VLINE, 1);
    one->x[0] = 1;
    one->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
    for (size_t i = 0; i < c.n; i++) {
        const struct fastp_point *curve = fastp_curve(&c.items[i].in, &line, s->arena);
        const struct fastp_point *area = fastp_curve(&c.items[i].in, &band, s->arena);
        c.items[i].line = curve;
        c.items[i].n = n_p;
        c.items[i].band = area;
        c.items[i].n_band = c.n <= MAX_BANDS ? BAND_POINTS : 0;
        draw_curve(m, i < c.n_drawn ? panel : spare, &c.items[i], i, s->rule.ge);
        put_points(m, c.items[i].name, "line", curve, n_p, false);
        put_points(m, c.items[i].name, "band", area, BAND_POINTS, true);
    }
    caption(m, s, study, &c);
    return 0;
}

const struct figure_entry figure_fast_p = { "fast-p", "fast_p curves",
                                            "scored samples with speedups", plot_fast_p };

/*
 * How speedups are distributed, and how near they come to the roofline.
 */

#define MAX_STEPS 500 /* more cannot be seen */

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

static int plot_speedup_ecdf(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    struct run_groups groups = run_groups_of(s->arena, study, false);
    size_t n = 0, n_speedups = 0, n_shares = 0;
    m->least_width = 200;
    figure_columns(m, "runs,quantity,value,share,n");
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
        speed->na = "no correct sample has a baseline";
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

const struct figure_entry figure_speedup_ecdf = {
    "speedup-ecdf", "distribution of speedups, and of shares of the roofline",
    "correct samples with speedups; known device and task for the roofline", plot_speedup_ecdf
};
