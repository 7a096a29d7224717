/*
 * ttt_vs_bon_tables.c - the numbers.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/select/select_study.h"
#include "analysis/stat/stat_adjust.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/boa_fit.h"
#include "reports/doc/doc.h"
#include "reports/report/report_parts.h"
#include "reports/report/ttt_vs_bon.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/table/table.h"

static struct cell percent(double share)
{
    return cell_real(100 * share);
}

static struct cell real_or(struct table *t, double v, const char *reason)
{
    return isnan(v) ? cell_na(t, reason) : cell_real(v);
}

static struct cell interval_cell(struct table *t, struct interval i, double scale)
{
    if (isnan(i.low) || isnan(i.high))
        return cell_na(t, "no valid interval is known here");
    return cell_text(t, arena_printf(t->arena, "[%.3g, %.3g]", scale * i.low, scale * i.high));
}

static const char *estimand_title(enum compare_estimand e)
{
    static const char *const titles[COMPARE_ESTIMAND_COUNT] = {
        "fast share of samples (ttt: BoA, cross-fitted)",
        "any fast among B rollouts, the common budget",
        "log of the best speedup of B rollouts",
    };
    return titles[e];
}

static double scale_of(enum compare_estimand e)
{
    return e == COMPARE_LOG_BEST ? 1 : 100;
}

static void draw_estimates(struct doc *d, const struct ttt_data *t)
{
    static const struct table_column columns[] = {
        { "estimand", 0 },
        { "tasks", 0 },
        { "cells", 0 },
        { "best-of-n", 0 },
        { "ttt", 0 },
        { "ttt - best-of-n", 0 },
        { "95%, these tasks", 0 },
        { "95%, new tasks", 0 },
        { "effect size", 0 },
    };
    static const int decimals[ARRAY_LEN(columns)] = { [3] = 2, [4] = 2, [5] = 2 };
    struct table table;
    table_init(&table, t->arena, "rollbook.report.ttt-vs-bon.estimates/1", columns,
               ARRAY_LEN(columns));
    for (size_t e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        const struct group_comparison *r = &t->compare.results[e];
        double scale = scale_of(r->estimand);
        struct cell *c = table_row(&table);
        c[0] = cell_text(&table, estimand_title(r->estimand));
        c[1] = cell_int((int64_t)r->n_tasks);
        c[2] = cell_int((int64_t)r->n_cells);
        c[3] = cell_real(scale * r->mean_a);
        c[4] = cell_real(scale * r->mean_b);
        c[5] = cell_real(scale * r->difference);
        c[6] = interval_cell(&table, r->fixed_tasks, scale);
        c[7] = interval_cell(&table, r->new_tasks, scale);
        if (r->estimand == COMPARE_LOG_BEST && isfinite(r->geomean_ratio))
            c[8] = cell_text(&table, arena_printf(t->arena, "ratio %.3g", r->geomean_ratio));
        else if (r->estimand != COMPARE_LOG_BEST && isfinite(r->cohens_h))
            c[8] = cell_text(&table, arena_printf(t->arena, "h = %.3g", r->cohens_h));
        else
            c[8] = cell_na(&table, "undefined for these values");
    }
    table_note(&table,
               "Means over tasks of the mean over seeds; percent, except the last row (natural "
               "logarithm; ratio: geometric mean ratio ttt / best-of-n). h: Cohen's h.");
    table_note(&table,
               "Intervals: \"these tasks\": Student's t of the seeds within tasks, or bootstrap "
               "percentiles of redrawn rollouts with one seed; \"new tasks\": Student's t over the "
               "tasks%s.",
               t->compare.n_tasks < STAT_FEW_TASKS
                   ? ", which are few: what it says rests on the shape of their distribution, and "
                     "where they cannot give a p of .05 it is widened to hold no difference"
                   : "");
    table_note(&table,
               "B: %s rollouts a cell, those of the strategy that has fewer there. ttt at "
               "its BoA step in sample, scored on the rollouts that chose it: %.2f%%, cross-fitted "
               "%.2f%%; no test is made on the former.",
               ttt_budget_text(t->arena, &t->compare),
               100 * t->compare.results[COMPARE_SAMPLE].in_sample_b,
               100 * t->compare.results[COMPARE_SAMPLE].mean_b);
    for (size_t e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        table_note(&table, "%s: %s.", estimand_title((enum compare_estimand)e),
                   compare_estimand_sentence((enum compare_estimand)e));
    doc_table(
        d, &table, decimals,
        "Comparison of ttt with best-of-n, paired by task and seed. n: the columns tasks and "
        "cells (task, seed); each mean is over its tasks; 95% intervals, named below the table.");
}

/* Smaller p have lost their digits in the sums. */
#define LEAST_P 1e-12

