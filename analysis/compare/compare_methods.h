/*
 * compare_methods.h - any number of methods at one budget: each one's value, and all pairs.
 *
 * The unit is the task: a method's runs (seeds) are averaged within it, and only tasks with a value
 * of every method enter.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_METHODS_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_METHODS_H

#include "analysis/compare/compare_value.h"
#include "analysis/resample/stat_permutation.h"
#include "analysis/study/run_groups.h"

struct arena;
struct err;

#define COMPARE_METHODS_MOST STAT_FRIEDMAN_METHODS

struct methods_options {
    struct speed_rule rule;
    double level;
    uint64_t seed;
    int threads;
    int64_t budget;                /* rollouts a (task, run); 0: the smallest of all */
    enum compare_estimand primary; /* its pairs are the families of Holm's correction */
    bool no_model;                 /* posterior NaN */
    bool values_only;              /* pairs, Friedman, posterior NaN */
};

struct method_value {
    double value; /* mean over the common tasks; NaN without one */
    /* For tasks like these; NaN without width.  Of new runs: NaN where no task has two of them. */
    struct interval ci;
    struct interval ci_these_runs; /* Student's t over tasks; of a share stat_interval_share */
    struct stat_runs runs;
    double in_sample; /* COMPARE_SAMPLE of a method that adapts: scored on the rollouts that chose
                         its step; else NaN */
    /* Bounds of compare_value.h over the common tasks; NaN for COMPARE_LOG_BEST. */
    double if_failed;
    double if_fast;
    struct compare_missing missing;
    /* COMPARE_SAMPLE: the hierarchical beta-binomial, and the chance that the method has the
     * largest mean over these tasks; NaN otherwise. */
    double tasks_mean;
    struct interval tasks_ci;
    double population_mean;
    struct interval population_ci; /* NaN below STAT_FEW_TASKS too */
    double chance_best;
    double mean_rank;
};

struct method_pair {
    size_t a; /* methods; a < b */
    size_t b;
    double difference;
    struct interval ci;            /* for new runs, as compare_groups.h */
    struct interval ci_these_runs; /* Student's t over differences */
    double t, p;                   /* for new runs; p at least that of sign flips */
    struct stat_sign_flip flip;    /* for these runs */
    double skewness;               /* of the tasks' differences */
    double p_holm;                 /* of p, and of flip.p; NaN outside the family */
    double p_holm_these_runs;
    /* Over these tasks; NaN but for COMPARE_SAMPLE. */
    double posterior;
    struct interval posterior_ci;
    double chance_greater; /* P(b's mean is above a's) */
};

struct methods_result {
    enum compare_estimand estimand;
    size_t n_tasks; /* with a value of all methods */
    size_t n_left_out;
    struct method_value *values;
    struct method_pair *pairs; /* (0, 1), (0, 2), ... */
    size_t n_pairs;
    /* Of these runs, on values.  n_blocks 0, p NaN: no task, or tasks and methods with different
     * numbers of runs: means over more runs vary less, so that ranks are not exchangeable. */
    struct stat_friedman friedman;
    bool unequal_runs;
    /* Do any two differ, for new runs: the largest |t| and the least p of all pairs after Holm. */
    double any_t, any_p;
    double *by_task; /* [task * n_methods + method], common tasks */
    double *parts;   /* parts of the means, independent over tasks: for the share of a method that
                        adapts not by_task (trajectory.h) */
    size_t *tasks;   /* of study->tasks */
};

struct methods_compared {
    size_t n_methods;
    int64_t budget;
    const char *smallest; /* sets the budget; NULL: it was asked for */
    bool cross_fitted;    /* some run adapts */
    struct methods_result results[COMPARE_ESTIMAND_COUNT];
};

/*
 * Methods of one study.  ERR_USAGE below two or above COMPARE_METHODS_MOST; ERR_NODATA when a
 * method has no rollout, or less than the budget on a common task.
 */
int compare_methods(const struct run_groups *methods, const struct methods_options *o,
                    struct arena *arena, struct methods_compared *out, struct err *err);

/*
 * A comparison under other denominators, tasks or baselines, and over families of
 * tasks.
 */

enum sensitivity_keep { KEEP_ALL, KEEP_COMPILED, KEEP_CORRECT };

/* Without the tasks of a family; NULL: with all. */
struct study sensitivity_study(const struct study *s, enum sensitivity_keep keep,
                               const char *without_family, struct arena *arena);
/* Over another study of the same runs. */
struct run_groups sensitivity_groups(const struct run_groups *g, const struct study *s,
                                     struct arena *arena);

/* In task order, with ""; returns how many. */
size_t sensitivity_families(const struct study *s, const char **out);

/* Tasks of a family depend on each other. */
struct sensitivity_clustered {
    double difference;
    /* Ratio of sums over families, Student's t; NaN below two.  Of new runs as method_pair's. */
    struct interval ci, ci_these_runs;
    double p, p_these_runs; /* the latter by sign flips of families */
    double min_p;
    enum stat_engine engine;
    size_t n_families;
};
struct sensitivity_clustered sensitivity_by_family(const struct methods_result *r, size_t n_methods,
                                                   const struct study *s,
                                                   const struct method_pair *pair,
                                                   const struct methods_options *o,
                                                   struct arena *arena);

#endif
