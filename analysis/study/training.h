/* training.h - training from step to step, as series with smoothing. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TRAINING_H
#define ROLLBOOK_ANALYSIS_STUDY_TRAINING_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/study/study.h"

struct arena;

/* What is said of tasks that a training run does not learn from has this before its name. */
#define TRAINING_HELD "held "

struct training_point {
    size_t run;
    int step;
    const char *metric; /* "correct", "reward speedup", "update kl", ... */
    int64_t n;          /* rollouts; -1 unknown */
    double value;       /* NaN: undefined */
    double smoothed;
    bool is_best; /* training_mark_best */
};

struct training_list {
    struct training_point *items; /* heap */
    size_t n;
    size_t capacity;
};

void training_add(struct training_list *list, struct training_point p);
void training_release(struct training_list *list);

/*
 * By step: shares compiled, correct, fast; geometric, arithmetic mean and largest speedup of
 * correct samples with one; mean surprisal (nats a token) where the log-prob is known.  Tasks that
 * the run learns from and held ones are series of their own.
 */
void training_from_study(const struct study *s, size_t run, struct speed_rule rule,
                         struct training_list *out, struct arena *arena);

/*
 * s_t = sum w^(t-i) x_i / sum w^(t-i) over defined x_i, i <= t, t the step; w in [0, 1), 0: the
 * value itself.  Undefined where x_t is.  series is one run and metric, by step; fills smoothed.
 */
void training_smooth(struct training_point *series, size_t n, double weight);
void training_smooth_all(struct training_list *list, double weight);

/*
 * Marks the first step with the largest value of a series of several steps, where larger is better:
 * shares compiled, correct, fast, speedups, rewards.
 */
void training_mark_best(struct training_list *list);

#endif
