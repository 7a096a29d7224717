/*
 * select_tests.h - the uncertainty of how many cells a rule of selection finds a fast sample in:
 * exact tests against a random choice, and intervals.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_TESTS_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_TESTS_H

#include <stddef.h>

#include "analysis/stat/stat_interval.h"

struct arena;

/* P(X >= i), X the number of successes, for 0 to n. */
double *select_upper_tails(const double *chances, size_t n, struct arena *arena);

/* P(X >= Y), fast cells of a random choice and of a rule, whose chance comes from ties alone:
 * Poisson-binomial.  NaN without cells. */
double select_count_test(const double *random, const double *picked, size_t n, struct arena *arena);

/* From tails of X, 0 to n, and chances of Y. */
double select_tail_test(const double *tails, const double *chances, size_t n);

/* Share of fast picks: Student's t over tasks on the logit where a task has several cells;
 * Clopper-Pearson where each has one, and over tasks where none or all are fast; NaN for one task
 * of several cells. */
struct interval select_task_interval(const double *fast, const size_t *tasks, size_t n,
                                     double level, enum interval_kind *kind);

/* Clopper-Pearson, from the whole numbers around a fractional count. */
struct interval select_count_interval(double count, size_t n, double level);

#endif
