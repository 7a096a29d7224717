/*
 * table_diversity.h - how many different kernels there are.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_DIVERSITY_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_DIVERSITY_H

#include "analysis/study/diversity.h"
#include "analysis/tables/table_common.h"

struct table_diversity_options {
    const char *level; /* of equal kernels: comma list, or all */
    enum diversity_of of;
    int64_t m; /* rarefied to; 0: smallest n of a task */
    bool mean;
    bool text; /* measures of texts too, of a group's first max_texts */
    int64_t max_texts;
};
#define STANDARD_diversity .level = "renamed", .max_texts = 64

extern const struct table_kind table_diversity;

#endif
