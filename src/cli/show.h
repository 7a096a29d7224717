/*
 * show.h - a thing of the database with all around it.
 */
#ifndef ROLLBOOK_CLI_SHOW_H
#define ROLLBOOK_CLI_SHOW_H

#include <stddef.h>
#include <stdint.h>

struct cli;
struct err;

enum section_style {
    SECTION_RECORD, /* a line a column */
    SECTION_ROWS,   /* a table */
    SECTION_TEXT,   /* raw */
    SECTION_CODE,
    SECTION_TIMING /* a measurement a row, samples last */
};

struct section {
    const char *key;   /* in JSON */
    const char *title; /* for people */
    const char *query; /* of schema/queries, with :id */
    enum section_style style;
    const char *given; /* of :given; NULL: the query has none */
};

/* Sections without rows are left out; in JSON null or []. */
int show_sections(struct cli *cli, const char *schema, const struct section *sections, size_t n,
                  int64_t id, struct err *err);

#endif
