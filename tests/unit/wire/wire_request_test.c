/* wire_request_test.c - requests byte by byte, to every server of the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/wire/wire.h"

static void test_request_bytes(void **state)
{
    static const struct wire_message messages[] = { { "system", "be \"brief\"" },
                                                    { "user", "add" } };
    static const char *const stops[] = { "</k>" };
    struct buf out = { 0 };
    struct wire_request r = { .server = wire_find_server("vllm"),
                              .api = WIRE_CHAT,
                              .model = "m",
                              .messages = messages,
                              .n_messages = 2,
                              .n = 1,
                              .has_seed = true,
                              .seed = 7,
                              .temperature = 0.8,
                              .top_p = 1,
                              .top_k = -1,
                              .max_tokens = 64,
                              .stops = stops,
                              .n_stops = 1,
                              .logprobs = true };
    (void)state;
    wire_put_request(&r, &out);
    assert_string_equal(
        buf_text(&out),
        "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"be \\\"brief\\\"\"},"
        "{\"role\":\"user\",\"content\":\"add\"}],\"n\":1,\"seed\":7,\"temperature\":0.8,"
        "\"top_p\":1,\"top_k\":-1,\"min_p\":0,\"repetition_penalty\":1,\"max_tokens\":64,\"stop\":["
        "\"</k>\"],\"logprobs\":true,"
        "\"top_logprobs\":0,\"return_token_ids\":true,\"skip_special_tokens\":false,"
        "\"stream\":false}");
    buf_clear(&out);
    r.server = wire_find_server("openai");
    r.api = WIRE_COMPLETIONS;
    r.n_stops = 0;
    wire_put_request(&r, &out);
    assert_string_equal(buf_text(&out),
                        "{\"model\":\"m\",\"prompt\":\"be \\\"brief\\\"\\n\\nadd\",\"n\":1,"
                        "\"seed\":7,\"temperature\":0.8,\"top_p\":1,\"max_tokens\":64,"
                        "\"logprobs\":0,\"stream\":false}");
    buf_clear(&out);
    r.api = WIRE_CHAT;
    wire_put_request(&r, &out);
    assert_non_null(strstr(buf_text(&out), "\"max_completion_tokens\":64"));
    buf_clear(&out);
    r.server = wire_find_server("llama.cpp");
    wire_put_request(&r, &out);
    assert_non_null(strstr(buf_text(&out), "\"top_k\":0,\"min_p\":0,\"repeat_penalty\":1,"));
    assert_non_null(strstr(buf_text(&out), "\"logprobs\":true,\"top_logprobs\":1,"));
    buf_release(&out);
}

static const struct {
    const char *name, *chat, *completions;
} asked[] = {
    { "vllm",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"n\":3,\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"top_k\":-1,\"min_p\":0,\"repetition_"
      "penalty\":1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"logprobs\":true,\"top_"
      "logprobs\":0,\"return_token_ids\":true,\"skip_special_tokens\":false,\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"n\":3,\"temperature\":0,\"top_p\":0.95,\"top_k\":0,"
      "\"min_p\":0,\"repetition_penalty\":1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],"
      "\"return_token_ids\":true,\"skip_special_tokens\":false,\"stream\":false}" },
    { "sglang",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"n\":3,\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"top_k\":5,\"min_p\":0,\"repetition_"
      "penalty\":1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"logprobs\":true,\"top_"
      "logprobs\":0,\"return_token_ids\":true,\"return_prompt_token_ids\":true,\"skip_special_"
      "tokens\":false,\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"n\":3,\"temperature\":0,\"top_p\":0.95,\"top_k\":-1,"
      "\"min_p\":0,\"repetition_penalty\":1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],"
      "\"return_token_ids\":true,\"skip_special_tokens\":false,\"stream\":false}" },
    { "llama.cpp",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"top_k\":0,\"min_p\":0,\"repeat_penalty\":"
      "1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"logprobs\":true,\"top_logprobs\":1,"
      "\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"temperature\":0,\"top_p\":0.95,\"top_k\":0,\"min_"
      "p\":0,\"repeat_penalty\":1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"stream\":"
      "false}" },
    { "llama-cpp-python",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"top_k\":5,\"min_p\":0,\"repeat_penalty\":"
      "1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"logprobs\":true,\"top_logprobs\":0,"
      "\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"temperature\":0,\"top_p\":0.95,\"top_k\":0,\"min_"
      "p\":0,\"repeat_penalty\":1,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"stream\":"
      "false}" },
    { "openai",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"n\":3,\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"max_completion_tokens\":64,\"stop\":["
      "\"a\",\"\\\"\"],\"logprobs\":true,\"top_logprobs\":0,\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"n\":3,\"temperature\":0,\"top_p\":0.95,\"max_"
      "tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"stream\":false}" },
    { "tensorrt-llm",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"n\":3,\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"top_k\":5,\"max_tokens\":64,\"stop\":["
      "\"a\",\"\\\"\"],\"logprobs\":true,\"top_logprobs\":0,\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"n\":3,\"temperature\":0,\"top_p\":0.95,\"top_k\":0,"
      "\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],\"stream\":false}" },
    { "ollama",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],"
      "\"logprobs\":true,\"top_logprobs\":0,\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"temperature\":0,\"top_p\":0.95,\"max_tokens\":64,"
      "\"stop\":[\"a\",\"\\\"\"],\"stream\":false}" },
    { "other",
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],\"seed\":"
      "2147483647,\"temperature\":0,\"top_p\":0.95,\"max_tokens\":64,\"stop\":[\"a\",\"\\\"\"],"
      "\"logprobs\":true,\"top_logprobs\":0,\"stream\":false}",
      "{\"model\":\"m\",\"prompt\":\"u\",\"temperature\":0,\"top_p\":0.95,\"max_tokens\":64,"
      "\"stop\":[\"a\",\"\\\"\"],\"stream\":false}" }
};

/* Everything is asked for: each server gets what it takes, and nothing else. */
static void test_what_each_server_is_asked(void **state)
{
    static const struct wire_message messages[] = { { "user", "u" } };
    static const char *const stops[] = { "a", "\"" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(asked); i++) {
        struct buf CLEANUP(buf_release) chat = { 0 };
        struct buf CLEANUP(buf_release) completions = { 0 };
        struct wire_request r = { .server = wire_find_server(asked[i].name),
                                  .api = WIRE_CHAT,
                                  .model = "m",
                                  .messages = messages,
                                  .n_messages = 1,
                                  .n = 3,
                                  .has_seed = true,
                                  .seed = 2147483647,
                                  .temperature = 0,
                                  .top_p = 0.95,
                                  .top_k = i % 2 == 0 ? -1 : 5,
                                  .max_tokens = 64,
                                  .stops = stops,
                                  .n_stops = 2,
                                  .logprobs = true,
                                  .prompt_ids = true };
        wire_put_request(&r, &chat);
        r.api = WIRE_COMPLETIONS;
        r.has_seed = r.logprobs = r.prompt_ids = false;
        r.top_k = i % 2 == 0 ? 0 : -1;
        wire_put_request(&r, &completions);
        assert_string_equal(buf_text(&chat), asked[i].chat);
        assert_string_equal(buf_text(&completions), asked[i].completions);
    }
    assert_null(wire_servers[ARRAY_LEN(asked)].name);
    assert_string_equal(wire_path(WIRE_CHAT), "/chat/completions");
    assert_string_equal(wire_path(WIRE_COMPLETIONS), "/completions");
}

