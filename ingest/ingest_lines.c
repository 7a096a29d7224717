/*
 * A ring of blocks between parsing threads and the one that stores.
 *
 * Each thread takes the next free block, reads while no other reads, parses beside others, and
 * hashes its texts and its part of the source, in block order.  Only reading can wait for the
 * source, and only there a thread can be cancelled.  Instead of waiting the storing thread does a
 * block too, when the source is a file.
 */
#include "ingest/ingest_lines.h"
#include "ingest/ingest_stated.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/ingest_identity.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/store/store.h"

#define BLOCK_BYTES    ((size_t)512 << 10)
#define MOST_IN_FLIGHT ((size_t)16 << 20) /* bytes in blocks, but for one larger line */
#define KEPT_BYTES     ((size_t)2 << 20)  /* larger texts are not kept */
#define MOST_THREADS   8

/* A round of SHA-256 waits for the one before, so two hashes side by side take little longer than
 * one: the source's goes along with those of texts, and texts with each other. */
struct text_queue {
    struct hashed_text *first, *last;
};

struct block {
    struct line_block out; /* first: seen by the storing thread */
    char *text;            /* whole lines; owned */
    size_t len, capacity;
    size_t number;
    int64_t first_line;
    size_t read_at, read_end; /* of text: read for it, next carry included */
    bool too_long;            /* instead of text: one line too long */
    bool parsed;
    int rc;
    struct err err;
    struct text_queue texts;
    struct arena arena;
    struct ingest_source source; /* stands in while a record is taken */
};

struct line_reader {
    struct ingest_source source; /* as at the start; the real one is counted in */
    struct line_start at;
    char *carry; /* a line's beginning, without end yet; owned */
    size_t carry_len;

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    size_t n_claimed, n_returned; /* blocks; block i is at i modulo n_blocks */
    size_t n_hashed;
    size_t in_flight;
    bool reading, ended, stopping;
    bool is_file; /* never makes a reader wait */

    struct block *blocks;
    size_t n_blocks;
    pthread_t threads[MOST_THREADS];
    size_t n_threads;
};

/* ---- reading: one thread at a time ---- */

static void reserve(struct block *b, size_t more)
{
    size_t capacity = b->capacity == 0 ? BLOCK_BYTES : b->capacity;
    while (capacity - b->len < more)
        capacity *= 2;
    if (capacity == b->capacity)
        return;
    b->text = mem_grow(b->text, capacity, 1);
    b->capacity = capacity;
}

static const char *last_newline(const char *text, size_t from, size_t len)
{
    while (len > from)
        if (text[--len] == '\n')
            return text + len;
    return NULL;
}

