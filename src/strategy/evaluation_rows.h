/*
 * evaluation_rows.h - an evaluator's result as rows, committed at once.
 */
#ifndef ROLLBOOK_STRATEGY_EVALUATION_ROWS_H
#define ROLLBOOK_STRATEGY_EVALUATION_ROWS_H

#include "src/strategy/session.h"

int evaluation_put_result(struct session *s, int64_t rollout_id, const struct eval_result *r,
                          struct err *err);
/* For a rollout whose completion holds no code. */
int evaluation_put_no_code(struct session *s, int64_t rollout_id, struct err *err);

#endif
