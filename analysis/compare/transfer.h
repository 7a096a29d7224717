/*
 * transfer.h - how a gain on some tasks carries to others: two groups of runs, tasks in subsets.
 *
 * A task's gain is the mean share of fast samples of group B's runs minus that of group A's; an
 * adapting run gives its cross-fitted Best of Adaptation (boa_fit.h).  Subsets are disjoint sets of
 * tasks: the tasks that a policy was adapted on and held-out ones, families, levels.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_TRANSFER_H
#define ROLLBOOK_ANALYSIS_COMPARE_TRANSFER_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_two_sample.h"
#include "analysis/study/study.h"

struct arena;
struct err;

#define TRANSFER_NO_SUBSET ((size_t)-1)

struct transfer_subset {
    size_t n_tasks; /* with samples in both groups */
    double mean_a;  /* NaN without tasks, like the rest */
    double mean_b;
    double in_sample_a; /* the means on the rollouts that chose the step */
    double in_sample_b;
    double gain;
    struct interval ci;         /* Student's t over the tasks; NaN without width */
    struct stat_sign_flip flip; /* of the tasks' gains; p NaN without tasks */
};

struct transfer_pair {
    size_t source;
    size_t target;
    double shift;                /* gain of the target - gain of the source */
    struct interval shift_ci;    /* Welch over the tasks of both */
    struct stat_two_sample test; /* of the tasks' gains; p NaN when a subset is empty */
    double carried;              /* gain of the target / gain of the source; NaN for a zero one */
    struct interval carried_ci; /* Fieller; NaN when the gain of the source cannot be told from 0 */
};

struct transfer {
    size_t n_subsets;
    struct transfer_subset *subsets;
    size_t n_pairs;
    struct transfer_pair *pairs; /* every ordered pair of two subsets */
    size_t n_tasks;
    size_t n_one_group; /* tasks of a subset with samples in one group only: left out */
    size_t n_no_subset; /* tasks in no subset */
    bool cross_fitted;  /* some run adapts */
};

struct transfer_options {
    struct speed_rule rule;
    double level;
    uint64_t seed;
};

/*
 * subset_of[task] is below n_subsets or TRANSFER_NO_SUBSET.  Intervals are for tasks like those
 * of each subset.  ERR_NODATA when fewer than two subsets have a
 * task.
 */
int transfer_between(const struct run_set *a, const struct run_set *b, const size_t *subset_of,
                     size_t n_subsets, const struct transfer_options *o, struct arena *arena,
                     struct transfer *out, struct err *err);

#endif
