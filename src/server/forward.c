/*
 * forward.c - one request for the server: passed on, its answer passed back, both written down on
 * the way.
 *
 * Bytes and end of an answer are in the spool before they go to the client.  Where the spool takes
 * nothing the answer waits; nothing is dropped.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_relay.h"
#include "src/server/listener/listener.h"
#include "src/server/secrets.h"
#include "src/server/server_internal.h"
#include "src/server/spool/drain.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/tags.h"
#include "src/spool/spool.h"

#define HIGH_BACKLOG ((size_t)1 << 20) /* bytes of a slow client */
#define MAX_HEADERS  256

struct forward {
    const struct client_work *work; /* first */
    struct server *proxy;
    struct client *client; /* NULL: gone */
    struct http_passage *passage;
    struct arena arena; /* outlives the client */
    struct secrets secrets;
    struct tags tags;
    const char *rest;      /* target */
    const struct api *api; /* NULL: not stored */
    uint64_t number;
    char id[33];
    bool has_begun;
    bool ended, end_logged;
    bool is_dirty; /* pending bytes of this turn */
    bool held_by_spool, held_by_client;
    int64_t room_by_ns; /* until then it waits for the spool; 0: no */
    struct buf head;    /* unwritten record */
    struct buf pending; /* may begin a secret */
    struct buf scratch;
    size_t n_bytes;
    bool too_large;
    const char *end, *detail;
    int failure_status; /* without a server's answer; 0: none */
    double first_byte_ms, total_ms;
    struct forward *previous, *next;
};

static void free_when_done(struct forward *f)
{
    bool logged = !f->has_begun || f->end_logged;
    if (f->client == NULL && f->passage == NULL && logged) {
        struct server *p = f->proxy;
        if (f->previous != NULL)
            f->previous->next = f->next;
        else
            p->forwards = f->next;
        if (f->next != NULL)
            f->next->previous = f->previous;
        buf_release(&f->head);
        buf_release(&f->pending);
        buf_release(&f->scratch);
        arena_release(&f->arena);
        free(f);
    }
}

/* True: it was refused, as a key would pass another machine in the open. */
static bool refuses_key(const struct server *p, struct forward *f)
{
    if (f->secrets.n == 0 || p->upstream_is_private || p->options->plain_http)
        return false;
    client_refuse(f->client, 403, "plain_http",
                  "the server is another machine and speaks plain http, where a key could be "
                  "read on the way: start the proxy with --plain-http to send it all the same");
    return true;
}

static void forward_drained(void *work);
static void forward_gone(struct server *p, void *work, bool complete);
static const struct client_work forward_work = { forward_drained, forward_gone };

void forward_begin(struct server *p, struct client *k, const struct tags *tags, const char *rest)
{
    const struct http_header *headers;
    size_t n = client_headers(k, &headers);
    struct err err = { 0 };
    struct forward *f = mem_alloc(sizeof(*f));
    f->work = &forward_work;
    f->proxy = p;
    f->client = k;
    f->tags = *tags; /* the client's texts until written */
    f->rest = arena_strdup(&f->arena, rest);
    f->api = api_of(client_method(k), rest);
    f->pending.max = f->scratch.max = SPOOL_MAX_PAYLOAD;
    f->first_byte_ms = f->total_ms = (double)NAN;
    f->next = p->forwards;
    if (p->forwards != NULL)
        p->forwards->previous = f;
    p->forwards = f;
    client_set_user(k, f);
    for (size_t i = 0; i < n; i++)
        if (secrets_is_header(headers[i].name))
            secrets_add_header(&f->secrets, headers[i].value, &f->arena);
    secrets_add_query(&f->secrets, client_target(f->client), &f->arena);
    if (tags_take_headers(&f->tags, headers, n, &f->arena, &err) < 0)
        client_refuse(k, 400, "bad_tag", err.msg);
    else
        (void)refuses_key(p, f);
}

