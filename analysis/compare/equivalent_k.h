/*
 * equivalent_k.h - how many samples of the base policy give what an adapted one gives.
 *
 * f(K) = mean over tasks of fast_1@K of the base, a polynomial in real K; the answer is the
 * smallest K with f(K) >= y.  Below 1 it is computed, above the base's samples it is censored.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_K_H
#define ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_K_H

#include "analysis/compare/compare_bounds.h"
#include "analysis/compare/equivalent_interval.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct err;

enum equivalent_kind {
    EQUIVALENT_POLICY, /* adapted policy, one sample; Best of Adaptation is cross-fitted */
    EQUIVALENT_BUDGET  /* best of B rollouts, adaptation included, B what both sides have */
};

/* Without: the unbiased fast_1@K of stat_passk.h.  With: 1 - (1 - c / n)^K of the observed rates,
 * which differs below K = 1 and near K = n. */
enum equivalent_draws { EQUIVALENT_WITHOUT_REPLACEMENT, EQUIVALENT_WITH_REPLACEMENT };

struct equivalent_k {
    enum equivalent_kind kind;
    double y;           /* of the method: mean over tasks of the mean over runs */
    double y_in_sample; /* the same on the rollouts that chose the step; NaN for the budget */
    double base_y;      /* of the base: one sample, or the best of B */
    struct equivalent_value value;
    struct equivalent_value with_replacement; /* the same from the observed rates */
    double k_max;                             /* samples of the smallest base cell */
    struct equivalent_value low, high;        /* bootstrap interval, censored ends marked */
    /* K if all that is missing of the base were fast and of the method failed, and the other way
     * round (compare_bounds.h). */
    struct equivalent_value if_lowest, if_highest;
    struct compare_missing missing[2]; /* of base and method */
    double share_below_1;              /* of the replicates */
    double share_censored;
    double rollouts;   /* spent by the method per task and run for y: all, or B */
    double efficiency; /* k / rollouts; NaN when censored or saturated */
    size_t n_tasks;    /* common to base and method */
    int replicates;
};

struct equivalent_options {
    int step; /* of the method: STEP_BOA or a number */
    struct speed_rule rule;
    double level;   /* 0.95 */
    bool new_tasks; /* resample tasks, then rollouts; else rollouts only */
    int replicates; /* 0 means 2000 */
    uint64_t seed;
    int threads; /* 0: one a core */
};

/* f(K) over the tasks; K between 0 and the smallest n. */
double equivalent_k_curve(const struct equivalent_task *tasks, size_t n_tasks, double k,
                          enum equivalent_draws how);
/* Smallest K in [0, k_max] with f(K) >= y by bisection. */
struct equivalent_value equivalent_k_invert(const struct equivalent_task *tasks, size_t n_tasks,
                                            double y, double k_max, enum equivalent_draws how);

/*
 * out[0] policy, out[1] budget.  The base contributes its step 0.  ERR_NODATA when base and method
 * share no task with samples.
 */
int equivalent_k(const struct run_set *base, const struct run_set *method,
                 const struct equivalent_options *o, struct equivalent_k out[2], struct err *err);

const char *equivalent_kind_name(enum equivalent_kind kind); /* "policy", "budget" */

#endif
