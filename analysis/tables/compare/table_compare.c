#include "analysis/tables/compare/table_compare.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/compare_value.h"
#include "analysis/stat/stat_power.h"
#include "analysis/study/trajectory.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/number.h"

enum compare_column {
    COL_ESTIMAND,
    COL_QUANTITY,
    COL_VALUE,
    COL_P,
    COL_P_HOLM,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_N,
    COL_ENGINE,
    COL_P_ADJUSTED,
    COL_ADJUSTMENT,
    COL_COUNT
};

static const struct table_column columns[] = {
    { "estimand", 0, COLUMN_TEXT, "result of each run per task" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "value", 4, COLUMN_REAL, "the value",
      "no task, or several seeds per task (not independent), or more than 400 tasks" },
    { "p", 4, COLUMN_REAL, "p-value",
      "not a test; or several seeds per task, which are not independent" },
    { "p_holm", 4, COLUMN_REAL, "adjusted over the estimands", "not a test; or not in the family" },
    INTERVAL_COLUMNS(
        "", "", "no interval; or fewer than two values, or all alike: an interval of no width"),
    { "n", 0, COLUMN_INT, "tasks, runs, or task x seed cells" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo",
      "not a test; or several seeds per task, which are not independent", .words = ENGINE_WORDS },
    { "p_adjusted", 4, COLUMN_REAL, "by --adjust", "not a test; or all differences are zero" },
    { "adjustment", 0, COLUMN_TEXT, "holm, bh or max-t", "not a test", .words = "holm|bh|max-t" },
};

static const struct table_shape tests_shape = {
    .schema = "rollbook.analyze.compare/2",
    .rows = "two groups of runs, paired by task and seed",
    SHAPE_COLUMNS(columns),
    .formulas = { "$\\mathrm{difference} = \\frac{1}{T} \\sum_t (\\mathrm{mean}_{\\text{seeds}} "
                  "B_t - \\mathrm{mean}_{\\text{seeds}} A_t)$ over $T$ tasks",
                  "new tasks and new runs: variance $\\frac{s^2_{\\text{tasks}}}{T} + \\sum_{A, B} "
                  "\\frac{(MS_{\\text{runs}} - MS_{\\text{rest}})_+}{T R}$, tasks and runs "
                  "crossed, Student's t with Satterthwaite's degrees of freedom. these tasks and "
                  "new runs: $\\sum_{A, B} \\frac{MS_{\\text{runs}}}{T R}$. test_new_runs: the "
                  "same t, its $p$ no smaller than the $p$ of sign flips",
                  "sign_flip: share of the $2^T$ sign patterns with $|\\mathrm{mean}| \\ge$ "
                  "observed; exact to 20 tasks. smallest $p = 2 / 2^T$",
                  "signed_rank: exact distribution of the rank sums (ties: doubled ranks); "
                  "hodges_lehmann: median of the Walsh averages with their exact order statistics",
                  "mcnemar: $\\mathrm{Binomial}(\\mathrm{discordant}, \\frac{1}{2})$. cohens_h $= "
                  "2 \\arcsin \\sqrt{b} - 2 \\arcsin \\sqrt{a}$. net_improvement_within_task $= "
                  "P(b > a) - P(b < a)$ over the seeds of a task, mean over tasks. rank_biserial "
                  "$= \\frac{W^+ - W^-}{W^+ + W^-}$",
                  "sample of a run that adapts: Best of Adaptation, cross-fitted: the step is "
                  "chosen on a random half of every task's rollouts and scored on the other, mean "
                  "over splits; best-of-b: $1 - S(B; n, c)$, log-best-of-b: $\\mathrm{E}[\\ln "
                  "\\text{best}]$ of $B$ rollouts, $B$ the smaller group's number of rollouts",
                  "power: of the exact signed-rank test at normal differences with the observed "
                  "mean and sd over tasks; n_required and minimum detectable difference for power "
                  "0.8" },
    .references = { MILLER,
                    "Searle, Casella and McCulloch 1992, Variance Components (crossed effects, "
                    "Henderson's method 3)",
                    "Satterthwaite 1946, An approximate distribution of estimates of variance "
                    "components, Biometrics Bulletin 2",
                    "Hollander, Wolfe and Chicken 2014, Nonparametric Statistical Methods, third "
                    "edition",
                    "Fagerland, Lydersen and Laake 2013, The McNemar test for binary matched-pairs "
                    "data, BMC Medical Research Methodology 13",
                    "Holm 1979, A simple sequentially rejective multiple test procedure, "
                    "Scandinavian Journal of Statistics 6",
                    "Benjamini and Hochberg 1995, Controlling the false discovery rate, JRSS B 57",
                    "Westfall and Young 1993, Resampling-Based Multiple Testing (max-T)" },
    .denominator = "tasks present in both groups with a defined value",
    .n = "column n: tasks. Rows difference_these_tasks_new_runs: runs. Rows "
         "difference_these_tasks_these_runs, risk and odds: cells. Rows held_out: halves of tasks",
    .queries = { STUDY_QUERIES },
};

