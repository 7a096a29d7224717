/*
 * server_test.c - the proxy in this process, between a raw client and a raw server: bytes of both
 * sides, answers of its own, and what is stored.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/unit/server/server_fixture.h"

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
      "HTTP/1.1 502\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
      "157\r\n\r\n{\"error\":{\"message\":\"the upstream server gave no answer (cut): Empty reply "
      "from "
      "server\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"upstream_failed\"}}" },
    { GET("/nothing", ""),
      "GET /base/nothing HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "\r\n",
      "HTTP/1.1 502\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
      "157\r\n\r\n{\"error\":{\"message\":\"the upstream server gave no answer (cut): Empty reply "
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
    const char *request, *seen, *answer;
} odd[] = {
    { POST("/v1/completions?pieces", "X-Api-Key: sk-secret-0123456789\r\nX-Empty:\r\n",
           "{\"prompt\":\"p\"}"),
      "POST /base/v1/completions?pieces HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "X-Api-Key: sk-secret-0123456789\r\n"
      "X-Empty:\r\n"
      "Content-Length: 14\r\n"
      "\r\n"
      "{\"prompt\":\"p\"}",
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: text/event-stream; x=sk-secret-0123456789\r\n"
      "X-Request-Id: sk-secret-0123456789\r\n"
      "X-Blanks: a b\r\n"
      "X-Rollbook-Exchange: NAME0000000000000000\r\n"
      "Transfer-Encoding: chunked\r\n"
      "\r\n"
      "C\r\n"
      "data: {\"a\":\"\r\n"
      "22\r\n"
      "sk-secret-0123456789\"}\n"
      "\n"
      "data: 1\n"
      "\n"
      "x\r\n"
      "0\r\n"
      "\r\n" },
    { POST("/v1/completions?packed&key=query-secret-99",
           "Content-Type: text/odd\r\n"
           "User-Agent: test\r\n",
           "query-secret-99"),
      "POST /base/v1/completions?packed&key=query-secret-99 HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Type: text/odd\r\n"
      "User-Agent: test\r\n"
      "Content-Length: 15\r\n"
      "\r\n"
      "query-secret-99",
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Encoding: gzip\r\n"
      "X-Rollbook-Exchange: NAME0000000000000001\r\n"
      "Content-Length: 3\r\n"
      "\r\n"
      "abc" },
    { POST("/v1/completions?nobody", "Expect: 100-continue\r\n", "{}"),
      "POST /base/v1/completions?nobody HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "{}",
      "HTTP/1.1 100\r\n"
      "\r\n"
      "HTTP/1.1 204 No Content\r\n"
      "Connection: close\r\n"
      "X-Rollbook-Exchange: NAME0000000000000002\r\n"
      "\r\n" },
    { POST("/v1/completions?nobody", "", ""),
      "POST /base/v1/completions?nobody HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 0\r\n"
      "\r\n",
      "HTTP/1.1 204\r\n"
      "Connection: close\r\n"
      "X-Rollbook-Exchange: NAME0000000000000003\r\n"
      "\r\n" },
    { "POST /v1/completions?nobody HTTP/1.1\r\nHost: localhost\r\n" CLOSE
      "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n@2\r\nde\r\n0\r\n\r\n",
      "POST /base/v1/completions?nobody HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 5\r\n"
      "\r\n"
      "abcde",
      "HTTP/1.1 204\r\n"
      "Connection: close\r\n"
      "X-Rollbook-Exchange: NAME0000000000000004\r\n"
      "\r\n" },
    { "PUT /echo HTTP/1.1\r\nHost: localhost\r\n" CLOSE "Content-Length: 2\r\n\r\nhi",
      "PUT /base/echo HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "hi",
      "HTTP/1.1 201\r\n"
      "Connection: close\r\n"
      "Location: http://elsewhere/\r\n"
      "Content-Length: 0\r\n"
      "\r\n" },
    { "GET /echo HTTP/1.1\r\nHost: localhost\r\n" CLOSE "Content-Length: 2\r\n\r\nhi",
      "GET /base/echo HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 2\r\n"
      "\r\n"
      "hi",
      "HTTP/1.1 201\r\n"
      "Connection: close\r\n"
      "Location: http://elsewhere/\r\n"
      "Content-Length: 0\r\n"
      "\r\n" },
    { "DELETE /echo HTTP/1.1\r\nHost: localhost\r\n" CLOSE "\r\n",
      "DELETE /base/echo HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "Content-Length: 0\r\n"
      "\r\n",
      "HTTP/1.1 201\r\n"
      "Connection: close\r\n"
      "Location: http://elsewhere/\r\n"
      "Content-Length: 0\r\n"
      "\r\n" },
    { GET("/moved", ""),
      "GET /base/moved HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "\r\n",
      "HTTP/1.1 307\r\n"
      "Connection: close\r\n"
      "Location: /base/echo\r\n"
      "Content-Length: 0\r\n"
      "\r\n" },
    { "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\nGET /moved HTTP/1.1\r\nHost: "
      "localhost\r\n" CLOSE "\r\n",
      "GET /base/moved HTTP/1.1\r\n"
      "Host: 127.0.0.1:PORT\r\n"
      "\r\n",
      "HTTP/1.1 201\r\n"
      "Location: http://elsewhere/\r\n"
      "Content-Length: 0\r\n"
      "\r\n"
      "HTTP/1.1 307 Temporary Redirect\r\n"
      "Connection: close\r\n"
      "Location: /base/echo\r\n"
      "Content-Length: 0\r\n"
      "\r\n" },
    { GET("/../echo//", ""), "",
      "HTTP/1.1 400\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
      "117\r\n\r\n{\"error\":{\"message\":\"the path contains '.' or "
      "'..'\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"bad_request\"}}" },
};

/* Pieces, trailers, redirects, methods, bodies where none belong: all pass as they are. */
static void test_odd_requests_and_answers(void **state)
{
    struct rows_fixture *f = *state;
    start();
    for (size_t i = 0; i < ARRAY_LEN(odd); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        buf_clear(&server.seen);
        const char *answer = ask(&a, odd[i].request);
        assert_string_equal(seen(&a), odd[i].seen);
        assert_string_equal(answer, odd[i].answer);
    }
    stop();
    assert_notes(OPEN);
    open_database(f);
    assert_rows(
        f,
        "SELECT substr(exchange_id, 17), x.path, x.streamed, x.n_rollouts, x.request, "
        "a.end_kind, a.status, a.detail, a.request_id, a.response FROM exchange x "
        "JOIN attempt a USING (attempt_id) ORDER BY 1",
        "0000000000000000,/v1/completions,1,0,{\"prompt\":\"p\"},cut,200,nothing of an answer in "
        "the stream,********************,data: {\"a\":\"********************\"}\n"
        "\n"
        "data: 1\n"
        "\n"
        "x 0000000000000001,/v1/completions,0,0,***************,answered,200,the answer is encoded "
        "(gzip),-,abc 0000000000000002,/v1/completions,0,0,{},answered,204,answer:1:1: empty "
        "file,-, 0000000000000003,/v1/completions,0,0,,answered,204,answer:1:1: empty file,-, "
        "0000000000000004,/v1/completions,0,0,abcde,answered,204,answer:1:1: empty file,-,");
}

