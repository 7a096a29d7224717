#include "analysis/tables/picks/table_selection.h"

#include <math.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/from_store/load_codes.h"
#include "analysis/select/select_against.h"
#include "analysis/select/select_calibration.h"
#include "analysis/select/select_study.h"
#include "analysis/select/selection.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"

struct selection_request {
    const struct select_pool *pool;
    const struct select_pool *in_sample; /* for --step boa */
    const struct study *study;
    struct select_options options;
    const struct select_strategy **rules;
    size_t n_rules;
    const struct select_strategy *against; /* NULL: random choice */
    uint64_t seed;
    size_t identity;        /* level of code_set.h */
    double tail;            /* share of tokens */
    double length_exponent; /* of length-normalised surprisal */
    double near;            /* sd of log-probs that counts as none */
    size_t n_quantiles;
    int threads; /* 0: one a core */
};

#define ONE_TASK "one task: it says nothing of others"
#define ONE_RUN  "fewer than two runs"
#define NO_CELL  "no cell that the rule can be applied to"
#define NO_PICK  "no working pick"

/* Cells, and those where no rule can differ. */
static void selection_note_pool(struct table *t, const struct selection_request *r)
{
    size_t degenerate = 0;
    for (size_t i = 0; i < r->pool->n_cells; i++)
        degenerate += r->pool->cells[i].degenerate != NULL;
    table_note(t,
               "%zu (task, run) cells; in %zu of them no rule can differ from random (--table "
               "applicability says why)%s",
               r->pool->n_cells, degenerate,
               r->options.skip_degenerate ? ": left out" : ": they are in the table");
    if (r->pool->n_untimed > 0)
        table_left_out(t,
                       "%zu correct samples without a speedup are not candidates; among all "
                       "samples they count as failures",
                       r->pool->n_untimed);
}

static void selection_note_identity(struct table *t, const struct selection_request *r)
{
    table_note(t, "code is the same when equal at level %s (--identity)",
               code_level_name(r->identity));
}

#define NO_LOGPROB "no cell with the log-probs that the rule needs"

/*
 * --table budget: what a rule finds when it may evaluate 1, 2, ... m samples.  Rules that differ
 * only in how many they evaluate are one row here.
 */
static const struct table_column budget_columns[] = {
    { "rule", 0, COLUMN_TEXT, "name of the rule" },
    { "domain", 0, COLUMN_TEXT, "correct, or all samples before any check",
      .words = "correct|all" },
    { "m", 0, COLUMN_INT, "samples that are evaluated" },
    { "success", 4, COLUMN_REAL, "expected share of cells with a working pick", NO_CELL },
    { "fast_1", 4, COLUMN_REAL, "share of fast ones", NO_CELL },
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", "no working pick" },
    { "n_cells", 0, COLUMN_INT, "(run, task) cells" },
    { "area_fast_1", 4, COLUMN_REAL, "mean of fast_1 over 1 .. m", NO_CELL },
};

static const struct table_shape budget_shape = {
    .schema = "rollbook.analyze.selection.budget/1",
    .asked = "--table budget",
    .rows = "selection rules by samples evaluated",
    SHAPE_COLUMNS(budget_columns),
    .formulas = { "success and fast_1 at $m$: as --table rules with the rule evaluating its first "
                  "$m$ samples",
                  "area_fast_1 $= \\frac{1}{m} \\sum_{i=1}^{m} \\mathrm{fast}_1(i)$" },
    .references = { PAPER, CHEN },
    .denominator = "cells; a cell with fewer than m samples evaluates all of them",
    .n = "column n_cells; m: samples evaluated in each",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
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
    table_begin(t, in->arena, &budget_shape);
    for (size_t i = 0; i < r->n_rules; i++) {
        /* A rule has one row, whatever it evaluates. */
        bool seen = r->rules[i]->width == WIDTH_ALL;
        for (size_t j = 0; j < i; j++)
            seen = seen || (r->rules[j]->measure == r->rules[i]->measure &&
                            r->rules[j]->deployable == r->rules[i]->deployable &&
                            (r->rules[j]->sign > 0) == (r->rules[i]->sign > 0));
        if (!seen)
            put_budget(t, r, r->rules[i]);
    }
    selection_note_pool(t, r);
    table_reading(
        t,
        "fast_1: share of (task, run) cells where one of the first m samples of the rule is fast");
    table_note(t, "the fastest of the m samples that the rule puts first. area_fast_1: mean of "
                  "fast_1 over 1 .. m; cells with fewer than m samples evaluate all of them");
    return 0;
}

/*
 * --table applicability: where no rule can differ from random choice, because a cell has fewer than
 * two right samples, or all of them are alike.
 */
static const struct table_column applicability_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "task", 0, COLUMN_TEXT, "short name of the task, or \"all\"" },
    { "n_samples", 0, COLUMN_INT, "samples of the cell" },
    { "n_correct", 0, COLUMN_INT, "correct, timed ones" },
    { "n_fast", 0, COLUMN_INT, "fast ones" },
    { "n_distinct_code", 0, COLUMN_INT, "different kernels among the correct",
      "no correct sample, or code not stored" },
    { "n_distinct_logprob", 0, COLUMN_INT, "different mean log-probs among the correct" },
    { "sd_mean_logprob", 4, COLUMN_REAL, "standard deviation of their mean log-probs",
      "fewer than two correct samples with log-probs", .unit = "nats" },
    { "near_identical", 0, COLUMN_BOOL, "sd_mean_logprob is at most --near",
      "fewer than two correct samples with log-probs" },
    { "degenerate", 0, COLUMN_BOOL, "no rule can differ from random here" },
    { "reason", 0, COLUMN_TEXT, "why", "rules can differ" },
};

static const struct table_shape applicability_shape = {
    .schema = "rollbook.analyze.selection.applicability/1",
    .asked = "--table applicability",
    .rows = "where selection rules can differ",
    SHAPE_COLUMNS(applicability_columns),
    .formulas = { "sd_mean_logprob = standard deviation (ddof 1) of the mean log-probs of the "
                  "correct samples",
                  "degenerate: fewer than two correct samples, one code or one log-prob, or all of "
                  "them fast or none: there every rule equals random choice" },
    .references = { PAPER },
    .denominator = "correct, timed samples of a (run, task) cell",
    .n = "columns n_samples, n_correct, n_fast",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
};

