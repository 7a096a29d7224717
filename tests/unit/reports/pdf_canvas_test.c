/*
 * pdf_canvas_test.c - what the canvas refuses, and what it writes.
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

#include "reports/pdf/pdf_canvas.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/reports/plain_pdf.h"

static void call_line(struct pdf_canvas *c, double v)
{
    pdf_line(c, 1, 2, v, 4);
}

static void call_rect(struct pdf_canvas *c, double v)
{
    pdf_rect(c, 1, 2, 3, v, PAINT_FILL);
}

static void call_text(struct pdf_canvas *c, double v)
{
    struct text_style style = { PDF_SANS, 8, RGB_BLACK, ALIGN_LEFT, false };
    pdf_text(c, &style, v, 10, "text");
}

static void call_colour(struct pdf_canvas *c, double v)
{
    pdf_fill_colour(c, (struct rgb){ 0, v, 0 });
}

static void call_stroke(struct pdf_canvas *c, double v)
{
    pdf_stroke_style(c, RGB_BLACK, v, DASH_SOLID);
}

static void call_circle(struct pdf_canvas *c, double v)
{
    pdf_circle(c, 10, 10, v, PAINT_STROKE);
}

static void call_page(struct pdf_canvas *c, double v)
{
    pdf_page_add(c, v, 100);
}

static void numbers_that_are_no_positions_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        void (*call)(struct pdf_canvas *c, double v);
        const char *name;
    } calls[] = {
        { call_line, "polyline" },      { call_rect, "rect" },           { call_text, "glyphs" },
        { call_colour, "fill colour" }, { call_stroke, "stroke style" }, { call_circle, "circle" },
        { call_page, "page" }
    };
    static const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY, 32001, -1e30 };
    for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
        for (size_t k = 0; k < ARRAY_LEN(bad); k++) {
            struct pdf_canvas *c = open_plain(NULL);
            struct buf pdf = { 0 };
            struct err err = { 0 };
            calls[i].call(c, bad[k]);
            assert_true(pdf_canvas_failed(c));
            pdf_line(c, 0, 0, 1, 1);
            assert_int_equal(finish(c, &pdf, &err), ERR_INTEGRITY);
            assert_non_null(strstr(err.msg, calls[i].name));
            assert_int_equal(pdf.len, 0);
        }
    }
}

static void the_first_error_is_the_one_reported(void **state)
{
    (void)state;
    struct pdf_canvas *c = open_plain(NULL);
    struct buf pdf = { 0 };
    struct err err = { 0 };
    pdf_restore(c);
    call_circle(c, (double)NAN);
    assert_int_equal(finish(c, &pdf, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "restore"));
}

static void titles_keep_what_is_ascii(void **state)
{
    (void)state;
    struct buf pdf = { 0 };
    struct err err = { 0 };
    struct pdf_canvas *c = open_plain(NULL);
    pdf_outline(c, 0, 100, 0, "a \x1f !~ \x7f \xc3\xa9 z");
    assert_int_equal(finish(c, &pdf, &err), 0);
    assert_true(holds(&pdf, "(a ? !~ ? ?? z)"));
    buf_release(&pdf);
}

static size_t count_lines(const struct buf *pdf, const char *line)
{
    size_t n = 0, len = strlen(line);
    for (size_t i = 1; i + len < pdf->len; i++)
        n += pdf->data[i - 1] == '\n' && memcmp(pdf->data + i, line, len) == 0 &&
             pdf->data[i + len] == '\n';
    return n;
}

/* A new page, and the end, restore each state that was saved; going elsewhere has to wait for it.
 */
static void a_page_is_left_as_it_was_entered(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        struct buf pdf = { 0 };
        struct err err = { 0 };
        struct pdf_canvas *c = open_plain(NULL);
        pdf_page_add(c, 300, 200);
        pdf_save(c);
        pdf_save(c);
        if (way == 0)
            pdf_page_add(c, 300, 200);
        else if (way == 2)
            pdf_page_select(c, 0);
        else if (way == 3)
            pdf_page_insert(c, 0, 300, 200);
        assert_int_equal(finish(c, &pdf, &err), way < 2 ? 0 : ERR_INTEGRITY);
        if (way >= 2)
            assert_non_null(strstr(err.msg, "no such page, or state saved on this one"));
        assert_int_equal(count_lines(&pdf, "q"), way < 2 ? 2 : 0);
        assert_int_equal(count_lines(&pdf, "Q"), way < 2 ? 2 : 0);
        buf_release(&pdf);
    }
}

