/*
 * cmd_analyze_scaling.c - analyze scaling and analyze equivalent-k: what K samples give.
 */
#include <math.h>
#include <string.h>

#include "analysis/compare/equivalent_cost.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/scaling.h"
#include "analysis/compare/scaling_best.h"
#include "analysis/compare/scaling_cells.h"
#include "analysis/load/load_study.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/analyze/analyze_common.h"

enum scaling_column {
    C_RUN,
    C_METRIC,
    C_K,
    C_VALUE,
    C_LOW,
    C_HIGH,
    C_INTERVAL,
    C_TASKS,
    C_N,
    C_COLUMNS
};

static const struct table_column scaling_columns[C_COLUMNS] = {
    { "run", 0 },     { "metric", 0 },   { "k", 0 },       { "value", 4 }, { "ci_low", 4 },
    { "ci_high", 4 }, { "interval", 0 }, { "n_tasks", 0 }, { "n", 0 },
};

static int choose_k(struct cli *cli, const struct run_set *set, struct scaling_options *o,
                    struct err *err)
{
    double *k = NULL;
    if (opt_text(cli, "k") != NULL) {
        int rc = analyze_numbers(cli, "k", &k, &o->n_k, err);
        o->k = k;
        return rc;
    }
    int64_t max = scaling_max_k(set, o->step, o->rule);
    k = arena_array(cli->arena, 64, sizeof(*k));
    o->n_k = 0;
    for (int64_t at = 1; at <= max && o->n_k < 64; at *= 2)
        k[o->n_k++] = (double)at;
    if (o->n_k == 0)
        k[o->n_k++] = 1; /* scaling_curve says what is missing */
    o->k = k;
    return 0;
}

#define UNBOUNDED "unbounded: beyond the largest speedup seen the samples say nothing"

