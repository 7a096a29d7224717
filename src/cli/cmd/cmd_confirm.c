/*
 * cmd_confirm.c - "rollbook confirm": a run's best kernels timed again.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/list_confirmations.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/command.h"
#include "src/store/db.h"
#include "src/table/table_shape.h"

struct asked_confirm {
    const char *run, *by, *rollout;
    int64_t top, step;
    enum eval_mode eval_mode;
    unsigned workers;
    bool again;
};

enum confirm_column {
    C_RUN,
    C_TASK,
    C_STEP,
    C_TURN,
    C_SAMPLE,
    C_ROLLOUT,
    C_SPEEDUP,
    C_LOWER,
    C_UPPER,
    C_OUTCOME,
    C_CONFIRMED,
    C_CONFIRMED_LOWER,
    C_CONFIRMED_UPPER,
    C_CHANGE,
    C_MODE,
    C_SAME_DEVICE,
    C_EVALUATION,
    C_COLUMNS
};

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "task", 0, COLUMN_TEXT, "short name of the task" },
    { "step", 0, COLUMN_INT, "step of the run" },
    { "turn", 0, COLUMN_INT, "turn of a conversation" },
    { "sample", 0, COLUMN_INT, "index within (run, step, task, turn)" },
    { "rollout_id", 0, COLUMN_INT, "key of the rollout" },
    { "speedup", 3, COLUMN_REAL, "that it was scored by", "no speedup" },
    { "speedup_lower", 3, COLUMN_REAL, "lower end of its interval",
      "its times are not of two processes" },
    { "speedup_upper", 3, COLUMN_REAL, "upper end of its interval",
      "its times are not of two processes" },
    { "confirmed_outcome", 0, COLUMN_TEXT, "verdict of the latest evaluation that timed it again" },
    { "confirmed_speedup", 3, COLUMN_REAL, "speedup there",
      "not right this time, or times too noisy" },
    { "confirmed_lower", 3, COLUMN_REAL, "lower end of its interval", "not right this time" },
    { "confirmed_upper", 3, COLUMN_REAL, "upper end of its interval", "not right this time" },
    { "change", 3, COLUMN_REAL, "confirmed_speedup / speedup",
      "not right this time, or times too noisy" },
    { "mode", 0, COLUMN_TEXT, "number of trials of that evaluation", .words = "fast|full" },
    { "same_device", 0, COLUMN_BOOL, "whether it ran on the device of the first",
      "a device is not known" },
    { "evaluation_id", 0, COLUMN_INT, "key of that evaluation" },
};

static const struct table_shape shape = {
    .schema = "rollbook.confirm/1",
    .rows = "kernels with the speedup of their first and of a second measurement",
    SHAPE_COLUMNS(columns),
};

static struct cell real_or(struct table *t, double v, const char *why)
{
    return isnan(v) ? cell_na(t, why) : cell_real(v);
}

static void put_row(struct table *t, struct stmt *st)
{
    static const char no_interval[] = "its times are not of two processes",
                      wrong[] = "not right this time", open[] = "its times were too noisy";
    const char *outcome = stmt_text(st, LIST_CONFIRMATIONS_OUTCOME);
    const char *not_right = strcmp(outcome, "measured") == 0 ? open : wrong;
    struct cell *c = table_row(t);
    double first = stmt_real(st, LIST_CONFIRMATIONS_SPEEDUP);
    double second = stmt_real(st, LIST_CONFIRMATIONS_CONFIRMED_SPEEDUP);
    const char *why = isnan(second) ? not_right : no_interval;
    c[C_RUN] = cell_text(t, stmt_text(st, LIST_CONFIRMATIONS_RUN));
    c[C_TASK] = cell_text(t, stmt_text(st, LIST_CONFIRMATIONS_TASK));
    c[C_STEP] = cell_int(stmt_int(st, LIST_CONFIRMATIONS_STEP));
    c[C_TURN] = cell_int(stmt_int(st, LIST_CONFIRMATIONS_TURN));
    c[C_SAMPLE] = cell_int(stmt_int(st, LIST_CONFIRMATIONS_SAMPLE));
    c[C_ROLLOUT] = cell_int(stmt_int(st, LIST_CONFIRMATIONS_ROLLOUT_ID));
    c[C_SPEEDUP] = real_or(t, first, "no speedup");
    c[C_LOWER] = real_or(t, stmt_real(st, LIST_CONFIRMATIONS_SPEEDUP_LOWER), no_interval);
    c[C_UPPER] = real_or(t, stmt_real(st, LIST_CONFIRMATIONS_SPEEDUP_UPPER), no_interval);
    c[C_OUTCOME] = cell_text(t, outcome);
    c[C_CONFIRMED] = real_or(t, second, not_right);
    c[C_CONFIRMED_LOWER] = real_or(t, stmt_real(st, LIST_CONFIRMATIONS_CONFIRMED_LOWER), why);
    c[C_CONFIRMED_UPPER] = real_or(t, stmt_real(st, LIST_CONFIRMATIONS_CONFIRMED_UPPER), why);
    c[C_CHANGE] = real_or(t, second / first, not_right);
    c[C_MODE] = cell_text(t, stmt_text(st, LIST_CONFIRMATIONS_EVAL_MODE));
    c[C_SAME_DEVICE] = stmt_is_null(st, LIST_CONFIRMATIONS_SAME_DEVICE)
                           ? cell_na(t, "a device is not known")
                           : cell_bool(stmt_int(st, LIST_CONFIRMATIONS_SAME_DEVICE) != 0);
    c[C_EVALUATION] = cell_int(stmt_int(st, LIST_CONFIRMATIONS_EVALUATION_ID));
}

static int show(struct cli *cli, const struct confirm_result *r, struct err *err)
{
    struct table t;
    struct stmt *st = db_query(cli->db, "list_confirmations");
    int rc;
    table_begin(&t, cli->arena, &shape);
    stmt_bind_text_list(st, ":rollouts", r->rollouts, r->n_picked);
    while ((rc = stmt_step(st, err)) > 0)
        put_row(&t, st);
    if (rc < 0)
        return rc;
    table_note(
        &t,
        "%zu kernels: %zu timed again now, %zu timed again before. The maximum of many timings is "
        "biased upwards, so the summary and a report's best kernels use the second timing",
        r->n_picked, r->n_confirmed, r->n_known);
    if (r->n_wrong > 0)
        table_note(&t, "%zu were not right this time: as a maximum they count as 0", r->n_wrong);
    cli_print_table(cli, &t);
    if (r->n_infra > 0)
        return err_set(err, ERR_INTEGRITY,
                       "the evaluator failed for %zu kernels, through no fault of the kernels: run "
                       "the same command again",
                       r->n_infra);
    return r->n_wrong > 0 ? err_set(err, ERR_NEGATIVE, "%s", "") : 0;
}

static int read_options(struct cli *cli, struct confirm_options *o, struct err *err)
{
    const struct asked_confirm *asked = cli->options;
    *o = (struct confirm_options){ .run = asked->run,
                                   .by = asked->by,
                                   .top = asked->top,
                                   .step = asked->step,
                                   .mode = asked->eval_mode,
                                   .workers = asked->workers,
                                   .again = asked->again };
    if (o->run == NULL)
        return err_set(err, ERR_USAGE, "--run NAME is needed");
    if (o->top < 1)
        return err_set(err, ERR_USAGE, "--top is 1 or more");
    const char *list = asked->rollout;
    char **keys = NULL;
    if (list == NULL)
        return 0;
    o->n_rollouts = str_split_names(cli->arena, list, &keys);
    o->rollouts = (const char *const *)keys;
    for (size_t i = 0; i < o->n_rollouts; i++) {
        uint64_t key;
        if (!str_to_u64(keys[i], &key))
            return err_set(err, ERR_USAGE,
                           "--rollout: '%s' is not a rollout_id of v_rollout, a whole number",
                           keys[i]);
    }
    o->top = INT64_MAX;
    return 0;
}

static int run_confirm(struct cli *cli, struct err *err)
{
    struct confirm_options options;
    struct confirm_result result;
    int rc = read_options(cli, &options, err);
    if (rc == 0)
        rc = run_phase_confirm(cli, &options, &result, err);
    if (rc == ERR_INTERRUPTED)
        return err_set(err, ERR_INTERRUPTED,
                       "interrupted, nothing is lost; the same command goes on");
    return rc < 0 ? rc : show(cli, &result, err);
}

#define ROW(member, ...) OPTION(struct asked_confirm, member, __VA_ARGS__)
static const char *const keys[] = { "speedup", "surprisal", "confidence", NULL };
static const struct option options[] = {
    ROW(run, "run", "NAME", "whose kernels"),
    ROW(top, "top", "N", "how many of each task"),
    ROW(by, "by", "KEY",
        "which come first: of the highest speedup (the oracle's), surprisal or confidence",
        .choices = keys),
    ROW(step, "step", "N", "only of this step; -1: of all steps"),
    ROW(rollout, "rollout", "IDS", "only these rollouts", .repeats = true),
    ROW(eval_mode, "mode", "MODE", "fast (1 check, 5 timed runs) or full (5, 50)", .letter = 'm',
        .choices = eval_mode_names),
    ROW(workers, "workers", "N", "worker processes; 0: one a core, two a GPU", .letter = 'j',
        .least = 0, .most = WORKER_MAX),
    ROW(again, "again", NULL, "also rollouts that were confirmed before"),
};
static const struct asked_confirm standard_confirm = {
    .top = 3, .by = "speedup", .step = -1, .eval_mode = EVAL_FULL
};

const struct command cmd_confirm = {
    .name = "confirm",
    .summary = "time a run's best kernels again, in new processes and on new inputs",
    .usage = "rollbook confirm --run NAME [options]",
    .examples = "  rollbook confirm --run bon-42 --top 3\n"
                "  rollbook confirm --run ttt-42 --step 0 --top 1 --by surprisal\n"
                "  rollbook confirm --run bon-42 --rollout 17,23 --again --json\n",
    .flags = CMD_WRITES,
    .shape = &shape,
    .options = OPTION_SET(options, standard_confirm),
    .run = run_confirm,
};
