/*
 * pdf_file_test.c - what a PDF file holds beside its pages, and the operators of its pages.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reports/pdf/pdf_canvas.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/page_streams.h"
#include "tests/unit/reports/plain_pdf.h"

/* A document that differs from the first in one thing: none is left out of its identity. */
static void read_id_of(size_t variant, char out[64])
{
    struct pdf_canvas *c = NULL;
    struct buf pdf = { 0 };
    struct err err = { 0 };
    struct pdf_info info = { .title = variant == 1 ? "u" : "t",
                             .author = variant == 2 ? "b" : "a",
                             .subject = variant == 3 ? "r" : "s",
                             .keywords = variant == 4 ? "l" : "k",
                             .date_utc =
                                 variant == 5 ? "2026-01-02T00:00:00Z" : "2026-01-01T00:00:00Z",
                             .plain = true };
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    pdf_page_add(c, variant == 6 ? 301 : 300, variant == 7 ? 201 : 200);
    pdf_page_add(c, 300, 200);
    pdf_line(c, 1, 2, 3, variant == 8 ? 5 : 4);
    pdf_text(c, &(struct text_style){ PDF_SANS, 8, RGB_BLACK, ALIGN_LEFT, false }, 1, 1,
             variant == 9 ? "y" : "x");
    pdf_outline(c, 0, 90, 0, "chapter");
    pdf_outline(c, variant == 10 ? 0 : 1, variant == 11 ? 101 : 100, variant == 12 ? 0 : 1,
                variant == 13 ? "two" : "one");
    double x = variant == 14 ? 11 : 10, y = variant == 15 ? 21 : 20;
    double width = variant == 16 ? 31 : 30, height = variant == 17 ? 41 : 40;
    size_t target = variant == 18 ? 0 : 1;
    pdf_link(c, (const double[]){ x, y, width, height }, target, variant == 19 ? 51 : 50);
    const char *name = variant == 20 ? "g.csv" : "f.csv", *data = variant == 21 ? "xyy" : "xyz";
    pdf_attach(c, name, "described", data, variant == 22 ? 2 : 3);
    assert_int_equal(finish(c, &pdf, &err), 0);
    read_id(&pdf, out);
    buf_release(&pdf);
}

#define VARIANTS 22

static void the_id_follows_everything_that_is_there(void **state)
{
    (void)state;
    char ids[VARIANTS + 1][64], again[64];
    for (size_t i = 0; i <= VARIANTS; i++) {
        read_id_of(i, ids[i]);
        for (size_t k = 0; k < i; k++)
            if (strcmp(ids[i], ids[k]) == 0)
                fail_msg("%zu and %zu have one identity", k, i);
    }
    read_id_of(0, again);
    assert_string_equal(ids[0], again);
}

/* Where outlines and links lead, and in which order files are attached. */
static void links_and_files_are_where_they_were_put(void **state)
{
    (void)state;
    static const char *const there[] = {
        "/Rect [ 10 20 40 60 ]",
        "/Border [ 0 0 0 ]",
        "(chapter)",
        "(part)",
        "/XYZ 0 90 0",
        "/XYZ 0 100.25 0",
        "/XYZ 0 50.5 0",
        "(a.csv)",
        "(b.csv)",
        "(of a)",
        "(of b)",
        "/Size 3",
        "/Type /EmbeddedFile",
        "/Type /Filespec",
    };
    struct pdf_canvas *c = open_plain(NULL);
    struct buf pdf = { 0 };
    struct err err = { 0 };
    pdf_page_add(c, 300, 200);
    pdf_outline(c, 0, 90, 0, "chapter");
    pdf_outline(c, 1, 100.25, 1, "part");
    pdf_link(c, (const double[]){ 10, 20, 30, 40 }, 0, 50.5);
    pdf_attach(c, "b.csv", "of b", "xyz", 3);
    pdf_attach(c, "a.csv", "of a", "xyz", 3);
    assert_int_equal(finish(c, &pdf, &err), 0);
    for (size_t i = 0; i < ARRAY_LEN(there); i++)
        if (!holds(&pdf, there[i]))
            fail_msg("no %s", there[i]);
    size_t a = 0, b = 0;
    for (size_t i = 0; i + 7 < pdf.len; i++) {
        a = a == 0 && memcmp(pdf.data + i, "(a.csv)", 7) == 0 ? i : a;
        b = b == 0 && memcmp(pdf.data + i, "(b.csv)", 7) == 0 ? i : b;
    }
    assert_true(a < b);
    buf_release(&pdf);
}

