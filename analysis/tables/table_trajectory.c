#include "analysis/tables/table_trajectory.h"

#include <math.h>

#include "analysis/study/trajectory.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define SINGLE "no step has two rollouts of a task"
#define FLAT   "one step, or all or none fast"

static const struct table_column trajectory_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "task", 0, COLUMN_TEXT, "short name of the task, or \"all\"" },
    { "n", 0, COLUMN_INT, "rollouts" },
    { "count", 0, COLUMN_INT, "fast rollouts" },
    { "fast_1", 4, COLUMN_REAL, "share of fast ones", "no rollout" },
    { "boa", 0, COLUMN_BOOL, "the Best-of-Adaptation step" },
    { "task_oracle", 0, COLUMN_BOOL, "the task's own best step; null on the row of all tasks",
      "per task only" },
};

static const struct table_shape steps_shape = {
    .schema = "rollbook.analyze.trajectory/1",
    .rows = "fast_1 by step and task",
    SHAPE_COLUMNS(trajectory_columns),
    .formulas = { "aggregate of a step $= \\frac{1}{T} \\sum_t \\frac{n_{\\text{fast},t}}{n_t}$ "
                  "over its $T$ tasks",
                  "homogeneity: $\\chi^2$ of fast and not fast by step, $\\mathit{df} = "
                  "\\mathrm{steps} - 1$",
                  "flat null: each task keeps its pooled rate at all steps; "
                  "$P(\\max_{\\text{steps}} \\ge \\text{observed})$ from the distribution of sums "
                  "of binomials, exact when all cells have one $n$" },
    .references = { PAPER, CAWLEY },
    .denominator = "all scored rollouts of the step",
    .n = "column n",
    .queries = { STUDY_QUERIES },
};

static void put_step(struct table *t, const char *run, const struct trajectory *x, size_t step)
{
    struct cell *c = table_row(t);
    *c++ = cell_text(t, run);
    *c++ = cell_int(x->steps[step]);
    *c++ = cell_text(t, "all");
    *c++ = cell_int(x->pooled[step].n);
    *c++ = cell_int(x->pooled[step].c);
    *c++ = tables_real(t, x->aggregate[step], "no rollout");
    *c++ = cell_bool(step == x->boa);
    *c++ = cell_na(t, "per task only");
    for (size_t i = 0; i < x->n_tasks; i++) {
        struct count k = x->counts[step * x->n_tasks + i];
        c = table_row(t);
        *c++ = cell_text(t, run);
        *c++ = cell_int(x->steps[step]);
        *c++ = cell_text(t, x->tasks[i]);
        *c++ = cell_int(k.n);
        *c++ = cell_int(k.c);
        *c++ = k.n == 0 ? cell_na(t, "no rollout") : cell_real((double)k.c / (double)k.n);
        *c++ = cell_bool(step == x->boa);
        *c++ = cell_bool(k.n > 0 && step == x->task_oracle_step[i]);
    }
}

static void note_trajectory(struct table *t, const char *run, const struct trajectory *x,
                            int patience)
{
    table_note(t,
               "run %s: Best of Adaptation = step %d, fast_1 %.4g (cross-fitted over %d random "
               "halvings), in sample %.4g (scored on the rollouts that selected the step: biased "
               "upwards); per-task oracle over steps %.4g, in sample too",
               run, x->steps[x->boa], x->boa_cross_fitted, BOA_SPLITS, x->aggregate[x->boa],
               x->oracle);
    if (patience > 0)
        table_note(
            t,
            "run %s: patience %d %s at step %d and returns step %d (fast_1 %.4g, in sample %.4g)",
            run, patience, x->stopped ? "stops" : "is not exhausted; it ends", x->steps[x->stop],
            x->steps[x->stop_boa], x->stop_cross_fitted, x->aggregate[x->stop_boa]);
    if (isnan(x->chi2_p))
        table_note(t, "run %s: homogeneity of the steps: undefined (one step, or all or none fast)",
                   run);
    else
        table_note(t,
                   "run %s: homogeneity of the steps: chi-square %.4g, df %d, p %.4g. It assumes "
                   "independent rollouts, but rollouts of one task are not",
                   run, x->chi2, x->chi2_df, x->chi2_p);
    table_note(t,
               "run %s: were every task's rate the same at all steps, the highest of %zu steps "
               "would be %.4g on average and reach the observed one with probability %.4g (%s)",
               run, x->n_steps, x->flat_max, x->flat_p_max, trajectory_engine_name(x->flat_engine));
}

static const struct table_column shape_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "n_steps", 0, COLUMN_INT, "steps with rollouts" },
    { "n_tasks", 0, COLUMN_INT, "tasks that the value is over" },
    { "boa_step", 0, COLUMN_INT, "step with the highest aggregate" },
    { "boa_fast_1", 4, COLUMN_REAL, "its cross-fitted aggregate", SINGLE },
    { "stop_step", 0, COLUMN_INT, "where patience ran out", "patience not exhausted" },
    { "stop_boa_step", 0, COLUMN_INT, "best step until then" },
    { "stop_boa_fast_1", 4, COLUMN_REAL, "its cross-fitted aggregate", SINGLE },
    { "task_oracle", 4, COLUMN_REAL, "mean over tasks of their best steps", "undefined" },
    { "chi2", 4, COLUMN_REAL, "of homogeneity over the steps", FLAT },
    { "df", 0, COLUMN_INT, "degrees of freedom", "undefined" },
    { "p", 4, COLUMN_REAL, "p-value", FLAT },
    { "flat_max", 4, COLUMN_REAL, "expected highest aggregate of a flat trajectory", "undefined" },
    { "flat_p_max", 4, COLUMN_REAL, "P(a flat trajectory reaches the highest one seen)",
      "undefined" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo", "undefined",
      .words = ENGINE_WORDS },
    { "boa_fast_1_in_sample", 4, COLUMN_REAL, "aggregate of boa_step on the rollouts that chose it",
      "undefined" },
    { "stop_boa_fast_1_in_sample", 4, COLUMN_REAL, "the same of stop_boa_step", "undefined" },
};

