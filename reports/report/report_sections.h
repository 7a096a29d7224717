/* report_sections.h - sections that several reports share. */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_SECTIONS_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_SECTIONS_H

#include "reports/report/report_job.h"

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
    "Counts of rollouts, all steps; faster: correct with speedup > 1 (strict); speedups over "     \
    "correct, timed rollouts."

#endif
