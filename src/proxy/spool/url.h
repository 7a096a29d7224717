/*
 * url.h - parts of a request's target.  Pure.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_URL_H
#define ROLLBOOK_PROXY_SPOOL_URL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Undoes escapes; NULL: it holds a NUL.  plus: '+' is a space. */
char *url_decode(struct arena *a, const char *s, size_t len, bool plus);

/* Calls take for every decoded member until a negative result, which it returns. */
struct err;
int url_query(struct arena *a, const char *target,
              int (*take)(void *context, const char *name, const char *value, struct err *err),
              void *context, struct err *err);

#endif
