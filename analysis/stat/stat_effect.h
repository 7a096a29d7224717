/*
 * stat_effect.h - sizes of effects.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_EFFECT_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_EFFECT_H

#include <stddef.h>

/* 2 asin(sqrt(p)) - 2 asin(sqrt(q)); NaN outside [0, 1]. */
double stat_cohens_h(double p, double q);
/* (pairs x > y - pairs x < y) / (n_x n_y); NaN without pairs. */
double stat_cliffs_delta(const double *x, size_t n_x, const double *y, size_t n_y);
/* P(x > y) + P(x = y) / 2. */
double stat_p_improvement(const double *x, size_t n_x, const double *y, size_t n_y);
/* Geometric mean of x[i] / y[i]; NaN unless all are > 0. */
double stat_geomean_ratio(const double *x, const double *y, size_t n);

#endif
