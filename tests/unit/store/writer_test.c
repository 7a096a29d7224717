/* writer_test.c - a database built beside its place is there whole or not at all. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "columns/list_schema.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/store.h"
#include "src/store/writer.h"

static char folder[] = "/tmp/rollbook-bulk-XXXXXX";
static char path[64], left[96]; /* what a killed builder leaves */

static int start(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/x.db", folder);
    snprintf(left, sizeof(left), "%s.0123456789abcdef.partial", path);
    return 0;
}

static void remove_database(void)
{
    static const char *const names[] = { "", "-wal", "-shm" };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char name[80];
        snprintf(name, sizeof(name), "%s%s", path, names[i]);
        unlink(name);
    }
}

static int end(void **state)
{
    (void)state;
    remove_database();
    return rmdir(folder);
}

static int n_files(void)
{
    int n = 0;
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    while (readdir(entries) != NULL)
        n++;
    closedir(entries);
    return n - 2;
}

static struct db *opened(void)
{
    struct err err = { 0 };
    struct db *db = NULL;
    if (writer_open(path, &db, &err) < 0)
        fail_msg("%s", err.msg);
    return db;
}

static int64_t count_blobs(void)
{
    struct err err = { 0 };
    struct db *db = NULL;
    int64_t n = -1;
    assert_int_equal(db_open(path, DB_READ, &db, &err), 0);
    assert_int_equal(stmt_one_int(db_query(db, "last_blob"), &n, &err), 0);
    db_close(db);
    return n;
}

static void put_blob(struct db *db, const char *text)
{
    struct err err = { 0 };
    int64_t id = 0;
    assert_int_equal(store_put_blob(db, "code", text, strlen(text), &id, &err), 0);
    assert_true(id > 0);
}

static void test_without_a_commit_nothing_is_there(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct db *db = opened();
    assert_false(file_exists(path));
    assert_int_equal(db_begin(db, &err), 0);
    put_blob(db, "never committed");
    assert_int_equal(writer_close(db, &err), 0);
    assert_int_equal(n_files(), 0);
}

static void test_a_leftover_is_removed(void **state)
{
    (void)state;
    struct err err = { 0 };
    assert_int_equal(file_write_atomic(left, "SQLite format 3\0and half of it", 30, &err), 0);
    struct db *db = opened();
    assert_int_equal(db_begin(db, &err), 0);
    put_blob(db, "one");
    assert_int_equal(db_commit(db, &err), 0);
    assert_false(file_exists(path));
    assert_int_equal(writer_close(db, &err), 0);
    assert_int_equal(n_files(), 1);
    assert_int_equal(count_blobs(), 1);
}

static void test_an_empty_database_is_replaced_with_its_rows(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct db *db = opened();
    assert_int_equal(db_begin(db, &err), 0);
    put_blob(db, "one");
    put_blob(db, "two");
    assert_int_equal(db_commit(db, &err), 0);
    assert_int_equal(count_blobs(), 1);
    assert_int_equal(writer_close(db, &err), 0);
    assert_int_equal(count_blobs(), 2);
}

