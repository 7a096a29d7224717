/* stat_max_t.h - several paired tests at once, by shared sign flips of the units. */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_MAX_T_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_MAX_T_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

struct arena;

/*
 * Single-step max-T of Westfall and Young.  d[test * n_units + unit] is a difference or NaN.
 * out[test]: share of sign patterns whose largest |sum| / root of the sum of squares over the tests
 * reaches this test's; NaN without a difference other than 0.  Exact up to STAT_SIGN_FLIP_EXACT
 * units, else Monte Carlo.
 */
enum stat_engine stat_max_t(const double *d, size_t n_tests, size_t n_units, uint64_t seed,
                            double *out, struct arena *arena);

#endif
