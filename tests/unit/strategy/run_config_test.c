/*
 * run_config_test.c - a run's configuration as stored: what was asked for comes back, and runs from
 * before a member was there can still be resumed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/strategy/stored/run_config.h"

static const struct run_config example = { .name = "talk",
                                           .strategy = "refine",
                                           .policy = "builtin",
                                           .policy_config = "{\"seed\": 3}",
                                           .backend = "cpu",
                                           .reward = "speedup",
                                           .seed = UINT64_MAX,
                                           .k = 8,
                                           .turns = 14,
                                           .history = "best-4",
                                           .feedback_template = "feedback",
                                           .feedback_lines = 5,
                                           .feedback_bytes = 600,
                                           .token_budget = 20000,
                                           .bodies = true,
                                           .temperature = 0.7,
                                           .task_case = CASE_TINY,
                                           .eval_mode = EVAL_FULL,
                                           .n_tasks = 2,
                                           .tasks = { "l1/4", "l1/28" } };

/* The stored text without the member of that name; the members are objects without objects. */
static void put_without(const char *text, const char *name, struct buf *out)
{
    char key[64];
    snprintf(key, sizeof(key), "\"%s\":", name);
    const char *at = strstr(text, key);
    assert_non_null(at);
    const char *end = strchr(at, '}');
    assert_non_null(end);
    end += end[1] == ',' ? 2 : 1;
    buf_add(out, text, (size_t)(at - text));
    buf_puts(out, end);
}

static void test_what_was_asked_for_comes_back(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct buf CLEANUP(buf_release) again = { 0 };
    struct run_config c;
    struct err err = { 0 };
    (void)state;
    run_config_encode(&example, &text);
    assert_int_equal(run_config_decode(buf_text(&text), &a, &c, &err), 0);
    assert_int_equal(c.turns, 14);
    assert_string_equal(c.history, "best-4");
    assert_string_equal(c.feedback_template, "feedback");
    assert_int_equal(c.feedback_lines, 5);
    assert_int_equal(c.feedback_bytes, 600);
    assert_int_equal(c.token_budget, 20000);
    assert_true(c.bodies);
    assert_true(c.seed == UINT64_MAX);
    assert_string_equal(c.tasks[1], "l1/28");
    run_config_encode(&c, &again);
    assert_string_equal(buf_text(&again), buf_text(&text));
}

static void test_members_that_came_later_may_be_missing(void **state)
{
    static const char *const later[] = { "turns",          "history",        "feedback_template",
                                         "feedback_lines", "feedback_bytes", "token_budget",
                                         "bodies" };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct run_config c;
    struct err err = { 0 };
    (void)state;
    run_config_encode(&example, &text);
    for (size_t i = 0; i < ARRAY_LEN(later); i++) {
        struct buf less = { 0 };
        put_without(buf_text(&text), later[i], &less);
        buf_release(&text);
        text = less;
    }
    assert_int_equal(run_config_decode(buf_text(&text), &a, &c, &err), 0);
    assert_int_equal(c.turns, 0);
    assert_null(c.history);
    assert_null(c.feedback_template);
    assert_int_equal(c.token_budget, 0);
    assert_false(c.bodies);
    assert_int_equal(c.k, 8);
}

static void test_others_must_be_there(void **state)
{
    static const char *const needed[] = { "k", "policy", "seed", "temperature" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(needed); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct buf CLEANUP(buf_release) less = { 0 };
        struct run_config c;
        struct err err = { 0 };
        run_config_encode(&example, &text);
        put_without(buf_text(&text), needed[i], &less);
        assert_int_equal(run_config_decode(buf_text(&less), &a, &c, &err), ERR_INTEGRITY);
        assert_non_null(strstr(err.msg, needed[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_asked_for_comes_back),
        cmocka_unit_test(test_members_that_came_later_may_be_missing),
        cmocka_unit_test(test_others_must_be_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
