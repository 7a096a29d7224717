/*
 * ingest_values.c - one JSON value, a table or a database, record by record.
 *
 * Items of a list at the top are records; the format says which containers are entered below.
 */
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/ingest_internal.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/json/json_split.h"
#include "src/store/db.h"

#define MAX_VALUE_BYTES    ((size_t)256 << 20)
#define MAX_DATABASE_BYTES (((size_t)1 << 30) - 1)

static bool enters(const struct ingest_source *source, const struct json_split *at)
{
    char first = json_split_first(at);
    if ((first != '{' && first != '[') || json_split_depth(at) == INGEST_MAX_KEYS)
        return false;
    if (first == '[' && json_split_depth(at) == 0)
        return true;
    return source->format->enters != NULL && source->format->enters(source, at);
}

static const char *place_text(struct arena *a, const struct ingest_record *r)
{
    const char *text = "";
    if (r->n_keys == 0)
        return "the file";
    for (size_t i = 0; i < r->n_keys; i++)
        if (r->keys[i] != NULL)
            text = arena_printf(a, "%s%s\"%.80s\"", text, *text == '\0' ? "" : ".", r->keys[i]);
    if (r->index < 0)
        return text;
    return *text == '\0' ? arena_printf(a, "item %lld", (long long)r->index)
                         : arena_printf(a, "%s, item %lld", text, (long long)r->index);
}

static struct ingest_record record_at(const struct json_split *s, struct arena *a)
{
    struct ingest_record r = { .arena = a, .n_keys = json_split_depth(s), .index = -1 };
    for (size_t i = 0; i < r.n_keys; i++) {
        r.keys[i] = json_split_key(s, i);
        if (r.keys[i] == NULL)
            r.index = json_split_index(s, i);
    }
    r.line = r.index + 1;
    r.where = place_text(a, &r);
    return r;
}

static int read_value(const struct ingest_feed *in, struct json_split *s, struct err *err)
{
    if (enters(in->source, s) && json_split_enter(s))
        return 0;
    struct ingest_record r = record_at(s, in->arena);
    struct json *json = json_split_take(s, err);
    if (json == NULL && json_split_has_bad_text(s)) {
        ingest_refuse(in->source, r.where, "%s", err->msg);
        *err = (struct err){ 0 };
        return 0;
    }
    if (json == NULL)
        return ERR_INTEGRITY;
    if (json_split_has_bad_text(s)) {
        ingest_remark(in->source, "%s: %s: replaced by blanks", r.where, err->msg);
        *err = (struct err){ 0 };
    }
    r.json = json;
    int rc = in->emit(in->context, &r, err);
    json_free(json);
    return rc;
}

int ingest_read_values(const struct ingest_feed *in, size_t first_line, bool many, struct err *err)
{
    struct json_split *s =
        json_split_new(in->source->name, first_line, MAX_VALUE_BYTES, in->fill, in->context);
    int rc;
    if (many)
        json_split_allow_many(s);
    if (in->source->format->mends_text)
        json_split_mend_text(s);
    while ((rc = json_split_next(s, err)) > 0) {
        rc = read_value(in, s, err);
        if (rc < 0)
            break;
    }
    json_split_free(s);
    return rc;
}

int ingest_open_table(struct ingest_source *source, char separator, const char *column,
                      const struct csv_table **out, struct err *err)
{
    struct csv_table *t = arena_alloc(source->arena, sizeof(*t));
    int rc = csv_table_open(source->feed, t, separator, column, err);
    if (rc < 0)
        return rc;
    *out = source->table = t;
    return 0;
}

int ingest_read_rows(const struct ingest_feed *in, struct err *err)
{
    struct csv_table *t = in->source->table;
    int rc;
    while ((rc = csv_table_next(in->source, t, err)) > 0) {
        const struct ingest_record r = {
            .row = t,
            .line = (int64_t)t->row.line,
            .where = arena_printf(in->arena, "line %zu", t->row.line),
            .arena = in->arena,
            .index = -1,
        };
        rc = in->emit(in->context, &r, err);
        if (rc < 0)
            break;
    }
    return rc;
}

int ingest_open_database(struct ingest_source *source, struct db **out, struct err *err)
{
    const struct ingest_feed *in = source->feed;
    struct buf bytes CLEANUP(buf_release) = { .max = MAX_DATABASE_BYTES };
    const char *piece = NULL;
    size_t len = 0;
    int rc = in->fill(in->context, &piece, &len, err);
    while (rc == 0 && len > 0 && !bytes.overflow) {
        buf_add(&bytes, piece, len);
        rc = in->fill(in->context, &piece, &len, err);
    }
    if (rc == 0 && bytes.overflow)
        rc = err_set(err, ERR_INTEGRITY, "%s: larger than %zu bytes", source->name,
                     MAX_DATABASE_BYTES);
    return rc < 0 ? rc : db_open_foreign(source->name, buf_text(&bytes), bytes.len, out, err);
}

int ingest_read_database(const struct ingest_feed *in, struct err *err)
{
    struct ingest_source *source = in->source;
    struct err bad = { 0 };
    int rc;
    for (int64_t row = 0; (rc = stmt_step(source->rows, &bad)) > 0; row++) {
        const struct ingest_record r = {
            .columns = source->rows,
            .line = row + 1,
            .where = arena_printf(in->arena, "row %lld", (long long)row),
            .arena = in->arena,
            .index = row,
        };
        rc = in->emit(in->context, &r, err);
        if (rc < 0)
            return rc;
    }
    return rc < 0 ? err_set(err, ERR_INTEGRITY, "%s: the database is damaged", source->name) : 0;
}
