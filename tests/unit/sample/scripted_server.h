/*
 * scripted_server.h - an HTTP server within the test that answers what it was told, and what it was
 * asked as one text.
 *
 * The first rule that fits a request, and has not been used up, answers it.  A request is logged as
 * "METHOD PATH BODY"; the server's address is written as "SERVER" everywhere.
 */
#ifndef ROLLBOOK_TESTS_SCRIPTED_SERVER_H
#define ROLLBOOK_TESTS_SCRIPTED_SERVER_H

#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"

struct script_rule {
    const char *path; /* last part of the request's */
    int times;        /* 0: always */
    int status;       /* 0: the connection is closed */
    const char *body;
};

#define SCRIPT_RULES 64

static struct {
    pthread_t thread;
    pthread_mutex_t lock;
    int fd, port;
    char address[32]; /* "127.0.0.1:1234" */
    struct script_rule rules[SCRIPT_RULES];
    int used[SCRIPT_RULES];
    size_t n_rules;
    const char *header; /* of each answer, with its line end; NULL: none more */
    struct buf log;
    struct buf beats; /* requests that come at any time: "session_heartbeat" */
} script;

static inline size_t script_read(int fd, char *out, size_t room)
{
    for (size_t have = 0; have + 1 < room;) {
        ssize_t n = recv(fd, out + have, room - 1 - have, 0);
        if (n <= 0)
            return 0;
        have += (size_t)n;
        out[have] = '\0';
        const char *end = strstr(out, "\r\n\r\n");
        const char *length = strstr(out, "Content-Length: ");
        size_t body = length == NULL ? 0 : (size_t)strtoul(length + 16, NULL, 10);
        if (end != NULL && have >= (size_t)(end - out) + 4 + body)
            return have;
    }
    return 0;
}

static inline const struct script_rule *script_find(const char *line)
{
    const char *last = strrchr(line, '/') + 1;
    for (size_t i = 0; i < script.n_rules; i++) {
        const struct script_rule *r = &script.rules[i];
        if (strcmp(last, r->path) != 0 || (r->times > 0 && script.used[i] >= r->times))
            continue;
        script.used[i]++;
        return r;
    }
    return NULL;
}

static inline void script_answer(int fd, char *request)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    const char *body = strstr(request, "\r\n\r\n") + 4;
    char *end = strstr(request, " HTTP/1.1");
    *end = '\0';
    pthread_mutex_lock(&script.lock);
    struct buf *log = strstr(request, "session_heartbeat") == NULL ? &script.log : &script.beats;
    buf_printf(log, "%s%s%s\n", request, *body == '\0' ? "" : " ", body);
    const struct script_rule *r = script_find(request);
    if (r == NULL)
        buf_puts(&out, "HTTP/1.1 404 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    else if (r->status != 0)
        buf_printf(&out,
                   "HTTP/1.1 %d X\r\nConnection: close\r\nX-Request-Id: q7\r\n%s"
                   "Content-Length: %zu\r\n\r\n%s",
                   r->status, script.header == NULL ? "" : script.header, strlen(r->body), r->body);
    pthread_mutex_unlock(&script.lock);
    for (size_t at = 0; at < out.len;) {
        ssize_t n = send(fd, out.data + at, out.len - at, MSG_NOSIGNAL);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
}

static inline void *script_serve_one(void *connection)
{
    const int fd = (int)(intptr_t)connection;
    char *request = mem_alloc(1 << 20);
    if (script_read(fd, request, 1 << 20) > 0)
        script_answer(fd, request);
    free(request);
    shutdown(fd, SHUT_RDWR);
    close(fd);
    return NULL;
}

static inline void *script_serve(void *unused)
{
    for (int fd; (fd = accept(script.fd, NULL, NULL)) >= 0;) {
        pthread_t one;
        assert_int_equal(pthread_create(&one, NULL, script_serve_one, (void *)(intptr_t)fd), 0);
        pthread_detach(one);
    }
    return unused;
}

static inline int script_setup(void **state)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t len = sizeof(address);
    (void)state;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    script.fd = socket(AF_INET, SOCK_STREAM, 0);
    if (script.fd < 0 || bind(script.fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(script.fd, 64) != 0 ||
        getsockname(script.fd, (struct sockaddr *)&address, &len) != 0)
        return -1;
    snprintf(script.address, sizeof(script.address), "127.0.0.1:%d", ntohs(address.sin_port));
    pthread_mutex_init(&script.lock, NULL);
    return pthread_create(&script.thread, NULL, script_serve, NULL);
}

static inline int script_teardown(void **state)
{
    (void)state;
    shutdown(script.fd, SHUT_RDWR);
    pthread_join(script.thread, NULL);
    close(script.fd);
    buf_release(&script.log);
    buf_release(&script.beats);
    return 0;
}

/* From now on the server says these, and nothing else. */
static inline void script_say(const struct script_rule *rules, size_t n)
{
    pthread_mutex_lock(&script.lock);
    assert_true(n <= SCRIPT_RULES);
    memcpy(script.rules, rules, n * sizeof(*rules));
    memset(script.used, 0, sizeof(script.used));
    script.n_rules = n;
    buf_clear(&script.log);
    buf_clear(&script.beats);
    pthread_mutex_unlock(&script.lock);
}

#define SCRIPT(...)                                                                                \
    script_say((const struct script_rule[]){ __VA_ARGS__ },                                        \
               sizeof((const struct script_rule[]){ __VA_ARGS__ }) / sizeof(struct script_rule))

static inline void script_add_text(struct buf *out, const char *text)
{
    for (const char *at = strstr(text, script.address); at != NULL;
         at = strstr(text, script.address)) {
        buf_printf(out, "%.*sSERVER", (int)(at - text), text);
        text = at + strlen(script.address);
    }
    buf_puts(out, text);
}

/* What was asked since the rules were given, or since the last call. */
static inline void script_add_log(struct buf *out)
{
    pthread_mutex_lock(&script.lock);
    script_add_text(out, buf_text(&script.log));
    buf_clear(&script.log);
    pthread_mutex_unlock(&script.lock);
}

#endif
