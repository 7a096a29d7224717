/*
 * plans_test.c - questions of pages and tools read no large table from end to end.
 *
 * A cursor that is set to the first or last row of a table, or of one of its indexes, and then
 * moves on is such a reading; so is one that is counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/embed.h"
#include "src/base/mem.h"
#include "src/store/db_internal.h"
#include "tests/unit/store/db_fixture.h"

#define MOST_CURSORS 256

/* What grows with rollouts.  One row a run, task and step (fact_cell) does not. */
static const char *const large[] = { "rollout", "evaluation", "measurement",    "evidence",
                                     "reward",  "blob",       "rollout_tokens", "profile_kernel",
                                     "judge",   "score" };
static const char *const folders[] = { "schema/queries/site/", "schema/queries/mcp/",
                                       "schema/queries/show/", "schema/queries/log/" };
/* An example in the box for SQL, which reads all rollouts because it is about all. */
static const char *const due[] = { "site_sql_example" };

static bool is_one_of(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static sqlite3_stmt *prepared(struct fixture *f, const char *sql)
{
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(f->db->handle, sql, -1, &st, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(f->db->handle));
    return st;
}

/* By the first page of a table or index. */
static const char *table_of(struct fixture *f, struct arena *a, int page)
{
    sqlite3_stmt *st = prepared(f, "SELECT tbl_name FROM sqlite_schema WHERE rootpage = ?");
    sqlite3_bind_int(st, 1, page);
    const char *name = sqlite3_step(st) == SQLITE_ROW
                           ? arena_strdup(a, (const char *)sqlite3_column_text(st, 0))
                           : "";
    sqlite3_finalize(st);
    return name;
}

/* The first large table that is read from end to end; NULL: none. */
static const char *whole_table(struct fixture *f, struct arena *a, const char *sql)
{
    const char *of[MOST_CURSORS] = { NULL };
    bool begins[MOST_CURSORS] = { false }, moves[MOST_CURSORS] = { false };
    sqlite3_stmt *st = prepared(f, arena_printf(a, "EXPLAIN %s", sql));
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *op = (const char *)sqlite3_column_text(st, 1);
        const int cursor = sqlite3_column_int(st, 2);
        if (cursor < 0 || cursor >= MOST_CURSORS)
            continue;
        const bool counts = strcmp(op, "Count") == 0;
        if (strcmp(op, "OpenRead") == 0 || strcmp(op, "ReopenIdx") == 0)
            of[cursor] = table_of(f, a, sqlite3_column_int(st, 3));
        begins[cursor] |= counts || strcmp(op, "Rewind") == 0 || strcmp(op, "Last") == 0;
        moves[cursor] |= counts || strcmp(op, "Next") == 0 || strcmp(op, "Prev") == 0;
    }
    sqlite3_finalize(st);
    for (size_t i = 0; i < MOST_CURSORS; i++)
        if (of[i] != NULL && begins[i] && moves[i] && is_one_of(large, ARRAY_LEN(large), of[i]))
            return of[i];
    return NULL;
}

static void no_question_of_a_page_reads_a_whole_table(void **state)
{
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    size_t n = 0;
    for (size_t i = 0; i < embedded_schema_count; i++) {
        const struct embedded_file *q = &embedded_schema[i];
        bool is_asked = false;
        for (size_t k = 0; k < ARRAY_LEN(folders); k++)
            is_asked |= strncmp(q->name, folders[k], strlen(folders[k])) == 0;
        const char *name = strrchr(q->name, '/');
        if (!is_asked || name == NULL)
            continue;
        name = arena_strndup(&a, name + 1, strcspn(name + 1, "."));
        const char *table = whole_table(f, &a, (const char *)q->data);
        if ((table != NULL) != is_one_of(due, ARRAY_LEN(due), name))
            fail_msg("%s reads %s", name, table == NULL ? "no whole table" : table);
        n++;
    }
    assert_true(n > 30);
}

static void a_whole_table_is_seen(void **state)
{
    static const struct {
        const char *sql, *table;
    } cases[] = {
        { "SELECT * FROM rollout WHERE rollout_id = ?", NULL },
        { "SELECT * FROM rollout WHERE sample = ?", "rollout" },
        { "SELECT count(*) FROM blob", "blob" },
        { "SELECT sum(e.total_ms) FROM evaluation e", "evaluation" },
        { "SELECT * FROM rollout r LEFT JOIN v_speedup s ON s.rollout_id = r.rollout_id "
          "WHERE r.rollout_id = ?",
          "measurement" },
    };
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const char *table = whole_table(f, &a, cases[i].sql);
        if ((table == NULL) != (cases[i].table == NULL) ||
            (table != NULL && strcmp(table, cases[i].table) != 0))
            fail_msg("%s: %s", cases[i].sql, table == NULL ? "none" : table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_whole_table_is_seen, setup, teardown),
        cmocka_unit_test_setup_teardown(no_question_of_a_page_reads_a_whole_table, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
