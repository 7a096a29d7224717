#include "analysis/tables/compare/table_selection.h"

#include <math.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/load/load_details.h"
#include "analysis/select/select_calibration.h"
#include "analysis/select/select_study.h"
#include "analysis/select/selection.h"
#include "analysis/tables/table_common.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

/*
 * The tables of table_selection.h beyond its five rules.
 */

struct selection_request {
    const struct select_pool *pool;
    const struct study *study;
    struct select_options options;
    const struct select_strategy **rules;
    size_t n_rules;
    size_t identity;        /* level of code_set.h at which code is equal */
    double tail;            /* share of tokens */
    double length_exponent; /* of length-normalised surprisal */
    size_t n_quantiles;
    int threads; /* 0: one a core */
};

#define ONE_TASK "one task: it says nothing of others"
#define NO_CELL  "no cell that the rule can be applied to"
#define NO_PICK  "no working pick"

/* --- rules --- */

static const struct table_column rules_columns[] = {
    { "rule", 0 },
    { "fast_1", 4 },
    { "count", 4 },
    { "n_cells", 0 },
    { "ci_low", 4 },
    { "ci_high", 4 },
    { "interval", 0 },
    { "n_picked", 0 },
    { "tie_share", 4 },
    { "geomean_speedup", 4 },
    { "mean_speedup", 4 },
    { "p_vs_random", 4 },
    { "random_count", 4 },
    { "domain", 0 },
    { "m", 0 },
    { "success", 4 },
    { "mean_log_regret", 4 },
    { "percentile", 4 },
    { "random_m_count", 4 },
    { "lift_vs_random_m", 4 },
    { "p_vs_random_m", 4 },
    { "p_rank_vs_random_m", 4 },
    { "rank_engine", 0 },
    { "n_undefined", 0 },
};

static void note_kernels(struct table *t)
{
    table_note(
        t,
        "kernels repeat: p_vs_random, p_vs_random_m are the larger of that chance and of the "
        "chance under a random order of a task's distinct kernels, common to its runs, "
        "whose first samples are taken (monte-carlo, %d orders a task)",
        SELECT_KERNEL_DRAWS);
}

static void put_tests(struct table *t, struct cell *c, const struct select_result *r)
{
    bool oracle = r->strategy->width == WIDTH_ALL;
    const char *self = oracle                                 ? "an oracle: it evaluates all"
                       : r->strategy->measure == MEASURE_NONE ? "the rule itself"
                                                              : NO_CELL;
    bool several = !oracle && r->strategy->width != WIDTH_ONE;
    c[11] = tables_real(t, r->p_random, several ? "it evaluates several: p_vs_random_m" : self);
    c[12] = r->n_cells == 0 ? cell_na(t, NO_CELL) : cell_real(r->random_count);
    c[18] = r->n_cells == 0 ? cell_na(t, NO_CELL) : cell_real(r->random_m_count);
    c[19] = tables_real(t, r->lift, "random has no fast pick");
    c[20] = tables_real(t, r->p_random_m, self);
    const char *no_rank = !r->kernels_shared || oracle || r->strategy->measure == MEASURE_NONE
                              ? self
                              : "runs of a task share kernels: their ranks are not independent";
    c[21] = tables_real(t, r->rank.p, no_rank);
    c[22] = isnan(r->rank.p) ? cell_na(t, no_rank)
                             : cell_text(t, r->rank.exact ? "exact" : "asymptotic");
}

static void put_rule(struct table *t, const struct select_result *r)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, r->strategy->name);
    c[1] = tables_real(t, r->fast, NO_CELL);
    c[2] = r->n_cells == 0 ? cell_na(t, NO_CELL) : cell_real(r->count);
    c[3] = cell_int((int64_t)r->n_cells);
    tables_put_interval(t, &c[4], r->ci, isnan(r->ci.low) ? INTERVAL_NONE : r->interval,
                        r->n_cells == 0 ? NO_CELL : ONE_TASK);
    c[7] = cell_int((int64_t)r->n_picked);
    c[8] =
        r->n_picked == 0 ? cell_na(t, NO_CELL) : cell_real((double)r->n_tied / (double)r->n_picked);
    c[9] = tables_real(t, r->geomean_speedup, NO_PICK);
    c[10] = tables_real(t, r->mean_speedup, NO_PICK);
    c[13] = cell_text(t, select_domain_name(r->strategy->deployable));
    c[14] = r->m == 0 ? cell_na(t, "all of them") : cell_int((int64_t)r->m);
    c[15] = tables_real(t, r->success, NO_CELL);
    c[16] = tables_real(t, r->mean_log_regret, NO_PICK);
    c[17] = tables_real(t, r->percentile, NO_CELL);
    put_tests(t, c, r);
    c[23] = cell_int((int64_t)r->n_undefined);
}

