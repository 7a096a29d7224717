/*
 * http_relay_test.c - a request is passed on as it is, and its answer is told while it comes: every
 * hook of an exchange, in order, is compared.
 */
#include <math.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_relay.h"
#include "tests/unit/http/peer.h"

static struct {
    struct buf told;
    bool done, in_bytes;
    int refusals; /* of bytes, that are to come */
    struct http_passage *passage;
} seen;

static struct http_relay *relay;

static void note_head(void *context, const struct http_relay_head *head)
{
    assert_ptr_equal(context, &seen);
    buf_printf(&seen.told, "head %d, %d bytes\n", head->status, (int)head->length);
    for (size_t i = 0; i < head->n_headers; i++)
        buf_printf(&seen.told, "%s=%s\n", head->headers[i].name, head->headers[i].value);
}

static bool note_bytes(void *context, const char *data, size_t len)
{
    assert_ptr_equal(context, &seen);
    if (seen.refusals > 0) {
        seen.refusals--;
        buf_printf(&seen.told, "refused %.*s\n", (int)len, data);
        http_relay_continue(seen.passage);
        return false;
    }
    buf_printf(&seen.told, "%.*s\n", (int)len, data);
    return true;
}

static void note_done(void *context, const struct http_relay_end *end)
{
    assert_ptr_equal(context, &seen);
    buf_printf(&seen.told, "%s%s%s\n", http_end_name(end->end), end->detail[0] != '\0' ? ": " : "",
               end->detail);
    assert_true(end->total_ms >= 0 && end->total_ms < 60000);
    assert_true(isnan(end->first_byte_ms) ||
                (end->first_byte_ms >= 0 && end->first_byte_ms <= end->total_ms));
    seen.done = true;
}

static void open_relay(int64_t first_byte_ms, int64_t stall_ms)
{
    const struct http_relay_options o = {
        .first_byte_ms = first_byte_ms,
        .stall_ms = stall_ms,
        .hooks = { .head = note_head, .bytes = note_bytes, .done = note_done },
    };
    struct err err = { 0 };
    if (http_relay_open(&o, &relay, &err) != 0)
        fail_msg("%s", err.msg);
    assert_int_equal(http_relay_wait_ms(relay), -1);
}