/* A task is nearly identical where every cell of it is that has a spread. */
static const char *near_text(const struct selection_request *r, struct arena *arena)
{
    size_t n = r->pool->study->n_tasks, cells = 0, near = 0, tasks = 0, near_tasks = 0;
    size_t *known = arena_array(arena, 2 * n + 1, sizeof(*known)), *small = known + n;
    for (size_t i = 0; i < r->pool->n_cells; i++) {
        const struct select_cell *x = &r->pool->cells[i];
        if (isnan(x->sd_logprob))
            continue;
        known[x->task]++;
        small[x->task] += x->sd_logprob <= r->near;
        cells++;
        near += x->sd_logprob <= r->near;
    }
    for (size_t t = 0; t < n; t++) {
        tasks += known[t] > 0;
        near_tasks += known[t] > 0 && small[t] == known[t];
    }
    return arena_printf(
        arena,
        "log-probs with an sd of at most %g nats per token: %zu of %zu cells, %zu of %zu tasks",
        r->near, near, cells, near_tasks, tasks);
}

static int fill_applicability(const struct table_input *in, const struct selection_request *r,
                              struct table *t, struct err *err)
{
    (void)err;
    table_begin(t, in->arena, &applicability_shape);
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
        c[8] = isnan(x->sd_logprob) ? cell_na(t, "fewer than two correct samples with log-probs")
                                    : cell_bool(x->sd_logprob <= r->near);
        c[9] = cell_bool(x->degenerate != NULL);
        c[10] =
            x->degenerate == NULL ? cell_na(t, "rules can differ") : cell_text(t, x->degenerate);
    }
    selection_note_pool(t, r);
    table_reading(t,
                  "spread of speedups and log-probs over correct, timed samples of each cell; %s",
                  near_text(r, t->arena));
    table_note(t, "over correct, timed samples; sd: ddof 1");
    selection_note_identity(t, r);
    return 0;
}

/*
 * --table calibration: whether surprising samples are fast, by quantiles of surprisal.  Ranks
 * within a task are comparable between tasks, and pooled surprisals are not, so both are shown.
 */
static const struct table_column calibration_columns[] = {
    { "scope", 0, COLUMN_TEXT, "within-task or pooled" },
    { "quantile", 0, COLUMN_INT, "1 is the highest surprisal" },
    { "n", 0, COLUMN_INT, "samples of the quantile" },
    { "n_fast", 0, COLUMN_INT, "fast ones" },
    { "fast_1", 4, COLUMN_REAL, "share of fast ones", "empty" },
    INTERVAL_COLUMNS("", "", "empty"),
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", "empty" },
    { "geomean_speedup", 4, COLUMN_REAL, "exp of the mean log speedup", "empty" },
    { "mean_surprisal", 4, COLUMN_REAL, "minus mean log-prob, nats per token", "empty",
      .unit = "nats/token" },
    { "mean_tokens", 4, COLUMN_REAL, "mean number of tokens", "no token counts", .unit = "tokens" },
};

static const struct table_shape calibration_shape = {
    .schema = "rollbook.analyze.selection.calibration/1",
    .asked = "--table calibration",
    .rows = "shares by quantile of surprisal",
    SHAPE_COLUMNS(calibration_columns),
    .formulas = { "quantile $= \\operatorname{floor}\\left(Q \\frac{r - 1/2}{n}\\right)$ of $Q$ "
                  "for a mid-rank $r$ of surprisal, 1 the highest surprisal; fast_1 $= "
                  "n_{\\text{fast}} / n$ of the quantile",
                  "within-task: ranks within each (run, task), then put together; pooled: over "
                  "all" },
    .references = { PAPER, BROWN },
    .denominator = "correct, timed samples with a log-prob, in the quantile",
    .n = "columns n and n_fast",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details" },
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
    table_begin(t, in->arena, &calibration_shape);
    select_calibrate(r->pool, true, &r->options, r->n_quantiles, in->arena, bins);
    put_bins(t, "within-task", bins, r->n_quantiles);
    select_calibrate(r->pool, false, &r->options, r->n_quantiles, in->arena, bins);
    put_bins(t, "pooled", bins, r->n_quantiles);
    table_reading(t, "fast_1 of samples by quantile of surprisal, 1 is the most surprising; tasks "
                     "are the units");
    table_note(t, "correct, timed samples with a log-prob. quantile 1: highest surprisal (minus "
                  "mean log-prob, nats per token); equal log-probs share a quantile");
    table_note(t, "within-task: quantiles of each (run, task), then put together; pooled: tasks "
                  "differ in length and difficulty, which shows as calibration here");
    table_note(t, "interval: samples of one task are not independent: student-t over tasks in "
                  "Wilson's form, clopper-pearson with one sample per task");
    tables_note_few(t, r->study->n_tasks);
    return 0;
}

/*
 * --table correlation: surprisal against speedup, and the same with the length held fixed, because
 * both may follow from the length of an answer.
 */
static const struct table_column correlation_columns[] = {
    { "scope", 0, COLUMN_TEXT, "within-task or pooled" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "held_fixed", 0, COLUMN_TEXT, "nothing or tokens" },
    { "rho", 4, COLUMN_REAL, "Spearman's coefficient", "no task with enough samples that vary" },
    { "p", 4, COLUMN_REAL, "p-value",
      "samples of a task are not independent; or one task, or tasks that all agree" },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
    INTERVAL_COLUMNS("", "",
                     "samples of a task are not independent; or one task, or tasks that all agree"),
    { "n_cells", 0, COLUMN_INT, "cells combined", "over samples" },
    { "reading", 0, COLUMN_TEXT, "the interval in words: a direction only if it excludes 0",
      "samples of a task are not independent, or no task has enough samples that vary, or one "
      "task, or all tasks agree" },
};

