/* table_equivalent_k.h - how many base samples the policy of the input's runs is worth. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_EQUIVALENT_K_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_EQUIVALENT_K_H

#include "analysis/tables/table_common.h"

struct table_equivalent_k_options {
    struct name_list base;
    int step; /* adapted one's: STEP_BOA or a number */
    struct speed_rule rule;
    bool fixed_tasks; /* resample rollouts only */
    struct table_resample resample;
};
#define STANDARD_equivalent_k .step = STEP_BOA, .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_equivalent_k;

#endif
