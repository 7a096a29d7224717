/*
 * compare_groups.h - two groups of runs, paired by task and seed.
 *
 * Each run gives a number a task (the estimand); a difference is B - A.  Seeds are averaged within
 * a task first, because the task is the unit that generalises.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_GROUPS_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_crossed.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct err;
struct stat_power_sim;
struct study_memo;

/* What a comparison could have found; risks and odds. */

#define COMPARE_REGIMES 3

/* Tasks by A's share of fast samples on one half of its rollouts: none, below one half, one half
 * and more.  The gain is taken on the other half; on the same one it would be found where A was
 * unlucky. */
const char *compare_regime_name(size_t regime);
size_t compare_regime(double base_share);

struct compare_more {
    double sd;               /* of differences over tasks; NaN below two */
    double power;            /* signed-rank test over tasks at difference / sd */
    double n_required;       /* tasks for power 0.8; NaN above 400 or without effect */
    double detectable;       /* difference found with power 0.8; NaN: none */
    double mcnemar_power;    /* NaN, as the rest, unless both groups are 0 or 1 with one seed */
    double mcnemar_required; /* cells for power 0.8; NaN above 10,000 */
    double risk_difference;  /* over cells */
    struct interval risk_ci; /* coverage at least the level */
    double odds_ratio;       /* (B alone) / (A alone); infinite or NaN without A alone */
    struct interval odds_ci; /* conditional exact */
    int64_t n_up;
    int64_t n_down;
    double p_max_t;                            /* single-step over the estimands */
    double regime_difference[COMPARE_REGIMES]; /* over halves; NaN: none */
    size_t regime_halves[COMPARE_REGIMES];
};

/* detectable_effect: in standard deviations, by stat_power_signed_rank_effect for n_tasks. */
void compare_power(const double *task_differences, size_t n_tasks, double detectable_effect,
                   double alpha, struct stat_power_sim *sim, struct compare_more *out);
/* Values are all 0 or 1. */
void compare_risks(const double *a, const double *b, size_t n_cells, double level,
                   struct compare_more *out);
struct compare_more compare_more_undefined(void);

/* Two groups of runs. */

enum compare_estimand {
    COMPARE_SAMPLE,  /* share of fast samples; adaptive: cross-fitted Best of Adaptation */
    COMPARE_BEST,    /* P(one of B rollouts is fast), adaptation included */
    COMPARE_LOG_BEST /* expected log of the largest speedup of B rollouts, if any has one */
};
#define COMPARE_ESTIMAND_COUNT 3

const char *compare_estimand_name(enum compare_estimand e);
const char *compare_estimand_sentence(enum compare_estimand e);

/* One half of A's rollouts (by even or odd sample numbers) says how hard a task is, the other what
 * is gained, and vice versa: no rollout does both. */
struct compare_half {
    double base_share;                   /* fast ones of A's half, all steps; NaN: none */
    double gain[COMPARE_ESTIMAND_COUNT]; /* B - A's other half; NaN: undefined */
};

struct compare_cell {
    size_t task;  /* of study->tasks */
    size_t run_a; /* of study->runs */
    size_t run_b;
    size_t pair;           /* of runs */
    struct count sample_a; /* behind COMPARE_SAMPLE: all rollouts, or the BoA step's */
    struct count sample_b;
    int64_t budget;                   /* B: rollouts of the group with fewer */
    double a[COMPARE_ESTIMAND_COUNT]; /* NaN: undefined */
    double b[COMPARE_ESTIMAND_COUNT];
    double part_a; /* COMPARE_SAMPLE: part of the mean over tasks (trajectory.h) */
    double part_b;
    double in_sample_a; /* COMPARE_SAMPLE on the rollouts that chose the step */
    double in_sample_b;
    struct compare_half halves[2]; /* base rate on one half of A's rollouts, gain on the other */
};

/* p is NaN when reason says why. */
struct compare_test {
    double statistic;
    double p;
    int64_t n;
    const char *engine; /* "exact", "asymptotic", "monte-carlo"; "": not done */
    const char *reason;
};

