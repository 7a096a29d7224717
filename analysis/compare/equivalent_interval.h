/*
 * equivalent_interval.h - the interval of an equivalent K.
 *
 * It holds every K at which the difference f(K) - y between base and method cannot be told from 0
 * by Student's t (Fieller's way to an interval of a root): no resampling, whose curve would not be
 * that of the data.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_INTERVAL_H
#define ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_INTERVAL_H

#include "analysis/study/study.h"

struct equivalent_value {
    double k;       /* NaN when undefined; k_max when censored; where f first is y when saturated */
    bool censored;  /* y is above f(k_max): more than k_max */
    bool saturated; /* y is f(k_max), all that the base finds: k or any number above it */
};

/* What the method gives in a cell, and from how many rollouts, to be redrawn; 0: not redrawn. */
struct equivalent_share {
    int64_t n;
    double value;
    double part; /* what it adds to the mean over tasks, for its spread (boa_fit.h) */
    double in_sample;
};

/* One task's outcomes: cells of the base and of the method (several when there are several runs).
 */
struct equivalent_task {
    const struct count *base;
    size_t n_base;
    const struct equivalent_share *method;
    size_t n_method;
};

/*
 * For tasks like these the differences vary from task to task, with tasks - 1 degrees of freedom.
 * For these tasks they vary from run to run within them (Satterthwaite's degrees of freedom); where
 * base or method has one run of a task, by the rollouts behind every share, as independent draws of
 * its rate, and a share without rollouts (n = 0) does not vary.  An end beyond k_max is censored.
 * Both ends are NaN where nothing varies or one task stands for others: that is no certainty.
 */
void equivalent_interval(const struct equivalent_task *tasks, size_t n_tasks, bool new_tasks,
                         double level, double k_max, struct equivalent_value *low,
                         struct equivalent_value *high);

#endif