/* "name semantics scoring of-scores at-0.5 version tokenize top logprobs: flags". */
static void test_what_each_server_is_said_to_do(void **state)
{
    static const char *const want[] = {
        "vllm raw 1 raw 1 /version prompt 0-20: many ids keep",
        "sglang temperature-scaled 3 raw 0.5 /get_server_info prompt 0-20: many ids prompt keep",
        "llama.cpp raw 4 raw 1 - content 1-20: template in-logprobs",
        "llama-cpp-python raw 2 raw 1 - - 0-20:",
        "openai unknown 0 unknown nan - - 0-20: many",
        "tensorrt-llm unknown 0 unknown nan /version - 0-1: many",
        "ollama unknown 0 unknown nan /api/version - 0-20:",
        "other unknown 0 unknown nan - - 0-5:",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        const struct wire_server *s = &wire_servers[i];
        struct buf CLEANUP(buf_release) got = { 0 };
        buf_printf(&got, "%s %s %d %s %g %s %s %d-%d:%s%s%s%s%s%s", s->name,
                   wire_semantics_name(s->semantics), (int)s->scoring,
                   wire_semantics_name(s->prompt_semantics), wire_logprob_temperature(s, 0.5),
                   s->version_path == NULL ? "-" : s->version_path,
                   s->tokenize == NULL ? "-" : s->tokenize, s->least_top_logprobs,
                   s->max_top_logprobs, s->many ? " many" : "", s->return_token_ids ? " ids" : "",
                   s->return_prompt_ids ? " prompt" : "", s->apply_template ? " template" : "",
                   s->ids_in_logprobs ? " in-logprobs" : "", s->keep_special ? " keep" : "");
        assert_string_equal(buf_text(&got), want[i]);
    }
}

static void test_servers_are_told_apart(void **state)
{
    static const struct {
        const char *url, *models, *props, *name;
    } rows[] = {
        { "http://h:8000/v1", "{\"data\":[{\"id\":\"m\",\"owned_by\": \"vllm\"}]}", NULL, "vllm" },
        { "http://h:30000/v1", "{\"data\":[{\"owned_by\" :\"sglang\"}]}", NULL, "sglang" },
        { "http://h:8080/v1", "{\"data\":[{\"owned_by\":\"llamacpp\"}]}", NULL, "llama.cpp" },
        { "http://h:8080/v1", "{}", "{\"total_slots\":4}", "llama.cpp" },
        { "https://api.openai.com/v1", NULL, NULL, "openai" },
        { "http://h:11434/v1", NULL, NULL, "ollama" },
        { "http://h/v1", "{\"data\":[{\"owned_by\":\"me\"}]}", "not json", "other" },
        { "http://h/v1", "{\"data\":[{\"owned_by\": \"me\", \"permissions\": []}]}", NULL,
          "llama-cpp-python" },
        { "http://h/v1", NULL, NULL, "other" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_string_equal(wire_recognise_server(rows[i].url, rows[i].models, rows[i].props)->name,
                            rows[i].name);
    assert_null(wire_find_server("nobody"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_request_bytes),
        cmocka_unit_test(test_what_each_server_is_asked),
        cmocka_unit_test(test_what_each_server_is_said_to_do),
        cmocka_unit_test(test_servers_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
