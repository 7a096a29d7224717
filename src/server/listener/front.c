/* front.c - connections, and what goes through them. */
#define _GNU_SOURCE
#include "src/server/listener/front.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/server/listener/address.h"
#include "src/server/listener/framing.h"

#define HEAD_BYTES   ((size_t)128 << 10)
#define LINE_BYTES   4096 /* of a chunk's length or a trailer */
#define PART_BYTES   ((size_t)64 << 10)
#define KEPT_BYTES   ((size_t)16 << 10)
#define EVENTS_A_RUN 64
#define LINGER_MS    2000 /* for a client that still sends, so that it can read its answer */
#define SCAN_MS      200
#define NS_PER_MS    INT64_C(1000000)
#define OUT_OF_EPOLL UINT32_MAX

enum front_part { HEAD, BODY, CHUNK_LENGTH, CHUNK, CHUNK_END, TRAILER, NOTHING };

/* One side of a connection: what waits to be sent there. */
struct front_side {
    struct front_passage *passage;
    int fd;
    uint32_t watched; /* events */
    struct buf out;
    size_t sent;
    bool ended; /* it says no more */
};

struct front_passage {
    struct front *front;
    struct front_side client, library;
    enum front_part part;
    bool is_broken;          /* what came is no HTTP */
    uint64_t left;           /* bytes of the body or chunk */
    struct buf line;         /* of a head, a chunk's length, a trailer */
    int64_t linger_until_ns; /* 0: it does not */
    struct front_passage *previous, *next;
};

struct front {
    struct front_options options;
    int epoll, listening; /* listening -1: no more */
    bool paused;          /* full */
    bool has_path;        /* a local socket, to be removed */
    struct front_passage *passages;
    size_t n, n_lingering;
};

static size_t waiting(const struct front_side *s)
{
    return s->out.len - s->sent;
}

static void add(struct front_side *s, const char *data, size_t len)
{
    if (s->sent > 0 && (s->sent > PART_BYTES || s->sent == s->out.len)) {
        memmove(s->out.data, s->out.data + s->sent, waiting(s));
        s->out.len -= s->sent;
        s->sent = 0;
    }
    buf_add(&s->out, data, len);
}