static bool is_listed(const char *list, const char *name)
{
    size_t n = strlen(name);
    while (list != NULL && *list != '\0') {
        list += strspn(list, " ,\t");
        size_t len = strcspn(list, " ,\t");
        if (len == n && strncasecmp(list, name, n) == 0)
            return true;
        list += len;
    }
    return false;
}

/* Header lines that end at a proxy, or that libcurl writes. */
static bool is_own_header(const char *name, const char *connection)
{
    static const char *const names[] = {
        "connection",
        "keep-alive",
        "proxy-connection",
        "transfer-encoding",
        "te",
        "trailer",
        "upgrade",
        "host",
        "content-length",
        "expect",
        "proxy-authorization",
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcasecmp(names[i], name) == 0)
            return true;
    return strncasecmp(name, "x-rollbook-", strlen("x-rollbook-")) == 0 ||
           is_listed(connection, name);
}

/* The server must not compress what is written down and read. */
static size_t make_headers(struct forward *f, struct http_header *out)
{
    const struct http_header *all;
    size_t n_all = client_headers(f->client, &all);
    const char *connection = client_header(f->client, "Connection");
    size_t n = 0;
    for (size_t i = 0; i < n_all && n < MAX_HEADERS; i++) {
        bool packing = strcasecmp(all[i].name, "accept-encoding") == 0;
        if (is_own_header(all[i].name, connection))
            continue;
        out[n] = all[i];
        if (packing && f->api != NULL)
            out[n].value = "identity";
        n++;
    }
    return n;
}

static const char *path_of(struct forward *f)
{
    char *path = arena_strndup(&f->arena, f->rest, strcspn(f->rest, "?"));
    secrets_hide(&f->secrets, path, strlen(path));
    return path;
}

static bool log_begin(struct forward *f)
{
    const struct buf *body = client_body(f->client);
    struct buf record = { 0 };
    exchange_put_begin(&record, f->api->name, path_of(f), &f->tags, buf_text(body), body->len);
    secrets_hide(&f->secrets, record.data, record.len);
    bool done = server_log(f->proxy, SPOOL_BEGIN, f->number, record.data, record.len);
    buf_release(&record);
    return done;
}

static void name_exchange(struct forward *f)
{
    struct server *p = f->proxy;
    f->number = p->next_number++;
    memcpy(f->id, p->name, 16);
    for (int i = 0; i < 16; i++)
        f->id[16 + i] = "0123456789abcdef"[(f->number >> (60 - 4 * i)) & 15];
    f->id[32] = '\0';
}

/* True: it waits, or was refused. */
static bool lacks_room(struct server *p, struct forward *f)
{
    if (f->api == NULL || server_has_room(p))
        return false;
    int64_t now_ns = clock_monotonic_ns();
    if (f->room_by_ns == 0)
        f->room_by_ns = now_ns + p->options->first_byte_ms * 1000000;
    if (p->options->waits_for_spool && now_ns < f->room_by_ns) {
        server_try_later(p);
        return true;
    }
    f->room_by_ns = 0;
    client_refuse(f->client, 503, "spool_full",
                  "the spool has reached --max-spool: the database does not keep up");
    return true;
}

static void try_forward(struct server *p, struct forward *f)
{
    if (lacks_room(p, f))
        return;
    f->room_by_ns = 0;
    struct http_header headers[MAX_HEADERS];
    struct err err = { 0 };
    struct buf *body = client_body(f->client);
    secrets_add_body(&f->secrets, buf_text(body), body->len, &f->arena);
    if (refuses_key(p, f))
        return;
    if (f->api != NULL) {
        name_exchange(f);
        f->has_begun = log_begin(f);
        if (!f->has_begun) {
            client_refuse(f->client, 503, "spool_full",
                          "the proxy cannot write the exchange down, so that it does not pass it "
                          "on");
            return;
        }
    }
    const struct http_relay_request request = {
        .method = client_method(f->client),
        .url = arena_printf(&f->arena, "%s%s", p->upstream, f->rest),
        .headers = headers,
        .n_headers = make_headers(f, headers),
        .body = body->len > 0 ? body : NULL,
    };
    if (http_relay_start(p->relay, &request, f, &f->passage, &err) == 0)
        return;
    f->ended = true;
    f->end = "failed";
    f->detail = arena_strdup(&f->arena, err.msg);
    f->failure_status = 502;
    p->retries = true; /* not in the library's callback */
}

