/* SQL, C and packed facts agree on one speedup and one "fast", on hostile values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "columns/count_step_fast.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/db.h"
#include "src/store/facts.h"

/* NAN: no measurement. */
static const double times[] = { (double)NAN,
                                1.0,
                                2.0,
                                3.0,
                                0.0,
                                -0.0,
                                -1.0,
                                -2.0,
                                (double)INFINITY,
                                1e-320,
                                5e-324,
                                1e308,
                                1.7e308,
                                1e-308,
                                -(double)INFINITY,
                                1e300,
                                1e-300,
                                100.25,
                                100.2500000000001,
                                1e154 };

struct fixture {
    char path[64];
    struct db *db;
    struct err err;
};

static void run_sql(sqlite3 *handle, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

static void insert(sqlite3 *handle, const char *sql, int64_t id, double value)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &st, NULL), SQLITE_OK);
    sqlite3_bind_int64(st, 1, id);
    if (sqlite3_bind_parameter_count(st) > 1)
        sqlite3_bind_double(st, 2, value);
    assert_int_equal(sqlite3_step(st), SQLITE_DONE);
    sqlite3_finalize(st);
}

static bool case_of(int64_t step, double *baseline_us, double *runtime_us)
{
    size_t n = ARRAY_LEN(times);
    *baseline_us = times[(size_t)step / 2 / n];
    *runtime_us = times[(size_t)step / 2 % n];
    return step % 2 == 1;
}

static const int64_t n_cases = (int64_t)(2 * ARRAY_LEN(times) * ARRAY_LEN(times));

/* Foreign files hold times that our CHECKs refuse. */
static void put_cases(const char *path)
{
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    run_sql(handle,
            "PRAGMA ignore_check_constraints = ON; BEGIN;"
            "INSERT INTO task (task_id, suite, level, problem_id) VALUES (1, 's', 1, 1);"
            "INSERT INTO run (run_id, name, strategy, status, config, argv, code_version, "
            "libraries, started_at)"
            " VALUES (1, 'r', 'imported', 'complete', '{}', '[]', 'v', '{}', '2026-01-01')");
    for (int64_t step = 0; step < n_cases; step++) {
        double baseline_us, runtime_us;
        bool correct = case_of(step, &baseline_us, &runtime_us);
        insert(handle,
               "INSERT INTO rollout (rollout_id, run_id, step, task_id, sample) VALUES (?1 + 1, 1, "
               "?1, 1, 0)",
               step, 0);
        insert(handle,
               "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, "
               "created_at)"
               " VALUES (?1 + 1, ?1 + 1, iif(?2, 'measured', 'mismatch'), 1, CAST(?2 AS INTEGER), "
               "'2026-01-01')",
               step, correct ? 1 : 0);
        if (!isnan(runtime_us))
            insert(handle,
                   "INSERT INTO measurement (evaluation_id, subject, method, runtime_us, statistic)"
                   " VALUES (?1 + 1, 'candidate', 'm', ?2, 'mean')",
                   step, runtime_us);
        if (!isnan(baseline_us))
            insert(handle,
                   "INSERT INTO measurement (evaluation_id, subject, method, runtime_us, statistic)"
                   " VALUES (?1 + 1, 'baseline', 'm', ?2, 'mean')",
                   step, baseline_us);
    }
    run_sql(handle, "COMMIT");
    sqlite3_close(handle);
}

static int setup(void **state)
{
    struct fixture *f = mem_alloc(sizeof(*f));
    snprintf(f->path, sizeof(f->path), "/tmp/rollbook-speedup-test.%ld.db", (long)getpid());
    remove(f->path);
    assert_int_equal(db_open(f->path, DB_CREATE, &f->db, &f->err), 0);
    put_cases(f->path);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    char beside[80];
    db_close(f->db);
    remove(f->path);
    snprintf(beside, sizeof(beside), "%s-wal", f->path);
    remove(beside);
    snprintf(beside, sizeof(beside), "%s-shm", f->path);
    remove(beside);
    free(f);
    return 0;
}

static void assert_same(const char *what, int64_t step, double got, double want)
{
    double baseline_us, runtime_us;
    bool correct = case_of(step, &baseline_us, &runtime_us);
    if (!(isnan(got) && isnan(want)) && !(got >= want && got <= want))
        fail_msg("%s of %s, %g us against %g us: %.17g and not %.17g", what,
                 correct ? "a correct one" : "a wrong one", runtime_us, baseline_us, got, want);
}

