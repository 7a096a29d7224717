/*
 * secrets.h - keys that a client sends, kept out of everything that is written.  Pure.
 *
 * A server may repeat a key in its answer; what is stored has asterisks there, what is passed on
 * has not.  Words that stand for "no key" (EMPTY, ollama) are no secrets.
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

/* Longer ones first; in the arena that they were added with. */
struct secrets {
    struct secret *items;
    size_t n, room;
};

/* True when headers of this name carry credentials. */
bool secrets_is_header(const char *name);
/* The value of such a header: the whole, its words, the values of cookies. */
void secrets_add_header(struct secrets *s, const char *value, struct arena *a);
/* Members of a query that carry keys: ?key=..., api_key, access_token. */
void secrets_add_query(struct secrets *s, const char *target, struct arena *a);

/* Overwrites what is in the text, as it is or as JSON escapes it; true when there was any. */
bool secrets_hide(const struct secrets *s, char *text, size_t len);
/* How many of the last bytes may be the beginning of a secret. */
size_t secrets_held(const struct secrets *s, const char *text, size_t len);

#endif
