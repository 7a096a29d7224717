/*
 * stat_sort.h - the order of numbers.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_SORT_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_SORT_H

#include <stddef.h>

/* Indices by ascending value; ties by index, NaN last. */
void stat_order(const double *x, size_t n, size_t *order);

#endif
