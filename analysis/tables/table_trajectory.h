/* table_trajectory.h - fast_1 by step and task, Best of Adaptation, the flat null. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_TRAJECTORY_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_TRAJECTORY_H

#include "analysis/tables/table_common.h"

struct table_trajectory_options {
    int64_t patience; /* early stop after so many falls; 0: never */
    bool shape;       /* one row a run */
    struct speed_rule rule;
    int64_t seed; /* Monte Carlo null */
};
#define STANDARD_trajectory .patience = 1, .rule = STANDARD_RULE

extern const struct table_kind table_trajectory;

#endif
