/*
 * timing.h - how steady raw timing samples are: noise, drift, throttling, outliers.
 *
 * Samples are in the order in which they were taken.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TIMING_H
#define ROLLBOOK_ANALYSIS_STUDY_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

#define TIMING_OUTLIER_MADS 5.0

struct timing_quality {
    size_t n;
    double median_us;
    double cv;            /* standard deviation (ddof 1) / mean; NaN for n < 2 */
    double robust_noise;  /* 1.4826 * median |x - median| / median: cv without the outliers */
    double noise_floor;   /* relative half-width of the exact 95 % interval of the median; NaN for
                             n < 6 */
    double outlier_share; /* of |x - median| > 5 * 1.4826 MAD; NaN when the MAD is 0 */
    double first_excess;  /* first sample / median of the others - 1: warm-up; NaN for n < 3 */
    double
        drift; /* Theil-Sen slope times (n - 1) / median: change from end to end; NaN for n < 3 */
    double drift_rho; /* Spearman of order and time; NaN when constant */
    double drift_p;   /* Student's t; NaN for n < 8 */
    /* median of the last quarter / of the first quarter - 1: above 0 when it slows down; NaN for
     * n < 8 */
    double throttle;
    double lag1; /* autocorrelation of neighbours; NaN for n < 3 or constant samples */
};

/* Samples are finite and positive; others make everything NaN. */
struct timing_quality timing_of_samples(const double *us, size_t n, struct arena *arena);

/* One measurement as loaded. */
struct timing_measurement {
    const char *run;
    const char *task;
    const char *subject; /* "candidate", "baseline" */
    const char *device;
    const char *method;
    double runtime_us;  /* what is scored */
    double profiled_us; /* sum of the profiled kernels' device time; NaN without a profile */
    const double *us;   /* NULL when only a summary is known */
    size_t n;
};

/* Measurements of one (run, task, subject, method). */
struct timing_row {
    const char *run;
    const char *task;
    const char *subject;
    const char *device;
    const char *method;
    size_t n_measurements;
    size_t n_raw;   /* of them with raw samples: what follows is over these, medians */
    double samples; /* median number */
    double median_us;
    double cv;
    double robust_noise;
    double noise_floor;
    double outlier_share; /* mean */
    double first_excess;
    double drift;
    double drift_share; /* of measurements with drift_p < .01 */
    double throttle;
    double lag1;
    /* Between measurements of the same thing: 1.4826 MAD / median of their runtimes; baselines
     * only, and NaN for fewer than three.  Speedups nearer to 1 are not told from noise. */
    double between;
    size_t n_profiled;
    double profiled_ratio; /* median of scored runtime / profiled device time */
};

/* Measurements of a row stand together. */
struct timing_row *timing_tabulate(const struct timing_measurement *m, size_t n, size_t *out_n,
                                   struct arena *arena);

#endif
