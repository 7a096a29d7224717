/*
 * scaling.h - what K samples give: pass@K, fast_1@K and the expected best speedup of K.
 *
 * Unbiased estimates from n samples of a (run, task) cell, averaged over a task's runs, then over
 * tasks, never pooled.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SCALING_H
#define ROLLBOOK_ANALYSIS_COMPARE_SCALING_H

#include "analysis/stat/stat_crossed.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct err;

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
    bool new_tasks; /* for tasks like these, and new runs where there are several: Student's t */
    int replicates; /* 0: 2000 */
    uint64_t seed;
    int threads;                       /* 0: one a core */
    const struct scaling_cells *cells; /* of these runs and options; NULL: to be read */
};

struct scaling_point {
    enum scaling_metric metric;
    double k;
    double value;
    struct interval ci; /* NaN: best beyond K = n / 2; unless new_tasks of these tasks and runs */
    struct stat_runs runs; /* pass and fast: what runs add */
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

/*
 * The samples behind a scaling curve, by task and run.
 */

/* One (run, task) at the step. */
struct scaling_cell {
    const struct study_cell *from;
    int step;
    int64_t n;
    int64_t n_correct;
    int64_t n_fast;
    double *speedups; /* ascending, failures 0 */
};

/* With samples; task t owns cells[first[t] .. first[t + 1]). */
struct scaling_cells {
    const struct study *study;
    struct speed_rule rule;
    size_t n_tasks;
    size_t *first;
    struct scaling_cell *cells;
    size_t *run; /* by cell, of the set */
    size_t n_cells;
    size_t n_runs;
    int64_t min_n; /* 0: no cells */
};

void scaling_cells_read(const struct run_set *set, int step, struct speed_rule rule, int threads,
                        struct arena *arena, struct scaling_cells *out);

/* Of ordered samples in the best of K, for n samples and n - 1. */
struct scaling_weights {
    size_t n;
    double *all;
    double *rest;
};

/* Makes w that of n; K stays the same for w's life.  {0} is empty. */
void scaling_weigh(struct scaling_weights *w, double k, size_t n);
void scaling_weights_release(struct scaling_weights *w);

/*
 * The best of K where one sample must not own the mean: quantile and geometric.
 *
 * Intervals stay valid up to K = n.  Resampling would not: the largest of n redrawn samples is the
 * largest seen with chance 0.64, and never above.  What lies above is unknown, so an upper end may
 * be infinite.
 */

/* Mean over tasks of means over runs. */
struct scaling_best {
    double k;
    double quantile;   /* of the largest speedup of K, failures 0 */
    double geometric;  /* exp of E[ln largest speedup | one of K has one] */
    double no_speedup; /* P(none of K has one), which geometric leaves out */
    /* Order statistics: the quantile q^(1/K) of one sample lies between two ordered ones with
     * binomial chances. */
    struct interval quantile_ci;
    /* Jackknife up to K = n / 2; beyond, a lower end by uniform order statistics, no upper one.  So
     * for the expected best. */
    struct interval geometric_ci;
    struct interval mean_ci;          /* beyond n / 2, where scaling_curve has none */
    enum interval_kind tail_interval; /* of geometric_ci */
    struct interval no_speedup_ci;    /* Jeffreys posterior by cell */
    int replicates;
    size_t n_tasks;
    size_t n_geometric; /* with a speedup, for geometric */
    int64_t min_n;
};

/* One a k; errors of scaling_curve, and ERR_USAGE for q outside (0, 1). */
int scaling_best_curve(const struct run_set *set, const struct scaling_options *o, double q,
                       struct arena *arena, struct scaling_best **out, struct err *err);

/* mean_ci alone, for ascending k; the same errors. */
int scaling_best_tail(const struct run_set *set, const struct scaling_options *o,
                      struct arena *arena, struct interval **out, struct err *err);

#endif