/* 1, 0 at the end, negative error. */
static int read_more(struct line_reader *r, struct block *b)
{
    ssize_t n;
    int before;
    reserve(b, BLOCK_BYTES / 4);
    do {
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
        n = read(r->at.fd, b->text + b->len, b->capacity - b->len);
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        return err_set(&b->err, ERR_INTEGRITY, "%s: read failed: %s", r->source.name,
                       strerror(errno));
    r->at.len += (size_t)n;
    b->len += (size_t)n;
    b->read_end = b->len;
    return n > 0;
}

static void keep_carry(struct line_reader *r, struct block *b, size_t from)
{
    r->carry_len = b->len - from;
    r->carry = mem_grow(r->carry, r->carry_len, 1);
    memcpy(r->carry, b->text + from, r->carry_len);
    b->len = from;
}

/* Until the source is hashed up to the block; false: the reader ends.  Earlier blocks read no more,
 * so they come to their end. */
static bool await_turn(struct line_reader *r, const struct block *b)
{
    pthread_mutex_lock(&r->mutex);
    while (r->n_hashed != b->number && !r->stopping)
        pthread_cond_wait(&r->changed, &r->mutex);
    bool has_turn = r->n_hashed == b->number;
    pthread_mutex_unlock(&r->mutex);
    return has_turn;
}

/* Bytes are hashed before they are overwritten. */
static void hash_early(struct line_reader *r, struct block *b)
{
    if (await_turn(r, b))
        sha256_update(&r->at.hash, b->text + b->read_at, b->read_end - b->read_at);
    b->read_at = b->read_end = 0;
}

static int skip_line(struct line_reader *r, struct block *b)
{
    const char *end = NULL;
    b->too_long = true;
    while (end == NULL) {
        hash_early(r, b);
        b->len = 0;
        int rc = read_more(r, b);
        if (rc <= 0)
            return rc;
        end = memchr(b->text, '\n', b->len);
    }
    hash_early(r, b);
    memmove(b->text, end + 1, b->len - (size_t)(end + 1 - b->text));
    b->len -= (size_t)(end + 1 - b->text);
    keep_carry(r, b, 0);
    return 1;
}

/* Whole lines: 1, 0 the last ones, negative error. */
static int read_lines(struct line_reader *r, struct block *b)
{
    const char *end = NULL;
    int rc = 1;
    reserve(b, r->carry_len + 1);
    if (r->carry_len > 0)
        memcpy(b->text, r->carry, r->carry_len);
    b->len = b->read_at = b->read_end = r->carry_len;
    r->carry_len = 0;
    end = last_newline(b->text, 0, b->len);
    while (rc > 0 && (end == NULL || b->len < BLOCK_BYTES / 4 * 3)) {
        size_t before = b->len;
        if (end == NULL && before > LINE_MAX_BYTES)
            return skip_line(r, b);
        rc = read_more(r, b);
        const char *newer = rc > 0 ? last_newline(b->text, before, b->len) : NULL;
        end = newer != NULL ? newer : end == NULL ? NULL : last_newline(b->text, 0, b->len);
    }
    if (rc > 0)
        keep_carry(r, b, (size_t)(end + 1 - b->text));
    return rc;
}

static int64_t count_lines(const struct block *b)
{
    int64_t n = b->too_long;
    const char *stop = b->text + b->len;
    for (const char *at = b->text; at < stop; n++) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        at = end == NULL ? stop : end + 1;
    }
    return n;
}

static void read_block(struct line_reader *r, struct block *b)
{
    if (b->capacity > KEPT_BYTES) {
        free(b->text);
        b->text = NULL;
        b->capacity = 0;
    }
    b->len = 0;
    b->too_long = false;
    b->first_line = r->at.line;
    b->rc = read_lines(r, b);
    r->at.line += count_lines(b);
    b->out.len = r->at.len;
}

/* ---- hashing ---- */

static void queue_text(struct text_queue *q, struct arena *a, struct ingest_text *t)
{
    if (t->data == NULL)
        return;
    struct hashed_text *h = arena_alloc(a, sizeof(*h));
    h->data = t->data;
    h->len = t->len;
    t->hashed = h;
    if (q->last != NULL)
        q->last->next = h;
    else
        q->first = h;
    q->last = h;
}

static void queue_batch(struct text_queue *q, struct ingest_batch *b)
{
    for (size_t i = 0; i < b->n; i++) {
        queue_text(q, b->arena, &b->items[i].prompt);
        queue_text(q, b->arena, &b->items[i].completion);
        queue_text(q, b->arena, &b->items[i].action);
        queue_text(q, b->arena, &b->items[i].code);
    }
}

static void hash_texts(struct text_queue *q)
{
    struct hashed_text *t = q->first;
    while (t != NULL && t->next != NULL) {
        hashed_text_two(t, t->next);
        t = t->next->next;
    }
    if (t != NULL)
        hashed_text_init(t, t->data, t->len);
    *q = (struct text_queue){ 0 };
}

static void hash_texts_beside(struct text_queue *q, struct sha256 *source, const void *data,
                              size_t len)
{
    const char *at = data;
    for (; q->first != NULL && len > 0; q->first = q->first->next) {
        size_t n = q->first->len < len ? q->first->len : len;
        hashed_text_beside(q->first, source, at, n);
        at += n;
        len -= n;
    }
    sha256_update(source, at, len);
    hash_texts(q);
}

/* ---- parsing: side by side ---- */

