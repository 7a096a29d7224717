/* plot_scaling.c - what K samples give, and where an adapted policy stands on that curve. */
#include <math.h>

#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/scaling.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"
#include "src/base/number.h"

#define MAX_POINTS 64
#define LEAST_K    (1.0 / 16)
#define MAX_BASES  4
#define MAX_LEVELS 2
#define REPLICATES 500

struct scaling_data {
    const struct run_group *group;
    size_t n_k;
    const struct scaling_point *points; /* by metric, then k; NULL: see reason */
    const char *reason;
    const char *why_unjudged; /* NULL: judged */
};

struct level_data {
    const char *name;
    struct equivalent_k value;
};

struct scaling_figure {
    struct figure_source *s;
    struct figure_model *m;
    struct scaling_data *bases; /* the first n_drawn are drawn */
    size_t n_bases, n_drawn;
    struct level_data levels[MAX_LEVELS];
    size_t n_levels, of_methods;
    double max_k;
    bool of_these_runs; /* an interval of a level */
};

/* Half octaves up to the samples of the smallest cell. */
static size_t k_values(double least, double most, double out[MAX_POINTS])
{
    size_t n = 0;
    for (int i = (int)floor(2 * log2(least)); n < MAX_POINTS - 1; i++) {
        double k = exp2(i / 2.0);
        if (k >= most * (1 - 1e-9))
            break;
        out[n++] = k;
    }
    out[n++] = most;
    return n;
}

/* An equivalent K below 1 has to be on the curve. */
static double least_k(const struct scaling_figure *f)
{
    double least = 1;
    for (size_t i = 0; i < f->n_levels; i++) {
        const struct equivalent_value *v = &f->levels[i].value.value;
        if (!v->censored && v->k > 0 && v->k < 1)
            least = fmin(least, fmax(LEAST_K, exp2(floor(log2(fmax(v->k, 1e-6))))));
    }
    return least;
}

/* Beyond K = n / 2 the expected best has another kind of interval, open above. */
static void take_tail(struct scaling_figure *f, const struct scaling_data *d,
                      const struct scaling_options *o, struct scaling_point *points)
{
    struct interval *tails;
    struct err ignored = { 0 };
    struct scaling_point *means = points + (size_t)SCALING_BEST * o->n_k;
    size_t first = o->n_k;
    while (first > 0 && isnan(means[first - 1].ci.low))
        first--;
    struct scaling_options tail = *o;
    tail.k = o->k + first;
    tail.n_k = o->n_k - first;
    if (d->why_unjudged != NULL || tail.n_k == 0 ||
        scaling_best_tail(&d->group->set, &tail, f->s->arena, &tails, &ignored) < 0)
        return;
    for (size_t i = 0; i < tail.n_k; i++) {
        means[first + i].ci = tails[i];
        means[first + i].interval = INTERVAL_ORDER;
    }
}

static void add_base(struct scaling_figure *f, const struct run_group *g, double least)
{
    struct err err = { 0 };
    double *k = arena_array(f->s->arena, MAX_POINTS, sizeof(*k));
    struct scaling_data *d = &f->bases[f->n_bases++];
    *d = (struct scaling_data){ .group = g };
    for (size_t i = 0; i < g->set.n_runs; i++)
        if (!study_is_judged(g->set.study, g->set.runs[i]))
            d->why_unjudged = study_why_unjudged(g->set.study, g->set.runs[i]);
    int step = g->adaptive ? 0 : STEP_ALL;
    int64_t max = scaling_max_k(&g->set, step, f->s->rule);
    if (max < 1) {
        d->reason = "no cell has samples";
        return;
    }
    struct scaling_options o = { .k = k,
                                 .n_k = k_values(least, (double)max, k),
                                 .step = step,
                                 .rule = f->s->rule,
                                 .level = f->s->level,
                                 .replicates =
                                     f->s->replicates < REPLICATES ? f->s->replicates : REPLICATES,
                                 .seed = f->s->seed };
    struct scaling_point *points;
    size_t count;
    if (scaling_curve(&g->set, &o, f->s->arena, &points, &count, &err) < 0) {
        d->reason = plot_reason(f->s->arena, &err);
        return;
    }
    take_tail(f, d, &o, points);
    d->points = points;
    d->n_k = o.n_k;
    f->max_k = f->n_bases <= MAX_BASES ? fmax(f->max_k, (double)max) : f->max_k;
}

