/* plot_surprisal.c - surprisal against speedup, a panel a task. */
#include <math.h>

#include "analysis/study/sharpen_rho.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_PANELS 16
#define MAX_DOTS   800 /* a panel */

static const struct table_column columns[] = {
    { "run", 0 },       { "task", 0 },    { "step", 0 },    { "sample", 0 },
    { "surprisal", 0 }, { "correct", 0 }, { "speedup", 0 },
};

/* Samples as analyze sharpening takes them, and where each came from. */
struct surprisal_pool {
    struct sharpen_scores scores;
    struct sharpen_sample *samples;
    double *nll;
    const struct study_rollout **rollouts;
    size_t *runs, *tasks;
    size_t n_unknown; /* without a log-prob */
};

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
        bool timed = r->correct && !isnan(r->speedup);
        size_t n = p->scores.n++;
        p->samples[n] = (struct sharpen_sample){ c->task, timed, timed ? r->speedup : 0.0 };
        p->nll[n] = -r->mean_logprob;
        p->rollouts[n] = r;
        p->runs[n] = c->run;
        p->tasks[n] = c->task;
    }
}

/* One policy alone: runs that do not adapt, else step 0. */
static struct surprisal_pool pool_of(struct arena *a, const struct study *s,
                                     const struct run_set *set, bool adaptive)
{
    struct surprisal_pool p = { .n_unknown = 0 };
    p.rollouts = arena_array(a, s->n_rollouts + 1, sizeof(*p.rollouts));
    p.runs = arena_array(a, s->n_rollouts + 1, sizeof(*p.runs));
    p.tasks = arena_array(a, s->n_rollouts + 1, sizeof(*p.tasks));
    p.samples = arena_array(a, s->n_rollouts + 1, sizeof(*p.samples));
    p.nll = arena_array(a, s->n_rollouts + 1, sizeof(*p.nll));
    p.scores = (struct sharpen_scores){
        .n_tasks = s->n_tasks, .n_steps = 1, .samples = p.samples, .nll = p.nll
    };
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_run *r = &s->runs[set->runs[i]];
        for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++)
            add_cell(&p, s, &s->cells[c], adaptive ? 0 : STEP_ALL);
    }
    return p;
}

/* Every how many samples of a task one is drawn. */
static size_t stride_of(const struct surprisal_pool *p, size_t task)
{
    size_t n = 0;
    for (size_t i = 0; i < p->scores.n; i++)
        n += p->tasks[i] == task;
    return n / MAX_DOTS + 1;
}

static void put_points(struct figure_model *m, const struct study *s,
                       const struct surprisal_pool *p, size_t task)
{
    size_t stride = stride_of(p, task), seen = 0;
    for (size_t i = 0; i < p->scores.n; i++) {
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
                                                : "no baseline beside it");
    }
}

/* Wrong samples are ticks at the foot. */
static void draw_dots(struct figure_model *m, struct fig_panel *p,
                      const struct surprisal_pool *pool, size_t task)
{
    size_t stride = stride_of(pool, task), seen = 0;
    struct fig_mark *right = figure_mark(m, p, DRAW_POINTS, MAX_DOTS + 1);
    struct fig_mark *wrong = figure_mark(m, p, DRAW_POINTS, MAX_DOTS + 1);
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
    for (size_t i = 0; i < pool->scores.n; i++) {
        if (pool->tasks[i] != task || seen++ % stride != 0)
            continue;
        bool correct = pool->scores.samples[i].correct;
        struct fig_mark *k = correct ? right : wrong;
        k->x[k->n] = pool->scores.nll[i];
        k->y[k->n++] = correct ? pool->scores.samples[i].speedup : p->y.lo * 1.12;
    }
}

