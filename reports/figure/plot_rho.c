/* plot_rho.c - rank correlation of likelihood and speedup, step by step. */
#include <math.h>

#include "analysis/from_store/load_scores.h"
#include "analysis/study/sharpen_rho.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define MAX_PANELS 12

static const struct table_column columns[] = {
    { "run", 0 },
    { "samples", 0 },
    { "step", 0 },
    { "subset", 0 },
    { "n", 0 },
    { "rho_nll_speedup", 0 },
    { "rho_nll_speedup_within", 0 },
    { "ci_low", 0 },
    { "ci_high", 0 },
    { "interval", 0 },
    { "n_tasks_within", 0 },
};

struct rho_series {
    const char *run, *samples;
    struct sharpen_scores *steps; /* own samples: one of a single step each; fixed: the same n */
    const int *numbers;
    size_t n_steps;
    bool fixed;
};

static struct sharpen_sample sample_of(const struct study_rollout *r, size_t task)
{
    bool timed = r->correct && !isnan(r->speedup);
    return (struct sharpen_sample){ task, timed, timed ? r->speedup : 0.0 };
}

/* Each step's own samples under the policy that drew them. */
static struct rho_series own_series(struct arena *a, const struct study *s, size_t run)
{
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
                nll[k] = -s->rollouts[i].sum_logprob;
                samples[k++] = sample_of(&s->rollouts[i], s->cells[c].task);
            }
        }
        out.steps[step] = (struct sharpen_scores){ k, s->n_tasks, 1, samples, nll };
    }
    return out;
}

/* Another run's samples under this one's checkpoints; false without two. */
static bool fixed_series(const struct figure_source *src, const struct study *s, size_t run,
                         size_t scored, struct rho_series *out)
{
    const struct study_run *b = &s->runs[scored];
    struct score_table table;
    struct err ignored = { 0 };
    if (load_scores(src->db, s, scored, s->runs[run].name, src->arena, &table, &ignored) < 0 ||
        table.n_steps < 2) /* one shared checkpoint is no trajectory */
        return false;
    struct sharpen_sample *samples = arena_array(src->arena, b->n_rollouts + 1, sizeof(*samples));
    double *nll = arena_array(src->arena, b->n_rollouts * table.n_steps + 1, sizeof(*nll));
    size_t n = 0;
    for (size_t c = b->first_cell; c < b->first_cell + b->n_cells; c++) {
        for (size_t i = s->cells[c].first; i < s->cells[c].first + s->cells[c].count; i++, n++) {
            samples[n] = sample_of(&s->rollouts[i], s->cells[c].task);
            for (size_t k = 0; k < table.n_steps; k++)
                nll[k * b->n_rollouts + n] = -table.sum_logprob[k * s->n_rollouts + i];
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
    int64_t least, most;
    bool any;
};

static int add_subset(struct figure_source *s, struct figure_model *m, struct fig_panel *p,
                      const struct rho_series *x, enum sharpen_subset subset,
                      struct rho_shown *shown, struct err *err)
{
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
        int rc =
            sharpen_rho_at(scores, members, n, x->fixed ? step : 0, s->level, s->arena, &r, err);
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

/* Panels beyond MAX_PANELS are in the points alone. */
static int add_series(struct figure_source *s, struct figure_model *m, const struct rho_series *x,
                      size_t index, struct err *err)
{
    const char *title = x->fixed ? arena_printf(s->arena, "%s on %s", x->run, x->samples)
                                 : arena_printf(s->arena, "%s, its own", x->run);
    struct fig_panel *p = index < MAX_PANELS ? figure_panel(m, title) : figure_spare_panel(m);
    p->x = (struct axis){ .lo = 1, .label = "adaptation step", .numbers = TICKS_WHOLE };
    p->y = (struct axis){ .lo = -1, .hi = 1, .label = "\xCF\x81 (NLL, speedup)" };
    p->key = KEY_FIGURE;
    struct fig_mark *zero = figure_mark(m, p, DRAW_HLINE, 1);
    zero->style = (struct line_style){ rgb_grey(0.35), 0.7, DASH_SHORT, MARK_NONE, false };
    struct rho_shown shown = { .least = INT64_MAX };
    for (int k = 0; k < SUBSET_COUNT; k++) {
        int rc = add_subset(s, m, p, x, (enum sharpen_subset)k, &shown, err);
        if (rc < 0)
            return rc;
    }
    if (!shown.any)
        p->na = "no task has enough samples that vary";
    if (index < MAX_PANELS)
        figure_caption(m, "%.60s: n = %s samples a step.", title,
                       plot_range_text(s->arena, shown.least, shown.most));
    return 0;
}

/* Pairs of a run that adapts and one whose samples its checkpoints scored, else its own samples. */
static int add_run(struct figure_source *s, struct figure_model *m, const struct study *study,
                   size_t run, size_t *of, struct err *err)
{
    struct rho_series x;
    bool any = false;
    int rc = 0;
    for (size_t b = 0; b < study->n_runs && rc == 0; b++) {
        if (plot_is_adaptive(study, b) || !study_is_judged(study, b) ||
            !fixed_series(s, study, run, b, &x))
            continue;
        any = true;
        rc = add_series(s, m, &x, (*of)++, err);
    }
    if (any || rc < 0)
        return rc;
    x = own_series(s->arena, study, run);
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

int plot_rho(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    size_t of = 0;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    if (!has_logprobs(study))
        return err_set(err, ERR_NODATA, "no sample of these runs has a log-prob");
    m->least_width = 104;
    m->share_x = m->share_y = true;
    figure_columns(m, columns, ARRAY_LEN(columns));
    figure_caption(m,
                   "Spearman's \xCF\x81 of the negative log-likelihood (sum over tokens) and the "
                   "speedup (0 for a sample that is wrong or not timed) by step, within tasks. "
                   "One \xCF\x81 a task, Fisher's z, weights n - 3. Below 0 likely samples are "
                   "fast. A panel says whose policies score and, where they were scored again, "
                   "whose fixed samples; else its own samples of each step. Bands: %g %% intervals "
                   "of all and of correct samples. Quarters: by speedup among the correct, by "
                   "likelihood at the first step among all.",
                   100 * s->level);
    for (size_t run = 0; run < study->n_runs && rc == 0; run++) {
        if (plot_is_adaptive(study, run) && study_is_judged(study, run))
            rc = add_run(s, m, study, run, &of, err);
    }
    if (rc == 0 && of == 0)
        rc = err_set(err, ERR_NODATA, "none of the runs has more than one step");
    if (rc < 0)
        return rc;
    plot_caption_cut(m, "panels", of < MAX_PANELS ? of : MAX_PANELS, of);
    plot_caption_runs(m, study);
    return 0;
}