static void add_levels(struct scaling_figure *f, const struct run_group *base,
                       const struct run_group *method)
{
    struct equivalent_k value[2];
    struct err err = { 0 };
    f->of_methods++;
    if (f->n_levels == MAX_LEVELS)
        return;
    if (figure_source_equivalent(f->s, &base->set, &method->set, value, &err) < 0) {
        figure_caption(f->m, "Equivalent K of %.60s: NA, %s.", method->name,
                       plot_reason(f->s->arena, &err));
        return;
    }
    if (!equivalent_is_of_new_runs(&value[0])) {
        value[0].low = value[0].low_these;
        value[0].high = value[0].high_these;
        f->of_these_runs = true;
    }
    /* The best of a budget saturates: it has no place on this axis. */
    f->levels[f->n_levels++] =
        (struct level_data){ arena_printf(f->s->arena, "%s, one sample", method->name), value[0] };
}

static void put_curve(struct figure_model *m, const struct scaling_data *d)
{
    for (size_t i = 0; d->points != NULL && i < 3 * d->n_k; i++) {
        const struct scaling_point *p = &d->points[i];
        if (p->metric != SCALING_PASS && d->why_unjudged != NULL)
            continue;
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, d->group->name);
        c[1] = plot_text(m, scaling_metric_name(p->metric));
        c[2] = cell_real(p->k);
        c[3] = plot_real(m, p->value, "undefined");
        plot_interval(m, c + 4, p->ci, p->interval, "no valid interval is known");
        if (isinf(p->ci.high))
            c[5] = cell_na(&m->points, "unbounded: beyond the largest speedup seen");
        c[7] = cell_int((int64_t)p->n_tasks);
        c[8] = cell_int(p->min_n);
        if (fabs(p->k - 1) < 1e-9 || i % d->n_k == d->n_k - 1)
            figure_number(m, p->metric == SCALING_BEST ? "x" : "share", p->value, "undefined",
                          "%s at %g %s", scaling_metric_name(p->metric), p->k, d->group->name);
    }
}

static void put_level(struct figure_model *m, const struct level_data *l)
{
    const struct equivalent_k *e = &l->value;
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, l->name);
    c[1] = plot_text(m, e->value.censored    ? "equivalent-k, more than k"
                        : e->value.saturated ? "equivalent-k, k or more"
                                             : "equivalent-k");
    c[2] = plot_real(m, e->value.k, "undefined");
    c[3] = cell_real(e->y);
    struct interval ci = { e->low.k, e->high.k };
    plot_interval(m, c + 4, ci, INTERVAL_STUDENT, "undefined");
    c[7] = cell_int((int64_t)e->n_tasks);
    c[8] = cell_int((int64_t)e->k_max);
    figure_number(m, "share", e->y, NULL, "fast 1 %s", l->name);
    figure_number(m, e->value.censored ? "samples, more than this" : "samples", e->value.k,
                  "undefined", "equivalent K %s", l->name);
    figure_number(m, e->low.censored ? "samples, more than this" : "samples", e->low.k, "undefined",
                  "equivalent K low %s", l->name);
    figure_number(m, e->high.censored ? "samples, more than this" : "samples", e->high.k,
                  "undefined", "equivalent K high %s", l->name);
}

static void draw_curve(struct figure_model *m, struct fig_panel *p, const struct scaling_data *d,
                       enum scaling_metric metric, size_t series, const char *name)
{
    const struct scaling_point *v = d->points + (size_t)metric * d->n_k;
    struct fig_mark *band = plot_series(m, p, DRAW_BAND, d->n_k, series, NULL);
    struct fig_mark *line = plot_series(m, p, DRAW_LINE, d->n_k, series, name);
    for (size_t i = 0; i < d->n_k; i++) {
        band->x[i] = line->x[i] = v[i].k;
        line->y[i] = v[i].value;
        band->low[i] = v[i].ci.low;
        band->high[i] = v[i].ci.high;
    }
}

