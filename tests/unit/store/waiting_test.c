/*
 * waiting_test.c - rows that wait and are put in together are the rows that one by one would be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/facts.h"
#include "src/store/store.h"
#include "src/store/whole/verify.h"
#include "src/store/writer.h"
#include "tests/unit/store/rows_text.h"

#define TABLES " blob rollout rollout_tokens evaluation measurement evidence "

static void put_verdict(struct fixture *f, int64_t rollout_id, int i)
{
    const double samples[] = { 10.0 + i, 20.0 + i };
    struct measurement_row m[2] = {
        { "candidate", NULL, "cpu_wall", "median", 2, samples, 15.0 + i, 10.0 + i, 20.0 + i,
          (double)NAN, NULL, 0 },
        { "baseline", "reference", "cpu_wall", "mean", 0, NULL, 30, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
    };
    struct evidence proofs[2] = { { "guard_zone", i, 2, "bytes", true, "fine" },
                                  { "poison", (double)NAN, (double)NAN, NULL, true, NULL } };
    struct eval_result result;
    int64_t id;
    eval_result_init(&result, i % 3 == 0 ? OUTCOME_COMPILE : OUTCOME_MEASURED, "said");
    result.compiled = result.correct = i % 3 != 0;
    result.n_evidence = 2;
    result.evidence = proofs;
    const struct evaluation_row e = { .rollout_id = rollout_id,
                                      .result = &result,
                                      .n_measurements = i % 3 != 0 ? 2 : 0,
                                      .measurements = m };
    ok(f, store_put_evaluation(f->db, &e, &id, &f->err));
}

/* Rollouts from one number on, with texts of which some are the same and some are bytes. */
static void put_rollouts(struct fixture *f, const struct ids *id, int from, int n)
{
    for (int i = from; i < from + n; i++) {
        const int32_t tokens[] = { i, i + 1 };
        const float logprobs[] = { -1.0f, -0.5f * (float)i };
        const double sum = i % 4 == 0 ? (double)NAN : -1 - 0.5 * i;
        char text[40];
        int64_t rollout_id;
        bool is_new = false;
        struct rollout_row r = { .run_id = id->run,
                                 .task_id = id->task,
                                 .step = 1,
                                 .sample = i,
                                 .finish_reason = i % 2 == 0 ? "stop" : NULL,
                                 .prompt_tokens = -1,
                                 .completion_tokens = 2,
                                 .sum_logprob = sum,
                                 .mean_logprob = sum / 2,
                                 .logprob_temperature = 1,
                                 .n_tokens = i % 4 == 0 ? 0 : 2,
                                 .token_ids = tokens,
                                 .logprobs = logprobs };
        snprintf(text, sizeof(text), "%s%d", i % 7 == 0 ? "\xff" : "text ", i / 2);
        ok(f, store_put_blob(f->db, "code", text, strlen(text), &r.code_blob_id, &f->err));
        ok(f, store_put_rollout(f->db, &r, &rollout_id, &is_new, &f->err));
        assert_true(is_new);
        put_verdict(f, rollout_id, i);
    }
}

static int64_t n_triggers(struct fixture *f)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(f->db->handle,
                                        "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'",
                                        -1, &st, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return n;
}

static void load(struct fixture *f, const struct ids *id, int from, int n)
{
    const int64_t triggers = n_triggers(f);
    ok(f, writer_begin(f->db, &f->err));
    assert_true(f->db->writer.open);
    assert_true(n_triggers(f) < triggers);
    put_rollouts(f, id, from, n);
    ok(f, writer_commit(f->db, &f->err));
    assert_false(f->db->writer.open);
    assert_int_equal(n_triggers(f), triggers);
}

static void on_checked(void *context, const char *check, const char *looked_at, int64_t findings)
{
    (void)context;
    (void)check;
    (void)looked_at;
    (void)findings;
}

static void on_found(void *context, const char *check, const char *place, const char *what)
{
    (void)context;
    fail_msg("%s: %s: %s", check, place, what);
}

/* Facts that were packed before count no longer, and the whole database is sound. */
static void assert_sound(struct fixture *f)
{
    const struct verify_sink sink = { NULL, on_checked, on_found };
    ok(f, db_verify(f->db, true, &sink, &f->err));
}

