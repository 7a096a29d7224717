/* http_pure_test.c - when to try again, how many at a time, addresses, forgetting memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_internal.h"
#include "src/http/http_memory.h"
#include "src/http/http_retry.h"

static void test_retry_table(void **state)
{
    static const struct {
        enum http_end end;
        int status;
        const char *body;
        bool again;
    } rows[] = {
        { HTTP_ANSWERED, 200, "", false },
        { HTTP_ANSWERED, 301, "", false },
        { HTTP_ANSWERED, 400, "", false },
        { HTTP_ANSWERED, 401, "", false },
        { HTTP_ANSWERED, 404, "", false },
        { HTTP_ANSWERED, 408, "", true },
        { HTTP_ANSWERED, 429, "{\"error\":{\"code\":\"rate_limit_exceeded\"}}", true },
        { HTTP_ANSWERED, 429, "{\"error\":{\"code\":\"insufficient_quota\"}}", false },
        { HTTP_ANSWERED, 500, "", true },
        { HTTP_ANSWERED, 500, "this model's maximum context length is 8192", false },
        { HTTP_ANSWERED, 501, "", false },
        { HTTP_ANSWERED, 503, "", true },
        { HTTP_ANSWERED, 529, "", true },
        { HTTP_NO_CONNECTION, 0, "", true },
        { HTTP_TIMED_OUT, 0, "", true },
        { HTTP_CUT, 200, "{", true },
        { HTTP_TOO_LARGE, 200, "", false },
        { HTTP_UNTRUSTED, 0, "", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct http_answer a = { .end = rows[i].end,
                                 .status = rows[i].status,
                                 .body = rows[i].body };
        assert_int_equal(http_may_retry(&a), rows[i].again);
    }
}

static void test_backoff_doubles_and_obeys(void **state)
{
    (void)state;
    assert_int_equal(http_backoff_ms(1, -1, 0), 250);
    assert_int_equal(http_backoff_ms(2, -1, 0), 500);
    assert_int_equal(http_backoff_ms(3, -1, 0.5), 1500);
    assert_int_equal(http_backoff_ms(50, -1, 0), 15000);
    assert_int_equal(http_backoff_ms(1, 7000, 0.5), 7000);
    assert_int_equal(http_backoff_ms(1, 0, 0), 250);
    assert_int_equal(http_backoff_ms(1, 86400000, 0), 86400000);
}

static void test_retry_after(void **state)
{
    static const struct {
        const char *text;
        int64_t ms;
    } rows[] = {
        { "2", 2000 },
        { " 0.5\r\n", 500 },
        { "Sun, 06 Nov 1994 08:49:37 GMT", 37000 }, /* example of RFC 9110 */
        { "Thu, 01 Jan 1970 00:00:00 GMT", 0 },
        { "  7", 7000 },
        { "", -1 },
        { " ", -1 },
        { "soon", -1 },
        { "2 s", -1 },
        { "1e9", 1000000000000 },
        { "1e10", 1000000000000 },
        { "0000000000000000000000000000001", 1000 }, /* 31 characters */
        { "00000000000000000000000000000001", -1 },
        { "Sun, 06 Nov 1994 08:49:37 UTC", -1 },
        { "Sun, 00 Nov 1994 08:49:37 GMT", -1 },
        { "Sun, 06 Nov 1969 08:49:37 GMT", -1 },
        { "-3", -1 },
        { "nan", -1 },
        { "1e400", 1000000000000 },
        { "Sun, 06 Foo 1994 08:49:37 GMT", -1 },
        { "0000000000000000000000000000000000000000000000000000001", -1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_int_equal(http_parse_retry_after(rows[i].text, strlen(rows[i].text), 784111740),
                         rows[i].ms);
}

/* Of all statuses these may pass. */
static void test_statuses_that_may_pass(void **state)
{
    static const int passing[] = { 408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529 };
    static const char *const final_words[] = { "insufficient_quota", "billing_hard_limit_reached",
                                               "context_length_exceeded", "exceed_context_size",
                                               "maximum context length" };
    (void)state;
    for (int status = 100; status < 600; status++) {
        struct http_answer a = { .end = HTTP_ANSWERED, .status = status, .body = "" };
        bool want = false;
        for (size_t i = 0; i < ARRAY_LEN(passing); i++)
            want = want || passing[i] == status;
        if (http_may_retry(&a) != want)
            fail_msg("%d", status);
    }
    for (size_t i = 0; i < ARRAY_LEN(final_words); i++) {
        struct http_answer a = { .end = HTTP_ANSWERED, .status = 429, .body = final_words[i] };
        assert_false(http_may_retry(&a));
    }
}

