/*
 * ingest_stream.c - JSON Lines of any length, in bounded memory.
 *
 * A transaction holds INGEST_RECORDS_A_TRANSACTION records.  Each commit also says how far the
 * source was read: bytes and hash of the part before.  A batch that brought nothing new is rolled
 * back, so that importing again leaves no trace.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ingest/ingest.h"
#include "ingest/ingest_internal.h"
#include "ingest/ingest_put.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/store/db.h"

#define CHUNK_BYTES    ((size_t)256 << 10)
#define MAX_LINE_BYTES ((size_t)64 << 20)
#define MAX_LIST_BYTES ((size_t)256 << 20)

struct stream {
    struct ingest_job *job;
    struct db *db;
    struct ingest_sink sink;
    struct arena record_arena;
    int fd;
    struct sha256 hash; /* of what was read */
    char *chunk;
    size_t chunk_len, chunk_at;
    bool chunk_ended;
    struct buf line;
    int64_t line_no;
    bool line_too_long;
    int64_t in_batch;         /* records since the transaction began */
    int64_t stored_before;    /* counts.stored when it began */
    bool open;                /* in a transaction */
    bool source_is_committed; /* sink.source_id outlives a rollback */
};

/* Fills the chunk; sets chunk_ended at the end of the file. */
static int fill(struct stream *s, struct err *err)
{
    ssize_t n;
    do
        n = read(s->fd, s->chunk, CHUNK_BYTES);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return err_set(err, ERR_INTEGRITY, "%s: read failed: %s", s->job->name, strerror(errno));
    s->chunk_at = 0;
    s->chunk_len = (size_t)n;
    s->chunk_ended = n == 0;
    sha256_update(&s->hash, s->chunk, s->chunk_len);
    s->job->len += s->chunk_len;
    return 0;
}

/* The next line without its end, in s->line: 1, 0 at the end, negative error. */
static int next_line(struct stream *s, struct err *err)
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
        if (s->line.len + n > MAX_LINE_BYTES)
            s->line_too_long = true;
        else
            buf_add(&s->line, at, n);
        any = true;
        s->chunk_at += n + (end != NULL);
        if (end != NULL)
            return 1;
    }
}

static bool is_blank(const struct buf *line)
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
    int rc = db_begin(s->db, err);
    if (rc < 0)
        return rc;
    s->open = true;
    s->in_batch = 0;
    s->stored_before = s->job->counts.stored;
    if (s->sink.source_id == 0)
        rc = ingest_put_source(s->job, s->db, &s->sink.source_id, err);
    return rc;
}

static void abandon(struct stream *s)
{
    db_rollback(s->db);
    s->open = false;
    s->sink.run_name = NULL;
    if (!s->source_is_committed)
        s->sink.source_id = 0;
}

/* Ends the transaction.  A dry run keeps it open to the end. */
static int end_batch(struct stream *s, bool last, struct err *err)
{
    struct sha256 so_far = s->hash;
    if (!s->open || (s->job->options->dry_run && !last))
        return 0;
    sha256_final_hex(&so_far, s->job->sha256);
    bool nothing_new = s->job->counts.stored == s->stored_before;
    if (nothing_new && s->source_is_committed && last)
        nothing_new = false; /* the counts of the whole file belong to its row */
    if (nothing_new || s->job->options->dry_run) {
        abandon(s);
        return 0;
    }
    int rc = ingest_set_counts(s->job, s->db, s->sink.source_id, err);
    if (rc == 0)
        rc = db_commit(s->db, err);
    s->open = rc < 0;
    s->source_is_committed = rc == 0;
    return rc;
}

static int put(struct stream *s, const struct json *json, int64_t position, struct err *err)
{
    const struct ingest_record r = {
        .json = json,
        .line = position,
        .where = arena_printf(&s->record_arena, "line %lld", (long long)position),
        .arena = &s->record_arena,
    };
    int rc = begin(s, err);
    if (rc == 0)
        rc = s->job->format->put(&s->sink, &r, err);
    s->in_batch++;
    return rc;
}

static int after_record(struct stream *s, struct err *err)
{
    arena_reset(&s->record_arena);
    int rc = ingest_check_errors(s->job, err);
    if (rc == 0 && s->in_batch >= INGEST_RECORDS_A_TRANSACTION)
        rc = end_batch(s, false, err);
    return rc;
}

static void refuse_line(struct stream *s, const char *reason)
{
    char where[40];
    snprintf(where, sizeof(where), "line %lld", (long long)s->line_no);
    ingest_refuse(s->job, where, "%s", reason);
}

static int take_line(struct stream *s, struct err *err)
{
    struct err bad = { 0 };
    int rc = 0;
    if (s->line_too_long) {
        refuse_line(s, "longer than 64 MiB");
    } else {
        struct json *json = json_parse_line(s->job->name, (size_t)s->line_no, buf_text(&s->line),
                                            s->line.len, &bad);
        if (json == NULL)
            refuse_line(s, bad.msg);
        else
            rc = put(s, json, s->line_no, err);
        json_free(json);
    }
    return rc < 0 ? rc : after_record(s, err);
}

