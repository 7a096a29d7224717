#include "analysis/tables/compare/table_selection.h"

#include <math.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/load/load_details.h"
#include "analysis/select/selection.h"
#include "analysis/tables/compare/selection_tables.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

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
    L_M,
    L_P_M,
    L_RANDOM_M,
    L_COLUMNS
};

static const struct table_column selection_columns[L_COLUMNS] = {
    { "rule", 0 },          { "fast_1", 4 },
    { "count", 4 },         { "n_cells", 0 },
    { "ci_low", 4 },        { "ci_high", 4 },
    { "interval", 0 },      { "n_picked", 0 },
    { "tie_share", 4 },     { "geomean_speedup", 4 },
    { "mean_speedup", 4 },  { "p_vs_random", 4 },
    { "random_count", 4 },  { "m", 0 },
    { "p_vs_random_m", 4 }, { "random_m_count", 4 },
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
    const char *itself = r->rule == SELECT_RANDOM ? "the rule itself" : reason;
    const char *oracle = "an oracle: it evaluates all";
    c[L_P] = tables_real(t, r->p_random,
                         r->m == 0  ? oracle
                         : r->m > 1 ? "it evaluates several: p_vs_random_m"
                                    : itself);
    c[L_M] = r->m == 0 ? cell_na(t, "all of them") : cell_int((int64_t)r->m);
    c[L_P_M] = tables_real(t, r->p_random_m, r->m == 0 ? oracle : itself);
    c[L_RANDOM_M] = r->n_cells == 0 ? cell_na(t, reason) : cell_real(r->random_m_count);
    c[L_RANDOM] = r->n_cells == 0 ? cell_na(t, reason) : cell_real(r->random_count);
}

static void note_selection(struct table *t, const struct selection *sel,
                           const struct table_selection_options *o, size_t n_runs)
{
    size_t empty = 0;
    for (size_t i = 0; i < sel->n_cells; i++)
        empty += sel->cells[i].n_correct == 0;
    table_note(t,
               "fast_1: share of %zu (task, run) cells of %zu runs whose pick is fast; %zu cells "
               "without a correct, timed sample count as failures; samples of %s",
               sel->n_cells, n_runs, empty, tables_step_text(o->step, t->arena));
    for (int i = 0; i < SELECT_RULE_COUNT; i++) {
        if (sel->rows[i].n_undefined > 0)
            table_note(t, "%s: %zu cells are left out because samples lack log-probs",
                       select_rule_name(sel->rows[i].rule), sel->rows[i].n_undefined);
    }
    if (sel->n_untimed > 0)
        table_note(t, "%zu correct samples without a speedup are no candidates", sel->n_untimed);
    tables_note_rule(t, o->rule);
    table_note(t, "ties: exact expectation over the tied samples (tie_share: cells decided among "
                  "several); speedups: over cells with a pick");
    table_note(t, "interval: clopper-pearson over cells, from the whole numbers around a "
                  "fractional count; cells of one task are not independent");
    table_note(t, "p_vs_random, p_vs_random_m: exact P(uniform picks of one, of the fastest of m, "
                  "among the correct give as many fast ones or more), Poisson-binomial over cells; "
                  "one-sided; where ties leave the pick open, the mean over the ways to break "
                  "them");
}

/* The five rules in their own table, which reports and scripts read. */
static int fill_five(const struct table_input *in, const struct table_selection_options *o,
                     const struct study *s, double level, struct table *t, struct err *err)
{
    struct selection sel;
    struct run_set set = tables_all_runs(s, in->arena);
    int rc = selection_table(&set, o->step, o->rule, level, in->arena, &sel, err);
    if (rc < 0)
        return rc;
    table_init(t, in->arena, "rollbook.analyze.selection/1", selection_columns, L_COLUMNS);
    for (int i = 0; i < SELECT_RULE_COUNT; i++)
        put_selection(t, &sel.rows[i]);
    note_selection(t, &sel, o, s->n_runs);
    return 0;
}

static int choose_rules(const char *text, struct arena *arena, struct selection_request *r,
                        struct err *err)
{
    size_t n_all = 0;
    char **items = NULL;
    const struct select_strategy *all = select_strategies(&n_all);
    bool every = text == NULL || strcmp(text, "all") == 0;
    r->n_rules = every ? n_all : str_split(arena, text, ',', &items);
    r->rules = arena_array(arena, r->n_rules, sizeof(const struct select_strategy *));
    for (size_t i = 0; i < r->n_rules; i++) {
        r->rules[i] = every ? &all[i] : select_strategy_find(items[i]);
        if (r->rules[i] == NULL)
            return err_set(err, ERR_USAGE, "--rules: '%s' is no rule ('--rules all' lists them)",
                           items[i]);
    }
    return 0;
}

