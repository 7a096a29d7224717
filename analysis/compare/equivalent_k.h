/*
 * equivalent_k.h - how many samples of the base policy give what an adapted one gives.
 *
 * f(K), the base's mean over tasks of fast_1@K, is a polynomial in real K; the answer is the
 * smallest K with f(K) >= y.  It may be below 1, and is censored above the base's samples.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_K_H
#define ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_K_H

#include <math.h>

#include "analysis/compare/compare_value.h"
#include "analysis/compare/study_memo.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct err;

/*
 * The interval of an equivalent K.
 *
 * It holds every K where Student's t cannot tell f(K) - y from 0 (Fieller's interval of a root).
 * Resampling would not have the data's curve.
 */

struct equivalent_value {
    double k;       /* NaN: undefined; k_max: censored; saturated: where f first is y */
    bool censored;  /* y is above f(k_max) */
    bool saturated; /* y is f(k_max): k or any number above */
};

/* A method's share in a cell; n rollouts are redrawn, 0: none. */
struct equivalent_share {
    int64_t n;
    double value;
    double part; /* of the mean over tasks, for its spread (trajectory.h) */
    double in_sample;
};

/* Several cells when there are several runs. */
struct equivalent_task {
    const struct count *base;
    size_t n_base;
    const struct equivalent_share *method;
    size_t n_method;
    const size_t *base_run, *method_run; /* by cell, of the set; NULL: the first, the second, ... */
};

/*
 * low, high: for new runs, tasks and runs crossed (stat_crossed.h): for tasks like these, or for
 * these tasks over the runs' means; NaN where base or method has one run of each task.  low_these,
 * high_these: for these runs, where differences vary over tasks, with tasks - 1 degrees of freedom;
 * for these tasks by the rollouts behind shares, as independent draws (n = 0 does not vary).  An
 * end beyond k_max is censored.  Ends are NaN where nothing varies or one task stands for others.
 * same_k is the K of a method that is the base: where so few tasks cannot decide
 * (stat_interval_undecided), it is inside.
 */
struct equivalent_options;
struct equivalent_k;
/* e gives n_tasks and k_max and gets the ends. */
void equivalent_interval(const struct equivalent_task *tasks, const struct equivalent_options *o,
                         double same_k, struct equivalent_k *e);

/* Equivalent base samples as tokens and seconds. */

enum equivalent_currency {
    EQUIVALENT_TOKENS, /* prompt, completion and teacher */
    EQUIVALENT_SECONDS /* wall time of the ledger */
};
#define EQUIVALENT_CURRENCIES 2

struct equivalent_cost {
    double base_rollout; /* of a base rollout; NaN: unknown */
    double spent;        /* by the method, a task and run, adaptation included; NaN: unknown */
};

const char *equivalent_currency_name(enum equivalent_currency c); /* "tokens", "seconds" */

/* Every rollout needs tokens, or every run wall time; else unknown. */
struct equivalent_cost equivalent_cost_of(const struct run_set *base, const struct run_set *method,
                                          enum equivalent_currency currency);

/* How many samples of the base policy. */

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
    struct equivalent_value low, high;        /* see equivalent_interval */
    struct equivalent_value low_these, high_these;
    struct stat_runs runs[2]; /* of base, at the K of a method that is the base, and method */
    /* K if all that is missing of the base were fast and of the method failed, and the other way
     * round (compare_value.h). */
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

/* For new runs, where these are known, else for these. */
static inline bool equivalent_is_of_new_runs(const struct equivalent_k *e)
{
    return !isnan(e->low.k);
}

/*
 * out[0] policy, out[1] budget; the base gives its step 0.  ERR_NODATA without a common task with
 * samples.
 */
int equivalent_k(const struct run_set *base, const struct run_set *method,
                 const struct equivalent_options *o, struct equivalent_k out[2], struct err *err);
/* The same, made once for a memo; NULL: without one. */
int equivalent_k_once(struct study_memo *memo, const struct run_set *base,
                      const struct run_set *method, const struct equivalent_options *o,
                      struct equivalent_k out[2], struct err *err);

const char *equivalent_kind_name(enum equivalent_kind kind); /* "policy", "budget" */

#endif
