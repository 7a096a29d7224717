/*
 * replay_source.h - the stored actions of a run as configuration of the replay policy.
 */
#ifndef ROLLBOOK_STRATEGY_REPLAY_SOURCE_H
#define ROLLBOOK_STRATEGY_REPLAY_SOURCE_H

#include <stddef.h>

struct arena;
struct buf;
struct db;
struct err;
struct run_config;

/* suite as run_config.replay_suite. */
int replay_source_config(struct db *db, const char *run, const char *suite, struct buf *out,
                         struct err *err);

/* The configuration re-emits run with the same tasks, seed and sizes. */
int replay_source_shape(struct db *db, const char *run, struct arena *a, struct run_config *out,
                        struct err *err);

/* The code of out->replay_of, whoever wrote it, on the tasks of out->replay_suite with the same
 * numbers: fills in tasks and sizes.  *out_left_out: rollouts of problems that the suite lacks.
 * ERR_NOMATCH: it lacks all of them. */
int replay_source_tasks(struct db *db, struct arena *a, struct run_config *out,
                        size_t *out_left_out, struct err *err);

#endif
