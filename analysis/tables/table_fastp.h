/*
 * table_fastp.h - how many problems are solved, and how fast.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_FASTP_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_FASTP_H

#include "analysis/tables/fastp_samples.h"
#include "analysis/tables/table_common.h"

struct table_fastp_options {
    const char *p;
    bool ge; /* >= p instead of > p */
    enum fastp_denominator denominator;
    bool pooled; /* share of all samples instead of the mean over problems */
    enum count_interval interval;
    const char *by; /* level, family, model, device; "all": one curve; NULL: a run */
    enum stat_resample_scheme scheme;
    struct fastp_choice choice;
    struct table_resample resample;
};
/* Thresholds are always given. */
#define STANDARD_fastp .choice = STANDARD_FASTP_CHOICE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_fastp;

#endif