static int read_request(const struct table_selection_options *o, const struct resampling *resample,
                        struct arena *arena, struct selection_request *r, struct err *err)
{
    if (o->m < 1 || o->m > 1000000)
        return err_set(err, ERR_USAGE, "--m is 1 to 1000000");
    if (o->n_quantiles < 1 || o->n_quantiles > 1000)
        return err_set(err, ERR_USAGE, "--quantiles is 1 to 1000");
    if (!(o->tail > 0.0) || !(o->tail <= 1.0))
        return err_set(err, ERR_USAGE, "--tail lies above 0 and at most at 1");
    if (!isfinite(o->length_exponent))
        return err_set(err, ERR_USAGE, "--length-exponent is a number");
    if (!code_level_parse(o->identity, &r->identity))
        return err_set(err, ERR_USAGE,
                       "--identity: '%s' is none of bytes, stripped, renamed, ptx, artifact",
                       o->identity);
    r->tail = o->tail;
    r->length_exponent = o->length_exponent;
    r->n_quantiles = (size_t)o->n_quantiles;
    r->threads = resample->threads;
    r->options =
        (struct select_options){ (size_t)o->m, o->rule, resample->level, o->skip_degenerate };
    return choose_rules(o->rules, arena, r, err);
}

static int fill_request(const struct table_input *in, const struct table_selection_options *o,
                        const struct study *s, struct selection_request *r, struct table *t,
                        struct err *err)
{
    struct select_pool pool;
    struct select_detail *details = NULL;
    struct run_set set = tables_all_runs(s, in->arena);
    int rc = load_sample_details(in->db, s, r->tail, in->arena, &details, err);
    if (rc == 0 && r->identity != IDENTITY_BYTES)
        rc = load_sample_identities(in->db, s, r->identity, in->arena, details, err);
    if (rc == 0)
        rc = select_pool_build(&set, o->step, r->options.rule, details, r->length_exponent,
                               in->arena, &pool, err);
    if (rc < 0)
        return rc;
    r->pool = &pool;
    r->study = s;
    rc = selection_fill(in, o->part, r, t, err);
    if (rc < 0)
        return rc;
    table_note(t, "samples of %s", tables_step_text(o->step, in->arena));
    tables_note_rule(t, r->options.rule);
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_selection_options *o = options;
    const struct study *s;
    struct resampling resample;
    struct selection_request request = { 0 };
    struct table t;
    int rc = tables_resampling(&o->resample, &resample, err);
    if (rc == 0)
        rc = read_request(o, &resample, in->arena, &request, err);
    if (rc == 0)
        rc = tables_study_against(in, &s, err);
    if (rc == 0)
        rc = tables_need_all_speedups(s, err);
    if (rc < 0)
        return rc;
    bool five = o->part == SELECTION_RULES && o->rules == NULL && !o->more;
    rc = five ? fill_five(in, o, s, resample.level, &t, err)
              : fill_request(in, o, s, &request, &t, err);
    if (rc < 0)
        return rc;
    tables_note_runs(&t, s);
    *out = t;
    return 0;
}

static const char *const parts[] = { "rules",       "budget",      "applicability",
                                     "calibration", "correlation", NULL };

#define AT(member) offsetof(struct table_selection_options, member)
static const struct table_option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    { "step", OPTION_STEP, AT(step), "STEP", "step of an adapting run: a number, boa or all",
      NULL },
    { "rules", OPTION_LIST, AT(rules), "NAME,...", "more rules and columns: all, or by name",
      NULL },
    { "table", OPTION_CHOICE, AT(part), "NAME",
      "rules, budget, applicability, calibration or correlation", parts },
    { "m", OPTION_INT, AT(m), "M", "samples that the rules of m evaluate; last m of the budget",
      NULL },
    { "tail", OPTION_REAL, AT(tail), "SHARE", "of the tokens, for the tail mean", NULL },
    { "length-exponent", OPTION_REAL, AT(length_exponent), "A", "length-normalised: sum / tokens^A",
      NULL },
    { "identity", OPTION_TEXT, AT(identity), "LEVEL",
      "when code is the same, for majority-hash: bytes, stripped, renamed, ptx or artifact", NULL },
    { "quantiles", OPTION_INT, AT(n_quantiles), "N", "of surprisal, for the calibration", NULL },
    { "skip-degenerate", OPTION_FLAG, AT(skip_degenerate), NULL,
      "leave out cells where rules cannot differ", NULL },
    TABLE_RULE_OPTIONS(struct table_selection_options),
    TABLE_RESAMPLE_OPTIONS(struct table_selection_options),
};

const struct table_kind table_selection = {
    .command = "analyze selection",
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_selection_options){ STANDARD_selection },
                 sizeof(struct table_selection_options) },
    .make = make,
};
