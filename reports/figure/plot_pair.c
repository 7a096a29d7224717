#include "reports/figure/plot_pair.h"

#include <math.h>
#include <string.h>

#include "src/base/mem.h"

#define LABEL_MOST 24 /* bytes that fit an axis */

int plot_pair_load(struct figure_source *s, struct plot_pair *out, struct err *err)
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

struct pair_task *plot_pair_tasks(const struct plot_pair *p, enum compare_estimand e,
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

static const struct table_column columns[] = {
    { "task", 0 }, { "seed", 0 }, { "estimand", 0 },   { "run_a", 0 },   { "run_b", 0 },
    { "a", 0 },    { "b", 0 },    { "difference", 0 }, { "n_seeds", 0 },
};

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

void plot_pair_points(struct figure_model *m, const struct plot_pair *p,
                      const enum compare_estimand *estimands, size_t n)
{
    figure_columns(m, columns, ARRAY_LEN(columns));
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
        figure_number(m, "", r->new_tasks.low, "undefined", "%s difference low", name);
        figure_number(m, "", r->new_tasks.high, "undefined", "%s difference high", name);
        figure_number(m, "", r->sign_flip.p, r->sign_flip.reason, "%s p", name);
    }
}

const char *plot_pair_label(const struct plot_pair *p, bool second, struct arena *a)
{
    const char *name = second ? p->b->name : p->a->name;
    bool fits = strlen(name) <= LABEL_MOST;
    for (const char *s = name; *s != '\0' && fits; s++)
        fits = *s >= ' ' && *s < 0x7F && strchr("*{}", *s) == NULL;
    return fits ? arena_strdup(a, name) : second ? "the second" : "the first";
}

void plot_pair_caption(struct figure_model *m, const struct figure_source *s,
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