static int take_list(struct stream *s, const struct json *list, struct err *err)
{
    int64_t position = 1;
    int rc = 0;
    if (json_type(list) != JSON_ARRAY)
        return put(s, list, 1, err);
    for (const struct json *j = json_first(list); j != NULL && rc == 0; j = json_next(j)) {
        rc = put(s, j, position++, err);
        if (rc == 0)
            rc = after_record(s, err);
    }
    return rc;
}

/* A first line that is no JSON may begin a value of several lines: a list, or one record. */
static int take_whole(struct stream *s, struct err *err)
{
    struct err bad = { 0 };
    int rc = 0;
    buf_putc(&s->line, '\n');
    while (s->line.len <= MAX_LIST_BYTES && !s->chunk_ended) {
        buf_add(&s->line, s->chunk + s->chunk_at, s->chunk_len - s->chunk_at);
        rc = fill(s, err);
        if (rc < 0)
            return rc;
    }
    if (s->line.len > MAX_LIST_BYTES)
        return err_set(err, ERR_INTEGRITY,
                       "%s: not JSON Lines, and too large to be read as one value", s->job->name);
    struct json *root =
        json_parse_line(s->job->name, (size_t)s->line_no, buf_text(&s->line), s->line.len, &bad);
    if (root == NULL)
        return err_set(err, ERR_INTEGRITY, "%s", bad.msg);
    rc = take_list(s, root, err);
    json_free(root);
    return rc;
}

/* True when the line alone is no value but could begin one. */
static bool begins_value(const struct stream *s)
{
    struct err ignored = { 0 };
    const char *text = buf_text(&s->line);
    const char first = text[strspn(text, " \t\r")];
    if (s->line_too_long || (first != '[' && first != '{'))
        return false;
    struct json *json = json_parse("", text, s->line.len, &ignored);
    bool alone = json != NULL && json_type(json) == JSON_OBJECT;
    json_free(json);
    return !alone;
}

/* Whether the second line is a record of its own: then a bad first line is one bad line. */
static bool next_is_record(const struct stream *s)
{
    struct err ignored = { 0 };
    const char *at = s->chunk + s->chunk_at;
    size_t left = s->chunk_len - s->chunk_at;
    const char *end = memchr(at, '\n', left);
    if (left == 0 || at[0] != '{')
        return false;
    struct json *json = json_parse("", at, end == NULL ? left : (size_t)(end - at), &ignored);
    bool yes = json != NULL || (end == NULL && left == CHUNK_BYTES);
    json_free(json);
    return yes;
}

static int read_all(struct stream *s, struct err *err)
{
    bool first = true;
    int rc = next_line(s, err);
    for (; rc > 0; rc = next_line(s, err)) {
        if (is_blank(&s->line) && !s->line_too_long)
            continue;
        if (first && begins_value(s) && !next_is_record(s))
            return take_whole(s, err);
        first = false;
        rc = take_line(s, err);
        if (rc < 0)
            return rc;
    }
    return rc;
}

static int check_result(const struct ingest_job *job, struct err *err)
{
    const struct ingest_counts *c = &job->counts;
    if (c->stored + c->duplicate > 0)
        return 0;
    if (c->refused > 0)
        return err_set(err, ERR_INTEGRITY, "%s: all %lld records were refused; the first, %s: %s",
                       job->name, (long long)c->refused, job->refusals->where,
                       job->refusals->reason);
    return err_set(err, ERR_NOMATCH, "%s: holds no records%s", job->name,
                   c->left_out > 0 ? " of this level" : "");
}

static int run_stream(struct stream *s, struct err *err)
{
    int rc = read_all(s, err);
    if (rc == 0)
        rc = check_result(s->job, err);
    if (rc == 0)
        rc = end_batch(s, true, err);
    if (s->open)
        abandon(s);
    if (rc < 0 && s->source_is_committed)
        err_context(err, "stopped after %lld records of %s were stored; the same command goes on",
                    (long long)s->stored_before, s->job->target);
    return rc;
}

int ingest_stream(struct ingest_job *job, struct db *db, struct err *err)
{
    struct stream s = { .job = job, .db = db, .sink = { .job = job, .db = db } };
    int rc = ingest_default_run(job, err);
    if (rc < 0)
        return rc;
    s.fd = strcmp(job->path, "-") == 0 ? STDIN_FILENO : open(job->path, O_RDONLY | O_CLOEXEC);
    if (s.fd < 0)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", job->path, strerror(errno));
    sha256_init(&s.hash);
    s.line.max = MAX_LIST_BYTES + 2 * CHUNK_BYTES;
    s.chunk = mem_alloc(CHUNK_BYTES);
    rc = run_stream(&s, err);
    if (s.fd != STDIN_FILENO)
        close(s.fd);
    free(s.chunk);
    buf_release(&s.line);
    arena_release(&s.record_arena);
    return rc;
}
