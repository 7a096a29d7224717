/* tinker_config_test.c - defaults, members and bounds of the policy "tinker", and its errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/sample/tinker/tinker_config.h"

#define SERVER "\"base_url\":\"http://127.0.0.1:8000//\",\"model\":\"m\""

static int parse(struct arena *a, struct tinker_config *out, struct err *err, const char *members)
{
    return tinker_config_parse(arena_printf(a, "{" SERVER "%s}", members), a, out, err);
}

static void test_defaults(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    CLEANUP(buf_release) struct buf facts = { 0 };
    struct tinker_config c;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(parse(&a, &c, &err, ""), 0);
    assert_string_equal(c.base_url, "http://127.0.0.1:8000");
    assert_string_equal(c.tokenizer, "m"); /* the model's own */
    assert_null(c.key_env);
    assert_int_equal(c.max_tokens, 4096);
    assert_int_equal(c.rank, 16);
    assert_string_equal(c.semantics, "unknown");
    tinker_config_put_sampling(&c, &facts);
    assert_string_equal(buf_text(&facts),
                        "{\"tokenizer\":\"m\",\"reasoning_effort\":null,\"system\":null,"
                        "\"top_p\":1,\"top_k\":-1,\"max_tokens\":4096}");
}

static void test_members(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct tinker_config c;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(parse(&a, &c, &err,
                           ",\"tokenizer\":\"bytes\",\"top_p\":0.5,\"rank\":4096,\"top_k\":-1,"
                           "\"logprob_semantics\":\"raw\",\"key_env\":\"K\",\"poll_ms\":1,"
                           "\"loss_reduction\":\"mean\""),
                     0);
    assert_string_equal(c.reduction, "mean");
    assert_string_equal(c.tokenizer, "bytes");
    assert_string_equal(c.semantics, "raw");
    assert_string_equal(c.key_env, "K");
    assert_true(c.top_p > 0.49 && c.top_p < 0.51);
    assert_int_equal(c.rank, 4096);
    assert_int_equal(c.poll_ms, 1);
}

static void test_errors(void **state)
{
    static const struct {
        const char *members, *words;
    } cases[] = {
        { ",\"rank\":0", "rank has to be a whole number from 1 to 4096" },
        { ",\"rank\":4097", "rank has to be" },
        { ",\"rank\":1.5", "rank has to be" },
        { ",\"top_p\":0", "top_p has to be a number above 0, at most 1" },
        { ",\"top_p\":1.01", "top_p has to be" },
        { ",\"system\":\"\"", "system has to be a text" },
        { ",\"template\":7", "template has to be a text" },
        { ",\"logprob_semantics\":\"true\"", "raw, scaled or unknown" },
        { ",\"loss_reduction\":\"token\"", "sum, mean or unknown" },
        { ",\"n\":1", "unknown member 'n'" },
    };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct tinker_config c;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct err err = { 0 };
        assert_int_equal(parse(&a, &c, &err, cases[i].members), ERR_USAGE);
        assert_non_null(strstr(err.msg, cases[i].words));
    }
    struct err err = { 0 };
    assert_int_equal(tinker_config_parse(NULL, &a, &c, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "base_url is missing"));
    assert_int_equal(tinker_config_parse("[]", &a, &c, &err), ERR_USAGE);
    assert_int_equal(tinker_config_parse("{\"base_url\":\"u\"}", &a, &c, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "model is missing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
