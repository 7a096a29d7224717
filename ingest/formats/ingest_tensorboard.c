/*
 * ingest_tensorboard.c - scalars of TensorBoard's event files as metrics of steps.
 *
 * A file is a row of records: length (8 bytes), its masked CRC-32C, bytes, their masked CRC-32C.
 * The bytes are a protocol buffer Event, of which step (2), summary (5) and in it each value's tag
 * (1), simple_value (2) and tensor (8) are read; images, texts and histograms are passed over.  A
 * file that ends within a record was being written: what lies before it is taken, and that is said.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_internal.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_BYTES  ((size_t)1 << 30)
#define MAX_RECORD ((size_t)256 << 20)
#define CRC_MASK   0xa282ead8U
#define DT_FLOAT   1
#define DT_DOUBLE  2

struct tb_scalar {
    int step;
    size_t order; /* in the file: of one step and tag the last counts */
    const char *tag;
    double value;
};

struct event_file {
    struct tb_scalar *items;
    size_t n, capacity;
    size_t n_records, n_passed, n_repeated;
};

/* The rest of a message. */
struct bytes {
    const unsigned char *at, *end;
};

static uint32_t crc_table[256];

static uint32_t masked_crc(const unsigned char *at, size_t n)
{
    uint32_t c = 0xffffffffU;
    for (size_t i = 0; i < n; i++)
        c = crc_table[(c ^ at[i]) & 0xff] ^ c >> 8;
    c ^= 0xffffffffU;
    return (c >> 15 | c << 17) + CRC_MASK;
}

static uint64_t little_endian(const unsigned char *at, int n)
{
    uint64_t v = 0;
    for (int i = 0; i < n; i++)
        v |= (uint64_t)at[i] << 8 * i;
    return v;
}

static bool read_varint(struct bytes *b, uint64_t *out)
{
    *out = 0;
    for (int shift = 0; shift < 70 && b->at < b->end; shift += 7) {
        const unsigned char c = *b->at++;
        *out |= shift < 64 ? (uint64_t)(c & 0x7f) << shift : 0;
        if ((c & 0x80) == 0)
            return true;
    }
    return false;
}

/* A field: number, and its value or bytes; false at the end or for damage, which *ok tells. */
static bool next_field(struct bytes *b, unsigned *field, uint64_t *value, struct bytes *part,
                       bool *ok)
{
    uint64_t key = 0;
    *part = (struct bytes){ NULL, NULL };
    *value = 0;
    if (b->at == b->end)
        return false;
    *ok = read_varint(b, &key);
    *field = (unsigned)(key >> 3);
    const size_t left = (size_t)(b->end - b->at);
    const size_t fixed = (key & 7) == 1 ? 8 : (key & 7) == 5 ? 4 : 0;
    if (*ok && (key & 7) == 0) {
        *ok = read_varint(b, value);
    } else if (*ok && fixed > 0 && left >= fixed) {
        *part = (struct bytes){ b->at, b->at + fixed };
        *value = little_endian(b->at, (int)fixed);
        b->at += fixed;
    } else if (*ok && (key & 7) == 2 && read_varint(b, value) &&
               *value <= (uint64_t)(b->end - b->at)) {
        *part = (struct bytes){ b->at, b->at + *value };
        b->at += *value;
    } else {
        *ok = false;
    }
    return *ok;
}

static double float_of(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float v = 0;
    memcpy(&v, &low, sizeof(v));
    return (double)v;
}

static double double_of(uint64_t bits)
{
    double v = 0;
    memcpy(&v, &bits, sizeof(v));
    return v;
}

/* Of a tensor with one number: its content (4), float_val (5) or double_val (6). */
static bool read_tensor(struct bytes b, double *out, bool *ok)
{
    unsigned field = 0;
    uint64_t v = 0;
    uint64_t type = 0;
    struct bytes part;
    bool found = false;
    while (next_field(&b, &field, &v, &part, ok)) {
        const size_t n = (size_t)(part.end - part.at);
        if (field == 1)
            type = v;
        else if ((field == 4 || field == 5) && n == 4 && type == DT_FLOAT)
            *out = float_of(little_endian(part.at, 4));
        else if ((field == 4 || field == 6) && n == 8 && type == DT_DOUBLE)
            *out = double_of(little_endian(part.at, 8));
        else
            continue;
        found = found || field != 1;
    }
    return *ok && found;
}

static bool read_value(struct event_file *f, struct arena *a, struct bytes b, int64_t step)
{
    unsigned field = 0;
    uint64_t v = 0;
    struct bytes part;
    const char *tag = NULL;
    double value = 0;
    bool ok = true;
    bool found = false;
    while (next_field(&b, &field, &v, &part, &ok)) {
        const size_t n = (size_t)(part.end - part.at);
        if (field == 1 && n > 0 && utf8_is_text((const char *)part.at, n))
            tag = arena_strndup(a, (const char *)part.at, n);
        if (field == 2 && n == 4) {
            value = float_of(v);
            found = true;
        }
        if (field == 8 && part.at != NULL)
            found = read_tensor(part, &value, &ok) || found;
    }
    if (!ok)
        return false;
    if (tag == NULL || !found || step < 0 || step > INT32_MAX) {
        f->n_passed++;
        return true;
    }
    f->items = ingest_room(a, f->items, f->n, &f->capacity, sizeof(*f->items));
    f->items[f->n] = (struct tb_scalar){ (int)step, f->n, tag, value };
    f->n++;
    return true;
}

