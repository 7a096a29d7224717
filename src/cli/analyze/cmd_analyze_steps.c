/*
 * cmd_analyze_steps.c - analyze trajectory.
 */
#include <math.h>

#include "analysis/study/trajectory.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/analyze/analyze_common.h"

enum trajectory_column { T_RUN, T_STEP, T_TASK, T_N, T_COUNT, T_FAST, T_BOA, T_ORACLE, T_COLUMNS };

static const struct table_column trajectory_columns[T_COLUMNS] = {
    { "run", 0 },   { "step", 0 },   { "task", 0 }, { "n", 0 },
    { "count", 0 }, { "fast_1", 4 }, { "boa", 0 },  { "task_oracle", 0 },
};

static void put_step(struct table *t, const char *run, const struct trajectory *x, size_t step)
{
    struct cell *c = table_row(t);
    c[T_RUN] = cell_text(t, run);
    c[T_STEP] = cell_int(x->steps[step]);
    c[T_TASK] = cell_text(t, "all");
    c[T_N] = cell_int(x->pooled[step].n);
    c[T_COUNT] = cell_int(x->pooled[step].c);
    c[T_FAST] = tables_real(t, x->aggregate[step], "no rollout");
    c[T_BOA] = cell_bool(step == x->boa);
    c[T_ORACLE] = cell_na(t, "per task only");
    for (size_t i = 0; i < x->n_tasks; i++) {
        struct count k = x->counts[step * x->n_tasks + i];
        c = table_row(t);
        c[T_RUN] = cell_text(t, run);
        c[T_STEP] = cell_int(x->steps[step]);
        c[T_TASK] = cell_text(t, x->tasks[i]);
        c[T_N] = cell_int(k.n);
        c[T_COUNT] = cell_int(k.c);
        c[T_FAST] = k.n == 0 ? cell_na(t, "no rollout") : cell_real((double)k.c / (double)k.n);
        c[T_BOA] = cell_bool(step == x->boa);
        c[T_ORACLE] = cell_bool(k.n > 0 && step == x->task_oracle_step[i]);
    }
}

static void note_trajectory(struct table *t, const char *run, const struct trajectory *x,
                            int patience)
{
    table_note(t,
               "run %s: Best of Adaptation = step %d, fast_1 %.4g (chosen on the rollouts it is "
               "scored on); per-task oracle over steps %.4g",
               run, x->steps[x->boa], x->aggregate[x->boa], x->oracle);
    if (patience > 0)
        table_note(t, "run %s: patience %d %s at step %d and returns step %d (fast_1 %.4g)", run,
                   patience, x->stopped ? "stops" : "is not exhausted; it ends", x->steps[x->stop],
                   x->steps[x->stop_boa], x->aggregate[x->stop_boa]);
    if (isnan(x->chi2_p))
        table_note(t, "run %s: homogeneity of the steps: undefined (one step, or all or none fast)",
                   run);
    else
        table_note(t,
                   "run %s: homogeneity of the steps: chi-square %.4g, df %d, p %.4g (rollouts "
                   "pooled over tasks)",
                   run, x->chi2, x->chi2_df, x->chi2_p);
    table_note(t,
               "run %s: were every task's rate the same at all steps, the highest of %zu steps "
               "would be %.4g on average and reach the observed one with probability %.4g (%s)",
               run, x->n_steps, x->flat_max, x->flat_p_max, trajectory_engine_name(x->flat_engine));
}

enum shape_column {
    P_RUN,
    P_STEPS,
    P_TASKS,
    P_BOA,
    P_BOA_FAST,
    P_STOP,
    P_STOP_BOA,
    P_STOP_FAST,
    P_TASK_ORACLE,
    P_CHI2,
    P_DF,
    P_P,
    P_FLAT_MAX,
    P_FLAT_P,
    P_ENGINE,
    P_COLUMNS
};

static const struct table_column shape_columns[P_COLUMNS] = {
    { "run", 0 },
    { "n_steps", 0 },
    { "n_tasks", 0 },
    { "boa_step", 0 },
    { "boa_fast_1", 4 },
    { "stop_step", 0 },
    { "stop_boa_step", 0 },
    { "stop_boa_fast_1", 4 },
    { "task_oracle", 4 },
    { "chi2", 4 },
    { "df", 0 },
    { "p", 4 },
    { "flat_max", 4 },
    { "flat_p_max", 4 },
    { "engine", 0 },
};

