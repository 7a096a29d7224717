/*
 * scaling.h - what K samples give: pass@K, fast_1@K and the expected best speedup of K.
 *
 * Unbiased estimates from n samples of a (run, task) cell, averaged over a task's runs, then over
 * tasks, never pooled.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SCALING_H
#define ROLLBOOK_ANALYSIS_COMPARE_SCALING_H

#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct err;
struct scaling_cells;

enum scaling_metric {
    SCALING_PASS,
    SCALING_FAST,
    SCALING_BEST /* expected largest speedup of K, failures 0 */
};

struct scaling_options {
    const double *k;
    size_t n_k;
    int step; /* study.h; 0: the unadapted policy */
    struct speed_rule rule;
    double level;   /* 0.95 */
    bool new_tasks; /* for tasks like these: Student's t */
    int replicates; /* 0: 2000 */
    uint64_t seed;
    int threads;                       /* 0: one a core */
    const struct scaling_cells *cells; /* of these runs and options; NULL: to be read */
};

struct scaling_point {
    enum scaling_metric metric;
    double k;
    double value;
    struct interval ci; /* NaN: best beyond K = n / 2 */
    enum interval_kind interval;
    size_t n_tasks;
    size_t n_cells; /* (run, task) pairs */
    int64_t min_n;  /* of the smallest cell: largest K */
};

const char *scaling_metric_name(enum scaling_metric m); /* "pass", "fast_1", "best" */

/*
 * 3 * n_k points: by metric, then k.  ERR_NODATA naming n and K when a K exceeds a cell's samples,
 * or without samples.
 */
int scaling_curve(const struct run_set *set, const struct scaling_options *o, struct arena *arena,
                  struct scaling_point **out, size_t *out_count, struct err *err);

/* Least samples of a cell; 0: no cell. */
int64_t scaling_max_k(const struct run_set *set, int step, struct speed_rule rule);

/* Of the options, else read. */
struct scaling_cells scaling_cells_of(const struct run_set *set, const struct scaling_options *o,
                                      struct arena *arena);

/* K is above 0 and within the smallest cell: ERR_USAGE, ERR_NODATA naming n and K. */
int scaling_check_k(const struct scaling_options *o, size_t n_cells, int64_t min_n,
                    struct err *err);

#endif
