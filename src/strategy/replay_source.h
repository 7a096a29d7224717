/*
 * replay_source.h - the stored actions of a run as configuration of the replay policy.
 */
#ifndef ROLLBOOK_STRATEGY_REPLAY_SOURCE_H
#define ROLLBOOK_STRATEGY_REPLAY_SOURCE_H

struct arena;
struct buf;
struct db;
struct err;
struct run_config;

int replay_source_config(struct db *db, const char *run, struct buf *out, struct err *err);

/* The configuration re-emits run with the same tasks, seed and sizes. */
int replay_source_shape(struct db *db, const char *run, struct arena *a, struct run_config *out,
                        struct err *err);

#endif
