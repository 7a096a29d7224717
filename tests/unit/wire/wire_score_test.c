/*
 * wire_score_test.c - log-probs of given tokens in each dialect; answers that do not line up;
 * hostile facts.
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
#include "src/json/json.h"
#include "src/wire/wire_score.h"

static const int32_t ids[] = { 5, 6, 7, 8 };
static const struct wire_given by_ids = { .ids = ids, .n_ids = 4, .n_completion = 2 };
/* The prompt ends with two bytes of one character. */
static const struct wire_given by_text = {
    .prompt = "p\xC3\xA9", .prompt_len = 3, .text = "ab", .text_len = 2
};

static int read_scores(enum wire_scoring way, const struct wire_given *g, const char *body,
                       struct arena *a, float **out, size_t *n, struct err *err)
{
    const struct json_text answer = { "answer", body, strlen(body), 1, 1 };
    struct wire_scores scores = { *out, *n };
    int rc = wire_read_scores(way, &answer, g, a, &scores, err);
    *out = scores.logprobs;
    *n = scores.n;
    return rc;
}

static void test_requests(void **state)
{
    static const struct {
        enum wire_scoring way;
        const struct wire_given *given;
        const char *bytes;
    } rows[] = {
        { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
          "{\"model\":\"m\",\"prompt\":[5,6,7,8],\"max_tokens\":1,\"temperature\":1,\"top_p\":1,"
          "\"prompt_logprobs\":0,\"return_token_ids\":true,\"stream\":false}" },
        { WIRE_SCORE_ECHO, &by_text,
          "{\"model\":\"m\",\"prompt\":\"p\xC3\xA9"
          "ab\",\"max_tokens\":1,\"temperature\":1,\"top_p\":1,\"echo\":true,\"logprobs\":0,"
          "\"stream\":false}" },
        { WIRE_SCORE_GENERATE, &by_ids,
          "{\"input_ids\":[5,6,7,8],\"sampling_params\":{\"max_new_tokens\":1,\"temperature\":1,"
          "\"top_p\":1},\"return_logprob\":true,\"logprob_start_len\":1,\"top_logprobs_num\":0,"
          "\"return_text_in_logprobs\":false}" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf out = { 0 };
        wire_put_score_request(rows[i].way, "m", rows[i].given, &out);
        assert_string_equal(buf_text(&out), rows[i].bytes);
        buf_release(&out);
    }
}

static const struct {
    enum wire_scoring way;
    const struct wire_given *given;
    const char *body;
} aligned[] = {
    { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
      "{\"choices\":[{\"prompt_logprobs\":[null,{\"6\":{\"logprob\":-9}},"
      "{\"1\":{\"logprob\":-0.1},\"7\":{\"logprob\":-0.5}},{\"8\":{\"logprob\":-0.25}}]}]}" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
      "{\"choices\":[{}],\"prompt_logprobs\":[{\"7\":{\"logprob\":-0.5}},"
      "{\"8\":{\"logprob\":-0.25}}]}" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &by_text,
      "{\"choices\":[{\"prompt_logprobs\":[null,"
      "{\"7\":{\"logprob\":-0.5,\"decoded_token\":\"a\"}},"
      "{\"8\":{\"logprob\":-0.25,\"decoded_token\":\"b\"}}]}]}" },
    { WIRE_SCORE_GENERATE, &by_ids,
      "{\"meta_info\":{\"input_token_logprobs\":[[null,6,null],[-0.5,7,null],"
      "[-0.25,8,null]]}}" },
    { WIRE_SCORE_GENERATE, &by_text,
      "[{\"meta_info\":{\"input_token_logprobs\":[[null,6,\"p\xC3\xA9\"],[-0.5,7,\"a\"],"
      "[-0.25,8,\"b\"]]}}]" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\xC3\xA9\",\"a\",\"b\",\"x\"],"
      "\"token_logprobs\":[null,-0.5,-0.25,-7],\"text_offset\":[0,2,3,4]}}]}" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\",\"\xC3\xA9\",\"a\",\"b\"],"
      "\"token_logprobs\":[null,-1,-0.5,-0.25]}}],\"usage\":{\"completion_tokens\":0}}" },
    { WIRE_SCORE_ECHO, &by_ids,
      "{\"choices\":[{\"logprobs\":{\"content\":[{\"token\":\"token_id:7\",\"logprob\":-0.5},"
      "{\"token\":\"b\",\"id\":8,\"logprob\":-0.25},{\"token\":\"x\",\"logprob\":-1}]}}]}" },
};

static void test_completions_are_found_from_the_tail(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(aligned); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        float *got = NULL;
        size_t n = 0;
        int rc = read_scores(aligned[i].way, aligned[i].given, aligned[i].body, &a, &got, &n, &err);
        if (rc != 0)
            fail_msg("row %zu: %s", i, err.msg);
        assert_int_equal(n, 2);
        assert_true(fabsf(got[0] + 0.5F) < 1e-7F && fabsf(got[1] + 0.25F) < 1e-7F);
        arena_release(&a);
    }
}

