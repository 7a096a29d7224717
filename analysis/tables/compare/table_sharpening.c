/* table_sharpening.c - trend, patience, peaks; likelihood against speed; forecasts. */
#include "analysis/tables/compare/table_sharpening.h"

#include <math.h>

#include "analysis/from_store/load_codes.h"
#include "analysis/from_store/load_training.h"
#include "analysis/select/select_pool.h"
#include "analysis/study/sharpen.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

struct sharpening {
    const struct study *s;
    struct resampling resample;
    struct speed_rule rule;
    bool mean_nll;
    size_t n_adapted; /* runs before the fixed samples' */
    bool has_scored;
    size_t scored;                 /* of the fixed samples */
    struct select_detail *details; /* of --table rho: which kernels are copies */
    size_t n_capped;               /* correlations that entered at their cap */
};

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

#define OTHER_SAMPLES "other samples at every step"

/*
 * --table trend, patience and peaks read a run's own trajectory: the share of fast rollouts by
 * step. The highest of several steps is biased upwards, so tests are held against a flat
 * trajectory.
 */
static const struct table_column trend_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "value", 4, COLUMN_REAL, "the value", "a test" },
    { "statistic", 4, COLUMN_REAL, "of the test",
      "an estimate, or the value is the statistic, or one step, or all or none fast" },
    { "df", 0, COLUMN_INT, "degrees of freedom", "none" },
    { "p", 4, COLUMN_REAL, "p-value", "an estimate; or one step, or all or none fast" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo",
      "an estimate; or one step, or all or none fast", .words = ENGINE_WORDS },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
};

