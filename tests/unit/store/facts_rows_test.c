/*
 * facts_rows_test.c - what facts say of each rollout and cell is what the views find in the rows:
 * of every outcome, of turns, of several evaluations and their confirmations; and facts that are
 * another cell's or nobody's are found.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/facts.h"
#include "src/store/packed/fact_pack.h"

#define N_RUNS     3
#define N_TASKS    4
#define N_ROLLOUTS 400

static struct db *db;
static struct rng rng;
static int n_evaluations;

static void execute(const char *sql)
{
    char *why = NULL;
    if (sqlite3_exec(db->handle, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
}

static int chance(int n)
{
    return (int)rng_below(&rng, (uint32_t)n);
}

/* NULL one time in four. */
static void put_real(struct buf *sql, double v)
{
    if (chance(4) == 0)
        buf_puts(sql, ", NULL");
    else
        buf_printf(sql, ", %.17g", v);
}

static void put_evaluation(struct buf *sql, int rollout)
{
    static const char *const outcomes[] = { "no_code",  "parse",    "compile",  "launch",
                                            "crash",    "timeout",  "nan",      "wrong_shape",
                                            "mismatch", "cheat",    "infra",    "measured",
                                            "measured", "measured", "measured", "infra" };
    const char *outcome = outcomes[chance(16)];
    const int correct = strcmp(outcome, "measured") == 0 ? 1 : chance(5) == 0;
    const int id = ++n_evaluations;
    buf_printf(sql,
               "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, "
               "import_source_id, created_at, purpose, speedup_lower, speedup_upper) VALUES (%d, "
               "%d, '%s', %d, %d, 1, '1999', %s",
               id, rollout, outcome, chance(2), correct, chance(4) == 0 ? "'confirm'" : "NULL");
    if (chance(3) == 0)
        buf_printf(sql, ", %.17g, %.17g);\n", 0.5 + rng_double(&rng), 2 + rng_double(&rng));
    else
        buf_puts(sql, ", NULL, NULL);\n");
    for (int i = 0; i < 2; i++)
        if (chance(5) > 0)
            buf_printf(sql,
                       "INSERT INTO measurement (evaluation_id, subject, method, runtime_us, "
                       "statistic) VALUES (%d, '%s', 'imported', %.17g, 'mean');\n",
                       id, i == 0 ? "candidate" : "baseline",
                       chance(8) == 0 ? 1.5 : 1 + rng_double(&rng));
}

static void put_rollout(struct buf *sql, int id)
{
    const int run = 1 + chance(N_RUNS), task = 1 + chance(N_TASKS), step = chance(3);
    buf_printf(sql,
               "INSERT OR IGNORE INTO rollout (rollout_id, run_id, task_id, step, turn, sample, "
               "prompt_tokens, completion_tokens, sum_logprob, mean_logprob) VALUES (%d, %d, %d, "
               "%d, %d, %d",
               id, run, task, step, chance(3), chance(60));
    put_real(sql, chance(100));
    put_real(sql, chance(70000));
    put_real(sql, -rng_double(&rng));
    put_real(sql, -rng_double(&rng));
    buf_puts(sql, ");\n");
}

/* Fresh rows in ascending order, and evaluations of any of them. */
static void put_rows(int first, int last)
{
    struct buf sql = { 0 };
    for (int id = first; id <= last; id++)
        put_rollout(&sql, id);
    execute(buf_text(&sql));
    buf_clear(&sql);
    buf_puts(&sql, "PRAGMA foreign_keys = OFF;\n");
    for (int i = 0; i < 2 * (last - first); i++)
        put_evaluation(&sql, first + chance(last - first + 1));
    buf_puts(&sql, "DELETE FROM measurement WHERE evaluation_id IN (SELECT evaluation_id FROM "
                   "evaluation WHERE rollout_id NOT IN (SELECT rollout_id FROM rollout));\n"
                   "DELETE FROM evaluation WHERE rollout_id NOT IN (SELECT rollout_id FROM "
                   "rollout);\n");
    execute(buf_text(&sql));
    buf_release(&sql);
}

