/*
 * study_command_test.c - what a study by one command runs, declares and refuses, and what is told
 * of it, held to texts that somebody has read: tests/approved/units/study_*.txt.
 *
 * Commands run in this process.  A report is of runs whose rows are put in, and which are complete.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

#include "src/json/json.h"
#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

static int setup(void **state)
{
    (void)state;
    return said_setup();
}

/* ---- told: five methods, two seeds, twelve tasks ---- */

#define STUDY(name)                                                                                \
    "study run " #name " --tasks 19,20 --held 1,4,5,9,21,23,25,36,40,47,87,97 -k 4 --ttt-steps 1 " \
    "--seeds 1,2 --case tiny --teacher-k 3 --group 2"

/* Tasks are numbered by n, rollouts of a method as its strategy makes them: x is below 1 in a share
 * of them that differs between methods. */
static const char rows[] =
    "INSERT OR IGNORE INTO task (suite, level, problem_id, name) SELECT 'kernelbench', 1, value, "
    "'p' || value FROM json_each('[19,20,1,4,5,9,21,23,25,36,40,47,87,97]');"
    "CREATE TEMP TABLE m (method TEXT, strategy TEXT, steps INT, k INT, share REAL);"
    "INSERT INTO m VALUES ('best-of-n', 'best-of-n', 0, 4, 0.3), ('ttt', 'ttt', 1, 2, 0.55), "
    "('sdpo', 'sdpo', 1, 2, 0.95), ('sdpo-prompt', 'sdpo', 1, 2, 0.4), "
    "('trained', 'best-of-n', 0, 4, 0), ('teacher', 'best-of-n', 0, 3, 0.2), "
    "('sft', 'sft', 0, 0, 0), ('rlvr', 'train', 0, 0, 0);"
    "INSERT INTO run (name, strategy, status, seed, k, n_steps, config, argv, code_version, "
    "libraries, started_at) SELECT 's-' || method || '-' || value, strategy, 'complete', value, k, "
    "steps, '{}', '[]', 'x', '{}', '2999-01-01T00:00:00Z' FROM m, json_each('[1,2]');"
    "CREATE TEMP TABLE t AS SELECT task_id, row_number() OVER (ORDER BY problem_id) AS n "
    "FROM task WHERE suite = 'kernelbench' AND level = 1 AND problem_id IN "
    "(1,4,5,9,21,23,25,36,40,47,87,97);"
    "CREATE TEMP TABLE x AS SELECT run.run_id, run.seed, t.task_id, t.n, step.value AS step, "
    "sample.value AS sample, (t.n * 7 + step.value * 3 + sample.value * 5 + run.seed * 2) % 11 / "
    "11.0 < m.share AS fast, (t.n + sample.value * 3 + run.seed) % 6 > 0 AS correct "
    "FROM m JOIN run ON run.name IN ('s-' || m.method || '-1', 's-' || m.method || '-2'), t, "
    "json_each('[0,1]') step, json_each('[0,1,2,3]') sample "
    "WHERE step.value <= m.steps AND sample.value < m.k AND m.method <> 'teacher';"
    "INSERT INTO rollout (run_id, task_id, step, sample, completion_tokens, sum_logprob, "
    "mean_logprob, logprob_temperature) SELECT run_id, task_id, step, sample, 10, -1 - sample - "
    "fast, (-1 - sample - fast) / 10.0, 1 FROM x;"
    "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, created_at) "
    "SELECT rollout_id, rollout_id, iif(correct, 'measured', 'mismatch'), 1, correct, "
    "'2999-01-01T00:00:00Z' FROM x JOIN rollout USING (run_id, task_id, step, sample);"
    "INSERT INTO measurement (evaluation_id, subject, baseline, method, runtime_us, statistic) "
    "SELECT rollout_id, 'candidate', NULL, 'cpu_wall', iif(fast, 5 + n % 3, 12 + n % 2), 'median' "
    "FROM x JOIN rollout USING (run_id, task_id, step, sample) WHERE correct "
    "UNION ALL SELECT rollout_id, 'baseline', 'builtin', 'cpu_wall', 10, 'median' "
    "FROM x JOIN rollout USING (run_id, task_id, step, sample) WHERE correct;"
    /* The winners of two runs were timed again: one was slower, one wrong. */
    "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, purpose, "
    "created_at) SELECT 5000 + rollout_id, rollout_id, iif(n = 3, 'mismatch', 'measured'), 1, "
    "n <> 3, 'confirm', '2999-01-01T00:00:00Z' FROM (SELECT max(rollout_id) AS rollout_id, n FROM "
    "x JOIN rollout USING (run_id, task_id, step, sample) JOIN run USING (run_id) WHERE correct "
    "AND fast AND run.name IN ('s-best-of-n-1', 's-ttt-2') GROUP BY run_id, n);"
    "INSERT INTO measurement (evaluation_id, subject, baseline, method, runtime_us, statistic) "
    "SELECT evaluation_id, 'candidate', NULL, 'cpu_wall', 8 + 4 * (rollout_id % 2), 'median' FROM "
    "evaluation WHERE purpose = 'confirm' AND correct UNION ALL SELECT evaluation_id, 'baseline', "
    "'builtin', 'cpu_wall', 10, 'median' FROM evaluation WHERE purpose = 'confirm' AND correct";

