/*
 * proxy_test.c - the proxy in this process, between a raw client and a raw server: bytes of both
 * sides, answers of its own, and what is stored.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/str.h"
#include "tests/unit/proxy/proxy_fixture.h"

/* Notes, with "ID" for the name of this process's exchanges and without libcurl's words. */
static void assert_notes(const char *want)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    char **lines;
    size_t n = str_split(&a, buf_text(&proxy.notes), '\n', &lines);
    for (size_t i = 0; i + 1 < n; i++) {
        const char *at = strspn(lines[i], "0123456789abcdef") == 32 ? lines[i] + 16 : lines[i];
        const char *cut = strstr(at, ": cut: ");
        buf_printf(&got, "%s%.*s|", at == lines[i] ? "" : "ID",
                   cut == NULL ? (int)strlen(at) : (int)(cut + 5 - at), at);
    }
    assert_string_equal(buf_text(&got), want);
}

#define OPEN                                                                                       \
    "every user and program of this machine can ask through this address and have kernels "        \
    "evaluated; --token-env closes it|"

#define GET(target, more) "GET " target " HTTP/1.1\r\nHost: localhost\r\n" CLOSE more "\r\n"
#define POST(target, more, body)                                                                   \
    "POST " target " HTTP/1.1\r\nHost: localhost\r\n" CLOSE "Content-Length: @\r\n" more "\r"      \
    "\n" body

