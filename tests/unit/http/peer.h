/* peer.h - a server of one connection after the other: what it got, and what it says, byte by
 * byte. */
#ifndef ROLLBOOK_TESTS_HTTP_PEER_H
#define ROLLBOOK_TESTS_HTTP_PEER_H

#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/buf.h"

static struct {
    int listener, port;
    pthread_t thread;
    const char *const *answers; /* each to one connection, which then ends unless by an @ */
    size_t n;
    struct buf seen; /* all requests, without the lines of Host */
} peer;

static inline void peer_read(int fd, struct buf *out)
{
    char chunk[4096];
    const char *end = NULL;
    size_t body = 0;
    while (end == NULL || out->len < (size_t)(end - out->data) + 4 + body) {
        ssize_t n = recv(fd, chunk, sizeof chunk, 0);
        if (n <= 0)
            return;
        buf_add(out, chunk, (size_t)n);
        end = strstr(buf_text(out), "\r\n\r\n");
        const char *length = strstr(buf_text(out), "\r\nContent-Length: ");
        body = length == NULL ? 0 : strtoul(length + 18, NULL, 10);
    }
}

/* The line breaks of HTTP are those of a text here. */
static inline void peer_note(const char *request)
{
    const char *host = strstr(request, "\r\nHost: ");
    for (const char *s = request; *s != '\0'; s++) {
        if (s == host)
            s += 2 + strcspn(s + 2, "\r");
        if (*s != '\r')
            buf_add(&peer.seen, s, 1);
    }
}

static inline void *peer_serve(void *context)
{
    (void)context;
    for (size_t i = 0; i < peer.n; i++) {
        int fd = accept(peer.listener, NULL, NULL);
        struct buf request = { 0 };
        char rest[256];
        peer_read(fd, &request);
        peer_note(buf_text(&request));
        buf_release(&request);
        size_t len = strcspn(peer.answers[i], "@");
        (void)send(fd, peer.answers[i], len, MSG_NOSIGNAL);
        if (peer.answers[i][len] == '\0')
            (void)shutdown(fd, SHUT_WR);
        while (recv(fd, rest, sizeof rest, 0) > 0)
            continue;
        (void)close(fd);
    }
    return NULL;
}

static inline void peer_start(const char *const *answers, size_t n)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof at;
    peer.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(peer.listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(peer.listener, 8), 0);
    assert_int_equal(getsockname(peer.listener, (struct sockaddr *)&at, &len), 0);
    peer.port = ntohs(at.sin_port);
    peer.answers = answers;
    peer.n = n;
    buf_clear(&peer.seen);
    assert_int_equal(pthread_create(&peer.thread, NULL, peer_serve, NULL), 0);
}

/* All answers were given. */
static inline void peer_end(void)
{
    assert_int_equal(pthread_join(peer.thread, NULL), 0);
    (void)close(peer.listener);
}

#endif
