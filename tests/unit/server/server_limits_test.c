/*
 * server_limits_test.c - what the proxy refuses: keys in the open, requests without a token,
 * servers that hang, more than the spool may hold, and options that do not fit.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/unit/server/server_fixture.h"

/* A key goes to another machine only encrypted, or where that is allowed. */
static void test_keys_and_tokens(void **state)
{
    static const struct {
        const char *request, *status;
    } cases[] = {
        { GET("/v1/models", ""), "401" },
        { GET("/v1/models", "X-Rollbook-Token: wrong\r\n"), "401" },
        { GET("/health", ""), "200" },
        { GET("/v1/models",
              "X-Rollbook-Token: token\r\nAuthorization: Bearer sk-secret-0123456789\r\n"),
          "403" },
        { POST("/v1/chat/completions", "X-Rollbook-Token: token\r\n",
               "{\"api_key\":\"sk-secret-0123456789\"}"),
          "403" },
        { POST("/evaluate?task=l1/4&seed=5", "X-Rollbook-Token: token\r\n", ""), "400" },
    };
    (void)state;
    proxy.options.upstream = "http://192.0.2.1:9";
    proxy.options.token = "token";
    start();
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *answer = ask(&a, cases[i].request);
        if (strncmp(answer + 9, cases[i].status, 3) != 0)
            fail_msg("%zu: %s", i, answer);
        assert_int_equal(strstr(answer, "no_token") != NULL, strcmp(cases[i].status, "401") == 0);
        assert_int_equal(strstr(answer, "plain_http") != NULL, strcmp(cases[i].status, "403") == 0);
    }
    stop();
    assert_notes("");
}

static void test_a_server_that_hangs(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    proxy.options.first_byte_ms = 100;
    proxy.options.drop_bodies = true;
    start();
    const char *answer = ask(&a, POST("/v1/chat/completions?hang", "", "{}"));
    assert_memory_equal(answer, "HTTP/1.1 504\r\n", 14);
    assert_non_null(strstr(answer, "the upstream server gave no answer (timed out): "));
    assert_non_null(strstr(answer, "\"code\":\"upstream_timeout\""));
    stop();
    open_database(f);
    assert_rows(f,
                "SELECT end_kind, status, n_rollouts, request, response, first_byte_ms, "
                "total_ms BETWEEN 100 AND 20000 FROM attempt JOIN exchange USING (attempt_id)",
                "timed out,-,0,-,-,-,1");
}

static void test_a_spool_that_is_full(void **state)
{
    (void)state;
    proxy.options.max_spool = 50; /* less than the first record of its file */
    for (int waits = 0; waits < 2; waits++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        proxy.options.waits_for_spool = waits == 1;
        proxy.options.first_byte_ms = waits ? 100 : 20000;
        proxy.stop = 0;
        proxy.runs = false;
        start();
        const char *answer = ask(&a, POST("/v1/chat/completions", "", "{}"));
        assert_memory_equal(answer, "HTTP/1.1 503\r\n", 14);
        assert_non_null(
            strstr(answer, "the spool has reached --max-spool: the database does not keep up"));
        assert_memory_equal(ask(&a, GET("/v1/models", "")), "HTTP/1.1 200\r\n", 14);
        stop();
        assert_notes(OPEN "the spool contains 0.0 of 0.0 GiB (--max-spool): samples arrive faster "
                          "than the database stores them|");
        assert_int_equal(proxy.summary.stored, 0);
        buf_clear(&proxy.notes);
    }
}

/* More than the proxy keeps for a client that does not read: the server waits, and all comes. */
static void test_a_client_that_reads_late(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) got = { 0 };
    (void)state;
    start();
    int fd = send_request(&a, GET("/big", ""));
    (void)poll(NULL, 0, 100);
    read_answer(fd, &got);
    const char *head = "Connection: close\r\n";
    const char *end = strstr(buf_text(&got), "\r\n\r\n");
    assert_non_null(end);
    assert_non_null(strstr(buf_text(&got), head));
    struct buf CLEANUP(buf_release) letters = { 0 };
    bool chunked = strstr(buf_text(&got), "Transfer-Encoding: chunked") != NULL;
    for (const char *at = end + 4; at < got.data + got.len;) {
        size_t n = chunked ? strtoul(at, NULL, 16) : (size_t)(got.data + got.len - at);
        at = chunked ? strchr(at, '\n') + 1 : at;
        buf_add(&letters, at, n);
        at += n + (chunked ? 2 : 0);
    }
    assert_int_equal(letters.len, BIG);
    for (size_t i = 0; i < BIG; i++)
        if (letters.data[i] != (char)('a' + i % 26))
            fail_msg("byte %zu", i);
    stop();
    assert_notes(OPEN);
}

static void start_again(int64_t grace_ms)
{
    proxy.stop = 0;
    proxy.runs = false;
    proxy.options.grace_ms = grace_ms;
    start();
}

/* Whoever ends an exchange early, its row says so, if need be after the next start. */
static void test_exchanges_that_are_broken_off(void **state)
{
    struct rows_fixture *f = *state;
    for (int i = 0; i < 2; i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        start_again(i == 0 ? 20000 : 50);
        int before = server.n_requests;
        int fd = send_request(&a, POST("/v1/chat/completions?hang", "", "{}"));
        for (int ms = 0; ms < 20000 && server.n_requests == before; ms++)
            (void)poll(NULL, 0, 1);
        if (i == 0)
            close(fd);
        stop();
        if (i == 1)
            read_answer(fd, &got);
        assert_int_equal(got.len, 0);
        assert_int_equal(proxy.summary.stored + proxy.summary.left, 1);
    }
    start_again(20000);
    stop();
    assert_int_equal(proxy.summary.left, 0);
    open_database(f);
    assert_rows(f,
                "SELECT end_kind, status, detail, n_rollouts FROM attempt JOIN exchange "
                "USING (attempt_id) ORDER BY attempt_id",
                "cut,-,the client went away,0 cut,-,the client went away,0");
}

