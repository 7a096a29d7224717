/*
 * plot_selection.c - how often a rule's pick is fast, and how fast it is.
 */
#include <math.h>

#include "analysis/from_store/load_codes.h"
#include "analysis/from_store/load_training.h"
#include "analysis/select/select_calibration.h"
#include "analysis/select/selection.h"
#include "analysis/study/sharpen.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"
#include "src/base/number.h"

#define MAX_DOTS 1500 /* a row */

static void put_rule(struct figure_model *m, const struct selection_row *r)
{
    const char *reason = r->n_cells == 0 ? "no cell with the log-probs that the rule needs"
                                         : "no cell with a correct, timed sample";
    const char *name = select_rule_name(r->rule);
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, name);
    c[1] = c[2] = plot_text(m, "all");
    c[3] = plot_real(m, r->fast, reason);
    plot_interval(m, c + 4, r->ci, r->interval, reason);
    c[7] = plot_real(m, r->geomean_speedup, reason);
    c[8] = cell_int((int64_t)r->n_cells);
    const char *why = r->rule == SELECT_RANDOM ? "the rule itself"
                      : r->m == 0              ? "an oracle: it evaluates all"
                                               : reason;
    c[9] = plot_real(m, r->p_random_m, why);
    figure_number(m, "share", r->fast, reason, "fast 1 %s", name);
    figure_number(m, "x", r->geomean_speedup, reason, "geomean speedup %s", name);
    figure_number(m, "", r->p_random_m, why, "p against random of as many %s", name);
}

/* 0 where nothing can be picked, NaN where it is undefined. */
static double cell_fast(const struct selection_cell *cell, size_t rule)
{
    const struct select_pick *pick = &cell->picks[rule];
    if (!selection_applies(cell, (enum select_rule)rule))
        return (double)NAN;
    return pick->defined ? pick->fast : 0;
}

static void put_cells(struct figure_model *m, const struct study *s, const struct selection *sel,
                      size_t rule)
{
    for (size_t i = 0; i < sel->n_cells; i++) {
        const struct selection_cell *cell = &sel->cells[i];
        const struct select_pick *pick = &cell->picks[rule];
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, select_rule_name((enum select_rule)rule));
        c[1] = plot_text(m, s->runs[cell->run].name);
        c[2] = plot_text(m, s->tasks[cell->task].task);
        c[3] = plot_real(m, cell_fast(cell, rule), "no log-probs");
        for (size_t k = 4; k < 10; k++)
            c[k] = cell_na(&m->points, "a single task");
        c[7] = pick->defined ? cell_real(exp(pick->log_speedup))
                             : cell_na(&m->points, "nothing to pick from");
        c[8] = cell_int(1);
    }
}

static double row_y(size_t rule)
{
    return SELECT_RULE_COUNT - (double)rule - 0.5;
}

static struct fig_mark *dots(struct figure_model *m, struct fig_panel *p, size_t n)
{
    struct fig_mark *k = figure_mark(m, p, DRAW_POINTS, n);
    k->style =
        (struct line_style){ palette_okabe(OKABE_BLUE), 0.8, DASH_SOLID, MARK_CIRCLE, false };
    k->radius = 1.6;
    k->opacity = 0.45;
    k->jitter = 0.14;
    return k;
}

