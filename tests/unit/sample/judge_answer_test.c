/* judge_answer_test.c - what counts in answers of judges, what is malformed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/sample/judge_answer.h"

static void test_answers_that_count(void **state)
{
    static const struct {
        const char *text;
        double correctness, compilability, speed;
        const char *reason, *repairs;
    } rows[] = {
        { "{\"correctness\":0.5,\"compilability\":1,\"speed\":0,\"reasoning\":\"r\"}", 0.5, 1, 0,
          "r", NULL },
        { " \n{\"speed\":0.25,\"compilability\":1e0,\"correctness\":0.125}\n", 0.125, 1, 0.25, NULL,
          NULL },
        { "```json\n{\"correctness\":0.5,\"compilability\":1,\"speed\":0,\"reason\":\"r\"}\n```\n",
          0.5, 1, 0, "r", "fence" },
        { "Sure:\n```\n{\"correctness\":\"0.5\",\"compilability\":1,\"speed\":0}\n```\nBye.", 0.5,
          1, 0, NULL, "text around, number as text" },
        { "{\"correctness\":\" 0.5\",\"compilability\":1,\"speed\":0}", 0.5, 1, 0, NULL,
          "number as text" },
        /* The last one counts, because the format is often repeated before. */
        { "{\"correctness\":0,\"compilability\":0,\"speed\":0} or rather "
          "{\"correctness\":0.5,\"compilability\":1,\"speed\":0}",
          0.5, 1, 0, NULL, "text around" },
        { "{\"a\":{\"correctness\":0.5,\"compilability\":1,\"speed\":0}}", 0.5, 1, 0, NULL,
          "text around" },
        { "{\"correctness\":0.5,\"compilability\":1,\"speed\":0,\"more\":{\"speed\":9}}", 0.5, 1, 0,
          NULL, NULL },
        { "if (x) { y[\"}\"]; } {\"correctness\":0.5,\"compilability\":1,\"speed\":0,"
          "\"reasoning\":\"a { b \\\" } c\"}",
          0.5, 1, 0, "a { b \" } c", "text around" },
        { "<think>{\"correctness\":1}</think>{\"correctness\":0.5,\"compilability\":1,\"speed\":0}",
          0.5, 1, 0, NULL, NULL },
        { "```\n{\"correctness\":0.5,\"compilability\":1,\"speed\":\"0\"}\n```", 0.5, 1, 0, NULL,
          "fence, number as text" },
        { "``\n{\"correctness\":0.5,\"compilability\":1,\"speed\":0}\n``", 0.5, 1, 0, NULL,
          "text around" },
        { "```json\n{\"correctness\":0.5,\"compilability\":1,\"speed\":0}", 0.5, 1, 0, NULL,
          "text around" },
        { "{\"correctness\":0.5,\"compilability\":1,\"speed\":0}\n```", 0.5, 1, 0, NULL,
          "text around" },
        { " ````json \n{\"correctness\":0.5,\"compilability\":1,\"speed\":0}\n ```` ", 0.5, 1, 0,
          NULL, "fence" },
        { "```json5\n{\"correctness\":0.5,\"compilability\":1,\"speed\":0}\n```", 0.5, 1, 0, NULL,
          "text around" },
        { "```\n{\"correctness\":0.5,\"compilability\":1,\"speed\":0}\n```.", 0.5, 1, 0, NULL,
          "text around" },
        { "{\"explanation\":\"e\",\"reason\":\"r\",\"correctness\":0.5,\"compilability\":1,"
          "\"speed\":0}",
          0.5, 1, 0, "r", NULL },
        { "{\"reasoning\":7,\"explanation\":\"e\",\"correctness\":0.5,\"compilability\":1,"
          "\"speed\":0}",
          0.5, 1, 0, "e", NULL },
        { "{\"b\":\"\\\\\",\"correctness\":0.5,\"compilability\":1,\"speed\":0}", 0.5, 1, 0, NULL,
          NULL },
        { "{\"correctness\":0.5,\"compilability\":1,\"speed\":0,\"reason\":\"x\\ud83dy\"}", 0.5, 1,
          0, "x\xEF\xBF\xBDy", NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct judge_answer got = judge_answer_read(rows[i].text, strlen(rows[i].text), &a);
        if (got.malformed)
            fail_msg("row %zu: %s", i, got.problem);
        assert_true(fabs(got.correctness - rows[i].correctness) < 1e-15);
        assert_true(fabs(got.compilability - rows[i].compilability) < 1e-15);
        assert_true(fabs(got.speed - rows[i].speed) < 1e-15);
        assert_int_equal(got.reason == NULL, rows[i].reason == NULL);
        if (got.reason != NULL)
            assert_string_equal(got.reason, rows[i].reason);
        assert_int_equal(got.repairs == NULL, rows[i].repairs == NULL);
        if (got.repairs != NULL)
            assert_string_equal(got.repairs, rows[i].repairs);
        arena_release(&a);
    }
}

