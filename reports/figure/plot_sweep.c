/*
 * plot_sweep.c - how much of a group was right, and how fast that is.
 */
#include <math.h>
#include <string.h>

#include "analysis/from_store/load_outcomes.h"
#include "analysis/study/failures.h"
#include "analysis/study/sweep.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

struct sweep_group {
    const char *name, *model;
    bool judged;
    const char *unjudged; /* why; NULL: judged */
    int64_t n, compiled, correct, fast;
    struct sweep_sample *samples;
    size_t n_samples;
    struct sweep_speedups speedups;
    struct sweep_rate rates[3]; /* compiled, correct, fast */
};

/* run: of the group; counts: of the cell. */
static void add_cell(struct sweep_group *g, const struct study *s, const struct study_cell *c,
                     struct speed_rule rule, size_t run, int64_t *counts[4])
{
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        g->n++;
        g->compiled += r->compiled ? 1 : 0;
        g->correct += r->correct ? 1 : 0;
        g->fast += study_is_fast(r, rule) ? 1 : 0;
        *counts[0] += r->compiled ? 1 : 0;
        *counts[1] += r->correct ? 1 : 0;
        *counts[2] += study_is_fast(r, rule) ? 1 : 0;
        ++*counts[3];
        if (r->correct && !isnan(r->speedup))
            g->samples[g->n_samples++] = (struct sweep_sample){ c->task, run, r->speedup };
    }
}

/* Samples of one task stand together. */
static struct sweep_group group_of(const struct figure_source *s, const struct study *study,
                                   const struct run_group *g)
{
    struct sweep_group out = { .name = g->name, .model = study->runs[g->set.runs[0]].model };
    const size_t n_runs = g->set.n_runs;
    int64_t *counts[4];
    for (size_t i = 0; i < 4; i++)
        counts[i] = arena_array(s->arena, study->n_tasks * n_runs + 1, sizeof(**counts));
    out.samples = arena_array(s->arena, g->n_rollouts + 1, sizeof(*out.samples));
    for (size_t task = 0; task < study->n_tasks; task++) {
        for (size_t i = 0; i < g->set.n_runs; i++) {
            const struct study_cell *c = study_cell_find(study, g->set.runs[i], task);
            if (c != NULL)
                add_cell(
                    &out, study, c, s->rule, i,
                    (int64_t *[4]){ counts[0] + task * n_runs + i, counts[1] + task * n_runs + i,
                                    counts[2] + task * n_runs + i, counts[3] + task * n_runs + i });
        }
    }
    out.judged = true;
    for (size_t i = 0; i < g->set.n_runs; i++)
        if (!study_is_judged(study, g->set.runs[i])) {
            out.judged = false;
            out.unjudged = study_why_unjudged(study, g->set.runs[i]);
        }
    for (size_t i = 0; i < 3; i++)
        out.rates[i] =
            sweep_rate_of(&(struct sweep_counts){ counts[i], counts[3], study->n_tasks, n_runs },
                          s->level, s->arena);
    out.speedups = sweep_summarise(out.samples, out.n_samples, s->level, s->arena);
    return out;
}

static void put_rate(struct figure_model *m, struct cell *c, int64_t count, int64_t n,
                     const struct sweep_rate *r)
{
    const char *none = n > 0 ? "one task: the variation over tasks is unknown" : "no sample";
    c[0] = cell_int(count);
    c[1] = n > 0 ? cell_real((double)count / (double)n) : cell_na(&m->points, none);
    c[2] = plot_real(m, n > 0 ? r->ci.low : (double)NAN, none);
    c[3] = plot_real(m, n > 0 ? r->ci.high : (double)NAN, none);
}

static void put_group(struct figure_model *m, const struct sweep_group *g)
{
    const char *few = "fewer than two tasks with a measured sample";
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, g->name);
    c[1] = plot_text(m, g->model);
    c[2] = cell_int(g->n);
    put_rate(m, c + 3, g->compiled, g->n, &g->rates[0]);
    put_rate(m, c + 7, g->correct, g->n, &g->rates[1]);
    put_rate(m, c + 11, g->fast, g->judged ? g->n : 0, &g->rates[2]);
    if (!g->judged)
        c[11] = cell_na(&m->points, g->unjudged);
    c[15] = cell_int((int64_t)g->speedups.n);
    c[16] = plot_real(m, g->speedups.geomean, "no measured sample");
    c[17] = plot_real(m, g->speedups.geomean_ci.low, few);
    c[18] = plot_real(m, g->speedups.geomean_ci.high, few);
    double n = (double)g->n;
    figure_number(m, "share", (double)g->correct / n, "no sample", "correct %s", g->name);
    figure_number(m, "share", g->judged ? (double)g->fast / n : (double)NAN, g->unjudged, "fast %s",
                  g->name);
    figure_number(m, "x", g->speedups.geomean, "no measured sample", "geomean speedup %s", g->name);
}

enum sweep_panel { SWEEP_COMPILED, SWEEP_CORRECT, SWEEP_FAST, SWEEP_SPEEDUP, SWEEP_PANELS };

