/* trajectory.h - fast_1 by adaptation step and task, Best of Adaptation, and a flat null. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TRAJECTORY_H
#define ROLLBOOK_ANALYSIS_STUDY_TRAJECTORY_H

#include "analysis/study/study.h"

struct arena;
struct err;

enum trajectory_engine { TRAJECTORY_EXACT, TRAJECTORY_MONTE_CARLO };

struct trajectory {
    size_t n_steps;
    size_t n_tasks;
    const int *steps; /* ascending */
    const char *const *tasks;
    const struct count *counts; /* [step * n_tasks + task] */
    const double *aggregate;    /* mean over tasks of c / n; NaN without samples */
    const struct count *pooled;
    size_t boa;                     /* index of the first highest aggregate */
    double boa_cross_fitted;        /* on other rollouts (boa_fit.h) */
    bool stopped;                   /* patience ran out */
    size_t stop;                    /* index where it did, else the last */
    size_t stop_boa;                /* index of the best step until then */
    double stop_cross_fitted;       /* over steps until then */
    const double *task_oracle;      /* highest share over steps */
    const size_t *task_oracle_step; /* its first index */
    double oracle;
    /* Chi-square of fast, n_steps x 2, pooled tasks. */
    double chi2;
    int chi2_df;
    double chi2_p; /* NaN with an empty column or one step */
    /* Each task keeps its rate over all steps. */
    double flat_mean;  /* expected aggregate */
    double flat_max;   /* expected maximum */
    double flat_p_max; /* P(maximum >= observed) */
    double flat_low;   /* central 95 % of an aggregate */
    double flat_high;
    enum trajectory_engine flat_engine;
};

struct trajectory_options {
    int patience;   /* steps below the one before that end it; 0: never */
    int replicates; /* Monte Carlo; 0: 20000 */
    uint64_t seed;
    bool no_null; /* flat_*, *_cross_fitted stay 0 */
};

/*
 * counts[step * n_tasks + task].  Exact when within a step all tasks have the same n, so that an
 * aggregate is a count over a number; else Monte Carlo.  ERR_NODATA without a sample.
 */
int trajectory_from_counts(const int *steps, size_t n_steps, const char *const *tasks,
                           size_t n_tasks, const struct count *counts,
                           const struct trajectory_options *o, struct arena *arena,
                           struct trajectory *out, struct err *err);

/* Sums over runs by step and task. */
int trajectory_of_set(const struct run_set *set, struct speed_rule rule,
                      const struct trajectory_options *o, struct arena *arena,
                      struct trajectory *out, struct err *err);

const char *trajectory_engine_name(enum trajectory_engine e); /* "exact", "monte-carlo" */

#endif
