/*
 * fastp_samples.h - a run's samples against the baseline beside each candidate, a stored one, or
 * the speedups that its source claims.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_FASTP_SAMPLES_H
#define ROLLBOOK_ANALYSIS_TABLES_FASTP_SAMPLES_H

#include "analysis/from_store/load_stated.h"
#include "analysis/study/fastp.h"
#include "analysis/study/study.h"
#include "analysis/tables/table_common.h"

/* Of the input's runs. */
struct fastp_choice {
    const char *null_as; /* value of a null claim; NULL: unsaid */
    bool claims;         /* the source's speedups, where times are there as well */
    int step;
    int64_t sample;         /* -1: all */
    enum speed_value value; /* of the baseline beside candidates; others have no interval */
};
#define STANDARD_FASTP_CHOICE                                                                      \
    {                                                                                              \
        .sample = -1                                                                               \
    }
/* The struct has a member choice. */
#define FASTP_CHOICE_OPTIONS(type)                                                                 \
    OPTION(type, choice.null_as, "null-as", "WHAT",                                                \
           "a null among claimed speedups: 1.0, drop or fail"),                                    \
        OPTION(type, choice.claims, "claims", NULL,                                                \
               "speedups as the source states them, also where it gives times"),                   \
        OPTION(type, choice.step, "step", "STEP", "step of an adapting run: a number, boa or all", \
               TABLE_STEPS),                                                                       \
        OPTION(type, choice.sample, "sample", "N", "only this sample index; -1: all", .least = -1, \
               .most = INT32_MAX)

struct fastp_samples {
    struct fastp_input input;
    bool stored;    /* else the baseline beside candidates */
    bool claimed;   /* the source's, of some samples at least */
    bool is_stated; /* else: the source states speedups, which are not shown */
    enum claimed_null null_as;
    struct claimed_counts counts;
    struct baseline_table baseline;
    const char *baseline_name;
    const char *hardware;
};

/* The input's baseline, if any. */
int fastp_samples_select(const struct table_input *in, const struct fastp_choice *choice,
                         const struct study *s, size_t run, struct fastp_samples *out,
                         struct err *err);
/* What they are against, and what was left out. */
void fastp_samples_note(struct table *t, const struct study *s, size_t run,
                        const struct fastp_choice *choice, const struct fastp_samples *sel);

#endif
