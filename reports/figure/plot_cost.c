/* plot_cost.c - quality over cost: best-of-n along K, adapting runs along their steps. */
#include <math.h>
#include <string.h>

#include "analysis/compare/scaling.h"
#include "analysis/from_store/load_cost.h"
#include "analysis/study/cost.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_POINTS 64

enum currency { COST_ROLLOUTS, COST_TOKENS, COST_SECONDS, CURRENCIES };

static const char *const currency_names[CURRENCIES] = { "rollouts", "tokens", "seconds" };
static const char *const currency_labels[CURRENCIES] = {
    "rollouts a task", "tokens a task (prompt, completion, teacher)", "wall seconds a task"
};

static const struct table_column columns[] = {
    { "run", 0 },  { "currency", 0 }, { "at", 0 },      { "what", 0 },
    { "cost", 0 }, { "fast_1", 0 },   { "n_tasks", 0 },
};

struct cost_figure {
    struct figure_source *s;
    struct figure_model *m;
    const struct study *study;
    const struct cost_use *uses;
    size_t n_uses;
    struct fig_panel *panels[CURRENCIES];
    bool any[CURRENCIES];
    struct fig_panel *spare;
};

static double amount(const struct cost_use *u, enum currency c)
{
    const double values[CURRENCIES] = { u->rollouts,
                                        u->prompt_tokens + u->completion_tokens + u->teacher_tokens,
                                        u->wall_seconds };
    return values[c];
}

/* Spent a task up to a step (COST_ALL_STEPS: in all); NaN when any part is unknown. */
static double spent(const struct cost_figure *f, size_t run, int step, enum currency c)
{
    const struct study_run *r = &f->study->runs[run];
    double sum = 0;
    bool any = false;
    for (size_t i = 0; i < f->n_uses; i++) {
        if (strcmp(f->uses[i].run, r->name) != 0 ||
            (step != COST_ALL_STEPS && f->uses[i].step > step))
            continue;
        any = true;
        /* Without a teacher its tokens are 0 in the ledger, unknown outside it. */
        sum += amount(&f->uses[i], c);
    }
    return any && r->n_cells > 0 ? sum / (double)r->n_cells : (double)NAN;
}

static struct fig_mark *curve_of(struct cost_figure *f, enum currency c, size_t n, size_t series,
                                 const char *name)
{
    struct fig_panel *p = series < PLOT_MAX_SERIES ? f->panels[c] : f->spare;
    struct fig_mark *k = plot_series(f->m, p, DRAW_LINE, n, series, name);
    k->n = 0;
    return k;
}

static void put_point(struct cost_figure *f, struct fig_mark *k, const char *run, enum currency c,
                      double at, const char *what, double cost, double value, size_t n_tasks)
{
    struct cell *cell = table_row(&f->m->points);
    cell[0] = plot_text(f->m, run);
    cell[1] = plot_text(f->m, currency_names[c]);
    cell[2] = cell_real(at);
    cell[3] = plot_text(f->m, what);
    cell[4] = plot_real(f->m, cost, "some part of the run does not say it");
    cell[5] = plot_real(f->m, value, "undefined");
    cell[6] = cell_int((int64_t)n_tasks);
    k->x[k->n] = cost;
    k->y[k->n++] = value;
}

/* K of a run's samples cost K shares of it. */
static void draw_scaling(struct cost_figure *f, size_t run, size_t series)
{
    struct arena *a = f->s->arena;
    struct run_set set = plot_set_one(a, f->study, run);
    const struct study_run *r = &f->study->runs[run];
    struct scaling_point *points;
    struct err ignored = { 0 };
    double *ks = arena_array(a, MAX_POINTS, sizeof(*ks));
    size_t n = 0, count;
    int64_t max = scaling_max_k(&set, STEP_ALL, f->s->rule);
    for (int64_t k = 1; k < max && n < MAX_POINTS - 1; k *= 2)
        ks[n++] = (double)k;
    ks[n++] = (double)max;
    struct scaling_options o = { .k = ks,
                                 .n_k = n,
                                 .step = STEP_ALL,
                                 .rule = f->s->rule,
                                 .level = f->s->level,
                                 .replicates = 1 };
    if (max < 1 || scaling_curve(&set, &o, a, &points, &count, &ignored) < 0)
        return;
    for (int c = 0; c < CURRENCIES; c++) {
        struct fig_mark *k = curve_of(f, (enum currency)c, n, series, r->name);
        double all = spent(f, run, COST_ALL_STEPS, (enum currency)c);
        double each = all * (double)r->n_cells / (double)r->n_rollouts;
        for (size_t i = 0; i < n; i++)
            put_point(f, k, r->name, (enum currency)c, ks[i], "best of K", each * ks[i],
                      points[n + i].value, points[n + i].n_tasks);
    }
}

