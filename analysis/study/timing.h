/*
 * timing.h - how steady raw timings are, and a baseline's runtimes on several devices.
 *
 * Samples are in the order of time.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TIMING_H
#define ROLLBOOK_ANALYSIS_STUDY_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct arena;

#define TIMING_OUTLIER_MADS 5.0

struct timing_quality {
    size_t n;
    double median_us;
    double cv;           /* standard deviation (ddof 1) / mean; NaN for n < 2 */
    double robust_noise; /* 1.4826 * median |x - median| / median */
    double noise_floor; /* relative half-width of the median's exact 95 % interval; NaN for n < 6 */
    double outlier_share; /* of |x - median| > 5 * 1.4826 MAD; NaN when the MAD is 0 */
    double first_excess;  /* first / median of the others - 1; NaN for n < 3 */
    double drift;         /* Theil-Sen slope times (n - 1) / median; NaN for n < 3 */
    double drift_rho;     /* Spearman of order and time; NaN when constant */
    double drift_p;       /* Student's t; NaN for n < 8 */
    /* median of the last quarter / first quarter - 1, above 0 for a slowdown; NaN for n < 8 */
    double throttle;
    double lag1; /* autocorrelation at lag 1; NaN for n < 3 or constant samples */
};

/* All NaN unless samples are finite and positive. */
struct timing_quality timing_of_samples(const double *us, size_t n, struct arena *arena);

struct timing_measurement {
    const char *run;
    const char *task;
    const char *subject; /* "candidate", "baseline" */
    const char *device;
    const char *method;
    double runtime_us;  /* what is scored */
    double profiled_us; /* profiled device time; NaN: none */
    const double *us;   /* NULL: only a summary is known */
    size_t n;
};

/* Of one (run, task, subject, method). */
struct timing_row {
    const char *run;
    const char *task;
    const char *subject;
    const char *device;
    const char *method;
    size_t n_measurements;
    size_t n_raw; /* with raw samples; the rest are medians over these */
    double samples;
    double median_us;
    double cv;
    double robust_noise;
    double noise_floor;
    double outlier_share;
    double first_excess;
    double drift;
    double drift_share; /* with drift_p < .01 */
    double throttle;
    double lag1;
    /* 1.4826 MAD / median of runtimes of one thing; baselines alone, NaN below three.  Speedups
     * nearer to 1 are noise. */
    double between;
    size_t n_profiled;
    double profiled_ratio;
};

/* Rows' measurements stand together. */
struct timing_row *timing_tabulate(const struct timing_measurement *m, size_t n, size_t *out_n,
                                   struct arena *arena);

/* Runtimes of a baseline on several devices. */

/* Rows of one (baseline, source, task, device) stand together, and of one (baseline, source). */
struct hardware_time {
    const char *baseline;
    const char *source; /* "stored", "measured" */
    const char *task;
    int64_t task_id; /* tasks of two suites may have one name */
    const char *device;
    double runtime_us;
};

struct hardware_row {
    const char *baseline;
    const char *source;
    const char *task; /* NULL: all tasks of both devices */
    int64_t task_id;  /* 0: all */
    const char *device;
    const char *reference; /* named device, or the first by name of (baseline, source); NULL: the
                              named one is missing */
    size_t n;              /* runtimes; of all tasks: tasks */
    double runtime_us;     /* median; NaN for all tasks */
    double ratio;       /* reference / device, above 1 faster; of all tasks the geometric mean; NaN
                           without the reference's runtime */
    struct interval ci; /* of all tasks: Student's t over logs; NaN below 2 or without width */
    double min_ratio;   /* of all tasks */
    double max_ratio;
};

struct hardware_options {
    const char *reference; /* NULL: first by name */
    double level;
};

/* By baseline and source: devices over all tasks, then tasks by device. */
struct hardware_row *hardware_tabulate(const struct hardware_time *times, size_t n,
                                       const struct hardware_options *o, size_t *out_n,
                                       struct arena *arena);

#endif
