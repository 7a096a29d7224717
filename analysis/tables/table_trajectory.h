/*
 * table_trajectory.h - fast_1 by step and task, Best of Adaptation, the null of a flat trajectory.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_TRAJECTORY_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_TRAJECTORY_H

#include "analysis/tables/table_common.h"

struct table_trajectory_options {
    int64_t patience; /* early stop after so many falls in a row; 0: never */
    bool shape;       /* one row a run */
    struct speed_rule rule;
    int64_t seed; /* of the Monte Carlo null */
};
#define STANDARD_trajectory .patience = 1, .rule = STANDARD_RULE

extern const struct table_kind table_trajectory;

#endif
