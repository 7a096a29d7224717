/*
 * session_checkpoint.h - the policy of each step.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_CHECKPOINT_H
#define ROLLBOOK_STRATEGY_SESSION_CHECKPOINT_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct session;

/* Saves the policy as it is. */
int session_put_checkpoint(struct session *s, int64_t parent_id, int64_t *out_id, struct err *err);
int session_insert_step(struct session *s, int step, int64_t checkpoint_id, struct err *err);
/* 0: no such step. */
int session_find_step(struct session *s, int step, int64_t *out_checkpoint_id, int64_t *out_blob_id,
                      bool *out_updated, struct err *err);

#endif
