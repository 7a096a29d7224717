/*
 * listener_test.c - a server of requests within an event loop: what a client of raw bytes gets, and
 * which hooks are called in which order.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http.h"
#include "src/server/listener/listener.h"

enum { MOST_BODY = 10, MUCH = 300000 };

static struct listener *listener;
static struct buf told;  /* by hooks */
static struct buf heard; /* by the client */
static struct client *waiting;
static int context;

static const char *rest_of(const struct client *k)
{
    return strrchr(client_target(k), '/') + 1;
}

static void on_begun(void *c, struct client *k)
{
    assert_ptr_equal(c, &context);
    buf_printf(&told, "begun %s %s %s\n", client_method(k), client_target(k),
               client_header(k, "x-one") == NULL ? "-" : client_header(k, "x-one"));
    client_set_user(k, &context);
    assert_false(client_was_answered(k));
    if (strcmp(rest_of(k), "early") == 0) {
        client_refuse(k, 401, "who", "say \"who\"");
        assert_true(client_was_answered(k));
    }
}

static void answer_in_pieces(struct client *k, bool whole)
{
    static const struct http_header headers[] = { { "X-Tab", "a\tb" }, { "X-A", "1" } };
    client_answer(k, 202, headers, 2, -1);
    client_answer(k, 500, headers, 1, 0); /* the first counts */
    client_send(k, "one ", 4);
    client_send(k, "two", 3);
    assert_int_equal(client_backlog(k), 7);
    client_finish(k, whole);
}

static void on_ready(void *c, struct client *k)
{
    const struct http_header *headers;
    const char *what = rest_of(k);
    assert_ptr_equal(c, &context);
    assert_ptr_equal(client_user(k), &context);
    buf_printf(&told, "ready '%s'", buf_text(client_body(k)));
    size_t n = client_headers(k, &headers);
    for (size_t i = 0; i < n; i++)
        if (strcmp(headers[i].name, "Host") != 0)
            buf_printf(&told, " %s=%s", headers[i].name, headers[i].value);
    buf_puts(&told, "\n");
    waiting = k;
    if (strcmp(what, "json") == 0)
        client_reply(k, 200, NULL, "{}", 2);
    else if (strcmp(what, "busy") == 0)
        client_refuse(k, 503, "busy", "later");
    else if (strcmp(what, "pieces") == 0)
        answer_in_pieces(k, true);
    else if (strcmp(what, "cut") == 0)
        answer_in_pieces(k, false);
    else if (strcmp(what, "much") == 0) {
        char *much = arena_alloc(client_arena(k), MUCH);
        memset(much, 'm', MUCH);
        client_answer(k, 200, NULL, 0, MUCH);
        client_send(k, much, MUCH);
    }
}

static void on_drained(void *c, struct client *k)
{
    assert_ptr_equal(c, &context);
    assert_in_range(client_backlog(k), 0, 65536);
    buf_puts(&told, "drained\n");
    client_finish(k, true);
}

static void on_gone(void *c, struct client *k, bool complete)
{
    assert_ptr_equal(c, &context);
    waiting = waiting == k ? NULL : waiting;
    buf_printf(&told, "gone%s\n", complete ? " complete" : "");
}

static int open_at(const char *address, struct listener **out, struct err *err)
{
    const struct listener_options o = { .address = address,
                                        .max_body = MOST_BODY,
                                        .max_clients = 8,
                                        .idle_s = 60,
                                        .hooks = { .begun = on_begun,
                                                   .ready = on_ready,
                                                   .drained = on_drained,
                                                   .gone = on_gone,
                                                   .context = &context } };
    return listener_open(&o, out, err);
}

static int begin(void **state)
{
    struct err err = { 0 };
    (void)state;
    if (open_at("127.0.0.1:0", &listener, &err) != 0)
        fail_msg("%s", err.msg);
    told = heard = (struct buf){ .max = 1 << 20 };
    return 0;
}

static int end(void **state)
{
    (void)state;
    listener_close(listener);
    buf_release(&told);
    buf_release(&heard);
    return 0;
}

static int connect_to(unsigned port)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&at, sizeof at) == 0) {
        assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
        return fd;
    }
    (void)close(fd);
    return -1;
}

