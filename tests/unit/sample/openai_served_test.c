/*
 * openai_served_test.c - what the policy "openai" asks its server, and what it makes of each
 * answer, held to texts that somebody has read: tests/approved/units/openai_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "src/sample/policy.h"
#include "tasks/task.h"
#include "tests/support/approved.h"
#include "tests/unit/sample/served.h"

static struct policy *open_policy(const char *members)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct policy *p = NULL;
    const char *config = arena_printf(&a,
                                      "{\"base_url\":\"http://%s/v1\",\"max_in_flight\":1,"
                                      "\"max_attempts\":1,\"max_tokens\":8%s}",
                                      script.address, members);
    int rc = policy_find("openai")->open(config, &p, &err);
    if (rc == 0)
        return p;
    script_add_log(&out);
    script_add_text(&out, arena_printf(&a, "not opened: %d %s\n", rc, err.msg));
    return NULL;
}

static struct policy *open_short(const char *members)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    return open_policy(
        arena_printf(&a, ",\"model\":\"m\",\"template\":\"%s\"%s", template_path, members));
}

static void test_what_a_server_is_found_to_be(void **state)
{
    static const struct {
        const char *members;
        struct script_rule models, props, version;
    } cases[] = {
        { "",
          { "models", 0, 200, "{\"data\":[{\"id\":\"first\",\"owned_by\":\"vllm\"}]}" },
          { "props", 0, 404, "" },
          { "version", 0, 200, "{\"version\":\"0.9\"}" } },
        { "",
          { "models", 0, 200, "{\"data\":[{\"id\":\"first\",\"owned_by\":\"sglang\"}]}" },
          { "props", 0, 404, "" },
          { "get_server_info", 0, 200, "{\"version\":\"0.5\"}" } },
        { "",
          { "models", 0, 200, "{\"data\":[{\"id\":\"first\",\"owned_by\":\"llamacpp\"}]}" },
          { "props", 0, 200, "{\"build_info\":\"b7\",\"total_slots\":2}" },
          { "version", 0, 404, "" } },
        { ",\"model\":\"mine\",\"server\":\"other\",\"scoring\":\"echo\"",
          { "models", 0, 404, "" },
          { "props", 0, 404, "" },
          { "version", 0, 404, "" } },
        { "", { "models", 0, 404, "" }, { "props", 0, 404, "" }, { "version", 0, 404, "" } },
        { ",\"model\":\"mine\"",
          { "models", 0, 401, "" },
          { "props", 0, 404, "" },
          { "version", 0, 404, "" } },
        { ",\"model\":\"mine\"",
          { "models", 0, 403, "" },
          { "props", 0, 404, "" },
          { "version", 0, 404, "" } },
        { ",\"model\":\"mine\",\"server\":\"ollama\",\"n_per_request\":2",
          { "models", 0, 404, "" },
          { "props", 0, 404, "" },
          { "version", 0, 404, "" } },
        { ",\"model\":\"mine\",\"server\":\"ollama\",\"n_per_request\":1",
          { "models", 0, 404, "" },
          { "props", 0, 404, "" },
          { "version", 0, 200, "{\"version\":\"1\"}" } },
        { ",\"key_env\":\"ROLLBOOK_NO_SUCH_KEY\"",
          { "models", 0, 404, "" },
          { "props", 0, 404, "" },
          { "version", 0, 404, "" } },
        { ",\"template\":\"no-such\"",
          { "models", 0, 404, "" },
          { "props", 0, 404, "" },
          { "version", 0, 404, "" } },
        { ",\"zz\":1",
          { "models", 0, 404, "" },
          { "props", 0, 404, "" },
          { "version", 0, 404, "" } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) facts = { 0 };
        char hash[65];
        struct err err = { 0 };
        SCRIPT(cases[i].models, cases[i].props, cases[i].version);
        buf_printf(&out, "case %zu\n", i);
        struct policy *p = open_policy(cases[i].members);
        if (p == NULL)
            continue;
        script_add_log(&out);
        p->vtable->sampling_facts(p, &facts);
        assert_int_equal(p->vtable->model_hash(p, hash, &err), 0);
        assert_int_equal(strlen(hash), 64);
        script_add_text(&out, p->vtable->server_facts(p));
        buf_printf(&out, "\n%s %u %d %s\n", p->vtable->model_name(p), p->vtable->open_caps(p),
                   (int)p->vtable->answer_form(p), buf_text(&facts));
        p->vtable->close(p);
    }
    approved_check_exactly("openai_opened", &out);
}

#define CHOICE(index, text)                                                                        \
    "{\"index\":" #index ",\"message\":{\"content\":\"" text "\"},\"finish_reason\":\"stop\","     \
    "\"logprobs\":{\"content\":[{\"token\":\"x\",\"logprob\":-0.5},{\"token\":\"y\",\"logprob\":"  \
    "-1.5}]},\"token_ids\":[7,8]}"
#define ANSWER(choices)                                                                            \
    "{\"model\":\"served\",\"choices\":[" choices "],\"usage\":{\"prompt_tokens\":5,"              \
    "\"completion_tokens\":2}}"
#define CHAT(answer)                                                                               \
    {                                                                                              \
        "completions", 0, 200, answer                                                              \
    }

static void test_samples_one_by_one(void **state)
{
    static const char *const members[] = {
        ",\"server\":\"vllm\",\"system\":\"Be brief\",\"top_p\":0.5,\"top_k\":7,\"stop\":[\"END\"]",
        ",\"server\":\"sglang\",\"keep_responses\":true",
        ",\"server\":\"llama.cpp\",\"logprobs\":false",
        ",\"server\":\"openai\"",
        ",\"server\":\"other\",\"api\":\"completions\"",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        SCRIPT({ "completions", 0, 200, ANSWER(CHOICE(0, "Hi")) });
        struct policy *p = open_short(members[i]);
        assert_non_null(p);
        struct sample_request q[] = { request_of(0, 0), request_of(1, 2), request_of(2, 0) };
        q[1].step = 3;
        q[1].turn = 2;
        q[1].temperature = 0.5;
        q[2].prompt = "Own";
        q[2].task = task_of("l1/19");
        draw(p, members[i], q, 3);
        p->vtable->close(p);
    }
    approved_check_exactly("openai_samples", &out);
}

/* Samples that share a request, and answers that lack some of them. */
static void test_samples_that_share_requests(void **state)
{
    static const char *const answers[] = {
        ANSWER(CHOICE(0, "a") "," CHOICE(1, "b")),
        ANSWER(CHOICE(1, "b") "," CHOICE(0, "a")),
        ANSWER(CHOICE(1, "b")),
        ANSWER(CHOICE(7, "b")),
        ANSWER("{\"index\":0,\"message\":{\"content\":\"a\"}}," CHOICE(1, "b")),
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        SCRIPT({ "completions", 1, 200, answers[i] },
               { "completions", 0, 200, ANSWER(CHOICE(0, "alone")) });
        struct policy *p = open_short(",\"server\":\"vllm\",\"n_per_request\":2");
        struct sample_request q[] = { request_of(0, 0), request_of(1, 0) };
        draw(p, arena_printf(&a, "answer %zu", i), q, 2);
        p->vtable->close(p);
    }
    SCRIPT({ "completions", 0, 200, ANSWER(CHOICE(0, "a") "," CHOICE(1, "b")) });
    struct policy *p = open_short(",\"server\":\"vllm\",\"n_per_request\":2,"
                                  "\"keep_responses\":true");
    struct sample_request q[] = { request_of(1, 0),  request_of(2, 0), request_of(3, 0),
                                  request_of(4, 0),  request_of(5, 1), request_of(6, 0),
                                  request_of(7, 0),  request_of(8, 0), request_of(9, 0),
                                  request_of(10, 0), request_of(11, 0) };
    q[6].prompt = "Own";
    q[8].step = 1;
    q[10].task = task_of("l1/19");
    draw(p, "who shares", q, ARRAY_LEN(q));
    p->vtable->close(p);
    approved_check_exactly("openai_shared", &out);
}