static int set_up(void **state)
{
    struct err err = { 0 };
    (void)state;
    rng_init(&rng, 5, RNG_TRIAL, 0, 0, 0);
    n_evaluations = 0;
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    execute("INSERT INTO import_source (import_source_id, format, importer_version, path, sha256, "
            "bytes, imported_at, n_read, n_stored, n_duplicate, n_refused) VALUES (1, 'f', 1, 'p', "
            "'00', 1, '1999', 0, 0, 0, 0)");
    for (int run = 1; run <= N_RUNS; run++) {
        char sql[400];
        snprintf(sql, sizeof sql,
                 "INSERT INTO run (run_id, name, strategy, status, config, argv, code_version, "
                 "libraries, started_at) VALUES (%d, 'r%d', 'imported', 'complete', '{}', '[]', "
                 "'v', '{}', '1999')",
                 run, run);
        execute(sql);
    }
    for (int task = 1; task <= N_TASKS; task++) {
        char sql[200];
        snprintf(sql, sizeof sql,
                 "INSERT INTO task (task_id, suite, level, problem_id, name) VALUES (%d, "
                 "'kernelbench', 1, %d, 'n')",
                 task, task);
        execute(sql);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    db_close(db);
    return 0;
}

/* Rows of a query, a line each; reals with all their digits. */
static void put_query(struct buf *out, const char *sql)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(db->handle, sql, -1, &st, NULL), SQLITE_OK);
    while (sqlite3_step(st) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(st); i++) {
            buf_puts(out, i == 0 ? "" : " ");
            if (sqlite3_column_type(st, i) == SQLITE_NULL)
                buf_puts(out, "-");
            else if (sqlite3_column_type(st, i) == SQLITE_FLOAT)
                buf_printf(out, "%.17g", sqlite3_column_double(st, i));
            else
                buf_puts(out, (const char *)sqlite3_column_text(st, i));
        }
        buf_puts(out, "\n");
    }
    sqlite3_finalize(st);
}

static void put_integer(struct buf *out, int64_t v)
{
    buf_printf(out, v == FACT_MISSING ? " -" : " %lld", (long long)v);
}

static void put_cell(struct buf *out, const char *place, const void *data, size_t len)
{
    struct arena a = { 0 };
    struct fact_view view;
    int64_t *integers[FACT_N_INTEGERS];
    double *reals[FACT_N_COLUMNS] = { NULL };
    assert_true(fact_open(data, len, &view));
    for (size_t c = 0; c < FACT_N_COLUMNS; c++) {
        if (c < FACT_N_INTEGERS) {
            integers[c] = arena_array(&a, view.n, sizeof(int64_t));
            fact_read_integers(&view, (enum fact_column)c, integers[c]);
        } else {
            reals[c] = arena_array(&a, view.n, sizeof(double));
            fact_read_reals(&view, (enum fact_column)c, reals[c]);
        }
    }
    for (size_t i = 0; i < view.n; i++) {
        const int64_t verdict = integers[FACT_VERDICT][i];
        buf_puts(out, place);
        put_integer(out, integers[FACT_SAMPLE][i]);
        put_integer(out, integers[FACT_TURN][i]);
        if (verdict == FACT_MISSING || (verdict & FACT_OUTCOME) == FACT_PENDING)
            buf_puts(out, " - - - 0");
        else
            buf_printf(out, " %s %d %d %d", fact_outcome_name((int)(verdict & FACT_OUTCOME)),
                       (verdict & FACT_COMPILED) != 0, (verdict & FACT_CORRECT) != 0,
                       (verdict & FACT_SCORED) != 0);
        put_integer(out, integers[FACT_PROMPT_TOKENS][i]);
        put_integer(out, integers[FACT_COMPLETION_TOKENS][i]);
        for (size_t c = FACT_N_INTEGERS; c < FACT_N_COLUMNS; c++)
            buf_printf(out, isnan(reals[c][i]) ? " -" : " %.17g", reals[c][i]);
        buf_puts(out, "\n");
    }
    arena_release(&a);
}

