/*
 * secrets.h - keys that a client sends, kept out of everything that is written.  Pure.
 *
 * A server may repeat a key: what is stored has asterisks there, what is passed on has not.  Short
 * keys and words for "no key" are left (redact_can_hide).
 */
#ifndef ROLLBOOK_SERVER_SECRETS_H
#define ROLLBOOK_SERVER_SECRETS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;

struct secret {
    const char *text;
    size_t len;
};

/* Longer ones first; in the arena of secrets_add_*. */
struct secrets {
    struct secret *items;
    size_t n, room;
};

/* Headers with credentials. */
bool secrets_is_header(const char *name);
/* Adds the whole value, its words, the values of cookies. */
void secrets_add_header(struct secrets *s, const char *value, struct arena *a);
/* Adds keys of a query: ?key=..., api_key, access_token. */
void secrets_add_query(struct secrets *s, const char *target, struct arena *a);

/* Of a JSON object's own members: api_key, key, token, authorization and the like. */
void secrets_add_body(struct secrets *s, const char *body, size_t len, struct arena *a);

/* Overwrites secrets, plain or escaped as in JSON; true: there was one. */
bool secrets_hide(const struct secrets *s, char *text, size_t len);
/* Last bytes that may begin a secret. */
size_t secrets_held(const struct secrets *s, const char *text, size_t len);

/*
 * Who may ask at all.  Pure.
 *
 * Every program of the machine, and every page in its browsers, reaches the proxy.  A page of
 * another site sends its Origin or its own name (Host) and is refused.  A token, once set, is
 * needed for all but /health.
 */

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
