/*
 * verdict.h - the answer to POST /evaluate.  Pure.
 */
#ifndef ROLLBOOK_SERVER_VERDICT_H
#define ROLLBOOK_SERVER_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct evaluation_record;

/* 0: rows wait in the spool, "stored" is false. */
struct verdict_ids {
    int64_t rollout_id, evaluation_id;
};

/* Appends a JSON object with the names of "rollbook eval --json"; unmeasured is null.  record: also
 * a member "record", the text of evaluation_record_put without kernel and completion. */
void verdict_put(const struct verdict_ids *ids, const struct evaluation_record *e, bool record,
                 struct buf *out);

#endif
