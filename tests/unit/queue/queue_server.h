/*
 * queue_server.h - a server of the queue within a test: connection, rows and lists of
 * queue_client.h over a table of jobs.  What a statement does is the test's, which is linked
 * without the client.
 */
#ifndef ROLLBOOK_TESTS_QUEUE_SERVER_H
#define ROLLBOOK_TESTS_QUEUE_SERVER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/queue/queue_client.h"
#include "src/worker/worker_proto.h"

enum { COLUMNS = 5, MOST_ROWS = 700, MOST_JOBS = 700 };

struct rows {
    char *cells[MOST_ROWS][COLUMNS];
};

enum job_state { JOB_NONE, JOB_WAITS, JOB_DONE, JOB_DEAD };

struct server_job {
    enum job_state state;
    char key[65], mailbox[33];
    char code_sha256[65];
    char *answer; /* instead of a right one; NULL: none */
};

static struct {
    struct buf log; /* "NAME ARGUMENT ARGUMENT|" of each statement but serving and collect */
    struct server_job jobs[MOST_JOBS]; /* its place is its id, less 1 */
    const char *devices;       /* of the first worker: their names; "": none, NULL: no worker */
    const char *other_devices; /* of a worker that came later */
    const char *others;        /* what a worker with another build serves */
    int capacity;
    char uuid[64]; /* that answers name */
    bool is_away;
    int done_after; /* so many collects all jobs are done; 0: not by themselves */
    int connections;
    unsigned listens, notices;
    char seen[5000], most[16]; /* of the last collect */
    char kind[200];            /* class and build of the last submit */
} server;

static int no_client; /* what a client points to */

int queue_connect(const char *address, struct queue_client **out, struct err *err)
{
    if (strcmp(address, "nowhere") == 0)
        return err_set(err, ERR_BUSY, "nobody is there");
    server.connections++;
    *out = (struct queue_client *)(void *)&no_client;
    return 0;
}

void queue_disconnect(struct queue_client *c)
{
    server.connections -= c != NULL;
}

static inline char *copy(const char *text)
{
    size_t len = strlen(text) + 1;
    return memcpy(mem_array(len, 1), text, len);
}

static inline void put_row(struct queue_rows *r, const char *a, const char *b, const char *c,
                           const char *d, const char *e)
{
    const char *cells[COLUMNS] = { a, b, c, d, e };
    struct rows *t = r->result;
    assert_true(r->n < MOST_ROWS);
    for (int i = 0; i < COLUMNS; i++)
        t->cells[r->n][i] = cells[i] == NULL ? NULL : copy(cells[i]);
    r->n++;
}

void queue_rows_end(struct queue_rows *r)
{
    struct rows *t = r->result;
    assert_non_null(t);
    for (int i = 0; i < r->n; i++)
        for (int j = 0; j < COLUMNS; j++)
            free(t->cells[i][j]);
    free(t);
    *r = (struct queue_rows){ NULL, 0 };
}

/* What functions of src/queue/queue_functions.sql return, as far as they are asked here. */
static const char *const column_names[COLUMNS][6] = {
    { "worker_id", "job_id", "devices_of", "renew", "finish", "give_back" },
    { "lease_ms", "capacity", "job_key", "job_fence", "job_worker" },
    { "devices", "job_body", "job_result" },
    { "is_serving", "job_attempt" },
    { "offer", "job_lost_by" },
};

const char *queue_text(const struct queue_rows *r, int row, const char *name)
{
    int column = -1;
    assert_true(row < r->n);
    for (int i = 0; i < COLUMNS; i++)
        for (size_t j = 0; j < ARRAY_LEN(column_names[i]) && column_names[i][j] != NULL; j++)
            if (strcmp(column_names[i][j], name) == 0)
                column = i;
    assert_true(column >= 0);
    return ((struct rows *)r->result)->cells[row][column];
}

int64_t queue_int(const struct queue_rows *r, int row, const char *name)
{
    int64_t v = -1;
    assert_true(str_to_i64(queue_text(r, row, name), &v));
    return v;
}

bool queue_is_connected(const struct queue_client *c)
{
    (void)c;
    return !server.is_away;
}

int queue_reconnect(struct queue_client *c, struct err *err)
{
    (void)c;
    return server.is_away ? err_set(err, ERR_BUSY, "the server is away") : 0;
}

int queue_listen(struct queue_client *c, unsigned notices, struct err *err)
{
    (void)c;
    (void)err;
    server.listens = notices;
    return 0;
}

unsigned queue_notices(struct queue_client *c)
{
    (void)c;
    return server.notices;
}

int queue_socket(const struct queue_client *c)
{
    (void)c;
    return server.is_away ? -1 : 17;
}

void queue_array_add_int(struct buf *b, int64_t v)
{
    buf_printf(b, "%s%lld", b->len > 0 ? "," : "", (long long)v);
}

const char *queue_array_end(struct buf *b)
{
    return buf_text(b);
}

void queue_texts_begin(struct buf *b)
{
    assert_int_equal(b->len, 0);
}

void queue_texts_add(struct buf *b, const char *text, size_t len)
{
    buf_add(b, text, len);
    buf_putc(b, '\n');
}

#endif
