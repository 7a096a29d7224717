/* table_common.h - what kinds of tables share: runs, fast samples, resampling, cells and notes. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_COMMON_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_COMMON_H

#include "analysis/stat/stat_crossed.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"
#include "analysis/tables/table_kind.h"
#include "src/base/parallel.h"
#include "src/table/table.h"

struct baseline_table;

#define TABLE_EXPLAIN_OPTION                                                                       \
    OPTION(struct table_input, explain, "explain", NULL,                                           \
           "add formula, reference, denominator, n and the SQL", .is_shared = true)
#define TABLE_RUNS_ROW(name, metavar, help)                                                        \
    OPTION(struct table_input, runs, name, metavar, help, .is_shared = true)
/* In the help's order: --run, --explain, --runs. */
#define TABLE_RUN_OPTIONS                                                                          \
    TABLE_RUNS_ROW("run", "NAME[,NAME]", "runs, by name (default: all)"), TABLE_EXPLAIN_OPTION,    \
        TABLE_RUNS_ROW("runs", "NAME,...", "the same as --run")
#define TABLE_RUNS_OPTIONS                                                                         \
    TABLE_RUNS_ROW("run", "NAME[,NAME]", "runs, by name (default: all)"),                          \
        TABLE_RUNS_ROW("runs", "NAME,...", "the same as --run")
#define TABLE_BASELINE_OPTIONS                                                                     \
    OPTION(struct table_input, baseline, "baseline", "NAME",                                       \
           "stored baseline to compare with, instead of the baseline measured in each "            \
           "evaluation",                                                                           \
           .is_shared = true),                                                                     \
        OPTION(struct table_input, baseline_hardware, "baseline-hardware", "TEXT",                 \
               "which hardware of the baseline, when it has several", .is_shared = true)

#define TABLE_CLASS_OPTION                                                                         \
    OPTION(struct table_input, precision_class, "class", "CLASS",                                  \
           "count as correct what is right at this precision class or a more precise one: fp32, "  \
           "tf32 or half; what has no class is not (default: all that is right)",                  \
           .choices = table_classes, .is_shared = true)
extern const char *const table_classes[]; /* NULL-ended, in the order of fact_class */

/* A step is a number or one of these. */
extern const char *const table_steps[]; /* NULL-ended */
#define TABLE_STEPS .choices = table_steps, .most = 1000000

/* The struct has a member rule. */
#define TABLE_RULE_OPTIONS(type)                                                                   \
    OPTION(type, rule.p, "threshold", "X", "a sample is fast when its speedup is above X"),        \
        OPTION(type, rule.ge, "ge", NULL, "count speedup >= threshold instead of >")
/* The rule may go by intervals. */
#define TABLE_RULE_VALUE_OPTION(type)                                                              \
    OPTION(type, rule.value, "rule", "WHAT",                                                       \
           "value compared with the threshold: mean (the speedup) or interval (the lower "         \
           "end of its interval)",                                                                 \
           .choices = speed_value_names)
#define STANDARD_RULE                                                                              \
    {                                                                                              \
        1.0, false, SPEED_MEAN                                                                     \
    }

struct table_resample {
    double level;
    int64_t replicates;
    int64_t seed;
    int64_t threads; /* 0: ROLLBOOK_THREADS, else one a core */
};
#define STANDARD_LEVEL 0.95
#define STANDARD_RESAMPLE                                                                          \
    {                                                                                              \
        .level = STANDARD_LEVEL, .replicates = 2000                                                \
    }
/* The struct has a member resample. */
#define TABLE_RESAMPLE_OPTIONS(type)                                                               \
    OPTION(type, resample.level, "confidence", "LEVEL", "level of intervals"),                     \
        OPTION(type, resample.replicates, "replicates", "N", "of resampling"),                     \
        OPTION(type, resample.seed, "resample-seed", "N", "of resampling"),                        \
        OPTION(type, resample.threads, "threads", "N",                                             \
               "of resampling (default: ROLLBOOK_THREADS, otherwise one per core); results do "    \
               "not depend on it",                                                                 \
               .has_no_default = true, .least = 1, .most = PARALLEL_MOST)

struct resampling {
    double level;
    int replicates;
    uint64_t seed;
    int threads; /* 0: one a core */
};
int tables_resampling(const struct table_resample *o, struct resampling *out, struct err *err);
int tables_check_level(double level, struct err *err);

enum count_interval { COUNT_WILSON, COUNT_CLOPPER_PEARSON, COUNT_JEFFREYS };
extern const char *const count_interval_names[]; /* NULL-ended */
enum interval_kind tables_interval(enum count_interval interval);

/* The input's; or all that have a scored rollout, with a remark about the others. */
int tables_scored_names(const struct table_input *in, const char *const **out, size_t *out_count,
                        struct err *err);
/* The input's, or all. */
int tables_names(const struct table_input *in, const char *const **out, size_t *out_count,
                 struct err *err);
/* Speedups as measured; loaded runs are reused.  Of what trains its held tasks (study_keep_held).
 */