/* Ends where there are any; an infinite upper one is not a number to print. */
static void put_ends(struct table *t, struct cell *c, struct interval ci, enum interval_kind kind,
                     const char *reason)
{
    tables_put_interval(t, &c[C_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : kind, reason);
    if (isinf(ci.high))
        c[C_HIGH] = cell_na(t, UNBOUNDED);
}

/* b: the best of K of the same K, or NULL without speedups. */
static void put_scaling(struct table *t, const char *run, const struct scaling_point *p,
                        const struct scaling_best *b)
{
    const char *unjudged = "correct samples have no baseline beside them";
    bool defined = p->metric == SCALING_PASS || b != NULL;
    bool is_tail = p->metric == SCALING_BEST && b != NULL && isnan(p->ci.low);
    struct interval none = { (double)NAN, (double)NAN };
    struct cell *c = table_row(t);
    c[C_RUN] = cell_text(t, run);
    c[C_METRIC] = cell_text(t, scaling_metric_name(p->metric));
    c[C_K] = cell_real(p->k);
    c[C_VALUE] = defined ? cell_real(p->value) : cell_na(t, unjudged);
    put_ends(t, c,
             !defined  ? none
             : is_tail ? b->mean_ci
                       : p->ci,
             is_tail ? INTERVAL_ORDER : p->interval, unjudged);
    c[C_TASKS] = cell_int((int64_t)p->n_tasks);
    c[C_N] = cell_int(p->min_n);
}

static void put_best(struct table *t, const char *run, const char *metric,
                     const struct scaling_best *b, double value, struct interval ci,
                     enum interval_kind kind)
{
    const char *reason = "no sample has a speedup";
    struct cell *c = table_row(t);
    c[C_RUN] = cell_text(t, run);
    c[C_METRIC] = cell_text(t, metric);
    c[C_K] = cell_real(b->k);
    c[C_VALUE] = tables_real(t, value, reason);
    put_ends(t, c, ci, kind, reason);
    c[C_TASKS] =
        cell_int((int64_t)(strcmp(metric, "best_geometric") == 0 ? b->n_geometric : b->n_tasks));
    c[C_N] = cell_int(b->min_n);
}

/* The best of K by quantile and geometric mean, after the rows that every run has. */
static void put_bests(struct cli *cli, const struct scaling_best *b, size_t n, const char *run,
                      struct table *t)
{
    const char *name = arena_printf(cli->arena, "best_q%g", 100.0 * opt_real(cli, "quantile"));
    for (size_t i = 0; i < n; i++)
        put_best(t, run, name, &b[i], b[i].quantile, b[i].quantile_ci, INTERVAL_ORDER);
    for (size_t i = 0; i < n; i++)
        put_best(t, run, "best_geometric", &b[i], b[i].geometric, b[i].geometric_ci,
                 b[i].tail_interval);
    for (size_t i = 0; i < n; i++)
        put_best(t, run, "no_speedup", &b[i], b[i].no_speedup, b[i].no_speedup_ci,
                 INTERVAL_POSTERIOR);
}

static void note_scaling(struct cli *cli, struct table *t, const struct scaling_options *o)
{
    table_note(t,
               "unbiased estimates from the n samples of each task (n: the smallest), then the "
               "mean over tasks, never pooled; samples of %s",
               analyze_step_text(cli, o->step));
    table_note(t, "pass: 1 of K is correct; fast_1: 1 of K is fast; best: expected largest speedup "
                  "of K, failures count as 0");
    table_note(t,
               "best_q: smallest speedup that the largest of K does not exceed with that "
               "chance, failures as 0; best_geometric: exp of the mean log of the largest, given "
               "that some sample of K has a speedup, over the tasks with one; no_speedup: chance "
               "that none of K has");
    tables_note_rule(t, o->rule);
    table_note(
        t,
        "beta-binomial: %g %% of the mean over %s under each task's Jeffreys posterior "
        "(%d draws, seed %llu), and the same spread around the estimate; jackknife: normal, over "
        "the rollouts of these tasks",
        100.0 * o->level, o->new_tasks ? "resampled tasks" : "these tasks", o->replicates,
        (unsigned long long)o->seed);
    table_note(t,
               "order-statistics: valid up to K = n; best_q: the quantile of one sample that it "
               "is, between ordered samples with binomial chances; best, best_geometric beyond K "
               "= n / 2: a lower end alone, from ordered uniforms; at most %d replicates a cell, "
               "at least 200",
               o->replicates);
}

static int scale_cells(struct cli *cli, const struct study *s, size_t run,
                       struct scaling_options *o, struct table *t, struct err *err)
{
    struct scaling_point *points = NULL;
    size_t n = 0;
    struct run_set set = analyze_one_run(cli, s, run);
    int rc = scaling_curve(&set, o, cli->arena, &points, &n, err);
    if (rc < 0)
        return err_context(err, "run %s", s->runs[run].name);
    struct scaling_best *bests = NULL;
    if (tables_has_speedups(s, run))
        rc = scaling_best_curve(&set, o, opt_real(cli, "quantile"), cli->arena, &bests, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n; i++)
        put_scaling(t, s->runs[run].name, &points[i], bests == NULL ? NULL : &bests[i % o->n_k]);
    if (bests != NULL)
        put_bests(cli, bests, o->n_k, s->runs[run].name, t);
    return 0;
}

static int scale_run(struct cli *cli, const struct study *s, size_t run, struct scaling_options *o,
                     struct table *t, struct err *err)
{
    struct arena work = { 0 };
    struct scaling_cells cells;
    struct run_set set = analyze_one_run(cli, s, run);
    int rc = choose_k(cli, &set, o, err);
    if (rc < 0)
        return err_context(err, "run %s", s->runs[run].name);
    scaling_cells_read(&set, o->step, o->rule, o->threads, &work, &cells);
    o->cells = &cells;
    rc = scale_cells(cli, s, run, o, t, err);
    o->cells = NULL;
    arena_release(&work);
    return rc;
}

static int run_scaling(struct cli *cli, struct err *err)
{
    struct study s;
    struct table t;
    struct analyze_resample r;
    struct scaling_options o = { .rule = analyze_rule(cli),
                                 .new_tasks = opt_flag(cli, "new-tasks") };
    int rc = analyze_step(cli, &o.step, err);
    if (rc == 0)
        rc = analyze_resample(cli, &r, err);
    if (rc == 0)
        rc = analyze_load(cli, &s, err);
    if (rc == 0)
        rc = analyze_rebase(cli, &s, err);
    if (rc != 0)
        return rc;
    o.level = r.level;
    o.replicates = r.replicates;
    o.seed = r.seed;
    o.threads = r.threads;
    table_init(&t, cli->arena, "rollbook.analyze.scaling/1", scaling_columns, C_COLUMNS);
    for (size_t i = 0; i < s.n_runs && rc == 0; i++)
        rc = scale_run(cli, &s, i, &o, &t, err);
    if (rc < 0)
        return rc;
    note_scaling(cli, &t, &o);
    tables_note_runs(&t, &s);
    cli_print_table(cli, &t);
    return 0;
}

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
    E_COLUMNS
};

static const struct table_column equivalent_columns[E_COLUMNS] = {
    { "base", 0 },
    { "run", 0 },
    { "kind", 0 },
    { "fast_1", 4 },
    { "k", 4 },
    { "equivalent_k", 0 },
    { "k_with_replacement", 4 },
    { "ci_low", 4 },
    { "ci_high", 4 },
    { "share_below_1", 4 },
    { "share_censored", 4 },
    { "k_max", 0 },
    { "rollouts", 0 },
    { "efficiency", 4 },
    { "n_tasks", 0 },
    { "currency", 0 },
    { "spent", 4 },
    { "equivalent_amount", 4 },
};

