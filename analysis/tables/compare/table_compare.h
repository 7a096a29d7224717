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
    struct name_list a, b; /* none: strategies of the input's runs */
    bool by_order;         /* the first run is A; not on a command line */
    struct speed_rule rule;
    enum compare_adjust adjust;
    enum compare_part part;
    /* For COMPARE_TRANSFER, one of: */
    const char *by;      /* "level" or "family" */
    const char *split;   /* its train and eval */
    const char *subsets; /* "one=4,5,l2/7;two=12,14" */
    /* For parts from COMPARE_METHODS on. */
    const char *methods; /* "base=bon-42,bon-43,ttt=ttt-42"; NULL: runs alike but for their seed */
    enum compare_estimand estimand; /* the primary one */
    int64_t budget;                 /* rollouts a (task, run); 0: the smallest */
    struct table_resample resample;
};
#define STANDARD_compare .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_compare;

#endif
