/*
 * reading_test.c - what find, show and prompt print of rows that are put in, and refuse, held to
 * texts that somebody has read: tests/approved/units/reading_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"
#include "tests/unit/cli/told_rows.h"

static int setup(void **state)
{
    (void)state;
    if (said_setup() != 0)
        return -1;
    say("init");
    change(told_rows);
    return 0;
}

static void say_all(const char *const *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        say(lines[i]);
}

static void test_texts_are_found(void **state)
{
    static const char *const lines[] = {
        "find needle --format csv",
        "find needle --format csv --limit 3",
        "find needle --format csv --limit 10",
        "find needle --format csv --limit 11",
        "find NEEDLE --case --json",
        "find Needle --case",
        "find needle --kind code --format csv",
        "find needle --kind log --format csv",
        "find needle --kind action --format csv",
        "find needle --kind prompt --format csv",
        "find needle --kind completion --format csv",
        "find needle --kind config",
        "find unused",
        "find needle --limit 0",
        "find needle --limit -1",
        "find nothing",
        "find",
        "find a b",
        "find two --index -q",
        "find --index",
        "find --index needle",
    };
    (void)state;
    buf_clear(&out);
    say_all(lines, ARRAY_LEN(lines));
    say_all(lines, 1);
    /* Very many that are in no index are worth one. */
    change("INSERT INTO blob (blob_id, sha256, kind, bytes, text) WITH RECURSIVE n(i) AS (SELECT "
           "113 UNION ALL SELECT i + 1 FROM n WHERE i < 20112) SELECT i, printf('%064d', i), "
           "'log', 0, '' FROM n");
    say("find two --format csv");
    change("INSERT INTO blob (blob_id, sha256, kind, bytes, text) VALUES (20113, "
           "printf('%064d', 20113), 'log', 0, '')");
    say("find two --format csv");
    approved_check_exactly("reading_find", &out);
}

static void test_things_are_shown(void **state)
{
    static const char *const lines[] = {
        "show run mine",
        "show run 7",
        "show run 12",
        "show run 8 --json",
        "show run 9",
        "show run 0",
        "show task l1/4",
        "show task 901",
        "show task 999999",
        "show task l1/4 --json",
        "show rollout 21",
        "show rollout 21 --json",
        "show rollout 22",
        "show rollout 23",
        "show rollout 24",
        "show rollout 24 --json",
        "show rollout 25",
        "show rollout 25 --json",
        "show rollout 26",
        "show rollout 27",
        "show rollout x",
        "show evaluation 31",
        "show evaluation 31 --json",
        "show evaluation 32",
        "show evaluation 33",
        "show evaluation 33 --json",
        "show evaluation 34",
        "show evaluation 3x",
        "show run mine --format csv",
        "show run mine --format markdown",
    };
    (void)state;
    buf_clear(&out);
    say_all(lines, ARRAY_LEN(lines));
    approved_drop_repeats(&out);
    approved_check_exactly("reading_show", &out);
}

static void test_prompts_are_shown(void **state)
{
    static const char *const lines[] = {
        "prompt show --rollout 21",
        "prompt show --rollout 21 --json",
        "prompt show --rollout 22 --format csv",
        "prompt show --rollout 23",
        "prompt show --rollout 24",
        "prompt show --rollout 99",
        "prompt show --rollout 0",
        "prompt show --rollout 21 --template feedback",
        "prompt show --rollout 22 --template feedback",
        "prompt show --rollout 22 --template feedback --json",
        "prompt show --rollout 23 --template feedback",
        "prompt show --rollout 24 --template feedback",
        "prompt show --rollout 21 --template none",
        "prompt show --rollout 21 --hardware cpu",
        "prompt show --rollout 21 --suite own",
        "prompt show l1/4 --rollout 21",
        "prompt show",
        "prompt show l1/4 --template none",
        "prompt show l1/4 --template one-shot --format csv",
        "prompt show l1/4 --hardware h200 --json",
        "prompt show l1/4 --suite none",
        "prompt show l9/4",
    };
    (void)state;
    buf_clear(&out);
    say_all(lines, ARRAY_LEN(lines));
    approved_check_exactly("reading_prompt", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_things_are_shown),
        cmocka_unit_test(test_prompts_are_shown),
        cmocka_unit_test(test_texts_are_found),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
