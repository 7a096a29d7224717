/*
 * load_outcomes.h - outcomes of runs without messages, from packed facts where these are current.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_OUTCOMES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_OUTCOMES_H

#include <stddef.h>

struct arena;
struct db;
struct err;
struct failure_count;

/* By run id; group is the run's name, step 0, message NULL.  ERR_NOMATCH without a rollout. */
int load_outcomes(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                  struct failure_count **out, size_t *out_n, struct err *err);

#endif
