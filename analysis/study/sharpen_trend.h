/*
 * sharpen_trend.h - does an adaptation improve, peak and regress, or fluctuate: tests on a
 * trajectory, and its best step on other rollouts.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_SHARPEN_TREND_H
#define ROLLBOOK_ANALYSIS_STUDY_SHARPEN_TREND_H

#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_trend.h"
#include "analysis/study/trajectory.h"

struct sharpen_trend {
    struct stat_chi2 chi2;     /* homogeneity of steps, pooled over tasks */
    struct stat_g g;           /* by likelihood ratio */
    struct stat_trend pooled;  /* Cochran-Armitage, pooled */
    struct stat_trend by_task; /* tasks as strata */
    struct stat_trend page;    /* tasks as blocks */
    double depth;              /* aggregate of the best step - lowest later one; 0 at the end */
    double depth_p;            /* P(as deep) when every task keeps its rate; Monte Carlo */
    double drop;               /* aggregate of the best step - the next one's; 0 at the end */
    double drop_p;
    double boa;          /* aggregate of the best step on the rollouts that chose it */
    double cross_fitted; /* chosen on one half, scored on the other */
    double base;         /* first step */
    size_t n_splits;
};

struct sharpen_options {
    int replicates;
    uint64_t seed;
};

void sharpen_trend_of(const struct trajectory *x, const struct sharpen_options *o,
                      struct arena *arena, struct sharpen_trend *out);

struct sharpen_peak {
    double first, last, peak;
    size_t peak_step; /* first highest */
    struct stat_chi2 chi2;
    struct stat_trend trend;
};
struct sharpen_peak sharpen_peak_of(const struct trajectory *x, size_t task, struct arena *arena);

#endif
