/* plot_ablation.c - what one setting changes while the others stay. */
#include <math.h>
#include <string.h>

#include "analysis/from_store/load_settings.h"
#include "analysis/study/boa_fit.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"
#include "src/base/str.h"

enum setting { SET_K, SET_STEPS, SET_TEMPERATURE, SET_LEARNING_RATE, SETTINGS };

static const struct {
    const char *name, *label, *reason;
    enum axis_scale scale;
} settings[SETTINGS] = {
    [SET_K] = { "K", "samples per task and step *K*", "no two runs differ in K alone", AXIS_LOG2 },
    [SET_STEPS] = { "steps", "adaptation updates", "no two runs differ in their updates alone",
                    AXIS_LINEAR },
    [SET_TEMPERATURE] = { "temperature", "sampling temperature",
                          "no two runs differ in temperature alone", AXIS_LINEAR },
    [SET_LEARNING_RATE] = { "learning rate", "learning rate",
                            "no two runs differ in learning rate alone", AXIS_LOG10 },
};

struct ablation_run {
    const struct study_run *run;
    size_t index;
    double v[SETTINGS];
    double sample, best; /* fast_1 of one sample; share of tasks with a fast one */
    double in_sample;    /* sample: scored on the rollouts that chose the step */
};

static const struct table_column columns[] = {
    { "setting", 0 }, { "value", 0 },  { "run", 0 },  { "strategy", 0 },
    { "n_tasks", 0 }, { "sample", 0 }, { "best", 0 }, { "sample_in_sample", 0 },
};

/* sample is the cross-fitted Best of Adaptation of an adapting run; best counts all rollouts. */
static void measure(const struct figure_source *f, const struct study *s, struct ablation_run *r)
{
    struct boa_fit_options how = boa_fit_standard(f->seed, 0);
    struct boa_fit fit;
    bool adaptive = plot_is_adaptive(s, r->index);
    double sample = 0, in_sample = 0, best = 0, n = 0;
    if (adaptive)
        boa_fit_run(s, r->index, f->rule, &how, f->arena, &fit);
    for (size_t c = r->run->first_cell; c < r->run->first_cell + r->run->n_cells; c++) {
        struct boa_share x = boa_share_of(s, &s->cells[c], adaptive ? &fit : NULL, f->rule);
        if (isnan(x.cross_fitted) || isnan(x.in_sample))
            continue;
        n++;
        sample += x.cross_fitted;
        in_sample += x.in_sample;
        best += study_count_fast(s, &s->cells[c], STEP_ALL, f->rule).c > 0;
    }
    r->sample = sample / n;
    r->in_sample = in_sample / n;
    r->best = best / n;
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-12 * fmax(1, fabs(a));
}

/* Equal in strategy, model, tasks and all settings but one (SETTINGS: in all). */
static bool comparable(const struct ablation_run *a, const struct ablation_run *b, size_t but)
{
    if (strcmp(a->run->strategy, b->run->strategy) != 0 ||
        strcmp(a->run->model, b->run->model) != 0 || a->run->n_cells != b->run->n_cells)
        return false;
    for (size_t k = 0; k < SETTINGS; k++) {
        if (k != but && !same(a->v[k], b->v[k]))
            return false;
    }
    return true;
}

/* Members of the family of runs[first] along a setting, by value; 0 unless two values differ and
 * first is its family's first. */
static size_t family_of(const struct ablation_run *runs, size_t n, size_t first, size_t setting,
                        size_t *members)
{
    size_t k = 0;
    bool differ = false;
    for (size_t i = 0; i < n; i++) {
        if (!comparable(&runs[first], &runs[i], setting) || isnan(runs[i].v[setting]))
            continue;
        if (i < first)
            return 0;
        differ = differ || !same(runs[i].v[setting], runs[first].v[setting]);
        size_t at = k++;
        for (; at > 0 && runs[members[at - 1]].v[setting] > runs[i].v[setting]; at--)
            members[at] = members[at - 1];
        members[at] = i;
    }
    return differ ? k : 0;
}

static void put_row(struct figure_model *m, size_t setting, const struct ablation_run *r)
{
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, settings[setting].name);
    c[1] = cell_real(r->v[setting]);
    c[2] = plot_text(m, r->run->name);
    c[3] = plot_text(m, r->run->strategy);
    c[4] = cell_int((int64_t)r->run->n_cells);
    c[5] = plot_real(m, r->sample, "no scored sample");
    c[6] = plot_real(m, r->best, "no scored sample");
    c[7] = plot_real(m, r->in_sample, "no scored sample");
    figure_number(m, "share", r->sample, "no scored sample", "sample %s %s", settings[setting].name,
                  r->run->name);
}

