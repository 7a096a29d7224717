/*
 * table_compare.h - two groups of runs, paired by task and seed.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_COMPARE_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_COMPARE_H

#include "analysis/tables/compare/compare_parts.h"

extern const struct table_kind table_compare;

#endif
