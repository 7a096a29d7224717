/*
 * table_summary.h - samples compiled, correct and timed, and their speedups.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_SUMMARY_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_SUMMARY_H

#include "analysis/tables/fastp_samples.h"
#include "analysis/tables/table_common.h"

struct table_summary_options {
    struct fastp_choice choice;
};
#define STANDARD_summary .choice = STANDARD_FASTP_CHOICE

extern const struct table_kind table_summary;

#endif
