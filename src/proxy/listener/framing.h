/*
 * framing.h - whether a request's head means one thing to every program on its way.  Pure.
 *
 * Refuses what two servers could read differently (RFC 9112, sections 5 and 6): such a sender
 * decides where the next request begins behind us.
 */
#ifndef ROLLBOOK_PROXY_LISTENER_FRAMING_H
#define ROLLBOOK_PROXY_LISTENER_FRAMING_H

#include <stddef.h>

struct http_header;

#define FRAMING_MAX_HEADERS 256

/* NULL: it may pass; else why not, and *out_status is 400 or 431. */
const char *framing_refuses(const char *target, const struct http_header *headers, size_t n,
                            int *out_status);

#endif
