/*
 * proxy_limits_test.c - what the proxy refuses: keys in the open, requests without a token, servers
 * that hang, more than the spool may hold, and options that do not fit.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/unit/proxy/proxy_fixture.h"

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
    assert_non_null(strstr(answer, "the server behind the proxy gave no answer (timed out): "));
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
        assert_non_null(strstr(answer, "the spool holds as much as --max-spool allows: the "
                                       "database does not keep up"));
        assert_memory_equal(ask(&a, GET("/v1/models", "")), "HTTP/1.1 200\r\n", 14);
        stop();
        assert_notes(OPEN "the spool holds 0.0 of 0.0 GiB (--max-spool): more comes in than the "
                          "database takes|");
        assert_int_equal(proxy.summary.stored, 0);
        buf_clear(&proxy.notes);
    }
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
          "'nowhere' is no address to listen on: 127.0.0.1:PORT, [::1]:PORT or another number; "
          "PORT 0 is any" },
        { "http://h", "0.0.0.0:0", NULL, NULL,
          "0.0.0.0:0 is reached by other machines: name a token with --token-env" },
        { "http://h", NULL, "nobody", NULL, "--server: unknown server 'nobody'" },
        { "http://h", "0.0.0.0:0", "nobody", "t", "--server: unknown server 'nobody'" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct proxy_hooks hooks = { .ready = on_ready,
                                           .note = on_note,
                                           .set_waker = on_waker };
        struct proxy_options o = proxy.options;
        struct proxy_summary summary = { .stored = 7 };
        struct err err = { 0 };
        o.upstream = cases[i].upstream;
        o.listen = cases[i].listen == NULL ? o.listen : cases[i].listen;
        o.server = cases[i].server;
        o.token = cases[i].token;
        assert_int_equal(proxy_run(&o, &hooks, &summary, &err), ERR_USAGE);
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
        PROXY_TEST(test_options_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
