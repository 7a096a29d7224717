/*
 * table_runs.c - the runs of a database, a line each: what to ask about next.
 */
#include <string.h>

#include "analysis/tables/row_table.h"
#include "analysis/tables/table_common.h"
#include "columns/list_runs.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

#define UNKNOWN "the run does not say"
#define UNTIMED "no correct rollout was timed next to a baseline"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "strategy", 0, COLUMN_TEXT, "best-of-n, ttt, ..., or imported" },
    { "model", 0, COLUMN_TEXT, "model that wrote the samples", UNKNOWN },
    { "seed", 0, COLUMN_INT, "seed of the run", UNKNOWN },
    { "tasks", 0, COLUMN_INT, "tasks with a rollout" },
    { "rollouts", 0, COLUMN_INT, "rollouts; the last turn of a conversation counts" },
    { "correct", 0, COLUMN_INT, "correct rollouts" },
    { "fast", 0, COLUMN_INT, "correct rollouts that are faster than the baseline", UNTIMED },
    { "started", 0, COLUMN_TEXT, "when the run or its import began, UTC" },
    { "state", 0, COLUMN_TEXT,
      "running, interrupted, complete or failed; running is also the "
      "state of a run that was killed" },
};

static const struct table_shape shape = {
    .schema = "rollbook.runs/1",
    .rows = "the runs of a database",
    SHAPE_COLUMNS(columns),
    .formulas = { "counts of rollouts; correct and fast are parts of column rollouts" },
    .denominator = "column rollouts",
    .n = "column rollouts",
    .queries = { "list_runs" },
};

struct table_runs_options {
    bool unused;
};

static struct cell text_cell(struct table *t, struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? cell_na(t, UNKNOWN) : cell_text(t, stmt_text(st, column));
}

static void put_run(struct table *t, struct stmt *st)
{
    bool timed = stmt_int(st, LIST_RUNS_N_TIMED) > 0 || stmt_int(st, LIST_RUNS_N_CORRECT) == 0;
    struct cell *c = table_row(t);
    *c++ = text_cell(t, st, LIST_RUNS_RUN);
    *c++ = text_cell(t, st, LIST_RUNS_STRATEGY);
    *c++ = text_cell(t, st, LIST_RUNS_MODEL);
    *c++ = stmt_is_null(st, LIST_RUNS_SEED) ? cell_na(t, UNKNOWN)
                                            : cell_int(stmt_int(st, LIST_RUNS_SEED));
    *c++ = cell_int(stmt_int(st, LIST_RUNS_N_TASKS));
    *c++ = cell_int(stmt_int(st, LIST_RUNS_N_ROLLOUTS));
    *c++ = cell_int(stmt_int(st, LIST_RUNS_N_CORRECT));
    *c++ = timed ? cell_int(stmt_int(st, LIST_RUNS_N_FAST)) : cell_na(t, UNTIMED);
    *c++ = text_cell(t, st, LIST_RUNS_STARTED_AT);
    *c++ = text_cell(t, st, LIST_RUNS_STATUS);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    (void)options;
    const char *const *names = NULL;
    size_t n = 0;
    struct table t;
    int64_t id;
    int rc = tables_names(in, &names, &n, err);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = row_find_run(in->db, names[i], &id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(in->db, "list_runs");
    stmt_bind_text_list(st, ":runs", names, n);
    table_begin(&t, in->arena, &shape);
    while ((rc = stmt_step(st, err)) > 0)
        put_run(&t, st);
    if (rc == 0)
        *out = t;
    return rc;
}

static const struct option option_rows[] = { TABLE_RUN_OPTIONS };

const struct table_kind table_runs = {
    .command = "runs",
    .summary = "list the runs of a database",
    .usage = "rollbook runs [--run NAME,...]",
    .examples = "  rollbook runs\n  rollbook runs --db study.db --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows), &(const struct table_runs_options){ false },
                 sizeof(struct table_runs_options) },
    .make = make,
};