static void take_head(void *context, const struct http_relay_head *head)
{
    struct forward *f = context;
    struct http_header headers[MAX_HEADERS + 1];
    struct exchange_head h = { .status = head->status, .length = head->length };
    size_t n = 0;
    for (size_t i = 0; i < head->n_headers && n < MAX_HEADERS; i++) {
        const struct http_header *line = &head->headers[i];
        char *value = arena_strdup(&f->arena, line->value);
        headers[n++] = *line;
        secrets_hide(&f->secrets, value, strlen(value));
        if (strcasecmp(line->name, "content-type") == 0)
            h.content_type = value;
        if (strcasecmp(line->name, "content-encoding") == 0)
            h.content_encoding = value;
        if (strcasecmp(line->name, "x-request-id") == 0)
            h.request_id = value;
    }
    if (f->api != NULL) {
        exchange_put_head(&f->head, &h);
        headers[n++] = (struct http_header){ "X-Rollbook-Exchange", f->id };
    }
    if (f->client != NULL)
        client_answer(f->client, head->status, headers, n, head->length);
}

static bool log_head(struct forward *f)
{
    if (f->head.len == 0)
        return true;
    if (!server_log(f->proxy, SPOOL_HEAD, f->number, f->head.data, f->head.len))
        return false;
    buf_release(&f->head);
    return true;
}

static bool pass_on(struct forward *f, size_t n)
{
    if (n == 0)
        return true;
    const char *bytes = f->pending.data;
    if (f->api != NULL) {
        buf_clear(&f->scratch);
        buf_add(&f->scratch, bytes, n);
        secrets_hide(&f->secrets, f->scratch.data, n);
        if (!log_head(f) || !server_log(f->proxy, SPOOL_DATA, f->number, f->scratch.data, n))
            return false;
    }
    if (f->client != NULL)
        client_send(f->client, bytes, n);
    memmove(f->pending.data, f->pending.data + n, f->pending.len - n);
    f->pending.len -= n;
    return true;
}

static bool take_bytes(void *context, const char *data, size_t len)
{
    struct forward *f = context;
    f->held_by_client = f->client != NULL && client_backlog(f->client) > HIGH_BACKLOG;
    if (f->held_by_client || f->held_by_spool)
        return false;
    if (f->api != NULL && f->n_bytes + len > f->proxy->options->max_body) {
        /* A large answer is cut, so nobody takes half of it for the whole. */
        f->too_large = true;
        http_relay_cancel(f->passage);
        f->passage = NULL;
        f->ended = true;
        f->end = http_end_name(HTTP_TOO_LARGE);
        f->detail = "the answer is larger than --max-body";
        f->proxy->retries = true;
        return true;
    }
    buf_add(&f->pending, data, len);
    f->n_bytes += len;
    f->is_dirty = f->proxy->is_dirty = true;
    return true;
}

static void flush(struct forward *f)
{
    size_t held =
        f->api == NULL ? 0 : secrets_held(&f->secrets, buf_text(&f->pending), f->pending.len);
    f->is_dirty = false;
    f->held_by_spool = !pass_on(f, f->pending.len - held);
}

void forward_flush(struct server *p)
{
    if (!p->is_dirty)
        return;
    p->is_dirty = false;
    for (struct forward *f = p->forwards; f != NULL; f = f->next)
        if (f->is_dirty)
            flush(f);
}

