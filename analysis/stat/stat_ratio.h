/* stat_ratio.h - an interval for the ratio of two times measured in turn. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_RATIO_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_RATIO_H

#include <stddef.h>

#include "analysis/stat/stat_interval.h"

/*
 * INTERVAL_PROCESSES of over / under from n pairs of samples, pair i from process i mod n_processes
 * of either side: the smallest interval that holds three.
 *
 *   within   the order statistics of the n log ratios that bracket their median at the level (the
 *            extremes where n is too small)
 *   between  m +- t s sqrt(2 / p), s^2 the pooled variance of the log medians of the p processes
 *            of either side, m the difference of their means, t Student's with 2 (p - 1) degrees
 *            of freedom
 *   point    the ratio of the medians of all samples
 *
 * "between" is exact for processes that differ as a whole (normal on the log scale), "within" for
 * independent samples of any distribution.  Pairs that drift together, or a process that is slow as
 * a whole, widen "between" alone.  NaN for fewer than two processes, fewer pairs than processes, a
 * time that is not finite and above 0, or a level outside (0, 1).
 */
struct interval stat_ratio_interval(const double *over, const double *under, size_t n,
                                    size_t n_processes, double level);

/* Largest k whose k-th smallest and k-th largest bracket the median at the level; 0: none. */
size_t stat_median_rank(size_t n, double level);

#endif