static const struct table_shape trend_shape = {
    .schema = "rollbook.analyze.sharpening.trend/1",
    .rows = "trend tests of an adaptation",
    SHAPE_COLUMNS(trend_columns),
    .formulas = { "homogeneity: $\\chi^2$ of fast and not fast by step. trend_cochran_armitage: "
                  "sum of scores $0, 1, 2, \\ldots$ weighted by the excess of fast ones, by_task: "
                  "tasks as strata. page: ranks within tasks",
                  "flat null: every task keeps its pooled rate at all steps. boa_fast_1: "
                  "$P(\\max_{\\text{steps}} \\ge \\text{observed})$. drops: $P(\\text{as deep "
                  "after the peak})$",
                  "cross-fitted: step chosen on half of every task's rollouts, scored on the other "
                  "half, and back" },
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

static int fill_trend(const struct table_input *in, const struct sharpening *x, struct table *t,
                      struct err *err)
{
    struct sharpen_options o = { x->resample.replicates, x->resample.seed };
    table_begin(t, in->arena, &trend_shape);
    for (size_t i = 0; i < x->n_adapted; i++) {
        struct trajectory tr;
        struct sharpen_trend s;
        int rc = trajectory_of(in, x, i, 1, &tr, err);
        if (rc < 0)
            return rc;
        sharpen_trend_of(&tr, &o, in->arena, &s);
        put_trends(t, x->s->runs[i].name, &tr, &s);
    }
    table_note(t, "null of boa_fast_1_in_sample (statistic: expected maximum) and of "
                  "drop_after_peak (to the next step) and regression_depth (to the lowest later "
                  "one): every task keeps its rate at all steps");
    table_note(t,
               "homogeneity and trend_cochran_armitage: rollouts pooled over tasks as if "
               "independent. by_task: tasks as strata. page: shares ranked within tasks, two-sided "
               "(twice the smaller tail). n: rollouts, strata, blocks or random halves");
    table_reading(t, "Best of Adaptation is chosen on one half of the rollouts and scored on the "
                     "other; its null: no step differs");
    table_note(t,
               "boa_fast_1: step chosen on one random half of every task's rollouts, scored on the "
               "other, and back; %d halves. in_sample: on the rollouts that selected it, biased "
               "upwards, as are the peaks of tasks in task_oracle_fast_1",
               BOA_SPLITS);
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

static const struct table_shape patience_shape = {
    .schema = "rollbook.analyze.sharpening.patience/2",
    .asked = "--table patience",
    .rows = "early stopping by patience",
    SHAPE_COLUMNS(patience_columns),
    .formulas = { "patience $P$: stop after $P$ falls of fast_1 in a row and return the best step "
                  "so far; loss = best step of the whole trajectory less that" },
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

static int fill_patience(const struct table_input *in, const struct sharpening *x, struct table *t,
                         struct err *err)
{
    table_begin(t, in->arena, &patience_shape);
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
    table_reading(t, "patience P: stop after P falls in a row; loss: fast_1 lost against the best "
                     "step, cross-fitted");
    table_note(t, "patience P: stop after P falls of fast_1 in a row. loss: against the best step "
                  "of the whole trajectory. both cross-fitted: each step is chosen on one half of "
                  "the rollouts and scored on the other. in_sample: on the rollouts that selected "
                  "it, so biased upwards; the stop is selected on all rollouts");
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

static const struct table_shape peaks_shape = {
    .schema = "rollbook.analyze.sharpening.peaks/1",
    .asked = "--table peaks",
    .rows = "peak of each task",
    SHAPE_COLUMNS(peak_columns),
    .formulas = { "peak = the first step with the task's highest share of fast samples. chi2_p: "
                  "homogeneity of its steps. trend: Cochran-Armitage" },
    .references = { COCHRAN, ARMITAGE },
    .denominator = "scored rollouts of a task and step",
    .n = "rollouts of the task at each step; one test per task, not adjusted",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

static int fill_peaks(const struct table_input *in, const struct sharpening *x, struct table *t,
                      struct err *err)
{
    table_begin(t, in->arena, &peaks_shape);
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
    table_reading(t, "peak: the first step with the highest share of fast samples of the task; "
                     "tests per task, not adjusted");
    table_note(t,
               "peak: the first step with the task's highest share. chi2_p: homogeneity of its "
               "steps. trend: Cochran-Armitage; one test per task, not adjusted for their number");
    return 0;
}

#define NO_RHO  "fewer than two samples, or constant"
#define NO_TASK "no task with enough samples that vary"

/*
 * --table rho: are likely samples fast?  Own samples are other ones at every step; fixed samples,
 * which "run score" scored under each checkpoint, are the same, so that a change of rho is a change
 * of the policy.
 */
static const struct table_column rho_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "samples", 0, COLUMN_TEXT, "run whose samples are fixed" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "subset", 0, COLUMN_TEXT, "which samples" },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
    { "n_tasks", 0, COLUMN_INT, "tasks that the value is over" },
    { "rho_nll_speedup", 4, COLUMN_REAL,
      "Spearman's rho of negative log-likelihood and speedup, pooled; negative: likely samples are "
      "fast",
      "fewer than two samples, or constant" },
    { "p", 4, COLUMN_REAL, "p-value", "samples of a task are not independent" },
    { "rho_nll_speedup_within", 4, COLUMN_REAL, "the same within tasks, by Fisher's z",
      "no task with enough samples that vary" },
    INTERVAL_COLUMNS("", "",
                     "no task with enough samples that vary; or one task, or tasks that all agree"),
    { "p_within", 4, COLUMN_REAL, "its p",
      "no task with enough samples that vary; or one task, or tasks that all agree" },
    { "n_tasks_within", 0, COLUMN_INT, "tasks combined" },
    { "change", 4, COLUMN_REAL, "of the pooled rho against the first step",
      OTHER_SAMPLES "; or the first step" },
    { "change_ci_low", 4, COLUMN_REAL, "lower end for the change",
      OTHER_SAMPLES "; or the first step" },
    { "change_ci_high", 4, COLUMN_REAL, "upper end for the change",
      OTHER_SAMPLES "; or the first step" },
    { "change_p", 4, COLUMN_REAL, "p of the change, tasks redrawn",
      OTHER_SAMPLES "; or the first step" },
    { "change_within_z", 4, COLUMN_REAL, "mean change of Fisher's z over tasks",
      OTHER_SAMPLES "; or no task with enough samples that vary" },
    { "change_within_p", 4, COLUMN_REAL, "its sign-flip p",
      OTHER_SAMPLES "; or no task with enough samples that vary" },
    { "change_within_min_p", 4, COLUMN_REAL, "least p that so many tasks can give",
      OTHER_SAMPLES "; or no task with enough samples that vary" },
    { "reading", 0, COLUMN_TEXT,
      "the interval within tasks in words: a direction only if it excludes 0",
      "no task with enough samples that vary; or one task, or tasks that all agree" },
};

static const struct table_shape rho_shape = {
    .schema = "rollbook.analyze.sharpening.rho/1",
    .asked = "--table rho",
    .rows = "likelihood against speedup by step",
    SHAPE_COLUMNS(rho_columns),
    .formulas = { "rho_nll_speedup: Spearman's $\\rho$ of negative log-likelihood and speedup "
                  "(failures 0) from doubled integer ranks; p by Student's $t$, $\\mathit{df} = n "
                  "- 2$",
                  "within: Fisher's $z$ of each task, weights $n - 3$",
                  "change $= \\rho_{\\text{step}} - \\rho_{\\text{first step}}$ on the same "
                  "samples (dependent correlations): tasks redrawn together; change_within: mean "
                  "change of Fisher's $z$ over tasks, sign flips" },
    .references = { PAPER, FISHER,
                    "Steiger 1980, Tests for comparing elements of a correlation matrix, "
                    "Psychological Bulletin 87" },
    .denominator = "samples of the subset with a log-prob at every step",
    .n = "column n of each row",
    .queries = { STUDY_QUERIES, "load_baseline", "load_scores" },
};

struct scored_steps {
    const char *run;     /* scores */
    const char *samples; /* whose samples */
    struct sharpen_scores scores;
    const int *steps;
    bool is_fixed; /* every step has the same samples */
};

/* A direction is said where the interval within tasks shows one. */
static const char *reading(struct interval within)
{
    if (within.low > 0.0)
        return "likely samples are slow";
    return within.high < 0.0 ? "likely samples are fast" : "no direction shown";
}

static struct cell *put_rho(struct table *t, const struct scored_steps *src, size_t step,
                            enum sharpen_subset subset, const struct sharpen_rho *r)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, src->run);
    c[1] = cell_text(t, src->samples);
    c[2] = cell_int(src->steps[step]);
    c[3] = cell_text(t, sharpen_subset_name(subset));
    c[4] = cell_int((int64_t)r->n);
    c[5] = cell_int((int64_t)r->n_tasks);
    c[6] = tables_real(t, r->pooled.r, NO_RHO);
    c[7] = cell_na(t, "samples of a task are not independent");
    c[8] = tables_real(t, r->within.r, NO_TASK);
    const char *few = isnan(r->within.r) ? NO_TASK : "one task, or tasks that all agree";
    c[9] = tables_real(t, r->within.ci.low, few);
    c[10] = tables_real(t, r->within.ci.high, few);
    c[11] = isnan(r->within.ci.low) ? cell_na(t, few) : cell_text(t, "fisher-z");
    c[12] = tables_real(t, r->within.p, few);
    c[13] = cell_int((int64_t)r->within.n_groups);
    for (size_t i = 14; i <= 20; i++)
        c[i] = cell_na(t, src->is_fixed ? "the first step" : OTHER_SAMPLES);
    c[21] = isnan(r->within.ci.low) ? cell_na(t, few) : cell_text(t, reading(r->within.ci));
    return c;
}

static int add_rho(const struct table_input *in, struct sharpening *x,
                   const struct scored_steps *src, struct table *t, struct err *err)
{
    struct sharpen_rho_options o = { x->resample.level, x->resample.replicates, x->resample.seed };
    size_t *members = arena_array(in->arena, src->scores.n, sizeof(*members));
    for (int k = 0; k < SUBSET_COUNT; k++) {
        enum sharpen_subset subset = (enum sharpen_subset)k;
        size_t n = sharpen_members(&src->scores, subset, members, in->arena);
        for (size_t step = 0; step < src->scores.n_steps; step++) {
            struct sharpen_rho r;
            struct sharpen_change change;
            int rc = sharpen_rho_at(
                &(struct sharpen_members){ .scores = &src->scores, .members = members, .n = n },
                step, o.level, in->arena, &r, err);
            if (rc < 0)
                return rc;
            struct cell *c = put_rho(t, src, step, subset, &r);
            x->n_capped += r.within.n_capped;
            if (!src->is_fixed || step == 0)
                continue;
            rc = sharpen_rho_change(
                &(struct sharpen_members){ .scores = &src->scores, .members = members, .n = n },
                step, &o, in->arena, &change, err);
            if (rc < 0)
                return rc;
            const char *reason = "fewer than ten tasks, or no change: see the sign flips";
            c[14] = tables_real(t, change.pooled, NO_RHO);
            c[15] = tables_real(t, change.ci.low, reason);
            c[16] = tables_real(t, change.ci.high, reason);
            c[17] = tables_real(t, change.p, reason);
            c[18] = tables_real(t, change.within, NO_TASK);
            c[19] = tables_real(t, change.flip.p, NO_TASK);
            c[20] = isnan(change.flip.p) ? cell_na(t, NO_TASK) : cell_real(change.flip.min_p);
        }
        if (!src->is_fixed)
            continue;
        struct sharpen_slope s;
        const char *name = sharpen_subset_name(subset);
        int rc = sharpen_rho_slope(
            &(struct sharpen_members){ .scores = &src->scores, .members = members, .n = n },
            src->steps, &o, t->arena, &s, err);
        if (rc < 0)
            return rc;
        if (isnan(s.mean))
            table_note(t,
                       "%s, %s: trend over the steps undefined: no task with a rho at every step",
                       src->run, name);
        else
            table_note(t,
                       "%s, %s: trend over the steps: Fisher's z %+.4g a step, mean of %zu tasks, "
                       "sign-flip p %.4g (%s; least possible %.4g)",
                       src->run, name, s.mean, s.flip.n, s.flip.p, stat_engine_name(s.flip.engine),
                       s.flip.min_p);
    }
    return 0;
}

static struct sharpen_sample sample_of(const struct sharpening *x, size_t rollout, size_t task)
{
    const struct study_rollout *r = &x->s->rollouts[rollout];
    bool timed = r->correct && !isnan(r->speedup);
    return (struct sharpen_sample){ task, timed, timed ? r->speedup : 0.0,
                                    x->details[rollout].code };
}

/* Own samples under the policy that drew them. */
static struct scored_steps own_samples(const struct table_input *in, const struct sharpening *x,
                                       size_t run, int step)
{
    const struct study *s = x->s;
    const struct study_run *r = &s->runs[run];
    struct sharpen_sample *samples = arena_array(in->arena, s->n_rollouts, sizeof(*samples));
    double *nll = arena_array(in->arena, s->n_rollouts, sizeof(*nll));
    int *steps = arena_array(in->arena, 1, sizeof(*steps));
    size_t n = 0;
    steps[0] = step;
    for (size_t i = r->first_cell; i < r->first_cell + r->n_cells; i++) {
        for (size_t j = s->cells[i].first; j < s->cells[i].first + s->cells[i].count; j++) {
            const struct study_rollout *y = &s->rollouts[j];
            if (y->step != step)
                continue;
            nll[n] = -(x->mean_nll ? y->mean_logprob : y->sum_logprob);
            samples[n++] = sample_of(x, j, s->cells[i].task);
        }
    }
    struct scored_steps out = {
        r->name, "its own", { n, s->n_tasks, 1, samples, nll }, steps, false
    };
    return out;
}

/* Samples of the scored run under another's checkpoints. */
static int fixed_samples(const struct table_input *in, const struct sharpening *x, size_t run,
                         struct scored_steps *out, struct err *err)
{
    const struct study *s = x->s;
    const struct study_run *b = &s->runs[x->scored];
    struct score_table scores;
    int rc = load_scores(
        &(struct load_scores_of){
            .db = in->db, .study = s, .run = x->scored, .of = s->runs[run].name },
        in->arena, &scores, err);
    if (rc < 0)
        return rc;
    struct sharpen_sample *samples = arena_array(in->arena, b->n_rollouts, sizeof(*samples));
    double *nll = arena_array(in->arena, b->n_rollouts * scores.n_steps, sizeof(*nll));
    size_t n = 0;
    for (size_t i = b->first_cell; i < b->first_cell + b->n_cells; i++) {
        for (size_t j = s->cells[i].first; j < s->cells[i].first + s->cells[i].count; j++) {
            double tokens = x->mean_nll ? (double)scores.n_tokens[j] : 1.0;
            for (size_t k = 0; k < scores.n_steps; k++)
                nll[k * b->n_rollouts + n] = -scores.sum_logprob[k * s->n_rollouts + j] / tokens;
            samples[n++] = sample_of(x, j, s->cells[i].task);
        }
    }
    *out = (struct scored_steps){ s->runs[run].name,
                                  b->name,
                                  { n, s->n_tasks, scores.n_steps, samples, nll },
                                  scores.steps,
                                  true };
    return 0;
}

static int fill_rho(const struct table_input *in, const struct sharpening *of, struct table *t,
                    struct err *err)
{
    struct sharpening own = *of, *x = &own;
    int rc = load_sample_details(in->db, x->s, 0.25, in->arena, &x->details, err);
    table_begin(t, in->arena, &rho_shape);
    for (size_t i = 0; i < x->n_adapted && rc == 0; i++) {
        struct scored_steps src;
        if (x->has_scored) {
            rc = fixed_samples(in, x, i, &src, err);
            if (rc == 0)
                rc = add_rho(in, x, &src, t, err);
            continue;
        }
        for (int step = 0; step <= x->s->runs[i].max_step && rc == 0; step++) {
            src = own_samples(in, x, i, step);
            if (src.scores.n > 0)
                rc = add_rho(in, x, &src, t, err);
        }
    }
    table_reading(t, "rho below 0: samples that the model finds likely are faster; within: mean "
                     "over tasks, p over tasks");
    table_note(
        t,
        "rho_nll_speedup: Spearman's rho of the negative log-likelihood (%s) and the speedup (0 "
        "for a sample that is wrong or not timed); negative: likely samples are fast",
        x->mean_nll ? "mean over tokens" : "sum over tokens");
    table_note(t, "p: none, since samples of a task, and copies of a kernel, are not independent. "
                  "within: one rho per task over its distinct kernels, the mean of their copies, "
                  "Fisher's z, weights n - 3, p and interval by Student's t over tasks. reading: "
                  "by that interval, a row for itself. the quarters: up to the quartile, ties "
                  "included, NLL of the first step, cut over all tasks together");
    if (x->n_capped > 0)
        table_note(t,
                   "%zu correlations of a task are nearer to 1 or -1 than 1 - 6 / (n (n^2 - 1)), "
                   "and enter there: 1 has no Fisher's z",
                   x->n_capped);
    tables_note_few(t, x->s->n_tasks);
    if (x->has_scored)
        table_note(t,
                   "change: against the first step on the same samples. interval and p: tasks "
                   "resampled together (%d replicates). change_within: mean over tasks of the "
                   "change of Fisher's z, sign-flip test over tasks, min_p the least it can give; "
                   "below ten tasks the resamples are too few, and only that test is valid",
                   x->resample.replicates);
    return rc;
}

/*
 * --table forecast: what an adapted policy would find, from samples of another one that are
 * weighted by the ratio of likelihoods.  The effective sample size says how many samples are left
 * of them.
 */
static const struct table_column forecast_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "samples", 0, COLUMN_TEXT, "run whose samples are fixed" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
    { "n_tasks", 0, COLUMN_INT, "tasks that the value is over" },
    { "forecast_fast_1", 4, COLUMN_REAL, "importance-weighted", "undefined" },
    { "measured_fast_1", 4, COLUMN_REAL, "own rollouts of that step",
      "the run has no rollouts of that step" },
    { "sampled_fast_1", 4, COLUMN_REAL, "unweighted", "undefined" },
    { "ess", 4, COLUMN_REAL, "effective sample size, summed over tasks", "undefined" },
    { "ess_share", 4, COLUMN_REAL, "ess / n", "undefined" },
    { "least_task_ess_share", 4, COLUMN_REAL, "of the worst task", "undefined" },
    { "kl", 4, COLUMN_REAL, "mean of w - 1 - ln w, nats per sample", "undefined", .unit = "nats" },
    { "largest_weight_share", 4, COLUMN_REAL, "of one sample in its task", "undefined" },
};

