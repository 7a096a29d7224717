/*
 * route.h - the table of routes: each thing that the server answers is one row.
 *
 * The server's own rows (routes.c) work on its event loop, with `begun` and `ready`.  A row that a
 * command hands down (server_options.routes) has `answer` instead: it runs on a thread of its own,
 * may read a database and may take long.
 */
#ifndef ROLLBOOK_SERVER_ROUTE_H
#define ROLLBOOK_SERVER_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

struct client;
struct http_header;
struct server;
struct tags;

enum route_needs {
    ROUTE_UPSTREAM = 1, /* exists only with --upstream */
    ROUTE_NO_TOKEN = 2, /* for everybody who reaches the server */
    ROUTE_TAGGED = 4,   /* /run/NAME/task/ID may stand before the path */
    ROUTE_BELOW = 8,    /* every path that begins with this one, too */
};

/* Borrowed until `answer` returns. */
struct route_request {
    struct server *server;
    const char *method, *target; /* target: path and query, raw */
    const char *path, *query;    /* path decoded, "" or what follows '?', raw */
    const struct http_header *headers;
    size_t n_headers;
    const char *body;
    size_t len;
};

struct route_answer {
    int status;               /* 200 before the call */
    const char *content_type; /* "text/html; charset=utf-8" before the call */
    const char *header[2];    /* name and value of one more line; NULL: none */
    struct buf body;          /* the server releases it */
    struct arena arena;       /* for header values */
};

struct route {
    const char *method; /* NULL: every one; a GET answers HEAD, too */
    const char *path;
    unsigned needs; /* of enum route_needs */
    void (*answer)(void *context, const struct route_request *q, struct route_answer *out);
    void *context;    /* of answer */
    const char *help; /* NULL: a further method of the path, not listed */
    /* Of the server's own rows: the head has come, the body has come. */
    void (*begun)(struct server *s, struct client *k, const struct tags *tags, const char *rest);
    void (*ready)(struct server *s, struct client *k);
};

/* Rows that a command hands down; they are tried first. */
struct route_table {
    const struct route *rows;
    size_t n;
};

/* The value of a header line, NULL when absent. */
const char *route_header(const struct route_request *q, const char *name);
/* A JSON error as the server's own routes give it. */
void route_refuse(struct route_answer *out, int status, const char *code, const char *message);

/* The server's own rows, for help texts. */
const struct route *routes_own(size_t *out_count);

#endif