static const char no_test[] = "not a test";
static const char no_interval[] = "no interval";
static const char too_few[] = "too few values for the level";
static const char no_width[] = "fewer than two values, or all alike: an interval of no width";

static struct cell *add_row(struct table *t, const struct group_comparison *r, const char *quantity,
                            double value, int64_t n)
{
    struct cell *c = table_row(t);
    c[COL_ESTIMAND] = cell_text(t, compare_estimand_name(r->estimand));
    c[COL_QUANTITY] = cell_text(t, quantity);
    c[COL_VALUE] = tables_real(t, value, "undefined");
    c[COL_P] = cell_na(t, no_test);
    c[COL_P_HOLM] = cell_na(t, no_test);
    c[COL_LOW] = c[COL_HIGH] = c[COL_INTERVAL] = cell_na(t, no_interval);
    c[COL_N] = cell_int(n);
    c[COL_ENGINE] = cell_na(t, no_test);
    c[COL_P_ADJUSTED] = c[COL_ADJUSTMENT] = cell_na(t, no_test);
    return c;
}

static void put_interval(struct table *t, struct cell *c, struct interval ci,
                         enum interval_kind kind, const char *reason)
{
    tables_put_interval(t, &c[COL_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : kind, reason);
}

static struct cell *add_test(struct table *t, const struct group_comparison *r,
                             const char *quantity, const struct compare_test *test)
{
    struct cell *c = add_row(t, r, quantity, test->statistic, test->n);
    if (isnan(test->statistic))
        c[COL_VALUE] = cell_na(t, test->reason);
    c[COL_P] = tables_real(t, test->p, test->reason);
    c[COL_P_HOLM] = cell_na(t, "not in the family");
    c[COL_ENGINE] = test->engine[0] == '\0' ? cell_na(t, test->reason) : cell_text(t, test->engine);
    return c;
}

/* Over the estimands. */
struct test_family {
    double holm[COMPARE_ESTIMAND_COUNT];
    double adjusted[COMPARE_ESTIMAND_COUNT];
    const char *how;
};

static void put_in_family(struct table *t, struct cell *c, const struct compare_test *test,
                          const struct test_family *f, enum compare_estimand e)
{
    c[COL_P_HOLM] = tables_real(t, f->holm[e], test->reason);
    c[COL_P_ADJUSTED] = tables_real(
        t, f->adjusted[e], isnan(test->p) ? test->reason : "all differences are zero; or max-t");
    c[COL_ADJUSTMENT] = cell_text(t, f->how);
}

static void put_difference(struct table *t, const struct group_comparison *r, const char *quantity,
                           int64_t n, struct interval ci, enum interval_kind kind)
{
    const char *why = strstr(quantity, "new_runs") == NULL ? NULL : compare_why_no_runs(r);
    put_interval(t, add_row(t, r, quantity, r->difference, n), ci, kind,
                 why != NULL ? why : no_width);
}

static void put_result(struct table *t, const struct group_comparison *r, bool cross_fitted,
                       const struct test_family *new_runs, const struct test_family *these_runs)
{
    int64_t tasks = (int64_t)r->n_tasks;
    int64_t cells = (int64_t)r->n_cells;
    int64_t runs = (int64_t)(r->runs[0].n_runs + r->runs[1].n_runs);
    bool is_log = r->estimand == COMPARE_LOG_BEST;
    add_row(t, r, "min_attainable_p", r->min_p, tasks);
    add_row(t, r, "mean_a", r->mean_a, tasks);
    add_row(t, r, "mean_b", r->mean_b, tasks);
    if (r->estimand == COMPARE_SAMPLE && cross_fitted) {
        add_row(t, r, "mean_a_in_sample", r->in_sample_a, tasks);
        add_row(t, r, "mean_b_in_sample", r->in_sample_b, tasks);
    }
    put_difference(t, r, "difference_new_tasks_new_runs", tasks, r->new_tasks, INTERVAL_STUDENT);
    put_difference(t, r, "difference_new_tasks_these_runs", tasks, r->new_tasks_these_runs,
                   INTERVAL_STUDENT);
    put_difference(t, r, "difference_these_tasks_new_runs", runs, r->these_tasks, INTERVAL_STUDENT);
    put_difference(t, r, "difference_these_tasks_these_runs", cells, r->these_tasks_these_runs,
                   INTERVAL_BINOMIAL);
    put_in_family(t, add_test(t, r, "test_new_runs", &r->new_runs), &r->new_runs, new_runs,
                  r->estimand);
    put_in_family(t, add_test(t, r, "sign_flip_these_runs", &r->sign_flip), &r->sign_flip,
                  these_runs, r->estimand);
    add_test(t, r, "signed_rank_these_runs", &r->signed_rank);
    add_test(t, r, "sign_test_these_runs", &r->sign);
    if (!is_log) {
        add_test(t, r, "mcnemar", &r->mcnemar);
        add_row(t, r, "cohens_h", r->cohens_h, tasks);
    } else {
        add_row(t, r, "geomean_ratio", r->geomean_ratio, tasks);
    }
    add_row(t, r, "rank_biserial", r->rank_biserial, tasks);
    add_row(t, r, "net_improvement_within_task", r->net_improvement, tasks);
    add_row(t, r, "p_improvement", r->p_improvement, tasks);
    put_interval(t, add_row(t, r, "hodges_lehmann", r->hodges_lehmann, tasks), r->hodges_lehmann_ci,
                 INTERVAL_EXACT, isnan(r->hodges_lehmann_coverage) ? too_few : no_width);
}

/* After all estimands, so that the first rows keep their place. */
static void put_more(struct table *t, const struct group_comparison *r)
{
    const struct compare_more *m = &r->more;
    int64_t tasks = (int64_t)r->n_tasks;
    int64_t cells = (int64_t)r->n_cells;
    add_row(t, r, "sd_of_differences", m->sd, tasks);
    struct cell *c = add_row(t, r, "power_observed", m->power, tasks);
    if (isnan(m->power))
        c[COL_VALUE] = cell_na(t, "the differences do not vary, or more than 400 tasks");
    c = add_row(t, r, "n_required", m->n_required, tasks);
    if (isnan(m->n_required))
        c[COL_VALUE] = cell_na(t, "more than 400 tasks");
    c = add_row(t, r, "min_detectable_difference", m->detectable, tasks);
    if (isnan(m->detectable))
        c[COL_VALUE] = cell_na(t, "no difference can be found with so few tasks");
    if (isnan(m->risk_difference))
        return;
    put_interval(t, add_row(t, r, "risk_difference", m->risk_difference, cells), m->risk_ci,
                 INTERVAL_CLOPPER_PEARSON, too_few);
    bool unbounded = isinf(m->odds_ratio) != 0;
    struct interval odds = m->odds_ci;
    c = add_row(t, r, "odds_ratio", unbounded ? (double)NAN : m->odds_ratio, m->n_up + m->n_down);
    if (isnan(m->odds_ratio) || unbounded)
        c[COL_VALUE] =
            cell_na(t, unbounded ? "unbounded: no cell favours A" : "no discordant cell");
    if (!isnan(odds.low)) {
        c[COL_LOW] = cell_real(odds.low);
        c[COL_HIGH] = isinf(odds.high) ? cell_na(t, "unbounded") : cell_real(odds.high);
        c[COL_INTERVAL] = cell_text(t, interval_name(INTERVAL_CLOPPER_PEARSON));
    }
    add_row(t, r, "mcnemar_power", m->mcnemar_power, cells);
    c = add_row(t, r, "mcnemar_n_required", m->mcnemar_required, cells);
    if (isnan(m->mcnemar_required))
        c[COL_VALUE] = cell_na(t, "no difference, or more than 10000 cells");
}

static void put_regimes(struct table *t, const struct group_comparison *r)
{
    for (size_t k = 0; k < COMPARE_REGIMES; k++) {
        const char *name = arena_printf(t->arena, "held_out_base_%s", compare_regime_name(k));
        struct cell *c =
            add_row(t, r, name, r->more.regime_difference[k], (int64_t)r->more.regime_halves[k]);
        if (r->more.regime_halves[k] == 0)
            c[COL_VALUE] = cell_na(t, "no task");
    }
}

static void put_bounds(struct table *t, const struct group_comparison *r,
                       const struct compare_bounds *b, const struct compare_missing missing[2])
{
    int64_t n[2], all[2];
    for (int i = 0; i < 2; i++) {
        n[i] = (int64_t)(missing[i].undecided + missing[i].undrawn);
        all[i] = n[i] + (int64_t)(missing[i].timeouts + missing[i].untimed);
    }
    add_row(t, r, "mean_a_if_missing_failed", b->a.low, n[0]);
    add_row(t, r, "mean_a_if_missing_fast", b->a.high, all[0]);
    add_row(t, r, "mean_b_if_missing_failed", b->b.low, n[1]);
    add_row(t, r, "mean_b_if_missing_fast", b->b.high, all[1]);
    add_row(t, r, "difference_if_missing_lowest", b->difference.low, all[0] + n[1]);
    add_row(t, r, "difference_if_missing_highest", b->difference.high, n[0] + all[1]);
}

static void put_all_bounds(struct table *t, const struct study *s, const struct compare *c,
                           struct speed_rule rule)
{
    struct compare_bounds bounds[COMPARE_LOG_BEST];
    struct compare_missing missing[2];
    compare_bounds_of(s, c, rule, bounds, missing);
    for (int e = 0; e < COMPARE_LOG_BEST; e++)
        put_bounds(t, &c->results[e], &bounds[e], missing);
    compare_note_missing(t, "A", missing[0]);
    compare_note_missing(t, "B", missing[1]);
    table_note(t, "..._if_missing_failed, _fast: the mean if the n rollouts without a verdict or "
                  "never sampled had failed, or had been fast, and the timeouts and right rollouts "
                  "without a speedup as well. difference_if_missing_lowest, _highest: failed in B "
                  "and fast in A, and vice versa, over all pairs, also pairs without a value. An "
                  "adapting run keeps its selected steps");
}

static void note_more(struct table *t, const struct compare *c, const struct compare_options *o)
{
    table_note(t,
               "power_observed, n_required, min_detectable_difference: exact signed-rank test over "
               "tasks with normal differences of the observed mean and sd, alpha %.3g, power 0.8 "
               "(simulated, seed %llu); power at the observed effect adds nothing to its p",
               1.0 - o->level, (unsigned long long)o->seed);
    table_note(
        t, "mcnemar, risk_difference, odds_ratio: with only one seed per task, since cells of one "
           "task are not independent. risk_difference: over cells, from Clopper-Pearson intervals "
           "of both discordant shares at half the error each, so coverage is at least the level. "
           "odds_ratio: cells fast only in B / only in A, conditional exact interval");
    table_note(t,
               "held_out_base_none, _low, _high: mean of B - A over the tasks whose A has a share "
               "of fast samples of 0, below 0.5, from 0.5 on the samples with even numbers, A's "
               "value taken on those with odd ones, and the other way round; n: halves of tasks");
    table_note(t, "max-t: single-step, one sign flip a task shared by the estimands (%s)",
               c->max_t_engine);
}

static const char *const adjust_names[] = { "holm", "bh", "max-t", NULL };

static struct test_family make_family(enum compare_adjust how, const struct compare *c,
                                      bool new_runs, struct arena *arena)
{
    struct test_family f = { .how = adjust_names[how] };
    double *out = f.adjusted;
    double p[COMPARE_ESTIMAND_COUNT];
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        p[e] = new_runs ? c->results[e].new_runs.p : c->results[e].sign_flip.p;
    stat_adjust_holm(p, COMPARE_ESTIMAND_COUNT, f.holm, arena);
    switch (how) {
    case ADJUST_HOLM:
        stat_adjust_holm(p, COMPARE_ESTIMAND_COUNT, out, arena);
        break;
    case ADJUST_BH:
        stat_adjust_bh(p, COMPARE_ESTIMAND_COUNT, out, arena);
        break;
    case ADJUST_MAX_T:
        for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
            out[e] = new_runs ? (double)NAN : c->results[e].more.p_max_t;
        break;
    }
    return f;
}

static const char *names_of(const struct table_input *in, const struct run_set *g)
{
    const char *text = g->study->runs[g->runs[0]].name;
    for (size_t i = 1; i < g->n_runs; i++)
        text = arena_printf(in->arena, "%s, %s", text, g->study->runs[g->runs[i]].name);
    return text;
}

/* "64 rollouts a cell, 28800 tokens, 12.5 s", without what is unknown. */
static const char *budget_text(struct table *t, const struct compare_budget *b)
{
    const char *text = arena_printf(t->arena, "%zu runs, %s rollouts per cell", b->n_runs,
                                    number_rounded(t->arena, b->rollouts_per_cell, 4));
    if (!isnan(b->tokens))
        text = arena_printf(t->arena, "%s, %.0f tokens", text, b->tokens);
    if (!isnan(b->wall_seconds))
        text =
            arena_printf(t->arena, "%s, %s s", text, number_rounded(t->arena, b->wall_seconds, 4));
    return text;
}

static void note_checks(struct table *t, const struct compare *c)
{
    table_note(t, "budget: A %s; B %s: rollouts %s", budget_text(t, &c->budget_a),
               budget_text(t, &c->budget_b), c->same_budget ? "equal" : "NOT EQUAL");
    if (c->budget_low == c->budget_high)
        table_note(t, "common budget of best-of-b and log-best-of-b: B = %lld rollouts per cell",
                   (long long)c->budget_low);
    else
        table_note(
            t, "common budget of best-of-b and log-best-of-b: B = %lld to %lld rollouts per cell",
            (long long)c->budget_low, (long long)c->budget_high);
    if (!c->same_split)
        table_warning(t, "the runs do not share one split");
    if (!c->same_tasks)
        table_left_out(
            t, "the runs did not plan the same tasks; %zu tasks in one group only are left out",
            c->n_tasks_dropped);
    if (c->n_runs_dropped > 0)
        table_left_out(t, "%zu runs whose seed is in one group only are left out",
                       c->n_runs_dropped);
    if (!c->same_seeds && c->n_runs_dropped == 0)
        table_warning(t, "the two runs have different seeds, or none: paired only by task");
}

/* What it costs not to know other runs. */
static void note_width(struct table *t, const struct group_comparison *r)
{
    double these = r->new_tasks_these_runs.high - r->new_tasks_these_runs.low;
    double others = r->new_tasks.high - r->new_tasks.low;
    if (these > 0.0 && others > 0.0)
        table_note(t,
                   "sample: the interval for new runs is %.2g times as wide as the one for these "
                   "runs (%zu and %zu runs): more runs narrow it, more tasks or rollouts hardly",
                   others / these, r->runs[0].n_runs, r->runs[1].n_runs);
}

static void note_groups(const struct table_input *in, struct table *t, const struct run_set *a,
                        const struct run_set *b, const struct compare *c,
                        const struct compare_options *o)
{
    const struct group_comparison *first = &c->results[COMPARE_SAMPLE];
    table_note(t, "smallest two-sided p that %zu tasks can give under sign flips: %.4g%s",
               first->n_tasks, first->min_p,
               first->min_p > 0.05 ? " - no result can be below .05" : "");
    table_reading(t,
                  "A: %s (%s). B: %s (%s); difference = B - A. unit: task, %zu tasks x %zu seeds, "
                  "seeds averaged within a task",
                  names_of(in, a), a->study->runs[a->runs[0]].strategy, names_of(in, b),
                  b->study->runs[b->runs[0]].strategy, c->n_tasks, c->n_seeds);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        const struct group_comparison *r = &c->results[e];
        table_note(t, "%s: %s", compare_estimand_name(r->estimand),
                   compare_estimand_sentence(r->estimand));
        if (r->n_left_out > 0)
            table_left_out(t, "%s: %zu pairs are undefined and left out",
                           compare_estimand_name(r->estimand), r->n_left_out);
    }
    note_checks(t, c);
    tables_note_rule(t, o->rule);
    table_note(t,
               "intervals: %g %%. ..._new_runs is for other runs (training seeds) of A and B, "
               "..._these_runs only for these runs. new_tasks_new_runs: Student's t, tasks and "
               "runs crossed. new_tasks_these_runs: Student's t over the tasks' differences. "
               "these_tasks_new_runs: Student's t over the runs' means. these_tasks_these_runs: "
               "normal, the binomial variance of rollouts, NA of a best of B",
               100.0 * o->level);
    tables_note_new_runs(t, "A", &first->runs[0]);
    tables_note_new_runs(t, "B", &first->runs[1]);
    note_width(t, first);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        tables_note_skewed(t,
                           arena_printf(t->arena, "the differences of %s",
                                        compare_estimand_name((enum compare_estimand)e)),
                           c->results[e].skewness, c->results[e].n_tasks);
    tables_note_few(t, c->n_tasks);
    tables_note_undecided(t, c->n_tasks, o->level);
    if (c->cross_fitted)
        table_note(t,
                   "Best of Adaptation: cross-fitted over %d random halvings (seed %llu). "
                   "mean_a_in_sample, mean_b_in_sample: scored on the rollouts that selected the "
                   "step, so biased upwards and not tested",
                   BOA_SPLITS, (unsigned long long)o->seed);
    table_note(t,
               "tests: two-sided; test_new_runs is the primary one, without two runs per side "
               "sign_flip_these_runs. ..._these_runs: over task means. p_holm: over the %d "
               "estimands of one test",
               COMPARE_ESTIMAND_COUNT);
}