static const struct table_shape forecast_shape = {
    .schema = "rollbook.analyze.sharpening.forecast/1",
    .asked = "--table forecast",
    .rows = "off-policy forecast of fast_1",
    SHAPE_COLUMNS(forecast_columns),
    .formulas = { "$w = \\exp(L - L_0)$ with the log-likelihoods $L$ under the checkpoint and "
                  "$L_0$ as sampled; forecast $= \\frac{\\sum w \\mathbf{1}[\\text{fast}]}{\\sum "
                  "w}$ in each task, then the mean",
                  "$\\mathrm{ess} = \\frac{(\\sum w)^2}{\\sum w^2}$; kl = mean of $w - 1 - \\ln "
                  "w$" },
    .references = { "Kish 1965, Survey Sampling (effective sample size)",
                    "Owen 2013, Monte Carlo theory, methods and examples, chapter 9 "
                    "(self-normalised importance sampling)" },
    .denominator = "samples of the scored run with a log-prob under the checkpoint",
    .n = "column n of each row; ess: how many they are worth",
    .queries = { STUDY_QUERIES, "load_baseline", "load_scores" },
};

struct weighing {
    size_t n;
    size_t *tasks;
    bool *fast;
    double *log_weights;
    double *zero; /* as drawn */
};

static struct weighing weigh(const struct table_input *in, const struct sharpening *x,
                             const struct score_table *scores, size_t step)
{
    const struct study *s = x->s;
    const struct study_run *b = &s->runs[x->scored];
    struct weighing w = { 0, arena_array(in->arena, b->n_rollouts, sizeof(size_t)),
                          arena_array(in->arena, b->n_rollouts, sizeof(bool)),
                          arena_array(in->arena, b->n_rollouts, sizeof(double)),
                          arena_array(in->arena, b->n_rollouts, sizeof(double)) };
    for (size_t i = b->first_cell; i < b->first_cell + b->n_cells; i++) {
        for (size_t j = s->cells[i].first; j < s->cells[i].first + s->cells[i].count; j++) {
            double change =
                scores->sum_logprob[step * s->n_rollouts + j] - s->rollouts[j].sum_logprob;
            if (!isfinite(change))
                continue;
            w.tasks[w.n] = s->cells[i].task;
            w.fast[w.n] = study_is_fast(&s->rollouts[j], x->rule);
            w.log_weights[w.n++] = change;
        }
    }
    return w;
}

