/*
 * report_answer.h - what the first page of a report says: one sentence with the number that its
 * reader came for, a picture of it, what could change it, and a small table.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_ANSWER_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_ANSWER_H

#include "reports/report/report_job.h"
#include "src/base/buf.h"
#include "src/table/table.h"

#define ANSWER_CAVEATS 5

struct report_answer {
    struct buf sentence; /* in bold; released by job_front */
    struct buf more;     /* one or two plain sentences; may be empty */
    const char *caveats[ANSWER_CAVEATS];
    size_t n_caveats;
    struct table table;  /* rows by answer_row; none: no table */
    const char *caption; /* of the table; NULL: that the values are percent */
};

/* More than the page takes are dropped; text is of the job's arena. */
void answer_caveat(struct report_answer *a, const char *text);
/* Shares are times 100 here; NaN is NA with the reason. */
void answer_row(struct report_answer *a, const char *what, double value, double low, double high,
                const char *of, const char *why_na);

/* Speedups; those with an interval of their own, and of these the ones whose interval holds 1. */
size_t count_speedups(const struct study *s, size_t *out_with, size_t *out_noise);

/* Of the plans that have no data of their own. */
void answer_selection(struct report_job *j, struct report_answer *a);
void answer_best_of_n(struct report_job *j, struct report_answer *a);
void answer_training(struct report_job *j, struct report_answer *a);
void answer_model_sweep(struct report_job *j, struct report_answer *a);
void answer_audit(struct report_job *j, struct report_answer *a);
void answer_rollouts(struct report_job *j, struct report_answer *a); /* of a task, or of all */
void answer_run(struct report_job *j, struct report_answer *a);
void answer_diff(struct report_job *j, struct report_answer *a);

#endif
