/*
 * listener.c - libmicrohttpd without threads of its own, in an epoll set with connections at work.
 *
 * Connections at work are suspended and the library does not look at them; EPOLLRDHUP shows a
 * client that hangs up.  Closing only the writing side counts as gone, as in other proxies.
 */
#define _GNU_SOURCE
#include "src/server/listener/listener.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http.h"
#include "src/server/listener/address.h"
#include "src/server/listener/framing.h"
#include "src/server/listener/front.h"
#include "src/server/listener/listener_library.h"

#define LISTENER_LOW_BACKLOG ((size_t)64 << 10)

enum client_stage { NEW, BODY, WAITING, ANSWERING };

struct client {
    struct listener *listener;
    struct MHD_Connection *connection;
    struct arena arena;
    const char *method, *target;
    struct http_header *headers; /* arena; NULL: not asked for */
    size_t n_headers;
    struct buf body;
    size_t swallowed; /* bytes of a too large body */
    enum client_stage stage;
    bool suspended, hung_up, throttled;
    bool closes;                   /* the connection, after the answer */
    struct MHD_Response *response; /* until queued */
    int status;                    /* 0: none yet */
    struct buf out;
    size_t taken; /* bytes of out, by the library */
    bool finished, whole;
    void *user;
    struct client *previous, *next;
};

struct listener {
    struct listener_options options;
    struct address at;
    struct front *front;
    struct MHD_Daemon *daemon;
    int epoll, library_fd;
    struct client *clients;
    size_t n_clients;
};

#define BLOCK_BYTES ((size_t)32 << 10)

static void client_watch_hangup(struct client *k, bool on)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(k->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct epoll_event e = { .events = EPOLLRDHUP, .data.ptr = k };
    if (info != NULL)
        epoll_ctl(k->listener->epoll, on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, info->connect_fd, &e);
}

static void client_suspend(struct client *k)
{
    if (k->suspended)
        return;
    k->suspended = true;
    client_watch_hangup(k, true);
    MHD_suspend_connection(k->connection);
}

static void client_resume(struct client *k)
{
    if (!k->suspended)
        return;
    k->suspended = false;
    client_watch_hangup(k, false);
    MHD_resume_connection(k->connection);
}

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

void client_answer(struct client *k, int status, const struct http_header *headers, size_t n,
                   int64_t length)
{
    if (k->status != 0)
        return;
    uint64_t size = length >= 0 ? (uint64_t)length : MHD_SIZE_UNKNOWN;
    k->status = status;
    k->response = MHD_create_response_from_callback(size, BLOCK_BYTES, read_answer, k, NULL);
    for (size_t i = 0; i < n; i++) {
        /* The library refuses what no header line can carry. */
        char *value = arena_strdup(&k->arena, headers[i].value);
        for (char *p = value; *p != '\0'; p++)
            if (*p == '\t')
                *p = ' ';
        MHD_add_response_header(k->response, headers[i].name, value);
    }
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
    if (k->n_headers > FRAMING_MAX_HEADERS) /* one more: too many */
        return MHD_NO;
    k->headers[k->n_headers].name = arena_strdup(&k->arena, name);
    k->headers[k->n_headers++].value = arena_strdup(&k->arena, value == NULL ? "" : value);
    return MHD_YES;
}

