/*
 * sweep.h - one row a run or several: how much was right, and how fast.
 *
 * Speedup statistics weigh each measured sample (correct, with a speedup) alike; NaN without any.
 * Intervals are for tasks like these, and of several runs that share tasks for new runs
 * (stat_crossed.h), else for these runs.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_SWEEP_H
#define ROLLBOOK_ANALYSIS_STUDY_SWEEP_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_crossed.h"
#include "analysis/stat/stat_interval.h"

struct arena;

/* Samples of one task stand together, and of these those of one run. */
struct sweep_sample {
    size_t task;
    size_t run;
    double speedup;
};

struct sweep_speedups {
    size_t n;
    size_t n_tasks;
    double geomean;
    double median;
    double mean;
    double min;
    double max;
    /* Student's t over tasks, of logs; of the mean on the log scale, which its skewed error asks
     * for. NaN below two tasks and without width. */
    struct interval geomean_ci;
    struct interval mean_ci;
    /* With one sample a task the narrowest symmetric pair of ranks that holds the median at the
     * level, exact; NaN when the extremes do not.  Else the samples at the limits of the share
     * below the median (Woodruff), Student's t over tasks; NaN below STAT_FEW_TASKS. */
    struct interval median_ci;
    enum interval_kind median_kind;
};

/* [task * n_runs + run] */
struct sweep_counts {
    const int64_t *hits, *n;
    size_t n_tasks, n_runs;
};

struct sweep_rate {
    struct interval ci;      /* NaN for one task with several samples */
    enum interval_kind kind; /* Wilson with one sample a task, else Student's t over tasks */
    struct stat_runs runs;   /* spread NaN: ci is for these runs */
};
struct sweep_rate sweep_rate_of(const struct sweep_counts *c, double level, struct arena *arena);

struct sweep_speedups sweep_summarise(const struct sweep_sample *samples, size_t n, double level,
                                      struct arena *arena);
/* Of ascending values. */
struct interval sweep_median_interval(const double *sorted, size_t n, double level);

#endif
