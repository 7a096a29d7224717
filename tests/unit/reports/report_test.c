/*
 * report_test.c - the report ttt-vs-bon over databases of odd shape.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/from_store/load_runs.h"
#include "analysis/from_store/load_study.h"
#include "analysis/study/study.h"
#include "reports/doc/doc.h"
#include "reports/doc/latex_folder.h"
#include "reports/pdf/pdf_canvas.h"
#include "reports/report/report_sections.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/file.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "report_test.db"

static int build(const struct fixture *f, const struct report_options *o, struct buf *pdf,
                 struct buf *notes, struct err *err)
{
    struct db *db = NULL;
    if (f != NULL)
        fixture_write(DB, f);
    int rc = db_open(DB, DB_READ, &db, err);
    if (rc == 0)
        rc = report_build(report_find("ttt-vs-bon"), db, o, pdf, notes, err);
    db_close(db);
    return rc;
}

static void expect_pdf(const struct fixture *f, const char *keep)
{
    struct buf pdf = { 0 }, notes = { 0 };
    struct err err = { 0 };
    struct report_options o = { .n_runs = 0 };
    int rc = build(f, &o, &pdf, &notes, &err);
    if (rc < 0)
        print_error("%s\n", err.msg);
    assert_int_equal(rc, 0);
    assert_true(pdf.len > 1000);
    assert_memory_equal(pdf.data, "%PDF-", 5);
    const char *dir = getenv("ROLLBOOK_KEEP_PDF");
    if (dir != NULL && keep != NULL) {
        char path[500];
        snprintf(path, sizeof(path), "%s/%s.pdf", dir, keep);
        file_write_atomic(path, pdf.data, pdf.len, &err);
    }
    buf_release(&pdf);
    buf_release(&notes);
}

static int expect_error(const struct fixture *f, struct err *err)
{
    struct buf pdf = { 0 }, notes = { 0 };
    struct report_options o = { .n_runs = 0 };
    int rc = build(f, &o, &pdf, &notes, err);
    assert_int_equal(pdf.len, 0);
    buf_release(&notes);
    return rc;
}

static void same_database_gives_same_bytes(void **state)
{
    (void)state;
    struct fixture f = FIXTURE_STUDY;
    struct buf first = { 0 }, second = { 0 }, notes = { 0 };
    struct err err = { 0 };
    struct report_options o = { .n_runs = 0 };
    assert_int_equal(build(&f, &o, &first, &notes, &err), 0);
    assert_int_equal(build(NULL, &o, &second, &notes, &err), 0);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.data, second.data, first.len);
    buf_release(&first);
    buf_release(&second);
    buf_release(&notes);
}

static void a_study_is_drawn(void **state)
{
    (void)state;
    struct fixture f = FIXTURE_STUDY;
    expect_pdf(&f, "study");
}

static void odd_shapes_are_drawn(void **state)
{
    (void)state;
    struct fixture one = { 1, 1, 1, 1, 0, 0.7, "complete", "complete", "", false };
    struct fixture hopeless = { 2, 3, 8, 4, 2, 0, "complete", "complete", "", false };
    struct fixture perfect = { 2, 10, 16, 8, 12, 1, "complete", "complete", "", true };
    struct fixture many = { 7, 2, 4, 2, 1, 0.5, "complete", "complete", "", false };
    expect_pdf(&one, "one");
    expect_pdf(&hopeless, "hopeless");
    expect_pdf(&perfect, "perfect");
    expect_pdf(&many, "many");
}

static void hostile_names_are_drawn(void **state)
{
    (void)state;
    static char longest[10000];
    memset(longest, 'x', sizeof(longest) - 1);
    struct fixture f = { 1, 2, 4, 4, 1, 0.7, "complete", "complete", longest, false };
    expect_pdf(&f, "long");
    f.name_prefix =
        "\x1b[31m\x07 (\\) %n <b> \xE2\x80\xAE\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xE4\xB8\xAD";
    expect_pdf(&f, "hostile");
}

static void runs_that_are_not_complete_are_left_out_and_named(void **state)
{
    (void)state;
    struct fixture f = { 1, 2, 4, 4, 1, 0.7, "complete", "interrupted", "", false };
    struct err err = { 0 };
    assert_int_equal(expect_error(&f, &err), ERR_NODATA);
    assert_non_null(strstr(err.msg, "ttt"));
    f.bon_status = "running";
    assert_int_equal(expect_error(&f, &err), ERR_NODATA);

    const char *runs[] = { "bon-42", "ttt-42" };
    struct report_options named = { .runs = runs, .n_runs = 2 };
    struct buf pdf = { 0 }, notes = { 0 };
    assert_int_equal(build(NULL, &named, &pdf, &notes, &err), 0);
    assert_non_null(strstr(buf_text(&notes), "ttt-42 is interrupted"));
    buf_release(&pdf);
    buf_release(&notes);
}

static void too_little_is_said(void **state)
{
    (void)state;
    struct fixture only_bon = { 2, 2, 4, 0, 0, 0.7, "complete", "complete", "", false };
    struct fixture nothing = { 0, 1, 0, 0, 0, 0, "complete", "complete", "", false };
    struct fixture unsampled = { 1, 1, 4, 1, -1, 0.7, "complete", "complete", "", false };
    struct err err = { 0 };
    assert_int_equal(expect_error(&only_bon, &err), ERR_NODATA);
    assert_non_null(strstr(err.msg, "ttt"));
    assert_int_equal(expect_error(&nothing, &err), ERR_NODATA);
    assert_int_equal(expect_error(&unsampled, &err), ERR_NODATA);
}

/* Shares to a tenth of a percent, speedups to a hundredth: 18 of 24, 10 of 24 and 32 of 42. */
static void the_table_of_runs_is_as_precise_as_its_numbers(void **state)
{
    (void)state;
    static const struct fixture f = { 1, 3, 8, 7, 1, 0.7, "complete", "complete", "", false };
    static const char *const names[] = { "bon-42", "ttt-42" };
    struct pdf_info info = { .title = "runs" };
    struct latex_folder folder = { 0 };
    struct arena a = { 0 };
    struct study s;
    struct db *db = NULL;
    struct pdf_canvas *c = NULL;
    struct err err = { 0 };
    fixture_write(DB, &f);
    fixture_check(db_open(DB, DB_READ, &db, &err), &err);
    fixture_check(load_study(db, names, 2, &a, &s, &err), &err);
    fixture_check(pdf_canvas_open(&info, &c, &err), &err);
    struct doc *d = doc_new(c, "runs");
    doc_set_latex(d, &folder, &info);
    struct report_job j = { .arena = &a, .doc = d, .study = &s };
    j.figures.rule.p = 1;
    j.figures.seed = 1;
    section_runs.parts[0].draw(&j, &section_runs.parts[0]);
    assert_int_equal(folder.n_files, 1);
    const char *rows = strstr(buf_text(&folder.files[0].bytes), "\\endlastfoot");
    assert_non_null(rows);
    assert_non_null(
        strstr(rows, " & 42 & 24 & 7688 & 75.0 & 41.7 & NA [1] & NA [1] & NA [1] & 3 / 3 & 2.70 "));
    assert_non_null(
        strstr(rows, " & 42 & 42 & 13439 & 76.2 & 38.1 & 32.2 & 38.1 & 0 & 3 / 3 & 2.70 "));
    doc_free(d);
    pdf_canvas_close(c);
    latex_folder_release(&folder);
    db_close(db);
    arena_release(&a);
}