static const struct table_shape correlation_shape = {
    .schema = "rollbook.analyze.selection.correlation/1",
    .asked = "--table correlation",
    .rows = "surprisal and speedup, controlled for length",
    SHAPE_COLUMNS(correlation_columns),
    .formulas = { "$\\rho$: Spearman's coefficient from doubled integer ranks; partial: "
                  "$\\frac{r_{xy} - r_{xz} r_{yz}}{\\sqrt{(1 - r_{xz}^2)(1 - r_{yz}^2)}}$ of the "
                  "ranks, $z$ = tokens",
                  "p: $t = r \\sqrt{\\mathit{df} / (1 - r^2)}$, $\\mathit{df} = n - 2$, or $n - 3$ "
                  "when controlled for tokens",
                  "within-task: Fisher's $z$ of each (run, task), weights $n - 3$ ($n - 4$ "
                  "partial), normal" },
    .references = { FISHER, KENDALL, PAPER },
    .denominator = "correct, timed samples with log-prob and token count",
    .n = "column n: samples; n_cells: cells combined",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details" },
};

/* A direction is said where the interval over tasks shows one. */
static const char *reading(struct interval ci)
{
    if (ci.low > 0.0)
        return "high surprisal goes with fast";
    return ci.high < 0.0 ? "low surprisal goes with fast" : "no direction shown";
}

static void put_pooled(struct table *t, const char *quantity, const char *fixed,
                       const struct stat_correlation *x)
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
    c[10] = cell_na(t, "samples of a task are not independent");
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
    c[10] = isnan(x->ci.low) ? cell_na(t, few) : cell_text(t, reading(x->ci));
}

static int fill_correlation(const struct table_input *in, const struct selection_request *r,
                            struct table *t, struct err *err)
{
    struct select_correlation x;
    int rc = select_correlate(r->pool, r->options.level, in->arena, &x, err);
    if (rc < 0)
        return err_context(err, "correct samples with log-probs and token counts");
    table_begin(t, in->arena, &correlation_shape);
    put_pooled(t, "surprisal_speedup", "nothing", &x.pooled);
    put_pooled(t, "surprisal_speedup", "tokens", &x.pooled_partial);
    put_pooled(t, "tokens_speedup", "nothing", &x.tokens_speedup);
    put_pooled(t, "tokens_surprisal", "nothing", &x.tokens_surprisal);
    put_within(t, "nothing", &x.within);
    put_within(t, "tokens", &x.within_partial);
    table_reading(t, "rho below 0: likely kernels are faster; within-task: mean over tasks, p and "
                     "interval over tasks");
    table_note(t, "Spearman's rho over correct, timed samples; surprisal: minus mean log-prob, so "
                  "a negative rho means that likely kernels are fast");
    table_note(
        t, "pooled: no p, since samples of a task, and copies of a kernel, are not independent. "
           "within-task: over distinct kernels, the mean of their copies, Fisher's z of each (run, "
           "task), weights n - 3 (n - 4), p and interval by Student's t over tasks, whose runs "
           "count as one. reading: by that interval; none if it contains 0");
    if (x.within.n_capped + x.within_partial.n_capped > 0)
        table_note(t,
                   "%zu cells of the raw and %zu of the partial combination have a rho nearer to 1 "
                   "or -1 than 1 - 6 / (n (n^2 - 1)), and enter there: 1 has no Fisher's z",
                   x.within.n_capped, x.within_partial.n_capped);
    table_left_out(t,
                   "%zu cells are left out of the raw and %zu of the partial combination: too few "
                   "samples, or constant",
                   x.within.n_left_out, x.within_partial.n_left_out);
    tables_note_few(t, r->study->n_tasks);
    return 0;
}

/*
 * --rules: every rule by name, with exact tests against a random choice of one and of m samples.
 * A pick is a weight over samples where ties leave it open, so that all numbers are expectations.
 */
static const struct table_column rules_columns[] = {
    { "rule", 0, COLUMN_TEXT, "name of the rule" },
    { "fast_1", 4, COLUMN_REAL, "share of fast ones", NO_CELL },
    { "count", 4, COLUMN_REAL, "expected fast cells", NO_CELL },
    { "n_cells", 0, COLUMN_INT, "(run, task) cells" },
    INTERVAL_COLUMNS("", "", NO_CELL),
    { "n_picked", 0, COLUMN_INT, "cells with something to pick from" },
    { "tie_share", 4, COLUMN_REAL, "share of picks decided among several", NO_CELL },
    { "geomean_speedup", 4, COLUMN_REAL, "exp of the mean log speedup", "no working pick" },
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", "no working pick" },
    { "p_vs_random", 4, COLUMN_REAL, "P(a random choice of one gives as many fast cells or more)",
      "it evaluates several: p_vs_random_m; or " NO_CELL },
    { "random_count", 4, COLUMN_REAL, "expected fast cells of a random choice of one", NO_CELL },
    { "domain", 0, COLUMN_TEXT, "correct, or all samples before any check",
      .words = "correct|all" },
    { "m", 0, COLUMN_INT, "samples that are evaluated", "all of them" },
    { "success", 4, COLUMN_REAL, "expected share of cells with a working pick", NO_CELL },
    { "mean_log_regret", 4, COLUMN_REAL, "ln(best of the cell / pick)", "no working pick" },
    { "percentile", 4, COLUMN_REAL, "mid-rank of the pick among its cell", NO_CELL },
    { "random_m_count", 4, COLUMN_REAL, "expected fast cells of a random choice of m", NO_CELL },
    { "lift_vs_random_m", 4, COLUMN_REAL, "count / random_m_count", "random has no fast pick" },
    { "p_vs_random_m", 4, COLUMN_REAL, "P(a random choice of m gives as many fast cells or more)",
      NO_CELL "; or the rule itself" },
    { "p_rank_vs_random_m", 4, COLUMN_REAL, "the same for the sum of within-cell ranks",
      NO_CELL "; or the rule itself" },
    { "rank_engine", 0, COLUMN_TEXT, "exact or asymptotic", NO_CELL "; or the rule itself",
      .words = "exact|asymptotic" },
    { "n_undefined", 0, COLUMN_INT,
      "cells left out because their samples lack data that the rule needs" },
    { "p_holm", 4, COLUMN_REAL, "p_vs_random_m after Holm's correction over the rules of the table",
      NO_CELL "; or the rule itself" },
    { "sd_runs", 4, COLUMN_REAL, "standard deviation over runs of each run's fast_1", ONE_RUN },
    { "fast_1_in_sample", 4, COLUMN_REAL,
      "with --step boa: fast_1 on the rollouts that selected the step, so biased upwards",
      NO_CELL },
};

