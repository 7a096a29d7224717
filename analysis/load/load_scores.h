/*
 * load_scores.h - the samples of one run scored again under the checkpoints of another.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_SCORES_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_SCORES_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct study;

struct score_table {
    size_t n_steps;
    int *steps;          /* of the run whose checkpoints scored, ascending */
    double *sum_logprob; /* [step * n_rollouts + rollout of the study]; NaN without a score */
    int64_t *n_tokens;   /* by rollout; 0 without a score */
    size_t n_scores;
};

/* Scores of run (an index of the study) under the checkpoints of the run called of.  ERR_NODATA
 * when there is none. */
int load_scores(struct db *db, const struct study *s, size_t run, const char *of,
                struct arena *arena, struct score_table *out, struct err *err);

#endif
