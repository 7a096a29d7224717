/*
 * score.h - the samples of a run under other models: every checkpoint of a run, or a served model.
 */
#ifndef ROLLBOOK_RESCORE_SCORE_H
#define ROLLBOOK_RESCORE_SCORE_H

#include <stddef.h>

#include "src/base/err.h"

struct db;

struct score_options {
    const char *run;
    const char *of; /* run whose policy scores; NULL: policy */
    const char *policy;
    const char *policy_config; /* JSON */
    const char *role;          /* "student" or "teacher" */
};

struct score_result {
    size_t n_checkpoints;
    size_t n_rollouts;
    size_t n_scored; /* new rows */
    size_t n_known;  /* rows already there */
    size_t n_without_tokens;
    size_t n_refused;      /* tokens do not line up */
    struct err refusal;    /* first reason */
    const char *semantics; /* of a served model; else NULL */
    /* Largest difference between the first checkpoint's log-probs and the stored ones of the
     * same temperature: near 0 when it drew the samples.  NaN without any. */
    double largest_first_difference;
};

/*
 * A policy with checkpoints scores at each sample's temperature and commits each checkpoint; a
 * served model scores at temperature 1 and commits each sample.  Existing rows stay.  ERR_USAGE:
 * the policy cannot score, or the run has no checkpoints; ERR_NODATA: nothing can be scored, or all
 * were refused.
 */
int score_run(struct db *db, const struct score_options *options, struct score_result *out,
              struct err *err);

#endif
