/* failures.h - outcomes of rollouts by group and step. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_FAILURES_H
#define ROLLBOOK_ANALYSIS_STUDY_FAILURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct arena;

/* Later stages got further. */
enum failure_stage {
    FAILURE_STAGE_TEXT,   /* no_code, parse */
    FAILURE_STAGE_BUILD,  /* compile */
    FAILURE_STAGE_RUN,    /* launch, crash, timeout */
    FAILURE_STAGE_RESULT, /* wrong_shape, nan, mismatch */
    FAILURE_STAGE_HONESTY,
    FAILURE_STAGE_NONE,     /* measured */
    FAILURE_STAGE_UNSCORED, /* infra, pending; in no denominator */
    FAILURE_STAGES
};

struct failure_count {
    const char *group;
    int64_t task; /* any number that tells tasks apart */
    int step;
    const char *outcome;
    const char *cheat_kind; /* "" unless a cheat */
    int64_t n;
    const char *message; /* example, or NULL */
};

struct failure_row {
    const char *group;
    int step; /* FAILURES_ALL_STEPS: summed */
    enum failure_stage stage;
    const char *outcome;
    const char *cheat_kind;
    int64_t n;
    int64_t scored;     /* the denominator: all but unscored rollouts */
    struct interval ci; /* of the share: rollouts of a task stay together (stat_interval_share);
                           NaN when not scored, or of one task */
    enum interval_kind interval; /* Wilson with one rollout a task */
    const char *message;
};

#define FAILURES_ALL_STEPS (-1)

const char *failure_stage_name(enum failure_stage s);
/* Unknown outcomes are unscored. */
enum failure_stage failure_stage_of(const char *outcome);

/* By group as it appears, step, stage, outcome. */
struct failure_row *failures_tabulate(const struct failure_count *counts, size_t n, bool by_step,
                                      double level, size_t *out_n, struct arena *arena);

/* Homogeneity of an outcome over a group's steps; NaN with one step. */
struct stat_chi2 failures_homogeneity(const struct failure_row *rows, size_t n, const char *group,
                                      const char *outcome, struct arena *arena);

#endif
