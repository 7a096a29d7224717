/*
 * evaluation_rows.h - an evaluator's result as rows, committed at once.
 */
#ifndef ROLLBOOK_STRATEGY_EVALUATION_ROWS_H
#define ROLLBOOK_STRATEGY_EVALUATION_ROWS_H

#include "src/strategy/session.h"

/* Of a row that names rollout, device, purpose, job and result: its measurements and log follow
 * from the result.  Uses the caller's transaction or its own. */
int evaluation_put(struct db *db, const struct evaluation_row *of, int64_t *out_id,
                   struct err *err);

/* With the session's settings. */
int evaluation_put_result(struct session *s, int64_t rollout_id, const struct eval_result *r,
                          struct err *err);
/* The completion holds no code. */
int evaluation_put_no_code(struct session *s, int64_t rollout_id, struct err *err);

#endif
