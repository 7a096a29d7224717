/*
 * framing.h - whether a request's head means one thing to every program on its way.  Pure.
 *
 * Refuses what two servers could read differently (RFC 9112, sections 5 and 6): such a sender
 * decides where the next request begins behind us.
 */
#ifndef ROLLBOOK_SERVER_LISTENER_FRAMING_H
#define ROLLBOOK_SERVER_LISTENER_FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct http_header;

#define FRAMING_MAX_HEADERS 256
#define FRAMING_MAX_BYTES                                                                          \
    ((size_t)120 << 10) /* of a head, with PIECE_BYTES for each line and parameter */
#define FRAMING_PIECE_BYTES 64

/* NULL: it may pass; else why not, and *out_status is 400 or 431. */
const char *framing_refuses(const char *target, const struct http_header *headers, size_t n,
                            int *out_status);

/* How a request's body ends. */
struct framing {
    uint64_t length;
    bool is_chunked;
};

/* Reads the bytes of a head, with its empty line, and appends it as others are to read it: without
 * blanks at the ends of values.  NULL, or why it is refused, and *out_status. */
const char *framing_read_head(const char *head, size_t len, struct buf *out,
                              struct framing *out_framing, int *out_status);

#endif
