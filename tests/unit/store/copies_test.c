/*
 * copies_test.c - copies of a database, several databases as one, and the hash of what they hold.
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
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/db.h"
#include "src/store/facts.h"
#include "src/store/store.h"
#include "src/store/whole/dump.h"
#include "src/store/whole/joined.h"
#include "src/store/whole/merge.h"
#include "tests/unit/store/db_fixture.h"

static void ok(struct fixture *f, int rc)
{
    if (rc != 0)
        fail_msg("%d: %s", rc, f->err.msg);
}

static const char *in(struct fixture *f, const char *name)
{
    static char paths[8][160];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof(paths[0]), "%s/%s", f->dir, name);
    return path;
}

static struct db *make(struct fixture *f, const char *name)
{
    struct db *db = NULL;
    ok(f, db_open(in(f, name), DB_CREATE, &db, &f->err));
    return db;
}

struct sample {
    const char *run;
    uint64_t seed;
    int problem;
    int sample;
    const char *code;
    double mean_logprob;
};

/* A run, its task and a rollout of it; what is there already is found. */
static void put(struct fixture *f, struct db *db, const struct sample *s)
{
    struct rollout_row r = { .sample = s->sample,
                             .prompt_tokens = -1,
                             .completion_tokens = -1,
                             .sum_logprob = (double)NAN,
                             .mean_logprob = s->mean_logprob,
                             .logprob_temperature = (double)NAN };
    const struct task_row task = { "kernelbench", 1, s->problem, "n", NULL, NULL };
    const struct run_row run = { .name = s->run,
                                 .strategy = "ttt",
                                 .status = "complete",
                                 .has_seed = true,
                                 .seed = s->seed,
                                 .temperature = (double)NAN,
                                 .k = -1,
                                 .n_steps = -1,
                                 .code_version = "v" };
    struct err ignored = { 0 };
    bool is_new;
    int64_t id;
    if (store_find_run(db, s->run, &r.run_id, &ignored) != 0)
        ok(f, store_put_run(db, &run, &r.run_id, &f->err));
    ok(f, store_put_task(db, &task, &r.task_id, &f->err));
    ok(f, store_put_blob(db, "code", s->code, strlen(s->code), &r.code_blob_id, &f->err));
    ok(f, store_put_rollout(db, &r, &id, &is_new, &f->err));
}

/* The times at which runs began differ otherwise, by which they are told apart. */
static void set_time(struct fixture *f, const char *name)
{
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(in(f, name), &handle), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            handle,
            "UPDATE run SET started_at = '2026-01-01', finished_at = NULL, checksum = NULL;"
            "DELETE FROM meta WHERE key = 'log'", /* or it is told that somebody did it */
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(handle);
}

static void make_of(struct fixture *f, const char *name, const struct sample *samples, size_t n)
{
    struct db *db = make(f, name);
    for (size_t i = 0; i < n; i++)
        put(f, db, &samples[i]);
    ok(f, db_begin(db, &f->err));
    ok(f, db_end(db, facts_refresh(db, &f->err), &f->err));
    db_close(db);
    set_time(f, name);
}

static void logical_id(struct fixture *f, const char *name, char out[65])
{
    struct db *db = NULL;
    ok(f, db_open(in(f, name), DB_READ, &db, &f->err));
    ok(f, db_logical_id(db, out, &f->err));
    db_close(db);
}

static const struct sample three[] = { { "a", 1, 4, 0, "one", -1 },
                                       { "a", 1, 5, 0, "two", -2 },
                                       { "b", 2, 4, 1, "three", -3 } };

/* The order in which facts came and the numbers of their rows are no facts. */
static void test_the_same_facts_have_the_same_hash(void **state)
{
    static const struct sample turned[] = { { "b", 2, 4, 1, "three", -3 },
                                            { "a", 1, 5, 0, "two", -2 },
                                            { "a", 1, 4, 0, "one", -1 } };
    struct fixture *f = *state;
    char one[65], other[65];
    make_of(f, "one.db", three, 3);
    make_of(f, "other.db", turned, 3);
    logical_id(f, "one.db", one);
    logical_id(f, "other.db", other);
    assert_string_equal(one, other);
    assert_int_equal(strspn(one, "0123456789abcdef"), 64);
}