static void check_row(void *context, size_t n, const struct sql_value *v)
{
    int64_t *seen = context;
    double baseline_us, runtime_us;
    assert_int_equal(n, 7);
    int64_t step = v[0].i;
    bool correct = case_of(step, &baseline_us, &runtime_us);
    double want = speedup_of(correct, baseline_us, runtime_us);
    static const char *const views[] = { "v_speedup", "v_evaluation", "v_rollout", "v_cell" };
    for (size_t i = 0; i < ARRAY_LEN(views); i++)
        assert_same(views[i], step, v[i + 1].type == 2 ? v[i + 1].real : (double)NAN, want);
    assert_same("n_timed", step, (double)v[5].i, isnan(want) ? 0 : 1);
    assert_same("n_fast_1", step, (double)v[6].i, speedup_is_fast(want, 1.0, false) ? 1 : 0);
    ++*seen;
}

static void ignore_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

static void check_views(struct fixture *f)
{
    int64_t seen = 0;
    const struct sql_sink sink = { &seen, ignore_columns, check_row };
    int rc = db_user_sql(
        f->db,
        "SELECT v.step, (SELECT speedup FROM v_speedup s WHERE s.rollout_id = v.rollout_id), "
        "e.speedup,"
        "  v.speedup, c.best_speedup, c.n_timed, c.n_fast_1 "
        "FROM v_rollout v JOIN v_evaluation e ON e.rollout_id = v.rollout_id "
        "JOIN v_cell c ON c.run_id = v.run_id AND c.task_id = v.task_id AND c.step = v.step",
        &sink, &f->err);
    if (rc < 0)
        fail_msg("%s", f->err.msg);
    assert_int_equal(seen, n_cases);
}

static void views_of_rows_say_what_c_says(void **state)
{
    check_views(*state);
}

static void views_of_facts_say_what_c_says(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(facts_rebuild(f->db, &f->err), 0);
    check_views(f);
}

static void fast_rollouts_of_a_step_are_counted_alike(void **state)
{
    struct fixture *f = *state;
    for (int64_t step = 0; step < n_cases; step++) {
        double baseline_us, runtime_us;
        bool correct = case_of(step, &baseline_us, &runtime_us);
        struct stmt *st = db_query(f->db, "count_step_fast");
        stmt_bind_int(st, ":run_id", 1);
        stmt_bind_int(st, ":step", step);
        assert_int_equal(stmt_step(st, &f->err), 1);
        double want = speedup_of(correct, baseline_us, runtime_us);
        assert_int_equal(stmt_int(st, COUNT_STEP_FAST_N), 1);
        assert_same("count_step_fast", step, (double)stmt_int(st, COUNT_STEP_FAST_N_FAST),
                    speedup_is_fast(want, 1.0, false) ? 1 : 0);
        stmt_reset(st);
    }
}

static void what_is_unknown_is_no_speedup(void **state)
{
    (void)state;
    assert_true(isnan(speedup_of(false, 2.0, 1.0)));
    assert_true(isnan(speedup_of(true, (double)NAN, 1.0)));
    assert_true(isnan(speedup_of(true, 2.0, (double)NAN)));
    assert_true(isnan(speedup_of(true, 2.0, 0.0)));
    assert_true(isnan(speedup_of(true, -2.0, -1.0)));
    assert_true(isnan(speedup_of(true, (double)INFINITY, 1.0)));
    assert_true(isnan(speedup_of(true, 1.0, (double)INFINITY)));
    assert_true(isnan(speedup_of(true, 1e308, 1e-320)));
    assert_true(isnan(speedup_of(true, 1e-320, 1e308)));
    assert_true(speedup_of(true, 3.0, 1.5) >= 2.0 && speedup_of(true, 3.0, 1.5) <= 2.0);
    assert_true(speedup_is_fast(1.0, 1.0, true));
    assert_false(speedup_is_fast(1.0, 1.0, false));
    assert_false(speedup_is_fast((double)NAN, 0.0, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_unknown_is_no_speedup),
        cmocka_unit_test_setup_teardown(views_of_rows_say_what_c_says, setup, teardown),
        cmocka_unit_test_setup_teardown(views_of_facts_say_what_c_says, setup, teardown),
        cmocka_unit_test_setup_teardown(fast_rollouts_of_a_step_are_counted_alike, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
