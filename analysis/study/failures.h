/*
 * failures.h - what became of rollouts: a taxonomy of outcomes by group and step.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_FAILURES_H
#define ROLLBOOK_ANALYSIS_STUDY_FAILURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_binomial.h"

struct arena;

/* Stages of an evaluation, in their order; what comes later got further. */
enum failure_stage {
    FAILURE_STAGE_TEXT,     /* no_code, parse */
    FAILURE_STAGE_BUILD,    /* compile */
    FAILURE_STAGE_RUN,      /* launch, crash, timeout */
    FAILURE_STAGE_RESULT,   /* wrong_shape, nan, mismatch */
    FAILURE_STAGE_HONESTY,  /* cheat */
    FAILURE_STAGE_NONE,     /* measured */
    FAILURE_STAGE_UNSCORED, /* infra, pending: in no denominator */
    FAILURE_STAGES
};

/* One count as loaded. */
struct failure_count {
    const char *group; /* model, run, ... */
    int step;
    const char *outcome;
    const char *cheat_kind; /* "" unless a cheat */
    int64_t n;
    const char *message; /* an example, or NULL */
};

struct failure_row {
    const char *group;
    int step; /* FAILURES_ALL_STEPS: summed */
    enum failure_stage stage;
    const char *outcome;
    const char *cheat_kind;
    int64_t n;
    int64_t scored; /* denominator: rollouts of the group and step but unscored ones */
    const char *message;
};

#define FAILURES_ALL_STEPS (-1)

const char *failure_stage_name(enum failure_stage s);
/* Unknown outcomes count as unscored. */
enum failure_stage failure_stage_of(const char *outcome);

/* By group in order of appearance, step, stage, outcome; summed over steps unless asked. */
struct failure_row *failures_tabulate(const struct failure_count *counts, size_t n, bool by_step,
                                      size_t *out_n, struct arena *arena);

/* Is the share of an outcome the same at all steps of a group?  NaN with one step. */
struct stat_chi2 failures_homogeneity(const struct failure_row *rows, size_t n, const char *group,
                                      const char *outcome, struct arena *arena);

#endif