static void draw_rule(struct figure_model *m, struct fig_panel *share, struct fig_panel *speed,
                      const struct selection *sel, size_t rule)
{
    const struct selection_row *r = &sel->rows[rule];
    size_t n = sel->n_cells < MAX_DOTS ? sel->n_cells : MAX_DOTS;
    struct fig_mark *a = dots(m, share, n), *b = dots(m, speed, n);
    for (size_t i = 0; i < n; i++) {
        const struct select_pick *pick = &sel->cells[i].picks[rule];
        a->x[i] = cell_fast(&sel->cells[i], rule);
        b->x[i] = pick->defined ? exp(pick->log_speedup) : (double)NAN;
        a->y[i] = b->y[i] = row_y(rule) - 0.2;
    }
    struct fig_mark *ci = figure_mark(m, share, DRAW_RANGE_X, 1);
    ci->low[0] = r->ci.low;
    ci->high[0] = r->ci.high;
    ci->y[0] = row_y(rule) + 0.1;
    for (size_t panel = 0; panel < 2; panel++) {
        struct fig_panel *p = panel == 0 ? share : speed;
        double v = panel == 0 ? r->fast : r->geomean_speedup;
        struct fig_mark *mean = figure_mark(m, p, DRAW_POINTS, 1);
        mean->style = (struct line_style){ palette_okabe(OKABE_VERMILLION), 0.8, DASH_SOLID,
                                           MARK_DIAMOND, false };
        mean->radius = 2.8;
        mean->x[0] = v;
        mean->y[0] = row_y(rule) + 0.1;
        struct fig_mark *note = figure_mark(m, p, DRAW_NOTES, 1);
        note->x[0] = isnan(v) ? panel == 0 ? 0.5 : 1 : v;
        note->y[0] = row_y(rule) + 0.43;
        note->align = ALIGN_CENTRE;
        note->style.colour = rgb_grey(0.1);
        note->texts[0] = isnan(v) ? "NA"
                         : panel == 0
                             ? arena_printf(m->arena, "%.1f %%", 100 * v)
                             : arena_printf(m->arena, "%s\xC3\x97", number_rounded(m->arena, v, 3));
    }
}

static void draw(struct figure_model *m, const struct selection *sel)
{
    const char **names = arena_array(m->arena, SELECT_RULE_COUNT, sizeof(*names));
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        names[i] = select_rule_name((enum select_rule)i);
    struct fig_panel *share = figure_panel(m, NULL), *speed = figure_panel(m, NULL);
    share->x = (struct axis){
        .lo = -0.06, .hi = 1.06, .label = "cells with a fast pick (%)", .numbers = TICKS_PERCENT
    };
    speed->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = "speedup of the pick" };
    share->rows = speed->rows = names;
    share->n_rows = speed->n_rows = SELECT_RULE_COUNT;
    share->row_height = speed->row_height = 28;
    struct fig_mark *one = figure_mark(m, speed, DRAW_VLINE, 1);
    one->x[0] = 1;
    one->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        draw_rule(m, share, speed, sel, i);
}

static const char *at_step_0(size_t adapted)
{
    return adapted > 0 ? ", adapting runs at step 0" : "";
}

static int plot_selection(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct selection sel;
    int rc = plot_judged_study(s, &study, err);
    if (rc < 0)
        return rc;
    size_t adapted;
    struct run_set set = plot_set_judged(s->arena, study, &adapted);
    rc = figure_source_selection(s, &set, &sel, err);
    if (rc < 0)
        return rc;
    m->least_width = 200;
    figure_columns(
        m, "rule,run,task,fast_1,ci_low,ci_high,interval,geomean_speedup,n_cells,p_vs_random_m");
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        put_rule(m, &sel.rows[i]);
    for (size_t i = 0; i < SELECT_RULE_COUNT; i++)
        put_cells(m, study, &sel, i);
    draw(m, &sel);
    figure_caption(m,
                   "Selection rules on the samples of %s%s. One dot is a (run, task) cell, "
                   "n = %zu cells. Share of cells whose pick is fast: cells without a correct "
                   "sample count as failures; where picks tie, a dot is the expected share over "
                   "the tied. Diamond and number: mean over cells with its %g %% interval "
                   "(%s). Speedup of the pick: geometric mean over cells with a pick. Dots "
                   "are spread vertically to be seen.",
                   plot_counted(m->arena, set.n_runs, "run"), at_step_0(adapted), sel.n_cells,
                   100 * s->level, plot_kinds_of(m));
    plot_caption_rule(m, study, s->rule);
    plot_caption_few(m, study->n_tasks);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_selection = {
    "selection", "selection rules: how often the pick is fast, and how fast it is",
    "correct, timed samples; log-probs for the guided rules", plot_selection
};

/*
 * Surprisal against speedup, a panel a task.
 */

#define MAX_PANELS         16
#define SURPRISAL_MAX_DOTS 800 /* a panel */

/* Samples that are drawn; correlations are those of analyze selection, over the same. */
struct surprisal_pool {
    const struct study *study;
    struct select_pool cells;
    size_t n;
    const struct study_rollout **rollouts;
    size_t *runs, *tasks;
    size_t n_unknown; /* without a log-prob */
};

static bool is_timed(const struct study_rollout *r)
{
    return r->correct && !isnan(r->speedup);
}

static void add_cell(struct surprisal_pool *p, const struct study *s, const struct study_cell *c,
                     int step)
{
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (step != STEP_ALL && r->step != step)
            continue;
        if (!isfinite(r->mean_logprob)) {
            p->n_unknown++;
            continue;
        }
        p->rollouts[p->n] = r;
        p->runs[p->n] = c->run;
        p->tasks[p->n++] = c->task;
    }
}

