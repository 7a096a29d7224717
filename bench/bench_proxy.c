/*
 * bench_proxy.c - what the proxy adds to a completion.
 *
 * bench_proxy ROLLBOOK [REQUESTS [TOKENS]]
 *
 * A scripted server answers chat completions of TOKENS tokens with log-probs, whole or as events.
 * One client asks it directly and through "rollbook proxy" in turns, over open connections, and
 * prints medians of the time to the last byte, and for streams to the first.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/mem.h"

#define WARM_UP 20

static struct buf whole, stream; /* with header lines */

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static void make_answers(int tokens)
{
    struct buf body = { 0 };
    buf_puts(&body,
             "{\"id\":\"x\",\"model\":\"m\",\"prompt_logprobs\":null,\"choices\":[{\"index\":0,"
             "\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"");
    for (int i = 0; i < tokens; i++)
        buf_puts(&body, "word ");
    buf_puts(&body, "\"},\"logprobs\":{\"content\":[");
    for (int i = 0; i < tokens; i++)
        buf_printf(&body,
                   "%s{\"token\":\"word \",\"logprob\":-0.%04d,\"bytes\":[119,111,114,100,32]}",
                   i == 0 ? "" : ",", i % 9999 + 1);
    buf_printf(&body, "]}}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":%d}}", tokens);
    buf_printf(&whole,
               "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
               body.len);
    buf_add(&whole, body.data, body.len);
    buf_puts(&stream, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                      "Transfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i <= tokens; i++) {
        struct buf event = { 0 };
        if (i < tokens)
            buf_printf(
                &event,
                "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word "
                "\"},\"logprobs\":{\"content\":[{\"token\":\"word \",\"logprob\":-0.5}]}%s}]}\n\n",
                i + 1 == tokens ? ",\"finish_reason\":\"stop\"" : "");
        else
            buf_puts(&event, "data: [DONE]\n\n");
        buf_printf(&stream, "%zx\r\n", event.len);
        buf_add(&stream, event.data, event.len);
        buf_puts(&stream, "\r\n");
        buf_release(&event);
    }
    buf_puts(&stream, "0\r\n\r\n");
    buf_release(&body);
}

static void send_all(int fd, const char *data, size_t len)
{
    while (len > 0) {
        ssize_t n = send(fd, data, len, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        data += n;
        len -= (size_t)n;
    }
}

static void no_delay(int fd)
{
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
}

/* Requests come in one piece each. */
static void *answer_connection(void *context)
{
    int fd = (int)(intptr_t)context;
    char text[8192];
    size_t have = 0;
    ssize_t n;
    no_delay(fd);
    while ((n = recv(fd, text + have, sizeof(text) - 1 - have, 0)) > 0) {
        have += (size_t)n;
        text[have] = '\0';
        const char *end = strstr(text, "\"end\":0}");
        if (end == NULL)
            continue;
        const struct buf *answer = strstr(text, "\"stream\":true") != NULL ? &stream : &whole;
        have = 0;
        send_all(fd, answer->data, answer->len);
    }
    close(fd);
    return NULL;
}

static void *serve(void *context)
{
    int listening = (int)(intptr_t)context;
    for (;;) {
        pthread_t thread;
        int fd = accept(listening, NULL, NULL);
        if (fd < 0)
            return NULL;
        pthread_create(&thread, NULL, answer_connection, (void *)(intptr_t)fd);
        pthread_detach(thread);
    }
}

static int start_server(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof(at);
    pthread_t thread;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, len) != 0 || listen(fd, 512) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &len) != 0)
        fail("server");
    pthread_create(&thread, NULL, serve, (void *)(intptr_t)fd);
    return ntohs(at.sin_port);
}

static pid_t proxy;

static int start_proxy(const char *rollbook, int upstream, const char *folder)
{
    char url[64];
    char db[200];
    char line[200] = "";
    int out[2];
    snprintf(url, sizeof(url), "http://127.0.0.1:%d", upstream);
    snprintf(db, sizeof(db), "%s/bench.db", folder);
    if (pipe(out) != 0)
        fail("pipe");
    proxy = fork();
    if (proxy == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execl(rollbook, rollbook, "proxy", "--upstream", url, "--listen", "127.0.0.1:0", "--db", db,
              "-q", (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    if (read(out[0], line, sizeof(line) - 1) <= 0)
        fail("the proxy does not start");
    return (int)strtol(strrchr(line, ':') + 1, NULL, 10);
}

static int connect_to(int port)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof(at)) != 0)
        fail("connect");
    no_delay(fd);
    return fd;
}