static void put_shape(struct table *t, const char *run, const struct trajectory *x)
{
    const char *reason = "one step, or all or none fast";
    struct cell *c = table_row(t);
    c[P_RUN] = cell_text(t, run);
    c[P_STEPS] = cell_int((int64_t)x->n_steps);
    c[P_TASKS] = cell_int((int64_t)x->n_tasks);
    c[P_BOA] = cell_int(x->steps[x->boa]);
    c[P_BOA_FAST] = cell_real(x->aggregate[x->boa]);
    c[P_STOP] = x->stopped ? cell_int(x->steps[x->stop]) : cell_na(t, "patience not exhausted");
    c[P_STOP_BOA] = cell_int(x->steps[x->stop_boa]);
    c[P_STOP_FAST] = cell_real(x->aggregate[x->stop_boa]);
    c[P_TASK_ORACLE] = cell_real(x->oracle);
    c[P_CHI2] = tables_real(t, x->chi2, reason);
    c[P_DF] = cell_int(x->chi2_df);
    c[P_P] = tables_real(t, x->chi2_p, reason);
    c[P_FLAT_MAX] = cell_real(x->flat_max);
    c[P_FLAT_P] = cell_real(x->flat_p_max);
    c[P_ENGINE] = cell_text(t, trajectory_engine_name(x->flat_engine));
}

static int add_trajectory(struct cli *cli, const struct study *s, size_t run,
                          const struct trajectory_options *o, struct table *t, struct err *err)
{
    struct trajectory x;
    struct run_set set = analyze_one_run(cli, s, run);
    int rc = tables_need_speedups(s, run, err);
    if (rc == 0)
        rc = trajectory_of_set(&set, analyze_rule(cli), o, cli->arena, &x, err);
    if (rc != 0)
        return err_context(err, "run %s", s->runs[run].name);
    if (opt_flag(cli, "shape"))
        put_shape(t, s->runs[run].name, &x);
    else
        for (size_t i = 0; i < x.n_steps; i++)
            put_step(t, s->runs[run].name, &x, i);
    note_trajectory(t, s->runs[run].name, &x, o->patience);
    return 0;
}

static int run_trajectory(struct cli *cli, struct err *err)
{
    struct study s;
    struct table t;
    int64_t patience = opt_int(cli, "patience");
    if (patience < 0 || patience > 1000000)
        return err_set(err, ERR_USAGE, "--patience is 0 (never) or more");
    struct trajectory_options o = { .patience = (int)patience,
                                    .seed = (uint64_t)opt_int(cli, "resample-seed") };
    int rc = analyze_load(cli, &s, err);
    if (rc == 0)
        rc = analyze_rebase(cli, &s, err);
    if (rc < 0)
        return rc;
    if (opt_flag(cli, "shape"))
        table_init(&t, cli->arena, "rollbook.analyze.trajectory.shape/1", shape_columns, P_COLUMNS);
    else
        table_init(&t, cli->arena, "rollbook.analyze.trajectory/1", trajectory_columns, T_COLUMNS);
    for (size_t i = 0; i < s.n_runs && rc == 0; i++)
        rc = add_trajectory(cli, &s, i, &o, &t, err);
    if (rc < 0)
        return rc;
    table_note(&t, "fast_1: share of a step's rollouts that are fast, failures count; task 'all': "
                   "mean over tasks");
    tables_note_rule(&t, analyze_rule(cli));
    tables_note_runs(&t, &s);
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt trajectory_cli_options[] = {
    ANALYZE_RUN_OPTIONS,
    ANALYZE_BASELINE_OPTIONS,
    { "patience", 0, OPT_INT, "P", "1", "early stop after P falls in a row; 0: never" },
    { "shape", 0, OPT_FLAG, NULL, NULL, "one row a run: BoA, stop, oracle, tests" },
    ANALYZE_RULE_OPTIONS,
    { "resample-seed", 0, OPT_INT, "N", "0", "of the Monte Carlo null" },
};

const struct command cmd_analyze_trajectory = {
    .name = "analyze trajectory",
    .summary = "fast_1 by step and task, Best of Adaptation, flat-trajectory null",
    .usage = "rollbook analyze trajectory [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze trajectory --run ttt-42\n"
                "  rollbook analyze trajectory --run ttt-42,ttt-43,ttt-44 --shape --json\n",
    .flags = CMD_READS,
    .options = trajectory_cli_options,
    .n_options = ARRAY_LEN(trajectory_cli_options),
    .run = run_trajectory,
};