/* The unadapted policy alone. */
static struct surprisal_pool pool_of(struct arena *a, const struct study *s,
                                     const struct run_set *set)
{
    struct surprisal_pool p = { .study = s };
    p.rollouts = arena_array(a, s->n_rollouts + 1, sizeof(*p.rollouts));
    p.runs = arena_array(a, s->n_rollouts + 1, sizeof(*p.runs));
    p.tasks = arena_array(a, s->n_rollouts + 1, sizeof(*p.tasks));
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_run *r = &s->runs[set->runs[i]];
        for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++)
            add_cell(&p, s, &s->cells[c], plot_is_adaptive(s, set->runs[i]) ? 0 : STEP_ALL);
    }
    return p;
}

/* Every how many samples of a task one is drawn. */
static size_t stride_of(const struct surprisal_pool *p, size_t task)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        n += p->tasks[i] == task;
    return n / SURPRISAL_MAX_DOTS + 1;
}

static void put_points(struct figure_model *m, const struct study *s,
                       const struct surprisal_pool *p, size_t task)
{
    size_t stride = stride_of(p, task), seen = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct study_rollout *r = p->rollouts[i];
        if (p->tasks[i] != task || seen++ % stride != 0)
            continue;
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, s->runs[p->runs[i]].name);
        c[1] = plot_text(m, s->tasks[p->tasks[i]].task);
        c[2] = cell_int(r->step);
        c[3] = cell_int(r->sample);
        c[4] = cell_real(-r->mean_logprob);
        c[5] = cell_bool(r->correct);
        c[6] = plot_real(m, r->speedup,
                         !r->correct            ? "not correct"
                         : isnan(r->runtime_us) ? "no runtime"
                                                : "no baseline for it");
    }
}

/* Wrong samples are ticks at the foot. */
static void draw_dots(struct figure_model *m, struct fig_panel *p,
                      const struct surprisal_pool *pool, size_t task)
{
    size_t stride = stride_of(pool, task), seen = 0;
    struct fig_mark *right = figure_mark(m, p, DRAW_POINTS, SURPRISAL_MAX_DOTS + 1);
    struct fig_mark *wrong = figure_mark(m, p, DRAW_POINTS, SURPRISAL_MAX_DOTS + 1);
    right->style =
        (struct line_style){ palette_okabe(OKABE_BLUE), 0.8, DASH_SOLID, MARK_CIRCLE, false };
    right->opacity = wrong->opacity = 0.5;
    right->radius = 1.5;
    right->name = "correct";
    wrong->style =
        (struct line_style){ palette_okabe(OKABE_VERMILLION), 0.8, DASH_SOLID, MARK_CROSS, false };
    wrong->radius = 1.2;
    wrong->name = "not correct (at the foot)";
    right->n = wrong->n = 0;
    for (size_t i = 0; i < pool->n; i++) {
        if (pool->tasks[i] != task || seen++ % stride != 0)
            continue;
        const struct study_rollout *r = pool->rollouts[i];
        struct fig_mark *k = is_timed(r) ? right : wrong;
        k->x[k->n] = -r->mean_logprob;
        k->y[k->n++] = is_timed(r) ? r->speedup : p->y.lo * 1.12;
    }
}

/* The table's correlation within tasks, of one task or (SIZE_MAX) all; NaN where there is none. */
static int correlate(const struct figure_source *s, const struct surprisal_pool *pool, size_t task,
                     struct stat_fisher *out, struct err *err)
{
    struct select_pool of = pool->cells;
    struct select_correlation x;
    struct err none = { 0 };
    of.cells = arena_array(s->arena, pool->cells.n_cells + 1, sizeof(*of.cells));
    of.n_cells = 0;
    *out = (struct stat_fisher){ .r = (double)NAN, .ci = { (double)NAN, (double)NAN } };
    for (size_t i = 0; i < pool->cells.n_cells; i++) {
        if (task == SIZE_MAX || pool->cells.cells[i].task == task)
            of.cells[of.n_cells++] = pool->cells.cells[i];
    }
    int rc = select_correlate(&of, s->level, s->arena, &x, &none);
    if (rc == 0)
        *out = x.within;
    if (rc < 0 && rc != ERR_NODATA)
        *err = none;
    return rc == ERR_NODATA ? 0 : rc;
}

