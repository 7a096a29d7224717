/*
 * cmd_analyze_selection.c - analyze selection: the rules that pick one of a task's samples.
 */
#include <math.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/load/load_details.h"
#include "analysis/select/selection.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/analyze/analyze_common.h"
#include "src/cli/analyze/selection_tables.h"

enum selection_column {
    L_RULE,
    L_FAST,
    L_COUNT,
    L_CELLS,
    L_LOW,
    L_HIGH,
    L_INTERVAL,
    L_PICKED,
    L_TIED,
    L_GEOMEAN,
    L_MEAN,
    L_P,
    L_RANDOM,
    L_COLUMNS
};

static const struct table_column selection_columns[L_COLUMNS] = {
    { "rule", 0 },         { "fast_1", 4 },          { "count", 4 },        { "n_cells", 0 },
    { "ci_low", 4 },       { "ci_high", 4 },         { "interval", 0 },     { "n_picked", 0 },
    { "tie_share", 4 },    { "geomean_speedup", 4 }, { "mean_speedup", 4 }, { "p_vs_random", 4 },
    { "random_count", 4 },
};

static void put_selection(struct table *t, const struct selection_row *r)
{
    const char *reason = r->n_cells == 0 ? "no cell with the log-probs that the rule needs"
                                         : "no cell with a correct, timed sample";
    struct cell *c = table_row(t);
    c[L_RULE] = cell_text(t, select_rule_name(r->rule));
    c[L_FAST] = tables_real(t, r->fast, reason);
    c[L_COUNT] = r->n_cells == 0 ? cell_na(t, reason) : cell_real(r->count);
    c[L_CELLS] = cell_int((int64_t)r->n_cells);
    tables_put_interval(t, &c[L_LOW], r->ci, INTERVAL_CLOPPER_PEARSON, reason);
    c[L_PICKED] = cell_int((int64_t)r->n_picked);
    c[L_TIED] =
        r->n_picked == 0 ? cell_na(t, reason) : cell_real((double)r->n_tied / (double)r->n_picked);
    c[L_GEOMEAN] = tables_real(t, r->geomean_speedup, reason);
    c[L_MEAN] = tables_real(t, r->mean_speedup, reason);
    c[L_P] = tables_real(t, r->p_random, r->rule == SELECT_RANDOM ? "the rule itself" : reason);
    c[L_RANDOM] = r->n_cells == 0 ? cell_na(t, reason) : cell_real(r->random_count);
}

static void note_selection(struct cli *cli, struct table *t, const struct selection *sel, int step,
                           size_t n_runs)
{
    size_t empty = 0;
    for (size_t i = 0; i < sel->n_cells; i++)
        empty += sel->cells[i].n_correct == 0;
    table_note(t,
               "fast_1: share of %zu (task, run) cells of %zu runs whose pick is fast; %zu cells "
               "without a correct, timed sample count as failures; samples of %s",
               sel->n_cells, n_runs, empty, analyze_step_text(cli, step));
    for (int i = 0; i < SELECT_RULE_COUNT; i++) {
        if (sel->rows[i].n_undefined > 0)
            table_note(t, "%s: %zu cells are left out because samples lack log-probs",
                       select_rule_name(sel->rows[i].rule), sel->rows[i].n_undefined);
    }
    if (sel->n_untimed > 0)
        table_note(t, "%zu correct samples without a speedup are no candidates", sel->n_untimed);
    tables_note_rule(t, analyze_rule(cli));
    table_note(t, "ties: exact expectation over the tied samples (tie_share: cells decided among "
                  "several); speedups: over cells with a pick");
    table_note(t, "interval: clopper-pearson over cells, from the whole numbers around a "
                  "fractional count; cells of one task are not independent");
    table_note(t, "p_vs_random: exact P(uniform picks among the correct give as many fast ones or "
                  "more), Poisson-binomial over cells; one-sided");
}

