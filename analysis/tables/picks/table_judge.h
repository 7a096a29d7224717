/*
 * table_judge.h - does a judge see what the evaluator finds.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_JUDGE_H
#define ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_JUDGE_H

#include "analysis/tables/table_common.h"

enum judge_part { JUDGE_SCORES, JUDGE_CONFUSION, JUDGE_RANK, JUDGE_COUNTS };

struct table_judge_options {
    enum judge_part part;
    double cut;  /* stated yes is > cut, */
    bool cut_ge; /* or >= cut */
    int64_t n_bins;
    struct speed_rule rule;
    struct table_resample resample;
};
#define STANDARD_judge                                                                             \
    .cut = 0.5, .n_bins = 10, .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_judge;

#endif