static struct forest_row row_of(const struct sweep_group *g, enum sweep_panel panel)
{
    const int64_t counts[] = { g->compiled, g->correct, g->fast };
    if (panel == SWEEP_SPEEDUP)
        return (struct forest_row){ g->name, g->speedups.geomean, g->speedups.geomean_ci };
    if (panel == SWEEP_FAST && !g->judged)
        return (struct forest_row){ g->name, (double)NAN, { (double)NAN, (double)NAN } };
    return (struct forest_row){ g->name, (double)counts[panel] / (double)g->n, g->rates[panel].ci };
}

static void draw_panel(struct figure_model *m, const struct sweep_group *groups, size_t n,
                       enum sweep_panel panel)
{
    static const char *const labels[] = { "compiled (%)", "correct (%)", "fast (%)",
                                          "geometric mean speedup" };
    struct forest_row *rows = arena_array(m->arena, n + 1, sizeof(*rows));
    for (size_t i = 0; i < n; i++)
        rows[i] = row_of(&groups[i], panel);
    struct fig_panel *p =
        plot_forest(m, NULL, rows, n, panel == SWEEP_SPEEDUP ? FOREST_RATIO : FOREST_PERCENT,
                    (size_t)panel % 2);
    if (panel == SWEEP_SPEEDUP) {
        p->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1 };
        struct fig_mark *one = figure_mark(m, p, DRAW_VLINE, 1);
        one->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
        one->x[0] = 1;
    }
    p->x.label = labels[panel];
}

static int plot_model_sweep(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    struct run_groups groups = run_groups_of(s->arena, study, false);
    struct sweep_group *rows = arena_array(s->arena, groups.n + 1, sizeof(*rows));
    size_t n = 0;
    figure_columns(
        m, "runs,model,n,compiled,compiled_rate,compiled_rate_ci_low,compiled_rate_ci_high,correct,"
           "correct_rate,correct_rate_ci_low,correct_rate_ci_high,fast,fast_rate,fast_rate_ci_low,"
           "fast_rate_ci_high,n_measured,geomean_speedup,geomean_ci_low,geomean_ci_high");
    for (size_t g = 0; g < groups.n; g++) {
        struct sweep_group row = group_of(s, study, &groups.items[g]);
        if (row.n == 0)
            continue;
        put_group(m, &row);
        rows[n++] = row;
    }
    if (n == 0)
        return err_set(err, ERR_NODATA, "no run has a scored sample");
    m->least_width = 112;
    m->share_y = true;
    for (int panel = 0; panel < SWEEP_PANELS; panel++)
        draw_panel(m, rows, n, (enum sweep_panel)panel);
    figure_caption(
        m,
        "Each row is a run, or runs that differ only in their seed; all steps. Shares of all "
        "scored samples with %g %% intervals over tasks (Student's t, or Wilson with one sample "
        "per task). Geometric mean speedup over measured samples (correct, with a baseline) with "
        "intervals over tasks (bootstrap, %d replicates, or Student's t below %d tasks).",
        100 * s->level, s->replicates, STAT_FEW_TASKS);
    for (size_t i = 0; i < n && i < PLOT_MAX_ROWS; i++)
        figure_caption(m, "%.60s: n = %lld, %zu measured.", rows[i].name, (long long)rows[i].n,
                       rows[i].speedups.n);
    plot_caption_rule(m, study, s->rule);
    plot_caption_few(m, study->n_tasks);
    plot_caption_unjudged(m, study);
    plot_caption_cut(m, "rows", n < PLOT_MAX_ROWS ? n : PLOT_MAX_ROWS, n);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_model_sweep = {
    "model-sweep", "runs and models: compiled, correct, fast, speedup", "scored samples",
    plot_model_sweep
};

/*
 * Shares of outcomes by stage, a bar a group.
 */

#define LEAST_PRINTED 0.06 /* of the width: what a number needs */
#define N_STAGES      FAILURE_STAGE_UNSCORED

/* Each differs from every other in lightness. */
static struct rgb stage_colour(size_t stage)
{
    /* In grey 0, 119, 163, 213, 240 and 87 of 255. */
    static const enum okabe_ito colours[N_STAGES] = { OKABE_BLACK,  OKABE_VERMILLION, OKABE_ORANGE,
                                                      OKABE_YELLOW, OKABE_BLACK,      OKABE_BLUE };
    return stage == FAILURE_STAGE_HONESTY ? rgb_grey(0.94) : palette_okabe(colours[stage]);
}

static const char *stage_label(size_t stage)
{
    static const char *const labels[N_STAGES] = { "no kernel",    "does not build", "does not run",
                                                  "wrong result", "cheat",          "measured" };
    return labels[stage];
}

struct bar {
    const char *name;
    int64_t counts[N_STAGES];
    int64_t scored, unscored;
};

struct bars {
    struct bar *items;
    size_t n;
};

static struct bar *bar_of(struct bars *b, const char *group)
{
    for (size_t i = 0; i < b->n; i++) {
        if (strcmp(b->items[i].name, group) == 0)
            return &b->items[i];
    }
    b->items[b->n] = (struct bar){ .name = group };
    return &b->items[b->n++];
}

static void put_row(struct figure_model *m, const struct failure_row *r)
{
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, r->group);
    c[1] = plot_text(m, failure_stage_name(r->stage));
    c[2] = plot_text(m, r->outcome);
    c[3] = r->cheat_kind[0] == '\0' ? cell_na(&m->points, "no cheat") : plot_text(m, r->cheat_kind);
    c[4] = cell_int(r->n);
    c[5] = cell_int(r->scored);
    c[6] = r->stage == FAILURE_STAGE_UNSCORED || r->scored == 0
               ? cell_na(&m->points, "not scored")
               : cell_real((double)r->n / (double)r->scored);
}