static void misuse_is_an_error_not_a_crash(void **state)
{
    (void)state;
    struct buf pdf = { 0 };
    struct err err = { 0 };
    struct pdf_canvas *c = open_plain(NULL);
    for (int i = 0; i < 40; i++)
        pdf_save(c);
    assert_int_equal(finish(c, &pdf, &err), ERR_INTEGRITY);
    c = open_plain(NULL);
    pdf_page_select(c, 5);
    assert_int_equal(finish(c, &pdf, &err), ERR_INTEGRITY);
    c = open_plain(NULL);
    pdf_link(c, (const double[]){ 1, 1, 2, 2 }, 7, 0);
    assert_int_equal(finish(c, &pdf, &err), ERR_INTEGRITY);
    c = open_plain(NULL);
    pdf_opacity(c, 1.5, 1);
    assert_int_equal(finish(c, &pdf, &err), ERR_INTEGRITY);
    struct pdf_info info = { .title = "no page" };
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    assert_int_equal(finish(c, &pdf, &err), ERR_INTEGRITY);
}

static void numbers_that_the_library_would_lose_are_kept(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *written;
    } cases[] = { { 0.999995, "1 1 1 rg" }, /* 0 without the grid */
                  { 0.999994993, "1 1 1 rg" },
                  { 0.5004, "0.5 0.5 0.5 rg" },
                  { -0.0001, "0 0 0 rg" } };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct pdf_canvas *c = open_plain(NULL);
        struct buf pdf = { 0 };
        struct err err = { 0 };
        double v = cases[i].value;
        pdf_fill_colour(c, (struct rgb){ v, v, v });
        pdf_rect(c, 1, 1, 5, 5, PAINT_FILL);
        assert_int_equal(finish(c, &pdf, &err), 0);
        assert_true(holds(&pdf, cases[i].written));
        buf_release(&pdf);
    }
}

/* A page begins with the format's state, so each page says its colours again, once. */
static void each_page_says_its_colours(void **state)
{
    (void)state;
    struct pdf_canvas *c = open_plain(NULL);
    struct buf pdf = { 0 };
    struct err err = { 0 };
    for (int i = 0; i < 4; i++) {
        if (i == 1)
            pdf_page_add(c, 300, 200);
        if (i == 2)
            pdf_page_insert(c, 0, 300, 200);
        if (i == 3)
            pdf_page_select(c, 1);
        for (int k = 0; k < 2; k++) {
            pdf_fill_colour(c, (struct rgb){ 0.25, 0.5, 0.75 });
            pdf_rect(c, 10 + 10 * i, 10, 5, 5, PAINT_FILL);
        }
    }
    assert_int_equal(finish(c, &pdf, &err), 0);
    assert_int_equal(count(&pdf, "0.25 0.5 0.75 rg"), 4);
    buf_release(&pdf);
}

static void dates_come_from_the_data_or_the_environment(void **state)
{
    (void)state;
    struct buf pdf = { 0 };
    struct err err = { 0 };
    unsetenv("SOURCE_DATE_EPOCH");
    assert_int_equal(finish(open_plain("2026-01-31T12:34:56Z"), &pdf, &err), 0);
    assert_true(holds(&pdf, "D:20260131123456Z"));
    buf_release(&pdf);
    setenv("SOURCE_DATE_EPOCH", "86400", 1);
    assert_int_equal(finish(open_plain("2026-01-31T12:34:56Z"), &pdf, &err), 0);
    assert_true(holds(&pdf, "D:19700102000000Z"));
    buf_release(&pdf);
    setenv("SOURCE_DATE_EPOCH", "tomorrow", 1);
    assert_int_equal(finish(open_plain("2026-13-45T99:34:56Z"), &pdf, &err), 0);
    assert_false(holds(&pdf, "CreationDate"));
    buf_release(&pdf);
    unsetenv("SOURCE_DATE_EPOCH");
}

static void the_id_follows_the_content(void **state)
{
    (void)state;
    char ids[3][64];
    for (int i = 0; i < 3; i++) {
        struct pdf_canvas *c = open_plain(NULL);
        struct buf pdf = { 0 };
        struct err err = { 0 };
        pdf_rect(c, 1, 1, i == 2 ? 6 : 5, 5, PAINT_FILL);
        assert_int_equal(finish(c, &pdf, &err), 0);
        read_id(&pdf, ids[i]);
        buf_release(&pdf);
    }
    assert_string_equal(ids[0], ids[1]);
    assert_string_not_equal(ids[0], ids[2]);
}

