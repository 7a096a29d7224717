/*
 * table_baselines_test.c - tables against stored baselines, of the run's machine and of others, and
 * what is remarked beside them, held to what was approved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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
        if (kind->options.rows[i].kind == OPTION_AGAINST)
            return true;
    return false;
}

static void put_against(struct buf *out, const struct table_kind *kind, size_t which, struct db *db,
                        const char *runs, const char *baseline, const char *hardware)
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
    int rc = table_make(kind, &in, read_case(kind, which, &a), &t, &err);
    buf_printf(out, "-- %s of %s against %s on %s: %d %s.\n", kind->command, runs,
               baseline == NULL ? "none" : baseline, hardware == NULL ? "any" : hardware, rc,
               err.msg);
    if (rc == 0)
        table_render(&t, TABLE_MARKDOWN, &text);
    put_new(out, buf_text(&text), &a);
}

static void baselines_are_those_asked_for(void **state)
{
    static const char *const baselines[][2] = {
        { NULL, NULL },       { "theirs", "a" }, { "theirs", "b" },  { "theirs", NULL },
        { "theirs", "none" }, { "alone", NULL }, { "nobody", NULL }, { "same", NULL },
    };
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
                put_against(&text, kind, k, db, cases[k].runs, baselines[b][0], baselines[b][1]);
            if (is_case_of(kind, k))
                put_against(&text, kind, k, db, "refine-42", NULL, NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baselines_are_those_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
