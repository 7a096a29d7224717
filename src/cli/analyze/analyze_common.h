/*
 * analyze_common.h - what the analyze commands share: which runs, which step, which threshold.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_ANALYZE_COMMON_H
#define ROLLBOOK_CLI_ANALYZE_ANALYZE_COMMON_H

#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"
#include "analysis/tables/table_common.h"
#include "src/cli/analyze_explain.h"
#include "src/cli/command.h"

struct baseline_table;

#define ANALYZE_RUN_OPTIONS                                                                        \
    { "run", 0, OPT_LIST, "NAME[,NAME]", NULL, "runs, by name (default: all)" },                   \
        ANALYZE_EXPLAIN_OPTION,                                                                    \
    {                                                                                              \
        "runs", 0, OPT_LIST, "NAME,...", NULL, "the same as --run"                                 \
    }
#define ANALYZE_BASELINE_OPTIONS                                                                   \
    { "baseline",                                                                                  \
      0,                                                                                           \
      OPT_TEXT,                                                                                    \
      "NAME",                                                                                      \
      NULL,                                                                                        \
      "stored baseline to compare with instead of the one measured beside each candidate" },       \
    {                                                                                              \
        "baseline-hardware", 0, OPT_TEXT, "TEXT", NULL,                                            \
            "which hardware of the baseline, when it has several"                                  \
    }
#define ANALYZE_RULE_OPTIONS                                                                       \
    { "threshold", 0, OPT_REAL, "X", "1", "a sample is fast when its speedup is above X" },        \
    {                                                                                              \
        "ge", 0, OPT_FLAG, NULL, NULL, "count speedup >= threshold instead of >"                   \
    }
#define ANALYZE_RESAMPLE_OPTIONS                                                                   \
    { "confidence", 0, OPT_REAL, "LEVEL", "0.95", "level of intervals" },                          \
        { "replicates", 0, OPT_INT, "N", "2000", "of resampling" },                                \
        { "resample-seed", 0, OPT_INT, "N", "0", "of resampling" },                                \
    {                                                                                              \
        "threads", 0, OPT_INT, "N", NULL,                                                          \
            "of resampling, else ROLLBOOK_THREADS, else one a core; results are the same"          \
    }

/* Options of resampling, checked. */
struct analyze_resample {
    double level;
    int replicates;
    uint64_t seed;
    int threads; /* 0: one a core */
};

/* Names of a comma list; ERR_USAGE for an empty item. */
int analyze_names(struct cli *cli, const char *option, const char *const **out, size_t *out_count,
                  struct err *err);
/* Names given by --run or --runs, none twice. */
int analyze_run_names(struct cli *cli, const char *const **out, size_t *out_count, struct err *err);
/* The same; all runs of the database when neither is given. */
int analyze_run_names_or_all(struct cli *cli, const char *const **out, size_t *out_count,
                             struct err *err);
/* The runs of --run or --runs. */
int analyze_load(struct cli *cli, struct study *out, struct err *err);
/* These runs; those that a report has loaded already are not loaded again. */
int analyze_load_named(struct cli *cli, const char *const *names, size_t n, struct study *out,
                       struct err *err);
/* Speedups against --baseline, when it is given. */
int analyze_rebase(struct cli *cli, struct study *s, struct err *err);
/* Numbers of a comma list in the arena. */
int analyze_numbers(struct cli *cli, const char *option, double **out, size_t *out_count,
                    struct err *err);
/* "boa", "all" or a number. */
int analyze_step(struct cli *cli, int *out, struct err *err);
/* tables_step_text and run sets in the arena of the command. */
#define analyze_step_text(cli, step) tables_step_text((step), (cli)->arena)
#define analyze_all_runs(cli, s)     tables_all_runs((s), (cli)->arena)
#define analyze_one_run(cli, s, run) tables_one_run((s), (run), (cli)->arena)
struct speed_rule analyze_rule(const struct cli *cli);
int analyze_resample(const struct cli *cli, struct analyze_resample *out, struct err *err);

#endif