static const struct table_shape rules_shape = {
    .schema = "rollbook.analyze.selection.rules/1",
    .asked = "--rules all",
    .rows = "selection rules with exact tests",
    SHAPE_COLUMNS(rules_columns),
    .n_optional = 1,
    .formulas = { "the fastest of the $m$ samples that a rule puts first; a tied last place is "
                  "drawn uniformly, so a pick is a weight over samples and every number an exact "
                  "expectation",
                  "random of $m$: fast with $1 - S(m; n, n_{\\text{fast}})$, $S(m; n, c) = "
                  "\\binom{n-c}{m} / \\binom{n}{m}$. lift $= \\mathrm{count} / "
                  "\\mathrm{random\\_m\\_count}$. regret $= \\ln \\frac{\\text{best of the "
                  "cell}}{\\text{pick}}$",
                  "percentile $= (r - \\frac{1}{2}) / n$ for a pick of mid-rank $r$ among the $n$ "
                  "of its cell",
                  "p_vs_random(_m): Poisson-binomial of the cells' chances; p_rank_vs_random_m: "
                  "convolution of the within-cell rank distributions",
                  "surprisal: mean, sum, $\\mathrm{sum} / \\mathrm{tokens}^A$, mean of the lowest "
                  "share of tokens, lowest token; majority: samples of the cell with the same code "
                  "at --identity" },
    .references = { PAPER, CHEN, BOWYER },
    .denominator = "column domain: the correct, timed samples of a cell (a cell without one "
                   "fails), or all of them before any check",
    .n = "column n_cells: (task, run) cells; cells of one task share it",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
};
#define RULES_IN_SAMPLE (ARRAY_LEN(rules_columns) - 1)

static void note_kernels(struct table *t)
{
    table_note(t,
               "kernels repeat: p_vs_random, p_vs_random_m are the larger of that chance and of "
               "the chance under a random order of a task's distinct kernels, common to its runs, "
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

/* p of rules after Holm's correction; those without a p are no part of the family. */
static const double *holm_of(const double *p, size_t n, struct arena *arena)
{
    double *kept = arena_array(arena, 2 * n + 1, sizeof(*kept)), *out = kept + n;
    double *adjusted = arena_array(arena, n + 1, sizeof(*adjusted));
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isnan(p[i]))
            kept[m++] = p[i];
    }
    stat_adjust_holm(kept, m, out, arena);
    m = 0;
    for (size_t i = 0; i < n; i++)
        adjusted[i] = isnan(p[i]) ? (double)NAN : out[m++];
    return adjusted;
}

static struct cell *put_rule(struct table *t, const struct select_result *r)
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
    return c;
}

static int fill_rules(const struct table_input *in, const struct selection_request *r,
                      struct table *t, struct err *err)
{
    (void)err;
    table_begin_with(t, in->arena, &rules_shape, r->in_sample != NULL);
    struct select_result *results = arena_array(in->arena, r->n_rules, sizeof(*results));
    select_strategy_results(r->pool, r->rules, r->n_rules, &r->options, r->threads, results);
    bool repeat = false;
    double *p = arena_array(in->arena, r->n_rules + 1, sizeof(*p));
    for (size_t i = 0; i < r->n_rules; i++)
        p[i] = results[i].p_random_m;
    const double *holm = holm_of(p, r->n_rules, in->arena);
    for (size_t i = 0; i < r->n_rules; i++) {
        struct select_result x = results[i];
        repeat = repeat || x.kernels_repeat;
        struct cell *c = put_rule(t, &x);
        c[24] = tables_real(t, holm[i], NO_CELL);
        c[25] = tables_real(t, select_sd_runs(r->pool, x.strategy, &r->options), ONE_RUN);
        if (r->in_sample != NULL)
            c[RULES_IN_SAMPLE] = tables_real(
                t, select_strategy_result(r->in_sample, r->rules[i], &r->options).fast, NO_CELL);
        table_note(t, "%s: %s", x.strategy->name, x.strategy->summary);
        if (x.n_undefined > 0)
            table_left_out(t, "%s: %zu cells are left out because samples lack %s",
                           x.strategy->name, x.n_undefined, x.strategy->needs);
    }
    selection_note_pool(t, r);
    table_reading(t, "fast_1: share of (task, run) cells whose pick is fast, failures count; "
                     "p_vs_random: against a random pick");
    table_note(
        t, "domain correct: the rule ranks correct, timed samples; cells without one count as "
           "failures.  domain all: it ranks before the correctness check and evaluates m samples");
    table_note(t, "ties: exact expectation over the tied samples; speedups, regret ln(best of the "
                  "cell / pick): over working picks. percentile: mid-rank of the pick among the "
                  "domain, 0.5 for a random choice of one");
    table_note(t,
               "p_vs_random, p_vs_random_m: exact P(a uniform choice of one, of m, gives as many "
               "fast cells or more), Poisson-binomial. p_rank_vs_random_m: the same for the sum of "
               "within-cell ranks, by convolution, one-sided, for independent cells. If ties leave "
               "the pick open, p is the mean over all ways to break them. Each rule has its own p. "
               "p_holm: p_vs_random_m after Holm's correction over the rules of the table");
    if (repeat)
        note_kernels(t);
    tables_note_few(t, r->study->n_tasks);
    table_note(t, "tail: the %g of the tokens with the lowest log-probs; A = %g", r->tail,
               r->length_exponent);
    selection_note_identity(t, r);
    return 0;
}

/*
 * --against RULE: every rule against one, over the cells to which both apply.
 */
#define NO_PAIR "no cell to which both rules apply"
#define ALIKE   "one task, or tasks that all agree"