static void test_what_does_not_line_up_is_refused(void **state)
{
    static const struct {
        enum wire_scoring way;
        const struct wire_given *given;
        const char *body;
        int code;
        const char *said;
    } rows[] = {
        { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
          "{\"choices\":[{\"prompt_logprobs\":[{\"9\":{\"logprob\":-1}},"
          "{\"8\":{\"logprob\":-1}}]}]}",
          ERR_NODATA, "token 0 of the completion is 7" },
        { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
          "{\"choices\":[{\"prompt_logprobs\":[{\"8\":{\"logprob\":-1}}]}]}", ERR_NODATA,
          "tells 1 tokens, the completion has 2" },
        { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
          "{\"choices\":[{\"prompt_logprobs\":[{\"7\":{\"logprob\":-1}},"
          "{\"8\":{\"logprob\":null}}]}]}",
          ERR_NODATA, "token 1 of the completion has no log-prob" },
        { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
          "{\"choices\":[{\"prompt_logprobs\":[{\"7\":{\"logprob\":-1}},"
          "{\"8\":{\"logprob\":NaN}}]}]}",
          ERR_NODATA, "no log-prob" },
        { WIRE_SCORE_PROMPT_LOGPROBS, &by_ids,
          "{\"choices\":[{\"prompt_logprobs\":[{\"7\":{\"logprob\":2}},"
          "{\"8\":{\"logprob\":-1}}]}]}",
          ERR_NODATA, "above 0" },
        { WIRE_SCORE_GENERATE, &by_ids,
          "{\"meta_info\":{\"input_token_logprobs\":[[-1,7],[-9999.0,8]]}}", ERR_NODATA,
          "no log-prob" },
        { WIRE_SCORE_GENERATE, &by_ids,
          "{\"meta_info\":{\"input_token_logprobs\":[[-1,7],[-1,9]]}}", ERR_NODATA,
          "is 8, the server's is 9" },
        { WIRE_SCORE_GENERATE, &by_ids, "{\"meta_info\":{\"input_token_logprobs\":[7,{},[]]}}",
          ERR_NODATA, "no log-prob" },
        { WIRE_SCORE_GENERATE, &by_text,
          "{\"meta_info\":{\"input_token_logprobs\":[[-1,7,\"\xA9"
          "a\"],[-1,9,\"b\"]]}}",
          ERR_NODATA, "reaches over" },
        { WIRE_SCORE_GENERATE, &by_text,
          "{\"meta_info\":{\"input_token_logprobs\":[[-1,7,\"a\"],[-1,9,\"c\"]]}}", ERR_NODATA,
          "another text" },
        { WIRE_SCORE_GENERATE, &by_text,
          "{\"meta_info\":{\"input_token_logprobs\":[[-1,7,null],[-1,9,null]]}}", ERR_NODATA,
          "neither id nor text" },
        { WIRE_SCORE_ECHO, &by_text,
          "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\",\"\xC3\xA9"
          "a\",\"b\",\"x\"],\"token_logprobs\":[null,-1,-1,-1],\"text_offset\":[0,1,3,4]}}]}",
          ERR_NODATA, "reaches over" },
        /* Offsets behind what was given tell nothing of it. */
        { WIRE_SCORE_ECHO, &by_text,
          "{\"choices\":[{\"logprobs\":{\"tokens\":[\"x\",\"y\"],\"token_logprobs\":[-1,-1],"
          "\"text_offset\":[4,5]}}]}",
          ERR_NODATA, "" },
        { WIRE_SCORE_ECHO, &by_text, "{\"choices\":[{\"logprobs\":null}]}", ERR_INTEGRITY,
          "no log-probs of given tokens" },
        { WIRE_SCORE_ECHO, &by_text, "{\"choices\":[]}", ERR_INTEGRITY, "no log-probs" },
        { WIRE_SCORE_GENERATE, &by_ids, "{\"error\":{\"message\":\"too long\"}}", ERR_INTEGRITY,
          "too long" },
        { WIRE_SCORE_GENERATE, &by_ids, "{\"meta_info\":{\"input_token_log", ERR_INTEGRITY, "" },
        { WIRE_SCORE_GENERATE, &by_ids, "", ERR_INTEGRITY, "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        float *got = NULL;
        size_t n = 0;
        int rc = read_scores(rows[i].way, rows[i].given, rows[i].body, &a, &got, &n, &err);
        if (rc != rows[i].code || strstr(err.msg, rows[i].said) == NULL)
            fail_msg("row %zu: %d, %s", i, rc, err.msg);
        arena_release(&a);
    }
}

/* A broken answer is refused, or gives log-probs, two of them with known ids. */
static void test_mutated_answers(void **state)
{
    static const char bytes[] = "{}[]\",:0189-.eNn\\ \xff";
    uint32_t x = 4711;
    (void)state;
    for (size_t round = 0; round < 20000; round++) {
        const char *body = aligned[round % ARRAY_LEN(aligned)].body;
        const struct wire_given *g = aligned[round % ARRAY_LEN(aligned)].given;
        size_t len = strlen(body);
        struct arena a = { 0 };
        struct err err = { 0 };
        struct wire_scores got = { 0 };
        char *copy = arena_strndup(&a, body, len);
        for (size_t k = 0; k <= round % 3; k++) {
            x = x * 1664525U + 1013904223U;
            copy[(x >> 8) % len] = bytes[(x >> 3) % (sizeof(bytes) - 1)];
        }
        if (round % 7 == 0)
            len = (x >> 5) % len;
        const struct json_text answer = { "answer", copy, len, 1, 1 };
        int rc =
            wire_read_scores(aligned[round % ARRAY_LEN(aligned)].way, &answer, g, &a, &got, &err);
        assert_true(rc == 0 ? got.n > 0 : err.msg[0] != '\0');
        assert_true(rc < 0 || g->ids == NULL || got.n == 2);
        for (size_t i = 0; rc == 0 && i < got.n; i++)
            assert_true(isfinite(got.logprobs[i]) && got.logprobs[i] <= 0);
        arena_release(&a);
    }
}

static void test_steps(void **state)
{
    static const char probs[] = "{\"completion_probabilities\":[{\"id\":9,\"logprob\":-2,"
                                "\"top_logprobs\":[{\"id\":7,\"logprob\":-0.5},{\"id\":8,"
                                "\"logprob\":null}]}]}";
    static const struct {
        const char *body;
        int32_t id;
        int rc;
        double logprob;
    } rows[] = {
        { probs, 7, 1, -0.5 },
        { probs, 9, 1, -2 }, /* the drawn one is not among the likeliest */
        { probs, 6, 0, 0 },
        { probs, 8, ERR_NODATA, 0 },
        { "{\"completion_probabilities\":[]}", 7, ERR_INTEGRITY, 0 },
        { "{\"content\":\"x\"}", 7, ERR_INTEGRITY, 0 },
        { "{", 7, ERR_INTEGRITY, 0 },
    };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        float got = 0;
        const struct json_text answer = { "answer", rows[i].body, strlen(rows[i].body), 1, 1 };
        assert_int_equal(wire_read_step(&answer, rows[i].id, &a, &got, &err), rows[i].rc);
        assert_true(fabs((double)got - rows[i].logprob) < 1e-7);
        arena_release(&a);
    }
    wire_put_step_request(ids, 2, 64, &out);
    assert_string_equal(buf_text(&out),
                        "{\"prompt\":[5,6],\"n_predict\":1,\"temperature\":1,\"n_probs\":64,"
                        "\"post_sampling_probs\":false,\"cache_prompt\":true,\"stream\":false}");
    buf_release(&out);
}

