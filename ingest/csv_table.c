#include "ingest/csv_table.h"

#include <stdio.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_internal.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

static bool is_utf8(const char *s)
{
    size_t len = strlen(s);
    for (size_t i = 0; i < len;) {
        size_t n = utf8_sequence_length(s + i, len - i);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

static bool row_is_utf8(const struct csv_table *t)
{
    for (size_t i = 0; i < t->row.n_cells; i++)
        if (!is_utf8(csv_cell(&t->reader, i)))
            return false;
    return true;
}

static bool row_has(const struct csv_table *t, const char *column)
{
    for (size_t i = 0; i < t->row.n_cells; i++)
        if (strcmp(csv_cell(&t->reader, i), column) == 0)
            return true;
    return false;
}

/* csv_table_cell gives the first. */
static void note_twins(struct ingest_source *source, const struct csv_table *t)
{
    enum { MOST = 4096 };
    for (size_t i = 1; i < t->n_names && t->n_names <= MOST; i++)
        for (size_t k = 0; k < i && *t->names[i] != '\0'; k++)
            if (strcmp(t->names[k], t->names[i]) == 0) {
                ingest_remark(source,
                              "columns %zu and %zu are both called '%.80s': the first counts",
                              k + 1, i + 1, t->names[i]);
                break;
            }
}

int csv_table_open(const struct ingest_feed *in, struct csv_table *t, char separator,
                   const char *column, struct err *err)
{
    struct ingest_source *source = in->source;
    int rc;
    *t = (struct csv_table){ .passes_notes = column != NULL };
    csv_reader_init_pieces(&t->reader, source->name, separator, in->fill, in->context);
    do
        rc = csv_reader_next(&t->reader, &t->row, err);
    while (rc > 0 && column != NULL && !row_has(t, column));
    if (rc == 0 && column != NULL)
        rc = err_set(err, ERR_INTEGRITY, "%s: no line has the column \"%s\"", source->name, column);
    if (rc > 0 && !row_is_utf8(t))
        rc = err_set(err, ERR_INTEGRITY,
                     "%s:1: the header is not UTF-8; convert the file, for example with iconv",
                     source->name);
    if (rc == 0)
        rc = err_set(err, ERR_INTEGRITY, "%s: the file is empty", source->name);
    if (rc < 0) {
        csv_table_close(t);
        return rc;
    }
    t->n_names = t->row.n_cells;
    t->names = arena_array(source->arena, t->n_names, sizeof(*t->names));
    for (size_t i = 0; i < t->n_names; i++)
        t->names[i] = arena_strdup(source->arena, csv_cell(&t->reader, i));
    note_twins(source, t);
    return 0;
}

int csv_table_next(struct ingest_source *source, struct csv_table *t, struct err *err)
{
    struct err bad = { 0 };
    int rc;
    while ((rc = csv_reader_next(&t->reader, &t->row, &bad)) > 0 ||
           (t->reader.goes_on && t->reader.rc == 0)) {
        char where[40];
        if (rc < 0) {
            ingest_refuse(source, "the line", "%s", bad.msg);
            bad = (struct err){ 0 };
            continue;
        }
        if (t->passes_notes && t->row.n_cells == 1 &&
            str_starts_with(csv_cell(&t->reader, 0), "=="))
            continue;
        snprintf(where, sizeof(where), "line %zu", t->row.line);
        if (t->row.n_cells > t->n_names ||
            t->row.n_cells < (t->min_cells > 0 ? t->min_cells : t->n_names))
            ingest_refuse(source, where, "the row has %zu cells, the header %zu", t->row.n_cells,
                          t->n_names);
        else if (!row_is_utf8(t))
            ingest_refuse(source, where,
                          "the row is not UTF-8; convert the file, for example with iconv");
        else
            return 1;
    }
    if (t->reader.rc < 0) {
        *err = bad;
        return rc;
    }
    if (rc < 0)
        ingest_refuse(source, "the rest of the file", "%s", bad.msg);
    return 0;
}

const char *csv_table_at(const struct csv_table *t, size_t column)
{
    return column < t->row.n_cells ? csv_cell(&t->reader, column) : "";
}

const char *csv_table_cell(const struct csv_table *t, const char *name)
{
    for (size_t i = 0; i < t->n_names; i++)
        if (strcmp(t->names[i], name) == 0)
            return csv_table_at(t, i);
    return NULL;
}

const char *csv_table_json(struct arena *a, const struct csv_table *t, const char *const *without,
                           size_t n_without)
{
    struct buf out = { 0 };
    buf_putc(&out, '{');
    for (size_t i = 0; i < t->n_names; i++) {
        const char *cell = csv_table_at(t, i);
        bool left_out = false;
        for (size_t k = 0; k < n_without; k++)
            left_out |= strcmp(t->names[i], without[k]) == 0;
        if (left_out)
            continue;
        buf_puts(&out, out.len > 1 ? "," : "");
        buf_put_json_string(&out, t->names[i], strlen(t->names[i]));
        buf_putc(&out, ':');
        buf_put_json_string(&out, cell, strlen(cell));
    }
    buf_putc(&out, '}');
    const char *text = arena_strndup(a, buf_text(&out), out.len);
    buf_release(&out);
    return text;
}

void csv_table_close(struct csv_table *t)
{
    csv_reader_release(&t->reader);
}
