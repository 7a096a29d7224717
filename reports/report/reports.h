/*
 * reports.h - the table of reports.
 *
 * A report chooses runs, loads what it needs through analysis, makes tables of the kinds that
 * commands print, and lays out pages; the bytes depend on the database and the options alone.
 * Adding one means one file with its parts (report_job.h) and one row in reports.c.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORTS_H
#define ROLLBOOK_REPORTS_REPORT_REPORTS_H

#include <stddef.h>

#include "reports/report/report.h"

const struct report *report_find(const char *name); /* NULL when unknown */
const struct report *report_all(size_t *out_count);

#endif
