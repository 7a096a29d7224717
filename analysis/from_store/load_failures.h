/*
 * load_failures.h - outcomes of runs as counts.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_FAILURES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_FAILURES_H

#include <stddef.h>

struct arena;
struct db;
struct err;
struct failure_count;

enum failure_group {
    FAILURE_BY_MODEL,
    FAILURE_BY_RUN,
    FAILURE_BY_STRATEGY,
    FAILURE_BY_FAMILY,
    FAILURE_BY_LEVEL,
    FAILURE_BY_TASK,
    FAILURE_GROUPS
};
extern const char *const failure_group_names[]; /* "model", "run", ..., NULL-ended */

/* ERR_NOMATCH when no rollout belongs to the runs. */
int load_failures(struct db *db, const char *const *names, size_t n_names, enum failure_group by,
                  struct arena *arena, struct failure_count **out, size_t *out_n, struct err *err);

#endif
