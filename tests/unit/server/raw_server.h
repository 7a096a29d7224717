/* raw_server.h - a server behind the proxy within a test: what it got, and what it says, byte by
 * byte. */
#ifndef ROLLBOOK_TESTS_RAW_SERVER_H
#define ROLLBOOK_TESTS_RAW_SERVER_H

#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

/* The server behind the proxy: one connection at a time. */
static struct {
    int listener, port;
    pthread_t thread;
    atomic_int n_requests;
    struct buf seen; /* the last request */
} server;

static inline int listen_somewhere(int *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof(at);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &len), 0);
    *port = ntohs(at.sin_port);
    return fd;
}

/* In pieces with a pause at each "@". */
static inline void send_text(int fd, const char *text)
{
    size_t len = strlen(text);
    while (len > 0) {
        size_t piece = strcspn(text, "@");
        if (piece == 0) {
            (void)poll(NULL, 0, 30);
            text++;
            len--;
            continue;
        }
        ssize_t n = send(fd, text, piece, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        text += n;
        len -= (size_t)n;
    }
}

/* A whole request: its head, and as many bytes as that announces. */
static inline void read_request(int fd, struct buf *out)
{
    char chunk[4096];
    const char *end = NULL;
    size_t body = 0;
    buf_clear(out);
    while (end == NULL || out->len < (size_t)(end - out->data) + 4 + body) {
        ssize_t n = recv(fd, chunk, sizeof(chunk), 0);
        if (n <= 0)
            return;
        buf_add(out, chunk, (size_t)n);
        end = strstr(buf_text(out), "\r\n\r\n");
        const char *length = strcasestr(buf_text(out), "\r\ncontent-length:");
        body = length == NULL ? 0 : strtoul(length + 17, NULL, 10);
    }
}

#define CHAT                                                                                       \
    "{\"model\":\"m\",\"choices\":[{\"message\":{\"content\":\"sk-secret-0123456789\"},"           \
    "\"finish_reason\":\"stop\"}]}"
#define CLOSE "Connection: close\r\n"

/* By the path. */
static const struct {
    const char *path, *answer;
} answers[] = {
    { "/base/v1/models",
      "HTTP/1.1 200 Fine\r\n" CLOSE "X-Twice: 1\r\nX-Twice: 2\r\nContent-Length: 2\r\n\r\nok" },
    { "/base/v1/chat/completions?later",
      "HTTP/1.1 429 Later\r\n" CLOSE "Retry-After: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5\r\nlater\r\n0\r\n\r\n" },
    { "/base/v1/chat/completions?cut",
      "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Length: 100\r\n\r\n{\"choices\"" },
    { "/base/v1/chat/completions?large",
      "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Length: 201\r\n\r\n"
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      "0123456789012345678" },
    { "/base/v1/chat/completions?none", "" },
    { "/base/v1/completions?pieces",
      "HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 Fine\r\n" CLOSE
      "Content-Type: text/event-stream; x=sk-secret-0123456789\r\n"
      "X-Request-Id: sk-secret-0123456789\r\n"
      "X-Blanks: \t a b \t\r\nKeep-Alive: 5\r\n"
      "Transfer-Encoding: chunked\r\n\r\n"
      "13\r\ndata: {\"a\":\"sk-secr\r\n@1B\r\net-0123456789\"}\n\ndata: 1\n\nx\r\n0\r\nX-Trailer: "
      "1\r\n\r\n" },
    { "/base/v1/completions?packed",
      "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc" },
    { "/base/v1/completions?nobody", "HTTP/1.1 204 None\r\n" CLOSE "\r\n" },
    { "/base/echo",
      "HTTP/1.1 201 Made\r\n" CLOSE "Location: http://elsewhere/\r\nContent-Length: 0\r\n\r\n" },
    { "/base/../echo", "HTTP/1.1 202 Odd\r\n" CLOSE "Content-Length: 0\r\n\r\n" },
    { "/base/moved",
      "HTTP/1.1 307 There\r\n" CLOSE "Location: /base/echo\r\nContent-Length: 0\r\n\r\n" },
    { "/base/v1/chat/completions",
      "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Type: application/json\r\nX-Request-Id: req-1\r\n"
      "Content-Length: 95\r\n\r\n" CHAT },
};

enum { BLOCK = 26 * 1024, BIG = 320 * BLOCK };

/* BIG bytes of the alphabet. */
static inline void send_big(int fd)
{
    static char block[BLOCK + 1];
    for (size_t i = 0; i < BLOCK; i++)
        block[i] = (char)('a' + i % 26);
    send_text(fd, "HTTP/1.1 200 Fine\r\n" CLOSE "\r\n");
    for (size_t i = 0; i < BIG / BLOCK; i++)
        send_text(fd, block);
}

static inline void *serve(void *context)
{
    char chunk[64];
    (void)context;
    for (;;) {
        int fd = accept(server.listener, NULL, NULL);
        if (fd < 0)
            return NULL;
        read_request(fd, &server.seen);
        server.n_requests++;
        const char *path = strchr(buf_text(&server.seen), ' ');
        if (path != NULL && strstr(path, "?hang") != NULL)
            while (recv(fd, chunk, sizeof(chunk), 0) > 0)
                continue;
        if (path != NULL && strstr(path, "/big") != NULL)
            send_big(fd);
        for (size_t i = 0; path != NULL && i < ARRAY_LEN(answers); i++)
            if (strncmp(path + 1, answers[i].path, strlen(answers[i].path)) == 0) {
                send_text(fd, answers[i].answer);
                break;
            }
        close(fd);
    }
}

#endif