static void put_facts(struct buf *out)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(
                         db->handle,
                         "SELECT c.run_id || ' ' || c.task_id || ' ' || c.step, d.columns FROM "
                         "fact_cell c JOIN fact_data d USING (data_id) WHERE packed = epoch ORDER "
                         "BY c.run_id, c.task_id, c.step",
                         -1, &st, NULL),
                     SQLITE_OK);
    while (sqlite3_step(st) == SQLITE_ROW)
        put_cell(out, (const char *)sqlite3_column_text(st, 0), sqlite3_column_blob(st, 1),
                 (size_t)sqlite3_column_bytes(st, 1));
    sqlite3_finalize(st);
}

/* Line by line: a whole text of a thousand lines is nothing to read. */
static void assert_same_lines(const struct buf *got, const struct buf *want)
{
    const char *g = buf_text(got), *w = buf_text(want);
    while (*g != '\0' || *w != '\0') {
        const size_t n = strcspn(g, "\n"), m = strcspn(w, "\n");
        if (n != m || memcmp(g, w, n) != 0)
            fail_msg("got\n%.*s\nnot\n%.*s", (int)n, g, (int)m, w);
        g += n + (g[n] != '\0');
        w += m + (w[m] != '\0');
    }
}

#define CELLS                                                                                      \
    "SELECT run_id, task_id, step, n_rollouts, n_unscored, n, n_compiled, n_correct, n_timed, "    \
    "n_fast_1, best_speedup FROM v_cell ORDER BY 1, 2, 3"
#define ROWS                                                                                       \
    "SELECT run_id, task_id, step, sample, turn, outcome, compiled, correct, coalesce(outcome <> " \
    "'infra', 0), prompt_tokens, completion_tokens, runtime_us, baseline_runtime_us, "             \
    "sum_logprob, "                                                                                \
    "mean_logprob, speedup_lower, speedup_upper, confirmed_speedup FROM v_rollout ORDER BY 1, 2, " \
    "3, 4, 5"

static void on_found(void *context, const char *place, const char *what)
{
    buf_printf(context, "%s: %s\n", place, what);
}

static int64_t compare(struct buf *found)
{
    const struct facts_sink sink = { found, on_found };
    struct err err = { 0 };
    int64_t cells = 0;
    assert_int_equal(facts_compare(db, &sink, &cells, &err), 0);
    return cells;
}

/* Cells of the views are counted from the rows while facts are stale. */
static void check_facts(void)
{
    struct buf cells = { 0 }, rows = { 0 }, facts = { 0 };
    struct err err = { 0 };
    put_query(&cells, CELLS);
    put_query(&rows, ROWS);
    assert_int_equal(facts_refresh(db, &err), 0);
    put_query(&facts, "SELECT count(*) FROM v_stale");
    assert_string_equal(buf_text(&facts), "0\n");
    buf_clear(&facts);
    put_query(&facts, CELLS);
    assert_same_lines(&facts, &cells);
    buf_clear(&facts);
    put_facts(&facts);
    assert_same_lines(&facts, &rows);
    buf_clear(&facts);
    compare(&facts);
    assert_string_equal(buf_text(&facts), "");
    buf_release(&cells);
    buf_release(&rows);
    buf_release(&facts);
}

static void facts_are_what_the_views_find_in_the_rows(void **state)
{
    (void)state;
    check_facts(); /* of no rows */
    put_rows(1, N_ROLLOUTS);
    check_facts();
    put_rows(N_ROLLOUTS + 1, N_ROLLOUTS + 20);
    check_facts();
    /* Changes far apart, of a few rows and of many; cells that lose all of theirs. */
    execute("UPDATE evaluation SET outcome = 'infra', correct = 0 WHERE evaluation_id % 300 = 7");
    check_facts();
    execute("UPDATE measurement SET runtime_us = 2 * runtime_us WHERE evaluation_id % 200 = 3");
    check_facts();
    put_rows(1000000000, 1000000002);
    check_facts();
    execute("PRAGMA foreign_keys = OFF; DELETE FROM rollout WHERE task_id = 2 AND step = 1");
    check_facts();
    execute("DELETE FROM rollout");
    check_facts();
}