/* False: the server closed. */
static bool hear(int fd)
{
    char part[4096];
    ssize_t n = recv(fd, part, sizeof part, 0);
    if (n > 0)
        buf_add(&heard, part, (size_t)n);
    return n > 0 || (n < 0 && errno == EAGAIN);
}

static void turn(int fd)
{
    struct pollfd p[] = { { .fd = listener_fd(listener), .events = POLLIN },
                          { .fd = fd, .events = POLLIN } };
    int wait_ms = listener_wait_ms(listener);
    assert_in_range(wait_ms + 1, 0, 60001);
    (void)poll(p, 2, wait_ms < 0 || wait_ms > 100 ? 100 : wait_ms);
    listener_run(listener);
}

/* Sends, and hears until n clients are gone. */
static void talk(int fd, const char *request, int n)
{
    size_t len = strlen(request);
    assert_int_equal(send(fd, request, len, MSG_NOSIGNAL), len);
    for (bool open = true; n > 0;) {
        int gone = 0;
        turn(open ? fd : -1);
        open = open && hear(fd);
        for (const char *at = strstr(buf_text(&told), "gone"); at != NULL;
             at = strstr(at + 1, "gone"))
            gone++;
        if (gone >= n)
            break;
    }
    listener_run(listener);
    for (size_t before = heard.len + 1; before != heard.len;) {
        before = heard.len;
        (void)hear(fd);
    }
}

/* Lines of HTTP end like those of a text here, and a status has no words. */
static const char *plain(struct arena *a)
{
    char *out = arena_alloc(a, heard.len + 1);
    size_t n = 0;
    bool has_words = true;
    for (size_t i = 0; i < heard.len; i++) {
        if (n == 12 && has_words && strncmp(out, "HTTP/1.1 ", 9) == 0)
            while (i < heard.len && heard.data[i] != '\r')
                i++;
        has_words = has_words && n < 12;
        if (heard.data[i] != '\r')
            out[n++] = heard.data[i];
    }
    out[n] = '\0';
    return out;
}

#define HOST " HTTP/1.1\r\nHost: h\r\n"
#define JSON(STATUS, MORE, LENGTH)                                                                 \
    "HTTP/1.1 " STATUS "\n" MORE "Content-Type: application/json\n" LENGTH
#define ERROR_OF(MESSAGE, CODE)                                                                    \
    "{\"error\":{\"message\":\"" MESSAGE                                                           \
    "\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"" CODE "\"}}"

