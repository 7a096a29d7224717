/*
 * policy_rows.h - rows of a policy and of its attempts.
 */
#ifndef ROLLBOOK_RUN_POLICY_ROWS_H
#define ROLLBOOK_RUN_POLICY_ROWS_H

#include <stdint.h>

struct attempt_end;
struct db;
struct err;
struct policy;
struct sample_attempt;

int policy_put_model(struct db *db, struct policy *p, int64_t *out_id, struct err *err);
/* A served model's checkpoint holds the facts of its server. */
int policy_put_served(struct db *db, struct policy *p, int64_t *out_checkpoint_id, struct err *err);
/* Without the rollout that came of it; texts stay the attempt's. */
struct attempt_end policy_attempt_end(const struct sample_attempt *a);

#endif
