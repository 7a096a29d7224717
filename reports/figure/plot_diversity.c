/* plot_diversity.c - how many different kernels there are, a panel a measure. */
#include <math.h>

#include "analysis/from_store/load_codes.h"
#include "analysis/study/diversity_groups.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

static const struct {
    enum diversity_measure measure;
    const char *title;
} measures[] = {
    { DIVERSITY_UNIQUE_RATIO, "unique / n" },
    { DIVERSITY_HILL_1_M, "effective among m" },
    { DIVERSITY_COLLISION, "two alike (chance)" },
    { DIVERSITY_ENTROPY_CS, "entropy (nats)" },
    { DIVERSITY_COVERAGE, "coverage" },
    { DIVERSITY_UNSEEN, "unseen mass" },
};

static const struct table_column columns[] = {
    { "run", 0 }, { "step", 0 },    { "task", 0 },  { "n", 0 },
    { "m", 0 },   { "measure", 0 }, { "value", 0 },
};

static void put_row(struct figure_model *m, const struct code_set *set,
                    const struct diversity_row *r)
{
    for (size_t i = 0; i < ARRAY_LEN(measures); i++) {
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, set->runs[r->run]);
        c[1] = cell_int(r->step);
        c[2] = plot_text(m, r->task == DIVERSITY_ALL_TASKS ? "all" : set->tasks[r->task]);
        c[3] = cell_int(r->n);
        c[4] = r->m > 0 ? cell_int(r->m) : cell_na(&m->points, "no task with two samples");
        c[5] = plot_text(m, diversity_measure_name(measures[i].measure));
        c[6] = plot_real(m, r->values[measures[i].measure], "too few samples");
        if (r->task == DIVERSITY_ALL_TASKS)
            figure_number(m, "", r->values[measures[i].measure], "too few samples", "%s %s step %d",
                          diversity_measure_name(measures[i].measure), set->runs[r->run], r->step);
    }
}

static void draw_run(struct figure_model *m, struct fig_panel *p, const struct code_set *set,
                     const struct diversity_table *d, size_t run, size_t measure)
{
    struct fig_mark *k = plot_series(m, p, DRAW_LINE, d->n_rows, run, set->runs[run]);
    k->radius = 1.6;
    k->n = 0;
    for (size_t i = 0; i < d->n_rows; i++) {
        const struct diversity_row *r = &d->rows[i];
        if (r->run != run || r->task != DIVERSITY_ALL_TASKS)
            continue;
        k->x[k->n] = r->step;
        k->y[k->n++] = r->values[measures[measure].measure];
    }
}

static bool is_undefined(const struct diversity_table *d, size_t measure)
{
    for (size_t i = 0; i < d->n_rows; i++) {
        if (d->rows[i].task == DIVERSITY_ALL_TASKS &&
            !isnan(d->rows[i].values[measures[measure].measure]))
            return false;
    }
    return true;
}

/* Runs without any value. */
static size_t count_undefined(const struct diversity_table *d, size_t n_runs)
{
    size_t n = 0;
    for (size_t run = 0; run < n_runs; run++) {
        bool defined = false;
        for (size_t i = 0; i < d->n_rows; i++) {
            const struct diversity_row *r = &d->rows[i];
            for (size_t k = 0; k < ARRAY_LEN(measures); k++)
                defined = defined || (r->run == run && r->task == DIVERSITY_ALL_TASKS &&
                                      !isnan(r->values[measures[k].measure]));
        }
        n += !defined;
    }
    return n;
}

int plot_diversity(struct figure_source *s, struct figure_model *m, struct err *err)
{
    bool levels[CODE_LEVELS] = { false };
    struct diversity_options o = { .of = DIVERSITY_OF_ALL, .levels = levels };
    struct code_set set;
    int64_t n = 0;
    int rc = figure_source_names(s, err);
    if (rc == 0)
        rc = load_codes(s->db, s->runs, s->n_runs, false, s->arena, &set, err);
    if (rc < 0)
        return rc;
    if (set.n_samples == 0)
        return err_set(err, ERR_NODATA, "no sample of these runs has code");
    levels[IDENTITY_RENAMED] = true;
    struct diversity_table d = diversity_of_groups(&set, &o, s->arena);
    size_t runs = set.n_runs < PLOT_MAX_SERIES ? set.n_runs : PLOT_MAX_SERIES;
    m->least_width = 104;
    m->share_x = true;
    figure_columns(m, columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < d.n_rows; i++) {
        put_row(m, &set, &d.rows[i]);
        n += d.rows[i].task == DIVERSITY_ALL_TASKS ? d.rows[i].n : 0;
    }
    for (size_t k = 0; k < ARRAY_LEN(measures); k++) {
        struct fig_panel *p = figure_panel(m, measures[k].title);
        p->x = (struct axis){ .lo = 1, .label = "step", .numbers = TICKS_WHOLE };
        p->y = (struct axis){ .lo = 1 };
        p->key = KEY_FIGURE;
        if (is_undefined(&d, k))
            p->na = "too few samples of every task";
        for (size_t run = 0; run < runs; run++)
            draw_run(m, p, &set, &d, run, k);
    }
    figure_caption(m,
                   "Diversity of kernels by step, mean over the tasks where a measure is defined, "
                   "each task weighing the same; n = %lld samples with code, %zu without are left "
                   "out. Kernels are the same when they agree but for white space, comments and "
                   "the names they declare. Effective: kernels, exp of the entropy, expected among "
                   "m samples (m: the smallest n of any task and step). No interval is drawn.",
                   (long long)n, set.n_without_code);
    size_t undefined = count_undefined(&d, set.n_runs);
    if (undefined > 0)
        figure_caption(m, "%zu of %zu runs have too few samples for any measure.", undefined,
                       set.n_runs);
    plot_caption_cut(m, "runs", runs, set.n_runs);
    return 0;
}
