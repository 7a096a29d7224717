/*
 * http_relay.h - requests of others, passed on to a server while their answers are still coming.
 *
 * For an event loop: nothing blocks, a descriptor announces work, only http_relay_run calls hooks.
 * Method, path, headers and bodies go and come unchanged; only framing (chunks) is libcurl's.  TLS
 * is verified, redirects are answers.
 */
#ifndef ROLLBOOK_HTTP_HTTP_RELAY_H
#define ROLLBOOK_HTTP_HTTP_RELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/http/http.h"

struct buf;
struct err;
struct http_relay;
struct http_passage;

struct http_relay_head {
    int status;
    const struct http_header *headers; /* in order, without framing */
    size_t n_headers;
    int64_t length; /* of the body; -1: not said */
};

struct http_relay_end {
    enum http_end end;
    const char *detail;             /* one line; "" if answered */
    double first_byte_ms, total_ms; /* from the start; NaN: no byte */
};

/* context is the request's.  No hook follows done or http_relay_cancel. */
struct http_relay_hooks {
    void (*head)(void *context, const struct http_relay_head *head);
    /* False: refused; they come again after http_relay_continue. */
    bool (*bytes)(void *context, const char *data, size_t len);
    void (*done)(void *context, const struct http_relay_end *end);
};

struct http_relay_options {
    int64_t connect_ms;    /* 0: 10,000 */
    int64_t first_byte_ms; /* from the start; 0: 600,000 */
    int64_t stall_ms;      /* between two bytes; 0: 600,000 */
    struct http_relay_hooks hooks;
};

int http_relay_open(const struct http_relay_options *options, struct http_relay **out,
                    struct err *err);
void http_relay_close(struct http_relay *r); /* NULL is fine; calls no hooks */

/* ERR_USAGE: not http or https, or credentials in it.  *out_private: nobody on the way can read. */
int http_relay_check_url(const char *url, bool *out_private, struct err *err);

/* Readable: http_relay_run has work. */
int http_relay_fd(const struct http_relay *r);
/* Until http_relay_run is due; -1: never. */
int http_relay_wait_ms(const struct http_relay *r);
int http_relay_run(struct http_relay *r, struct err *err);

struct http_relay_request {
    const char *method;
    const char *url;
    const struct http_header *headers; /* without Host and Content-Length */
    size_t n_headers;
    struct buf *body; /* emptied; NULL: none */
};

/* Borrows the rest for the call.  ERR_USAGE: no request can carry it. */
int http_relay_start(struct http_relay *r, const struct http_relay_request *request, void *context,
                     struct http_passage **out, struct err *err);
/* Closes the server's connection and frees the passage. */
void http_relay_cancel(struct http_passage *p);
void http_relay_continue(struct http_passage *p);

#endif
