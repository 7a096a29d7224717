/*
 * table_sharpening.h - trend of an adaptation, certainty against speed, forecasts for fixed
 * samples.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_SHARPENING_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_SHARPENING_H

#include "analysis/tables/table_common.h"

enum sharpening_part {
    SHARPENING_TREND,
    SHARPENING_PATIENCE,
    SHARPENING_PEAKS,
    SHARPENING_RHO,
    SHARPENING_FORECAST
};

enum sharpening_nll { SHARPENING_NLL_MEAN, SHARPENING_NLL_SUM };

struct table_sharpening_options {
    enum sharpening_part part;
    const char *scored; /* scored by "run score"; NULL: each run's own samples */
    enum sharpening_nll nll;
    struct speed_rule rule;
    struct table_resample resample;
};
#define STANDARD_sharpening .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_sharpening;

#endif
