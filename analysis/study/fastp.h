/*
 * fastp.h - fast_p: the share of problems solved correctly with a speedup over p.
 *
 * The mean over problems of the share of fast samples; or, pooled, the share of all samples.  With
 * one sample a problem both are count / n, and intervals of a count apply.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_FASTP_H
#define ROLLBOOK_ANALYSIS_STUDY_FASTP_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_crossed.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct baseline_table;

enum fastp_denominator {
    FASTP_ALL, /* all of the benchmark; absent ones fail */
    FASTP_ATTEMPTED,
    FASTP_COMPILED,
    FASTP_CORRECT
};

struct fastp_sample {
    uint32_t problem; /* 0 .. n_problems - 1 */
    uint16_t run;     /* 0 .. n_runs - 1 */
    bool compiled : 1;
    bool correct : 1;
    bool has_interval : 1;
    bool in_noise : 1;  /* 1 is in the interval */
    bool timed_out : 1; /* a failure that might have been fast */
    double speedup;     /* held against p by the rule; NaN: unknown */
};

struct fastp_problem {
    int level;
    int problem_id;
    const char *family; /* "": unknown */
    int64_t n_missing;  /* without a verdict, or asked for and never drawn */
};

/* Which samples of a run count: study.h has the steps; sample -1: all. */
struct fastp_of {
    int step, sample;
    struct speed_rule boa_rule;
};

struct fastp_input {
    size_t n_samples;
    const struct fastp_sample *samples;
    size_t n_problems; /* of the benchmark, sampled or not */
    size_t n_runs;     /* taken together, up to 65,535; 0 is 1 */
    bool *present;     /* [problem]: has a sample */
    size_t n_absent;
    size_t n_undrawn;    /* tasks that the step of a run that adapts did not draw from, left out */
    size_t n_untimed;    /* correct, but without a speedup: fast at no p */
    size_t n_foreign;    /* samples outside of the baseline, not counted */
    size_t n_intervals;  /* samples with one; 0 against a stored baseline */
    size_t n_unmeasured; /* unmeasured in the baseline, not counted */
    const struct fastp_problem *problems; /* NULL: unknown */
};

struct fastp_options {
    const double *p;
    size_t n_p;
    bool ge;
    enum fastp_denominator denominator;
    enum interval_kind interval; /* Wilson or Clopper-Pearson */
    double level;                /* 0.95 */
    int replicates;              /* 0: 2000 */
    bool no_bootstrap;           /* no interval where one would be needed */
    uint64_t seed;
    enum stat_resample_scheme scheme;
    int threads; /* 0: one a core */
    bool pooled; /* by sample, not by problem; the bootstrap redraws whole problems */
};

/*
 * The value if all that is missing had failed, or had been fast and the timeouts and what is right
 * without a speedup as well; a problem without a sample counts as one missing rollout at least. NaN
 * for denominators that depend on the verdict, and without problems.
 */
struct fastp_bounds {
    double if_failed;
    double if_fast;
    int64_t n_missing;
    int64_t n_timeouts;
};

struct fastp_point {
    double p;
    int64_t count;
    int64_t count_in_noise; /* whose interval holds 1 */
    int64_t n; /* samples; an absent problem adds as many as others have, or one when they differ */
    size_t n_problems;
    double value;       /* NaN for n_problems 0 */
    struct interval ci; /* hierarchical and crossed: for new runs too, where runs share problems */
    struct stat_runs runs;       /* then what runs add; spread NaN: ci is for these runs */
    enum interval_kind interval; /* as asked with one sample a problem, or where none or all are
                                    fast and the scheme redraws samples alone; else
                                    INTERVAL_BOOTSTRAP, no narrower than INTERVAL_STUDENT over
                                    problems, which stands below STAT_FEW_TASKS and where none or
                                    all are fast; INTERVAL_NONE when undefined */
    struct fastp_bounds bounds;
};

const char *fastp_denominator_name(enum fastp_denominator d);
extern const char *const fastp_denominator_names[]; /* by the enum, NULL-ended */

/* One point a p, in the arena. */
struct fastp_point *fastp_curve(const struct fastp_input *in, const struct fastp_options *o,
                                struct arena *arena);

/*
 * Against the baseline beside each candidate; problems are the planned tasks.  step: study.h, but
 * samples with odd numbers choose STEP_BOA for those with even ones and vice versa; sample < 0:
 * all.
 */
void fastp_from_set(const struct fastp_of *of, const struct run_set *set, enum speed_value value,
                    struct arena *arena, struct fastp_input *out);

/* speedup = stored baseline / runtime by task; problems are the baseline's. */
void fastp_from_baseline(const struct fastp_of *of, const struct run_set *set,
                         const struct baseline_table *b, struct arena *arena,
                         struct fastp_input *out);

/* Over samples: tasks with more weigh more. */
struct fastp_summary {
    size_t n_problems;
    size_t n_attempted;
    size_t n_compiled;
    size_t n_correct;
    size_t n_timed; /* correct with a speedup; the rest is over these */
    double geomean; /* NaN for n_timed 0 */
    double median;
    double mean;
    double min;
    double p25; /* quantiles of R's type 7 */
    double p75;
    double max;
    size_t n_fast_1;
    size_t n_fast_in_noise; /* whose interval holds 1 */
};
struct fastp_summary fastp_summarise(const struct fastp_input *in, struct arena *arena);

/* Problems with keep[problem]; foreign and unmeasured counts are 0 in the part. */
void fastp_subset(const struct fastp_input *in, const bool *keep, struct arena *arena,
                  struct fastp_input *out);

/* Over the union of problems, which are one when level and problem id agree; every input names
 * them. */
void fastp_join(const struct fastp_input *const *in, size_t n_in, struct arena *arena,
                struct fastp_input *out);

#endif