static bool read_event(struct event_file *f, struct arena *a, struct bytes event)
{
    unsigned field = 0;
    uint64_t v = 0;
    int64_t step = 0;
    struct bytes part;
    struct bytes summary = { NULL, NULL };
    bool ok = true;
    while (next_field(&event, &field, &v, &part, &ok)) {
        if (field == 2 && part.at == NULL)
            step = (int64_t)v;
        if (field == 5 && part.at != NULL)
            summary = part;
    }
    while (ok && next_field(&summary, &field, &v, &part, &ok))
        if (field == 1 && part.at != NULL)
            ok = read_value(f, a, part, step);
    return ok;
}

static int read_records(struct ingest_source *source, struct event_file *f, const struct buf *file,
                        struct err *err)
{
    const unsigned char *at = (const unsigned char *)file->data;
    size_t left = file->len;
    for (; left >= 12; f->n_records++) {
        const uint64_t n = little_endian(at, 8);
        const size_t offset = file->len - left;
        if (masked_crc(at, 8) != (uint32_t)little_endian(at + 8, 4) || n > MAX_RECORD)
            return err_set(err, ERR_INTEGRITY,
                           "%s: byte %zu: not a record of an event file: the checksum of its "
                           "length does not match",
                           source->name, offset);
        if (n + 16 > left)
            break;
        if (masked_crc(at + 12, n) != (uint32_t)little_endian(at + 12 + n, 4))
            ingest_refuse(source, arena_printf(source->arena, "byte %zu", offset),
                          "the record's checksum does not match");
        else if (!read_event(f, source->arena, (struct bytes){ at + 12, at + 12 + n }))
            ingest_refuse(source, arena_printf(source->arena, "byte %zu", offset),
                          "the record contains no Event");
        at += n + 16;
        left -= n + 16;
    }
    if (left > 0)
        ingest_remark(source,
                      "the last %zu bytes are the beginning of a record: the file was still "
                      "being written, or is cut",
                      left);
    return 0;
}

static int by_step(const void *a, const void *b)
{
    const struct tb_scalar *x = a;
    const struct tb_scalar *y = b;
    const int names = x->step != y->step ? 0 : strcmp(x->tag, y->tag);
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return names != 0 ? names : x->order < y->order ? -1 : 1;
}

static void add_step(struct ingest_batch *out, const struct tb_scalar *s, size_t n)
{
    struct event_file *f = out->source->state;
    struct buf text CLEANUP(buf_release) = { 0 };
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n && strcmp(s[i].tag, s[i + 1].tag) == 0) {
            f->n_repeated++;
            continue;
        }
        buf_putc(&text, text.len == 0 ? '{' : ',');
        buf_put_json_string(&text, s[i].tag, strlen(s[i].tag));
        buf_printf(&text, isfinite(s[i].value) ? ":%.9g" : ":\"%g\"", s[i].value);
    }
    buf_putc(&text, '}');
    ingest_batch_add_step(out, arena_printf(out->arena, "step %d", s->step), s->step,
                          arena_strdup(out->arena, buf_text(&text)));
}

static int tensorboard_finish(struct ingest_batch *out, struct err *err)
{
    struct event_file *f = out->source->state;
    (void)err;
    if (f->n > 0)
        qsort(f->items, f->n, sizeof(*f->items), by_step);
    for (size_t i = 0, end; i < f->n; i = end) {
        for (end = i + 1; end < f->n && f->items[end].step == f->items[i].step;)
            end++;
        add_step(out, &f->items[i], end - i);
    }
    if (f->n_passed > 0)
        ingest_remark(out->source, "%zu values are not scalars of a step and were skipped",
                      f->n_passed);
    if (f->n_repeated > 0)
        ingest_remark(out->source, "%zu values were written again for their step: the last counts",
                      f->n_repeated);
    return 0;
}

static void tensorboard_take(struct ingest_batch *out, const struct ingest_record *r)
{
    (void)out;
    (void)r;
}

static int tensorboard_begin(struct ingest_source *source, struct err *err)
{
    struct event_file *f = arena_alloc(source->arena, sizeof(*f));
    struct buf file CLEANUP(buf_release) = { .max = MAX_BYTES };
    const struct ingest_feed *in = source->feed;
    const char *piece = NULL;
    size_t len = 0;
    int rc = 0;
    *f = (struct event_file){ 0 };
    source->state = f;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0x82f63b78U : c >> 1;
        crc_table[i] = c;
    }
    while ((rc = in->fill(in->context, &piece, &len, err)) == 0 && len > 0) {
        if (file.len + len > MAX_BYTES)
            return err_set(err, ERR_INTEGRITY, "%s: the file is longer than 1 GiB", source->name);
        buf_add(&file, piece, len);
    }
    ingest_open_log(source); /* of which nothing is left */
    return rc < 0 ? rc : read_records(source, f, &file, err);
}

/* The first record says brain.Event:2. */
static const char *tensorboard_recognise(const struct ingest_probe *p)
{
    const unsigned char *head = (const unsigned char *)p->head;
    if (p->folder || p->head_len < 24 || little_endian(head, 8) > 1000)
        return NULL;
    const struct ingest_probe first = { .name = "",
                                        .head = p->head,
                                        .head_len = p->head_len < 1016 ? p->head_len : 1016 };
    return ingest_probe_has_text(&first, "brain.Event:") ? "records with brain.Event" : NULL;
}

const struct ingest_format format_tensorboard = {
    .name = "tensorboard",
    .summary = "TensorBoard event files: scalars by step",
    .version = 1,
    .naming = INGEST_RUN_OF_TREE,
    .recognise = tensorboard_recognise,
    .begin = tensorboard_begin,
    .take = tensorboard_take,
    .finish = tensorboard_finish,
};
