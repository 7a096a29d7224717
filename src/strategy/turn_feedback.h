/*
 * turn_feedback.h - feedback on stored rollouts: facts from rows, text from a template.
 */
#ifndef ROLLBOOK_STRATEGY_TURN_FEEDBACK_H
#define ROLLBOOK_STRATEGY_TURN_FEEDBACK_H

#include <stdint.h>

struct arena;
struct buf;
struct db;
struct err;
struct feedback_settings;
struct run_config;
struct session;

/* ERR_USAGE, before anything is drawn: the run could not give feedback. */
int turn_feedback_check(const struct run_config *config, struct err *err);

/* Settings of the rollout's run, or defaults. */
int turn_feedback_settings(struct db *db, int64_t rollout_id, struct arena *a,
                           struct feedback_settings *out, struct err *err);

/* Appends what a model is told about a rollout, by its primary evaluation.  ERR_NOMATCH: no such
 * rollout or evaluation. */
int turn_feedback_render(struct db *db, const struct feedback_settings *settings,
                         int64_t rollout_id, struct buf *out, int64_t *out_evaluation_id,
                         struct err *err);

/* Stores feedback on rollouts of a turn that have none. */
int turn_feedback_put(struct session *s, int step, int turn, struct err *err);

#endif
