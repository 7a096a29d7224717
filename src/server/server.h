/*
 * server.h - one HTTP server whose routes are rows of a table (route.h): it evaluates kernels,
 * takes logs, and passes requests to a model's server while it writes down what that answers;
 * docs/internals/proxy.md.
 *
 * One thread runs the event loop (server.c): requests come by the listener and go out by src/http,
 * and exchanges are in the spool before they are passed on.  A second thread takes them into the
 * database, a third feeds the evaluator's workers.
 */
#ifndef ROLLBOOK_SERVER_SERVER_H
#define ROLLBOOK_SERVER_SERVER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct route_table;
struct server;
struct transport_kind;
struct wire_server;

struct server_options {
    const char *upstream; /* "http://127.0.0.1:8000"; may have a path; NULL: none */
    const char *listen;   /* "127.0.0.1:8080"; NULL: nowhere */
    const char *db_path;
    bool reads_only;    /* of the database; no route stores anything */
    const char *spool;  /* NULL: the database's path and "-spool" */
    const char *run;    /* of untagged exchanges */
    const char *server; /* of wire_servers; NULL: by the answers */
    const char *token;  /* NULL: none needed */
    size_t max_body;    /* bytes of a request, and of a stored answer */
    int64_t first_byte_ms, stall_ms;
    uint64_t max_spool;   /* bytes; then no new exchanges */
    bool waits_for_spool; /* up to first_byte_ms, else 503 */
    int64_t grace_ms;     /* for requests under way at the stop */
    bool plain_http;      /* credentials may go unencrypted */
    bool drop_bodies;
    const struct transport_kind *transport; /* of evaluations */
    const struct problem_shelf *problems;   /* NULL: none */
    bool any_problem;                       /* texts of problems that clients send, too */
    unsigned workers;                       /* 0: one a core */
    size_t queue;
    int64_t evaluate_ms;              /* until 504 */
    const char *argv;                 /* JSON, for runs */
    const struct route_table *tables; /* of routes, before the server's own */
    size_t n_tables;
};

struct server_hooks {
    /* s: for routes, until server_run returns. */
    void (*ready)(void *context, struct server *s, unsigned port);
    void (*note)(void *context, const char *text); /* one line; from any thread */
    const volatile sig_atomic_t *stop;             /* non-zero: end */
    void (*set_waker)(void *context, int fd); /* a signal handler writes there to wake the loop */
    void *context;
};

struct server_summary {
    uint64_t stored;
    size_t left; /* in the spool until the next start */
};

/* Runs until stopped.  ERR_USAGE: options do not fit; ERR_BUSY: another process has the spool. */
int server_run(const struct server_options *options, const struct server_hooks *hooks,
               struct server_summary *out, struct err *err);

#endif