static const struct table_column against_columns[] = {
    { "rule", 0, COLUMN_TEXT, "name of the rule" },
    { "against", 0, COLUMN_TEXT, "the rule that it is compared with" },
    { "fast_1", 4, COLUMN_REAL, "share of cells whose pick is fast, mean over tasks", NO_PAIR },
    { "fast_1_against", 4, COLUMN_REAL, "the same of the other rule", NO_PAIR },
    { "difference", 4, COLUMN_REAL, "fast_1 - fast_1_against", NO_PAIR },
    INTERVAL_COLUMNS("", " of the difference for new tasks and these runs", NO_PAIR "; or " ALIKE),
    { "p", 4, COLUMN_REAL, "two-sided sign flips over tasks", NO_PAIR },
    { "min_p", 4, COLUMN_REAL, "least p that so many tasks can give", NO_PAIR },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo", NO_PAIR,
      .words = ENGINE_WORDS },
    { "p_holm", 4, COLUMN_REAL, "p after Holm's correction over the rules of the table", NO_PAIR },
    { "cohens_h", 4, COLUMN_REAL, "2 asin(sqrt(fast_1)) - 2 asin(sqrt(fast_1_against))", NO_PAIR },
    { "new_runs_ci_low", 4, COLUMN_REAL, "lower end for new tasks and new runs",
      ONE_RUN "; or " NO_PAIR },
    { "new_runs_ci_high", 4, COLUMN_REAL, "upper end for new tasks and new runs",
      ONE_RUN "; or " NO_PAIR },
    { "p_new_runs", 4, COLUMN_REAL, "p for new tasks and new runs", ONE_RUN "; or " NO_PAIR },
    { "sd_runs", 4, COLUMN_REAL, "standard deviation over runs of each run's fast_1", ONE_RUN },
    { "sd_runs_against", 4, COLUMN_REAL, "the same of the other rule", ONE_RUN },
    { "n_tasks", 0, COLUMN_INT, "tasks, the unit of interval and test" },
    { "n_cells", 0, COLUMN_INT, "(run, task) cells to which both rules apply" },
    { "n_undefined", 0, COLUMN_INT,
      "cells left out because their samples lack data that a rule needs" },
};

static const struct table_shape against_shape = {
    .schema = "rollbook.analyze.selection.against/1",
    .asked = "--against RULE",
    .rows = "selection rules against one of them",
    SHAPE_COLUMNS(against_columns),
    .formulas = { "difference $= \\frac{1}{T} \\sum_t d_t$, $d_t$ the mean over the runs of task "
                  "$t$ of the difference of both chances that the pick is fast; ties by their "
                  "exact expectation",
                  "interval: Student's t of the $d_t$. p: every way to flip their signs. new runs: "
                  "the variance that a run has in common for all tasks is added, with "
                  "Satterthwaite's degrees of freedom",
                  "cohens_h $= 2 \\arcsin \\sqrt{p} - 2 \\arcsin \\sqrt{q}$" },
    .references = { PAPER, BOWYER },
    .denominator = "cells to which both rules apply; a cell without a candidate fails both",
    .n = "columns n_tasks and n_cells",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
};

