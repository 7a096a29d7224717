/*
 * screen.h - who may ask at all.  Pure.
 *
 * The proxy listens where every program of the machine, and every page in its browsers, reaches it.
 * A page of another site sends its Origin, or comes under its own name (Host); neither gets
 * anywhere.  Where a token is set it is needed for everything but /health.
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
    bool is_health; /* our own /health, which everybody may ask */
    bool is_ours;   /* answered here: the token may be in Authorization */
};

/* NULL when it may pass; else why not, *out_status is 401 or 403. */
const char *screen_refuses(const struct screen *s, const struct screen_request *r, int *out_status);

#endif
