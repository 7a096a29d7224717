/*
 * stat_crossed.h - what runs have in common for all their tasks, in intervals and tests for new
 * runs.
 *
 * Tasks and runs are crossed:  y(task, run) = mean + task + run + rest, cells may be missing.  The
 * estimate is the mean over tasks of the means over the runs that a task has.  Its variance over
 * new tasks and new runs is that of the tasks' means / T, which holds tasks and rest, plus what
 * runs add:
 *
 *   runs  (MS_runs - MS_rest)+ times its share of the variance of the estimate; MS_runs is of runs
 *         adjusted for tasks (Henderson's method 3, where cells are missing)
 *
 * Student's t with Satterthwaite's degrees of freedom.  The part of runs counts there with the
 * geometric mean of its own square and that of MS_runs (of two runs with the latter), because a
 * part that was cut at 0 says more of its size than its square does, and never below the least of
 * all parts: of 2 to 5 runs a side 93.8 to 98.7 % of intervals hold the truth (bench/coverage).
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_CROSSED_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_CROSSED_H

#include <stddef.h>

#include "analysis/stat/stat_interval.h"

struct arena;

/* Task t owns the cells first[t] .. first[t + 1), at most one a run. */
struct stat_cells {
    size_t n_tasks;
    const size_t *first;
    const size_t *run; /* by cell; below n_runs */
    const double *y;
    size_t n_runs;
};

struct stat_runs {
    size_t n_runs; /* with a cell */
    double spread; /* of the estimate's variance: what runs add; NaN where runs cannot be told from
                      tasks: fewer than two runs of one task */
    double raw;    /* the same without MS_rest taken off; NaN as spread */
    double these_tasks; /* the estimate's variance over new runs of these tasks; NaN as spread */
    double df;          /* of MS_runs */
    double sd;          /* of a run's part */
    double f, p; /* F test: runs differ no more than their cells let expect; NaN without rest */
};

/* NULL y or no cell: of no run. */
struct stat_runs stat_runs_of(const struct stat_cells *c, struct arena *work);

struct stat_error {
    double variance; /* NaN where a group's runs are unknown */
    double df;
};
/* Of a value or difference whose tasks' means vary by `over_tasks` (variance / T), and of whose
 * groups new runs are drawn independently. */
struct stat_error stat_crossed_new_tasks(double over_tasks, size_t n_tasks,
                                         const struct stat_runs *groups, size_t n_groups);
struct stat_error stat_crossed_these_tasks(const struct stat_runs *groups, size_t n_groups);

/* Of a share of n rollouts, at a rate that is not 0 or 1, because the next may differ; 0 of none.
 */
double stat_rollouts_variance(double share, int64_t n);

/* value -+ t (infinite df: normal); NaN without variance. */
struct interval stat_crossed_interval(double value, struct stat_error e, double level);
/* Of a value above 0 with a skewed error, on the log scale: h = t error / value, value exp(-h) to
 * value exp(h), and where h is above 1 to value (1 + h (e - 1)), because few units would give any
 * number. */
struct interval stat_crossed_positive(double value, struct stat_error e, double level);
/* Two-sided p of value against 0; NaN without variance. */
double stat_crossed_p(double value, struct stat_error e);

/* An interval of a share for these runs (stat_interval_share over tasks), widened to one for new
 * runs in its own form, (p - P)^2 <= Q P (1 - P).  An end at 0 or 1 stays.  NaN where runs are
 * unknown. */
struct interval stat_crossed_share(struct interval ci, double share, size_t n_tasks,
                                   const struct stat_runs *runs, double level);

#endif
