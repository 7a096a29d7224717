/*
 * policy_record.h - what a policy of a server wants kept, as rows of a database.
 */
#ifndef ROLLBOOK_RUN_POLICY_RECORD_H
#define ROLLBOOK_RUN_POLICY_RECORD_H

#include <stdint.h>

#include "src/sample/policy.h"

struct db;

/* All is borrowed. */
struct policy_rows {
    struct db *db;
    const int64_t *run_id; /* 0 there: no row of a request yet */
    struct policy_record record;
};

/* The policy keeps its record there as long as it is open; nothing when it has none. */
void policy_record_open(struct policy_rows *rows, struct db *db, const int64_t *run_id,
                        struct policy *policy);

#endif