/* The client learns of the end when it is written.  False: try again. */
static bool log_end(struct forward *f)
{
    struct buf record = { 0 };
    bool done = true;
    if (f->end_logged)
        return true;
    if (!pass_on(f, f->pending.len))
        return false;
    if (f->has_begun) {
        exchange_put_end(&record, f->end, f->detail, f->first_byte_ms, f->total_ms);
        done = log_head(f) && server_log(f->proxy, SPOOL_END, f->number, record.data, record.len);
        buf_release(&record);
    }
    if (!done)
        return false;
    f->end_logged = true;
    if (f->has_begun)
        drain_wake(f->proxy->drain);
    if (f->client != NULL && f->failure_status != 0) {
        struct buf why = { 0 };
        buf_printf(&why, "the upstream server gave no answer (%s): %s", f->end, f->detail);
        client_refuse(f->client, f->failure_status,
                      f->failure_status == 504 ? "upstream_timeout" : "upstream_failed",
                      buf_text(&why));
        buf_release(&why);
    } else if (f->client != NULL)
        client_finish(f->client, strcmp(f->end, http_end_name(HTTP_ANSWERED)) == 0);
    return true;
}

static void take_end(void *context, const struct http_relay_end *end)
{
    struct forward *f = context;
    char *detail = arena_strdup(&f->arena, end->detail);
    secrets_hide(&f->secrets, detail, strlen(detail));
    f->passage = NULL;
    f->ended = true;
    f->end = http_end_name(end->end);
    f->detail = detail;
    f->first_byte_ms = end->first_byte_ms;
    f->total_ms = end->total_ms;
    if (f->client != NULL && !client_was_answered(f->client))
        f->failure_status = end->end == HTTP_TIMED_OUT ? 504 : 502;
    if (end->end != HTTP_ANSWERED)
        server_note(f->proxy, "%s: %s: %s", f->api == NULL ? "a request" : f->id, f->end,
                    f->detail);
    if (log_end(f))
        free_when_done(f);
    else
        f->proxy->retries = true;
}

struct http_relay_hooks forward_hooks(void)
{
    return (struct http_relay_hooks){ .head = take_head, .bytes = take_bytes, .done = take_end };
}

void forward_ready(struct server *p, struct client *k)
{
    try_forward(p, client_user(k));
}

static void forward_drained(void *work)
{
    struct forward *f = work;
    if (!f->held_by_client)
        return;
    f->held_by_client = false;
    if (f->passage != NULL)
        http_relay_continue(f->passage);
}

static void forward_gone(struct server *p, void *work, bool complete)
{
    struct forward *f = work;
    f->client = NULL;
    if (f->passage != NULL && !complete) {
        http_relay_cancel(f->passage);
        f->passage = NULL;
        f->ended = true;
        f->end = http_end_name(HTTP_CUT);
        f->detail = "the client went away";
    } else if (f->passage != NULL && f->held_by_client) {
        forward_drained(f);
    }
    if (f->has_begun && f->ended && !log_end(f)) {
        p->retries = true;
        return;
    }
    free_when_done(f);
}

bool forward_retry(struct server *p)
{
    bool more = false;
    for (struct forward *f = p->forwards, *next; f != NULL; f = next) {
        next = f->next;
        if (f->room_by_ns != 0 && f->client != NULL)
            try_forward(p, f);
        if (f->held_by_spool) {
            flush(f);
            if (!f->held_by_spool && f->passage != NULL)
                http_relay_continue(f->passage);
        }
        more = more || f->held_by_spool || f->room_by_ns != 0;
        if (!f->ended || f->end_logged)
            continue;
        if (log_end(f))
            free_when_done(f);
        else
            more = true;
    }
    return more;
}

void forward_abort_all(struct server *p)
{
    for (struct forward *f = p->forwards, *next; f != NULL; f = next) {
        next = f->next;
        if (f->passage != NULL)
            http_relay_cancel(f->passage);
        f->passage = NULL;
        if (!f->ended) {
            f->ended = true;
            f->end = http_end_name(HTTP_CUT);
            f->detail = "the proxy was stopped";
        }
        if (f->has_begun && !f->end_logged && log_end(f))
            free_when_done(f);
    }
}
