/* table_completions.h - perplexity and surprising tokens by rollout. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_COMPLETIONS_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_COMPLETIONS_H

#include "analysis/tables/table_common.h"

struct table_completions_options {
    double below; /* counts tokens with a lower log-prob */
};
#define STANDARD_completions .below = -1

extern const struct table_kind table_completions;

#endif