static void draw_family(struct figure_model *m, struct fig_panel *p,
                        const struct ablation_run *runs, const size_t *members, size_t n,
                        size_t setting, size_t strategy_index)
{
    const char *strategy = runs[members[0]].run->strategy;
    for (size_t best = 0; best < 2; best++) {
        size_t series = 2 * strategy_index + best, values = 0;
        struct fig_mark *line = plot_series(
            m, p, DRAW_LINE, n, series,
            arena_printf(m->arena, best ? "%s, best of all rollouts" : "%s, one sample", strategy));
        struct fig_mark *dots = plot_series(m, p, DRAW_POINTS, n, series, NULL);
        dots->radius = 1.2;
        dots->opacity = 0.5;
        for (size_t i = 0; i < n;) {
            double sum = 0, at = runs[members[i]].v[setting], k = 0;
            for (; i < n && same(runs[members[i]].v[setting], at); i++, k++) {
                dots->x[i] = at;
                dots->y[i] = best ? runs[members[i]].best : runs[members[i]].sample;
                sum += dots->y[i];
            }
            line->x[values] = at;
            line->y[values++] = sum / k;
        }
        line->n = values;
    }
}

static size_t strategy_of(const struct ablation_run *runs, size_t run)
{
    size_t index = 0;
    for (size_t i = 0; i < run; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first = first && strcmp(runs[k].run->strategy, runs[i].run->strategy) != 0;
        if (strcmp(runs[i].run->strategy, runs[run].run->strategy) == 0)
            return index;
        index += first;
    }
    return index;
}

static size_t draw_setting(struct figure_model *m, const struct ablation_run *runs, size_t n,
                           size_t setting)
{
    size_t *members = arena_array(m->arena, n + 1, sizeof(*members)), families = 0;
    struct fig_panel *p = figure_panel(m, NULL);
    p->x = (struct axis){ .scale = settings[setting].scale,
                          .lo = 1,
                          .label = settings[setting].label };
    if (setting == SET_STEPS)
        p->x.numbers = TICKS_WHOLE;
    p->y =
        (struct axis){ .lo = -0.02, .hi = 1.02, .label = "fast_{1} (%)", .numbers = TICKS_PERCENT };
    p->key = KEY_FIGURE;
    for (size_t i = 0; i < n; i++) {
        size_t k = family_of(runs, n, i, setting, members);
        if (k == 0)
            continue;
        for (size_t j = 0; j < k; j++)
            put_row(m, setting, &runs[members[j]]);
        if (families < PLOT_MAX_SERIES / 2)
            draw_family(m, p, runs, members, k, setting, strategy_of(runs, i));
        families++;
        figure_caption(m, "%s: %s of %s (others equal).", settings[setting].name,
                       plot_counted(m->arena, k, "run"), runs[i].run->strategy);
    }
    if (families == 0)
        p->na = settings[setting].reason;
    return families;
}

int plot_ablation(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct run_setting *list;
    size_t n_list, families = 0;
    int rc = figure_source_study(s, &study, err);
    if (rc == 0)
        rc = load_settings(s->db, s->runs, s->n_runs, s->arena, &list, &n_list, err);
    if (rc < 0)
        return rc;
    struct ablation_run *runs = arena_array(s->arena, study->n_runs + 1, sizeof(*runs));
    for (size_t i = 0; i < study->n_runs; i++) {
        const struct study_run *r = &study->runs[i];
        const char *rate = run_setting_of(list, n_list, r->name, "learning_rate");
        double lr;
        runs[i] = (struct ablation_run){ .run = r, .index = i };
        runs[i].v[SET_K] = r->k > 0 ? r->k : (double)NAN;
        runs[i].v[SET_STEPS] = r->n_steps >= 0 ? r->n_steps : (double)NAN;
        runs[i].v[SET_TEMPERATURE] = r->temperature;
        runs[i].v[SET_LEARNING_RATE] = rate != NULL && str_to_double(rate, &lr) ? lr : (double)NAN;
        runs[i].sample = runs[i].in_sample = runs[i].best = (double)NAN;
        if (study_is_judged(study, i))
            measure(s, study, &runs[i]);
    }
    m->least_width = 104;
    m->share_y = true;
    figure_columns(m, columns, ARRAY_LEN(columns));
    figure_caption(m, "What one setting changes while strategy, model, number of tasks and the "
                      "other settings stay. One sample: mean over tasks of the share of fast "
                      "samples, of an adapting run its Best of Adaptation, cross-fitted (chosen on "
                      "one half of the rollouts, scored on the other); best: share of tasks with a "
                      "fast one among all rollouts. Dots: runs; line: mean over the runs of a "
                      "value.");
    for (size_t k = 0; k < SETTINGS; k++)
        families += draw_setting(m, runs, study->n_runs, k);
    if (families == 0)
        return err_set(err, ERR_NODATA,
                       "no two runs differ in one of K, steps, temperature and "
                       "learning rate alone");
    plot_caption_rule(m, study, s->rule);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}
