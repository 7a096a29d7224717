/*
 * listener_client.c - one request of a client: what it says, and its answer on the way.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "src/proxy/listener/listener_internal.h"

#define BLOCK_BYTES ((size_t)32 << 10)
#define MAX_HEADERS 256

/* ---- sleeping and waking ---- */

void client_watch_hangup(struct client *k, bool on)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(k->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct epoll_event e = { .events = EPOLLRDHUP, .data.ptr = k };
    if (info != NULL)
        epoll_ctl(k->listener->epoll, on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, info->connect_fd, &e);
}

void client_suspend(struct client *k)
{
    if (k->suspended)
        return;
    k->suspended = true;
    client_watch_hangup(k, true);
    MHD_suspend_connection(k->connection);
}

void client_resume(struct client *k)
{
    if (!k->suspended)
        return;
    k->suspended = false;
    client_watch_hangup(k, false);
    MHD_resume_connection(k->connection);
}

/* ---- answers ---- */

static ssize_t read_answer(void *context, uint64_t at, char *to, size_t room)
{
    struct client *k = context;
    size_t n = k->out.len - k->taken;
    (void)at;
    if (n == 0 && k->finished)
        return k->whole ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
    if (n == 0 && k->hung_up)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (n == 0) {
        client_suspend(k);
        return 0;
    }
    n = n < room ? n : room;
    memcpy(to, k->out.data + k->taken, n);
    k->taken += n;
    if (k->taken == k->out.len) {
        buf_clear(&k->out);
        k->taken = 0;
    }
    return (ssize_t)n;
}

/* The library refuses what no header line can carry. */
static void add_header(struct MHD_Response *r, struct arena *a, const struct http_header *h)
{
    char *value = arena_strdup(a, h->value);
    for (char *p = value; *p != '\0'; p++)
        if (*p == '\t')
            *p = ' ';
    MHD_add_response_header(r, h->name, value);
}

void client_answer(struct client *k, int status, const struct http_header *headers, size_t n,
                   int64_t length)
{
    if (k->status != 0)
        return;
    uint64_t size = length >= 0 ? (uint64_t)length : MHD_SIZE_UNKNOWN;
    k->status = status;
    k->response = MHD_create_response_from_callback(size, BLOCK_BYTES, read_answer, k, NULL);
    for (size_t i = 0; i < n; i++)
        add_header(k->response, &k->arena, &headers[i]);
    client_resume(k);
}

static void compact(struct client *k)
{
    if (k->taken < LISTENER_LOW_BACKLOG)
        return;
    memmove(k->out.data, k->out.data + k->taken, k->out.len - k->taken);
    k->out.len -= k->taken;
    k->taken = 0;
}

void client_send(struct client *k, const char *data, size_t len)
{
    compact(k);
    buf_add(&k->out, data, len);
    if (client_backlog(k) > LISTENER_LOW_BACKLOG)
        k->throttled = true;
    client_resume(k);
}

size_t client_backlog(const struct client *k)
{
    return k->out.len - k->taken;
}

void client_finish(struct client *k, bool whole)
{
    k->finished = true;
    k->whole = whole;
    client_resume(k);
}

bool client_was_answered(const struct client *k)
{
    return k->status != 0;
}

/* ---- what it asks for ---- */

struct arena *client_arena(struct client *k)
{
    return &k->arena;
}

const char *client_method(const struct client *k)
{
    return k->method;
}

const char *client_target(const struct client *k)
{
    return k->target;
}

const char *client_header(const struct client *k, const char *name)
{
    return MHD_lookup_connection_value(k->connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result take_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct client *k = context;
    (void)kind;
    if (k->n_headers == MAX_HEADERS)
        return MHD_NO;
    k->headers[k->n_headers].name = arena_strdup(&k->arena, name);
    k->headers[k->n_headers++].value = arena_strdup(&k->arena, value == NULL ? "" : value);
    return MHD_YES;
}

size_t client_headers(struct client *k, const struct http_header **out)
{
    if (k->headers == NULL) {
        k->headers = arena_array(&k->arena, MAX_HEADERS, sizeof(*k->headers));
        MHD_get_connection_values(k->connection, MHD_HEADER_KIND, take_header, k);
    }
    *out = k->headers;
    return k->n_headers;
}

struct buf *client_body(struct client *k)
{
    return &k->body;
}

void client_set_user(struct client *k, void *user)
{
    k->user = user;
}

void *client_user(const struct client *k)
{
    return k->user;
}

/* ---- answers at once ---- */

void client_reply(struct client *k, int status, const char *retry_after, const char *json,
                  size_t len)
{
    const struct http_header headers[] = { { "Content-Type", "application/json" },
                                           { "Retry-After", retry_after } };
    client_answer(k, status, headers, retry_after != NULL ? 2 : 1, (int64_t)len);
    client_send(k, json, len);
    client_finish(k, true);
}

void client_refuse(struct client *k, int status, const char *code, const char *message)
{
    struct buf b = { 0 };
    buf_puts(&b, "{\"error\":{\"message\":");
    buf_put_json_string(&b, message, strlen(message));
    buf_puts(&b, ",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":");
    buf_put_json_string(&b, code, strlen(code));
    buf_puts(&b, "}}");
    client_reply(k, status, status == 503 ? "1" : NULL, buf_text(&b), b.len);
    buf_release(&b);
}
