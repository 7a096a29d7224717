/*
 * stat_resample.h - bootstrap of a mean of success rates over tasks, runs and samples.
 *
 * The samples of a cell (task, run) are exchangeable, so redrawing them is one binomial draw of its
 * count and no sample is touched.  A replicate is the mean over its tasks of (successes / samples)
 * over the runs that it took of the task.
 *
 *   STAT_RESAMPLE_SAMPLES       the tasks and runs as they are, samples redrawn
 *   STAT_RESAMPLE_TASKS         tasks redrawn, then the samples of each of their runs
 *   STAT_RESAMPLE_HIERARCHICAL  tasks redrawn, then for each of them as many of its runs as it has,
 *                               then samples
 *   STAT_RESAMPLE_CROSSED       tasks and runs redrawn, a run for all tasks at once, then samples
 *
 * With one run a task the last three are the same.  A task drawn twice redraws its runs and samples
 * twice.  Random words come from the streams (seed, RNG_BOOTSTRAP, analysis, ...) by replicate for
 * tasks and runs, by task and block of replicates for the rest, and sums are whole numbers, so the
 * result depends neither on the number of threads nor on the order of the rows.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_RESAMPLE_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/resample/stat_bootstrap.h"

enum stat_resample_scheme {
    STAT_RESAMPLE_HIERARCHICAL,
    STAT_RESAMPLE_CROSSED,
    STAT_RESAMPLE_TASKS,
    STAT_RESAMPLE_SAMPLES
};

/* Task t owns the cells first[t] .. first[t + 1), at least one, each with n > 0. */
struct stat_resample_input {
    size_t n_tasks;
    size_t n_runs;
    const size_t *first;
    const size_t *run;   /* of each cell, below n_runs */
    const int64_t *n;    /* samples of each cell, below 2^31 */
    const int64_t *hits; /* [cell * n_grid + k] */
    size_t n_grid;       /* definitions of success, say thresholds */
};

struct stat_resample_options {
    enum stat_resample_scheme scheme;
    enum stat_analysis analysis;
    size_t replicates;
    uint64_t seed;
    int threads; /* 0: one a core */
};

/* out[k * replicates + r]; NaN for a replicate whose runs have no sample of its tasks. */
void stat_resample(const struct stat_resample_input *in, const struct stat_resample_options *o,
                   double *out);

#endif
