/*
 * table_baselines_test.c - tables against stored baselines, of the run's machine and of others, and
 * what is remarked beside them, held to what was approved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/tables/table_failures.h"
#include "tests/support/approved.h"

#define DB "table_baselines_test.db"
#include "tests/unit/cli/table_cases.h"

static void remark(void *context, const char *text)
{
    buf_printf(context, "remark: %s\n", text);
}

static bool takes_baselines(const struct table_kind *kind)
{
    for (size_t i = 0; i < kind->options.n_rows; i++)
        if (strcmp(kind->options.rows[i].name, "baseline") == 0 && kind->options.rows[i].is_shared)
            return true;
    return false;
}

static void put_against(struct buf *out, const struct table_kind *kind, size_t which, struct db *db,
                        const char *runs, const char *baseline, const char *hardware,
                        const char *null_as)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    struct table t;
    const struct table_input in = { .db = db,
                                    .arena = &a,
                                    .runs = names_of(&a, runs),
                                    .baseline = baseline,
                                    .baseline_hardware = hardware,
                                    .remark = remark,
                                    .remark_context = &text };
    void *options = read_case(kind, which, &a);
    if (null_as != NULL)
        set(kind, "null-as", options, null_as, &a);
    int rc = table_make(kind, &in, options, &t, &err);
    buf_printf(out, "-- %s of %s against %s on %s%s%s: %d %s.\n", kind->command, runs,
               baseline == NULL ? "none" : baseline, hardware == NULL ? "any" : hardware,
               null_as == NULL ? "" : ", nulls ", null_as == NULL ? "" : null_as, rc, err.msg);
    if (rc == 0)
        table_render(&t, TABLE_MARKDOWN, &text);
    put_new(out, buf_text(&text), 4, &a);
}

static void baselines_are_those_asked_for(void **state)
{
    static const char *const baselines[][2] = {
        { NULL, NULL },       { "theirs", "a" }, { "theirs", "b" },  { "theirs", NULL },
        { "theirs", "none" }, { "alone", NULL }, { "nobody", NULL }, { "same", NULL },
    };
    /* Without baselines, without log-probs, and of another case. */
    static const char *const odd_runs[] = { "refine-42", "bon-43", "stages-held-sft-grpo" };
    struct buf out = { 0 };
    size_t n;
    const struct command *const *all = command_all(&n);
    struct db *db = open_study(
        "odd.sql",
        "INSERT INTO baseline (name, hardware, task_id, runtime_us, statistic) SELECT "
        "'same', device.name, task_id, 4, 'mean' FROM device, task;"
        "DELETE FROM measurement WHERE subject = 'baseline' AND evaluation_id IN (SELECT "
        "evaluation_id FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING "
        "(run_id) WHERE name = 'refine-42');");
    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct table_kind *kind = all[i]->table;
        struct buf CLEANUP(buf_release) text = { 0 };
        if (kind == NULL || all[i]->min_args > 0 || strcmp(all[i]->name, kind->command) != 0 ||
            !takes_baselines(kind))
            continue;
        for (size_t k = 0; k < ARRAY_LEN(cases); k++) {
            for (size_t b = 0; is_case_of(kind, k) && b < ARRAY_LEN(baselines); b++)
                put_against(&text, kind, k, db, cases[k].runs, baselines[b][0], baselines[b][1],
                            NULL);
            for (size_t r = 0; is_case_of(kind, k) && r < ARRAY_LEN(odd_runs); r++)
                put_against(&text, kind, k, db, odd_runs[r], NULL, NULL, NULL);
        }
        buf_add(&out, buf_text(&text), text.len);
    }
    db_close(db);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    approved_check_exactly("table_baselines", &out);
    buf_release(&out);
}

/* Speedups that a source gives without runtimes: of two baselines, some of them null. */
static void speedups_of_a_source_are_taken_by_name(void **state)
{
    static const char *const runs[] = { "refine-42", "refine-42,bon-42", "sdpo-42" };
    static const char *const baselines[] = { NULL, "eager", "compiled", "theirs", "nobody" };
    static const char *const nulls[] = { NULL, "1.0", "drop", "fail", "nothing" };
    static const char *const commands[] = { "analyze fast-p", "analyze summary" };
    struct buf out = { 0 };
    size_t n;
    const struct command *const *all = command_all(&n);
    struct db *db = open_study(
        "odd.sql",
        "DELETE FROM measurement WHERE evaluation_id IN (SELECT evaluation_id FROM evaluation JOIN "
        "rollout USING (rollout_id) JOIN run USING (run_id) WHERE name = 'refine-42');"
        "INSERT INTO evidence (evaluation_id, pass, kind, position, detail, value) SELECT "
        "evaluation_id, 1, "
        "'claimed_speedup', 1007, 'eager', CASE WHEN evaluation_id % 3 = 0 THEN NULL ELSE 0.25 + "
        "evaluation_id % 5 END FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING "
        "(run_id) WHERE name = 'refine-42';"
        "INSERT INTO evidence (evaluation_id, pass, kind, position, detail, value) SELECT "
        "evaluation_id, 1, "
        "'claimed_speedup', 1008, 'compiled', 0.5 FROM evidence WHERE detail = 'eager'");
    (void)state;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < ARRAY_LEN(commands); c++)
            for (size_t k = 0; k < ARRAY_LEN(runs) * ARRAY_LEN(baselines) * ARRAY_LEN(nulls) &&
                               strcmp(all[i]->name, commands[c]) == 0;
                 k++)
                put_against(&out, all[i]->table, ARRAY_LEN(cases) - 1, db, runs[k / 25],
                            baselines[k / 5 % 5], NULL, nulls[k % 5]);
    db_close(db);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    approved_check_exactly("table_claimed", &out);
    buf_release(&out);
}

/* Rows of two kinds of cheats lie next to each other; their outcome has one share. */
static void cheats_of_several_kinds_are_one_outcome(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct table t;
    size_t n = 0;
    struct db *db =
        open_study(NULL, "UPDATE evaluation SET correct = 0, outcome = 'cheat', cheat_kind = CASE "
                         "WHEN evaluation_id % 4 = "
                         "0 THEN 'host_code' ELSE 'clock' END WHERE evaluation_id % 2 = 0");
    const struct table_failures_options o = { STANDARD_failures, .by = FAILURE_BY_RUN };
    const struct table_input in = { .db = db, .arena = &a, .runs = names_of(&a, "ttt-42") };
    (void)state;
    assert_int_equal(table_make(&table_failures, &in, &o, &t, &err), 0);
    for (size_t i = 0; i < t.n_notes; i++)
        n += strstr(t.notes[i], ", cheat: test of equal shares at all steps") != NULL;
    assert_int_equal(n, 1);
    db_close(db);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baselines_are_those_asked_for),
        cmocka_unit_test(speedups_of_a_source_are_taken_by_name),
        cmocka_unit_test(cheats_of_several_kinds_are_one_outcome),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