static int add_forecast(const struct table_input *in, const struct sharpening *x, size_t run,
                        struct table *t, struct err *err)
{
    struct score_table scores;
    const char *name = x->s->runs[run].name;
    int rc = load_scores(
        &(struct load_scores_of){ .db = in->db, .study = x->s, .run = x->scored, .of = name },
        in->arena, &scores, err);
    for (size_t k = 0; rc == 0 && k < scores.n_steps; k++) {
        struct weighing w = weigh(in, x, &scores, k);
        struct sharpen_forecast f =
            sharpen_forecast_of(w.tasks, w.fast, w.log_weights, w.n, x->s->n_tasks, in->arena);
        struct sharpen_forecast drawn =
            sharpen_forecast_of(w.tasks, w.fast, w.zero, w.n, x->s->n_tasks, in->arena);
        const char *reason = "no sample with both log-probs";
        struct cell *c = table_row(t);
        c[0] = cell_text(t, name);
        c[1] = cell_text(t, x->s->runs[x->scored].name);
        c[2] = cell_int(scores.steps[k]);
        c[3] = cell_int((int64_t)f.n);
        c[4] = cell_int((int64_t)f.n_tasks);
        c[5] = tables_real(t, f.fast_1, reason);
        c[6] = tables_real(t, study_aggregate(x->s, run, scores.steps[k], x->rule),
                           "the step was not sampled");
        c[7] = tables_real(t, drawn.fast_1, reason);
        c[8] = tables_real(t, f.ess, reason);
        c[9] = f.n == 0 ? cell_na(t, reason) : cell_real(f.ess / (double)f.n);
        c[10] = tables_real(t, f.ess_least, reason);
        c[11] = tables_real(t, f.kl, reason);
        c[12] = tables_real(t, f.max_share, reason);
    }
    return rc;
}

