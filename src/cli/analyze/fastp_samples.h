/*
 * fastp_samples.h - the samples of a run against what they are compared with: the baseline beside
 * each candidate, a stored one, or the speedups that its source claims.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_FASTP_SAMPLES_H
#define ROLLBOOK_CLI_ANALYZE_FASTP_SAMPLES_H

#include "analysis/load/load_claimed.h"
#include "analysis/study/baseline_table.h"
#include "analysis/study/fastp.h"
#include "src/cli/analyze/analyze_common.h"

#define FASTP_SAMPLE_OPTIONS                                                                       \
    { "null-as", 0, OPT_TEXT, "WHAT", NULL, "a null among claimed speedups: 1.0, drop or fail" },  \
        { "step", 0, OPT_TEXT, "STEP", "0", "step of an adapting run: a number, boa or all" },     \
    {                                                                                              \
        "sample", 0, OPT_INT, "N", "-1", "only this sample index; -1: all"                         \
    }

/* One run's samples, against what they are compared. */
struct fastp_samples {
    struct fastp_input input;
    bool stored;  /* a stored baseline, else the one beside each candidate */
    bool claimed; /* speedups as the source gives them, without runtimes */
    enum claimed_null null_as;
    size_t n_nulls; /* among the claims */
    struct baseline_table baseline;
    const char *baseline_name;
    const char *hardware;
};

/* By --baseline, --baseline-hardware, --null-as and --sample. */
int fastp_samples_select(struct cli *cli, const struct study *s, size_t run, int step,
                         struct fastp_samples *out, struct err *err);
/* What they are, against what, and what was left out. */
void fastp_samples_note(struct cli *cli, struct table *t, const struct study *s, size_t run,
                        int step, const struct fastp_samples *sel);

#endif