static void note_pool(struct table *t, const struct selection_request *r)
{
    size_t degenerate = 0;
    for (size_t i = 0; i < r->pool->n_cells; i++)
        degenerate += r->pool->cells[i].degenerate != NULL;
    table_note(t,
               "%zu (task, run) cells; in %zu of them no rule can differ from random "
               "(--table applicability says why)%s",
               r->pool->n_cells, degenerate,
               r->options.skip_degenerate ? ": left out" : ": they are in the table");
    if (r->pool->n_untimed > 0)
        table_note(t,
                   "%zu correct samples without a speedup are no candidates; among all "
                   "samples they count as failures",
                   r->pool->n_untimed);
}

static void note_identity(struct table *t, const struct selection_request *r)
{
    table_note(t, "code is the same when equal at level %s (--identity)",
               code_level_name(r->identity));
}

static int fill_rules(const struct table_input *in, const struct selection_request *r,
                      struct table *t, struct err *err)
{
    (void)err;
    table_init(t, in->arena, "rollbook.analyze.selection.rules/1", rules_columns,
               ARRAY_LEN(rules_columns));
    struct select_result *results = arena_array(in->arena, r->n_rules, sizeof(*results));
    select_strategy_results(r->pool, r->rules, r->n_rules, &r->options, r->threads, results);
    bool repeat = false;
    for (size_t i = 0; i < r->n_rules; i++) {
        struct select_result x = results[i];
        repeat = repeat || x.kernels_repeat;
        put_rule(t, &x);
        table_note(t, "%s: %s", x.strategy->name, x.strategy->summary);
        if (x.n_undefined > 0)
            table_note(t, "%s: %zu cells are left out because samples lack %s", x.strategy->name,
                       x.n_undefined, x.strategy->needs);
    }
    note_pool(t, r);
    table_note(t, "domain correct: the rule ranks correct, timed samples; cells without one count "
                  "as failures.  domain all: it ranks before the correctness check and evaluates "
                  "m samples");
    table_note(t, "ties: exact expectation over the tied samples; speedups, regret ln(best of the "
                  "cell / pick): over working picks; percentile: mid-rank of the pick among the "
                  "domain, 0.5 for a random choice of one");
    table_note(t,
               "p_vs_random, p_vs_random_m: exact P(a uniform choice of one, of m, gives as "
               "many fast cells or more), Poisson-binomial; p_rank_vs_random_m: the same for "
               "the sum of within-cell ranks, by convolution; one-sided; cells independent; where "
               "ties leave the pick open, p is the mean over the ways to break them");
    if (repeat)
        note_kernels(t);
    tables_note_few(t, r->study->n_tasks);
    table_note(t, "tail: the %g of the tokens with the lowest log-probs; A = %g", r->tail,
               r->length_exponent);
    note_identity(t, r);
    return 0;
}

/* --- budget --- */

static const struct table_column budget_columns[] = {
    { "rule", 0 },   { "domain", 0 },       { "m", 0 },       { "success", 4 },
    { "fast_1", 4 }, { "mean_speedup", 4 }, { "n_cells", 0 }, { "area_fast_1", 4 },
};

static size_t largest_cell(const struct select_pool *pool, bool deployable)
{
    size_t most = 0;
    for (size_t i = 0; i < pool->n_cells; i++) {
        size_t n = deployable ? pool->cells[i].n : pool->cells[i].n_correct;
        most = n > most ? n : most;
    }
    return most;
}