static void rows_that_wait_are_those_of_one_by_one(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    struct db *loaded = f->db, *plain = NULL;
    char path[160];
    snprintf(path, sizeof(path), "%s/plain.db", f->dir);
    put_small_rollout(f, &id);
    ok(f, facts_refresh(f->db, &f->err));
    load(f, &id, 0, 300); /* more than there is room for at first */
    ok(f, facts_refresh(f->db, &f->err));
    load(f, &id, 300, 5);
    assert_sound(f);
    struct buf got = rows_of(f, TABLES);

    assert_int_equal(db_open(path, DB_CREATE, &plain, &f->err), 0);
    f->db = plain;
    put_small_rollout(f, &id);
    ok(f, db_begin(f->db, &f->err));
    put_rollouts(f, &id, 0, 305);
    ok(f, db_commit(f->db, &f->err));
    struct buf want = rows_of(f, TABLES);
    db_close(plain);
    f->db = loaded;
    assert_string_equal(buf_text(&got), buf_text(&want));
    buf_release(&got);
    buf_release(&want);
}

/* Another connection writes between two loads, whose keys follow those that it made. */
static void others_may_write_in_between(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    struct db *mine = f->db, *other = NULL;
    put_small_rollout(f, &id);
    load(f, &id, 0, 3);
    assert_int_equal(db_open(f->path, DB_WRITE, &other, &f->err), 0);
    f->db = other;
    put_rollouts(f, &id, 3, 2);
    db_close(other);
    f->db = mine;
    load(f, &id, 5, 3);
    assert_sound(f);
    struct buf text = rows_of(f, " rollout ");
    const char *at = buf_text(&text);
    for (int i = 1; i <= 9; i++) {
        char want[64];
        snprintf(want, sizeof(want), "rollout rollout_id=%d run_id=1 ", i);
        assert_memory_equal(at, want, strlen(want));
        at = strchr(at, '\n') + 1;
    }
    assert_string_equal(at, "");
    buf_release(&text);
}

/* What waits is seen by whoever asks for it, and a rollback drops it. */
static void waiting_rows_are_seen_and_dropped(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    struct rollout_row key = { .step = 1, .sample = 1 };
    int64_t found = 0;
    bool is_new = true;
    put_small_rollout(f, &id);
    struct buf before = rows_of(f, NULL);
    const int64_t triggers = n_triggers(f);
    ok(f, writer_begin(f->db, &f->err));
    put_rollouts(f, &id, 0, 3);
    key.run_id = id.run;
    key.task_id = id.task;
    ok(f, store_put_rollout(f->db, &key, &found, &is_new, &f->err));
    assert_false(is_new);
    assert_int_equal(found, 3);
    db_rollback(f->db);
    assert_false(f->db->writer.open);
    assert_int_equal(n_triggers(f), triggers);
    assert_rows(f, NULL, buf_text(&before));
    load(f, &id, 0, 3);
    assert_sound(f);
    buf_release(&before);
}

static void keep_integer(void *context, size_t n, const struct sql_value *values)
{
    assert_int_equal(n, 1);
    *(int64_t *)context = values[0].i;
}

static void ignore_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

/* A statement about other tables leaves them waiting; one that reads theirs, through a view or as
 * somebody's SQL, sees them. */
static void who_touches_their_tables_puts_them_in(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    int64_t n = 0;
    const struct sql_sink sink = { &n, ignore_columns, keep_integer };
    put_small_rollout(f, &id);
    ok(f, writer_begin(f->db, &f->err));
    put_rollouts(f, &id, 0, 3);
    ok(f, stmt_one_int(db_query(f->db, "count_schema_objects"), &n, &f->err));
    assert_true(f->db->waiting.mask != 0);
    ok(f, db_user_sql(f->db, "SELECT count(*) FROM v_rollout", &sink, &f->err));
    assert_int_equal(n, 4);
    assert_int_equal(f->db->waiting.mask, 0);
    put_rollouts(f, &id, 3, 1);
    ok(f, stmt_one_int(db_query(f->db, "has_rollouts"), &n, &f->err));
    assert_int_equal(f->db->waiting.mask, 0);
    ok(f, writer_commit(f->db, &f->err));
    assert_sound(f);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(rows_that_wait_are_those_of_one_by_one),
        CASE(others_may_write_in_between),
        CASE(waiting_rows_are_seen_and_dropped),
        CASE(who_touches_their_tables_puts_them_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
