/* table_failures.h - outcomes of rollouts by group and step. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_FAILURES_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_FAILURES_H

#include "analysis/from_store/load_outcomes.h"
#include "analysis/tables/table_common.h"

struct table_failures_options {
    enum failure_group by;
    bool all_steps;
    double level;
};
#define STANDARD_failures .level = STANDARD_LEVEL

extern const struct table_kind table_failures;

#endif