static int fill_forecast(const struct table_input *in, const struct sharpening *x, struct table *t,
                         struct err *err)
{
    int rc = 0;
    if (!x->has_scored)
        return err_set(err, ERR_USAGE, "--table forecast needs --scored RUN: whose samples");
    table_begin(t, in->arena, &forecast_shape);
    for (size_t i = 0; i < x->n_adapted && rc == 0; i++)
        rc = add_forecast(in, x, i, t, err);
    table_reading(t, "forecast_fast_1: fast_1 of the checkpoint, predicted from samples of another "
                     "by their weights; measured_fast_1: its own samples");
    table_note(t, "w = exp(log-likelihood under the checkpoint - as sampled), same temperature; "
                  "forecast_fast_1 = sum w [fast] / sum w in each task, mean over tasks. "
                  "measured_fast_1: own rollouts of that step. sampled_fast_1: w = 1");
    table_note(t, "ess: (sum w)^2 / sum w^2, summed over tasks. kl: mean of w - 1 - ln w, nats per "
                  "sample, of the sampling policy from the checkpoint; a forecast of few effective "
                  "samples says little");
    return rc;
}

static const char *const parts[] = { "trend", "patience", "peaks", "rho", "forecast", NULL };
static const char *const nlls[] = { "mean", "sum", NULL };

