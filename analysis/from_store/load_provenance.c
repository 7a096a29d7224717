#include "analysis/from_store/load_provenance.h"

#include <string.h>

#include "columns/list_unlike_runs.h"
#include "columns/load_last_change.h"
#include "columns/load_provenance.h"
#include "columns/load_run_argv.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

#define MAX_ARGUMENTS 1000

static const char *text_or_empty(struct stmt *st, int column, struct arena *a)
{
    const char *s = stmt_text_dup(st, column, a);
    return s == NULL ? "" : s;
}

static int int_or_minus_one(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? -1 : (int)stmt_int(st, column);
}

static void read_run(struct stmt *st, struct arena *a, struct provenance_run *r)
{
    r->name = text_or_empty(st, LOAD_PROVENANCE_RUN, a);
    r->strategy = text_or_empty(st, LOAD_PROVENANCE_STRATEGY, a);
    r->status = text_or_empty(st, LOAD_PROVENANCE_STATUS, a);
    r->model = text_or_empty(st, LOAD_PROVENANCE_MODEL, a);
    r->model_revision = text_or_empty(st, LOAD_PROVENANCE_MODEL_REVISION, a);
    r->split = text_or_empty(st, LOAD_PROVENANCE_SPLIT, a);
    r->split_hash = text_or_empty(st, LOAD_PROVENANCE_SPLIT_HASH, a);
    r->backend = text_or_empty(st, LOAD_PROVENANCE_BACKEND, a);
    r->device = text_or_empty(st, LOAD_PROVENANCE_DEVICE, a);
    r->compiler = text_or_empty(st, LOAD_PROVENANCE_COMPILER, a);
    r->flags = text_or_empty(st, LOAD_PROVENANCE_FLAGS, a);
    r->cores = int_or_minus_one(st, LOAD_PROVENANCE_CORES);
    r->baseline = text_or_empty(st, LOAD_PROVENANCE_BASELINE, a);
    r->task_case = text_or_empty(st, LOAD_PROVENANCE_TASK_CASE, a);
    r->eval_mode = text_or_empty(st, LOAD_PROVENANCE_EVAL_MODE, a);
    r->code_version = text_or_empty(st, LOAD_PROVENANCE_CODE_VERSION, a);
    r->libraries = text_or_empty(st, LOAD_PROVENANCE_LIBRARIES, a);
    r->started_at = text_or_empty(st, LOAD_PROVENANCE_STARTED_AT, a);
    r->finished_at = text_or_empty(st, LOAD_PROVENANCE_FINISHED_AT, a);
    r->has_seed = !stmt_is_null(st, LOAD_PROVENANCE_SEED);
    r->seed = r->has_seed ? (uint64_t)stmt_int(st, LOAD_PROVENANCE_SEED) : 0;
    r->temperature = stmt_real(st, LOAD_PROVENANCE_TEMPERATURE);
    r->k = int_or_minus_one(st, LOAD_PROVENANCE_K);
    r->n_steps = int_or_minus_one(st, LOAD_PROVENANCE_N_STEPS);
}

static int load_argv(struct db *db, int64_t run_id, struct arena *a, struct provenance_run *r,
                     struct err *err)
{
    const char *arguments[MAX_ARGUMENTS];
    struct stmt *st = db_query(db, "load_run_argv");
    stmt_bind_int(st, ":run_id", run_id);
    size_t n = 0;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (n < MAX_ARGUMENTS)
            arguments[n++] = text_or_empty(st, LOAD_RUN_ARGV_VALUE, a);
    }
    r->argc = n;
    r->argv = arena_array(a, n + 1, sizeof(*r->argv));
    if (n > 0)
        memcpy(r->argv, arguments, n * sizeof(*arguments));
    return rc;
}

static int load_last_change(struct db *db, const char *const *names, size_t n, struct arena *a,
                            const char **out, struct err *err)
{
    struct stmt *st = db_query(db, "load_last_change");
    stmt_bind_text_list(st, ":runs", names, n);
    *out = "";
    int rc;
    while ((rc = stmt_step(st, err)) > 0)
        *out = text_or_empty(st, LOAD_LAST_CHANGE_CHANGED_AT, a);
    return rc;
}

int load_provenance(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                    struct provenance *out, struct err *err)
{
    struct provenance p = { .n_runs = n_names, .last_change = "" };
    p.runs = arena_array(arena, n_names, sizeof(*p.runs));
    int64_t *ids = arena_array(arena, n_names, sizeof(*ids));
    struct stmt *st = db_query(db, "load_provenance");
    stmt_bind_text_list(st, ":runs", names, n_names);
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *name = stmt_text(st, LOAD_PROVENANCE_RUN);
        for (size_t i = 0; i < n_names; i++) {
            if (strcmp(name, names[i]) != 0)
                continue;
            ids[i] = stmt_int(st, LOAD_PROVENANCE_RUN_ID);
            read_run(st, arena, &p.runs[i]);
        }
    }
    for (size_t i = 0; i < n_names && rc == 0; i++) {
        if (p.runs[i].name == NULL)
            return store_unknown(db, STORE_RUN, names[i], err);
        rc = load_argv(db, ids[i], arena, &p.runs[i], err);
    }
    if (rc == 0)
        rc = load_last_change(db, names, n_names, arena, &p.last_change, err);
    if (rc == 0)
        *out = p;
    return rc;
}

int load_unlike_runs(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                     struct unlike_run **out, size_t *out_count, struct err *err)
{
    struct stmt *st = db_query(db, "list_unlike_runs");
    struct unlike_run *runs = arena_array(arena, n_names + 1, sizeof(*runs));
    size_t n = 0;
    int rc;
    stmt_bind_text_list(st, ":runs", names, n_names);
    while ((rc = stmt_step(st, err)) > 0 && n < n_names)
        runs[n++] = (struct unlike_run){ stmt_text_dup(st, LIST_UNLIKE_RUNS_RUN, arena),
                                         stmt_text_dup(st, LIST_UNLIKE_RUNS_REASON, arena) };
    *out = runs;
    *out_count = n;
    return rc < 0 ? rc : 0;
}