/* No more kernels wait than there may, and nobody waits longer than there is time. */
static void test_evaluations_have_their_limits(void **state)
{
    static const struct {
        size_t queue;
        int64_t evaluate_ms;
        const char *status, *said;
    } cases[] = {
        { 0, 20000, "503", "\"message\":\"0 evaluations wait or run already\"" },
        { 4, 100, "504",
          "\"message\":\"the evaluation takes longer than --evaluate-timeout; its row will be "
          "stored\"" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        proxy.options.queue = cases[i].queue;
        proxy.options.evaluate_ms = cases[i].evaluate_ms;
        evaluator.withholds = true;
        start_again(20000);
        const char *answer = ask(&a, POST("/evaluate?task=l1/4&seed=5", "", "x"));
        assert_memory_equal(answer + 9, cases[i].status, 3);
        assert_non_null(strstr(answer, cases[i].said));
        assert_non_null(
            strstr(answer, i == 0 ? "\"code\":\"queue_full\"" : "\"code\":\"evaluation_timeout\""));
        stop();
        evaluator.works = false;
    }
}

/* Lines of a batch wait until there is room, and each has its verdict. */
static void test_batches_have_their_limits(void **state)
{
    enum { MOST = 4096, FEW = 9 };
    static const char line[] = "{\"kernel\":\"x\",\"task\":\"l1/4\",\"seed\":1}\n";
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) many = { 0 };
    struct buf CLEANUP(buf_release) few = { 0 };
    struct rows_fixture *f = *state;
    const char *head = POST("/evaluate/batch", "", "");
    buf_puts(&many, head);
    buf_puts(&few, head);
    for (int i = 0; i <= MOST; i++)
        buf_puts(&many, "{}\n");
    for (int i = 0; i < FEW; i++)
        buf_puts(&few, line);
    proxy.options.max_body = 1 << 20;
    proxy.options.queue = 1;
    start();
    const char *answer = ask(&a, buf_text(&many));
    assert_memory_equal(answer + 9, "400", 3);
    assert_non_null(strstr(answer, "a batch has at most 4096 lines"));
    many.len -= 3; /* one line less */
    many.data[many.len] = '\0';
    answer = ask(&a, buf_text(&many));
    assert_memory_equal(answer + 9, "200", 3);
    assert_non_null(strstr(answer, "{\"index\":4095,\"error\":{\"code\":\"bad_request\","));
    answer = ask(&a, buf_text(&few));
    assert_memory_equal(answer + 9, "200", 3);
    for (int i = 0; i < FEW; i++)
        assert_non_null(
            strstr(answer, arena_printf(&a, "{\"index\":%d,\"verdict\":{\"schema\":", i)));
    stop();
    open_database(f);
    assert_rows(f, "SELECT count(*), count(DISTINCT rollout_id) FROM evaluation", "9,9");
}

static void test_options_that_do_not_fit(void **state)
{
    static const struct {
        const char *upstream, *listen, *server, *token;
        const char *said;
    } cases[] = {
        { "ftp://h", NULL, NULL, NULL, "ftp://h: a URL has to begin with http:// or https://" },
        { "http://u:p@h", NULL, NULL, NULL,
          "a URL carries a user or password: keys belong into the environment" },
        { "http://h/?q", NULL, NULL, NULL, "--upstream: no query belongs there" },
        { "http://h/#f", NULL, NULL, NULL, "--upstream: no query belongs there" },
        { "http://h", "nowhere", NULL, NULL,
          "'nowhere' is not an address to listen on: 127.0.0.1:PORT, [::1]:PORT or another number, "
          "or unix:PATH; PORT 0 is any" },
        { "http://h", "0.0.0.0:0", NULL, NULL,
          "0.0.0.0:0 is reached by other machines: name a token with --token-env" },
        { "http://h", NULL, "nobody", NULL, "--server: unknown server 'nobody'" },
        { "http://h", "0.0.0.0:0", "nobody", "t", "--server: unknown server 'nobody'" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct server_hooks hooks = { .ready = on_ready,
                                            .note = on_note,
                                            .set_waker = on_waker };
        struct server_options o = proxy.options;
        struct server_summary summary = { .stored = 7 };
        struct err err = { 0 };
        o.upstream = cases[i].upstream;
        o.listen = cases[i].listen == NULL ? o.listen : cases[i].listen;
        o.server = cases[i].server;
        o.token = cases[i].token;
        assert_int_equal(server_run(&o, &hooks, &summary, &err), ERR_USAGE);
        assert_string_equal(err.msg, cases[i].said);
        assert_true(summary.stored == 0 && summary.left == 0 && !proxy.runs);
    }
    assert_int_equal(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROXY_TEST(test_keys_and_tokens),
        PROXY_TEST(test_a_server_that_hangs),
        PROXY_TEST(test_a_spool_that_is_full),
        PROXY_TEST(test_a_client_that_reads_late),
        PROXY_TEST(test_exchanges_that_are_broken_off),
        PROXY_TEST(test_evaluations_have_their_limits),
        PROXY_TEST(test_batches_have_their_limits),
        PROXY_TEST(test_options_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
