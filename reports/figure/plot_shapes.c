/*
 * plot_shapes.c - candidates of problems with several shapes: shares above a speedup, and above a
 * share of the roofline.
 */
#include <math.h>
#include <string.h>

#include "analysis/from_store/load_shapes.h"
#include "analysis/stat/stat_summary.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

#define MAX_STEPS 500 /* more cannot be seen */

struct shape_curve {
    double *v;
    size_t n, of; /* values, and candidates with a verdict at every shape */
};

static void collect(const struct shape_candidate *items, size_t n, const char *run, struct arena *a,
                    struct shape_curve *fast, struct shape_curve *near)
{
    *fast = *near = (struct shape_curve){ .v = NULL };
    fast->v = arena_array(a, n + 1, sizeof(double));
    near->v = arena_array(a, n + 1, sizeof(double));
    for (size_t i = 0; i < n; i++) {
        const struct shape_candidate *c = &items[i];
        const double speedup = speedup_of_shapes(c->times, c->n, SHAPES_GEOMEAN);
        const bool decided = c->n == c->known && (isfinite(speedup) || c->n_right < c->known);
        if (strcmp(c->run, run) != 0 || !decided)
            continue;
        fast->of++;
        near->of++;
        if (isfinite(speedup))
            fast->v[fast->n++] = speedup;
        if (isfinite(c->roofline))
            near->v[near->n++] = c->roofline;
    }
    stat_sort(fast->v, fast->n);
    stat_sort(near->v, near->n);
}

static struct fig_panel *panel_of(struct figure_model *m, const char *x, const char *y)
{
    struct fig_panel *p = figure_panel(m, NULL);
    p->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = x };
    p->y = (struct axis){ .hi = 1, .label = y, .numbers = TICKS_PERCENT };
    p->key = KEY_TOP;
    return p;
}

/* The share above p falls behind each value. */
static void draw(struct figure_model *m, struct fig_panel *p, const struct shape_curve *c,
                 const char *what, const char *name, size_t series)
{
    const size_t shown = c->n < MAX_STEPS ? c->n : MAX_STEPS;
    struct fig_mark *k = plot_series(m, p, DRAW_STEPS, shown + 1, series, name);
    k->x[0] = c->n > 0 ? c->v[0] / 2 : (double)NAN;
    k->y[0] = (double)c->n / (double)c->of;
    for (size_t i = 0; i < shown; i++) {
        const size_t rank = (i + 1) * c->n / shown;
        k->x[i + 1] = c->v[rank - 1];
        k->y[i + 1] = (double)(c->n - rank) / (double)c->of;
        struct cell *row = table_row(&m->points);
        row[0] = plot_text(m, name);
        row[1] = plot_text(m, what);
        row[2] = cell_real(c->v[rank - 1]);
        row[3] = cell_real((double)(c->n - rank) / (double)c->of);
        row[4] = cell_int((int64_t)c->of);
    }
}

static int plot_shapes(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct shape_candidate *items = NULL;
    size_t n = 0, drawn = 0, n_whole = 0;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    const char **names = arena_array(s->arena, study->n_runs + 1, sizeof *names);
    for (size_t i = 0; i < study->n_runs; i++)
        names[i] = study->runs[i].name;
    rc = load_shapes(
        &(struct load_request){
            .db = s->db, .names = names, .n_names = study->n_runs, .arena = s->arena },
        &items, &n, err);
    if (rc < 0)
        return rc;
    m->least_width = 200;
    figure_columns(m, "run,quantity,p,share,n");
    figure_caption(m, "Share of candidates above p that have a verdict at every shape of their "
                      "problem. fast_p: geometric mean of the speedups over shapes; sol_p: "
                      "geometric mean of the shares of the roofline. A candidate that is wrong at "
                      "one shape is above no p. Candidates of one problem are not independent, so "
                      "there is no interval.");
    struct fig_panel *speed = panel_of(m, "p (speedup)", "fast_p (%)");
    struct fig_panel *light = panel_of(m, "p (share of the roofline)", "sol_p (%)");
    struct fig_panel *spare = figure_spare_panel(m);
    for (size_t i = 0; i < study->n_runs; i++) {
        struct shape_curve fast, near;
        collect(items, n, names[i], s->arena, &fast, &near);
        if (fast.of == 0)
            continue;
        const bool fits = drawn < PLOT_MAX_SERIES;
        draw(m, fits ? speed : spare, &fast, "fast_p", names[i], drawn);
        draw(m, fits ? light : spare, &near, "sol_p", names[i], drawn);
        if (fits)
            figure_caption(m, "%.60s: n = %zu candidates, %zu right and timed at every shape.",
                           names[i], fast.of, fast.n);
        drawn++;
        n_whole += fast.of;
    }
    if (n_whole == 0)
        return err_set(err, ERR_NODATA, "no candidate has a verdict at every shape of its problem");
    plot_caption_cut(m, "runs", drawn < PLOT_MAX_SERIES ? drawn : PLOT_MAX_SERIES, drawn);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_shapes = { "shapes",
                                            "problems with several shapes: fast_p and sol_p",
                                            "candidates with a verdict at every shape of a problem",
                                            plot_shapes };