/* Seconds since 1970, over months, leap years and centuries. */
static void test_dates_to_come_back_at(void **state)
{
    static const struct {
        const char *date;
        int64_t s;
    } rows[] = {
        { "Thu, 01 Jan 1970 00:00:01 GMT", 1 },
        { "Thu, 31 Dec 1970 23:59:59 GMT", 31535999 },
        { "Tue, 29 Feb 1972 00:00:00 GMT", 68169600 },
        { "Fri, 31 Dec 1999 12:30:15 GMT", 946643415 },
        { "Sat, 01 Jan 2000 00:00:00 GMT", 946684800 },
        { "Mon, 28 Feb 2000 00:00:00 GMT", 951696000 },
        { "Tue, 29 Feb 2000 00:00:00 GMT", 951782400 },
        { "Wed, 01 Mar 2000 00:00:00 GMT", 951868800 },
        { "Sun, 01 Feb 2026 10:20:30 GMT", 1769941230 },
        { "Thu, 30 Apr 2026 01:02:03 GMT", 1777510923 },
        { "Fri, 15 May 2026 00:00:00 GMT", 1778803200 },
        { "Mon, 01 Jun 2026 00:00:00 GMT", 1780272000 },
        { "Fri, 31 Jul 2026 00:00:00 GMT", 1785456000 },
        { "Sat, 08 Aug 2026 08:08:08 GMT", 1786176488 },
        { "Wed, 30 Sep 2026 00:00:00 GMT", 1790726400 },
        { "Sat, 10 Oct 2026 00:00:00 GMT", 1791590400 },
        { "Thu, 26 Nov 2026 00:00:00 GMT", 1795651200 },
        { "Sun, 28 Feb 2100 00:00:00 GMT", 4107456000 },
        { "Mon, 01 Mar 2100 00:00:00 GMT", 4107542400 },
        { "Fri, 31 Dec 2399 00:00:00 GMT", 13569379200 },
        { "Tue, 29 Feb 2400 00:00:00 GMT", 13574563200 },
        { "Wed, 01 Mar 2400 00:00:00 GMT", 13574649600 },
    };
    static const char *const none[] = {
        "Sun, 00 Nov 1994 08:49:37 GMT",  "Sun, 06 Nov 1969 08:49:37 GMT",
        "Sun, 06 Nov 1994 0x:49:37 GMT",  "Sun, 06 Nov 1994 08:x9:37 GMT",
        "Sun, 06 Nov 1994 08:49:3x GMT",  "Sun, 06 Nov 1994 08:49:37 GMX",
        "Sun, 06 Nov 1994 08:49:37 UTC+", "Sun, 6 Nov 1994 08:49:37 GMT",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        size_t len = strlen(rows[i].date);
        assert_int_equal(http_parse_retry_after(rows[i].date, len, 0), rows[i].s * 1000);
        assert_int_equal(http_parse_retry_after(rows[i].date, len, rows[i].s - 1), 1000);
        assert_int_equal(http_parse_retry_after(rows[i].date, len, rows[i].s), 0);
        assert_int_equal(http_parse_retry_after(rows[i].date, len, rows[i].s + 1), 0);
    }
    for (size_t i = 0; i < ARRAY_LEN(none); i++)
        assert_int_equal(http_parse_retry_after(none[i], strlen(none[i]), 0), -1);
}

static void test_limit_grows_by_full_windows_only(void **state)
{
    struct http_limit l;
    (void)state;
    http_limit_init(&l, 12);
    for (int i = 0; i < 100; i++)
        http_limit_answered(&l, 10, 2); /* two under way never fill a window of eight */
    assert_true(fabs(l.window - 8) < 1e-12);
    for (int i = 0; i < 1000; i++)
        http_limit_answered(&l, 10, (size_t)l.window);
    assert_true(fabs(l.window - 12) < 1e-12);
    assert_true(http_limit_allows(&l, 11));
    assert_false(http_limit_allows(&l, 12));
}

static void test_limit_halves_once_a_window(void **state)
{
    struct http_limit l;
    (void)state;
    http_limit_init(&l, 64);
    for (int i = 0; i < 8; i++) /* one overload, told by each request */
        http_limit_overload(&l, 8);
    assert_true(fabs(l.window - 4) < 1e-12);
    for (int i = 0; i < 100; i++)
        http_limit_overload(&l, 1);
    assert_true(fabs(l.window - 1) < 1e-12);
    assert_true(http_limit_allows(&l, 0));
}

static void test_limit_shrinks_when_answers_queue(void **state)
{
    struct http_limit l;
    (void)state;
    http_limit_init(&l, 64);
    for (int i = 0; i < 2000; i++)
        http_limit_answered(&l, 10, (size_t)l.window);
    double wide = l.window;
    for (int i = 0; i < 5000; i++)
        http_limit_answered(&l, 200, (size_t)l.window);
    assert_true(l.window < wide);
    assert_true(l.window >= 8);
}

