/*
 * completions_server.c - a server of chat completions that costs its clients no waiting.
 *
 * completions_server PORT_FILE [TOKENS [SECONDS]]
 *
 * Every POST gets TOKENS (500) tokens in vLLM's words, with ids, log-probs and bytes, no code, made
 * once; the first token holds the request's seed, so that no two completions are equal.  One
 * thread, this machine only, for SECONDS (600).
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_CLIENTS 1100
#define SEED_DIGITS 10
#define SEED_PLACE  "0000000000"
#define REQUEST_MAX ((size_t)1 << 20)
#define MODELS      "{\"data\":[{\"id\":\"scripted\",\"owned_by\":\"vllm\"}]}"
#define HEAD        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n"
#define NOT_FOUND   "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}"
#define SEED_PLACES 2 /* the text and the first token */

struct client {
    struct buf in, out;
    size_t sent; /* of out */
};

/* Where the seed goes. */
struct script {
    struct buf answer, models;
    size_t seed_at[SEED_PLACES];
};

static void put_token_text(struct buf *out, int i)
{
    if (i == 0)
        buf_puts(out, SEED_PLACE);
    else
        buf_printf(out, " word%d", i * 7919 % 1000);
}

static void put_logprobs(struct buf *out, int n_tokens)
{
    for (int i = 0; i < n_tokens; i++) {
        struct buf text = { 0 };
        put_token_text(&text, i);
        buf_printf(out, "%s{\"token\":\"%s\",\"logprob\":-%d.%06d%09d,\"bytes\":[",
                   i == 0 ? "" : ",", buf_text(&text), i % 3, i * 7919 % 1000000,
                   i * 104729 % 1000000000);
        for (size_t k = 0; k < text.len; k++)
            buf_printf(out, "%s%d", k == 0 ? "" : ",", text.data[k]);
        buf_puts(out, "],\"top_logprobs\":[]}");
        buf_release(&text);
    }
}

static void put_answer(struct buf *out, int n_tokens)
{
    buf_puts(out,
             "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1790000000,"
             "\"model\":\"scripted\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
             "\"content\":\"");
    for (int i = 0; i < n_tokens; i++)
        put_token_text(out, i);
    buf_puts(out, "\"},\"logprobs\":{\"content\":[");
    put_logprobs(out, n_tokens);
    buf_puts(out, "]},\"finish_reason\":\"stop\",\"stop_reason\":null,\"token_ids\":[");
    for (int i = 0; i < n_tokens; i++)
        buf_printf(out, "%s%d", i == 0 ? "" : ",", i * 7919 % 150000);
    buf_printf(
        out, "]}],\"usage\":{\"prompt_tokens\":700,\"completion_tokens\":%d,\"total_tokens\":%d}}",
        n_tokens, n_tokens + 700);
}

static void make_script(struct script *s, int n_tokens)
{
    struct buf body = { 0 };
    put_answer(&body, n_tokens);
    buf_printf(&s->answer, HEAD, body.len);
    buf_add(&s->answer, body.data, body.len);
    buf_printf(&s->models, HEAD "%s", strlen(MODELS), MODELS);
    const char *at = s->answer.data;
    for (size_t i = 0; i < SEED_PLACES; i++, at += SEED_DIGITS) {
        at = strstr(at, SEED_PLACE);
        s->seed_at[i] = (size_t)(at - s->answer.data);
    }
    buf_release(&body);
}

static void put_scripted(const struct script *s, const char *request, struct buf *out)
{
    char digits[SEED_DIGITS + 1];
    const char *seed = strstr(request, "\"seed\":");
    size_t start = out->len;
    snprintf(digits, sizeof(digits), "%010ld", seed == NULL ? 0 : strtol(seed + 7, NULL, 10));
    buf_add(out, s->answer.data, s->answer.len);
    for (size_t i = 0; i < SEED_PLACES; i++)
        memcpy(out->data + start + s->seed_at[i], digits, SEED_DIGITS);
}

/* In any case of letters; 0: none. */
static size_t body_length(const char *head, const char *end)
{
    for (const char *p = head; p < end; p++)
        if (*p == '\n' && (p[1] | 0x20) == 'c' && strncmp(p + 10, "ength:", 6) == 0)
            return (size_t)strtoul(p + 16, NULL, 10);
    return 0;
}

