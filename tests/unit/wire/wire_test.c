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
#include "src/json/json.h"
#include "src/wire/wire.h"

static int read_text(const char *body, struct arena *a, struct wire_answer *out, struct err *err)
{
    return wire_read_answer("answer", body, strlen(body), a, out, err);
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
        { "x", "x" },
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

/* "model prompt completion cached reasoning repairs" of the answer; of each choice "index text
 * field=reasoning finish log-probs ids null sentinel missing surplus positive", "!" where ids do
 * not fit; then the remarks about it. */
static void put_answer(const struct wire_answer *w, struct buf *out)
{
    buf_printf(out, "%s %lld %lld %lld %lld %zu", w->model == NULL ? "-" : w->model,
               (long long)w->prompt_tokens, (long long)w->completion_tokens,
               (long long)w->cached_tokens, (long long)w->reasoning_tokens, w->n_repairs);
    for (size_t i = 0; i < w->n_choices; i++) {
        const struct wire_choice *c = &w->choices[i];
        struct json *CLEANUP(json_free_ptr) remarks = json_new_object();
        assert_int_equal(c->text_len, strlen(c->text));
        buf_printf(out, " | %d '%s' %s=%s %s [", c->index, c->text,
                   c->reasoning == NULL ? "" : c->reasoning_field,
                   c->reasoning == NULL ? "" : c->reasoning,
                   c->finish_reason == NULL ? "-" : c->finish_reason);
        for (size_t t = 0; t < c->n_tokens; t++)
            if (c->logprobs != NULL)
                buf_printf(out, "%s%g", t == 0 ? "" : " ", (double)c->logprobs[t]);
        buf_puts(out, "] [");
        for (size_t t = 0; t < c->n_tokens; t++)
            if (c->token_ids != NULL)
                buf_printf(out, "%s%d", t == 0 ? "" : " ", (int)c->token_ids[t]);
        buf_printf(out, "] %zu %zu %zu %zu %zu %zu%s ", c->n_tokens, c->n_null, c->n_sentinel,
                   c->n_missing, c->n_surplus, c->n_positive, c->ids_do_not_fit ? "!" : "");
        wire_add_remarks(remarks, w, c);
        json_print(remarks, false, out);
    }
}

#define LOGPROBS(...) "\"logprobs\":{\"content\":[" __VA_ARGS__ "]}"

static const struct {
    const char *body, *want;
} whole_answers[] = {
    { "{\"choices\":[{}]}", "- -1 -1 -1 -1 0 | 0 '' = - [] [] 0 0 0 0 0 0 {}" },
    { "{\"model\":7,\"choices\":[{\"index\":-1,\"text\":7,\"finish_reason\":7},{\"index\":"
      "2147483646,\"text\":\"b\"},{\"index\":2147483647}],\"usage\":7}",
      "- -1 -1 -1 -1 0 | 0 '' = - [] [] 0 0 0 0 0 0 {} | 2147483646 'b' = - [] [] 0 0 0 0 "
      "0 0 {} | 2 '' = - [] [] 0 0 0 0 0 0 {}" },
    { "{\"model\":\"m\",\"choices\":[{\"index\":0,\"text\":\"b\",\"message\":{\"content\":"
      "null,\"reasoning_content\":\"x\",\"reasoning\":\"y\"}},{\"index\":5,\"message\":{"
      "\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":9,"
      "\"reasoning_tokens\":3,\"prompt_tokens_details\":{\"cached_tokens\":2}}}",
      "m 0 9 2 3 0 | 0 '' reasoning_content=x - [] [] 0 0 0 0 0 0 "
      "{\"model\":\"m\",\"reasoning_content\":\"x\",\"cached_tokens\":2,\"reasoning_"
      "tokens\":3} | 5 'a' = - [] [] 0 0 0 0 0 0 "
      "{\"model\":\"m\",\"cached_tokens\":2,\"reasoning_tokens\":3}" },
    { "{\"choices\":[{\"text\":\"b\"}],\"usage\":{\"completion_tokens_details\":{"
      "\"reasoning_tokens\":0},\"reasoning_tokens\":3}}",
      "- -1 -1 -1 0 0 | 0 'b' = - [] [] 0 0 0 0 0 0 {}" },
    /* ids without log-probs */
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[0,2147483647]}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [0 2147483647] 2 0 0 0 0 0 {}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[1,2147483648]}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [] 0 0 0 0 0 0! {\"token_ids_do_not_fit\":true}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[-1]}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [] 0 0 0 0 0 0! {\"token_ids_do_not_fit\":true}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[\"1\"]}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [] 0 0 0 0 0 0! {\"token_ids_do_not_fit\":true}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[]}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [] 0 0 0 0 0 0 {}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":{}}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [] 0 0 0 0 0 0 {}" },
    /* ids beside log-probs: one a token, or none */
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[4]," LOGPROBS(
          "{\"logprob\":-1,\"id\":3}") "}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [-1] [4] 1 0 0 0 0 0 {}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[4,5]," LOGPROBS(
          "{\"logprob\":-1,\"id\":3}") "}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [-1] [] 1 0 0 0 0 0! {\"token_ids_do_not_fit\":true}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[]," LOGPROBS("") "}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [] 0 0 0 0 0 0 {}" },
    { "{\"choices\":[{\"text\":\"b\",\"token_ids\":[7]," LOGPROBS("") "}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [] [] 0 0 0 0 0 0! {\"token_ids_do_not_fit\":true}" },
    { "{\"choices\":[{\"text\":\"b\"," LOGPROBS("{\"logprob\":-1,\"id\":3},{\"logprob\":-2}") "}]}",
      "- -1 -1 -1 -1 0 | 0 'b' = - [-1 -2] [] 2 0 0 0 0 0 {}" },
    { "{\"choices\":[{\"text\":\"bc\"," LOGPROBS(
          "{\"logprob\":-9999,\"id\":3},{\"logprob\":0.002,\"id\":0},{\"logprob\":null,"
          "\"id\":1}") "}]}",
      "- -1 -1 -1 -1 0 | 0 'bc' = - [-9999 0.002 nan] [3 0 1] 3 1 1 0 0 1 "
      "{\"n_null_logprobs\":1,\"n_sentinel_logprobs\":1,\"n_positive_logprobs\":1}" },
    /* tokens of an empty text: one may be its end */
    { "{\"choices\":[{\"text\":\"\"," LOGPROBS("{\"logprob\":-1,\"id\":3}") "}]}",
      "- -1 -1 -1 -1 0 | 0 '' = - [-1] [3] 1 0 0 0 0 0 {}" },
    { "{\"choices\":[{\"text\":\"\"," LOGPROBS(
          "{\"logprob\":-9999,\"id\":3},{\"logprob\":1,\"id\":3},{\"id\":3}") "}]}",
      "- -1 -1 -1 -1 0 | 0 '' = - [] [] 0 0 0 0 3 0 {\"n_surplus_logprobs\":3}" },
    { "{\"choices\":[{\"message\":{\"content\":\"\",\"reasoning\":\"r\"}," LOGPROBS(
          "{\"logprob\":-1,\"id\":3},{\"logprob\":-1,\"id\":4}") "}]}",
      "- -1 -1 -1 -1 0 | 0 '' reasoning=r - [-1 -1] [3 4] 2 0 0 0 0 0 "
      "{\"reasoning\":\"r\"}" },
    /* of two choices each may have its end */
    { "{\"choices\":[{\"text\":\"a\"," LOGPROBS("{\"logprob\":-1}") "},{\"text\":\"b\"," LOGPROBS(
          "{\"logprob\":-1},{\"logprob\":"
          "-2}") "}],\"usage\":{"
                 "\"completion_tokens\":"
                 "1}}",
      "- -1 1 -1 -1 0 | 0 'a' = - [-1] [] 1 0 0 0 0 0 {} | 1 'b' = - [-1 -2] [] 2 0 0 0 0 "
      "0 {}" },
    { "{\"choices\":[{\"text\":\"a\"," LOGPROBS("{\"logprob\":-1}") "},{\"text\":\"b\"," LOGPROBS(
          "{\"logprob\":-1},{\"logprob\":"
          "-2}") "}],\"usage\":{"
                 "\"completion_tokens\":"
                 "0}}",
      "- -1 0 -1 -1 0 | 0 'a' = - [] [] 0 0 0 0 1 0 {\"n_surplus_logprobs\":1} | 1 'b' = - "
      "[] [] 0 0 0 0 2 0 {\"n_surplus_logprobs\":2}" },
    /* fewer than usage counts: without the end, and without what was thought */
    { "{\"choices\":[{\"text\":\"a\",\"finish_reason\":\"length\"," LOGPROBS(
          "{\"logprob\":-1,\"id\":1}") "}],\"usage\":{\"completion_tokens\":6,"
                                       "\"reasoning_tokens\":2}}",
      "- -1 6 -1 2 0 | 0 'a' = length [-1] [] 1 0 0 3 0 0 "
      "{\"reasoning_tokens\":2,\"n_missing_logprobs\":3}" },
    { "{\"choices\":[{\"text\":\"a\"," LOGPROBS(
          "{\"logprob\":-1,\"id\":1}") "},{\"text\":\"b\"}],"
                                       "\"usage\":{\"completion_tokens\":6}}",
      "- -1 6 -1 -1 0 | 0 'a' = - [-1] [1] 1 0 0 0 0 0 {} | 1 'b' = - [] [] 0 0 0 0 0 0 "
      "{}" },
    { "{\"choices\":[{\"text\":\"a\",\"token_ids\":[1]}],\"usage\":{\"completion_tokens\":"
      "6}}",
      "- -1 6 -1 -1 0 | 0 'a' = - [] [1] 1 0 0 0 0 0 {}" },
    { "{\"choices\":[{\"text\":\"a\\u0000\"}]}",
      "- -1 -1 -1 -1 1 | 0 'a�' = - [] [] 0 0 0 0 0 0 {\"n_repairs\":1}" },
};

