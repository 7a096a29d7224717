/* framing_test.c - heads of requests that mean one thing to everybody, and others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/http/http.h"
#include "src/server/listener/framing.h"

static int status_of(const char *target, const struct http_header *headers, size_t n)
{
    int status = 0;
    return framing_refuses(target, headers, n, &status) == NULL ? 200 : status;
}

static void test_targets(void **state)
{
    static const struct {
        const char *target;
        int status;
    } cases[] = {
        { "/", 200 },
        { "/v1/models?x=../y&z=%2e%2e", 200 },
        { "/v1/..a/.b/c..", 200 },
        { "/run/a%20b/v1", 200 },
        { "//v1", 200 },
        { "/..", 400 },
        { "/.", 400 },
        { "/v1/../x", 400 },
        { "/v1/%2e./x?y", 400 },
        { "/v1/.%2E", 400 },
        { "/v1/a%2Fb", 400 },
        { "/v1\\x", 400 },
        { "/v1/a b", 400 },
        { "/v1#x", 400 },
        { "*", 400 },
        { "", 400 },
        { "http://x/", 400 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        if (status_of(cases[i].target, NULL, 0) != cases[i].status)
            fail_msg("%s is not %d", cases[i].target, cases[i].status);
}

static void test_header_lines(void **state)
{
    static const struct {
        struct http_header lines[2];
        int status;
    } cases[] = {
        { { { "Content-Length", "0" }, { "X-A", "a\tb" } }, 200 },
        { { { "transfer-encoding", "Chunked" }, { "X-A", "" } }, 200 },
        { { { "Content-Length", "1" }, { "content-length", "1" } }, 400 },
        { { { "Content-Length", "1" }, { "Transfer-Encoding", "chunked" } }, 400 },
        { { { "Transfer-Encoding", "chunked" }, { "Transfer-Encoding", "chunked" } }, 400 },
        { { { "Transfer-Encoding", "identity" }, { "X-A", "" } }, 400 },
        { { { "Content-Length", "-1" }, { "X-A", "" } }, 400 },
        { { { "Content-Length", "1 " }, { "X-A", "" } }, 400 },
        { { { "Content-Length", "" }, { "X-A", "" } }, 400 },
        { { { "Content-Length", "9999999999999999999999" }, { "X-A", "" } }, 400 },
        { { { "Transfer-Encoding ", "chunked" }, { "X-A", "" } }, 400 },
        { { { "", "x" }, { "X-A", "" } }, 400 },
        { { { "X(A)", "x" }, { "X-A", "" } }, 400 },
        { { { "X-B", "1\n2" }, { "X-A", "" } }, 400 },
        { { { "X-B", "1\r" }, { "X-A", "" } }, 400 },
        { { { "Host", "a" }, { "HOST", "a" } }, 400 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        if (status_of("/", cases[i].lines, 2) != cases[i].status)
            fail_msg("case %zu is not %d", i, cases[i].status);
}

/* The first fault of the path, then of the lines, then of what does not go together. */
static void test_words(void **state)
{
    static const char
        token[] = "a header line's name contains a blank or another forbidden character",
        control[] = "a header line contains a control character or continues on the next line",
        coding[] = "the only Transfer-Encoding accepted is chunked, once",
        climbs[] = "the path contains '.' or '..'", slash[] = "the path contains an encoded slash",
        characters[] = "the target contains characters that are not allowed in a path";
    static const struct {
        const char *target;
        struct http_header lines[2];
        const char *why;
    } cases[] = {
        { "x", { { "A", "" }, { "B", "" } }, "the target is not a path" },
        { "/a\x7f", { { "A", "" }, { "B", "" } }, characters },
        { "/a\tb", { { "A", "" }, { "B", "" } }, characters },
        { "/a\x1f", { { "A", "" }, { "B", "" } }, characters },
        { "/a\x80", { { "A", "" }, { "B", "" } }, NULL },
        { "/%2f", { { "A", "" }, { "B", "" } }, slash },
        { "/ab%2F..", { { "A", "" }, { "B", "" } }, slash },
        { "/a%2", { { "A", "" }, { "B", "" } }, NULL },
        { "/%3f%2g%12f", { { "A", "" }, { "B", "" } }, NULL },
        { "/a?%2f/..", { { "A", "" }, { "B", "" } }, NULL },
        { "/...", { { "A", "" }, { "B", "" } }, NULL },
        { "/%2e%2e%2e", { { "A", "" }, { "B", "" } }, NULL },
        { "/%2e", { { "A", "" }, { "B", "" } }, climbs },
        { "/a/%2E.", { { "A", "" }, { "B", "" } }, climbs },
        { "/%2", { { "A", "" }, { "B", "" } }, NULL },
        { "/.%2d", { { "A", "" }, { "B", "" } }, NULL },
        { "/", { { "Az09!#$%&'*+-.^_`|~", "" }, { "B", "" } }, NULL },
        { "/", { { "A:", "" }, { "B", "" } }, token },
        { "/", { { "A", "" }, { "B\"", "" } }, token },
        { "/", { { "A", "\x1f" }, { "B", "" } }, control },
        { "/", { { "A", "" }, { "B", "\x7f" } }, control },
        { "/", { { "A", "\t \x80" }, { "B", "" } }, NULL },
        { "/",
          { { "Content-Length", "1" }, { "CONTENT-LENGTH", "x" } },
          "Content-Length is given twice" },
        { "/", { { "Content-Length", "x" }, { "B", "" } }, "Content-Length is not a number" },
        { "/", { { "Content-Length", "999999999999999999" }, { "B", "" } }, NULL },
        { "/",
          { { "Content-Length", "1000000000000000000" }, { "B", "" } },
          "Content-Length is not a number" },
        { "/", { { "Transfer-Encoding", "chunked, gzip" }, { "B", "" } }, coding },
        { "/", { { "Transfer-Encoding", "chunked" }, { "transfer-encoding", "chunked" } }, coding },
        { "/", { { "Host", "a" }, { "host", "b" } }, "Host is given twice" },
        { "/",
          { { "Transfer-Encoding", "chunked" }, { "Content-Length", "1" } },
          "Content-Length and Transfer-Encoding are given both" },
        { "/..", { { "A:", "" }, { "B", "" } }, climbs },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int status = 0;
        const char *why = framing_refuses(cases[i].target, cases[i].lines, 2, &status);
        if ((why == NULL) != (cases[i].why == NULL) ||
            (why != NULL && strcmp(why, cases[i].why) != 0))
            fail_msg("case %zu: %s", i, why == NULL ? "taken" : why);
        assert_int_equal(status, 400);
    }
}

