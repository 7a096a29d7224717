/*
 * sql_test.c - statements of people, values as JSON, texts that are searched for, names that are
 * unknown, and databases of other programs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/search.h"
#include "src/store/store.h"
#include "src/store/whole/dump.h"
#include "tests/unit/store/db_fixture.h"

static void put_columns(void *context, size_t n, const char *const *names)
{
    struct buf *b = context;
    for (size_t i = 0; i < n; i++)
        buf_printf(b, "%s%s", i == 0 ? "" : "|", names[i]);
    buf_putc(b, '\n');
}

static void put_row(void *context, size_t n, const struct sql_value *values)
{
    struct buf *b = context;
    for (size_t i = 0; i < n; i++) {
        buf_puts(b, i == 0 ? "" : "|");
        sql_value_put_json(b, &values[i]);
    }
    buf_putc(b, '\n');
}

static void assert_answer(struct fixture *f, bool script, const char *sql, int code,
                          const char *want)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    const struct sql_sink sink = { &b, put_columns, put_row };
    f->err = (struct err){ 0 };
    int rc = (script ? db_user_script : db_user_sql)(f->db, sql, &sink, &f->err);
    if (rc != code)
        fail_msg("%s: %d, %s", sql, rc, f->err.msg);
    if (code < 0)
        buf_puts(&b, f->err.msg);
    assert_string_equal(buf_text(&b), want);
}

static void test_every_value_is_shown_as_what_it_is(void **state)
{
    struct fixture *f = *state;
    assert_answer(f, false,
                  "SELECT NULL AS a, -9223372036854775808 AS b, 1.0 AS c, 0.1 AS d, 1e300 AS e, "
                  "'t\"\n' AS f, x'00ff' AS g, 9e999 AS h, -9e999 AS i, '' AS j, x'' AS k",
                  0,
                  "a|b|c|d|e|f|g|h|i|j|k\n"
                  "null|-9223372036854775808|1.0|0.1|1e+300|\"t\\\"\\n\"|{\"hex\":\"00ff\"}|"
                  "{\"real\":\"inf\"}|{\"real\":\"-inf\"}|\"\"|{\"hex\":\"\"}\n");
    assert_answer(f, false, "SELECT 1 AS a WHERE 0", 0, "a\n");
    assert_answer(f, false, " ; -- nothing\n SELECT 2 AS a UNION ALL SELECT 3; ; ", 0, "a\n2\n3\n");
    struct buf CLEANUP(buf_release) b = { 0 };
    sql_value_put_real(&b, 2);
    sql_value_put_real(&b, -HUGE_VAL);
    sql_value_put_real(&b, 2.5);
    assert_string_equal(buf_text(&b), "2.0-inf2.5");
}

static void test_statements_that_are_refused_are_told_why(void **state)
{
    static const struct {
        const char *sql, *said;
    } cases[] = {
        { "", "SQL: the statement is empty" },
        { " ;; -- nothing", "SQL: the statement is empty" },
        { "SELECT 1; SELECT 2", "SQL: one statement at a time; this follows it:  SELECT 2" },
        { "DELETE FROM blob", "SQL: only statements that read are allowed here" },
        { "BEGIN", "SQL: only statements that read are allowed here" },
        { "SELEC 1", "SQL: near \"SELEC\": syntax error" },
        { "SELECT 1; SELEC 2", "SQL: near \"SELEC\": syntax error" },
        { "SELECT * FROM rollouts", "SQL: no such table: rollouts; did you mean 'v_rollout'?" },
        { "SELECT * FROM v_rollouts", "SQL: no such table: v_rollouts; did you mean 'v_rollout'?" },
        { "SELECT * FROM v_evaluatoin",
          "SQL: no such table: v_evaluatoin; did you mean 'v_evaluation'?" },
        { "SELECT * FROM wxyz", "SQL: no such table: wxyz" },
        { "SELECT nowhere FROM blob", "SQL: no such column: nowhere" },
        { "SELECT abs(-9223372036854775808) AS a", "a\nSQL: integer overflow" },
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_answer(f, false, cases[i].sql, ERR_USAGE, cases[i].said);
}

static void test_a_script_gives_the_rows_of_each_statement(void **state)
{
    struct fixture *f = *state;
    assert_answer(f, true, "SELECT 1 AS a; SELECT 2 AS b, 3 AS c;", 0, "a\n1\nb|c\n2|3\n");
    assert_answer(f, true, " ;-- nothing", ERR_USAGE, "SQL: no statement");
    assert_answer(f, true, "SELECT 1 AS a; DELETE FROM blob; SELECT 2 AS b", ERR_USAGE,
                  "a\n1\nSQL: only statements that read are allowed here");
    assert_answer(f, true, "SELECT 1 AS a; SELEC", ERR_USAGE,
                  "a\n1\nSQL: near \"SELEC\": syntax error");
}

static void test_rows_of_one_of_our_statements_are_sent(void **state)
{
    struct fixture *f = *state;
    struct buf CLEANUP(buf_release) b = { 0 };
    const struct sql_sink sink = { &b, put_columns, put_row };
    int64_t id;
    assert_int_equal(store_put_blob(f->db, "code", "x", 1, &id, &f->err), 0);
    for (int i = 0; i < 2; i++) {
        struct stmt *st = db_query(f->db, "get_blob");
        stmt_bind_int(st, ":blob_id", id);
        assert_int_equal(stmt_rows(st, &sink, &f->err), 0);
    }
    assert_string_equal(buf_text(&b), "content|bytes\n\"x\"|1\ncontent|bytes\n\"x\"|1\n");
}

static void test_a_row_of_json_has_all_members(void **state)
{
    static const char *const columns[] = { "a", "b\"", "c" };
    const struct sql_value values[] = { { .type = 1, .i = 5 },
                                        { .type = 0 },
                                        { .type = 3, .text = "t", .len = 1 } };
    struct buf CLEANUP(buf_release) b = { 0 };
    (void)state;
    dump_put_ndjson(&b, 3, columns, values);
    dump_put_ndjson(&b, 1, columns, values);
    assert_string_equal(buf_text(&b), "{\"a\":5,\"b\\\"\":null,\"c\":\"t\"}\n{\"a\":5}\n");
}

struct hits {
    struct buf text;
    int64_t unwanted; /* blob that is not wanted */
};