static void each_request_has_its_hooks_and_its_answer(void **state)
{
    static const struct {
        const char *request, *told, *heard;
    } rows[] = {
        { "GET /a/json" HOST "\r\n", "begun GET /a/json -\nready ''\ngone complete\n",
          JSON("200", "", "Content-Length: 2\n\n{}") },
        { "GET /json" HOST "X-One: 1\r\nX-Two: a b\r\n\r\n",
          "begun GET /json 1\nready '' X-One=1 X-Two=a b\ngone complete\n",
          JSON("200", "", "Content-Length: 2\n\n{}") },
        { "POST /json" HOST "Content-Length: 10\r\n\r\n0123456789",
          "begun POST /json -\nready '0123456789' Content-Length=10\ngone complete\n",
          JSON("200", "", "Content-Length: 2\n\n{}") },
        { "POST /json" HOST "Content-Length: 11\r\n\r\n01234567890", "gone complete\n",
          JSON("413", "Connection: close\n",
               "Content-Length: 136\n\n" ERROR_OF("the body is larger than 10 bytes (--max-body)",
                                                  "body_too_large")) },
        { "POST /json" HOST "Transfer-Encoding: "
          "chunked\r\n\r\n5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n",
          "begun POST /json -\nready '0123456789' Transfer-Encoding=chunked\ngone complete\n",
          JSON("200", "", "Content-Length: 2\n\n{}") },
        { "POST /json" HOST "Transfer-Encoding: "
          "chunked\r\n\r\n5\r\n01234\r\n6\r\n567890\r\n0\r\n\r\n",
          "begun POST /json -\ngone complete\n",
          JSON("413", "",
               "Content-Length: 136\n\n" ERROR_OF("the body is larger than 10 bytes (--max-body)",
                                                  "body_too_large")) },
        { "GET /early" HOST "\r\n", "begun GET /early -\ngone complete\n",
          JSON("401", "Connection: close\n",
               "Content-Length: 91\n\n" ERROR_OF("say \\\"who\\\"", "who")) },
        { "GET /busy" HOST "\r\n", "begun GET /busy -\nready ''\ngone complete\n",
          "HTTP/1.1 503\nContent-Type: application/json\nRetry-After: 1\nContent-Length: "
          "86\n\n" ERROR_OF("later", "busy") },
        { "GET /pieces" HOST "\r\n", "begun GET /pieces -\nready ''\ngone complete\n",
          "HTTP/1.1 202\nX-Tab: a b\nX-A: 1\nTransfer-Encoding: chunked\n\n7\none "
          "two\n0\n\n" },
        { "GET /cut" HOST "\r\n", "begun GET /cut -\nready ''\ngone\n",
          "HTTP/1.1 202\nX-Tab: a b\nX-A: 1\nTransfer-Encoding: chunked\n\n7\none two\n" },
        { "GET /a/../json" HOST "\r\n", "gone complete\n",
          JSON(
              "400", "Connection: close\n",
              "Content-Length: 117\n\n" ERROR_OF("the path contains '.' or '..'", "bad_request")) },
        { "HEAD /json" HOST "\r\n", "begun HEAD /json -\nready ''\ngone complete\n",
          JSON("200", "", "Content-Length: 2\n\n") },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        int fd = connect_to(listener_port(listener));
        buf_clear(&told);
        buf_clear(&heard);
        talk(fd, rows[i].request, 1);
        (void)close(fd);
        struct arena CLEANUP(arena_release) a = { 0 };
        assert_string_equal(buf_text(&told), rows[i].told);
        assert_string_equal(plain(&a), rows[i].heard);
        assert_int_equal(listener_clients(listener), 0);
    }
}

/* Requests of one connection come one after the other. */
static void a_connection_may_ask_again(void **state)
{
    (void)state;
    int fd = connect_to(listener_port(listener));
    talk(fd, "GET /json" HOST "\r\nGET /busy" HOST "\r\n", 2);
    assert_string_equal(buf_text(&told), "begun GET /json -\nready ''\ngone complete\n"
                                         "begun GET /busy -\nready ''\ngone complete\n");
    (void)close(fd);
}

/* Its bytes are taken for a while, then the connection closes without an answer. */
static void a_body_without_end_is_given_up(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    int fd = connect_to(listener_port(listener));
    talk(fd,
         "POST /json" HOST "Transfer-Encoding: chunked\r\n\r\n"
         "37\r\n0123456789012345678901234567890123456789012345678901234\r\n",
         1);
    assert_string_equal(buf_text(&told), "begun POST /json -\ngone\n");
    assert_string_equal(plain(&a), "");
    (void)close(fd);
    buf_clear(&told);
    /* Four bytes for each that may come are swallowed. */
    fd = connect_to(listener_port(listener));
    talk(fd,
         "POST /json" HOST "Transfer-Encoding: chunked\r\n\r\n"
         "2b\r\n0123456789012345678901234567890123456789012\r\n0\r\n\r\n",
         1);
    assert_string_equal(buf_text(&told), "begun POST /json -\ngone complete\n");
    assert_int_equal(strncmp(plain(&a), "HTTP/1.1 413\n", 13), 0);
    (void)close(fd);
}

/* A client that waits is there, until it hangs up. */
static void who_hangs_up_is_gone(void **state)
{
    static const char request[] = "GET /wait" HOST "\r\n";
    (void)state;
    int fd = connect_to(listener_port(listener));
    assert_int_equal(send(fd, request, sizeof request - 1, 0), sizeof request - 1);
    while (waiting == NULL)
        turn(fd);
    assert_int_equal(listener_clients(listener), 1);
    assert_string_equal(buf_text(&told), "begun GET /wait -\nready ''\n");
    (void)close(fd);
    while (waiting != NULL)
        turn(-1);
    assert_string_equal(buf_text(&told), "begun GET /wait -\nready ''\ngone\n");
    assert_int_equal(listener_clients(listener), 0);
}

