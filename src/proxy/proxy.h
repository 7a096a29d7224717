/*
 * proxy.h - a reverse proxy that writes down what language models answer, and evaluates kernels;
 * docs/proxy.md.
 *
 * One thread runs the event loop (proxy.c): requests come in through the listener and go out
 * through src/http, each exchange is written to the spool before it is passed on.  A second thread
 * takes it from there into the database, a third one feeds the evaluator's workers.
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
    const char *upstream; /* "http://127.0.0.1:8000"; a path is put before every target */
    const char *listen;   /* "127.0.0.1:8080" */
    const char *db_path;
    const char *spool;  /* folder; NULL: the database's path with "-spool" */
    const char *run;    /* of exchanges that name none */
    const char *server; /* of wire_servers; NULL: by the answers */
    const char *token;  /* NULL: none needed */
    size_t max_body;    /* bytes of a request, and of an answer that is written down */
    int64_t first_byte_ms, stall_ms;
    uint64_t max_spool;   /* bytes; above them nothing new is asked of the server */
    bool waits_for_spool; /* then requests wait, at most as long as first_byte_ms; else 503 */
    int64_t grace_ms; /* for what is under way when the proxy is stopped, and for the database */
    bool plain_http;  /* credentials may go to another machine unencrypted */
    bool drop_bodies;
    const struct transport_kind *transport; /* of evaluations */
    const struct problem_shelf *problems;   /* PyTorch problems that can be asked about */
    unsigned workers;                       /* of evaluations; 0: one a core */
    size_t queue;                           /* evaluations that wait or run */
    int64_t evaluate_ms;                    /* before an evaluation is answered with 504 */
    const char *argv;                       /* JSON array, for runs */
};

struct proxy_hooks {
    void (*ready)(void *context, unsigned port);
    void (*note)(void *context, const char *text); /* a problem, in one line; from any thread */
    const volatile sig_atomic_t *stop;             /* non-zero: end */
    void (*set_waker)(void *context, int fd); /* written to by a signal handler: wakes the loop */
    void *context;
};

struct proxy_summary {
    uint64_t stored; /* exchanges and evaluations */
    size_t left;     /* that stay in the spool until the next start */
};

/* Runs until it is told to stop.  ERR_USAGE for options that do not fit; ERR_BUSY when another
 * process uses the spool. */
int proxy_run(const struct proxy_options *options, const struct proxy_hooks *hooks,
              struct proxy_summary *out, struct err *err);

#endif
