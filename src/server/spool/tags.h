/*
 * tags.h - what a client says about its request: run, task, step, turn, sample.  Pure.
 *
 * By headers X-Rollbook-Run, -Task, -Step, -Turn, -Sample, or before the path:
 * /run/NAME/task/l1-4/step/0/sample/3/v1/chat/completions.  Neither reaches the server.  Other
 * X-Rollbook-* headers are kept.
 */
#ifndef ROLLBOOK_SERVER_SPOOL_TAGS_H
#define ROLLBOOK_SERVER_SPOOL_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct http_header;
struct json;

#define TAGS_MAX_OTHER 16

struct tags {
    const char *run, *task; /* NULL: not said; "l1/4" for suites */
    /* What this program says itself.  NULL: "proxy", and the first evaluation of a rollout. */
    const char *strategy, *purpose;
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

/*
 * Parts of a request's target.  Pure.
 */

/* Undoes escapes; NULL: it holds a NUL.  plus: '+' is a space. */
char *url_decode(struct arena *a, const char *s, size_t len, bool plus);

/* Calls take for every decoded member until a negative result, which it returns. */
struct err;
int url_query(struct arena *a, const char *target,
              int (*take)(void *context, const char *name, const char *value, struct err *err),
              void *context, struct err *err);

/*
 * Which requests are completions, and how each way of asking names things.  Pure.
 */

struct api {
    const char *name;     /* "chat"; stored */
    const char *path;     /* its end */
    const char *prompt;   /* member */
    const char *settings; /* member of the temperature; NULL: the request */
};

/* target is path and query; NULL: no completion. */
const struct api *api_of(const char *method, const char *target);
const struct api *api_named(const char *name); /* NULL: unknown */

/* The prompt of a choice as one text: itself, a single message's content, several messages as
 * JSON.  NULL: token ids, or none. */
const char *api_prompt(const struct api *api, const struct json *request, int choice,
                       struct arena *a);
double api_temperature(const struct api *api, const struct json *request); /* NaN: not given */
/* JSON of the request without its prompt. */
const char *api_settings(const struct api *api, const struct json *request, struct arena *a);

#endif