/* Prompt texts have the server's key; a chat is its messages. */
static void test_texts_for_tokenizers(void **state)
{
    static const struct wire_message messages[] = { { "system", "s" }, { "user", "u" } };
    static const struct {
        const char *server;
        enum wire_api api;
        const char *bytes;
    } rows[] = {
        { "vllm", WIRE_CHAT,
          "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"s\"},"
          "{\"role\":\"user\",\"content\":\"u\"}],\"add_generation_prompt\":true}" },
        { "vllm", WIRE_COMPLETIONS,
          "{\"model\":\"m\",\"prompt\":\"s\\n\\nu\",\"add_special_tokens\":true}" },
        { "llama.cpp", WIRE_COMPLETIONS,
          "{\"model\":\"m\",\"content\":\"s\\n\\nu\",\"add_special\":true,"
          "\"parse_special\":true}" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf out = { 0 };
        struct wire_request r = { .server = wire_find_server(rows[i].server),
                                  .api = rows[i].api,
                                  .model = "m",
                                  .messages = messages,
                                  .n_messages = 2 };
        wire_put_tokenize_prompt(&r, &out);
        assert_string_equal(buf_text(&out), rows[i].bytes);
        buf_release(&out);
    }
}

static void test_ids_of_prompts(void **state)
{
    static const struct {
        const char *body;
        size_t n;
    } rows[] = {
        { "{\"prompt_token_ids\":[1,2,3],\"choices\":[{}]}", 3 },
        { "{\"choices\":[{\"prompt_token_ids\":[1,2]}],\"prompt_token_ids\":null}", 2 },
        { "{\"count\":1,\"tokens\":[9]}", 1 },
        { "{\"tokens\":[]}", 0 },
        { "{\"tokens\":[1,-2]}", 0 },
        { "{\"tokens\":[1,99999999999]}", 0 },
        { "{\"tokens\":[0,2147483647]}", 2 },
        { "{\"tokens\":[0,2147483648]}", 0 },
        { "{\"tokens\":\"1\"}", 0 },
        { "[1,2]", 0 },
        { "oops", 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        int32_t *got = NULL;
        size_t n = 0;
        bool any = wire_read_prompt_ids(rows[i].body, strlen(rows[i].body), &a, &got, &n);
        assert_int_equal(any, rows[i].n > 0);
        assert_int_equal(n, rows[i].n);
        arena_release(&a);
    }
}

static void test_ways_have_names(void **state)
{
    enum wire_scoring way = WIRE_SCORE_NONE;
    bool at_root = false;
    (void)state;
    assert_true(wire_scoring_parse("generate", &way));
    assert_int_equal(way, WIRE_SCORE_GENERATE);
    assert_string_equal(wire_score_path(way, &at_root), "/generate");
    assert_true(at_root);
    assert_false(wire_scoring_parse("guess", &way));
    assert_string_equal(wire_scoring_name(WIRE_SCORE_ECHO), "echo");
}

static const struct wire_given nothing_before = { .ids = ids, .n_ids = 2, .n_completion = 2 };
static const struct wire_given no_text = { .prompt = "p", .prompt_len = 1, .text = "" };

static const struct {
    enum wire_scoring way;
    const struct wire_given *given;
    const char *body, *want;
} answers[] = {
    /* up to rounding above 0, down to the server's word for none */
    { WIRE_SCORE_GENERATE, &by_ids,
      "{\"meta_info\":{\"input_token_logprobs\":[[0.001,7],[-9998.5,8]]}}", "0 -9998.5" },
    { WIRE_SCORE_GENERATE, &by_ids,
      "{\"meta_info\":{\"input_token_logprobs\":[[-1,7],[0.0011,8]]}}",
      "no data: token 1 of the completion has 0.0011, which is above 0: no log-prob" },
    { WIRE_SCORE_GENERATE, &by_ids, "{\"meta_info\":{\"input_token_logprobs\":[[-1,7],[-9999,8]]}}",
      "no data: token 1 of the completion has no log-prob" },
    { WIRE_SCORE_GENERATE, &by_ids, "{\"meta_info\":{\"input_token_logprobs\":[[-1,7],[\"x\",8]]}}",
      "no data: token 1 of the completion has no log-prob" },
    { WIRE_SCORE_GENERATE, &by_ids,
      "{\"meta_info\":{\"input_token_logprobs\":[[-1,-7],[-2,2147483648]]}}", "-1 -2" },
    { WIRE_SCORE_GENERATE, &by_ids, "{\"meta_info\":{\"input_token_logprobs\":[[-1,8]]}}",
      "no data: the server tells 1 tokens, the completion has 2" },
    { WIRE_SCORE_GENERATE, &by_ids, "{\"meta_info\":{\"input_token_logprobs\":[]}}",
      "no data: the server tells 0 tokens, the completion has 2" },
    { WIRE_SCORE_GENERATE, &by_ids, "{\"meta_info\":{\"input_token_logprobs\":{}}}",
      "refused: answer: no log-probs of given tokens (generate): "
      "{\"meta_info\":{\"input_token_logprobs\":{}}}" },
    { WIRE_SCORE_GENERATE, &by_ids, "[]",
      "refused: answer: no log-probs of given tokens (generate): []" },
    { WIRE_SCORE_GENERATE, &no_text, "{\"meta_info\":{\"input_token_logprobs\":[[-1,7,\"p\"]]}}",
      "no data: the completion has no token" },
    { WIRE_SCORE_GENERATE, &by_text, "{\"meta_info\":{\"input_token_logprobs\":[[-2,9,\"b\"]]}}",
      "no data: the tokens of the server end 1 bytes before the completion begins" },
    { WIRE_SCORE_GENERATE, &by_text, "{\"meta_info\":{\"input_token_logprobs\":[[-2,9,\"ab\"]]}}",
      "-2" },
    { WIRE_SCORE_GENERATE, &by_text,
      "{\"meta_info\":{\"input_token_logprobs\":[[-2,9,\"a\"],[-1,3,\"\"],[-3,1,\"b\"]]}}",
      "-2 -1 -3" },
    { WIRE_SCORE_GENERATE, &by_text, "{\"meta_info\":{\"input_token_logprobs\":[[-2,9,\"pab\"]]}}",
      "no data: a token of the server reaches over from the prompt into the completion" },
    { WIRE_SCORE_GENERATE, &by_text, "{\"meta_info\":{\"input_token_logprobs\":[[-2,9,\"aa\"]]}}",
      "no data: the tokens of the server spell another text" },
    { WIRE_SCORE_GENERATE, &by_text,
      "{\"meta_info\":{\"input_token_logprobs\":[[-2,9],[-3,1,\"b\"]]}}",
      "no data: the server tells neither id nor text of its tokens" },
    /* candidates by id */
    { WIRE_SCORE_PROMPT_LOGPROBS, &nothing_before,
      "{\"prompt_logprobs\":[{\"5\":{\"logprob\":-1},\"6\":{\"logprob\":-8}},{\"5\":{"
      "\"logprob\":-9}"
      ",\"6\":{\"logprob\":-2}}]}",
      "-1 -2" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &nothing_before,
      "{\"prompt_logprobs\":[{\"5\":{\"logprob\":-1}},{\"5\":{\"logprob\":-9}}]}",
      "no data: token 1 of the completion is 6, for which the server gave no log-prob: its tokens "
      "differ from the given tokens" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &nothing_before,
      "{\"prompt_logprobs\":[{\"5\":{\"logprob\":-1}},{}]}",
      "no data: token 1 of the completion is 6, for which the server gave no log-prob: its tokens "
      "differ from the given tokens" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &nothing_before,
      "{\"prompt_logprobs\":[{\"5\":{\"logprob\":-1}},null]}",
      "no data: token 1 of the completion has no log-prob" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &by_text,
      "{\"prompt_logprobs\":[{\"x\":{\"logprob\":-1,\"decoded_token\":\"ab\"}}]}",
      "no data: the server tells neither id nor text of its tokens" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &by_text,
      "{\"prompt_logprobs\":[{\"5\":{\"logprob\":-1,\"decoded_token\":\"ab\"},\"6\":{"
      "\"logprob\":"
      "-1}}]}",
      "no data: the server tells neither id nor text of its tokens" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &by_text,
      "{\"choices\":[{\"prompt_logprobs\":7}],\"prompt_logprobs\":[{\"5\":{\"logprob\":-3,"
      "\"decoded_token\":\"ab\"}}]}",
      "-3" },
    { WIRE_SCORE_PROMPT_LOGPROBS, &by_text, "{\"prompt_logprobs\":7,\"error\":\"why\"}",
      "refused: answer: no log-probs of given tokens (prompt_logprobs): why" },
    /* echo: what the server generated is dropped, as it says, by offsets, else one token */
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\",\"ab\",\"x\",\"y\"],\"token_logprobs\":[-"
      "1,-2,"
      "-3,-4]}}],\"usage\":{\"completion_tokens\":2}}",
      "-2" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\",\"ab\",\"x\"],\"token_logprobs\":[-1,-2,-"
      "3]}}]}",
      "-2" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\",\"ab\"],\"token_logprobs\":[-1,-2],"
      "\"text_offset\":[0,2]}}]}",
      "-2" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\",\"ab\",\"x\",\"y\"],\"token_logprobs\":[-"
      "1,-2,"
      "-3,-4],\"text_offset\":[0,2,4,5]}}]}",
      "-2" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"ab\"],\"token_logprobs\":[-2],\"text_"
      "offset\":[2]}}],"
      "\"usage\":{\"completion_tokens\":1}}",
      "no data: the tokens of the server end 2 bytes before the completion begins" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"ab\"],\"token_logprobs\":[-2]}}],\"usage\":{"
      "\"completion_tokens\":9}}",
      "no data: the tokens of the server end 2 bytes before the completion begins" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"p\",\"ab\"],\"token_logprobs\":[-1,-2],"
      "\"text_offset\":[0,1]}}],\"usage\":{\"completion_tokens\":0}}",
      "no data: no token of the server begins where the completion does (character 2): one "
      "reaches over from the prompt" },
    { WIRE_SCORE_ECHO, &nothing_before,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"token_id:5\",\"token_id:6\",\"token_id:9\"],"
      "\"token_logprobs\":[-1,-2,-3],\"text_offset\":[0,1,2]}}]}",
      "-1 -2" },
    { WIRE_SCORE_ECHO, &nothing_before,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"token_id:5\",\"token_id:7\"],"
      "\"token_logprobs\":[-1,-2]}}],\"usage\":{\"completion_tokens\":0}}",
      "no data: token 1 of the completion is 6, the server's is 7" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"token_id:5\"],\"token_logprobs\":[-1]}}],"
      "\"usage\":{"
      "\"completion_tokens\":0}}",
      "no data: the server tells neither id nor text of its tokens" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"token_logprobs\":[-1]}}],\"usage\":{\"completion_"
      "tokens\":0}}",
      "no data: the server tells neither id nor text of its tokens" },
    { WIRE_SCORE_ECHO, &by_text,
      "{\"choices\":[{\"logprobs\":{\"content\":[{\"token\":\"ab\",\"logprob\":-2},{\"token\":"
      "\"x\"}]}}"
      "]}",
      "-2" },
    { WIRE_SCORE_ECHO, &nothing_before,
      "{\"choices\":[{\"logprobs\":{\"tokens\":[\"a\",\"token_id:x\"],\"token_logprobs\":[-1,-"
      "2]}}],"
      "\"usage\":{\"completion_tokens\":0}}",
      "-1 -2" },
    { WIRE_SCORE_STEPS, &by_ids, "{}",
      "refused: answer: no log-probs of given tokens (steps): {}" },
    { WIRE_SCORE_NONE, &by_ids, "{\"error\":\"why\"}",
      "refused: answer: no log-probs of given tokens (none): why" },
};

/* The log-probs, or the status and the message. */
static void test_scores_to_the_letter(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct err err = { 0 };
        float *scores = NULL;
        size_t n = 0;
        int rc =
            read_scores(answers[i].way, answers[i].given, answers[i].body, &a, &scores, &n, &err);
        for (size_t t = 0; rc == 0 && t < n; t++)
            buf_printf(&got, "%s%g", t == 0 ? "" : " ", (double)scores[t]);
        if (rc < 0)
            buf_printf(&got, "%s: %s", rc == ERR_NODATA ? "no data" : "refused", err.msg);
        assert_true(rc == 0 || rc == ERR_NODATA || rc == ERR_INTEGRITY);
        assert_string_equal(buf_text(&got), answers[i].want);
    }
}