static int add_task(struct figure_source *s, struct figure_model *m,
                    const struct surprisal_pool *pool, size_t task, bool draw, struct err *err)
{
    struct arena *a = s->arena;
    struct stat_fisher rho;
    const char *name = pool->study->tasks[task].task;
    int rc = correlate(s, pool, task, &rho, err);
    if (rc < 0)
        return rc;
    figure_number(m, "", rho.r, "no run with four distinct correct kernels that vary",
                  "rho of surprisal and speedup %s", name);
    if (!draw)
        return 0;
    struct fig_panel *p = figure_panel(m, name);
    p->corner = isnan(rho.r) ? arena_printf(a, "\xCF\x81 NA")
                             : arena_printf(a, "\xCF\x81 = %s%.2f, *n* = %zu",
                                            rho.r < 0 ? "\xE2\x88\x92" : "", fabs(rho.r), rho.n);
    p->key = KEY_FIGURE;
    p->x = (struct axis){ .lo = 1, .label = "surprisal (nats per token)" };
    p->y = (struct axis){ .scale = AXIS_LOG10, .lo = 0.5, .hi = 2, .label = "speedup" };
    for (size_t i = 0; i < pool->n; i++) {
        double v = pool->rollouts[i]->speedup;
        if (!is_timed(pool->rollouts[i]) || !(v > 0))
            continue;
        p->y.lo = fmin(p->y.lo, v / 1.3);
        p->y.hi = fmax(p->y.hi, v * 1.3);
    }
    p->y.hi *= 4;
    struct fig_mark *one = figure_mark(m, p, DRAW_HLINE, 1);
    one->style = (struct line_style){ rgb_grey(0.35), 0.7, DASH_SHORT, MARK_NONE, false };
    one->y[0] = 1;
    draw_dots(m, p, pool, task);
    return 0;
}

static int caption_within(struct figure_source *s, struct figure_model *m,
                          const struct surprisal_pool *pool, struct err *err)
{
    struct stat_fisher rho;
    int rc = correlate(s, pool, SIZE_MAX, &rho, err);
    if (rc < 0)
        return rc;
    figure_number(m, "", rho.r, "no task with enough samples that vary", "rho within tasks");
    figure_number(m, "", rho.ci.low, "no task with enough samples", "rho within tasks low");
    figure_number(m, "", rho.ci.high, "no task with enough samples", "rho within tasks high");
    if (isnan(rho.r))
        figure_caption(m, "Within tasks: NA, no task with enough correct samples that vary.");
    else
        figure_caption(m,
                       "Within %s together: \xCF\x81 = %.3f, %s (Fisher's z, Student's t over "
                       "tasks).",
                       plot_counted(m->arena, rho.n_clusters, "task"), rho.r,
                       isnan(rho.ci.low) ? "no interval"
                                         : arena_printf(m->arena, "%g %% interval %.3f to %.3f",
                                                        100 * s->level, rho.ci.low, rho.ci.high));
    return 0;
}

