/*
 * history_test.c - which turns a later one is shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/run/run_config.h"
#include "src/strategy/history.h"

static void test_rules_are_read(void **state)
{
    static const struct {
        const char *text;
        bool good;
        enum history_mode mode;
        size_t n;
    } cases[] = {
        { "all", true, HISTORY_ALL, 0 },
        { "last-4", true, HISTORY_LAST, 4 },
        { "best-4", true, HISTORY_BEST, 4 },
        { "last-1", true, HISTORY_LAST, 1 },
        { "best-1000", true, HISTORY_BEST, 1000 },
        { "best-1001", false, HISTORY_ALL, 0 },
        { "last-0", false, HISTORY_ALL, 0 },
        { "last-", false, HISTORY_ALL, 0 },
        { "last", false, HISTORY_ALL, 0 },
        { "last--1", false, HISTORY_ALL, 0 },
        { "last-4 ", false, HISTORY_ALL, 0 },
        { "ALL", false, HISTORY_ALL, 0 },
        { "", false, HISTORY_ALL, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct history_rule rule = { HISTORY_ALL, 77 };
        if (history_parse(cases[i].text, &rule) != cases[i].good)
            fail_msg("'%s'", cases[i].text);
        assert_int_equal(rule.n, cases[i].good ? cases[i].n : 77);
        assert_int_equal(rule.mode, cases[i].mode);
    }
}

static void test_windows(void **state)
{
    static const struct {
        const char *what, *rule;
        double scores[6];
        size_t n, first, count;
    } cases[] = {
        { "all of one", "all", { 0 }, 1, 0, 1 },
        { "all of six", "all", { 9, 0, 0, 0, 0, 0 }, 6, 0, 6 },
        { "the last of fewer", "last-4", { 1, 2, 3 }, 3, 0, 3 },
        { "the last of as many", "last-4", { 1, 2, 3, 4 }, 4, 0, 4 },
        { "the last four", "last-4", { 9, 9, 0, 0, 0, 0 }, 6, 2, 4 },
        { "the best of fewer", "best-4", { 1, 2, 3 }, 3, 0, 3 },
        { "the best at the start", "best-2", { 2, 3, 0, 4, 0, 0 }, 6, 0, 2 },
        { "the best at the end", "best-2", { 2, 3, 0, 0, 1, 5 }, 6, 4, 2 },
        { "the best is a window, not the best turns", "best-3", { 5, 0, 0, 3, 3, 0 }, 6, 3, 3 },
        { "of equal windows the latest", "best-2", { 1, 2, 0, 2, 1, 0 }, 6, 3, 2 },
        { "nothing correct: the last", "best-4", { 0, 0, 0, 0, 0, 0 }, 6, 2, 4 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct history_rule rule;
        size_t first = 99;
        assert_true(history_parse(cases[i].rule, &rule));
        size_t count = history_window(&rule, cases[i].scores, cases[i].n, &first);
        if (count != cases[i].count || first != cases[i].first)
            fail_msg("%s: [%zu, %zu)", cases[i].what, first, first + count);
    }
}

/* 5 turns with everything, then 9 that each begin anew from 4: 14. */
static void test_fourteen_turns_with_windows_of_four(void **state)
{
    struct history_rule rule;
    double scores[14] = { 0 };
    size_t n_windowed = 0;
    (void)state;
    assert_true(history_parse(HISTORY_DEFAULT, &rule));
    for (size_t turn = 1; turn < 14; turn++) {
        size_t first = 0;
        assert_int_equal(history_window(&rule, scores, turn, &first), turn < 4 ? turn : 4);
        n_windowed += first > 0;
    }
    assert_int_equal(n_windowed, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_are_read),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_fourteen_turns_with_windows_of_four),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
