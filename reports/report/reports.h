/*
 * reports.h - the table of reports.
 *
 * Pages show tables of the kinds that commands print; the bytes depend on database and options
 * alone.  A new report is a file with its parts (report_job.h) and a row in reports.c.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORTS_H
#define ROLLBOOK_REPORTS_REPORT_REPORTS_H

#include <stddef.h>

#include "reports/report/report.h"

const struct report *report_find(const char *name); /* NULL when unknown */
const struct report *report_all(size_t *out_count);

#endif