static void draw_projection(struct scaling_figure *f, struct fig_panel *p,
                            const struct level_data *l, size_t index, const struct line_style *look)
{
    const struct equivalent_k *e = &l->value;
    struct fig_mark *range = figure_mark(f->m, p, DRAW_RANGE_X, 1);
    struct fig_mark *note = figure_mark(f->m, p, DRAW_NOTES, 1);
    range->style = note->style = *look;
    range->style.width = 0.8;
    range->y[0] = e->y;
    range->low[0] = fmax(e->low.k, LEAST_K);
    range->high[0] = e->high.k;
    note->y[0] = 0.06 + 0.095 * (double)index;
    double at = e->value.censored ? f->max_k : fmax(e->value.k, LEAST_K);
    note->x[0] = fmax(at, least_k(f)); /* an equivalent K of 0 is left of any */
    note->align = note->x[0] > sqrt(f->max_k) ? ALIGN_RIGHT : ALIGN_LEFT;
    const char *k = number_rounded(f->s->arena, e->value.k, e->value.censored ? 4 : 3);
    note->texts[0] = e->value.censored ? arena_printf(f->s->arena, "*K*_{eq} > %s ", k)
                                       : arena_printf(f->s->arena, " *K*_{eq} = %s ", k);
    if (e->value.censored)
        return;
    struct fig_mark *drop = figure_mark(f->m, p, DRAW_LINE, 2);
    drop->style = (struct line_style){ look->colour, 0.8, DASH_DOT, MARK_NONE, false };
    drop->x[0] = drop->x[1] = at;
    drop->y[1] = e->y;
    struct fig_mark *foot = figure_mark(f->m, p, DRAW_POINTS, 1);
    foot->style = (struct line_style){ look->colour, 0.8, DASH_SOLID, MARK_DIAMOND, true };
    foot->radius = 2.4;
    foot->x[0] = at;
    foot->y[0] = e->y;
}

static void draw_levels(struct scaling_figure *f, struct fig_panel *p, size_t series)
{
    for (size_t i = 0; i < f->n_levels; i++) {
        const struct level_data *l = &f->levels[i];
        struct fig_mark *level = plot_series(f->m, p, DRAW_HLINE, 1, series + i, l->name);
        level->style.marker = MARK_NONE;
        level->y[0] = l->value.y;
        struct line_style look = level->style;
        if (isfinite(l->value.value.k))
            draw_projection(f, p, l, i, &look);
    }
}

static struct axis k_axis(const struct scaling_figure *f)
{
    return (struct axis){ .scale = AXIS_LOG2,
                          .lo = least_k(f),
                          .hi = fmax(2, f->max_k) * 1.04,
                          .label = "samples per task *K*" };
}

/* A log axis has no place for an expected best of 0. */
static bool has_best(const struct scaling_data *d)
{
    bool any = false;
    for (size_t i = 0; i < d->n_k; i++)
        any = any || d->points[(size_t)SCALING_BEST * d->n_k + i].value > 0;
    return any;
}

static void draw_panels(struct scaling_figure *f)
{
    struct figure_model *m = f->m;
    struct fig_panel *p = figure_panel(m, NULL);
    size_t series = 0;
    bool any = false, judged = false;
    const char *why = NULL;
    p->x = k_axis(f);
    p->y = (struct axis){ .hi = 1, .label = "tasks solved (%)", .numbers = TICKS_PERCENT };
    p->key = KEY_TOP;
    for (size_t i = 0; i < f->n_drawn; i++) {
        const struct scaling_data *d = &f->bases[i];
        if (d->points == NULL)
            continue;
        if (d->why_unjudged == NULL)
            draw_curve(m, p, d, SCALING_FAST, series++,
                       arena_printf(m->arena, "%s, fast", d->group->name));
        if (f->n_bases == 1 || d->why_unjudged != NULL)
            draw_curve(m, p, d, SCALING_PASS, series++,
                       arena_printf(m->arena, "%s, correct", d->group->name));
    }
    draw_levels(f, p, series);
    p = figure_panel(m, NULL);
    p->x = k_axis(f);
    p->y = (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = "expected best speedup" };
    p->key = KEY_TOP;
    for (size_t i = 0; i < f->n_drawn; i++) {
        if (f->bases[i].points != NULL && f->bases[i].why_unjudged != NULL)
            why = f->bases[i].why_unjudged;
        if (f->bases[i].points == NULL || f->bases[i].why_unjudged != NULL)
            continue;
        draw_curve(m, p, &f->bases[i], SCALING_BEST, i, f->bases[i].group->name);
        any = any || has_best(&f->bases[i]);
        judged = true;
    }
    if (!any)
        p->na = judged        ? "no sample is correct: every expected best is 0"
                : why != NULL ? why
                              : "no samples";
}