struct took {
    double first_us, last_us;
};

static bool is_over(const char *text, size_t len, bool streamed)
{
    const char *body = memmem(text, len, "\r\n\r\n", 4);
    if (streamed)
        return len >= 5 && memcmp(text + len - 5, "0\r\n\r\n", 5) == 0;
    const char *length = strcasestr(text, "content-length: ");
    return body != NULL && length != NULL && length < body &&
           len >= (size_t)(body + 4 - text) + strtoul(length + 16, NULL, 10);
}

static struct took ask(int fd, bool streamed)
{
    static char text[1 << 20];
    char request[600];
    struct took t = { 0 };
    size_t len = 0;
    const char *body = streamed
                           ? "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\","
                             "\"content\":\"hi\"}],\"end\":0}"
                           : "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":"
                             "\"hi\"}],\"end\":0}";
    int n =
        snprintf(request, sizeof(request),
                 "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                 "sk-of-the-benchmark\r\nContent-Type: application/json\r\nContent-Length: "
                 "%zu\r\n\r\n%s",
                 strlen(body), body);
    int64_t start = clock_monotonic_ns();
    send_all(fd, request, (size_t)n);
    while (len < sizeof(text) - 1) {
        ssize_t got = recv(fd, text + len, sizeof(text) - 1 - len, 0);
        if (got <= 0)
            fail("the answer ends early");
        if (len == 0)
            t.first_us = (double)(clock_monotonic_ns() - start) * 1e-3;
        len += (size_t)got;
        text[len] = '\0';
        if (is_over(text, len, streamed))
            break;
    }
    t.last_us = (double)(clock_monotonic_ns() - start) * 1e-3;
    return t;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *v, int n, double q)
{
    qsort(v, (size_t)n, sizeof(*v), by_value);
    return v[(int)(q * (n - 1))];
}

static void compare(const char *what, int direct, int through, int n, bool streamed)
{
    double *v[4];
    for (int i = 0; i < 4; i++)
        v[i] = mem_array((size_t)n, sizeof(double));
    for (int i = -WARM_UP; i < n; i++) {
        struct took a = ask(direct, streamed);
        struct took b = ask(through, streamed);
        if (i < 0)
            continue;
        v[0][i] = a.first_us;
        v[1][i] = b.first_us;
        v[2][i] = a.last_us;
        v[3][i] = b.last_us;
    }
    printf(
        "%s, first byte: direct %.0f us, through the proxy %.0f us, added %.0f us (median of %d)\n",
        what, quantile(v[0], n, 0.5), quantile(v[1], n, 0.5),
        quantile(v[1], n, 0.5) - quantile(v[0], n, 0.5), n);
    printf("%s, last byte:  direct %.0f us, through the proxy %.0f us, added %.0f us, ratio %.2f; "
           "99 %%: "
           "%.0f, %.0f us\n",
           what, quantile(v[2], n, 0.5), quantile(v[3], n, 0.5),
           quantile(v[3], n, 0.5) - quantile(v[2], n, 0.5),
           quantile(v[3], n, 0.5) / quantile(v[2], n, 0.5), quantile(v[2], n, 0.99),
           quantile(v[3], n, 0.99));
    for (int i = 0; i < 4; i++)
        free(v[i]);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/bench-proxy.XXXXXX";
    if (argc < 2) {
        fputs("usage: bench_proxy ROLLBOOK [REQUESTS [TOKENS]]\n", stderr);
        return 2;
    }
    int requests = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 2000;
    int tokens = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 500;
    signal(SIGPIPE, SIG_IGN);
    make_answers(tokens);
    if (mkdtemp(folder) == NULL)
        fail(folder);
    int port = start_server();
    int proxy_port = start_proxy(argv[1], port, folder);
    int direct = connect_to(port);
    int through = connect_to(proxy_port);
    printf("%d tokens with log-probs: %zu bytes whole, %zu as events\n", tokens, whole.len,
           stream.len);
    compare("whole", direct, through, requests, false);
    compare("events", direct, through, requests, true);
    kill(proxy, SIGTERM);
    int status = 0;
    waitpid(proxy, &status, 0);
    printf("the proxy ended with status %d; rows are in %s\n", WEXITSTATUS(status), folder);
    return 0;
}
