/*
 * table_completions.h - perplexity and surprising tokens, a rollout a row.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_COMPLETIONS_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_COMPLETIONS_H

#include "analysis/tables/table_common.h"

struct table_completions_options {
    double below; /* tokens with a log-prob below this are counted */
};
#define STANDARD_completions .below = -1

extern const struct table_kind table_completions;

#endif
