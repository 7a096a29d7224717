/*
 * ingest_stream.c - files and folders of any length as records and rows, in bounded memory.
 *
 * A stream's transaction holds INGEST_RECORDS_A_TRANSACTION records; its commit says how far the
 * source was read, in bytes and hash.  A batch without news is rolled back, so that importing again
 * leaves no trace.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/ingest_identity.h"
#include "ingest/ingest_internal.h"
#include "ingest/ingest_lines.h"
#include "ingest/ingest_put.h"
#include "ingest/ingest_stated.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/store/db.h"
#include "src/store/writer.h"

#define CHUNK_BYTES ((size_t)256 << 10)
/* A longer first line is read as a value in parts. */
#define MAX_FIRST_BYTES ((size_t)16 << 20)

struct stream {
    struct ingest_source *source;
    struct db *db;
    struct ingest_sink sink;
    struct arena record_arena;
    int fd;
    char *chunk;
    size_t chunk_len, chunk_at;
    bool chunk_ended;
    struct buf line;
    int64_t line_no;
    struct buf blanks; /* passed over behind the first line */
    bool line_too_long;
    bool line_given; /* to the value reader */
    bool begun;      /* begin was called */
    bool whole;
    int64_t in_batch;
    int64_t stored_before;
    bool open;
};

/* Sets chunk_ended at the file's end. */
static int fill(struct stream *s, struct err *err)
{
    ssize_t n;
    do
        n = read(s->fd, s->chunk, CHUNK_BYTES);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return err_set(err, ERR_INTEGRITY, "%s: read failed: %s", s->source->name, strerror(errno));
    s->chunk_at = 0;
    s->chunk_len = (size_t)n;
    s->chunk_ended = n == 0;
    if (s->source->folder)
        return 0; /* the format says what tells it from others */
    sha256_update(&s->source->hash, s->chunk, s->chunk_len);
    s->source->len += s->chunk_len;
    return 0;
}

/* Into s->line without its end: 1, 0 at the end, negative error.  A line beyond max_bytes is left
 * there. */
static int next_line(struct stream *s, size_t max_bytes, struct err *err)
{
    bool any = false;
    buf_clear(&s->line);
    s->line_too_long = false;
    s->line_no++;
    for (;;) {
        if (s->chunk_at == s->chunk_len) {
            int rc = fill(s, err);
            if (rc < 0)
                return rc;
            if (s->chunk_ended)
                return any;
        }
        const char *at = s->chunk + s->chunk_at;
        size_t left = s->chunk_len - s->chunk_at;
        const char *end = memchr(at, '\n', left);
        size_t n = end == NULL ? left : (size_t)(end - at);
        s->line_too_long = s->line.len + n > max_bytes;
        if (s->line_too_long)
            return 1;
        buf_add(&s->line, at, n);
        any = true;
        s->chunk_at += n + (end != NULL);
        if (end != NULL)
            return 1;
    }
}