/* Each fact counts, also which row another one refers to; circumstances do not. */
static void test_other_facts_have_another_hash(void **state)
{
    static const struct {
        const char *change;
        bool is_fact;
    } cases[] = {
        { "UPDATE rollout SET sample = 7 WHERE rollout_id = 1", true },
        { "UPDATE rollout SET mean_logprob = -9 WHERE rollout_id = 3", true },
        { "UPDATE rollout SET code_blob_id = 2 WHERE rollout_id = 1", true },
        { "UPDATE rollout SET code_blob_id = NULL WHERE rollout_id = 1", true },
        { "UPDATE rollout SET prompt_blob_id = code_blob_id, code_blob_id = NULL WHERE rollout_id "
          "= 1",
          true },
        { "UPDATE rollout SET task_id = 1 WHERE rollout_id = 2", false }, /* taken: see below */
        { "UPDATE run SET name = 'c' WHERE name = 'a'", true },
        { "UPDATE run SET config = '{\"x\":1}' WHERE name = 'b'", true },
        { "UPDATE task SET family = 'f' WHERE task_id = 1", true },
        { "UPDATE blob SET text = 'one.' WHERE blob_id = 1", true },
        { "INSERT INTO model (name, kind) VALUES ('m', 'builtin')", true },
        { "INSERT INTO checkpoint (model_id, sha256, blob_id) VALUES (1, 'y', 2)", true },
        { "UPDATE checkpoint SET parent_id = NULL", true },
        { "DELETE FROM rollout WHERE rollout_id = 3", true },
        { "CREATE TABLE more (x)", true },
        { "CREATE INDEX more ON run (status)", true },
        { "UPDATE blob SET kind = 'prompt'", false },
        { "UPDATE run SET argv = '[1]', owner = 'me', started_at = 'then', finished_at = 'now'",
          false },
        { "UPDATE run SET checksum = 5", false },
        { "UPDATE import_source SET path = 'elsewhere', imported_at = 'then'", false },
        { "UPDATE import_source SET n_read = 1, n_stored = 1", true },
        { "UPDATE amendment SET at = 'then', row_key = '8'", false },
        { "UPDATE amendment SET why = 'more'", true },
        { "UPDATE meta SET value = 'x'", false },
        { "UPDATE rollout SET rollout_id = rollout_id + 100", false },
        { "PRAGMA foreign_keys = OFF; UPDATE model SET model_id = 50; UPDATE checkpoint SET "
          "model_id = 50",
          false },
        { "PRAGMA foreign_keys = OFF; UPDATE checkpoint SET checkpoint_id = 10 + checkpoint_id, "
          "parent_id = 10 + parent_id",
          false },
        { "PRAGMA foreign_keys = OFF; UPDATE rollout SET code_blob_id = 77 WHERE rollout_id = 1",
          true },
    };
    struct fixture *f = *state;
    char before[65], after[65];
    make_of(f, "one.db", three, 3);
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(in(f, "one.db"), &handle), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            handle,
            "INSERT INTO model VALUES (1, 'first', '', 'builtin', NULL);"
            "INSERT INTO checkpoint VALUES (1, 1, NULL, 'x', 1, NULL), (2, 1, 1, 'z', 2, NULL);"
            "INSERT INTO import_source (format, importer_version, path, sha256, bytes, "
            "imported_at) VALUES ('f', 1, 'p', 's', 3, 't');"
            "INSERT INTO amendment (table_name, row_key, field, who, why, at) "
            "VALUES ('task', '1', 'name', 'me', 'why', 't')",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(handle);
    logical_id(f, "one.db", before);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct db *db = NULL;
        ok(f, db_open(in(f, "one.db"), DB_READ, &db, &f->err));
        ok(f, db_snapshot(db, in(f, "two.db"), &f->err));
        db_close(db);
        assert_int_equal(sqlite3_open(in(f, "two.db"), &handle), SQLITE_OK);
        (void)sqlite3_exec(handle, cases[i].change, NULL, NULL, NULL);
        sqlite3_close(handle);
        logical_id(f, "two.db", after);
        if ((strcmp(before, after) != 0) != cases[i].is_fact)
            fail_msg("%s", cases[i].change);
        assert_int_equal(unlink(in(f, "two.db")), 0);
    }
}

