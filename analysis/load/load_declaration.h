/*
 * load_declaration.h - what was declared before runs, and which runs refer to it.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_DECLARATION_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_DECLARATION_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;

struct declared_version {
    int64_t version;
    const char *content; /* JSON */
    const char *sha256;
    const char *why; /* NULL of the first one */
    const char *declared_at;
};

struct declared_run {
    const char *run;
    const char *method;
    int64_t version; /* that stood when it began */
    const char *started_at;
};

struct declared {
    struct declared_version *versions; /* the first one first */
    size_t n_versions;
    struct declared_run *runs; /* in the order in which they began */
    size_t n_runs;
};

/* ERR_NOMATCH when there is none of the name. */
int load_declaration(struct db *db, const char *name, struct arena *arena, struct declared *out,
                     struct err *err);

/* A declaration that runs refer to. */
struct run_declaration {
    const char *name;
    int64_t version; /* the latest that a run refers to */
    int64_t n_runs;
};
/* Those of these runs, by name; none is no error. */
int load_run_declarations(struct db *db, const char *const *runs, size_t n_runs,
                          struct arena *arena, const struct run_declaration **out, size_t *out_n,
                          struct err *err);

#endif
