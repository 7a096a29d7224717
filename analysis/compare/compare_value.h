/*
 * compare_value.h - what a run gives on a task, on rollouts that chose nothing and at a common
 * budget.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_VALUE_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_VALUE_H

#include "analysis/study/boa_fit.h"
#include "analysis/study/study.h"

struct arena;

/* By even or odd sample number, or all. */
enum compare_fold { COMPARE_EVEN, COMPARE_ODD, COMPARE_WHOLE };

/* With the steps of Best of Adaptation. */
struct compare_run {
    size_t run;
    bool adaptive;
    struct boa_fit fit;
    int step[COMPARE_WHOLE]; /* chosen by one half; STEP_ALL: not adaptive */
};

void compare_run_open(const struct study *s, size_t run, struct speed_rule rule,
                      const struct boa_fit_options *o, struct arena *arena,
                      struct compare_run *out);

struct count compare_count(const struct study *s, const struct study_cell *cell, int step,
                           enum compare_fold part, struct speed_rule rule);

/* Fast samples; of an adaptive run cross-fitted. */
struct boa_share compare_share_of(const struct study *s, const struct compare_run *r,
                                  const struct study_cell *cell, struct speed_rule rule);
/* On one part, at the step that the other chose. */
double compare_share_held_out(const struct study *s, const struct compare_run *r,
                              const struct study_cell *cell, enum compare_fold part,
                              struct speed_rule rule);

/*
 * In expectation.  Steps are taken in order; where the budget ends every choice of so many rollouts
 * is equally likely.
 */
struct compare_best {
    double any;      /* P(one is fast); NaN: no rollout */
    double log_best; /* expected log of the largest speedup, if any; NaN */
    double correct;  /* P(one is correct); NaN: no rollout */
    double max;      /* expected largest speedup, 0 without one; NaN: no rollout */
};
struct compare_best compare_best_of(const struct study *s, const struct study_cell *cell,
                                    enum compare_fold part, int64_t budget, struct speed_rule rule,
                                    struct arena *work);

#endif
