/*
 * db_open_test.c - what a database may be opened from, what is left beside it and of it, and how
 * its transactions nest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "columns/find_searchable_to.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/store.h"
#include "tests/unit/store/db_fixture.h"

static const char *in(struct fixture *f, const char *name)
{
    static char paths[8][160];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof(paths[0]), "%s/%s", f->dir, name);
    return path;
}

/* Another program changes a file. */
static void change(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    char *why = NULL;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    sqlite3_close(handle);
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

static int64_t n_blobs(struct fixture *f)
{
    return number_of(f->path, "SELECT count(*) FROM blob");
}

static void assert_refused(struct fixture *f, const char *path, enum db_mode mode, int code,
                           const char *said)
{
    struct db *db = NULL;
    f->err = (struct err){ 0 };
    int rc = db_open(path, mode, &db, &f->err);
    if (rc != code || strcmp(f->err.msg, said) != 0)
        fail_msg("%s: %d, '%s', not '%s'", path, rc, f->err.msg, said);
    assert_null(db);
}

static void test_a_path_that_is_no_database_is_refused(void **state)
{
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *none = in(f, "none.db"), *empty = in(f, "empty.db"), *text = in(f, "text.db");
    const char *pipe_path = in(f, "pipe"), *far = in(f, "no/x.db");
    FILE *file = fopen(empty, "w");
    assert_non_null(file);
    fclose(file);
    file = fopen(text, "w");
    assert_non_null(file);
    for (int i = 0; i < 100; i++)
        fputs("this is a text, of many words\n", file);
    fclose(file);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    for (enum db_mode mode = DB_READ; mode <= DB_CREATE; mode++) {
        assert_refused(f, "", mode, ERR_USAGE,
                       "the database path is empty; name a file with --db or ROLLBOOK_DB");
        assert_refused(f, "file:x", mode, ERR_USAGE,
                       "file:x: SQLite would not take this for the name of a file; write ./file:x");
        assert_refused(f, ":x", mode, ERR_USAGE,
                       ":x: SQLite would not take this for the name of a file; write ./:x");
        assert_refused(f, f->dir, mode, ERR_USAGE,
                       arena_printf(&a, "%s: is a folder, not a database", f->dir));
        assert_refused(f, pipe_path, mode, ERR_USAGE,
                       arena_printf(&a, "%s: is a device or a pipe, not a database", pipe_path));
        assert_refused(f, text, mode, ERR_INTEGRITY,
                       arena_printf(&a,
                                    "%s: not a Rollbook database; make one with 'rollbook init "
                                    "NAME', or import results with 'rollbook ingest'",
                                    text));
    }
    assert_refused(f, none, DB_READ, ERR_USAGE,
                   arena_printf(&a,
                                "%s: no such database (make one with 'rollbook init %s', or name "
                                "one with --db or ROLLBOOK_DB)",
                                none, none));
    assert_refused(
        f, empty, DB_READ, ERR_USAGE,
        arena_printf(&a, "%s: is empty; 'rollbook init %s' makes a database of it", empty, empty));
    assert_refused(
        f, far, DB_WRITE, ERR_USAGE,
        arena_printf(&a, "%s: there is no folder %s/no to make a database in", far, f->dir));
    assert_refused(
        f, f->path, DB_CREATE, ERR_USAGE,
        arena_printf(&a, "%s: the database exists already; nothing was changed", f->path));
    assert_false(file_exists(none));
    /* An empty file becomes one. */
    struct db *db = NULL;
    assert_int_equal(db_open(empty, DB_CREATE, &db, &f->err), 0);
    assert_false(db_is_new(db));
    db_close(db);
    assert_int_equal(number_of(empty, "PRAGMA application_id"), DB_APPLICATION_ID);
}

static void test_another_schema_is_refused(void **state)
{
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    const int now = db_schema_version();
    db_close(f->db);
    f->db = NULL;
    change(f->path, arena_printf(&a, "PRAGMA user_version = %d", now + 1));
    const char *newer = arena_printf(&a,
                                     "%s: schema version %d is newer than this program's %d; use "
                                     "the program that wrote it (%s)",
                                     f->path, now + 1, now, build_version());
    assert_refused(f, f->path, DB_READ, ERR_SCHEMA, newer);
    assert_refused(f, f->path, DB_WRITE, ERR_SCHEMA, newer);
    change(f->path, arena_printf(&a, "PRAGMA user_version = %d", now - 1));
    assert_refused(f, f->path, DB_READ, ERR_SCHEMA,
                   arena_printf(&a,
                                "%s: schema version %d is older than this program's %d; bring it "
                                "forward with 'rollbook init --migrate %s'",
                                f->path, now - 1, now, f->path));
    change(f->path,
           arena_printf(&a,
                        "PRAGMA user_version = %d; UPDATE migration SET sha256 = 'x' WHERE "
                        "version = %d",
                        now, now));
    assert_int_equal(db_open(f->path, DB_READ, &f->db, &f->err), ERR_SCHEMA);
    const char *said = arena_printf(&a,
                                    "%s: schema version %d was made by another edition of "
                                    "migration schema/migrations/%04d_",
                                    f->path, now, now);
    assert_memory_equal(f->err.msg, said, strlen(said));
    /* Of a version that this program does not know nothing can be said. */
    change(f->path,
           arena_printf(&a, "UPDATE migration SET version = 5000 WHERE version = %d", now));
    assert_int_equal(db_open(f->path, DB_READ, &f->db, &f->err), 0);
    db_close(f->db);
    f->db = NULL;
    change(f->path, "PRAGMA application_id = 7");
    assert_refused(f, f->path, DB_READ, ERR_INTEGRITY,
                   arena_printf(&a,
                                "%s: an SQLite file of another application (application_id "
                                "0x00000007); name a Rollbook database with --db",
                                f->path));
}

/* Each migration is written down with its file's name and hash, and the program that made it. */
static void test_a_new_database_says_what_it_was_made_by(void **state)
{
    struct fixture *f = *state;
    sqlite3 *handle = NULL;
    sqlite3_stmt *st = NULL;
    int n = 0;
    char hash[65];
    assert_int_equal(sqlite3_open(f->path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle,
                                        "SELECT version, name, sha256, length(applied_at) FROM "
                                        "migration ORDER BY version",
                                        -1, &st, NULL),
                     SQLITE_OK);
    while (sqlite3_step(st) == SQLITE_ROW) {
        struct buf CLEANUP(buf_release) path = { 0 };
        n++;
        assert_int_equal(sqlite3_column_int(st, 0), n);
        buf_printf(&path, "schema/migrations/%s", (const char *)sqlite3_column_text(st, 1));
        const char *text = schema_text(buf_text(&path));
        sha256_hex(text, strlen(text), hash);
        assert_string_equal((const char *)sqlite3_column_text(st, 2), hash);
        assert_int_equal(sqlite3_column_int(st, 3), 20);
    }
    sqlite3_finalize(st);
    assert_int_equal(n, db_schema_version());
    assert_int_equal(sqlite3_prepare_v2(handle, "SELECT value FROM meta WHERE key = 'written_by'",
                                        -1, &st, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(st, 0), build_version());
    sqlite3_finalize(st);
    sqlite3_close(handle);
}

/* What a reader left of the write-ahead log is removed with it. */
static void test_a_reader_leaves_nothing_beside_the_file(void **state)
{
    struct fixture *f = *state;
    struct db *first = NULL, *second = NULL;
    db_close(f->db);
    f->db = NULL;
    assert_int_equal(db_open(f->path, DB_READ, &first, &f->err), 0);
    assert_int_equal(db_open(f->path, DB_READ, &second, &f->err), 0);
    assert_true(db_was_steady(first));
    assert_int_equal(db_begin_read(first, &f->err), 0);
    db_end_read(first);
    db_close(first);
    db_close(second);
    assert_false(file_exists(in(f, "t.db-wal")));
    assert_false(file_exists(in(f, "t.db-shm")));
}

/* A process that ends within a change leaves a journal. */
static void leave_journal(const char *path)
{
    pid_t pid = fork();
    int status = 1;
    if (pid == 0) {
        sqlite3 *handle = NULL;
        int rc = sqlite3_open(path, &handle);
        if (rc == SQLITE_OK)
            rc = sqlite3_exec(handle,
                              "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA "
                              "cache_spill = 1; BEGIN; UPDATE blob SET kind = 'log'; INSERT INTO "
                              "meta WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                              "LIMIT 2000) SELECT 'key' || i, printf('%.500c', 'x') FROM n",
                              NULL, NULL, NULL);
        _exit(rc);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void test_what_a_killed_writer_began_is_undone(void **state)
{
    struct fixture *f = *state;
    int64_t id;
    assert_int_equal(store_put_blob(f->db, "code", "x", 1, &id, &f->err), 0);
    db_close(f->db);
    f->db = NULL;
    leave_journal(f->path);
    struct stat st;
    assert_int_equal(stat(in(f, "t.db-journal"), &st), 0);
    assert_true(st.st_size > 0);
    assert_int_equal(db_open(f->path, DB_READ, &f->db, &f->err), 0);
    assert_false(file_exists(in(f, "t.db-journal")));
    assert_int_equal(number_of(f->path, "SELECT kind = 'code' FROM blob"), 1);
    assert_int_equal(number_of(f->path, "SELECT count(*) FROM meta WHERE key LIKE 'key%'"), 0);
}

static void test_a_database_that_nobody_wrote_to_is_given_up(void **state)
{
    struct fixture *f = *state;
    for (int how = 0; how < 5; how++) {
        struct db *db = NULL, *other = NULL;
        int64_t id;
        const char *path = in(f, "new.db");
        const bool stays = how > 1;
        if (how == 4)
            db_close(f->db);
        assert_int_equal(db_open(how == 4 ? f->path : path, DB_WRITE, &db, &f->err), 0);
        assert_int_equal(db_is_new(db), how != 4);
        if (how == 1) { /* what is not committed is nothing */
            assert_int_equal(db_begin(db, &f->err), 0);
            assert_int_equal(store_put_blob(db, "code", "x", 1, &id, &f->err), 0);
        }
        if (how == 2)
            assert_int_equal(store_put_blob(db, "code", "x", 1, &id, &f->err), 0);
        if (how == 3) { /* somebody else did */
            assert_int_equal(db_open(path, DB_WRITE, &other, &f->err), 0);
            assert_false(db_is_new(other));
            assert_int_equal(store_put_blob(other, "code", "x", 1, &id, &f->err), 0);
            db_close(other);
        }
        db_give_up(db);
        if (how == 4) {
            f->db = NULL;
            assert_true(file_exists(f->path));
            continue;
        }
        assert_int_equal(file_exists(path), stays);
        assert_false(file_exists(in(f, "new.db-wal")));
        assert_false(file_exists(in(f, "new.db-shm")));
        if (stays)
            assert_int_equal(unlink(path), 0);
    }
    db_give_up(NULL);
}

static void test_transactions_nest(void **state)
{
    struct fixture *f = *state;
    int64_t id;
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "code", "a", 1, &id, &f->err), 0);
    assert_int_equal(db_commit(f->db, &f->err), 0);
    assert_int_equal(n_blobs(f), 0);
    size_t commits = f->db->n_commits;
    assert_int_equal(db_commit(f->db, &f->err), 0);
    assert_int_equal(f->db->n_commits, commits + 1);
    assert_int_equal(n_blobs(f), 1);

    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "code", "b", 1, &id, &f->err), 0);
    assert_int_equal(db_end(f->db, ERR_NODATA, &f->err), ERR_NODATA); /* all levels */
    assert_int_equal(n_blobs(f), 1);
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "code", "b", 1, &id, &f->err), 0);
    assert_int_equal(db_end(f->db, 0, &f->err), 0);
    assert_int_equal(n_blobs(f), 2);

    assert_int_equal(db_keep(f->db, &f->err), 0); /* nothing is open */
    assert_int_equal(f->db->depth, 0);
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "code", "c", 1, &id, &f->err), 0);
    assert_int_equal(db_keep(f->db, &f->err), 0);
    assert_int_equal(n_blobs(f), 3);
    assert_int_equal(store_put_blob(f->db, "code", "d", 1, &id, &f->err), 0);
    assert_int_equal(db_commit(f->db, &f->err), 0);
    assert_int_equal(n_blobs(f), 3);
    assert_int_equal(db_commit(f->db, &f->err), 0);
    assert_int_equal(n_blobs(f), 4);
}

