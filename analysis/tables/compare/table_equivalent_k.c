#include "analysis/tables/compare/table_equivalent_k.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/equivalent_k.h"
#include "analysis/study/trajectory.h"
#include "analysis/tables/shape_words.h"
#include "analysis/tables/table_common.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/base/str.h"

enum equivalent_column {
    E_BASE,
    E_RUN,
    E_KIND,
    E_Y,
    E_K,
    E_TEXT,
    E_REPLACED,
    E_LOW,
    E_HIGH,
    E_BELOW,
    E_CENSORED,
    E_K_MAX,
    E_ROLLOUTS,
    E_EFFICIENCY,
    E_TASKS,
    E_CURRENCY,
    E_SPENT,
    E_WORTH,
    E_IN_SAMPLE,
    E_BASE_Y,
    E_BUDGET,
    E_IF_LOWEST,
    E_IF_HIGHEST,
    E_MISSING_BASE,
    E_MISSING,
    E_TIMEOUTS_BASE,
    E_TIMEOUTS,
    E_THESE_LOW,
    E_THESE_HIGH,
    E_COLUMNS
};

#define BEYOND    "beyond the base's samples; or saturated, all that the base finds"
#define ONE_RUN   "one run per task of base or method: the variation between runs is unknown"
#define NONE_FAST "neither side has a fast sample: any K gives as much"

static const struct table_column equivalent_columns[] = {
    { "base", 0, COLUMN_TEXT, "runs of the base policy" },
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "kind", 0, COLUMN_TEXT, "policy, budget, or the budget in another currency" },
    { "fast", 4, COLUMN_REAL, "of the method: one sample, cross-fitted, or one of B rollouts" },
    { "k", 4, COLUMN_REAL, "smallest real K that reaches fast_1; null when censored or saturated",
      BEYOND },
    { "equivalent_k", 0, COLUMN_TEXT,
      "null if neither side has a fast sample; otherwise k for people: \">64\" when censored, "
      "\">=7\" when saturated",
      NONE_FAST },
    { "k_with_replacement", 4, COLUMN_REAL, "k on 1 - (1 - rate)^K", BEYOND },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval for new runs; null when censored",
      ONE_RUN "; or one task, or base and method alike in all of them" },
    { "ci_high", 4, COLUMN_REAL, "upper end of the interval for new runs",
      "beyond the base's samples; or " ONE_RUN
      "; or one task, or base and method alike in all of them" },
    { "share_below_1", 4, COLUMN_REAL, "share of replicates with k below 1", NONE_FAST },
    { "share_censored", 4, COLUMN_REAL, "share of replicates beyond the base's samples",
      NONE_FAST },
    { "k_max", 0, COLUMN_REAL, "samples of the base's smallest task" },
    { "rollouts", 0, COLUMN_REAL, "spent per task" },
    { "efficiency", 4, COLUMN_REAL, "equivalent amount / amount spent",
      "K is censored or saturated; or some rollout does not say its tokens" },
    { "n_tasks", 0, COLUMN_INT, "tasks that the value is over" },
    { "currency", 0, COLUMN_TEXT, "rollouts, tokens or seconds" },
    { "spent", 4, COLUMN_REAL, "a task and run, in the currency",
      "some rollout does not say its tokens" },
    { "equivalent_amount", 4, COLUMN_REAL, "of base rollouts, in the currency", BEYOND },
    { "fast_1_in_sample", 4, COLUMN_REAL, "fast on the rollouts that chose the step",
      "B rollouts choose nothing" },
    { "base_fast", 4, COLUMN_REAL, "of the base with b samples" },
    { "b", 0, COLUMN_REAL, "1, or the rollouts that every cell of both sides has" },
    { "k_if_missing_lowest", 4, COLUMN_REAL,
      "k if the base's missing rollouts and timeouts had been fast and the method's had failed",
      BEYOND },
    { "k_if_missing_highest", 4, COLUMN_REAL, "the other way round", BEYOND },
    { "n_missing_base", 0, COLUMN_INT, "rollouts of the base without a verdict or never drawn" },
    { "n_missing", 0, COLUMN_INT, "the same of the method" },
    { "n_timeouts_base", 0, COLUMN_INT,
      "rollouts of the base out of time, which count as failures" },
    { "n_timeouts", 0, COLUMN_INT, "the same of the method" },
    { "these_runs_ci_low", 4, COLUMN_REAL, "lower end of the interval only for these runs",
      "one task, or base and method alike in all of them" },
    { "these_runs_ci_high", 4, COLUMN_REAL, "upper end of it",
      "beyond the base's samples; or one task, or base and method alike in all of them" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.equivalent-k/2",
    .rows = "how many base samples an adapted policy is worth",
    SHAPE_COLUMNS(equivalent_columns),
    .formulas = { "$K_{\\mathrm{eq}}(y)$ = smallest real $K$ with mean over tasks of $1 - S(K; n, "
                  "n_{\\text{fast}}) \\ge y$, by bisection, computed below 1, censored above the "
                  "base's samples; $S(K; n, m) = \\prod_{j<m} \\left(1 - \\frac{K}{n-j}\\right)$",
                  "policy: $y$ = fast_1 of one sample of the adapted policy, Best of Adaptation "
                  "cross-fitted. budget: $y$ = chance that one of $B$ rollouts is fast, adaptation "
                  "included, $B$ the smallest number of rollouts of any cell. saturated where $y = "
                  "f(k_{\\max})$",
                  "efficiency $= K_{\\mathrm{eq}} / \\text{rollouts spent per task}$",
                  "interval: every $K$ at which Student's $t$ cannot tell the mean of $f(K) - y$ "
                  "from 0. New runs: tasks and runs crossed, variance "
                  "$\\frac{s^2_{\\text{tasks}}}{T} "
                  "+ \\sum \\frac{(MS_{\\text{runs}} - MS_{\\text{rest}})_+}{T R}$ of base and "
                  "method, of these tasks $\\sum \\frac{MS_{\\text{runs}}}{T R}$; these runs: over "
                  "tasks, of these tasks by the binomial variance of the rollouts" },
    .references = { CHEN, MILLER },
    .denominator = "all scored samples of a task, of both policies",
    .n = "columns n_tasks and k_max; rollouts: spent per task",
    .queries = { STUDY_QUERIES },
};

