/*
 * table_calibration.h - do stated chances come true.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_CALIBRATION_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_CALIBRATION_H

#include "analysis/resample/stat_calibration.h"
#include "analysis/tables/table_common.h"

enum calibration_part { CALIBRATION_SCORES, CALIBRATION_BINS };
enum calibration_binning { BINNING_WIDTH, BINNING_SIZE };

struct table_calibration_options {
    const char *stated; /* token-mean, sequence, judge-..., extra:FIELD */
    double scale;       /* divides stated numbers */
    const char *event;  /* correct, compiled or fast */
    enum calibration_part part;
    int64_t n_bins;
    enum stat_edges edges;
    enum calibration_binning binning;
    struct speed_rule rule;
    struct table_resample resample;
};
#define STANDARD_calibration                                                                       \
    .stated = "token-mean", .scale = 1, .event = "correct", .n_bins = 10, .rule = STANDARD_RULE,   \
    .resample = STANDARD_RESAMPLE

extern const struct table_kind table_calibration;

#endif
