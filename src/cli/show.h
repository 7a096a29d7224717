/*
 * show.h - one thing of the database with everything around it, for people and as JSON.
 */
#ifndef ROLLBOOK_CLI_SHOW_H
#define ROLLBOOK_CLI_SHOW_H

#include <stddef.h>
#include <stdint.h>

struct cli;
struct err;

enum section_style {
    SECTION_RECORD, /* one row, a line a column */
    SECTION_ROWS,   /* a table */
    SECTION_TEXT,   /* one text as it is */
    SECTION_CODE,   /* one text with line numbers */
    SECTION_TIMING  /* a row a measurement, the last column its samples as float64 */
};

struct section {
    const char *key;   /* member of the JSON object */
    const char *title; /* heading for people */
    const char *query; /* of schema/queries, with :id */
    enum section_style style;
};

/* Prints the sections of the thing whose key is id; those without rows are left out, in JSON null
 * or []. */
int show_sections(struct cli *cli, const char *schema, const struct section *sections, size_t n,
                  int64_t id, struct err *err);

#endif
