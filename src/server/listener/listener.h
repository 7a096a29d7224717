/*
 * listener.h - the HTTP server of the proxy: requests in, answers out piece by piece.
 *
 * listener*.c alone use libmicrohttpd.  One thread drives it; only listener_run calls hooks.  A
 * client is one request: begun with its header lines, ready with its body, gone when the answer is
 * out or the connection broke, also during a wait.
 */
#ifndef ROLLBOOK_SERVER_LISTENER_LISTENER_H
#define ROLLBOOK_SERVER_LISTENER_LISTENER_H

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
    /* An answer now refuses the body. */
    void (*begun)(void *context, struct client *k);
    void (*ready)(void *context, struct client *k);
    /* More may be sent. */
    void (*drained)(void *context, struct client *k);
    /* The last call for a client.  complete: it got the whole answer. */
    void (*gone)(void *context, struct client *k, bool complete);
    void *context;
};

struct listener_options {
    const char *address; /* "127.0.0.1:8080", "[::1]:0" */
    size_t max_body;     /* bytes; beyond: 413 */
    unsigned max_clients;
    unsigned idle_s; /* until an idle connection closes */
    struct listener_hooks hooks;
};

/* ERR_USAGE: no address, or it cannot be bound. */
int listener_open(const struct listener_options *options, struct listener **out, struct err *err);
/* Remaining clients are gone. */
void listener_close(struct listener *l); /* NULL is fine */
/* Open connections may end their requests; no new ones. */
void listener_quiesce(struct listener *l);

unsigned listener_port(const struct listener *l);
size_t listener_clients(const struct listener *l);

int listener_fd(const struct listener *l);      /* readable: work */
int listener_wait_ms(const struct listener *l); /* until listener_run; -1: no limit */
void listener_run(struct listener *l);

struct arena *client_arena(struct client *k);
const char *client_method(const struct client *k);
const char *client_target(const struct client *k);                   /* path and query, raw */
const char *client_header(const struct client *k, const char *name); /* NULL when absent */
/* All header lines in order; texts live as long as the client. */
size_t client_headers(struct client *k, const struct http_header **out);
struct buf *client_body(struct client *k);
void client_set_user(struct client *k, void *user);
void *client_user(const struct client *k);

/* length -1: unknown. */
void client_answer(struct client *k, int status, const struct http_header *headers, size_t n,
                   int64_t length);
void client_send(struct client *k, const char *data, size_t len);
size_t client_backlog(const struct client *k); /* bytes not yet taken */
/* whole false closes the connection, so nobody takes the answer for whole. */
void client_finish(struct client *k, bool whole);
bool client_was_answered(const struct client *k);
/* Answers with a JSON object. */
void client_reply(struct client *k, int status, const char *retry_after, const char *json,
                  size_t len);
/* Answers in the form of OpenAI's errors. */
void client_refuse(struct client *k, int status, const char *code, const char *message);
/* Appends that object. */
void client_error_put(struct buf *out, const char *code, const char *message);

#endif