static void answer_often(struct http_limit *l, int n, double ms, size_t in_flight)
{
    for (int i = 0; i < n; i++)
        http_limit_answered(l, ms, in_flight);
}

/* Windows of eight answers: later than four times the best and a millisecond is late. */
static void test_limit_step_by_step(void **state)
{
    struct http_limit l;
    (void)state;
    http_limit_init(&l, 0);
    assert_float_equal(l.window, 1, 0);
    assert_float_equal(l.ceiling, 1, 0);
    http_limit_init(&l, 3);
    assert_float_equal(l.window, 3, 0);
    http_limit_init(&l, 20);
    assert_float_equal(l.window, 8, 0);
    assert_true(isnan(l.best_ms));
    answer_often(&l, 7, 10, 2);
    assert_int_equal(l.n_answers, 7);
    assert_float_equal(l.sum_ms, 70, 0);
    assert_true(isnan(l.best_ms));
    answer_often(&l, 1, 10, 2);
    assert_int_equal(l.n_answers, 0);
    assert_float_equal(l.sum_ms, 0, 0);
    assert_float_equal(l.best_ms, 10, 0);
    answer_often(&l, 8, 41, 2);
    assert_int_equal(l.until_next_cut, 0);
    answer_often(&l, 8, 41.5, 3); /* late, but the window is as small as when it began */
    assert_int_equal(l.until_next_cut, 3);
    assert_float_equal(l.window, 8, 0);
    for (size_t i = 3; i-- > 0;) {
        http_limit_overload(&l, 3);
        assert_int_equal(l.until_next_cut, i);
        assert_float_equal(l.window, 8, 0);
    }
    http_limit_overload(&l, 5);
    assert_float_equal(l.window, 4, 0);
    assert_int_equal(l.until_next_cut, 4);
    http_limit_answered(&l, (double)NAN, 4);
    assert_int_equal(l.until_next_cut, 3);
    assert_int_equal(l.n_answers, 0);
    answer_often(&l, 8, 5, 2);
    assert_float_equal(l.best_ms, 5, 0);
    assert_float_equal(l.window, 4, 0);
    assert_int_equal(l.until_next_cut, 0);
    http_limit_answered(&l, 5, 4);
    assert_float_equal(l.window, 4.25, 0);
    http_limit_answered(&l, 5, 3);
    assert_float_equal(l.window, 4.25, 0);
    http_limit_answered(&l, 5, 4);
    assert_true(fabs(l.window - (4.25 + 1 / 4.25)) < 1e-12);
    assert_true(http_limit_allows(&l, 3));
    assert_false(http_limit_allows(&l, 4));
    /* A late window that was wide shrinks to four fifths, */
    http_limit_init(&l, 20);
    l.window = 15;
    l.best_ms = 1;
    answer_often(&l, 14, 6, 2);
    assert_float_equal(l.window, 15, 0);
    answer_often(&l, 1, 6, 2);
    assert_float_equal(l.window, 12, 1e-6);
    assert_int_equal(l.until_next_cut, 2);
    /* once for all that was under way. */
    l.n_answers = 11;
    l.sum_ms = 66;
    http_limit_answered(&l, 6, 2);
    assert_float_equal(l.window, 12, 1e-6);
    assert_int_equal(l.until_next_cut, 1);
}