#define TOO_LONG "{\"error\":{\"message\":\"maximum context length is 8 tokens\"}}"

static void test_answers_that_hold_no_sample(void **state)
{
    static const struct {
        struct script_rule rule;
        size_t n_exchanges;
    } cases[] = {
        { { "completions", 0, 500, "{\"error\":{\"message\":\"broken\"}}" }, 0 },
        { { "completions", 1, 500, "{\"error\":{\"message\":\"broken\"}}" }, 0 },
        { { "completions", 0, 0, "" }, 0 },
        { { "completions", 0, 401, "no" }, 0 },
        { { "completions", 0, 403, "no" }, 0 },
        { { "completions", 0, 404, "no" }, 0 },
        { { "completions", 0, 200, "none" }, 0 },
        { { "completions", 0, 200, "{\"choices\":[]}" }, 0 },
        { { "completions", 0, 200, "{\"error\":{\"message\":\"in disguise\"}}" }, 0 },
        { { "completions", 0, 503, "busy" }, 0 },
        { { "completions", 1, 503, "busy" }, 0 },
        { { "completions", 0, 429, "busy" }, 0 },
        { { "completions", 1, 400, TOO_LONG }, 2 },
        { { "completions", 2, 400, TOO_LONG }, 2 },
        { { "completions", 1, 400, TOO_LONG }, 1 },
        { { "completions", 1, 400, TOO_LONG }, 0 },
        { { "completions", 1, 400, "{\"error\":{\"message\":\"no\"}}" }, 2 },
        { { "completions", 0, 200,
            "{\"choices\":[{\"message\":{\"content\":\"x\"},\"logprobs\":{\"content\":[{\"token\":"
            "\"x\",\"logprob\":3.5}]}}],\"usage\":{\"prompt_tokens\":3000000000}}" },
          0 },
        { { "completions", 0, 200,
            "{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"length\","
            "\"logprobs\":{\"content\":[{\"token\":\"x\",\"logprob\":-9999}]}}],\"usage\":"
            "{\"completion_tokens\":2}}" },
          0 },
        { { "completions", 0, 200, "{\"choices\":[{\"message\":{\"content\":\"x\"}}]}" }, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        SCRIPT(cases[i].rule, CHAT(ANSWER(CHOICE(0, "Hi"))));
        struct policy *p = open_short(",\"server\":\"vllm\",\"give_up_ms\":1");
        const struct sample_request q[] = { request_of(0, cases[i].n_exchanges), request_of(1, 0),
                                            request_of(2, 0) };
        draw(p, arena_printf(&a, "case %zu", i), q, 3);
        p->vtable->close(p);
    }
    for (int wait_s = 0; wait_s <= 90; wait_s = wait_s == 0 ? 1 : 90 * wait_s) {
        struct arena CLEANUP(arena_release) a = { 0 };
        SCRIPT({ "completions", 0, 500, "busy" });
        script.header = arena_printf(&a, "Retry-After: %d\r\n", wait_s);
        struct policy *p = open_short(",\"server\":\"vllm\",\"give_up_ms\":1");
        const struct sample_request q = request_of(0, 0);
        draw(p, arena_printf(&a, "after %d s", wait_s), &q, 1);
        script.header = NULL;
        p->vtable->close(p);
    }
    /* That it takes time is said. */
    SCRIPT({ "completions", 1, 200, ANSWER(CHOICE(0, "Hi")) }, { "completions", 1, 503, "busy" },
           CHAT(ANSWER(CHOICE(0, "Hi"))));
    struct policy *p = open_short(",\"server\":\"vllm\"");
    const struct sample_request q[] = { request_of(0, 0), request_of(1, 0) };
    draw(p, "waiting", q, 2);
    p->vtable->close(p);
    approved_check_exactly("openai_failures", &out);
}

static const int32_t tokens[] = { 7, 8 };

#define SCORED                                                                                     \
    "{\"choices\":[{\"prompt_logprobs\":[null,{\"5\":{\"logprob\":-3}},{\"7\":{\"logprob\":-0.5}}" \
    ",{\"8\":{\"logprob\":-1.5}}],\"prompt_token_ids\":[4,5]}]}"

static void test_scores_behind_the_prompts_own_tokens(void **state)
{
    const struct score_request q = {
        .task = task_of("l1/4"), .text = "xy", .text_len = 2, .n_tokens = 2, .token_ids = tokens
    };
    struct score_request without_ids = q, other = q;
    (void)state;
    without_ids.token_ids = NULL;
    without_ids.n_tokens = 0;
    other.prompt = "Own";
    SCRIPT({ "completions", 0, 200, SCORED }, { "tokenize", 0, 200, "{\"tokens\":[7,8]}" });
    struct policy *p = open_short(",\"server\":\"vllm\",\"system\":\"Be brief\"");
    score(p, "first", &q);
    score(p, "again, with the same prompt", &q);
    score(p, "with another prompt", &other);
    score(p, "without ids", &without_ids);
    other.token_ids = tokens + 1;
    other.n_tokens = 1;
    score(p, "one token", &other);
    score(p, "without a prompt", &(struct score_request){ .text = "xy" });
    p->vtable->close(p);
    static const char *const members[] = {
        ",\"server\":\"vllm\",\"score_max_tokens\":4",
        ",\"server\":\"vllm\",\"score_max_tokens\":3",
        ",\"server\":\"sglang\"",
        ",\"server\":\"openai\"",
        ",\"server\":\"vllm\",\"api\":\"completions\"",
    };
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        SCRIPT({ "completions", 0, 200, SCORED }, { "tokenize", 0, 200, "{\"tokens\":[7,8]}" },
               { "generate", 0, 200,
                 "{\"meta_info\":{\"input_token_logprobs\":[[null,4],[-3,5],[-0.5,7],[-1.5,8]],"
                 "\"completion_tokens\":1}}" });
        p = open_short(members[i]);
        score(p, members[i], &q);
        p->vtable->close(p);
    }
    approved_check_exactly("openai_scores", &out);
}

