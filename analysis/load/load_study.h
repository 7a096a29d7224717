/*
 * load_study.h - runs from the database into a struct study.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_STUDY_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_STUDY_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct study;

/*
 * The named runs with all their rollouts, in the order of names.  Of a sample with several turns
 * the last scored one stands.  ERR_NOMATCH names the first run that does not exist.
 */
int load_study(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
               struct study *out, struct err *err);

/* Names of all runs with this strategy (NULL: all), by run id; ERR_NOMATCH when there is none. */
int load_run_names(struct db *db, const char *strategy, struct arena *arena,
                   const char *const **out_names, size_t *out_count, struct err *err);

/* Keys of the runs by these names, in their order; ERR_NOMATCH.  Queries of many rows name runs by
 * key: a name may be long. */
int load_run_ids(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                 int64_t **out, struct err *err);

#endif