static struct cell equivalent_cell(struct table *t, struct equivalent_value v)
{
    if (v.censored)
        return cell_na(t, arena_printf(t->arena, ">%g: beyond the base's samples", v.k));
    return tables_real(t, v.k, "undefined");
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
    c[E_TEXT] =
        cell_text(t, arena_printf(t->arena, e->value.censored ? ">%g" : "%.3g", e->value.k));
    c[E_REPLACED] = equivalent_cell(t, e->with_replacement);
    c[E_LOW] = equivalent_cell(t, e->low);
    c[E_HIGH] = equivalent_cell(t, e->high);
    c[E_BELOW] = cell_real(e->share_below_1);
    c[E_CENSORED] = cell_real(e->share_censored);
    c[E_K_MAX] = cell_real(e->k_max);
    c[E_ROLLOUTS] = cell_real(e->rollouts);
    c[E_EFFICIENCY] = tables_real(t, e->efficiency, "K is censored");
    c[E_TASKS] = cell_int((int64_t)e->n_tasks);
    c[E_CURRENCY] = cell_text(t, "rollouts");
    c[E_SPENT] = cell_real(e->rollouts);
    c[E_WORTH] = equivalent_cell(t, e->value);
    return c;
}

/* The budget once more in another currency: k base rollouts at what one costs. */
static void put_currency(struct table *t, const char *base, const char *run,
                         const struct equivalent_k *e, enum equivalent_currency currency,
                         struct equivalent_cost cost)
{
    const char *unknown = currency == EQUIVALENT_TOKENS ? "some rollout does not say its tokens"
                                                        : "some run has no wall time in the ledger";
    struct cell *c = put_equivalent(t, base, run, e);
    const char *name = equivalent_currency_name(currency);
    double worth = e->value.k * cost.base_rollout;
    bool known = !isnan(cost.base_rollout) && !isnan(cost.spent);
    c[E_KIND] = cell_text(t, arena_printf(t->arena, "budget-%s", name));
    c[E_CURRENCY] = cell_text(t, name);
    c[E_SPENT] = tables_real(t, cost.spent, unknown);
    if (!e->value.censored)
        c[E_WORTH] = tables_real(t, worth, unknown);
    if (!known)
        c[E_EFFICIENCY] = cell_na(t, unknown);
    else if (!e->value.censored)
        c[E_EFFICIENCY] = cell_real(worth / cost.spent);
}

static void note_equivalent(struct cli *cli, struct table *t, const struct equivalent_options *o)
{
    table_note(t, "k: smallest real K whose fast_1@K of the base (mean over tasks, step 0) reaches "
                  "the method's fast_1; below 1 computed, above the base's samples censored; "
                  "k_with_replacement: on 1 - (1 - rate)^K instead of the unbiased fast_1@K");
    table_note(t,
               "policy: one sample of the adapted policy at %s; budget: best found in all "
               "rollouts of the run, adaptation included; rollouts: spent a task, efficiency: "
               "k / rollouts",
               analyze_step_text(cli, o->step));
    table_note(t, "budget-tokens, budget-seconds: spent: a task and run, prompt, completion and "
                  "teacher tokens or wall seconds, adaptation included; equivalent_amount: k base "
                  "rollouts at the mean cost of one; efficiency: their ratio");
    if (o->step == STEP_BOA)
        table_note(t, "the Best-of-Adaptation step is chosen on the rollouts it is scored on");
    tables_note_rule(t, o->rule);
    table_note(t,
               "interval: %g %% percentiles of %d replicates (seed %llu) that redraw %s"
               "rollouts of base and method together; the budget's best is not redrawn",
               100.0 * o->level, o->replicates, (unsigned long long)o->seed,
               o->new_tasks ? "tasks, then " : "");
}

static int load_two_groups(struct cli *cli, struct study *s, struct run_set *base,
                           struct run_set *method, struct err *err)
{
    const char *const *a = NULL;
    const char *const *b = NULL;
    size_t n_a = 0;
    size_t n_b = 0;
    int rc = analyze_names(cli, "base", &a, &n_a, err);
    if (rc == 0)
        rc = analyze_names(cli, opt_given(cli, "runs") ? "runs" : "run", &b, &n_b, err);
    if (rc < 0)
        return rc;
    /* A run may stand on both sides: its step 0 is the base of its later steps. */
    const char **names = arena_array(cli->arena, n_a + n_b, sizeof(*names));
    size_t *index = arena_array(cli->arena, n_a + n_b, sizeof(*index));
    size_t n = 0;
    for (size_t i = 0; i < n_a + n_b; i++) {
        const char *name = i < n_a ? a[i] : b[i - n_a];
        size_t at = 0;
        while (at < n && strcmp(names[at], name) != 0)
            at++;
        if (at == n)
            names[n++] = name;
        index[i] = at;
    }
    rc = load_study(cli->db, names, n, cli->arena, s, err);
    *base = (struct run_set){ s, index, n_a };
    *method = (struct run_set){ s, index + n_a, n_b };
    return rc;
}

