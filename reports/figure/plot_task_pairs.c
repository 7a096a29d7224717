/*
 * plot_task_pairs.c - two groups of runs task by task: scatter, slopes, and where adapting helps.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare_groups.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

#define LABEL_MOST 24 /* bytes that fit an axis */

/* Means over the seeds of a task. */
struct pair_task {
    size_t task; /* of the study */
    size_t n_cells;
    double a, b; /* NaN without a defined pair */
};

struct plot_pair {
    const struct study *study;
    const struct run_group *a, *b; /* a does not adapt, if any does not */
    struct compare compare;
    size_t n_groups; /* of the study; two are drawn */
};

/* The first group that does not adapt against the first that does; else the first two. */
static int plot_pair_load(struct figure_source *s, struct plot_pair *out, struct err *err)
{
    struct plot_pair p = { .n_groups = 0 };
    int rc = plot_judged_study(s, &p.study, err);
    if (rc < 0)
        return rc;
    struct run_groups groups = run_groups_of(s->arena, p.study, true);
    p.n_groups = groups.n;
    for (size_t g = 0; g < groups.n; g++) {
        const struct run_group *group = &groups.items[g];
        if (!group->adaptive && p.a == NULL)
            p.a = group;
        if (group->adaptive && p.b == NULL)
            p.b = group;
    }
    for (size_t g = 0; g < groups.n; g++) {
        const struct run_group *group = &groups.items[g];
        if (p.a == NULL && group != p.b)
            p.a = group;
        if (p.b == NULL && group != p.a)
            p.b = group;
    }
    if (p.a == NULL || p.b == NULL)
        return err_set(err, ERR_NODATA, "a comparison needs two groups of runs, there is one");
    struct err why = { 0 };
    rc = figure_source_compare(s, &p.a->set, &p.b->set, &p.compare, &why);
    if (rc == ERR_USAGE) /* seeds that do not pair are the data's matter here */
        rc = ERR_NODATA;
    if (rc < 0)
        return err_set(err, rc, "%.60s against %.60s: %s; --run chooses others", p.a->name,
                       p.b->name, why.msg);
    *out = p;
    return 0;
}

/* In the order of the study; n_tasks is the comparison's. */
static struct pair_task *plot_pair_tasks(const struct plot_pair *p, enum compare_estimand e,
                                         struct arena *a)
{
    struct pair_task *out = arena_array(a, p->compare.n_tasks + 1, sizeof(*out));
    size_t n = 0;
    for (size_t i = 0; i < p->compare.n_cells;) {
        struct pair_task t = { p->compare.cells[i].task, 0, 0, 0 };
        for (; i < p->compare.n_cells && p->compare.cells[i].task == t.task; i++) {
            const struct compare_cell *c = &p->compare.cells[i];
            if (isnan(c->a[e]) || isnan(c->b[e]))
                continue;
            t.n_cells++;
            t.a += c->a[e];
            t.b += c->b[e];
        }
        double k = (double)t.n_cells;
        t.a = t.n_cells > 0 ? t.a / k : (double)NAN;
        t.b = t.n_cells > 0 ? t.b / k : (double)NAN;
        if (n < p->compare.n_tasks)
            out[n++] = t;
    }
    return out;
}

static void put_row(struct figure_model *m, const char *task, enum compare_estimand e, double a,
                    double b)
{
    const char *reason = "no correct sample with a speedup";
    struct cell *c = table_row(&m->points);
    c[0] = plot_text(m, task);
    c[1] = plot_text(m, "mean");
    c[2] = plot_text(m, compare_estimand_name(e));
    c[5] = plot_real(m, a, reason);
    c[6] = plot_real(m, b, reason);
    c[7] = plot_real(m, b - a, reason);
}

static void put_cells(struct figure_model *m, const struct plot_pair *p, enum compare_estimand e)
{
    for (size_t i = 0; i < p->compare.n_cells; i++) {
        const struct compare_cell *x = &p->compare.cells[i];
        const struct study_run *ra = &p->study->runs[x->run_a], *rb = &p->study->runs[x->run_b];
        put_row(m, p->study->tasks[x->task].task, e, x->a[e], x->b[e]);
        struct cell *c = &m->points.cells[(m->points.n_rows - 1) * m->points.n_columns];
        c[1] = ra->has_seed ? cell_int(ra->seed) : cell_na(&m->points, "no seed");
        c[3] = plot_text(m, ra->name);
        c[4] = plot_text(m, rb->name);
        c[8] = cell_int(1);
    }
}

