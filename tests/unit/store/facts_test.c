/*
 * Refreshed facts equal those derived from the rows, in any order of rollouts and evaluations, with
 * a writer and without.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/facts.h"
#include "src/store/store.h"
#include "src/store/writer.h"

#define N_TASKS 3

struct fixture {
    char path[64];
    struct db *db;
    struct err err;
    struct rng rng;
    int64_t run_id;
    int64_t task_ids[N_TASKS];
    int64_t pending[4000]; /* without evaluation */
    size_t n_pending;
    int next_sample;
};

static int set_up(void **state)
{
    struct fixture *f = mem_alloc(sizeof(*f));
    struct run_row run = { .name = "r",
                           .strategy = "imported",
                           .status = "complete",
                           .temperature = (double)NAN,
                           .k = -1,
                           .n_steps = -1,
                           .code_version = "" };
    snprintf(f->path, sizeof(f->path), "/tmp/rollbook-facts-%ld.db", (long)getpid());
    unlink(f->path);
    rng_init(&f->rng, 3, RNG_TRIAL, 0, 0, 0);
    if (db_open(f->path, DB_CREATE, &f->db, &f->err) < 0 ||
        store_put_run(f->db, &run, &f->run_id, &f->err) < 0)
        return -1;
    for (int i = 0; i < N_TASKS; i++) {
        struct task_row t = { "kernelbench", 1, i + 1, "", NULL, NULL };
        if (store_put_task(f->db, &t, &f->task_ids[i], &f->err) < 0)
            return -1;
    }
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char side[80];
    db_close(f->db);
    unlink(f->path);
    snprintf(side, sizeof(side), "%s-wal", f->path);
    unlink(side);
    snprintf(side, sizeof(side), "%s-shm", f->path);
    unlink(side);
    mem_free_ptr(state);
    return 0;
}

static void put_rollout(struct fixture *f)
{
    bool is_new = false;
    struct rollout_row r = { .run_id = f->run_id,
                             .task_id = f->task_ids[rng_below(&f->rng, N_TASKS)],
                             .step = (int)rng_below(&f->rng, 2),
                             .turn = (int)rng_below(&f->rng, 2),
                             .sample =
                                 rng_below(&f->rng, 3) == 0 ? f->next_sample : f->next_sample++,
                             .prompt_tokens = 10,
                             .completion_tokens = (int)rng_below(&f->rng, 100) - 1,
                             .sum_logprob = -rng_double(&f->rng),
                             .mean_logprob = (double)NAN,
                             .logprob_temperature = 1.0 };
    assert_int_equal(store_put_rollout(f->db, &r, &f->pending[f->n_pending], &is_new, &f->err), 0);
    f->n_pending += is_new;
}

static void put_evaluation(struct fixture *f)
{
    static const enum outcome outcomes[] = { OUTCOME_MEASURED, OUTCOME_INFRA, OUTCOME_COMPILE };
    struct eval_result r;
    size_t i = rng_below(&f->rng, (uint32_t)f->n_pending);
    eval_result_init(&r, outcomes[rng_below(&f->rng, 3)], NULL);
    bool correct = r.outcome == OUTCOME_MEASURED;
    r.compiled = r.correct = correct;
    r.compile_cached = r.trials_run = r.trials_passed = -1;
    r.compile_ms = r.total_ms = (double)NAN;
    struct measurement_row m[2] = {
        { "candidate", NULL, "imported", "mean", 0, NULL, 1.0 + rng_double(&f->rng), (double)NAN,
          (double)NAN, (double)NAN, NULL, 0 },
        { "baseline", "reference", "imported", "mean", 0, NULL, 1.5, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
    };
    struct evaluation_row e = { .rollout_id = f->pending[i],
                                .result = &r,
                                .n_measurements = correct ? 1 + rng_below(&f->rng, 2) : 0,
                                .measurements = m };
    int64_t id = 0;
    assert_int_equal(store_put_evaluation(f->db, &e, &id, &f->err), 0);
    if (rng_below(&f->rng, 4) != 0)
        f->pending[i] = f->pending[--f->n_pending];
}

static void on_found(void *context, const char *place, const char *what)
{
    print_error("%s: %s\n", place, what);
    ++*(int *)context;
}

static void assert_facts_hold(struct fixture *f)
{
    int findings = 0;
    int64_t cells = 0;
    struct facts_sink sink = { &findings, on_found };
    assert_int_equal(facts_compare(f->db, &sink, &cells, &f->err), 0);
    assert_int_equal(findings, 0);
    assert_int_equal(cells, 2 * N_TASKS);
}

static void put_some(struct fixture *f, bool with_writer)
{
    assert_int_equal(with_writer ? writer_begin(f->db, &f->err) : db_begin(f->db, &f->err), 0);
    for (int i = 0; i < 60; i++) {
        put_rollout(f);
        if (f->n_pending > 20 || rng_below(&f->rng, 2) == 0)
            put_evaluation(f);
    }
    assert_int_equal(with_writer ? writer_commit(f->db, &f->err) : db_commit(f->db, &f->err), 0);
}

static int64_t n_stale(struct fixture *f)
{
    int64_t n = 0;
    struct stmt *st = db_query(f->db, "fact_list_stale");
    stmt_bind_int(st, ":run_id", 0);
    stmt_bind_int(st, ":task_id", 0);
    stmt_bind_int(st, ":step", 0);
    while (stmt_step(st, &f->err) > 0)
        n++;
    return n;
}

static void refreshed_facts_are_what_the_rows_say(void **state)
{
    struct fixture *f = *state;
    for (int round = 0; round < 60; round++) {
        put_some(f, rng_below(&f->rng, 2) == 0);
        assert_true(n_stale(f) > 0);
        if (rng_below(&f->rng, 3) == 0)
            continue;
        assert_int_equal(facts_refresh(f->db, &f->err), 0);
        assert_int_equal(n_stale(f), 0);
        assert_facts_hold(f);
    }
    assert_int_equal(facts_refresh(f->db, &f->err), 0);
}

static void a_rolled_back_writer_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    size_t n_pending = f->n_pending;
    assert_int_equal(writer_begin(f->db, &f->err), 0);
    for (int i = 0; i < 5; i++)
        put_rollout(f);
    db_rollback(f->db);
    f->n_pending = n_pending;
    assert_int_equal(n_stale(f), 0);
    put_rollout(f);
    while (n_stale(f) == 0)
        put_rollout(f);
    assert_int_equal(facts_refresh(f->db, &f->err), 0);
    assert_facts_hold(f);
}