static const struct {
    const char *members;
    struct script_rule rules[4];
} unknown_ids[] = {
    { ",\"server\":\"vllm\"",
      { { "completions", 1, 200, "{\"choices\":[{}]}" },
        { "tokenize", 0, 200, "{\"tokens\":[4,5]}" },
        { "completions", 0, 200, SCORED } } },
    { ",\"server\":\"vllm\"",
      { { "completions", 1, 500, "{\"error\":\"no\"}" },
        { "tokenize", 0, 404, "" },
        { "completions", 0, 200, SCORED } } },
    { ",\"server\":\"vllm\"",
      { { "completions", 1, 0, "" },
        { "tokenize", 0, 200, "{\"tokens\":[4,5]}" },
        { "completions", 0, 200, SCORED } } },
    { ",\"server\":\"vllm\",\"api\":\"completions\"",
      { { "completions", 1, 200, "{\"choices\":[{}]}" },
        { "tokenize", 0, 404, "" },
        { "completions", 0, 200,
          "{\"choices\":[{\"prompt_logprobs\":[null,{\"7\":{\"logprob\":-0.5,"
          "\"decoded_token\":\"x\"}},{\"8\":{\"logprob\":-1.5,\"decoded_token\":\"y\"}}]}]"
          "}" } } },
    { ",\"server\":\"vllm\"",
      { { "completions", 2, 200, SCORED }, { "completions", 0, 500, "{\"error\":\"no\"}" } } },
    { ",\"server\":\"vllm\"",
      { { "completions", 1, 200, SCORED }, { "completions", 0, 400, "{\"error\":\"no\"}" } } },
    { ",\"server\":\"vllm\"", { { "completions", 1, 200, SCORED }, { "completions", 0, 0, "" } } },
    { ",\"server\":\"vllm\"",
      { { "completions", 1, 200, SCORED }, { "completions", 0, 200, "{}" } } },
    { ",\"server\":\"llama-cpp-python\",\"api\":\"completions\"",
      { { "completions", 0, 200,
          "{\"choices\":[{\"text\":\"Txy\",\"logprobs\":{\"tokens\":[\"T\\n\\n\",\"x\",\"y\"],"
          "\"token_logprobs\":[null,-0.5,-1.5],\"text_offset\":[0,3,4]}}],\"usage\":"
          "{\"completion_tokens\":0}}" } } },
    { ",\"server\":\"llama-cpp-python\",\"api\":\"completions\",\"score_max_tokens\":1",
      { { "completions", 0, 200, "{}" } } },
    { ",\"server\":\"llama.cpp\"",
      { { "apply-template", 0, 200, "{\"prompt\":\"<T>\"}" },
        { "tokenize", 0, 200, "{\"tokens\":[4,5]}" },
        { "completion", 1, 200,
          "{\"completion_probabilities\":[{\"id\":7,\"logprob\":-0.5,\"top_logprobs\":[]}]}" },
        { "completion", 0, 200,
          "{\"completion_probabilities\":[{\"id\":7,\"logprob\":-0.5,\"top_logprobs\":[{\"id\":"
          "8,\"logprob\":-1.5}]}]}" } } },
    { ",\"server\":\"llama.cpp\"",
      { { "apply-template", 0, 200, "{\"prompt\":\"<T>\"}" },
        { "tokenize", 0, 200, "{\"tokens\":[4,5]}" },
        { "completion", 0, 200,
          "{\"completion_probabilities\":[{\"id\":9,\"logprob\":-0.5,\"top_logprobs\":[]}]"
          "}" } } },
    { ",\"server\":\"llama.cpp\"",
      { { "apply-template", 0, 200, "{\"prompt\":\"<T>\"}" },
        { "tokenize", 0, 200, "{\"tokens\":[4,5]}" },
        { "completion", 0, 500, "{\"error\":\"no\"}" } } },
    { ",\"server\":\"llama.cpp\"", { { "apply-template", 0, 404, "" } } },
    { ",\"server\":\"llama.cpp\",\"api\":\"completions\"",
      { { "tokenize", 0, 200, "{\"tokens\":[4,5]}" },
        { "completion", 0, 200,
          "{\"completion_probabilities\":[{\"id\":7,\"logprob\":-0.5,\"top_logprobs\":[{\"id\":"
          "8,\"logprob\":-1.5}]}]}" } } },
};

