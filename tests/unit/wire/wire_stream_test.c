/* wire_stream_test.c - events however cut and framed, and their answers. */
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
#include "src/wire/wire.h"
#include "src/wire/wire_stream.h"

static void test_events_are_split(void **state)
{
    static const struct {
        enum wire_framing framing;
        const char *body, *events; /* with | between */
    } cases[] = {
        { WIRE_EVENTS, "data: a\n\ndata: b\n\n", "a|b|" },
        { WIRE_EVENTS, "data: a\r\n\r\ndata:b\r\n\r\n", "a|b|" },
        { WIRE_EVENTS, "data: a\r\rdata: b\r\r", "a|b|" },
        { WIRE_EVENTS,
          "\xEF\xBB\xBF"
          "data: a\n\n",
          "a|" },
        { WIRE_EVENTS, ": ping\n\nevent: x\nid: 7\ndata: a\ndata:  b\n\n: ping\n\n", "a\n b|" },
        { WIRE_EVENTS, "data: a", "a|" },
        { WIRE_EVENTS, "data: a\n", "a|" },
        { WIRE_EVENTS, "data\n\n", "|" },
        { WIRE_EVENTS, "database: a\n\n", "" },
        { WIRE_EVENTS, "\n\n\n", "" },
        { WIRE_EVENTS, "", "" },
        { WIRE_LINES, "{1}\n\n  \n{2}\r\n{3}", "{1}|{2}|{3}|" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const char *at = cases[i].body;
        const char *end = at + strlen(at);
        struct buf data = { 0 };
        struct buf got = { 0 };
        while (wire_next_event(cases[i].framing, &at, end, &data))
            buf_printf(&got, "%s|", buf_text(&data));
        assert_string_equal(buf_text(&got), cases[i].events);
        buf_release(&data);
        buf_release(&got);
    }
}

static void test_framings_are_told_apart(void **state)
{
    static const struct {
        const char *type, *body;
        enum wire_framing framing;
    } cases[] = {
        { "text/event-stream; charset=utf-8", "", WIRE_EVENTS },
        { "application/x-ndjson", "{}", WIRE_LINES },
        { "application/json", "{\"a\":1}", WIRE_WHOLE },
        { NULL, "data: {}", WIRE_EVENTS },
        { NULL, ": ping\n\ndata: {}", WIRE_EVENTS },
        { "text/plain", "{}", WIRE_WHOLE },
        { NULL, "", WIRE_WHOLE },
        { NULL,
          "\xEF\xBB\xBF"
          "data: {}",
          WIRE_EVENTS }, /* behind a byte order mark */
        { NULL,
          "\xEF\xBB\xBF"
          "{}",
          WIRE_WHOLE },
    };
    /* Nothing behind a body's end is read. */
    static const char cut[] = "\xEF\xBB\xBF"
                              "data: {}";
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_int_equal(wire_framing_of(cases[i].type, cases[i].body, strlen(cases[i].body)),
                         cases[i].framing);
    for (size_t len = 0; len < strlen("\xEF\xBB\xBF"
                                      "data:");
         len++)
        assert_int_equal(wire_framing_of(NULL, cut, len), WIRE_WHOLE);
    assert_int_equal(wire_framing_of(NULL, cut,
                                     strlen("\xEF\xBB\xBF"
                                            "data:")),
                     WIRE_EVENTS);
}

static int assemble_text(const char *body, enum wire_framing framing, struct arena *a,
                         struct buf *out, struct wire_stream_end *end)
{
    struct err err = { 0 };
    const struct json_text text = { "stream", body, strlen(body), 1, 1 };
    return wire_assemble(framing, &text, a, out, end, &err);
}

static void test_choices_interleave(void **state)
{
    static const char body[] =
        "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"}}]}\n\n"
        "data: "
        "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"B\"},\"logprobs\":{\"content\":[{"
        "\"token\":\"B\",\"logprob\":-2}]},\"token_ids\":[8]}]}\n\n"
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\"hm\",\"content\":\"A\"}}]}\n\n"
        "data: "
        "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b\"},\"logprobs\":{\"content\":[{"
        "\"token\":\"b\",\"logprob\":-1}]},\"token_ids\":[9],\"finish_reason\":\"length\"}]}\n\n"
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}\n\n"
        "data: [DONE]\n\n";
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct wire_stream_end end;
    struct wire_answer w;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(assemble_text(body, WIRE_EVENTS, &a, &out, &end), 0);
    assert_true(end.complete);
    assert_int_equal(end.n_events, 6);
    assert_int_equal(wire_read_answer("x", buf_text(&out), out.len, &a, &w, &err), 0);
    assert_int_equal(w.n_choices, 2);
    assert_string_equal(w.model, "m");
    assert_int_equal(w.prompt_tokens, 3);
    assert_string_equal(w.choices[0].text, "A");
    assert_string_equal(w.choices[0].reasoning, "hm");
    assert_string_equal(w.choices[0].finish_reason, "stop");
    assert_string_equal(w.choices[1].text, "Bb");
    assert_string_equal(w.choices[1].finish_reason, "length");
    assert_int_equal(w.choices[1].n_tokens, 2);
    assert_int_equal(w.choices[1].token_ids[1], 9);
    assert_float_equal(w.choices[1].logprobs[0], -2, 0);
    buf_release(&out);
    arena_release(&a);
}

