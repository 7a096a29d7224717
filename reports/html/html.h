/*
 * html.h - text and tables as HTML.
 *
 * Whatever comes from a database is text: html_text is the only way into a page, so nothing of it
 * can become an element, an attribute or a script.
 */
#ifndef ROLLBOOK_REPORTS_HTML_HTML_H
#define ROLLBOOK_REPORTS_HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct table;

/* For elements and for attributes in double quotes.  Control characters, bidirectional overrides
 * and invalid bytes become visible, as on a terminal. */
void html_text(struct buf *out, const char *s, size_t len);
void html_puts(struct buf *out, const char *s);

/* An address for a cell, in the arena; NULL: none.  Letters, digits and "/.-#" alone. */
typedef const char *(*html_href)(const void *context, const struct table *t, size_t row,
                                 size_t column, struct arena *arena);

struct html_table {
    const struct table *table;
    const char *caption; /* says what the rows are */
    const char *command; /* prints the same numbers; NULL: none */
    html_href href;      /* NULL: no links */
    const void *href_context;
    bool sorts;       /* its headings are buttons */
    size_t n_hidden;  /* columns at the end that are not shown */
    bool keeps_empty; /* rows of a query: also columns that no row fills */
};

/*
 * The numbers as people read them; those that are rounded have the exact one in data-v, as CSV and
 * JSON have it.  NA shows its reason; what all rows of a wide table share stands below.  Warnings,
 * reading and what was left out come below, details folded.
 */
void html_table_put(struct buf *out, const struct html_table *h);
/* A row as a list of terms and values, without NA. */
void html_record_put(struct buf *out, const struct html_table *h);

#endif