/* A verdict as POST /evaluate answers, without members that are null; the two below end as most
 * here do. */
#define VERDICT(outcome, compiled, message, kind, ms, backend, device, seed, id)                   \
    "{\"schema\":\"rollbook.evaluate/1\",\"outcome\":" outcome ",\"compiled\":" compiled           \
    ",\"correct\":false,\"message\":" message ",\"kind\":" kind                                    \
    ",\"trials_run\":0,\"trials_passed\":0,\"compile_cached\":false,\"compile_ms\":" ms            \
    ",\"total_ms\":" ms ",\"samples_us\":[],\"baseline_samples_us\":[],\"evidence\":[],\"task\":"  \
    "\"l1/4\",\"case\":\"cpu\",\"mode\":\"fast\",\"seed\":" seed ",\"backend\":" backend           \
    ",\"device\":" device ",\"stored\":true,\"rollout_id\":" id ",\"evaluation_id\":" id "}"
#define WRONG(seed, id)                                                                            \
    VERDICT("\"mismatch\"", "true", "\"another sum\"", "null", "0", "\"cpu\"", "\"A processor\"",  \
            seed, id)
#define NO_CODE(seed, id)                                                                          \
    VERDICT("\"no_code\"", "false", "\"the completion contains no code\"", "\"kernel_file\"",      \
            "null", "null", "null", seed, id)

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
      "HTTP/1.1 405\r\nConnection: close\r\nContent-Type: application/json\r\nAllow: "
      "POST\r\nContent-Length: "
      "120\r\n\r\n{\"error\":{\"message\":\"/evaluate must be requested with "
      "POST\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"method\"}}" },
    { GET("/run/r/step/x/v1/models", ""),
      "HTTP/1.1 400\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
      "130\r\n\r\n{\"error\":{\"message\":\"step: 'x' is not a number from 0 to "
      "1000000000\",\"type\":\"rollbook_proxy_error\",\"param\":null,\"code\":\"bad_tag\"}}" },
    { GET("/v1/models", "X-Rollbook-Step: -1\r\n"),
      "HTTP/1.1 400\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
      "131\r\n\r\n{\"error\":{\"message\":\"step: '-1' is not a number from 0 to "
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
    { POST("/evaluate?task=l1/4&seed=5", "", "x"), "HTTP/1.1 200\r\n"
                                                   "Connection: close\r\n"
                                                   "Content-Type: application/json\r\n"
                                                   "Content-Length: 950\r\n"
                                                   "\r\n" WRONG("5", "1") },
    { POST("/run/r/evaluate?seed=5", "Content-Type: application/json\r\n",
           "{\"completion\":\"words\",\"task\":\"l1/4\"}"),
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/json\r\n"
      "Content-Length: 975\r\n"
      "\r\n" NO_CODE("5", "2") },
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
      "3E6\r\n"
      "{\"index\":1,\"verdict\":" NO_CODE("2", "3") "}\n"
                                                    "\r\n"
                                                    "0\r\n"
                                                    "\r\n" },
    { POST("/evaluate/batch", "", "{\"kernel\":\"x\",\"task\":\"l1/4\",\"seed\":1}\n"),
      "HTTP/1.1 200\r\n"
      "Connection: close\r\n"
      "Content-Type: application/x-ndjson\r\n"
      "Transfer-Encoding: chunked\r\n"
      "\r\n"
      "3CD\r\n"
      "{\"index\":0,\"verdict\":" WRONG("1", "4") "}\n"
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

/* Without members that are null and the length, so that a verdict may have more of them. */
static const char *told(struct arena *a, const char *answer)
{
    static const char length[] = "Content-Length: ", null[] = "\":null";
    char *text = arena_strdup(a, answer);
    char *to = text;
    const char *at = text;
    while (*at != '\0') {
        if (strncmp(at, length, strlen(length)) == 0)
            at += strcspn(at, "\r");
        size_t name = strncmp(at, ",\"", 2) == 0 ? 2 + strcspn(at + 2, "\"") : 0;
        if (name > 0 && strncmp(at + name, null, strlen(null)) == 0)
            at += name + strlen(null);
        else
            *to++ = *at++;
    }
    *to = '\0';
    return text;
}

static void test_what_the_proxy_answers_itself(void **state)
{
    struct rows_fixture *f = *state;
    start();
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        assert_string_equal(told(&a, ask(&a, own[i].request)), told(&a, own[i].answer));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROXY_TEST(test_bytes_of_both_sides),
        PROXY_TEST(test_odd_requests_and_answers),
        PROXY_TEST(test_what_the_proxy_answers_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