static bool on_hit(void *context, const struct search_hit *hit)
{
    struct hits *h = context;
    if (hit->blob_id == h->unwanted)
        return false;
    buf_printf(&h->text, "%lld %s %zu at %zu;", (long long)hit->blob_id, hit->kind, hit->len,
               hit->at);
    return true;
}

static void assert_hits(struct fixture *f, const char *text, bool exact, size_t limit, bool more,
                        int64_t unindexed, const char *want)
{
    struct hits h = { .unwanted = 3 };
    const struct search s = { text, exact, limit, &h, on_hit };
    struct search_result result;
    if (search_texts(f->db, &s, &result, &f->err) < 0)
        fail_msg("%s", f->err.msg);
    if (strcmp(buf_text(&h.text), want) != 0)
        fail_msg("'%s': '%s', not '%s'", text, buf_text(&h.text), want);
    assert_int_equal(result.more, more);
    assert_int_equal(result.n_unindexed, unindexed);
    buf_release(&h.text);
}

/* The same is found in texts that are indexed and in those that are not yet. */
static void test_a_piece_of_text_is_found(void **state)
{
    static const struct {
        const char *kind, *text;
        size_t len;
    } texts[] = {
        { "code", "float Alpha;", 12 },
        { "prompt", "an alpha \"here\"", 15 },
        { "code", "alpha, unwanted", 15 },
        { "log", "\xff alpha", 7 },
        { "checkpoint", "\xff alpha!", 8 },
        { "completion", "x", 1 },
        { "code", "alph", 4 },
        { "code", "\xc3\xa9\xc3\xa9\xc3\xa9 z", 8 },
    };
    struct fixture *f = *state;
    int64_t id, n = 0;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        assert_int_equal(
            store_put_blob(f->db, texts[i].kind, texts[i].text, texts[i].len, &id, &f->err), 0);
    for (int indexed = 0; indexed < 3; indexed++) {
        int64_t rest = indexed == 0 ? 8 : indexed == 1 ? 0 : 1;
        assert_hits(f, "alpha", false, 10, false, rest,
                    "1 code 12 at 6;2 prompt 15 at 3;4 log 7 at 2;");
        assert_hits(f, "alpha", true, 10, false, rest, "2 prompt 15 at 3;4 log 7 at 2;");
        assert_hits(f, "Alpha", true, 10, false, rest, "1 code 12 at 6;");
        assert_hits(f, "ALPHA", false, 3, false, rest,
                    "1 code 12 at 6;2 prompt 15 at 3;4 log 7 at 2;");
        assert_hits(f, "alpha", false, 2, true, rest, "1 code 12 at 6;2 prompt 15 at 3;");
        assert_hits(f, "alpha \"here\"", false, 9, false, rest, "2 prompt 15 at 3;");
        assert_hits(f, "\xc3\xa9\xc3\xa9\xc3\xa9", false, 9, false, rest, "8 code 8 at 0;");
        assert_hits(f, "float Alpha;", false, 9, false, rest, "1 code 12 at 0;");
        assert_hits(f, "alphabet", false, 9, false, rest, "");
        /* Too short for the index, which is not asked then. */
        assert_hits(f, "ha", false, 9, false, indexed == 2 ? 9 : 8,
                    "1 code 12 at 9;2 prompt 15 at 6;4 log 7 at 5;");
        assert_hits(f, "\xff", false, 9, false, indexed == 2 ? 9 : 8, "4 log 7 at 0;");
        if (indexed < 2) {
            assert_int_equal(search_extend_index(f->db, &n, &f->err), 0);
            assert_int_equal(n, indexed == 0 ? 8 : 0);
        }
        if (indexed == 1) {
            assert_int_equal(store_put_blob(f->db, "code", "new one", 7, &id, &f->err), 0);
            assert_hits(f, "new", false, 9, false, 1, "9 code 7 at 0;");
        }
    }
}