static void facts_that_are_not_those_of_the_rows_are_found(void **state)
{
    static const struct {
        const char *change, *found;
    } changes[] = {
        { "UPDATE fact_cell SET n_rollouts = n_rollouts + 1 WHERE run_id = 1 AND task_id = 1 AND "
          "step = 0",
          "facts of r1 l1/1 step 0: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET n_unscored = n_unscored + 1 WHERE run_id = 1 AND task_id = 1 AND "
          "step = 0",
          "facts of r1 l1/1 step 0: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET n = n - 1 WHERE run_id = 2 AND task_id = 1 AND step = 0",
          "facts of r2 l1/1 step 0: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET n_compiled = n_compiled + 1 WHERE run_id = 1 AND task_id = 3 AND "
          "step = 2",
          "facts of r1 l1/3 step 2: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET n_correct = n_correct + 1 WHERE run_id = 1 AND task_id = 1 AND "
          "step = 1",
          "facts of r1 l1/1 step 1: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET n_timed = n_timed + 1 WHERE run_id = 1 AND task_id = 1 AND step = "
          "0",
          "facts of r1 l1/1 step 0: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET n_fast_1 = n_fast_1 + 1 WHERE run_id = 1 AND task_id = 1 AND step "
          "= 0",
          "facts of r1 l1/1 step 0: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET best_speedup = NULL WHERE run_id = 1 AND task_id = 1 AND step = 0",
          "facts of r1 l1/1 step 0: the counts differ from the rollouts\n" },
        { "UPDATE fact_cell SET best_speedup = best_speedup + 1e-9 WHERE run_id = 1 AND task_id = "
          "1 AND step = 0",
          "facts of r1 l1/1 step 0: the counts differ from the rollouts\n" },
        { "UPDATE fact_data SET columns = CAST(columns || x'00' AS BLOB) WHERE data_id = (SELECT "
          "data_id FROM "
          "fact_cell WHERE run_id = 3 AND task_id = 4 AND step = 1)",
          "facts of r3 l1/4 step 1: the packed columns differ from the rollouts\n" },
        { "UPDATE fact_data SET columns = (SELECT columns FROM fact_data ORDER BY data_id LIMIT 1) "
          "WHERE data_id = (SELECT data_id FROM fact_cell WHERE run_id = 3 AND task_id = 4 AND "
          "step = 1)",
          "facts of r3 l1/4 step 1: the packed columns differ from the rollouts\n" },
        { "DELETE FROM fact_cell WHERE run_id = 2 AND task_id = 3 AND step = 1",
          "facts of run 2 task 3 step 1: there are none\n" },
        { "UPDATE fact_cell SET n = n - 1 WHERE run_id = 1 AND task_id = 1",
          "facts of r1 l1/1 step 0: the counts differ from the rollouts\nfacts of r1 l1/1 step 1: "
          "the counts differ from the rollouts\nfacts of r1 l1/1 step 2: the counts differ from "
          "the rollouts\n" },
    };
    struct err err = { 0 };
    (void)state;
    put_rows(1, N_ROLLOUTS);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct buf found = { 0 };
        assert_int_equal(facts_rebuild(db, &err), 0);
        assert_int_equal(compare(&found), N_RUNS * N_TASKS * 3);
        assert_string_equal(buf_text(&found), "");
        execute(changes[i].change);
        compare(&found);
        assert_string_equal(buf_text(&found), changes[i].found);
        buf_release(&found);
    }
}

/* Reading goes on without facts, and no row of the packed columns stays behind. */
static void made_anew_they_leave_no_old_columns(void **state)
{
    struct err err = { 0 };
    struct buf counted = { 0 };
    (void)state;
    put_rows(1, N_ROLLOUTS);
    for (int i = 0; i < 3; i++)
        assert_int_equal(facts_rebuild(db, &err), 0);
    execute("UPDATE rollout SET extra = '{}'");
    assert_int_equal(facts_refresh(db, &err), 0);
    execute("PRAGMA foreign_keys = OFF; DELETE FROM rollout WHERE run_id = 1");
    assert_int_equal(facts_refresh(db, &err), 0);
    put_query(&counted, "SELECT count(*), count(packed), (SELECT count(*) FROM fact_data) FROM "
                        "fact_cell");
    assert_string_equal(buf_text(&counted), "24 24 24\n");
    buf_release(&counted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(facts_are_what_the_views_find_in_the_rows, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(facts_that_are_not_those_of_the_rows_are_found, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(made_anew_they_leave_no_old_columns, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