/* What another machine or day says otherwise: hashes of drawings, their bytes, and the day. */
static void mask(void)
{
    struct buf text = out;
    out = (struct buf){ 0 };
    const char *at = buf_text(&text);
    while (*at != '\0') {
        size_t len = strcspn(at, "\n") + 1;
        const char *day = strstr(at, "first declared ");
        if (str_starts_with(at, "svg ")) {
            int path = (int)strcspn(at + 8, " ") + 8;
            buf_printf(&out, "%.*s\n", path, at);
        } else if (str_starts_with(at, "------  ")) {
            buf_puts(&out, "------\n");
        } else if (day != NULL && day < at + len) {
            size_t from = (size_t)(day - at) + strlen("first declared ");
            size_t to = from + strlen("2999-01-01T00:00:00Z");
            buf_printf(&out, "%.*sDAY%.*s", (int)from, at, (int)(len - to), at + to);
        } else {
            buf_add(&out, at, len);
        }
        at += len;
    }
    buf_release(&text);
}

static const char attach[] =
    "INSERT INTO declared_run (run_id, declaration_id, method) SELECT run_id, (SELECT "
    "max(declaration_id) FROM declaration), substr(name, 3, length(name) - 4) FROM run WHERE "
    "substr(name, 3, length(name) - 4) NOT IN ('teacher', 'sft', 'rlvr')";

static void test_a_study_is_told(void **state)
{
    (void)state;
    say("init");
    change(rows);
    buf_clear(&out);
    say(STUDY(s) " --unconfirmed");
    say_rows("declared", "SELECT content FROM declaration");
    say(STUDY(s) " --unconfirmed --telemetry - -q");
    say(STUDY(s) " --unconfirmed --seeds 1,3 -k 8 --estimand best-of-b");
    say(STUDY(s) " -q");
    say("study report s");
    change(attach);
    assert_int_equal(mkdir("figures", 0700), 0);
    say("study report s --figures figures");
    mask();
    approved_check_exactly("study_told", &out);
}

static void claims_only(const char *line)
{
    say(line);
    const char *end = strstr(buf_text(&out), "## Declaration and departures");
    assert_non_null(end);
    size_t len = (size_t)(end - buf_text(&out));
    char *kept = mem_alloc(len + 1);
    memcpy(kept, buf_text(&out), len);
    kept[len] = '\0';
    buf_clear(&out);
    buf_puts(&out, kept);
    free(kept);
}

