/* table_shapes.c - candidates of problems that have several shapes: one number over the shapes,
 * with the share of the roofline beside the speedup. */
#include <math.h>
#include <string.h>

#include "analysis/from_store/load_shapes.h"
#include "analysis/tables/table_shapes.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/store.h"

enum {
    C_RUN,
    C_PROBLEM,
    C_CODE,
    C_SHAPES,
    C_RIGHT,
    C_SPEEDUP,
    C_WORST,
    C_WORKLOAD,
    C_WEIGHTED,
    C_ROOFLINE,
    C_SOL_SCORE,
    C_FAST,
    C_NEAR,
    C_COLUMNS
};

static const char *const over_words[] = { "geometric mean", "worst shape", "workload" };
static const char not_all[] = "not evaluated at every shape";
static const struct table_column columns[C_COLUMNS] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "problem", 0, COLUMN_TEXT, "suite and name of the problem" },
    { "code", 0, COLUMN_TEXT, "first digits of the candidate's SHA-256" },
    { "shapes", 0, COLUMN_TEXT,
      "shapes tried, of those that are stored; a problem's evaluation ends at the first wrong "
      "one" },
    { "right", 0, COLUMN_INT, "of them, shapes at which it is right", .unit = "shapes" },
    { "speedup", 3, COLUMN_REAL, "over all shapes, as --over says", "not right and timed at all" },
    { "worst", 3, COLUMN_REAL, "least speedup of a shape", "not right and timed at all" },
    { "workload", 3, COLUMN_REAL,
      "time of the workload by the baseline, by its time by the candidate: a call of each shape, "
      "as "
      "often as its weight says",
      "not right and timed at all" },
    { "weighted", 0, COLUMN_INT, "shapes whose workload gives a weight; others count once",
      .unit = "shapes" },
    { "roofline", 4, COLUMN_REAL,
      "least time of the device by the time taken, geometric mean over shapes",
      "not known at every shape" },
    { "sol_score", 4, COLUMN_REAL,
      "SOL-ExecBench's score from these times, mean over shapes: 0.5 at the baseline, 1 at the "
      "least time",
      "not known at every shape" },
    { "fast", 0, COLUMN_BOOL, "speedup above --fast", "not evaluated at every shape" },
    { "near", 0, COLUMN_BOOL, "roofline above --sol", "not evaluated at every shape" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.shapes/1",
    .rows = "speedup and share of the roofline of each candidate over a problem's shapes",
    SHAPE_COLUMNS(columns),
    .formulas = { "speedup over shapes: geometric mean, the least one, or workload",
                  "workload $= \\sum_i w_i T_{b,i} / \\sum_i w_i T_{k,i}$ with the weights and "
                  "the times of baseline and candidate at shape $i$",
                  "SOL score of a shape $= \\frac{1}{1 + (T_k - T_{\\mathrm{sol}}) / (T_b - "
                  "T_{\\mathrm{sol}})}$ with "
                  "the times of candidate, baseline and roofline" },
    .denominator = "candidates that were evaluated at every stored shape of their problem",
    .n = "the column shapes",
    .queries = { "list_shape_results" },
};

struct shapes_tally {
    size_t n, n_whole, n_solved, n_fast, n_near;
};

static void put_candidate(struct table *t, const struct shape_candidate *c,
                          const struct table_shapes_options *o, struct shapes_tally *all)
{
    const bool whole = c->n == c->known;
    const double none = (double)NAN;
    const double speedup = whole ? speedup_of_shapes(c->times, c->n, o->over) : none;
    const double light = whole ? c->roofline : none;
    const char *why = whole ? "not right and timed at every shape" : not_all;
    struct cell *row = table_row(t);
    row[C_RUN] = cell_text(t, c->run);
    row[C_PROBLEM] = cell_text(t, arena_printf(t->arena, "%s:%s", c->suite, c->problem));
    row[C_CODE] = cell_text(t, arena_printf(t->arena, "%.12s", c->code));
    row[C_SHAPES] = cell_text(t, arena_printf(t->arena, "%zu of %zu", c->n_tried, c->known));
    row[C_RIGHT] = cell_int((int64_t)c->n_right);
    row[C_SPEEDUP] = tables_real(t, speedup, why);
    row[C_WORST] =
        tables_real(t, whole ? speedup_of_shapes(c->times, c->n, SHAPES_WORST) : none, why);
    row[C_WORKLOAD] =
        tables_real(t, whole ? speedup_of_shapes(c->times, c->n, SHAPES_WORKLOAD) : none, why);
    row[C_WEIGHTED] = cell_int((int64_t)c->n_weighted);
    row[C_ROOFLINE] = tables_real(t, light, why);
    row[C_SOL_SCORE] = tables_real(t, whole ? c->sol_score : none, why);
    /* What is right and was not timed somewhere may be fast. */
    const bool decided = whole && (isfinite(speedup) || c->n_right < c->known);
    if (whole && !decided)
        why = "right, and not timed at every shape";
    row[C_FAST] = decided ? cell_bool(speedup_is_fast(speedup, o->p, false)) : cell_na(t, why);
    row[C_NEAR] = decided ? cell_bool(light > o->sol) : cell_na(t, why);
    all->n++;
    all->n_whole += decided;
    all->n_solved += decided && c->n_right == c->known;
    all->n_fast += decided && speedup_is_fast(speedup, o->p, false);
    all->n_near += decided && light > o->sol;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_shapes_options *o = options;
    struct table t;
    struct shape_candidate *items = NULL;
    struct shapes_tally all = { 0 };
    size_t n_items = 0;
    const char *const *names = NULL;
    size_t n = 0;
    int rc = tables_names(in, &names, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        int64_t id;
        rc = store_find_run(in->db, names[i], &id, err);
    }
    if (rc < 0)
        return rc;
    rc = load_shapes(
        &(struct load_request){ .db = in->db, .names = names, .n_names = n, .arena = in->arena },
        &items, &n_items, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < n_items; i++)
        put_candidate(&t, &items[i], o, &all);
    if (all.n_whole > 0)
        table_reading(
            &t,
            "of %zu candidates with a verdict at every shape %zu are right at all; fast_%g %.3f "
            "(%s), sol_%g %.3f",
            all.n_whole, all.n_solved, o->p, (double)all.n_fast / (double)all.n_whole,
            over_words[o->over], o->sol, (double)all.n_near / (double)all.n_whole);
    table_note(&t,
               "%zu of %zu candidates were not evaluated at every stored shape and count "
               "nowhere; candidates of one problem are not independent",
               all.n - all.n_whole, all.n);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_shapes_options, p, "fast", "X", "fast is a speedup above X"),
    OPTION(struct table_shapes_options, sol, "sol", "X", "near is a share of the roofline above X"),
    OPTION(struct table_shapes_options, over, "over", "HOW",
           "one number over shapes: geomean (geometric mean), worst, or workload (all calls, by "
           "weight)",
           .choices = shape_summary_names),
};

const struct table_kind table_shapes = {
    .command = "analyze shapes",
    .summary = "candidates over all shapes of a problem: speedup and share of the roofline",
    .usage = "rollbook analyze shapes [--run NAME[,NAME]] [--over HOW] [--fast X] [--sol X]",
    .examples = "  rollbook analyze shapes --run eval-list\n  rollbook analyze shapes --run "
                "eval-list --over worst --sol 0.3 --format csv\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_shapes_options){ STANDARD_shapes },
                 sizeof(struct table_shapes_options) },
    .make = make,
};