struct asked_groups {
    const struct study *study;
    size_t *index;
    struct run_set a;
    struct run_set b;
};

static int split_by_strategy(struct asked_groups *g, struct err *err)
{
    const struct study *s = g->study;
    const char *first = s->runs[0].strategy;
    const char *second = NULL;
    size_t n_a = 0;
    size_t n_b = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        const char *strategy = s->runs[i].strategy;
        if (strcmp(strategy, first) == 0) {
            g->index[n_a++] = i;
            continue;
        }
        if (second != NULL && strcmp(strategy, second) != 0)
            return err_set(err, ERR_USAGE,
                           "the runs have more than two strategies (%s, %s, %s): name the groups "
                           "by --a and --b",
                           first, second, strategy);
        second = strategy;
        g->index[s->n_runs + n_b++] = i;
    }
    if (second == NULL)
        return err_set(err, ERR_USAGE, "all runs have strategy %s: name the groups by --a and --b",
                       first);
    g->a = (struct run_set){ s, g->index, n_a };
    g->b = (struct run_set){ s, g->index + s->n_runs, n_b };
    return 0;
}

static int load_named_groups(const struct table_input *in, const struct name_list *a,
                             const struct name_list *b, struct asked_groups *g, struct err *err)
{
    size_t n = a->n + b->n;
    if (a->n == 0 || b->n == 0)
        return err_set(err, ERR_USAGE, "--%s NAME[,NAME] is needed; 'rollbook runs' lists the runs",
                       a->n == 0 ? "a" : "b");
    const char **names = arena_array(in->arena, n, sizeof(*names));
    g->index = arena_array(in->arena, n, sizeof(*g->index));
    for (size_t i = 0; i < n; i++) {
        names[i] = i < a->n ? a->items[i] : b->items[i - a->n];
        g->index[i] = i;
    }
    int rc = tables_load_against(in, names, n, &g->study, err);
    g->a = (struct run_set){ g->study, g->index, a->n };
    g->b = (struct run_set){ g->study, g->index + a->n, b->n };
    return rc;
}

