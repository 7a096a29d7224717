/*
 * judge_agreement.h - does a judge see what the evaluator finds (pure).
 *
 * What was stated about correctness, compilability and speed stands against correct, compiled, and
 * correct with a speedup above a threshold.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_JUDGE_AGREEMENT_H
#define ROLLBOOK_ANALYSIS_STUDY_JUDGE_AGREEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/resample/stat_calibration.h"
#include "analysis/stat/stat_trend.h"
#include "analysis/study/study.h"

enum judge_question { JUDGE_CORRECTNESS, JUDGE_COMPILABILITY, JUDGE_SPEED, JUDGE_QUESTIONS };
const char *judge_question_name(enum judge_question q); /* "correctness", ... */
const char *judge_event_name(enum judge_question q);    /* "correct", "compiled", "fast" */

struct judged {
    double stated[JUDGE_QUESTIONS]; /* in [0, 1]; NaN: not stated */
    bool compiled, correct;
    double speedup; /* NaN unless correct and timed */
    size_t task;    /* index below n_tasks */
};

bool judge_event(const struct judged *x, enum judge_question q, struct speed_rule rule);
/* Samples with a statement; out has n places.  Returns how many. */
size_t judge_forecasts(const struct judged *x, size_t n, enum judge_question q,
                       struct speed_rule rule, struct stat_forecast *out);

struct judge_confusion {
    size_t n, tp, fp, fn, tn;
    double accuracy;    /* NaN where a denominator is 0, as below */
    double precision;   /* tp / stated yes */
    double recall;      /* tp / happened */
    double specificity; /* tn / did not happen */
    double f1;          /* 2 tp / (2 tp + fp + fn) */
    double kappa;       /* Cohen: (accuracy - chance) / (1 - chance) */
    double mcc;
};
/* Yes is stated > cut; with ge >=. */
struct judge_confusion judge_confuse(const struct stat_forecast *x, size_t n, double cut, bool ge);

/* Stated speed with the speedup, over correct and timed rollouts. */
struct judge_rank {
    struct stat_correlation pooled; /* NaN r below two */
    struct stat_fisher within;      /* one a task, by Fisher's z */
};
int judge_rank(const struct judged *x, size_t n, size_t n_tasks, double level,
               struct judge_rank *out, struct err *err);

#endif