/* What is just allowed, and what is just not. */
static void limits_are_where_they_are_said_to_be(void **state)
{
    (void)state;
    static const double opacities[][3] = { { 0, 0, 1 },    { 1, 1, 1 },     { -0.01, 1, 0 },
                                           { 1.01, 1, 0 }, { 1, -0.01, 0 }, { 1, 1.01, 0 } };
    struct pdf_canvas *c;
    for (int saves = 15; saves <= 18; saves++) {
        c = open_plain(NULL);
        for (int i = 0; i < saves; i++)
            pdf_save(c);
        assert_int_equal(pdf_canvas_failed(c), saves > 16);
        pdf_canvas_close(c);
    }
    for (size_t i = 0; i < ARRAY_LEN(opacities); i++) {
        c = open_plain(NULL);
        pdf_save(c);
        pdf_opacity(c, opacities[i][0], opacities[i][1]);
        assert_int_equal(pdf_canvas_failed(c), opacities[i][2] < 0.5);
        pdf_canvas_close(c);
    }
    c = open_plain(NULL);
    call_line(c, 32000);
    call_line(c, -32000);
    assert_false(pdf_canvas_failed(c));
    pdf_page_select(c, 0);
    assert_int_equal(pdf_page_add(c, 10, 10), 1);
    pdf_page_insert(c, 1, 10, 10);
    assert_int_equal(pdf_page_count(c), 3);
    pdf_page_select(c, 2);
    assert_false(pdf_canvas_failed(c));
    pdf_page_select(c, 3);
    assert_true(pdf_canvas_failed(c));
    assert_int_equal(pdf_page_add(c, 10, 10), 2);
    pdf_canvas_close(c);
    c = open_plain(NULL);
    pdf_page_insert(c, 1, 10, 10);
    assert_true(pdf_canvas_failed(c));
    pdf_canvas_close(c);
}

static void a_missing_font_names_the_package(void **state)
{
    (void)state;
    struct pdf_canvas *c = NULL;
    struct err err = { 0 };
    struct pdf_info info = { .title = "x", .font_dir = "/nonexistent" };
    assert_int_equal(pdf_canvas_open(&info, &c, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "fonts-urw-base35"));
    assert_null(c);
}

static void text_widths_follow_the_font_files(void **state)
{
    (void)state;
    /* Sums of WX of NimbusSans-Regular.afm, NimbusSans-Bold.afm and StandardSymbolsPS.afm
     * (fonts-urw-base35 20200910-7). */
    static const struct {
        enum pdf_font font;
        const char *text;
        double thousandths;
    } cases[] = {
        { PDF_SANS, "AB", 667 + 667 },
        { PDF_SANS_BOLD, "AB", 722 + 722 },
        { PDF_MONO, "iW", 600 + 600 },
        { PDF_SANS, "\xCE\xB1", 631 }, /* alpha */
        { PDF_SANS, "a\xE2\x89\xA4", 556 + 549 },
        { PDF_SANS, "\xC3\x97", 584 }, /* times */
        { PDF_SANS, "", 0 },
    };
    struct pdf_canvas *c = open_plain(NULL);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        double w = pdf_text_width(c, cases[i].font, 1000, cases[i].text);
        assert_true(fabs(w - cases[i].thousandths) < 1e-9);
    }
    pdf_canvas_close(c);
}

static void every_character_of_the_encoding_has_a_width(void **state)
{
    (void)state;
    /* WinAnsiEncoding leaves these open (PDF 32000-1, annex D.2) or libharu has other names for
     * them; pdf_text writes none. */
    static const unsigned char open_codes[] = { 0x7F, 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xA0, 0xAD };
    static const enum pdf_font fonts[] = { PDF_SANS, PDF_SANS_BOLD, PDF_SANS_ITALIC, PDF_MONO };
    struct pdf_canvas *c = open_plain(NULL);
    for (size_t f = 0; f < ARRAY_LEN(fonts); f++) {
        const struct glyph_widths *w = pdf_font_widths(c, fonts[f]);
        for (unsigned code = 0x20; code < 256; code++) {
            if (memchr(open_codes, (int)code, sizeof(open_codes)) == NULL)
                assert_in_range(w->text[code], 180, 1100);
        }
    }
    /* WX of Aacute, ydieresis, Euro and threequarters in NimbusSans-Regular.afm. */
    const struct glyph_widths *w = pdf_font_widths(c, PDF_SANS);
    assert_int_equal(w->text[0xC1], 667);
    assert_int_equal(w->text[0xFF], 500);
    assert_int_equal(w->text[0x80], 556);
    assert_int_equal(w->text[0xBE], 834);
    pdf_canvas_close(c);
}