static int add_task(struct figure_source *s, struct figure_model *m, const struct study *study,
                    const struct surprisal_pool *pool, size_t task, bool draw, struct err *err)
{
    struct arena *a = s->arena;
    size_t *members = arena_array(a, pool->scores.n + 1, sizeof(*members));
    size_t n = 0;
    struct sharpen_rho rho;
    const char *name = study->tasks[task].task;
    for (size_t i = 0; i < pool->scores.n; i++) {
        if (pool->tasks[i] == task && pool->scores.samples[i].correct)
            members[n++] = i;
    }
    int rc = sharpen_rho_at(&pool->scores, members, n, 0, s->level, a, &rho, err);
    if (rc < 0)
        return rc;
    figure_number(m, "", rho.pooled.r, "fewer than two correct samples, or constant",
                  "rho of surprisal and speedup %s", name);
    if (!draw)
        return 0;
    struct fig_panel *p = figure_panel(m, name);
    p->corner = isnan(rho.pooled.r)
                    ? arena_printf(a, "\xCF\x81 NA, *n* = %zu", n)
                    : arena_printf(a, "\xCF\x81 = %s%.2f, *n* = %zu",
                                   rho.pooled.r < 0 ? "\xE2\x88\x92" : "", fabs(rho.pooled.r), n);
    p->key = KEY_FIGURE;
    p->x = (struct axis){ .lo = 1, .label = "surprisal (nats a token)" };
    p->y = (struct axis){ .scale = AXIS_LOG10, .lo = 0.5, .hi = 2, .label = "speedup" };
    for (size_t i = 0; i < pool->scores.n; i++) {
        double v = pool->scores.samples[i].speedup;
        if (!pool->scores.samples[i].correct || !(v > 0))
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
    struct sharpen_rho rho;
    size_t *members = arena_array(s->arena, pool->scores.n + 1, sizeof(*members));
    size_t n = sharpen_members(&pool->scores, SUBSET_CORRECT, members, s->arena);
    int rc = sharpen_rho_at(&pool->scores, members, n, 0, s->level, s->arena, &rho, err);
    if (rc < 0)
        return rc;
    figure_number(m, "", rho.within.r, "no task with enough samples that vary", "rho within tasks");
    figure_number(m, "", rho.within.ci.low, "no task with enough samples", "rho within tasks low");
    figure_number(m, "", rho.within.ci.high, "no task with enough samples",
                  "rho within tasks high");
    if (isnan(rho.within.r))
        figure_caption(m, "Within tasks: NA, no task with enough correct samples that vary.");
    else
        figure_caption(m,
                       "Within %s together: \xCF\x81 = %.3f, %g %% interval %.3f to %.3f "
                       "(Fisher's z, weights n - 3).",
                       plot_counted(m->arena, rho.within.n_groups, "task"), rho.within.r,
                       100 * s->level, rho.within.ci.low, rho.within.ci.high);
    return 0;
}

int plot_surprisal(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    size_t shown = 0, of = 0;
    int rc = plot_judged_study(s, &study, err);
    if (rc < 0)
        return rc;
    bool adaptive;
    struct run_set set = plot_set_plain(s->arena, study, &adaptive);
    struct surprisal_pool pool = pool_of(s->arena, study, &set, adaptive);
    if (pool.scores.n == 0)
        return err_set(err, ERR_NODATA, "no sample of these runs has a log-prob");
    m->least_width = 104;
    m->share_x = m->share_y = true;
    figure_columns(m, columns, ARRAY_LEN(columns));
    figure_caption(m,
                   "Surprisal (negative mean log-prob of a sample's tokens) against its speedup, "
                   "a panel a task; %zu samples with log-probs of %s%s; \xCF\x81: "
                   "Spearman's, over the correct, timed samples, n of them.",
                   pool.scores.n, plot_counted(m->arena, set.n_runs, "run"),
                   adaptive ? " at step 0" : "");
    for (size_t task = 0; task < study->n_tasks && rc == 0; task++) {
        if (!plot_wants_task(s, study->tasks[task].task))
            continue;
        of++;
        put_points(m, study, &pool, task);
        rc = add_task(s, m, study, &pool, task, shown < MAX_PANELS, err);
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
    if (pool.scores.n > MAX_DOTS * shown)
        figure_caption(
            m,
            "Of panels with more than %d samples evenly chosen ones are drawn and in the points.",
            MAX_DOTS);
    plot_caption_cut(m, "tasks", shown, of);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}
