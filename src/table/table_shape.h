/*
 * table_shape.h - what is said about a table before it has rows.
 *
 * A shape has the name of the JSON, the columns with their meanings, and how the numbers are made.
 * --explain, the methods of reports and the JSON schema are printed from it.
 */
#ifndef ROLLBOOK_TABLE_TABLE_SHAPE_H
#define ROLLBOOK_TABLE_TABLE_SHAPE_H

#include "src/table/table.h"

#define SHAPE_FACTS   8
#define SHAPE_QUERIES 9

struct table_shape {
    const char *schema; /* "rollbook.analyze.fast-p/1" */
    const char *asked;  /* options that give it, "--table rank"; NULL: none */
    const char *rows;   /* what they are, "fast_1 by step and task" */
    const struct table_column *columns;
    size_t n_columns;
    size_t n_optional; /* the last of them, which a table has all of or none */
    /* Its numbers; a shape whose numbers are those of another says which. */
    const struct table_shape *as;
    const char *formulas[SHAPE_FACTS];   /* sentences of reports/doc/formula.h */
    const char *references[SHAPE_FACTS]; /* none: a definition of this program's own */
    const char *denominator;             /* NULL: nothing is explained */
    const char *n;
    const char *queries[SHAPE_QUERIES]; /* files in schema/queries */
};

#define SHAPE_COLUMNS(array) .columns = (array), .n_columns = sizeof(array) / sizeof((array)[0])

/* A table of that shape without rows. */
void table_begin(struct table *t, struct arena *arena, const struct table_shape *shape);
/* The same with or without its optional columns. */
void table_begin_with(struct table *t, struct arena *arena, const struct table_shape *shape,
                      bool optional);
/* The shape that explains it; NULL: none. */
const struct table_shape *table_shape_explained(const struct table_shape *shape);
/* The JSON Schema (draft 2020-12) of what --json prints; command is "analyze fast-p". */
void table_shape_schema(const struct table_shape *shape, const char *command, struct buf *out);

#endif