static void math_text_measures_scripts_smaller(void **state)
{
    (void)state;
    struct pdf_canvas *c = open_plain(NULL);
    double flat = pdf_math_width(c, PDF_SANS, 10, "K2");
    double script = pdf_math_width(c, PDF_SANS, 10, "K_{2}");
    assert_true(script < flat && script > 0.7 * flat);
    /* Broken markup is text. */
    assert_true(fabs(pdf_math_width(c, PDF_SANS, 10, "a_{b") -
                     pdf_text_width(c, PDF_SANS, 10, "a_{b")) < 1e-9);
    assert_true(fabs(pdf_math_width(c, PDF_SANS, 10, "2*3") -
                     pdf_text_width(c, PDF_SANS, 10, "2*3")) < 1e-9);
    pdf_canvas_close(c);
}

static void cut_text_fits(void **state)
{
    (void)state;
    struct pdf_canvas *c = open_plain(NULL);
    struct arena a = { 0 };
    const struct glyph_widths *w = pdf_font_widths(c, PDF_SANS);
    const char *text = "a fairly long label that has no room";
    struct glyphs g = pdf_text_encode(&a, text, strlen(text), 100);
    for (double width = 0; width < 200; width += 3) {
        size_t n = glyphs_fit(g.codes, g.n, w, 8, width);
        double used = glyphs_width(g.codes, n, w, 8);
        if (n < g.n)
            used += 8 * w->text[GLYPH_ELLIPSIS] / 1000.0;
        assert_true(used <= width || n == 0);
    }
    arena_release(&a);
    pdf_canvas_close(c);
}

/* Four quarters, each the one before turned by a right angle. */
static void a_circle_is_round(void **state)
{
    (void)state;
    struct pdf_canvas *c = open_plain(NULL);
    struct buf pdf = { 0 };
    struct err err = { 0 };
    pdf_circle(c, 50, 70, 10, PAINT_STROKE);
    assert_int_equal(finish(c, &pdf, &err), 0);
    for (size_t i = 0; i < pdf.len; i++)
        pdf.data[i] = pdf.data[i] == '\0' ? ' ' : pdf.data[i];
    const char *at = strstr(buf_text(&pdf), "60 70 m\n");
    assert_non_null(at);
    at += strlen("60 70 m\n");
    double corners[3][2] = { { 10, 5.5228 }, { 5.5228, 10 }, { 0, 10 } };
    for (int quarter = 0; quarter < 4; quarter++) {
        for (size_t k = 0; k < 3; k++) {
            char *end;
            double x = strtod(at, &end), y = strtod(end, &end);
            at = end;
            assert_true(fabs(x - 50 - corners[k][0]) < 0.01);
            assert_true(fabs(y - 70 - corners[k][1]) < 0.01);
            double turned = -corners[k][1];
            corners[k][1] = corners[k][0];
            corners[k][0] = turned;
        }
        assert_memory_equal(at, " c\n", 3);
        at += 3;
    }
    buf_release(&pdf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_no_positions_are_refused_by_name),
        cmocka_unit_test(the_first_error_is_the_one_reported),
        cmocka_unit_test(titles_keep_what_is_ascii),
        cmocka_unit_test(a_page_is_left_as_it_was_entered),
        cmocka_unit_test(misuse_is_an_error_not_a_crash),
        cmocka_unit_test(numbers_that_the_library_would_lose_are_kept),
        cmocka_unit_test(each_page_says_its_colours),
        cmocka_unit_test(dates_come_from_the_data_or_the_environment),
        cmocka_unit_test(the_id_follows_the_content),
        cmocka_unit_test(limits_are_where_they_are_said_to_be),
        cmocka_unit_test(a_missing_font_names_the_package),
        cmocka_unit_test(text_widths_follow_the_font_files),
        cmocka_unit_test(every_character_of_the_encoding_has_a_width),
        cmocka_unit_test(math_text_measures_scripts_smaller),
        cmocka_unit_test(cut_text_fits),
        cmocka_unit_test(a_circle_is_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