/* The last text that a connection sees. */
static int64_t seen(struct fixture *f, struct db *db)
{
    struct stmt *st = db_query(db, "find_searchable_to");
    assert_int_equal(stmt_step(st, &f->err), 1);
    int64_t last = stmt_int(st, FIND_SEARCHABLE_TO_LAST_BLOB_ID);
    stmt_reset(st);
    return last;
}

static void test_readers_see_one_state(void **state)
{
    struct fixture *f = *state;
    struct db *reader = NULL;
    int64_t id;
    assert_int_equal(db_open(f->path, DB_READ, &reader, &f->err), 0);
    assert_int_equal(db_begin_read(reader, &f->err), 0);
    assert_int_equal(db_begin_read(reader, &f->err), 0);
    assert_int_equal(seen(f, reader), 0);
    assert_int_equal(store_put_blob(f->db, "code", "a", 1, &id, &f->err), 0);
    assert_int_equal(seen(f, reader), 0);
    db_end_read(reader);
    assert_int_equal(seen(f, reader), 0);
    db_end_read(reader);
    assert_int_equal(seen(f, reader), 1);
    db_close(reader);
    /* Within our own transaction its state is read, and stays open. */
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "code", "b", 1, &id, &f->err), 0);
    assert_int_equal(db_begin_read(f->db, &f->err), 0);
    assert_int_equal(seen(f, f->db), 2);
    db_end_read(f->db);
    assert_int_equal(db_commit(f->db, &f->err), 0);
    assert_int_equal(n_blobs(f), 2);
}