static const struct {
    const char *request, *seen, *answer;
} passed[] = {
    { GET("/v1/models?x=%20y", "Accept-Encoding: gzip\r\nAccept: */*\r\n"),
      "GET /base/v1/models?x=%20y HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Accept-Encoding: gzip\r\n"
      "Accept: */*\r\n"
      "\r\n",
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "X-Twice: 1\r\n"
      "X-Twice: 2\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "ok" },
    { "HEAD /v1/models HTTP/1.1\r\nHost: localhost\r\n" CLOSE "\r\n",
      "HEAD /base/v1/models HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "\r\n",
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "X-Twice: 1\r\n"
      "X-Twice: 2\r\n"
      "Content-Length: 2\r\n"
      "\r\n" },
    { POST("/run/r/task/l1-4/step/2/turn/1/sample/3/v1/chat/completions",
           "Authorization: Bearer sk-secret-0123456789\r\nAccept-Encoding: gzip\r\nTE: trailers\r\n"
           "Keep-Alive: 3\r\nX-Rollbook-Note: n\r\nX-Kept: 1\r\n",
           "{\"messages\":[\"sk-secret-0123456789\"]}"),
      "POST /base/v1/chat/completions HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Authorization: Bearer sk-secret-0123456789\r\n"
      "Accept-Encoding: identity\r\n"
      "X-Kept: 1\r\n"
      "Content-Length: 37\r\n"
      "\r\n"
      "{\"messages\":[\"sk-secret-0123456789\"]}",
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "X-Request-Id: req-1\r\n"
      "X-Rollbook-Exchange: NAME0000000000000000\r\n"
      "Content-Length: 95\r\n"
      "\r\n"
      "{\"model\":\"m\",\"choices\":[{\"message\":{\"content\":\"sk-secret-0123456789\"},\"finish_"
      "reason\":\"stop\"}]}" },
    { "POST /v1/chat/completions?later HTTP/1.1\r\nHost: localhost\r\nConnection: close, "
      "X-Listed\r\nX-Listed: 1\r\nX-List: 1\r\nContent-Length: 2\r\n\r\n{}",
      "POST /base/v1/chat/completions?later HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "X-List: 1\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "{}",
      "HTTP/1.1 429\r\n"
      "Connection: close\r\n"
      "Retry-After: 3\r\n"
      "X-Rollbook-Exchange: NAME0000000000000001\r\n"
      "Transfer-Encoding: chunked\r\n"
      "\r\n"
      "5\r\n"
      "later\r\n"
      "0\r\n"
      "\r\n" },
    { POST("/v1/chat/completions?cut", "", "{}"),
      "POST /base/v1/chat/completions?cut HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "{}",
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "X-Rollbook-Exchange: NAME0000000000000002\r\n"
      "Content-Length: 100\r\n"
      "\r\n"
      "{\"choices\"" },
    { POST("/v1/chat/completions?large", "", "{}"),
      "POST /base/v1/chat/completions?large HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "{}",
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "X-Rollbook-Exchange: NAME0000000000000003\r\n"
      "Content-Length: 201\r\n"
      "\r\n" },
    { POST("/v1/chat/completions?none", "", "{}"),
      "POST /base/v1/chat/completions?none HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "{}",
      "HTTP/1.1 502\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 165\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"the server behind the proxy gave no answer (cut): Empty reply "
      "from "
      "server\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"upstream_failed\"}}" },
    { GET("/nothing", ""),
      "GET /base/nothing HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "\r\n",
      "HTTP/1.1 502\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 165\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"the server behind the proxy gave no answer (cut): Empty reply "
      "from "
      "server\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"upstream_failed\"}}" },
};

static void test_bytes_of_both_sides(void **state)
{
    struct rows_fixture *f = *state;
    start();
    for (size_t i = 0; i < ARRAY_LEN(passed); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *answer = ask(&a, passed[i].request);
        assert_string_equal(seen(&a), passed[i].seen);
        assert_string_equal(answer, passed[i].answer);
    }
    stop();
    assert_notes(OPEN "ID0000000000000002: cut|ID0000000000000004: cut|a request: cut|");
    assert_int_equal(proxy.summary.stored, 5);
    assert_int_equal(proxy.summary.left, 0);
    open_database(f);
    assert_rows(f,
                "SELECT substr(exchange_id, 17), x.api, x.path, x.streamed, x.n_rollouts, "
                "x.request, x.tags, a.end_kind, a.status, a.request_id, a.first_byte_ms IS NULL, "
                "a.total_ms IS NULL, a.response FROM exchange x JOIN attempt a USING (attempt_id) "
                "ORDER BY 1",
                "0000000000000000,chat,/v1/chat/"
                "completions,0,1,{\"messages\":[\"********************\"]},{\"run\":\"r\",\"task\":"
                "\"l1/4\",\"step\":2,\"turn\":1,\"sample\":3,\"other\":[\"note: "
                "n\"]},answered,200,req-1,0,0,{\"model\":\"m\",\"choices\":[{\"message\":{"
                "\"content\":\"********************\"},\"finish_reason\":\"stop\"}]} "
                "0000000000000001,chat,/v1/chat/completions,0,0,{},{},answered,429,-,0,0,later "
                "0000000000000002,chat,/v1/chat/completions,0,0,{},{},cut,200,-,0,0,{\"choices\" "
                "0000000000000003,chat,/v1/chat/completions,0,0,{},{},too large,200,-,1,1, "
                "0000000000000004,chat,/v1/chat/completions,0,0,{},{},cut,-,-,1,0,");
    assert_rows(f,
                "SELECT step, turn, sample, b.text, finish_reason, r.name, r.strategy, r.status, "
                "r.config LIKE '{\"upstream\":\"http://127.0.0.1:%/base\"}', r.argv FROM rollout "
                "JOIN blob b ON b.blob_id = completion_blob_id "
                "JOIN run r USING (run_id)",
                "2,1,3,********************,stop,r,proxy,complete,1,[\"proxy\"]");
}

static const struct {
    const char *request, *answer;
} own[] = {
    { GET("/health", ""), "HTTP/1.1 200\r\n"
                          "Connection: close\r\n"
                          "Content-Type: application/json\r\n"
                          "Content-Length: 182\r\n"
                          "\r\n"
                          "{\"status\":\"ok\",\"stored\":0,\"waiting\":0,\"spool_bytes\":56,"
                          "\"spool_max_bytes\":1048576,\"database_held_up\":false,\"spool_fails\":"
                          "false,\"spool_bytes_unreadable\":0,\"requests\":1,\"evaluations\":0}" },
    { GET("/evaluate?x", ""),
      "HTTP/1.1 405\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 109\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"kernels are sent with "
      "POST\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"method\"}}" },
    { GET("/run/r/step/x/v1/models", ""),
      "HTTP/1.1 400\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 127\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"step: 'x' is no number from 0 to "
      "1000000000\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"bad_tag\"}}" },
    { GET("/v1/models", "X-Rollbook-Step: -1\r\n"),
      "HTTP/1.1 400\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 128\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"step: '-1' is no number from 0 to "
      "1000000000\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"bad_tag\"}}" },
    { GET("/v1/models", "Origin: http://evil\r\n"),
      "HTTP/1.1 403\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 132\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"requests from pages of other origins are "
      "refused\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"refused\"}}" },
    { "GET /v1/models HTTP/1.1\r\nHost: evil.example\r\n" CLOSE "\r\n",
      "HTTP/1.1 403\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 126\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"the Host header does not name this "
      "machine\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"refused\"}}" },
    { POST("/evaluate", "", "x"),
      "HTTP/1.1 400\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 135\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"task is missing, as in POST "
      "/evaluate?task=l1/"
      "4\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"bad_request\"}}" },
    { POST("/evaluate?task=l1/4&seed=5", "", "x"),
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 883\r\n"
      "\r\n"
      "{\"schema\":\"rollbook.evaluate/"
      "1\",\"outcome\":\"mismatch\",\"compiled\":true,\"correct\":false,\"cheat_kind\":null,"
      "\"message\":\"another "
      "sum\",\"runtime_us\":null,\"baseline_runtime_us\":null,\"speedup\":null,\"difference\":null,"
      "\"speedup_lower\":null,\"speedup_upper\":null,\"interval_level\":null,\"interval_kind\":"
      "null,\"interval_processes\":null,\"same_as_baseline\":null,\"kind\":null,\"launch_count\":"
      "null,\"own_share\":null,\"timing_method\":null,\"baseline_name\":null,\"trials_run\":0,"
      "\"trials_passed\":0,\"max_abs_err\":null,\"max_rel_err\":null,\"matched_share\":null,"
      "\"signal\":null,\"fault_address\":null,\"fault_place\":null,\"compile_log\":null,\"compile_"
      "cached\":false,\"compile_ms\":0,\"total_ms\":0,\"samples_us\":[],\"baseline_samples_us\":[],"
      "\"evidence\":[],\"code_sha256\":null,\"task\":\"l1/"
      "4\",\"case\":\"cpu\",\"mode\":\"fast\",\"seed\":5,\"inputs\":null,\"rule\":null,\"backend\":"
      "\"cpu\",\"device\":\"A processor\",\"stored\":true,\"rollout_id\":1,\"evaluation_id\":1}" },
    { POST("/run/r/evaluate?seed=5", "Content-Type: application/json\r\n",
           "{\"completion\":\"words\",\"task\":\"l1/4\"}"),
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 905\r\n"
      "\r\n"
      "{\"schema\":\"rollbook.evaluate/"
      "1\",\"outcome\":\"no_code\",\"compiled\":false,\"correct\":false,\"cheat_kind\":null,"
      "\"message\":\"the completion holds no "
      "code\",\"runtime_us\":null,\"baseline_runtime_us\":null,\"speedup\":null,\"difference\":"
      "null,\"speedup_lower\":null,\"speedup_upper\":null,\"interval_level\":null,\"interval_"
      "kind\":null,\"interval_processes\":null,\"same_as_baseline\":null,\"kind\":\"kernel_file\","
      "\"launch_count\":null,\"own_share\":null,\"timing_method\":null,\"baseline_name\":null,"
      "\"trials_run\":0,\"trials_passed\":0,\"max_abs_err\":null,\"max_rel_err\":null,\"matched_"
      "share\":null,\"signal\":null,\"fault_address\":null,\"fault_place\":null,\"compile_log\":"
      "null,\"compile_cached\":false,\"compile_ms\":null,\"total_ms\":null,\"samples_us\":[],"
      "\"baseline_samples_us\":[],\"evidence\":[],\"code_sha256\":null,\"task\":\"l1/"
      "4\",\"case\":\"cpu\",\"mode\":\"fast\",\"seed\":5,\"inputs\":null,\"rule\":null,\"backend\":"
      "null,\"device\":null,\"stored\":true,\"rollout_id\":2,\"evaluation_id\":2}" },
    { POST("/evaluate/batch", "", "\n\n"),
      "HTTP/1.1 400\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 135\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"the body has a line of JSON for each "
      "evaluation\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"bad_request\"}}" },
    { POST("/evaluate/batch", "",
           "\n{\"completion\":\"y\",\"task\":\"l1/4\",\"seed\":2}\n\nno JSON"),
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/x-ndjson\r\n"
      "Transfer-Encoding: chunked\r\n"
      "\r\n"
      "5B\r\n"
      "{\"index\":3,\"error\":{\"code\":\"bad_request\",\"message\":\"the body:1:1: 'n'; expected "
      "a value\"}}\n"
      "\r\n"
      "3A0\r\n"
      "{\"index\":1,\"verdict\":{\"schema\":\"rollbook.evaluate/"
      "1\",\"outcome\":\"no_code\",\"compiled\":false,\"correct\":false,\"cheat_kind\":null,"
      "\"message\":\"the completion holds no "
      "code\",\"runtime_us\":null,\"baseline_runtime_us\":null,\"speedup\":null,\"difference\":"
      "null,\"speedup_lower\":null,\"speedup_upper\":null,\"interval_level\":null,\"interval_"
      "kind\":null,\"interval_processes\":null,\"same_as_baseline\":null,\"kind\":\"kernel_file\","
      "\"launch_count\":null,\"own_share\":null,\"timing_method\":null,\"baseline_name\":null,"
      "\"trials_run\":0,\"trials_passed\":0,\"max_abs_err\":null,\"max_rel_err\":null,\"matched_"
      "share\":null,\"signal\":null,\"fault_address\":null,\"fault_place\":null,\"compile_log\":"
      "null,\"compile_cached\":false,\"compile_ms\":null,\"total_ms\":null,\"samples_us\":[],"
      "\"baseline_samples_us\":[],\"evidence\":[],\"code_sha256\":null,\"task\":\"l1/"
      "4\",\"case\":\"cpu\",\"mode\":\"fast\",\"seed\":2,\"inputs\":null,\"rule\":null,\"backend\":"
      "null,\"device\":null,\"stored\":true,\"rollout_id\":3,\"evaluation_id\":3}}\n"
      "\r\n"
      "0\r\n"
      "\r\n" },
    { POST("/evaluate/batch", "", "{\"kernel\":\"x\",\"task\":\"l1/4\",\"seed\":1}\n"),
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/x-ndjson\r\n"
      "Transfer-Encoding: chunked\r\n"
      "\r\n"
      "38A\r\n"
      "{\"index\":0,\"verdict\":{\"schema\":\"rollbook.evaluate/"
      "1\",\"outcome\":\"mismatch\",\"compiled\":true,\"correct\":false,\"cheat_kind\":null,"
      "\"message\":\"another "
      "sum\",\"runtime_us\":null,\"baseline_runtime_us\":null,\"speedup\":null,\"difference\":null,"
      "\"speedup_lower\":null,\"speedup_upper\":null,\"interval_level\":null,\"interval_kind\":"
      "null,\"interval_processes\":null,\"same_as_baseline\":null,\"kind\":null,\"launch_count\":"
      "null,\"own_share\":null,\"timing_method\":null,\"baseline_name\":null,\"trials_run\":0,"
      "\"trials_passed\":0,\"max_abs_err\":null,\"max_rel_err\":null,\"matched_share\":null,"
      "\"signal\":null,\"fault_address\":null,\"fault_place\":null,\"compile_log\":null,\"compile_"
      "cached\":false,\"compile_ms\":0,\"total_ms\":0,\"samples_us\":[],\"baseline_samples_us\":[],"
      "\"evidence\":[],\"code_sha256\":null,\"task\":\"l1/"
      "4\",\"case\":\"cpu\",\"mode\":\"fast\",\"seed\":1,\"inputs\":null,\"rule\":null,\"backend\":"
      "\"cpu\",\"device\":\"A processor\",\"stored\":true,\"rollout_id\":4,\"evaluation_id\":4}}\n"
      "\r\n"
      "0\r\n"
      "\r\n" },
    { POST("/evaluate/batch", "", "{}\n"),
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/x-ndjson\r\n"
      "Transfer-Encoding: chunked\r\n"
      "\r\n"
      "61\r\n"
      "{\"index\":0,\"error\":{\"code\":\"bad_request\",\"message\":\"\\\"kernel\\\" (or "
      "\\\"completion\\\") is missing\"}}\n"
      "\r\n"
      "0\r\n"
      "\r\n" },
    { POST("/v1/chat/completions", "",
           "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
           "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
           "01234567890123456789012345678901234567890"),
      "HTTP/1.1 413\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 137\r\n"
      "\r\n"
      "{\"error\":{\"message\":\"the body is larger than 200 bytes "
      "(--max-body)\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"body_too_large\"}"
      "}" },
};

static void test_what_the_proxy_answers_itself(void **state)
{
    struct rows_fixture *f = *state;
    start();
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        assert_string_equal(ask(&a, own[i].request), own[i].answer);
    }
    stop();
    assert_notes(OPEN);
    assert_int_equal(proxy.summary.stored, 4);
    assert_int_equal(proxy.summary.left, 0);
    assert_string_equal(buf_text(&server.seen), "");
    open_database(f);
    assert_rows(f,
                "SELECT r.name, sample, turn, outcome, input_seed, c.text, k.text FROM evaluation "
                "JOIN rollout USING (rollout_id) JOIN run r USING (run_id) LEFT JOIN blob c ON "
                "c.blob_id = completion_blob_id LEFT JOIN blob k ON k.blob_id = code_blob_id "
                "ORDER BY evaluation_id",
                "main,0,0,mismatch,5,-,x r,0,0,no_code,5,words,- main,1,0,no_code,2,y,- "
                "main,2,0,mismatch,1,-,x");
}

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

#define PROXY_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROXY_TEST(test_bytes_of_both_sides),  PROXY_TEST(test_what_the_proxy_answers_itself),
        PROXY_TEST(test_keys_and_tokens),      PROXY_TEST(test_a_server_that_hangs),
        PROXY_TEST(test_a_spool_that_is_full), PROXY_TEST(test_options_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