static void test_a_snapshot_is_one_file_with_the_same_facts(void **state)
{
    struct fixture *f = *state;
    char one[65], other[65];
    struct db *db = NULL;
    struct stat st;
    make_of(f, "one.db", three, 3);
    ok(f, db_open(in(f, "one.db"), DB_READ, &db, &f->err));
    ok(f, db_snapshot(db, in(f, "two.db"), &f->err));
    assert_int_equal(db_snapshot(db, in(f, "two.db"), &f->err), ERR_USAGE);
    assert_non_null(strstr(f->err.msg, "there is such a file already; nothing was changed"));
    assert_int_equal(db_snapshot(db, in(f, "no/two.db"), &f->err), ERR_USAGE);
    db_close(db);
    struct buf CLEANUP(buf_release) bytes = { 0 };
    ok(f, file_read(in(f, "two.db"), 10000000, &bytes, &f->err));
    assert_int_equal(bytes.data[18], 1); /* no log beside it */
    assert_int_equal(bytes.data[19], 1);
    logical_id(f, "one.db", one);
    logical_id(f, "two.db", other);
    assert_string_equal(one, other);
    assert_int_equal(stat(in(f, "two.db-wal"), &st), -1);
}

static void test_a_fork_gets_its_name_when_it_is_whole(void **state)
{
    static const struct sample more = { "c", 3, 6, 0, "four", -4 };
    struct fixture *f = *state;
    char one[65], other[65];
    struct db_fork fork = { .draft.fd = -1 };
    make_of(f, "one.db", three, 3);
    logical_id(f, "one.db", one);
    assert_int_equal(db_fork(in(f, "none.db"), in(f, "two.db"), &fork, &f->err), ERR_USAGE);
    assert_true(fork.db == NULL && fork.draft.path == NULL);
    assert_int_equal(db_fork(in(f, "one.db"), in(f, "one.db"), &fork, &f->err), ERR_USAGE);
    assert_true(fork.db == NULL && fork.draft.path == NULL);
    ok(f, db_fork(in(f, "one.db"), in(f, "two.db"), &fork, &f->err));
    put(f, fork.db, &more);
    assert_false(file_exists(in(f, "two.db")));
    assert_int_equal(db_begin(fork.db, &f->err), 0);
    db_rollback(fork.db);
    ok(f, db_fork_publish(&fork, &f->err));
    assert_null(fork.db);
    db_fork_drop(&fork);
    logical_id(f, "two.db", other);
    assert_string_not_equal(one, other);
    logical_id(f, "one.db", other);
    assert_string_equal(one, other);

    ok(f, db_fork(in(f, "one.db"), in(f, "three.db"), &fork, &f->err));
    put(f, fork.db, &more);
    db_fork_drop(&fork);
    assert_false(file_exists(in(f, "three.db")));
    ok(f, db_fork(in(f, "one.db"), in(f, "three.db"), &fork, &f->err));
    ok(f, file_write_atomic(in(f, "three.db"), "x", 1, &f->err));
    assert_int_equal(db_fork_publish(&fork, &f->err), ERR_BUSY);
    db_close(f->db);
    f->db = NULL;
    char command[200];
    snprintf(command, sizeof(command),
             "test \"$(cd %s && echo *)\" = 'one.db t.db three.db two.db'", f->dir);
    assert_int_equal(system(command), 0);
}

static void test_a_merge_makes_one_of_two(void **state)
{
    static const struct sample left[] = { { "a", 1, 4, 0, "one", -1 },
                                          { "a", 1, 5, 0, "two", -2 } };
    static const struct sample right[] = { { "b", 2, 4, 1, "three", -3 },
                                           { "a", 1, 5, 0, "two", -2 } };
    struct fixture *f = *state;
    struct merge_conflicts conflicts;
    struct db *db = NULL;
    char want[65], got[65];
    make_of(f, "all.db", three, 3);
    make_of(f, "left.db", left, 2);
    make_of(f, "right.db", right, 2);
    ok(f, db_open(in(f, "left.db"), DB_WRITE, &db, &f->err));
    ok(f, db_merge(db, in(f, "right.db"), "", &conflicts, &f->err));
    assert_int_equal(conflicts.n, 0);
    db_close(db);
    logical_id(f, "all.db", want);
    logical_id(f, "left.db", got);
    assert_string_equal(got, want);
    /* Again it changes nothing. */
    ok(f, db_open(in(f, "left.db"), DB_WRITE, &db, &f->err));
    ok(f, db_merge(db, in(f, "right.db"), "", &conflicts, &f->err));
    ok(f, db_logical_id(db, got, &f->err));
    assert_string_equal(got, want);
    assert_int_equal(db_merge(db, in(f, "left.db"), "", &conflicts, &f->err), ERR_USAGE);
    assert_non_null(strstr(f->err.msg, "left.db: a database cannot be merged with itself"));
    assert_int_equal(db_merge(db, in(f, "none.db"), "", &conflicts, &f->err), ERR_USAGE);
    db_close(db);
}

