/*
 * table_compare.h - two groups of runs, paired by task and seed.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_COMPARE_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_COMPARE_H

#include "analysis/compare/compare_groups.h"
#include "analysis/tables/table_common.h"

enum compare_part {
    COMPARE_TESTS,
    COMPARE_TRANSFER,
    COMPARE_METHODS,
    COMPARE_CURVES,
    COMPARE_SOLVED,
    COMPARE_SENSITIVITY
};
enum compare_adjust { ADJUST_HOLM, ADJUST_BH, ADJUST_MAX_T };

struct table_compare_options {
    struct table_names a, b; /* runs of the groups; none: by the strategies of the input's runs */
    bool by_order; /* of two runs the first is A and the second B; not on a command line */
    struct speed_rule rule;
    enum compare_adjust adjust;
    enum compare_part part;
    /* Of COMPARE_TRANSFER, one of them: how tasks fall into subsets. */
    const char *by;      /* "level" or "family" */
    const char *split;   /* train and eval of a split */
    const char *subsets; /* "one=4,5,l2/7;two=12,14" */
    /* Of the parts from COMPARE_METHODS on. */
    const char *methods; /* "base=bon-42,bon-43,ttt=ttt-42"; NULL: runs alike but for their seed */
    enum compare_estimand estimand; /* the primary one */
    int64_t budget;                 /* rollouts a (task, run); 0: what the smallest has */
    struct table_resample resample;
};
#define STANDARD_compare .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_compare;

#endif
