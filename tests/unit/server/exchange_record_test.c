/* exchange_record_test.c - the parts of an exchange in the spool: what was put is got, and what is
 * broken is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/server/spool/exchange.h"

static void test_a_beginning_is_read_back(void **state)
{
    static const struct {
        const char *body;
        size_t len;
    } bodies[] = { { "{\"n\":1}", 7 }, { "", 0 }, { "a\nb\n", 4 }, { "\0\xff", 2 } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct err err = { 0 };
        struct transcript x = { .detail = "" };
        struct tags tags = tags_none;
        tags.run = "r";
        tags.sample = 3;
        exchange_put_begin(&text, "chat", "/v1/chat", &tags, bodies[i].body, bodies[i].len);
        assert_int_equal(exchange_get_begin(buf_text(&text), text.len, &a, &x, &err), 0);
        assert_string_equal(x.api, "chat");
        assert_string_equal(x.path, "/v1/chat");
        assert_string_equal(x.tags.run, "r");
        assert_null(x.tags.task);
        assert_int_equal(x.tags.sample, 3);
        assert_int_equal(x.tags.step, tags_none.step);
        assert_int_equal(x.request_len, bodies[i].len);
        assert_memory_equal(x.request, bodies[i].body, bodies[i].len);
    }
}

/* What stands in files of earlier processes is read, so the words stay as they are. */
static void test_the_words_of_each_part(void **state)
{
    static const struct exchange_head head = { 200, 17, "application/json", "gzip", "req-1" };
    static const struct exchange_head bare = { 404, -1, NULL, NULL, NULL };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct tags tags = tags_none;
    (void)state;
    tags.run = "r";
    exchange_put_begin(&text, "chat", "/v1", &tags, "{}", 2);
    assert_string_equal(buf_text(&text),
                        "{\"api\":\"chat\",\"path\":\"/v1\",\"tags\":{\"run\":\"r\"}}\n{}");
    buf_clear(&text);
    exchange_put_head(&text, &head);
    assert_string_equal(buf_text(&text),
                        "{\"status\":200,\"length\":17,\"content_type\":\"application/json\","
                        "\"content_encoding\":\"gzip\",\"request_id\":\"req-1\"}");
    buf_clear(&text);
    exchange_put_head(&text, &bare);
    assert_string_equal(buf_text(&text), "{\"status\":404,\"length\":-1}");
    buf_clear(&text);
    exchange_put_end(&text, "answered", "well", 0.5, 2);
    assert_string_equal(buf_text(&text), "{\"end\":\"answered\",\"detail\":\"well\","
                                         "\"first_byte_ms\":0.5,\"total_ms\":2}");
}

static void assert_text(const char *got, const char *want)
{
    if (want == NULL)
        assert_null(got);
    else
        assert_string_equal(got, want);
}

static void test_a_head_is_read_back(void **state)
{
    static const struct exchange_head heads[] = {
        { 200, 17, "application/json", "gzip", "req-1" },
        { 404, -1, NULL, "identity", NULL },
        { 999, 0, "text/event-stream", NULL, NULL },
        { 1, INT64_C(1) << 40, NULL, NULL, "req-2" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct err err = { 0 };
        struct transcript x = { .detail = "" };
        exchange_put_head(&text, &heads[i]);
        assert_int_equal(exchange_get_head(buf_text(&text), text.len, &a, &x, &err), 0);
        assert_int_equal(x.status, heads[i].status);
        assert_int_equal(x.length, heads[i].length);
        assert_text(x.content_type, heads[i].content_type);
        assert_text(x.content_encoding, heads[i].content_encoding);
        assert_text(x.request_id, heads[i].request_id);
    }
}

/* A status of three digits at most; another is none. */
static void test_statuses_that_are_none(void **state)
{
    static const struct {
        const char *text;
        int want;
    } cases[] = { { "{\"status\":999}", 999 },
                  { "{\"status\":1000}", 0 },
                  { "{\"status\":-1}", 0 },
                  { "{\"status\":\"200\"}", 0 },
                  { "{}", 0 } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct transcript x = { .length = -1 };
        assert_int_equal(exchange_get_head(cases[i].text, strlen(cases[i].text), &a, &x, &err), 0);
        assert_int_equal(x.status, cases[i].want);
        assert_int_equal(x.length, -1);
    }
}

static void assert_ms(double got, double want)
{
    assert_int_equal(isnan(got), isnan(want));
    assert_true(isnan(want) || fabs(got - want) < 1e-9);
}

static void test_an_end_is_read_back(void **state)
{
    static const struct {
        const char *end, *detail;
        double first_byte_ms, total_ms;
    } cases[] = { { "answered", "", 12.5, 40.25 }, { "cut", "reset by peer", (double)NAN, 7 } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct err err = { 0 };
        struct transcript x = { .detail = NULL };
        exchange_put_end(&text, cases[i].end, cases[i].detail, cases[i].first_byte_ms,
                         cases[i].total_ms);
        assert_int_equal(strstr(buf_text(&text), "first_byte_ms") != NULL,
                         !isnan(cases[i].first_byte_ms));
        assert_int_equal(exchange_get_end(buf_text(&text), text.len, &a, &x, &err), 0);
        assert_string_equal(x.end, cases[i].end);
        assert_string_equal(x.detail, cases[i].detail);
        assert_ms(x.first_byte_ms, cases[i].first_byte_ms);
        assert_ms(x.total_ms, cases[i].total_ms);
    }
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct transcript x = { .detail = NULL };
    assert_int_equal(exchange_get_end("{}", 2, &a, &x, &err), 0);
    assert_string_equal(x.detail, "");
    assert_null(x.end);
    assert_true(isnan(x.total_ms));
}

typedef int get_function(const char *text, size_t len, struct arena *a, struct transcript *out,
                         struct err *err);

static void test_what_is_broken_is_refused(void **state)
{
    static const struct {
        get_function *get;
        const char *text, *why; /* why: a part of it */
    } cases[] = {
        { exchange_get_begin, "", "the beginning of an exchange: no line" },
        { exchange_get_begin, "{\"api\":\"a\",\"path\":\"p\",\"tags\":{}}",
          "the beginning of an exchange: no line" },
        { exchange_get_begin, "[]\n", "the beginning of an exchange: no object" },
        { exchange_get_begin, "{\"api\n", "the beginning of an exchange:1:" },
        { exchange_get_begin, "{\"api\":\"a\",\"tags\":{}}\n", "no api or path" },
        { exchange_get_begin, "{\"path\":\"p\",\"tags\":{}}\n", "no api or path" },
        { exchange_get_begin, "{\"api\":7,\"path\":\"p\",\"tags\":{}}\n", "no api or path" },
        { exchange_get_head, "7", "the head of an answer: no object" },
        { exchange_get_head, "", "the head of an answer" },
        { exchange_get_end, "\"end\"", "the end of an exchange: no object" },
        { exchange_get_end, "{", "the end of an exchange" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct transcript x = { .detail = "" };
        int rc = cases[i].get(cases[i].text, strlen(cases[i].text), &a, &x, &err);
        if (rc != ERR_INTEGRITY || strstr(err.msg, cases[i].why) == NULL)
            fail_msg("%zu: %d, '%s'", i, rc, err.msg);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_beginning_is_read_back),
        cmocka_unit_test(test_the_words_of_each_part),
        cmocka_unit_test(test_a_head_is_read_back),
        cmocka_unit_test(test_statuses_that_are_none),
        cmocka_unit_test(test_an_end_is_read_back),
        cmocka_unit_test(test_what_is_broken_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
