/*
 * report_sections.h - what plans are written with: columns, the sections that several reports
 * share, and the plans that have a file of their own.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_SECTIONS_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_SECTIONS_H

#include "reports/report/report_job.h"

/* Columns of a part: as the command gives them, with another heading, with so many decimals, as
 * percent, and from the lower end in n to the upper one in `high`. */
#define COLUMN(n)                                                                                  \
    {                                                                                              \
        .name = (n)                                                                                \
    }
#define COLUMN_AS(n, h)                                                                            \
    {                                                                                              \
        .name = (n), .heading = (h)                                                                \
    }
#define REAL(n, d)                                                                                 \
    {                                                                                              \
        .name = (n), .decimals = (d)                                                               \
    }
#define REAL_AS(n, h, d)                                                                           \
    {                                                                                              \
        .name = (n), .heading = (h), .decimals = (d)                                               \
    }
#define PERCENT_AS(n, h, d)                                                                        \
    {                                                                                              \
        .name = (n), .heading = (h), .style = SHOW_PERCENT, .decimals = (d)                        \
    }
#define BOUNDS(n, h, upper)                                                                        \
    {                                                                                              \
        .name = (n), .heading = (h), .style = SHOW_INTERVAL, .high = (upper)                       \
    }
#define PERCENT_BOUNDS(n, h, upper)                                                                \
    {                                                                                              \
        .name = (n), .heading = (h), .style = SHOW_PERCENT_INTERVAL, .high = (upper)               \
    }

extern const struct report_section section_runs;
extern const struct report_section section_sweep;     /* by run, by model */
extern const struct report_section section_fast_p;    /* over the speedup threshold */
extern const struct report_section section_scaling;   /* over K */
extern const struct report_section section_turns;     /* last turn, best so far */
extern const struct report_section section_selection; /* against random choice */
extern const struct report_section section_surprisal; /* log-probs against speed */
extern const struct report_section section_trajectory;
extern const struct report_section section_training;
extern const struct report_section section_sharpening;
extern const struct report_section section_diversity;
extern const struct report_section section_tasks; /* by task and step */
extern const struct report_section section_failures;
extern const struct report_section section_cost;
extern const struct report_section section_timing;
extern const struct report_section section_hardware;
extern const struct report_section section_audit;
extern const struct report_section section_checks;
extern const struct report_section section_versus; /* of two strategies, the second adapting */
/* Of the report's one task. */
extern const struct report_section section_task_failures;
extern const struct report_section section_task_timing;
/* Of one run, if it has such rows. */
extern const struct report_section section_requests; /* to servers, and through a proxy */
extern const struct report_section section_conversations;
extern const struct report_section section_scores; /* log-probs under other checkpoints */
extern const struct report_section section_judges;
extern const struct report_section section_clocks;
extern const struct report_section section_profiles;

/* by is run or task. */
#define REPORT_TALLY_COLUMNS                                                                       \
    { .name = "rollouts" }, { .name = "compiled" }, { .name = "correct" }, { .name = "faster" },   \
        { .name = "best_speedup", .decimals = 2 },                                                 \
    {                                                                                              \
        .name = "median_speedup", .decimals = 3                                                    \
    }
#define REPORT_TALLY                                                                               \
    "Counts of rollouts, all steps. faster: correct with speedup > 1 (strict); "                   \
    "speedups over correct, timed rollouts."

/* report_task.c */
/* Parts whose source names a query about the subject: its row as names and values, missing ones
 * left out; the rollout of its first row, with timing, evidence, code. */
void job_draw_record(struct report_job *j, const struct report_part *p);
void job_draw_kernel(struct report_job *j, const struct report_part *p);
/* NULL: none. */
const char *job_code(struct report_job *j, int64_t rollout_id);

/* by is run or task. */
#define REPORT_KERNEL_COLUMNS(by)                                                                  \
    { .name = "rollout_id", .heading = "rollout" }, { .name = (by) }, { .name = "step" },          \
        { .name = "turn" }, { .name = "sample" }, { .name = "speedup", .decimals = 3 },            \
    {                                                                                              \
        .name = "runtime_us", .heading = "us"                                                      \
    }
#define REPORT_KERNEL_HASH                                                                         \
    {                                                                                              \
        .name = "code_sha256", .heading = "sha256 of the code", .style = SHOW_HASH                 \
    }

/* Plans with a file of their own. */
extern const struct report_plan plan_ttt_vs_bon;
extern const struct report_plan plan_task;
extern const struct report_plan plan_run;
extern const struct report_plan plan_diff;

#endif
