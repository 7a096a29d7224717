/*
 * screen.h - who may ask at all.  Pure.
 *
 * Every program of the machine, and every page in its browsers, reaches the proxy.  A page of
 * another site sends its Origin or its own name (Host) and is refused.  A token, once set, is
 * needed for all but /health.
 */
#ifndef ROLLBOOK_PROXY_SCREEN_H
#define ROLLBOOK_PROXY_SCREEN_H

#include <stdbool.h>

struct screen {
    const char *token; /* NULL: none needed */
    bool loopback;     /* we listen there only */
};

struct screen_request {
    const char *host, *origin, *authorization, *token; /* headers; NULL absent */
    bool is_health;                                    /* our /health, for everybody */
    bool is_ours;                                      /* Authorization may hold the token */
};

/* NULL: it may pass; else why not, and *out_status is 401 or 403. */
const char *screen_refuses(const struct screen *s, const struct screen_request *r, int *out_status);

#endif