static void put_budget(struct table *t, const struct selection_request *r,
                       const struct select_strategy *s)
{
    struct select_strategy wide = *s;
    struct select_options o = r->options;
    double sum = 0.0;
    size_t most = largest_cell(r->pool, s->deployable);
    wide.width = WIDTH_M;
    for (size_t m = 1; m <= r->options.m && m <= most; m++) {
        o.m = m;
        struct select_result x = select_strategy_result(r->pool, &wide, &o);
        struct cell *c = table_row(t);
        sum += x.fast;
        c[0] = cell_text(t, s->name);
        c[1] = cell_text(t, select_domain_name(s->deployable));
        c[2] = cell_int((int64_t)m);
        c[3] = tables_real(t, x.success, NO_CELL);
        c[4] = tables_real(t, x.fast, NO_CELL);
        c[5] = tables_real(t, x.mean_speedup, NO_PICK);
        c[6] = cell_int((int64_t)x.n_cells);
        c[7] = tables_real(t, sum / (double)m, NO_CELL);
    }
}

static int fill_budget(const struct table_input *in, const struct selection_request *r,
                       struct table *t, struct err *err)
{
    (void)err;
    table_init(t, in->arena, "rollbook.analyze.selection.budget/1", budget_columns,
               ARRAY_LEN(budget_columns));
    for (size_t i = 0; i < r->n_rules; i++) {
        /* A rule appears once however many it is defined to evaluate. */
        bool seen = r->rules[i]->width == WIDTH_ALL;
        for (size_t j = 0; j < i; j++)
            seen = seen || (r->rules[j]->measure == r->rules[i]->measure &&
                            r->rules[j]->deployable == r->rules[i]->deployable &&
                            (r->rules[j]->sign > 0) == (r->rules[i]->sign > 0));
        if (!seen)
            put_budget(t, r, r->rules[i]);
    }
    note_pool(t, r);
    table_note(t, "the fastest of the m samples that the rule puts first; area_fast_1: mean of "
                  "fast_1 over 1 .. m; cells with fewer than m samples evaluate all of them");
    return 0;
}

/* --- applicability --- */

static const struct table_column applicability_columns[] = {
    { "run", 0 },
    { "task", 0 },
    { "n_samples", 0 },
    { "n_correct", 0 },
    { "n_fast", 0 },
    { "n_distinct_code", 0 },
    { "n_distinct_logprob", 0 },
    { "sd_mean_logprob", 4 },
    { "degenerate", 0 },
    { "reason", 0 },
};

static int fill_applicability(const struct table_input *in, const struct selection_request *r,
                              struct table *t, struct err *err)
{
    (void)err;
    table_init(t, in->arena, "rollbook.analyze.selection.applicability/1", applicability_columns,
               ARRAY_LEN(applicability_columns));
    for (size_t i = 0; i < r->pool->n_cells; i++) {
        const struct select_cell *x = &r->pool->cells[i];
        struct cell *c = table_row(t);
        c[0] = cell_text(t, r->study->runs[x->run].name);
        c[1] = cell_text(t, r->study->tasks[x->task].task);
        c[2] = cell_int((int64_t)x->n);
        c[3] = cell_int((int64_t)x->n_correct);
        c[4] = cell_int((int64_t)x->n_fast);
        c[5] = x->n_distinct == 0 ? cell_na(t, "no correct sample, or code not stored")
                                  : cell_int((int64_t)x->n_distinct);
        c[6] = cell_int((int64_t)x->n_distinct_lp);
        c[7] = tables_real(t, x->sd_logprob, "fewer than two correct samples with log-probs");
        c[8] = cell_bool(x->degenerate != NULL);
        c[9] = x->degenerate == NULL ? cell_na(t, "rules can differ") : cell_text(t, x->degenerate);
    }
    note_pool(t, r);
    table_note(t, "over correct, timed samples; sd: ddof 1");
    note_identity(t, r);
    return 0;
}

/* --- calibration --- */

static const struct table_column calibration_columns[] = {
    { "scope", 0 },           { "quantile", 0 },       { "n", 0 },
    { "n_fast", 0 },          { "fast_1", 4 },         { "ci_low", 4 },
    { "ci_high", 4 },         { "interval", 0 },       { "mean_speedup", 4 },
    { "geomean_speedup", 4 }, { "mean_surprisal", 4 }, { "mean_tokens", 4 },
};

