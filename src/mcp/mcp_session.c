/*
 * mcp_session.c - sessions, and the two ways that messages come: lines and HTTP.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "src/base/chars.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/rng.h"
#include "src/json/json.h"
#include "src/mcp/mcp_internal.h"
#include "src/server/errands.h"

#define SESSIONS_MOST 1000
#define LINE_BYTES    ((size_t)8 << 20)
#define READ_BYTES    ((size_t)64 << 10)

int mcp_new(const struct mcp_options *options, struct mcp **out, struct err *err)
{
    struct mcp *m = mem_alloc(sizeof(*m));
    m->options = *options;
    pthread_mutex_init(&m->mutex, NULL);
    struct tags tags = tags_none;
    int rc = options->run == NULL ? 0 : tags_set(&tags, "run", options->run, &m->arena, err);
    if (rc == 0)
        rc = wall_open(options->held_out, &m->arena, &m->wall, err);
    if (rc == 0 && options->root != NULL && (m->root = realpath(options->root, NULL)) == NULL)
        rc = err_set(err, ERR_USAGE, "%s cannot be read: %s", options->root, strerror(errno));
    if (rc < 0) {
        mcp_free(m);
        return rc;
    }
    *out = m;
    return 0;
}

void mcp_bind(struct mcp *m, struct server *s)
{
    m->server = s;
}

struct mcp_session *mcp_session_new(struct mcp *m)
{
    struct mcp_session *s = mem_alloc(sizeof(*s));
    char now[32];
    s->mcp = m;
    pthread_mutex_init(&s->mutex, NULL);
    clock_utc(now); /* 2026-11-28T15:04:05Z */
    snprintf(s->name, sizeof(s->name), "session-%.10s-%.2s%.2s%.2s-%08" PRIx64, now, now + 11,
             now + 14, now + 17, rng_secret() & 0xffffffff);
    snprintf(s->revision, sizeof(s->revision), "%s", MCP_OLDEST);
    s->run = m->options.run != NULL ? m->options.run : s->name;
    s->used_ns = clock_monotonic_ns();
    return s;
}

void mcp_session_end(struct mcp_session *s)
{
    pthread_mutex_lock(&s->mutex);
    s->ended = true;
    for (struct open_call *c = s->calls; c != NULL; c = c->next)
        server_cancel(s->mcp->server, &c->handle);
    pthread_mutex_unlock(&s->mutex);
}

void mcp_session_free(struct mcp_session *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->n_submitted; i++)
        free(s->submitted[i]);
    free(s->submitted);
    for (size_t i = 0; i < MCP_CANCELLED; i++)
        free(s->cancelled[i]);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

void mcp_free(struct mcp *m)
{
    if (m == NULL)
        return;
    while (m->sessions != NULL) {
        struct mcp_session *s = m->sessions;
        m->sessions = s->next;
        mcp_session_free(s);
    }
    free(m->root);
    arena_release(&m->arena);
    pthread_mutex_destroy(&m->mutex);
    free(m);
}

/* ---- lines ---- */

struct stdio {
    struct mcp_session *session;
    struct errands *errands;
    int out, wake;
    pthread_mutex_t mutex; /* guards the rest, and writing */
    bool is_deaf;          /* nobody reads */
};

struct line {
    struct stdio *io;
    char *text; /* owned */
    size_t len;
};

static void answer_line(struct stdio *io, const char *text, size_t len)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    mcp_message(io->session, text, len, &out);
    if (out.len == 0)
        return;
    buf_putc(&out, '\n');
    pthread_mutex_lock(&io->mutex);
    if (!io->is_deaf && !fd_write_all(io->out, out.data, out.len))
        io->is_deaf = true;
    pthread_mutex_unlock(&io->mutex);
}

static void run_line(void *context)
{
    struct line *l = context;
    answer_line(l->io, l->text, l->len);
}

static void free_line(void *context)
{
    struct line *l = context;
    free(l->text);
    free(l);
}

