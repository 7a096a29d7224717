/*
 * declaration_table_test.c - what was declared held against what was done: amendments, looks,
 * seeds, tasks, budgets and runs that depart from it, held to what was approved.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "analysis/tables/compare/table_declaration.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/table/table.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "declaration_table_test.db"

static void change(const char *sql)
{
    sqlite3 *handle;
    char *message = NULL;
    assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", message, sql);
    sqlite3_close(handle);
}

/* A version of the declaration "study"; its columns beside the content are read by nobody here. */
static void declare(int version, const char *content, const char *why, const char *at)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    change(arena_printf(
        &a,
        "INSERT INTO declaration (name, version, content, sha256, estimand, test, threshold, ge, "
        "budget, alpha, looks, stopping, methods, seeds, tasks, why, declared_at) VALUES ('study', "
        "%d, '%s', '%064d', 'sample', 'sign-flip', 1, 0, 1, 0.05, 1, 'x', '[]', '[]', '[]', "
        "%s%s%s, '%s')",
        version, content, version, why == NULL ? "" : "'", why == NULL ? "NULL" : why,
        why == NULL ? "" : "'", at));
}

static void put(struct buf *out, const struct table_declaration_options *o, bool take)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    struct table t;
    struct declaration_look look = { 0 };
    fixture_check(db_open(DB, DB_READ, &db, &err), &err);
    const struct table_input in = { .db = db, .arena = &a };
    int rc = take ? table_declaration_look(&in, o, &t, &look, &err)
                  : table_make(&table_declaration, &in, o, &t, &err);
    buf_printf(out, "-- %s methods %s look %d%s: %d %s.\n", o->name == NULL ? "" : o->name,
               o->methods == NULL ? "" : o->methods, (int)o->look, take ? " taken" : "", rc,
               err.msg);
    if (rc == 0)
        table_render(&t, TABLE_MARKDOWN, out);
    if (rc == 0 && take)
        buf_printf(out, "look %d of %s: %d rollouts, at %g, %d rejected, hash of %zu digits\n",
                   (int)look.number, look.runs, (int)look.n_rollouts, look.alpha,
                   (int)look.n_rejected, strlen(look.data_sha256));
    db_close(db);
}

static void put_study(struct buf *out)
{
    put(out, &(struct table_declaration_options){ STANDARD_declaration, .name = "study" }, false);
}

#define REFERS(method, runs, more)                                                                 \
    "INSERT INTO declared_run (run_id, declaration_id, method, attached_at) SELECT run_id, 1, "    \
    "'" method "', " more " FROM run WHERE name IN (" runs ");"

static const char first[] =
    "{\"alpha\":0.05,\"budget\":6,\"estimand\":\"sample\",\"looks\":2,\"methods\":[\"best-of-n\","
    "\"ttt\",\"sdpo\"],\"seeds\":[42,43],\"stopping\":\"after two seeds\",\"tasks\":[\"l1/4\","
    "\"l1/5\",\"l1/12\"]}";
static const char second[] =
    "{\"alpha\":0.04,\"budget\":4,\"estimand\":\"sample\",\"looks\":4,\"methods\":[\"best-of-n\","
    "\"ttt\"],\"seeds\":[42,44],\"stopping\":\"after a look\",\"tasks\":[\"l1/4\",\"l1/14\"]}";

static const char third[] =
    "{\"alpha\":0.05,\"budget\":6,\"estimand\":\"sample\",\"looks\":1,\"methods\":[\"best-of-n\","
    "\"ttt\"],\"seeds\":[42],\"stopping\":\"after one\",\"tasks\":[\"l1/5\"]}";

static void what_was_done_is_held_against_what_was_declared(void **state)
{
    static const struct fixture f = { 2, 3, 6, 2, 2, 0.7, "complete", "complete", "", false };
    const struct table_declaration_options looks[] = {
        { STANDARD_declaration, .name = "study", .look = 1 },
        { STANDARD_declaration, .name = "study", .look = 2 },
        { STANDARD_declaration, .name = "study", .look = 3 },
        { STANDARD_declaration, .name = "study", .look = -1 },
        { STANDARD_declaration, .name = NULL },
        { STANDARD_declaration, .name = "nothing" },
        { STANDARD_declaration, .name = "study", .methods = "best-of-n=bon-42,ttt=ttt-43" },
        { STANDARD_declaration, .name = "study", .methods = "ttt=ttt-42,new=bon-42" },
        { STANDARD_declaration, .name = "study", .methods = "ttt=nobody,best-of-n=bon-42" },
    };
    struct buf out = { 0 };
    (void)state;
    fixture_write(DB, &f);
    change("UPDATE run SET started_at = '2026-02-01T00:00:00Z'");
    declare(1, first, NULL, "2026-01-01T00:00:00Z");
    put_study(&out);
    change(REFERS("best-of-n", "'bon-42'", "NULL"));
    put_study(&out);
    change(REFERS("ttt", "'ttt-42'", "NULL"));
    put_study(&out);
    change(REFERS("ttt", "'ttt-43'", "'2026-03-01T00:00:00Z'")
               REFERS("best-of-n", "'bon-43'", "'2026-03-02T00:00:00Z'"));
    for (size_t i = 0; i < ARRAY_LEN(looks); i++)
        put(&out, &looks[i], false);
    put(&out, &looks[0], true);
    put(&out, &looks[6], true);
    change("INSERT INTO look (declaration_id, number, runs, n_rollouts, data_sha256, alpha_spent, "
           "statistic, n_rejected, taken_at) VALUES (1, 1, '{}', 7, '0123456789abcdef', 0.025, "
           "'[1,2]', 1, '2026-02-03T00:00:00Z')");
    put_study(&out);
    put(&out, &(struct table_declaration_options){ STANDARD_declaration, .name = "study" }, true);
    declare(2, second, "because", "2026-01-15T00:00:00Z");
    put_study(&out);
    change("UPDATE run SET started_at = '2025-12-31T00:00:00Z' WHERE name = 'bon-43'");
    put_study(&out);
    change("DELETE FROM evaluation WHERE rollout_id IN (SELECT rollout_id FROM rollout JOIN run "
           "USING (run_id) WHERE name = 'bon-42' AND task_id = 1 AND sample < 2)");
    change("INSERT INTO look (declaration_id, number, runs, n_rollouts, data_sha256, alpha_spent, "
           "statistic, n_rejected, taken_at) VALUES (2, 5, '{}', 8, '123456789abcdef0', 0.01, "
           "'[]', 0, '2026-02-04T00:00:00Z')");
    declare(3, second, "again", "2026-03-01T00:00:00Z");
    put_study(&out);
    /* A task of the first run alone. */
    change("DELETE FROM evaluation WHERE rollout_id IN (SELECT rollout_id FROM rollout JOIN run "
           "USING (run_id) WHERE name LIKE '%-43' AND task_id = 1);"
           "DELETE FROM rollout WHERE task_id = 1 AND run_id IN (SELECT run_id FROM run WHERE name "
           "LIKE '%-43');");
    declare(4, third, "fewer", "2026-03-02T00:00:00Z");
    put_study(&out);
    approved_check_exactly("declaration_table", &out);
    buf_release(&out);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_done_is_held_against_what_was_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
