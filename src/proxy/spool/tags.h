/*
 * tags.h - what a client says about its request: run, task, step, turn, sample.  Pure.
 *
 * By headers X-Rollbook-Run, -Task, -Step, -Turn, -Sample, or before the path:
 * /run/NAME/task/l1-4/step/0/sample/3/v1/chat/completions.  Neither reaches the server.  Other
 * X-Rollbook-* headers are kept.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_TAGS_H
#define ROLLBOOK_PROXY_SPOOL_TAGS_H

#include <stddef.h>

struct arena;
struct err;
struct http_header;
struct json;

#define TAGS_MAX_OTHER 16

struct tags {
    const char *run, *task;            /* NULL: not said; "l1/4" for suites */
    int step, turn, sample;            /* -1: not said */
    const char *other[TAGS_MAX_OTHER]; /* "name: value" */
    int n_other;
};

extern const struct tags tags_none;

/*
 * Removes tags from a target.  *out_rest (arena) is the server's and begins with "/".  ERR_USAGE in
 * words for a client.
 */
int tags_take_target(struct tags *t, const char *target, struct arena *a, const char **out_rest,
                     struct err *err);
/* 1: a tag, 0: not ours. */
int tags_take_header(struct tags *t, const char *name, const char *value, struct arena *a,
                     struct err *err);
int tags_take_headers(struct tags *t, const struct http_header *headers, size_t n, struct arena *a,
                      struct err *err);
/* name is lower case; ERR_USAGE, or ERR_NOMATCH: no such tag. */
int tags_set(struct tags *t, const char *name, const char *value, struct arena *a, struct err *err);

/* Members of an object, and back; what is not said is left out. */
void tags_encode(const struct tags *t, struct json *object);
int tags_decode(const struct json *object, struct arena *a, struct tags *out, struct err *err);

#endif