/* By name, by order, else by strategies as they appear. */
static int load_groups(const struct table_input *in, const struct table_compare_options *o,
                       struct asked_groups *g, struct err *err)
{
    if (o->a.n > 0 || o->b.n > 0)
        return load_named_groups(in, &o->a, &o->b, g, err);
    if (o->by_order && in->runs.n == 2) {
        const struct name_list a = { in->runs.items, 1 }, b = { in->runs.items + 1, 1 };
        return load_named_groups(in, &a, &b, g, err);
    }
    int rc = tables_study_against(in, &g->study, err);
    if (rc < 0)
        return rc;
    g->index = arena_array(in->arena, 2 * g->study->n_runs, sizeof(*g->index));
    return split_by_strategy(g, err);
}

static int fill_tests(const struct table_input *in, const struct table_compare_options *o,
                      const struct asked_groups *g, const struct resampling *r, struct table *t,
                      struct err *err)
{
    struct compare c;
    struct compare_options how = { .rule = o->rule,
                                   .level = r->level,
                                   .replicates = r->replicates,
                                   .seed = r->seed,
                                   .threads = r->threads };
    int rc = compare_groups_once(in->memo, &g->a, &g->b, &how, in->arena, &c, err);
    if (rc < 0)
        return rc;
    struct test_family new_runs = make_family(o->adjust, &c, true, in->arena);
    struct test_family these_runs = make_family(o->adjust, &c, false, in->arena);
    table_begin(t, in->arena, &tests_shape);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        put_result(t, &c.results[e], c.cross_fitted, &new_runs, &these_runs);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        put_more(t, &c.results[e]);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        put_regimes(t, &c.results[e]);
    put_all_bounds(t, g->study, &c, o->rule);
    note_groups(in, t, &g->a, &g->b, &c, &how);
    note_more(t, &c, &how);
    return 0;
}