/* False: nobody reads there any more. */
static bool flush(struct front_side *s)
{
    while (waiting(s) > 0) {
        ssize_t n = send(s->fd, s->out.data + s->sent, waiting(s), MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN;
        s->sent += (size_t)n;
    }
    if (s->out.capacity > KEPT_BYTES) {
        buf_release(&s->out);
        s->sent = 0;
    }
    return true;
}

static void refuse(struct front_passage *p, int status, const char *why)
{
    char head[512];
    int n = snprintf(head, sizeof(head),
                     "GET / HTTP/1.1\r\nHost: refused\r\n" FRONT_REFUSED ": %d %s\r\n\r\n", status,
                     why);
    add(&p->library, head, (size_t)n);
    p->part = NOTHING;
}

/* Where a head ends: behind an empty line, with or without its CR.  0: not yet. */
static size_t head_end(const struct buf *b, size_t from)
{
    for (size_t i = from; i < b->len; i++) {
        if (b->data[i] != '\n')
            continue;
        if (i >= 1 && b->data[i - 1] == '\n')
            return i + 1;
        if (i >= 2 && b->data[i - 1] == '\r' && b->data[i - 2] == '\n')
            return i + 1;
    }
    return 0;
}

/* Each takes some of the bytes and returns how many. */
static size_t take_head(struct front_passage *p, const char *data, size_t len)
{
    size_t before = p->line.len;
    if (before == 0 && (data[0] == '\r' || data[0] == '\n')) /* between requests */
        return 1;
    buf_add(&p->line, data, len);
    size_t end = head_end(&p->line, before);
    if (end == 0 && p->line.len <= HEAD_BYTES)
        return len;
    struct framing f = { 0 };
    struct buf head = { 0 };
    int status = 431;
    const char *why = end == 0 || end > HEAD_BYTES
                          ? "the head has more than 128 KiB"
                          : framing_read_head(p->line.data, end, &head, &f, &status);
    if (why != NULL) {
        refuse(p, status, why);
    } else {
        add(&p->library, head.data, head.len);
        p->left = f.length;
        p->part = f.is_chunked ? CHUNK_LENGTH : f.length > 0 ? BODY : HEAD;
    }
    buf_release(&head);
    buf_clear(&p->line);
    return end == 0 ? len : end - before;
}

static size_t take_body(struct front_passage *p, const char *data, size_t len)
{
    size_t n = len < p->left ? len : (size_t)p->left;
    add(&p->library, data, n);
    p->left -= n;
    if (p->left == 0)
        p->part = p->part == BODY ? HEAD : CHUNK_END;
    return n;
}

/* What is no chunk goes on as something that the library refuses as well. */
static void break_off(struct front_passage *p)
{
    add(&p->library, "x\r\n\r\n", 5);
    p->part = NOTHING;
}

static void take_chunk_length(struct front_passage *p, const char *line, size_t len)
{
    char text[32];
    size_t digits = 0;
    uint64_t length = 0;
    while (digits < len && digits < 15 && is_hex(line[digits]))
        length = length * 16 + (uint64_t)hex_value(line[digits++]);
    if (digits == 0 || (digits < len && line[digits] != ';' && !is_blank(line[digits]))) {
        break_off(p);
        return;
    }
    int n = snprintf(text, sizeof(text), "%llx\r\n", (unsigned long long)length);
    add(&p->library, text, (size_t)n);
    p->left = length;
    p->part = length > 0 ? CHUNK : TRAILER;
}

/* A whole line that is not of a head: it ends in CR LF.  Extensions and trailers stay here. */
static size_t take_line(struct front_passage *p, const char *data, size_t len)
{
    const char *newline = memchr(data, '\n', len);
    size_t n = newline == NULL ? len : (size_t)(newline - data) + 1;
    buf_add(&p->line, data, n);
    const char *line = buf_text(&p->line);
    size_t bytes = p->line.len;
    if (newline == NULL) {
        if (bytes > LINE_BYTES)
            break_off(p);
        return n;
    }
    if (bytes < 2 || line[bytes - 2] != '\r' || memchr(line, '\r', bytes - 2) != NULL) {
        break_off(p);
    } else if (p->part == CHUNK_LENGTH) {
        take_chunk_length(p, line, bytes - 2);
    } else if (p->part == CHUNK_END) {
        p->part = CHUNK_LENGTH;
        if (bytes == 2)
            add(&p->library, "\r\n", 2);
        else
            break_off(p);
    } else if (bytes == 2) { /* of trailers */
        add(&p->library, "\r\n", 2);
        p->part = HEAD;
    }
    buf_clear(&p->line);
    return n;
}

static void take(struct front_passage *p, const char *data, size_t len)
{
    while (len > 0) {
        size_t n = len;
        switch (p->part) {
        case HEAD:
            n = take_head(p, data, len);
            break;
        case BODY:
        case CHUNK:
            n = take_body(p, data, len);
            break;
        case CHUNK_LENGTH:
        case CHUNK_END:
        case TRAILER:
            n = take_line(p, data, len);
            break;
        case NOTHING:
            break;
        }
        data += n;
        len -= n;
    }
}

static void watch(struct front_side *s, uint32_t events)
{
    struct epoll_event e = { .events = events, .data.ptr = s };
    if (events == s->watched)
        return;
    epoll_ctl(s->passage->front->epoll, EPOLL_CTL_MOD, s->fd, &e);
    s->watched = events;
}

static void drop(struct front_passage *p)
{
    struct front *f = p->front;
    if (p->previous != NULL)
        p->previous->next = p->next;
    else
        f->passages = p->next;
    if (p->next != NULL)
        p->next->previous = p->previous;
    f->n--;
    f->n_lingering -= p->linger_until_ns != 0;
    close(p->client.fd);
    if (p->library.fd >= 0)
        close(p->library.fd);
    buf_release(&p->client.out);
    buf_release(&p->library.out);
    buf_release(&p->line);
    free(p);
}

/* False: the passage is over. */
static bool read_client(struct front_passage *p)
{
    char data[1 << 14];
    while (waiting(&p->library) < PART_BYTES && !p->client.ended) {
        ssize_t n = recv(p->client.fd, data, sizeof(data), 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            break;
        if (n < 0)
            return false;
        if (n == 0)
            p->client.ended = true;
        else if (p->library.fd >= 0)
            take(p, data, (size_t)n);
        if ((size_t)n < sizeof(data)) /* there is no more */
            break;
    }
    if (p->library.fd < 0)
        return !p->client.ended;
    bool ok = flush(&p->library);
    if (ok && p->client.ended && waiting(&p->library) == 0)
        (void)shutdown(p->library.fd, SHUT_WR);
    if (!ok) { /* it answers, and reads no more of this request */
        p->part = NOTHING;
        buf_clear(&p->library.out);
        p->library.sent = 0;
    }
    return true;
}

/* All of it when the library has closed, which epoll would tell again and again. */
static bool read_library(struct front_passage *p, bool all)
{
    char data[1 << 14];
    while ((all || waiting(&p->client) < PART_BYTES) && !p->library.ended) {
        ssize_t n = recv(p->library.fd, data, sizeof(data), 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            break;
        if (n <= 0)
            p->library.ended = true;
        else
            add(&p->client, data, (size_t)n);
        if (!all && (size_t)n < sizeof(data))
            break;
    }
    return flush(&p->client);
}

/* The library has said all and closed: the client gets it, also one that still sends. */
static bool linger(struct front_passage *p)
{
    if (p->client.ended)
        return false;
    close(p->library.fd);
    p->library.fd = -1;
    p->part = NOTHING;
    p->linger_until_ns = clock_monotonic_ns() + LINGER_MS * NS_PER_MS;
    p->front->n_lingering++;
    return shutdown(p->client.fd, SHUT_WR) == 0;
}

static void serve(struct front_passage *p, bool is_client, uint32_t events)
{
    bool is_over = (events & (EPOLLERR | EPOLLHUP)) != 0;
    bool ok = !is_client || !is_over;
    if (ok && p->library.fd >= 0 && !is_client)
        ok = read_library(p, is_over);
    else if (ok)
        ok = flush(&p->client);
    if (p->library.ended && p->library.watched != OUT_OF_EPOLL) {
        epoll_ctl(p->front->epoll, EPOLL_CTL_DEL, p->library.fd, NULL);
        p->library.watched = OUT_OF_EPOLL;
    }
    if (ok && (is_client || waiting(&p->library) > 0 || p->client.ended))
        ok = read_client(p);
    if (ok && p->library.fd >= 0 && p->library.ended && waiting(&p->client) == 0)
        ok = linger(p);
    if (!ok) {
        drop(p);
        return;
    }
    bool reads = !p->client.ended && waiting(&p->library) < PART_BYTES;
    watch(&p->client, (reads ? EPOLLIN : 0U) | (waiting(&p->client) > 0 ? EPOLLOUT : 0U));
    if (p->library.ended)
        return;
    bool more = waiting(&p->client) < PART_BYTES;
    watch(&p->library, (more ? EPOLLIN : 0U) | (waiting(&p->library) > 0 ? EPOLLOUT : 0U));
}

static bool begin(struct front *f, int fd, const struct address *peer)
{
    int pair[2];
    int one = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    struct front_passage *p = mem_alloc(sizeof(*p));
    p->front = f;
    p->client = (struct front_side){ .passage = p, .fd = fd, .watched = EPOLLIN };
    p->library = (struct front_side){ .passage = p, .fd = pair[0], .watched = EPOLLIN };
    struct epoll_event e = { .events = EPOLLIN, .data.ptr = &p->client };
    bool ok = epoll_ctl(f->epoll, EPOLL_CTL_ADD, fd, &e) == 0;
    e.data.ptr = &p->library;
    ok = ok && epoll_ctl(f->epoll, EPOLL_CTL_ADD, pair[0], &e) == 0;
    if (!ok)
        close(pair[1]);
    if (!ok || !f->options.take(f->options.context, pair[1], peer)) {
        close(pair[0]);
        free(p);
        return false;
    }
    p->next = f->passages;
    if (f->passages != NULL)
        f->passages->previous = p;
    f->passages = p;
    f->n++;
    return true;
}

static void watch_listening(struct front *f, bool on)
{
    struct epoll_event e = { .events = on ? EPOLLIN : 0U };
    if (f->listening >= 0 && f->paused == on)
        epoll_ctl(f->epoll, EPOLL_CTL_MOD, f->listening, &e);
    f->paused = !on;
}

static void accept_clients(struct front *f)
{
    bool lacks = false; /* descriptors: they come back */
    while (f->listening >= 0 && f->n < f->options.most) {
        struct address peer = { 0 };
        socklen_t len = sizeof(peer.socket);
        int fd = accept4(f->listening, &peer.socket.any, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            lacks = errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS;
            break;
        }
        peer.is_v6 = f->options.at->is_v6;
        if (f->options.at->is_local) /* the library wants a place on the net */
            peer.socket.v4 = (struct sockaddr_in){ .sin_family = AF_INET,
                                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
        if (!begin(f, fd, &peer))
            close(fd);
    }
    watch_listening(f, f->n < f->options.most && !lacks);
}

void front_run(struct front *f)
{
    struct epoll_event events[EVENTS_A_RUN];
    int n = epoll_wait(f->epoll, events, EVENTS_A_RUN, 0);
    struct front_passage *gone[EVENTS_A_RUN];
    int n_gone = 0;
    bool accepts = f->paused;
    for (int i = 0; i < n; i++) {
        struct front_side *s = events[i].data.ptr;
        bool known = s != NULL;
        for (int k = 0; k < n_gone; k++)
            known = known && s != &gone[k]->client && s != &gone[k]->library;
        accepts |= s == NULL;
        if (!known)
            continue;
        struct front_passage *p = s->passage;
        size_t before = f->n;
        serve(p, s == &p->client, events[i].events);
        if (f->n < before)
            gone[n_gone++] = p;
    }
    int64_t now = f->n_lingering == 0 ? 0 : clock_monotonic_ns();
    for (struct front_passage *p = f->n_lingering == 0 ? NULL : f->passages, *next; p != NULL;
         p = next) {
        next = p->next;
        if (p->linger_until_ns != 0 && now > p->linger_until_ns)
            drop(p);
    }
    if (accepts)
        accept_clients(f);
}

int front_wait_ms(const struct front *f)
{
    if (f->paused && f->listening >= 0 && f->n < f->options.most)
        return SCAN_MS;
    return f->n_lingering > 0 ? SCAN_MS : -1;
}

int front_fd(const struct front *f)
{
    return f->epoll;
}

unsigned front_port(const struct front *f)
{
    struct address at = { 0 };
    socklen_t len = sizeof(at.socket);
    if (f->options.at->is_local || f->listening < 0 ||
        getsockname(f->listening, &at.socket.any, &len) != 0)
        return 0;
    return ntohs(f->options.at->is_v6 ? at.socket.v6.sin6_port : at.socket.v4.sin_port);
}

/* What a killed server left: a socket at which nobody listens. */
static void remove_dead_socket(const struct address *at)
{
    struct stat st;
    const char *path = at->socket.local.sun_path;
    if (lstat(path, &st) != 0 || !S_ISSOCK(st.st_mode))
        return;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, &at->socket.any, sizeof(at->socket.local)) != 0 &&
        errno == ECONNREFUSED)
        (void)unlink(path);
    if (fd >= 0)
        close(fd);
}

/* Before anybody can connect: the socket does not listen yet. */
static bool only_ours(const struct address *at)
{
    return !at->is_local || chmod(at->socket.local.sun_path, S_IRUSR | S_IWUSR) == 0;
}

int front_open(const struct front_options *options, struct front **out, struct err *err)
{
    const struct address *at = options->at;
    struct front *f = mem_alloc(sizeof(*f));
    struct epoll_event e = { .events = EPOLLIN };
    int one = 1;
    f->options = *options;
    f->epoll = epoll_create1(EPOLL_CLOEXEC);
    f->listening = socket(at->socket.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    (void)setsockopt(f->listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
    if (at->is_v6)
        (void)setsockopt(f->listening, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one));
    if (at->is_local)
        remove_dead_socket(at);
    socklen_t len = at->is_local ? sizeof(at->socket.local)
                    : at->is_v6  ? sizeof(at->socket.v6)
                                 : sizeof(at->socket.v4);
    bool bound = bind(f->listening, &at->socket.any, len) == 0;
    f->has_path = bound && at->is_local;
    if (!bound || !only_ours(at) || listen(f->listening, SOMAXCONN) != 0 ||
        epoll_ctl(f->epoll, EPOLL_CTL_ADD, f->listening, &e) != 0) {
        int why = errno;
        front_close(f);
        return err_set(err, ERR_USAGE, "cannot listen on %s: %s", options->name, strerror(why));
    }
    *out = f;
    return 0;
}

void front_quiesce(struct front *f)
{
    if (f->listening >= 0) {
        close(f->listening);
        if (f->has_path)
            (void)unlink(f->options.at->socket.local.sun_path);
    }
    f->listening = -1;
}

void front_close(struct front *f)
{
    if (f == NULL)
        return;
    front_quiesce(f);
    int64_t until_ns = clock_monotonic_ns() + LINGER_MS * NS_PER_MS;
    for (bool busy = true; busy && clock_monotonic_ns() < until_ns;) {
        struct epoll_event e;
        front_run(f);
        busy = false;
        for (const struct front_passage *p = f->passages; p != NULL; p = p->next)
            busy |= p->linger_until_ns == 0;
        if (busy)
            (void)epoll_wait(f->epoll, &e, 1, SCAN_MS);
    }
    while (f->passages != NULL)
        drop(f->passages);
    if (f->epoll >= 0)
        close(f->epoll);
    free(f);
}
