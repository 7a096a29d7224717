/*
 * table_cost.h - rollouts, tokens, seconds, and dollars under a price file.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_COST_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_COST_H

#include "analysis/tables/table_common.h"

struct table_cost_options {
    const char *prices; /* JSON file; NULL: no dollars */
    bool by_step;
};
#define STANDARD_cost .prices = NULL

extern const struct table_kind table_cost;

#endif
