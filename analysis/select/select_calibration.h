/*
 * select_calibration.h - does surprisal say anything about speed: shares by surprisal quantile, and
 * correlations with the length held fixed.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_CALIBRATION_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_CALIBRATION_H

#include "analysis/select/select_pool.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_trend.h"

struct err;
struct select_options;

struct select_bin {
    size_t n; /* correct, timed samples with a log-prob */
    size_t n_fast;
    size_t n_tokens;    /* of known length */
    double fast;        /* NaN for an empty bin, as below */
    struct interval ci; /* select_task_interval, a sample for a cell */
    enum interval_kind interval;
    double mean_speedup;
    double geomean_speedup;
    double mean_surprisal; /* per token, nats */
    double mean_tokens;
};

/*
 * Bin 0 is the highest surprisal of correct samples; equal log-probs share a bin.  within:
 * quantiles of each (run, task), else of all.
 */
void select_calibrate(const struct select_pool *pool, bool within, const struct select_options *o,
                      size_t n_bins, struct arena *arena, struct select_bin *out);

struct select_correlation {
    size_t n;                               /* with log-prob and length */
    struct stat_correlation pooled;         /* rho(surprisal, speedup) */
    struct stat_correlation pooled_partial; /* tokens held fixed */
    struct stat_correlation tokens_speedup; /* rho(tokens, speedup), pooled */
    struct stat_correlation tokens_surprisal;
    struct stat_fisher within; /* a (run, task) over distinct kernels, by Fisher's z */
    struct stat_fisher within_partial;
};

/* ERR_NODATA below two such samples. */
int select_correlate(const struct select_pool *pool, double level, struct arena *arena,
                     struct select_correlation *out, struct err *err);

#endif
