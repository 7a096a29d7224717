/*
 * sharpen.h - does the policy grow more certain of fast or of slow kernels: rank correlation of
 * negative log-likelihood and speedup over fixed samples, by step, and what the adapted policy
 * would do with them.
 *
 * A negative rho_nll_speedup says that likely samples are fast; a wrong sample has speedup 0.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_SHARPEN_H
#define ROLLBOOK_ANALYSIS_STUDY_SHARPEN_H

#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_trend.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"

struct sharpen_sample {
    size_t task;    /* index below n_tasks */
    bool correct;   /* and timed */
    double speedup; /* 0 unless correct */
    int64_t code;   /* equal for copies of a kernel, which are one within a task; 0: its own */
};

/* Fixed samples under n_steps policies; NaN: no score. */
struct sharpen_scores {
    size_t n;
    size_t n_tasks;
    size_t n_steps;
    const struct sharpen_sample *samples;
    const double *nll; /* [step * n + sample] */
};

/* n of the scored samples, by index. */
struct sharpen_members {
    const struct sharpen_scores *scores;
    const size_t *members;
    size_t n;
};

enum sharpen_subset {
    SUBSET_ALL,
    SUBSET_CORRECT,
    SUBSET_SLOWEST,    /* correct, speedup up to the lower quartile */
    SUBSET_LIKELIEST,  /* NLL at the first step up to its lower quartile */
    SUBSET_UNLIKELIEST /* NLL at the first step from its upper quartile */
};
#define SUBSET_COUNT 5
const char *sharpen_subset_name(enum sharpen_subset s);

struct sharpen_rho {
    size_t n;
    size_t n_tasks; /* with a sample in the subset */
    struct stat_correlation pooled;
    struct stat_fisher within;
};

struct sharpen_change {
    double pooled;              /* change of rho since the first step, on the same samples */
    struct interval ci;         /* percentiles over tasks; NaN below STAT_FEW_TASKS */
    double p;                   /* two-sided, from the same resamples */
    size_t n_replicates;        /* both correlations defined */
    double within;              /* mean change of Fisher's z over tasks */
    struct stat_sign_flip flip; /* of tasks' changes; p NaN without any */
};

struct sharpen_rho_options {
    double level;
    int replicates;
    uint64_t seed;
};

/* Membership is the same at all steps, and needs a score at each.  Returns how many. */
size_t sharpen_members(const struct sharpen_scores *x, enum sharpen_subset subset, size_t *out,
                       struct arena *arena);

int sharpen_rho_at(const struct sharpen_members *set, size_t step, double level,
                   struct arena *arena, struct sharpen_rho *out, struct err *err);

int sharpen_rho_change(const struct sharpen_members *set, size_t step,
                       const struct sharpen_rho_options *o, struct arena *arena,
                       struct sharpen_change *out, struct err *err);

/* Least-squares slope of each task's Fisher z over step numbers; every step needs a rho. */
struct sharpen_slope {
    double mean; /* a step; NaN: none */
    struct stat_sign_flip flip;
};
int sharpen_rho_slope(const struct sharpen_members *set, const int *steps,
                      const struct sharpen_rho_options *o, struct arena *arena,
                      struct sharpen_slope *out, struct err *err);

/*
 * Weights w = exp(new - old log-likelihood) turn samples of one policy into the other's: fast_1 =
 * sum w [fast] / sum w by task, mean over tasks.
 */
struct sharpen_forecast {
    size_t n;
    size_t n_tasks;
    double fast_1;
    double ess;       /* (sum w)^2 / sum w^2, sum over the tasks */
    double ess_least; /* of a task, as share of its samples */
    double kl;        /* mean of w - 1 - ln w: KL(old || new) where w has mean 1 */
    double max_share; /* of one sample in its task's weights */
};
struct sharpen_forecast sharpen_forecast_of(const size_t *tasks, const bool *fast,
                                            const double *log_weights, size_t n, size_t n_tasks,
                                            struct arena *arena);

/*
 * Does an adaptation improve, peak and regress, or fluctuate: tests on a
 * trajectory, and its best step on other rollouts.
 */

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