static void answer_all(const struct script *s, struct client *c)
{
    size_t done = 0;
    for (;;) {
        const char *request = buf_text(&c->in) + done;
        const char *end = strstr(request, "\r\n\r\n");
        if (end == NULL)
            break;
        size_t len = (size_t)(end + 4 - request) + body_length(request, end);
        if (len > c->in.len - done)
            break;
        if (strncmp(request, "POST", 4) == 0)
            put_scripted(s, request, &c->out);
        else if (strstr(request, "/models ") != NULL)
            buf_add(&c->out, s->models.data, s->models.len);
        else
            buf_puts(&c->out, NOT_FOUND);
        done += len;
    }
    if (done > 0) {
        memmove(c->in.data, c->in.data + done, c->in.len - done);
        c->in.len -= done;
        c->in.data[c->in.len] = '\0';
    }
}

/* False: the client is gone. */
static bool receive(int fd, const struct script *s, struct client *c)
{
    char block[1 << 16];
    ssize_t n = recv(fd, block, sizeof(block), MSG_DONTWAIT);
    if (n <= 0)
        return n < 0 && (errno == EAGAIN || errno == EINTR);
    buf_add(&c->in, block, (size_t)n);
    answer_all(s, c);
    return c->in.len < REQUEST_MAX;
}

static bool send_more(int fd, struct client *c)
{
    while (c->sent < c->out.len) {
        ssize_t n =
            send(fd, c->out.data + c->sent, c->out.len - c->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN || errno == EINTR;
        c->sent += (size_t)n;
    }
    buf_clear(&c->out);
    c->sent = 0;
    return true;
}

static int listen_here(const char *port_file)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t len = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(fd, MAX_CLIENTS) != 0 || getsockname(fd, (struct sockaddr *)&address, &len) != 0)
        return -1;
    char text[300];
    snprintf(text, sizeof(text), "%s.new", port_file);
    FILE *f = fopen(text, "w");
    if (f == NULL || fprintf(f, "%d\n", ntohs(address.sin_port)) < 0 || fclose(f) != 0 ||
        rename(text, port_file) != 0)
        return -1;
    return fd;
}

static struct client clients[MAX_CLIENTS];
static struct pollfd fds[MAX_CLIENTS + 1];

static void drop(size_t i, nfds_t *n)
{
    close(fds[i].fd);
    buf_release(&clients[i - 1].in);
    buf_release(&clients[i - 1].out);
    fds[i] = fds[*n - 1];
    clients[i - 1] = clients[*n - 2];
    clients[*n - 2] = (struct client){ 0 };
    --*n;
}

static void take_client(nfds_t *n)
{
    int on = 1;
    int fd = accept(fds[0].fd, NULL, NULL);
    if (fd < 0 || *n > MAX_CLIENTS) {
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    fds[(*n)++] = (struct pollfd){ .fd = fd, .events = POLLIN };
}

static void serve(int listener, const struct script *s, int64_t end_ns)
{
    nfds_t n = 1;
    fds[0] = (struct pollfd){ .fd = listener, .events = POLLIN };
    while (clock_monotonic_ns() < end_ns) {
        if (poll(fds, n, 1000) <= 0)
            continue;
        for (size_t i = n - 1; i > 0; i--) {
            struct client *c = &clients[i - 1];
            bool here = fds[i].revents == 0 || receive(fds[i].fd, s, c);
            if (!here || !send_more(fds[i].fd, c))
                drop(i, &n);
            else
                fds[i].events = c->out.len > 0 ? POLLIN | POLLOUT : POLLIN;
        }
        if (fds[0].revents != 0)
            take_client(&n);
    }
}

int main(int argc, char **argv)
{
    static struct script script;
    int64_t tokens = 500;
    int64_t seconds = 600;
    if (argc < 2 || (argc > 2 && !str_to_i64(argv[2], &tokens)) ||
        (argc > 3 && !str_to_i64(argv[3], &seconds)) || tokens < 1 || tokens > 100000 ||
        seconds < 1) {
        fprintf(stderr, "usage: completions_server PORT_FILE [TOKENS [SECONDS]]\n");
        return 2;
    }
    make_script(&script, (int)tokens);
    int listener = listen_here(argv[1]);
    if (listener < 0) {
        perror("completions_server");
        return 1;
    }
    serve(listener, &script, clock_monotonic_ns() + seconds * 1000000000);
    return 0;
}
