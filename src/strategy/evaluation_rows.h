/*
 * evaluation_rows.h - an evaluator's result as rows, committed at once.
 */
#ifndef ROLLBOOK_STRATEGY_EVALUATION_ROWS_H
#define ROLLBOOK_STRATEGY_EVALUATION_ROWS_H

#include "src/strategy/session.h"

/* In a transaction of its own, or the caller's.  Of the job case, mode and seed are stored. */
int evaluation_put(struct db *db, int64_t rollout_id, int64_t device_id, const struct eval_job *job,
                   const struct eval_result *r, int64_t *out_id, struct err *err);

/* One that times again what was measured before (evaluation.purpose). */
int evaluation_put_again(struct db *db, int64_t rollout_id, int64_t device_id,
                         const struct eval_job *job, const struct eval_result *r, int64_t *out_id,
                         struct err *err);

/* With the settings of the session. */
int evaluation_put_result(struct session *s, int64_t rollout_id, const struct eval_result *r,
                          struct err *err);
/* For a rollout whose completion holds no code. */
int evaluation_put_no_code(struct session *s, int64_t rollout_id, struct err *err);

#endif
