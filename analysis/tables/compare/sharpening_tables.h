/* sharpening_tables.h - the tables of table_sharpening.h. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_SHARPENING_TABLES_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_SHARPENING_TABLES_H

#include "analysis/tables/table_common.h"

struct sharpening {
    const struct study *s;
    struct resampling resample;
    struct speed_rule rule;
    bool mean_nll;
    size_t n_adapted; /* runs before the fixed samples' */
    bool has_scored;
    size_t scored; /* of the fixed samples */
};

extern const struct table_shape sharpening_trend_shape, sharpening_patience_shape,
    sharpening_peaks_shape, sharpening_rho_shape, sharpening_forecast_shape;

/* A run's own trajectory: */
int sharpening_fill_trend(const struct table_input *in, const struct sharpening *x, struct table *t,
                          struct err *err);
int sharpening_fill_patience(const struct table_input *in, const struct sharpening *x,
                             struct table *t, struct err *err);
int sharpening_fill_peaks(const struct table_input *in, const struct sharpening *x, struct table *t,
                          struct err *err);
int sharpening_fill_rho(const struct table_input *in, const struct sharpening *x, struct table *t,
                        struct err *err);
int sharpening_fill_forecast(const struct table_input *in, const struct sharpening *x,
                             struct table *t, struct err *err);

#endif
