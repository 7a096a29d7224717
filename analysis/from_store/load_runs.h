/* load_runs.h - what is known of runs as such: configuration, origin, declaration, and what steps
 * used. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_RUNS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/from_store/load_study.h"

struct arena;
struct cost_use;
struct db;
struct err;

struct run_setting {
    const char *run;
    const char *name;   /* "learning_rate" */
    const char *value;  /* lists and objects as JSON; "" for null */
    const char *origin; /* "default", "option", ...; "" unknown */
};

/* By run, then name. */
int load_settings(const struct load_request *from, struct run_setting **out, size_t *out_n,
                  struct err *err);

/* NULL: none. */
const char *run_setting_of(const struct run_setting *list, size_t n, const char *run,
                           const char *name);

/* Of each run of the study: is it one that stops when decided, with sample numbers by round
 * (sample_round.h)?  *out_complete: rounds that all of these have whole; SIZE_MAX: all are
 * complete.
 */
int load_rounds(const struct load_request *from, const struct study *s, bool *in_rounds,
                size_t *out_complete, struct err *err);

/* Where runs come from. */

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
int load_unlike_runs(const struct load_request *from, struct unlike_run **out, size_t *out_count,
                     struct err *err);

/* ERR_NOMATCH names the first missing run. */
int load_provenance(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                    struct provenance *out, struct err *err);

/* Declarations, and the runs that refer to them. */

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
    bool is_anytime; /* of an e-value: costs nothing */
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
int load_run_declarations(const struct load_request *from, const struct run_declaration **out,
                          size_t *out_n, struct err *err);

/*
 * What the steps of runs used.
 */

/*
 * A step's ledger row, else sums over its rollouts (seconds and teacher tokens unknown, student
 * tokens where a rollout lacks them), by run and step.  ERR_NOMATCH without a rollout.
 */
int load_cost(const struct load_request *from, struct cost_use **out, size_t *out_n,
              struct err *err);

#endif
