/* Outcomes of runs, read from packed facts and from rows, are what plain SQL counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/from_store/load_outcomes.h"
#include "analysis/study/failures.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/facts.h"
#include "src/store/store.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "load_outcomes_test.db"

static void execute(const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

/* "RUN OUTCOME KIND N" a line, by run, outcome and kind. */
static void put_counted(struct buf *out)
{
    sqlite3 *handle;
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(handle,
                           "SELECT run.name, e.outcome, coalesce(e.cheat_kind, ''), count(*) "
                           "FROM run JOIN rollout USING (run_id) JOIN evaluation e USING "
                           "(rollout_id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
                           -1, &st, NULL),
        SQLITE_OK);
    while (sqlite3_step(st) == SQLITE_ROW)
        buf_printf(out, "%s %s %s %d\n", (const char *)sqlite3_column_text(st, 0),
                   (const char *)sqlite3_column_text(st, 1),
                   (const char *)sqlite3_column_text(st, 2), sqlite3_column_int(st, 3));
    sqlite3_finalize(st);
    sqlite3_close(handle);
}

static int by_text(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

static void put_loaded(struct buf *out, bool packed)
{
    struct arena arena = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    struct failure_count *counts;
    static const char *const runs[] = { "bon-42", "bon-43", "ttt-42", "ttt-43" };
    const char *lines[100];
    size_t n = 0;
    fixture_check(db_open(DB, packed ? DB_WRITE : DB_READ, &db, &err), &err);
    if (packed)
        fixture_check(facts_refresh(db, &err), &err);
    fixture_check(
        load_outcomes(
            &(struct load_request){ .db = db, .names = runs, .n_names = 4, .arena = &arena },
            &counts, &n, &err),
        &err);
    assert_in_range(n, 1, 100);
    /* What is packed and what is not may stand apart. */
    size_t n_lines = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t sum = 0;
        bool is_first = true;
        assert_int_equal(counts[i].step, 0);
        assert_null(counts[i].message);
        for (size_t k = 0; k < n; k++) {
            bool same = strcmp(counts[k].group, counts[i].group) == 0 &&
                        strcmp(counts[k].outcome, counts[i].outcome) == 0 &&
                        strcmp(counts[k].cheat_kind, counts[i].cheat_kind) == 0;
            is_first = is_first && (!same || k >= i);
            sum += same ? counts[k].n : 0;
        }
        if (is_first)
            lines[n_lines++] = arena_printf(&arena, "%s %s %s %d\n", counts[i].group,
                                            counts[i].outcome, counts[i].cheat_kind, (int)sum);
    }
    qsort(lines, n_lines, sizeof(*lines), by_text);
    for (size_t i = 0; i < n_lines; i++)
        buf_puts(out, lines[i]);
    db_close(db);
    arena_release(&arena);
}

/* No cheat, one, two of a kind, and of several kinds and runs. */
static void outcomes_are_those_of_the_rows(void **state)
{
    static const struct fixture f = { 2, 2, 8, 4, 1, 0.5, "complete", "complete", "", false };
    static const char *const changes[] = {
        "",
        "UPDATE evaluation SET correct = 0, outcome = 'cheat', cheat_kind = 'host_code' WHERE "
        "evaluation_id = 3",
        "UPDATE evaluation SET correct = 0, outcome = 'cheat', cheat_kind = 'host_code' WHERE "
        "evaluation_id = 4",
        "UPDATE evaluation SET correct = 0, outcome = 'cheat', cheat_kind = 'unread_input' "
        "WHERE evaluation_id % 9 = 1",
        "UPDATE evaluation SET correct = 0, compiled = 1, outcome = 'nan', cheat_kind = NULL WHERE "
        "evaluation_id = 3",
    };
    (void)state;
    fixture_write(DB, &f);
    for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
        struct buf counted = { 0 }, loaded = { 0 };
        execute(changes[i]);
        put_counted(&counted);
        for (int packed = 0; packed < 3; packed++) {
            buf_clear(&loaded);
            put_loaded(&loaded, packed == 1);
            assert_string_equal(buf_text(&loaded), buf_text(&counted));
        }
        buf_release(&counted);
        buf_release(&loaded);
    }
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_are_those_of_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
