/*
 * completion_rows.h - a completion as a rollout with its texts.
 */
#ifndef ROLLBOOK_STRATEGY_COMPLETION_ROWS_H
#define ROLLBOOK_STRATEGY_COMPLETION_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/sample/policy.h"

struct arena;
struct db;
struct err;
struct task;

struct completion_place {
    int64_t run_id, task_id;
    int step, turn, sample;
    int64_t prompt_blob_id;  /* 0 means NULL */
    const struct task *task; /* NULL: not ours */
    enum answer_form form;
    bool is_free; /* known: nobody looks */
};

/* Assembles the candidate and stores what is there in the caller's transaction.  *out_new false:
 * the place was taken and nothing changed.  *out_code_id is 0 without code. */
int completion_put(struct db *db, const struct completion_place *place, const struct completion *c,
                   struct arena *a, int64_t *out_id, int64_t *out_code_id, bool *out_new,
                   struct err *err);

#endif
