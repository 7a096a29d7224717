/*
 * trajectory.h - fast_1 by adaptation step and task, Best of Adaptation, and what a trajectory
 * without any trend would show.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TRAJECTORY_H
#define ROLLBOOK_ANALYSIS_STUDY_TRAJECTORY_H

#include "analysis/study/study.h"

struct arena;
struct err;

enum trajectory_engine { TRAJECTORY_EXACT, TRAJECTORY_MONTE_CARLO };

struct trajectory {
    size_t n_steps;
    size_t n_tasks;
    const int *steps;           /* step numbers, ascending */
    const char *const *tasks;   /* names */
    const struct count *counts; /* [step * n_tasks + task] */
    const double *aggregate;    /* by step: mean over tasks of c / n; NaN without samples */
    const struct count *pooled; /* by step: sums over tasks */
    size_t boa;                 /* index of the first step with the highest aggregate */
    double boa_cross_fitted;    /* its value on rollouts that did not choose it (boa_fit.h) */
    bool stopped;               /* patience ran out */
    size_t stop;               /* index of the step at which it did; the last one when it did not */
    size_t stop_boa;           /* index of the best step up to there: what early stopping returns */
    double stop_cross_fitted;  /* the same of the steps up to there */
    const double *task_oracle; /* by task: highest share over steps */
    const size_t *task_oracle_step; /* index of the first such step */
    double oracle;                  /* mean of task_oracle */
    /* Homogeneity of the steps: chi-square of fast against not fast, n_steps x 2, pooled tasks. */
    double chi2;
    int chi2_df;
    double chi2_p; /* NaN when a column is empty or there is one step */
    /* Flat null: each task keeps its rate over all steps. */
    double flat_mean;  /* expected aggregate of a step */
    double flat_max;   /* expected maximum over the steps */
    double flat_p_max; /* P(maximum >= the observed one) */
    double flat_low;   /* central 95 % of one step's aggregate */
    double flat_high;
    enum trajectory_engine flat_engine;
};

struct trajectory_options {
    int patience;   /* steps in a row below the one before that end the adaptation; 0: never */
    int replicates; /* of the Monte Carlo engine; 0 means 20000 */
    uint64_t seed;
    bool no_null; /* flat_* and *_cross_fitted are not asked for: 0 */
};

/*
 * From counts[step * n_tasks + task].  Exact when within each step all tasks have the same n, so
 * that an aggregate is a count over a number; else Monte Carlo.  ERR_NODATA without any sample.
 */
int trajectory_from_counts(const int *steps, size_t n_steps, const char *const *tasks,
                           size_t n_tasks, const struct count *counts,
                           const struct trajectory_options *o, struct arena *arena,
                           struct trajectory *out, struct err *err);

/* Counts of some runs, summed over them by step and task. */
int trajectory_of_set(const struct run_set *set, struct speed_rule rule,
                      const struct trajectory_options *o, struct arena *arena,
                      struct trajectory *out, struct err *err);

const char *trajectory_engine_name(enum trajectory_engine e); /* "exact", "monte-carlo" */

#endif
