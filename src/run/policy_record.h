/*
 * policy_record.h - rows of a policy and of its attempts, and what a server's policy wants kept.
 */
#ifndef ROLLBOOK_RUN_POLICY_RECORD_H
#define ROLLBOOK_RUN_POLICY_RECORD_H

#include <stdint.h>

#include "src/sample/policy.h"

struct attempt_end;
struct db;
struct err;

/* All is borrowed. */
struct policy_rows {
    struct db *db;
    const int64_t *run_id; /* 0 there: no row of a request yet */
    struct policy_record record;
};

/* The policy keeps its record there as long as it is open; nothing when it has none. */
void policy_record_open(struct policy_rows *rows, struct db *db, const int64_t *run_id,
                        struct policy *policy);

int policy_put_model(struct db *db, struct policy *p, int64_t *out_id, struct err *err);
/* A served model's checkpoint holds the facts of its server. */
int policy_put_served(struct db *db, struct policy *p, int64_t *out_checkpoint_id, struct err *err);
/* Log-probs of a rollout's tokens under a checkpoint, by a role: "student", "teacher". */
int policy_put_score(struct db *db, int64_t rollout_id, int64_t checkpoint_id, const char *role,
                     const struct token_scores *t, struct err *err);
/* Without the rollout that came of it; texts stay the attempt's. */
struct attempt_end policy_attempt_end(const struct sample_attempt *a);

#endif
