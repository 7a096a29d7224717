/*
 * reports.h - the table of reports.
 *
 * Pages show tables of the kinds that commands print; the bytes depend on database and options
 * alone.  A new report is a plan (report_job.h) and a row in report_plans.c.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORTS_H
#define ROLLBOOK_REPORTS_REPORT_REPORTS_H

#include <stddef.h>

#include "reports/figure/figures.h"

struct buf;
struct db;
struct err;
struct latex_folder;
struct report_plan;

struct report_options {
    const char *const *runs; /* n_runs 0: the report's own choice */
    size_t n_runs;
    const char *task;                         /* of the report "task"; NULL: the only one */
    const char *baseline, *baseline_hardware; /* stored one; NULL: as measured */
    figure_work_of work_of;                   /* figures.h; NULL: unknown */
    bool texts;                               /* scan candidates' texts, for training curves */
    struct latex_folder *latex;               /* NULL: not wanted */
};

struct report {
    const char *name;
    const char *summary;
    const char *default_runs; /* when no run is named */
    const struct report_plan *plan;
};

/*
 * Appends the PDF to out, and to notes a line for each thing the reader should know. ERR_NOMATCH
 * when a named run or task is missing, ERR_NODATA when there is too little to report.
 */
int report_build(const struct report *r, struct db *db, const struct report_options *o,
                 struct buf *out, struct buf *notes, struct err *err);

const struct report *report_find(const char *name); /* NULL when unknown */
const struct report *report_all(size_t *out_count);

#endif