static void test_a_file_that_is_gone_is_not_written_to(void **state)
{
    struct fixture *f = *state;
    char want[600];
    assert_int_equal(rename(f->path, in(f, "moved.db")), 0);
    snprintf(want, sizeof(want), "%s: was moved to %s while", f->path, in(f, "moved.db"));
    for (int i = 0; i < 2; i++) {
        f->err = (struct err){ 0 };
        assert_int_equal(db_begin(f->db, &f->err), ERR_BUSY);
        assert_non_null(strstr(f->err.msg, want));
        assert_int_equal(f->db->depth, 0);
    }
    assert_int_equal(rename(in(f, "moved.db"), f->path), 0);
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(db_commit(f->db, &f->err), 0);
}

static void test_errors_of_sqlite_are_told_in_words(void **state)
{
    struct fixture *f = *state;
    struct db *reader = NULL;
    char want[300];
    assert_int_equal(db_exec(f->db, "SELEC", "trying", &f->err), ERR_INTEGRITY);
    snprintf(want, sizeof(want), "%s: trying: near \"SELEC\": syntax error", f->path);
    assert_string_equal(f->err.msg, want);
    assert_int_equal(db_open(f->path, DB_READ, &reader, &f->err), 0);
    assert_int_equal(db_exec(reader, "DELETE FROM meta", "trying", &f->err), ERR_USAGE);
    snprintf(want, sizeof(want),
             "%s: cannot open or write: attempt to write a readonly database (trying). Check the "
             "rights of the file and its folder, or name another with --db",
             f->path);
    assert_string_equal(f->err.msg, want);
    db_close(reader);
    sqlite3 *other = NULL;
    assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_busy_timeout(f->db->handle, 0);
    assert_int_equal(db_begin(f->db, &f->err), ERR_BUSY);
    snprintf(want, sizeof(want),
             "%s: busy: another process is writing to it (starting a transaction). Run the same "
             "command again when it has ended",
             f->path);
    assert_string_equal(f->err.msg, want);
    sqlite3_close(other);
}