/* An answer that waited is given when it is there. */
static void who_waits_is_answered(void **state)
{
    static const char request[] = "GET /wait" HOST "\r\n";
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    int fd = connect_to(listener_port(listener));
    assert_int_equal(send(fd, request, sizeof request - 1, 0), sizeof request - 1);
    while (waiting == NULL)
        turn(fd);
    client_answer(waiting, 200, NULL, 0, 6);
    client_send(waiting, "abc", 3);
    while (heard.len < 3 || memcmp(heard.data + heard.len - 3, "abc", 3) != 0) {
        turn(fd);
        assert_true(hear(fd));
    }
    client_send(waiting, "def", 3);
    client_finish(waiting, true);
    while (waiting != NULL)
        turn(fd);
    (void)hear(fd);
    assert_string_equal(plain(&a), "HTTP/1.1 200\nContent-Length: 6\n\nabcdef");
    (void)close(fd);
}

/* What is not read waits, and the sender is told when little of it is left. */
static void who_reads_late_holds_the_sender_up(void **state)
{
    (void)state;
    int fd = connect_to(listener_port(listener));
    talk(fd, "GET /much" HOST "\r\n", 1);
    assert_string_equal(buf_text(&told), "begun GET /much -\nready ''\ndrained\ngone complete\n");
    while (hear(fd) && heard.len < MUCH)
        continue;
    const char *body = strstr(buf_text(&heard), "\r\n\r\n");
    assert_non_null(body);
    assert_int_equal(strspn(body + 4, "m"), MUCH);
    assert_int_equal(strlen(body + 4), MUCH);
    (void)close(fd);
}

static void no_new_ones_come_to_a_listener_that_ends(void **state)
{
    static const char request[] = "GET /wait" HOST "\r\n";
    (void)state;
    unsigned port = listener_port(listener);
    int fd = connect_to(port);
    assert_int_equal(send(fd, request, sizeof request - 1, 0), sizeof request - 1);
    while (waiting == NULL)
        turn(fd);
    listener_quiesce(listener);
    assert_int_equal(connect_to(port), -1);
    client_reply(waiting, 200, "7", "[]", 2);
    while (waiting != NULL)
        turn(fd);
    (void)hear(fd);
    assert_non_null(strstr(buf_text(&heard), "\r\nRetry-After: 7\r\n"));
    (void)close(fd);
    /* Who is left when it closes is gone. */
    listener_close(listener);
    struct err err = { 0 };
    assert_int_equal(open_at("127.0.0.1:0", &listener, &err), 0);
    buf_clear(&told);
    fd = connect_to(listener_port(listener));
    assert_int_equal(send(fd, request, sizeof request - 1, 0), sizeof request - 1);
    while (waiting == NULL)
        turn(fd);
    listener_close(listener);
    listener = NULL;
    assert_string_equal(buf_text(&told), "begun GET /wait -\nready ''\ngone\n");
    (void)close(fd);
}

static void where_nobody_can_listen_is_said(void **state)
{
    struct listener *other = NULL;
    struct err err = { 0 };
    char address[32], said[100];
    (void)state;
    snprintf(address, sizeof address, "127.0.0.1:%u", listener_port(listener));
    snprintf(said, sizeof said, "cannot listen on %s: Address already in use", address);
    assert_int_equal(open_at(address, &other, &err), ERR_USAGE);
    assert_string_equal(err.msg, said);
    assert_int_equal(open_at("somewhere", &other, &err), ERR_USAGE);
    assert_string_equal(err.msg, "'somewhere' is not an address to listen on: 127.0.0.1:PORT, "
                                 "[::1]:PORT or another number, or unix:PATH; PORT 0 is any");
    assert_null(other);
    listener_close(NULL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(each_request_has_its_hooks_and_its_answer),
        CASE(a_connection_may_ask_again),
        CASE(a_body_without_end_is_given_up),
        CASE(who_hangs_up_is_gone),
        CASE(who_waits_is_answered),
        CASE(who_reads_late_holds_the_sender_up),
        CASE(no_new_ones_come_to_a_listener_that_ends),
        CASE(where_nobody_can_listen_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
