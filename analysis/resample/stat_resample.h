/*
 * stat_resample.h - bootstrap of a mean of success rates over tasks, runs and samples.
 *
 * Samples of a cell (task, run) are exchangeable, so redrawing them is one binomial draw.  A
 * replicate is the mean over its tasks of (successes / samples) over the task's drawn runs.
 *
 *   STAT_RESAMPLE_SAMPLES       samples redrawn
 *   STAT_RESAMPLE_TASKS         tasks redrawn, then the samples of their runs
 *   STAT_RESAMPLE_HIERARCHICAL  tasks redrawn, then as many of each one's runs as it has, then
 *                               samples
 *   STAT_RESAMPLE_CROSSED       tasks and runs redrawn, a run for all tasks at once, then samples
 *
 * With one run a task the last three are the same.  A task drawn twice redraws its runs and samples
 * twice.  Random words come from the streams (seed, RNG_BOOTSTRAP, analysis, ...) by replicate for
 * tasks and runs, else by task and block of replicates, and sums are whole numbers: neither the
 * number of threads nor the order of rows shows.
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
    const size_t *run;   /* by cell, below n_runs */
    const int64_t *n;    /* samples by cell, below 2^31 */
    const int64_t *hits; /* [cell * n_grid + k] */
    size_t n_grid;
};

struct stat_resample_options {
    enum stat_resample_scheme scheme;
    enum stat_analysis analysis;
    size_t replicates;
    uint64_t seed;
    int threads; /* 0: one a core */
};

/* out[k * replicates + r]; NaN: the replicate's runs have no sample of its tasks. */
void stat_resample(const struct stat_resample_input *in, const struct stat_resample_options *o,
                   double *out);

#endif
