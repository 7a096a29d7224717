/*
 * deflate.h - compression by zlib, whose only user this is.
 *
 * A long stream may be deflated in parts on any threads: a part is whole blocks that end on a byte,
 * none the last, so consecutive parts are the deflate of their bytes.
 */
#ifndef ROLLBOOK_BASE_DEFLATE_H
#define ROLLBOOK_BASE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

struct buf;

/* "zlib 1.2.13", of compile time. */
const char *deflate_version(void);

/* Length as raw deflate (level 9, window of 32 KiB, largest tables); 0 for 4 GiB and more. */
size_t deflate_size(const char *bytes, size_t len);

/* One thread's tables; never NULL. */
struct deflater *deflater_new(void);
void deflater_free(struct deflater *d); /* NULL is fine */

struct deflated {
    size_t len; /* bytes before */
    uint32_t checksum;
};

struct deflated deflate_part(struct deflater *d, const void *bytes, size_t len, struct buf *out);

/* Begin and end a zlib stream (RFC 1950) around parts. */
void deflate_open(struct buf *out);
void deflate_close(struct buf *out, const struct deflated *parts, size_t n);

#endif