static void test_urls(void **state)
{
    static const struct {
        const char *url;
        bool with_key, fits, local;
    } rows[] = {
        { "http://127.0.0.1:8000/v1", true, true, true },
        { "http://localhost/v1", true, true, true },
        { "http://[::1]:80/v1", true, true, true },
        { "https://api.example.com/v1", true, true, false },
        { "http://10.0.0.2/v1", false, true, false },
        { "http://10.0.0.2/v1", true, false, false },
        { "http://127.0.0.1.example.com/", true, false, false },
        { "http://localhost.example.com/", true, false, false },
        { "http://127.1/", false, true, true }, /* libcurl writes 127.0.0.1 */
        { "http://user:secret@localhost/", false, false, false },
        { "ftp://localhost/", false, false, false },
        { "file:///etc/passwd", false, false, false },
        { "localhost:8000", false, false, false },
        { "", false, false, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err err = { 0 };
        bool local = false;
        int rc = http_check_url(rows[i].url, rows[i].with_key, &local, &err);
        if ((rc == 0) != rows[i].fits || local != rows[i].local)
            fail_msg("%s: %d, local %d, %s", rows[i].url, rc, local, err.msg);
        assert_true(strstr(err.msg, "secret") == NULL);
    }
}

static void test_memory_is_aligned_and_reused(void **state)
{
    (void)state;
    void *blocks[64];
    for (size_t i = 0; i < ARRAY_LEN(blocks); i++) {
        blocks[i] = http_memory_alloc(i * i * i * 3);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        memset(blocks[i], (int)i, i * i * i * 3);
    }
    for (size_t i = 1; i < ARRAY_LEN(blocks); i++) {
        blocks[i] = http_memory_realloc(blocks[i], i * 7000);
        assert_int_equal(((unsigned char *)blocks[i])[0], i);
    }
    for (size_t i = 0; i < ARRAY_LEN(blocks); i++)
        http_memory_free(blocks[i]);
    char *zero = http_memory_calloc(100, 10);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(zero[i], 0);
    http_memory_free(zero);
    assert_null(http_memory_calloc(SIZE_MAX, 2));
}

/* Blocks are powers of two from 64 bytes on, 16 of which are no data; what is freed is wiped and is
 * the next of its size. */
static void test_memory_comes_in_these_sizes(void **state)
{
    enum { SHARED = 1 << 18 };
    (void)state;
    char *a = http_memory_alloc(48);
    memset(a, 'x', 48);
    http_memory_free(a);
    char *again = http_memory_alloc(48);
    assert_ptr_equal(again, a);
    for (size_t i = 16; i < 48; i++)
        assert_int_equal(again[i], 0);
    memset(a, 'y', 48);
    assert_ptr_equal(http_memory_realloc(a, 48), a);
    assert_ptr_equal(http_memory_realloc(a, 1), a);
    char *longer = http_memory_realloc(a, 49);
    assert_ptr_not_equal(longer, a);
    for (size_t i = 0; i < 48; i++)
        assert_int_equal(longer[i], 'y');
    assert_ptr_equal(http_memory_alloc(0), a);
    assert_ptr_equal(http_memory_realloc(longer, 128 - 16), longer);
    char *next = http_memory_realloc(longer, 128 - 15);
    assert_ptr_not_equal(next, longer);
    http_memory_free(a);
    http_memory_free(next);
    /* The largest of them, and those that are mapped alone. */
    char *shared = http_memory_alloc(SHARED - 16);
    memset(shared, 'z', SHARED - 16);
    http_memory_free(shared);
    assert_ptr_equal(http_memory_alloc(SHARED - 16), shared);
    for (size_t i = 16; i < SHARED - 16; i++)
        assert_int_equal(shared[i], 0);
    char *alone = http_memory_realloc(shared, SHARED - 15);
    assert_int_equal((uintptr_t)alone % 4096, 16);
    assert_ptr_equal(http_memory_alloc(SHARED - 16), shared);
    http_memory_free(shared);
    http_memory_free(alone);
    char *copy = http_memory_strdup("text");
    assert_string_equal(copy, "text");
    http_memory_free(copy);
    http_memory_free(NULL);
    char *fresh = http_memory_realloc(NULL, 4);
    assert_non_null(fresh);
    http_memory_free(fresh);
    assert_null(http_memory_alloc(SIZE_MAX / 2 + 1));
    assert_null(http_memory_realloc(NULL, SIZE_MAX));
}

static void test_a_child_finds_no_key(void **state)
{
    int status = -1;
    (void)state;
    assert_int_equal(setenv("ROLLBOOK_TEST_KEY", "sk-very-secret", 1), 0);
    const char *in_environment = getenv("ROLLBOOK_TEST_KEY");
    char *key = http_key_take("ROLLBOOK_TEST_KEY");
    assert_string_equal(key, "sk-very-secret");
    assert_null(getenv("ROLLBOOK_TEST_KEY"));
    assert_int_equal(in_environment[0], '\0');
    pid_t pid = fork();
    if (pid == 0)
        _exit(key[0] == '\0' ? 0 : 1);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_string_equal(key, "sk-very-secret");
    http_key_free(key);
    assert_null(http_key_take("ROLLBOOK_TEST_KEY"));
    assert_int_equal(setenv("ROLLBOOK_TEST_KEY", "", 1), 0);
    assert_null(http_key_take("ROLLBOOK_TEST_KEY"));
    http_key_free(NULL);
    /* Who holds others' keys is not looked into. */
    pid = fork();
    if (pid == 0) {
        http_hide_process();
        _exit(prctl(PR_GET_DUMPABLE));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_retry_table),
        cmocka_unit_test(test_backoff_doubles_and_obeys),
        cmocka_unit_test(test_retry_after),
        cmocka_unit_test(test_statuses_that_may_pass),
        cmocka_unit_test(test_dates_to_come_back_at),
        cmocka_unit_test(test_limit_grows_by_full_windows_only),
        cmocka_unit_test(test_limit_halves_once_a_window),
        cmocka_unit_test(test_limit_shrinks_when_answers_queue),
        cmocka_unit_test(test_limit_step_by_step),
        cmocka_unit_test(test_urls),
        cmocka_unit_test(test_memory_is_aligned_and_reused),
        cmocka_unit_test(test_memory_comes_in_these_sizes),
        cmocka_unit_test(test_a_child_finds_no_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
