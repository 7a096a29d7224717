/*
 * sweep.h - one row a run: how much was right, and how fast what was timed is.
 *
 * Speedup statistics are over the measured samples (correct, with a speedup), each weighing the
 * same.  Everything is NaN without a measured sample.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_SWEEP_H
#define ROLLBOOK_ANALYSIS_STUDY_SWEEP_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct arena;

struct sweep_sample {
    size_t task; /* samples of a task are drawn together */
    double speedup;
};

struct sweep_options {
    double level;
    int replicates;
    uint64_t seed;
};

struct sweep_speedups {
    size_t n;
    size_t n_tasks; /* with a measured sample */
    double geomean;
    double median;
    double mean;
    double min;
    double max;
    /* Percentiles over redrawn tasks, then samples within them; NaN for fewer than two tasks. */
    struct interval geomean_ci;
    struct interval mean_ci;
    /* Order statistics, exact for independent samples: the narrowest symmetric pair of ranks that
     * holds the median with the level or more; NaN when even the extremes do not. */
    struct interval median_ci;
};

/* Samples by task: those of one task follow each other. */
struct sweep_speedups sweep_summarise(const struct sweep_sample *samples, size_t n,
                                      const struct sweep_options *o, struct arena *arena);
/* Of ascending values. */
struct interval sweep_median_interval(const double *sorted, size_t n, double level);

#endif