static void put_against(struct table *t, const struct select_against *x, double holm)
{
    struct cell *c = table_row(t);
    *c++ = cell_text(t, x->rule->name);
    *c++ = cell_text(t, x->against->name);
    *c++ = tables_real(t, x->fast[0], NO_PAIR);
    *c++ = tables_real(t, x->fast[1], NO_PAIR);
    *c++ = tables_real(t, x->difference, NO_PAIR);
    c = tables_put_interval(t, c, x->these_runs,
                            isnan(x->these_runs.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                            x->n_cells == 0 ? NO_PAIR : ALIKE);
    *c++ = tables_real(t, x->flip.p, NO_PAIR);
    *c++ = tables_real(t, x->flip.min_p, NO_PAIR);
    *c++ = isnan(x->flip.p) ? cell_na(t, NO_PAIR) : cell_text(t, stat_engine_name(x->flip.engine));
    *c++ = tables_real(t, holm, NO_PAIR);
    *c++ = tables_real(t, x->cohens_h, NO_PAIR);
    const char *few = x->n_cells == 0 ? NO_PAIR : ONE_RUN;
    *c++ = tables_real(t, x->new_runs.low, few);
    *c++ = tables_real(t, x->new_runs.high, few);
    *c++ = tables_real(t, x->p_new_runs, few);
    *c++ = tables_real(t, x->sd_runs[0], ONE_RUN);
    *c++ = tables_real(t, x->sd_runs[1], ONE_RUN);
    *c++ = cell_int((int64_t)x->n_tasks);
    *c++ = cell_int((int64_t)x->n_cells);
    *c++ = cell_int((int64_t)x->n_undefined);
}

static int fill_against(const struct table_input *in, const struct selection_request *r,
                        struct table *t, struct err *err)
{
    (void)err;
    struct select_against *all = arena_array(in->arena, r->n_rules + 1, sizeof(*all));
    double *p = arena_array(in->arena, r->n_rules + 1, sizeof(*p));
    size_t n = 0;
    table_begin(t, in->arena, &against_shape);
    for (size_t i = 0; i < r->n_rules; i++) {
        if (r->rules[i] == r->against)
            continue;
        select_against_of(r->pool, r->rules[i], r->against, &r->options, r->seed, &all[n]);
        p[n] = all[n].flip.p;
        n++;
    }
    const double *holm = holm_of(p, n, in->arena);
    for (size_t i = 0; i < n; i++)
        put_against(t, &all[i], holm[i]);
    selection_note_pool(t, r);
    table_reading(t, "difference of fast_1 between two rules over the same samples; tasks are the "
                     "units");
    table_note(t,
               "interval: %g %%, for tasks like these and these runs, Student's t over tasks. p: "
               "sign flips over tasks. new_runs: for new tasks and new runs, its p at least the p "
               "of the flips. If so few tasks cannot give a p of %.2g, intervals include 0",
               100.0 * r->options.level, 1.0 - r->options.level);
    table_note(t, "sd_runs: spread of the runs' values, no interval: two runs tell little of it");
    tables_note_few(t, r->study->n_tasks);
    selection_note_identity(t, r);
    return 0;
}

static int selection_fill(const struct table_input *in, enum selection_part part,
                          const struct selection_request *r, struct table *t, struct err *err)
{
    switch (part) {
    case SELECTION_RULES:
        return r->against != NULL ? fill_against(in, r, t, err) : fill_rules(in, r, t, err);
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

/*
 * The five rules that every study shows.  Scripts and reports read this narrower table, so it keeps
 * its columns; options that the five lack bring the wider one.
 */
static const struct table_column selection_columns[] = {
    { "rule", 0, COLUMN_TEXT, "name of the rule" },
    { "fast_1", 4, COLUMN_REAL, "expected share of cells whose pick is fast", NO_LOGPROB },
    { "count", 4, COLUMN_REAL, "expected fast cells", NO_LOGPROB },
    { "n_cells", 0, COLUMN_INT, "(run, task) cells" },
    INTERVAL_COLUMNS("", "", NO_LOGPROB),
    { "n_picked", 0, COLUMN_INT, "cells with something to pick from" },
    { "tie_share", 4, COLUMN_REAL, "share of picks decided among several", NO_LOGPROB },
    { "geomean_speedup", 4, COLUMN_REAL, "exp of the mean log speedup", NO_LOGPROB },
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", NO_LOGPROB },
    { "p_vs_random", 4, COLUMN_REAL, "P(a random choice of one gives as many fast cells or more)",
      "an oracle: it evaluates all; or the rule itself" },
    { "random_count", 4, COLUMN_REAL, "expected fast cells of a random choice of one", NO_LOGPROB },
    { "m", 0, COLUMN_INT, "samples that the rule evaluates in a cell; null: all", "all of them" },
    { "p_vs_random_m", 4, COLUMN_REAL,
      "P(the fastest of a random choice of m gives as many fast cells or more)",
      NO_LOGPROB "; or an oracle: it evaluates all" },
    { "random_m_count", 4, COLUMN_REAL, "expected fast cells of a random choice of m", NO_LOGPROB },
    { "p_holm", 4, COLUMN_REAL, "p_vs_random_m after Holm's correction over the rules of the table",
      NO_LOGPROB "; or an oracle: it evaluates all" },
    { "sd_runs", 4, COLUMN_REAL, "standard deviation over runs of each run's fast_1", ONE_RUN },
    { "fast_1_in_sample", 4, COLUMN_REAL,
      "with --step boa: fast_1 on the rollouts that selected the step, so biased upwards",
      NO_LOGPROB },
};

static const struct table_shape five_shape = {
    .schema = "rollbook.analyze.selection/1",
    .rows = "the five selection rules",
    SHAPE_COLUMNS(selection_columns),
    .n_optional = 1,
    .formulas = { "fast_1 of a rule = expected share of (task, run) cells whose pick has speedup > "
                  "threshold; ties by their exact expectation",
                  "random of $m$: $1 - S(m; n_{\\text{correct}}, n_{\\text{fast}})$ with $S(m; n, "
                  "c) = \\binom{n-c}{m} / \\binom{n}{m}$",
                  "p_vs_random $= P\\left(\\sum_t X_t \\ge \\text{observed}\\right)$ of "
                  "independent $X_t$ that are 1 with chance $n_{\\text{fast},t} / "
                  "n_{\\text{correct},t}$, by exact convolution (Poisson-binomial); where kernels "
                  "repeat the larger of it and of the chance under a random order of a task's "
                  "distinct kernels, common to its runs" },
    .references = { PAPER, BOWYER },
    .denominator = "cells; a cell without a correct sample is a failure",
    .n = "column n: cells; cells of one task share it",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

/* A rule over the cells to which it applies, run by run. */
static double sd_over_runs(const struct selection *sel, enum select_rule rule, size_t n_runs,
                           struct arena *arena)
{
    double *sums = arena_array(arena, 2 * n_runs + 1, sizeof(*sums)), *n = sums + n_runs;
    size_t kept = 0;
    for (size_t i = 0; i < sel->n_cells; i++) {
        const struct selection_cell *c = &sel->cells[i];
        if (!selection_applies(c, rule))
            continue;
        sums[c->run] += c->picks[rule].defined ? c->picks[rule].fast : 0.0;
        n[c->run]++;
    }
    for (size_t r = 0; r < n_runs; r++) {
        if (n[r] > 0.0)
            sums[kept++] = sums[r] / n[r];
    }
    return kept < 2 ? (double)NAN : sqrt(stat_variance(sums, kept));
}

/* in: in sample, or NULL. */
static void put_selection(struct table *t, const struct selection_row *r,
                          const struct selection_row *in, double holm, double sd_runs)
{
    const char *reason = r->n_cells == 0 ? NO_LOGPROB : "no cell with a correct, timed sample";
    const char *itself = r->rule == SELECT_RANDOM ? "the rule itself" : reason;
    const char *oracle = "an oracle: it evaluates all";
    struct cell *c = table_row(t);
    *c++ = cell_text(t, select_rule_name(r->rule));
    *c++ = tables_real(t, r->fast, reason);
    *c++ = r->n_cells == 0 ? cell_na(t, reason) : cell_real(r->count);
    *c++ = cell_int((int64_t)r->n_cells);
    c = tables_put_interval(t, c, r->ci, isnan(r->ci.low) ? INTERVAL_NONE : r->interval,
                            r->n_cells == 0 ? reason : ONE_TASK);
    *c++ = cell_int((int64_t)r->n_picked);
    *c++ =
        r->n_picked == 0 ? cell_na(t, reason) : cell_real((double)r->n_tied / (double)r->n_picked);
    *c++ = tables_real(t, r->geomean_speedup, reason);
    *c++ = tables_real(t, r->mean_speedup, reason);
    *c++ = tables_real(t, r->p_random,
                       r->m == 0  ? oracle
                       : r->m > 1 ? "it evaluates several: p_vs_random_m"
                                  : itself);
    *c++ = r->n_cells == 0 ? cell_na(t, reason) : cell_real(r->random_count);
    *c++ = r->m == 0 ? cell_na(t, "all of them") : cell_int((int64_t)r->m);
    *c++ = tables_real(t, r->p_random_m, r->m == 0 ? oracle : itself);
    *c++ = r->n_cells == 0 ? cell_na(t, reason) : cell_real(r->random_m_count);
    *c++ = tables_real(t, holm, r->m == 0 ? oracle : itself);
    *c++ = tables_real(t, sd_runs, ONE_RUN);
    if (in != NULL)
        *c++ = tables_real(t, in->fast, reason);
}

static void note_selection(struct table *t, const struct selection *sel,
                           const struct table_selection_options *o, size_t n_runs, size_t n_tasks)
{
    size_t empty = 0;
    for (size_t i = 0; i < sel->n_cells; i++)
        empty += sel->cells[i].n_correct == 0;
    table_reading(t, "fast_1: share of (task, run) cells whose pick is fast, failures count; "
                     "p_vs_random: against a random pick");
    table_note(t,
               "fast_1: share of %zu (task, run) cells of %zu runs whose pick is fast. %zu cells "
               "without a correct, timed sample count as failures; samples of %s",
               sel->n_cells, n_runs, empty, tables_step_text(o->step, t->arena));
    tables_note_in_sample(t, o->step, "fast_1_in_sample");
    for (int i = 0; i < SELECT_RULE_COUNT; i++) {
        if (sel->rows[i].n_undefined > 0)
            table_left_out(t, "%s: %zu cells are left out because samples lack log-probs",
                           select_rule_name(sel->rows[i].rule), sel->rows[i].n_undefined);
    }
    if (sel->n_untimed > 0)
        table_left_out(t, "%zu correct samples without a speedup are not candidates",
                       sel->n_untimed);
    tables_note_rule(t, o->rule);
    table_note(t, "ties: exact expectation over the tied samples (tie_share: cells decided among "
                  "several); speedups: over cells with a pick");
    table_note(t, "interval: clopper-pearson with one cell per task, from the whole numbers around "
                  "a fractional count; with several, which are not independent, student-t over "
                  "tasks in Wilson's form");
    table_note(
        t, "p_vs_random, p_vs_random_m: exact P(uniform picks of one, of the fastest of m, among "
           "the correct give as many fast ones or more), Poisson-binomial over cells, one-sided. "
           "If ties leave the pick open, p is the mean over all ways to break them. Each rule has "
           "its own p. p_holm: p_vs_random_m after Holm's correction over the rules of the table");
    if (sel->rows[SELECT_SURPRISAL].kernels_repeat)
        note_kernels(t);
    tables_note_few(t, n_tasks);
}

/* Of the rollouts of --step. */
static struct select_detail *details_at(const struct select_detail *all, const size_t *from,
                                        size_t n, struct arena *arena)
{
    struct select_detail *out = arena_array(arena, n + 1, sizeof(*out));
    for (size_t i = 0; i < n; i++)
        out[i] = all[from == NULL ? i : from[i]];
    return out;
}

/* The codes of the rollouts of a run that is there; with --step boa all are. */
struct five_codes {
    const struct table_input *in;
    const struct study *study;
    int64_t *codes; /* by rollout */
};

static int see_run(void *context, size_t run, struct err *err)
{
    const struct five_codes *c = context;
    int rc = study_see(c->study, run, err);
    return rc < 0 ? rc : load_run_code_ids(c->in->db, c->study, run, c->codes, err);
}

static int64_t *codes_at(const int64_t *all, const size_t *from, size_t n, struct arena *arena)
{
    int64_t *out = arena_array(arena, n + 1, sizeof(*out));
    for (size_t i = 0; i < n; i++)
        out[i] = all[from[i]];
    return out;
}

/* The five rules' own table, which reports and scripts read. */
static int fill_five(const struct table_input *in, const struct table_selection_options *o,
                     const struct study *s, double level, struct table *t, struct err *err)
{
    struct selection sel[2]; /* held out, in sample */
    struct step_samples at;
    int rc = tables_at_step(s, o->step, o->rule, in->arena, &at, err);
    bool boa = rc == 0 && at.in_sample != NULL;
    size_t room = 0; /* rollouts that are there at a time */
    for (size_t c = 0; c < s->n_cells; c++)
        room = s->cells[c].first + s->cells[c].count > room ? s->cells[c].first + s->cells[c].count
                                                            : room;
    struct five_codes five = { in, s, arena_array(in->arena, room + 1, sizeof(*five.codes)) };
    for (size_t r = 0; r < s->n_runs && boa && rc == 0; r++)
        rc = see_run(&five, r, err);
    for (int i = 0; i <= boa && rc == 0; i++) {
        struct run_set set = tables_all_runs(i == 0 ? at.study : at.in_sample, in->arena);
        struct select_of of = { .step = at.step, .rule = o->rule, .codes = five.codes };
        if (boa) {
            of.codes = codes_at(five.codes, i == 0 ? at.from : at.in_sample_from,
                                set.study->n_rollouts, in->arena);
        } else {
            of.see = see_run;
            of.context = &five;
        }
        rc = selection_table(&of, &set, level, in->arena, &sel[i], err);
    }
    if (rc < 0)
        return rc;
    table_begin_with(t, in->arena, &five_shape, boa);
    double p[SELECT_RULE_COUNT];
    for (int i = 0; i < SELECT_RULE_COUNT; i++)
        p[i] = sel[0].rows[i].p_random_m;
    const double *holm = holm_of(p, SELECT_RULE_COUNT, in->arena);
    for (int i = 0; i < SELECT_RULE_COUNT; i++)
        put_selection(t, &sel[0].rows[i], boa ? &sel[1].rows[i] : NULL, holm[i],
                      sd_over_runs(&sel[0], (enum select_rule)i, s->n_runs, in->arena));
    note_selection(t, &sel[0], o, s->n_runs, s->n_tasks);
    return 0;
}

static int no_rule(const char *option, const char *name, struct err *err)
{
    size_t n = 0;
    struct nearest near;
    const struct select_strategy *all = select_strategies(&n);
    nearest_init(&near, name);
    for (size_t i = 0; i < n; i++)
        nearest_offer(&near, all[i].name);
    err_set(err, ERR_USAGE, "--%s: '%s' is not a rule ('--rules all' lists them)", option, name);
    return err_suggest(err, &near);
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
            return no_rule("rules", items[i], err);
    }
    return 0;
}

/* --against compares the five rules, or those of --rules. */
static int choose_against(const struct table_selection_options *o, struct arena *arena,
                          struct selection_request *r, struct err *err)
{
    if (o->against == NULL)
        return 0;
    if (o->part != SELECTION_RULES)
        return err_set(err, ERR_USAGE, "--against compares rules: it goes with --table rules");
    if (o->step == STEP_BOA)
        return err_set(err, ERR_USAGE,
                       "--against takes the samples of one step, not of --step boa");
    r->against = select_strategy_find(o->against);
    if (r->against == NULL)
        return no_rule("against", o->against, err);
    if (o->rules != NULL)
        return 0;
    r->n_rules = SELECT_RULE_COUNT;
    r->rules = arena_array(arena, r->n_rules, sizeof(const struct select_strategy *));
    for (size_t i = 0; i < r->n_rules; i++)
        r->rules[i] = select_strategy_find(select_rule_name((enum select_rule)i));
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
        return err_set(err, ERR_USAGE, "--tail must be above 0 and at most 1");
    if (!isfinite(o->length_exponent))
        return err_set(err, ERR_USAGE, "--length-exponent is a number");
    if (!code_level_parse(o->identity, &r->identity))
        return err_set(err, ERR_USAGE,
                       "--identity: '%s' is not one of bytes, stripped, renamed, ptx, artifact",
                       o->identity);
    r->tail = o->tail;
    r->length_exponent = o->length_exponent;
    r->n_quantiles = (size_t)o->n_quantiles;
    r->near = o->near;
    r->threads = resample->threads;
    r->options =
        (struct select_options){ (size_t)o->m, o->rule, resample->level, o->skip_degenerate };
    r->seed = resample->seed;
    int rc = choose_rules(o->rules, arena, r, err);
    return rc < 0 ? rc : choose_against(o, arena, r, err);
}

static int fill_request(const struct table_input *in, const struct table_selection_options *o,
                        const struct study *s, struct selection_request *r, struct table *t,
                        struct err *err)
{
    struct select_pool pools[2]; /* held out, in sample */
    struct step_samples at;
    struct select_detail *details = NULL;
    int rc = tables_at_step(s, o->step, o->rule, in->arena, &at, err);
    bool boa = rc == 0 && at.in_sample != NULL;
    if (rc == 0)
        rc = load_sample_details(in->db, s, r->tail, in->arena, &details, err);
    if (rc == 0 && r->identity != IDENTITY_BYTES)
        rc = load_sample_identities(in->db, s, r->identity, in->arena, details, err);
    for (int i = 0; i <= boa && rc == 0; i++) {
        struct run_set set = tables_all_runs(i == 0 ? at.study : at.in_sample, in->arena);
        const size_t *from = i == 0 ? at.from : at.in_sample_from;
        rc = select_pool_build(
            &(struct select_of){ .step = at.step,
                                 .rule = r->options.rule,
                                 .details =
                                     details_at(details, from, set.study->n_rollouts, in->arena) },
            &set, r->length_exponent, in->arena, &pools[i], err);
    }
    if (rc < 0)
        return rc;
    r->pool = &pools[0];
    r->in_sample = boa ? &pools[1] : NULL;
    r->study = s;
    rc = selection_fill(in, o->part, r, t, err);
    if (rc < 0)
        return rc;
    table_note(t, "samples of %s", tables_step_text(o->step, in->arena));
    if (o->part == SELECTION_RULES && o->against == NULL)
        tables_note_in_sample(t, o->step, "fast_1_in_sample");
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
    bool five = o->part == SELECTION_RULES && o->rules == NULL && o->against == NULL && !o->more;
    if (rc == 0)
        rc = five && o->step != STEP_BOA ? tables_study_judged_by_run(in, &s, err)
                                         : tables_study_judged(in, &s, err);
    if (rc < 0)
        return rc;
    rc = five ? fill_five(in, o, s, resample.level, &t, err)
              : fill_request(in, o, s, &request, &t, err);
    if (rc < 0)
        return rc;
    tables_note_tasks(&t, s);
    rc = tables_note_runs_seen(&t, s, err);
    if (rc == 0)
        *out = t;
    return rc;
}

static const char *const parts[] = { "rules",       "budget",      "applicability",
                                     "calibration", "correlation", NULL };

/* Options that the five rules lack bring the wider table. */
static void note_given(void *options, const struct option *option)
{
    static const size_t wider[] = {
        offsetof(struct table_selection_options, m),
        offsetof(struct table_selection_options, tail),
        offsetof(struct table_selection_options, length_exponent),
        offsetof(struct table_selection_options, skip_degenerate),
        offsetof(struct table_selection_options, identity),
    };
    struct table_selection_options *o = options;
    for (size_t i = 0; i < ARRAY_LEN(wider); i++)
        if (wider[i] == option->at && !option->is_shared)
            o->more = true;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    OPTION(struct table_selection_options, step, "step", "STEP",
           "step of an adapting run: a number, boa or all", TABLE_STEPS),
    OPTION(struct table_selection_options, rules, "rules", "NAME,...",
           "more rules and columns: all, or by name", .repeats = true),
    OPTION(struct table_selection_options, against, "against", "RULE",
           "compare the rules with this one: difference, interval, test, Cohen's h"),
    OPTION(struct table_selection_options, part, "table", "NAME",
           "rules, budget, applicability, calibration or correlation", .choices = parts),
    OPTION(struct table_selection_options, m, "m", "M",
           "samples that the rules of m evaluate; last m of the budget"),
    OPTION(struct table_selection_options, tail, "tail", "SHARE",
           "of the tokens, for the tail mean"),
    OPTION(struct table_selection_options, length_exponent, "length-exponent", "A",
           "length-normalised: sum / tokens^A"),
    OPTION(struct table_selection_options, identity, "identity", "LEVEL",
           "when code is the same, for majority-hash: bytes, stripped, renamed, ptx or artifact"),
    OPTION(struct table_selection_options, n_quantiles, "quantiles", "N",
           "of surprisal, for the calibration"),
    OPTION(struct table_selection_options, near, "near", "NATS",
           "applicability: log-probs with an sd up to this are nearly identical", .least = 0),
    OPTION(struct table_selection_options, skip_degenerate, "skip-degenerate", NULL,
           "leave out cells where rules cannot differ"),
    TABLE_RULE_OPTIONS(struct table_selection_options),
    TABLE_RESAMPLE_OPTIONS(struct table_selection_options),
};

const struct table_kind table_selection = {
    .command = "analyze selection",
    .summary = "the rules that pick one of a task's samples, against random choice",
    .usage = "rollbook analyze selection [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze selection --runs bon-42,bon-43,bon-44\n  rollbook analyze "
                "selection --runs bon-42 --rules all --m 4\n  rollbook analyze selection --runs "
                "bon-42 --table calibration\n  rollbook analyze selection --runs bon-42,bon-43 "
                "--against confidence-guided\n",
    .shapes = { &five_shape, &rules_shape, &against_shape, &budget_shape, &applicability_shape,
                &calibration_shape, &correlation_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_selection_options){ STANDARD_selection },
                 sizeof(struct table_selection_options) },
    .make = make,
    .given = note_given,
};
