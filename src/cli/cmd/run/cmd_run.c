/*
 * cmd_run.c - the write path: best-of-n, ttt, train, sft, refine, resume, replay.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/picks/table_picks.h"
#include "columns/list_replay_differences.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/command.h"
#include "src/cli/table_command.h"
#include "src/sample/feedback.h"
#include "src/store/store.h"
#include "src/strategy/history.h"
#include "src/strategy/replay_source.h"
#include "src/worker/transport.h"

static int execute(struct cli *cli, const struct run_config *config, const char *resume,
                   struct err *err)
{
    const char *name = NULL;
    int rc = run_execute(cli, cli->options, config, resume, &name, err);
    const struct table_input in = { .db = cli->db, .arena = cli->arena, .runs = { &name, 1 } };
    if (rc == 0 && run_prints_telemetry(cli->options))
        return 0; /* the lines are the output */
    return rc < 0 ? rc : table_command_print(cli, &table_picks, &in, NULL, err);
}

/* The command is "run STRATEGY". */
static int run_strategy(struct cli *cli, struct err *err)
{
    const char *strategy = cli->command->name + strlen("run ");
    const struct run_asked *asked = cli->options;
    struct run_config config;
    if (asked->sweep != NULL)
        return run_sweep(cli, strategy, err);
    int rc = run_options_resolve(cli, strategy, &config, err);
    return rc < 0 ? rc : execute(cli, &config, NULL, err);
}

static int run_resume(struct cli *cli, struct err *err)
{
    const char *name = ((const struct run_asked *)cli->options)->resume;
    if (name == NULL)
        return err_set(err, ERR_USAGE,
                       "say what to run: 'run best-of-n', 'run ttt', 'run sdpo', 'run train', 'run "
                       "sft', 'run refine', or "
                       "'run --resume NAME'");
    return execute(cli, NULL, name, err);
}

const struct command cmd_run_best_of_n = {
    .name = "run best-of-n",
    .summary = "sample K kernels per task, evaluate and store them",
    .usage = "rollbook run best-of-n --tasks IDS [options]",
    .examples = "  rollbook run best-of-n --db study.db --split splits/l1_seed42.json \\\n"
                "      --tasks 4,5,12,14,15 --k 64 --seed 42 --name bon-42\n",
    .flags = CMD_WRITES,
    .options = &run_option_sets[RUN_BEST_OF_N],
    .run = run_strategy,
};

const struct command cmd_run_ttt = {
    .name = "run ttt",
    .summary = "test-time training: sample, reward, update, resample",
    .usage = "rollbook run ttt --tasks IDS [options]",
    .examples = "  rollbook run ttt --db study.db --split splits/l1_seed42.json \\\n"
                "      --tasks 4,5,12,14,15 --k 32 --steps 5 --seed 42 --name ttt-42\n",
    .flags = CMD_WRITES,
    .options = &run_option_sets[RUN_TTT],
    .run = run_strategy,
};

const struct command cmd_run_sdpo = {
    .name = "run sdpo",
    .summary = "self-distillation: a teacher that reads more scores each token",
    .usage = "rollbook run sdpo --tasks IDS [--recipe NAME] [--prompt-only] [options]",
    .examples = "  rollbook run sdpo --db study.db --split splits/l1_seed42.json \\\n"
                "      --tasks 4,5,12,14,15 --k 32 --seed 42 --name sdpo-42\n"
                "  rollbook run sdpo --tasks 4,5 --k 8 --recipe trl --steps 4 --case tiny\n",
    .flags = CMD_WRITES,
    .options = &run_option_sets[RUN_SDPO],
    .run = run_strategy,
};

const struct command cmd_run_train = {
    .name = "run train",
    .summary = "train on batches of a split's tasks and evaluate on its held-out tasks",
    .usage = "rollbook run train --split FILE [--tasks IDS] [--held IDS] [options]",
    .examples = "  rollbook run train --split splits/l1_seed42.json --k 8 --batch 8 --epochs 2 \\\n"
                "      --from sft-42 --name grpo-42\n"
                "  rollbook run train --tasks 19,20,21 --held 28 --k 8 --case tiny\n",
    .flags = CMD_WRITES,
    .options = &run_option_sets[RUN_TRAIN],
    .run = run_strategy,
};

const struct command cmd_run_sft = {
    .name = "run sft",
    .summary = "learn another run's correct rollouts by cross-entropy",
    .usage = "rollbook run sft --teacher RUN --split FILE [--tasks IDS] [--held IDS] [options]",
    .examples = "  rollbook run sft --teacher bon-42 --split splits/l1_seed42.json --epochs 3 \\\n"
                "      --name sft-42\n",
    .flags = CMD_WRITES,
    .options = &run_option_sets[RUN_SFT],
    .run = run_strategy,
};

const struct command cmd_run_refine = {
    .name = "run refine",
    .summary = "conversations: each turn sees the results of the earlier answers",
    .usage = "rollbook run refine --tasks IDS [--turns N] [--history RULE] [options]",
    .examples =
        "  rollbook run refine --db study.db --tasks 4,5,12 --k 8 --turns 14 --history best-4 \\\n"
        "      --policy openai --policy-config '{\"base_url\":\"http://127.0.0.1:8000/v1\"}'\n"
        "  rollbook run refine --tasks 4 --k 2 --turns 3 --history all --case tiny\n",
    .flags = CMD_WRITES,
    .options = &run_option_sets[RUN_REFINE],
    .run = run_strategy,
};