/* A connection open on the old file must not write to it. */
static void test_who_has_the_old_file_open_is_told(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct db *other = NULL;
    assert_int_equal(db_open(path, DB_WRITE, &other, &err), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(db_begin(other, &err), ERR_BUSY);
    assert_non_null(strstr(err.msg, "replaced or removed"));
    db_close(other);
}

static void test_waiting_rows_are_seen_by_the_next_question(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct db *db = NULL;
    int64_t run = 0;
    int64_t rollout = 0;
    int64_t task = 0;
    bool is_new = false;
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    assert_int_equal(db_begin(db, &err), 0);
    const struct run_row row = { .name = "r",
                                 .strategy = "imported",
                                 .status = "complete",
                                 .temperature = 1,
                                 .k = -1,
                                 .n_steps = -1,
                                 .code_version = "v" };
    const struct task_row t = { .suite = "s", .level = 1, .problem_id = 1, .name = "t" };
    assert_int_equal(store_put_run(db, &row, &run, &err), 0);
    assert_int_equal(store_put_task(db, &t, &task, &err), 0);
    assert_int_equal(writer_begin(db, &err), 0);
    for (int i = 0; i < 20000; i++) { /* more than wait at a time */
        const struct rollout_row r = { .run_id = run,
                                       .task_id = task,
                                       .sample = i,
                                       .prompt_tokens = -1,
                                       .completion_tokens = -1 };
        assert_int_equal(store_add_rollout(db, &r, &rollout, &err), 0);
        assert_int_equal(rollout, i + 1);
    }
    const struct rollout_row again = { .run_id = run,
                                       .task_id = task,
                                       .sample = 19999,
                                       .prompt_tokens = -1,
                                       .completion_tokens = -1 };
    assert_int_equal(store_put_rollout(db, &again, &rollout, &is_new, &err), 0);
    assert_false(is_new);
    assert_int_equal(rollout, 20000);
    assert_int_equal(writer_commit(db, &err), 0);
    assert_int_equal(db_commit(db, &err), 0);
    db_close(db);
}

static void ignore_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

static void keep_integer(void *context, size_t n, const struct sql_value *values)
{
    assert_int_equal(n, 1);
    *(int64_t *)context = values[0].i;
}

static int64_t ask(struct db *db, const char *sql)
{
    struct err err = { 0 };
    int64_t v = -1;
    const struct sql_sink sink = { .context = &v, .columns = ignore_columns, .row = keep_integer };
    assert_int_equal(db_user_sql(db, sql, &sink, &err), 0);
    return v;
}

static void test_every_value_of_a_waiting_row_is_kept(void **state)
{
    (void)state;
    static const char *const reasons[] = { NULL, "stop", NULL, NULL };
    struct err err = { 0 };
    struct db *db = NULL;
    int64_t id = 0;
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    assert_int_equal(db_exec(db, "PRAGMA foreign_keys = OFF", "", &err), 0);
    assert_int_equal(db_begin(db, &err), 0);
    for (int i = 0; i < 4; i++) {
        if (i != 2)
            assert_int_equal(writer_begin(db, &err), 0);
        const struct rollout_row r = { .run_id = 1,
                                       .task_id = 1,
                                       .sample = i,
                                       .finish_reason = reasons[i],
                                       .prompt_tokens = -1,
                                       .completion_tokens = -1,
                                       .sum_logprob = (double)NAN,
                                       .mean_logprob = (double)NAN,
                                       .logprob_temperature = (double)NAN,
                                       .extra = "{}" };
        assert_int_equal(store_add_rollout(db, &r, &id, &err), 0);
        if (i != 1)
            assert_int_equal(writer_commit(db, &err), 0);
    }
    assert_int_equal(db_commit(db, &err), 0);
    assert_int_equal(ask(db, "SELECT count(*) FROM rollout WHERE extra = '{}'"), 4);
    assert_int_equal(ask(db, "SELECT sum(sample) FROM rollout WHERE finish_reason = 'stop'"), 1);
    assert_int_equal(ask(db, "SELECT count(*) FROM rollout WHERE finish_reason IS NULL"), 3);
    db_close(db);
}

static char *schema_of(struct db *db)
{
    struct err err = { 0 };
    struct buf out = { 0 };
    struct stmt *st = db_query(db, "list_schema");
    while (stmt_step(st, &err) > 0) {
        buf_puts(&out, stmt_text(st, LIST_SCHEMA_NAME));
        buf_puts(&out, stmt_text(st, LIST_SCHEMA_SQL));
    }
    assert_int_equal(err.code, 0);
    return out.data;
}

static void test_what_was_built_has_the_indexes_of_any_database(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct db *db = NULL;
    remove_database();
    db = opened();
    char *meanwhile = schema_of(db);
    assert_null(strstr(meanwhile, "INDEX rollout_task"));
    assert_int_equal(db_begin(db, &err), 0);
    put_blob(db, "one");
    assert_int_equal(db_commit(db, &err), 0);
    assert_int_equal(writer_close(db, &err), 0);
    assert_int_equal(db_open(path, DB_READ, &db, &err), 0);
    char *built_schema = schema_of(db);
    db_close(db);
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    char *plain_schema = schema_of(db);
    db_close(db);
    assert_string_equal(built_schema, plain_schema);
    free(meanwhile);
    free(built_schema);
    free(plain_schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_commit_nothing_is_there),
        cmocka_unit_test(test_a_leftover_is_removed),
        cmocka_unit_test(test_an_empty_database_is_replaced_with_its_rows),
        cmocka_unit_test(test_who_has_the_old_file_open_is_told),
        cmocka_unit_test(test_waiting_rows_are_seen_by_the_next_question),
        cmocka_unit_test(test_every_value_of_a_waiting_row_is_kept),
        cmocka_unit_test(test_what_was_built_has_the_indexes_of_any_database),
    };
    return cmocka_run_group_tests(tests, start, end);
}