/* One row a (task, seed) and one a task, in the same columns for every figure. */
static void plot_pair_points(struct figure_model *m, const struct plot_pair *p,
                             const enum compare_estimand *estimands, size_t n)
{
    figure_columns(m, "task,seed,estimand,run_a,run_b,a,b,difference,n_seeds");
    for (size_t i = 0; i < n; i++) {
        const struct pair_task *tasks = plot_pair_tasks(p, estimands[i], m->arena);
        const struct group_comparison *r = &p->compare.results[estimands[i]];
        for (size_t t = 0; t < p->compare.n_tasks; t++) {
            put_row(m, p->study->tasks[tasks[t].task].task, estimands[i], tasks[t].a, tasks[t].b);
            struct cell *c = &m->points.cells[(m->points.n_rows - 1) * m->points.n_columns];
            c[3] = plot_text(m, p->a->name);
            c[4] = plot_text(m, p->b->name);
            c[8] = cell_int((int64_t)tasks[t].n_cells);
        }
        put_cells(m, p, estimands[i]);
        const char *name = compare_estimand_name(estimands[i]);
        figure_number(m, "", r->mean_a, "undefined", "%s a", name);
        figure_number(m, "", r->mean_b, "undefined", "%s b", name);
        figure_number(m, "", r->difference, "undefined", "%s difference", name);
        const char *why = compare_why_no_runs(r) == NULL ? "undefined" : compare_why_no_runs(r);
        figure_number(m, "", r->new_tasks.low, why, "%s difference low, new runs", name);
        figure_number(m, "", r->new_tasks.high, why, "%s difference high, new runs", name);
        figure_number(m, "", r->new_runs.p, r->new_runs.reason, "%s p, new runs", name);
        figure_number(m, "", r->new_tasks_these_runs.low, "undefined",
                      "%s difference low, these runs", name);
        figure_number(m, "", r->new_tasks_these_runs.high, "undefined",
                      "%s difference high, these runs", name);
        figure_number(m, "", r->sign_flip.p, r->sign_flip.reason, "%s p, these runs", name);
    }
}

/* Its name where that is short and plain, else its place in the caption. */
static const char *plot_pair_label(const struct plot_pair *p, bool second, struct arena *a)
{
    const char *name = second ? p->b->name : p->a->name;
    bool fits = strlen(name) <= LABEL_MOST;
    for (const char *s = name; *s != '\0' && fits; s++)
        fits = *s >= ' ' && *s < 0x7F && strchr("*{}", *s) == NULL;
    return fits ? arena_strdup(a, name) : second ? "the second" : "the first";
}

static void plot_pair_caption(struct figure_model *m, const struct figure_source *s,
                              const struct plot_pair *p)
{
    figure_caption(m, "%.80s and %.80s: n = %s, %zu (task, seed) pairs.", p->a->name, p->b->name,
                   plot_counted(m->arena, p->compare.n_tasks, "task"), p->compare.n_cells);
    plot_caption_rule(m, p->study, s->rule);
    if (p->n_groups > 2)
        figure_caption(m, "These are 2 of %zu groups of runs.", p->n_groups);
    plot_caption_unjudged(m, p->study);
    plot_caption_runs(m, p->study);
}

/*
 * Two methods task by task: scatter, slopes, regimes of the base.
 */

#define MAX_NAMES 40

struct estimand_look {
    enum compare_estimand e;
    bool log; /* the value is a logarithm, drawn as its exponential */
    const char *label;
};

static const struct estimand_look looks[] = {
    { COMPARE_SAMPLE, false, "fast_{1} (% of samples)" },
    { COMPARE_LOG_BEST, true, "best speedup found" },
};

static double shown(const struct estimand_look *look, double v)
{
    return look->log ? exp(v) : v;
}

static struct axis axis_of(const struct estimand_look *look, const char *label)
{
    if (look->log)
        return (struct axis){ .scale = AXIS_LOG10, .lo = 1, .label = label };
    return (struct axis){ .lo = -0.02, .hi = 1.02, .label = label, .numbers = TICKS_PERCENT };
}

static double cropped(double most)
{
    return fmin(1.02, fmax(0.1, 1.1 * most));
}

