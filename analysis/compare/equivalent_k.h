/*
 * equivalent_k.h - how many samples of the base policy give what an adapted one gives.
 *
 * f(K), the base's mean over tasks of fast_1@K, is a polynomial in real K; the answer is the
 * smallest K with f(K) >= y.  It may be below 1, and is censored above the base's samples.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_K_H
#define ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_K_H

#include "analysis/compare/compare_bounds.h"
#include "analysis/compare/equivalent_interval.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct err;

enum equivalent_kind {
    EQUIVALENT_POLICY, /* one sample; Best of Adaptation cross-fitted */
    EQUIVALENT_BUDGET  /* best of B rollouts, adaptation included; both sides have B */
};

/* Without: unbiased fast_1@K of stat_passk.h.  With: 1 - (1 - c / n)^K of observed rates, which
 * differs below K = 1 and near K = n. */
enum equivalent_draws { EQUIVALENT_WITHOUT_REPLACEMENT, EQUIVALENT_WITH_REPLACEMENT };

struct equivalent_k {
    enum equivalent_kind kind;
    double y;                      /* method's mean over tasks of means over runs */
    double y_in_sample;            /* on the rollouts that chose the step; NaN: budget */
    double base_y;                 /* base's: one sample, or best of B */
    struct equivalent_value value; /* NaN: neither side has a fast sample, so any K gives as much */
    struct equivalent_value with_replacement; /* from observed rates */
    double k_max;                             /* samples of the smallest base cell */
    struct equivalent_value low, high;        /* bootstrap interval, censored ends marked */
    /* K if all that is missing of the base were fast and of the method failed, and the other way
     * round (compare_bounds.h). */
    struct equivalent_value if_lowest, if_highest;
    struct compare_missing missing[2]; /* of base and method */
    double share_below_1;              /* of the replicates */
    double share_censored;
    double rollouts;   /* of the method, a task and run: all, or B */
    double efficiency; /* k / rollouts; NaN: censored or saturated */
    size_t n_tasks;    /* of base and method */
    int replicates;
};

struct equivalent_options {
    int step; /* method's: STEP_BOA or a number */
    struct speed_rule rule;
    double level;   /* 0.95 */
    bool new_tasks; /* for tasks like these, else rollouts only */
    int replicates; /* 0: 2000 */
    uint64_t seed;
    int threads; /* 0: one a core */
};

/* K from 0 to the smallest n. */
double equivalent_k_curve(const struct equivalent_task *tasks, size_t n_tasks, double k,
                          enum equivalent_draws how);
struct equivalent_value equivalent_k_invert(const struct equivalent_task *tasks, size_t n_tasks,
                                            double y, double k_max, enum equivalent_draws how);

/*
 * out[0] policy, out[1] budget; the base gives its step 0.  ERR_NODATA without a common task with
 * samples.
 */
int equivalent_k(const struct run_set *base, const struct run_set *method,
                 const struct equivalent_options *o, struct equivalent_k out[2], struct err *err);

const char *equivalent_kind_name(enum equivalent_kind kind); /* "policy", "budget" */

#endif
