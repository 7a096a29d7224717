/*
 * http_internal.h - one transfer and the client it belongs to.
 */
#ifndef ROLLBOOK_HTTP_HTTP_INTERNAL_H
#define ROLLBOOK_HTTP_HTTP_INTERNAL_H

#include "src/base/buf.h"
#include "src/base/rng.h"
#include "src/http/http.h"
#include "src/http/http_curl.h"
#include "src/http/http_retry.h"

#define HTTP_REQUEST_ID_MAX 128

struct http_transfer {
    CURL *easy;
    struct curl_slist *headers;
    bool busy;
    size_t request;  /* index */
    struct buf sent; /* of a body made for this attempt */
    int attempt;
    int64_t sent_ns, first_byte_ns, last_byte_ns; /* 0: not yet */
    struct buf body;
    bool too_large;
    int64_t retry_after_ms;
    bool must_not_retry;
    char request_id[HTTP_REQUEST_ID_MAX];
    char detail[CURL_ERROR_SIZE];
};

/* Once a process: libcurl's memory comes from http_memory.h. */
int http_init_libcurl(struct err *err);

/* For every transfer: http and https only, no redirects, no signals; local: no proxy. */
void http_set_bounds(CURL *e, bool local);

/* Adds a line of name, middle and value.  ERR_USAGE: a line break.  libcurl's lists are of
 * memory that forgets. */
int http_add_header(struct curl_slist **list, const char *name, const char *middle,
                    const char *value, struct err *err);

enum http_end http_end_of_code(CURLcode code);

struct http_client {
    struct http_options options;
    char *key; /* owned */
    CURLM *multi;
    struct http_transfer *transfers; /* options.max_in_flight */
    struct http_limit limit;
    struct rng jitter;
};

/* ERR_USAGE: not http or https, credentials in it, or with_key somebody on the way could read
 * the key.  *out_local: it is this machine. */
int http_check_url(const char *url, bool with_key, bool *out_local, struct err *err);

/* ERR_USAGE: no request can carry it. */
int http_transfer_prepare(struct http_transfer *t, const struct http_options *options,
                          const struct http_request *request, struct err *err);
void http_transfer_release(struct http_transfer *t);

/* The expired deadline: "first byte", "stall", "attempt"; NULL: none. */
const char *http_transfer_overdue(const struct http_transfer *t, const struct http_options *options,
                                  int64_t now_ns);

/* overdue: as above, NULL when libcurl ended with code.  The answer borrows from the transfer. */
void http_transfer_answer(struct http_transfer *t, const struct http_options *options,
                          CURLcode code, const char *overdue, int64_t now_ns,
                          struct http_answer *out);

#endif
