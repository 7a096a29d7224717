/*
 * table_turns.h - conversations by turn: last turn against best over turns.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_TURNS_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_TURNS_H

#include "analysis/study/fastp.h"
#include "analysis/tables/table_common.h"

struct table_turns_options {
    const char *p; /* comma list of speedups, beside correctness */
    bool ge;       /* >= p instead of > p */
    enum fastp_denominator denominator;
    enum count_interval interval;
    int step;
    struct table_resample resample;
};
#define STANDARD_turns                                                                             \
    .denominator = FASTP_ATTEMPTED, .step = STEP_ALL, .resample = STANDARD_RESAMPLE, .p = "1,1.2"

extern const struct table_kind table_turns;

#endif
