/* exchange_read_test.c - answers of every dialect, whole and in a stream, and why there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/sample/policy.h"
#include "src/server/spool/exchange.h"

#define EVENTS "text/event-stream"
#define LINES  "application/x-ndjson"
#define JSON   "application/json"

static void put_text(struct buf *out, const char *s)
{
    buf_puts(out, s == NULL ? "-" : s);
}

/* "[text;finish;prompt tokens;completion tokens;tokens;ids;first log-prob;prompt]... model". */
static void put_answer(const struct exchange_answer *x, struct buf *out)
{
    for (size_t i = 0; i < x->n; i++) {
        const struct completion *c = &x->completions[i];
        assert_int_equal(strlen(c->text), c->text_len);
        buf_printf(out, "[%s;%s;%d;%lld;%zu;", c->text, c->finish_reason, c->prompt_tokens,
                   (long long)c->completion_tokens, c->n_tokens);
        for (size_t t = 0; c->token_ids != NULL && t < c->n_tokens; t++)
            buf_printf(out, "%s%d", t == 0 ? "" : " ", (int)c->token_ids[t]);
        buf_puts(out, ";");
        if (c->logprobs != NULL)
            buf_printf(out, "%g", (double)c->logprobs[0]);
        buf_puts(out, ";");
        put_text(out, x->prompts[i]);
        buf_puts(out, "]");
    }
    buf_puts(out, " ");
    put_text(out, x->model);
    if (x->streamed)
        buf_puts(out, " streamed");
}

static struct transcript transcript_of(const char *api, const char *request, int status,
                                       const char *type, const char *body)
{
    return (struct transcript){ .id = "0123456789abcdef0123456789abcdef",
                                .api = api,
                                .path = "/v1",
                                .tags = tags_none,
                                .request = request,
                                .request_len = strlen(request),
                                .status = status,
                                .content_type = type,
                                .response = body,
                                .response_len = strlen(body),
                                .length = -1,
                                .detail = "",
                                .first_byte_ms = (double)NAN,
                                .total_ms = (double)NAN };
}

#define CHAT_REQUEST "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"temperature\":0.5}"

