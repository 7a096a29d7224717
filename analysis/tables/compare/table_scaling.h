/* table_scaling.h - pass@K, fast_1@K and the expected best of K. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_SCALING_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_SCALING_H

#include "analysis/tables/table_common.h"

struct table_scaling_options {
    const char *k; /* comma list; NULL: powers of two up to n */
    int step;
    struct speed_rule rule;
    double quantile;
    bool new_tasks; /* for tasks like these */
    bool by_method; /* runs that are alike but for their seed in one row */
    struct table_resample resample;
};
#define STANDARD_scaling .rule = STANDARD_RULE, .quantile = 0.5, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_scaling;

#endif