/* By enum sharpening_part. */
static int (*const fills[])(const struct table_input *in, const struct sharpening *x,
                            struct table *t, struct err *err) = {
    fill_trend, fill_patience, fill_peaks, fill_rho, fill_forecast,
};

/* Last comes the run of fixed samples. */
static int load_runs(const struct table_input *in, const char *scored, struct sharpening *x,
                     struct err *err)
{
    int rc = tables_study_judged(in, &x->s, err);
    if (rc < 0)
        return rc;
    x->n_adapted = x->scored = x->s->n_runs;
    x->has_scored = scored != NULL;
    if (x->has_scored) {
        const char **all = arena_array(in->arena, x->n_adapted + 1, sizeof(*all));
        for (size_t i = 0; i < x->n_adapted; i++)
            all[i] = x->s->runs[i].name;
        all[x->n_adapted] = scored;
        rc = tables_load_against(in, all, x->n_adapted + 1, &x->s, err);
    }
    return rc < 0 ? rc : tables_need_all_speedups(x->s, err);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_sharpening_options *o = options;
    struct sharpening x = { .rule = o->rule, .mean_nll = o->nll == SHARPENING_NLL_MEAN };
    struct table t;
    int rc = tables_resampling(&o->resample, &x.resample, err);
    if (rc == 0)
        rc = load_runs(in, o->scored, &x, err);
    if (rc == 0)
        rc = fills[o->part](in, &x, &t, err);
    if (rc < 0)
        return rc;
    tables_note_rule(&t, x.rule);
    tables_note_runs(&t, x.s);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_sharpening_options, part, "table", "NAME",
           "trend, patience, peaks, rho or forecast", .choices = parts),
    OPTION(struct table_sharpening_options, scored, "scored", "RUN",
           "rho, forecast: the run whose samples run score scored"),
    OPTION(struct table_sharpening_options, nll, "nll", "KIND",
           "negative log-likelihood: mean or sum over tokens", .choices = nlls),
    TABLE_BASELINE_OPTIONS,
    TABLE_RULE_OPTIONS(struct table_sharpening_options),
    TABLE_RESAMPLE_OPTIONS(struct table_sharpening_options),
};

const struct table_kind table_sharpening = {
    .command = "analyze sharpening",
    .summary = "trend tests of an adaptation, likelihood against speedup, off-policy forecast",
    .usage = "rollbook analyze sharpening [--run NAME[,NAME]] [--scored RUN] [options]",
    .examples = "  rollbook analyze sharpening --run ttt-42\n  rollbook analyze sharpening --run "
                "ttt-42 --table rho\n  rollbook analyze sharpening --run ttt-42 --scored bon-42 "
                "--table forecast\n",
    .shapes = { &trend_shape, &patience_shape, &peaks_shape, &rho_shape, &forecast_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_sharpening_options){ STANDARD_sharpening },
                 sizeof(struct table_sharpening_options) },
    .make = make,
};
