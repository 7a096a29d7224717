/*
 * plot_methods.c - every method at one budget, as bars with intervals.
 */
#include <math.h>
#include <string.h>

#include "analysis/compare/budget_curves.h"
#include "analysis/compare/compare_methods.h"
#include "analysis/compare/compare_value.h"
#include "analysis/compare/scaling.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/study/cost.h"
#include "analysis/study/trajectory.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/base/str.h"

static void draw_estimand(struct figure_model *m, const struct run_groups *g,
                          const struct methods_result *r, const char *label)
{
    static const char none[] = "no task of which every method has a value";
    size_t n = g->n < PLOT_MAX_ROWS ? g->n : PLOT_MAX_ROWS;
    const char **names = arena_array(m->arena, n + 1, sizeof(*names));
    const char **notes = arena_array(m->arena, n + 1, sizeof(*notes));
    struct fig_panel *p = figure_panel(m, NULL);
    struct fig_mark *bars = figure_mark(m, p, DRAW_BARS_X, n);
    struct fig_mark *ends = figure_mark(m, p, DRAW_RANGE_X, n);
    bars->style = axes_series_style(0);
    bars->size = 0.62;
    bars->opacity = 0.6;
    for (size_t i = 0; i < n; i++) {
        const struct method_value *v = &r->values[i];
        struct cell *c = table_row(&m->points);
        names[i] = g->items[i].name;
        notes[i] = isnan(v->value) ? "NA" : arena_printf(m->arena, "%.1f", 100 * v->value);
        bars->y[i] = ends->y[i] = plot_row_y(i, n);
        bars->low[i] = 0.0;
        bars->high[i] = v->value;
        bool new_runs = !isnan(v->ci.low);
        struct interval ci = new_runs ? v->ci : v->ci_these_runs;
        ends->low[i] = ci.low;
        ends->high[i] = ci.high;
        c[0] = plot_text(m, compare_estimand_name(r->estimand));
        c[1] = plot_text(m, names[i]);
        c[2] = plot_real(m, v->value, none);
        plot_interval(m, &c[3], ci, isnan(ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                      "fewer than two tasks, or all alike");
        c[7] = plot_text(m, new_runs ? "new" : "these");
        c[6] = cell_int((int64_t)r->n_tasks);
        figure_number(m, "share", v->value, none, "%s %s", compare_estimand_name(r->estimand),
                      names[i]);
    }
    p->rows = names;
    p->row_notes = notes;
    p->n_rows = n;
    p->x = (struct axis){ .lo = 0, .hi = 1, .label = label, .numbers = TICKS_PERCENT };
    if (r->n_tasks == 0)
        p->na = none;
}

static int plot_methods(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct run_groups g;
    struct methods_compared c;
    struct methods_options o = {
        .rule = s->rule, .level = s->level, .seed = s->seed, .values_only = true
    };
    int rc = plot_judged_study(s, &study, err);
    if (rc == 0)
        rc = run_groups_named(s->methods, study, s->arena, &g, err);
    if (rc == 0 && g.n < 2)
        return err_set(err, ERR_NODATA, "these runs are one method, which needs another");
    if (rc == 0 && s->methods == NULL && g.n > COMPARE_METHODS_MOST)
        g.n = COMPARE_METHODS_MOST;
    if (rc == 0)
        rc = compare_methods(&g, &o, s->arena, &c, err);
    if (rc < 0)
        return rc;
    m->least_width = 150;
    figure_columns(m, "estimand,method,value,ci_low,ci_high,interval,n_tasks,runs");
    draw_estimand(m, &g, &c.results[COMPARE_SAMPLE], "fast samples (%)");
    draw_estimand(m, &g, &c.results[COMPARE_BEST],
                  arena_printf(s->arena, "a fast one among %lld (%%)", (long long)c.budget));
    figure_caption(
        m,
        "Each method's mean over %s of which all have rollouts, runs (seeds) averaged "
        "within a task. Left: share of fast samples, of a method that adapts its Best of "
        "Adaptation, cross-fitted. Right: chance that one of B = %lld rollouts of a run "
        "is fast, adaptation rollouts included; B is %s%s%s. Whiskers: %g%% intervals for "
        "new tasks and new runs, of a method with one run for new tasks and this run (%s)%s.",
        plot_counted(s->arena, c.results[COMPARE_SAMPLE].n_tasks, "task"), (long long)c.budget,
        c.smallest == NULL ? "as asked for" : "all that a run of ",
        c.smallest == NULL ? "" : c.smallest, c.smallest == NULL ? "" : " has", 100 * s->level,
        plot_kinds_of(m),
        c.results[COMPARE_SAMPLE].n_tasks < STAT_FEW_TASKS
            ? "; so few tasks cannot show the distribution that they rest on"
            : "");
    plot_caption_rule(m, study, s->rule);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_methods = { "methods",
                                             "each method at one budget: bars with intervals",
                                             "two groups of runs, or --methods", plot_methods };

/*
 * What methods find for equal budgets.
 */

static const char *const metric_labels[BUDGET_METRICS] = { "a correct one (%)", "a fast one (%)",
                                                           "expected best speedup" };
static const char *const currency_labels[BUDGET_CURRENCIES] = { "rollouts per task",
                                                                "tokens per task",
                                                                "evaluation seconds per task" };

static void put_points(struct figure_model *m, const struct run_groups *g,
                       const struct budget_curves *c, const struct budget_curve *curve,
                       enum budget_metric metric)
{
    static const char none[] = "a run of the method spent less, or its cost is unknown";
    for (size_t i = 0; i < curve->n_budgets * c->n_methods; i++) {
        const struct budget_point *p = &curve->points[i];
        struct cell *row = table_row(&m->points);
        row[0] = plot_text(m, budget_currency_name(curve->currency));
        row[1] = cell_real(p->budget);
        row[2] = plot_text(m, g->items[p->method].name);
        row[3] = plot_real(m, p->rollouts, none);
        row[4] = plot_text(m, budget_metric_name(metric));
        row[5] = plot_real(m, p->value[metric], none);
        plot_interval(m, &row[6], p->ci[metric],
                      isnan(p->ci[metric].low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                      "no value, or all tasks alike");
        row[9] = cell_int((int64_t)c->n_tasks);
    }
}

static void draw_curves(struct figure_model *m, const struct run_groups *g,
                        const struct budget_curves *c, const struct budget_curve *curve,
                        enum budget_metric metric)
{
    struct fig_panel *p = figure_panel(m, NULL);
    p->x = (struct axis){ .scale = curve->currency == BUDGET_ROLLOUTS ? AXIS_LOG2 : AXIS_LOG10,
                          .lo = 1,
                          .label = currency_labels[curve->currency] };
    p->y =
        (struct axis){ .lo = 0, .hi = 1, .label = metric_labels[metric], .numbers = TICKS_PERCENT };
    if (metric == BUDGET_MAX)
        p->y = (struct axis){ .lo = 1, .label = metric_labels[metric] };
    p->key = KEY_FIGURE;
    if (!curve->known)
        p->na = "the cost of every method is unknown";
    for (size_t k = 0; k < c->n_methods && k < PLOT_MAX_SERIES; k++) {
        struct fig_mark *band = plot_series(m, p, DRAW_BAND, curve->n_budgets, k, NULL);
        struct fig_mark *line = plot_series(m, p, DRAW_LINE, curve->n_budgets, k, g->items[k].name);
        band->opacity = 0.15;
        for (size_t i = 0; i < curve->n_budgets; i++) {
            const struct budget_point *at = &curve->points[i * c->n_methods + k];
            band->x[i] = line->x[i] = at->budget;
            line->y[i] = at->value[metric];
            band->low[i] = at->ci[metric].low;
            band->high[i] = at->ci[metric].high;
        }
    }
}

static void put_numbers(struct figure_source *s, struct figure_model *m, const struct run_groups *g,
                        const struct budget_curves *c)
{
    const struct budget_curve *r = &c->curves[BUDGET_ROLLOUTS];
    for (size_t k = 0; k < c->n_methods && r->n_budgets > 0; k++) {
        const struct budget_point *last = &r->points[(r->n_budgets - 1) * c->n_methods + k];
        for (int metric = 0; metric < BUDGET_METRICS; metric++)
            figure_number(m, metric == BUDGET_MAX ? "x" : "share", last->value[metric],
                          "a run of the method spent less", "%s %s at %s rollouts",
                          budget_metric_name((enum budget_metric)metric), g->items[k].name,
                          number_rounded(s->arena, last->budget, 4));
    }
}

static int plot_budget(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct run_groups g;
    struct budget_curves c;
    struct budget_options o = { .rule = s->rule, .level = s->level };
    struct cost_use *uses = NULL;
    int rc = plot_judged_study(s, &study, err);
    if (rc == 0)
        rc = run_groups_named(s->methods, study, s->arena, &g, err);
    if (rc == 0)
        rc = load_cost(
            &(struct load_request){
                .db = s->db, .names = s->runs, .n_names = s->n_runs, .arena = s->arena },
            &uses, &o.n_uses, err);
    o.uses = uses;
    if (rc == 0)
        rc = budget_curves(&g, &o, s->arena, &c, err);
    if (rc < 0)
        return rc;
    m->least_width = 150;
    figure_columns(m,
                   "currency,budget,method,rollouts,metric,value,ci_low,ci_high,interval,n_tasks");
    for (int metric = 0; metric < BUDGET_METRICS; metric++) {
        for (int currency = 0; currency < BUDGET_CURRENCIES; currency++) {
            draw_curves(m, &g, &c, &c.curves[currency], (enum budget_metric)metric);
            put_points(m, &g, &c, &c.curves[currency], (enum budget_metric)metric);
        }
    }
    put_numbers(s, m, &g, &c);
    figure_caption(m,
                   "Results of one run per task at equal budgets: chance of a correct and of a "
                   "fast rollout, and expected largest speedup (0 without one). Mean over runs, "
                   "then over %s that all methods share. Bands: %g%% intervals for tasks like "
                   "these, %s. A curve ends at its smallest run.",
                   plot_counted(s->arena, c.n_tasks, "task"), 100 * s->level, plot_kinds_of(m));
    plot_caption_cut(m, "methods", g.n < PLOT_MAX_SERIES ? g.n : PLOT_MAX_SERIES, g.n);
    plot_caption_rule(m, study, s->rule);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_budget = {
    "budget", "results of methods for equal rollouts, tokens and seconds",
    "scored samples; the ledger for seconds", plot_budget
};

/*
 * Quality over cost: best-of-n along K, adapting runs along their steps.
 */

#define MAX_POINTS 64

enum currency { COST_ROLLOUTS, COST_TOKENS, COST_SECONDS, CURRENCIES };

static const char *const currency_names[CURRENCIES] = { "rollouts", "tokens", "seconds" };
static const char *const cost_currency_labels[CURRENCIES] = {
    "rollouts per task", "tokens per task (prompt, completion, teacher)", "wall seconds per task"
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
        const double values[CURRENCIES] = {
            f->uses[i].rollouts,
            f->uses[i].prompt_tokens + f->uses[i].completion_tokens + f->uses[i].teacher_tokens,
            f->uses[i].wall_seconds
        };
        sum += values[c];
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

struct cost_point {
    double at; /* K, or a step */
    const char *what;
    double cost, value;
    size_t n_tasks;
};

static void put_point(struct cost_figure *f, struct fig_mark *k, const char *run, enum currency c,
                      const struct cost_point *x)
{
    struct cell *cell = table_row(&f->m->points);
    cell[0] = plot_text(f->m, run);
    cell[1] = plot_text(f->m, currency_names[c]);
    cell[2] = cell_real(x->at);
    cell[3] = plot_text(f->m, x->what);
    cell[4] = plot_real(f->m, x->cost, "some part of the run does not say it");
    cell[5] = plot_real(f->m, x->value, "undefined");
    cell[6] = cell_int((int64_t)x->n_tasks);
    k->x[k->n] = x->cost;
    k->y[k->n++] = x->value;
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
            put_point(f, k, r->name, (enum currency)c,
                      &(struct cost_point){ ks[i], "best of K", each * ks[i], points[n + i].value,
                                            points[n + i].n_tasks });
    }
}

/* Chance that one of a task's rollouts up to a step is fast, mean over tasks. */
static double any_fast(const struct cost_figure *f, size_t run, int step)
{
    const struct study_run *r = &f->study->runs[run];
    double sum = 0, n = 0;
    struct arena work = { 0 };
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        const struct study_cell *cell = &f->study->cells[c];
        int64_t spent_here = 0;
        for (size_t i = cell->first; i < cell->first + cell->count; i++)
            spent_here += f->study->rollouts[i].step <= step;
        double any =
            compare_best_of(f->study, cell, COMPARE_WHOLE, spent_here, f->s->rule, &work).any;
        sum += isnan(any) ? 0 : any;
        n += isnan(any) ? 0 : 1;
    }
    arena_release(&work);
    return n > 0 ? sum / n : (double)NAN;
}

static void draw_steps(struct cost_figure *f, size_t run, size_t series)
{
    const struct study_run *r = &f->study->runs[run];
    size_t n = (size_t)r->max_step + 1;
    for (int c = 0; c < CURRENCIES; c++) {
        struct fig_mark *k = curve_of(f, (enum currency)c, n, series, r->name);
        for (int step = 0; step < (int)n; step++)
            put_point(f, k, r->name, (enum currency)c,
                      &(struct cost_point){ step, "best of all up to the step",
                                            spent(f, run, step, (enum currency)c),
                                            any_fast(f, run, step), r->n_cells });
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
        figure_number(f->m, "tokens per task", spent(f, run, COST_ALL_STEPS, COST_TOKENS),
                      "some rollout does not say its tokens", "tokens %s", r->name);
        figure_number(f->m, "s a task", spent(f, run, COST_ALL_STEPS, COST_SECONDS),
                      "no wall time in the ledger", "seconds %s", r->name);
    }
    plot_caption_cut(f->m, "runs", series < PLOT_MAX_SERIES ? series : PLOT_MAX_SERIES, series);
}

static int plot_cost(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct cost_figure f = { .s = s, .m = m };
    struct cost_use *uses;
    int rc = plot_judged_study(s, &f.study, err);
    if (rc == 0)
        rc = load_cost(
            &(struct load_request){
                .db = s->db, .names = s->runs, .n_names = s->n_runs, .arena = s->arena },
            &uses, &f.n_uses, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA, "these runs have no rollout");
    if (rc < 0)
        return rc;
    f.uses = uses;
    m->least_width = 150;
    m->share_y = true;
    figure_columns(m, "run,currency,at,what,cost,any_fast,n_tasks");
    for (int c = 0; c < CURRENCIES; c++) {
        struct fig_panel *p = f.panels[c] = figure_panel(m, NULL);
        p->x = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = cost_currency_labels[c] };
        p->y = (struct axis){ .hi = 1, .label = "a fast one found (%)", .numbers = TICKS_PERCENT };
        p->key = KEY_FIGURE;
    }
    f.spare = figure_spare_panel(m);
    figure_caption(m, "Quality over cost: the chance that a task has a fast rollout for that cost. "
                      "A run without adaptation: K of its samples. An adapting run: all samples up "
                      "to a step. Means over the run's tasks.");
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

const struct figure_entry figure_cost = { "cost", "quality over rollouts, tokens and seconds",
                                          "scored samples; the ledger for seconds", plot_cost };

/*
 * What one setting changes while the others stay.
 */

enum setting { SET_K, SET_STEPS, SET_TEMPERATURE, SET_LEARNING_RATE, SETTINGS };

static const struct {
    const char *name, *label, *reason;
    enum axis_scale scale;
} settings[SETTINGS] = {
    [SET_K] = { "K", "samples per task and step *K*", "no two runs differ only in K", AXIS_LOG2 },
    [SET_STEPS] = { "steps", "adaptation updates", "no two runs differ only in their updates",
                    AXIS_LINEAR },
    [SET_TEMPERATURE] = { "temperature", "sampling temperature",
                          "no two runs differ only in temperature", AXIS_LINEAR },
    [SET_LEARNING_RATE] = { "learning rate", "learning rate",
                            "no two runs differ only in learning rate", AXIS_LOG10 },
};

struct ablation_run {
    const struct study_run *run;
    size_t index;
    double v[SETTINGS];
    double sample, best; /* fast_1 of one sample; share of tasks with a fast one */
    double in_sample;    /* sample: scored on the rollouts that chose the step */
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

static void draw_family(struct figure_model *m, struct fig_panel *p,
                        const struct ablation_run *runs, const size_t *members, size_t n,
                        size_t setting)
{
    size_t strategy_index = strategy_of(runs, members[0]);
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
            draw_family(m, p, runs, members, k, setting);
        families++;
        figure_caption(m, "%s: %s of %s (others equal).", settings[setting].name,
                       plot_counted(m->arena, k, "run"), runs[i].run->strategy);
    }
    if (families == 0)
        p->na = settings[setting].reason;
    return families;
}

static int plot_ablation(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    struct run_setting *list;
    size_t n_list, families = 0;
    int rc = figure_source_study(s, &study, err);
    if (rc == 0)
        rc = load_settings(
            &(struct load_request){
                .db = s->db, .names = s->runs, .n_names = s->n_runs, .arena = s->arena },
            &list, &n_list, err);
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
    figure_columns(m, "setting,value,run,strategy,n_tasks,sample,best,sample_in_sample");
    figure_caption(
        m, "Effect of one setting while all others stay. One sample: mean over tasks of the share "
           "of fast samples; for an adapting run its cross-fitted Best of Adaptation. Best: share "
           "of tasks with a fast rollout. Dots: runs. Line: mean over the runs of a value.");
    for (size_t k = 0; k < SETTINGS; k++)
        families += draw_setting(m, runs, study->n_runs, k);
    if (families == 0)
        return err_set(err, ERR_NODATA,
                       "no two runs differ only in K, steps, temperature or learning rate");
    plot_caption_rule(m, study, s->rule);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
    return 0;
}

const struct figure_entry figure_ablation = { "ablation",
                                              "effect of K, steps, temperature or learning rate",
                                              "runs that differ in only one of them",
                                              plot_ablation };
