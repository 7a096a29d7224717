/*
 * stat_calibration.h - do stated probabilities come true: reliability bins and proper scores.
 *
 * Bins of equal width are (low, high], the first with 0; bins of equal size go by mid-rank, so that
 * equal confidences share one.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_CALIBRATION_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_rank.h"

struct stat_forecast {
    double confidence; /* in [0, 1] */
    bool event;
    size_t cluster; /* task; intervals redraw it */
};

enum stat_edges {
    STAT_EDGES_HIGH,     /* (low, high], the first with 0 */
    STAT_EDGES_LOW,      /* [low, high), the last with 1 */
    STAT_EDGES_HIGH_ONLY /* (low, high]: 0 is in no bin and adds nothing to ECE, as much code has it
                          */
};

struct stat_calibration_options {
    size_t n_bins;
    enum stat_edges edges; /* of equal width */
    bool by_size;          /* equal size, not width */
    double level;
    int replicates; /* 0: 2000 */
    uint64_t seed;
};

struct stat_calibration_bin {
    double low; /* edge; of equal size the least value, high the largest */
    double high;
    size_t n;
    size_t n_event;
    double mean_confidence; /* NaN for an empty bin, as the rest */
    double rate;
    struct interval ci; /* Wilson */
};

/* Percentile interval over redrawn clusters; for means of fewer than STAT_FEW_TASKS Student's t
 * over them.  NaN below two clusters. */
struct stat_score {
    double value;
    struct interval ci;
};

struct stat_calibration {
    size_t n;
    size_t n_event;
    size_t n_clusters;
    double mean_confidence; /* all NaN for n = 0 */
    double rate;
    struct stat_score ece; /* sum over bins of n_b / n |mean confidence - rate|; its interval is
                              always above 0, so it is NaN unless ece_p is below 1 - level */
    double ece_expected;   /* its mean were every confidence true */
    double ece_p;          /* share of such draws that reach the ECE, (hits + 1) / (draws + 1) */
    int ece_draws;
    double mce;              /* largest gap */
    struct stat_score brier; /* mean (confidence - event)^2 */
    double reliability;      /* Murphy: brier = reliability - resolution + uncertainty, but for the
                                spread within bins */
    double resolution;
    double uncertainty;
    double skill;               /* 1 - brier / uncertainty; NaN when all or none happened */
    struct stat_score log_loss; /* mean -ln p(event), confidences kept 1e-15 from 0 and 1 */
    struct stat_score gap;      /* mean confidence - rate */
    double auroc; /* P(confidence of an event > of a non-event), ties half; NaN as skill */
    struct interval auroc_ci; /* redraws without both kinds are left out */
    double auroc_p;           /* Mann-Whitney, two-sided; NaN where a cluster has several samples */
    enum stat_engine auroc_engine;
};

/* bins has n_bins places. */
struct stat_calibration stat_calibrate(const struct stat_forecast *x, size_t n,
                                       const struct stat_calibration_options *o,
                                       struct stat_calibration_bin *bins);

#endif
