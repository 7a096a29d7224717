/*
 * framing.h - whether a request's head means one thing to every program on its way.  Pure.
 *
 * What two servers could read differently is refused instead of passed on (RFC 9112, sections 5 and
 * 6): a sender who is read differently behind us decides where the next request begins there.
 */
#ifndef ROLLBOOK_PROXY_LISTENER_FRAMING_H
#define ROLLBOOK_PROXY_LISTENER_FRAMING_H

#include <stddef.h>

struct http_header;

#define FRAMING_MAX_HEADERS 256

/* NULL when it may pass; else why not, and *out_status is 400 or 431. */
const char *framing_refuses(const char *target, const struct http_header *headers, size_t n,
                            int *out_status);

#endif
