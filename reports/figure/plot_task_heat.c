/* plot_task_heat.c - shares by task and run, and by task and step. */
#include <math.h>
#include <stdio.h>

#include "analysis/study/trajectory.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

#define MAX_COLUMNS 24
#define MAX_PANELS  6

static struct fig_mark *heat(struct figure_model *m, struct fig_panel *p, size_t n)
{
    struct fig_mark *k = figure_mark(m, p, DRAW_HEAT, n);
    k->scale_lo = 0;
    k->scale_hi = 100;
    return k;
}

/* In percent; a cell without a sample says so. */
static void set_cell(struct figure_model *m, struct fig_mark *k, size_t i, double column,
                     double row, double share)
{
    k->x[i] = column + 0.5;
    k->y[i] = row;
    k->low[i] = 100 * share;
    k->texts[i] = isnan(share) ? "NA" : arena_printf(m->arena, "%.0f", k->low[i]);
}

static double share_of_count(struct count k)
{
    return k.n > 0 ? (double)k.c / (double)k.n : (double)NAN;
}

static void put_count(struct figure_model *m, struct cell *c, struct count k)
{
    c[0] = cell_int(k.n);
    c[1] = cell_int(k.c);
    c[2] = k.n > 0 ? cell_real((double)k.c / (double)k.n) : cell_na(&m->points, "no sample");
}

struct count_spread {
    int64_t least, most;
};

static void widen(struct count_spread *x, int64_t n)
{
    if (n > 0)
        *x = (struct count_spread){ x->most == 0 || n < x->least ? n : x->least,
                                    n > x->most ? n : x->most };
}

struct shown_run {
    int step;
    bool judged;
    const struct boa_fit *fit;
};

static struct shown_run *shown_runs(const struct figure_source *s, const struct study *study)
{
    struct shown_run *shown = arena_array(s->arena, study->n_runs + 1, sizeof(*shown));
    struct boa_fit_options how = boa_fit_standard(s->seed, 0);
    for (size_t r = 0; r < study->n_runs; r++) {
        shown[r] = (struct shown_run){ STEP_ALL, study_is_judged(study, r), NULL };
        if (!plot_is_adaptive(study, r))
            continue;
        struct boa_fit *fit = arena_alloc(s->arena, sizeof(*fit));
        boa_fit_run(study, r, s->rule, &how, s->arena, fit);
        shown[r].step = (int)fit->step;
        shown[r].fit = fit;
    }
    return shown;
}

static struct boa_share share_of(const struct figure_source *s, const struct study *study,
                                 size_t run, size_t task, struct shown_run shown)
{
    const struct study_cell *cell = study_cell_find(study, run, task);
    const double none = (double)NAN;
    return cell == NULL ? (struct boa_share){ none, none, none, { 0, 0 } }
                        : boa_share_of(study, cell, shown.fit, s->rule);
}

static void put_seed_row(struct figure_model *m, const struct study *study, size_t run, size_t task,
                         struct shown_run shown, struct boa_share share)
{
    const struct study_run *r = &study->runs[run];
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, study->tasks[task].task);
    c[1] = plot_text(m, r->name);
    c[2] = plot_text(m, r->strategy);
    c[3] = r->has_seed ? cell_int(r->seed) : cell_na(&m->points, "no seed");
    c[4] = shown.step == STEP_ALL ? plot_text(m, "all") : cell_int(shown.step);
    put_count(m, c + 5, share.count);
    c[8] = plot_real(m, share.cross_fitted, "no sample");
    if (share.count.n > 0 && !shown.judged)
        c[6] = c[7] = c[8] = cell_na(&m->points, study_why_unjudged(study, run));
}

/* Only runs whose samples can be told fast from slow, and tasks that one of these sampled. */
struct seed_map {
    const struct figure_source *s;
    const struct study *study;
    const struct shown_run *shown;
    size_t *runs, *tasks;
    size_t n_runs, n_tasks;
};

static bool has_sample(const struct seed_map *x, size_t task)
{
    for (size_t r = 0; r < x->n_runs; r++) {
        if (share_of(x->s, x->study, x->runs[r], task, x->shown[x->runs[r]]).count.n > 0)
            return true;
    }
    return false;
}

static struct seed_map seed_map_of(const struct figure_source *s, const struct study *study,
                                   struct arena *arena)
{
    struct seed_map x = { .s = s,
                          .study = study,
                          .shown = shown_runs(s, study),
                          .runs = arena_array(arena, study->n_runs + 1, sizeof(size_t)),
                          .tasks = arena_array(arena, study->n_tasks + 1, sizeof(size_t)) };
    for (size_t r = 0; r < study->n_runs; r++) {
        if (x.shown[r].judged)
            x.runs[x.n_runs++] = r;
    }
    for (size_t t = 0; t < study->n_tasks; t++) {
        if (has_sample(&x, t))
            x.tasks[x.n_tasks++] = t;
    }
    return x;
}

/* All runs and tasks get rows; returns the range of n over cells that can be drawn. */
static const char *put_seed_points(struct figure_model *m, const struct seed_map *x)
{
    struct count_spread n = { 0, 0 };
    figure_columns(m, "task,run,strategy,seed,step,n,count,fast_1_in_sample,fast_1");
    for (size_t t = 0; t < x->study->n_tasks; t++) {
        for (size_t r = 0; r < x->study->n_runs; r++) {
            struct boa_share share = share_of(x->s, x->study, r, t, x->shown[r]);
            put_seed_row(m, x->study, r, t, x->shown[r], share);
            widen(&n, x->shown[r].judged ? share.count.n : 0);
        }
    }
    return plot_range_text(m->arena, n.least, n.most);
}