static struct cell small_p(struct table *t, double p, const char *reason)
{
    if (isnan(p))
        return cell_na(t, reason);
    return p < LEAST_P ? cell_text(t, "< 1e-12") : cell_real(p);
}

static struct cell p_cell(struct table *t, const struct compare_test *test)
{
    if (isnan(test->p))
        return cell_na(t, test->reason != NULL && test->reason[0] != '\0'
                              ? test->reason
                              : "the test is undefined");
    return cell_text(
        t, arena_printf(t->arena, "%.3g (%s, %lld)", test->p, test->engine, (long long)test->n));
}

static void draw_tests(struct doc *d, const struct ttt_data *t)
{
    static const struct table_column columns[] = {
        { "estimand", 0 },      { "smallest attainable p", 4 }, { "sign-flip p, tasks", 0 },
        { "Holm, 3 rows", 4 },  { "signed-rank p, tasks", 0 },  { "McNemar p, tasks", 0 },
        { "rank-biserial", 0 }, { "P(improvement)", 0 },
    };
    static const int decimals[ARRAY_LEN(columns)] = { [6] = 2, [7] = 2 };
    struct table table;
    double p[COMPARE_ESTIMAND_COUNT], holm[COMPARE_ESTIMAND_COUNT];
    for (size_t e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        p[e] = t->compare.results[e].sign_flip.p;
    stat_adjust_holm(p, COMPARE_ESTIMAND_COUNT, holm, t->arena);
    table_init(&table, t->arena, "rollbook.report.ttt-vs-bon.tests/1", columns, ARRAY_LEN(columns));
    for (size_t e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        const struct group_comparison *r = &t->compare.results[e];
        struct cell *c = table_row(&table);
        c[0] = cell_text(&table, estimand_title(r->estimand));
        c[1] = cell_real(r->min_p);
        c[2] = p_cell(&table, &r->sign_flip);
        c[3] = real_or(&table, holm[e], "the test is undefined");
        c[4] = p_cell(&table, &r->signed_rank);
        c[5] = p_cell(&table, &r->mcnemar);
        c[6] = real_or(&table, r->rank_biserial, "all differences are zero");
        c[7] = cell_real(r->p_improvement);
    }
    table_note(
        &table,
        "All p are two-sided. The sign-flip test over task means is the primary one, as "
        "the task is the unit that generalises; no sign flip of so many tasks can give "
        "less than the smallest attainable p. In brackets: engine and number of units. Only the "
        "primary p are adjusted (Holm, family-wise).");
    doc_table(
        d, &table, decimals,
        "Tests of no difference. n, in brackets with the engine: tasks, or those that differ; "
        "the declared family is the primary test of these rows; no intervals.");
}

static struct cell k_cell(struct table *t, const struct equivalent_value *v)
{
    if (v->censored)
        return cell_text(t, arena_printf(t->arena, "> %s", number_rounded(t->arena, v->k, 4)));
    if (v->saturated)
        return cell_text(t, arena_printf(t->arena, ">= %s", number_rounded(t->arena, v->k, 3)));
    return cell_real(v->k);
}

static struct cell k_interval_cell(struct table *t, const struct equivalent_k *e)
{
    if (isnan(e->low.k) || isnan(e->high.k))
        return cell_na(t, "no valid interval is known here");
    return cell_text(t, arena_printf(t->arena, "[%s%s, %s%s]", e->low.censored ? "> " : "",
                                     number_rounded(t->arena, e->low.k, 3),
                                     e->high.censored ? "> " : "",
                                     number_rounded(t->arena, e->high.k, 3)));
}

static void draw_equivalent(struct doc *d, const struct ttt_data *t)
{
    static const struct table_column columns[] = {
        { "ttt result", 0 },     { "fast %", 0 },           { "equivalent K", 0 },
        { "95%, new tasks", 0 }, { "with replacement", 0 }, { "share of K < 1", 0 },
        { "share censored", 0 }, { "rollouts", 3 },         { "K per rollout", 3 },
    };
    static const int decimals[ARRAY_LEN(columns)] = { [1] = 1, [2] = 2, [4] = 2, [5] = 3, [6] = 3 };
    static const char *const names[] = { "one sample, BoA cross-fitted",
                                         "one of B rollouts, the common budget" };
    struct table table;
    table_init(&table, t->arena, "rollbook.report.ttt-vs-bon.equivalent-k/1", columns,
               ARRAY_LEN(columns));
    for (size_t i = 0; i < 2; i++) {
        const struct equivalent_k *e = &t->equivalent[i];
        struct cell *c = table_row(&table);
        c[0] = cell_text(&table, names[i]);
        c[1] = percent(e->y);
        c[2] = k_cell(&table, &e->value);
        c[3] = k_interval_cell(&table, e);
        c[4] = k_cell(&table, &e->with_replacement);
        c[5] = cell_real(e->share_below_1);
        c[6] = cell_real(e->share_censored);
        c[7] = cell_real(e->rollouts);
        c[8] = real_or(&table, e->efficiency, "K is only known to be this or larger");
    }
    table_note(
        &table,
        "Samples of best-of-n per task that give the same, from the mean over "
        "%zu common tasks; never extrapolated beyond the %s samples there are. With "
        "replacement: the same from the observed rates, as if samples were drawn anew. "
        "Shares are of %d bootstrap replicates of tasks, then rollouts. >=: the method gives "
        "all that best-of-n finds, and what more samples would give is not seen.",
        t->equivalent[0].n_tasks, number_rounded(t->arena, t->equivalent[0].k_max, 4),
        t->equivalent[0].replicates);
    doc_table(d, &table, decimals,
              arena_printf(t->arena,
                           "Equivalent K. How many samples of the unadapted policy a ttt result is "
                           "worth. n: %zu tasks, all scored rollouts of each in the denominator; "
                           "95%% interval by Student's t over tasks.",
                           t->equivalent[0].n_tasks));
}

static void draw_trajectories(struct doc *d, const struct ttt_data *t)
{
    static const struct table_column columns[] = {
        { "run", 0 },
        { "fast_1 % by step", 0 },
        { "BoA step", 0 },
        { "BoA %", 0 },
        { "in sample %", 0 },
        { "stops at", 0 },
        { "task oracle %", 0 },
        { "flat: mean %", 0 },
        { "flat: E[max] %", 0 },
        { "P(max >= BoA), flat", 3 },
        { "steps differ, p", 3 },
    };
    static const int decimals[ARRAY_LEN(columns)] = { [3] = 1, [4] = 1, [6] = 1, [7] = 1, [8] = 1 };
    struct table table;
    table_init(&table, t->arena, "rollbook.report.ttt-vs-bon.trajectory/1", columns,
               ARRAY_LEN(columns));
    for (size_t i = 0; i < t->ttt.n_runs; i++) {
        const struct trajectory *v = &t->trajectories[i];
        if (v->n_steps == 0)
            continue;
        struct buf steps = { 0 };
        for (size_t s = 0; s < v->n_steps; s++)
            buf_printf(&steps, "%s%.1f", s > 0 ? ", " : "", 100 * v->aggregate[s]);
        struct cell *c = table_row(&table);
        c[0] = cell_text(&table, t->study->runs[t->ttt.runs[i]].name);
        c[1] = cell_text(&table, buf_text(&steps));
        c[2] = cell_int(v->steps[v->boa]);
        c[3] = isnan(v->boa_cross_fitted) ? cell_na(&table, "no step has two rollouts of a task")
                                          : percent(v->boa_cross_fitted);
        c[4] = percent(v->aggregate[v->boa]);
        c[5] = cell_int(v->steps[v->stop]);
        c[6] = percent(v->oracle);
        c[7] = percent(v->flat_mean);
        c[8] = percent(v->flat_max);
        c[9] = small_p(&table, v->flat_p_max, "one step");
        c[10] = small_p(&table, v->chi2_p, "one step, or all samples alike");
        buf_release(&steps);
    }
    table_note(
        &table,
        "BoA: cross-fitted; in sample: scored on the rollouts that chose the step, too high, "
        "as is the task oracle. Stops at: the step at which early stopping with patience 1 would "
        "have ended. Task "
        "oracle: each task at its own best step. Flat: what a run shows whose tasks keep "
        "their rates over all steps. Steps differ: chi-square of homogeneity, tasks "
        "pooled as if rollouts were independent, asymptotic.");
    if (table.n_rows > 0)
        doc_table(d, &table, decimals,
                  arena_printf(t->arena,
                               "Adaptation trajectories against a flat one. Shares are means over "
                               "the run's tasks, %zu at most, of all scored rollouts of the step; "
                               "a peak says little where the flat null reaches as high; no "
                               "intervals.",
                               t->study->n_tasks));
}

static void draw_selection_table(struct doc *d, const struct ttt_data *t)
{
    static const struct table_column columns[] = {
        { "rule", 0 },
        { "cells", 0 },
        { "fast picks", 0 },
        { "fast_1 %", 0 },
        { "95% interval", 0 },
        { "speedup, geom. mean", 0 },
        { "speedup, mean", 0 },
        { "tied cells", 0 },
        { "random m: fast picks", 0 },
        { "P(random m >= this)", 3 },
    };
    static const int decimals[ARRAY_LEN(columns)] = { [2] = 1, [3] = 1, [5] = 3, [6] = 3, [8] = 1 };
    struct table table;
    table_init(&table, t->arena, "rollbook.report.ttt-vs-bon.selection/1", columns,
               ARRAY_LEN(columns));
    for (size_t r = 0; r < SELECT_RULE_COUNT; r++) {
        const struct selection_row *s = &t->selection.rows[r];
        struct cell *c = table_row(&table);
        c[0] = cell_text(&table, select_rule_name(s->rule));
        c[1] = cell_int((int64_t)s->n_cells);
        c[2] = cell_real(s->count);
        c[3] = percent(s->fast);
        c[4] = isnan(s->ci.low) ? cell_na(&table, "ties make the count fractional")
                                : interval_cell(&table, s->ci, 100);
        c[5] = real_or(&table, s->geomean_speedup, "no cell has a pick");
        c[6] = real_or(&table, s->mean_speedup, "no cell has a pick");
        c[7] = cell_int((int64_t)s->n_tied);
        c[8] = cell_real(s->random_m_count);
        c[9] = s->rule == SELECT_RANDOM ? cell_na(&table, "random is the reference")
               : s->m == 0              ? cell_na(&table, "an oracle, which no choice can match")
                                        : small_p(&table, s->p_random_m, "the test is undefined");
    }
    struct buf rules = { 0 };
    for (size_t r = 0; r < SELECT_RULE_COUNT; r++) {
        const char *name = select_rule_name(t->selection.rows[r].rule);
        const struct select_strategy *s = select_strategy_find(name);
        if (s != NULL)
            buf_printf(&rules, "%s%s: %s", rules.len > 0 ? "; " : "Rules. ", name, s->summary);
    }
    table_note(&table, "%s.", buf_text(&rules));
    buf_release(&rules);
    table_note(
        &table,
        "P(random m >= this): exact chance that the fastest of m uniform picks among the "
        "correct, m as many as the rule evaluates, gives at least as many fast ones (Poisson "
        "binomial); where kernels repeat, the larger of it and of the chance under a random order "
        "of a task's distinct kernels. Each rule's chance is its own, without correction for the "
        "other rules.");
    doc_table(
        d, &table, decimals,
        "Selection rules on the samples of best-of-n. n: (run, task) cells, the denominator; "
        "one without a correct sample is a failure; 95% interval: Clopper-Pearson, with several "
        "runs a task Student's t over tasks.");
}

enum { BON_CORRECT, BON_FAST, TTT_FIRST, TTT_BOA, TASK_SHARES };

/* Sums over the runs of a strategy; the cross-fitted part is a mean over them. */
struct boa_task {
    struct count sums[TASK_SHARES]; /* TTT_BOA: in sample */
    double cross_fitted;
};

static struct boa_task read_task(const struct ttt_data *t, const struct boa_fit *fits, size_t task)
{
    const struct study *s = t->study;
    struct boa_task row = { .cross_fitted = 0.0 };
    double n = 0.0;
    for (size_t r = 0; r < s->n_runs; r++) {
        const struct study_cell *cell = study_cell_find(s, r, task);
        if (cell == NULL)
            continue;
        struct count parts[TASK_SHARES] = { { 0, 0 } };
        if (strcmp(s->runs[r].strategy, "best-of-n") == 0) {
            parts[BON_CORRECT] = study_count_correct(s, cell, STEP_ALL);
            parts[BON_FAST] = study_count_fast(s, cell, STEP_ALL, t->rule);
        } else {
            struct boa_share x = boa_share_of(s, cell, &fits[r], t->rule);
            parts[TTT_FIRST] = study_count_fast(s, cell, 0, t->rule);
            parts[TTT_BOA] = x.count;
            row.cross_fitted += isnan(x.cross_fitted) ? 0.0 : x.cross_fitted;
            n += !isnan(x.cross_fitted);
        }
        for (size_t i = 0; i < TASK_SHARES; i++) {
            row.sums[i].n += parts[i].n;
            row.sums[i].c += parts[i].c;
        }
    }
    row.cross_fitted = n > 0.0 ? row.cross_fitted / n : (double)NAN;
    return row;
}

static bool has_names(const struct study *s)
{
    for (size_t i = 0; i < s->n_tasks; i++) {
        if (s->tasks[i].name[0] != '\0')
            return true;
    }
    return false;
}

static void draw_tasks(struct doc *d, const struct ttt_data *t, uint64_t seed)
{
    static const struct table_column columns[] = {
        { "task", 0 },
        { "name", 0 },
        { "best-of-n: n", 0 },
        { "best-of-n: correct %", 0 },
        { "best-of-n: fast %", 0 },
        { "ttt step 0: n", 0 },
        { "ttt step 0: fast %", 0 },
        { "ttt BoA: n", 0 },
        { "ttt BoA: fast %", 0 },
        { "in sample %", 0 },
    };
    static const int decimals[ARRAY_LEN(columns)] = { [3] = 1, [4] = 1, [6] = 1, [8] = 1, [9] = 1 };
    const struct study *s = t->study;
    size_t skipped = has_names(s) ? 0 : 1; /* the task stands where the names would */
    struct table_column *shown = arena_array(t->arena, ARRAY_LEN(columns), sizeof(*shown));
    for (size_t i = 0; i < ARRAY_LEN(columns); i++)
        shown[i] = columns[i];
    shown[skipped] = columns[0];
    struct table table;
    table_init(&table, t->arena, "rollbook.report.ttt-vs-bon.tasks/1", shown + skipped,
               ARRAY_LEN(columns) - skipped);
    struct boa_fit *fits = arena_array(t->arena, s->n_runs + 1, sizeof(*fits));
    struct boa_fit_options how = boa_fit_standard(seed, 0);
    for (size_t r = 0; r < s->n_runs; r++)
        boa_fit_run(s, r, t->rule, &how, t->arena, &fits[r]);
    for (size_t task = 0; task < s->n_tasks; task++) {
        static const size_t shares_of[] = { BON_CORRECT, BON_FAST, TTT_FIRST, TTT_BOA };
        struct boa_task row = read_task(t, fits, task);
        struct cell *c = table_row(&table);
        *c++ = cell_text(&table, s->tasks[task].task);
        if (skipped == 0)
            *c++ = cell_text(&table, s->tasks[task].name);
        for (size_t i = 0; i < ARRAY_LEN(shares_of); i++) {
            struct count k = row.sums[shares_of[i]];
            if (shares_of[i] != BON_FAST) /* of the samples of the column before */
                *c++ = cell_int(k.n);
            if (shares_of[i] == TTT_BOA)
                *c++ = isnan(row.cross_fitted) ? cell_na(&table, "no sample")
                                               : percent(row.cross_fitted);
            *c++ = k.n > 0 ? percent((double)k.c / (double)k.n) : cell_na(&table, "no sample");
        }
    }
    doc_table(
        d, &table, decimals + skipped,
        "Tasks. n: all scored samples of the task, summed over the runs of the strategy, the "
        "denominator of the shares behind it; fast: correct with speedup > 1 (strict); ttt BoA: "
        "the task's part in the cross-fitted value, mean over runs; in sample: on the rollouts "
        "that chose the step, too high; no intervals.");
}

void ttt_tables(struct report_job *j, const struct report_part *p)
{
    (void)p;
    const struct ttt_data *t = j->own;
    parts_runs_table(j->doc, j->arena, t->study, t->rule, j->figures.seed);
    if (t->no_compare == NULL) {
        draw_estimates(j->doc, t);
        draw_tests(j->doc, t);
    } else {
        job_not_available(j, "Comparison", t->no_compare);
    }
    if (t->no_equivalent == NULL)
        draw_equivalent(j->doc, t);
    else
        job_not_available(j, "Equivalent K", t->no_equivalent);
    draw_trajectories(j->doc, t);
    if (t->no_selection == NULL)
        draw_selection_table(j->doc, t);
    draw_tasks(j->doc, t, j->figures.seed);
}