static const struct table_shape runs_shape = {
    .schema = "rollbook.analyze.trajectory.shape/2",
    .asked = "--shape",
    .rows = "Best of Adaptation and the flat-trajectory null",
    SHAPE_COLUMNS(shape_columns),
    .as = &steps_shape,
};

static void put_shape(struct table *t, const char *run, const struct trajectory *x)
{
    const char *reason = FLAT;
    const char *single = SINGLE;
    struct cell *c = table_row(t);
    *c++ = cell_text(t, run);
    *c++ = cell_int((int64_t)x->n_steps);
    *c++ = cell_int((int64_t)x->n_tasks);
    *c++ = cell_int(x->steps[x->boa]);
    *c++ = tables_real(t, x->boa_cross_fitted, single);
    *c++ = x->stopped ? cell_int(x->steps[x->stop]) : cell_na(t, "patience not exhausted");
    *c++ = cell_int(x->steps[x->stop_boa]);
    *c++ = tables_real(t, x->stop_cross_fitted, single);
    *c++ = cell_real(x->oracle);
    *c++ = tables_real(t, x->chi2, reason);
    *c++ = cell_int(x->chi2_df);
    *c++ = tables_real(t, x->chi2_p, reason);
    *c++ = cell_real(x->flat_max);
    *c++ = cell_real(x->flat_p_max);
    *c++ = cell_text(t, trajectory_engine_name(x->flat_engine));
    *c++ = cell_real(x->aggregate[x->boa]);
    *c++ = cell_real(x->aggregate[x->stop_boa]);
}

static int add_trajectory(const struct table_trajectory_options *o, const struct study *s,
                          size_t run, struct table *t, struct err *err)
{
    const struct trajectory_options how = { .patience = (int)o->patience,
                                            .seed = (uint64_t)o->seed };
    CLEANUP(arena_release) struct arena work = { 0 };
    struct trajectory x;
    struct run_set set = tables_one_run(s, run, &work);
    int rc = study_see(s, run, err);
    if (rc == 0)
        rc = tables_need_speedups(s, run, err);
    if (rc < 0)
        return rc; /* names the run */
    rc = trajectory_of_set(&set, o->rule, &how, &work, &x, err);
    if (rc != 0)
        return err_context(err, "run %s", s->runs[run].name);
    if (o->shape)
        put_shape(t, s->runs[run].name, &x);
    else
        for (size_t i = 0; i < x.n_steps; i++)
            put_step(t, s->runs[run].name, &x, i);
    note_trajectory(t, s->runs[run].name, &x, how.patience);
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_trajectory_options *o = options;
    const struct study *s;
    struct table t;
    if (o->patience < 0 || o->patience > 1000000)
        return err_set(err, ERR_USAGE, "--patience is 0 (never) or more");
    int rc = tables_study_against_by_run(in, &s, err);
    if (rc == 0)
        rc = tables_need_intervals(s, o->rule, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, o->shape ? &runs_shape : &steps_shape);
    for (size_t i = 0; i < s->n_runs && rc == 0; i++) {
        rc = add_trajectory(o, s, i, &t, err);
        if (rc < 0 && tables_goes_on(in, s, i, &t, err))
            rc = 0;
    }
    if (rc < 0)
        return rc;
    table_reading(&t, "fast_1: share of the rollouts of a step that are fast, failures count; all: "
                      "mean over tasks");
    table_note(&t, "fast_1: share of a step's rollouts that are fast, failures count; task 'all': "
                   "mean over tasks");
    tables_note_rule(&t, o->rule);
    rc = tables_note_runs_seen(&t, s, err);
    if (rc == 0)
        *out = t;
    return rc;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    OPTION(struct table_trajectory_options, patience, "patience", "P",
           "early stop after P falls in a row; 0: never"),
    OPTION(struct table_trajectory_options, shape, "shape", NULL,
           "one row per run: BoA, stop, oracle, tests"),
    TABLE_RULE_OPTIONS(struct table_trajectory_options),
    TABLE_RULE_VALUE_OPTION(struct table_trajectory_options),
    OPTION(struct table_trajectory_options, seed, "resample-seed", "N", "of the Monte Carlo null"),
};

const struct table_kind table_trajectory = {
    .command = "analyze trajectory",
    .summary = "fast_1 by step and task, Best of Adaptation, flat-trajectory null",
    .usage = "rollbook analyze trajectory [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze trajectory --run ttt-42\n  rollbook analyze trajectory --run "
                "ttt-42,ttt-43,ttt-44 --shape --json\n",
    .shapes = { &steps_shape, &runs_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_trajectory_options){ STANDARD_trajectory },
                 sizeof(struct table_trajectory_options) },
    .make = make,
};
