/*
 * score.h - the samples of a run under other models: every checkpoint of a run, or a served model.
 */
#ifndef ROLLBOOK_STRATEGY_STORED_SCORE_H
#define ROLLBOOK_STRATEGY_STORED_SCORE_H

#include <stddef.h>

#include "src/base/err.h"

struct db;

struct score_options {
    const char *run;           /* whose samples */
    const char *of;            /* run whose policy scores; NULL: policy and policy_config */
    const char *policy;        /* behind a server */
    const char *policy_config; /* JSON text */
    const char *role;          /* "student" or "teacher" */
};

struct score_result {
    size_t n_checkpoints;
    size_t n_rollouts; /* that could be asked about */
    size_t n_scored;   /* new rows */
    size_t n_known;    /* rows that were there */
    size_t n_without_tokens;
    size_t n_refused;      /* their tokens do not line up with the model's */
    struct err refusal;    /* of the first that was refused */
    const char *semantics; /* of what a served model gave; NULL otherwise */
    /* Largest difference, over the samples' tokens, between the first checkpoint's log-probs and
     * the stored ones of the same temperature: near 0 when it drew the samples.  NaN without any.
     */
    double largest_first_difference;
};

/*
 * A policy with checkpoints scores at the temperature each sample was drawn at, and each
 * checkpoint is committed when it is done; a served model scores at temperature 1, one request a
 * sample, and each is committed when it came.  Rows that are there stay as they are.  ERR_USAGE
 * when the policy cannot score or the run has no checkpoints; ERR_NODATA when no rollout can be
 * scored, or all were refused.
 */
int score_run(struct db *db, const struct score_options *options, struct score_result *out,
              struct err *err);

#endif
