/*
 * sweep.h - one row a run: how much was right, and how fast.
 *
 * Speedup statistics weigh each measured sample (correct, with a speedup) alike; NaN without any.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_SWEEP_H
#define ROLLBOOK_ANALYSIS_STUDY_SWEEP_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct arena;

struct sweep_sample {
    size_t task; /* samples of one are drawn together */
    double speedup;
};

struct sweep_options {
    double level;
    int replicates;
    uint64_t seed;
};

struct sweep_speedups {
    size_t n;
    size_t n_tasks;
    double geomean;
    double median;
    double mean;
    double min;
    double max;
    /* Percentiles over redrawn tasks, then samples; below STAT_FEW_TASKS Student's t over tasks.
     * NaN below two tasks and without width. */
    struct interval geomean_ci;
    struct interval mean_ci;
    enum interval_kind mean_kind; /* of both */
    /* With one sample a task the narrowest symmetric pair of ranks that holds the median at the
     * level, exact; NaN when the extremes do not.  Else percentiles over redrawn tasks; NaN below
     * STAT_FEW_TASKS. */
    struct interval median_ci;
    enum interval_kind median_kind;
};

/* Samples of a task stay together. */
struct sweep_rate {
    struct interval ci;      /* NaN for one task with several samples */
    enum interval_kind kind; /* Wilson with one sample a task, else Student's t over tasks */
};
struct sweep_rate sweep_rate_of(const int64_t *hits, const int64_t *n, size_t n_tasks, double level,
                                struct arena *arena);

struct sweep_speedups sweep_summarise(const struct sweep_sample *samples, size_t n,
                                      const struct sweep_options *o, struct arena *arena);
/* Of ascending values. */
struct interval sweep_median_interval(const double *sorted, size_t n, double level);

#endif
