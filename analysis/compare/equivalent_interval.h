/*
 * equivalent_interval.h - the interval of an equivalent K.
 *
 * It holds every K where Student's t cannot tell f(K) - y from 0 (Fieller's interval of a root).
 * Resampling would not have the data's curve.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_INTERVAL_H
#define ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_INTERVAL_H

#include "analysis/study/study.h"

struct equivalent_value {
    double k;       /* NaN: undefined; k_max: censored; saturated: where f first is y */
    bool censored;  /* y is above f(k_max) */
    bool saturated; /* y is f(k_max): k or any number above */
};

/* A method's share in a cell; n rollouts are redrawn, 0: none. */
struct equivalent_share {
    int64_t n;
    double value;
    double part; /* of the mean over tasks, for its spread (boa_fit.h) */
    double in_sample;
};

/* Several cells when there are several runs. */
struct equivalent_task {
    const struct count *base;
    size_t n_base;
    const struct equivalent_share *method;
    size_t n_method;
};

/*
 * For tasks like these differences vary over tasks, with tasks - 1 degrees of freedom.  For these
 * tasks they vary over runs (Satterthwaite); where base or method has one run of a task, by the
 * rollouts behind shares, as independent draws (n = 0 does not vary).  An end beyond k_max is
 * censored.  Ends are NaN where nothing varies or one task stands for others.  same_k is the K of a
 * method that is the base: where so few tasks cannot decide (stat_interval_undecided), it is
 * inside.
 */
void equivalent_interval(const struct equivalent_task *tasks, size_t n_tasks, bool new_tasks,
                         double level, double k_max, double same_k, struct equivalent_value *low,
                         struct equivalent_value *high);

#endif