int tables_load(const struct table_input *in, const char *const *names, size_t n,
                const struct study **out, struct err *err);
/* Against the input's baseline, if any. */
int tables_load_against(const struct table_input *in, const char *const *names, size_t n,
                        const struct study **out, struct err *err);
/* The same of tables_scored_names. */
int tables_study(const struct table_input *in, const struct study **out, struct err *err);
int tables_study_against(const struct table_input *in, const struct study **out, struct err *err);
/* Without runs whose correct samples have no speedup, with a remark; ERR_NODATA when none is left.
 */
int tables_study_judged(const struct table_input *in, const struct study **out, struct err *err);
/* The same, of which one run's rollouts at a time may be there (study_see). */
int tables_load_against_by_run(const struct table_input *in, const char *const *names, size_t n,
                               const struct study **out, struct err *err);
int tables_study_timed_by_run(const struct table_input *in, const struct study **out,
                              struct err *err);
int tables_study_against_by_run(const struct table_input *in, const struct study **out,
                                struct err *err);
int tables_study_judged_by_run(const struct table_input *in, const struct study **out,
                               struct err *err);
/* With the tasks that are learned from; of tables_names, or of tables_scored_names. */
int tables_study_whole(const struct table_input *in, bool against, bool scored,
                       const struct study **out, struct err *err);

struct run_set tables_all_runs(const struct study *s, struct arena *arena);
struct run_set tables_one_run(const struct study *s, size_t run, struct arena *arena);
/* A correct sample has a runtime. */
bool tables_has_runtimes(const struct study *s, size_t run);
bool tables_has_speedups(const struct study *s, size_t run);
/* ERR_NODATA when correct samples have no speedup. */
int tables_need_speedups(const struct study *s, size_t run, struct err *err);
int tables_need_all_speedups(const struct study *s, struct err *err);
/*
 * After err said that the samples of one of several runs have no speedups: a remark instead, and
 * true; with the last run false unless the table has rows.
 */
bool tables_goes_on(const struct table_input *in, const struct study *s, size_t run,
                    const struct table *t, struct err *err);
/*
 * Takes the runs that cannot be judged out of the sets, with a remark that names them; paired: with
 * those of the same seed in the other sets, when a set had several runs.  ERR_NODATA when a set
 * would be empty.
 */
int tables_leave_unjudged(const struct table_input *in, struct run_set *sets, size_t n_sets,
                          bool paired, struct err *err);

/*
 * Of --step; with Best of Adaptation those that did not choose, and in_sample those that did, else
 * NULL.
 */
struct step_samples {
    const struct study *study;
    int step;
    const size_t *from; /* indices in the whole study; NULL: the same */
    const struct study *in_sample;
    const size_t *in_sample_from;
};
int tables_at_step(const struct study *s, int step, struct speed_rule rule, struct arena *arena,
                   struct step_samples *out, struct err *err);
/* ERR_NODATA: step is boa and an adapting run has no samples to hold out. */
int tables_need_halves(const struct study *s, size_t run, int step, struct err *err);
/* Names the column of the in-sample value, which is too high. */
void tables_note_in_sample(struct table *t, int step, const char *column);

/* Of a comma list, in the arena; ERR_USAGE names the option. */
int tables_numbers(const char *option, const char *text, struct arena *arena, double **out,
                   size_t *out_count, struct err *err);
const char *tables_step_text(int step, struct arena *arena);
struct cell tables_real(struct table *t, double v, const char *reason);
/* ci_low, ci_high and the interval's name; returns the next cell. */
struct cell *tables_put_interval(struct table *t, struct cell *cells, struct interval ci,
                                 enum interval_kind kind, const char *reason);
/* What was left out, and what makes steps of a run, or runs, differ beside the policy. */
void tables_note_runs(struct table *t, const struct study *s);
/* The same of a study by run. */
int tables_note_runs_seen(struct table *t, const struct study *s, struct err *err);
/* Of runs whose steps sample different tasks; a part of the above. */
void tables_note_steps(struct table *t, const struct study *s);
/* Of runs that sampled different tasks, for tables that do not cut them to the common ones. */
void tables_note_tasks(struct table *t, const struct study *s);
void tables_note_rule(struct table *t, struct speed_rule rule);
/* In words, where a rule goes by intervals and a run has none. */
int tables_need_intervals(const struct study *s, struct speed_rule rule, struct err *err);
/* For intervals that stat_interval_undecided widens. */
void tables_note_undecided(struct table *t, size_t n_tasks, double level);
/* Of a group whose runs are too few to speak of others, or differ as a whole. */
void tables_note_new_runs(struct table *t, const char *who, const struct stat_runs *r);
/* Of differences that few tasks make: Student's t, sign flips and ranks want about symmetric ones.
 */
void tables_note_skewed(struct table *t, const char *what, double skewness, size_t n_tasks);
/* For an interval over fewer than STAT_FEW_TASKS tasks. */
void tables_note_few(struct table *t, size_t n_tasks);
void tables_note_hardware(struct table *t, const struct baseline_table *b,
                          const struct study_run *r);

#endif
