/*
 * eval_folder_test.c - what a run folder says of its kernels beside what was evaluated of them, and
 * what is refused, held to a text that somebody has read: tests/approved/units/eval_folder.txt.
 *
 * The command runs in this process; the evaluated run is complete, so that nothing is evaluated.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

#include "src/run/run_config.h"
#include "tests/support/approved.h"
#include "tests/support/write_file.h"
#include "tests/unit/cli/said.h"

static const char results[] =
    "{\"1\": [{\"sample_id\": 0, \"compiled\": true, \"correctness\": true, \"runtime\": 0.5, "
    "\"metadata\": {\"hardware\": \"H100\"}},"
    "{\"sample_id\": 1, \"compiled\": true, \"correctness\": true, \"runtime\": 0.25, "
    "\"metadata\": {\"hardware\": \"H100\"}},"
    "{\"sample_id\": 2, \"compiled\": true, \"correctness\": false, \"runtime\": -1, "
    "\"metadata\": {\"hardware\": \"H100\"}},"
    "{\"sample_id\": 3, \"compiled\": false, \"correctness\": false, \"runtime\": -1, "
    "\"metadata\": {\"hardware\": \"H100\"}}],"
    "\"2\": [{\"sample_id\": 0, \"compiled\": true, \"correctness\": true, \"runtime\": 1, "
    "\"metadata\": {\"hardware\": \"H100\"}}]}";

static int setup(void **state)
{
    static const char *const kernels[] = { "1_sample_0", "1_sample_1", "1_sample_2", "1_sample_3",
                                           "1_sample_4", "2_sample_0", "77_sample_0" };
    (void)state;
    if (said_setup() != 0 || mkdir("runs", 0700) != 0 || mkdir("runs/mine", 0700) != 0 ||
        mkdir("empty", 0700) != 0)
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(kernels); i++) {
        char name[100];
        snprintf(name, sizeof(name), "runs/mine/level_1_problem_%s_kernel.py", kernels[i]);
        write_text(name, kernels[i]);
    }
    write_text("runs/mine/eval_results.json", results);
    struct buf CLEANUP(buf_release) ill = { 0 };
    buf_puts(&ill, "{\"1\": [{\"sample_id\": 0, \"compiled\": false}");
    for (int i = 0; i < 23; i++)
        buf_printf(&ill, ", %d", i);
    buf_puts(&ill, "]}");
    if (mkdir("runs/ill", 0700) != 0)
        return -1;
    write_text("runs/ill/eval_results.json", buf_text(&ill));
    write_text("list.txt", "runs/mine/level_1_problem_1_sample_0_kernel.py l1/1\n");
    write_text("wrong.txt", "runs/mine/none.py\n");
    return 0;
}

/* The problems of a suite, and a complete run that evaluated the folder's code on them: each
 * sample of problem 1 in its way, and problem 2 not at all. */
static void put_evaluated(void)
{
    struct buf CLEANUP(buf_release) config = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct run_config c = { .name = "again",
                                  .strategy = "replay",
                                  .policy = "replay",
                                  .replay_of = "mine",
                                  .replay_suite = "suite",
                                  .backend = "cpu",
                                  .reward = "speedup",
                                  .rule = "own",
                                  .inputs = "signed",
                                  .k = 5,
                                  .temperature = 1,
                                  .n_tasks = 1,
                                  .tasks = { "suite:l1/1" } };
    run_config_encode(&c, &config);
    change(arena_printf(
        &a,
        "INSERT INTO blob (blob_id, sha256, kind, bytes, text) VALUES "
        "(1000, replace(hex(zeroblob(32)), '0', 'b'), 'import', 5, 'class');"
        "INSERT INTO task (task_id, suite, level, problem_id, kind, module_blob_id) VALUES "
        "(1001, 'suite', 1, 1, 'torch', 1000), (1002, 'suite', 1, 2, 'torch', 1000);"
        "INSERT INTO run (run_id, name, strategy, status, config, argv, code_version, libraries, "
        "started_at) VALUES (1000, 'again', 'replay', 'complete', '%s', '[]', 'x', '{}', 'now');"
        "INSERT INTO rollout (rollout_id, run_id, task_id, sample) VALUES (1000, 1000, 1001, 0), "
        "(1001, 1000, 1001, 1), (1002, 1000, 1001, 2), (1003, 1000, 1001, 3), "
        "(1004, 1000, 1001, 4), (1005, 1000, 1002, 0);"
        "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, message, "
        "created_at) VALUES (1000, 1000, 'measured', 1, 1, NULL, 'now'), "
        "(1001, 1001, 'mismatch', 1, 0, 'wrong', 'now'), "
        "(1002, 1002, 'measured', 1, 1, NULL, 'now'), "
        "(1003, 1003, 'mismatch', 1, 0, NULL, 'now'), (1004, 1004, 'compile', 0, 0, NULL, 'now'), "
        "(1005, 1005, 'infra', 0, 0, 'no device', 'now');"
        "INSERT INTO measurement (evaluation_id, subject, baseline, method, runtime_us, statistic) "
        "VALUES (1000, 'candidate', NULL, 'cpu_wall', 10, 'median'), "
        "(1000, 'baseline', 'torch_eager', 'cpu_wall', 15, 'median'), "
        "(1002, 'candidate', NULL, 'cpu_wall', 10, 'median'), "
        "(1002, 'baseline', 'torch_eager', 'cpu_wall', 25, 'median')",
        buf_text(&config)));
}

