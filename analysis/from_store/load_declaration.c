#include "analysis/from_store/load_declaration.h"

#include <stdlib.h>

#include "columns/load_declarations.h"
#include "columns/load_declared_runs.h"
#include "columns/load_looks.h"
#include "columns/load_run_declarations.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

#define MOST_VERSIONS 1000

static int load_versions(struct db *db, const char *name, struct arena *arena, struct declared *out,
                         struct err *err)
{
    struct stmt *st = db_query(db, "load_declarations");
    stmt_bind_text(st, ":name", name);
    out->versions = arena_array(arena, MOST_VERSIONS, sizeof(*out->versions));
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (out->n_versions == MOST_VERSIONS) {
            stmt_reset(st);
            return err_set(err, ERR_INTEGRITY, "declaration '%s' has more than %d versions", name,
                           MOST_VERSIONS);
        }
        out->versions[out->n_versions++] =
            (struct declared_version){ stmt_int(st, LOAD_DECLARATIONS_VERSION),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_CONTENT, arena),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_SHA256, arena),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_WHY, arena),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_DECLARED_AT, arena) };
    }
    if (rc == 0 && out->n_versions == 0)
        return err_set(err, ERR_NOMATCH, "there is no declaration '%s' in the database", name);
    return rc;
}

int load_looks(struct db *db, const char *name, struct arena *arena,
               const struct declared_look **out, size_t *out_n, struct err *err)
{
    struct declared_look *looks = NULL;
    size_t n = 0;
    struct stmt *st = db_query(db, "load_looks");
    stmt_bind_text(st, ":name", name);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        looks = mem_grow(looks, n + 1, sizeof(*looks));
        looks[n++] = (struct declared_look){
            stmt_int(st, LOAD_LOOKS_NUMBER),       stmt_text_dup(st, LOAD_LOOKS_TAKEN_AT, arena),
            stmt_int(st, LOAD_LOOKS_N_ROLLOUTS),   stmt_text_dup(st, LOAD_LOOKS_DATA_SHA256, arena),
            stmt_real(st, LOAD_LOOKS_ALPHA_SPENT), stmt_int(st, LOAD_LOOKS_N_REJECTED),
            stmt_int(st, LOAD_LOOKS_N_PAIRS),      stmt_int(st, LOAD_LOOKS_VERSION),
            stmt_int(st, LOAD_LOOKS_ALLOWED)
        };
    }
    struct declared_look *copy = arena_array(arena, n + 1, sizeof(*copy));
    for (size_t i = 0; i < n; i++)
        copy[i] = looks[i];
    free(looks);
    *out = copy;
    *out_n = n;
    return rc;
}

int load_declaration(struct db *db, const char *name, struct arena *arena, struct declared *out,
                     struct err *err)
{
    struct declared d = { .n_runs = 0 };
    size_t capacity = 0;
    int rc = load_versions(db, name, arena, &d, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "load_declared_runs");
    stmt_bind_text(st, ":name", name);
    struct declared_run *runs = NULL;
    while ((rc = stmt_step(st, err)) > 0) {
        if (d.n_runs == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            runs = mem_grow(runs, capacity, sizeof(*runs));
        }
        runs[d.n_runs++] =
            (struct declared_run){ stmt_text_dup(st, LOAD_DECLARED_RUNS_RUN, arena),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_METHOD, arena),
                                   stmt_int(st, LOAD_DECLARED_RUNS_VERSION),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_STARTED_AT, arena),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_DECLARED_AT, arena),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_ATTACHED_AT, arena) };
    }
    d.runs = arena_array(arena, d.n_runs + 1, sizeof(*d.runs));
    for (size_t i = 0; i < d.n_runs; i++)
        d.runs[i] = runs[i];
    free(runs);
    if (rc == 0)
        rc = load_looks(db, name, arena, &d.looks, &d.n_looks, err);
    if (rc == 0)
        *out = d;
    return rc;
}

int load_run_declarations(struct db *db, const char *const *runs, size_t n_runs,
                          struct arena *arena, const struct run_declaration **out, size_t *out_n,
                          struct err *err)
{
    struct run_declaration *list = arena_array(arena, n_runs + 1, sizeof(*list));
    size_t n = 0;
    struct stmt *st = db_query(db, "load_run_declarations");
    stmt_bind_text_list(st, ":runs", runs, n_runs);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0)
        list[n++] = (struct run_declaration){ stmt_text_dup(st, LOAD_RUN_DECLARATIONS_NAME, arena),
                                              stmt_int(st, LOAD_RUN_DECLARATIONS_VERSION),
                                              stmt_int(st, LOAD_RUN_DECLARATIONS_N_RUNS), NULL, 0 };
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = load_looks(db, list[i].name, arena, &list[i].looks, &list[i].n_looks, err);
    *out = list;
    *out_n = n;
    return rc;
}
