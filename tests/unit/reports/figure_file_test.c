/*
 * figure_file_test.c - names of files that figures may have, their widths, and their numbers as
 * LaTeX macros.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/figure_file.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

static void paths_of_other_kinds_are_refused(void **state)
{
    static const struct {
        const char *path;
        bool svg_too;
        const char *said; /* NULL: it may be */
    } cases[] = {
        { "a.pdf", false, NULL },
        { "a", true, NULL },
        { "a.unknown", false, NULL },
        { "folder.png/a", false, NULL },
        { ".svg/a", false, NULL },
        { "a.svg", true, NULL },
        { "a.svg", false, "a.svg: a report is a PDF, not svg; use a name that ends with .pdf" },
        { "a.SVG", true,
          "a.SVG: figures are PDF, SVG or PNG, not SVG; use a name that ends with .pdf, .svg or "
          ".png" },
        { "a.png", true, NULL },
        { "a.png", false,
          "a.png: a report is a PDF; name it NAME.pdf, then 'pdftoppm -r 150 -png NAME.pdf NAME' "
          "makes a PNG per page" },
        { "b.pdf.docx", false,
          "b.pdf.docx: a report is a PDF, not docx; use a name that ends with .pdf" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct err err = { 0 };
        int rc = figure_check_path(cases[i].path, cases[i].svg_too, &err);
        assert_int_equal(rc, cases[i].said == NULL ? 0 : ERR_USAGE);
        assert_string_equal(err.msg, cases[i].said == NULL ? "" : cases[i].said);
    }
}

static void widths_have_bounds(void **state)
{
    static const struct {
        const char *text;
        double points; /* 0: refused */
    } cases[] = {
        { "120pt", 120 },
        { "119.99pt", 0 },
        { "1400pt", 1400 },
        { "1400.01pt", 0 },
        { "1.6in", 0 },
        { "1.75in", 126 },
        { "25.4mm", 0 },
        { "50.8mm", 144 },
        { "5.08cm", 144 },
        { "pt", 0 },
        { "-200pt", 0 },
        { " 200pt", 0 },
        { "200 pt", 0 },
        { "200", 0 },
        { "200px", 0 },
        { "", 0 },
        { "neurips", 396 },
        { "icml-text", 486 },
        { "icml-column", 234 },
        { "neurip", 0 },
        { "200.0000000000000000000000000000pt", 0 },
        { "200.000000000000000000000000000pt", 200 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        double got = 7;
        bool ok = figure_width_parse(cases[i].text, &got);
        if (ok != (cases[i].points > 0) ||
            !(fabs(got - (cases[i].points > 0 ? cases[i].points : 7)) < 1e-9))
            fail_msg("%s: %g", cases[i].text, got);
    }
}

static void numbers_are_macros_as_approved(void **state)
{
    static const double values[] = { 0,       0.625, 1,      -2.5,   1234.5, 99999,   123456.789,
                                     1e6,     2.5e7, 1e-3,   1.5e-4, 1e-5,   -3e-9,   1e300,
                                     1.0 / 3, 1000,  9999.4, 9999.5, -54321, 999999.4 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct figure_model m;
    (void)state;
    figure_init(&m, &a, "fast-p", "a figure");
    for (size_t i = 0; i < ARRAY_LEN(values); i++)
        figure_number(&m, i % 2 == 0 ? "x" : "share", values[i], NULL, "value %zu", i);
    figure_number(&m, "us", (double)NAN, "not measured", "fast_1 bon step 0");
    figure_number(&m, "us", (double)INFINITY, NULL, "fast_1 bon step 0");
    figure_number(&m, "us", -(double)INFINITY, NULL, "p=0.5 .5 %% \xc3\xa9 UPPER lower");
    for (int i = 0; i < 3; i++)
        figure_number(&m, "", i, NULL, "the same");
    figure_number(&m, "", 5, NULL, "%%");
    figure_caption(&m, "A caption of 50 %% & more_than {that} \xc3\xa9 $x$.");
    figure_caption(&m, "And *math* x_{1}.");
    figure_put_macros(&m, 234.5, &out);
    approved_check_exactly("macros", &out);
}

/* Discs are lines without length. */
static void dots_are_drawn(void **state)
{
    static const double places[] = { 10, 20, 30.5, 40 };
    struct pdf_info info = { .title = "dots", .svg = true };
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct pdf_canvas *c = NULL;
    (void)state;
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    pdf_page_add(c, 100, 100);
    pdf_dots(c, places, 2, 1.5, rgb_grey(0.5));
    assert_int_equal(pdf_canvas_finish(c, &out, &err), 0);
    pdf_canvas_close(c);
    approved_check("dots", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_of_other_kinds_are_refused),
        cmocka_unit_test(widths_have_bounds),
        cmocka_unit_test(numbers_are_macros_as_approved),
        cmocka_unit_test(dots_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
