/*
 * session_rows.h - the rows that a run refers to: split, device, model, tasks with prompts.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_ROWS_H
#define ROLLBOOK_STRATEGY_SESSION_ROWS_H

#include "src/strategy/session.h"

int session_put_split(struct session *s, int64_t *out_id, struct err *err); /* 0: no split */
/* Rows of devices that have none; sets device_id. */
int session_put_device(struct session *s, struct err *err);
/* The device of that uuid, or the first worker's. */
int session_device_id(struct session *s, const char *uuid, int64_t *out, struct err *err);
int session_put_model(struct session *s, struct err *err); /* sets model_id */
/* 0: no server. */
int session_put_server(struct session *s, struct err *err);
int session_put_tasks(struct session *s, struct err *err); /* sets task_ids, prompt_blob_ids */

#endif
