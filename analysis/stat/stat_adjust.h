/*
 * stat_adjust.h - p-values of a declared family of tests.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_ADJUST_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_ADJUST_H

#include <stddef.h>

struct arena;

/* In the order given; NaN stays NaN and outside the family. */
void stat_adjust_holm(const double *p, size_t n, double *out, struct arena *arena);
void stat_adjust_bh(const double *p, size_t n, double *out, struct arena *arena);

#endif
