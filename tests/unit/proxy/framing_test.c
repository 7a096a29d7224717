/* framing_test.c - heads of requests that mean one thing to everybody, and others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/http/http.h"
#include "src/proxy/listener/framing.h"

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

static void test_many_lines(void **state)
{
    struct http_header lines[FRAMING_MAX_HEADERS + 1];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        lines[i] = (struct http_header){ "X-A", "1" };
    assert_int_equal(status_of("/", lines, FRAMING_MAX_HEADERS), 200);
    assert_int_equal(status_of("/", lines, FRAMING_MAX_HEADERS + 1), 431);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_header_lines),
        cmocka_unit_test(test_many_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
