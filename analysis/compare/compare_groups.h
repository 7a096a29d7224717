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
    COMPARE_DEPLOYED, /* adaptive run: fast_1 at its BoA step; other: 1 when any sample is fast */
    COMPARE_SAMPLE,   /* share of fast samples; adaptive: at its BoA step */
    COMPARE_BEST,     /* 1 when any rollout of the run is fast, adaptation rollouts included */
    COMPARE_LOG_BEST /* natural log of the largest speedup found; undefined without a correct one */
};
#define COMPARE_ESTIMAND_COUNT 4

const char *compare_estimand_name(enum compare_estimand e);
const char *compare_estimand_sentence(enum compare_estimand e);

/* One task and seed present in both groups. */
struct compare_cell {
    size_t task;  /* index into study->tasks */
    size_t run_a; /* indices into study->runs */
    size_t run_b;
    struct count sample_a; /* behind COMPARE_SAMPLE: all rollouts, or those of the BoA step */
    struct count sample_b;
    double a[COMPARE_ESTIMAND_COUNT]; /* NaN when undefined */
    double b[COMPARE_ESTIMAND_COUNT];
};

/* What a test said; p is NaN when it could not be done, and reason says why. */
struct compare_test {
    double statistic;
    double p;
    int64_t n;          /* units that entered */
    const char *engine; /* "exact", "asymptotic", "monte-carlo"; "" when not done */
    const char *reason;
};

struct compare_result {
    enum compare_estimand estimand;
    size_t n_tasks;    /* with a defined pair */
    size_t n_cells;    /* task x seed pairs that are defined */
    size_t n_left_out; /* pairs that are not */
    double mean_a;     /* mean over tasks of the mean over seeds */
    double mean_b;
    double difference;           /* B - A */
    struct interval fixed_tasks; /* resampling seeds and rollouts within these tasks */
    struct interval new_tasks;   /* resampling tasks, then seeds, then rollouts */
    double min_p; /* smallest two-sided p that sign flips of n_tasks tasks can give */
    struct compare_test sign_flip;   /* over task means; the primary test */
    struct compare_test signed_rank; /* over cells */
    struct compare_test mcnemar;     /* over cells of a binary estimand */
    struct compare_test sign;        /* over cells */
    double cohens_h;                 /* of mean_b against mean_a; NaN for COMPARE_LOG_BEST */
    double rank_biserial;            /* matched pairs: (W+ - W-) / (W+ + W-) */
    double cliffs_delta;             /* within task over seeds, then mean */
    double p_improvement;            /* within task over seeds, then mean; ties count half */
    double hodges_lehmann;
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
    bool same_budget; /* rollouts per cell agree */
    bool same_split;
    bool same_tasks; /* both groups planned the same tasks */
    bool same_seeds;
    size_t n_tasks_dropped;                                /* in one group only */
    size_t n_runs_dropped;                                 /* seed in one group only */
    struct compare_result results[COMPARE_ESTIMAND_COUNT]; /* by enum compare_estimand */
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
