/* load_provenance.h - where runs come from. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_PROVENANCE_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_PROVENANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;

struct provenance_run {
    const char *name;
    const char *strategy;
    const char *status;
    const char *model; /* "" when unknown, as other texts */
    const char *model_revision;
    const char *split;
    const char *split_hash;
    const char *backend;
    const char *device;
    const char *compiler;
    const char *flags;
    const char *baseline;
    const char *task_case;
    const char *eval_mode;
    const char *code_version;
    const char *libraries; /* JSON */
    const char *started_at;
    const char *finished_at;
    int cores; /* -1 when unknown; k and n_steps too */
    bool has_seed;
    uint64_t seed;
    double temperature; /* NaN when unknown */
    int k;
    int n_steps;
    size_t argc;
    const char **argv; /* as typed */
};

struct provenance {
    size_t n_runs;
    struct provenance_run *runs; /* in the order asked for */
    const char *last_change;     /* UTC; "" when nothing is stored */
};

/* Of these runs the ones that cannot be held against any that adapts, in their order by id, with
 * the reason. */
struct unlike_run {
    const char *name, *reason;
};
int load_unlike_runs(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                     struct unlike_run **out, size_t *out_count, struct err *err);

/* ERR_NOMATCH names the first missing run. */
int load_provenance(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                    struct provenance *out, struct err *err);

#endif