static struct cell equivalent_cell(struct table *t, struct equivalent_value v)
{
    if (v.censored)
        return cell_na(t, arena_printf(t->arena, ">%g: beyond the base's samples", v.k));
    if (v.saturated)
        return cell_na(t, arena_printf(t->arena, ">=%g: saturated, all that the base finds", v.k));
    return tables_real(t, v.k, NONE_FAST);
}

static struct cell equivalent_end(struct table *t, struct equivalent_value v)
{
    return isnan(v.k) ? cell_na(t, "one task, or base and method alike in all of them")
                      : equivalent_cell(t, v);
}

static struct cell *put_equivalent(struct table *t, const char *base, const char *run,
                                   const struct equivalent_k *e)
{
    struct cell *c = table_row(t);
    c[E_BASE] = cell_text(t, base);
    c[E_RUN] = cell_text(t, run);
    c[E_KIND] = cell_text(t, equivalent_kind_name(e->kind));
    c[E_Y] = cell_real(e->y);
    c[E_K] = equivalent_cell(t, e->value);
    c[E_TEXT] = isnan(e->value.k)
                    ? cell_na(t, NONE_FAST)
                    : cell_text(t, arena_printf(t->arena,
                                                e->value.censored    ? ">%s"
                                                : e->value.saturated ? ">=%s"
                                                                     : "%s",
                                                number_rounded(t->arena, e->value.k,
                                                               e->value.censored ? 6 : 3)));
    c[E_REPLACED] = equivalent_cell(t, e->with_replacement);
    bool one_run = isnan(e->runs[0].spread) || isnan(e->runs[1].spread);
    c[E_LOW] = one_run ? cell_na(t, ONE_RUN) : equivalent_end(t, e->low);
    c[E_HIGH] = one_run ? cell_na(t, ONE_RUN) : equivalent_end(t, e->high);
    c[E_THESE_LOW] = equivalent_end(t, e->low_these);
    c[E_THESE_HIGH] = equivalent_end(t, e->high_these);
    c[E_BELOW] = tables_real(t, e->share_below_1, NONE_FAST);
    c[E_CENSORED] = tables_real(t, e->share_censored, NONE_FAST);
    c[E_K_MAX] = cell_real(e->k_max);
    c[E_ROLLOUTS] = cell_real(e->rollouts);
    c[E_EFFICIENCY] =
        tables_real(t, e->efficiency, isnan(e->value.k) ? NONE_FAST : "K is censored or saturated");
    c[E_TASKS] = cell_int((int64_t)e->n_tasks);
    c[E_CURRENCY] = cell_text(t, "rollouts");
    c[E_SPENT] = cell_real(e->rollouts);
    c[E_WORTH] = equivalent_cell(t, e->value);
    c[E_IN_SAMPLE] = tables_real(t, e->y_in_sample, "B rollouts choose nothing");
    c[E_BASE_Y] = cell_real(e->base_y);
    const struct compare_missing *m = e->missing;
    c[E_IF_LOWEST] = equivalent_cell(t, e->if_lowest);
    c[E_IF_HIGHEST] = equivalent_cell(t, e->if_highest);
    c[E_MISSING_BASE] = cell_int((int64_t)(m[0].undecided + m[0].undrawn));
    c[E_MISSING] = cell_int((int64_t)(m[1].undecided + m[1].undrawn));
    c[E_TIMEOUTS_BASE] = cell_int((int64_t)m[0].timeouts);
    c[E_TIMEOUTS] = cell_int((int64_t)m[1].timeouts);
    c[E_BUDGET] = cell_real(e->kind == EQUIVALENT_POLICY ? 1.0 : e->rollouts);
    return c;
}

