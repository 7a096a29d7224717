/*
 * boa_fit.h - Best of Adaptation on rollouts that did not choose it.
 *
 * The step with the highest aggregate, scored on the rollouts that chose it, is too good: it is the
 * largest of several estimates.  Cross-fitting halves every cell at random, chooses the step on one
 * half of all tasks, scores it on the other, changes the halves, and takes the mean over splits.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_BOA_FIT_H
#define ROLLBOOK_ANALYSIS_STUDY_BOA_FIT_H

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/study/study.h"

struct arena;

#define BOA_SPLITS 100

struct boa_fit {
    size_t n_tasks;
    size_t step;            /* index of the first best step of all rollouts */
    double in_sample;       /* aggregate there: scored on the rollouts that chose it */
    double cross_fitted;    /* mean over splits; NaN when no step has two rollouts of a task */
    const double *by_task;  /* the task's part in it: mean of its held-out shares; NaN without */
    const double *parts;    /* what each task adds to the mean, the step that it helps to choose
                               included: independent to first order, by_task is not; same mean */
    const double *at_best;  /* its share at the best step; NaN without a rollout there */
    const int64_t *n_times; /* its rollouts at the best step */
    size_t n_splits;        /* that gave a value */
};

struct boa_fit_options {
    size_t splits;
    uint64_t seed;
    enum stat_analysis analysis; /* names the random stream */
    int threads;                 /* 0: one a core */
};

/* What every table takes, so that a run has one cross-fitted value wherever it is shown. */
static inline struct boa_fit_options boa_fit_standard(uint64_t seed, int threads)
{
    return (struct boa_fit_options){ BOA_SPLITS, seed, STAT_ANALYSIS_COMPARE, threads };
}

/* counts[step * n_tasks + task]; the result lives in the arena. */
void boa_fit(const struct count *counts, size_t n_steps, size_t n_tasks,
             const struct boa_fit_options *o, struct arena *arena, struct boa_fit *out);
/* Of a run, whose tasks are its cells in their order and whose steps are 0 to max_step. */
void boa_fit_run(const struct study *s, size_t run, struct speed_rule rule,
                 const struct boa_fit_options *o, struct arena *arena, struct boa_fit *out);
/* The task's part in the cross-fitted value of its run, and its share where the step was chosen; of
 * a run that does not adapt both are the share of all its samples.  NaN without a rollout. */
struct boa_share {
    double cross_fitted;
    double part; /* boa_fit.parts: for the spread over tasks */
    double in_sample;
    struct count count; /* behind in_sample */
};
/* f: of the cell's run by boa_fit_run; NULL for one that does not adapt. */
struct boa_share boa_share_of(const struct study *s, const struct study_cell *cell,
                              const struct boa_fit *f, struct speed_rule rule);

/* The step that the samples with even numbers choose (odd = 0), or those with odd ones (1). */
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