/* A connection merges once. */
static struct db *open_left(struct fixture *f, struct db *before)
{
    struct db *db = NULL;
    db_close(before);
    ok(f, db_open(in(f, "left.db"), DB_WRITE, &db, &f->err));
    return db;
}

static void test_what_differs_is_said_and_stays(void **state)
{
    static const struct sample left[] = { { "a", 1, 4, 0, "one", -1 },
                                          { "a", 1, 5, 0, "two", -2 } };
    static const struct sample other_values[] = { { "a", 1, 4, 0, "one", -7 },
                                                  { "a", 1, 5, 0, "two", -8 } };
    static const struct sample other_run[] = { { "a", 2, 4, 0, "one", -1 } };
    static const struct sample other_code[] = { { "a", 1, 4, 0, "else", -1 } };
    struct fixture *f = *state;
    struct merge_conflicts conflicts;
    struct db *db = NULL;
    char before[65], after[65];
    make_of(f, "left.db", left, 2);
    make_of(f, "values.db", other_values, 2);
    make_of(f, "run.db", other_run, 1);
    make_of(f, "code.db", other_code, 1);
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(in(f, "values.db"), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, "UPDATE rollout SET finish_reason = 'x', checksum = NULL",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(handle);
    logical_id(f, "left.db", before);
    db = open_left(f, NULL);
    ok(f, db_merge(db, in(f, "values.db"), "", &conflicts, &f->err));
    assert_int_equal(conflicts.n, 1);
    assert_string_equal(conflicts.items[0].what, "rollout record");
    assert_string_equal(conflicts.items[0].first, "a, step 0, sample 0");
    assert_int_equal(conflicts.items[0].count, 2);
    db = open_left(f, db);
    assert_int_equal(db_merge(db, in(f, "run.db"), "", &conflicts, &f->err), ERR_NEGATIVE);
    assert_string_equal(f->err.msg, "run 'a' is not the same in both; 'rollbook merge A B --out C "
                                    "--prefix TEXT' gives B's runs other names");
    db = open_left(f, db);
    assert_int_equal(db_merge(db, in(f, "code.db"), "", &conflicts, &f->err), ERR_NEGATIVE);
    assert_string_equal(f->err.msg,
                        "rollout 'a, step 0, sample 0' is not the same in both; nothing "
                        "was merged");
    ok(f, db_logical_id(db, after, &f->err));
    assert_string_equal(before, after);
    db = open_left(f, db);
    ok(f, db_merge(db, in(f, "run.db"), "x-", &conflicts, &f->err));
    int64_t id = 0;
    ok(f, store_find_run(db, "x-a", &id, &f->err));
    assert_int_equal(id, 2);
    db_close(db);
}

static void assert_joined(struct fixture *f, const char *text, bool facts, const char *want_id,
                          const char *want_notes)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *notes = NULL;
    struct db *db = NULL;
    char got[65];
    ok(f, joined_open(text, facts, &a, &db, &notes, &f->err));
    if (want_id != NULL) {
        ok(f, db_logical_id(db, got, &f->err));
        assert_string_equal(got, want_id);
    }
    assert_false(joined_lacks_rows(db));
    db_close(db);
    if (want_notes == NULL)
        assert_null(notes);
    else
        assert_string_equal(notes, want_notes);
}

static void assert_not_joined(struct fixture *f, const char *text, int code, const char *said)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *notes = NULL;
    struct db *db = NULL;
    assert_int_equal(joined_open(text, false, &a, &db, &notes, &f->err), code);
    assert_string_equal(f->err.msg, said);
    assert_null(db);
}

/* Joined by their facts, databases have runs and facts but no rollouts, and tell who asks. */
static void assert_facts_alone(struct fixture *f, const char *text)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *notes = NULL;
    struct db *db = NULL;
    int64_t id = 0;
    ok(f, joined_open(text, true, &a, &db, &notes, &f->err));
    assert_null(notes);
    ok(f, store_find_run(db, "a", &id, &f->err));
    ok(f, store_find_run(db, "b", &id, &f->err));
    assert_int_equal(id, 2);
    assert_false(joined_lacks_rows(db));
    struct stmt *st = db_query(db, "find_rollout");
    assert_int_equal(stmt_step(st, &f->err), ERR_INTEGRITY);
    assert_non_null(strstr(f->err.msg, "prohibited"));
    assert_true(joined_lacks_rows(db));
    db_close(db);
}

