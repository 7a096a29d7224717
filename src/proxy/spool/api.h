/*
 * api.h - which requests are completions, and how each way of asking names things.  Pure.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_API_H
#define ROLLBOOK_PROXY_SPOOL_API_H

#include <stdint.h>

struct arena;
struct json;

struct api {
    const char *name;     /* "chat", stored */
    const char *path;     /* what the path ends with */
    const char *prompt;   /* member of the request that holds the prompt */
    const char *settings; /* member that holds the temperature; NULL: the request itself */
};

/* By method and target (path and query); NULL for what is not a completion. */
const struct api *api_of(const char *method, const char *target);
const struct api *api_named(const char *name); /* NULL unknown */

/* The prompt of the answer's choice as one text: a text as it is, the content of a single message,
 * several messages as JSON.  NULL for token ids and what is none. */
const char *api_prompt(const struct api *api, const struct json *request, int choice,
                       struct arena *a);
double api_temperature(const struct api *api, const struct json *request); /* NaN: not said */
/* The request without its prompt, as JSON text. */
const char *api_settings(const struct api *api, const struct json *request, struct arena *a);

#endif
