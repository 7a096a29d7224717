/*
 * deflate.h - compression by zlib, whose only user this is.
 *
 * A long stream may be deflated in parts, each by itself and on any thread: a part is whole blocks
 * that end on a byte and none of which is the last, so parts that follow each other are the deflate
 * of their bytes one after the other.
 */
#ifndef ROLLBOOK_BASE_DEFLATE_H
#define ROLLBOOK_BASE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

struct buf;

/* "zlib 1.2.13": the version that this was compiled with. */
const char *deflate_version(void);

/* Length of the bytes as raw deflate at level 9 with the largest window, 32 KiB, and the largest
 * tables; 0 for 4 GiB and more. */
size_t deflate_size(const char *bytes, size_t len);

/* Tables of one thread; never NULL. */
struct deflater *deflater_new(void);
void deflater_free(struct deflater *d); /* NULL is fine */

struct deflated {
    size_t len; /* bytes before */
    uint32_t checksum;
};

/* Appends a part to out. */
struct deflated deflate_part(struct deflater *d, const void *bytes, size_t len, struct buf *out);

/* A zlib stream (RFC 1950) around parts: its beginning, the parts' bytes, its end. */
void deflate_open(struct buf *out);
void deflate_close(struct buf *out, const struct deflated *parts, size_t n);

#endif
