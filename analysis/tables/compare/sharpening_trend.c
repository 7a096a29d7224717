/* sharpening_trend.c - tables of a trajectory: trend, patience, peaks. */
#include "analysis/tables/compare/sharpening_tables.h"

#include <math.h>

#include "analysis/study/sharpen_trend.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define FLAT "one step, or all or none fast"

static int trajectory_of(const struct table_input *in, const struct sharpening *x, size_t run,
                         int patience, struct trajectory *out, struct err *err)
{
    struct run_set set = tables_one_run(x->s, run, in->arena);
    struct trajectory_options o = { .patience = patience, .seed = x->resample.seed };
    int rc = tables_need_speedups(x->s, run, err);
    if (rc == 0)
        rc = trajectory_of_set(&set, x->rule, &o, in->arena, out, err);
    return rc < 0 ? err_context(err, "run %s", x->s->runs[run].name) : rc;
}

static const struct table_column trend_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "value", 4, COLUMN_REAL, "the value", "a test" },
    { "statistic", 4, COLUMN_REAL, "of the test",
      "an estimate; or the value is the statistic; or one step, or all or none fast" },
    { "df", 0, COLUMN_INT, "degrees of freedom", "none" },
    { "p", 4, COLUMN_REAL, "p-value", "an estimate; or one step, or all or none fast" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo",
      "an estimate; or one step, or all or none fast", .words = ENGINE_WORDS },
    { "n", 0, COLUMN_INT, "what the row is over" },
};

const struct table_shape sharpening_trend_shape = {
    .schema = "rollbook.analyze.sharpening.trend/1",
    .rows = "trend tests of an adaptation",
    SHAPE_COLUMNS(trend_columns),
    .formulas = { "homogeneity: $\\chi^2$ of fast and not fast by step; trend_cochran_armitage: "
                  "sum of "
                  "scores $0, 1, 2, \\ldots$ weighted by the excess of fast ones, by_task: tasks "
                  "as "
                  "strata; page: ranks within tasks",
                  "flat null: every task keeps its pooled rate at all steps; boa_fast_1: "
                  "$P(\\max_{\\text{steps}} \\ge \\text{observed})$; drops: $P(\\text{as deep "
                  "after the "
                  "peak})$",
                  "cross-fitted: step chosen on half of every task's rollouts, scored on the other "
                  "half, "
                  "and back" },
    .references = { COCHRAN, ARMITAGE,
                    "Page 1963, Ordered hypotheses for multiple treatments, JASA 58", CAWLEY,
                    PAPER },
    .denominator = "all scored rollouts of a step",
    .n = "column n: rollouts, strata, blocks or halves, as the note says",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

struct trend_row {
    const char *quantity;
    double value, statistic, p;
    int df;
    const char *engine;
    size_t n;
};

static void put_trend(struct table *t, const char *run, const struct trend_row *r)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, run);
    c[1] = cell_text(t, r->quantity);
    c[2] = tables_real(t, r->value, "a test");
    c[3] = tables_real(t, r->statistic,
                       r->engine == NULL ? "an estimate"
                       : isnan(r->p)     ? FLAT
                                         : "the value is the statistic");
    c[4] = r->df > 0 ? cell_int(r->df) : cell_na(t, "none");
    c[5] = tables_real(t, r->p, r->engine == NULL ? "an estimate" : FLAT);
    c[6] = r->engine == NULL ? cell_na(t, "an estimate")
           : isnan(r->p)     ? cell_na(t, FLAT)
                             : cell_text(t, r->engine);
    c[7] = cell_int((int64_t)r->n);
}