static void draw_cells(struct figure_model *m, struct fig_panel *p, const struct plot_pair *pair,
                       const struct estimand_look *look)
{
    struct fig_mark *k = figure_mark(m, p, DRAW_POINTS, pair->compare.n_cells);
    k->style = (struct line_style){ palette_okabe(OKABE_SKY), 0.8, DASH_SOLID, MARK_CIRCLE, false };
    k->radius = 1.3;
    k->opacity = 0.7;
    k->name = "a seed";
    for (size_t i = 0; i < k->n; i++) {
        k->x[i] = shown(look, pair->compare.cells[i].a[look->e]);
        k->y[i] = shown(look, pair->compare.cells[i].b[look->e]);
    }
}

static void draw_tasks(struct figure_model *m, struct fig_panel *p, const struct plot_pair *pair,
                       const struct estimand_look *look)
{
    const struct pair_task *tasks = plot_pair_tasks(pair, look->e, m->arena);
    size_t n = pair->compare.n_tasks, named = n < MAX_NAMES ? n : MAX_NAMES;
    struct fig_mark *k = figure_mark(m, p, DRAW_POINTS, n);
    k->style =
        (struct line_style){ palette_okabe(OKABE_BLUE), 0.8, DASH_SOLID, MARK_SQUARE, false };
    k->radius = 2.3;
    k->name = "a task, mean over seeds";
    for (size_t i = 0; i < n; i++) {
        k->x[i] = shown(look, tasks[i].a);
        k->y[i] = shown(look, tasks[i].b);
    }
    struct fig_mark *names = figure_mark(m, p, DRAW_NAMES, named);
    names->style.colour = rgb_grey(0.15);
    for (size_t i = 0; i < named; i++) {
        names->x[i] = k->x[i];
        names->y[i] = k->y[i];
        names->texts[i] = pair->study->tasks[tasks[i].task].task;
    }
}

/* One range for both axes makes the diagonal one. */
static void draw_scatter(struct figure_model *m, const struct plot_pair *pair,
                         const struct estimand_look *look)
{
    struct fig_panel *p = figure_panel(m, NULL);
    p->x = axis_of(look, arena_printf(m->arena, "%s: %s", plot_pair_label(pair, false, m->arena),
                                      look->label));
    p->y = axis_of(
        look, arena_printf(m->arena, "%s: %s", plot_pair_label(pair, true, m->arena), look->label));
    p->key = KEY_FIGURE;
    p->height = 165;
    double lo = 1, hi = look->log ? 1 : 0;
    for (size_t i = 0; i < pair->compare.n_cells; i++) {
        const struct compare_cell *c = &pair->compare.cells[i];
        if (isnan(c->a[look->e]) || isnan(c->b[look->e]))
            continue;
        lo = fmin(lo, shown(look, fmin(c->a[look->e], c->b[look->e])));
        hi = fmax(hi, shown(look, fmax(c->a[look->e], c->b[look->e])));
    }
    if (look->log)
        p->x.lo = p->y.lo = lo / 1.2;
    p->x.hi = p->y.hi = look->log ? hi * 1.2 : cropped(hi);
    struct fig_mark *diagonal = figure_mark(m, p, DRAW_LINE, 2);
    diagonal->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
    diagonal->x[0] = diagonal->y[0] = p->x.lo;
    diagonal->x[1] = diagonal->y[1] = p->x.hi;
    if (pair->compare.results[look->e].n_cells == 0) {
        p->na = "no pair with a correct sample that has a speedup on both sides";
        return;
    }
    draw_cells(m, p, pair, look);
    draw_tasks(m, p, pair, look);
}

static int plot_task_scatter(struct figure_source *s, struct figure_model *m, struct err *err)
{
    static const enum compare_estimand e[] = { COMPARE_SAMPLE, COMPARE_LOG_BEST };
    struct plot_pair pair;
    int rc = plot_pair_load(s, &pair, err);
    if (rc < 0)
        return rc;
    m->least_width = 190;
    plot_pair_points(m, &pair, e, ARRAY_LEN(e));
    for (size_t i = 0; i < ARRAY_LEN(looks); i++)
        draw_scatter(m, &pair, &looks[i]);
    figure_caption(
        m, "Each task under two methods; above the dashed diagonal the method of the upright axis "
           "is better. fast_1: share of fast samples, of an adaptive run at its BoA step. best "
           "speedup: largest found in all rollouts, geometric mean over seeds.");
    plot_pair_caption(m, s, &pair);
    return 0;
}

const struct figure_entry figure_task_scatter = { "task-scatter", "each task under two methods",
                                                  "two groups of runs whose tasks and seeds pair",
                                                  plot_task_scatter };

#define SLOPES_NAMED 12

