/*
 * load_provenance.c - rows of v_run as structs.
 */
#include "analysis/load/load_provenance.h"

#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

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
    r->name = text_or_empty(st, 1, a);
    r->strategy = text_or_empty(st, 2, a);
    r->status = text_or_empty(st, 3, a);
    r->model = text_or_empty(st, 4, a);
    r->model_revision = text_or_empty(st, 5, a);
    r->split = text_or_empty(st, 6, a);
    r->split_hash = text_or_empty(st, 7, a);
    r->backend = text_or_empty(st, 8, a);
    r->device = text_or_empty(st, 9, a);
    r->compiler = text_or_empty(st, 10, a);
    r->flags = text_or_empty(st, 11, a);
    r->cores = int_or_minus_one(st, 12);
    r->baseline = text_or_empty(st, 13, a);
    r->task_case = text_or_empty(st, 14, a);
    r->eval_mode = text_or_empty(st, 15, a);
    r->code_version = text_or_empty(st, 16, a);
    r->libraries = text_or_empty(st, 17, a);
    r->started_at = text_or_empty(st, 18, a);
    r->finished_at = text_or_empty(st, 19, a);
    r->has_seed = !stmt_is_null(st, 20);
    r->seed = r->has_seed ? (uint64_t)stmt_int(st, 20) : 0;
    r->temperature = stmt_real(st, 21);
    r->k = int_or_minus_one(st, 22);
    r->n_steps = int_or_minus_one(st, 23);
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
            arguments[n++] = text_or_empty(st, 0, a);
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
        *out = text_or_empty(st, 0, a);
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
        const char *name = stmt_text(st, 1);
        for (size_t i = 0; i < n_names; i++) {
            if (strcmp(name, names[i]) != 0)
                continue;
            ids[i] = stmt_int(st, 0);
            read_run(st, arena, &p.runs[i]);
        }
    }
    for (size_t i = 0; i < n_names && rc == 0; i++) {
        if (p.runs[i].name == NULL)
            return err_set(err, ERR_NOMATCH, "there is no run %s", names[i]);
        rc = load_argv(db, ids[i], arena, &p.runs[i], err);
    }
    if (rc == 0)
        rc = load_last_change(db, names, n_names, arena, &p.last_change, err);
    if (rc == 0)
        *out = p;
    return rc;
}