/* The least and the largest numbers of a date, and one beyond each. */
static void dates_have_their_bounds(void **state)
{
    (void)state;
    static const struct {
        const char *date, *written; /* NULL: no date */
    } cases[] = {
        { "2026-01-01T00:00:00Z", "D:20260101000000Z" },
        { "2026-12-31T23:59:59Z", "D:20261231235959Z" },
        { "2026-09-09 09:09:09", "D:20260909090909Z" },
        { "2026-00-01T00:00:00Z", NULL },
        { "2026-13-01T00:00:00Z", NULL },
        { "2026-01-00T00:00:00Z", NULL },
        { "2026-01-32T00:00:00Z", NULL },
        { "2026-01-01T24:00:00Z", NULL },
        { "2026-01-01T00:60:00Z", NULL },
        { "2026-01-01T00:00:60Z", NULL },
        { "2026-01-01T00:00:0", NULL },
        { "2026-01-01T00:00:0:", NULL },
        { "2026-01-01T00:00:/0", NULL },
        { "", NULL },
    };
    unsetenv("SOURCE_DATE_EPOCH");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf pdf = { 0 };
        struct err err = { 0 };
        assert_int_equal(finish(open_plain(cases[i].date), &pdf, &err), 0);
        if (cases[i].written == NULL ? holds(&pdf, "CreationDate")
                                     : count(&pdf, cases[i].written) != 2)
            fail_msg("case %zu: %s", i, cases[i].date);
        buf_release(&pdf);
    }
    static const struct {
        const char *epoch, *written;
    } epochs[] = { { "0", "D:19700101000000Z" },
                   { "253402300799", "D:99991231235959Z" },
                   { "253402300800", "D:20260101000000Z" },
                   { "-1", "D:20260101000000Z" } };
    for (size_t i = 0; i < ARRAY_LEN(epochs); i++) {
        struct buf pdf = { 0 };
        struct err err = { 0 };
        setenv("SOURCE_DATE_EPOCH", epochs[i].epoch, 1);
        assert_int_equal(finish(open_plain(cases[0].date), &pdf, &err), 0);
        assert_int_equal(count(&pdf, epochs[i].written), 2);
        buf_release(&pdf);
    }
    unsetenv("SOURCE_DATE_EPOCH");
}

/* Fewer points than a line or an area needs draw nothing. */
static void paths_need_their_points(void **state)
{
    (void)state;
    static const double xy[] = { 1, 2, 30, 40, 50, 6 };
    size_t lengths[8], n = 0;
    for (size_t points = 0; points < 4; points++) {
        for (int area = 0; area < 2; area++) {
            struct pdf_canvas *c = open_plain(NULL);
            struct buf pdf = { 0 };
            struct err err = { 0 };
            if (area == 1)
                pdf_polygon(c, xy, points, PAINT_FILL);
            else
                pdf_polyline(c, xy, points);
            assert_int_equal(finish(c, &pdf, &err), 0);
            lengths[n++] = pdf.len;
            buf_release(&pdf);
        }
    }
    const bool drawn[] = { false, false, false, false, true, false, true, true };
    for (size_t i = 0; i < n; i++)
        assert_int_equal(lengths[i] > lengths[0], drawn[i]);
}

static void call_everything(struct pdf_canvas *c)
{
    static const double xy[] = { 10, 10.5, 20, 30.25, 45.125, 12, 50, 60 };
    static const enum pdf_align aligns[] = { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };
    for (int dash = 0; dash < PDF_DASH_COUNT; dash++) {
        pdf_stroke_style(c, (struct rgb){ 0.1 * dash, 0.5, 0.25 }, 0.5 + dash, (enum pdf_dash)dash);
        pdf_stroke_style(c, (struct rgb){ 0.1 * dash, 0.5, 0.25 }, 0.5 + dash, (enum pdf_dash)dash);
        pdf_line(c, 1, 2 + dash, 30, 40);
    }
    pdf_save(c);
    pdf_clip_rect(c, 5, 6, 70, 80);
    pdf_opacity(c, 0.5, 0.25);
    for (unsigned paint = PAINT_FILL; paint <= (PAINT_FILL | PAINT_STROKE); paint++) {
        pdf_fill_colour(c, (struct rgb){ 0.25 * paint, 0, 1 });
        pdf_rect(c, 1, 2, 3 + paint, 4, paint);
        pdf_circle(c, 50, 60, 7 + paint, paint);
        pdf_polygon(c, xy, 4, paint);
    }
    pdf_polyline(c, xy, 4);
    pdf_restore(c);
    pdf_dots(c, xy, 4, 1.5, (struct rgb){ 1, 0.5, 0 });
    pdf_dots(c, xy, 0, 1.5, RGB_BLACK);
    pdf_rect(c, 9, 9, 9, 9, PAINT_FILL);
    for (int font = 0; font < PDF_FONT_COUNT; font++) {
        for (size_t i = 0; i < ARRAY_LEN(aligns); i++) {
            struct text_style style = {
                (enum pdf_font)font, 6 + 2 * (double)i, { 0.2, 0.1 * font, 0 }, aligns[i], font == 1
            };
            pdf_text(c, &style, 100, 100 - font, "A (text) \\ of \xCE\xB1\xE2\x89\xA4");
            pdf_text_fit(c, &style, 10.5, 20.25, 40, "one that does not fit in");
            pdf_text_fit(c, &style, 10.5, 20.25, 400, "one that fits");
            pdf_math(c, &style, 33, 44, "*x*_{i}^{2} = fast_{1}^ \xCF\x81");
        }
    }
}

/* The operators of a page for each call. */
static void calls_are_written_as_approved(void **state)
{
    (void)state;
    struct pdf_canvas *c = open_plain(NULL);
    struct buf pdf = { 0 }, out = { 0 };
    struct err err = { 0 };
    call_everything(c);
    pdf_page_add(c, 300, 200);
    call_everything(c);
    pdf_page_insert(c, 1, 300, 200);
    pdf_line(c, 1, 2, 3, 4);
    pdf_page_select(c, 0);
    pdf_line(c, 1, 2, 3, 4);
    assert_int_equal(finish(c, &pdf, &err), 0);
    put_streams(&pdf, false, &out);
    approved_check_exactly("pdf_calls", &out);
    buf_release(&pdf);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_id_follows_everything_that_is_there),
        cmocka_unit_test(links_and_files_are_where_they_were_put),
        cmocka_unit_test(dates_have_their_bounds),
        cmocka_unit_test(paths_need_their_points),
        cmocka_unit_test(calls_are_written_as_approved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