static double change_of(const struct pair_task *t)
{
    return isnan(t->a) || isnan(t->b) ? -1.0 : fabs(t->b - t->a);
}

static int by_change(const void *pa, const void *pb)
{
    const struct pair_task *a = pa, *b = pb;
    double d = change_of(b) - change_of(a);
    return d > 0 ? 1 : d < 0 ? -1 : (a->task > b->task) - (a->task < b->task);
}

/* A task without a name stays behind named ones. */
static void draw_slope(struct figure_model *m, struct fig_panel *p, const struct pair_task *t,
                       const char *name)
{
    struct fig_mark *k = figure_mark(m, p, DRAW_LINE, 2);
    bool up = t->b >= t->a;
    struct rgb colour = palette_okabe(up ? OKABE_BLUE : OKABE_VERMILLION);
    k->style = (struct line_style){ name != NULL ? colour : rgb_mix(colour, RGB_WHITE, 0.5),
                                    name != NULL ? 0.9 : 0.6, up ? DASH_SOLID : DASH_SHORT,
                                    MARK_CIRCLE, !up };
    k->name = name;
    k->x[0] = 0.5;
    k->x[1] = 1.5;
    k->y[0] = t->a;
    k->y[1] = t->b;
}

static int plot_task_slope(struct figure_source *s, struct figure_model *m, struct err *err)
{
    static const enum compare_estimand e[] = { COMPARE_SAMPLE };
    struct plot_pair pair;
    int rc = plot_pair_load(s, &pair, err);
    if (rc < 0)
        return rc;
    const char **ends = arena_array(m->arena, 2, sizeof(*ends));
    ends[0] = plot_pair_label(&pair, false, m->arena);
    ends[1] = plot_pair_label(&pair, true, m->arena);
    plot_pair_points(m, &pair, e, 1);
    struct pair_task *tasks = plot_pair_tasks(&pair, COMPARE_SAMPLE, m->arena);
    struct fig_panel *p = figure_panel(m, NULL);
    p->y = axis_of(&looks[0], looks[0].label);
    p->x = (struct axis){ .lo = 0.35, .hi = 1.55 };
    p->columns = ends;
    p->n_columns = 2;
    p->key = KEY_ENDS;
    size_t n = pair.compare.n_tasks;
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fmax(tasks[i].a, tasks[i].b)); /* NaN changes nothing */
    p->y.hi = cropped(most);
    qsort(tasks, n, sizeof(*tasks), by_change);
    for (size_t i = n; i-- > 0;)
        draw_slope(m, p, &tasks[i],
                   i < SLOPES_NAMED ? pair.study->tasks[tasks[i].task].task : NULL);
    figure_caption(m, "fast_1 of each task under two methods, mean over seeds; filled and solid "
                      "where it rises, hollow and dashed where it falls.");
    if (n > SLOPES_NAMED)
        figure_caption(m, "Named: the %d tasks that change most.", SLOPES_NAMED);
    plot_pair_caption(m, s, &pair);
    return 0;
}

const struct figure_entry figure_task_slope = { "task-slope",
                                                "fast_1 of each task from one method to the other",
                                                "two groups of runs whose tasks and seeds pair",
                                                plot_task_slope };

struct held_out {
    double base; /* on A's even samples, mean over seeds; NaN */
    double gain; /* on its odd ones */
};

static struct held_out *plot_held_out(const struct plot_pair *p, struct arena *a)
{
    const struct compare *c = &p->compare;
    struct held_out *out = arena_array(a, c->n_tasks + 1, sizeof(*out));
    size_t n = 0;
    for (size_t i = 0; i < c->n_cells; n++) {
        size_t task = c->cells[i].task;
        double k = 0;
        struct held_out sum = { 0, 0 };
        for (; i < c->n_cells && c->cells[i].task == task; i++) {
            const struct compare_half *h = &c->cells[i].halves[0];
            if (isnan(h->base_share) || isnan(h->gain[COMPARE_SAMPLE]))
                continue;
            sum.base += h->base_share;
            sum.gain += h->gain[COMPARE_SAMPLE];
            k++;
        }
        out[n] = (struct held_out){ sum.base / k, sum.gain / k };
    }
    return out;
}

/* Ends of a regime on the axis of the base's share. */
static const double regime_ends[COMPARE_REGIMES + 1] = { -0.02, 0.012, 0.5, 1.02 };