/* seen: bits of the kinds of interval that were drawn. */
static void caption_bands(struct scaling_figure *f, unsigned seen)
{
    const char *kinds = "";
    for (unsigned k = 1; k <= INTERVAL_ORDER; k++) {
        if ((seen >> k & 1U) != 0)
            kinds = arena_printf(f->m->arena, "%s%s%s%s", kinds, kinds[0] != '\0' ? "; " : "",
                                 interval_name((enum interval_kind)k),
                                 k == INTERVAL_ORDER ? ", open above, for the best beyond half of "
                                                       "the samples"
                                                     : "");
    }
    if (kinds[0] != '\0')
        figure_caption(f->m, "Bands: %g %% intervals of the mean over these tasks (%s).",
                       100 * f->s->level, kinds);
}

static void caption(struct scaling_figure *f, const struct study *study)
{
    struct figure_model *m = f->m;
    unsigned seen = 0;
    figure_caption(m, "Results of K samples per task. Solved: at least one of K samples is fast "
                      "(or correct); unbiased in each (run, task) cell, mean over the runs of a "
                      "task, then over tasks. Failures count.");
    for (size_t i = 0; i < f->n_drawn; i++) {
        const struct scaling_data *d = &f->bases[i];
        if (d->points == NULL) {
            figure_caption(m, "%.80s: NA, %s.", d->group->name, d->reason);
            continue;
        }
        figure_caption(m, "%.80s: n = %s or more in each of %s of %s.", d->group->name,
                       plot_counted(m->arena, (size_t)d->points[0].min_n, "sample"),
                       plot_counted(m->arena, d->points[0].n_cells, "cell"),
                       plot_counted(m->arena, d->points[0].n_tasks, "task"));
        for (size_t k = 0; k < 3 * d->n_k; k++)
            seen |= isnan(d->points[k].ci.low) ? 0 : 1U << d->points[k].interval;
    }
    caption_bands(f, seen);
    if (f->n_levels > 0)
        figure_caption(m,
                       "Horizontal lines: fast_1 of one sample of the adapted policy (Best of "
                       "Adaptation, cross-fitted); dotted lines project them to the equivalent K, "
                       "whiskers are its %g %% interval for "
                       "new tasks and %s (Student's t).",
                       100 * f->s->level, f->of_these_runs ? "these runs" : "new runs");
    if (f->n_levels > 0)
        plot_caption_few(m, study->n_tasks);
    figure_caption(m, "Expected best speedup of K: failures count as 0.");
    plot_caption_rule(m, study, f->s->rule);
    plot_caption_cut(m, "groups of runs", f->n_drawn, f->n_bases);
    if (f->n_levels < f->of_methods)
        figure_caption(m,
                       "Levels of %zu of %zu adapting groups are shown; runs are chosen by --run.",
                       f->n_levels, f->of_methods);
    plot_caption_unjudged(m, study);
    plot_caption_runs(m, study);
}

static int plot_scaling(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    int rc = figure_source_study(s, &study, err);
    if (rc < 0)
        return rc;
    struct scaling_figure f = { .s = s, .m = m };
    struct run_groups groups = run_groups_of(s->arena, study, false);
    f.bases = arena_array(s->arena, groups.n + 1, sizeof(*f.bases));
    const struct run_group *base = NULL;
    for (size_t g = 0; g < groups.n && base == NULL; g++)
        base = groups.items[g].adaptive ? NULL : &groups.items[g];
    for (size_t g = 0; g < groups.n && base != NULL && study_is_judged(study, base->set.runs[0]);
         g++) {
        if (groups.items[g].adaptive && study_is_judged(study, groups.items[g].set.runs[0]))
            add_levels(&f, base, &groups.items[g]);
    }
    double least = least_k(&f);
    for (size_t g = 0; g < groups.n; g++) {
        if (base != NULL && groups.items[g].adaptive)
            continue;
        add_base(&f, &groups.items[g], least);
    }
    f.n_drawn = f.n_bases < MAX_BASES ? f.n_bases : MAX_BASES;
    if (f.max_k < 1)
        return err_set(err, ERR_NODATA, "no run has a scored sample");
    m->least_width = 200;
    figure_columns(m, "curve,metric,k,value,ci_low,ci_high,interval,n_tasks,n");
    for (size_t i = 0; i < f.n_bases; i++)
        put_curve(m, &f.bases[i]);
    for (size_t i = 0; i < f.n_levels; i++)
        put_level(m, &f.levels[i]);
    draw_panels(&f);
    caption(&f, study);
    return 0;
}

const struct figure_entry figure_scaling = { "scaling", "results of K samples, with equivalent K",
                                             "scored samples; runs that adapt for equivalent K",
                                             plot_scaling };