static bool is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
            return false;
    return true;
}

static void take_record(struct block *b, struct line_record *rec)
{
    const struct ingest_format *format = b->source.format;
    const struct ingest_record record = {
        .json = rec->json,
        .line = rec->line,
        .where = rec->where,
        .arena = &b->arena,
        .index = -1,
    };
    rec->batch = (struct ingest_batch){ .source = &b->source, .arena = &b->arena };
    format->take(&rec->batch, &record);
    ingest_claim_stated(&rec->batch, 0, &record);
    if (format->names_runs)
        ingest_identify(&rec->batch, 0, rec->json);
    queue_batch(&b->texts, &rec->batch);
}

/* Complaints go to the record. */
static void parse_line(struct block *b, struct line_record *rec, const char *text, size_t len)
{
    struct err bad = { 0 };
    struct ingest_source *source = &b->source;
    source->counts = (struct ingest_counts){ 0 };
    source->n_kept = 0;
    source->refusals = source->remarks = NULL;
    source->last_refusal = &source->refusals;
    source->last_remark = &source->remarks;
    rec->arena = &b->arena;
    rec->where = arena_printf(&b->arena, "line %lld", (long long)rec->line);
    if (b->too_long || len > LINE_MAX_BYTES)
        ingest_refuse(source, rec->where, "the record is longer than 64 MiB");
    else
        rec->json = json_parse_arena(source->name, (size_t)rec->line, text, len, &b->arena, &bad);
    if (rec->json != NULL && source->format->is_pure)
        take_record(b, rec);
    else if (bad.code != 0)
        ingest_refuse(source, rec->where, "%s", bad.msg);
    rec->counts = source->counts;
    rec->refusals = source->refusals;
    rec->remarks = source->remarks;
}

static void parse_block(const struct line_reader *r, struct block *b)
{
    const char *at = b->text;
    const char *stop = at + b->len;
    int64_t line = b->first_line;
    arena_rewind(&b->arena);
    b->source = r->source;
    b->source.arena = &b->arena;
    b->out.n = 0;
    b->out.records = arena_array(&b->arena, (size_t)count_lines(b), sizeof(*b->out.records));
    if (b->too_long) {
        b->out.records[b->out.n].line = line++;
        parse_line(b, &b->out.records[b->out.n++], "", 0);
        return;
    }
    for (; at < stop; line++) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        size_t len = (size_t)((end == NULL ? stop : end) - at);
        if (!is_blank(at, len)) {
            b->out.records[b->out.n].line = line;
            parse_line(b, &b->out.records[b->out.n++], at, len);
        }
        at += len + 1;
    }
}

/* Texts need not wait for the block's turn. */
static void hash_block(struct line_reader *r, struct block *b)
{
    pthread_mutex_lock(&r->mutex);
    bool has_turn = r->n_hashed == b->number;
    pthread_mutex_unlock(&r->mutex);
    if (!has_turn)
        hash_texts(&b->texts);
    if (!await_turn(r, b))
        return;
    hash_texts_beside(&b->texts, &r->at.hash, b->text + b->read_at, b->read_end - b->read_at);
    b->out.hash = r->at.hash;
}

/* ---- the ring ---- */

static struct block *block_at(struct line_reader *r, size_t i)
{
    return &r->blocks[i % r->n_blocks];
}

static bool may_claim(const struct line_reader *r)
{
    size_t in_use = r->n_claimed - r->n_returned;
    return !r->reading && in_use < r->n_blocks && (in_use == 0 || r->in_flight < MOST_IN_FLIGHT);
}

/* Also takes the right to read; the mutex is held. */
static struct block *take_block(struct line_reader *r)
{
    struct block *b = block_at(r, r->n_claimed);
    b->number = r->n_claimed++;
    b->parsed = false;
    r->reading = true;
    return b;
}

static struct block *claim(struct line_reader *r)
{
    pthread_mutex_lock(&r->mutex);
    while (!r->ended && !r->stopping && !may_claim(r))
        pthread_cond_wait(&r->changed, &r->mutex);
    struct block *b = r->ended || r->stopping ? NULL : take_block(r);
    pthread_mutex_unlock(&r->mutex);
    return b;
}

