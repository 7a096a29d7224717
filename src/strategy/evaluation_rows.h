/*
 * evaluation_rows.h - an evaluator's result as rows, committed at once.
 */
#ifndef ROLLBOOK_STRATEGY_EVALUATION_ROWS_H
#define ROLLBOOK_STRATEGY_EVALUATION_ROWS_H

#include "src/strategy/session.h"

/* Uses the caller's transaction or its own.  Stores case, mode and seed of the job. */
int evaluation_put(struct db *db, int64_t rollout_id, int64_t device_id, const struct eval_job *job,
                   const struct eval_result *r, int64_t *out_id, struct err *err);

/* For a repeated measurement (evaluation.purpose). */
int evaluation_put_again(struct db *db, int64_t rollout_id, int64_t device_id,
                         const struct eval_job *job, const struct eval_result *r, int64_t *out_id,
                         struct err *err);

/* With the session's settings. */
int evaluation_put_result(struct session *s, int64_t rollout_id, const struct eval_result *r,
                          struct err *err);
/* The completion holds no code. */
int evaluation_put_no_code(struct session *s, int64_t rollout_id, struct err *err);

#endif