static void test_answers_that_do_not(void **state)
{
    static const struct {
        const char *text, *problem;
    } rows[] = {
        { "", "no JSON object" },
        { "It is correct: 0.9.", "no JSON object" },
        { "{\"correctness\":0.5,\"compilability\":1,", "no JSON object" },
        { "{}", "no JSON object" },
        { "[0.5,1,0]", "no JSON object" },
        { "{\"correctness\":0.5,\"compilability\":1}", "speed is missing" },
        { "{\"correctness\":0.5,\"compilability\":1,\"speed\":null}", "speed is not a number" },
        { "{\"correctness\":true,\"compilability\":1,\"speed\":0}", "correctness is not a number" },
        { "{\"correctness\":\"high\",\"compilability\":1,\"speed\":0}",
          "correctness is not a number" },
        { "{\"correctness\":\"80%\",\"compilability\":1,\"speed\":0}",
          "correctness is not a number" },
        { "{\"correctness\":1.0000001,\"compilability\":1,\"speed\":0}", "correctness is 1, not" },
        { "{\"correctness\":0,\"compilability\":0,\"speed\":1}}}{\"speed\":2}",
          "correctness is missing" },
        { "{\"correctness\":80,\"compilability\":1,\"speed\":0}", "correctness is 80" },
        { "{\"correctness\":-0.1,\"compilability\":1,\"speed\":0}", "not from 0 to 1" },
        { "{\"correctness\":NaN,\"compilability\":1,\"speed\":0}", "not from 0 to 1" },
        { "{\"correctness\":1e999,\"compilability\":1,\"speed\":0}", "correctness" },
        { "{\"correctness\":1,\"correctness\":0,\"compilability\":1,\"speed\":0}", "given twice" },
        { "{\"correctness\":{\"value\":1},\"compilability\":1,\"speed\":0}",
          "correctness is not a number" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct judge_answer got = judge_answer_read(rows[i].text, strlen(rows[i].text), &a);
        if (!got.malformed || strstr(got.problem, rows[i].problem) == NULL)
            fail_msg("row %zu: %s", i, got.malformed ? got.problem : "well-formed");
        assert_true(isnan(got.correctness) && isnan(got.compilability) && isnan(got.speed));
        arena_release(&a);
    }
}

/* Only the last 64 objects are looked at. */
static void test_objects_behind_the_scores(void **state)
{
    (void)state;
    for (int n = 62; n <= 65; n++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        buf_puts(&text, "{\"correctness\":0,\"compilability\":1,\"speed\":1}");
        for (int i = 0; i < n; i++)
            buf_puts(&text, "{}");
        struct judge_answer got = judge_answer_read(buf_text(&text), text.len, &a);
        assert_int_equal(got.malformed, n > 63);
        if (n > 63)
            assert_string_equal(got.problem, "no JSON object with scores");
    }
}

/* A number that comes out is a chance. */
static void test_hostile_answers_end(void **state)
{
    static const char *const pieces[] = {
        "{",         "}",   "\"",   "\\", "{\"speed\":",        "0.5,",
        "```json\n", "\0x", "\xff", "[",  "\"correctness\":1,", "\"compilability\":\"1\"",
        "</think>"
    };
    struct buf text = { 0 };
    uint32_t x = 12345;
    (void)state;
    for (int round = 0; round < 3000; round++) {
        struct arena a = { 0 };
        buf_clear(&text);
        for (int k = 0; k < round % 60; k++) {
            x = x * 1664525U + 1013904223U;
            const char *p = pieces[(x >> 16) % ARRAY_LEN(pieces)];
            buf_add(&text, p, p[0] == '\0' ? 2 : strlen(p));
        }
        struct judge_answer got = judge_answer_read(buf_text(&text), text.len, &a);
        assert_true(got.malformed == (got.problem != NULL));
        assert_true(got.malformed || (got.speed >= 0 && got.speed <= 1));
        arena_release(&a);
    }
    buf_clear(&text);
    for (size_t i = 0; i < (size_t)1 << 20; i++)
        buf_putc(&text, '{');
    struct arena a = { 0 };
    assert_true(judge_answer_read(buf_text(&text), text.len, &a).malformed);
    buf_putc(&text, '{');
    assert_string_equal(judge_answer_read(buf_text(&text), text.len, &a).problem,
                        "more than 1 MiB");
    arena_release(&a);
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_that_count),
        cmocka_unit_test(test_answers_that_do_not),
        cmocka_unit_test(test_objects_behind_the_scores),
        cmocka_unit_test(test_hostile_answers_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
