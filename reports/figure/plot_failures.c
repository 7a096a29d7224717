/* plot_failures.c - shares of outcomes by stage, a bar a group. */
#include <math.h>
#include <string.h>

#include "analysis/from_store/load_outcomes.h"
#include "analysis/study/failures.h"
#include "reports/figure/plot_common.h"
#include "reports/figure/plots.h"
#include "src/base/mem.h"

#define LEAST_PRINTED 0.06 /* of the width: what a number needs */
#define N_STAGES      FAILURE_STAGE_UNSCORED

static const struct table_column columns[] = {
    { "runs", 0 }, { "stage", 0 },  { "outcome", 0 }, { "cheat_kind", 0 },
    { "n", 0 },    { "scored", 0 }, { "share", 0 },
};

/* Light stands next to dark, so that grey tells neighbours apart. */
static struct rgb stage_colour(size_t stage)
{
    static const enum okabe_ito colours[N_STAGES] = { OKABE_BLACK,  OKABE_ORANGE, OKABE_VERMILLION,
                                                      OKABE_YELLOW, OKABE_PURPLE, OKABE_SKY };
    return palette_okabe(colours[stage]);
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

int plot_failures(struct figure_source *s, struct figure_model *m, struct err *err)
{
    struct failure_count *counts;
    size_t n_counts, n_rows;
    int64_t unscored = 0, scored = 0;
    int rc = figure_source_names(s, err);
    if (rc == 0)
        rc = load_outcomes(s->db, s->runs, s->n_runs, s->arena, &counts, &n_counts, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NODATA, "these runs have no rollout");
    if (rc < 0)
        return rc;
    const struct failure_row *rows = failures_tabulate(counts, n_counts, false, &n_rows, s->arena);
    struct bars b = { arena_array(s->arena, n_rows + 1, sizeof(*b.items)), 0 };
    figure_columns(m, columns, ARRAY_LEN(columns));
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
    figure_caption(m, "What became of the rollouts of each run, all steps and turns. Denominator: "
                      "rollouts with a verdict (n right of each bar); numbers are percent, "
                      "segments too narrow for theirs have none. From left to right an answer got "
                      "further: no kernel in it, does not build, does not run (launch, crash, "
                      "timeout), wrong result (shape, NaN, mismatch), refused as a cheat, "
                      "measured.");
    if (unscored > 0)
        figure_caption(m, "%lld rollouts without a verdict are left out.", (long long)unscored);
    plot_caption_cut(m, "runs", b.n < PLOT_MAX_ROWS ? b.n : PLOT_MAX_ROWS, b.n);
    return 0;
}
