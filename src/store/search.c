#include "src/store/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "columns/find_searchable_to.h"
#include "columns/find_texts_indexed.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

#define INDEX_BATCH  2000 /* blobs a transaction */
#define MAX_TRIGRAMS 32   /* selective enough; every offer is checked */

static int read_marks(struct db *db, int64_t *searchable_to, int64_t *last, struct err *err)
{
    struct stmt *st = db_query(db, "find_searchable_to");
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    *searchable_to = stmt_int(st, FIND_SEARCHABLE_TO_SEARCHABLE_TO);
    *last = stmt_int(st, FIND_SEARCHABLE_TO_LAST_BLOB_ID);
    stmt_reset(st);
    return 0;
}

static int index_range(struct db *db, int64_t from, int64_t to, struct err *err)
{
    char text[32];
    struct stmt *st = db_query(db, "find_extend_index");
    stmt_bind_int(st, ":from", from);
    stmt_bind_int(st, ":to", to);
    int rc = stmt_run(st, err);
    if (rc < 0)
        return rc;
    snprintf(text, sizeof(text), "%" PRId64, to);
    st = db_query(db, "put_meta");
    stmt_bind_text(st, ":key", "searchable_to");
    stmt_bind_text(st, ":value", text);
    return stmt_run(st, err);
}

/* One transaction keeps mark and index in agreement. */
static int extend_once(struct db *db, int64_t *out_blobs, bool *out_done, struct err *err)
{
    int64_t from = 0;
    int64_t last = 0;
    int rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    rc = read_marks(db, &from, &last, err);
    int64_t to = last - from > INDEX_BATCH ? from + INDEX_BATCH : last;
    if (rc == 0 && to > from)
        rc = index_range(db, from, to, err);
    if (rc < 0) {
        db_rollback(db);
        return rc;
    }
    if (to > from)
        *out_blobs += to - from;
    *out_done = to >= last;
    return db_commit(db, err);
}

int search_extend_index(struct db *db, int64_t *out_blobs, struct err *err)
{
    bool done = false;
    int rc = 0;
    *out_blobs = 0;
    while (!done && rc == 0)
        rc = extend_once(db, out_blobs, &done, err);
    return rc;
}

/* "abc" "bcd" ...: quoted trigrams; false: the text is too short. */
static bool put_trigrams(const char *text, struct buf *out)
{
    size_t starts[3] = { 0 }; /* of the last three characters */
    size_t n = 0;
    size_t found = 0;
    size_t len = strlen(text);
    for (size_t i = 0; i < len && found < MAX_TRIGRAMS;) {
        size_t bytes = utf8_sequence_length(text + i, len - i);
        if (bytes == 0)
            return false;
        starts[0] = starts[1];
        starts[1] = starts[2];
        starts[2] = i;
        i += bytes;
        if (++n < 3)
            continue;
        buf_puts(out, found++ > 0 ? " \"" : "\"");
        for (size_t k = starts[0]; k < i; k++) {
            if (text[k] == '"')
                buf_putc(out, '"');
            buf_putc(out, text[k]);
        }
        buf_putc(out, '"');
    }
    return found > 0;
}

static char fold(char c, bool exact_case)
{
    return exact_case ? c : to_lower(c);
}

static bool find_in(const struct search *s, const char *text, size_t len, size_t *out_at)
{
    size_t want = strlen(s->text);
    for (size_t i = 0; i + want <= len; i++) {
        size_t k = 0;
        while (k < want && fold(text[i + k], s->exact_case) == fold(s->text[k], s->exact_case))
            k++;
        if (k == want) {
            *out_at = i;
            return true;
        }
    }
    return false;
}

static int walk(struct stmt *st, const struct search *s, size_t *hits, struct search_result *out,
                struct err *err)
{
    int rc = 0;
    while (!out->more && (rc = stmt_step(st, err)) > 0) {
        struct search_hit hit = { .blob_id = stmt_int(st, FIND_TEXTS_INDEXED_BLOB_ID),
                                  .kind = stmt_text(st, FIND_TEXTS_INDEXED_KIND) };
        hit.text = stmt_blob(st, FIND_TEXTS_INDEXED_CONTENT, &hit.len);
        if (hit.text == NULL || !find_in(s, hit.text, hit.len, &hit.at))
            continue;
        if (*hits == s->limit)
            out->more = true;
        else if (s->hit(s->context, &hit))
            ++*hits;
    }
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}

int search_texts(struct db *db, const struct search *s, struct search_result *out, struct err *err)
{
    struct buf trigrams = { 0 };
    int64_t searchable_to = 0;
    int64_t last = 0;
    size_t hits = 0;
    *out = (struct search_result){ 0 };
    int rc = read_marks(db, &searchable_to, &last, err);
    if (!put_trigrams(s->text, &trigrams))
        searchable_to = 0; /* too short for the index */
    if (rc == 0 && searchable_to > 0) {
        struct stmt *st = db_query(db, "find_texts_indexed");
        stmt_bind_text(st, ":trigrams", buf_text(&trigrams));
        stmt_bind_int(st, ":searchable_to", searchable_to);
        rc = walk(st, s, &hits, out, err);
    }
    buf_release(&trigrams);
    if (rc == 0 && !out->more) {
        struct stmt *st = db_query(db, "find_texts_plain");
        stmt_bind_int(st, ":after", searchable_to);
        rc = walk(st, s, &hits, out, err);
    }
    out->n_unindexed = last - searchable_to;
    return rc;
}
