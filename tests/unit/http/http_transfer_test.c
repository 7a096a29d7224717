/*
 * http_transfer_test.c - what one attempt sends, byte by byte, what it makes of an answer, and when
 * it is overdue.
 */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_internal.h"
#include "tests/unit/http/peer.h"

static struct buf told;

static int tell(void *context, size_t request, const struct http_answer *a, struct err *err)
{
    (void)context;
    (void)err;
    buf_printf(&told, "%zu.%d %s %d%s%s", request, a->attempt, http_end_name(a->end), a->status,
               a->final ? " final" : "", a->redacted ? " redacted" : "");
    if (a->retry_after_ms >= 0)
        buf_printf(&told, " after %d", (int)a->retry_after_ms);
    if (a->request_id[0] != '\0')
        buf_printf(&told, " id %s", a->request_id);
    if (a->detail[0] != '\0')
        buf_printf(&told, " (%s)", a->detail);
    buf_printf(&told, " %zu '%s'\n", a->body_len, a->body);
    assert_true(a->total_ms >= 0 && a->total_ms < 60000);
    assert_true(a->status == 0 ? isnan(a->first_byte_ms)
                               : a->first_byte_ms >= 0 && a->first_byte_ms <= a->total_ms);
    assert_false(a->reused);
    return 0;
}

static void ask(struct http_options *o, const struct http_request *wanted)
{
    struct http_client *c = NULL;
    struct err err = { 0 };
    char url[80];
    struct http_request r = *wanted;
    const struct http_hooks hooks = { .after = tell };
    snprintf(url, sizeof url, "http://127.0.0.1:%d%s", peer.port, wanted->url);
    r.url = url;
    buf_clear(&told);
    if (http_open(o, &c, &err) != 0 || http_send(c, &r, 1, &hooks, &err) != 0)
        fail_msg("%s", err.msg);
    http_close(c);
    peer_end();
}