static bool line_is_blank(const struct buf *line)
{
    const char *text = buf_text(line);
    for (size_t i = 0; i < line->len; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
            return false;
    return true;
}

static int begin(struct stream *s, struct err *err)
{
    if (s->open)
        return 0;
    int rc = writer_begin(s->db, err);
    if (rc < 0)
        return rc;
    s->open = true;
    s->in_batch = 0;
    s->stored_before = s->source->counts.stored;
    if (s->sink.source_id == 0)
        rc = ingest_put_source(s->source, s->db, &s->sink.source_id, err);
    return rc;
}

static void abandon(struct stream *s)
{
    db_rollback(s->db);
    s->open = false;
    ingest_sink_forget(&s->sink);
    if (!s->source->committed)
        s->sink.source_id = 0;
}

/* Another file's run: what does not clash would be mixed into it. */
static int check_clash(const struct stream *s, struct err *err)
{
    const struct ingest_source *source = s->source;
    if (s->sink.clash == NULL || source->counts.stored == 0)
        return 0;
    return err_set(
        err, ERR_NEGATIVE,
        "%s: run '%s' already has %lld of its records with different content from another file, so "
        "nothing was stored; use --run-name NAME to import it as a run of its own",
        source->name, s->sink.clash, (long long)source->counts.clashing);
}

/* Ends the transaction.  A dry run keeps it open to the end. */
static int end_batch(struct stream *s, bool last, struct err *err)
{
    struct sha256 so_far = s->source->hash;
    if (check_clash(s, err) < 0)
        return err->code;
    if (!s->open || (s->source->options->dry_run && !last))
        return 0;
    sha256_final_hex(&so_far, s->source->sha256);
    bool nothing_new = s->source->counts.stored == s->stored_before && !s->sink.completed;
    if (nothing_new && s->source->committed && last)
        nothing_new = false; /* the whole file's counts are its row's */
    if (nothing_new || s->source->options->dry_run) {
        abandon(s);
        return 0;
    }
    int rc = ingest_set_counts(s->source, s->db, s->sink.source_id, err);
    if (rc == 0)
        rc = writer_commit(s->db, err);
    s->open = rc < 0;
    s->source->committed |= rc == 0;
    return rc;
}

static int put(struct stream *s, const struct ingest_record *r, struct err *err)
{
    struct ingest_batch batch = { .source = s->source, .arena = r->arena };
    int rc = begin(s, err);
    s->in_batch++;
    if (rc < 0)
        return rc;
    s->source->format->take(&batch, r);
    ingest_claim_stated(&batch, 0, r);
    if (s->source->format->names_runs)
        ingest_identify(&batch, 0, r->json);
    return ingest_put(&s->sink, &batch, err);
}

static int put_rest(struct stream *s, struct err *err)
{
    const struct ingest_format *format = s->source->format;
    struct ingest_batch batch = { .source = s->source, .arena = &s->record_arena };
    if (s->source->counts.twins > 0)
        ingest_remark(s->source,
                      "%lld records have two members of one name: one of them counts, and extra "
                      "keeps both",
                      (long long)s->source->counts.twins);
    if (s->source->counts.unlike > 0)
        ingest_remark(s->source,
                      "%lld records have different numbers of tokens, log-probs and token ids: "
                      "which belong together is not known, so that none of them are stored",
                      (long long)s->source->counts.unlike);
    int rc = format->finish == NULL ? 0 : format->finish(&batch, err);
    if (rc == 0 && batch.n + batch.n_steps + batch.n_baselines + batch.n_sessions > 0)
        rc = begin(s, err);
    if (rc == 0)
        rc = ingest_put(&s->sink, &batch, err);
    if (rc == 0 && s->sink.runs != NULL) {
        rc = begin(s, err);
        if (rc == 0)
            rc = ingest_sink_settle(&s->sink, err);
    }
    if (rc == 0 && s->open)
        rc = ingest_put_benchmark(&s->sink, err);
    return rc < 0 ? rc : ingest_check_errors(s->source, err);
}

static int after_record(struct stream *s, struct err *err)
{
    arena_reset(&s->record_arena);
    int rc = ingest_check_errors(s->source, err);
    if (rc == 0 && !s->whole && s->in_batch >= INGEST_RECORDS_A_TRANSACTION)
        rc = end_batch(s, false, err);
    return rc;
}

/* ---- single values and tables ---- */

/* Bytes read ahead come first. */
static int fill_for_reader(void *context, const char **out, size_t *out_len, struct err *err)
{
    struct stream *s = context;
    if (s->line_given || s->line.len == 0) {
        buf_clear(&s->line);
        int rc = s->chunk_at < s->chunk_len ? 0 : fill(s, err);
        if (rc < 0)
            return rc;
        *out = s->chunk + s->chunk_at;
        *out_len = s->chunk_len - s->chunk_at;
        s->chunk_at = s->chunk_len;
        return 0;
    }
    s->line_given = true;
    *out = s->line.data;
    *out_len = s->line.len;
    return 0;
}

static int emit_for_reader(void *context, const struct ingest_record *record, struct err *err)
{
    struct stream *s = context;
    int rc = put(s, record, err);
    return rc < 0 ? rc : after_record(s, err);
}

static struct ingest_feed feed_of(struct stream *s)
{
    return (struct ingest_feed){
        .source = s->source,
        .arena = &s->record_arena,
        .fill = fill_for_reader,
        .emit = emit_for_reader,
        .context = s,
    };
}

/* With what was passed over behind it, so that messages tell the place in the file. */
static void end_first_line(struct stream *s)
{
    buf_putc(&s->line, '\n');
    buf_add(&s->line, buf_text(&s->blanks), s->blanks.len);
}

/* Only blanks follow up to the file's end. */
static bool nothing_follows(struct stream *s, struct err *err)
{
    for (;;) {
        size_t from = s->chunk_at;
        while (s->chunk_at < s->chunk_len && strchr(" \t\r\n", s->chunk[s->chunk_at]) != NULL &&
               s->chunk[s->chunk_at] != '\0')
            s->chunk_at++;
        buf_add(&s->blanks, s->chunk + from, s->chunk_at - from);
        if (s->chunk_at < s->chunk_len)
            return false;
        if (s->chunk_ended || fill(s, err) < 0 || s->chunk_ended)
            return true;
    }
}

enum first_line { FIRST_IS_RECORD, FIRST_IS_BAD, FIRST_BEGINS_VALUE };

static enum first_line judge_first(struct stream *s, struct err *err)
{
    struct err ignored = { 0 };
    const char *text = buf_text(&s->line);
    const char first = text[strspn(text, " \t\r")];
    if (s->line_too_long)
        return first == '[' || first == '{' ? FIRST_BEGINS_VALUE : FIRST_IS_BAD;
    if (nothing_follows(s, err))
        return FIRST_BEGINS_VALUE;
    struct json *json = json_parse("", text, s->line.len, &ignored);
    bool alone = json != NULL && (json_type(json) == JSON_OBJECT || json_type(json) == JSON_ARRAY);
    json_free(json);
    if (alone)
        return FIRST_IS_RECORD;
    if (first != '[' && first != '{')
        return FIRST_IS_BAD;
    return FIRST_BEGINS_VALUE;
}

/* The second line is a record: a bad first line is one bad line. */
static bool next_is_record(const struct stream *s)
{
    struct err ignored = { 0 };
    const char *at = s->chunk + s->chunk_at;
    size_t left = s->chunk_len - s->chunk_at;
    const char *end = memchr(at, '\n', left);
    if (left == 0 || at[0] != '{')
        return false;
    struct json *json = json_parse("", at, end == NULL ? left : (size_t)(end - at), &ignored);
    bool yes = json != NULL || (end == NULL && s->chunk_len == CHUNK_BYTES);
    json_free(json);
    return yes;
}

static bool is_value(struct stream *s, struct err *err)
{
    enum first_line first = judge_first(s, err);
    const char *text = buf_text(&s->line);
    bool bad_object = text[strspn(text, " \t\r")] == '{' && next_is_record(s);
    return first == FIRST_BEGINS_VALUE && (s->line_too_long || !bad_object);
}

/* A pure format has taken it already. */
static int put_record(struct stream *s, struct line_record *rec, struct err *err)
{
    int rc = 0;
    int64_t kept = s->source->counts.refused + rec->counts.refused;
    for (const struct ingest_message *m = rec->refusals; m != NULL; m = m->next)
        ingest_refuse(s->source, m->where, "%s", m->reason);
    for (const struct ingest_message *m = rec->remarks; m != NULL; m = m->next)
        ingest_remark(s->source, "%s", m->reason);
    s->source->counts.refused = kept;
    s->source->counts.left_out += rec->counts.left_out;
    s->source->counts.unusable += rec->counts.unusable;
    s->source->counts.unlike += rec->counts.unlike;
    s->source->counts.twins += rec->counts.twins;
    if (rec->json != NULL && s->source->format->is_pure) {
        rc = begin(s, err);
        s->in_batch++;
        if (rc == 0)
            rc = ingest_put(&s->sink, &rec->batch, err);
    } else if (rec->json != NULL) {
        const struct ingest_record r = {
            .json = rec->json,
            .line = rec->line,
            .where = arena_printf(rec->arena, "line %lld", (long long)rec->line),
            .arena = rec->arena,
            .index = -1,
        };
        rc = put(s, &r, err);
    }
    return rc < 0 ? rc : after_record(s, err);
}

static int put_block(struct stream *s, const struct line_block *block, struct err *err)
{
    int rc = 0;
    s->source->hash = block->hash;
    s->source->len = block->len;
    for (size_t i = 0; i < block->n && rc == 0; i++) {
        /* Threads' writes lie in other processors' caches. */
        if (i + 4 < block->n)
            ingest_fetch(&block->records[i + 4].batch);
        if (i + 2 < block->n)
            ingest_fetch_texts(&block->records[i + 2].batch, s->db);
        rc = put_record(s, &block->records[i], err);
    }
    return rc;
}

static int read_rest(struct stream *s, struct err *err)
{
    const struct line_block *block = NULL;
    const struct line_start start = {
        .fd = s->fd,
        .line = s->line_no,
        .rest = buf_text(&s->line),
        .rest_len = s->line.len,
        .hash = s->source->hash,
        .len = s->source->len,
    };
    struct line_reader *r = line_reader_new(s->source, &start);
    int rc = line_reader_next(r, &block, err);
    while (rc == 0 && block != NULL) {
        rc = put_block(s, block, err);
        line_reader_give_back(r);
        if (rc == 0)
            rc = line_reader_next(r, &block, err);
    }
    line_reader_free(r);
    return rc;
}

static int read_lines(struct stream *s, struct err *err)
{
    int rc = next_line(s, MAX_FIRST_BYTES, err);
    while (rc > 0 && line_is_blank(&s->line) && !s->line_too_long)
        rc = next_line(s, MAX_FIRST_BYTES, err);
    if (rc <= 0)
        return rc;
    if (is_value(s, err)) {
        /* In one transaction, because the end may show damage. */
        const struct ingest_feed in = feed_of(s);
        bool many = s->line_too_long;
        if (!many && !s->chunk_ended)
            end_first_line(s);
        s->whole = !many;
        s->line_given = false;
        return ingest_read_values(&in, (size_t)s->line_no, many, err);
    }
    if (!s->line_too_long)
        end_first_line(s);
    buf_add(&s->line, s->chunk + s->chunk_at, s->chunk_len - s->chunk_at);
    return read_rest(s, err);
}

/* ---- logs, folders ---- */

static int skip_line(struct stream *s, struct err *err)
{
    const char *end = NULL;
    int rc = 0;
    char where[40];
    snprintf(where, sizeof(where), "line %lld", (long long)s->line_no);
    ingest_refuse(s->source, where, "%s", "the record is longer than 64 MiB");
    while (rc == 0 && end == NULL && !s->chunk_ended) {
        end = memchr(s->chunk + s->chunk_at, '\n', s->chunk_len - s->chunk_at);
        s->chunk_at = end == NULL ? s->chunk_len : (size_t)(end + 1 - s->chunk);
        if (end == NULL)
            rc = fill(s, err);
    }
    return rc;
}

static int read_log(struct stream *s, struct err *err)
{
    int rc;
    while ((rc = next_line(s, LINE_MAX_BYTES, err)) > 0) {
        const char *text = buf_text(&s->line);
        size_t len = s->line.len;
        const struct ingest_record r = {
            .text = text,
            .text_len = len > 0 && text[len - 1] == '\r' ? len - 1 : len,
            .line = s->line_no,
            .where = arena_printf(&s->record_arena, "line %lld", (long long)s->line_no),
            .arena = &s->record_arena,
            .index = -1,
        };
        rc = s->line_too_long ? skip_line(s, err) : emit_for_reader(s, &r, err);
        if (rc < 0)
            break;
    }
    return rc;
}

static int read_values_of(struct stream *s, const char *path, struct err *err)
{
    const struct ingest_feed in = feed_of(s);
    const char *name = s->source->name;
    s->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (s->fd < 0)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    s->chunk_at = s->chunk_len = 0;
    s->chunk_ended = false;
    s->source->name = path;
    int rc = ingest_read_values(&in, 1, true, err);
    s->source->name = name;
    close(s->fd);
    return rc;
}

static int read_folder(struct stream *s, struct err *err)
{
    int rc = 0;
    for (const struct ingest_file *f = s->source->files; f != NULL && rc == 0; f = f->next) {
        const struct ingest_record r = {
            .path = f->path, .where = f->path, .arena = &s->record_arena, .index = -1
        };
        rc = f->values ? read_values_of(s, f->path, err) : emit_for_reader(s, &r, err);
    }
    return rc;
}

static int read_head(struct stream *s, struct err *err)
{
    struct ingest_source *source = s->source;
    int rc = fill(s, err);
    if (rc == 0)
        rc = ingest_check_kind(source->name, s->chunk, s->chunk_len, err);
    s->chunk_at = s->chunk_len >= 3 && memcmp(s->chunk, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    source->head = s->chunk + s->chunk_at;
    source->head_len = s->chunk_len - s->chunk_at;
    return rc;
}

/* Of a source that should be JSON: an error in words when no line of its beginning is. */
static int check_json(const struct ingest_source *source, struct err *err)
{
    const char *end = source->head + source->head_len;
    bool any = false;
    for (const char *line = source->head; line < end;) {
        while (line < end && is_space(*line))
            line++;
        if (line < end && (*line == '{' || *line == '['))
            return 0;
        any = any || line < end;
        while (line < end && *line != '\n')
            line++;
    }
    if (!any)
        return 0;
    return err_set(err, ERR_INTEGRITY,
                   "%s:1:1: no line begins as JSON does ('{' or '['), which format %s reads; a "
                   "table is read by 'rollbook ingest csv FILE --map m.json'",
                   source->name, source->format->name);
}

static int read_all(struct stream *s, struct err *err)
{
    struct ingest_source *source = s->source;
    const struct ingest_feed in = feed_of(s);
    int rc = source->folder ? 0 : read_head(s, err);
    source->feed = &in;
    if (rc == 0 && source->format->begin != NULL)
        rc = source->format->begin(source, err);
    if (rc < 0)
        return rc;
    s->begun = true;
    s->whole = source->folder || source->is_text || source->rows != NULL;
    if (!s->whole && source->table == NULL && check_json(source, err) < 0)
        return err->code;
    if (source->folder)
        rc = read_folder(s, err);
    else if (source->is_text)
        rc = read_log(s, err);
    else if (source->rows != NULL)
        rc = ingest_read_database(&in, err);
    else
        rc = source->table != NULL ? ingest_read_rows(&in, err) : read_lines(s, err);
    return rc < 0 ? rc : put_rest(s, err);
}

static int check_result(const struct ingest_source *source, struct err *err)
{
    const struct ingest_counts *c = &source->counts;
    if (c->stored + c->duplicate + c->contradicting > 0)
        return 0;
    if (c->refused > 0)
        return err_set(err, ERR_INTEGRITY, "%s: all %lld records were refused; the first, %s: %s",
                       source->name, (long long)c->refused, source->refusals->where,
                       source->refusals->reason);
    return err_set(err, ERR_NOMATCH, "%s: contains no records%s", source->name,
                   c->left_out > 0 ? " of this level" : "");
}

static int run_stream(struct stream *s, struct err *err)
{
    int rc = read_all(s, err);
    if (s->sink.targets != NULL)
        s->source->target = s->sink.targets; /* only now: runs of records are called after it */
    if (rc == 0)
        rc = check_result(s->source, err);
    if (rc == 0)
        rc = end_batch(s, true, err);
    if (s->open)
        abandon(s);
    if (rc < 0 && s->source->committed)
        err_context(err, "stopped after %lld records of %s were stored; the same command goes on",
                    (long long)s->stored_before, s->source->target);
    return rc;
}

static int open_source(struct stream *s, struct err *err)
{
    const char *path = s->source->path;
    s->fd = STDIN_FILENO;
    if (s->source->folder || strcmp(path, "-") == 0)
        return 0;
    s->fd = open(path, O_RDONLY | O_CLOEXEC);
    return s->fd < 0 ? err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno)) : 0;
}

int ingest_import(struct ingest_source *source, struct db *db, struct err *err)
{
    struct stream s = { .source = source, .db = db, .sink = { .source = source, .db = db } };
    int rc = ingest_default_run(source, err);
    if (rc == 0)
        rc = open_source(&s, err);
    if (rc < 0)
        return rc;
    s.line.max = MAX_FIRST_BYTES + LINE_MAX_BYTES + CHUNK_BYTES;
    s.blanks.max = LINE_MAX_BYTES;
    s.chunk = mem_alloc(CHUNK_BYTES);
    rc = run_stream(&s, err);
    if (!source->folder && s.fd != STDIN_FILENO)
        close(s.fd);
    if (s.begun && source->format->end != NULL)
        source->format->end(source);
    if (source->table != NULL)
        csv_table_close(source->table);
    free(s.chunk);
    ingest_sink_release(&s.sink);
    buf_release(&s.line);
    buf_release(&s.blanks);
    arena_release(&s.record_arena);
    return rc;
}
