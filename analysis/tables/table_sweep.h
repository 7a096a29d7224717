/*
 * table_sweep.h - a row a run or a model: compiled, correct, speedups with intervals.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_SWEEP_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_SWEEP_H

#include "analysis/tables/table_common.h"

enum sweep_by { SWEEP_BY_RUN, SWEEP_BY_MODEL };

struct table_sweep_options {
    struct speed_rule rule;
    enum sweep_by by;
    int step;
    struct table_resample resample;
};
#define STANDARD_sweep .rule = STANDARD_RULE, .step = STEP_ALL, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_sweep;

#endif
