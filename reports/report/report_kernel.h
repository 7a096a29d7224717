/* report_kernel.h - one record or kernel in full. */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_KERNEL_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_KERNEL_H

#include "reports/report/report_job.h"

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

#endif