static int run_equivalent(struct cli *cli, struct err *err)
{
    struct study s;
    struct run_set base;
    struct run_set method;
    struct table t;
    struct analyze_resample r;
    struct equivalent_k e[2];
    struct equivalent_options o = { .rule = analyze_rule(cli),
                                    .new_tasks = !opt_flag(cli, "fixed-tasks") };
    int rc = analyze_step(cli, &o.step, err);
    if (rc == 0 && o.step == STEP_ALL)
        rc = err_set(err, ERR_USAGE, "--step is boa or a number: one policy");
    if (rc == 0)
        rc = analyze_resample(cli, &r, err);
    if (rc == 0)
        rc = load_two_groups(cli, &s, &base, &method, err);
    if (rc == 0)
        rc = analyze_rebase(cli, &s, err);
    for (size_t i = 0; rc == 0 && i < s.n_runs; i++)
        rc = tables_need_speedups(&s, i, err);
    if (rc != 0)
        return rc;
    o.level = r.level;
    o.replicates = r.replicates;
    o.seed = r.seed;
    o.threads = r.threads;
    rc = equivalent_k(&base, &method, &o, e, err);
    if (rc < 0)
        return rc;
    const char *run = opt_text(cli, opt_given(cli, "runs") ? "runs" : "run");
    table_init(&t, cli->arena, "rollbook.analyze.equivalent-k/1", equivalent_columns, E_COLUMNS);
    for (int i = 0; i < 2; i++)
        put_equivalent(&t, opt_text(cli, "base"), run, &e[i]);
    for (int i = 0; i < EQUIVALENT_CURRENCIES; i++)
        put_currency(&t, opt_text(cli, "base"), run, &e[1], (enum equivalent_currency)i,
                     equivalent_cost_of(&base, &method, (enum equivalent_currency)i));
    note_equivalent(cli, &t, &o);
    tables_note_runs(&t, &s);
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt scaling_cli_options[] = {
    ANALYZE_RUN_OPTIONS,
    ANALYZE_BASELINE_OPTIONS,
    { "k", 0, OPT_TEXT, "LIST", NULL, "numbers of samples; default: powers of two up to n" },
    { "step", 0, OPT_TEXT, "STEP", "0", "step of an adapting run: a number, boa or all" },
    ANALYZE_RULE_OPTIONS,
    { "quantile", 0, OPT_REAL, "Q", "0.5", "quantile of the best of K" },
    { "new-tasks", 0, OPT_FLAG, NULL, NULL, "intervals for tasks like these: resample tasks too" },
    ANALYZE_RESAMPLE_OPTIONS,
};

const struct command cmd_analyze_scaling = {
    .name = "analyze scaling",
    .summary = "pass@K, fast_1@K and the expected best of K",
    .usage = "rollbook analyze scaling [--run NAME[,NAME]] [--k LIST] [options]",
    .examples = "  rollbook analyze scaling --run bon-42 --k 1,2,4,8,16,32,64\n"
                "  rollbook analyze scaling --run bon-42,ttt-42 --new-tasks --format csv\n",
    .flags = CMD_READS,
    .options = scaling_cli_options,
    .n_options = ARRAY_LEN(scaling_cli_options),
    .run = run_scaling,
};

static const struct opt equivalent_cli_options[] = {
    { "base", 0, OPT_LIST, "NAME[,NAME]", NULL, "runs of the base policy" },
    ANALYZE_RUN_OPTIONS,
    ANALYZE_BASELINE_OPTIONS,
    { "step", 0, OPT_TEXT, "STEP", "boa", "step of the adapted policy: boa or a number" },
    ANALYZE_RULE_OPTIONS,
    { "fixed-tasks", 0, OPT_FLAG, NULL, NULL, "resample rollouts only" },
    ANALYZE_RESAMPLE_OPTIONS,
};

const struct command cmd_analyze_equivalent_k = {
    .name = "analyze equivalent-k",
    .summary = "how many base samples an adapted policy is worth",
    .usage = "rollbook analyze equivalent-k --base NAME[,NAME] --run NAME[,NAME] [options]",
    .examples =
        "  rollbook analyze equivalent-k --base bon-42 --run ttt-42\n"
        "  rollbook analyze equivalent-k --base bon-42,bon-43 --run ttt-42,ttt-43 --step 1\n",
    .flags = CMD_READS,
    .options = equivalent_cli_options,
    .n_options = ARRAY_LEN(equivalent_cli_options),
    .run = run_equivalent,
};