/* Two thousand texts are indexed at a time. */
static void test_many_texts_are_indexed(void **state)
{
    struct fixture *f = *state;
    int64_t id, n = 0;
    assert_int_equal(db_begin(f->db, &f->err), 0);
    for (int i = 0; i < 4001; i++) {
        char text[40];
        snprintf(text, sizeof(text), "number %d.", i);
        assert_int_equal(store_put_blob(f->db, "code", text, strlen(text), &id, &f->err), 0);
    }
    assert_int_equal(db_commit(f->db, &f->err), 0);
    const size_t commits = f->db->n_commits;
    assert_int_equal(search_extend_index(f->db, &n, &f->err), 0);
    assert_int_equal(n, 4001);
    assert_int_equal(f->db->n_commits - commits, 3);
    assert_hits(f, "number 0.", false, 9, false, 0, "1 code 9 at 0;");
    assert_hits(f, "number 1999.", false, 9, false, 0, "2000 code 12 at 0;");
    assert_hits(f, "number 2000.", false, 9, false, 0, "2001 code 12 at 0;");
    assert_hits(f, "number 4000.", false, 9, false, 0, "4001 code 12 at 0;");
}

static void test_a_name_that_may_be_meant_is_said(void **state)
{
    struct fixture *f = *state;
    struct baseline_row baseline = { .name = "torch_eager", .runtime_us = 1, .statistic = "mean" };
    bool is_new;
    int64_t id;
    assert_int_equal(store_unknown(f->db, STORE_BASELINE, "torch", &f->err), ERR_NOMATCH);
    assert_string_equal(
        f->err.msg,
        "there is no baseline 'torch' in the database, and no other: without --baseline each "
        "candidate is compared with the baseline time of its own evaluation");
    assert_int_equal(store_unknown(f->db, STORE_RUN, "r", &f->err), ERR_NOMATCH);
    assert_string_equal(f->err.msg, "there is no run 'r' in the database, nor any other");
    for (int problem = 3; problem <= 14; problem += 11) {
        const struct task_row task = { "kernelbench", 2, problem, "n", NULL, NULL };
        assert_int_equal(store_put_task(f->db, &task, &baseline.task_id, &f->err), 0);
    }
    assert_int_equal(store_put_baseline(f->db, &baseline, &is_new, &f->err), 0);
    const struct run_row run = {
        .name = "first run", .strategy = "ttt", .status = "running", .code_version = "v"
    };
    assert_int_equal(store_put_run(f->db, &run, &id, &f->err), 0);
    static const struct {
        enum store_named what;
        const char *name, *said;
    } cases[] = {
        { STORE_RUN, "frist run",
          "there is no run 'frist run' in the database; did you mean 'first run'?" },
        { STORE_RUN, "other", "there is no run 'other' in the database" },
        { STORE_BASELINE, "torch_eagr",
          "there is no baseline 'torch_eagr' in the database; did you mean 'torch_eager'?" },
        { STORE_BASELINE, "x", "there is no baseline 'x' in the database" },
        { STORE_TASK, "l2/15", "there is no task 'l2/15' in the database; did you mean 'l2/14'?" },
        { STORE_TASK, "3", "there is no task '3' in the database; did you mean 'l2/3'?" },
        { STORE_TASK, "14", "there is no task '14' in the database; did you mean 'l2/14'?" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        assert_int_equal(store_unknown(f->db, cases[i].what, cases[i].name, &f->err), ERR_NOMATCH);
        assert_memory_equal(f->err.msg, cases[i].said, strlen(cases[i].said));
    }
    assert_int_equal(store_find_run(f->db, "First run", &id, &f->err), ERR_NOMATCH);
    assert_string_equal(f->err.msg,
                        "there is no run 'First run' in the database; did you mean 'first run'?");
}

/* The bytes of a database of another program, in WAL mode. */
static unsigned char *foreign_bytes(struct fixture *f, const char *sql, size_t *out_len)
{
    sqlite3 *handle = NULL;
    char path[128];
    struct buf b = { 0 };
    snprintf(path, sizeof(path), "%s/foreign.db", f->dir);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, "PRAGMA journal_mode = WAL", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    assert_int_equal(file_read(path, 1000000, &b, &f->err), 0);
    assert_int_equal(remove(path), 0);
    *out_len = b.len;
    return (unsigned char *)buf_detach(&b);
}

static void test_a_database_of_another_program_is_read(void **state)
{
    struct fixture *f = *state;
    struct db *other = NULL;
    struct stmt *st = NULL;
    size_t len = 0;
    unsigned char *bytes =
        foreign_bytes(f,
                      "CREATE TABLE t (x); INSERT INTO t VALUES (7); CREATE VIEW w AS "
                      "SELECT * FROM t; CREATE TABLE rollout (rollout_id)",
                      &len);
    assert_int_equal(bytes[18], 2); /* it was in WAL mode */
    assert_int_equal(db_open_foreign("f.sqlite", bytes, len, &other, &f->err), 0);
    free(bytes);
    struct buf CLEANUP(buf_release) b = { 0 };
    const struct sql_sink sink = { &b, put_columns, put_row };
    assert_int_equal(db_user_sql(other, "SELECT x FROM t", &sink, &f->err), 0);
    assert_string_equal(buf_text(&b), "x\n7\n");
    assert_int_equal(db_user_sql(other, "SELECT x FROM w", &sink, &f->err), ERR_USAGE);
    assert_int_equal(sqlite3_exec(other->handle, "INSERT INTO t VALUES (8)", NULL, NULL, NULL),
                     SQLITE_READONLY);
    assert_false(db_try_query(other, "nsys_devices", &st));
    assert_null(st);
    int64_t n = 5;
    assert_true(db_try_query(other, "count_schema_objects", &st));
    assert_int_equal(stmt_one_int(st, &n, &f->err), 0);
    assert_int_equal(n, 3);
    db_close(other);
}

static void test_what_is_no_database_is_refused(void **state)
{
    struct fixture *f = *state;
    struct db *other = NULL;
    size_t len = 0;
    unsigned char *bytes = foreign_bytes(f, "CREATE TABLE t (x)", &len);
    for (size_t n = 99; n < 101; n++) {
        bytes[99] = 0;
        int rc = db_open_foreign("f.sqlite", bytes, n, &other, &f->err);
        if (n < 100) {
            assert_int_equal(rc, ERR_INTEGRITY);
            assert_string_equal(f->err.msg, "f.sqlite: not an SQLite database; 'nsys export "
                                            "--type sqlite' makes one of a report");
        } else if (rc == 0) {
            db_close(other);
        } else {
            assert_null(strstr(f->err.msg, "not an SQLite database"));
        }
    }
    bytes[15] = 'x';
    assert_int_equal(db_open_foreign("f.sqlite", bytes, len, &other, &f->err), ERR_INTEGRITY);
    assert_string_equal(f->err.msg, "f.sqlite: not an SQLite database; 'nsys export --type "
                                    "sqlite' makes one of a report");
    free(bytes);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_every_value_is_shown_as_what_it_is),
        CASE(test_statements_that_are_refused_are_told_why),
        CASE(test_a_script_gives_the_rows_of_each_statement),
        CASE(test_rows_of_one_of_our_statements_are_sent),
        cmocka_unit_test(test_a_row_of_json_has_all_members),
        CASE(test_a_piece_of_text_is_found),
        CASE(test_many_texts_are_indexed),
        CASE(test_a_name_that_may_be_meant_is_said),
        CASE(test_a_database_of_another_program_is_read),
        CASE(test_what_is_no_database_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
