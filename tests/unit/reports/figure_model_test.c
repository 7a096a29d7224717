/*
 * figure_model_test.c - a model of every kind of mark, drawn and written as files.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/plot/figure_file.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static bool holds(const struct buf *pdf, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= pdf->len; i++) {
        if (memcmp(pdf->data + i, text, n) == 0)
            return true;
    }
    return false;
}

/* Among five points are some that are no numbers. */
static void fill_all_kinds(struct figure_model *m, struct fig_panel *p)
{
    for (int kind = 0; kind < DRAW_KINDS; kind++) {
        struct fig_mark *k = figure_mark(m, p, (enum draw_kind)kind, 5);
        k->name = kind % 3 == 0 ? "a name \x1b[31m" : NULL;
        k->style = axes_series_style((size_t)kind);
        k->jitter = 0.1;
        k->scale_hi = 5;
        for (size_t i = 0; i < 5; i++) {
            double v = i == 2 ? (double)NAN : i == 3 ? (double)INFINITY : (double)i + 0.5;
            k->x[i] = v;
            k->y[i] = i == 1 ? -(double)INFINITY : (double)i + 0.5;
            if (k->low != NULL) {
                k->low[i] = v;
                k->high[i] = i == 4 ? (double)NAN : 1e300;
            }
            for (size_t b = 0; k->value != NULL && b < 5; b++)
                k->value[5 * i + b] = b == 0 ? (double)NAN : (double)b;
            if (k->texts != NULL)
                k->texts[i] = "text\nof \xE2\x80\xAE two lines";
        }
    }
}

static void build(struct figure_model *m, struct arena *a, enum axis_scale scale)
{
    static const char *const rows[] = { "one", "two", "three", "four", "five" };
    static const enum panel_key keys[] = { KEY_NONE, KEY_ENDS, KEY_TOP, KEY_FIGURE };
    figure_init(m, a, "test-1", "a test");
    figure_columns(m, "name,value");
    figure_caption(m, "n = %d, 50 %% of \"x_1\".", 3);
    figure_caption(m, "A second sentence.");
    m->least_width = 100;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        struct fig_panel *p = figure_panel(m, i == 0 ? NULL : "title");
        p->key = keys[i];
        p->x.scale = p->y.scale = scale;
        p->x.label = "*x*_{1}";
        p->y.label = "\xCF\x81^{2}";
        p->corner = "corner";
        if (i == 2) {
            p->rows = p->row_notes = p->columns = rows;
            p->n_rows = p->n_columns = ARRAY_LEN(rows);
        }
        p->bare = i == 3;
        p->height = i == 3 ? 60 : 0;
        fill_all_kinds(m, p);
    }
    struct fig_panel *empty = figure_panel(m, "empty");
    empty->na = "nothing is there, and this is why, at some length so that it has to be wrapped";
}

static void draw(enum axis_scale scale, double width, struct buf *out)
{
    struct arena a = { 0 };
    struct figure_model m;
    struct err err = { 0 };
    struct pdf_info info = { .plain = true };
    build(&m, &a, scale);
    if (figure_put_pdf(&m, &info, width, out, &err) < 0)
        fail_msg("%s", err.msg);
    arena_release(&a);
}

static void every_kind_of_mark_is_drawn_at_every_width(void **state)
{
    (void)state;
    static const double widths[] = { 120, 234, 486, 1400 };
    for (int scale = 0; scale < 3; scale++) {
        for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
            struct buf a = { 0 }, b = { 0 };
            draw((enum axis_scale)scale, widths[i], &a);
            draw((enum axis_scale)scale, widths[i], &b);
            assert_int_equal(a.len, b.len);
            assert_memory_equal(a.data, b.data, a.len);
            assert_true(holds(&a, "EmbeddedFile"));
            assert_true(holds(&a, "test-1.csv"));
            assert_false(holds(&a, "\x1b[31m"));
            buf_release(&a);
            buf_release(&b);
        }
    }
}

static void a_model_without_panels_is_a_page(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct figure_model m;
    struct buf out = { 0 };
    struct err err = { 0 };
    struct pdf_info info = { .plain = true };
    figure_init(&m, &a, "none", "none");
    assert_int_equal(figure_put_pdf(&m, &info, 234, &out, &err), 0);
    buf_release(&out);
    arena_release(&a);
}