static void test_several_are_read_as_one(void **state)
{
    static const struct sample left[] = { { "a", 1, 4, 0, "one", -1 },
                                          { "a", 1, 5, 0, "two", -2 } };
    static const struct sample right[] = { { "b", 2, 4, 1, "three", -3 } };
    static const struct sample differs[] = { { "b", 2, 4, 1, "three", -9 } };
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    char want[65];
    const char *folder = arena_strdup(&a, in(f, "folder"));
    const char *joins = arena_strdup(&a, in(f, "joins"));
    assert_int_equal(mkdir(folder, 0755), 0);
    assert_int_equal(mkdir(joins, 0755), 0);
    assert_int_equal(mkdir(in(f, "empty"), 0755), 0);
    assert_int_equal(mkdir(in(f, "single"), 0755), 0);
    assert_int_equal(setenv("TMPDIR", joins, 1), 0);
    make_of(f, "all.db", three, 3);
    make_of(f, "folder/1.db", left, 2);
    make_of(f, "folder/2.db", right, 1);
    make_of(f, "differs.db", differs, 1);
    make_of(f, "single/all.db", three, 3);
    ok(f, file_write_atomic(in(f, "folder/.3.db"), "hidden", 6, &f->err));
    ok(f, file_write_atomic(in(f, "folder/notes"), "text", 4, &f->err));
    logical_id(f, "all.db", want);
    const char *one = arena_strdup(&a, in(f, "folder/1.db"));
    const char *two = arena_strdup(&a, in(f, "folder/2.db"));
    const char *other = arena_strdup(&a, in(f, "differs.db"));
    assert_joined(f, folder, false, want, NULL);
    assert_joined(f, arena_printf(&a, "%s/", folder), false, want, NULL);
    assert_joined(f, arena_printf(&a, "%s,%s", one, two), false, want, NULL);
    assert_joined(f, arena_printf(&a, "%s,%s", two, one), false, want, NULL);
    assert_joined(f, in(f, "all.db"), true, want, NULL);
    assert_joined(f, in(f, "single"), false, want, NULL);
    assert_joined(f, folder, true, NULL, NULL);
    assert_joined(f, arena_printf(&a, "%s,%s", folder, other), false, NULL, NULL);
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(other, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle,
                                  "UPDATE rollout SET finish_reason = 'x', checksum = NULL; UPDATE "
                                  "task SET name = 'm', checksum = NULL",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(handle);
    assert_joined(f, arena_printf(&a, "%s,%s", folder, other), false, want,
                  arena_printf(&a,
                               "%s: rollout record: 1 differ; the values of earlier files count; "
                               "the first: b, step 0, sample 1\n%s: task name: 1 differ; the "
                               "values of earlier files count; the first: kernelbench l1/4: n, m",
                               other, other));
    assert_facts_alone(f, folder);
    assert_not_joined(f, arena_printf(&a, "%s,", one), ERR_USAGE,
                      arena_printf(&a, "%s,: an item between commas is empty", one));
    assert_not_joined(f, arena_printf(&a, "%s,%s", one, folder), ERR_USAGE,
                      arena_printf(&a, "%s: the same database as %s", one, one));
    assert_not_joined(f, in(f, "empty"), ERR_USAGE,
                      arena_printf(&a, "%s: a folder without a file *.db", in(f, "empty")));
    assert_true(joined_is(folder));
    assert_true(joined_is("a,b"));
    assert_false(joined_is(one));
    assert_false(joined_is("a"));
    assert_false(joined_lacks_rows(NULL));
    assert_int_equal(setenv("TMPDIR", in(f, "nowhere"), 1), 0);
    assert_not_joined(
        f, folder, ERR_USAGE,
        arena_printf(&a,
                     "%s: cannot create a folder (TMPDIR names another): No such file or directory",
                     in(f, "nowhere")));
    assert_int_equal(setenv("TMPDIR", joins, 1), 0);
    /* What was made for reading is gone. */
    assert_int_equal(rmdir(joins), 0);
    assert_int_equal(unsetenv("TMPDIR"), 0);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_the_same_facts_have_the_same_hash),
        CASE(test_other_facts_have_another_hash),
        CASE(test_a_snapshot_is_one_file_with_the_same_facts),
        CASE(test_a_fork_gets_its_name_when_it_is_whole),
        CASE(test_a_merge_makes_one_of_two),
        CASE(test_what_differs_is_said_and_stays),
        CASE(test_several_are_read_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
