/* load_scores.h - samples of one run scored under the checkpoints of another. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SCORES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SCORES_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct study;

struct score_table {
    size_t n_steps;
    int *steps;          /* of the checkpoints, ascending */
    double *sum_logprob; /* [step * n_rollouts + rollout]; NaN: no score */
    int64_t *n_tokens;   /* by rollout; 0: no score */
    size_t n_scores;
};

/* run is an index of the study, `of` a name.  ERR_NODATA without a score. */
int load_scores(struct db *db, const struct study *s, size_t run, const char *of,
                struct arena *arena, struct score_table *out, struct err *err);

#endif