struct group_comparison {
    enum compare_estimand estimand;
    size_t n_tasks;    /* with a defined pair */
    size_t n_cells;    /* defined task x seed pairs */
    size_t n_left_out; /* undefined pairs */
    double mean_a;     /* over tasks, of means over seeds */
    double mean_b;
    double difference;
    double in_sample_a; /* COMPARE_SAMPLE: means on the rollouts that */
    double in_sample_b; /* chose the step; else NaN */
    /*
     * Intervals are NaN without width, and for new runs where a group has one run of each task: how
     * its runs differ cannot be seen.
     */
    struct interval new_tasks;            /* and new runs: stat_crossed.h */
    struct interval new_tasks_these_runs; /* Student's t of the tasks' differences */
    struct interval own_new_tasks;        /* these two before few tasks widen them to hold 0 */
    struct interval own_these_runs;
    struct interval these_tasks;            /* and new runs: Student's t of the runs' means */
    struct interval these_tasks_these_runs; /* redrawn rollouts */
    double skewness;                        /* of the tasks' differences */
    struct stat_runs runs[2];               /* of A and B */
    double min_p;                           /* smallest two-sided p of n_tasks sign flips */
    /* For new tasks and new runs: Student's t, p at least that of sign flips.  The primary test
     * where it is defined, else sign_flip. */
    struct compare_test new_runs;
    /* The others are of these runs, over tasks: cells of one task are no units. */
    struct compare_test sign_flip;
    struct compare_test signed_rank;
    struct compare_test mcnemar; /* binary estimand, one seed */
    struct compare_test sign;
    double cohens_h;                   /* mean_b against mean_a; NaN for COMPARE_LOG_BEST */
    double rank_biserial;              /* over tasks: (W+ - W-) / (W+ + W-) */
    double net_improvement;            /* 2 p_improvement - 1 */
    double p_improvement;              /* over seeds of a task, then mean; ties half */
    double hodges_lehmann;             /* over tasks */
    struct interval hodges_lehmann_ci; /* NaN where it has no width */
    double hodges_lehmann_coverage;
    double geomean_ratio; /* exp(difference) of COMPARE_LOG_BEST */
    struct compare_more more;
};

struct compare_budget {
    size_t n_runs;
    double rollouts_per_cell; /* mean over cells */
    double tokens;            /* prompt and completion, summed over runs; NaN: unknown */
    double wall_seconds;      /* sum; NaN: unknown */
};

struct compare {
    size_t n_tasks;
    size_t n_seeds;
    size_t n_cells;
    struct compare_cell *cells; /* by task, then seed */
    struct compare_budget budget_a;
    struct compare_budget budget_b;
    bool same_budget; /* the same a cell */
    int64_t budget_low;
    int64_t budget_high;
    bool cross_fitted; /* some run adapts */
    bool same_split;
    bool same_tasks; /* both planned the same */
    bool same_seeds;
    size_t n_tasks_dropped;                                  /* in one group only */
    size_t n_runs_dropped;                                   /* their seed is in one group only */
    struct group_comparison results[COMPARE_ESTIMAND_COUNT]; /* by enum compare_estimand */
    const char *max_t_engine;
};

struct compare_options {
    struct speed_rule rule;
    double level;   /* 0.95 */
    int replicates; /* 0: 2000 */
    uint64_t seed;
    int threads;      /* 0: one a core */
    bool no_planning; /* no power, risks, odds and max-T: `more` has regimes, else NaN */
};

/*
 * Sets of one study.  One run in each is a pair whatever its seed; others pair by seed: ERR_USAGE
 * when a seed is missing or twice in a group, ERR_NODATA without a pair.
 */
/* What the interval and the test for new runs lack; NULL: nothing. */
const char *compare_why_no_runs(const struct group_comparison *r);

int compare_groups(const struct run_set *a, const struct run_set *b,
                   const struct compare_options *o, struct arena *arena, struct compare *out,
                   struct err *err);
/* Made once with a memo, whoever asks; out points into it.  memo NULL: made anew, in the arena. */
int compare_groups_once(struct study_memo *memo, const struct run_set *a, const struct run_set *b,
                        const struct compare_options *o, struct arena *arena, struct compare *out,
                        struct err *err);
/* Its first part (compare_pairs.c): the cells, without the comparisons. */
int compare_pair(const struct run_set *a, const struct run_set *b, const struct compare_options *o,
                 struct arena *arena, struct compare *out, struct err *err);

#endif