static void put_trends(struct table *t, const char *run, const struct trajectory *x,
                       const struct sharpen_trend *s)
{
    size_t n = 0;
    const double na = (double)NAN;
    for (size_t i = 0; i < x->n_steps; i++)
        n += (size_t)x->pooled[i].n;
    const struct trend_row rows[] = {
        { "homogeneity_chi2", na, s->chi2.chi2, s->chi2.p, s->chi2.df, "asymptotic", n },
        { "homogeneity_g", na, s->g.g, s->g.p, s->g.df, "asymptotic", n },
        { "trend_cochran_armitage_z", na, s->pooled.z, s->pooled.p, 0, "asymptotic", n },
        { "trend_cochran_armitage_by_task_z", na, s->by_task.z, s->by_task.p, 0, "asymptotic",
          s->by_task.n },
        { "trend_page_l", na, s->page.statistic, s->page.p, 0, stat_engine_name(s->page.engine),
          s->page.n },
        { "base_fast_1", s->base, na, na, 0, NULL, (size_t)x->pooled[0].n },
        { "boa_fast_1_in_sample", s->boa, x->flat_max, x->flat_p_max, 0,
          trajectory_engine_name(x->flat_engine), (size_t)x->pooled[x->boa].n },
        { "boa_fast_1", s->cross_fitted, na, na, 0, NULL, s->n_splits },
        { "boa_optimism", s->boa - s->cross_fitted, na, na, 0, NULL, s->n_splits },
        { "drop_after_peak", s->drop, na, s->drop_p, 0, "monte-carlo", n },
        { "regression_depth", s->depth, na, s->depth_p, 0, "monte-carlo", n },
        { "task_oracle_fast_1", x->oracle, na, na, 0, NULL, n },
        { "task_oracle_gap", x->oracle - s->boa, na, na, 0, NULL, n },
        { "steps_to_peak", (double)x->steps[x->boa], na, na, 0, NULL, x->n_steps },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        put_trend(t, run, &rows[i]);
}

int sharpening_fill_trend(const struct table_input *in, const struct sharpening *x, struct table *t,
                          struct err *err)
{
    struct sharpen_options o = { x->resample.replicates, x->resample.seed };
    table_begin(t, in->arena, &sharpening_trend_shape);
    for (size_t i = 0; i < x->n_adapted; i++) {
        struct trajectory tr;
        struct sharpen_trend s;
        int rc = trajectory_of(in, x, i, 1, &tr, err);
        if (rc < 0)
            return rc;
        sharpen_trend_of(&tr, &o, in->arena, &s);
        put_trends(t, x->s->runs[i].name, &tr, &s);
    }
    table_note(
        t,
        "null of boa_fast_1_in_sample (statistic: expected maximum) and of drop_after_peak (to the "
        "next step) "
        "and regression_depth (to the lowest later one): every "
        "task keeps its rate at all steps");
    table_note(t, "homogeneity and trend_cochran_armitage: rollouts pooled over tasks as if "
                  "independent; by_task: "
                  "tasks as strata; page: shares ranked within tasks, two-sided (twice the "
                  "smaller tail); n: rollouts, strata, blocks or random halves");
    table_note(t,
               "boa_fast_1: step chosen on one random half of every task's rollouts, scored on the "
               "other, and back; %d halves; in_sample: on the rollouts that chose it, too high, as "
               "are the peaks of tasks in task_oracle_fast_1",
               x->resample.replicates);
    return 0;
}

static const struct table_column patience_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "patience", 0, COLUMN_INT, "falls in a row before stopping", "never stops" },
    { "stop_step", 0, COLUMN_INT, "where patience ran out", "patience not exhausted" },
    { "steps_sampled", 0, COLUMN_INT, "steps drawn until the stop" },
    { "boa_step", 0, COLUMN_INT, "step with the highest aggregate" },
    { "boa_fast_1", 4, COLUMN_REAL, "its cross-fitted aggregate",
      "no step has two rollouts of a task" },
    { "full_boa_fast_1", 4, COLUMN_REAL, "cross-fitted best step of the whole trajectory",
      "no step has two rollouts of a task" },
    { "loss", 4, COLUMN_REAL, "full_boa_fast_1 - boa_fast_1",
      "no step has two rollouts of a task" },
    { "rollouts", 0, COLUMN_INT, "rollouts drawn" },
    { "boa_fast_1_in_sample", 4, COLUMN_REAL, "aggregate of boa_step on the rollouts that chose it",
      "no step has two rollouts of a task" },
};

