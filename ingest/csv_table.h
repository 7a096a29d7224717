/*
 * csv_table.h - a CSV file as records with named cells.
 */
#ifndef ROLLBOOK_INGEST_CSV_TABLE_H
#define ROLLBOOK_INGEST_CSV_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "ingest/csv_reader.h"

struct arena;
struct err;
struct ingest_source;
struct ingest_feed;

struct csv_table {
    struct csv_reader reader;
    const char **names; /* arena */
    size_t n_names;
    bool passes_notes; /* rows of one cell that begins with "==" are a profiler's remarks */
    size_t min_cells;  /* 0: as many as names; a row may end after so many, the others are "" */
    struct csv_row row;
};

/* ERR_INTEGRITY for damage or an empty file.  column NULL: the first row is the heading; else the
 * first that has this column, because profilers write lines of their own in front of it. */
int csv_table_open(const struct ingest_feed *in, struct csv_table *t, char separator,
                   const char *column, struct err *err);
/* 1 a row, 0 the end.  Rows with another number of cells, or bytes that are no UTF-8, are refused
 * and passed over; damage refuses the rest of the file, where no row can be told from another. */
int csv_table_next(struct ingest_source *source, struct csv_table *t, struct err *err);
/* The cell of a column of the header, "" where a short row has none. */
const char *csv_table_at(const struct csv_table *t, size_t column);
/* NULL: no such column. */
const char *csv_table_cell(const struct csv_table *t, const char *name);
/* A JSON object of texts without the named columns. */
const char *csv_table_json(struct arena *a, const struct csv_table *t, const char *const *without,
                           size_t n_without);
void csv_table_close(struct csv_table *t);

#endif