static void test_a_folder_beside_what_was_evaluated(void **state)
{
    static const char *const lines[] = {
        "eval-folder runs/mine --suite suite --name again",
        "eval-folder runs/mine/ --suite suite --name again --format csv",
        "eval-folder runs/mine// --suite suite --name again --json",
        "eval-folder anything --run-name mine --suite suite --name again --format csv",
        "eval-folder runs/mine --suite suite --name again --baseline eager --rule own -q",
        "eval-folder runs/mine --suite suite --name again --inputs signed --backend cpu -q",
        "eval-folder runs/mine --suite suite --name again --mode fast --format csv",
        "eval-folder runs/mine --suite suite --name again --baseline compile --format csv",
        "eval-folder runs/mine --suite suite --name again --baseline bl --format csv",
        "eval-folder runs/mine --suite other --name again",
        "eval-folder runs/mine --suite suite --name again --rule kernelbench",
        "eval-folder runs/mine --suite suite --name again --inputs scaled",
        "eval-folder runs/mine --suite suite --name again --backend cuda",
        "eval-folder runs/mine --suite suite --name again --mode full",
        "eval-folder runs/mine --suite suite --name again --correct-trials 2",
        "eval-folder runs/mine --suite suite --name again --timed-runs 2",
    };
    (void)state;
    say("eval-folder runs/mine --suite suite");
    put_evaluated();
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        say(lines[i]);
    /* Some, then all of what is right has a baseline of its hardware. */
    change("INSERT INTO baseline (name, hardware, task_id, runtime_us) SELECT 'torch_eager', "
           "'H100', task_id, 750 FROM task WHERE suite = 'kernelbench' AND problem_id = 1;"
           "INSERT INTO baseline (name, hardware, task_id, runtime_us) SELECT 'torch_compile', "
           "'H100', task_id, 100 FROM task WHERE suite = 'kernelbench' AND problem_id = 1;"
           "INSERT INTO baseline (name, hardware, task_id, runtime_us) SELECT 'bl', "
           "'H100', task_id, 1001 FROM task WHERE suite = 'kernelbench' AND problem_id = 1");
    say(lines[0]);
    say(lines[7]);
    say(lines[8]);
    change("DELETE FROM measurement WHERE evaluation_id = 1002");
    say(lines[0]);
    /* All agree. */
    change("UPDATE evaluation SET outcome = 'measured', correct = 1 WHERE evaluation_id = 1001;"
           "UPDATE evaluation SET outcome = 'mismatch', correct = 0 WHERE evaluation_id = 1002;"
           "UPDATE evaluation SET outcome = 'compile', compiled = 0 WHERE evaluation_id = 1003");
    say(lines[0]);
    change("UPDATE evaluation SET outcome = 'mismatch', correct = 0 WHERE evaluation_id = 1001");
    say(lines[0]);
    /* Nothing has two verdicts. */
    change("DELETE FROM measurement; DELETE FROM evaluation WHERE evaluation_id >= 1000");
    say(lines[0]);
    change("UPDATE run SET config = '{}' WHERE name = 'again'");
    say(lines[0]);
    approved_check_exactly("eval_folder", &out);
}

static void test_folders_that_are_refused(void **state)
{
    static const char *const lines[] = {
        "eval-folder",
        "eval-folder a b",
        "eval-folder none",
        "eval-folder empty",
        "eval-folder wrong.txt",
        "eval-folder runs/ill",
        "eval-folder list.txt",
        "eval-folder list.txt --level 10",
        "eval-folder list.txt --level 9",
        "eval-folder list.txt --level -1",
        "eval-folder list.txt --workers 257",
        "eval-folder list.txt --mode slow",
        "eval-folder list.txt --rule kernelbench --inputs signed",
        "eval-folder list.txt --inputs zz",
        "eval-folder list.txt --rule zz",
        "eval-folder / --name x",
        "eval-folder x --name x",
        "eval-folder x --run-name= --name y",
        "eval-folder x --run-name y --name y",
    };
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    buf_clear(&out);
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        say(lines[i]);
    for (int bytes = 200; bytes <= 201; bytes++) {
        char *name = arena_alloc(&a, 300);
        memset(name, 'n', (size_t)bytes);
        say(arena_printf(&a, "eval-folder none --name %s", name));
    }
    approved_check_exactly("eval_folder_refused", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_folder_beside_what_was_evaluated),
        cmocka_unit_test(test_folders_that_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
