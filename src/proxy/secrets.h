/*
 * secrets.h - keys that a client sends, kept out of everything that is written.  Pure.
 *
 * A server may repeat a key: what is stored has asterisks there, what is passed on has not.  Short
 * keys and words for "no key" are left (redact_can_hide).
 */
#ifndef ROLLBOOK_PROXY_SECRETS_H
#define ROLLBOOK_PROXY_SECRETS_H

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

/* Overwrites secrets, plain or escaped as in JSON; true: there was one. */
bool secrets_hide(const struct secrets *s, char *text, size_t len);
/* Last bytes that may begin a secret. */
size_t secrets_held(const struct secrets *s, const char *text, size_t len);

#endif
