/*
 * load_training.h - rewards, update metrics and later scores of runs, step by step.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TRAINING_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TRAINING_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/from_store/load_study.h"

struct arena;
struct db;
struct err;
struct study;
struct training_list;

/* Appends "reward RECIPE" and "update NAME" series, each by step. */
int load_training(struct db *db, const struct study *s, struct arena *arena,
                  struct training_list *out, struct err *err);

/*
 * Appends "lazy" of a run: of the step's correct rollouts whose text is stored, the share whose
 * text leaves the work to others.  Scans every text (load_audit.h).
 */
int load_training_texts(struct db *db, const struct study *s, size_t run, struct arena *arena,
                        struct training_list *out, struct err *err);

/* Mean rewards by step and recipe. */

/*
 * Appends a series "reward RECIPE" a run and recipe, by step, as load_training_rewards gives them
 * one by one.  One sweep reads all, unless the rollouts' keys lie too far apart.
 */
int load_rewards(const struct load_request *from, const int64_t *run_ids, struct training_list *out,
                 struct err *err);

/* Samples of one run scored under the checkpoints of another. */

struct score_table {
    size_t n_steps;
    int *steps;          /* of the checkpoints, ascending */
    double *sum_logprob; /* [step * n_rollouts + rollout]; NaN: no score */
    int64_t *n_tokens;   /* by rollout; 0: no score */
    size_t n_scores;
};

/* Samples of the study's run, scored under the checkpoints of the run `of`. */
struct load_scores_of {
    struct db *db;
    const struct study *study;
    size_t run;
    const char *of;
};

/* run is an index of the study, `of` a name.  ERR_NODATA without a score. */
int load_scores(const struct load_scores_of *of, struct arena *arena, struct score_table *out,
                struct err *err);

#endif
