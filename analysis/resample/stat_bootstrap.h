/*
 * stat_bootstrap.h - random draws and percentiles for resampling.
 *
 * Replicate r of analysis a uses the stream (seed, RNG_BOOTSTRAP, a, r) alone, whichever thread
 * computes it.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_BOOTSTRAP_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"
#include "src/base/rng.h"

#define STAT_BOOTSTRAP_REPLICATES 2000

/* Changing a number changes every printed interval. */
enum stat_analysis {
    STAT_ANALYSIS_SCALING = 1,
    STAT_ANALYSIS_EQUIVALENT_K = 2,
    STAT_ANALYSIS_COMPARE = 3,
    STAT_ANALYSIS_FASTP = 4,
    STAT_ANALYSIS_TRAJECTORY = 5,
    STAT_ANALYSIS_SHARPENING = 8,
    STAT_ANALYSIS_SWEEP = 20,
    STAT_ANALYSIS_HARDWARE = 21,
    STAT_ANALYSIS_CALIBRATION = 22,
    STAT_ANALYSIS_TRANSFER = 23,
    STAT_ANALYSIS_METHODS = 24,
    STAT_ANALYSIS_POWER = 25
};

void stat_bootstrap_stream(struct rng *g, uint64_t seed, enum stat_analysis analysis,
                           uint64_t replicate);
/* With replacement, below n. */
void stat_bootstrap_indices(struct rng *g, size_t n, size_t *out);
int64_t stat_draw_binomial(struct rng *g, int64_t n, double p);

/* Central percentiles; sorts values.  NaN values are left out; NaN without others. */
struct interval stat_percentile_interval(double *values, size_t n, double level);

#endif
