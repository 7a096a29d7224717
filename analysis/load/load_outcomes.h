/*
 * load_outcomes.h - outcomes of runs as counts, without messages: from packed facts where these are
 * current.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_OUTCOMES_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_OUTCOMES_H

#include <stddef.h>

struct arena;
struct db;
struct err;
struct failure_count;

/* By run id; the group is the run's name, the step is 0, the message NULL.  ERR_NOMATCH when no
 * rollout belongs to the runs. */
int load_outcomes(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                  struct failure_count **out, size_t *out_n, struct err *err);

#endif
