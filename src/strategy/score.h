/*
 * score.h - the samples of one run under every checkpoint of another: log-probs of fixed tokens.
 */
#ifndef ROLLBOOK_STRATEGY_SCORE_H
#define ROLLBOOK_STRATEGY_SCORE_H

#include <stddef.h>

struct db;
struct err;

struct score_result {
    size_t n_checkpoints;
    size_t n_rollouts; /* with stored tokens */
    size_t n_scored;   /* new rows */
    size_t n_known;    /* rows that were there */
    size_t n_without_tokens;
    /* Largest difference, over the samples' tokens, between the first checkpoint's log-probs and
     * the stored ones: near 0 when that checkpoint drew the samples.  NaN without any. */
    double largest_first_difference;
};

/*
 * Scores with the policy of the run called of, at the temperature each sample was drawn at.  Rows
 * that are there stay as they are; each checkpoint is committed when it is done.  ERR_USAGE when
 * the policy cannot score or the run has no checkpoints; ERR_NODATA when no rollout has tokens.
 */
int score_run(struct db *db, const char *run, const char *of, struct score_result *out,
              struct err *err);

#endif