const struct table_shape sharpening_patience_shape = {
    .schema = "rollbook.analyze.sharpening.patience/2",
    .asked = "--table patience",
    .rows = "early stopping by patience",
    SHAPE_COLUMNS(patience_columns),
    .formulas = { "patience $P$: stop after $P$ falls of fast_1 in a row and return the best step "
                  "so far; "
                  "loss = best step of the whole trajectory less that" },
    .references = { PAPER, "Prechelt 1998, Early stopping - but when?, in Neural Networks: Tricks "
                           "of the Trade" },
    .denominator = "mean over tasks of fast / rollouts of a step",
    .n = "column rollouts: drawn until the stop",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

#define SINGLE "no step has two rollouts of a task"

static void put_patience(struct table *t, const char *run, int patience, const struct trajectory *x)
{
    int64_t rollouts = 0;
    for (size_t i = 0; i <= x->stop; i++)
        rollouts += x->pooled[i].n;
    struct cell *c = table_row(t);
    c[0] = cell_text(t, run);
    c[1] = patience == 0 ? cell_na(t, "never stops") : cell_int(patience);
    c[2] = x->stopped ? cell_int(x->steps[x->stop]) : cell_na(t, "patience not exhausted");
    c[3] = cell_int((int64_t)x->stop + 1);
    c[4] = cell_int(x->steps[x->stop_boa]);
    c[5] = tables_real(t, x->stop_cross_fitted, SINGLE);
    c[6] = tables_real(t, x->boa_cross_fitted, SINGLE);
    c[7] = tables_real(t, x->boa_cross_fitted - x->stop_cross_fitted, SINGLE);
    c[8] = cell_int(rollouts);
    c[9] = cell_real(x->aggregate[x->stop_boa]);
}

int sharpening_fill_patience(const struct table_input *in, const struct sharpening *x,
                             struct table *t, struct err *err)
{
    table_begin(t, in->arena, &sharpening_patience_shape);
    for (size_t i = 0; i < x->n_adapted; i++) {
        struct trajectory tr;
        int rc = trajectory_of(in, x, i, 0, &tr, err);
        int n = rc < 0 ? 0 : (int)tr.n_steps;
        for (int p = 1; p < n && p <= 64 && rc == 0; p++) {
            rc = trajectory_of(in, x, i, p, &tr, err);
            if (rc == 0)
                put_patience(t, x->s->runs[i].name, p, &tr);
        }
        if (rc == 0)
            rc = trajectory_of(in, x, i, 0, &tr, err);
        if (rc < 0)
            return rc;
        put_patience(t, x->s->runs[i].name, 0, &tr);
    }
    table_note(t, "patience P: stop after P falls of fast_1 in a row; loss: against the best step "
                  "of the whole trajectory; both cross-fitted: each step is chosen on one half of "
                  "the rollouts and scored on the other; in_sample: on those that chose it, which "
                  "is too high; where to stop is chosen on all of them");
    return 0;
}

static const struct table_column peak_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "task", 0, COLUMN_TEXT, "short name of the task, or \"all\"" },
    { "first_fast_1", 4, COLUMN_REAL, "at the first step", "no rollout" },
    { "peak_step", 0, COLUMN_INT, "first step with the highest share", "no rollout" },
    { "peak_fast_1", 4, COLUMN_REAL, "at that step", "no rollout" },
    { "last_fast_1", 4, COLUMN_REAL, "at the last step", "no rollout" },
    { "chi2_p", 4, COLUMN_REAL, "of homogeneity of the task's steps",
      "one step, or all or none fast" },
    { "trend_z", 4, COLUMN_REAL, "Cochran-Armitage score", "one step, or all or none fast" },
    { "trend_p", 4, COLUMN_REAL, "its p", "one step, or all or none fast" },
};

const struct table_shape sharpening_peaks_shape = {
    .schema = "rollbook.analyze.sharpening.peaks/1",
    .asked = "--table peaks",
    .rows = "peak of each task",
    SHAPE_COLUMNS(peak_columns),
    .formulas = { "peak = the first step with the task's highest share of fast samples; chi2_p: "
                  "homogeneity of its steps; trend: Cochran-Armitage" },
    .references = { COCHRAN, ARMITAGE },
    .denominator = "scored rollouts of a task and step",
    .n = "rollouts of the task at each step; one test a task, not adjusted",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

int sharpening_fill_peaks(const struct table_input *in, const struct sharpening *x, struct table *t,
                          struct err *err)
{
    table_begin(t, in->arena, &sharpening_peaks_shape);
    for (size_t i = 0; i < x->n_adapted; i++) {
        struct trajectory tr;
        int rc = trajectory_of(in, x, i, 1, &tr, err);
        if (rc < 0)
            return rc;
        for (size_t k = 0; k < tr.n_tasks; k++) {
            struct sharpen_peak p = sharpen_peak_of(&tr, k, in->arena);
            struct cell *c = table_row(t);
            c[0] = cell_text(t, x->s->runs[i].name);
            c[1] = cell_text(t, tr.tasks[k]);
            c[2] = tables_real(t, p.first, "no rollout");
            c[3] = cell_int(tr.steps[p.peak_step]);
            c[4] = tables_real(t, p.peak, "no rollout");
            c[5] = tables_real(t, p.last, "no rollout");
            c[6] = tables_real(t, p.chi2.p, FLAT);
            c[7] = tables_real(t, p.trend.z, FLAT);
            c[8] = tables_real(t, p.trend.p, FLAT);
        }
    }
    table_note(t, "peak: the first step with the task's highest share; chi2_p: homogeneity of its "
                  "steps; trend: Cochran-Armitage; one test a task, not adjusted for their number");
    return 0;
}
