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
 * Half the width is the root of the sum of both parts' own squares, (t(tasks - 1)^2 over tasks +
 * t(df)^2 runs), with Student's quantiles of each part's own degrees of freedom (modified large
 * samples: Graybill and Wang 1980; Burdick and Graybill 1992).  One Satterthwaite t for the sum
 * covers 88 to 92 % where two or three runs differ more than the tasks' mean does, because runs
 * that happen to be alike then lend it the tasks' degrees of freedom.  Of two groups of runs df is
 * Satterthwaite's, from the groups' mean squares.  Covers 93 to 98 % with 3 and 5 runs a side, 92
 * to 97 % with two (bench/coverage).
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_CROSSED_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_CROSSED_H

#include <stdbool.h>
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
    double variance, df;  /* over tasks, or of the whole */
    double runs, runs_df; /* what runs add; NaN where a group's runs are unknown */
};
/* Of a value or difference whose tasks' means vary by `over_tasks` (variance / T), and of whose
 * groups new runs are drawn independently. */
struct stat_error stat_crossed_new_tasks(double over_tasks, size_t n_tasks,
                                         const struct stat_runs *groups, size_t n_groups);
struct stat_error stat_crossed_these_tasks(const struct stat_runs *groups, size_t n_groups);

/* Of a share of n rollouts, at a rate that is not 0 or 1, because the next may differ; 0 of none.
 */
double stat_rollouts_variance(double share, int64_t n);

/* Of both parts. */
double stat_error_variance(struct stat_error e);
/* Half the width (infinite df: normal); NaN without variance. */
double stat_crossed_half(struct stat_error e, double level);
/* Is 0 within value's interval?  No without variance. */
bool stat_crossed_holds(double value, struct stat_error e, double level);
struct interval stat_crossed_interval(double value, struct stat_error e, double level);
/* Of a value above 0 with a skewed error, on the log scale: h = t error / value, value exp(-h) to
 * value exp(h), and where h is above 1 to value (1 + h (e - 1)), because few units would give any
 * number. */
struct interval stat_crossed_positive(double value, struct stat_error e, double level);
/* Two-sided p of value against 0: 1 less the level whose interval ends there; NaN without
 * variance. */
double stat_crossed_p(double value, struct stat_error e);

/* An interval of a share for these runs (stat_interval_share over tasks), widened to one for new
 * runs in its own form, (p - P)^2 <= Q P (1 - P).  An end at 0 or 1 stays.  NaN where runs are
 * unknown. */
struct interval stat_crossed_share(struct interval ci, double share, size_t n_tasks,
                                   const struct stat_runs *runs, double level);

#endif