/* The bytes of a head: as they go on, or why not. */
static void test_heads(void **state)
{
    static const char first[] = "POST /v1 HTTP/1.1\r\n";
    static const char folded[] = "a header line is folded",
                      ends[] = "a line of the head does not end with CR LF",
                      nameless[] = "a header line has no name",
                      number[] = "Content-Length is not a number",
                      coding[] = "the only Transfer-Encoding accepted is chunked, once";
    static const struct {
        const char *lines, *want; /* lines that go on, or */
        uint64_t length;
        bool is_chunked;
        const char *why;
    } cases[] = {
        { "", "", 0, false, NULL },
        { "A: b\r\n", "A: b\r\n", 0, false, NULL },
        { "A:b \t\r\n", "A: b\r\n", 0, false, NULL },
        { "A:\r\n", "A: \r\n", 0, false, NULL },
        { "A: \t \r\n", "A: \r\n", 0, false, NULL },
        { "Content-Length: 42 \r\n", "Content-Length: 42\r\n", 42, false, NULL },
        { "content-length:7\r\n", "content-length: 7\r\n", 7, false, NULL },
        { "Transfer-Encoding: Chunked\t\r\n", "Transfer-Encoding: Chunked\r\n", 0, true, NULL },
        { "A: b\r\n c\r\n", NULL, 0, false, folded },
        { "A: b\r\n\tc\r\n", NULL, 0, false, folded },
        { "\tA: b\r\n", NULL, 0, false, folded },
        { "Content-Length: 1\r\n 0\r\n", NULL, 0, false, folded },
        { ":\r\n", NULL, 0, false, nameless },
        { ": v\r\n", NULL, 0, false, nameless },
        { "A\r\n", NULL, 0, false, "a header line has no colon" },
        { "A: b\n", NULL, 0, false, ends },
        { "A: b\r\r\n", NULL, 0, false, ends },
        { "A: b\rB: c\r\n", NULL, 0, false, ends },
        { "Content-Length:\r\n", NULL, 0, false, number },
        { "Content-Length: 1 2\r\n", NULL, 0, false, number },
        { "Content-Length: 1234567890123456789012345678901234567890\r\n", NULL, 0, false, number },
        { "Content-Length: 1\r\nContent-Length: 1\r\n", NULL, 0, false,
          "Content-Length is given twice" },
        { "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", NULL, 0, false,
          "Content-Length and Transfer-Encoding are given both" },
        { "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", NULL, 0, false, coding },
        { "Transfer-Encoding: gzip, chunked\r\n", NULL, 0, false, coding },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) head = { 0 }, out = { 0 }, want = { 0 };
        struct framing f = { 0 };
        int status = 0;
        buf_printf(&head, "%s%s\r\n", first, cases[i].lines);
        buf_printf(&want, "%s%s\r\n", first, cases[i].want == NULL ? "" : cases[i].want);
        const char *why = framing_read_head(head.data, head.len, &out, &f, &status);
        if ((why == NULL) != (cases[i].why == NULL) ||
            (why != NULL && strcmp(why, cases[i].why) != 0))
            fail_msg("head %zu: %s", i, why == NULL ? "taken" : why);
        assert_int_equal(status, 400);
        if (why != NULL)
            continue;
        assert_string_equal(buf_text(&out), buf_text(&want));
        assert_true(f.length == cases[i].length && f.is_chunked == cases[i].is_chunked);
    }
}

static void test_many_lines(void **state)
{
    struct http_header lines[FRAMING_MAX_HEADERS + 1];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        lines[i] = (struct http_header){ "X-A", "1" };
    assert_int_equal(status_of("/", lines, FRAMING_MAX_HEADERS), 200);
    assert_int_equal(status_of("/", lines, FRAMING_MAX_HEADERS + 1), 431);
    int status = 0;
    assert_string_equal(framing_refuses("x", lines, FRAMING_MAX_HEADERS + 1, &status),
                        "there are more than 256 header lines");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets),    cmocka_unit_test(test_header_lines),
        cmocka_unit_test(test_words),      cmocka_unit_test(test_heads),
        cmocka_unit_test(test_many_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
