#include "src/base/deflate.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

#define CHUNK 16384
/* Half the time of zlib's usual 6, a twentieth more bytes, on the text of pages. */
#define PART_LEVEL 4

struct deflater {
    z_stream z;
    unsigned char out[CHUNK];
};

/* zlib's declaration lacks the const. */
static void set_input(z_stream *z, const void *bytes, size_t len)
{
    union {
        const void *read_only;
        unsigned char *bytes;
    } input = { .read_only = bytes };
    z->next_in = input.bytes;
    z->avail_in = (unsigned)len;
}

const char *deflate_version(void)
{
    return "zlib " ZLIB_VERSION;
}

size_t deflate_size(const char *bytes, size_t len)
{
    z_stream z = { 0 };
    unsigned char out[4096];
    size_t size = 0;
    int rc = Z_OK;
    if (len > UINT_MAX || deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS,
                                       MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    set_input(&z, bytes, len);
    while (rc == Z_OK) {
        z.next_out = out;
        z.avail_out = sizeof(out);
        rc = deflate(&z, Z_FINISH);
        size += sizeof(out) - z.avail_out;
    }
    deflateEnd(&z);
    return size;
}

static void *take(void *unused, unsigned count, unsigned size)
{
    (void)unused;
    return mem_grow(NULL, count, size);
}

static void give(void *unused, void *p)
{
    (void)unused;
    free(p);
}

struct deflater *deflater_new(void)
{
    struct deflater *d = mem_alloc(sizeof(*d));
    d->z.zalloc = take; /* never fails, nor does this */
    d->z.zfree = give;
    deflateInit2(&d->z, PART_LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    return d;
}

void deflater_free(struct deflater *d)
{
    if (d == NULL)
        return;
    deflateEnd(&d->z);
    free(d);
}

static void deflate_piece(struct deflater *d, const unsigned char *bytes, size_t len, int flush,
                          struct buf *out)
{
    set_input(&d->z, bytes, len);
    do {
        d->z.next_out = d->out;
        d->z.avail_out = sizeof(d->out);
        deflate(&d->z, flush);
        buf_add(out, d->out, sizeof(d->out) - d->z.avail_out);
    } while (d->z.avail_out == 0);
}

struct deflated deflate_part(struct deflater *d, const void *bytes, size_t len, struct buf *out)
{
    const unsigned char *p = bytes;
    struct deflated part = { len, (uint32_t)adler32_z(adler32_z(0, NULL, 0), p, len) };
    deflateReset(&d->z);
    for (; len > INT_MAX; len -= INT_MAX, p += INT_MAX)
        deflate_piece(d, p, INT_MAX, Z_NO_FLUSH, out);
    deflate_piece(d, p, len, Z_SYNC_FLUSH, out);
    return part;
}

void deflate_open(struct buf *out)
{
    buf_add(out, "\x78\x5E", 2); /* window of 32 KiB, a fast level */
}

void deflate_close(struct buf *out, const struct deflated *parts, size_t n)
{
    uLong sum = adler32_z(0, NULL, 0);
    for (size_t i = 0; i < n; i++)
        sum = adler32_combine(sum, parts[i].checksum, (z_off_t)parts[i].len);
    const unsigned char end[] = { 3,
                                  0,
                                  (unsigned char)(sum >> 24),
                                  (unsigned char)(sum >> 16),
                                  (unsigned char)(sum >> 8),
                                  (unsigned char)sum };
    buf_add(out, end, sizeof(end));
}
