/*
 * wire_test.c - every dialect's answers, requests byte by byte, and bodies no server should send.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/wire/wire.h"

static int read_text(const char *body, struct arena *a, struct wire_answer *out, struct err *err)
{
    return wire_read_answer("answer", body, strlen(body), a, out, err);
}

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

/* llama.cpp has one entry for two tokens of one character. */
static void test_tokens_without_logprob_are_counted(void **state)
{
    static const struct {
        const char *finish, *usage;
        size_t missing;
    } rows[] = {
        { "length", "{\"completion_tokens\":2}", 0 },
        { "length", "{\"completion_tokens\":3}", 1 },
        { "stop", "{\"completion_tokens\":3}", 0 },
        { "stop", "{\"completion_tokens\":4}", 2 },
        { "length", "{}", 0 },
        { "stop",
          "{\"completion_tokens\":9,\"completion_tokens_details\":{\"reasoning_tokens\":7}}", 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct wire_answer w;
        struct err err = { 0 };
        const char *body = arena_printf(
            &a,
            "{\"choices\":[{\"message\":{\"content\":\"ab\"},\"finish_reason\":\"%s\",\"logprobs\":"
            "{"
            "\"content\":[{\"id\":1,\"token\":\"a\",\"logprob\":-1},{\"id\":2,\"token\":\"b\","
            "\"logprob\":-2}]}}],\"usage\":%s}",
            rows[i].finish, rows[i].usage);
        assert_int_equal(wire_read_answer("t", body, strlen(body), &a, &w, &err), 0);
        assert_int_equal(w.choices[0].n_missing, rows[i].missing);
        assert_int_equal(w.choices[0].token_ids != NULL, rows[i].missing == 0);
        arena_release(&a);
    }
}

/* One more than usage counts may be the end; three times as many are another text's. */
static void test_logprobs_that_cannot_be_the_text_s_are_dropped(void **state)
{
    static const struct {
        const char *content, *usage;
        size_t kept, surplus;
    } rows[] = {
        { "\"abc\"", "{\"completion_tokens\":3}", 3, 0 },
        { "\"abc\"", "{\"completion_tokens\":2}", 3, 0 },
        { "\"abc\"", "{\"completion_tokens\":1}", 0, 3 },
        { "\"abc\"", "{}", 3, 0 },
        { "\"\"", "{\"completion_tokens\":3}", 0, 3 },
        { "null", "{}", 0, 3 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct wire_answer w;
        struct err err = { 0 };
        const char *body = arena_printf(
            &a,
            "{\"choices\":[{\"message\":{\"content\":%s},\"finish_reason\":\"stop\",\"logprobs\":{"
            "\"content\":[{\"token\":\"a\",\"logprob\":-1},{\"token\":\"b\",\"logprob\":-2},"
            "{\"token\":\"c\",\"logprob\":-2}]}}],\"usage\":%s}",
            rows[i].content, rows[i].usage);
        assert_int_equal(wire_read_answer("t", body, strlen(body), &a, &w, &err), 0);
        assert_int_equal(w.choices[0].n_tokens, rows[i].kept);
        assert_int_equal(w.choices[0].n_surplus, rows[i].surplus);
        assert_int_equal(w.choices[0].logprobs != NULL, rows[i].kept > 0);
        arena_release(&a);
    }
}

static void test_an_answer_of_many_tokens(void **state)
{
    enum { N = 3000 };
    struct arena a = { 0 };
    struct buf body = { 0 };
    struct wire_answer w;
    struct err err = { 0 };
    (void)state;
    buf_puts(&body, "{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\","
                    "\"logprobs\":{\"content\":[");
    for (int i = 0; i < N; i++)
        buf_printf(&body, "%s{\"id\":%d,\"token\":\"t\",\"logprob\":-%d}", i > 0 ? "," : "", i + 7,
                   i);
    buf_puts(&body, "]}}]}");
    assert_int_equal(read_text(buf_text(&body), &a, &w, &err), 0);
    const struct wire_choice *c = &w.choices[0];
    assert_int_equal(c->n_tokens, N);
    assert_non_null(c->token_ids);
    for (int i = 0; i < N; i++) {
        assert_int_equal(c->token_ids[i], i + 7);
        assert_int_equal((int)c->logprobs[i], -i);
    }
    buf_release(&body);
    arena_release(&a);
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

/* A text of a model whose tokens end within characters holds more of them than good ones. */
static void test_every_byte_is_repaired(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct wire_answer w;
    struct buf body = { 0 };
    (void)state;
    buf_puts(&body, "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"");
    for (int i = 0; i < 500; i++)
        buf_puts(&body, "\xFF");
    buf_puts(&body, "\"}}]}");
    assert_int_equal(read_text(buf_text(&body), &a, &w, &err), 0);
    assert_int_equal(w.n_repairs, 500);
    assert_int_equal(strlen(w.choices[0].text), 1500);
    buf_release(&body);
    arena_release(&a);
}

static void test_chat_with_ids(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct wire_answer w;
    (void)state;
    assert_int_equal(
        read_text("{\"model\":\"m1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                  "\"content\":\"hi\",\"reasoning_content\":\"\",\"reasoning\":\"hm\"},"
                  "\"finish_reason\":\"stop\",\"token_ids\":[12,9],\"logprobs\":{\"content\":["
                  "{\"token\":\"h\",\"logprob\":-0.5,\"bytes\":[104]},"
                  "{\"token\":\"i\",\"logprob\":-1.25}]}}],\"usage\":{\"prompt_tokens\":3,"
                  "\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":1},"
                  "\"completion_tokens_details\":{\"reasoning_tokens\":1}}}",
                  &a, &w, &err),
        0);
    assert_int_equal(w.n_choices, 1);
    const struct wire_choice *c = &w.choices[0];
    assert_string_equal(c->text, "hi");
    assert_string_equal(c->reasoning, "hm");
    assert_string_equal(c->reasoning_field, "reasoning");
    assert_string_equal(c->finish_reason, "stop");
    assert_int_equal(c->n_tokens, 2);
    assert_true(fabsf(c->logprobs[1] + 1.25F) < 1e-9F);
    assert_int_equal(c->token_ids[0], 12);
    assert_int_equal(w.prompt_tokens, 3);
    assert_int_equal(w.cached_tokens, 1);
    assert_int_equal(w.reasoning_tokens, 1);
    assert_string_equal(w.model, "m1");
    arena_release(&a);
}

static void test_completions_of_old_servers(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct wire_answer w;
    (void)state;
    assert_int_equal(
        read_text("{\"choices\":[{\"index\":1,\"text\":\"hi\",\"finish_reason\":\"length\","
                  "\"logprobs\":{\"tokens\":[\"token_id:5\",\"token_id:6\"],"
                  "\"token_logprobs\":[null,-0.25],\"text_offset\":[0,1]}}]}",
                  &a, &w, &err),
        0);
    const struct wire_choice *c = &w.choices[0];
    assert_int_equal(c->index, 1);
    assert_int_equal(c->token_ids[1], 6);
    assert_true(isnan(c->logprobs[0]));
    assert_int_equal(c->n_null, 1);
    assert_int_equal(w.completion_tokens, -1);
    assert_null(w.model);
    arena_release(&a);
}

static void test_marks(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct wire_answer w;
    (void)state;
    assert_int_equal(
        read_text("{\"choices\":[{\"message\":{\"content\":\"abcde\"},\"token_ids\":[1],"
                  "\"logprobs\":{\"content\":[{\"logprob\":-9999.0},{\"logprob\":3},"
                  "{\"logprob\":NaN},{\"logprob\":1e-7},{\"id\":4}]}}]}",
                  &a, &w, &err),
        0);
    const struct wire_choice *c = &w.choices[0];
    assert_int_equal(c->n_tokens, 5);
    assert_int_equal(c->n_sentinel, 1);
    assert_int_equal(c->n_positive, 1);
    assert_int_equal(c->n_null, 2);
    assert_true(c->ids_do_not_fit);
    assert_null(c->token_ids);
    assert_string_equal(c->text, "abcde");
    assert_null(c->finish_reason);
    arena_release(&a);
}

static void test_hostile_text_is_repaired(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct wire_answer w;
    (void)state;
    assert_int_equal(read_text("{\"choices\":[{\"text\":\"a\\u0000b\\ud83dc\\ud83d\\ude00\\\\u0000"
                               "\xff\"}]}",
                               &a, &w, &err),
                     0);
    assert_int_equal(w.n_repairs, 3);
    assert_string_equal(w.choices[0].text, "a\xEF\xBF\xBD"
                                           "b\xEF\xBF\xBD"
                                           "c\xF0\x9F\x98\x80\\u0000\xEF\xBF\xBD");
    arena_release(&a);
}

static void test_no_answers(void **state)
{
    static const struct {
        const char *body, *said;
    } rows[] = {
        { "", "" },
        { "{\"choices\":[{\"text\":\"cut", "" },
        { "[1,2]", "no choices" },
        { "{\"choices\":[]}", "no choices" },
        { "{\"choices\":{}}", "no choices" },
        { "{\"choices\":[7]}", "choice 0" },
        { "{\"error\":{\"message\":\"out of memory\"}}", "out of memory" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct wire_answer w;
        assert_int_equal(read_text(rows[i].body, &a, &w, &err), ERR_INTEGRITY);
        assert_non_null(strstr(err.msg, rows[i].said));
        arena_release(&a);
    }
}

static void test_errors_in_one_line(void **state)
{
    static const struct {
        const char *body, *line;
    } rows[] = {
        { "{\"error\":{\"message\":\"too\\nlong\",\"code\":400}}", "too long" },
        { "{\"error\":\"busy\"}", "busy" },
        { "{\"object\":\"error\",\"message\":\"bad\"}", "bad" },
        { "{\"detail\":\"Not Found\"}", "Not Found" },
        { "{\"detail\":[{\"loc\":[\"n\"],\"msg\":\"not a number\"}]}", "not a number" },
        { "<html>502\x1b[31m</html>", "<html>502\\x1b[31m</html>" },
        { "", "an empty answer" },
        { "{\"x\":1}", "{\"x\":1}" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf out = { 0 };
        wire_read_error(rows[i].body, strlen(rows[i].body), &out);
        assert_string_equal(buf_text(&out), rows[i].line);
        buf_release(&out);
    }
}

static void test_a_long_error_is_cut(void **state)
{
    struct buf out = { 0 };
    char body[2000];
    (void)state;
    memset(body, 'x', sizeof(body));
    wire_read_error(body, sizeof(body), &out);
    assert_int_equal(out.len, 512 + 4);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_request_bytes),
        cmocka_unit_test(test_logprobs_that_cannot_be_the_text_s_are_dropped),
        cmocka_unit_test(test_an_answer_of_many_tokens),
        cmocka_unit_test(test_servers_are_told_apart),
        cmocka_unit_test(test_chat_with_ids),
        cmocka_unit_test(test_completions_of_old_servers),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_tokens_without_logprob_are_counted),
        cmocka_unit_test(test_hostile_text_is_repaired),
        cmocka_unit_test(test_every_byte_is_repaired),
        cmocka_unit_test(test_no_answers),
        cmocka_unit_test(test_errors_in_one_line),
        cmocka_unit_test(test_a_long_error_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
