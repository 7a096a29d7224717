/*
 * proxy.h - a reverse proxy that writes down what language models answer, and evaluates kernels;
 * docs/internals/proxy.md.
 *
 * One thread runs the event loop (proxy.c): requests come by the listener and go out by src/http,
 * and exchanges are in the spool before they are passed on.  A second thread takes them into the
 * database, a third feeds the evaluator's workers.
 */
#ifndef ROLLBOOK_PROXY_PROXY_H
#define ROLLBOOK_PROXY_PROXY_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct transport_kind;
struct wire_server;

struct proxy_options {
    const char *upstream; /* "http://127.0.0.1:8000"; may have a path */
    const char *listen;   /* "127.0.0.1:8080" */
    const char *db_path;
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
    int64_t evaluate_ms; /* until 504 */
    const char *argv;    /* JSON, for runs */
};

struct proxy_hooks {
    void (*ready)(void *context, unsigned port);
    void (*note)(void *context, const char *text); /* one line; from any thread */
    const volatile sig_atomic_t *stop;             /* non-zero: end */
    void (*set_waker)(void *context, int fd); /* a signal handler writes there to wake the loop */
    void *context;
};

struct proxy_summary {
    uint64_t stored;
    size_t left; /* in the spool until the next start */
};

/* Runs until stopped.  ERR_USAGE: options do not fit; ERR_BUSY: another process has the spool. */
int proxy_run(const struct proxy_options *options, const struct proxy_hooks *hooks,
              struct proxy_summary *out, struct err *err);

#endif
