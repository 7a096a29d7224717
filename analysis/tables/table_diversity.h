/*
 * table_diversity.h - how many different kernels there are.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_DIVERSITY_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_DIVERSITY_H

#include "analysis/study/diversity_groups.h"
#include "analysis/tables/table_common.h"

struct table_diversity_options {
    const char *level; /* when kernels are the same: names between commas, or all */
    enum diversity_of of;
    int64_t m; /* samples to rarefy to; 0: the smallest n of any task */
    bool mean; /* only the means over tasks */
    bool text; /* the measures of texts as well, over the first max_texts of a group */
    int64_t max_texts;
};
#define STANDARD_diversity .level = "renamed", .max_texts = 64

extern const struct table_kind table_diversity;

#endif
