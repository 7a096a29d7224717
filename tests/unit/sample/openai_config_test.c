/* openai_config_test.c - defaults, members and bounds of the policy "openai", and its errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/sample/openai/openai_config.h"

#define URL "\"base_url\":\"http://127.0.0.1:8000/v1\""

static int parse(struct arena *a, struct openai_config *out, struct err *err, const char *members)
{
    const char *text = arena_printf(a, "{" URL "%s%s}", members[0] == '\0' ? "" : ",", members);
    return openai_config_parse(text, a, out, err);
}

static double number_of(const struct openai_config *c, const char *key)
{
    const struct {
        const char *key;
        double value;
    } numbers[] = { { "top_p", c->top_p },
                    { "top_k", c->top_k },
                    { "max_tokens", c->max_tokens },
                    { "n_per_request", c->n_per_request },
                    { "score_max_tokens", c->score_max_tokens },
                    { "max_in_flight", (double)c->max_in_flight },
                    { "max_attempts", c->max_attempts },
                    { "attempt_ms", (double)c->attempt_ms },
                    { "give_up_ms", (double)c->give_up_ms } };
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        if (strcmp(numbers[i].key, key) == 0)
            return numbers[i].value;
    fail_msg("%s is not a number", key);
    return 0;
}

static void test_numbers_are_taken_up_to_their_bounds_and_refused_beyond(void **state)
{
    static const struct {
        const char *key, *below, *least, *most, *above;
        double standard, want_least, want_most;
    } cases[] = {
        { "top_p", "0", "1e-9", "1", "1.0001", 1, 1e-9, 1 },
        { "top_k", "-2", "-1", "1000000000", "1000000001", -1, -1, 1e9 },
        { "max_tokens", "0", "1", "10000000", "10000001", 4096, 1, 1e7 },
        { "n_per_request", "0", "1", "128", "129", 1, 1, 128 },
        { "score_max_tokens", "0", "1", "10000000", "10000001", 8192, 1, 1e7 },
        { "max_in_flight", "0", "1", "1024", "1025", 64, 1, 1024 },
        { "max_attempts", "0", "1", "1000", "1001", 8, 1, 1000 },
        { "attempt_ms", "0", "1", "1000000000", "1000000001", 900000, 1, 1e9 },
        { "give_up_ms", "0", "1", "1000000000", "1000000001", 3600000, 1, 1e9 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct openai_config c;
        struct err err = { 0 };
        const char *refused[] = { cases[i].below, cases[i].above, "\"1\"", "null" };
        assert_int_equal(parse(&a, &c, &err, ""), 0);
        assert_float_equal(number_of(&c, cases[i].key), cases[i].standard, 0);
        const char *member = arena_printf(&a, "\"%s\":%s", cases[i].key, cases[i].least);
        assert_int_equal(parse(&a, &c, &err, member), 0);
        assert_float_equal(number_of(&c, cases[i].key), cases[i].want_least, 0);
        member = arena_printf(&a, "\"%s\":%s", cases[i].key, cases[i].most);
        assert_int_equal(parse(&a, &c, &err, member), 0);
        assert_float_equal(number_of(&c, cases[i].key), cases[i].want_most, 0);
        for (size_t r = 0; r < ARRAY_LEN(refused); r++) {
            member = arena_printf(&a, "\"%s\":%s", cases[i].key, refused[r]);
            if (parse(&a, &c, &err, member) != ERR_USAGE || strstr(err.msg, cases[i].key) == NULL)
                fail_msg("%s is not refused by its name: %s", member, err.msg);
        }
        member = arena_printf(&a, "\"%s\":1.5", cases[i].key);
        assert_int_equal(parse(&a, &c, &err, member), ERR_USAGE);
    }
}

static void test_texts_truths_and_lists(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct openai_config c;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(openai_config_parse("{\"base_url\":\"http://h/v1//\"}", &a, &c, &err), 0);
    assert_string_equal(c.base_url, "http://h/v1");
    assert_true(c.api == WIRE_CHAT && c.logprobs && c.keep_responses && c.n_stops == 0);
    assert_true(c.model == NULL && c.key_env == NULL && c.server == NULL && c.scoring == NULL &&
                c.system == NULL && c.template_name == NULL && c.hardware == NULL);
    assert_int_equal(
        parse(&a, &c, &err,
              "\"model\":\"m\",\"key_env\":\"K\",\"server\":\"vllm\",\"scoring\":\"echo\","
              "\"system\":\"s\",\"template\":\"t\",\"hardware\":\"h200\",\"api\":\"completions\","
              "\"logprobs\":false,\"keep_responses\":false,\"stop\":[\"a\",\"b\"]"),
        0);
    assert_string_equal(c.model, "m");
    assert_string_equal(c.key_env, "K");
    assert_string_equal(c.server, "vllm");
    assert_string_equal(c.scoring, "echo");
    assert_string_equal(c.system, "s");
    assert_string_equal(c.template_name, "t");
    assert_string_equal(c.hardware, "h200");
    assert_true(c.api == WIRE_COMPLETIONS && !c.logprobs && !c.keep_responses);
    assert_int_equal(c.n_stops, 2);
    assert_string_equal(c.stops[1], "b");
    struct buf CLEANUP(buf_release) text = { 0 };
    openai_config_put_sampling(&c, &text);
    assert_string_equal(buf_text(&text),
                        "{\"api\":\"completions\",\"system\":\"s\",\"top_p\":1,\"top_k\":-1,"
                        "\"max_tokens\":4096,\"stop\":[\"a\",\"b\"]}");
}

/* By default no other server gets the key. */
static void test_the_standard_key_belongs_to_its_server_alone(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct openai_config c;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(
        openai_config_parse("{\"base_url\":\"https://api.openai.com/v1\"}", &a, &c, &err), 0);
    assert_string_equal(c.key_env, "OPENAI_API_KEY");
    assert_int_equal(openai_config_parse("{\"base_url\":\"https://api.openai.com.example.org/v1\"}",
                                         &a, &c, &err),
                     0);
    assert_null(c.key_env);
}

static void test_what_is_wrong_is_named(void **state)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        { NULL, "base_url is missing" },
        { "{", "is not JSON" },
        { "[]", "has to be a JSON object" },
        { "{" URL ",\"modle\":\"m\"}", "unknown member 'modle'" },
        { "{" URL ",\"model\":\"\"}", "model has to be a text" },
        { "{" URL ",\"model\":7}", "model has to be a text" },
        { "{" URL ",\"logprobs\":1}", "logprobs has to be true or false" },
        { "{" URL ",\"api\":\"responses\"}", "api has to be" },
        { "{" URL ",\"api\":1}", "api has to be" },
        { "{" URL ",\"stop\":\"a\"}", "stop has to be a list of texts" },
        { "{" URL ",\"stop\":[1]}", "stop has to be a list of texts" },
        { "{" URL ",\"server\":\"nobody\"}", "unknown server 'nobody'" },
        { "{" URL ",\"scoring\":\"guess\"}", "scoring has to be none" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct openai_config c;
        struct err err = { 0 };
        if (openai_config_parse(cases[i].text, &a, &c, &err) != ERR_USAGE ||
            strstr(err.msg, cases[i].said) == NULL)
            fail_msg("case %zu: %s", i, err.msg);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_taken_up_to_their_bounds_and_refused_beyond),
        cmocka_unit_test(test_texts_truths_and_lists),
        cmocka_unit_test(test_the_standard_key_belongs_to_its_server_alone),
        cmocka_unit_test(test_what_is_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
