/* trajectory.h - fast_1 by adaptation step and task, Best of Adaptation, and a flat null. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TRAJECTORY_H
#define ROLLBOOK_ANALYSIS_STUDY_TRAJECTORY_H

#include "analysis/resample/stat_resample.h"
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
    double boa_cross_fitted;        /* on other rollouts (trajectory.h) */
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

struct trajectory_counts {
    const int *steps;
    size_t n_steps;
    const char *const *tasks;
    size_t n_tasks;
    const struct count *counts; /* [step * n_tasks + task] */
};

/*
 * counts[step * n_tasks + task].  Exact when within a step all tasks have the same n, so that an
 * aggregate is a count over a number; else Monte Carlo.  ERR_NODATA without a sample.
 */
int trajectory_from_counts(const struct trajectory_counts *given,
                           const struct trajectory_options *o, struct arena *arena,
                           struct trajectory *out, struct err *err);

/* Sums over runs by step and task. */
int trajectory_of_set(const struct run_set *set, struct speed_rule rule,
                      const struct trajectory_options *o, struct arena *arena,
                      struct trajectory *out, struct err *err);

const char *trajectory_engine_name(enum trajectory_engine e); /* "exact", "monte-carlo" */

/*
 * Best of Adaptation on rollouts that did not choose it.
 *
 * The highest aggregate is too good on the rollouts that chose it, as the largest of several
 * estimates. Cross-fitting halves every cell at random, chooses the step on one half of all tasks,
 * scores it on the other, swaps the halves, and takes the mean over splits.
 */

#define BOA_SPLITS 100

struct boa_fit {
    size_t n_tasks;
    size_t step;           /* index of the first best one of all rollouts */
    double in_sample;      /* aggregate on the rollouts that chose */
    double cross_fitted;   /* mean over splits; NaN: no step has two rollouts of a task */
    const double *by_task; /* means of held-out shares; NaN: none */
    const double *parts; /* additions to the mean, step choice included: unlike by_task independent
                            to first order; same mean */
    const double *at_best; /* share at the best step; NaN: no rollout */
    const int64_t *n_times;
    size_t n_splits; /* with a value */
};

struct boa_fit_options {
    size_t splits;
    uint64_t seed;
    enum stat_analysis analysis;
    int threads; /* 0: one a core */
};

/* One for all tables, so that a run has one cross-fitted value. */
static inline struct boa_fit_options boa_fit_standard(uint64_t seed, int threads)
{
    return (struct boa_fit_options){ BOA_SPLITS, seed, STAT_ANALYSIS_COMPARE, threads };
}

/* counts[step * n_tasks + task]; the result is in the arena. */
void boa_fit(const struct count *counts, size_t n_steps, size_t n_tasks,
             const struct boa_fit_options *o, struct arena *arena, struct boa_fit *out);
/* Tasks are the run's cells in order, steps 0 to max_step. */
void boa_fit_run(const struct study *s, size_t run, struct speed_rule rule,
                 const struct boa_fit_options *o, struct arena *arena, struct boa_fit *out);
/* A task's cross-fitted and in-sample shares; of a run that does not adapt both are the share of
 * all samples.  NaN without a rollout. */
struct boa_share {
    double cross_fitted;
    double part; /* boa_fit.parts, for the spread over tasks */
    double in_sample;
    struct count count; /* behind in_sample */
};
/* f: of boa_fit_run; NULL: the run does not adapt. */
struct boa_share boa_share_of(const struct study *s, const struct study_cell *cell,
                              const struct boa_fit *f, struct speed_rule rule);

/* Chosen by samples with even (odd = 0) or odd numbers (1). */
int boa_step_of_half(const struct study *s, size_t run, unsigned odd, struct speed_rule rule);
/* Where the samples with even and with odd numbers are taken: of STEP_BOA each at the step that the
 * others choose, 0 of a run that does not adapt; else at `step`. */
void boa_steps_held_out(const struct study *s, size_t run, int step, struct speed_rule rule,
                        int out[2]);
/* Whether an adapting run has samples with even numbers and samples with odd ones. */
bool boa_has_halves(const struct study *s, size_t run);

/* The study with the rollouts alone that Best of Adaptation takes. */
struct boa_rollouts {
    struct study study;
    const size_t *from; /* of each of its rollouts: the index in the whole study */
};
/* Held out: at boa_steps_held_out; else in sample: at the step that all rollouts choose. */
struct boa_rollouts boa_rollouts_of(const struct study *s, struct speed_rule rule, bool held_out,
                                    struct arena *arena);

#endif
