/*
 * sharpen_trend.h - does an adaptation get better, peak and regress, or only fluctuate: tests on a
 * trajectory, and what its best step is worth on other rollouts.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_SHARPEN_TREND_H
#define ROLLBOOK_ANALYSIS_STUDY_SHARPEN_TREND_H

#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_trend.h"
#include "analysis/study/trajectory.h"

struct sharpen_trend {
    struct stat_chi2 chi2;     /* homogeneity of the steps, rollouts pooled over tasks */
    struct stat_g g;           /* the same by likelihood ratio */
    struct stat_trend pooled;  /* Cochran-Armitage over pooled rollouts */
    struct stat_trend by_task; /* the same, tasks as strata */
    struct stat_trend page;    /* tasks as blocks */
    double depth;              /* aggregate at the best step - lowest one after it; 0 at the end */
    double depth_p;            /* P(depth >= that) when every task keeps its rate; Monte Carlo */
    double drop; /* aggregate at the best step - the one right after it; 0 at the end */
    double drop_p;
    double boa;          /* aggregate at the best step, chosen on the very same rollouts */
    double cross_fitted; /* chosen on one half of the rollouts, scored on the other */
    double base;         /* aggregate of the first step */
    size_t n_splits;     /* random halves */
};

struct sharpen_options {
    int replicates;
    uint64_t seed;
};

void sharpen_trend_of(const struct trajectory *x, const struct sharpen_options *o,
                      struct arena *arena, struct sharpen_trend *out);

/* One task's way through the steps. */
struct sharpen_peak {
    double first, last, peak;
    size_t peak_step; /* index of the first highest */
    struct stat_chi2 chi2;
    struct stat_trend trend;
};
struct sharpen_peak sharpen_peak_of(const struct trajectory *x, size_t task, struct arena *arena);

#endif