/* The same rows under other names and other declarations, then without differences. */
static void test_claims_by_other_estimands(void **state)
{
    struct buf CLEANUP(buf_release) all = { 0 };
    static const char *const others[] = {
        STUDY(l) " --estimand log-best-of-b --untrained --unconfirmed -q",
        STUDY(n) " --estimand log-best-of-b --untrained --unconfirmed -q",
        ("study run b --tasks 19 --held 1,4,5 -k 4 --ttt-steps 1 --seeds 2 --estimand best-of-b "
         "--unconfirmed -q"),
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        char name = others[i][strlen("study run ")];
        change("DELETE FROM declared_run");
        change(arena_printf(&a, "UPDATE run SET name = '%c' || substr(name, 2)", name));
        if (name == 'n') /* nothing of a method is right: it has no speedup to compare */
            change("DELETE FROM measurement WHERE evaluation_id IN (SELECT evaluation_id FROM "
                   "evaluation JOIN rollout USING (rollout_id) JOIN run USING (run_id) WHERE "
                   "run.name GLOB 'n-sdpo-prompt-*');"
                   "UPDATE evaluation SET correct = 0, outcome = 'mismatch' WHERE rollout_id IN "
                   "(SELECT rollout_id FROM rollout JOIN run USING (run_id) WHERE run.name GLOB "
                   "'n-sdpo-prompt-*')");
        if (name == 'b')
            change("DELETE FROM measurement WHERE evaluation_id NOT IN (SELECT evaluation_id FROM "
                   "evaluation JOIN rollout USING (rollout_id) JOIN task USING (task_id) WHERE "
                   "problem_id < 9);"
                   "DELETE FROM evaluation WHERE rollout_id NOT IN (SELECT rollout_id FROM rollout "
                   "JOIN task USING (task_id) WHERE problem_id < 9);"
                   "DELETE FROM rollout WHERE task_id NOT IN (SELECT task_id FROM task WHERE "
                   "problem_id < 9);"
                   "UPDATE measurement SET runtime_us = 20 WHERE subject = 'candidate';"
                   "UPDATE rollout SET sum_logprob = NULL, mean_logprob = NULL");
        buf_clear(&out);
        say(others[i]);
        change(attach);
        buf_clear(&out);
        claims_only(arena_printf(&a, "study report %c", name));
        buf_add(&all, buf_text(&out), out.len);
    }
    approved_check_exactly("study_claims", &all);
}

static void test_studies_that_are_refused(void **state)
{
    static const char *const lines[] = {
        "study run",
        "study run a b",
        "study run z --name x",
        "study run z --seed 1",
        "study run z --declaration x",
        "study run z --method x",
        "study run z --from x",
        "study run z --seeds 1,2,x",
        "study run z --seeds 1,-1",
        "study run z --seeds 1.5",
        "study run z --seeds ,",
        "study run z --seeds 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
        "study run z --seeds 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 --estimand sampl",
        "study run z --estimand best-of-b",
        "study run z --tasks 19 -k 4",
        "study run z --tasks 19 --held 4 -k 6",
        "study run z --tasks 19 --held 4 -k 3 --ttt-steps 2",
        "study run z --tasks 19 --held 4 -k 4 --ttt-steps 0",
        "study run z --tasks 19 --held 4 -k 6 --ttt-steps 2 --workers 257",
        STUDY(l) " --estimand log-best-of-b",
        "study report",
        "study report z",
        "study report other",
        "study run z -h",
        "study report z -h",
    };
    (void)state;
    buf_clear(&out);
    say("declare other --estimand sample --methods x,y --budget 1 --seeds 1 --tasks 4 --stopping "
        "never -q");
    buf_clear(&out);
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        say(lines[i]);
    change("UPDATE run SET name = 'other-x-1' WHERE name = 'b-ttt-1';"
           "UPDATE run SET name = 'other-y-1' WHERE name = 'b-ttt-2'");
    say("study report other");
    change("UPDATE run SET name = 'other-best-of-n-1' WHERE name = 'other-x-1'");
    say("declare third --estimand sample --methods best-of-n,y --budget 1 --seeds 1 --tasks 4 "
        "--stopping never -q");
    change("UPDATE run SET name = 'third' || substr(name, 6) WHERE name GLOB 'other-*'");
    say("study report third");
    change("DROP TRIGGER declaration_not_changed;"
           "UPDATE declaration SET content = '{}' WHERE name = 'other'");
    say("study report other");
    say("study run other --tasks 19 --held 4 -k 4 --ttt-steps 1");
    mask();
    approved_check_exactly("study_refused", &out);
}

