#include "analysis/tables/compare/selection_parts.h"

#include <math.h>

#include "analysis/code/code_set.h"
#include "analysis/select/select_calibration.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

void selection_note_pool(struct table *t, const struct selection_request *r)
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

void selection_note_identity(struct table *t, const struct selection_request *r)
{
    table_note(t, "code is the same when equal at level %s (--identity)",
               code_level_name(r->identity));
}

static const struct table_column budget_columns[] = {
    { "rule", 0, COLUMN_TEXT, "name of the rule" },
    { "domain", 0, COLUMN_TEXT, "correct, or all samples before any check",
      .words = "correct|all" },
    { "m", 0, COLUMN_INT, "samples that are evaluated" },
    { "success", 4, COLUMN_REAL, "expected share of cells with a working pick",
      "no cell that the rule can be applied to" },
    { "fast_1", 4, COLUMN_REAL, "share of fast ones", "no cell that the rule can be applied to" },
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", "no working pick" },
    { "n_cells", 0, COLUMN_INT, "(run, task) cells" },
    { "area_fast_1", 4, COLUMN_REAL, "mean of fast_1 over 1 .. m",
      "no cell that the rule can be applied to" },
};

const struct table_shape selection_budget_shape = {
    .schema = "rollbook.analyze.selection.budget/1",
    .asked = "--table budget",
    .rows = "selection rules by samples evaluated",
    SHAPE_COLUMNS(budget_columns),
    .formulas = { "success and fast_1 at $m$: as --table rules with the rule evaluating its first "
                  "$m$ "
                  "samples",
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

int selection_fill_budget(const struct table_input *in, const struct selection_request *r,
                          struct table *t, struct err *err)
{
    (void)err;
    table_begin(t, in->arena, &selection_budget_shape);
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
    table_note(t, "the fastest of the m samples that the rule puts first; area_fast_1: mean of "
                  "fast_1 over 1 .. m; cells with fewer than m samples evaluate all of them");
    return 0;
}

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
    { "degenerate", 0, COLUMN_BOOL, "no rule can differ from random here" },
    { "reason", 0, COLUMN_TEXT, "why", "rules can differ" },
};

const struct table_shape selection_applicability_shape = {
    .schema = "rollbook.analyze.selection.applicability/1",
    .asked = "--table applicability",
    .rows = "where selection rules can differ",
    SHAPE_COLUMNS(applicability_columns),
    .formulas = { "sd_mean_logprob = standard deviation (ddof 1) of the mean log-probs of the "
                  "correct "
                  "samples",
                  "degenerate: fewer than two correct samples, one code or one log-prob, or all of "
                  "them "
                  "fast or none: there every rule equals random choice" },
    .references = { PAPER },
    .denominator = "correct, timed samples of a (run, task) cell",
    .n = "columns n_samples, n_correct, n_fast",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details", "load_code_texts" },
};

int selection_fill_applicability(const struct table_input *in, const struct selection_request *r,
                                 struct table *t, struct err *err)
{
    (void)err;
    table_begin(t, in->arena, &selection_applicability_shape);
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
    selection_note_pool(t, r);
    table_note(t, "over correct, timed samples; sd: ddof 1");
    selection_note_identity(t, r);
    return 0;
}

static const struct table_column calibration_columns[] = {
    { "scope", 0, COLUMN_TEXT, "within-task or pooled" },
    { "quantile", 0, COLUMN_INT, "1 is the highest surprisal" },
    { "n", 0, COLUMN_INT, "samples of the quantile" },
    { "n_fast", 0, COLUMN_INT, "fast ones" },
    { "fast_1", 4, COLUMN_REAL, "share of fast ones", "empty" },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval", "empty" },
    { "ci_high", 4, COLUMN_REAL, "upper end of the interval", "empty" },
    { "interval", 0, COLUMN_TEXT, "kind of the interval", "empty", .words = INTERVAL_WORDS },
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", "empty" },
    { "geomean_speedup", 4, COLUMN_REAL, "exp of the mean log speedup", "empty" },
    { "mean_surprisal", 4, COLUMN_REAL, "minus mean log-prob, nats a token", "empty",
      .unit = "nats/token" },
    { "mean_tokens", 4, COLUMN_REAL, "mean number of tokens", "no token counts", .unit = "tokens" },
};

const struct table_shape selection_calibration_shape = {
    .schema = "rollbook.analyze.selection.calibration/1",
    .asked = "--table calibration",
    .rows = "shares by quantile of surprisal",
    SHAPE_COLUMNS(calibration_columns),
    .formulas = { "quantile $= \\operatorname{floor}\\left(Q \\frac{r - 1/2}{n}\\right)$ of $Q$ "
                  "for a "
                  "mid-rank $r$ of surprisal, 1 the highest surprisal; fast_1 $= n_{\\text{fast}} "
                  "/ n$ of "
                  "the quantile",
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

int selection_fill_calibration(const struct table_input *in, const struct selection_request *r,
                               struct table *t, struct err *err)
{
    (void)err;
    struct select_bin *bins = arena_array(in->arena, r->n_quantiles, sizeof(*bins));
    table_begin(t, in->arena, &selection_calibration_shape);
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
    table_note(t, "interval: samples of one task share what it is like: student-t over tasks on "
                  "the logit, clopper-pearson with one sample a task");
    tables_note_few(t, r->study->n_tasks);
    return 0;
}

static const struct table_column correlation_columns[] = {
    { "scope", 0, COLUMN_TEXT, "within-task or pooled" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "held_fixed", 0, COLUMN_TEXT, "nothing or tokens" },
    { "rho", 4, COLUMN_REAL, "Spearman's coefficient", "no task with enough samples that vary" },
    { "p", 4, COLUMN_REAL, "p-value",
      "samples of a task are not independent; or one task, or tasks that all agree" },
    { "n", 0, COLUMN_INT, "what the row is over" },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval",
      "samples of a task are not independent; or one task, or tasks that all agree" },
    { "ci_high", 4, COLUMN_REAL, "upper end of the interval",
      "samples of a task are not independent; or one task, or tasks that all agree" },
    { "interval", 0, COLUMN_TEXT, "kind of the interval",
      "samples of a task are not independent; or one task, or tasks that all agree",
      .words = INTERVAL_WORDS },
    { "n_cells", 0, COLUMN_INT, "cells combined", "over samples" },
    { "reading", 0, COLUMN_TEXT, "what the sign says, in words",
      "no reading; or no task with enough samples that vary" },
};

const struct table_shape selection_correlation_shape = {
    .schema = "rollbook.analyze.selection.correlation/1",
    .asked = "--table correlation",
    .rows = "surprisal and speedup, with the length held fixed",
    SHAPE_COLUMNS(correlation_columns),
    .formulas = { "$\\rho$: Spearman's coefficient from doubled integer ranks; partial: "
                  "$\\frac{r_{xy} - "
                  "r_{xz} r_{yz}}{\\sqrt{(1 - r_{xz}^2)(1 - r_{yz}^2)}}$ of the ranks, $z$ = "
                  "tokens",
                  "p: $t = r \\sqrt{\\mathit{df} / (1 - r^2)}$, $\\mathit{df} = n - 2$, $n - 3$ "
                  "with "
                  "tokens held fixed",
                  "within-task: Fisher's $z$ of each (run, task), weights $n - 3$ ($n - 4$ "
                  "partial), "
                  "normal" },
    .references = { FISHER, KENDALL, PAPER },
    .denominator = "correct, timed samples with log-prob and token count",
    .n = "column n: samples; n_cells: cells combined",
    .queries = { STUDY_QUERIES, "load_baseline", "load_sample_details" },
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

int selection_fill_correlation(const struct table_input *in, const struct selection_request *r,
                               struct table *t, struct err *err)
{
    struct select_correlation x;
    int rc = select_correlate(r->pool, r->options.level, in->arena, &x, err);
    if (rc < 0)
        return err_context(err, "correct samples with log-probs and token counts");
    table_begin(t, in->arena, &selection_correlation_shape);
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
    tables_note_few(t, r->study->n_tasks);
    return 0;
}