/* k base rollouts at the cost of one. */
static void put_currency(struct table *t, const char *base, const char *run,
                         const struct equivalent_k e[2], enum equivalent_currency currency,
                         struct equivalent_cost cost)
{
    const struct equivalent_k *budget = &e[EQUIVALENT_BUDGET];
    const char *unknown = currency == EQUIVALENT_TOKENS
                              ? "some rollout does not say its tokens"
                              : "some run has no wall time in the ledger, or one with its training";
    struct cell *c = put_equivalent(t, base, run, budget);
    const char *name = equivalent_currency_name(currency);
    double worth = budget->value.k * cost.base_rollout;
    /* B of all rollouts at the mean cost. */
    double spent = cost.spent * budget->rollouts / e[EQUIVALENT_POLICY].rollouts;
    bool open = budget->value.censored || budget->value.saturated || isnan(budget->value.k);
    bool known = !isnan(cost.base_rollout) && !isnan(cost.spent);
    c[E_KIND] = cell_text(t, arena_printf(t->arena, "budget-%s", name));
    c[E_CURRENCY] = cell_text(t, name);
    c[E_SPENT] = tables_real(t, spent, unknown);
    if (!open)
        c[E_WORTH] = tables_real(t, worth, unknown);
    if (!known)
        c[E_EFFICIENCY] = cell_na(t, unknown);
    else if (!open)
        c[E_EFFICIENCY] = cell_real(worth / spent);
}

static void note_equivalent(struct table *t, const struct equivalent_options *o,
                            const struct equivalent_k *e)
{
    size_t n_tasks = e->n_tasks;
    table_reading(t, "k: how many samples of the base find a fast kernel as often as the method "
                     "does. ci: new tasks and new runs. these_runs_ci: only these runs");
    table_note(t, "k: smallest real K whose fast_1@K of the base (mean over tasks, step 0) reaches "
                  "the method's fast_1; below 1 computed, above the base's samples censored. "
                  "k_with_replacement: on 1 - (1 - rate)^K instead of the unbiased fast_1@K");
    table_note(
        t,
        "policy: one sample of the adapted policy at %s. budget: chance that one of B rollouts is "
        "fast, adaptation included, B the smallest number of rollouts of any cell, steps in their "
        "order. fast: of the method, base_fast: of the base with as many (column b). rollouts: "
        "spent per task, efficiency: k / rollouts; >=K, saturated: the method reaches the base's "
        "maximum, which K and every larger number also reach",
        o->step == STEP_BOA ? "the Best-of-Adaptation step of each run"
                            : tables_step_text(o->step, t->arena));
    table_note(
        t, "budget-tokens, budget-seconds: spent: per task and run, prompt, completion and teacher "
           "tokens or wall seconds, B rollouts at the mean cost of one. equivalent_amount: k base "
           "rollouts at the mean cost of one. efficiency: their ratio");
    if (o->step == STEP_BOA)
        table_note(t,
                   "Best of Adaptation: cross-fitted over %d random halvings; fast_1_in_sample: "
                   "scored on the rollouts that selected the step, so biased upwards",
                   BOA_SPLITS);
    table_note(t,
               "k_if_missing_lowest: k if all that is missing of the base (n_missing_base, without "
               "a verdict or never drawn) and its timeouts had been fast and of the method had "
               "failed; k_if_missing_highest: the other way round, at the steps that were chosen");
    tables_note_rule(t, o->rule);
    table_note(t,
               "intervals: %g %%, every K at which Student's t cannot tell the base's fast_1@K "
               "from the method's value, for %s. ci_low, ci_high: for new runs (training seeds) of "
               "base and method, tasks and runs crossed; these_runs_...: only for these runs, %s",
               100.0 * o->level, o->new_tasks ? "new tasks" : "these tasks",
               o->new_tasks ? "over tasks"
                            : "by the rollouts of every share, if a best of B does not vary");
    table_note(t,
               "share_below_1, share_censored: of %d replicates (seed %llu) that redraw %srollouts "
               "of base and method together; the budget's best is not redrawn",
               o->replicates, (unsigned long long)o->seed, o->new_tasks ? "tasks, then " : "");
    tables_note_new_runs(t, "the base", &e->runs[0]);
    tables_note_new_runs(t, "the method", &e->runs[1]);
    if (o->new_tasks) {
        tables_note_few(t, n_tasks);
        tables_note_undecided(t, n_tasks, o->level);
    }
}