/* SGLang's option decides whether events repeat or continue. */
static void test_sglang_repeats_or_continues(void **state)
{
    static const char *const bodies[] = {
        "data: {\"text\":\"ab\",\"output_ids\":[1],\"meta_info\":{\"finish_reason\":null}}\n\n"
        "data: {\"text\":\"abcd\",\"output_ids\":[1,2],\"meta_info\":{\"finish_reason\":{\"type\":"
        "\"stop\"}}}\n\n",
        "data: {\"text\":\"ab\",\"output_ids\":[1],\"meta_info\":{\"finish_reason\":null}}\n\n"
        "data: {\"text\":\"cd\",\"output_ids\":[2],\"meta_info\":{\"finish_reason\":{\"type\":"
        "\"stop\"}}}\n\n",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        struct arena a = { 0 };
        struct buf out = { 0 };
        struct wire_stream_end end;
        assert_int_equal(assemble_text(bodies[i], WIRE_EVENTS, &a, &out, &end), 0);
        assert_true(end.complete);
        assert_non_null(strstr(buf_text(&out), "\"text\":\"abcd\""));
        assert_non_null(strstr(buf_text(&out), "\"output_ids\":[1,2]"));
        buf_release(&out);
        arena_release(&a);
    }
}

static void test_streams_that_are_no_answer(void **state)
{
    static const struct {
        const char *body;
        int rc;
        bool complete, has_error;
        size_t n_unreadable;
    } cases[] = {
        /* cut: neither an end nor a reason */
        { "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"A\"}}]}\n\n", 0, false, false,
          0 },
        /* one of two choices has not ended */
        { "data: "
          "{\"choices\":[{\"index\":0,\"text\":\"A\",\"finish_reason\":\"stop\"},{\"index\":1,"
          "\"text\":\"B\"}]}\n\n",
          0, false, false, 0 },
        { "data: {\"choices\":[{\"index\":0,\"text\":\"A\"}]}\n\ndata: "
          "{\"error\":{\"message\":\"no "
          "memory\"}}\n\ndata: [DONE]\n\n",
          0, false, true, 0 },
        { "data: {\"type\":\"response.failed\",\"response\":{\"error\":{\"message\":\"x\"}}}\n\n",
          ERR_INTEGRITY, false, true, 0 },
        { "data: {\"choi", ERR_INTEGRITY, false, false, 1 },
        { "data: 7\n\ndata: []\n\n", ERR_INTEGRITY, false, false, 2 },
        { "data: [DONE]\n\n", ERR_INTEGRITY, true, false, 0 },
        { "data: {\"choices\":[{\"index\":99999999,\"text\":\"A\"}]}\n\n", ERR_INTEGRITY, false,
          false, 0 },
        { "", ERR_INTEGRITY, false, false, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct buf out = { 0 };
        struct wire_stream_end end;
        assert_int_equal(assemble_text(cases[i].body, WIRE_EVENTS, &a, &out, &end), cases[i].rc);
        assert_int_equal(end.complete, cases[i].complete);
        assert_int_equal(end.error != NULL, cases[i].has_error);
        assert_int_equal(end.n_unreadable, cases[i].n_unreadable);
        buf_release(&out);
        arena_release(&a);
    }
}

static void test_servers_by_their_answers(void **state)
{
    static const struct {
        const char *body, *server;
    } cases[] = {
        { "{\"prompt_logprobs\":null}", "vllm" },
        { "{\"choices\":[{\"matched_stop\":3}]}", "sglang" },
        { "{\"timings\":{\"predicted_per_second\":3}}", "llama.cpp" },
        { "{\"content\":\"say \\\"matched_stop\\\": yes\"}", "other" },
        { "", "other" },
        { "{\"disaggregated_params\":null}", "tensorrt-llm" },
        { "{\"meta_info\":{}}", "sglang" },
        { "{\"kv_transfer_params\":null}", "vllm" },
        { "{\"stop_reason\":null}", "vllm" },
        { "{\"completion_probabilities\":[]}", "llama.cpp" },
        { "{\"system_fingerprint\":\"fp_ollama\"}", "ollama" },
        { "{\"eval_count\":1}", "ollama" },
        { "{\"eval_count\":1,\"matched_stop\":1}", "sglang" }, /* the first of the list counts */
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_string_equal(wire_recognise_answer(cases[i].body, strlen(cases[i].body))->name,
                            cases[i].server);
}

static const struct {
    enum wire_framing framing;
    const char *body, *want;
} streams[] = {
    /* choices: chat and completions, gaps between them, log-probs, reasoning */
    { WIRE_EVENTS,
      "data: "
      "{\"model\":\"m\",\"usage\":{\"a\":1},\"choices\":[{\"index\":6,\"delta\":{\"content\":"
      "\"x\",\"reasoning_content\":\"r\",\"reasoning\":\"s\"}}]}\n\n"
      "data: {\"model\":\"n\",\"usage\":{\"a\":2},\"choices\":[{\"index\":2,\"message\":{"
      "\"content\":\"y\"},\"finish_reason\":\"stop\"},7,{\"index\":6,\"delta\":{\"content\":"
      "null,"
      "\"reasoning\":\"t\",\"reasoning_content\":\"u\"},\"finish_reason\":\"length\"}]}\n\n",
      "{\"model\":\"m\",\"usage\":{\"a\":2},\"choices\":[{\"index\":2,\"message\":{\"role\":"
      "\"assistant\",\"content\":\"y\"},\"finish_reason\":\"stop\"},{\"index\":6,\"message\":{"
      "\"role\":\"assistant\",\"content\":\"x\",\"reasoning_content\":\"ru\"},\"finish_"
      "reason\":\"length\"}]} complete 2 0 -" },
    { WIRE_EVENTS,
      "data: "
      "{\"choices\":[{\"text\":\"a\",\"logprobs\":{\"tokens\":[\"a\"],\"token_logprobs\":[-1]}"
      ",\"token_ids\":[1,2]},{\"text\":\"b\",\"reasoning\":\"\",\"logprobs\":null}]}\n\n"
      "data: "
      "{\"model\":7,\"usage\":[],\"choices\":[{\"text\":\"c\",\"logprobs\":{\"tokens\":[\"c\"],"
      "\"token_logprobs\":[-2]},\"token_ids\":[],\"finish_reason\":\"stop\"}]}\n\ndata: "
      "[DONE]\n\n",
      "{\"model\":7,\"usage\":null,\"choices\":[{\"index\":0,\"text\":\"ac\",\"logprobs\":{"
      "\"piecewise\":true,\"tokens\":[\"a\",\"c\"],\"token_logprobs\":[-1,-2]},\"token_ids\":["
      "1,2],\"finish_reason\":\"stop\"},{\"index\":1,\"text\":\"b\"}]} complete 2 0 -" },
    { WIRE_EVENTS,
      "data: "
      "{\"choices\":[{\"index\":0,\"delta\":{},\"logprobs\":{\"content\":[{\"logprob\":-1},{"
      "\"logprob\":-2}]}}]}\n\n"
      "data: "
      "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\\u0000\"},\"logprobs\":{"
      "\"content\":[]}"
      ",\"token_ids\":{}}]}\n\n",
      "{\"model\":null,\"usage\":null,\"choices\":[{\"index\":0,\"message\":{\"role\":"
      "\"assistant\",\"content\":\"�\"},\"logprobs\":{\"piecewise\":true,\"content\":[{"
      "\"logprob\":-1},{\"logprob\":-2}]}}]} 2 0 -" },
    { WIRE_EVENTS,
      "data: {\"choices\":[{\"index\":1023,\"text\":\"a\",\"finish_reason\":\"stop\"}]}\n\n"
      "data: {\"choices\":[{\"index\":1024,\"text\":\"b\"},{\"index\":-1,\"text\":\"c\"}]}\n\n",
      "{\"model\":null,\"usage\":null,\"choices\":[{\"index\":1023,\"text\":\"a\",\"finish_"
      "reason\":\"stop\"}]} complete 2 0 -" },
    { WIRE_EVENTS,
      "data: {\"choices\":[{\"index\":4,\"text\":\"a\"}]}\n\ndata: "
      "{\"choices\":[{\"index\":0,\"text\":\"b\"}]}\n\ndata: "
      "{\"choices\":[{\"index\":4,\"text\":\"c\"}]}\n\ndata: "
      "{\"choices\":[{\"index\":9,\"text\":\"d\"}]}\n\ndata: "
      "{\"choices\":[{\"index\":4,\"text\":\"e\"}]}\n\n",
      "{\"model\":null,\"usage\":null,\"choices\":[{\"index\":0,\"text\":\"b\"},{\"index\":4,"
      "\"text\":\"ace\"},{\"index\":9,\"text\":\"d\"}]} 5 0 -" },
    /* the first family stays, and events of others are left out */
    { WIRE_EVENTS,
      "data: {\"choices\":[{\"text\":\"a\"}]}\n\ndata: {\"content\":\"b\",\"stop\":true}\n\n"
      "data: {\"hello\":1}\n\ndata: 7\n\n",
      "{\"model\":null,\"usage\":null,\"choices\":[{\"index\":0,\"text\":\"a\"}]} 3 1 -" },
    /* Responses: the last event holds all */
    { WIRE_EVENTS,
      "data: {\"type\":\"response.created\",\"response\":{\"a\":0}}\n\n"
      "data: {\"type\":\"response.incomplete\",\"response\":{\"a\": 1}}\n\n",
      "{\"a\":1} complete 2 0 -" },
    { WIRE_EVENTS, "data: {\"type\":\"response.completed\",\"response\":7}\n\n",
      "1 nothing of an answer in the stream 1 0 -" },
    { WIRE_EVENTS, "data: {\"type\":\"response.failed\",\"response\":{}}\n\n",
      "1 the response failed 1 0 the response failed" },
    { WIRE_EVENTS,
      "data: "
      "{\"type\":\"response.failed\",\"error\":{\"message\":\"x\"},\"response\":{\"error\":{"
      "\"message\":\"no memory\"}}}\n\n",
      "1 no memory 1 0 no memory" },
    /* SGLang: texts that repeat, texts that go on, several answers */
    { WIRE_EVENTS,
      "data: {\"text\":\"ab\",\"meta_info\":{\"finish_reason\":null}}\n\n"
      "data: {\"text\":\"abab\",\"meta_info\":{\"finish_reason\":\"stop\"},\"x\":1}\n\n",
      "{\"text\":\"abab\",\"meta_info\":{\"finish_reason\":\"stop\"},\"x\":1} complete 2 0 -" },
    { WIRE_EVENTS,
      "data: {\"text\":\"ab\",\"output_ids\":[1],\"meta_info\":{\"id\":\"i\","
      "\"output_token_logprobs\":[[-1,1,null]],\"finish_reason\":null}}\n\n"
      "data: {\"text\":\"c\",\"output_ids\":[2],\"y\":[1],\"meta_info\":{\"id\":\"i\","
      "\"output_token_logprobs\":[[-2,2,null]],\"finish_reason\":{\"type\":\"length\"}}}\n\n"
      "data: {\"text\":\"cd\",\"y\":[2],\"meta_info\":{\"id\":\"j\"}}\n\n",
      "{\"text\":\"abccd\",\"y\":[2],\"output_ids\":[1,2],\"meta_info\":{\"piecewise\":true,"
      "\"id\":\"j\",\"output_token_logprobs\":[[-1,1,null],[-2,2,null]]}} complete 3 0 -" },
    { WIRE_EVENTS,
      "data: {\"index\":2,\"text\":\"a\",\"meta_info\":{\"finish_reason\":\"stop\"}}\n\n"
      "data: {\"index\":0,\"text\":\"b\",\"meta_info\":{}}\n\n"
      "data: {\"index\":0,\"text\":\"c\",\"meta_info\":{}}\n\n"
      "data: {\"index\":-1,\"text\":\"d\",\"meta_info\":{}}\n\n",
      "[{\"text\":\"bc\",\"index\":0,\"meta_info\":{\"piecewise\":true}},{\"index\":2,\"text\":"
      "\"a\",\"meta_info\":{\"finish_reason\":\"stop\"}}] 4 0 -" },
    /* llama.cpp */
    { WIRE_EVENTS,
      "data: "
      "{\"content\":\"a\",\"stop\":false,\"tokens\":[1],\"completion_probabilities\":[{\"id\":"
      "1}]}"
      "\n\ndata: "
      "{\"content\":\"b\",\"stop\":true,\"tokens\":[2],\"completion_probabilities\":[{\"id\":"
      "2}],\"stop_type\":\"eos\",\"timings\":{\"n\":1}}\n\n",
      "{\"content\":\"ab\",\"stop\":true,\"stop_type\":\"eos\",\"timings\":{\"n\":1},"
      "\"tokens\":[1,2],\"completion_probabilities\":[{\"id\":1},{\"id\":2}]} complete 2 0 -" },
    { WIRE_EVENTS, "data: {\"content\":\"a\",\"stop\":false}\n\n",
      "{\"content\":\"a\",\"stop\":false} 1 0 -" },
    /* Ollama's lines */
    { WIRE_LINES,
      "{\"message\":{\"content\":\"a\",\"thinking\":\"h\"},\"done\":false,\"logprobs\":[{"
      "\"logprob\":-1}"
      "]}\n{\"message\":{\"content\":\"b\",\"thinking\":\"m\"},\"done\":true,\"eval_count\":2,"
      "\"logprobs\":[{\"logprob\":-2}]}\n",
      "{\"message\":{\"role\":\"assistant\",\"content\":\"ab\",\"thinking\":\"hm\"},\"done\":"
      "true,\"eval_count\":2,\"logprobs\":[{\"logprob\":-1},{\"logprob\":-2}]} complete 2 0 "
      "-" },
    { WIRE_LINES,
      "{\"response\":\"a\",\"thinking\":\"h\",\"done\":false}\n{\"response\":\"b\",\"done\":"
      "true,"
      "\"model\":\"o\"}\nno JSON\n",
      "{\"response\":\"ab\",\"thinking\":\"h\",\"done\":true,\"model\":\"o\"} complete 2 1 -" },
    { WIRE_LINES, "{\"response\":\"a\",\"done\":false}\n{\"error\":\"full\"}\n",
      "{\"response\":\"a\",\"done\":false} 2 0 full" },
    { WIRE_LINES, "{\"response\":\"a\",\"done\":true,\"error\":null}\n",
      "{\"response\":\"a\",\"done\":true,\"error\":null} complete 1 0 -" },
    { WIRE_EVENTS, "data: {\"choices\":[]}\n\n", "1 nothing of an answer in the stream 1 0 -" },
};

/* What a stream becomes, to the letter; behind it "complete", the counts of events that were read
 * and that could not be, and the error. */
static void test_pieces_are_joined_to_a_whole_answer(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(streams); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct wire_stream_end end;
        struct err err = { 0 };
        const struct json_text text = { "stream", streams[i].body, strlen(streams[i].body), 1, 1 };
        int rc = wire_assemble(streams[i].framing, &text, &a, &got, &end, &err);
        if (rc < 0)
            buf_printf(&got, "%d %s", rc == ERR_INTEGRITY, err.msg);
        buf_printf(&got, "%s %zu %zu %s", end.complete ? " complete" : "", end.n_events,
                   end.n_unreadable, end.error == NULL ? "-" : end.error);
        assert_string_equal(buf_text(&got), streams[i].want);
    }
}

static void test_events_and_framings_at_their_limits(void **state)
{
    static const struct {
        const char *type;
        enum wire_framing want;
    } types[] = {
        { "text/event-stream", WIRE_EVENTS },
        { "TEXT/Event-Stream;x", WIRE_EVENTS },
        { "text/event-strea", WIRE_WHOLE },
        { "application/x-ndjson", WIRE_LINES },
        { "application/x-ndjso", WIRE_WHOLE },
        { "application/jsonl", WIRE_LINES },
        { "Application/JSONL; x", WIRE_LINES },
        { "application/json", WIRE_WHOLE },
        { NULL, WIRE_WHOLE },
    };
    static const char *const beginnings[] = { "data:", "event:", "id:", "retry:", ":" };
    static const struct {
        enum wire_framing framing;
        const char *body, *events;
    } cases[] = {
        { WIRE_EVENTS, "data:a\ndata:\ndata\ndata: b\n\n", "a\n\n\nb|" },
        { WIRE_EVENTS, "data:  a \n\n", " a |" },
        { WIRE_EVENTS, "dat: a\ndata a\ndatab\n\n", "" },
        { WIRE_EVENTS,
          "\xEF\xBB"
          "data: a\n\n",
          "" },
        { WIRE_EVENTS, "data: a\r\n\r\n\r\ndata: b\r\n\r\n", "a|b|" },
        { WIRE_EVENTS, "data: a\r", "a|" },
        { WIRE_EVENTS, "data: a\n\ndata:", "a||" },
        { WIRE_LINES, "\t \n{1}\n \t x\n", "{1}| \t x|" },
        { WIRE_LINES, " ", "" },
        { WIRE_LINES, "7", "7|" },
        { WIRE_LINES, "\xEF\xBB\xBF{1}", "{1}|" },
        { WIRE_WHOLE, "data: a\n\n", "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(types); i++)
        assert_int_equal(wire_framing_of(types[i].type, "{", 1), types[i].want);
    for (size_t i = 0; i < ARRAY_LEN(beginnings); i++) {
        size_t len = strlen(beginnings[i]);
        assert_int_equal(wire_framing_of("text/plain", beginnings[i], len), WIRE_EVENTS);
        assert_int_equal(wire_framing_of(NULL, beginnings[i], len - 1), WIRE_WHOLE);
    }
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const char *at = cases[i].body;
        struct buf CLEANUP(buf_release) data = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        while (wire_next_event(cases[i].framing, &at, cases[i].body + strlen(cases[i].body), &data))
            buf_printf(&got, "%s|", buf_text(&data));
        assert_string_equal(buf_text(&got), cases[i].events);
        assert_int_equal(*at, '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events_are_split),
        cmocka_unit_test(test_framings_are_told_apart),
        cmocka_unit_test(test_choices_interleave),
        cmocka_unit_test(test_sglang_repeats_or_continues),
        cmocka_unit_test(test_streams_that_are_no_answer),
        cmocka_unit_test(test_servers_by_their_answers),
        cmocka_unit_test(test_pieces_are_joined_to_a_whole_answer),
        cmocka_unit_test(test_events_and_framings_at_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