static void end_reading(struct line_reader *r, const struct block *b)
{
    pthread_mutex_lock(&r->mutex);
    r->reading = false;
    r->ended = b->rc <= 0;
    r->in_flight += b->len;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->mutex);
}

static void end_parsing(struct line_reader *r, struct block *b)
{
    pthread_mutex_lock(&r->mutex);
    r->n_hashed += r->n_hashed == b->number;
    b->parsed = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->mutex);
}

static void do_block(struct line_reader *r, struct block *b)
{
    read_block(r, b);
    end_reading(r, b);
    parse_block(r, b);
    hash_block(r, b);
    end_parsing(r, b);
}

static void *work(void *context)
{
    struct line_reader *r = context;
    struct block *b;
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    while ((b = claim(r)) != NULL)
        do_block(r, b);
    return NULL;
}

/* One processor is for storing, which takes as long as the rest. */
static size_t count_threads(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN) - 1;
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (size_t)n;
}

struct line_reader *line_reader_new(const struct ingest_source *source,
                                    const struct line_start *start)
{
    struct line_reader *r = mem_alloc(sizeof(*r));
    r->source = *source;
    r->at = *start;
    r->carry = mem_alloc(start->rest_len);
    r->carry_len = start->rest_len;
    if (start->rest_len > 0)
        memcpy(r->carry, start->rest, start->rest_len);
    pthread_mutex_init(&r->mutex, NULL);
    pthread_cond_init(&r->changed, NULL);
    struct stat st;
    r->is_file = fstat(start->fd, &st) == 0 && S_ISREG(st.st_mode);
    size_t n = start->n_threads != 0 ? start->n_threads : count_threads();
    r->n_blocks = 2 * n + 2;
    r->blocks = mem_array(r->n_blocks, sizeof(*r->blocks));
    while (r->n_threads < n && pthread_create(&r->threads[r->n_threads], NULL, work, r) == 0)
        r->n_threads++;
    return r;
}

/* Until the others are done with a block, the thread that stores does a later one; it does all of
 * them where no thread could be started. */
static void help_or_wait(struct line_reader *r)
{
    bool alone = r->n_threads == 0;
    if (!alone && (!r->is_file || r->ended || r->n_claimed == r->n_returned || !may_claim(r))) {
        pthread_cond_wait(&r->changed, &r->mutex);
        return;
    }
    struct block *b = take_block(r);
    pthread_mutex_unlock(&r->mutex);
    do_block(r, b);
    pthread_mutex_lock(&r->mutex);
}

int line_reader_next(struct line_reader *r, const struct line_block **out, struct err *err)
{
    pthread_mutex_lock(&r->mutex);
    struct block *b = block_at(r, r->n_returned);
    while (!(r->n_claimed > r->n_returned && b->parsed) &&
           !(r->ended && r->n_claimed == r->n_returned))
        help_or_wait(r);
    bool any = r->n_claimed > r->n_returned;
    pthread_mutex_unlock(&r->mutex);
    *out = any ? &b->out : NULL;
    if (any && b->rc < 0)
        *err = b->err;
    return any && b->rc < 0 ? b->rc : 0;
}

void line_reader_give_back(struct line_reader *r)
{
    pthread_mutex_lock(&r->mutex);
    r->in_flight -= block_at(r, r->n_returned++)->len;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->mutex);
}

void line_reader_free(struct line_reader *r)
{
    pthread_mutex_lock(&r->mutex);
    r->stopping = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->mutex);
    for (size_t i = 0; i < r->n_threads; i++) {
        pthread_cancel(r->threads[i]);
        pthread_join(r->threads[i], NULL);
    }
    for (size_t i = 0; i < r->n_blocks; i++) {
        free(r->blocks[i].text);
        arena_release(&r->blocks[i].arena);
    }
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->mutex);
    free(r->blocks);
    free(r->carry);
    free(r);
}
