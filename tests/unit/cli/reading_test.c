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

/* Texts by key: alone on a line, behind a long line, before one, within characters of several
 * bytes, used in every way and not at all. */
static const char rows[] =
    "INSERT INTO task (task_id, suite, level, problem_id, name) VALUES (901, 'own', 1, 4, 'four');"
    "INSERT INTO run (run_id, name, strategy, status, config, argv, code_version, libraries, "
    "started_at) VALUES (7, 'mine', 'imported', 'complete', '{\"k\": 2}', '[\"a\"]', 'x', '{}', "
    "'2026-01-01T00:00:00Z'), (8, '12', 'imported', 'failed', '{}', '[]', 'x', '{}', "
    "'2026-01-02T00:00:00Z');"
    "CREATE TEMP TABLE b (id INT, kind TEXT, text TEXT);"
    "INSERT INTO b VALUES (101, 'code', 'needle'), "
    "(102, 'code', 'one' || char(10) || 'two' || char(10) || 'the Needle is here' || char(10)), "
    "(103, 'completion', printf('%.60c', 'x') || 'needle' || printf('%.200c', 'y')), "
    "(104, 'log', 'a' || char(10) || printf('%.39c', 'p') || 'needle' || printf('%.75c', 'q')), "
    "(105, 'prompt', printf('%.40c', 'p') || 'needle' || printf('%.74c', 'q') || 'z'), "
    "(106, 'prompt', replace(printf('%.20c', 'p'), 'p', char(228)) || 'NEEDLE' || "
    "replace(printf('%.61c', 'q'), 'q', char(8364))), "
    "(107, 'action', 'x' || replace(printf('%.30c', 'p'), 'p', char(228)) || 'needle' || "
    "replace(printf('%.61c', 'q'), 'q', char(228))), "
    "(108, 'config', 'unused needle'), (109, 'code', ''), "
    "(110, 'log', 'first' || char(10) || char(27) || '[2J second'), (111, 'prompt', 'prompt of a "
    "task: needle');"
    "INSERT INTO blob (blob_id, sha256, kind, bytes, text) SELECT id, printf('%064d', id), kind, "
    "length(CAST(text AS BLOB)), text FROM b;"
    "INSERT INTO blob (blob_id, sha256, kind, bytes, data) VALUES (112, printf('%064d', 112), "
    "'code', 12, CAST(x'ff' || char(10) || 'a needle' || char(10) || x'ff' AS BLOB));"
    "INSERT INTO run_task (run_id, task_id, position, prompt_blob_id) VALUES (7, 901, 0, 111);"
    "INSERT INTO rollout (rollout_id, run_id, step, task_id, turn, sample, prompt_blob_id, "
    "completion_blob_id, action_blob_id, code_blob_id, sum_logprob, completion_tokens, extra) "
    "VALUES (21, 7, 0, 901, 0, 0, 105, 103, 107, 101, -1.5, 3, '{\"b\": [1, 2]}'), "
    "(22, 7, 1, 901, 0, 3, 106, NULL, 107, NULL, NULL, NULL, NULL), "
    "(23, 7, 1, 901, 2, 4, NULL, NULL, NULL, 102, NULL, NULL, NULL), "
    "(24, 7, 1, 901, 0, 5, NULL, NULL, NULL, 109, NULL, NULL, NULL), "
    "(25, 7, 1, 901, 0, 6, NULL, NULL, NULL, 112, NULL, NULL, NULL), "
    "(26, 8, 0, 901, 0, 0, NULL, NULL, NULL, 101, NULL, NULL, NULL);"
    "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, message, "
    "log_blob_id, created_at) VALUES (31, 21, 'measured', 1, 1, NULL, 104, '2026-01-03'), "
    "(32, 22, 'compile', 0, 0, 'no such thing', 110, '2026-01-03'), "
    "(33, 23, 'mismatch', 1, 0, 'wrong', NULL, '2026-01-03');"
    "INSERT INTO evidence (evaluation_id, position, kind, value, bound, unit, pass, detail) VALUES "
    "(31, 0, 'trial', 0.25, 0.5, 's', 1, 'fine'), (33, 0, 'trial', NULL, NULL, '', 0, 'not');"
    "INSERT INTO measurement (evaluation_id, subject, baseline, method, n_samples, samples_us, "
    "runtime_us, statistic, min_us, max_us, std_us) VALUES (31, 'candidate', NULL, 'cpu_wall', 3, "
    "x'000000000000f03f000000000000f83f0000000000000040', 1.5, 'median', 1, 2, NULL), (31, "
    "'baseline', 'eager', "
    "'cpu_wall', NULL, NULL, 3.25, 'mean', NULL, NULL, 0.5), (33, 'candidate', NULL, 'cpu_wall', "
    "0, x'', 1.5, 'median', NULL, NULL, NULL);";

static int setup(void **state)
{
    (void)state;
    if (said_setup() != 0)
        return -1;
    say("init");
    change(rows);
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