/* From which token on SGLang tells log-probs, and texts where no ids are known. */
static void test_requests_without_a_prompt_or_without_ids(void **state)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    (void)state;
    wire_put_score_request(WIRE_SCORE_GENERATE, "m", &nothing_before, &out);
    assert_string_equal(buf_text(&out),
                        "{\"input_ids\":[5,6],\"sampling_params\":{\"max_new_tokens\":1,"
                        "\"temperature\":1,\"top_p\":1},\"return_logprob\":true,"
                        "\"logprob_start_len\":0,\"top_logprobs_num\":0,"
                        "\"return_text_in_logprobs\":false}");
    buf_clear(&out);
    wire_put_score_request(WIRE_SCORE_GENERATE, "m", &by_text, &out);
    assert_string_equal(buf_text(&out), "{\"text\":\"p\xC3\xA9"
                                        "ab\",\"sampling_params\":{\"max_new_tokens\":1,"
                                        "\"temperature\":1,\"top_p\":1},\"return_logprob\":true,"
                                        "\"logprob_start_len\":0,\"top_logprobs_num\":0,"
                                        "\"return_text_in_logprobs\":true}");
}

static void test_every_way_has_its_name_and_path(void **state)
{
    static const struct {
        enum wire_scoring way;
        const char *name, *path;
        bool at_root;
    } rows[] = { { WIRE_SCORE_NONE, "none", "", false },
                 { WIRE_SCORE_PROMPT_LOGPROBS, "prompt_logprobs", "/completions", false },
                 { WIRE_SCORE_ECHO, "echo", "/completions", false },
                 { WIRE_SCORE_GENERATE, "generate", "/generate", true },
                 { WIRE_SCORE_STEPS, "steps", "/completion", true } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        enum wire_scoring way = WIRE_SCORE_NONE;
        bool at_root = !rows[i].at_root;
        assert_string_equal(wire_scoring_name(rows[i].way), rows[i].name);
        assert_true(wire_scoring_parse(rows[i].name, &way));
        assert_int_equal(way, rows[i].way);
        assert_string_equal(wire_score_path(rows[i].way, &at_root), rows[i].path);
        assert_int_equal(at_root, rows[i].at_root);
    }
}