static void put_bins(struct table *t, const char *scope, const struct select_bin *bins, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct select_bin *b = &bins[i];
        struct cell *c = table_row(t);
        c[0] = cell_text(t, scope);
        c[1] = cell_int((int64_t)i + 1);
        c[2] = cell_int((int64_t)b->n);
        c[3] = cell_int((int64_t)b->n_fast);
        c[4] = tables_real(t, b->fast, "empty");
        tables_put_interval(t, &c[5], b->ci, isnan(b->ci.low) ? INTERVAL_NONE : b->interval,
                            b->n == 0 ? "empty" : ONE_TASK);
        c[8] = tables_real(t, b->mean_speedup, "empty");
        c[9] = tables_real(t, b->geomean_speedup, "empty");
        c[10] = tables_real(t, b->mean_surprisal, "empty");
        c[11] = tables_real(t, b->mean_tokens, "no token counts");
    }
}

static int fill_calibration(const struct table_input *in, const struct selection_request *r,
                            struct table *t, struct err *err)
{
    (void)err;
    struct select_bin *bins = arena_array(in->arena, r->n_quantiles, sizeof(*bins));
    table_init(t, in->arena, "rollbook.analyze.selection.calibration/1", calibration_columns,
               ARRAY_LEN(calibration_columns));
    select_calibrate(r->pool, true, r->options.rule, r->n_quantiles, r->options.level, in->arena,
                     bins);
    put_bins(t, "within-task", bins, r->n_quantiles);
    select_calibrate(r->pool, false, r->options.rule, r->n_quantiles, r->options.level, in->arena,
                     bins);
    put_bins(t, "pooled", bins, r->n_quantiles);
    table_note(t, "correct, timed samples with a log-prob; quantile 1: highest surprisal (minus "
                  "mean log-prob, nats a token); equal log-probs share a quantile");
    table_note(t, "within-task: quantiles of each (run, task), then put together; pooled: tasks "
                  "differ in length and difficulty, which shows as calibration here");
    table_note(t, "interval: clopper-pearson over samples; samples of one task are not "
                  "independent");
    return 0;
}

/* --- correlation --- */

static const struct table_column correlation_columns[] = {
    { "scope", 0 },    { "quantity", 0 }, { "held_fixed", 0 }, { "rho", 4 },
    { "p", 4 },        { "n", 0 },        { "ci_low", 4 },     { "ci_high", 4 },
    { "interval", 0 }, { "n_cells", 0 },  { "reading", 0 },
};

static const char *reading(double rho)
{
    if (rho > 0.0)
        return "high surprisal goes with fast";
    return rho < 0.0 ? "low surprisal goes with fast" : "neither";
}

static void put_pooled(struct table *t, const char *quantity, const char *fixed,
                       const struct stat_correlation *x, bool is_reading)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, "pooled");
    c[1] = cell_text(t, quantity);
    c[2] = cell_text(t, fixed);
    c[3] = tables_real(t, x->r, "constant, or determined by the length");
    c[4] = cell_na(t, "samples of a task are not independent");
    c[5] = cell_int((int64_t)x->n);
    c[6] = c[7] = c[8] = cell_na(t, "samples of a task are not independent");
    c[9] = cell_na(t, "over samples");
    c[10] = is_reading && !isnan(x->r) ? cell_text(t, reading(x->r)) : cell_na(t, "no reading");
}

static void put_within(struct table *t, const char *fixed, const struct stat_fisher *x)
{
    const char *reason = "no task with enough samples that vary";
    struct cell *c = table_row(t);
    c[0] = cell_text(t, "within-task");
    c[1] = cell_text(t, "surprisal_speedup");
    c[2] = cell_text(t, fixed);
    c[3] = tables_real(t, x->r, reason);
    const char *few = isnan(x->r) ? reason : "one task, or tasks that all agree";
    c[4] = tables_real(t, x->p, few);
    c[5] = cell_int((int64_t)x->n);
    c[6] = tables_real(t, x->ci.low, few);
    c[7] = tables_real(t, x->ci.high, few);
    c[8] = isnan(x->ci.low) ? cell_na(t, few) : cell_text(t, "fisher-z");
    c[9] = cell_int((int64_t)x->n_groups);
    c[10] = isnan(x->r) ? cell_na(t, reason) : cell_text(t, reading(x->r));
}

