/*
 * training.h - what changed from step to step of adapting runs, as series with smoothing.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TRAINING_H
#define ROLLBOOK_ANALYSIS_STUDY_TRAINING_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/study/study.h"

struct arena;

struct training_point {
    size_t run; /* index into the study's runs */
    int step;
    const char *metric; /* "correct", "reward speedup", "update kl", ... */
    int64_t n;          /* rollouts behind the value; -1 when unknown */
    double value;       /* NaN when undefined at this step */
    double smoothed;
};

struct training_list {
    struct training_point *items; /* heap */
    size_t n;
    size_t capacity;
};

void training_add(struct training_list *list, struct training_point p);
void training_release(struct training_list *list);

/*
 * Per step of a run: shares compiled, correct and fast; geometric and arithmetic mean and largest
 * speedup over the correct samples that have one; mean surprisal (nats a token) over the samples
 * whose log-prob is known.
 */
void training_from_study(const struct study *s, size_t run, struct speed_rule rule,
                         struct training_list *out, struct arena *arena);

/*
 * Exponential average without the bias of its start: s_t = sum w^(t-i) x_i / sum w^(t-i) over the
 * defined x_i, i <= t, t the step; w in [0, 1), 0 gives the value itself.  Undefined where x_t is.
 * Fills smoothed of a series (one run, one metric, ascending steps).
 */
void training_smooth(struct training_point *series, size_t n, double weight);
/* The same for every series of a list, whose points stand together. */
void training_smooth_all(struct training_list *list, double weight);

#endif