static const struct {
    const char *api, *request, *type, *body, *want;
} dialects[] = {
    { "chat", CHAT_REQUEST, JSON,
      "{\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"content\":\"A\"},\"finish_"
      "reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}}",
      "[A;stop;7;3;0;;;hi] m" },
    { "chat", CHAT_REQUEST, JSON,
      "{\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"content\":\"A\"},\"finish_"
      "reason\":\"stop\"},{\"index\":1,\"message\":{\"content\":\"B\"},\"finish_reason\":"
      "\"length\"}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":9}}",
      "[A;stop;7;0;0;;;hi][B;length;7;0;0;;;hi] m" },
    { "chat", CHAT_REQUEST, JSON,
      "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"ab\"},\"logprobs\":{\"content\":[{"
      "\"token\":\"a\",\"logprob\":-0.5},{\"token\":\"b\",\"logprob\":-0.25}]},\"finish_"
      "reason\":\"stop\"}]}",
      "[ab;stop;-1;0;2;;-0.5;hi] -" },
    { "completions", "{\"prompt\":[\"p\",\"q\"],\"n\":1}", JSON,
      "{\"model\":\"m\",\"choices\":[{\"index\":1,\"text\":\"B\",\"finish_reason\":\"stop\"},{"
      "\"index\":0,\"text\":\"A\",\"finish_reason\":\"length\"}]}",
      "[B;stop;-1;0;0;;;q][A;length;-1;0;0;;;p] m" },
    { "chat", CHAT_REQUEST, EVENTS,
      "data: "
      "{\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"A\"}}]}\n\ndata: "
      "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"B\"},\"finish_reason\":\"stop\"}]}"
      "\n\ndata: "
      "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2}}\n\ndata: "
      "[DONE]\n\n",
      "[AB;stop;7;2;0;;;hi] m streamed" },
    { "completions", "{\"prompt\":\"p\"}", EVENTS,
      "data: {\"choices\":[{\"index\":0,\"text\":\"A\"}]}\n\ndata: "
      "{\"choices\":[{\"index\":0,\"text\":\"B\",\"finish_reason\":\"length\"}]}\n\ndata: "
      "[DONE]\n\n",
      "[AB;length;-1;0;0;;;p] - streamed" },
    { "responses", "{\"input\":\"p\"}", JSON,
      "{\"model\":\"r\",\"status\":\"completed\",\"output\":[{\"type\":\"reasoning\","
      "\"summary\":[{\"type\":\"summary_text\",\"text\":\"why\"}]},{\"type\":\"message\","
      "\"content\":[{\"type\":\"output_text\",\"text\":\"A\"}]}],\"usage\":{\"input_tokens\":4,"
      "\"output_tokens\":2}}",
      "[A;completed;4;2;0;;;p] r" },
    { "responses", "{\"input\":\"p\"}", EVENTS,
      "event: response.output_text.delta\ndata: "
      "{\"type\":\"response.output_text.delta\",\"delta\":\"A\"}\n\nevent: "
      "response.completed\ndata: "
      "{\"type\":\"response.completed\",\"response\":{\"model\":\"r\",\"status\":\"completed\","
      "\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":"
      "\"AB\"}]}],\"usage\":{\"input_tokens\":4,\"output_tokens\":2}}}\n\n",
      "[AB;completed;4;2;0;;;p] r streamed" },
    { "ollama-chat",
      "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"options\":{\"temperature\":0.5}"
      "}",
      JSON,
      "{\"model\":\"o\",\"message\":{\"role\":\"assistant\",\"content\":\"A\",\"thinking\":"
      "\"hm\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":5,\"eval_count\":"
      "2}",
      "[A;stop;5;2;0;;;hi] o" },
    { "ollama-chat",
      "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"options\":{\"temperature\":0.5}"
      "}",
      LINES,
      "{\"model\":\"o\",\"message\":{\"content\":\"A\"},\"done\":false}\n{\"model\":\"o\","
      "\"message\":{\"content\":\"B\"},\"done\":true,\"done_reason\":\"length\",\"prompt_eval_"
      "count\":5,\"eval_count\":2}\n",
      "[AB;length;5;2;0;;;hi] o streamed" },
    { "ollama-generate", "{\"prompt\":\"p\"}", JSON,
      "{\"model\":\"o\",\"response\":\"A\",\"done\":true,\"done_reason\":\"stop\",\"prompt_"
      "eval_count\":5,\"eval_count\":2}",
      "[A;stop;5;2;0;;;p] o" },
    { "ollama-generate", "{\"prompt\":\"p\"}", LINES,
      "{\"model\":\"o\",\"response\":\"A\",\"done\":false}\n{\"model\":\"o\",\"response\":"
      "\"B\",\"done\":true,\"done_reason\":\"stop\"}\n",
      "[AB;stop;-1;0;0;;;p] o streamed" },
    { "generate", "{\"text\":\"p\",\"sampling_params\":{\"temperature\":0.5}}", JSON,
      "{\"text\":\"ab\",\"meta_info\":{\"finish_reason\":{\"type\":\"stop\"},\"prompt_tokens\":"
      "3,\"completion_tokens\":2,\"output_token_logprobs\":[[-0.5,11,\"a\"],[-0.25,12,\"b\"]]}"
      "}",
      "[ab;stop;3;2;2;11 12;-0.5;p] -" },
    { "generate", "{\"text\":[\"p\",\"q\"]}", JSON,
      "[{\"text\":\"A\",\"meta_info\":{\"finish_reason\":{\"type\":\"stop\"}}},{\"text\":\"B\","
      "\"meta_info\":{\"finish_reason\":{\"type\":\"length\"}}}]",
      "[A;stop;-1;0;0;;;p][B;length;-1;0;0;;;q] -" },
    { "generate", "{\"text\":\"p\"}", EVENTS,
      "data: {\"text\":\"A\",\"meta_info\":{\"finish_reason\":null}}\n\ndata: "
      "{\"text\":\"AB\",\"meta_info\":{\"finish_reason\":{\"type\":\"stop\"},\"prompt_tokens\":"
      "3,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n",
      "[AB;stop;3;2;0;;;p] - streamed" },
    { "llama.cpp", "{\"prompt\":\"p\"}", JSON,
      "{\"content\":\"A\",\"stop\":true,\"stop_type\":\"eos\",\"tokens_evaluated\":4,\"tokens_"
      "predicted\":2,\"model\":\"l\"}",
      "[A;eos;4;2;0;;;p] l" },
    { "llama.cpp", "{\"prompt\":\"p\"}", EVENTS,
      "data: {\"content\":\"A\",\"stop\":false}\n\ndata: "
      "{\"content\":\"B\",\"stop\":true,\"stop_type\":\"limit\",\"tokens_evaluated\":4,"
      "\"tokens_predicted\":2}\n\n",
      "[AB;limit;4;2;0;;;p] - streamed" },
    { "chat", "not json", JSON,
      "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"A\\u0000\"},\"finish_reason\":"
      "\"stop\"}]}",
      "[A\xef\xbf\xbd"
      ";stop;-1;0;0;;;-] -" },
    { "chat", "[]", NULL,
      "data: "
      "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"A\"},\"finish_reason\":\"stop\"}]}"
      "\n\ndata: [DONE]\n\n",
      "[A;stop;-1;0;0;;;-] - streamed" },
    { "embeddings", CHAT_REQUEST, JSON,
      "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"A\"}}]}",
      "[A;incomplete;-1;0;0;;;-] -" },
};