static void draw_steps(struct cost_figure *f, size_t run, size_t series)
{
    const struct study_run *r = &f->study->runs[run];
    size_t n = (size_t)r->max_step + 1;
    for (int c = 0; c < CURRENCIES; c++) {
        struct fig_mark *k = curve_of(f, (enum currency)c, n, series, r->name);
        for (int step = 0; step < (int)n; step++)
            put_point(f, k, r->name, (enum currency)c, step, "one sample at the step",
                      spent(f, run, step, (enum currency)c),
                      study_aggregate(f->study, run, step, f->s->rule), r->n_cells);
    }
}

/* A panel without any cost is NA. */
static void note_defined(struct cost_figure *f, size_t run, size_t series)
{
    for (int c = 0; c < CURRENCIES && series < PLOT_MAX_SERIES; c++) {
        for (int step = 0; step <= f->study->runs[run].max_step; step++)
            f->any[c] = f->any[c] || isfinite(spent(f, run, step, (enum currency)c));
    }
}

static void draw_runs(struct cost_figure *f)
{
    size_t series = 0;
    for (size_t run = 0; run < f->study->n_runs; run++) {
        const struct study_run *r = &f->study->runs[run];
        if (r->n_rollouts == 0 || !study_is_judged(f->study, run))
            continue;
        if (plot_is_adaptive(f->study, run))
            draw_steps(f, run, series);
        else
            draw_scaling(f, run, series);
        note_defined(f, run, series++);
        figure_number(f->m, "tokens a task", spent(f, run, COST_ALL_STEPS, COST_TOKENS),
                      "some rollout does not say its tokens", "tokens %s", r->name);
        figure_number(f->m, "s a task", spent(f, run, COST_ALL_STEPS, COST_SECONDS),
                      "no wall time in the ledger", "seconds %s", r->name);
    }
    plot_caption_cut(f->m, "runs", series < PLOT_MAX_SERIES ? series : PLOT_MAX_SERIES, series);
}

int plot_cost(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct cost_figure f = { .s = s, .m = m };
    struct cost_use *uses;
    int rc = plot_judged_study(s, &f.study, err);
    if (rc == 0)
        rc = load_cost(s->db, s->runs, s->n_runs, s->arena, &uses, &f.n_uses, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA, "these runs have no rollout");
    if (rc < 0)
        return rc;
    f.uses = uses;
    m->least_width = 150;
    m->share_y = true;
    figure_columns(m, columns, ARRAY_LEN(columns));
    for (int c = 0; c < CURRENCIES; c++) {
        struct fig_panel *p = f.panels[c] = figure_panel(m, NULL);
        p->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = currency_labels[c] };
        p->y = (struct axis){ .hi = 1, .label = "fast_{1} (%)", .numbers = TICKS_PERCENT };
        p->key = KEY_FIGURE;
    }
    f.spare = figure_spare_panel(m);
    figure_caption(m, "Quality over cost. A run that does not adapt: fast_1@K, the chance that "
                      "one of K samples is fast, over the cost of K of its samples. An adapting "
                      "run: share of a step's samples that are fast (one sample of the adapted "
                      "policy) over all that was spent up to and with that step. Both are means "
                      "over the run's tasks; costs are a task's share of the run.");
    draw_runs(&f);
    if (!f.any[COST_TOKENS])
        f.panels[COST_TOKENS]->na = "some rollout of every run does not say its tokens";
    if (!f.any[COST_SECONDS])
        f.panels[COST_SECONDS]->na = "no run has wall seconds in the ledger";
    plot_caption_rule(m, f.study, s->rule);
    plot_caption_unjudged(m, f.study);
    plot_caption_runs(m, f.study);
    return 0;
}
