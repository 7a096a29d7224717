/*
 * verdict.h - the answer to POST /evaluate.  Pure.
 */
#ifndef ROLLBOOK_PROXY_VERDICT_H
#define ROLLBOOK_PROXY_VERDICT_H

#include <stdint.h>

struct buf;
struct evaluation_record;

/* Appends a JSON object with the names of "rollbook eval --json"; unmeasured is null.  Ids of 0:
 * rows wait in the spool, "stored" is false. */
void verdict_put(const struct evaluation_record *e, int64_t rollout_id, int64_t evaluation_id,
                 struct buf *out);

#endif
