/*
 * ingest_command_test.c - what ingest takes of files and folders, passes over, refuses and says,
 * held to texts that somebody has read: tests/approved/units/ingest_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

#include "tests/support/approved.h"
#include "tests/support/write_file.h"
#include "tests/unit/cli/said.h"

#define RIGHT(id, us)                                                                              \
    "{\"sample_id\": " id ", \"compiled\": true, \"correctness\": true, \"runtime\": " us          \
    ", \"metadata\": {\"hardware\": \"H100\"}}"

/* A file whose records beyond the first are refused. */
static void write_refused(const char *name, int n)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_puts(&text, "{\"1\": [" RIGHT("0", "2"));
    for (int i = 0; i < n; i++)
        buf_printf(&text, ", %d", i);
    buf_puts(&text, "]}");
    write_text(name, buf_text(&text));
}

static int setup(void **state)
{
    static const char *const folders[] = { "runs",       "runs/mine",    "runs/mine/more",
                                           "runs/other", "runs/strange", "in",
                                           "empty",      "nothing",      "many" };
    (void)state;
    if (said_setup() != 0)
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++)
        if (mkdir(folders[i], 0700) != 0)
            return -1;
    write_text("in/a.json",
               "{\"1\": [" RIGHT("0", "2") ", " RIGHT("1", "4") "], \"2\": [" RIGHT("0", "1") "]}");
    write_text("in/b.json", "{\"1\": [" RIGHT("0", "2") ", " RIGHT("1", "5") "]}");
    write_text("in/c.json", "{\"3\": [" RIGHT("0", "2") "]}");
    write_text("in/damaged.json", "{\"1\": [" RIGHT("0", "2"));
    write_text("in/none.json", "{\"1\": [7, 8]}");
    write_refused("in/refused20.json", 20);
    write_refused("in/refused21.json", 21);
    write_text("in/base.json",
               "{\"level1\": {\"1_a.py\": {\"mean\": 1.5, \"std\": 0.1, \"min\": 1, "
               "\"max\": 2, \"num_trials\": 3, \"hardware\": \"H100\"}}}");
    write_text("runs/mine/eval_results.json", "{\"1\": [" RIGHT("0", "2") "]}");
    write_text("runs/mine/level_1_problem_1_sample_0_kernel.py", "mine");
    write_text("runs/mine/more/problem_1_results.json", "{\"1\": [" RIGHT("0", "2") "]}");
    write_text("runs/mine/more/problem_2_results.json", "{\"2\": [" RIGHT("0", "2") "]}");
    write_text("runs/mine/more/problem_3.json", "{\"3\": [" RIGHT("0", "2") "]}");
    write_text("runs/mine/more/problem_4.json", "{\"4\": [" RIGHT("0", "2") "]}");
    write_text("runs/other/eval_results.json", "{\"1\": [" RIGHT("0", "3") "]}");
    write_text("runs/other/ill.json", "{");
    write_text("runs/strange/a.txt", "some words");
    write_text("runs/strange/b.txt", "more words");
    write_text("runs/strange/c.log", "other words");
    write_text("runs/lone.md", "one");
    write_text("nothing/a.txt", "words");
    for (int i = 0; i < 22; i++) {
        char name[40];
        snprintf(name, sizeof name, "many/%02d.gz", i);
        write_text(name, "\x1f\x8b\x08 packed");
        snprintf(name, sizeof name, "many/f%02d", i);
        if (mkdir(name, 0700) != 0)
            return -1;
        snprintf(name, sizeof name, "many/f%02d/%c.txt", i, 'a' + i % 3);
        write_text(name, "words");
    }
    return 0;
}

static void say_all(const char *const *lines, size_t n)
{
    buf_clear(&out);
    for (size_t i = 0; i < n; i++)
        say(lines[i]);
}

