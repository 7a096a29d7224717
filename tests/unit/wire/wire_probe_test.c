/* wire_probe_test.c - facts of a server as one object; facts that are hostile or not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/wire/wire_probe.h"
#include "src/wire/wire_score.h"

static void test_a_probe_is_one_object(void **state)
{
    struct wire_probe p = {
        .server = wire_find_server("vllm"),
        .scoring = WIRE_SCORE_PROMPT_LOGPROBS,
        .base_url = "http://h/v1",
        .model = "m\"1",
        .models = "{\"data\":[{\"id\":\"other\",\"max_model_len\":1},{\"id\":\"m\\\"1\","
                  "\"created\":7,\"max_model_len\":4096,\"root\":null,\"owned_by\":\"vllm\"}]}",
        .version = "{\"version\":\"0.11\"}",
    };
    struct buf out = { 0 };
    (void)state;
    wire_put_probe(&p, &out);
    assert_string_equal(
        buf_text(&out),
        "{\"server\":\"vllm\",\"recognised\":true,\"version\":\"0.11\",\"base_url\":\"http://h/"
        "v1\","
        "\"model\":\"m\\\"1\",\"model_facts\":{\"owned_by\":\"vllm\",\"max_model_len\":4096},"
        "\"server_facts\":{},\"capabilities\":{\"logprob_semantics\":\"raw\","
        "\"max_top_logprobs\":20,\"token_ids\":true,\"tokenize\":true,\"seed\":true,\"n\":true,"
        "\"top_k\":true,\"scoring\":\"prompt_logprobs\",\"echo\":false,\"prompt_logprobs\":true,"
        "\"scored_semantics\":\"raw\"}}");
    buf_clear(&out);
    p.models = "[";
    p.props = "{\"default_generation_settings\":[],\"build_info\":{},\"total_slots\":\"\\ud800\"}";
    p.version = "7";
    wire_put_probe(&p, &out);
    assert_non_null(strstr(buf_text(&out), "\"version\":null"));
    assert_non_null(strstr(buf_text(&out), "\"model_facts\":{}"));
    buf_release(&out);
}

/* Facts of a server that the user named, and of one that nobody knows. */
static void test_probes_of_other_servers(void **state)
{
    static const struct {
        const char *server;
        bool configured;
        enum wire_scoring scoring;
        const char *models, *props, *version, *want;
    } rows[] = {
        { "llama.cpp", true, WIRE_SCORE_STEPS,
          "{\"data\":[{\"id\":\"m\",\"owned_by\":\"llamacpp\",\"root\":\"r\",\"parent\":1.5}]}",
          "{\"build_info\":\"b1\",\"model_path\":\"/m\",\"total_slots\":4,"
          "\"default_generation_settings\":{\"n_ctx\":512}}",
          NULL,
          "{\"server\":\"llama.cpp\",\"recognised\":false,\"version\":\"b1\",\"base_url\":\"u\","
          "\"model\":\"m\",\"model_facts\":{\"owned_by\":\"llamacpp\",\"root\":\"r\",\"parent\":1."
          "5},\"server_facts\":{\"build_info\":\"b1\",\"model_path\":\"/"
          "m\",\"total_slots\":4,\"n_ctx\":512},\"capabilities\":{\"logprob_semantics\":\"raw\","
          "\"max_top_logprobs\":20,\"token_ids\":true,\"tokenize\":true,\"seed\":true,\"n\":false,"
          "\"top_k\":true,\"scoring\":\"steps\",\"echo\":false,\"prompt_logprobs\":false,\"scored_"
          "semantics\":\"raw\"}}" },
        { "sglang", false, WIRE_SCORE_GENERATE, NULL, NULL,
          "{\"version\":\"0.5\",\"model_path\":\"/m\",\"weight_version\":\"w\"}",
          "{\"server\":\"sglang\",\"recognised\":true,\"version\":\"0.5\",\"base_url\":\"u\","
          "\"model\":\"m\",\"model_facts\":{},\"server_facts\":{\"model_path\":\"/"
          "m\",\"weight_version\":\"w\"},\"capabilities\":{\"logprob_semantics\":\"temperature-"
          "scaled\",\"max_top_logprobs\":20,\"token_ids\":true,\"tokenize\":true,\"seed\":true,"
          "\"n\":true,\"top_k\":true,\"scoring\":\"generate\",\"echo\":false,\"prompt_logprobs\":"
          "false,\"scored_semantics\":\"raw\"}}" },
        { "other", false, WIRE_SCORE_NONE, "{\"data\":[7,{\"id\":\"other\"}]}", NULL,
          "{\"version\":7}",
          "{\"server\":\"other\",\"recognised\":false,\"version\":null,\"base_url\":\"u\","
          "\"model\":\"m\",\"model_facts\":{},\"server_facts\":{},\"capabilities\":{\"logprob_"
          "semantics\":\"unknown\",\"max_top_logprobs\":5,\"token_ids\":false,\"tokenize\":false,"
          "\"seed\":true,\"n\":false,\"top_k\":false,\"scoring\":\"none\",\"echo\":false,\"prompt_"
          "logprobs\":false}}" },
        { "llama-cpp-python", false, WIRE_SCORE_ECHO, NULL, NULL, NULL,
          "{\"server\":\"llama-cpp-python\",\"recognised\":true,\"version\":null,\"base_url\":"
          "\"u\",\"model\":\"m\",\"model_facts\":{},\"server_facts\":{},\"capabilities\":{"
          "\"logprob_semantics\":\"raw\",\"max_top_logprobs\":20,\"token_ids\":false,\"tokenize\":"
          "false,\"seed\":true,\"n\":false,\"top_k\":true,\"scoring\":\"echo\",\"echo\":true,"
          "\"prompt_logprobs\":false,\"scored_semantics\":\"raw\"}}" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf CLEANUP(buf_release) got = { 0 };
        const struct wire_probe p = { .server = wire_find_server(rows[i].server),
                                      .configured = rows[i].configured,
                                      .scoring = rows[i].scoring,
                                      .base_url = "u",
                                      .model = "m",
                                      .models = rows[i].models,
                                      .props = rows[i].props,
                                      .version = rows[i].version };
        wire_put_probe(&p, &got);
        assert_string_equal(buf_text(&got), rows[i].want);
    }
}

static void test_the_first_model_of_a_list(void **state)
{
    static const struct {
        const char *models, *want;
    } rows[] = { { "{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}", "a" },
                 { "{\"data\":[{\"id\":7},{\"id\":\"b\"}]}", NULL },
                 { "{\"data\":[]}", NULL },
                 { "{\"data\":{\"id\":\"a\"}}", NULL },
                 { "[", NULL },
                 { NULL, NULL } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *got = wire_first_model(rows[i].models, &a);
        assert_string_equal(got == NULL ? "-" : got, rows[i].want == NULL ? "-" : rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_probe_is_one_object),
        cmocka_unit_test(test_probes_of_other_servers),
        cmocka_unit_test(test_the_first_model_of_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