/* Step 0 of a run may be the base of its later steps. */
static int load_two_groups(const struct table_input *in, const struct name_list *a,
                           struct run_set *base, struct run_set *method, struct err *err)
{
    const struct name_list *b = &in->runs;
    const struct study *s;
    if (a->n == 0 || b->n == 0)
        return err_set(err, ERR_USAGE, "--%s NAME[,NAME] is needed; 'rollbook runs' lists the runs",
                       a->n == 0 ? "base" : "run");
    const char **names = arena_array(in->arena, a->n + b->n, sizeof(*names));
    size_t *index = arena_array(in->arena, a->n + b->n, sizeof(*index));
    size_t n = 0;
    for (size_t i = 0; i < a->n + b->n; i++) {
        const char *name = i < a->n ? a->items[i] : b->items[i - a->n];
        size_t at = 0;
        while (at < n && strcmp(names[at], name) != 0)
            at++;
        if (at == n)
            names[n++] = name;
        index[i] = at;
    }
    int rc = tables_load_against(in, names, n, &s, err);
    *base = (struct run_set){ s, index, a->n };
    *method = (struct run_set){ s, index + a->n, b->n };
    return rc;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_equivalent_k_options *o = options;
    struct run_set base, method;
    struct resampling r;
    struct equivalent_k e[2];
    struct table t;
    if (o->step == STEP_ALL)
        return err_set(err, ERR_USAGE, "--step is boa or a number: one policy");
    int rc = tables_resampling(&o->resample, &r, err);
    if (rc == 0)
        rc = load_two_groups(in, &o->base, &base, &method, err);
    if (rc == 0) {
        struct run_set sets[] = { base, method };
        rc = tables_leave_unjudged(in, sets, 2, false, err);
        base = sets[0];
        method = sets[1];
    }
    if (rc == 0)
        rc = tables_need_intervals(base.study, o->rule, err);
    if (rc != 0)
        return rc;
    const struct equivalent_options how = { .step = o->step,
                                            .rule = o->rule,
                                            .new_tasks = !o->fixed_tasks,
                                            .level = r.level,
                                            .replicates = r.replicates,
                                            .seed = r.seed,
                                            .threads = r.threads };
    rc = equivalent_k_once(in->memo, &base, &method, &how, e, err);
    if (rc < 0)
        return rc;
    const char *base_names = str_join_names(in->arena, o->base.items, o->base.n);
    const char *names = str_join_names(in->arena, in->runs.items, in->runs.n);
    table_begin(&t, in->arena, &shape);
    for (int i = 0; i < 2; i++)
        put_equivalent(&t, base_names, names, &e[i]);
    for (int i = 0; i < EQUIVALENT_CURRENCIES; i++)
        put_currency(&t, base_names, names, e, (enum equivalent_currency)i,
                     equivalent_cost_of(&base, &method, (enum equivalent_currency)i));
    note_equivalent(&t, &how, &e[EQUIVALENT_POLICY]);
    tables_note_runs(&t, base.study);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    OPTION(struct table_equivalent_k_options, base, "base", "NAME[,NAME]",
           "runs of the base policy"),
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    OPTION(struct table_equivalent_k_options, step, "step", "STEP",
           "step of the adapted policy: boa or a number", TABLE_STEPS),
    TABLE_RULE_OPTIONS(struct table_equivalent_k_options),
    TABLE_RULE_VALUE_OPTION(struct table_equivalent_k_options),
    OPTION(struct table_equivalent_k_options, fixed_tasks, "fixed-tasks", NULL,
           "resample rollouts only"),
    TABLE_RESAMPLE_OPTIONS(struct table_equivalent_k_options),
};

const struct table_kind table_equivalent_k = {
    .command = "analyze equivalent-k",
    .summary = "how many base samples an adapted policy is worth",
    .usage = "rollbook analyze equivalent-k --base NAME[,NAME] --run NAME[,NAME] [options]",
    .examples = "  rollbook analyze equivalent-k --base bon-42 --run ttt-42\n  rollbook analyze "
                "equivalent-k --base bon-42,bon-43 --run ttt-42,ttt-43 --step 1\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_equivalent_k_options){ STANDARD_equivalent_k },
                 sizeof(struct table_equivalent_k_options) },
    .make = make,
};
