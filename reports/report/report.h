/*
 * report.h - one report: what it is called, what it is asked, and its pages.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_H

#include <stddef.h>

#include "reports/figure/figures.h"

struct buf;
struct db;
struct err;
struct latex_folder;
struct report_plan;

struct report_options {
    const char *const *runs; /* names; n_runs 0 means the report's own choice */
    size_t n_runs;
    const char *task;                         /* of the report "task"; NULL: the only one */
    const char *baseline, *baseline_hardware; /* stored one to compare with; NULL: as measured */
    figure_work_of work_of;                   /* as in figures.h; NULL: not known */
    struct latex_folder *latex;               /* filled as well; NULL: not wanted */
};

struct report {
    const char *name;
    const char *summary;
    const char *default_runs; /* what is taken when no run is named */
    const struct report_plan *plan;
};

/*
 * Appends the PDF to out, and to notes a line for each thing the reader should know (runs left
 * out). ERR_NOMATCH when a run or task that was named is not there, ERR_NODATA when there is too
 * little to report on.
 */
int report_build(const struct report *r, struct db *db, const struct report_options *o,
                 struct buf *out, struct buf *notes, struct err *err);

#endif