/* More calls than threads wait here, and so does the client. */
static void take_line(struct stdio *io, const char *text, size_t len)
{
    while (len > 0 && is_space(text[len - 1]))
        len--;
    if (len == 0)
        return;
    if (mcp_is_quick(text, len)) {
        answer_line(io, text, len);
        return;
    }
    struct line *l = mem_alloc(sizeof(*l));
    l->io = io;
    l->text = mem_alloc(len + 1);
    l->len = len;
    memcpy(l->text, text, len);
    while (!errands_start(io->errands, run_line, free_line, l)) {
        struct pollfd fd = { .fd = io->wake, .events = POLLIN };
        poll(&fd, 1, 1000);
        errands_take(io->errands);
    }
}

static void take_lines(struct stdio *io, struct buf *in, bool *skips)
{
    size_t at = 0;
    const char *end;
    while (at < in->len && (end = memchr(in->data + at, '\n', in->len - at)) != NULL) {
        size_t len = (size_t)(end - (in->data + at));
        if (!*skips)
            take_line(io, in->data + at, len);
        *skips = false;
        at += len + 1;
    }
    memmove(in->data, in->data + at, in->len - at);
    in->len -= at;
    if (in->len > LINE_BYTES) {
        if (!*skips)
            answer_line(io, in->data, in->len);
        *skips = true;
        buf_clear(in);
    }
}

static bool is_deaf(struct stdio *io)
{
    pthread_mutex_lock(&io->mutex);
    bool deaf = io->is_deaf;
    pthread_mutex_unlock(&io->mutex);
    return deaf;
}

static void read_lines(struct stdio *io, int in, const volatile sig_atomic_t *stop)
{
    struct buf CLEANUP(buf_release) lines = { 0 };
    char *room CLEANUP(mem_free_ptr) = mem_alloc(READ_BYTES);
    bool skips = false;
    while (*stop == 0 && !is_deaf(io)) {
        uint64_t count;
        struct pollfd fds[] = { { .fd = in, .events = POLLIN },
                                { .fd = io->wake, .events = POLLIN },
                                { .fd = io->out, .events = 0 } };
        if (poll(fds, 3, 1000) < 0 && errno != EINTR)
            return;
        ssize_t n = fds[1].revents != 0 ? read(io->wake, &count, sizeof(count)) : 0;
        errands_take(io->errands);
        if ((fds[2].revents & (POLLERR | POLLNVAL)) != 0)
            return;
        if (fds[0].revents == 0)
            continue;
        n = read(in, room, READ_BYTES);
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
            break;
        if (n > 0) {
            buf_add(&lines, room, (size_t)n);
            take_lines(io, &lines, &skips);
        }
    }
    if (lines.len > 0 && !skips) /* a last line without its end */
        take_line(io, lines.data, lines.len);
}

int mcp_stdio_run(struct mcp *m, int in, int out, const volatile sig_atomic_t *stop,
                  struct err *err)
{
    struct stdio io = { .session = mcp_session_new(m), .out = out };
    io.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&io.mutex, NULL);
    io.errands = errands_new(io.wake);
    read_lines(&io, in, stop);
    if (*stop != 0 || is_deaf(&io)) /* the end of input lets calls end */
        mcp_session_end(io.session);
    errands_free(io.errands);
    mcp_session_free(io.session);
    close(io.wake);
    pthread_mutex_destroy(&io.mutex);
    return *stop != 0 ? err_set(err, ERR_INTERRUPTED, "interrupted") : 0;
}

/* ---- HTTP ---- */

static void remove_session(struct mcp *m, struct mcp_session *s)
{
    struct mcp_session **at = &m->sessions;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    m->n_sessions--;
    mcp_session_free(s);
}

/* The one that nobody has used for longest; its client is told to begin again. */
static void remove_oldest(struct mcp *m)
{
    struct mcp_session *oldest = NULL;
    for (struct mcp_session *s = m->sessions; s != NULL; s = s->next)
        if (s->n_users == 0 && (oldest == NULL || s->used_ns < oldest->used_ns))
            oldest = s;
    if (oldest != NULL)
        remove_session(m, oldest);
}

