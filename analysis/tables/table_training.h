/*
 * table_training.h - series over the steps of adapting runs.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_TRAINING_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_TRAINING_H

#include "analysis/tables/table_common.h"

struct table_training_options {
    struct speed_rule rule;
    const char *metric; /* only this one; NULL: all */
    double smooth;      /* weight of the past, 0: none */
    bool texts;         /* read the candidates' texts as well, for the lazy ones */
};
#define STANDARD_training .rule = STANDARD_RULE, .smooth = 0.6

extern const struct table_kind table_training;

#endif
