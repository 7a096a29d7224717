/* verify_test.c - each fault of a database is found by its check, which names the place and counts
 * what it looked at. */
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

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/store.h"
#include "src/store/whole/verify.h"
#include "tests/unit/store/db_fixture.h"

/* Another program changes the file. */
static void change(struct fixture *f, const char *sql)
{
    sqlite3 *handle = NULL;
    char *why = NULL;
    assert_int_equal(sqlite3_open(f->path, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    sqlite3_close(handle);
}

struct told {
    struct buf checks; /* "check: looked at|" of each */
    struct buf found;  /* "check: place: what|" */
    int64_t findings, n_found;
};

static void on_checked(void *context, const char *check, const char *looked_at, int64_t findings)
{
    struct told *t = context;
    t->findings += findings;
    buf_printf(&t->checks, "%s: %s|", check, looked_at);
}

static void on_found(void *context, const char *check, const char *place, const char *what)
{
    struct told *t = context;
    t->n_found++;
    buf_printf(&t->found, "%s: %s: %s|", check, place, what);
}

static void release(struct told *t)
{
    buf_release(&t->checks);
    buf_release(&t->found);
}

static int verify(struct fixture *f, bool deep, struct told *out)
{
    const struct verify_sink sink = { out, on_checked, on_found };
    *out = (struct told){ .findings = 0 };
    f->err = (struct err){ 0 };
    return db_verify(f->db, deep, &sink, &f->err);
}

static void assert_part(const struct buf *text, const char *want)
{
    if (strstr(buf_text(text), want) == NULL)
        fail_msg("'%s' is not in '%s'", want, buf_text(text));
}

static void put_blobs(struct fixture *f, int n)
{
    for (int i = 0; i < n; i++) {
        char text[32];
        int64_t id = 0;
        snprintf(text, sizeof(text), "text %d", i);
        assert_int_equal(store_put_blob(f->db, "code", text, strlen(text), &id, &f->err), 0);
        assert_int_equal(id, i + 1);
    }
}

static void test_a_whole_database_is_looked_at_in_all_of_its_parts(void **state)
{
    static const char *const order[] = { "pages: ",
                                         "|schema: ",
                                         "|foreign keys: ",
                                         "|blobs: 3 blobs|",
                                         "|views: ",
                                         "|token sums: 0 rollouts|",
                                         "|timings: 0 measurements|",
                                         "|numbers: 0 rows|",
                                         "|facts: 0 cells|" };
    struct fixture *f = *state;
    put_blobs(f, 3);
    for (int deep = 0; deep < 2; deep++) {
        struct told t;
        assert_int_equal(verify(f, deep == 1, &t), 0);
        const char *at = buf_text(&t.checks);
        for (size_t i = 0; i < ARRAY_LEN(order); i++) {
            const char *here = strstr(at, order[i]);
            if (here == NULL)
                fail_msg("'%s' is not in '%s'", order[i], at);
            at = here;
        }
        assert_null(strstr(buf_text(&t.checks), ": 0 pages"));
        assert_null(strstr(buf_text(&t.checks), ": 0 objects"));
        assert_null(strstr(buf_text(&t.checks), ": 0 tables"));
        assert_null(strstr(buf_text(&t.checks), ": 0 views"));
        assert_int_equal(t.findings, 0);
        assert_string_equal(buf_text(&t.found), "");
        release(&t);
    }
}

static void test_each_change_of_another_program_is_found(void **state)
{
    static const struct {
        const char *change, *want;
        int64_t findings; /* 0: whatever else follows from it */
    } cases[] = {
        { "PRAGMA foreign_keys = OFF; INSERT INTO run_task (run_id, task_id, position) VALUES (8, "
          "9, 0)",
          "refers to a row of task that is not there|", 2 },
        { "PRAGMA foreign_keys = OFF; INSERT INTO run_task (run_id, task_id, position) VALUES (8, "
          "9, 0)",
          "foreign keys: run_task ", 2 },
        { "CREATE TABLE more (x)", "schema: more: is not part of the schema|", 1 },
        { "DROP VIEW v_rollout", "schema: v_rollout: is missing|", 0 },
        { "DROP VIEW v_step; CREATE VIEW v_step AS SELECT 1 AS x",
          "schema: v_step: was altered by another program|", 1 },
        { "UPDATE blob SET text = 'text 9' WHERE blob_id = 2",
          "blobs: blob 2: the sha256 of its bytes is not the stored one|", 1 },
        { "UPDATE blob SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE blob_id = 1",
          "blobs: blob 1: the sha256 of its bytes is not the stored one|", 1 },
        { "PRAGMA ignore_check_constraints = ON; UPDATE blob SET bytes = 7 WHERE blob_id = 3",
          "blobs: blob 3: its length is not the stored one|", 1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        void *mine = NULL;
        struct told t;
        setup(&mine);
        struct fixture *f = mine;
        put_blobs(f, 3);
        change(f, cases[i].change);
        assert_int_equal(verify(f, false, &t), ERR_INTEGRITY);
        assert_part(&t.found, cases[i].want);
        if (cases[i].findings != 0 && t.findings != cases[i].findings)
            fail_msg("%s: %s", cases[i].change, buf_text(&t.found));
        char want[160];
        snprintf(want, sizeof(want), "%s: %lld findings", f->path, (long long)t.findings);
        assert_string_equal(f->err.msg, want);
        release(&t);
        teardown(&mine);
    }
}

/* All are counted, a hundred of a check are named. */
static void test_a_hundred_findings_of_a_check_are_named(void **state)
{
    struct fixture *f = *state;
    for (int more = 0; more < 2; more++) {
        struct told t;
        if (more == 0)
            put_blobs(f, 102);
        change(f, more == 0 ? "UPDATE blob SET text = text || 'x' WHERE blob_id <= 100"
                            : "UPDATE blob SET text = 'y' || blob_id WHERE blob_id <= 101");
        assert_int_equal(verify(f, false, &t), ERR_INTEGRITY);
        assert_int_equal(t.findings, 100 + more);
        assert_int_equal(t.n_found, 100);
        release(&t);
    }
}

/* A row is as it was written by its checksum; one without is counted, as is one that an amendment
 * names. */
static void test_rows_that_differ_from_their_checksums(void **state)
{
    static const struct {
        const char *change, *checks, *found; /* found: NULL: nothing */
    } cases[] = {
        { "UPDATE task SET name = 'x' WHERE task_id = 1", "|numbers: 2 rows|",
          "numbers: task 1: its values changed after they were written: the checksum differs|" },
        { "UPDATE task SET name = 'x' WHERE task_id = 2; INSERT INTO amendment (table_name, "
          "row_key, field, who, "
          "why, at) VALUES ('task', '2', 'name', 'me', 'a test', '2026-01-01')",
          "|numbers: 2 rows, 0 of them without a checksum, 1 amended|", NULL },
        { "UPDATE task SET name = 'x'; INSERT INTO amendment (table_name, row_key, field, who, "
          "why, at) VALUES "
          "('task', '2', 'name', 'me', 'a test', '2026-01-01')",
          "|numbers: 2 rows, 0 of them without a checksum, 1 amended|", "numbers: task 1: " },
        { "UPDATE task SET name = 'x', checksum = NULL WHERE task_id = 1",
          "|numbers: 2 rows, 1 of them without a checksum, 0 amended|", NULL },
        { "UPDATE task SET name = 'x', checksum = NULL",
          "|numbers: 2 rows, 2 of them without a checksum, 0 amended|", NULL },
        { "UPDATE task SET checksum = checksum + 1 WHERE task_id = 2", "|numbers: 2 rows|",
          "numbers: task 2: " },
        { "INSERT INTO amendment (table_name, row_key, field, who, why, at) VALUES ('task', '2', "
          "'name', 'me', "
          "'a test', '2026-01-01')",
          "|numbers: 2 rows|", NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        void *mine = NULL;
        struct told t;
        int64_t id = 0;
        setup(&mine);
        struct fixture *f = mine;
        for (int problem = 1; problem <= 2; problem++) {
            const struct task_row task = { "kernelbench", 1, problem, "name", "family", NULL };
            assert_int_equal(store_put_task(f->db, &task, &id, &f->err), 0);
            assert_int_equal(id, problem);
        }
        change(f, cases[i].change);
        int rc = verify(f, false, &t);
        if (rc != (cases[i].found == NULL ? 0 : ERR_INTEGRITY))
            fail_msg("%s: %d, %s", cases[i].change, rc, buf_text(&t.found));
        assert_part(&t.checks, cases[i].checks);
        if (cases[i].found != NULL)
            assert_part(&t.found, cases[i].found);
        assert_int_equal(t.findings, cases[i].found != NULL);
        release(&t);
        teardown(&mine);
    }
}

static int64_t number_of(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(handle);
    return n;
}

/* The page is overwritten where its kind stands.  Each check that comes upon it says so and the
 * others go on. */
static void test_a_page_that_cannot_be_read_is_a_finding_of_each_check_that_reads_it(void **state)
{
    static const struct {
        const char *table;
        const char *wants[2];
    } cases[] = {
        { "measurement", { "numbers: file: ", "timings: file: " } },
        { "evidence", { "numbers: file: ", "pages: file: " } },
        { "blob", { "blobs: file: ", "pages: file: " } },
        { "rollout_tokens", { "token sums: file: ", "pages: file: " } },
        { "rollout", { "views: v_rollout: ", "pages: file: " } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        void *mine = NULL;
        struct told t;
        char sql[120];
        setup(&mine);
        struct fixture *f = mine;
        db_close(f->db);
        f->db = NULL;
        snprintf(sql, sizeof(sql), "SELECT rootpage FROM sqlite_schema WHERE name = '%s'",
                 cases[i].table);
        long at = (long)((number_of(f->path, sql) - 1) * number_of(f->path, "PRAGMA page_size"));
        FILE *file = fopen(f->path, "r+b");
        assert_non_null(file);
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        assert_int_equal(fputc(0xff, file), 0xff);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(db_open(f->path, DB_READ, &f->db, &f->err), 0);
        assert_int_equal(verify(f, false, &t), ERR_INTEGRITY);
        for (size_t w = 0; w < ARRAY_LEN(cases[i].wants); w++)
            assert_part(&t.found, cases[i].wants[w]);
        assert_part(&t.checks, "|facts: ");
        release(&t);
        teardown(&mine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_whole_database_is_looked_at_in_all_of_its_parts,
                                        setup, teardown),
        cmocka_unit_test(test_each_change_of_another_program_is_found),
        cmocka_unit_test_setup_teardown(test_a_hundred_findings_of_a_check_are_named, setup,
                                        teardown),
        cmocka_unit_test(test_rows_that_differ_from_their_checksums),
        cmocka_unit_test(test_a_page_that_cannot_be_read_is_a_finding_of_each_check_that_reads_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