static struct mcp_session *add_session(struct mcp *m)
{
    if (m->n_sessions >= SESSIONS_MOST)
        remove_oldest(m);
    if (m->n_sessions >= SESSIONS_MOST)
        return NULL;
    struct mcp_session *s = mcp_session_new(m);
    s->next = m->sessions;
    m->sessions = s;
    m->n_sessions++;
    return s;
}

/* name NULL: a new one; NULL: there is none of this name, or there are too many. */
static struct mcp_session *take_session(struct mcp *m, const char *name)
{
    pthread_mutex_lock(&m->mutex);
    struct mcp_session *s = name == NULL ? add_session(m) : m->sessions;
    while (name != NULL && s != NULL && (s->is_gone || strcmp(s->name, name) != 0))
        s = s->next;
    if (s != NULL) {
        s->n_users++;
        s->used_ns = clock_monotonic_ns();
    }
    pthread_mutex_unlock(&m->mutex);
    return s;
}

/* ends: no further request finds it. */
static void leave_session(struct mcp_session *s, bool ends)
{
    struct mcp *m = s->mcp;
    pthread_mutex_lock(&m->mutex);
    s->is_gone = s->is_gone || ends;
    if (--s->n_users == 0 && s->is_gone)
        remove_session(m, s);
    pthread_mutex_unlock(&m->mutex);
}

static bool asks_for_session(const struct route_request *q)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err ignored = { 0 };
    const char *method = NULL;
    const struct json *root = json_parse_arena("the message", 1, q->body, q->len, &a, &ignored);
    return root != NULL && json_string(json_get(root, "method"), &method) &&
           strcmp(method, "initialize") == 0;
}

static void post(void *context, const struct route_request *q, struct route_answer *out)
{
    struct mcp *m = context;
    const char *name = route_header(q, "Mcp-Session-Id");
    const char *revision = route_header(q, "MCP-Protocol-Version");
    if (revision != NULL && !mcp_knows_revision(revision)) {
        route_refuse(out, 400, "protocol_version", "this revision of MCP is not spoken here");
        return;
    }
    bool is_new = asks_for_session(q);
    if (!is_new && name == NULL) {
        route_refuse(out, 400, "no_session",
                     "the header Mcp-Session-Id is missing: initialize gives it");
        return;
    }
    struct mcp_session *s = take_session(m, is_new ? NULL : name);
    if (s == NULL) {
        route_refuse(out, is_new ? 503 : 404, "no_session",
                     is_new ? "there are too many sessions"
                            : "there is no such session: initialize again");
        return;
    }
    out->content_type = "application/json";
    mcp_message(s, q->body, q->len, &out->body);
    out->status = out->body.len > 0 ? 200 : 202;
    if (is_new) {
        out->header[0] = "Mcp-Session-Id";
        out->header[1] = arena_strdup(&out->arena, s->name);
    }
    leave_session(s, false);
}

static void end(void *context, const struct route_request *q, struct route_answer *out)
{
    struct mcp *m = context;
    const char *name = route_header(q, "Mcp-Session-Id");
    struct mcp_session *s = name == NULL ? NULL : take_session(m, name);
    if (s == NULL) {
        route_refuse(out, name == NULL ? 400 : 404, "no_session", "there is no such session");
        return;
    }
    mcp_session_end(s);
    leave_session(s, true);
    out->status = 204;
    out->content_type = "application/json";
}

/* GET would ask for a stream of events, which revisions of MCP let a server refuse: 405. */
struct route_table mcp_routes(struct mcp *m)
{
    m->routes[0] = (struct route){ .method = "POST",
                                   .path = "/mcp",
                                   .answer = post,
                                   .context = m,
                                   .help = "Model Context Protocol for coding agents" };
    m->routes[1] =
        (struct route){ .method = "DELETE", .path = "/mcp", .answer = end, .context = m };
    return (struct route_table){ m->routes, ARRAY_LEN(m->routes) };
}