static void test_answers_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(whole_answers); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct wire_answer w;
        struct err err = { 0 };
        assert_int_equal(read_text(whole_answers[i].body, &a, &w, &err), 0);
        put_answer(&w, &got);
        assert_string_equal(buf_text(&got), whole_answers[i].want);
    }
}

static void test_an_error_is_cut_between_characters(void **state)
{
    static const struct {
        size_t before; /* bytes before a character of three */
        size_t behind;
        size_t want; /* bytes kept */
    } rows[] = {
        { 509, 0, 512 }, { 509, 1, 512 }, { 510, 0, 510 }, { 511, 9, 511 }, { 512, 0, 512 }
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf CLEANUP(buf_release) body = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        for (size_t n = 0; n < rows[i].before; n++)
            buf_putc(&body, 'x');
        buf_puts(&body, "\xE2\x82\xAC");
        for (size_t n = 0; n < rows[i].behind; n++)
            buf_putc(&body, 'y');
        wire_read_error(body.data, body.len, &got);
        bool cut = rows[i].want < body.len;
        assert_int_equal(got.len, rows[i].want + (cut ? 4 : 0));
        assert_memory_equal(got.data, body.data, rows[i].want);
        assert_string_equal(buf_text(&got) + rows[i].want, cut ? " ..." : "");
    }
}

