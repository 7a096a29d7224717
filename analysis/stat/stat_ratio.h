/*
 * stat_ratio.h - an interval for the ratio of two times that were measured in turn.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_RATIO_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_RATIO_H

#include <stddef.h>

#include "analysis/stat/stat_interval.h"

/*
 * The interval (INTERVAL_PROCESSES) of over / under from n pairs of samples, of which pair i was
 * measured in process i mod n_processes of either side.  It is the smallest that holds three:
 *
 *   within   the order statistics of the n log ratios of the pairs, whose median they bracket at
 * the level (the smallest and the largest where n is too small for that); between  m +- t s sqrt(2
 * / p), where s^2 is the pooled variance of the log medians of the p processes of either side, m
 * the difference of the two sides' means of these, and t of Student with 2 (p - 1) degrees of
 * freedom; point    the ratio of the medians of all samples.
 *
 * The second is exact for processes that differ as a whole (normal on the log scale), whatever the
 * samples of one do; the first for samples that are independent, whatever their distribution.
 * Samples of pairs that drift together widen the second and not the first.  A process that is slow
 * as a whole is a spread that the second sees.  NaN for fewer than two processes, fewer pairs than
 * processes, a time that is not finite and above 0, or a level outside (0, 1).
 */
struct interval stat_ratio_interval(const double *over, const double *under, size_t n,
                                    size_t n_processes, double level);

/* The largest k such that the k-th smallest and k-th largest of n bracket their median with at
 * least the level's chance; 0 when not even the ends do. */
size_t stat_median_rank(size_t n, double level);

#endif