static void draw_regimes(struct figure_model *m, struct fig_panel *p,
                         const struct group_comparison *r)
{
    for (size_t k = 0; k < COMPARE_REGIMES; k++) {
        double v = r->more.regime_difference[k];
        if (regime_ends[k] < p->x.hi) {
            struct fig_mark *mean = figure_mark(m, p, DRAW_LINE, 2);
            mean->style = (struct line_style){ palette_okabe(OKABE_VERMILLION), 1.6, DASH_SOLID,
                                               MARK_NONE, false };
            mean->name = "mean of the regime";
            mean->x[0] = regime_ends[k];
            mean->x[1] = fmin(regime_ends[k + 1], p->x.hi);
            mean->y[0] = mean->y[1] = v;
        }
        figure_number(m, "", v, "no task", "held out difference base %s", compare_regime_name(k));
        figure_number(m, "halves", (double)r->more.regime_halves[k], NULL, "task halves base %s",
                      compare_regime_name(k));
        figure_caption(
            m, "Base %s: %zu task halves%s.", compare_regime_name(k), r->more.regime_halves[k],
            isnan(v) ? "" : arena_printf(m->arena, ", mean difference %+.1f points", 100 * v));
    }
}

static int plot_regime(struct figure_source *s, struct figure_model *m, struct err *err)
{
    static const enum compare_estimand e[] = { COMPARE_SAMPLE };
    struct plot_pair pair;
    int rc = plot_pair_load(s, &pair, err);
    if (rc < 0)
        return rc;
    plot_pair_points(m, &pair, e, 1);
    const struct pair_task *tasks = plot_pair_tasks(&pair, COMPARE_SAMPLE, m->arena);
    struct held_out *held = plot_held_out(&pair, m->arena);
    struct fig_panel *p = figure_panel(m, NULL);
    p->x = (struct axis){ .lo = -0.02,
                          .hi = 1.02,
                          .label = arena_printf(m->arena, "fast_{1} of %s, even samples (%%)",
                                                plot_pair_label(&pair, false, m->arena)),
                          .numbers = TICKS_PERCENT };
    p->y = (struct axis){ .lo = -0.05,
                          .hi = 0.05,
                          .label = "gain in fast_{1}, odd samples (points)",
                          .numbers = TICKS_PERCENT };
    p->key = KEY_TOP;
    struct fig_mark *zero = figure_mark(m, p, DRAW_HLINE, 1);
    zero->style = (struct line_style){ rgb_grey(0.35), 0.8, DASH_SHORT, MARK_NONE, false };
    double base = 0;
    for (size_t i = 0; i < pair.compare.n_tasks; i++)
        base = fmax(base, held[i].base);
    p->x.hi = cropped(base);
    if (p->x.hi > 0.5) {
        struct fig_mark *half = figure_mark(m, p, DRAW_VLINE, 1);
        half->style = (struct line_style){ rgb_grey(0.5), 0.6, DASH_DOT, MARK_NONE, false };
        half->x[0] = 0.5;
    }
    figure_caption(m,
                   "Gain in fast_1 of %.40s over %.40s, against the latter's own fast_1. One point "
                   "per task, mean over seeds. Position and gain use different halves of the "
                   "samples, so that chance does not look like a gain. Means: both ways round.",
                   pair.b->name, pair.a->name);
    draw_regimes(m, p, &pair.compare.results[COMPARE_SAMPLE]);
    size_t n = pair.compare.n_tasks, named = n < MAX_NAMES ? n : MAX_NAMES;
    struct fig_mark *k = figure_mark(m, p, DRAW_POINTS, n);
    k->style =
        (struct line_style){ palette_okabe(OKABE_BLUE), 0.8, DASH_SOLID, MARK_SQUARE, false };
    k->radius = 2.3;
    k->name = "a task";
    struct fig_mark *names = figure_mark(m, p, DRAW_NAMES, named);
    names->style.colour = rgb_grey(0.15);
    for (size_t i = 0; i < n; i++) {
        k->x[i] = held[i].base;
        k->y[i] = held[i].gain;
        p->y.lo = fmin(p->y.lo, 1.1 * k->y[i]);
        p->y.hi = fmax(p->y.hi, 1.1 * k->y[i]);
        if (i >= named)
            continue;
        names->x[i] = k->x[i];
        names->y[i] = k->y[i];
        names->texts[i] = pair.study->tasks[tasks[i].task].task;
    }
    plot_pair_caption(m, s, &pair);
    return 0;
}

const struct figure_entry figure_regime = {
    "regime", "where adaptation helps: gain over the base's own fast_1",
    "two groups of runs whose tasks and seeds pair", plot_regime
};
