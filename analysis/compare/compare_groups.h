/*
 * compare_groups.h - two groups of runs, paired by task and seed.
 *
 * Each run gives one number a task (the estimand); a difference is B - A.  Seeds are averaged
 * within a task before the primary test, because the task is the unit that generalises.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_GROUPS_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_GROUPS_H

#include "analysis/compare/compare_more.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct err;

enum compare_estimand {
    COMPARE_SAMPLE,  /* share of fast samples; adaptive: cross-fitted Best of Adaptation */
    COMPARE_BEST,    /* chance that one of B rollouts is fast, adaptation rollouts included */
    COMPARE_LOG_BEST /* expected log of the largest speedup of B rollouts that have one */
};
#define COMPARE_ESTIMAND_COUNT 3

const char *compare_estimand_name(enum compare_estimand e);
const char *compare_estimand_sentence(enum compare_estimand e);

/* A's rollouts with even sample numbers say how hard the task is and those with odd ones what is
 * gained on it, and the other way round: no rollout does both. */
struct compare_half {
    double base_share;                   /* fast ones of A's one half, all steps; NaN without any */
    double gain[COMPARE_ESTIMAND_COUNT]; /* B - A, A's other half; NaN when undefined */
};

/* One task and seed present in both groups. */
struct compare_cell {
    size_t task;  /* index into study->tasks */
    size_t run_a; /* indices into study->runs */
    size_t run_b;
    struct count sample_a; /* behind COMPARE_SAMPLE: all rollouts, or those of the BoA step */
    struct count sample_b;
    int64_t budget;                   /* B: the rollouts of the group that has fewer here */
    double a[COMPARE_ESTIMAND_COUNT]; /* NaN when undefined */
    double b[COMPARE_ESTIMAND_COUNT];
    double part_a; /* COMPARE_SAMPLE: what the cell adds to the mean over tasks (boa_fit.h) */
    double part_b;
    double in_sample_a; /* COMPARE_SAMPLE scored on the rollouts that chose the step */
    double in_sample_b;
    struct compare_half halves[2]; /* the base rate on one half of A's rollouts, the gain on the
                                      other */
};

/* What a test said; p is NaN when it could not be done, and reason says why. */
struct compare_test {
    double statistic;
    double p;
    int64_t n;          /* units that entered */
    const char *engine; /* "exact", "asymptotic", "monte-carlo"; "" when not done */
    const char *reason;
};

struct group_comparison {
    enum compare_estimand estimand;
    size_t n_tasks;    /* with a defined pair */
    size_t n_cells;    /* task x seed pairs that are defined */
    size_t n_left_out; /* pairs that are not */
    double mean_a;     /* mean over tasks of the mean over seeds */
    double mean_b;
    double difference;  /* B - A */
    double in_sample_a; /* COMPARE_SAMPLE: the means when the step is scored on the rollouts that */
    double in_sample_b; /* chose it; NaN for the others */
    struct interval fixed_tasks;         /* for these tasks; NaN without width */
    enum interval_kind fixed_tasks_kind; /* Student's t of seeds within tasks; redrawn rollouts
                                            where some task has one seed */
    struct interval new_tasks; /* for tasks like these: Student's t over them; NaN without width */
    double min_p;              /* smallest two-sided p that sign flips of n_tasks tasks can give */
    /* All tests are over tasks, whose seeds are averaged first: cells of one task are no units. */
    struct compare_test sign_flip; /* the primary test */
    struct compare_test signed_rank;
    struct compare_test mcnemar; /* of a binary estimand with one seed */
    struct compare_test sign;
    double cohens_h;        /* of mean_b against mean_a; NaN for COMPARE_LOG_BEST */
    double rank_biserial;   /* matched pairs over tasks: (W+ - W-) / (W+ + W-) */
    double net_improvement; /* 2 p_improvement - 1 */
    double p_improvement;   /* within task over seeds, then mean; ties count half */
    double hodges_lehmann;  /* over tasks */
    struct interval hodges_lehmann_ci;
    double hodges_lehmann_coverage;
    double geomean_ratio; /* exp(difference), COMPARE_LOG_BEST only */
    struct compare_more more;
};

struct compare_budget {
    size_t n_runs;
    double rollouts_per_cell; /* mean over cells */
    double tokens;            /* prompt and completion, sum over the runs; NaN when unknown */
    double wall_seconds;      /* sum; NaN when unknown */
};

struct compare {
    size_t n_tasks;
    size_t n_seeds;
    size_t n_cells;
    struct compare_cell *cells; /* by task, then seed */
    struct compare_budget budget_a;
    struct compare_budget budget_b;
    bool same_budget;   /* rollouts per cell agree */
    int64_t budget_low; /* B of the cells, smallest and largest */
    int64_t budget_high;
    bool cross_fitted; /* some run adapts */
    bool same_split;
    bool same_tasks; /* both groups planned the same tasks */
    bool same_seeds;
    size_t n_tasks_dropped;                                  /* in one group only */
    size_t n_runs_dropped;                                   /* seed in one group only */
    struct group_comparison results[COMPARE_ESTIMAND_COUNT]; /* by enum compare_estimand */
    const char *max_t_engine;
};

struct compare_options {
    struct speed_rule rule;
    double level;   /* 0.95 */
    int replicates; /* 0 means 2000 */
    uint64_t seed;
    int threads;      /* 0: one a core */
    bool no_planning; /* no power, risks, odds and max-T: NaN in `more`, which has regimes alone */
};

/*
 * a and b are sets of the same study.  One run in each is a pair whatever its seed; otherwise runs
 * pair by seed: ERR_USAGE when a seed is missing or twice in a group, ERR_NODATA without any pair.
 */
int compare_groups(const struct run_set *a, const struct run_set *b,
                   const struct compare_options *o, struct arena *arena, struct compare *out,
                   struct err *err);

#endif