static void test_queries_go_by_their_names(void **state)
{
    (void)state;
    assert_string_equal(query_path("find_run"), "schema/queries/store/find_run.sql");
    assert_null(query_path("find_ru"));
    assert_null(query_path("find_run_"));
    assert_null(query_path("nouns")); /* lies elsewhere below schema/ */
    assert_true(strlen(query_sql("find_run")) > 0);
    assert_string_equal(db_library_version(), sqlite3_libversion());
    for (int unknown = 0; unknown < 2; unknown++) {
        char said[200] = "";
        int pipes[2], status = 0;
        assert_int_equal(pipe(pipes), 0);
        pid_t pid = fork();
        if (pid == 0) {
            const struct rlimit none = { 0, 0 };
            (void)setrlimit(RLIMIT_CORE, &none);
            (void)signal(SIGABRT, SIG_DFL);
            dup2(pipes[1], STDERR_FILENO);
            (void)(unknown == 0 ? query_sql("nowhere") : schema_text("schema/nowhere.sql"));
            _exit(0);
        }
        close(pipes[1]);
        assert_true(read(pipes[0], said, sizeof(said) - 1) > 0);
        close(pipes[0]);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
        assert_string_equal(said, unknown == 0
                                      ? "rollbook: bug: no query nowhere\n"
                                      : "rollbook: bug: no embedded file schema/nowhere.sql\n");
    }
}

static void test_a_path_is_quoted_for_a_uri(void **state)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    (void)state;
    db_put_uri(&b, "/a b/c?d#e%f", "mode=ro");
    assert_string_equal(buf_text(&b), "file:/a b/c%3Fd%23e%25f?mode=ro");
}

/* A database without a file ends with its connection. */
static void test_a_database_in_memory(void **state)
{
    struct fixture *f = *state;
    struct db *db = NULL;
    int64_t id = 0;
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &f->err), 0);
    assert_false(db_is_new(db));
    assert_int_equal(store_put_blob(db, "code", "x", 1, &id, &f->err), 0);
    assert_int_equal(id, 1);
    db_close(db);
    assert_false(file_exists(DB_IN_MEMORY));
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_path_that_is_no_database_is_refused),
        CASE(test_another_schema_is_refused),
        CASE(test_a_new_database_says_what_it_was_made_by),
        CASE(test_a_reader_leaves_nothing_beside_the_file),
        CASE(test_what_a_killed_writer_began_is_undone),
        CASE(test_a_database_that_nobody_wrote_to_is_given_up),
        CASE(test_transactions_nest),
        CASE(test_readers_see_one_state),
        CASE(test_a_file_that_is_gone_is_not_written_to),
        CASE(test_errors_of_sqlite_are_told_in_words),
        cmocka_unit_test(test_queries_go_by_their_names),
        cmocka_unit_test(test_a_path_is_quoted_for_a_uri),
        CASE(test_a_database_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
