/*
 * listener.h - the HTTP server of the proxy: requests in, answers out piece by piece.
 *
 * listener*.c alone use libmicrohttpd.  One thread drives it from its event loop, and
 * hooks are called from listener_run alone.  A client is one request: it is announced when its
 * header lines are there, again when its body is, and gone when the answer is out or the connection
 * broke, which is noticed while an answer is waited for as well.
 */
#ifndef ROLLBOOK_PROXY_LISTENER_LISTENER_H
#define ROLLBOOK_PROXY_LISTENER_LISTENER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct http_header;
struct listener;
struct client;

struct listener_hooks {
    /* Header lines are there.  An answer now refuses the request before its body. */
    void (*begun)(void *context, struct client *k);
    /* The body is there. */
    void (*ready)(void *context, struct client *k);
    /* Few bytes wait for the client: more may be sent. */
    void (*drained)(void *context, struct client *k);
    /* The last call for this client.  complete: it has got the whole answer. */
    void (*gone)(void *context, struct client *k, bool complete);
    void *context;
};

struct listener_options {
    const char *address; /* "127.0.0.1:8080", "[::1]:0", "localhost:0" */
    size_t max_body;     /* bytes; larger ones are refused with 413 */
    unsigned max_clients;
    unsigned idle_s; /* a connection on which nothing moves is closed */
    struct listener_hooks hooks;
};

/* ERR_USAGE for an address that is none or cannot be bound. */
int listener_open(const struct listener_options *options, struct listener **out, struct err *err);
/* Clients that are left are told to be gone. */
void listener_close(struct listener *l); /* NULL is fine */
/* No new connections; those that are open may end their requests. */
void listener_quiesce(struct listener *l);

unsigned listener_port(const struct listener *l);
size_t listener_clients(const struct listener *l); /* requests under way */

int listener_fd(const struct listener *l);      /* readable when there is work */
int listener_wait_ms(const struct listener *l); /* until listener_run at the latest; -1 never */
void listener_run(struct listener *l);

/* ---- a request ---- */

struct arena *client_arena(struct client *k);
const char *client_method(const struct client *k);
const char *client_target(const struct client *k);                   /* path and query as sent */
const char *client_header(const struct client *k, const char *name); /* NULL when absent */
/* All header lines in their order; texts live as long as the client. */
size_t client_headers(struct client *k, const struct http_header **out);
struct buf *client_body(struct client *k);
void client_set_user(struct client *k, void *user);
void *client_user(const struct client *k);

/* ---- its answer ---- */

/* length -1: as it comes. */
void client_answer(struct client *k, int status, const struct http_header *headers, size_t n,
                   int64_t length);
void client_send(struct client *k, const char *data, size_t len);
size_t client_backlog(const struct client *k); /* bytes that were sent and not taken */
/* whole false: the connection is closed, so that nobody takes it for the whole answer. */
void client_finish(struct client *k, bool whole);
bool client_was_answered(const struct client *k);
/* An answer at once: a JSON object. */
void client_reply(struct client *k, int status, const char *retry_after, const char *json,
                  size_t len);
/* The same in the words of OpenAI's errors. */
void client_refuse(struct client *k, int status, const char *code, const char *message);

#endif
