/* python_literal_test.c - Python's repr as JSON, and refusal of anything else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ingest/kernelbench/python_literal.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/json/json.h"

static void test_literals(void **state)
{
    (void)state;
    static const struct {
        const char *python, *json; /* NULL: refused */
    } cases[] = {
        { "{}", "{}" },
        { "[]", "[]" },
        { "()", "[]" },
        { "(1,)", "[1]" },
        { "{'a': 1, 'b': [True, False, None]}", "{\"a\":1,\"b\":[true,false,null]}" },
        { "{'a': -1.5e-07, 2: 'x'}", "{\"a\":-1.5e-07,\"2\":\"x\"}" },
        { "[nan, inf, -inf]", "[NaN,Infinity,-Infinity]" },
        { "\"it's\"", "\"it's\"" },
        { "'say \"hi\"\\n'", "\"say \\\"hi\\\"\\n\"" },
        { "'\\x41\\u00e9\\\\'", "\"A\303\251\\\\\"" },
        { "'\\x00\\ud800'", "\"\357\277\275\357\277\275\"" },
        { "{'e': RuntimeError('a, b}'), 'f': 1}", "{\"e\":\"RuntimeError('a, b}')\",\"f\":1}" },
        { "{'t': torch.Size([1, 2])}", "{\"t\":\"torch.Size([1, 2])\"}" },
        { "{'c': <class 'x.Y'>}", "{\"c\":\"<class 'x.Y'>\"}" },
        { "[1_000, 01, .5, 1.]", "[\"1_000\",\"01\",\".5\",\"1.\"]" },
        { "{'a': {'b': ({},)}}", "{\"a\":{\"b\":[{}]}}" },
        { "{'a' 1}", NULL },
        { "{'a': 1", NULL },
        { "['a', 'b", NULL },
        { "[1, 2}", NULL },
        { "{'a': '\\x4'}", NULL },
        { "", NULL },
        { "{,}", NULL },
        { "[1,,2]", NULL },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct buf out = { 0 };
        const char *text = cases[i].python;
        const char *end = python_literal_to_json(text, text + strlen(text), &out);
        if (cases[i].json == NULL) {
            assert_null(end);
        } else {
            assert_ptr_equal(end, text + strlen(text));
            assert_string_equal(buf_text(&out), cases[i].json);
        }
        buf_release(&out);
    }
}

static void test_stops_behind_the_literal(void **state)
{
    (void)state;
    static const char text[] = "{'a': 1} runtime=4";
    struct buf out = { 0 };
    const char *end = python_literal_to_json(text, text + strlen(text), &out);
    assert_string_equal(end, " runtime=4");
    buf_release(&out);
}

static void test_deep_nesting_is_refused(void **state)
{
    (void)state;
    char text[2000];
    struct buf out = { 0 };
    memset(text, '[', sizeof(text));
    assert_null(python_literal_to_json(text, text + sizeof(text), &out));
    buf_release(&out);
}

/* Whatever is accepted must be JSON. */
static void test_random_text(void **state)
{
    (void)state;
    static const char telling[] = "{}[]()<>'\",:\\ 01.-eTnuxa";
    size_t accepted = 0;
    for (unsigned round = 0; round < 200000; round++) {
        struct rng r;
        char text[24];
        struct buf out = { 0 };
        struct err err = { 0 };
        rng_init(&r, 20240602, RNG_TRIAL, round, 0, 0);
        size_t n = 1 + rng_below(&r, sizeof(text));
        for (size_t i = 0; i < n; i++)
            text[i] = telling[rng_below(&r, sizeof(telling) - 1)];
        if (python_literal_to_json(text, text + n, &out) != NULL) {
            struct json *j = json_parse("literal", buf_text(&out), out.len, &err);
            if (j == NULL)
                fail_msg("'%.*s' gives '%s': %s", (int)n, text, buf_text(&out), err.msg);
            json_free(j);
            accepted++;
        }
        buf_release(&out);
    }
    assert_true(accepted > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_literals),
        cmocka_unit_test(test_stops_behind_the_literal),
        cmocka_unit_test(test_deep_nesting_is_refused),
        cmocka_unit_test(test_random_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
