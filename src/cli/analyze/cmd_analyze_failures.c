/*
 * cmd_analyze_failures.c - analyze failures: what became of the rollouts.
 */
#include <math.h>
#include <string.h>

#include "analysis/load/load_failures.h"
#include "analysis/load/load_study.h"
#include "analysis/study/failures.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/analyze/analyze_common.h"

enum column {
    COL_GROUP,
    COL_STEP,
    COL_STAGE,
    COL_OUTCOME,
    COL_CHEAT,
    COL_COUNT,
    COL_N,
    COL_SHARE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_EXAMPLE,
    COL_COLUMNS
};

static const struct table_column columns[COL_COLUMNS] = {
    { "group", 0 },      { "step", 0 },    { "stage", 0 },    { "outcome", 0 },
    { "cheat_kind", 0 }, { "count", 0 },   { "n", 0 },        { "share", 4 },
    { "ci_low", 4 },     { "ci_high", 4 }, { "interval", 0 }, { "example", 0 },
};

static void put_row(struct table *t, const struct failure_row *r, double level)
{
    static const char unscored[] = "not scored: in no denominator";
    struct cell *c = table_row(t);
    c[COL_GROUP] = r->group[0] == '\0' ? cell_na(t, "not named") : cell_text(t, r->group);
    c[COL_STEP] = r->step == FAILURES_ALL_STEPS ? cell_text(t, "all") : cell_int(r->step);
    c[COL_STAGE] = cell_text(t, failure_stage_name(r->stage));
    c[COL_OUTCOME] = cell_text(t, r->outcome);
    c[COL_CHEAT] = r->cheat_kind[0] == '\0' ? cell_na(t, "no cheat") : cell_text(t, r->cheat_kind);
    c[COL_COUNT] = cell_int(r->n);
    c[COL_N] = cell_int(r->scored);
    c[COL_EXAMPLE] = r->message == NULL ? cell_na(t, "no message") : cell_text(t, r->message);
    if (r->stage == FAILURE_STAGE_UNSCORED) {
        c[COL_SHARE] = c[COL_LOW] = c[COL_HIGH] = c[COL_INTERVAL] = cell_na(t, unscored);
        return;
    }
    c[COL_SHARE] = cell_real((double)r->n / (double)r->scored);
    tables_put_interval(t, &c[COL_LOW], stat_interval_wilson(r->n, r->scored, level),
                        INTERVAL_WILSON, "no sample");
}

/* One note for each outcome of a group whose share could change over steps. */
static void note_homogeneity(struct cli *cli, struct table *t, const struct failure_row *rows,
                             size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool seen = rows[i].stage == FAILURE_STAGE_UNSCORED;
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(rows[k].group, rows[i].group) == 0 &&
                   strcmp(rows[k].outcome, rows[i].outcome) == 0;
        if (seen)
            continue;
        struct stat_chi2 x =
            failures_homogeneity(rows, n, rows[i].group, rows[i].outcome, cli->arena);
        if (!isnan(x.p))
            table_note(t, "%s, %s: the same share at all steps? chi-square %.4g, df %d, p %.4g",
                       rows[i].group[0] == '\0' ? "(not named)" : rows[i].group, rows[i].outcome,
                       x.chi2, x.df, x.p);
    }
}

static int run_failures(struct cli *cli, struct err *err)
{
    const char *const *names = NULL;
    size_t n_names = 0;
    size_t n = 0;
    size_t n_rows = 0;
    struct failure_count *counts = NULL;
    enum failure_group by = FAILURE_BY_MODEL;
    struct table t;
    double level = opt_real(cli, "confidence");
    bool by_step = !opt_flag(cli, "all-steps");
    if (!(level > 0.0) || !(level < 1.0))
        return err_set(err, ERR_USAGE, "--confidence lies between 0 and 1");
    if (!failure_group_parse(opt_text(cli, "by"), &by))
        return err_set(err, ERR_USAGE,
                       "--by: '%s' is none of model, run, strategy, family, level, task",
                       opt_text(cli, "by"));
    int rc = analyze_run_names_or_all(cli, &names, &n_names, err);
    if (rc == 0)
        rc = load_failures(cli->db, names, n_names, by, cli->arena, &counts, &n, err);
    if (rc < 0)
        return rc;
    struct failure_row *rows = failures_tabulate(counts, n, by_step, &n_rows, cli->arena);
    table_init(&t, cli->arena, "rollbook.analyze.failures/1", columns, COL_COLUMNS);
    for (size_t i = 0; i < n_rows; i++)
        put_row(&t, &rows[i], level);
    table_note(&t,
               "group: %s; share = count / n; n: scored rollouts of the group and step, every "
               "turn; infra and pending ones are counted, not scored",
               opt_text(cli, "by"));
    table_note(&t, "stages: text (no_code, parse), build (compile), run (launch, crash, timeout), "
                   "result (wrong_shape, nan, mismatch), cheat, none (measured)");
    table_note(&t,
               "intervals: %g %% Wilson, rollouts taken as independent; example: the least "
               "message, bytewise",
               100.0 * level);
    if (by_step)
        note_homogeneity(cli, &t, rows, n_rows);
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt options[] = {
    ANALYZE_RUN_OPTIONS,
    { "by", 0, OPT_TEXT, "WHAT", "model", "model, run, strategy, family, level or task" },
    { "all-steps", 0, OPT_FLAG, NULL, NULL, "sum over steps" },
    { "confidence", 0, OPT_REAL, "LEVEL", "0.95", "level of intervals" },
};

const struct command cmd_analyze_failures = {
    .name = "analyze failures",
    .summary = "what became of the rollouts, by model and step",
    .usage = "rollbook analyze failures [--run NAME[,NAME]] [--by WHAT] [options]",
    .examples = "  rollbook analyze failures\n"
                "  rollbook analyze failures --run ttt-42 --by family --all-steps --json\n",
    .flags = CMD_READS,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_failures,
};
