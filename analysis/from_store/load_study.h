/*
 * load_study.h - runs from the database into a struct study.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_STUDY_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_STUDY_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct study;

/*
 * In the order of names; the last scored turn stands for its sample.  ERR_NOMATCH names the first
 * missing run.
 */
int load_study(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
               struct study *out, struct err *err);
/*
 * Has the rollouts of one run at a time (study_see), read from its facts whenever they are wanted:
 * in a transaction of the caller, which sees one state.  All at once where facts are behind or a
 * run holds tasks out.
 */
int load_study_by_run(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                      struct study *out, struct err *err);

/* By run id; strategy NULL: all.  ERR_NOMATCH without a run. */
int load_run_names(struct db *db, const char *strategy, struct arena *arena,
                   const char *const **out_names, size_t *out_count, struct err *err);
/* All but runs without a scored rollout, whose names are *out_left_out, separated by commas; all
 * when no run has one. */
int load_scored_run_names(struct db *db, struct arena *arena, const char *const **out_names,
                          size_t *out_count, const char **out_left_out, struct err *err);

/* In the order of names; ERR_NOMATCH.  Keys keep queries of many rows short. */
int load_run_ids(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                 int64_t **out, struct err *err);

#endif