static void test_texts_that_follow_and_templates(void **state)
{
    static const struct wire_message messages[] = { { "user", "u" } };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct wire_request r = {
        .server = wire_find_server("sglang"), .model = "m", .messages = messages, .n_messages = 1
    };
    (void)state;
    wire_put_tokenize_text(&r, false, "ab", 1, &out);
    assert_string_equal(buf_text(&out),
                        "{\"model\":\"m\",\"prompt\":\"a\",\"add_special_tokens\":false}");
    buf_clear(&out);
    r.server = wire_find_server("llama.cpp");
    wire_put_tokenize_text(&r, false, "ab", 2, &out);
    assert_string_equal(buf_text(&out), "{\"model\":\"m\",\"content\":\"ab\",\"add_special\":false,"
                                        "\"parse_special\":true}");
    buf_clear(&out);
    wire_put_template_request(&r, &out);
    assert_string_equal(buf_text(&out), "{\"messages\":[{\"role\":\"user\",\"content\":\"u\"}]}");
    assert_string_equal(wire_read_template("{\"prompt\":\"p\"}", 14, &a), "p");
    assert_null(wire_read_template("{\"prompt\":7}", 12, &a));
    assert_null(wire_read_template("oops", 4, &a));
}

static void test_a_step_to_the_letter(void **state)
{
    static const struct {
        const char *body, *want;
    } rows[] = {
        { "{\"completion_probabilities\":[{\"id\":7,\"logprob\":null,\"top_logprobs\":[]}]}",
          "no data: token 0 of the completion has no log-prob" },
        { "{\"completion_probabilities\":[{\"top_logprobs\":[{\"id\":-1,\"logprob\":-1},{"
          "\"logprob\":-1},"
          "{\"id\":7,\"logprob\":2}]}]}",
          "no data: token 0 of the completion has 2, which is above 0: no log-prob" },
        { "{\"completion_probabilities\":[{\"top_logprobs\":[{\"id\":7,\"logprob\":0.0005}]}]}",
          "1 0" },
        { "{\"completion_probabilities\":[{\"top_logprobs\":[]}]}", "0 5" },
        { "{\"completion_probabilities\":[{\"id\":7,\"logprob\":-1}]}",
          "refused: answer: no log-probs of possible next tokens" },
        { "{\"completion_probabilities\":[{\"id\":7,\"logprob\":-1,\"top_logprobs\":{}}]}",
          "refused: answer: no log-probs of possible next tokens" },
        { "{\"completion_probabilities\":{}}",
          "refused: answer: no log-probs of possible next tokens" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct err err = { 0 };
        float lp = 5;
        const struct json_text answer = { "answer", rows[i].body, strlen(rows[i].body), 1, 1 };
        int rc = wire_read_step(&answer, 7, &a, &lp, &err);
        if (rc < 0)
            buf_printf(&got, "%s: %s", rc == ERR_NODATA ? "no data" : "refused", err.msg);
        else
            buf_printf(&got, "%d %g", rc, (double)lp);
        assert_string_equal(buf_text(&got), rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_completions_are_found_from_the_tail),
        cmocka_unit_test(test_what_does_not_line_up_is_refused),
        cmocka_unit_test(test_mutated_answers),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_texts_for_tokenizers),
        cmocka_unit_test(test_ids_of_prompts),
        cmocka_unit_test(test_ways_have_names),
        cmocka_unit_test(test_scores_to_the_letter),
        cmocka_unit_test(test_requests_without_a_prompt_or_without_ids),
        cmocka_unit_test(test_every_way_has_its_name_and_path),
        cmocka_unit_test(test_texts_that_follow_and_templates),
        cmocka_unit_test(test_a_step_to_the_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
