/*
 * completion_test.c - the answer and the tokens of one completion, in each dialect and in part.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/wire/completion_answer.h"

static const struct json *parse(const char *text, struct arena *a)
{
    struct err err = { 0 };
    const struct json *root = json_parse_arena("test", 1, text, strlen(text), a, &err);
    if (root == NULL)
        fail_msg("%s", err.msg);
    return root;
}

static const char *or_none(const char *s)
{
    return s == NULL ? "-" : s;
}

/* "dialect;prompt;text;finish;prompt tokens;completion tokens", "-" for what is not there. */
static const char *answer_text(const char *response, struct arena *a)
{
    struct completion_answer x = { .response = parse(response, a),
                                   .prompt_tokens = -7,
                                   .completion_tokens = -7 };
    if (!completion_answer_read(a, &x))
        return "none";
    assert_ptr_equal(x.choice, x.response);
    return arena_printf(a, "%s;%s;%s;%s;%lld;%lld", x.dialect, or_none(x.prompt), or_none(x.text),
                        or_none(x.finish), (long long)x.prompt_tokens,
                        (long long)x.completion_tokens);
}

static void test_an_answer_alone_in_its_response(void **state)
{
    static const struct {
        const char *response, *want;
    } cases[] = {
        { "{\"output\":[{\"type\":\"reasoning\",\"content\":[{\"text\":\"why\"}]},{\"type\":"
          "\"message\",\"content\":[{\"text\":\"A\"},{\"text\":\"B\",\"thought\":true},{\"text\":"
          "7},{\"text\":\"C\",\"thought\":false}]},{\"type\":\"message\",\"content\":[{\"text\":"
          "\"D\"}]}],\"status\":\"completed\",\"usage\":{\"input_tokens\":0,\"output_tokens\":5}}",
          "openai-responses;-;ACD;completed;0;5" },
        { "{\"output\":[{\"type\":\"message\"}],\"status\":\"incomplete\",\"incomplete_details\":{"
          "\"reason\":\"max_output_tokens\"},\"usage\":{\"input_tokens\":-1,\"output_tokens\":"
          "\"5\"}}",
          "openai-responses;-;;max_output_tokens;-1;-1" },
        { "{\"output\":[{\"type\":7},{\"type\":\"reasoning\"}]}", "none" },
        { "{\"output\":{\"type\":\"message\"}}", "none" },
        { "{\"text\":\"A\",\"meta_info\":{\"finish_reason\":\"stop\",\"prompt_tokens\":3,"
          "\"completion_tokens\":2}}",
          "sglang;-;A;stop;3;2" },
        { "{\"text\":\"A\",\"meta_info\":{\"finish_reason\":{\"type\":\"length\"}}}",
          "sglang;-;A;length;-1;-1" },
        { "{\"text\":\"A\"}", "none" },
        { "{\"text\":7,\"meta_info\":{}}", "none" },
        { "{\"content\":\"A\",\"prompt\":\"p\",\"stop_type\":\"eos\",\"tokens_evaluated\":4,"
          "\"tokens_predicted\":2}",
          "llama.cpp;p;A;eos;4;2" },
        { "{\"content\":\"A\",\"completion_probabilities\":[],\"stopped_eos\":true,"
          "\"stopped_limit\":true}",
          "llama.cpp;-;A;eos;-1;-1" },
        { "{\"content\":\"A\",\"generation_settings\":{},\"stopped_eos\":false,\"stopped_limit\":"
          "true}",
          "llama.cpp;-;A;limit;-1;-1" },
        { "{\"content\":\"A\",\"tokens_predicted\":1,\"stopped_eos\":1,\"stopped_word\":true}",
          "llama.cpp;-;A;word;-1;1" },
        { "{\"content\":\"A\",\"tokens_predicted\":1,\"stop_type\":\"none\",\"stopped_eos\":true}",
          "llama.cpp;-;A;none;-1;1" },
        { "{\"content\":\"A\",\"tokens_predicted\":1}", "llama.cpp;-;A;-;-1;1" },
        { "{\"content\":\"A\"}", "none" },
        { "{\"response\":\"A\",\"done_reason\":\"stop\",\"prompt_eval_count\":5,\"eval_count\":2}",
          "ollama;-;A;stop;5;2" },
        { "{\"message\":{\"content\":\"A\"},\"response\":\"B\"}", "ollama;-;A;-;-1;-1" },
        { "{\"message\":{}}", "ollama;-;-;-;-1;-1" },
        { "{\"choices\":[]}", "none" },
        { "7", "none" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        assert_string_equal(answer_text(cases[i].response, &a), cases[i].want);
    }
}

static void test_members_and_counts_under_either_name(void **state)
{
    static const struct {
        const char *object, *key, *other;
        int64_t want;
    } cases[] = {
        { "{\"a\":1,\"b\":2}", "a", "b", 1 },
        { "{\"b\":2}", "a", "b", 2 },
        { "{\"b\":2}", "a", NULL, -1 },
        { "{\"a\":0}", "a", NULL, 0 },
        { "{\"a\":-3,\"b\":2}", "a", "b", -1 },
        { "{\"a\":1.5}", "a", NULL, -1 },
        { "{\"a\":\"x\",\"b\":2}", "a", "b", -1 },
        { "[1]", "a", "b", -1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        assert_int_equal(completion_count(parse(cases[i].object, &a), cases[i].key, cases[i].other),
                         cases[i].want);
    }
}

static void test_parts_without_thoughts(void **state)
{
    static const struct {
        const char *candidate, *want; /* NULL: no text */
    } cases[] = {
        { "{\"content\":{\"parts\":[{\"text\":\"A\"},{\"text\":\"hm\",\"thought\":true},{\"text\":"
          "\"B\"}]}}",
          "AB" },
        { "{\"content\":{\"parts\":[{\"text\":\"\"}]}}", "" },
        { "{\"content\":{\"parts\":[{\"text\":\"hm\",\"thought\":true}]}}", NULL },
        { "{\"content\":{\"parts\":[]}}", NULL },
        { "{\"content\":{}}", NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *got = completion_parts_text(&a, parse(cases[i].candidate, &a));
        assert_string_equal(or_none(got), or_none(cases[i].want));
    }
}

/* "[log-prob:id ...] ids nulls sentinels positive rounded sum largest text", "?" before ids of
 * which some are missing, "sampled" behind probabilities of the sampler. */
static const char *tokens_text(const struct completion_tokens *t, struct arena *a)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    buf_putc(&out, '[');
    for (size_t i = 0; i < t->n; i++)
        buf_printf(&out, "%s%.6g:%d", i == 0 ? "" : " ", (double)t->logprobs[i],
                   (int)t->token_ids[i]);
    buf_printf(&out, "]%s %zu %zu %zu %zu %zu %.6g %.6g %s%s", t->n_ids == t->n ? "" : "?",
               t->n_ids, t->n_null, t->n_sentinel, t->n_positive, t->n_rounded, t->sum, t->largest,
               buf_text(&t->text), t->after_sampling ? " sampled" : "");
    return arena_strdup(a, buf_text(&out));
}

static const struct {
    const char *answer, *want; /* NULL: none */
} token_places[] = {
    /* chat: entries, with ids under several names or as texts */
    { "{\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":-0.5,\"id\":7},{\"token\":"
      "\"b\",\"logprob\":-2,\"token_id\":8},{\"token\":\"c\",\"logprob\":-1,\"tokenId\":9,"
      "\"id\":1}]}}",
      "[-0.5:7 -2:8 -1:9] 3 0 0 0 0 -3.5 -0.5 abc" },
    { "{\"logprobs\":[{\"token\":\"a\",\"logprob\":-0.5},{\"token\":\"token_id:12\","
      "\"logprob\":-1}]}",
      "[-0.5:0 -1:12]? 1 0 0 0 0 -1.5 -0.5 atoken_id:12" },
    { "{\"logprobs\":{\"content\":[{\"logprob\":-9998.5,\"id\":2147483647},{\"logprob\":-9999,"
      "\"id\":2147483648},{\"id\":-1},{\"logprob\":0.001},{\"logprob\":0.0011},{\"logprob\":0},"
      "{\"logprob\":\"x\",\"id\":0}]}}",
      "[-9998.5:2147483647 -9999:0 nan:0 0.001:0 0.0011:0 0:0 nan:0]? 2 2 1 1 1 -9998.5 "
      "0.0011 " },
    { "{\"logprobs\":{\"content\":[]}}", "[] 0 0 0 0 0 0 0 " },
    { "{\"logprobs\":{\"content\":{}}}", NULL },
    /* the answer's ids count only when there is one a token */
    { "{\"token_ids\":[3,4],\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":-1,\"id\":"
      "7},{\"token\":\"b\",\"logprob\":-1}]}}",
      "[-1:3 -1:4] 2 0 0 0 0 -2 -1 ab" },
    { "{\"token_ids\":[3],\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":-1,\"id\":7},"
      "{\"token\":\"b\",\"logprob\":-1,\"id\":8}]}}",
      "[-1:7 -1:8] 2 0 0 0 0 -2 -1 ab" },
    { "{\"tokens\":[3,\"x\"],\"output_ids\":[5,6],\"logprobs\":{\"content\":[{\"logprob\":-1},"
      "{\"logprob\":-1}]}}",
      "[-1:5 -1:6] 2 0 0 0 0 -2 -1 " },
    { "{\"tokens\":[3,4],\"output_ids\":[5,6],\"logprobs\":{\"content\":[{\"logprob\":-1},"
      "{\"logprob\":-1}]}}",
      "[-1:3 -1:4] 2 0 0 0 0 -2 -1 " },
    { "{\"output_ids\":[5,2147483648],\"logprobs\":{\"content\":[{\"logprob\":-1},{\"logprob\":"
      "-1}]}}",
      "[-1:5 -1:0]? 1 0 0 0 0 -2 -1 " },
    /* parallel lists of completions */
    { "{\"logprobs\":{\"tokens\":[\"a\",\"b\"],\"token_logprobs\":[null,-0.25]}}",
      "[nan:0 -0.25:0]? 0 1 0 0 0 -0.25 0 ab" },
    { "{\"logprobs\":{\"tokens\":[\"a\"],\"token_logprobs\":[-1,-0.25]}}",
      "[-1:0 -0.25:0]? 0 0 0 0 0 -1.25 -0.25 a" },
    { "{\"logprobs\":{\"token_logprobs\":[-1]}}", "[-1:0]? 0 0 0 0 0 -1 -1 " },
    { "{\"logprobs\":{\"tokens\":[\"a\"]}}", NULL },
    /* Gemini, as files and servers spell it */
    { "{\"logprobsResult\":{\"chosenCandidates\":[{\"token\":\"a\",\"tokenId\":5,"
      "\"logProbability\":-0.5}]}}",
      "[-0.5:5] 1 0 0 0 0 -0.5 -0.5 a" },
    { "{\"logprobs_result\":{\"chosen_candidates\":[{\"token\":\"a\",\"token_id\":5,"
      "\"log_probability\":-0.5}]}}",
      "[-0.5:5] 1 0 0 0 0 -0.5 -0.5 a" },
    /* candidates by id */
    { "{\"token_ids\":[12,13],\"logprobs\":[{\"12\":{\"logprob\":-1,\"decoded_token\":\"a\"},"
      "\"9\":{\"logprob\":-2}},{\"9\":{\"logprob\":-3}}]}",
      "[-1:12 nan:13] 2 1 0 0 0 -1 -1 a" },
    { "{\"token_ids\":[12],\"logprobs\":[{\"12\":{\"logprob\":-1}},{\"13\":{\"logprob\":-2}}]}",
      "[-1:12 nan:0]? 1 1 0 0 0 -1 -1 " },
    { "{\"token_ids\":[12],\"logprobs\":[{\"token\":\"a\",\"logprob\":-1}]}",
      "[-1:12] 1 0 0 0 0 -1 -1 a" },
    { "{\"token_ids\":[],\"logprobs\":[]}", "[] 0 0 0 0 0 0 0 " },
    { "{\"token_ids\":[12],\"logprobs\":[7]}", "[nan:12] 1 1 0 0 0 0 0 " },
    /* SGLang */
    { "{\"meta_info\":{\"output_token_logprobs\":[[-0.5,11,\"a\"],[-0.25,12,null],7,[],[-1]]}}",
      "[-0.5:11 -0.25:12 nan:0 nan:0 -1:0]? 2 2 0 0 0 -1.75 -0.25 a" },
    { "{\"meta_info\":{\"output_token_logprobs\":{}}}", NULL },
    /* llama.cpp: log-probs, or probabilities of the sampler or of old releases */
    { "{\"completion_probabilities\":[{\"token\":\"a\",\"logprob\":-0.5,\"prob\":0.5,\"id\":3}]"
      "}",
      "[-0.5:3] 1 0 0 0 0 -0.5 -0.5 a" },
    { "{\"completion_probabilities\":[{\"token\":\"a\",\"prob\":1,\"id\":3},{\"content\":\"b\","
      "\"prob\":0}]}",
      "[0:3 nan:0]? 1 1 0 0 0 0 0 ab sampled" },
    { "{\"completion_probabilities\":[{\"content\":\"b\",\"probs\":[{\"tok_str\":\"a\","
      "\"prob\":0.25},{\"tok_str\":\"b\",\"prob\":0.5}]},{\"content\":\"c\",\"probs\":[{"
      "\"prob\":1}]}]}",
      "[-0.693147:0 nan:0]? 0 1 0 0 0 -0.693147 -0.693147 bc sampled" },
    { "{\"completion_probabilities\":[{\"content\":\"b\"}]}", "[nan:0]? 0 1 0 0 0 0 0 b" },
    /* Responses: a list a part */
    { "{\"output\":[{\"content\":[{\"logprobs\":[{\"token\":\"a\",\"logprob\":-1}]},{}]},{"
      "\"type\":\"x\"},{\"content\":[{\"logprobs\":[{\"token\":\"b\",\"logprob\":-2}]}]}]}",
      "[-1:0 -2:0]? 0 0 0 0 0 -3 -1 ab" },
    { "{\"output\":[{\"content\":[{\"logprobs\":[]}]}]}", NULL },
    { "{\"text\":\"A\"}", NULL },
};

static void test_tokens_of_each_dialect(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(token_places); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct completion_tokens t = { 0 };
        bool any = completion_tokens_read(&t, parse(token_places[i].answer, &a));
        const char *got = any ? tokens_text(&t, &a) : NULL;
        if (strcmp(or_none(got), or_none(token_places[i].want)) != 0)
            fail_msg("%s\n%s\nis not\n%s", token_places[i].answer, or_none(got),
                     or_none(token_places[i].want));
        completion_tokens_release(&t);
        assert_true(t.n == 0 && t.logprobs == NULL && t.token_ids == NULL && t.text.len == 0);
    }
}

static void test_texts_and_ids_are_left_out_when_nobody_wants_them(void **state)
{
    static const char answer[] =
        "{\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":-1,\"id\":7}]}}";
    static const char legacy[] =
        "{\"logprobs\":{\"tokens\":[\"token_id:5\"],\"token_logprobs\":[-1]}}";
    static const struct {
        const char *answer;
        bool skip_text, skip_ids;
        const char *want;
    } cases[] = {
        { answer, false, false, "[-1:7] 1 0 0 0 0 -1 -1 a" },
        { answer, true, false, "[-1:7] 1 0 0 0 0 -1 -1 " },
        { answer, false, true, "[-1:0]? 0 0 0 0 0 -1 -1 a" },
        { answer, true, true, "[-1:0]? 0 0 0 0 0 -1 -1 " },
        { legacy, true, true, "[-1:0]? 0 0 0 0 0 -1 -1 " },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct completion_tokens t = { .skip_text = cases[i].skip_text,
                                       .skip_ids = cases[i].skip_ids };
        assert_true(completion_tokens_read(&t, parse(cases[i].answer, &a)));
        assert_string_equal(tokens_text(&t, &a), cases[i].want);
        completion_tokens_release(&t);
    }
}

static void test_more_tokens_than_there_was_room_for(void **state)
{
    enum { MANY = 1000 };
    struct completion_tokens t = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *id = parse("9", &a);
    (void)state;
    for (int i = 0; i < MANY; i++)
        completion_tokens_add(&t, "t", parse(arena_printf(&a, "-%d", i), &a), id);
    assert_int_equal(t.n, MANY);
    assert_int_equal(t.n_ids, MANY);
    assert_int_equal(t.text.len, MANY);
    for (int i = 0; i < MANY; i++)
        assert_true(t.token_ids[i] == 9 && (int)t.logprobs[i] == -i);
    assert_true((int)t.sum == -MANY * (MANY - 1) / 2 && (int)t.largest == 0);
    completion_tokens_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_answer_alone_in_its_response),
        cmocka_unit_test(test_members_and_counts_under_either_name),
        cmocka_unit_test(test_parts_without_thoughts),
        cmocka_unit_test(test_tokens_of_each_dialect),
        cmocka_unit_test(test_texts_and_ids_are_left_out_when_nobody_wants_them),
        cmocka_unit_test(test_more_tokens_than_there_was_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