static void macros_have_letters_alone_and_differ(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct figure_model m;
    struct buf out = { 0 };
    figure_init(&m, &a, "fast-p", "x");
    figure_caption(&m, "50 %% of {a} \\b & #1_2 $ ~ ^ \xCF\x81 \xE2\x89\xA5 1\n\xE5\xAD\x97");
    figure_number(&m, "x", 0.12345678, NULL, "fast 1 of bon-42");
    figure_number(&m, "x", 2, NULL, "fast 1 of bon 42");
    figure_number(&m, "%", -1.5, NULL, "p0.5");
    figure_number(&m, "", (double)NAN, "no sample\n\\end", "none");
    figure_number(&m, "", (double)INFINITY, NULL, "infinite");
    figure_number(&m, "us", 1.25e-7, NULL, "tiny");
    figure_put_macros(&m, 234, &out);
    const char *text = buf_text(&out);
    static const char *const lines[] = {
        "\\newcommand{\\RbFastPWidth}{234bp}\n",
        ("\\newcommand{\\RbFastPCaption}{50 \\% of \\{a\\} \\textbackslash{}b \\& \\#1\\_2 \\$ "
         "\\textasciitilde{} \\textasciicircum{} \\ensuremath{\\rho} \\ensuremath{\\ge} 1 ?}\n"),
        "\\newcommand{\\RbFastPFastOneOfBonFourTwo}{0.1235} % fast 1 of bon-42, x\n",
        "\\newcommand{\\RbFastPFastOneOfBonFourTwoB}{2} %",
        "\\newcommand{\\RbFastPPZeroPointFive}{\\ensuremath{-1.5}} %",
        "\\newcommand{\\RbFastPNone}{\\textrm{NA}} % none: no sample?\\end\n",
        "\\newcommand{\\RbFastPInfinite}{\\ensuremath{\\infty}}",
        "\\newcommand{\\RbFastPTiny}{\\ensuremath{1.25\\times10^{-7}}} % tiny, us\n",
    };
    for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
        if (strstr(text, lines[i]) == NULL)
            fail_msg("no '%s' in:\n%s", lines[i], text);
    }
    buf_release(&out);
    arena_release(&a);
}

static void widths_are_names_or_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double points; /* 0: refused */
    } cases[] = {
        { "icml-column", 234 },
        { "icml-text", 486 },
        { "neurips", 396 },
        { "3.25in", 234 },
        { "254mm", 720 },
        { "25.4cm", 720 },
        { "300pt", 300 },
        { "", 0 },
        { "in", 0 },
        { "1in", 0 },
        { "nanpt", 0 },
        { "infpt", 0 },
        { "-300pt", 0 },
        { "300", 0 },
        { "300px", 0 },
        { "1e9pt", 0 },
        { "234 pt", 0 },
        { "column", 0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        double got = 0;
        bool ok = figure_width_parse(cases[i].text, &got);
        if (ok != (cases[i].points > 0) || fabs(got - cases[i].points) > 1e-9)
            fail_msg("'%s': %d, %g", cases[i].text, ok, got);
    }
}

static void marks_and_panels_stay_where_they_are(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct figure_model m;
    figure_init(&m, &a, "x", "x");
    struct fig_panel *first = figure_panel(&m, "first");
    struct fig_mark *mark = figure_mark(&m, first, DRAW_HLINE, 2);
    for (size_t i = 0; i < 50; i++) {
        figure_panel(&m, "more");
        figure_mark(&m, first, DRAW_LINE, 1);
    }
    assert_ptr_equal(m.panels[0], first);
    assert_ptr_equal(first->marks[0], mark);
    assert_true(isnan(mark->low[0]) && isnan(mark->high[1]));
    assert_int_equal(m.n_panels, 51);
    arena_release(&a);
}

/* Points at 1, 4 and 9 and n further ones at v. */
static void draw_points(enum axis_scale scale, double v, size_t n, struct buf *out)
{
    struct arena a = { 0 };
    struct figure_model m;
    struct err err = { 0 };
    struct pdf_info info = { .plain = true };
    figure_init(&m, &a, "points", "points");
    struct fig_panel *p = figure_panel(&m, "panel");
    p->x.scale = p->y.scale = scale;
    struct fig_mark *k = figure_mark(&m, p, DRAW_POINTS, 3 + n);
    for (size_t i = 0; i < 3 + n; i++)
        k->x[i] = k->y[i] = i < 3 ? (double)((i + 1) * (i + 1)) : v;
    if (figure_put_pdf(&m, &info, 234, out, &err) < 0)
        fail_msg("%s", err.msg);
    arena_release(&a);
}

static void what_has_no_place_does_not_move_an_axis(void **state)
{
    (void)state;
    static const struct {
        enum axis_scale scale;
        double v;
        bool has_place;
    } cases[] = {
        { AXIS_LINEAR, (double)INFINITY, false },
        { AXIS_LINEAR, -(double)INFINITY, false },
        { AXIS_LINEAR, (double)NAN, false },
        { AXIS_LINEAR, -5, true },
        { AXIS_LOG10, (double)INFINITY, false },
        { AXIS_LOG10, (double)NAN, false },
        { AXIS_LOG10, 0, false },
        { AXIS_LOG10, -5, false },
        { AXIS_LOG10, 0.01, true },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf without = { 0 }, with = { 0 };
        draw_points(cases[i].scale, 0, 0, &without);
        draw_points(cases[i].scale, cases[i].v, 1, &with);
        bool is_same = with.len == without.len && memcmp(with.data, without.data, with.len) == 0;
        if (is_same == cases[i].has_place)
            fail_msg("case %zu: the figure is %s", i, is_same ? "the same" : "another");
        buf_release(&without);
        buf_release(&with);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_mark_is_drawn_at_every_width),
        cmocka_unit_test(a_model_without_panels_is_a_page),
        cmocka_unit_test(macros_have_letters_alone_and_differ),
        cmocka_unit_test(widths_are_names_or_sizes),
        cmocka_unit_test(marks_and_panels_stay_where_they_are),
        cmocka_unit_test(what_has_no_place_does_not_move_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