static int plot_surprisal(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    size_t shown = 0, of = 0;
    int rc = plot_judged_study(s, &study, err);
    if (rc < 0)
        return rc;
    size_t adapted;
    struct select_detail *details = NULL;
    struct run_set set = plot_set_judged(s->arena, study, &adapted);
    struct surprisal_pool pool = pool_of(s->arena, study, &set);
    if (pool.n == 0)
        return err_set(
            err, ERR_NODATA,
            "no sample of these runs has a log-prob; a policy gives them: rollbook run score -h");
    rc = load_sample_details(s->db, study, 0.25, s->arena, &details, err);
    if (rc == 0)
        rc =
            select_pool_build(&(struct select_of){ .step = 0, .rule = s->rule, .details = details },
                              &set, 1.0, s->arena, &pool.cells, err);
    if (rc < 0)
        return rc;
    m->least_width = 104;
    m->share_x = m->share_y = true;
    figure_columns(m, "run,task,step,sample,surprisal,correct,speedup");
    figure_caption(m,
                   "Surprisal (negative mean log-prob of a sample's tokens) against its speedup, "
                   "one panel per task. %zu samples with log-probs of %s%s; \xCF\x81: Spearman's, "
                   "over the distinct correct, timed kernels of each run, n of them.",
                   pool.n, plot_counted(m->arena, set.n_runs, "run"), at_step_0(adapted));
    for (size_t task = 0; task < study->n_tasks && rc == 0; task++) {
        if (!plot_wants_task(s, study->tasks[task].task))
            continue;
        of++;
        put_points(m, study, &pool, task);
        rc = add_task(s, m, &pool, task, shown < MAX_PANELS, err);
        shown += shown < MAX_PANELS;
    }
    if (rc == 0 && of == 0)
        rc = err_set(err, ERR_NOMATCH, "the runs have no task %s", s->task);
    if (rc == 0)
        rc = caption_within(s, m, &pool, err);
    if (rc < 0)
        return rc;
    if (pool.n_unknown > 0)
        figure_caption(m, "%zu samples without log-probs are left out.", pool.n_unknown);
    if (pool.n > SURPRISAL_MAX_DOTS * shown)
        figure_caption(
            m,
            "Of panels with more than %d samples evenly chosen ones are drawn and in the points.",
            SURPRISAL_MAX_DOTS);
    plot_caption_cut(m, "tasks", shown, of);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_surprisal = { "surprisal",
                                               "surprisal against speedup within tasks",
                                               "samples with log-probs", plot_surprisal };

/*
 * Rank correlation of likelihood and speedup, step by step.
 */

#define RHO_MAX_PANELS 12

struct rho_source {
    struct figure_source *from;
    const struct study *study;
    const struct select_detail *details;
};

struct rho_series {
    const char *run, *samples;
    struct sharpen_scores *steps; /* own samples: one of a single step each; fixed: the same n */
    const int *numbers;
    size_t n_steps;
    bool fixed;
};

static struct sharpen_sample sample_of(const struct rho_source *x, size_t rollout, size_t task)
{
    const struct study_rollout *r = &x->study->rollouts[rollout];
    return (struct sharpen_sample){ task, is_timed(r), is_timed(r) ? r->speedup : 0.0,
                                    x->details[rollout].code };
}

/* Each step's own samples under the policy that drew them. */
static struct rho_series own_series(const struct rho_source *of, size_t run)
{
    const struct study *s = of->study;
    struct arena *a = of->from->arena;
    const struct study_run *r = &s->runs[run];
    size_t n = (size_t)r->max_step + 1;
    int *numbers = arena_array(a, n, sizeof(*numbers));
    struct rho_series out = { r->name, "its own", arena_array(a, n, sizeof(*out.steps)),
                              numbers, n,         false };
    for (size_t step = 0; step < n; step++) {
        struct sharpen_sample *samples = arena_array(a, r->n_rollouts + 1, sizeof(*samples));
        double *nll = arena_array(a, r->n_rollouts + 1, sizeof(*nll));
        size_t k = 0;
        numbers[step] = (int)step;
        for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
            for (size_t i = s->cells[c].first; i < s->cells[c].first + s->cells[c].count; i++) {
                if (s->rollouts[i].step != (int)step)
                    continue;
                nll[k] = -s->rollouts[i].mean_logprob;
                samples[k++] = sample_of(of, i, s->cells[c].task);
            }
        }
        out.steps[step] = (struct sharpen_scores){ k, s->n_tasks, 1, samples, nll };
    }
    return out;
}