static void draw(struct figure_model *m, const struct bars *b)
{
    size_t n = b->n < PLOT_MAX_ROWS ? b->n : PLOT_MAX_ROWS;
    const char **names = arena_array(m->arena, n + 1, sizeof(*names));
    const char **notes = arena_array(m->arena, n + 1, sizeof(*notes));
    struct fig_panel *p = figure_panel(m, NULL);
    p->rows = names;
    p->row_notes = notes;
    p->n_rows = n;
    p->key = KEY_TOP;
    p->x = (struct axis){ .hi = 1, .label = "scored rollouts (%)", .numbers = TICKS_PERCENT };
    for (size_t stage = 0; stage < N_STAGES; stage++) {
        struct fig_mark *k = figure_mark(m, p, DRAW_BARS_X, n);
        struct fig_mark *text = figure_mark(m, p, DRAW_NOTES, n);
        k->style.colour = stage_colour(stage);
        k->size = 0.74;
        k->name = stage_label(stage);
        text->align = ALIGN_CENTRE;
        text->plain = true;
        text->style.colour = palette_on(k->style.colour);
        for (size_t i = 0; i < n; i++) {
            const struct bar *bar = &b->items[i];
            double total = bar->scored > 0 ? (double)bar->scored : 1, before = 0;
            for (size_t e = 0; e < stage; e++)
                before += (double)bar->counts[e];
            double share = (double)bar->counts[stage] / total;
            k->low[i] = before / total;
            k->high[i] = k->low[i] + share;
            k->y[i] = text->y[i] = (double)(n - i) - 0.5;
            text->x[i] = k->low[i] + share / 2;
            text->texts[i] =
                share >= LEAST_PRINTED ? arena_printf(m->arena, "%.0f", 100 * share) : NULL;
        }
    }
    for (size_t i = 0; i < n; i++) {
        names[i] = b->items[i].name;
        notes[i] = arena_printf(m->arena, "n = %lld", (long long)b->items[i].scored);
    }
}

static int plot_failures(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct failure_count *counts;
    size_t n_counts, n_rows;
    int64_t unscored = 0, scored = 0;
    int rc = figure_source_names(s, err);
    if (rc == 0)
        rc = load_outcomes(
            &(struct load_request){
                .db = s->db, .names = s->runs, .n_names = s->n_runs, .arena = s->arena },
            &counts, &n_counts, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA, "these runs have no rollout");
    if (rc < 0)
        return rc;
    const struct failure_row *rows =
        failures_tabulate(counts, n_counts, false, 0.95, &n_rows, s->arena);
    struct bars b = { arena_array(s->arena, n_rows + 1, sizeof(*b.items)), 0 };
    figure_columns(m, "runs,stage,outcome,cheat_kind,n,scored,share");
    for (size_t i = 0; i < n_rows; i++) {
        struct bar *bar = bar_of(&b, rows[i].group);
        put_row(m, &rows[i]);
        if (rows[i].stage == FAILURE_STAGE_UNSCORED) {
            bar->unscored += rows[i].n;
            unscored += rows[i].n;
            continue;
        }
        bar->counts[rows[i].stage] += rows[i].n;
        bar->scored += rows[i].n;
        scored += rows[i].n;
    }
    if (scored == 0)
        return err_set(err, ERR_NODATA, "no rollout of these runs has a verdict");
    for (size_t i = 0; i < b.n; i++)
        figure_number(m, "share",
                      (double)b.items[i].counts[FAILURE_STAGE_NONE] / (double)b.items[i].scored,
                      "no verdict", "measured %s", b.items[i].name);
    draw(m, &b);
    figure_caption(m, "Outcomes of the rollouts of each run, all steps and turns. Denominator: "
                      "rollouts with a verdict (n right of each bar). Numbers are percent; narrow "
                      "segments have no number. From left to right an answer got further: no "
                      "kernel in it, does not build, does not run (launch, crash, timeout), wrong "
                      "result (shape, NaN, mismatch), refused as a cheat, measured.");
    if (unscored > 0)
        figure_caption(m, "%lld rollouts without a verdict are left out.", (long long)unscored);
    plot_caption_cut(m, "runs", b.n < PLOT_MAX_ROWS ? b.n : PLOT_MAX_ROWS, b.n);
    return 0;
}

const struct figure_entry figure_failures = { "failures", "outcomes of rollouts",
                                              "rollouts with a verdict", plot_failures };
