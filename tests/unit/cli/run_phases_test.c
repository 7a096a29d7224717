/*
 * run_phases_test.c - the runs of "run stages" and of a declared sweep, each with what it was asked
 * for, and what both refuse, held to texts that somebody has read:
 * tests/approved/units/phases_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

static int setup(void **state)
{
    (void)state;
    return said_setup();
}

/* Members of configurations that are not the usual ones, and how many rollouts were made. */
static void put_runs(const char *pattern)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    say_rows("runs",
             arena_printf(&a,
                          "SELECT name || ' ' || status || ' ' || (SELECT count(*) FROM rollout r "
                          "WHERE r.run_id = run.run_id) || (SELECT group_concat(' ' || key || ' ' "
                          "|| json_extract(value, '$.value'), '') FROM json_each(config) WHERE "
                          "key NOT IN ('input_secret', 'name') AND json_extract(value, '$.value') "
                          "NOT IN (0, '')) FROM run WHERE name GLOB '%s' ORDER BY run_id",
                          pattern));
}

static void test_stages(void **state)
{
    static const char *const lines[] = {
        "run stages --tasks 19",
        "run stages --tasks 19 --held 4 --k 0",
        "run stages --tasks 19 --held 19",
        "run stages --tasks 19 --held 4 --teacher none --name none",
    };
    (void)state;
    buf_clear(&out);
    say("run stages --tasks 19 --held 4 --k 3 --eval-k 2 --epochs 1 --batch 1 --case tiny "
        "--teacher-k 2 --sft-epochs 2 --sft-batch 4 --sft-learning-rate 0.25 --min-speedup -0.5 "
        "--seed 1 --telemetry - -q");
    if (!str_starts_with(buf_text(&out), "0 "))
        fail_msg("%s", buf_text(&out));
    buf_clear(&out);
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        say(lines[i]);
    put_runs("stages-1-*");
    /* Repeated, nothing is run; another run's demonstrations are taken in place of a teacher's. */
    say("run stages --tasks 19 --held 4 --k 3 --eval-k 2 --case tiny --seed 1 --telemetry -");
    change("UPDATE run SET name = 'x' || substr(name, 9) WHERE name GLOB 'stages-1-*' AND name <> "
           "'stages-1-teacher'");
    say("run stages --tasks 19 --held 4 --k 3 --eval-k 2 --case tiny --seed 1 --name x --teacher "
        "stages-1-teacher --telemetry -");
    say("run reward --run x-grpo --reward composite:c=0 --format csv");
    say("run reward --run x-grpo --reward composite:c=0 --json");
    approved_check_exactly("phases_stages", &out);
}

/* Rows without their last cell, which is a measured speedup. */
static void say_without_speed(const char *line)
{
    struct buf before = out;
    out = (struct buf){ 0 };
    say(line);
    for (const char *at = buf_text(&out); *at != '\0';) {
        size_t len = strcspn(at, "\n"), end = len;
        while (str_starts_with(at, "l1/") && at[end] != ',')
            end--;
        buf_printf(&before, "%.*s\n", (int)end, at);
        at += len + (at[len] == '\n');
    }
    buf_release(&out);
    out = before;
}

/* What was right comes to the same; what is said to have been otherwise is told. */
static void test_replays(void **state)
{
    (void)state;
    buf_clear(&out);
    say_without_speed("replay stages-1-teacher -q --format csv");
    say_without_speed("replay stages-1-teacher -q");
    say_without_speed("replay stages-1-teacher --name again --workers 257");
    change("DELETE FROM measurement WHERE evaluation_id IN (SELECT evaluation_id FROM evaluation "
           "JOIN rollout USING (rollout_id) JOIN run USING (run_id) WHERE run.name = "
           "'stages-1-teacher' AND sample = 0);"
           "UPDATE evaluation SET outcome = 'timeout', correct = 0 WHERE rollout_id IN (SELECT "
           "rollout_id FROM rollout JOIN run USING (run_id) WHERE run.name = 'stages-1-teacher' "
           "AND sample = 0)");
    say_without_speed("replay stages-1-teacher --name again -q --workers 1 --format csv");
    put_runs("*again");
    put_runs("replay-*");
    approved_check_exactly("phases_replay", &out);
}

static void test_sweeps(void **state)
{
    static const char *const lines[] = {
        "run best-of-n --sweep none",
        "run best-of-n --sweep plain",
        "run ttt --sweep grid",
        "run best-of-n --sweep grid --name x",
        "run best-of-n --sweep grid --seed 1",
        "run best-of-n --sweep grid --tasks 4",
        "run best-of-n --sweep grid --split l1_seed42",
        "run best-of-n --sweep grid --suite own",
        "run best-of-n --sweep grid --method x",
        "run best-of-n --sweep grid --declaration grid",
        "run best-of-n --sweep grid --k 4",
        "run best-of-n --sweep grid --temperature 1",
    };
    (void)state;
    buf_clear(&out);
    say("declare plain --estimand sample --methods x,y --budget 1 --seeds 1 --tasks 4 --stopping "
        "never -q");
    say("declare grid --sweep best-of-n --axis k=1,2 --axis temperature=0.5 --estimand sample "
        "--budget 2 --seeds 3,4 --tasks 19,4 --stopping never --format csv");
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        say(lines[i]);
    struct buf before = out;
    out = (struct buf){ 0 };
    say("run best-of-n --sweep grid --case tiny --telemetry - -q");
    assert_true(str_starts_with(buf_text(&out), "0 "));
    buf_release(&out);
    out = before;
    put_runs("grid/*");
    say_rows("declared", "SELECT run.name || ' ' || declaration.name || ' ' || method FROM "
                         "declared_run JOIN run USING (run_id) JOIN declaration USING "
                         "(declaration_id) ORDER BY run_id");
    say("run best-of-n --sweep grid --case tiny --telemetry -");
    approved_check_exactly("phases_sweep", &out);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_replays),
        cmocka_unit_test(test_sweeps),
    };
    if (argc > 1 && (strcmp(argv[1], "runner") == 0 || strcmp(argv[1], "worker") == 0))
        return cli_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN"); /* workers are this program */
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