static int fill_correlation(const struct table_input *in, const struct selection_request *r,
                            struct table *t, struct err *err)
{
    struct select_correlation x;
    int rc = select_correlate(r->pool, r->options.level, in->arena, &x, err);
    if (rc < 0)
        return err_context(err, "correct samples with log-probs and token counts");
    table_init(t, in->arena, "rollbook.analyze.selection.correlation/1", correlation_columns,
               ARRAY_LEN(correlation_columns));
    put_pooled(t, "surprisal_speedup", "nothing", &x.pooled, true);
    put_pooled(t, "surprisal_speedup", "tokens", &x.pooled_partial, true);
    put_pooled(t, "tokens_speedup", "nothing", &x.tokens_speedup, false);
    put_pooled(t, "tokens_surprisal", "nothing", &x.tokens_surprisal, false);
    put_within(t, "nothing", &x.within);
    put_within(t, "tokens", &x.within_partial);
    table_note(t, "Spearman's rho over correct, timed samples; surprisal: minus mean log-prob, so "
                  "a negative rho means that likely kernels are fast");
    table_note(t,
               "pooled: no p, since samples of a task, and copies of a kernel, are not "
               "independent; within-task: over distinct kernels, the mean of their copies, "
               "Fisher's z of each (run, task), weights n - 3 (n - 4), "
               "p and interval by Student's t over tasks, whose runs count as one; a rho of 1 or "
               "-1 enters halfway to the next value that so many ranks can give");
    table_note(t,
               "%zu cells are left out of the raw and %zu of the partial combination: too few "
               "samples, or constant",
               x.within.n_left_out, x.within_partial.n_left_out);
    return 0;
}

/* Fills t with a part. */
static int selection_fill(const struct table_input *in, enum selection_part part,
                          const struct selection_request *r, struct table *t, struct err *err)
{
    switch (part) {
    case SELECTION_RULES:
        return fill_rules(in, r, t, err);
    case SELECTION_BUDGET:
        return fill_budget(in, r, t, err);
    case SELECTION_APPLICABILITY:
        return fill_applicability(in, r, t, err);
    case SELECTION_CALIBRATION:
        return fill_calibration(in, r, t, err);
    case SELECTION_CORRELATION:
        return fill_correlation(in, r, t, err);
    }
    return 0;
}

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
    tables_put_interval(t, &c[L_LOW], r->ci, isnan(r->ci.low) ? INTERVAL_NONE : r->interval,
                        r->n_cells == 0 ? reason : ONE_TASK);
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
                           const struct table_selection_options *o, size_t n_runs, size_t n_tasks)
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
    table_note(t, "interval: clopper-pearson with one cell a task, from the whole numbers around a "
                  "fractional count; with several, which share what the task is like, student-t "
                  "over tasks on the logit");
    table_note(t, "p_vs_random, p_vs_random_m: exact P(uniform picks of one, of the fastest of m, "
                  "among the correct give as many fast ones or more), Poisson-binomial over cells; "
                  "one-sided; where ties leave the pick open, p is the mean over the ways to break "
                  "them");
    if (sel->rows[SELECT_SURPRISAL].kernels_repeat)
        note_kernels(t);
    tables_note_few(t, n_tasks);
}

/* The five rules in their own table, which reports and scripts read. */
static int fill_five(const struct table_input *in, const struct table_selection_options *o,
                     const struct study *s, double level, struct table *t, struct err *err)
{
    struct selection sel;
    struct run_set set = tables_all_runs(s, in->arena);
    struct select_detail *details = NULL;
    int rc = load_sample_details(in->db, s, o->tail, in->arena, &details, err);
    if (rc == 0)
        rc = selection_table(&set, o->step, o->rule, level, details, in->arena, &sel, err);
    if (rc < 0)
        return rc;
    table_init(t, in->arena, "rollbook.analyze.selection/1", selection_columns, L_COLUMNS);
    for (int i = 0; i < SELECT_RULE_COUNT; i++)
        put_selection(t, &sel.rows[i]);
    note_selection(t, &sel, o, s->n_runs, s->n_tasks);
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