static int begin(void **state)
{
    (void)state;
    open_relay(0, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    http_relay_close(relay);
    buf_release(&seen.told);
    buf_release(&peer.seen);
    memset(&seen, 0, sizeof seen);
    return 0;
}

static void start(const char *path, const struct http_relay_request *wanted)
{
    struct http_relay_request r = *wanted;
    struct err err = { 0 };
    char url[80];
    snprintf(url, sizeof url, "http://127.0.0.1:%d%s", peer.port, path);
    r.url = url;
    seen.done = false;
    buf_clear(&seen.told);
    if (http_relay_start(relay, &r, &seen, &seen.passage, &err) != 0)
        fail_msg("%s", err.msg);
}

static void run_until_done(void)
{
    struct err err = { 0 };
    while (!seen.done) {
        struct pollfd p = { .fd = http_relay_fd(relay), .events = POLLIN };
        int wait_ms = http_relay_wait_ms(relay);
        assert_in_range(wait_ms, 0, 500);
        (void)poll(&p, 1, wait_ms);
        assert_int_equal(http_relay_run(relay, &err), 0);
    }
    assert_int_equal(http_relay_wait_ms(relay), -1);
}

static void exchange(const char *answer, const char *path, const struct http_relay_request *r)
{
    peer_start(&answer, 1);
    start(path, r);
    run_until_done();
    peer_end();
}

#define CLOSE "Connection: close\r\n"
#define EMPTY "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Length: 0\r\n\r\n"

static void a_request_is_passed_on_as_it_is(void **state)
{
    static const struct http_header headers[] = { { "Accept", "text/plain" },
                                                  { "X-Empty", "" },
                                                  { "Content-Type", "a/b" },
                                                  { "User-Agent", "someone" } };
    static const struct {
        const char *method, *path, *body;
        size_t n_headers;
        const char *lines;
    } rows[] = {
        { "GET", "/a/../b?c=%20d", NULL, 0, "GET /a/../b?c=%20d HTTP/1.1\n\n" },
        { "GET", "/", "{}", 1, "GET / HTTP/1.1\nAccept: text/plain\nContent-Length: 2\n\n{}" },
        { "HEAD", "/", NULL, 2, "HEAD / HTTP/1.1\nAccept: text/plain\nX-Empty:\n\n" },
        { "POST", "/x", "{\"n\":1}", 4,
          "POST /x HTTP/1.1\nAccept: text/plain\nX-Empty:\nContent-Type: a/b\n"
          "User-Agent: someone\nContent-Length: 7\n\n{\"n\":1}" },
        { "DELETE", "/x", NULL, 0, "DELETE /x HTTP/1.1\nContent-Length: 0\n\n" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf body = { .max = 100 };
        if (rows[i].body != NULL)
            buf_puts(&body, rows[i].body);
        exchange(EMPTY, rows[i].path,
                 &(struct http_relay_request){ .method = rows[i].method,
                                               .headers = headers,
                                               .n_headers = rows[i].n_headers,
                                               .body = rows[i].body == NULL ? NULL : &body });
        assert_string_equal(buf_text(&peer.seen), rows[i].lines);
        assert_string_equal(buf_text(&seen.told), "head 200, 0 bytes\nanswered\n");
        assert_int_equal(body.len, 0);
        assert_null(body.data);
        assert_int_equal(body.max, 100);
    }
}

static void an_answer_is_told_as_it_comes(void **state)
{
    static const struct {
        const char *answer, *told;
    } rows[] = {
        { "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Length: 2\r\nX-A: 1\r\nx-a: 2\r\nA: 3\r\n\r\nok",
          "head 200, 2 bytes\nX-A=1\nx-a=2\nA=3\nok\nanswered\n" },
        { "HTTP/1.1 404 None\r\n" CLOSE "X-Blanks: \t a b \t\r\nX-None:\r\nContent-Lengths: "
          "1\r\n\r\nrest",
          "head 404, -1 bytes\nX-Blanks=a b\nX-None=\nContent-Lengths=1\nrest\nanswered\n" },
        { "HTTP/1.1 307 There\r\n" CLOSE "Location: http://127.0.0.1:1/\r\n\r\n",
          "head 307, -1 bytes\nLocation=http://127.0.0.1:1/\nanswered\n" },
        /* Interim answers, trailers and what frames an answer are not passed on. */
        { "HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 Fine\r\n" CLOSE
          "Keep-Alive: 5\r\nProxy-Connection: x\r\nUpgrade: y\r\nTrailer: X-T\r\nTE: z\r\n"
          "X-Late: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\nX-T: "
          "1\r\n\r\n",
          "head 200, -1 bytes\nX-Late=2\nab\ncde\nanswered\n" },
        { "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
          "head 200, 3 bytes\nContent-Encoding=gzip\nabc\nanswered\n" },
        { "HTTP/1.1 204 None\r\n" CLOSE "\r\n", "head 204, 0 bytes\nanswered\n" },
        { "HTTP/1.1 200 Fine\r\n" CLOSE "Content-Length: 100\r\n\r\nhalf",
          "head 200, 100 bytes\nhalf\ncut: transfer closed with 96 bytes remaining to read\n" },
        { "", "cut: Empty reply from server\n" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        exchange(rows[i].answer, "/", &(struct http_relay_request){ .method = "GET" });
        assert_string_equal(buf_text(&seen.told), rows[i].told);
    }
}

static void refused_bytes_come_again(void **state)
{
    (void)state;
    seen.refusals = 2;
    exchange("HTTP/1.1 200 Fine\r\n" CLOSE "Content-Length: 5\r\n\r\nbytes", "/",
             &(struct http_relay_request){ .method = "GET" });
    assert_string_equal(buf_text(&seen.told),
                        "head 200, 5 bytes\nrefused bytes\nrefused bytes\nbytes\nanswered\n");
}

static void nobody_hears_of_what_is_cancelled(void **state)
{
    static const char *const answers[] = { EMPTY, EMPTY };
    struct err err = { 0 };
    (void)state;
    start("/", &(struct http_relay_request){ .method = "GET" });
    assert_in_range(http_relay_wait_ms(relay), 0, 500);
    http_relay_cancel(seen.passage);
    assert_int_equal(http_relay_wait_ms(relay), 0);
    assert_int_equal(http_relay_run(relay, &err), 0);
    assert_int_equal(http_relay_wait_ms(relay), -1);
    assert_false(seen.done);
    /* One of two: the other goes on. */
    peer_start(answers, 1);
    start("/one", &(struct http_relay_request){ .method = "GET" });
    struct http_passage *first = seen.passage;
    start("/two", &(struct http_relay_request){ .method = "GET" });
    http_relay_cancel(first);
    run_until_done();
    peer_end();
    assert_string_equal(buf_text(&seen.told), "head 200, 0 bytes\nanswered\n");
    assert_string_equal(buf_text(&peer.seen), "GET /two HTTP/1.1\n\n");
    /* What is under way when the relay closes ends without a word. */
    seen.done = false;
    start("/", &(struct http_relay_request){ .method = "GET" });
    start("/", &(struct http_relay_request){ .method = "GET" });
}

/* Deadlines are looked at with the first run and then each half second. */
static void a_silent_server_is_given_up(void **state)
{
    static const char *const silent[] = { "@" };
    (void)state;
    http_relay_close(relay);
    open_relay(1, 0);
    peer_start(silent, 1);
    start("/", &(struct http_relay_request){ .method = "GET" });
    for (int64_t until = clock_monotonic_ns() + 2000000; clock_monotonic_ns() < until;)
        continue;
    run_until_done();
    peer_end();
    assert_string_equal(buf_text(&seen.told), "timed out: no answer began in time\n");
}

static void a_stalled_answer_is_given_up(void **state)
{
    static const char *const stalls[] = {
        "HTTP/1.1 200 Fine\r\nContent-Length: 9\r\n\r\nhalf@",
    };
    (void)state;
    http_relay_close(relay);
    open_relay(0, 1);
    peer_start(stalls, 1);
    start("/", &(struct http_relay_request){ .method = "GET" });
    run_until_done();
    peer_end();
    assert_string_equal(buf_text(&seen.told),
                        "head 200, 9 bytes\nhalf\ntimed out: the answer stalled\n");
}

static void what_cannot_be_sent_is_refused(void **state)
{
    static const struct http_header broken = { "X", "1\r\n2" };
    static const struct {
        const char *url;
        size_t n_headers;
        const char *said;
    } rows[] = {
        { "http://127.0.0.1:1/", 1, "a header contains a line break" },
        { "file:///etc/passwd", 0,
          "file:///etc/passwd: a URL has to begin with http:// or https://" },
        { "http://a:b@127.0.0.1/", 0,
          "a URL carries a user or password: keys belong into the environment" },
    };
    struct err err = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct http_relay_request r = {
            .method = "GET", .url = rows[i].url, .headers = &broken, .n_headers = rows[i].n_headers
        };
        assert_int_equal(http_relay_start(relay, &r, &seen, &seen.passage, &err), ERR_USAGE);
        assert_string_equal(err.msg, rows[i].said);
    }
    assert_int_equal(http_relay_wait_ms(relay), -1);
    static const struct {
        const char *url;
        int rc;
        bool is_private;
    } urls[] = {
        { "http://127.0.0.1/", 0, true },     { "http://localhost:80/x", 0, true },
        { "https://example.org/", 0, true },  { "http://example.org/", 0, false },
        { "ftp://127.0.0.1/", ERR_USAGE, 0 }, { "http://a@localhost/", ERR_USAGE, 0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(urls); i++) {
        bool is_private = !urls[i].is_private;
        assert_int_equal(http_relay_check_url(urls[i].url, &is_private, &err), urls[i].rc);
        assert_int_equal(is_private, urls[i].rc == 0 ? urls[i].is_private : true);
    }
}

static void nobody_listens(void **state)
{
    (void)state;
    static const char *const none[] = { EMPTY };
    peer_start(none, 0);
    peer_end();
    start("/", &(struct http_relay_request){ .method = "GET" });
    run_until_done();
    assert_int_equal(strncmp(buf_text(&seen.told), "no connection: Failed to connect", 32), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_request_is_passed_on_as_it_is), CASE(an_answer_is_told_as_it_comes),
        CASE(refused_bytes_come_again),        CASE(nobody_hears_of_what_is_cancelled),
        CASE(a_silent_server_is_given_up),     CASE(a_stalled_answer_is_given_up),
        CASE(what_cannot_be_sent_is_refused),  CASE(nobody_listens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
