/*
 * anytime.h - two groups of runs compared so that one may look after every rollout.
 *
 * These tasks, these runs: rollouts of one (task, run) are draws of one policy; every pair of such
 * cells of A and B gives one value a round (stat_anytime.h), in the order of sample numbers.  Not
 * defined where a run adapts: its rollouts are of several policies, which they chose.
 * These tasks, new runs: a pair of runs gives one value, the mean over tasks (stat_anytime_t).
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_ANYTIME_H
#define ROLLBOOK_ANALYSIS_COMPARE_ANYTIME_H

#include "analysis/compare/compare_groups.h"
#include "analysis/stat/stat_anytime.h"
#include "analysis/study/study.h"

enum anytime_quantity {
    ANYTIME_SHARE,   /* of fast rollouts; of a run that adapts cross-fitted Best of Adaptation */
    ANYTIME_ANY,     /* chance that one of B rollouts is fast */
    ANYTIME_LOG_BEST /* expected log of the best speedup of B rollouts, the baseline included */
};
#define ANYTIME_QUANTITIES 3
const char *anytime_quantity_name(enum anytime_quantity q);

#define ANYTIME_MOST_SPEEDUP 16.0 /* larger ones count as this: a bet needs a bound */

struct anytime_options {
    struct speed_rule rule;
    double level;
    enum stat_bound bound;
    int64_t budget;        /* B of the dearer side; 0: 4, and all that both have where runs adapt */
    const double *cost;    /* of a rollout, by run of the study; NULL: all alike */
    const bool *in_rounds; /* by run: sample numbers say the round (sample_round.h); NULL: none */
    size_t n_rounds;       /* that are complete; SIZE_MAX: all */
    double null;           /* difference of shares and chances; of logs 0 */
    uint64_t seed;
    int threads;
};

struct anytime_row {
    enum anytime_quantity quantity;
    bool new_runs;
    int64_t budget_a, budget_b; /* rollouts of a value; 1 of ANYTIME_SHARE */
    double mean_a, mean_b;      /* over the values that were compared */
    struct stat_anytime r;      /* of B - A */
    size_t n_units;             /* (task, run pair) cells, or pairs of runs */
    size_t n_looks;             /* rounds, or pairs of runs */
    double per_look;            /* rollouts a task and side; NaN of new runs */
    const char *why;            /* NULL: defined */
};

#define ANYTIME_ORDER 4.0 /* one in 16,000 by chance */

struct anytime_result {
    struct anytime_row rows[2 * ANYTIME_QUANTITIES]; /* these runs, then new ones */
    size_t n_cells, n_pairs;
    /* Do fast rollouts come early (below 0) or late in A and B?  Normal where their order within a
     * cell says nothing (rank sums, Wilcoxon); NaN without a cell of both kinds.  Beyond
     * ANYTIME_ORDER sample numbers follow the results, and these runs are not compared. */
    double order_z[2];
    size_t least_cell;         /* of cells: has the fewest rounds */
    size_t n_rounds;           /* of runs in rounds, those left out included */
    const struct compare *all; /* cells and pairs */
    /* Of the rollouts that B's next round should have, by cell (task and run of B): 1 and up to
     * SAMPLE_ROUND where rollouts vary; filled for ANYTIME_SHARE of these runs. */
    int *next;
};

/* The share of fast rollouts for new runs, of groups that were compared already. */
struct anytime_row anytime_new_runs(const struct compare *all, double level, struct arena *arena);

int anytime_compare(const struct run_set *a, const struct run_set *b,
                    const struct anytime_options *o, struct arena *arena,
                    struct anytime_result *out, struct err *err);

#endif
