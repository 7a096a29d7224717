/*
 * scaling.h - what K samples give: pass@K, fast_1@K and the expected best speedup of K.
 *
 * Unbiased estimates from the n samples of each (run, task) cell, averaged over the runs of a task
 * and then over tasks, never pooled.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SCALING_H
#define ROLLBOOK_ANALYSIS_COMPARE_SCALING_H

#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct err;
struct scaling_cells;

enum scaling_metric {
    SCALING_PASS, /* at least one of K is correct */
    SCALING_FAST, /* at least one of K is fast */
    SCALING_BEST  /* expected largest speedup of K, failures count as 0 */
};

struct scaling_options {
    const double *k;
    size_t n_k;
    int step; /* as in study.h; 0 for the unadapted policy */
    struct speed_rule rule;
    double level;   /* 0.95 */
    bool new_tasks; /* the interval is for tasks like these: Student's t over them */
    int replicates; /* 0 means 2000 */
    uint64_t seed;
    int threads;                       /* 0: one a core */
    const struct scaling_cells *cells; /* of these runs and options; NULL: not read yet */
};

struct scaling_point {
    enum scaling_metric metric;
    double k;
    double value;
    struct interval ci; /* NaN where no valid interval is known: best beyond K = n / 2 */
    enum interval_kind interval;
    size_t n_tasks;
    size_t n_cells; /* (run, task) pairs */
    int64_t min_n;  /* samples of the smallest cell: the largest K */
};

const char *scaling_metric_name(enum scaling_metric m); /* "pass", "fast_1", "best" */

/*
 * 3 * n_k points: by metric, then k.  ERR_NODATA naming n and K when a K exceeds the samples of a
 * cell, or when there is no cell with samples.
 */
int scaling_curve(const struct run_set *set, const struct scaling_options *o, struct arena *arena,
                  struct scaling_point **out, size_t *out_count, struct err *err);

/* Smallest number of samples over the cells with any; 0 when there is none. */
int64_t scaling_max_k(const struct run_set *set, int step, struct speed_rule rule);

/* The cells of the options, else as read. */
struct scaling_cells scaling_cells_of(const struct run_set *set, const struct scaling_options *o,
                                      struct arena *arena);

/* Every K is above 0 and no larger than the smallest cell: ERR_USAGE, ERR_NODATA naming n and K. */
int scaling_check_k(const struct scaling_options *o, size_t n_cells, int64_t min_n,
                    struct err *err);

#endif