static void test_words_of_a_context_that_is_exceeded(void **state)
{
    static const struct {
        const char *body;
        bool want;
    } rows[] = {
        { "{\"error\":{\"code\":\"context_length_exceeded\"}}", true },
        { "{\"error\":{\"type\":\"exceed_context_size_error\"}}", true },
        { "This model's maximum context length is 4096 tokens", true },
        { "longer than the maximum model length of 4096", true },
        { "the model's context length (4096 tokens)", true },
        { "the request exceeds the available context size", true },
        { "Prompt length plus max_tokens exceeds", true },
        { "should not exceed max_seq_len", true },
        { "out of memory", false },
        { "", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (wire_is_too_long(rows[i].body) != rows[i].want)
            fail_msg("%s", rows[i].body);
}

/* What no text of UTF-8 can hold becomes one replacement; all else stays as it is. */
static void test_texts_are_repaired(void **state)
{
#define U "\xEF\xBF\xBD"
    static const struct {
        const char *text;
        size_t len;
        const char *want;
        size_t n;
    } rows[] = {
        { "", 0, "", 0 },
        { "a\\n\\\\", 5, "a\\n\\\\", 0 },
        { "a\0b", 3, "a" U "b", 1 },
        { "\\u0000", 6, "\\ufffd", 1 },
        { "\\u0001", 6, "\\u0001", 0 },
        { "\\ud7ff", 6, "\\ud7ff", 0 },
        { "\\ue000", 6, "\\ue000", 0 },
        { "\\ud800", 6, "\\ufffd", 1 },
        { "\\udbff!", 7, "\\ufffd!", 1 },
        { "\\udc00", 6, "\\ufffd", 1 },
        { "\\udfff", 6, "\\ufffd", 1 },
        { "\\ud800\\udc00", 12, "\\ud800\\udc00", 0 },
        { "\\udbff\\udfff", 12, "\\udbff\\udfff", 0 },
        { "\\ud800\\ue000", 12, "\\ufffd\\ue000", 1 },
        { "\\ud800\\udbff", 12, "\\ufffd\\ufffd", 2 },
        { "\\ud800\\n", 8, "\\ufffd\\n", 1 },
        { "\\ud800xudc00", 12, "\\ufffdxudc00", 1 },
        { "\\ud800\\udc0", 11, "\\ufffd\\udc0", 1 },
        { "\\ud800\\", 7, "\\ufffd\\", 1 },
        { "\\ud80", 5, "\\ud80", 0 },
        { "\\u00zz", 6, "\\u00zz", 0 },
        { "\\\\u0000", 7, "\\\\u0000", 0 },
        { "\\", 1, "\\", 0 },
        { "\x7F\x80\xC3\xA9\xC3", 5, "\x7F" U "\xC3\xA9" U, 2 },
        { "\xED\xA0\x80", 3, U U U, 3 },
    };
#undef U
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf CLEANUP(buf_release) got = { 0 };
        size_t n = wire_repair(rows[i].text, rows[i].len, &got);
        assert_string_equal(buf_text(&got), rows[i].want);
        assert_int_equal(n, rows[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_whole),
        cmocka_unit_test(test_an_error_is_cut_between_characters),
        cmocka_unit_test(test_words_of_a_context_that_is_exceeded),
        cmocka_unit_test(test_texts_are_repaired),
        cmocka_unit_test(test_logprobs_that_cannot_be_the_text_s_are_dropped),
        cmocka_unit_test(test_an_answer_of_many_tokens),
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