/* Another run's samples under this one's checkpoints; false without two. */
static bool fixed_series(const struct rho_source *of, size_t run, size_t scored,
                         struct rho_series *out)
{
    const struct figure_source *src = of->from;
    const struct study *s = of->study;
    const struct study_run *b = &s->runs[scored];
    struct score_table table;
    struct err ignored = { 0 };
    if (load_scores(
            &(struct load_scores_of){
                .db = src->db, .study = s, .run = scored, .of = s->runs[run].name },
            src->arena, &table, &ignored) < 0 ||
        table.n_steps < 2) /* one shared checkpoint is no trajectory */
        return false;
    struct sharpen_sample *samples = arena_array(src->arena, b->n_rollouts + 1, sizeof(*samples));
    double *nll = arena_array(src->arena, b->n_rollouts * table.n_steps + 1, sizeof(*nll));
    size_t n = 0;
    for (size_t c = b->first_cell; c < b->first_cell + b->n_cells; c++) {
        for (size_t i = s->cells[c].first; i < s->cells[c].first + s->cells[c].count; i++, n++) {
            samples[n] = sample_of(of, i, s->cells[c].task);
            for (size_t k = 0; k < table.n_steps; k++)
                nll[k * b->n_rollouts + n] =
                    -table.sum_logprob[k * s->n_rollouts + i] / (double)table.n_tokens[i];
        }
    }
    struct sharpen_scores *one = arena_alloc(src->arena, sizeof(*one));
    *one = (struct sharpen_scores){ n, s->n_tasks, table.n_steps, samples, nll };
    *out = (struct rho_series){ s->runs[run].name, b->name, one, table.steps, table.n_steps, true };
    return true;
}

static struct cell *put_row(struct figure_model *m, const struct rho_series *x, size_t step,
                            enum sharpen_subset subset, const struct sharpen_rho *r)
{
    const char *none = "no task with enough samples that vary";
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, x->run);
    c[1] = plot_text(m, x->samples);
    c[2] = cell_int(x->numbers[step]);
    c[3] = plot_text(m, sharpen_subset_name(subset));
    c[4] = cell_int((int64_t)r->n);
    c[5] = plot_real(m, r->pooled.r, "fewer than two samples, or constant");
    c[6] = plot_real(m, r->within.r, none);
    c[7] = plot_real(m, r->within.ci.low, none);
    c[8] = plot_real(m, r->within.ci.high, none);
    c[9] = isnan(r->within.r) ? cell_na(&m->points, none) : plot_text(m, "fisher-z");
    c[10] = cell_int((int64_t)r->within.n_groups);
    figure_number(m, "", r->within.r, none, "rho within %s %s %s step %d",
                  sharpen_subset_name(subset), x->run, x->fixed ? x->samples : "own",
                  x->numbers[step]);
    return c;
}

struct rho_shown {
    struct fig_panel *panel;
    int64_t least, most;
    bool any;
};

static int add_subset(struct figure_source *s, struct figure_model *m, const struct rho_series *x,
                      enum sharpen_subset subset, struct rho_shown *shown, struct err *err)
{
    struct fig_panel *p = shown->panel;
    bool band = subset == SUBSET_ALL || subset == SUBSET_CORRECT;
    struct fig_mark *area =
        band ? plot_series(m, p, DRAW_BAND, x->n_steps, (size_t)subset, NULL) : NULL;
    struct fig_mark *line =
        plot_series(m, p, DRAW_LINE, x->n_steps, (size_t)subset, sharpen_subset_name(subset));
    line->style.width = band ? 1.3 : 0.7;
    line->radius = band ? 1.9 : 1.3;
    for (size_t step = 0; step < x->n_steps; step++) {
        struct sharpen_rho r;
        const struct sharpen_scores *scores = x->fixed ? x->steps : &x->steps[step];
        size_t *members = arena_array(s->arena, scores->n + 1, sizeof(*members));
        size_t n = sharpen_members(scores, subset, members, s->arena);
        int rc = sharpen_rho_at(
            &(struct sharpen_members){ .scores = scores, .members = members, .n = n },
            x->fixed ? step : 0, s->level, s->arena, &r, err);
        if (rc < 0)
            return rc;
        put_row(m, x, step, subset, &r);
        shown->any = shown->any || !isnan(r.within.r);
        if (subset == SUBSET_ALL) {
            shown->least = (int64_t)r.n < shown->least ? (int64_t)r.n : shown->least;
            shown->most = (int64_t)r.n > shown->most ? (int64_t)r.n : shown->most;
        }
        line->x[step] = x->numbers[step];
        line->y[step] = r.within.r;
        if (area == NULL)
            continue;
        area->x[step] = x->numbers[step];
        area->low[step] = r.within.ci.low;
        area->high[step] = r.within.ci.high;
    }
    return 0;
}