/* The five rules in their own table, which reports and scripts read. */
static int print_five(struct cli *cli, const struct study *s, int step, double level,
                      struct err *err)
{
    struct table t;
    struct selection sel;
    struct run_set set = analyze_all_runs(cli, s);
    int rc = selection_table(&set, step, analyze_rule(cli), level, cli->arena, &sel, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.analyze.selection/1", selection_columns, L_COLUMNS);
    for (int i = 0; i < SELECT_RULE_COUNT; i++)
        put_selection(&t, &sel.rows[i]);
    note_selection(cli, &t, &sel, step, s->n_runs);
    tables_note_runs(&t, s);
    cli_print_table(cli, &t);
    return 0;
}

/* --rules all, or names; the five without it. */
static int choose_rules(struct cli *cli, struct selection_request *r, struct err *err)
{
    const char *text = opt_text(cli, "rules");
    size_t n_all = 0;
    char **items = NULL;
    const struct select_strategy *all = select_strategies(&n_all);
    bool every = text == NULL || strcmp(text, "all") == 0;
    r->n_rules = every ? n_all : str_split(cli->arena, text, ',', &items);
    r->rules = arena_array(cli->arena, r->n_rules, sizeof(const struct select_strategy *));
    for (size_t i = 0; i < r->n_rules; i++) {
        r->rules[i] = every ? &all[i] : select_strategy_find(items[i]);
        if (r->rules[i] == NULL)
            return err_set(err, ERR_USAGE, "--rules: '%s' is no rule ('--rules all' lists them)",
                           items[i]);
    }
    return 0;
}

static int read_request(struct cli *cli, double level, struct selection_request *r, struct err *err)
{
    int64_t m = opt_int(cli, "m");
    int64_t quantiles = opt_int(cli, "quantiles");
    r->tail = opt_real(cli, "tail");
    r->length_exponent = opt_real(cli, "length-exponent");
    if (m < 1 || m > 1000000)
        return err_set(err, ERR_USAGE, "--m is 1 to 1000000");
    if (quantiles < 1 || quantiles > 1000)
        return err_set(err, ERR_USAGE, "--quantiles is 1 to 1000");
    if (!(r->tail > 0.0) || !(r->tail <= 1.0))
        return err_set(err, ERR_USAGE, "--tail lies above 0 and at most at 1");
    if (!isfinite(r->length_exponent))
        return err_set(err, ERR_USAGE, "--length-exponent is a number");
    if (!code_level_parse(opt_text(cli, "identity"), &r->identity))
        return err_set(err, ERR_USAGE,
                       "--identity: '%s' is none of bytes, stripped, renamed, ptx, artifact",
                       opt_text(cli, "identity"));
    r->n_quantiles = (size_t)quantiles;
    r->options = (struct select_options){ (size_t)m, analyze_rule(cli), level,
                                          opt_flag(cli, "skip-degenerate") };
    return choose_rules(cli, r, err);
}

static int print_request(struct cli *cli, const struct study *s, int step,
                         const struct selection_table *kind, struct selection_request *r,
                         struct err *err)
{
    struct table t;
    struct select_pool pool;
    struct select_detail *details = NULL;
    struct run_set set = analyze_all_runs(cli, s);
    int rc = load_sample_details(cli->db, s, r->tail, cli->arena, &details, err);
    if (rc == 0 && r->identity != IDENTITY_BYTES)
        rc = load_sample_identities(cli->db, s, r->identity, cli->arena, details, err);
    if (rc == 0)
        rc = select_pool_build(&set, step, r->options.rule, details, r->length_exponent, cli->arena,
                               &pool, err);
    if (rc < 0)
        return rc;
    r->pool = &pool;
    r->study = s;
    rc = kind->fill(cli, r, &t, err);
    if (rc < 0)
        return rc;
    table_note(&t, "samples of %s", analyze_step_text(cli, step));
    tables_note_rule(&t, r->options.rule);
    tables_note_runs(&t, s);
    cli_print_table(cli, &t);
    return 0;
}

/* Options that the five rules do not know bring the wider table. */
static bool asks_for_more(struct cli *cli)
{
    static const char *const options[] = { "rules",           "m",       "tail", "length-exponent",
                                           "skip-degenerate", "identity" };
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        if (opt_given(cli, options[i]))
            return true;
    }
    return false;
}

static int run_selection(struct cli *cli, struct err *err)
{
    struct study s;
    struct analyze_resample level;
    struct selection_request request = { 0 };
    const struct selection_table *kind = selection_table_find(opt_text(cli, "table"));
    int step = 0;
    int rc = analyze_step(cli, &step, err);
    if (rc == 0 && kind == NULL)
        rc = err_set(err, ERR_USAGE,
                     "--table: '%s' is none of rules, budget, applicability, calibration, "
                     "correlation",
                     opt_text(cli, "table"));
    if (rc == 0)
        rc = analyze_resample(cli, &level, err);
    if (rc == 0)
        rc = read_request(cli, level.level, &request, err);
    if (rc == 0) {
        request.threads = level.threads;
        rc = analyze_load(cli, &s, err);
    }
    if (rc == 0)
        rc = analyze_rebase(cli, &s, err);
    for (size_t i = 0; rc == 0 && i < s.n_runs; i++)
        rc = tables_need_speedups(&s, i, err);
    if (rc != 0)
        return rc;
    bool five = strcmp(kind->name, "rules") == 0 && !asks_for_more(cli);
    return five ? print_five(cli, &s, step, level.level, err)
                : print_request(cli, &s, step, kind, &request, err);
}

static const struct opt selection_cli_options[] = {
    ANALYZE_RUN_OPTIONS,
    ANALYZE_BASELINE_OPTIONS,
    { "step", 0, OPT_TEXT, "STEP", "0", "step of an adapting run: a number, boa or all" },
    { "rules", 0, OPT_LIST, "NAME,...", NULL, "more rules and columns: all, or by name" },
    { "table", 0, OPT_TEXT, "NAME", "rules",
      "rules, budget, applicability, calibration or correlation" },
    { "m", 0, OPT_INT, "M", "3", "samples that the rules of m evaluate; last m of the budget" },
    { "tail", 0, OPT_REAL, "SHARE", "0.25", "of the tokens, for the tail mean" },
    { "length-exponent", 0, OPT_REAL, "A", "1", "length-normalised: sum / tokens^A" },
    { "identity", 0, OPT_TEXT, "LEVEL", "bytes",
      "when code is the same, for majority-hash: bytes, stripped, renamed, ptx or artifact" },
    { "quantiles", 0, OPT_INT, "N", "4", "of surprisal, for the calibration" },
    { "skip-degenerate", 0, OPT_FLAG, NULL, NULL, "leave out cells where rules cannot differ" },
    ANALYZE_RULE_OPTIONS,
    ANALYZE_RESAMPLE_OPTIONS,
};

const struct command cmd_analyze_selection = {
    .name = "analyze selection",
    .summary = "the rules that pick one of a task's samples, against random choice",
    .usage = "rollbook analyze selection [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze selection --runs bon-42,bon-43,bon-44\n"
                "  rollbook analyze selection --runs bon-42 --rules all --m 4\n"
                "  rollbook analyze selection --runs bon-42 --table calibration\n",
    .flags = CMD_READS,
    .options = selection_cli_options,
    .n_options = ARRAY_LEN(selection_cli_options),
    .run = run_selection,
};