/* The prompt's tokens are asked for in one way, then in another; without them texts are compared.
 */
static void test_scores_where_ids_are_not_told(void **state)
{
    const struct score_request q = {
        .task = task_of("l1/4"), .text = "xy", .text_len = 2, .n_tokens = 2, .token_ids = tokens
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(unknown_ids); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        script_say(unknown_ids[i].rules, unknown_ids[i].rules[1].path == NULL   ? 1
                                         : unknown_ids[i].rules[2].path == NULL ? 2
                                         : unknown_ids[i].rules[3].path == NULL ? 3
                                                                                : 4);
        struct policy *p = open_short(unknown_ids[i].members);
        struct score_request unknown = q;
        unknown.token_ids = NULL;
        unknown.n_tokens = 0;
        score(p, arena_printf(&a, "case %zu%s", i, unknown_ids[i].members), &q);
        score(p, "without ids", &unknown);
        p->vtable->close(p);
    }
    approved_check_exactly("openai_scores_by_text", &out);
}

static int take_nothing(void *context, size_t request, const struct completion *c, struct err *err)
{
    (void)context, (void)request, (void)c, (void)err;
    return 0;
}

static int take_end(void *context, size_t request, const struct sample_attempt *a, struct err *err)
{
    (void)request, (void)err;
    buf_printf(context, "%s ", a->end);
    return 0;
}