static const struct run_asked nothing_asked = { .queue = NULL };
static const struct option resume_options[] = {
    OPTION(struct run_asked, resume, "resume", "NAME", "run to continue where it stopped"),
    OPTION(struct run_asked, telemetry, "telemetry", "FILE",
           "append a line of JSON a rollout and step; -: print them"),
    OPTION(struct run_asked, config.workers, "workers", "N",
           "worker processes; 0: as many as the run began with", .letter = 'j', .most = WORKER_MAX),
    OPTION(struct run_asked, queue, "queue", "ADDRESS",
           "evaluate by the workers of a queue (PostgreSQL)"),
    OPTION(struct run_asked, device_class, "device-class", "CLASS",
           "whose devices are of this class (with --queue)"),
};

const struct command cmd_run = {
    .name = "run",
    .summary = "continue an interrupted run",
    .usage = "rollbook run --resume NAME [-j N] [--queue ADDRESS]",
    .examples = "  rollbook run --resume ttt-42 --db study.db\n",
    .flags = CMD_WRITES,
    .options = OPTION_SET(resume_options, nothing_asked),
    .run = run_resume,
};

enum difference_column {
    D_TASK,
    D_STEP,
    D_TURN,
    D_SAMPLE,
    D_BEFORE,
    D_AFTER,
    D_SPEED_BEFORE,
    D_SPEED_AFTER
};

static const struct table_column difference_columns[] = {
    { "task", 0 },    { "step", 0 },     { "turn", 0 },    { "sample", 0 },
    { "outcome", 0 }, { "replayed", 0 }, { "speedup", 3 }, { "replayed_speedup", 3 },
};

static struct cell text_or_na(struct table *t, struct stmt *st, int column)
{
    const char *s = stmt_text(st, column);
    return s == NULL ? cell_na(t, "absent") : cell_text(t, s);
}

static struct cell real_or_na(struct table *t, struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? cell_na(t, "not measured") : cell_real(stmt_real(st, column));
}

static void add_difference(struct table *t, struct stmt *st)
{
    struct cell *row = table_row(t);
    row[D_TASK] = text_or_na(t, st, LIST_REPLAY_DIFFERENCES_TASK);
    row[D_STEP] = cell_int(stmt_int(st, LIST_REPLAY_DIFFERENCES_STEP));
    row[D_TURN] = cell_int(stmt_int(st, LIST_REPLAY_DIFFERENCES_TURN));
    row[D_SAMPLE] = cell_int(stmt_int(st, LIST_REPLAY_DIFFERENCES_SAMPLE));
    row[D_BEFORE] = text_or_na(t, st, LIST_REPLAY_DIFFERENCES_OUTCOME_BEFORE);
    row[D_AFTER] = text_or_na(t, st, LIST_REPLAY_DIFFERENCES_OUTCOME_AFTER);
    row[D_SPEED_BEFORE] = real_or_na(t, st, LIST_REPLAY_DIFFERENCES_SPEEDUP_BEFORE);
    row[D_SPEED_AFTER] = real_or_na(t, st, LIST_REPLAY_DIFFERENCES_SPEEDUP_AFTER);
}

static bool is_same(struct stmt *st)
{
    const char *a = stmt_text(st, LIST_REPLAY_DIFFERENCES_OUTCOME_BEFORE);
    const char *b = stmt_text(st, LIST_REPLAY_DIFFERENCES_OUTCOME_AFTER);
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* Prints rows with different outcomes; exit 1 with any. */
static int print_differences(struct cli *cli, const char *source, const char *replay,
                             struct err *err)
{
    int64_t source_id = 0;
    int64_t replay_id = 0;
    size_t n = 0;
    struct table t;
    int rc = store_find_run(cli->db, source, &source_id, err);
    if (rc == 0)
        rc = store_find_run(cli->db, replay, &replay_id, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.replay/1", difference_columns,
               ARRAY_LEN(difference_columns));
    struct stmt *st = db_query(cli->db, "list_replay_differences");
    stmt_bind_int(st, ":source_id", source_id);
    stmt_bind_int(st, ":replay_id", replay_id);
    while ((rc = stmt_step(st, err)) > 0) {
        n++;
        if (!is_same(st))
            add_difference(&t, st);
    }
    if (rc < 0)
        return rc;
    table_note(&t,
               "%zu of %zu rollouts have another outcome than in '%s'; runtimes are measured "
               "anew and differ from run to run",
               t.n_rows, n, source);
    cli_print_table(cli, &t);
    return t.n_rows == 0 ? 0 : err_set(err, ERR_NEGATIVE, "%s", "");
}

static int run_replay(struct cli *cli, struct err *err)
{
    const struct run_asked *asked = cli->options;
    struct run_config config;
    const char *name = NULL;
    const char *source = cli->args[0];
    int rc = replay_source_shape(cli->db, source, cli->arena, &config, err);
    if (rc < 0)
        return rc;
    config.name = asked->config.name;
    config.workers = asked->config.workers;
    if (config.name == NULL)
        config.name = arena_printf(cli->arena, "replay-%s", source);
    rc = run_execute(cli, asked, &config, NULL, &name, err);
    return rc < 0 ? rc : print_differences(cli, source, name, err);
}

static const struct option replay_options[] = {
    OPTION(struct run_asked, config.name, "name", "NAME",
           "name of the new run (default: replay-RUN)"),
    OPTION(struct run_asked, config.workers, "workers", "N", "worker processes; 0: one a core",
           .letter = 'j', .most = WORKER_MAX),
};

const struct command cmd_replay = {
    .name = "replay",
    .summary = "evaluate the stored actions of a run again and report differences",
    .usage = "rollbook replay RUN [--name NAME]",
    .examples = "  rollbook replay bon-42\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(replay_options, nothing_asked),
    .run = run_replay,
};
