/*
 * feedback_test.c - what a model is told about its answer.
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
#include "src/base/str.h"
#include "src/sample/feedback.h"
#include "tasks/task.h"
#include "tests/support/approved.h"

static struct feedback_facts nothing(const char *outcome)
{
    double none = (double)NAN;
    return (struct feedback_facts){ .outcome = outcome,
                                    .trials_run = -1,
                                    .trials_passed = -1,
                                    .max_abs_err = none,
                                    .max_rel_err = none,
                                    .matched_share = none,
                                    .worst_index = -1,
                                    .runtime_us = none,
                                    .min_us = none,
                                    .max_us = none,
                                    .baseline_us = none,
                                    .speedup = none };
}

static void render(const struct feedback_settings *settings, const struct feedback_facts *facts,
                   struct buf *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct task *task;
    struct err err = { 0 };
    assert_int_equal(task_find("l1/4", &a, &task, &err), 0);
    if (feedback_render(settings, task, facts, out, &err) != 0)
        fail_msg("%s", err.msg);
}

static void check_says(const struct feedback_facts *facts, const char *const *wanted,
                       const char *const *unwanted)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    struct feedback_settings settings = { 0 };
    render(&settings, facts, &out);
    for (; *wanted != NULL; wanted++)
        if (strstr(buf_text(&out), *wanted) == NULL)
            fail_msg("no '%s' in: %s", *wanted, buf_text(&out));
    for (; *unwanted != NULL; unwanted++)
        if (strstr(buf_text(&out), *unwanted) != NULL)
            fail_msg("'%s' in: %s", *unwanted, buf_text(&out));
}

static void test_correct(void **state)
{
    static const char *const wanted[] = { "It is correct.\n",
                                          "- status: measured\n- compiled: yes\n- correct: yes\n",
                                          "- trials passed: 6 of 6\n",
                                          "- time: 12.3 us, median of 5 from 12 to 13\n",
                                          "- time of the reference: 24.7 us\n",
                                          "- speedup: 2 times as fast as the reference\n",
                                          "- profile: kernel scan: 32 registers\n",
                                          "Make it faster. Answer with the whole file",
                                          NULL };
    static const char *const unwanted[] = { "compiler", "nan", "tolerance", "was cut", "{{", NULL };
    struct feedback_facts x = nothing("measured");
    (void)state;
    x.compiled = x.correct = true;
    x.trials_run = x.trials_passed = 6;
    x.runtime_us = 12.345;
    x.min_us = 12;
    x.max_us = 13;
    x.n_samples = 5;
    x.baseline_us = 24.69;
    x.speedup = 2;
    x.log = "warning: error in a comment\n"; /* of a kernel that compiled */
    x.matched_share = 1;
    x.profile = "kernel scan: 32 registers";
    check_says(&x, wanted, unwanted);
}

static void test_wrong(void **state)
{
    static const char *const wanted[] = { "its result is wrong: 3 of 9 elements are wrong.\n",
                                          "- elements within tolerance: 66.7 %\n",
                                          "- largest error: 0.25, relative 1.5e+03, at element 8\n",
                                          "Correct it.", NULL };
    static const char *const unwanted[] = { "time:", "speedup", "nan", NULL };
    struct feedback_facts x = nothing("mismatch");
    (void)state;
    x.compiled = true;
    x.message = "3 of 9 elements are wrong";
    x.matched_share = 2.0 / 3;
    x.max_abs_err = 0.25;
    x.max_rel_err = 1500;
    x.worst_index = 8;
    check_says(&x, wanted, unwanted);
}

static void test_other_ends(void **state)
{
    static const struct {
        const char *outcome, *says;
    } cases[] = {
        { "no_code", "It holds no code. " },
        { "parse", "is not of the form that is asked: why." },
        { "launch", "cannot be launched: why." },
        { "crash", "crashes: why." },
        { "timeout", "does not end in time: why." },
        { "nan", "not finite: why." },
        { "cheat", "was refused" },
        { "infra", "evaluator failed" },
        { "wrong_shape", "wrong shape" },
        { "of a later version", "evaluator failed" },
    };
    static const char *const unwanted[] = { "nan ", "speedup", "compiler says", NULL };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct feedback_facts x = nothing(cases[i].outcome);
        const char *const wanted[] = { cases[i].says[0] == 'I' ? "It holds no code."
                                                               : cases[i].says,
                                       cases[i].outcome, "- the answer was cut", NULL };
        x.message = "why";
        x.cut = true;
        check_says(&x, wanted, unwanted);
    }
}

/* Lines that say error, with the code below them. */
static void test_errors_are_picked_from_the_log(void **state)
{
    static const char *const wanted[] = { "```\nkernel.cu:3:1: error: no\n    3 | code\n      | "
                                          "^\nkernel.cu(9): error: x is undefined\n"
                                          "(3 more lines)\n```\n",
                                          NULL };
    static const char *const unwanted[] = { "note", "In function", "third", NULL };
    struct feedback_facts x = nothing("compile");
    (void)state;
    x.log = "kernel.cu: In function 'f':\nkernel.cu:3:1: error: no\n    3 | code\n      | ^\n"
            "      third\nkernel.cu:1:1: note: here\nkernel.cu(9): error: x is undefined\n";
    check_says(&x, wanted, unwanted);
}