/* The names of the members of each line. */
static void put_telemetry(void)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    char **lines;
    assert_int_equal(file_read("lines.jsonl", 1 << 20, &text, &err), 0);
    size_t n = str_split(&a, buf_text(&text), '\n', &lines);
    buf_puts(&out, "telemetry\n");
    for (size_t i = 0; i < n && lines[i][0] != '\0'; i++) {
        const struct json *line =
            json_parse_arena("lines.jsonl", i + 1, lines[i], strlen(lines[i]), &a, &err);
        assert_non_null(line);
        for (const struct json *m = json_first(line); m != NULL; m = json_next(m))
            buf_printf(&out, " %s", json_key(m));
        buf_puts(&out, "\n");
    }
}

/* One task to train on, one to be evaluated on: what each run is asked for, and that all is done.
 */
static void test_a_study_is_run(void **state)
{
    (void)state;
    assert_int_equal(unlink("t.db"), 0);
    buf_clear(&out);
    say("study run r --tasks 19 --held 4 -k 4 --ttt-steps 3 --seeds 1 --case tiny --teacher-k 2 "
        "--group 3 --sft-batch 5 --sft-epochs 2 --sft-learning-rate 0.25 --min-speedup -0.5 "
        "--telemetry lines.jsonl");
    if (strstr(buf_text(&out), "its report: ") == NULL)
        fail_msg("%s", buf_text(&out));
    buf_clear(&out);
    say_rows("runs",
             "SELECT name || ' ' || status || (SELECT group_concat(' ' || key || ' ' || "
             "json_extract(value, '$.value'), '') FROM json_each(config) WHERE key <> "
             "'input_secret' AND json_extract(value, '$.value') NOT IN (0, '')) FROM run ORDER "
             "BY run_id");
    say_rows("rollouts", "SELECT run.name || ' l' || level || '/' || problem_id || ' step ' || "
                         "step || ' ' || count(*) FROM rollout JOIN run USING (run_id) JOIN task "
                         "USING (task_id) GROUP BY run_id, task_id, step ORDER BY run_id, step");
    say_rows("declared", "SELECT run.name || ' ' || declaration.name || ' ' || method FROM "
                         "declared_run JOIN run USING (run_id) JOIN declaration USING "
                         "(declaration_id) ORDER BY run_id");
    say_rows("winners", "SELECT DISTINCT eval_mode || ' ' || (count(*) BETWEEN 1 AND 5) FROM "
                        "evaluation WHERE purpose = 'confirm'");
    say_rows("libraries",
             "SELECT DISTINCT (SELECT group_concat(key, ' ') FROM json_each(libraries)) "
             "|| ' ' || (json_extract(libraries, '$.sqlite') = sqlite_version()) || "
             "' ' || (argv LIKE '[\"rollbook\",\"study\",\"run\",%') FROM run");
    put_telemetry();
    approved_check_exactly("study_run", &out);
}

int main(int argc, char **argv)
{
    if (argc > 1 && (strcmp(argv[1], "runner") == 0 || strcmp(argv[1], "worker") == 0))
        return cli_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN"); /* workers are this program */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_study_is_told),
        cmocka_unit_test(test_claims_by_other_estimands),
        cmocka_unit_test(test_studies_that_are_refused),
        cmocka_unit_test(test_a_study_is_run),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
