/*
 * compare_value.h - what a run gives on a task, on rollouts that chose nothing and at a common
 * budget.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_VALUE_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_VALUE_H

#include "analysis/compare/compare_groups.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"

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
/* Its `any` of the whole cell, in a part of the time. */
double compare_any_of(const struct study *s, const struct study_cell *cell, int64_t budget,
                      struct speed_rule rule);

/*
 * What values would be, whatever is missing had been.
 *
 * Missing are rollouts without a verdict (infra, awaiting evaluation) and those asked for and never
 * drawn; a timeout has a verdict, a failure, and might have been fast, as what is right and has no
 * speedup.  Low: all that is missing failed.  High: it was fast, and so were these.  A run that
 * adapts keeps the steps that were chosen, and all that is missing may be of these.
 */

struct compare_bound {
    double low;
    double high;
};

/* Of the share of n scored rollouts of a cell: [0, 1] where there are none. */
struct compare_bound compare_bound_share(const struct study *s, const struct study_cell *cell,
                                         int64_t n, double share, struct speed_rule rule);
/* Of the chance that one of B rollouts is fast. */
struct compare_bound compare_bound_best(const struct study *s, const struct study_cell *cell,
                                        int64_t budget, struct speed_rule rule);

/* Means over tasks of the means over seeds, as compare has them, pairs included of which one side
 * has no value. */
struct compare_bounds {
    struct compare_bound a, b, difference; /* B - A */
};
struct compare_missing {
    size_t undecided; /* without a verdict */
    size_t undrawn;
    size_t timeouts;
    size_t untimed; /* right, without a speedup by the rule */
};
/* By COMPARE_SAMPLE and COMPARE_BEST; missing[0] of A, missing[1] of B. */
void compare_bounds_of(const struct study *s, const struct compare *c, struct speed_rule rule,
                       struct compare_bounds out[COMPARE_LOG_BEST],
                       struct compare_missing missing[2]);
void compare_missing_add(struct compare_missing *to, struct compare_missing m);
struct compare_missing compare_missing_of(const struct study *s, const struct study_cell *cell,
                                          struct speed_rule rule);

#endif