static void draw_seeds(struct figure_model *m, const struct seed_map *x, size_t rows,
                       size_t columns)
{
    const char **tasks = arena_array(m->arena, rows + 1, sizeof(*tasks));
    const char **runs = arena_array(m->arena, columns + 1, sizeof(*runs));
    struct fig_panel *p = figure_panel(m, NULL);
    struct fig_mark *k = heat(m, p, rows * columns);
    for (size_t t = 0; t < rows; t++) {
        tasks[t] = x->study->tasks[x->tasks[t]].task;
        for (size_t r = 0; r < columns; r++)
            set_cell(m, k, t * columns + r, (double)r, (double)(rows - t) - 0.5,
                     share_of(x->s, x->study, x->runs[r], x->tasks[t], x->shown[x->runs[r]])
                         .cross_fitted);
    }
    for (size_t r = 0; r < columns; r++)
        runs[r] = x->study->runs[x->runs[r]].name;
    p->rows = tasks;
    p->n_rows = rows;
    p->columns = runs;
    p->n_columns = columns;
}

static int plot_task_seed(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = plot_judged_study(s, &study, err);
    if (rc < 0)
        return rc;
    struct seed_map x = seed_map_of(s, study, m->arena);
    size_t rows = x.n_tasks < PLOT_MAX_ROWS ? x.n_tasks : PLOT_MAX_ROWS;
    size_t columns = x.n_runs < MAX_COLUMNS ? x.n_runs : MAX_COLUMNS;
    if (rows == 0)
        return err_set(err, ERR_NODATA,
                       "no task has a sample whose speed can be compared with a baseline; "
                       "--baseline NAME uses a stored one");
    const char *range = put_seed_points(m, &x);
    draw_seeds(m, &x, rows, columns);
    figure_caption(m,
                   "fast_1 in percent by task and run (seed); of an adaptive run its "
                   "task's part in the cross-fitted Best of Adaptation, each step chosen on one "
                   "half of all tasks' rollouts and scored on the other. Denominator: all scored "
                   "samples of the cell, n = %s. NA: the run has no "
                   "sample of the task.",
                   range);
    plot_caption_rule(m, study, s->rule);
    plot_caption_cut(m, "tasks", rows, x.n_tasks);
    if (x.n_tasks < study->n_tasks)
        figure_caption(m, "%zu tasks without a sample in any of these runs are left out.",
                       study->n_tasks - x.n_tasks);
    plot_caption_cut(m, "runs", columns, x.n_runs);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_heatmap_seed = { "heatmap-seed", "fast_1 by task and seed",
                                                  "scored samples", plot_task_seed };

static void draw_steps(struct figure_model *m, const struct run_group *g,
                       const struct trajectory *x)
{
    size_t rows = x->n_tasks < PLOT_MAX_ROWS ? x->n_tasks : PLOT_MAX_ROWS;
    size_t columns = x->n_steps < MAX_COLUMNS ? x->n_steps : MAX_COLUMNS;
    const char **steps = arena_array(m->arena, columns + 1, sizeof(*steps));
    struct fig_panel *p = figure_panel(m, g->name);
    struct fig_mark *k = heat(m, p, rows * columns);
    for (size_t t = 0; t < rows; t++) {
        for (size_t i = 0; i < columns; i++)
            set_cell(m, k, t * columns + i, (double)i, (double)(rows - t) - 0.5,
                     share_of_count(x->counts[i * x->n_tasks + t]));
    }
    for (size_t i = 0; i < columns; i++)
        steps[i] = arena_printf(m->arena, "%d%s", x->steps[i], i == x->boa ? "*" : "");
    p->rows = (const char *const *)x->tasks;
    p->n_rows = rows;
    p->columns = steps;
    p->n_columns = columns;
    p->x.label = "adaptation step";
    plot_caption_cut(m, "tasks", rows, x->n_tasks);
    plot_caption_cut(m, "steps", columns, x->n_steps);
}

static int plot_task_step(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    struct run_groups groups = run_groups_of(s->arena, study, true);
    struct trajectory_options o = { .patience = 0, .seed = s->seed, .no_null = true };
    size_t n = 0;
    m->least_width = 190;
    figure_columns(m, "runs,task,step,n,count,fast_1");
    figure_caption(m, "fast_1 in percent by task and adaptation step. Summed over the seeds of a "
                      "group; * marks the step with the highest mean over tasks (BoA).");
    for (size_t g = 0; g < groups.n; g++) {
        struct trajectory x;
        if (!groups.items[g].adaptive)
            continue;
        rc = trajectory_of_set(&groups.items[g].set, s->rule, &o, s->arena, &x, err);
        if (rc < 0)
            return rc;
        struct count_spread spread = { 0, 0 };
        for (size_t i = 0; i < x.n_steps * x.n_tasks; i++) {
            struct cell *c = table_row(&m->points);
            c[0] = plot_text(m, groups.items[g].name);
            c[1] = plot_text(m, x.tasks[i % x.n_tasks]);
            c[2] = cell_int(x.steps[i / x.n_tasks]);
            put_count(m, c + 3, x.counts[i]);
            widen(&spread, x.counts[i].n);
        }
        figure_caption(m, "%.80s: n = %s samples in a cell that has any.", groups.items[g].name,
                       plot_range_text(s->arena, spread.least, spread.most));
        if (n++ < MAX_PANELS)
            draw_steps(m, &groups.items[g], &x);
    }
    if (n == 0)
        return err_set(err, ERR_NODATA, "none of the runs has more than one step");
    plot_caption_rule(m, study, s->rule);
    plot_caption_cut(m, "groups of runs", m->n_panels, n);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_heatmap_step = { "heatmap-step",
                                                  "fast_1 by task and adaptation step",
                                                  "a run with more than one step", plot_task_step };