/* A verdict of an old rollout, or a time of an old evaluation, is news of its cell alone. */
static void a_writer_raises_the_cells_of_old_rows(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(facts_refresh(f->db, &f->err), 0);
    while (f->n_pending == 0)
        put_rollout(f);
    assert_int_equal(facts_refresh(f->db, &f->err), 0);
    assert_int_equal(n_stale(f), 0);
    assert_int_equal(writer_begin(f->db, &f->err), 0);
    put_evaluation(f);
    assert_int_equal(writer_commit(f->db, &f->err), 0);
    assert_int_equal(n_stale(f), 1);
    assert_int_equal(facts_refresh(f->db, &f->err), 0);
    assert_facts_hold(f);
}

static void making_them_anew_changes_nothing(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(facts_rebuild(f->db, &f->err), 0);
    assert_facts_hold(f);
}

static void another_writer_leaves_them_behind(void **state)
{
    struct fixture *f = *state;
    struct db *other = NULL;
    assert_int_equal(db_open(f->path, DB_WRITE, &other, &f->err), 0);
    put_rollout(f);
    assert_int_equal(db_begin(other, &f->err), 0);
    assert_int_equal(facts_refresh(f->db, &f->err), 0);
    db_rollback(other);
    db_close(other);
    assert_int_equal(facts_refresh(f->db, &f->err), 0);
    assert_facts_hold(f);
}

/* A batch costs the same in a large database: the search of each table begins behind its last row.
 */
static void a_commit_reads_new_rows_alone(void **state)
{
    struct fixture *f = *state;
    struct stmt *st = db_plain_query(f->db, "writer_raise_epochs");
    char *sql = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sqlite3_sql(st->handle));
    sqlite3_stmt *plan = NULL;
    size_t n = 0;
    assert_int_equal(sqlite3_prepare_v2(f->db->handle, sql, -1, &plan, NULL), SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(plan, 3);
        if (strncmp(detail, "SEARCH", 6) == 0) {
            if (strstr(detail, "INTEGER PRIMARY KEY (rowid") == NULL)
                fail_msg("not by rowid: %s", detail);
            n++;
        }
        if (strncmp(detail, "SCAN", 4) == 0 && strstr(detail, "SUBQUERY") == NULL)
            fail_msg("%s", detail);
    }
    assert_int_equal(n, 6);
    sqlite3_finalize(plan);
    sqlite3_free(sql);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refreshed_facts_are_what_the_rows_say),
        cmocka_unit_test(a_rolled_back_writer_leaves_nothing),
        cmocka_unit_test(a_writer_raises_the_cells_of_old_rows),
        cmocka_unit_test(making_them_anew_changes_nothing),
        cmocka_unit_test(another_writer_leaves_them_behind),
        cmocka_unit_test(a_commit_reads_new_rows_alone),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