/* What all reports say, and behind it what this one adds. */
static void provenance_comes_before_what_a_report_adds(void **state)
{
    (void)state;
    static const struct fixture f = { 1, 1, 2, 0, 0, 0.7, "complete", "complete", "", false };
    static const char *const names[] = { "bon-42" };
    static const struct doc_pair more[] = { { "First more", "1" }, { "Second more", "2" } };
    struct pdf_info info = { .title = "provenance" };
    struct latex_folder folder = { 0 };
    struct provenance p;
    struct arena a = { 0 };
    struct db *db = NULL;
    struct pdf_canvas *c = NULL;
    struct err err = { 0 };
    fixture_write(DB, &f);
    fixture_check(db_open(DB, DB_READ, &db, &err), &err);
    fixture_check(load_provenance(db, names, 1, &a, &p, &err), &err);
    fixture_check(pdf_canvas_open(&info, &c, &err), &err);
    struct doc *d = doc_new(c, "provenance");
    doc_set_latex(d, &folder, &info);
    parts_provenance(d, &a, &p, more, ARRAY_LEN(more));
    const char *at = buf_text(&folder.body);
    static const char *const order[] = { "Runs made by", "Device", "Last change of data",
                                         "First more", "Second more" };
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        at = strstr(at, order[i]);
        if (at == NULL)
            fail_msg("\"%s\" is missing or too early", order[i]);
    }
    doc_free(d);
    pdf_canvas_close(c);
    latex_folder_release(&folder);
    db_close(db);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_study_is_drawn),
        cmocka_unit_test(same_database_gives_same_bytes),
        cmocka_unit_test(odd_shapes_are_drawn),
        cmocka_unit_test(hostile_names_are_drawn),
        cmocka_unit_test(runs_that_are_not_complete_are_left_out_and_named),
        cmocka_unit_test(too_little_is_said),
        cmocka_unit_test(the_table_of_runs_is_as_precise_as_its_numbers),
        cmocka_unit_test(provenance_comes_before_what_a_report_adds),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(DB);
    return failed;
}