static void test_a_log_without_errors_is_shown(void **state)
{
    static const char *const wanted[] = { "```\nthe compiler was killed\n```", NULL };
    static const char *const unwanted[] = { "more lines", NULL };
    struct feedback_facts x = nothing("compile");
    (void)state;
    x.log = "the compiler was killed";
    check_says(&x, wanted, unwanted);
}

static void test_budget(void **state)
{
    struct buf CLEANUP(buf_release) log = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct buf CLEANUP(buf_release) less = { 0 };
    struct feedback_settings settings = { .lines = 3, .bytes = 100000 };
    struct feedback_facts x = nothing("compile");
    (void)state;
    for (int i = 0; i < 100000; i++)
        buf_printf(&log, "kernel.cu:%d:1: error: number %d\n", i, i);
    x.log = buf_text(&log);
    render(&settings, &x, &out);
    assert_non_null(strstr(buf_text(&out), "number 2\n(99997 more lines)\n"));
    assert_null(strstr(buf_text(&out), "number 3\n"));
    settings = (struct feedback_settings){ .lines = 1000, .bytes = 100 };
    render(&settings, &x, &less);
    assert_true(less.len < 600);
    assert_non_null(strstr(buf_text(&less), "number 0\n"));
}

/* Some kilobytes in a closed fence, whatever the log holds. */
static void test_hostile_texts(void **state)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    struct feedback_settings settings = { 0 };
    struct feedback_facts x = nothing("compile");
    char *CLEANUP(mem_free_ptr) text = mem_alloc(1000001);
    (void)state;
    memset(text, 'x', 1000000);
    memcpy(text, "error ```\x1b[31m\xFF\r\n```\n", 21);
    x.log = text;
    x.message = text;
    x.fault_place = text;
    x.cheat_kind = text;
    render(&settings, &x, &out);
    assert_true(out.len < 6000);
    assert_true(utf8_is_text(buf_text(&out), out.len));
    assert_null(strchr(buf_text(&out), '\x1b'));
    const char *fence = strstr(buf_text(&out), "The compiler says:\n\n```\n");
    assert_non_null(fence);
    const char *end = strstr(fence + 24, "```");
    assert_non_null(end);
    assert_true(strncmp(end, "```\n", 4) == 0);
}

static void test_clean_text(void **state)
{
    static const struct {
        const char *text;
        size_t len, max;
        const char *want;
    } cases[] = {
        { "plain", 5, 100, "plain" },
        { "a\r\nb\tc\n", 7, 100, "a\nb\tc\n" },
        { "a\0b", 3, 100,
          "a\xEF\xBF\xBD"
          "b" },
        { "a\x01\x7f", 3, 100, "a  " },
        { "a\xC2\x9B"
          "b\xC2\xA0",
          6, 100, "a b\xC2\xA0" },
        { "\xC3\xA9\xFF", 3, 100, "\xC3\xA9\xEF\xBF\xBD" },
        { "0123456789", 10, 10, "0123456789" },
        { "0123456789", 10, 8, "01234 [5 bytes left out]" },
        { "0123456789", 10, 9, "012345 [4 bytes left out]" },
        { "0123456789", 10, 4, "0 [9 bytes left out]" },
        { "0123456789", 10, 3, " [10 bytes left out]" },
        { "012", 3, 3, "012" },
        { "\r", 1, 10, " " },
        { "\r\r\n", 3, 10, " \n" },
        { "\xC2\x9F\xC3\x9F", 4, 10, " \xC3\x9F" },
        { "", 0, 10, "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) out = { 0 };
        feedback_put_clean(&out, cases[i].text, cases[i].len, cases[i].max);
        assert_string_equal(buf_text(&out), cases[i].want);
    }
}

static void put_all(const char *what, const struct feedback_settings *settings,
                    const struct feedback_facts *facts, bool is_module, struct buf *out)
{
    static void (*const fields[])(const struct feedback *f, struct buf *out) = {
        feedback_put_turn,    feedback_put_verdict, feedback_put_facts, feedback_put_errors,
        feedback_put_profile, feedback_put_goal,    feedback_put_form,
    };
    const struct feedback f = { settings, facts, is_module };
    buf_printf(out, "== %s\n", what);
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        fields[i](&f, out);
        buf_puts(out, "|\n");
    }
}