size_t client_headers(struct client *k, const struct http_header **out)
{
    if (k->headers == NULL) {
        k->headers = arena_array(&k->arena, FRAMING_MAX_HEADERS + 1, sizeof(*k->headers));
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

void client_reply(struct client *k, int status, const char *retry_after, const char *json,
                  size_t len)
{
    const struct http_header headers[] = { { "Content-Type", "application/json" },
                                           { "Retry-After", retry_after } };
    client_answer(k, status, headers, retry_after != NULL ? 2 : 1, (int64_t)len);
    client_send(k, json, len);
    client_finish(k, true);
}

void client_error_put(struct buf *out, const char *code, const char *message)
{
    buf_puts(out, "{\"error\":{\"message\":");
    buf_put_json_string(out, message, strlen(message));
    buf_puts(out, ",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":");
    buf_put_json_string(out, code, strlen(code));
    buf_puts(out, "}}");
}

void client_refuse(struct client *k, int status, const char *code, const char *message)
{
    struct buf b = { 0 };
    client_error_put(&b, code, message);
    client_reply(k, status, status == 503 ? "1" : NULL, buf_text(&b), b.len);
    buf_release(&b);
}

#define LIBRARY_BYTES  ((size_t)128 << 10) /* for a head and an answer's pieces */
#define SWALLOW_FACTOR 4                   /* of max_body, until the connection closes */
#define EVENTS_A_RUN   64

static enum MHD_Result queue_answer(struct client *k)
{
    if (k->closes)
        MHD_add_response_header(k->response, "Connection", "close");
    enum MHD_Result done = MHD_queue_response(k->connection, (unsigned)k->status, k->response);
    MHD_destroy_response(k->response);
    k->response = NULL;
    k->stage = ANSWERING;
    return done;
}

static void *take_target(void *context, const char *target, struct MHD_Connection *connection)
{
    struct listener *l = context;
    struct client *k = mem_alloc(sizeof(*k));
    k->listener = l;
    k->connection = connection;
    k->target = arena_strdup(&k->arena, target);
    k->body.max = l->options.max_body;
    k->next = l->clients;
    if (l->clients != NULL)
        l->clients->previous = k;
    l->clients = k;
    l->n_clients++;
    return k;
}

static void refuse_size(struct client *k)
{
    struct arena *a = &k->arena;
    client_refuse(k, 413, "body_too_large",
                  arena_printf(a, "the body is larger than %zu bytes (--max-body)",
                               k->listener->options.max_body));
}

/* Nobody knows where the next request would begin, so the connection closes. */
static bool refuse_framing(struct client *k)
{
    const struct http_header *headers;
    int status = 0;
    const char *told = client_header(k, FRONT_REFUSED);
    size_t n = client_headers(k, &headers);
    const char *why = framing_refuses(k->target, headers, n, &status);
    if (told != NULL && strlen(told) > 4) {
        status = strncmp(told, "431", 3) == 0 ? 431 : 400;
        why = told + 4;
    }
    if (why == NULL)
        return false;
    k->closes = true;
    client_refuse(k, status, "bad_request", why);
    return true;
}

static bool announces_too_much(const struct client *k)
{
    const char *length = client_header(k, "Content-Length");
    char *end = NULL;
    unsigned long long n = length == NULL ? 0 : strtoull(length, &end, 10);
    return n > k->listener->options.max_body;
}

static enum MHD_Result begin(struct client *k, const char *method)
{
    const struct listener_hooks *hooks = &k->listener->options.hooks;
    k->method = arena_strdup(&k->arena, method);
    k->stage = BODY;
    if (refuse_framing(k))
        return queue_answer(k);
    if (announces_too_much(k))
        refuse_size(k);
    else
        hooks->begun(hooks->context, k);
    return k->status != 0 ? queue_answer(k) : MHD_YES;
}

static enum MHD_Result go_on(struct client *k)
{
    if (k->status != 0)
        return queue_answer(k);
    if (k->hung_up)
        return MHD_NO;
    client_suspend(k);
    return MHD_YES;
}

/* Called for header lines, each part of the body, its end, and after every wake. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *len, void **state)
{
    struct client *k = *state;
    const struct listener_hooks *hooks = &k->listener->options.hooks;
    (void)context;
    (void)connection;
    (void)url;
    (void)version;
    switch (k->stage) {
    case NEW:
        return begin(k, method);
    case BODY:
        if (*len > 0) {
            size_t max = k->listener->options.max_body;
            if (k->swallowed > 0 || k->body.len + *len > max)
                k->swallowed += *len;
            else
                buf_add(&k->body, data, *len);
            *len = 0;
            return k->swallowed / SWALLOW_FACTOR > max ? MHD_NO : MHD_YES;
        }
        k->stage = WAITING;
        if (k->swallowed > 0)
            refuse_size(k);
        else
            hooks->ready(hooks->context, k);
        return go_on(k);
    case WAITING:
        return go_on(k);
    case ANSWERING:
        break;
    }
    return MHD_YES;
}

static void forget(struct client *k)
{
    struct listener *l = k->listener;
    if (k->previous != NULL)
        k->previous->next = k->next;
    else
        l->clients = k->next;
    if (k->next != NULL)
        k->next->previous = k->previous;
    l->n_clients--;
    if (k->response != NULL)
        MHD_destroy_response(k->response);
    buf_release(&k->body);
    buf_release(&k->out);
    arena_release(&k->arena);
    free(k);
}

static void complete(void *context, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode code)
{
    struct client *k = *state;
    (void)context;
    (void)connection;
    if (k == NULL)
        return;
    const struct listener_hooks *hooks = &k->listener->options.hooks;
    if (k->suspended)
        client_watch_hangup(k, false);
    if (k->stage != NEW)
        hooks->gone(hooks->context, k, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    *state = NULL;
    forget(k);
}

/* The library's words about clients that speak no HTTP help nobody. */
static void ignore_message(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

static bool take_connection(void *context, int fd, const struct address *peer)
{
    struct listener *l = context;
    socklen_t len = peer->is_v6 ? sizeof(peer->socket.v6) : sizeof(peer->socket.v4);
    return MHD_add_connection(l->daemon, fd, &peer->socket.any, len) == MHD_YES;
}

static int start_library(struct listener *l, struct err *err)
{
    const struct listener_options *o = &l->options;
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG |
                     MHD_USE_SUPPRESS_DATE_NO_CLOCK | MHD_USE_NO_LISTEN_SOCKET;
    const struct front_options front = { .at = &l->at,
                                         .name = o->address,
                                         .most = o->max_clients,
                                         .take = take_connection,
                                         .context = l };
    int rc = front_open(&front, &l->front, err);
    if (rc < 0)
        return rc;
    l->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, handle, l, MHD_OPTION_EXTERNAL_LOGGER, ignore_message, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, take_target, l, MHD_OPTION_NOTIFY_COMPLETED, complete, l,
        MHD_OPTION_CONNECTION_LIMIT, o->max_clients, MHD_OPTION_CONNECTION_TIMEOUT, o->idle_s,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, LIBRARY_BYTES, MHD_OPTION_END);
    if (l->daemon == NULL)
        return err_set(err, ERR_INTEGRITY, "libmicrohttpd does not start");
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(l->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    l->library_fd = info->epoll_fd;
    struct epoll_event e = { .events = EPOLLIN, .data.ptr = NULL };
    if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, l->library_fd, &e) != 0 ||
        epoll_ctl(l->epoll, EPOLL_CTL_ADD, front_fd(l->front), &e) != 0)
        return err_set(err, ERR_INTEGRITY, "no event loop: %s", strerror(errno));
    return 0;
}

int listener_open(const struct listener_options *options, struct listener **out, struct err *err)
{
    struct address at;
    int rc = address_parse(options->address, &at, err);
    if (rc == 0)
        rc = listener_load_library(err);
    if (rc < 0)
        return rc;
    struct listener *l = mem_alloc(sizeof(*l));
    l->options = *options;
    l->at = at;
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    rc = start_library(l, err);
    if (rc < 0) {
        listener_close(l);
        return rc;
    }
    *out = l;
    return 0;
}

void listener_quiesce(struct listener *l)
{
    front_quiesce(l->front);
}

void listener_close(struct listener *l)
{
    if (l == NULL)
        return;
    for (struct client *k = l->clients; k != NULL; k = k->next) {
        k->hung_up = true;
        client_resume(k);
    }
    if (l->daemon != NULL) {
        MHD_run(l->daemon);
        MHD_stop_daemon(l->daemon);
    }
    front_close(l->front);
    if (l->epoll >= 0)
        close(l->epoll);
    free(l);
}

unsigned listener_port(const struct listener *l)
{
    return front_port(l->front);
}

size_t listener_clients(const struct listener *l)
{
    return l->n_clients;
}

int listener_fd(const struct listener *l)
{
    return l->epoll;
}

int listener_wait_ms(const struct listener *l)
{
    MHD_UNSIGNED_LONG_LONG ms = 0;
    int wait = front_wait_ms(l->front);
    if (MHD_get_timeout(l->daemon, &ms) != MHD_YES)
        return wait;
    ms = ms > 60000 ? 60000 : ms;
    return wait >= 0 && wait < (int)ms ? wait : (int)ms;
}

void listener_run(struct listener *l)
{
    struct epoll_event events[EVENTS_A_RUN];
    int n = epoll_wait(l->epoll, events, EVENTS_A_RUN, 0);
    for (int i = 0; i < n; i++) {
        struct client *k = events[i].data.ptr;
        if (k == NULL || (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) == 0)
            continue;
        k->hung_up = true;
        client_resume(k);
    }
    front_run(l->front);
    MHD_run(l->daemon);
    front_run(l->front);
    const struct listener_hooks *hooks = &l->options.hooks;
    for (struct client *k = l->clients, *next; k != NULL; k = next) {
        next = k->next;
        if (!k->throttled || client_backlog(k) > LISTENER_LOW_BACKLOG)
            continue;
        k->throttled = false;
        hooks->drained(hooks->context, k);
    }
}