static void test_options_have_bounds(void **state)
{
    static const char *const lines[] = {
        "ingest",
        "ingest kernelbench",
        "ingest kernelbenc in/a.json",
        "ingest zzzzzz in/a.json",
        "ingest kernelbench in/a.json --level 0",
        "ingest kernelbench in/a.json --level 10",
        "ingest kernelbench in/a.json --level 9 --dry-run",
        "ingest kernelbench in/a.json --level 1 --dry-run",
        "ingest kernelbench-baseline in/base.json --run-name x",
        "ingest kernelbench-baseline in/base.json --model x",
        "ingest kernelbench-baseline in/base.json --strategy ttt",
        "ingest kernelbench-baseline in/base.json --seed 1",
        "ingest kernelbench-baseline in/base.json --step 1",
        "ingest kernelbench-baseline in/base.json --dry-run",
        "ingest kernelbench-baseline in/base.json --name x --dry-run",
        "ingest kernelbench in/a.json --name x",
        "ingest auto in/a.json --name x --dry-run",
        "ingest kernelbench in/a.json --strategy best-of-m",
        "ingest kernelbench in/a.json --strategy imported --level 1 --dry-run",
        "ingest kernelbench in/a.json --strategy replay --level 1 --dry-run",
        "ingest kernelbench in/a.json --strategy replai",
        "ingest kernelbench in/a.json --strategy=",
        "ingest kernelbench in/a.json --strategy something-else --level 1 --dry-run",
        "ingest kernelbench in/a.json --seed -1",
        "ingest kernelbench in/a.json --seed 0 --step 0 --level 1 --dry-run",
        "ingest kernelbench in/a.json --step -1",
        "ingest kernelbench in/a.json --step 2147483648",
        "ingest kernelbench in/a.json --step 2147483647 --level 1 --dry-run",
        "ingest kernelbench in/a.json --max-errors -1",
        "ingest kernelbench in/a.json --max-errors 9223372036854775807",
        "ingest kernelbench in/a.json --max-errors 9223372036854775806 --level 1 --dry-run",
        "ingest kernelbench in/refused20.json --max-errors 19 --level 1 --dry-run",
        "ingest kernelbench in/refused20.json --max-errors 20 --level 1 --dry-run",
        "ingest kernelbench in/refused21.json --level 1 --dry-run",
        "ingest kernelbench in/none.json --level 1 --dry-run",
        "ingest kernelbench in/none.json --level 1 --run-name x --dry-run",
        "ingest kernelbench in/missing.json --level 1",
        "ingest kernelbench in/damaged.json --level 1",
        "ingest auto -",
        "ingest auto missing",
        "ingest auto runs/strange/a.txt",
        "ingest auto many/00.gz",
        "ingest auto empty",
        "ingest kernelbench empty --level 1",
        "ingest auto nothing",
        "ingest kernelbench nothing --level 1",
        "ingest auto many",
        "show run x",
    };
    (void)state;
    say_all(lines, ARRAY_LEN(lines));
    approved_check_exactly("ingest_options", &out);
}

static void test_files_are_taken(void **state)
{
    static const char *const lines[] = {
        "ingest kernelbench in/a.json --level 1 --run-name one --model m --strategy ttt --seed 5 "
        "--step 2",
        "ingest kernelbench in/a.json --level 1 --run-name one --model m --strategy ttt --seed 5 "
        "--step 2",
        "ingest kernelbench in/b.json --level 1 --run-name one --model m --strategy ttt --seed 5 "
        "--step 2 --json",
        "ingest kernelbench in/a.json in/b.json in/damaged.json in/none.json in/c.json --level 1",
        "ingest kernelbench in/damaged.json in/missing.json in/c.json --level 1",
        "ingest kernelbench in/none.json --level 1 --run-name two",
        "ingest kernelbench-baseline in/base.json --name torch",
        "ingest auto runs",
        "ingest auto runs/mine runs/mine/",
        "ingest auto runs --level 1",
        "ingest kernelbench runs --level 1 -q --format csv",
        "ingest kernelbench runs/mine/more/problem_2_results.json --level 1",
    };
    (void)state;
    say_all(lines, ARRAY_LEN(lines));
    say_rows(
        "rollouts",
        "SELECT run.name || ' ' || run.strategy || ' ' || coalesce(run.seed, '-') || ' l' || "
        "level || '/' || problem_id || ' ' || step || ' ' || sample || ' ' || coalesce(outcome, "
        "'-') || ' ' || coalesce(runtime_us, '-') || ' ' || coalesce(model.name, '-') FROM "
        "rollout JOIN run USING (run_id) JOIN task USING (task_id) LEFT JOIN evaluation USING "
        "(rollout_id) LEFT JOIN measurement USING (evaluation_id) LEFT JOIN model USING "
        "(model_id) ORDER BY rollout_id");
    approved_check_exactly("ingest_taken", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_have_bounds),
        cmocka_unit_test(test_files_are_taken),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
