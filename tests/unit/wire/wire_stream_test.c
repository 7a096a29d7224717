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
    return wire_assemble(framing, body, strlen(body), a, out, end, &err);
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
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_string_equal(wire_recognise_answer(cases[i].body, strlen(cases[i].body))->name,
                            cases[i].server);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