/* Panels beyond RHO_MAX_PANELS are in the points alone. */
static int add_series(struct figure_source *s, struct figure_model *m, const struct rho_series *x,
                      size_t index, struct err *err)
{
    const char *title = x->fixed ? arena_printf(s->arena, "%s on %s", x->run, x->samples)
                                 : arena_printf(s->arena, "%s, its own", x->run);
    struct fig_panel *p = index < RHO_MAX_PANELS ? figure_panel(m, title) : figure_spare_panel(m);
    p->x = (struct axis){ .lo = 1, .label = "adaptation step", .numbers = TICKS_WHOLE };
    p->y = (struct axis){ .lo = -1, .hi = 1, .label = "\xCF\x81 (mean NLL, speedup)" };
    p->key = KEY_FIGURE;
    struct fig_mark *zero = figure_mark(m, p, DRAW_HLINE, 1);
    zero->style = (struct line_style){ rgb_grey(0.35), 0.7, DASH_SHORT, MARK_NONE, false };
    struct rho_shown shown = { .panel = p, .least = INT64_MAX };
    for (int k = 0; k < SUBSET_COUNT; k++) {
        int rc = add_subset(s, m, x, (enum sharpen_subset)k, &shown, err);
        if (rc < 0)
            return rc;
    }
    if (!shown.any)
        p->na = "no task has enough samples that vary";
    if (index < RHO_MAX_PANELS)
        figure_caption(m, "%.60s: n = %s samples per step.", title,
                       plot_range_text(s->arena, shown.least, shown.most));
    return 0;
}

/* Pairs of a run that adapts and one whose samples its checkpoints scored, else its own samples. */
static int add_run(const struct rho_source *from, struct figure_model *m, size_t run, size_t *of,
                   struct err *err)
{
    const struct study *study = from->study;
    struct figure_source *s = from->from;
    struct rho_series x;
    bool any = false;
    int rc = 0;
    for (size_t b = 0; b < study->n_runs && rc == 0; b++) {
        if (plot_is_adaptive(study, b) || !study_is_judged(study, b) ||
            !fixed_series(from, run, b, &x))
            continue;
        any = true;
        rc = add_series(s, m, &x, (*of)++, err);
    }
    if (any || rc < 0)
        return rc;
    x = own_series(from, run);
    return add_series(s, m, &x, (*of)++, err);
}

static bool has_logprobs(const struct study *s)
{
    for (size_t i = 0; i < s->n_rollouts; i++) {
        if (!isnan(s->rollouts[i].sum_logprob))
            return true;
    }
    return false;
}

static int plot_rho(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct select_detail *details = NULL;
    size_t of = 0;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    if (!has_logprobs(study))
        return err_set(
            err, ERR_NODATA,
            "no sample of these runs has a log-prob; a policy gives them: rollbook run score -h");
    rc = load_sample_details(s->db, study, 0.25, s->arena, &details, err);
    if (rc < 0)
        return rc;
    struct rho_source from = { s, study, details };
    m->least_width = 104;
    m->share_x = m->share_y = true;
    figure_columns(m, "run,samples,step,subset,n,rho_nll_speedup,rho_nll_speedup_within,ci_low,ci_"
                      "high,interval,n_tasks_within");
    figure_caption(m,
                   "Spearman's \xCF\x81 of the negative log-likelihood (mean over tokens) and the "
                   "speedup (0 for a sample that is wrong or not timed) by step, within tasks. One "
                   "\xCF\x81 a task over distinct kernels, Fisher's z, Student's t over tasks. "
                   "Below 0 likely samples are fast. A panel says whose policies score and, where "
                   "they were scored again, whose fixed samples; otherwise its own samples of each "
                   "step. Bands: %g %% intervals of all and of correct samples. Quarters: by "
                   "speedup among the correct, by likelihood at the first step among all.",
                   100 * s->level);
    for (size_t run = 0; run < study->n_runs && rc == 0; run++) {
        if (plot_is_adaptive(study, run) && study_is_judged(study, run))
            rc = add_run(&from, m, run, &of, err);
    }
    if (rc == 0 && of == 0)
        rc = err_set(err, ERR_NODATA, "none of the runs has more than one step");
    if (rc < 0)
        return rc;
    plot_caption_cut(m, "panels", of < RHO_MAX_PANELS ? of : RHO_MAX_PANELS, of);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_rho = {
    "rho", "rank correlation of likelihood and speedup by step",
    "a run with more than one step and log-probs; scores of fixed samples where there are some",
    plot_rho
};
