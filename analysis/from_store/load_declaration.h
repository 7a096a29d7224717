/* load_declaration.h - declarations, and the runs that refer to them. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_DECLARATION_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_DECLARATION_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;

struct declared_version {
    int64_t version;
    const char *content; /* JSON */
    const char *sha256;
    const char *why; /* NULL in the first */
    const char *declared_at;
};

struct declared_run {
    const char *run;
    const char *method;
    int64_t version; /* at the run's start */
    const char *started_at;
    const char *declared_at; /* that version */
    const char *attached_at; /* NULL: the run said so as it began */
};

/* A stored look at the data. */
struct declared_look {
    int64_t number;
    const char *taken_at;
    int64_t n_rollouts;
    const char *data_sha256;
    double alpha_spent;
    int64_t n_rejected;
    int64_t n_pairs;
    int64_t version;
    int64_t allowed; /* by that version */
};

struct declared {
    struct declared_version *versions; /* ascending */
    size_t n_versions;
    struct declared_run *runs; /* by start */
    size_t n_runs;
    const struct declared_look *looks; /* by number */
    size_t n_looks;
};

/* ERR_NOMATCH without such a name. */
int load_declaration(struct db *db, const char *name, struct arena *arena, struct declared *out,
                     struct err *err);

/* None is no error. */
int load_looks(struct db *db, const char *name, struct arena *arena,
               const struct declared_look **out, size_t *out_n, struct err *err);

/* A declaration that runs refer to. */
struct run_declaration {
    const char *name;
    int64_t version; /* latest that a run refers to */
    int64_t n_runs;
    const struct declared_look *looks;
    size_t n_looks;
};
/* By name; none is no error. */
int load_run_declarations(struct db *db, const char *const *runs, size_t n_runs,
                          struct arena *arena, const struct run_declaration **out, size_t *out_n,
                          struct err *err);

#endif