/* By part of methods. */
static int (*const methods_parts[])(const struct methods_input *x, struct table *t,
                                    struct err *err) = { methods_fill, methods_curves_fill,
                                                         methods_solved_fill,
                                                         methods_sensitivity_fill };

static int load_methods(const struct table_input *in, const struct table_compare_options *o,
                        const struct study **s, struct run_groups *out, struct err *err)
{
    const char *const *names = NULL;
    size_t n = 0;
    int rc = o->methods == NULL ? tables_scored_names(in, &names, &n, err)
                                : run_groups_read(o->methods, in->arena, &names, &n, err);
    if (rc == 0)
        rc = tables_load_against(in, names, n, s, err);
    if (rc == 0)
        rc = run_groups_named(o->methods, *s, in->arena, out, err);
    bool timed = o->methods != NULL && o->rule.value != SPEED_ANY;
    struct run_set *sets = arena_array(in->arena, out->n + 1, sizeof(*sets));
    for (size_t i = 0; rc == 0 && i < out->n; i++)
        sets[i] = out->items[i].set;
    if (rc == 0 && timed)
        rc = tables_leave_unjudged(in, sets, out->n, false, err);
    for (size_t i = 0; rc == 0 && i < out->n; i++)
        out->items[i].set = sets[i];
    return rc;
}