static void test_every_dialect_is_read_whole_and_in_a_stream(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(dialects); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct exchange_answer answer;
        struct transcript x = transcript_of(dialects[i].api, dialects[i].request, 200,
                                            dialects[i].type, dialects[i].body);
        exchange_read(&x, &a, &answer);
        put_answer(&answer, &got);
        assert_string_equal(buf_text(&got), dialects[i].want);
        assert_string_equal(answer.problem, "");
    }
}

static void test_without_a_completion_the_problem_is_said(void **state)
{
    static const struct {
        const char *what;
        int status;
        const char *type, *encoding, *body, *detail, *problem; /* problem: a part of it */
    } cases[] = {
        { "nothing came", 0, NULL, NULL, "", "", "no answer" },
        { "nothing came, and why", 0, NULL, NULL, "", "connection refused", "connection refused" },
        { "an error of the server", 500, JSON, NULL, "{\"error\":{\"message\":\"no memory\"}}", "",
          "no memory" },
        { "an error with a completion in it", 300, JSON, NULL,
          "{\"choices\":[{\"text\":\"A\",\"finish_reason\":\"stop\"}]}", "", "" },
        { "before 200", 199, JSON, NULL, "{\"choices\":[{\"text\":\"A\"}]}", "", "" },
        { "compressed", 200, JSON, "gzip", "{\"choices\":[{\"text\":\"A\"}]}", "",
          "the answer is encoded (gzip)" },
        { "nothing in it", 200, JSON, NULL, "", "", "" },
        { "cut JSON", 200, JSON, NULL, "{\"choices\":[{\"text\":\"A", "", "" },
        { "no choices", 200, JSON, NULL, "{\"choices\":[]}", "", "" },
        { "another object", 200, JSON, NULL, "{\"data\":[1]}", "", "no completion in the answer" },
        { "a number", 200, JSON, NULL, "7", "", "no completion in the answer" },
        { "a list without objects", 200, JSON, NULL, "[1,\"A\"]", "",
          "no completion in the answer" },
        { "a stream that was cut", 200, EVENTS, NULL,
          "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"A\"}}]}\n\n", "",
          "the stream ended before it was complete" },
        { "an error in a stream", 200, EVENTS, NULL,
          "data: {\"choices\":[{\"index\":0,\"text\":\"A\"}]}\n\n"
          "data: {\"error\":{\"message\":\"no memory\"}}\n\ndata: [DONE]\n\n",
          "", "an error in the stream: no memory" },
        { "an empty stream", 200, EVENTS, NULL, "", "", "" },
        { "lines that end in the middle", 200, LINES, NULL,
          "{\"message\":{\"content\":\"A\"},\"done\":false}\n", "",
          "the stream ended before it was complete" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange_answer answer;
        struct transcript x =
            transcript_of("chat", CHAT_REQUEST, cases[i].status, cases[i].type, cases[i].body);
        x.content_encoding = cases[i].encoding;
        x.detail = cases[i].detail;
        exchange_read(&x, &a, &answer);
        if (answer.n != 0 || answer.problem[0] == '\0' ||
            strstr(answer.problem, cases[i].problem) == NULL)
            fail_msg("%s: %zu, '%s'", cases[i].what, answer.n, answer.problem);
    }
}

static void test_statuses_from_200_to_299_and_identity_are_answers(void **state)
{
    static const struct {
        int status;
        const char *encoding;
    } cases[] = { { 200, NULL }, { 299, NULL }, { 200, "identity" } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange_answer answer;
        struct transcript x = transcript_of("completions", "{\"prompt\":\"p\"}", cases[i].status,
                                            JSON, "{\"choices\":[{\"text\":\"A\"}]}");
        x.content_encoding = cases[i].encoding;
        exchange_read(&x, &a, &answer);
        assert_int_equal(answer.n, 1);
    }
}

static void test_the_temperature_is_where_the_dialect_has_it(void **state)
{
    static const struct {
        const char *api, *request;
        double want; /* negative: not said */
    } cases[] = {
        { "chat", CHAT_REQUEST, 0.5 },
        { "chat", "{\"options\":{\"temperature\":0.5}}", -1 },
        { "chat", "{\"temperature\":\"0.5\"}", -1 },
        { "ollama-chat", "{\"temperature\":1,\"options\":{\"temperature\":0.25}}", 0.25 },
        { "generate", "{\"text\":\"p\",\"sampling_params\":{\"temperature\":0.75}}", 0.75 },
        { "chat", "", -1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange_answer answer;
        struct transcript x = transcript_of(cases[i].api, cases[i].request, 0, NULL, "");
        exchange_read(&x, &a, &answer);
        assert_int_equal(isnan(answer.temperature), cases[i].want < 0);
        if (cases[i].want >= 0)
            assert_int_equal((int)(answer.temperature * 100), (int)(cases[i].want * 100));
    }
}

static void test_the_rest_of_an_answer_is_kept_as_json(void **state)
{
    static const struct {
        const char *api, *request, *body, *want; /* want: a part of it */
    } cases[] = {
        { "chat", CHAT_REQUEST, "{\"choices\":[{\"message\":{\"content\":\"A\"}}]}",
          "{\"exchange\":\"0123456789abcdef0123456789abcdef\",\"server\":\"other\"," },
        { "chat", CHAT_REQUEST, "{\"choices\":[{\"message\":{\"content\":\"A\"}}]}",
          "\"request_id\":\"req-7\",\"latency_ms\":12.5," },
        { "chat", CHAT_REQUEST, "{\"choices\":[{\"message\":{\"content\":\"A\"}}]}",
          ",\"request\":{\"temperature\":0.5}}" },
        { "ollama-chat", CHAT_REQUEST,
          "{\"message\":{\"content\":\"A\",\"thinking\":\"hm\"},\"done\":true}",
          "\"thinking\":\"hm\"" },
        { "ollama-generate", "{\"prompt\":\"p\"}",
          "{\"response\":\"A\",\"thinking\":\"hm\",\"done\":true}", "\"thinking\":\"hm\"" },
        { "responses", "{\"input\":\"p\"}",
          "{\"output\":[{\"type\":\"reasoning\",\"summary\":[{\"text\":\"so \"},{\"text\":"
          "\"it is\"}]},{\"type\":\"message\",\"summary\":[{\"text\":\"not this\"}],"
          "\"content\":[{\"type\":\"output_text\",\"text\":\"A\"}]}]}",
          "\"reasoning\":\"so it is\"" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange_answer answer;
        struct transcript x =
            transcript_of(cases[i].api, cases[i].request, 200, JSON, cases[i].body);
        x.request_id = "req-7";
        x.total_ms = 12.5;
        exchange_read(&x, &a, &answer);
        assert_int_equal(answer.n, 1);
        if (strstr(answer.completions[0].extra, cases[i].want) == NULL)
            fail_msg("%zu: %s", i, answer.completions[0].extra);
    }
}

static const char *chat_of_two(struct arena *a, const char *second)
{
    return arena_printf(
        a,
        "{\"choices\":[{\"message\":{\"content\":\"ab\"},\"logprobs\":{\"content\":["
        "{\"token\":\"a\",\"logprob\":-0.5},{\"token\":\"b\",\"logprob\":%s}]}}]}",
        second);
}

/* A number above 0 is a logit. */
static void test_log_probs_that_are_none_are_not_kept(void **state)
{
    static const struct {
        const char *second;
        bool kept;
    } cases[] = { { "-0.25", true }, { "0", true }, { "3.5", false } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange_answer answer;
        const char *chat = chat_of_two(&a, cases[i].second);
        const char *native =
            arena_printf(&a,
                         "{\"text\":\"ab\",\"meta_info\":{\"finish_reason\":{\"type\":\"stop\"},"
                         "\"output_token_logprobs\":[[-0.5,11,\"a\"],[%s,12,\"b\"]]}}",
                         cases[i].second);
        struct transcript x = transcript_of("chat", CHAT_REQUEST, 200, JSON, chat);
        exchange_read(&x, &a, &answer);
        assert_int_equal(answer.completions[0].logprobs != NULL, cases[i].kept);
        x = transcript_of("generate", "{\"text\":\"p\"}", 200, JSON, native);
        exchange_read(&x, &a, &answer);
        assert_int_equal(answer.completions[0].logprobs != NULL, cases[i].kept);
        assert_int_equal(answer.completions[0].token_ids[1], 12);
    }
}

/* A server that has no log-prob to give puts -9999 there: that is a gap, not a number. */
static void test_log_probs_that_stand_for_none_are_gaps(void **state)
{
    static const struct {
        const char *second;
        bool gap;
    } cases[] = { { "-9998.5", false }, { "-9999", true }, { "-9999.5", true }, { "null", true } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange_answer answer;
        const char *chat = chat_of_two(&a, cases[i].second);
        struct transcript x = transcript_of("chat", CHAT_REQUEST, 200, JSON, chat);
        exchange_read(&x, &a, &answer);
        assert_int_equal(answer.n, 1);
        const struct completion *c = &answer.completions[0];
        assert_int_equal(c->n_tokens, 2);
        assert_int_equal(isnan(c->logprobs[0]), 0);
        if ((isnan(c->logprobs[1]) != 0) != cases[i].gap)
            fail_msg("%s is %g", cases[i].second, (double)c->logprobs[1]);
    }
}

/* Log-probs of fewer tokens than the server counted have gaps, though it may leave out the one of
 * the end. */
static void test_fewer_log_probs_than_tokens_have_gaps(void **state)
{
    static const struct {
        const char *finish;
        int counted;
        bool gaps;
    } cases[] = { { "stop", 2, false },   { "stop", 3, false },  { "stop", 4, true },
                  { "length", 2, false }, { "length", 3, true }, { "length", -1, false } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange_answer answer;
        const char *chat = arena_printf(
            &a,
            "{\"choices\":[{\"message\":{\"content\":\"ab\"},\"finish_reason\":\"%s\",\"logprobs\":"
            "{\"content\":[{\"token\":\"a\",\"logprob\":-0.5},{\"token\":\"b\",\"logprob\":-1}]}}]%"
            "s}",
            cases[i].finish,
            cases[i].counted < 0
                ? ""
                : arena_printf(&a,
                               ",\"usage\":{\"prompt_tokens\":3000000000,\"completion_tokens\":%d}",
                               cases[i].counted));
        struct transcript x = transcript_of("chat", CHAT_REQUEST, 200, JSON, chat);
        exchange_read(&x, &a, &answer);
        assert_int_equal(answer.n, 1);
        assert_int_equal(answer.completions[0].logprobs_have_gaps, cases[i].gaps);
        assert_int_equal(answer.completions[0].prompt_tokens,
                         cases[i].counted < 0 ? -1 : INT32_MAX);
    }
}

static const struct {
    int status;
    const char *api, *request, *type, *body, *want;
} whole[] = {
    { 200, "chat", CHAT_REQUEST, JSON,
      "{\"model\":\"m\",\"choices\":[{\"message\":{\"content\":\"A\\u0000\",\"reasoning\":\"hm\"},"
      "\"finish_reason\":\"stop\",\"matched_stop\":1,\"logprobs\":{\"content\":[{\"token\":\"A\","
      "\"logprob\":-0.5},{\"token\":\"B\",\"logprob\":-9999},{\"token\":\"C\"}]}}],\"usage\":{"
      "\"prompt_tokens\":2147483648,\"completion_tokens\":5,\"prompt_tokens_details\":{"
      "\"cached_tokens\":1}}}",
      "m 0.5 '' | 'A�' 4 stop 2147483647 5 [-0.5 nan nan] [] 3 gaps 0.5 hi "
      ",\"server\":\"sglang\",\"logprob_semantics\":\"temperature-scaled\",\"model\":\"m\","
      "\"reasoning\":\"hm\",\"cached_tokens\":1,\"n_missing_logprobs\":2,\"n_null_logprobs\":1,\"n_"
      "sentinel_logprobs\":1,\"n_repairs\":1,\"request\":{\"temperature\":0.5}}" },
    { 200, "completions", "{\"prompt\":[\"p\",\"q\"],\"n\":2,\"seed\":1}", JSON,
      "{\"choices\":[{\"index\":0,\"text\":\"A\"},{\"index\":1,\"text\":\"B\"},{\"index\":2,"
      "\"text\":\"C\"},"
      "{\"index\":4,\"text\":\"D\"}],\"usage\":{\"completion_tokens\":0}}",
      "- nan '' | 'A' 1 incomplete -1 0 [] [] 0 nan p "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"request\":{\"n\":2,\"seed\":1}} | "
      "'B' 1 incomplete -1 0 [] [] 0 nan p "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"request\":{\"n\":2,\"seed\":1}} | "
      "'C' 1 incomplete -1 0 [] [] 0 nan q "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"request\":{\"n\":2,\"seed\":1}} | "
      "'D' 1 incomplete -1 0 [] [] 0 nan - "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"request\":{\"n\":2,\"seed\":1}}" },
    { 200, "generate", "{\"text\":\"p\",\"sampling_params\":{\"temperature\":0.25}}", JSON,
      "{\"text\":\"ab\",\"meta_info\":{\"finish_reason\":{\"type\":\"stop\"},\"completion_tokens\":"
      "9,"
      "\"output_token_logprobs\":[[-0.5,11,\"a\"],[null,12,\"b\"],[-9999,13,\"c\"]]}}",
      "- 0.25 '' | 'ab' 2 stop -1 9 [-0.5 nan nan] [11 12 13] 3 0.25 p "
      ",\"server\":\"sglang\",\"logprob_semantics\":\"temperature-scaled\",\"n_null_logprobs\":1,"
      "\"n_sentinel_logprobs\":1,\"request\":{\"sampling_params\":{\"temperature\":0.25}}}" },
    { 200, "generate", "{\"text\":\"p\"}", JSON,
      "{\"text\":\"ab\",\"meta_info\":{\"output_token_logprobs\":[[-0.5,11,\"a\"],[0.5,\"x\",\"b\"]"
      "]}}",
      "- nan '' | 'ab' 2 incomplete -1 0 [] [] 2 nan p "
      ",\"server\":\"sglang\",\"logprob_semantics\":\"temperature-scaled\",\"n_positive_logprobs\":"
      "1,\"request\":{}}" },
    { 200, "generate", "{\"text\":\"p\"}", JSON,
      "[7,{\"text\":\"A\",\"meta_info\":{\"output_token_logprobs\":[]}},{\"no\":1}]",
      "- nan '' | 'A' 1 incomplete -1 0 [] [] 0 nan p "
      ",\"server\":\"sglang\",\"logprob_semantics\":\"temperature-scaled\",\"request\":{}}" },
    { 200, "generate", "{\"text\":\"p\"}", JSON,
      "{\"text\":\"a\",\"meta_info\":{\"completion_tokens\":1,\"output_token_logprobs\":[[-0.5,11,"
      "\"a\"]]}}",
      "- nan '' | 'a' 1 incomplete -1 1 [-0.5] [11] 1 nan p ,\"server\":\"sglang\","
      "\"logprob_semantics\":\"temperature-scaled\",\"request\":{}}" },
    { 200, "llama.cpp", "{\"prompt\":\"p\"}", JSON,
      "{\"content\":\"A\",\"tokens_predicted\":0,\"completion_probabilities\":[{\"token\":\"A\","
      "\"prob\":"
      "0.5}]}",
      "- nan '' | 'A' 1 incomplete -1 0 [] [] 0 1 p "
      ",\"server\":\"llama.cpp\",\"logprob_semantics\":\"raw\",\"request\":{}}" },
    { 200, "ollama-chat", "{\"messages\":[]}", JSON,
      "{\"message\":{\"thinking\":\"\"},\"logprobs\":[{\"token\":\"x\",\"logprob\":-1},{\"token\":"
      "\"y\","
      "\"logprob\":-2}]}",
      "- nan '' | 'xy' 2 incomplete -1 0 [-1 -2] [] 2 nan - "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"request\":{}}" },
    { 200, "ollama-chat", "{\"messages\":[]}", JSON,
      "{\"thinking\":\"a\",\"message\":{\"content\":\"A\",\"thinking\":\"b\"}}",
      "- nan '' | 'A' 1 incomplete -1 0 [] [] 0 nan - "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"thinking\":\"a\",\"request\":{}"
      "}" },
    { 200, "responses", "{\"input\":\"p\"}", JSON,
      "{\"output\":[{\"type\":\"reasoning\"},{\"type\":\"message\",\"content\":[{\"text\":\"A\"}]},"
      "{"
      "\"summary\":[{\"text\":\"x\"}]}]}",
      "- nan '' | 'A' 1 incomplete -1 0 [] [] 0 nan p "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"request\":{}}" },
    { 299, "chat", "", NULL, "{\"choices\":[{\"message\":{\"content\":\"A\"}}]}",
      "- nan '' | 'A' 1 incomplete -1 0 [] [] 0 nan - "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\"}" },
    { 200, "chat", "{}", NULL, "{\"choices\":[]}",
      "- nan 'answer: no choices in the answer: {\"choices\":[]}'" },
    { 200, "chat", "{}", NULL, "{\"choices\":[{\"text\":\"\\u0000",
      "- nan 'answer:1:21: the file ends inside this string'" },
    { 200, "chat", "{}", NULL, "\"choices\"",
      "- nan 'answer: no choices in the answer: \"choices\"'" },
    { 200, "chat", "{}", NULL, "[]", "- nan 'no completion in the answer'" },
    { 200, "chat", "{}", NULL, "", "- nan 'answer:1:1: empty file'" },
    { 200, "chat", "{}", EVENTS, "data: {\"error\":\"full\"}\n\n",
      "- nan streamed 'an error in the stream: full'" },
    { 200, "chat", "{}", EVENTS, "data: x\n\n",
      "- nan streamed 'nothing of an answer in the stream'" },
    { 200, "chat", "{}", EVENTS, "data: {\"choices\":[{\"text\":\"A\"}]}\n\n",
      "- nan streamed 'the stream ended before it was complete'" },
    { 200, "chat", "{}", LINES, "{\"response\":\"A\\u0000\",\"done\":true}\n",
      "- nan streamed '' | 'A�' 4 incomplete -1 0 [] [] 0 nan - "
      ",\"server\":\"other\",\"logprob_semantics\":\"unknown\",\"streamed\":true,\"request\":{}}" },
};

/* "temperature problem | text finish prompt completion [log-probs] [ids] gaps at-temperature prompt
 * extra" */
static void put_whole(const struct exchange_answer *x, struct buf *out)
{
    buf_printf(out, "%s %g%s '%s'", x->model == NULL ? "-" : x->model, x->temperature,
               x->streamed ? " streamed" : "", x->problem);
    for (size_t i = 0; i < x->n; i++) {
        const struct completion *c = &x->completions[i];
        assert_int_equal(c->n_dropped, 0);
        buf_printf(out, " | '%s' %zu %s %d %lld [", c->text, c->text_len, c->finish_reason,
                   c->prompt_tokens, (long long)c->completion_tokens);
        for (size_t t = 0; c->logprobs != NULL && t < c->n_tokens; t++)
            buf_printf(out, "%s%g", t == 0 ? "" : " ", (double)c->logprobs[t]);
        buf_puts(out, "] [");
        for (size_t t = 0; c->token_ids != NULL && t < c->n_tokens; t++)
            buf_printf(out, "%s%d", t == 0 ? "" : " ", (int)c->token_ids[t]);
        buf_printf(out, "] %zu%s %g ", c->n_tokens, c->logprobs_have_gaps ? " gaps" : "",
                   c->logprob_temperature);
        put_text(out, x->prompts[i]);
        assert_memory_equal(c->extra, "{\"exchange\":\"0123456789abcdef0123456789abcdef\",", 46);
        buf_printf(out, " %s", &c->extra[46]);
    }
}

static void test_all_that_is_read_of_an_answer(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(whole); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct exchange_answer answer;
        struct transcript x = transcript_of(whole[i].api, whole[i].request, whole[i].status,
                                            whole[i].type, whole[i].body);
        exchange_read(&x, &a, &answer);
        put_whole(&answer, &got);
        assert_string_equal(buf_text(&got), whole[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_completion_the_problem_is_said),
        cmocka_unit_test(test_statuses_from_200_to_299_and_identity_are_answers),
        cmocka_unit_test(test_the_temperature_is_where_the_dialect_has_it),
        cmocka_unit_test(test_the_rest_of_an_answer_is_kept_as_json),
        cmocka_unit_test(test_log_probs_that_are_none_are_not_kept),
        cmocka_unit_test(test_log_probs_that_stand_for_none_are_gaps),
        cmocka_unit_test(test_fewer_log_probs_than_tokens_have_gaps),
        cmocka_unit_test(test_every_dialect_is_read_whole_and_in_a_stream),
        cmocka_unit_test(test_all_that_is_read_of_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
