/*
 * load_outcomes.h - outcomes of runs, as counts and turn by turn.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_OUTCOMES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_OUTCOMES_H

#include <stddef.h>

#include "analysis/from_store/load_study.h"

struct arena;
struct baseline_table;
struct db;
struct err;
struct failure_count;
struct study;
struct turn_set;

/* By run id; group is the run's name, step 0, message NULL.  ERR_NOMATCH without a rollout. */
int load_outcomes(const struct load_request *from, struct failure_count **out, size_t *out_n,
                  struct err *err);

/*
 * Outcomes of runs as counts.
 */

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
int load_failures(const struct load_request *from, enum failure_group by,
                  struct failure_count **out, size_t *out_n, struct err *err);

/* All turns of a run's samples. */

/*
 * Problems are the run's cells.  Speedups are against the baseline, NaN where it has no runtime;
 * NULL: the one beside the candidate.  step of the samples with even numbers and of those with odd
 * ones (boa_steps_held_out).
 */
int load_turns(struct db *db, const struct study *s, size_t run, const int step[2],
               const struct baseline_table *baseline, struct arena *arena, struct turn_set *out,
               struct err *err);

#endif
