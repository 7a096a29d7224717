#include "analysis/tables/compare/selection_parts.h"

#include <math.h>

#include "analysis/code/code_set.h"
#include "analysis/select/select_calibration.h"
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

int selection_fill_budget(const struct table_input *in, const struct selection_request *r,
                          struct table *t, struct err *err)
{
    (void)err;
    table_init(t, in->arena, "rollbook.analyze.selection.budget/1", budget_columns,
               ARRAY_LEN(budget_columns));
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

int selection_fill_applicability(const struct table_input *in, const struct selection_request *r,
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
    selection_note_pool(t, r);
    table_note(t, "over correct, timed samples; sd: ddof 1");
    selection_note_identity(t, r);
    return 0;
}

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

int selection_fill_calibration(const struct table_input *in, const struct selection_request *r,
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
    table_note(t, "interval: samples of one task share what it is like: student-t over tasks on "
                  "the logit, clopper-pearson with one sample a task");
    tables_note_few(t, r->study->n_tasks);
    return 0;
}

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

int selection_fill_correlation(const struct table_input *in, const struct selection_request *r,
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
    tables_note_few(t, r->study->n_tasks);
    return 0;
}
