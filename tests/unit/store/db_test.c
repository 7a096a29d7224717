#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/store.h"
#include "tests/unit/store/db_fixture.h"

static sqlite3 *raw(const struct fixture *f)
{
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(f->path, &handle), SQLITE_OK);
    return handle;
}

static void raw_exec(const struct fixture *f, const char *sql)
{
    sqlite3 *handle = raw(f);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

static int64_t raw_int(const struct fixture *f, const char *sql)
{
    sqlite3 *handle = raw(f);
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int64_t v = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(handle);
    return v;
}

static void header_is_stamped(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(raw_int(f, "PRAGMA application_id"), DB_APPLICATION_ID);
    assert_int_equal(raw_int(f, "PRAGMA user_version"), db_schema_version());
    assert_int_equal(raw_int(f, "SELECT count(*) FROM migration"), db_schema_version());
    int files = 0; /* equal numbers and gaps would hide migrations */
    for (size_t i = 0; i < embedded_schema_count; i++)
        files += strncmp(embedded_schema[i].name, "schema/migrations/", 18) == 0;
    assert_int_equal(files, db_schema_version());
}

static void create_refuses_a_database_that_is_there(void **state)
{
    struct fixture *f = *state;
    struct db *again = NULL;
    assert_int_equal(db_open(f->path, DB_CREATE, &again, &f->err), ERR_USAGE);
    assert_non_null(strstr(f->err.msg, "already"));
    assert_null(again);
}

static void newer_schema_is_refused_in_words(void **state)
{
    struct fixture *f = *state;
    struct db *again = NULL;
    raw_exec(f, "PRAGMA user_version = 99");
    assert_int_equal(db_open(f->path, DB_READ, &again, &f->err), ERR_SCHEMA);
    assert_non_null(strstr(f->err.msg, "newer"));
    assert_int_equal(db_open(f->path, DB_WRITE, &again, &f->err), ERR_SCHEMA);
}

static void older_schema_names_the_command(void **state)
{
    struct fixture *f = *state;
    struct db *again = NULL;
    raw_exec(f, "PRAGMA user_version = 0");
    assert_int_equal(db_open(f->path, DB_READ, &again, &f->err), ERR_SCHEMA);
    assert_non_null(strstr(f->err.msg, "rollbook init --migrate"));
}

static void edited_migration_is_refused(void **state)
{
    struct fixture *f = *state;
    struct db *again = NULL;
    raw_exec(f, "UPDATE migration SET sha256 = 'x' WHERE version = 1");
    assert_int_equal(db_open(f->path, DB_READ, &again, &f->err), ERR_SCHEMA);
    assert_non_null(strstr(f->err.msg, "another edition"));
}

static void foreign_and_broken_files_are_refused(void **state)
{
    struct fixture *f = *state;
    struct db *other = NULL;
    char path[128];
    snprintf(path, sizeof(path), "%s/other.db", f->dir);
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    sqlite3_exec(handle, "PRAGMA application_id = 7; CREATE TABLE t (x)", NULL, NULL, NULL);
    sqlite3_close(handle);
    assert_int_equal(db_open(path, DB_WRITE, &other, &f->err), ERR_INTEGRITY);
    assert_non_null(strstr(f->err.msg, "another application"));
    FILE *text = fopen(path, "w");
    for (int i = 0; i < 200; i++)
        fputs("this is not a database\n", text);
    fclose(text);
    assert_int_equal(db_open(path, DB_READ, &other, &f->err), ERR_INTEGRITY);
}

static void missing_file_is_a_usage_error_when_reading(void **state)
{
    struct fixture *f = *state;
    struct db *other = NULL;
    assert_int_equal(db_open("/nonexistent/x.db", DB_READ, &other, &f->err), ERR_USAGE);
    assert_int_equal(db_open("/nonexistent/x.db", DB_WRITE, &other, &f->err), ERR_USAGE);
}

/* The second is told after a bounded wait. */
static void second_writer_is_busy(void **state)
{
    struct fixture *f = *state;
    sqlite3 *handle = raw(f);
    assert_int_equal(sqlite3_exec(handle, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(db_begin(f->db, &f->err), ERR_BUSY);
    sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(handle);
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(db_commit(f->db, &f->err), 0);
}

static void every_query_prepares(void **state)
{
    struct fixture *f = *state;
    struct arena a = { 0 };
    size_t n = 0;
    for (size_t i = 0; i < embedded_schema_count; i++) {
        const char *name = embedded_schema[i].name;
        if (!str_starts_with(name, "schema/queries/") || strstr(name, "pragma_") != NULL)
            continue;
        if (strstr(name, "/nsys_") != NULL) /* of another program's tables */
            continue;
        const char *base = strrchr(name, '/') + 1;
        struct stmt *st = db_query(f->db, arena_strndup(&a, base, strlen(base) - 4));
        if (stmt_damage(st, &f->err) < 0)
            fail_msg("%s", f->err.msg);
        n++;
    }
    arena_release(&a);
    assert_true(n > 20);
}

static int64_t put_task(struct fixture *f)
{
    int64_t id;
    struct task_row t = { .suite = "kernelbench", .level = 1, .problem_id = 4, .name = "" };
    assert_int_equal(store_put_task(f->db, &t, &id, &f->err), 0);
    return id;
}

static void task_is_completed_but_never_overwritten(void **state)
{
    struct fixture *f = *state;
    int64_t id = put_task(f);
    int64_t again;
    struct task_row named = { "kernelbench", 1, 4, "4_Matvec", "matvec", NULL };
    struct task_row renamed = { "kernelbench", 1, 4, "other", "other", NULL };
    assert_int_equal(store_put_task(f->db, &named, &again, &f->err), 0);
    assert_int_equal(again, id);
    assert_int_equal(store_put_task(f->db, &renamed, &again, &f->err), 0);
    assert_int_equal(raw_int(f, "SELECT count(*) FROM task WHERE name = '4_Matvec' AND family = "
                                "'matvec'"),
                     1);
}

static void blobs_are_deduplicated_and_text_stays_text(void **state)
{
    struct fixture *f = *state;
    int64_t a;
    int64_t b;
    int64_t c;
    struct buf back = { 0 };
    assert_int_equal(store_put_blob(f->db, "code", "int x;", 6, &a, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "log", "int x;", 6, &b, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "completion", "a\0\xff", 3, &c, &f->err), 0);
    assert_int_equal(a, b);
    assert_int_equal(raw_int(f, "SELECT count(*) FROM blob WHERE typeof(text) = 'text'"), 1);
    assert_int_equal(raw_int(f, "SELECT count(*) FROM blob WHERE typeof(data) = 'blob'"), 1);
    assert_int_equal(store_get_blob(f->db, c, &back, &f->err), 0);
    assert_int_equal(back.len, 3);
    assert_memory_equal(back.data, "a\0\xff", 3);
    buf_release(&back);
}

static int64_t put_run(struct fixture *f)
{
    int64_t id;
    struct run_row r = { .name = "r",
                         .strategy = "best-of-n",
                         .status = "running",
                         .has_seed = true,
                         .seed = UINT64_MAX,
                         .temperature = (double)NAN,
                         .k = -1,
                         .n_steps = -1,
                         .code_version = "test" };
    assert_int_equal(store_put_run(f->db, &r, &id, &f->err), 0);
    assert_int_equal(store_put_run(f->db, &r, &id, &f->err), ERR_USAGE);
    assert_int_equal(store_find_run(f->db, "r", &id, &f->err), 0);
    return id;
}

/* v_token's arithmetic gives what C stored, for every kind of float. */
static void tokens_are_read_without_an_extension(void **state)
{
    struct fixture *f = *state;
    int64_t rollout_id;
    bool is_new;
    float logprobs[] = {
        -0.1f,      -13.25f,    0,        1,         -1e-45f,   1e-45f,      0x1.fffffcp-127f,
        FLT_MIN,    0.5f,       -FLT_MAX, FLT_MAX,   0x1p-90f,  -0x1.8p-91f, 0x1.2p61f,
        (float)NAN, -HUGE_VALF, 1e30f,    HUGE_VALF, 0x1p-148f, 0x1p-130f,   -0x1.000002p0f
    };
    enum { N = sizeof(logprobs) / sizeof(logprobs[0]) };
    int32_t ids[N] = { 0, 1, -1, INT32_MAX, INT32_MIN, 256, 65536, 128255 };
    struct rollout_row r = { .run_id = put_run(f),
                             .task_id = put_task(f),
                             .completion_tokens = N,
                             .n_tokens = N,
                             .token_ids = ids,
                             .logprobs = logprobs };
    assert_int_equal(store_put_rollout(f->db, &r, &rollout_id, &is_new, &f->err), 0);
    sqlite3 *handle = raw(f);
    sqlite3_stmt *st = NULL;
    assert_int_equal(
        sqlite3_prepare_v2(
            handle,
            "SELECT position, token_id, logprob_nats, n_tokens FROM v_token ORDER BY position", -1,
            &st, NULL),
        SQLITE_OK);
    for (int i = 0; i < N; i++) {
        assert_int_equal(sqlite3_step(st), SQLITE_ROW);
        assert_int_equal(sqlite3_column_int64(st, 0), i);
        assert_int_equal(sqlite3_column_int64(st, 1), ids[i]);
        double want = (double)logprobs[i], got = sqlite3_column_double(st, 2);
        if (isnan(want))
            assert_int_equal(sqlite3_column_type(st, 2), SQLITE_NULL);
        else
            assert_true(got <= want && got >= want);
        assert_int_equal(sqlite3_column_int64(st, 3), N);
    }
    assert_int_equal(sqlite3_step(st), SQLITE_DONE);
    sqlite3_finalize(st);
    sqlite3_close(handle);
    raw_exec(f, "UPDATE rollout_tokens SET token_ids = NULL, logprobs = NULL");
    assert_int_equal(
        raw_int(f,
                "SELECT count(*) - 100 * count(token_id) - 100 * count(logprob_nats) FROM v_token"),
        N);
}

static void rollout_with_tokens_evaluation_and_views(void **state)
{
    struct fixture *f = *state;
    int64_t rollout_id;
    int64_t again;
    int64_t evaluation_id;
    bool is_new;
    int32_t ids[2] = { 7, -1 };
    float logprobs[2] = { -0.5f, -1.5f };
    double candidate[3] = { 10, 20, 30 };
    struct rollout_row r = { .run_id = put_run(f),
                             .task_id = put_task(f),
                             .sample = 3,
                             .prompt_tokens = -1,
                             .completion_tokens = 2,
                             .sum_logprob = -2,
                             .mean_logprob = -1,
                             .logprob_temperature = 1,
                             .n_tokens = 2,
                             .token_ids = ids,
                             .logprobs = logprobs };
    assert_int_equal(store_put_rollout(f->db, &r, &rollout_id, &is_new, &f->err), 0);
    assert_true(is_new);
    assert_int_equal(store_put_rollout(f->db, &r, &again, &is_new, &f->err), 0);
    assert_false(is_new);
    assert_int_equal(again, rollout_id);
    struct measurement_row m[2] = {
        { "candidate", NULL, "cpu_wall", "median", 3, candidate, 20, 10, 30, 10, NULL, 0 },
        { "baseline", "reference", "cpu_wall", "median", 0, NULL, 30, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
    };
    struct evidence proof = { "guard_zone", (double)INFINITY, 0, "bytes", true, NULL };
    struct eval_result result;
    struct evaluation_row e = { .rollout_id = rollout_id, .result = &result };
    eval_result_init(&result, OUTCOME_INFRA, NULL);
    assert_int_equal(store_put_evaluation(f->db, &e, &evaluation_id, &f->err), 0);
    result.outcome = OUTCOME_MEASURED;
    result.compiled = result.correct = true;
    result.n_evidence = 1;
    result.evidence = &proof;
    e.n_measurements = 2;
    e.measurements = m;
    assert_int_equal(store_put_evaluation(f->db, &e, &evaluation_id, &f->err), 0);
    result.outcome = OUTCOME_INFRA;
    result.correct = false;
    e.n_measurements = result.n_evidence = 0;
    assert_int_equal(store_put_evaluation(f->db, &e, &evaluation_id, &f->err), 0);
    assert_int_equal(raw_int(f, "SELECT count(*) FROM v_rollout WHERE outcome = 'measured' AND "
                                "speedup = 1.5 AND task = 'l1/4' AND mean_surprisal = 1"),
                     1);
    assert_int_equal(raw_int(f, "SELECT count(*) FROM v_evaluation"), 3);
    assert_int_equal(raw_int(f, "SELECT sum(primary_evaluation) FROM v_evaluation"), 1);
    assert_int_equal(raw_int(f, "SELECT count(*) FROM evidence WHERE value IS NULL"), 1);
    assert_int_equal(raw_int(f, "SELECT length(samples_us) FROM measurement WHERE subject = "
                                "'candidate'"),
                     24);
    assert_int_equal(raw_int(f, "SELECT length(token_ids) FROM rollout_tokens"), 8);
    assert_int_equal(raw_int(f, "SELECT seed = -1 FROM v_run"), 1);
}

static const struct eval_profile *sample_profile(void)
{
    static struct profile_kernel kernel;
    static struct eval_profile profile = { .span_us = 20,
                                           .bytes = 4e7,
                                           .flops = 1e9,
                                           .copy_bytes_per_s = 4e12,
                                           .n_kernels = 1,
                                           .kernels = &kernel };
    profile_clear(&kernel);
    kernel.name = "k";
    kernel.device_us = 15;
    kernel.grid[0] = kernel.grid[1] = kernel.grid[2] = kernel.block[1] = kernel.block[2] = 1;
    kernel.block[0] = 32;
    kernel.registers = 32;
    kernel.counters[COUNTER_DRAM_READ_BYTES] = 4096;
    profile.peak_flop_per_s = (double)NAN;
    return &profile;
}

static void profiles_and_clocks_stay_beside_samples(void **state)
{
    struct fixture *f = *state;
    int64_t id;
    bool is_new;
    const double samples[] = { 10, 20, 30 }, clocks[] = { 1980, (double)NAN, 1500 };
    struct rollout_row r = { .run_id = put_run(f), .task_id = put_task(f) };
    assert_int_equal(store_put_rollout(f->db, &r, &id, &is_new, &f->err), 0);
    struct measurement_row m = { .subject = "candidate",
                                 .method = "cuda_event",
                                 .statistic = "median",
                                 .n_samples = 3,
                                 .samples_us = samples,
                                 .runtime_us = 20,
                                 .clocks_mhz = clocks,
                                 .n_throttled = 1 };
    struct eval_result result;
    eval_result_init(&result, OUTCOME_MEASURED, NULL);
    result.compiled = result.correct = true;
    result.profile = sample_profile();
    struct evaluation_row e = {
        .rollout_id = id, .result = &result, .n_measurements = 1, .measurements = &m
    };
    assert_int_equal(store_put_evaluation(f->db, &e, &id, &f->err), 0);
    assert_int_equal(raw_int(f, "SELECT length(clocks_mhz) + n_throttled FROM v_clock"), 25);
    assert_int_equal(raw_int(f, "SELECT registers = 32 AND local_bytes IS NULL AND "
                                "dram_read_bytes = 4096 AND occupancy IS NULL "
                                "FROM v_profile_kernel"),
                     1);
    assert_int_equal(raw_int(f, "SELECT bound = 'memory' AND memory_us = 10 AND "
                                "speed_of_light = 0.5 AND compute_us IS NULL AND own_share = 0.75 "
                                "FROM v_profile"),
                     1);
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_profile back;
    assert_int_equal(store_get_profile(f->db, id, &a, &back, &f->err), 0);
    assert_int_equal(back.n_kernels, 1);
    assert_string_equal(back.kernels[0].name, "k");
    assert_int_equal(back.kernels[0].block[0], 32);
    assert_int_equal(back.kernels[0].registers, 32);
    assert_int_equal(back.kernels[0].local_bytes, -1);
    assert_true(fabs(back.kernels[0].counters[COUNTER_DRAM_READ_BYTES] - 4096) < 0.5);
    assert_true(isnan(back.kernels[0].counters[COUNTER_FFMA]) && isnan(back.peak_flop_per_s));
    assert_true(fabs(back.bytes - 4e7) < 0.5 && back.why_not == NULL);
}

static void pragma_is(struct db *db, const char *pragma, int64_t want)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(db->handle, pragma, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    if (sqlite3_column_int64(st, 0) != want)
        fail_msg("%s is %s", pragma, (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
}

/* Writers' rows survive a power cut with valid references; a reader trusts no file. */
static void connections_have_their_settings(void **state)
{
    struct fixture *f = *state;
    struct db *reader = NULL;
    int64_t id;
    bool is_new;
    struct rollout_row r = { .run_id = put_run(f) + 1, .task_id = put_task(f) };
    assert_true(store_put_rollout(f->db, &r, &id, &is_new, &f->err) < 0);
    pragma_is(f->db, "PRAGMA foreign_keys", 1);
    pragma_is(f->db, "SELECT (SELECT journal_mode FROM pragma_journal_mode) = 'wal'", 1);
    pragma_is(f->db, "PRAGMA synchronous", 2);
    assert_int_equal(db_open(f->path, DB_READ, &reader, &f->err), 0);
    pragma_is(reader, "PRAGMA foreign_keys", 1);
    pragma_is(reader, "PRAGMA trusted_schema", 0);
    db_close(reader);
}

static void rollback_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    int64_t id;
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(store_put_blob(f->db, "code", "x", 1, &id, &f->err), 0);
    assert_true(store_put_blob(f->db, "nonsense kind", "y", 1, &id, &f->err) < 0);
    db_rollback(f->db);
    assert_int_equal(raw_int(f, "SELECT count(*) FROM blob"), 0);
}

struct sink_state {
    size_t n_rows, n_columns;
};

static void on_columns(void *context, size_t n, const char *const *names)
{
    (void)names;
    ((struct sink_state *)context)->n_columns = n;
}

static void on_row(void *context, size_t n, const struct sql_value *values)
{
    (void)n;
    (void)values;
    ((struct sink_state *)context)->n_rows++;
}

static void user_sql_reads_only(void **state)
{
    struct fixture *f = *state;
    static const char *const refused[] = { "DELETE FROM blob",      "DROP TABLE blob",
                                           "SELECT 1; SELECT 2",    "",
                                           "SELECT * FROM nowhere", "PRAGMA user_version = 3",
                                           "ATTACH 'x' AS y",       "VACUUM" };
    struct sink_state seen = { 0, 0 };
    struct sql_sink sink = { &seen, on_columns, on_row };
    assert_int_equal(db_user_sql(f->db, "SELECT 1, 2 UNION SELECT 3, 4;", &sink, &f->err), 0);
    assert_int_equal(seen.n_rows, 2);
    assert_int_equal(seen.n_columns, 2);
    for (size_t i = 0; i < ARRAY_LEN(refused); i++)
        assert_int_equal(db_user_sql(f->db, refused[i], &sink, &f->err), ERR_USAGE);
}

/* A query or part of the schema that is not in the program is a bug, and said with its name. */
static void a_name_that_is_not_embedded_ends_the_program(void **state)
{
    char said[200] = "";
    int pipes[2], status = 0;
    (void)state;
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        const struct rlimit none = { 0, 0 };
        (void)setrlimit(RLIMIT_CORE, &none);
        (void)signal(SIGABRT, SIG_DFL);
        dup2(pipes[1], STDERR_FILENO);
        (void)schema_text("schema/nowhere.sql");
        _exit(0);
    }
    close(pipes[1]);
    assert_true(read(pipes[0], said, sizeof(said) - 1) > 0);
    close(pipes[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_string_equal(said, "rollbook: bug: no embedded file schema/nowhere.sql\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(header_is_stamped, setup, teardown),
        cmocka_unit_test_setup_teardown(create_refuses_a_database_that_is_there, setup, teardown),
        cmocka_unit_test_setup_teardown(newer_schema_is_refused_in_words, setup, teardown),
        cmocka_unit_test_setup_teardown(older_schema_names_the_command, setup, teardown),
        cmocka_unit_test_setup_teardown(edited_migration_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(foreign_and_broken_files_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(missing_file_is_a_usage_error_when_reading, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(second_writer_is_busy, setup, teardown),
        cmocka_unit_test_setup_teardown(every_query_prepares, setup, teardown),
        cmocka_unit_test_setup_teardown(task_is_completed_but_never_overwritten, setup, teardown),
        cmocka_unit_test_setup_teardown(blobs_are_deduplicated_and_text_stays_text, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(tokens_are_read_without_an_extension, setup, teardown),
        cmocka_unit_test_setup_teardown(rollout_with_tokens_evaluation_and_views, setup, teardown),
        cmocka_unit_test_setup_teardown(profiles_and_clocks_stay_beside_samples, setup, teardown),
        cmocka_unit_test_setup_teardown(connections_have_their_settings, setup, teardown),
        cmocka_unit_test_setup_teardown(rollback_leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(user_sql_reads_only, setup, teardown),
        cmocka_unit_test(a_name_that_is_not_embedded_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