/* 513 tokens of an answer of one and what is around it, of 2048 bytes each. */
static void test_the_longest_answer(void **state)
{
    enum { MOST = 513 * 2048 };
    static char body[MOST + 2];
    struct buf CLEANUP(buf_release) ends = { 0 };
    struct sample_sink sink = telling_sink(&out);
    const struct sample_request q = request_of(0, 0);
    struct err err = { 0 };
    (void)state;
    sink.done = take_nothing;
    sink.ended = take_end;
    sink.context = &ends;
    for (size_t len = MOST; len <= MOST + 1; len++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        memset(body, ' ', len);
        memcpy(body, ANSWER(CHOICE(0, "Hi")), strlen(ANSWER(CHOICE(0, "Hi"))));
        body[len] = '\0';
        SCRIPT({ "completions", 0, 200, body });
        struct policy *p = NULL;
        const char *config = arena_printf(&a,
                                          "{\"base_url\":\"http://%s/v1\",\"server\":\"vllm\","
                                          "\"model\":\"m\",\"max_tokens\":1,\"max_attempts\":1}",
                                          script.address);
        assert_int_equal(policy_find("openai")->open(config, &p, &err), 0);
        assert_int_equal(p->vtable->draw(p, &q, 1, &sink, &err), len == MOST ? 0 : ERR_INTEGRITY);
        p->vtable->close(p);
    }
    assert_non_null(strstr(buf_text(&ends), "answered "));
    assert_non_null(strstr(buf_text(&ends), "too large "));
}