/* Facts that are known one by one. */
static void test_every_field(void **state)
{
    static const char *const outcomes[] = { "no_code",  "parse",   "compile",     "launch",
                                            "crash",    "timeout", "wrong_shape", "nan",
                                            "mismatch", "cheat",   "measured",    "infra" };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct feedback_settings settings = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(outcomes); i++) {
        struct feedback_facts x = nothing(outcomes[i]);
        put_all("without a message", &settings, &x, false, &out);
        x.message = i % 2 == 0 ? "why" : "";
        settings.form = i % 3 == 0 ? ANSWER_BODY : ANSWER_FILE;
        put_all("with one", &settings, &x, i % 2 == 0, &out);
    }
    struct feedback_facts x = nothing("cheat");
    x.cheat_kind = "poison";
    x.trials_run = 1;
    x.trials_passed = 0;
    x.signal = 1;
    x.message = "ends so.";
    x.fault_place = "past y";
    x.worst_index = 0;
    x.matched_share = 0.5;
    put_all("an error of no size", &settings, &x, false, &out);
    x.max_abs_err = 1;
    x.trials_run = 0;
    put_all("no relative error, no trials", &settings, &x, false, &out);
    x.max_rel_err = 2;
    x.worst_index = -1;
    x.trials_run = 1;
    x.trials_passed = -1;
    x.signal = -1;
    put_all("no element", &settings, &x, false, &out);
    x = nothing("measured");
    x.runtime_us = 2;
    put_all("a time of what is wrong", &settings, &x, false, &out);
    x.correct = x.compiled = true;
    x.profile = "";
    put_all("one sample", &settings, &x, false, &out);
    x.n_samples = 2;
    x.min_us = 1;
    put_all("no largest", &settings, &x, false, &out);
    x.max_us = 3;
    x.min_us = (double)NAN;
    put_all("no smallest", &settings, &x, false, &out);
    x.min_us = 1;
    x.baseline_us = 4;
    put_all("two samples", &settings, &x, false, &out);
    x.n_samples = 1;
    put_all("one sample after all", &settings, &x, false, &out);
    approved_check_exactly("feedback_fields", &out);
}

/* Which lines of a log are shown, by what it holds and what there is room for. */
static void test_lines_of_logs(void **state)
{
    static const struct {
        const char *log;
        int lines, bytes;
    } cases[] = {
        { "", 0, 0 },
        { "\n", 0, 0 },
        { "one\n\ntwo", 0, 0 },
        { "Error\nERROR\nfatal\nundefined\nerro\nthe error\n", 0, 0 },
        { " a\nerror\n\tb\n c\n d\nnote\n e\n", 0, 0 },
        { "error\nnote\n a\n b\n", 0, 0 },
        { "error 1\nerror 2\nerror 3\n", 1, 0 },
        { "error 1\nerror 2\nerror 3", 2, 0 },
        { "error 1\nerror 2\nerror 3", 3, 0 },
        { "error 1\nerror 2\nerror 3", 9, 8 },
        { "error 1\nerror 2\nerror 3", 9, 9 },
        { "error 1\nerror 2\nerror 3", 9, 16 },
        { "error 1\nerror 2\nerror 3", 9, 17 },
        { "``` error\n```` error\nerror `` ```\n`````` error", 0, 0 },
        { "error 0\nerror 1\nerror 2\nerror 3\nerror 4\nerror 5\nerror 6\nerror 7\nerror 8\n"
          "error 9\nerror 10\nerror 11\nerror 12\n\n\nx\n",
          0, 0 },
    };
    struct buf CLEANUP(buf_release) out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct feedback_settings settings = { .lines = cases[i].lines,
                                                    .bytes = cases[i].bytes };
        struct feedback_facts x = nothing("compile");
        const struct feedback f = { &settings, &x, false };
        x.log = cases[i].log;
        buf_printf(&out, "== %zu", i);
        feedback_put_errors(&f, &out);
        buf_puts(&out, "|\n");
    }
    approved_check_exactly("feedback_logs", &out);
}

/* The hash is the text's version: budget and form change it, facts do not. */
static void test_hash(void **state)
{
    static const struct feedback_settings variants[] = { { 0 },
                                                         { .lines = 5 },
                                                         { .bytes = 5 },
                                                         { .form = ANSWER_BODY },
                                                         { .template_name = "zero-shot" } };
    char hashes[ARRAY_LEN(variants)][65];
    char again[65];
    struct feedback_settings same = { .lines = FEEDBACK_DEFAULT_LINES,
                                      .bytes = FEEDBACK_DEFAULT_BYTES,
                                      .template_name = FEEDBACK_DEFAULT_TEMPLATE };
    struct err err = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(variants); i++) {
        assert_int_equal(feedback_hash(&variants[i], hashes[i], &err), 0);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(hashes[i], hashes[j]);
    }
    assert_int_equal(feedback_hash(&same, again, &err), 0);
    assert_string_equal(again, hashes[0]);
    const struct feedback_settings absent = { .template_name = "absent" };
    assert_int_equal(feedback_hash(&absent, again, &err), ERR_USAGE);
    assert_string_equal(again, hashes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_correct),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_other_ends),
        cmocka_unit_test(test_errors_are_picked_from_the_log),
        cmocka_unit_test(test_a_log_without_errors_is_shown),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_hostile_texts),
        cmocka_unit_test(test_clean_text),
        cmocka_unit_test(test_every_field),
        cmocka_unit_test(test_lines_of_logs),
        cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
