/*
 * fastp.h - fast_p: the share of problems solved correctly with a speedup over p.
 *
 * Per problem the share of its samples that are fast, then the mean over problems; or, when asked
 * for, the share of all samples.  With one sample a problem both are count / n, and the intervals
 * for a count apply.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_FASTP_H
#define ROLLBOOK_ANALYSIS_STUDY_FASTP_H

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct baseline_table;

enum fastp_denominator {
    FASTP_ALL,       /* every problem of the benchmark; absent ones are failures */
    FASTP_ATTEMPTED, /* problems with a sample */
    FASTP_COMPILED,  /* samples that compiled */
    FASTP_CORRECT    /* samples that are correct */
};

struct fastp_sample {
    uint32_t problem; /* 0 .. n_problems - 1 */
    uint16_t run;     /* 0 .. n_runs - 1 */
    bool compiled : 1;
    bool correct : 1;
    bool has_interval : 1;
    bool in_noise : 1; /* 1 is in its interval */
    double speedup;    /* what the rule holds against p; NaN when unknown */
};

struct fastp_problem {
    int level;
    int problem_id;
    const char *family; /* "" when unknown */
};

struct fastp_input {
    size_t n_samples;
    const struct fastp_sample *samples;
    size_t n_problems;   /* of the benchmark: samples may leave some without any */
    size_t n_runs;       /* whose samples are taken together, to 65,535; 0 is read as 1 */
    size_t n_absent;     /* problems without a sample */
    size_t n_untimed;    /* correct samples without a speedup: fast at no p */
    size_t n_foreign;    /* samples of problems that the baseline lacks: not in samples */
    size_t n_intervals;  /* samples with an interval; 0 against a stored baseline */
    size_t n_unmeasured; /* problems whose baseline was not measured: not in problems */
    const struct fastp_problem *problems; /* NULL when the source does not say */
};

struct fastp_options {
    const double *p;
    size_t n_p;
    bool ge;
    enum fastp_denominator denominator;
    enum interval_kind interval; /* Wilson or Clopper-Pearson */
    double level;                /* 0.95 */
    int replicates;              /* of the bootstrap; 0 means 2000 */
    bool no_bootstrap;           /* no intervals where they would need one */
    uint64_t seed;
    enum stat_resample_scheme scheme; /* of the bootstrap */
    int threads;                      /* 0: one a core */
    bool pooled; /* all samples weigh the same, instead of all problems; the bootstrap redraws whole
                    problems */
};

struct fastp_point {
    double p;
    int64_t count;          /* fast samples */
    int64_t count_in_noise; /* of them with an interval that holds 1 */
    int64_t n; /* samples in the denominator; an absent problem adds as many as the others have,
                  or one when they differ */
    size_t n_problems; /* that the mean is taken over */
    double value;      /* NaN when n_problems is 0 */
    struct interval ci;
    enum interval_kind interval; /* as asked with one sample a problem, and where none or all are
                                    fast (of the problems, or of the samples of a scheme that
                                    redraws samples alone); else
                                    INTERVAL_BOOTSTRAP by the scheme, INTERVAL_STUDENT over problems
                                    below STAT_FEW_TASKS of them; INTERVAL_NONE when undefined */
};

const char *fastp_denominator_name(enum fastp_denominator d);
extern const char *const fastp_denominator_names[]; /* by the enum, NULL-ended */

/* One point for each p, in the arena. */
struct fastp_point *fastp_curve(const struct fastp_input *in, const struct fastp_options *o,
                                struct arena *arena);

/*
 * Samples of some runs against the baseline measured beside each candidate.  Problems are the
 * planned tasks of the runs.  step as in study.h, but that STEP_BOA is chosen by the samples with
 * odd numbers for those with even ones, and the other way round; sample < 0 means all.
 */
void fastp_from_set(const struct run_set *set, int step, int sample, struct speed_rule boa_rule,
                    enum speed_value value, struct arena *arena, struct fastp_input *out);

/* Against a stored baseline: speedup = baseline / runtime by task; problems are its entries. */
void fastp_from_baseline(const struct run_set *set, const struct baseline_table *b, int step,
                         int sample, struct speed_rule boa_rule, struct arena *arena,
                         struct fastp_input *out);

/* How often and how much faster: over samples, so tasks with more of them weigh more. */
struct fastp_summary {
    size_t n_problems;
    size_t n_attempted; /* samples */
    size_t n_compiled;
    size_t n_correct;
    size_t n_timed; /* correct with a speedup: what follows is over these */
    double geomean; /* NaN when n_timed is 0 */
    double median;
    double mean;
    double min;
    double p25; /* quantiles as R's type 7 */
    double p75;
    double max;
    size_t n_fast_1;        /* with a speedup above 1 */
    size_t n_fast_in_noise; /* of them, whose interval holds 1 */
};
struct fastp_summary fastp_summarise(const struct fastp_input *in, struct arena *arena);

#endif
