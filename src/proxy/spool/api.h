/*
 * api.h - which requests are completions, and how each way of asking names things.  Pure.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_API_H
#define ROLLBOOK_PROXY_SPOOL_API_H

#include <stdint.h>

struct arena;
struct json;

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
