/*
 * compare_value.h - what one run gives on one task, on rollouts that chose nothing and at a budget
 * that both groups have.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_VALUE_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_VALUE_H

#include "analysis/study/boa_fit.h"
#include "analysis/study/study.h"

struct arena;

/* Which rollouts of a cell: all, or those with an even or an odd sample number. */
enum compare_fold { COMPARE_EVEN, COMPARE_ODD, COMPARE_WHOLE };

/* A run and the steps that Best of Adaptation takes from it. */
struct compare_run {
    size_t run;
    bool adaptive;
    struct boa_fit fit;      /* of an adaptive run */
    int step[COMPARE_WHOLE]; /* chosen by one half of the rollouts; STEP_ALL: not adaptive */
};

void compare_run_open(const struct study *s, size_t run, struct speed_rule rule,
                      const struct boa_fit_options *o, struct arena *arena,
                      struct compare_run *out);

struct count compare_count(const struct study *s, const struct study_cell *cell, int step,
                           enum compare_fold part, struct speed_rule rule);

/* The share of fast samples; of an adaptive run the cross-fitted one. */
struct boa_share compare_share_of(const struct study *s, const struct compare_run *r,
                                  const struct study_cell *cell, struct speed_rule rule);
/* The share on one part of the rollouts, at the step that the other part chose. */
double compare_share_held_out(const struct study *s, const struct compare_run *r,
                              const struct study_cell *cell, enum compare_fold part,
                              struct speed_rule rule);

/*
 * The best of `budget` rollouts, in expectation.  The steps of an adapting run are taken in their
 * order; within the step where the budget ends every choice of as many rollouts is equally likely.
 */
struct compare_best {
    double any;      /* chance that one of them is fast; NaN without a rollout */
    double log_best; /* expected log of the largest speedup, given that one of them has one; NaN */
    double correct;  /* chance that one of them is correct; NaN without a rollout */
    double max;      /* expected largest speedup, 0 where none has one; NaN without a rollout */
};
struct compare_best compare_best_of(const struct study *s, const struct study_cell *cell,
                                    enum compare_fold part, int64_t budget, struct speed_rule rule,
                                    struct arena *work);

#endif