static int make_methods(const struct table_input *in, const struct table_compare_options *o,
                        const struct resampling *r, struct table *out, struct err *err)
{
    struct methods_input x = { .in = in, .o = o, .resample = r };
    const struct study *s = NULL;
    struct table t;
    size_t part = o->part < COMPARE_METHODS ? 0 : (size_t)(o->part - COMPARE_METHODS);
    if (o->part == COMPARE_TRANSFER || o->a.n > 0 || o->b.n > 0)
        return err_set(
            err, ERR_USAGE,
            "--methods names the groups: --a, --b and --table transfer do not go with it");
    if (o->budget < 0)
        return err_set(err, ERR_USAGE, "--budget is a number of rollouts from 1 on");
    int rc = load_methods(in, o, &s, &x.methods, err);
    if (rc == 0)
        rc = methods_parts[part](&x, &t, err);
    if (rc < 0)
        return rc;
    tables_note_runs(&t, s);
    *out = t;
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_compare_options *o = options;
    struct asked_groups g = { 0 };
    struct resampling r;
    struct table t;
    int rc = tables_resampling(&o->resample, &r, err);
    if (rc == 0 && o->anytime && (o->methods != NULL || o->part != COMPARE_TESTS))
        rc = err_set(err, ERR_USAGE, "--anytime compares two groups: no --methods, no --table");
    if (rc == 0 && (o->methods != NULL || o->part >= COMPARE_METHODS))
        return make_methods(in, o, &r, out, err);
    if (rc == 0)
        rc = load_groups(in, o, &g, err);
    if (rc == 0 && o->rule.value != SPEED_ANY) {
        struct run_set sets[] = { g.a, g.b };
        rc = tables_leave_unjudged(in, sets, 2, true, err);
        g.a = sets[0];
        g.b = sets[1];
    }
    if (rc == 0)
        rc = tables_need_intervals(g.study, o->rule, err);
    const struct methods_input x = { .in = in, .o = o, .resample = &r };
    if (rc == 0 && o->anytime)
        rc = compare_anytime_fill(&x, &g.a, &g.b, &t, err);
    else if (rc == 0 && o->part == COMPARE_TESTS)
        rc = fill_tests(in, o, &g, &r, &t, err);
    else if (rc == 0)
        rc = compare_transfer_fill(&x, &g.a, &g.b, &t, err);
    if (rc < 0)
        return rc;
    tables_note_runs(&t, g.study);
    *out = t;
    return 0;
}

