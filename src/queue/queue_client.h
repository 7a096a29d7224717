/*
 * queue_client.h - a connection to the queue, and its statements by name (queue_statements.sql).
 *
 * libpq is opened when the first connection is made.
 */
#ifndef ROLLBOOK_QUEUE_QUEUE_CLIENT_H
#define ROLLBOOK_QUEUE_QUEUE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct queue_client;

#define QUEUE_VERSION 4 /* rises when a function of queue_functions.sql changes */

/*
 * The address is libpq's (a URI or words); a password in it is ERR_USAGE.  Across a network TLS
 * with a verified certificate is asked for unless the address says otherwise.
 */
int queue_connect(const char *address, struct queue_client **out, struct err *err);
void queue_disconnect(struct queue_client *c); /* NULL is fine */
/* After queue_connect: the environment and the command line forget what libpq reads, and other
 * processes of the user cannot look into this one, so that no candidate learns how to connect. */
void queue_hide(int argc, char **argv);

/* Of this version's queue; a worker keeps its answers under it. */
const char *queue_identity(const struct queue_client *c);

/* Makes the schema, or brings an earlier version's up to date, which keeps its jobs and its lease;
 * ERR_USAGE: there is one of this version. */
int queue_init(const char *address, double lease_s, bool *was_renewed, struct err *err);

struct queue_rows {
    void *result;
    int n;
};

/*
 * Runs a statement.  ERR_BUSY: the server cannot be reached: queue_reconnect, then again.  The
 * rows are released by queue_rows_end.
 */
int queue_run(struct queue_client *c, const char *name, int n_args, const char *const *args,
              struct queue_rows *out, struct err *err);
/* The same with arrays of queue_texts_begin as the last arguments.  ERR_INTEGRITY: too long. */
struct queue_call {
    const char *name;
    int n_args, n_texts;
    const char *const *args;
    const struct buf *texts;
};
int queue_run_texts(struct queue_client *c, const struct queue_call *call, struct queue_rows *out,
                    struct err *err);
/* The columns are named as src/queue/queue_functions.sql names them. */
const char *queue_text(const struct queue_rows *r, int row, const char *name); /* NULL is null */
int64_t queue_int(const struct queue_rows *r, int row, const char *name);
double queue_real(const struct queue_rows *r, int row, const char *name);
void queue_rows_end(struct queue_rows *r);

/* At most one try a second; ERR_BUSY: not yet.  Listens again. */
int queue_reconnect(struct queue_client *c, struct err *err);
bool queue_is_connected(const struct queue_client *c);

/* Channels: jobs are ready, results are there, jobs were cancelled. */
enum queue_notice { QUEUE_READY = 1, QUEUE_DONE = 2, QUEUE_CANCEL = 4 };
int queue_listen(struct queue_client *c, unsigned notices, struct err *err);
/* Does not wait: what was notified since the last look.  A notification can be lost. */
unsigned queue_notices(struct queue_client *c);
int queue_socket(const struct queue_client *c); /* -1: not connected */

/* Items of an array in PostgreSQL's notation: begin with an empty text, end with the call. */
void queue_array_add(struct buf *b, const char *text, size_t len);
void queue_array_add_int(struct buf *b, int64_t v);
const char *queue_array_end(struct buf *b);

/* Long texts as the server keeps them: reading them out of PostgreSQL's notation takes it longer
 * than looking up their keys. */
void queue_texts_begin(struct buf *b);
void queue_texts_add(struct buf *b, const char *text, size_t len);

#endif
