#include "ingest/csv_reader.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"

void csv_reader_init(struct csv_reader *r, const char *name, const char *text, size_t len,
                     char separator)
{
    *r = (struct csv_reader){
        .name = name,
        .at = text,
        .stop = text + len,
        .line = 1,
        .separator = separator,
    };
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        r->at += 3;
    r->bytes.max = CSV_MAX_ROW_BYTES;
}

void csv_reader_init_pieces(struct csv_reader *r, const char *name, char separator,
                            csv_reader_fill *fill, void *context)
{
    csv_reader_init(r, name, "", 0, separator);
    r->fill = fill;
    r->context = context;
}

static bool has_more(struct csv_reader *r)
{
    size_t len = 0;
    bool first = r->at == r->stop && r->line == 1 && r->n_bytes == 0;
    while (r->at == r->stop && r->fill != NULL && r->rc == 0) {
        r->rc = r->fill(r->context, &r->at, &len, r->fill_err);
        r->stop = r->at + (r->rc < 0 ? 0 : len);
        if (r->rc < 0 || len == 0)
            r->fill = NULL;
    }
    if (first && r->stop - r->at >= 3 && memcmp(r->at, "\xef\xbb\xbf", 3) == 0)
        r->at += 3;
    r->n_bytes += len;
    return r->at < r->stop;
}

void csv_reader_release(struct csv_reader *r)
{
    buf_release(&r->bytes);
    free(r->starts);
    r->starts = NULL;
    r->capacity = 0;
}

const char *csv_cell(const struct csv_reader *r, size_t i)
{
    return r->bytes.data + r->starts[i];
}

static void skip_line_end(struct csv_reader *r)
{
    bool both = *r->at++ == '\r';
    if (both && has_more(r) && *r->at == '\n')
        r->at++;
    r->line++;
}

static int begin_cell(struct csv_reader *r, struct csv_row *row, struct err *err)
{
    if (row->n_cells == CSV_MAX_CELLS)
        return err_set(err, ERR_INTEGRITY, "%s:%zu: the row has more than %d cells", r->name,
                       row->line, CSV_MAX_CELLS);
    if (row->n_cells == r->capacity) {
        r->capacity = r->capacity == 0 ? 32 : r->capacity * 2;
        r->starts = mem_grow(r->starts, r->capacity, sizeof(*r->starts));
    }
    r->starts[row->n_cells++] = r->bytes.len;
    return 0;
}

static int add_part(struct csv_reader *r, size_t len, struct err *err)
{
    if (memchr(r->at, '\0', len) != NULL) {
        r->goes_on = true;
        return err_set(err, ERR_INTEGRITY,
                       "%s:%zu: the line contains a NUL byte, so this is not a file of text",
                       r->name, r->line);
    }
    buf_add(&r->bytes, r->at, len);
    return 0;
}

/* r->at goes from behind the opening quote to behind the closing one. */
static int read_quoted(struct csv_reader *r, struct err *err)
{
    size_t first_line = r->line;
    while (has_more(r)) {
        const char *quote = memchr(r->at, '"', (size_t)(r->stop - r->at));
        size_t len = (size_t)((quote == NULL ? r->stop : quote) - r->at);
        int rc = add_part(r, len, err);
        if (rc < 0)
            return rc;
        for (size_t i = 0; i < len; i++)
            r->line += r->at[i] == '\n';
        r->at += len;
        if (r->bytes.overflow)
            break;
        if (quote == NULL)
            continue;
        r->at++;
        if (!has_more(r) || *r->at != '"')
            return 0;
        buf_putc(&r->bytes, '"');
        r->at++;
    }
    if (r->bytes.overflow)
        return 0;
    return err_set(err, ERR_INTEGRITY, "%s:%zu: the quoted cell that begins here never ends",
                   r->name, first_line);
}

static int read_plain(struct csv_reader *r, struct err *err)
{
    int rc = 0;
    bool ended = false;
    while (rc == 0 && !ended && has_more(r)) {
        size_t len = 0;
        size_t left = (size_t)(r->stop - r->at);
        while (len < left && r->at[len] != r->separator && r->at[len] != '\n' && r->at[len] != '\r')
            len++;
        rc = add_part(r, len, err);
        r->at += len;
        ended = len < left;
    }
    return rc;
}

static int read_cell(struct csv_reader *r, struct csv_row *row, struct err *err)
{
    int rc = begin_cell(r, row, err);
    if (rc == 0 && has_more(r) && *r->at == '"') {
        r->at++;
        rc = read_quoted(r, err);
        if (rc == 0 && r->bytes.overflow)
            rc = err_set(err, ERR_INTEGRITY, "%s:%zu: the row is larger than %zu MiB", r->name,
                         row->line, CSV_MAX_ROW_BYTES >> 20);
        if (rc == 0 && has_more(r) && *r->at != r->separator && *r->at != '\n' && *r->at != '\r')
            rc = err_set(
                err, ERR_INTEGRITY,
                "%s:%zu: text follows a closing quote; a quote inside a cell is written twice",
                r->name, r->line);
    } else if (rc == 0) {
        rc = read_plain(r, err);
    }
    buf_putc(&r->bytes, '\0');
    return rc;
}

int csv_reader_next(struct csv_reader *r, struct csv_row *out, struct err *err)
{
    r->fill_err = err;
    r->goes_on = false;
    while (has_more(r) && (*r->at == '\n' || *r->at == '\r'))
        skip_line_end(r);
    if (!has_more(r))
        return r->rc;
    struct csv_row row = { .line = r->line };
    buf_clear(&r->bytes);
    for (;;) {
        int rc = read_cell(r, &row, err);
        if (rc < 0 && r->goes_on) {
            while (has_more(r) && *r->at != '\n' && *r->at != '\r')
                r->at++;
            if (has_more(r))
                skip_line_end(r);
        }
        if (rc < 0)
            return rc;
        if (!has_more(r) || *r->at != r->separator)
            break;
        r->at++;
    }
    if (r->rc < 0)
        return r->rc;
    if (has_more(r))
        skip_line_end(r);
    if (r->bytes.overflow)
        return err_set(err, ERR_INTEGRITY, "%s:%zu: the row is larger than %zu MiB", r->name,
                       row.line, CSV_MAX_ROW_BYTES >> 20);
    *out = row;
    return 1;
}
