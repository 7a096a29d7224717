/*
 * transfer.h - how a gain on some tasks carries to others.
 *
 * A task's gain is group B's mean share of fast samples minus A's; adapting runs give their
 * cross-fitted Best of Adaptation (trajectory.h).  Subsets are disjoint: adapted and held-out
 * tasks, families, levels.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_TRANSFER_H
#define ROLLBOOK_ANALYSIS_COMPARE_TRANSFER_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/study/study.h"

struct arena;
struct err;

#define TRANSFER_NO_SUBSET ((size_t)-1)

struct transfer_subset {
    size_t n_tasks; /* sampled by both groups */
    double mean_a;  /* NaN without tasks, as the rest */
    double mean_b;
    double in_sample_a; /* on the rollouts that chose the step */
    double in_sample_b;
    double gain;
    struct interval ci;         /* Student's t over tasks; NaN without width */
    struct stat_sign_flip flip; /* of gains; p NaN without tasks */
};

struct transfer_pair {
    size_t source;
    size_t target;
    double shift;                /* target's gain - source's */
    struct interval shift_ci;    /* Welch over both's tasks */
    struct stat_two_sample test; /* of gains; p NaN: a subset is empty */
    double carried;              /* target's gain / source's; NaN for zero */
    struct interval carried_ci;  /* Fieller; NaN when the source's gain cannot be told from 0 */
};

struct transfer {
    size_t n_subsets;
    struct transfer_subset *subsets;
    size_t n_pairs;
    struct transfer_pair *pairs; /* every ordered pair */
    size_t n_tasks;
    size_t n_one_group; /* sampled by one group: left out */
    size_t n_no_subset; /* tasks in no subset */
    bool cross_fitted;  /* some run adapts */
};

/* Two groups of runs, and the subset of each task. */
struct transfer_groups {
    const struct run_set *a, *b;
    const size_t *subset_of;
    size_t n_subsets;
};

struct transfer_options {
    struct speed_rule rule;
    double level;
    uint64_t seed;
};

/*
 * subset_of[task] is below n_subsets or TRANSFER_NO_SUBSET.  Intervals are for tasks like a
 * subset's.  ERR_NODATA below two subsets with a task.
 */
int transfer_between(const struct transfer_groups *of, const struct transfer_options *o,
                     struct arena *arena, struct transfer *out, struct err *err);

#endif
