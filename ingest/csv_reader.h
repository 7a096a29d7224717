/*
 * csv_reader.h - RFC 4180 over a text in memory or in pieces: quoted cells may hold separators,
 * quotes and line breaks.
 *
 * Beyond the RFC, for files in the field: LF and CR alone end a row, a byte order mark is skipped,
 * blank lines are no rows, a quote inside an unquoted cell is a character.
 */
#ifndef ROLLBOOK_INGEST_CSV_READER_H
#define ROLLBOOK_INGEST_CSV_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/buf.h"

struct err;

#define CSV_MAX_CELLS     4096
#define CSV_MAX_ROW_BYTES ((size_t)64 << 20)

/* The next bytes, valid until the next call; *out_len 0 at the end. */
typedef int csv_reader_fill(void *context, const char **out, size_t *out_len, struct err *err);

struct csv_reader {
    const char *name;      /* for messages */
    const char *at, *stop; /* rest of the text or piece */
    csv_reader_fill *fill; /* NULL: in memory */
    void *context;
    struct err *fill_err; /* fill reports there; rc is set */
    int rc;               /* of fill */
    size_t n_bytes;       /* delivered by fill */
    size_t line;          /* of the next row, from 1 */
    char separator;
    bool goes_on;     /* behind an error: the next row can be read */
    struct buf bytes; /* cells of the row, each with a NUL */
    size_t *starts;   /* of cells within bytes */
    size_t capacity;
};

/* Cells live until the next row is read. */
struct csv_row {
    size_t n_cells;
    size_t line; /* where the row begins */
};

void csv_reader_init(struct csv_reader *r, const char *name, const char *text, size_t len,
                     char separator);
/* fill delivers the text. */
void csv_reader_init_pieces(struct csv_reader *r, const char *name, char separator,
                            csv_reader_fill *fill, void *context);
/* 1 a row, 0 the end.  ERR_INTEGRITY names the line: a quote never closed, text behind a closed
 * quote, a NUL byte, too many cells.  Of a NUL byte the line is passed over. */
int csv_reader_next(struct csv_reader *r, struct csv_row *out, struct err *err);
const char *csv_cell(const struct csv_reader *r, size_t i);
void csv_reader_release(struct csv_reader *r);

#endif
