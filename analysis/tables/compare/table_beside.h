/*
 * table_beside.h - a right kernel beside a wrong one of the same task, line by line.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_BESIDE_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_BESIDE_H

#include "analysis/tables/table_common.h"

struct table_beside_options {
    const char *task; /* "l1/4" */
    bool all;         /* with common lines */
};
#define STANDARD_beside .task = NULL

extern const struct table_kind table_beside;

#endif
