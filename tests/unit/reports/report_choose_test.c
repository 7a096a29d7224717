/*
 * report_choose_test.c - which runs reports are about: what is refused, in which words, and whom
 * the notes of a report name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "report_choose_test.db"

static void change(const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

/* runs are names between commas; "" leaves the choice to the report. */
static void put_report(struct buf *out, const char *report, const char *runs, const char *task)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) pdf = { 0 }, notes = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    char **names = NULL;
    size_t n = runs[0] == '\0' ? 0 : str_split(&a, runs, ',', &names);
    const struct report_options o = { .runs = (const char *const *)names,
                                      .n_runs = n,
                                      .task = task };
    fixture_check(db_open(DB, DB_READ, &db, &err), &err);
    int rc = report_build(report_find(report), db, &o, &pdf, &notes, &err);
    db_close(db);
    buf_printf(out, "%s of '%s'%s%s: %d %s.%s\n%s", report, runs, task == NULL ? "" : " task ",
               task == NULL ? "" : task, rc, err.msg, pdf.len == 0 ? "" : " PDF", buf_text(&notes));
}

static const char *const all[] = { "ttt-vs-bon", "selection",   "best-of-n",
                                   "training",   "model-sweep", "audit",
                                   "task",       "run",         "diff" };

static void put_all(struct buf *out, const char *what, const struct fixture *f, const char *sql,
                    const char *runs)
{
    buf_printf(out, "-- %s\n", what);
    fixture_write(DB, f);
    change(sql);
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        put_report(out, all[i], runs, NULL);
}

static void reports_say_which_runs_they_are_about(void **state)
{
    (void)state;
    static const struct fixture none = { 0, 1, 0, 0, 0, 0, "complete", "complete", "", false };
    static const struct fixture plain = { 1, 1, 1, 0, 0, 1, "complete", "complete", "", false };
    static const struct fixture ended = { 1, 2, 1, 1, 1, 1, "failed", "interrupted", "", false };
    static const struct fixture three = { 2, 1, 1, 1, 1, 1, "complete", "complete", "", false };
    static const char *const cases[][2] = {
        { "ttt-vs-bon", "bon-42,bon-42" },  { "ttt-vs-bon", "bon-42,ttt-42,bon-42" },
        { "ttt-vs-bon", "nobody" },         { "ttt-vs-bon", "other,bon-42" },
        { "ttt-vs-bon", "bon-42,other" },   { "best-of-n", "ttt-42" },
        { "best-of-n", "other,bon-42" },    { "diff", "bon-42" },
        { "diff", "bon-42,ttt-42,bon-43" }, { "run", "bon-42,ttt-42" },
        { "training", "bon-42" },           { "selection", "bon-42,nobody" },
    };
    static const char *const tasks[] = { "l1/4", "l1/5", "l1/99" };
    struct buf out = { 0 };
    put_all(&out, "no run", &none, "", "");
    put_all(&out, "no run that is complete", &ended, "", "");
    put_all(&out, "one run that does not adapt", &plain, "", "");
    put_all(&out, "no rollout that was scored", &plain,
            "DELETE FROM measurement; DELETE FROM evaluation; DELETE FROM rollout", "");
    buf_puts(&out, "-- several runs\n");
    fixture_write(DB, &three);
    change("UPDATE run SET strategy = 'replay', name = 'other' WHERE name = 'ttt-43'");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        put_report(&out, cases[i][0], cases[i][1], NULL);
    put_report(&out, "run", "", NULL);
    put_report(&out, "diff", "", NULL);
    for (size_t i = 0; i < ARRAY_LEN(tasks); i++)
        put_report(&out, "task", "bon-42,ttt-42", tasks[i]);
    change("UPDATE run SET status = 'interrupted' WHERE name IN ('ttt-42', 'other')");
    put_report(&out, "best-of-n", "", NULL);
    put_report(&out, "training", "", NULL);
    put_report(&out, "audit", "bon-42,ttt-42", NULL);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    approved_check_exactly("report_choose", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_say_which_runs_they_are_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
