/*
 * reports.h - the table of reports.
 *
 * A report loads what it needs through analysis, lays out pages and returns the bytes of a PDF that
 * depend on the database alone.  Adding one means one file with its build function and one row in
 * reports.c.
 */
#ifndef ROLLBOOK_REPORTS_REPORTS_H
#define ROLLBOOK_REPORTS_REPORTS_H

#include <stddef.h>

struct buf;
struct db;
struct err;

struct report_options {
    const char *const *runs; /* names; n_runs 0 means the report's own choice */
    size_t n_runs;
};

struct report {
    const char *name;
    const char *summary;
    const char *default_runs; /* what is taken when no run is named */
    /*
     * Appends the PDF to out, and to notes a line for each thing the reader should know (runs left
     * out).  ERR_NOMATCH without suitable runs, ERR_NODATA when they hold too little.
     */
    int (*build)(struct db *db, const struct report_options *o, struct buf *out, struct buf *notes,
                 struct err *err);
};

const struct report *report_find(const char *name); /* NULL when unknown */
const struct report *report_all(size_t *out_count);

#endif