static void test_keys_and_servers_that_are_silent(void **state)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    struct policy *p = NULL;
    (void)state;
    SCRIPT({ "models", 0, 0, "" });
    assert_null(open_policy(",\"give_up_ms\":1"));
    assert_non_null(strstr(buf_text(&out), "not opened: -4 http://SERVER/v1 does not answer: "));
    SCRIPT({ "completions", 0, 200, ANSWER(CHOICE(0, "Hi")) });
    assert_int_equal(setenv("ROLLBOOK_TEST_KEY", "secret-of-a-test", 1), 0);
    p = open_short(",\"server\":\"vllm\",\"key_env\":\"ROLLBOOK_TEST_KEY\"");
    if (p == NULL)
        fail_msg("%s", buf_text(&out));
    assert_null(getenv("ROLLBOOK_TEST_KEY"));
    const struct sample_request q = request_of(0, 0);
    buf_clear(&out);
    draw(p, "with a key", &q, 1);
    assert_non_null(strstr(buf_text(&out), "with a key: 0\n"));
    p->vtable->close(p);
    /* A PyTorch problem has no template by default. */
    struct task module = *task_of("l1/4");
    module.module = "import torch";
    SCRIPT({ "models", 0, 404, "" });
    p = open_policy(",\"model\":\"m\"");
    assert_int_equal(p->vtable->prompt(p, &module, &text, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "is a PyTorch problem: name the template"));
    assert_int_equal(p->vtable->prompt(p, task_of("l1/4"), &text, &err), 0);
    assert_non_null(strstr(buf_text(&text), "Matrix_vector"));
    p->vtable->close(p);
    p = open_short("");
    buf_clear(&text);
    assert_int_equal(p->vtable->prompt(p, &module, &text, &err), 0);
    assert_string_equal(buf_text(&text), "T");
    p->vtable->close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED_TEST(test_what_a_server_is_found_to_be),
        SERVED_TEST(test_samples_one_by_one),
        SERVED_TEST(test_samples_that_share_requests),
        SERVED_TEST(test_answers_that_hold_no_sample),
        SERVED_TEST(test_scores_behind_the_prompts_own_tokens),
        SERVED_TEST(test_scores_where_ids_are_not_told),
        SERVED_TEST(test_the_longest_answer),
        SERVED_TEST(test_keys_and_servers_that_are_silent),
    };
    return cmocka_run_group_tests(tests, served_setup, served_teardown);
}