static void a_request_has_these_lines(void **state)
{
    static const char *const nothing[] = { "HTTP/1.1 204 Nothing\r\nConnection: close\r\n\r\n" };
    static const struct http_header headers[] = { { "X-One", "1" }, { "X-Two", "a b" } };
    static const struct {
        struct http_options o;
        struct http_request r;
        const char *lines;
    } rows[] = {
        { { .seed = 0 },
          { .method = "GET", .url = "/v1/models" },
          "GET /v1/models HTTP/1.1\nUser-Agent: rollbook\nAccept: */*\n\n" },
        { { .key = "sk-very-secret" },
          { .method = "POST", .url = "/v1/chat?x=1", .body = "{\"n\":1}tail", .body_len = 7 },
          "POST /v1/chat?x=1 HTTP/1.1\nUser-Agent: rollbook\nAccept: */*\n"
          "Content-Type: application/json\nAuthorization: Bearer sk-very-secret\n"
          "Content-Length: 7\n\n{\"n\":1}" },
        { { .key = "sk-very-secret", .key_header = "X-Key" },
          { .method = "DELETE", .url = "/", .headers = headers, .n_headers = 2 },
          "DELETE / HTTP/1.1\nUser-Agent: rollbook\nAccept: */*\nX-Key: sk-very-secret\n"
          "X-One: 1\nX-Two: a b\n\n" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct http_options o = rows[i].o;
        peer_start(nothing, 1);
        ask(&o, &rows[i].r);
        assert_string_equal(buf_text(&peer.seen), rows[i].lines);
        assert_string_equal(buf_text(&told), "0.1 answered 204 final 0 ''\n");
    }
}

#define CLOSE "Connection: close\r\n"
#define LONG_ID                                                                                    \
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"  \
    "123456789012345678901234567890123456"

static CURLcode perform(CURL *easy)
{
    CURLM *multi = curl_multi_init();
    const CURLMsg *m = NULL;
    int n = 0;
    assert_int_equal(curl_multi_add_handle(multi, easy), CURLM_OK);
    while (m == NULL) {
        assert_int_equal(curl_multi_perform(multi, &n), CURLM_OK);
        m = curl_multi_info_read(multi, &n);
        if (m == NULL)
            curl_multi_poll(multi, NULL, 0, 100, NULL);
    }
    CURLcode code = m->data.result;
    curl_multi_remove_handle(multi, easy);
    curl_multi_cleanup(multi);
    return code;
}

/* Whether it is final is said by the server or follows from the status. */
static void an_answer_is_read_so(void **state)
{
    static const struct {
        const char *answer, *said;
    } rows[] = {
        { "HTTP/1.1 200 OK\r\n" CLOSE "Content-Length: 2\r\n\r\nok", "answered 200 final 2 'ok'" },
        { "HTTP/1.1 200 OK\r\n" CLOSE "\r\nto the end", "answered 200 final 10 'to the end'" },
        { "HTTP/1.1 307 There\r\n" CLOSE "Location: /other\r\n\r\n", "answered 307 final 0 ''" },
        { "HTTP/1.1 503 Busy\r\n" CLOSE "Retry-After: 7\t \r\n\r\nno",
          "answered 503 after 7000 2 'no'" },
        { "HTTP/1.1 503 Busy\r\n" CLOSE "retry-after:2\r\nRETRY-AFTER: 3\r\n\r\n",
          "answered 503 after 2000 0 ''" },
        { "HTTP/1.1 503 Busy\r\n" CLOSE "Retry-After: 7\r\nRetry-After-Ms: 1500\r\n\r\n",
          "answered 503 after 1500 0 ''" },
        { "HTTP/1.1 503 Busy\r\n" CLOSE "Retry-After-Ms: 1500\r\nRetry-After: 7\r\n\r\n",
          "answered 503 after 1500 0 ''" },
        { "HTTP/1.1 503 Busy\r\n" CLOSE "Retry-After: 7\r\nRetry-After-Ms: soon\r\n\r\n",
          "answered 503 after 7000 0 ''" },
        { "HTTP/1.1 503 Busy\r\n" CLOSE "Retry-Afterwards: 7\r\n\r\n", "answered 503 0 ''" },
        { "HTTP/1.1 500 Bad\r\n" CLOSE "X-Should-Retry: FALSE\r\n\r\n", "answered 500 final 0 ''" },
        { "HTTP/1.1 500 Bad\r\n" CLOSE "X-Should-Retry: falsely\r\n\r\n", "answered 500 0 ''" },
        { "HTTP/1.1 500 Bad\r\n" CLOSE "X-Should-Retry: true\r\n\r\n", "answered 500 0 ''" },
        { "HTTP/1.1 200 OK\r\n" CLOSE "X-Request-Id:  a b\x7f\x1f~! \r\n\r\n",
          "answered 200 final id a?b\?\?~! 0 ''" },
        { "HTTP/1.1 200 OK\r\n" CLOSE "X-Request-Id: " LONG_ID "8\r\n\r\n",
          "answered 200 final id " LONG_ID " 0 ''" },
        { "HTTP/1.1 200 OK\r\n" CLOSE "X-Request-Id: sk-very-secret.\r\n\r\n[sk-very-secret]",
          "answered 200 final redacted id **************. 16 '[**************]'" },
        { "HTTP/1.1 500 Bad\r\n" CLOSE "no header at all\r\n\r\n",
          "failed 500 (Header without colon) 0 ''" },
        { "HTTP/1.1 200 OK\r\n" CLOSE "Content-Length: 9\r\n\r\n123456789",
          "too large 200 final (the answer is larger than allowed) 0 ''" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        bool is_large = strstr(rows[i].said, "too large") != NULL;
        const struct http_options o = { .key = "sk-very-secret",
                                        .connect_ms = 10000,
                                        .response_limit = is_large ? 8 : 16 };
        struct http_transfer t = { .attempt = 1 };
        struct http_answer answer;
        struct err err = { 0 };
        char url[64];
        char said[400];
        peer_start(&rows[i].answer, 1);
        snprintf(url, sizeof url, "http://127.0.0.1:%d/", peer.port);
        const struct http_request r = { .method = "GET", .url = url };
        assert_int_equal(http_transfer_prepare(&t, &o, &r, &err), 0);
        CURLcode code = perform(t.easy);
        http_transfer_answer(&t, &o, code, NULL, clock_monotonic_ns(), &answer);
        buf_clear(&told);
        assert_int_equal(tell(NULL, 0, &answer, &err), 0);
        http_transfer_release(&t);
        peer_end();
        snprintf(said, sizeof said, "0.1 %s\n", rows[i].said);
        assert_string_equal(buf_text(&told), said);
    }
}

static void a_server_says_whether_to_come_again(void **state)
{
    static const char *const answers[] = {
        "HTTP/1.1 500 Bad\r\n" CLOSE "Retry-After: 0\r\nContent-Length: 3\r\n\r\nbad",
        "HTTP/1.1 500 Bad\r\n" CLOSE "X-Should-Retry: false\r\n\r\nworse",
    };
    struct http_options o = { .max_attempts = 3 };
    (void)state;
    peer_start(answers, 2);
    ask(&o, &(struct http_request){ .method = "GET", .url = "/a" });
    assert_string_equal(buf_text(&told), "0.1 answered 500 after 0 3 'bad'\n"
                                         "0.2 answered 500 final 5 'worse'\n");
}

static void what_no_request_can_carry_is_refused(void **state)
{
    static const struct http_header broken[] = { { "X-One", "1\n2" }, { "X\r", "1" } };
    static const struct {
        const char *url;
        const struct http_header *header;
        const char *said;
    } rows[] = {
        { "http://127.0.0.1:1/", &broken[0], "a header contains a line break" },
        { "http://127.0.0.1:1/", &broken[1], "a header contains a line break" },
        { "ftp://127.0.0.1/", NULL,
          "ftp://127.0.0.1/: a URL has to begin with http:// or https://" },
        { "http://example.org/", NULL,
          "http://example.org/: a key does not travel over plain http to another machine" },
        { "http://u@127.0.0.1/", NULL,
          "a URL carries a user or password: keys belong into the environment" },
        { "http://127.0.0.1:99999/", NULL,
          "http://127.0.0.1:99999/: no URL (Port number was not a decimal number between 0 and "
          "65535)" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct http_options o = { .key = "sk-very-secret" };
        struct http_client *c = NULL;
        struct err err = { 0 };
        struct http_request r = { .method = "GET",
                                  .url = rows[i].url,
                                  .headers = rows[i].header,
                                  .n_headers = rows[i].header != NULL };
        assert_int_equal(http_open(&o, &c, &err), 0);
        assert_int_equal(http_send(c, &r, 1, NULL, &err), ERR_USAGE);
        assert_string_equal(err.msg, rows[i].said);
        http_close(c);
    }
}

static void an_attempt_is_overdue_so(void **state)
{
    const int64_t ms = 1000000, at = 1000 * ms;
    const struct http_options o = { .attempt_ms = 90, .first_byte_ms = 30, .stall_ms = 20 };
    const struct {
        int64_t first_ms, last_ms, now_ns; /* since the request; 0: not yet */
        const char *why;
    } rows[] = {
        { 0, 0, 30 * ms, NULL },
        { 0, 0, 30 * ms + 1, "no answer began in time" },
        { 0, 0, 90 * ms + 1, "the attempt took too long" },
        { 10, 15, 35 * ms, NULL },
        { 10, 15, 35 * ms + 1, "the answer stalled" },
        { 10, 80, 90 * ms, NULL },
        { 10, 80, 90 * ms + 1, "the attempt took too long" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct http_transfer t = { .sent_ns = at,
                                   .first_byte_ns =
                                       rows[i].first_ms == 0 ? 0 : at + rows[i].first_ms * ms,
                                   .last_byte_ns = at + rows[i].last_ms * ms };
        const char *why = http_transfer_overdue(&t, &o, at + rows[i].now_ns);
        assert_string_equal(why == NULL ? "" : why, rows[i].why == NULL ? "" : rows[i].why);
    }
}

static void ends_of_libcurl_have_these_names(void **state)
{
    static const struct {
        CURLcode code;
        const char *name;
    } rows[] = {
        { CURLE_OK, "answered" },
        { CURLE_COULDNT_RESOLVE_PROXY, "no connection" },
        { CURLE_COULDNT_RESOLVE_HOST, "no connection" },
        { CURLE_COULDNT_CONNECT, "no connection" },
        { CURLE_OPERATION_TIMEDOUT, "timed out" },
        { CURLE_PARTIAL_FILE, "cut" },
        { CURLE_GOT_NOTHING, "cut" },
        { CURLE_RECV_ERROR, "cut" },
        { CURLE_SEND_ERROR, "cut" },
        { CURLE_PEER_FAILED_VERIFICATION, "untrusted" },
        { CURLE_SSL_CACERT_BADFILE, "untrusted" },
        { CURLE_SSL_ISSUER_ERROR, "untrusted" },
        { CURLE_SSL_CONNECT_ERROR, "failed" },
        { CURLE_UNSUPPORTED_PROTOCOL, "failed" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_string_equal(http_end_name(http_end_of_code(rows[i].code)), rows[i].name);
    assert_string_equal(http_end_name(HTTP_TOO_LARGE), "too large");
}

static void what_is_not_chosen_is_so(void **state)
{
    struct http_client *c = NULL;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(http_open(&(struct http_options){ .seed = 3 }, &c, &err), 0);
    assert_int_equal(c->options.max_in_flight, 16);
    assert_int_equal(c->options.connect_ms, 10000);
    assert_int_equal(c->options.first_byte_ms, 600000);
    assert_int_equal(c->options.stall_ms, 60000);
    assert_int_equal(c->options.attempt_ms, 900000);
    assert_int_equal(c->options.give_up_ms, 1800000);
    assert_int_equal(c->options.max_attempts, 8);
    assert_int_equal(c->options.response_limit, 256 << 20);
    http_close(c);
    struct http_options most = { .max_in_flight = 5000,
                                 .connect_ms = 1,
                                 .first_byte_ms = 2,
                                 .stall_ms = 3,
                                 .attempt_ms = 4,
                                 .give_up_ms = 5,
                                 .max_attempts = 1,
                                 .response_limit = 1 };
    assert_int_equal(http_open(&most, &c, &err), 0);
    assert_int_equal(c->options.max_in_flight, 1024);
    assert_int_equal(c->options.connect_ms, 1);
    assert_int_equal(c->options.first_byte_ms, 2);
    assert_int_equal(c->options.stall_ms, 3);
    assert_int_equal(c->options.attempt_ms, 4);
    assert_int_equal(c->options.give_up_ms, 5);
    assert_int_equal(c->options.max_attempts, 1);
    assert_int_equal(c->options.response_limit, 1);
    http_close(c);
}

static void a_key_is_printable(void **state)
{
    static const char *const keys[] = { "1234567 8", "12345678\x7f", "12345678\x80", "12345678\n",
                                        "\t12345678" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct http_options o = { .key = keys[i] };
        struct http_client *c = NULL;
        struct err err = { 0 };
        assert_int_equal(http_open(&o, &c, &err), ERR_USAGE);
        assert_string_equal(
            err.msg, "the key contains a space, a control character or a character beyond ASCII");
        assert_null(c);
    }
    struct http_client *c = NULL;
    struct err err = { 0 };
    assert_int_equal(http_open(&(struct http_options){ .key = "!1234567~" }, &c, &err), 0);
    http_close(c);
}

static int count_open(void)
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

/* Connections to a server that keeps them open end with the client. */
static void nothing_of_a_client_stays_open(void **state)
{
    static const char *const keeps[] = { "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" };
    struct http_options o = { .seed = 1 };
    (void)state;
    peer_start(keeps, 1);
    ask(&o, &(struct http_request){ .method = "GET", .url = "/" });
    int before = count_open();
    peer_start(keeps, 1);
    ask(&o, &(struct http_request){ .method = "GET", .url = "/" });
    assert_int_equal(count_open(), before);
    http_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_has_these_lines),
        cmocka_unit_test(an_answer_is_read_so),
        cmocka_unit_test(a_server_says_whether_to_come_again),
        cmocka_unit_test(what_no_request_can_carry_is_refused),
        cmocka_unit_test(an_attempt_is_overdue_so),
        cmocka_unit_test(ends_of_libcurl_have_these_names),
        cmocka_unit_test(what_is_not_chosen_is_so),
        cmocka_unit_test(a_key_is_printable),
        cmocka_unit_test(nothing_of_a_client_stays_open),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&told);
    buf_release(&peer.seen);
    return failed;
}
