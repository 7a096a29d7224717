#include "analysis/tables/table_failures.h"

#include <math.h>
#include <string.h>

#include "analysis/from_store/load_study.h"
#include "analysis/study/failures.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static const struct table_column columns[] = {
    { "group", 0, COLUMN_TEXT, "the group that --by names; null when it has no name", "not named" },
    { "step", 0, COLUMN_INT_OR_TEXT, "step, or \"all\"" },
    { "stage", 0, COLUMN_TEXT, "text, build, run, result, cheat, none or unscored" },
    { "outcome", 0, COLUMN_TEXT, "the evaluator's verdict" },
    { "cheat_kind", 0, COLUMN_TEXT, "which check refused it", "no cheat" },
    { "count", 0, COLUMN_INT, "rollouts with the outcome" },
    { "n", 0, COLUMN_INT, "scored rollouts of the group and step" },
    { "share", 4, COLUMN_REAL, "count / n", "not scored: in no denominator" },
    INTERVAL_COLUMNS("", "", "not scored: in no denominator"),
    { "example", 0, COLUMN_TEXT, "least message, bytewise", "no message" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.failures/1",
    .rows = "outcomes of the rollouts",
    SHAPE_COLUMNS(columns),
    .formulas = { "share = rollouts with the outcome / scored rollouts of the group and step; "
                  "the interval keeps the rollouts of a task together",
                  "same share at all steps: $\\chi^2$ of homogeneity, $\\mathit{df} = "
                  "\\mathrm{steps} - 1$" },
    .references = { BROWN },
    .denominator = "scored rollouts, every turn; infra and pending ones are in no denominator",
    .n = "column n",
    .queries = { "load_failures" },
};

static void put_row(struct table *t, const struct failure_row *r)
{
    static const char unscored[] = "not scored: in no denominator";
    struct cell *c = table_row(t);
    *c++ = r->group[0] == '\0' ? cell_na(t, "not named") : cell_text(t, r->group);
    *c++ = r->step == FAILURES_ALL_STEPS ? cell_text(t, "all") : cell_int(r->step);
    *c++ = cell_text(t, failure_stage_name(r->stage));
    *c++ = cell_text(t, r->outcome);
    *c++ = r->cheat_kind[0] == '\0' ? cell_na(t, "no cheat") : cell_text(t, r->cheat_kind);
    *c++ = cell_int(r->n);
    *c++ = cell_int(r->scored);
    bool scored = r->stage != FAILURE_STAGE_UNSCORED;
    *c++ = scored ? cell_real((double)r->n / (double)r->scored) : cell_na(t, unscored);
    c = tables_put_interval(t, c, r->ci, r->interval,
                            scored ? "one task does not show how others differ" : unscored);
    *c++ = r->message == NULL ? cell_na(t, "no message") : cell_text(t, r->message);
}

/* One for each share that could change over steps. */
static void note_homogeneity(const struct table_input *in, struct table *t,
                             const struct failure_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool seen = rows[i].stage == FAILURE_STAGE_UNSCORED;
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(rows[k].group, rows[i].group) == 0 &&
                   strcmp(rows[k].outcome, rows[i].outcome) == 0;
        if (seen)
            continue;
        struct stat_chi2 x =
            failures_homogeneity(rows, n, rows[i].group, rows[i].outcome, in->arena);
        if (!isnan(x.p))
            table_note(t,
                       "%s, %s: test of equal shares at all steps: chi-square %.4g, df %d, p %.4g. "
                       "It assumes independent rollouts, but rollouts of one task are not",
                       rows[i].group[0] == '\0' ? "(not named)" : rows[i].group, rows[i].outcome,
                       x.chi2, x.df, x.p);
    }
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_failures_options *o = options;
    const char *const *names = NULL;
    size_t n_names = 0;
    size_t n = 0;
    size_t n_rows = 0;
    struct failure_count *counts = NULL;
    struct table t;
    int rc = tables_check_level(o->level, err);
    if (rc == 0)
        rc = tables_names(in, &names, &n_names, err);
    if (rc == 0)
        rc = load_failures(
            &(struct load_request){
                .db = in->db, .names = names, .n_names = n_names, .arena = in->arena },
            o->by, &counts, &n, err);
    if (rc < 0)
        return rc;
    struct failure_row *rows =
        failures_tabulate(counts, n, !o->all_steps, o->level, &n_rows, in->arena);
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < n_rows; i++)
        put_row(&t, &rows[i]);
    table_reading(&t, "share = count / n; n: scored rollouts of the group and step");
    table_note(&t,
               "group: %s; share = count / n. n: scored rollouts of the group and step, every "
               "turn; infra and pending ones are counted, not scored",
               failure_group_names[o->by]);
    table_note(&t, "stages: text (no_code, parse), build (compile), run (launch, crash, timeout), "
                   "result (wrong_shape, nan, mismatch), cheat, none (measured)");
    table_note(&t,
               "interval, %g %%: student-t over tasks, whose rollouts are one unit (wilson with "
               "one rollout per task); example: the least message, bytewise",
               100.0 * o->level);
    if (!o->all_steps)
        note_homogeneity(in, &t, rows, n_rows);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_failures_options, by, "by", "WHAT",
           "model, run, strategy, family, level or task", .choices = failure_group_names),
    OPTION(struct table_failures_options, all_steps, "all-steps", NULL, "sum over steps"),
    OPTION(struct table_failures_options, level, "confidence", "LEVEL", "level of intervals"),
};

const struct table_kind table_failures = {
    .command = "analyze failures",
    .summary = "outcomes of the rollouts, by model and step",
    .usage = "rollbook analyze failures [--run NAME[,NAME]] [--by WHAT] [options]",
    .examples = "  rollbook analyze failures\n  rollbook analyze failures --run ttt-42 --by family "
                "--all-steps --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_failures_options){ STANDARD_failures },
                 sizeof(struct table_failures_options) },
    .make = make,
};