static const char *const estimands[] = { "sample", "best-of-b", "log-best-of-b", NULL };
static const char *const rules[] = { "mean", "interval", "correct", NULL };
static const char *const parts[] = { "tests",  "transfer",    "methods", "curves",
                                     "solved", "sensitivity", NULL };

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_compare_options, a, "a", "NAME,...", "runs of group A"),
    OPTION(struct table_compare_options, b, "b", "NAME,...", "runs of group B"),
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    TABLE_RULE_OPTIONS(struct table_compare_options),
    OPTION(struct table_compare_options, rule.value, "rule", "WHAT",
           "rule for fast: mean (speedup above the threshold), interval (the lower end of its "
           "interval above it), correct (any correct sample, timed or not)",
           .choices = rules),
    OPTION(struct table_compare_options, adjust, "adjust", "HOW",
           "family of the primary tests: holm, bh or max-t", .choices = adjust_names),
    OPTION(struct table_compare_options, part, "table", "NAME",
           "tests, or transfer between subsets of tasks; of methods: methods, curves, solved, "
           "sensitivity",
           .choices = parts),
    OPTION(struct table_compare_options, by, "by", "WHAT", "transfer: subsets by level or family"),
    OPTION(struct table_compare_options, split, "split", "FILE",
           "transfer: subsets train and eval of a split"),
    OPTION(struct table_compare_options, subsets, "subsets", "LISTS",
           "transfer: \"one=4,5,l2/7;two=12,14\"; N is l1/N"),
    OPTION(struct table_compare_options, methods, "methods", "NAME=RUN,...",
           "any number of methods, each a name and its runs: \"base=b1,b2,ttt=t1\"",
           .repeats = true),
    OPTION(struct table_compare_options, estimand, "estimand", "NAME",
           "methods: the primary one, whose pairs are the family", .choices = estimands),
    OPTION(struct table_compare_options, budget, "budget", "B",
           "methods: rollouts per task and run (default: the smallest number of any cell); "
           "anytime: the B of any-of-B (default: 4)"),
    OPTION(struct table_compare_options, anytime, "anytime", NULL,
           "e-values and confidence sequences: look as often as you like, stop when decided"),
    OPTION(struct table_compare_options, null, "null", "D",
           "anytime: difference of shares that is tested"),
    OPTION(struct table_compare_options, bound, "bound", "NAME",
           "anytime: betting, bernstein, stitched, or normal (approximate)",
           .choices = stat_bound_names),
    OPTION(struct table_compare_options, equal, "equal", "UNIT",
           "anytime: the budget that both sides of any-of-B share: rollouts, tokens, seconds of "
           "evaluation, dollars (with --prices)",
           .choices = cost_unit_names),
    OPTION(struct table_compare_options, prices, "prices", "FILE",
           "anytime: prices as of 'analyze cost'"),
    TABLE_RESAMPLE_OPTIONS(struct table_compare_options),
};

const struct table_kind table_compare = {
    .command = "analyze compare",
    .summary = "two groups of runs, paired by task and seed, or any number of methods",
    .usage = "rollbook analyze compare --runs NAME,... | --a NAME,... --b NAME,... | --methods "
             "NAME=RUN,... [options]",
    .examples =
        "  rollbook analyze compare --runs bon-42,bon-43,bon-44,ttt-42,ttt-43,ttt-44\n  rollbook "
        "analyze compare --a bon-42 --b ttt-42 --json\n  rollbook analyze compare --a base --b "
        "adapted --table transfer \\\n      --subsets \"one=4,5,12;two=18,28\"\n  rollbook analyze "
        "compare --a bon-42 --b ttt-42 --anytime\n",
    .shapes = { &tests_shape, &methods_curves_shape, &methods_values_shape,
                &methods_sensitivity_shape, &methods_solved_shape, &compare_transfer_shape,
                &compare_anytime_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_compare_options){ STANDARD_compare },
                 sizeof(struct table_compare_options) },
    .make = make,
};
