/*
 * drawn_test.c - where every mark, label, word and rule stands, held to approved drawings.
 */
#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/doc.h"
#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/table/table.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/page_streams.h"

static const double none = (double)NAN, endless = (double)INFINITY;

static const struct sample_size few = { 8, 4, 3 }, many = { 45, 25, 8 };

/* A sample of the figure as SVG, appended to out. */
static void draw(const struct figure_model *m, double width, struct sample_size s, struct buf *out)
{
    struct buf svg = { 0 };
    struct pdf_info info = { .title = "drawn", .svg = true };
    struct err err = { 0 };
    struct pdf_canvas *c = NULL;
    if (pdf_canvas_open(&info, &c, &err) < 0)
        fail_msg("%s", err.msg);
    double height = figure_height(c, m, width);
    pdf_page_add(c, width, height);
    figure_draw(c, (struct box){ 0, 0, width, height }, m);
    if (pdf_canvas_finish(c, &svg, &err) < 0)
        fail_msg("%s", err.msg);
    pdf_canvas_close(c);
    put_svg(&svg, s, out);
    buf_release(&svg);
}

/* Six points: two that follow each other, a gap, one alone, one far outside, and the last. */
static void fill(struct fig_mark *k, size_t variant)
{
    static const double x[] = { 1, 2, 3, 4, 50, 6 }, y[] = { 3, 1, 2, 5, 4, 2.5 };
    static const char *const texts[] = { "one", "two *x*_{2}", "", "four\nlines", "five", "six" };
    k->style = axes_series_style(variant + (size_t)k->kind);
    k->style.hollow = variant % 2 == 1;
    k->radius = variant == 2 ? 3.5 : 0;
    k->opacity = variant == 2 ? 0.4 : 0;
    k->size = variant == 2 ? 0.8 : 0;
    k->jitter = variant == 1 ? 0.3 : 0;
    k->align = (enum pdf_align)(variant % 3);
    k->plain = variant == 2;
    k->scale_lo = variant == 1 ? 2 : 0;
    k->scale_hi = variant == 2 ? 0 : 4;
    for (size_t i = 0; i < k->n; i++) {
        k->x[i] = i == 2 && variant != 2 ? none : x[i];
        k->y[i] = y[i];
        if (k->low != NULL) {
            k->low[i] = i == 3 && variant == 1 ? none : k->kind == DRAW_FRAMES ? 0.2 : y[i] - 1;
            k->high[i] = i == 5 && variant == 1   ? endless
                         : k->kind == DRAW_FRAMES ? 20
                                                  : y[i] + 1.5;
        }
        for (size_t b = 0; k->value != NULL && b < 5; b++)
            k->value[5 * i + b] = x[i] + 0.7 * (double)b;
        if (k->texts != NULL)
            k->texts[i] = texts[i];
    }
}

static void each_mark_stands_where_it_is_approved(void **state)
{
    static const char *const kinds[DRAW_KINDS] = {
        "line",   "steps",  "band",  "strip", "points", "hline", "vline",  "range_x", "range_y",
        "bars_x", "bars_y", "boxes", "heat",  "notes",  "names", "frames", "arrows",
    };
    struct buf out = { 0 };
    (void)state;
    for (size_t kind = 0; kind < DRAW_KINDS; kind++) {
        for (size_t variant = 0; variant < 3; variant++) {
            struct arena arena = { 0 };
            struct figure_model m;
            figure_init(&m, &arena, kinds[kind], kinds[kind]);
            struct fig_panel *p = figure_panel(&m, NULL);
            p->x.scale = variant == 1 ? AXIS_LOG2 : AXIS_LINEAR;
            p->y.scale = variant == 1 ? AXIS_LOG10 : AXIS_LINEAR;
            p->x.lo = variant == 1 ? 0.5 : 0;
            p->x.hi = 8;
            p->y.lo = variant == 1 ? 0.2 : -1;
            p->y.hi = 7;
            p->x.no_ticks = p->y.no_ticks = true;
            p->bare = kind == DRAW_FRAMES || kind == DRAW_ARROWS;
            p->height = 90;
            struct fig_mark *k = figure_mark(&m, p, (enum draw_kind)kind, 6);
            fill(k, variant);
            if (p->bare) {
                for (size_t i = 0; i < k->n; i++) {
                    k->x[i] /= 8;
                    k->y[i] *= 15;
                }
            }
            buf_printf(&out, "-- %s %zu\n", kinds[kind], variant);
            draw(&m, 140, few, &out);
            arena_release(&arena);
        }
    }
    approved_check("marks", &out);
    buf_release(&out);
}

static void series(struct figure_model *m, struct fig_panel *p, size_t n, double step)
{
    static const char *const names[] = { "best of n", "test-time training", "sdpo",
                                         "a rather long name of a method", "refine" };
    for (size_t i = 0; i < n; i++) {
        struct fig_mark *k = figure_mark(m, p, DRAW_LINE, 3);
        k->style = axes_series_style(i);
        k->name = names[i % ARRAY_LEN(names)];
        for (size_t j = 0; j < 3; j++) {
            k->x[j] = 1 + (double)j;
            k->y[j] = 1 + (double)j * 0.1 + step * (double)i;
        }
    }
}

/* Axes, keys, titles and rows; panels side by side and below each other. */
static void build_panels(struct figure_model *m, struct arena *arena, size_t variant)
{
    static const char *const rows[] = {
        "l1/4 a", "l1/19 bb", "l1/23 a name that is far too long for the room that is there"
    };
    static const char *const notes[] = { "0.5", "12 of 13", "" };
    static const enum panel_key keys[] = { KEY_NONE, KEY_ENDS, KEY_TOP, KEY_FIGURE };
    figure_init(m, arena, "panels", "panels");
    m->least_width = variant == 1 ? 120 : 0;
    m->share_x = m->share_y = variant == 1;
    for (size_t i = 0; i < 4; i++) {
        struct fig_panel *p = figure_panel(m, i % 2 == 0 ? "a title" : NULL);
        p->key = keys[(i + variant) % 4];
        p->x.scale = (enum axis_scale)(i % 3);
        p->y.scale = (enum axis_scale)((i + variant) % 3);
        p->x.label = "samples *K*";
        p->y.label = "fast_{1}^{2}";
        p->x.numbers = (enum tick_numbers)((i + variant) % 3);
        p->x.no_tick_labels = variant == 2 && i == 1;
        p->y.no_ticks = variant == 2 && i == 2;
        p->corner = i == 1 ? "n = 12" : NULL;
        p->height = i == 2 ? 70 : 0;
        series(m, p, variant == 2 ? 5 : 2 + i, i == 3 ? 0.01 : 0.4);
    }
    struct fig_panel *p = figure_panel(m, "rows");
    p->n_rows = 3;
    p->rows = rows;
    p->row_notes = notes;
    p->row_height = variant == 2 ? 22 : 0;
    p->n_columns = variant == 1 ? 2 : 0;
    p->columns = rows;
    fill(figure_mark(m, p, variant == 1 ? DRAW_HEAT : DRAW_BARS_X, 3), variant);
    figure_panel(m, "nothing")->na = "no run has a baseline, so that there is no speedup to draw, "
                                     "and this is said at some length";
}

static void panels_stand_where_they_are_approved(void **state)
{
    static const double widths[] = { 234, 486 };
    struct buf out = { 0 };
    (void)state;
    for (size_t variant = 0; variant < 3; variant++) {
        for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
            struct arena arena = { 0 };
            struct figure_model m;
            build_panels(&m, &arena, variant);
            buf_printf(&out, "-- panels %zu, %g points wide\n", variant, widths[i]);
            draw(&m, widths[i], many, &out);
            arena_release(&arena);
        }
    }
    approved_check("panels", &out);
    buf_release(&out);
}

/* Reasons of every length, in panels from narrow to wide. */
static void reasons_stand_where_they_are_approved(void **state)
{
    static const double widths[] = { 70, 120, 234 };
    static const char *const reasons[] = {
        "nothing",
        "no run has a baseline",
        "no run has a baseline, so that there is no speedup to draw, and this is said at so great "
        "a length that no panel has the lines for all of it, whatever its width may be, though "
        "the widest of them has nearly enough of them to say it and is not much too small",
    };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(reasons); i++) {
        for (size_t k = 0; k < ARRAY_LEN(widths); k++) {
            struct arena arena = { 0 };
            struct figure_model m;
            figure_init(&m, &arena, "reason", "reason");
            struct fig_panel *p = figure_panel(&m, k == 1 ? "a title" : NULL);
            p->na = reasons[i];
            p->y.label = i == 1 ? "y" : NULL;
            buf_printf(&out, "-- reason %zu, %g points wide\n", i, widths[k]);
            draw(&m, widths[k], few, &out);
            arena_release(&arena);
        }
    }
    approved_check("reasons", &out);
    buf_release(&out);
}

/* Names at the ends of few and of many lines, in plots of little and of much height. */
static void names_at_ends_stand_where_they_are_approved(void **state)
{
    static const size_t numbers[] = { 1, 3, 4, 7, 12, 24, 30 };
    static const double heights[] = { 30, 60, 150 };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        for (size_t k = 0; k < ARRAY_LEN(heights); k++) {
            struct pdf_info info = { .title = "ends", .svg = true };
            struct err err = { 0 };
            struct pdf_canvas *c = NULL;
            struct axes a;
            struct axis axis = { .lo = 0, .hi = 10, .no_ticks = true };
            struct axes_margins margins = { .right = 60 };
            struct end_label labels[30];
            for (size_t n = 0; n < numbers[i]; n++)
                labels[n] = (struct end_label){ n == 5 ? none : 7 - 0.3 * (double)(n * n % 11),
                                                n % 2 == 0 ? "a name" : "one that is too long",
                                                palette_line(n), (enum marker)(n % 7), n % 3 == 0 };
            if (pdf_canvas_open(&info, &c, &err) < 0)
                fail_msg("%s", err.msg);
            pdf_page_add(c, 150, heights[k] + 20);
            axes_begin(&a, c, (struct box){ 0, 5, 150, heights[k] }, &axis, &axis, &margins);
            axes_end_labels(&a, labels, numbers[i], 60);
            buf_printf(&out, "-- %zu names, %g points high\n", numbers[i], heights[k]);
            struct buf svg = { 0 };
            if (pdf_canvas_finish(c, &svg, &err) < 0)
                fail_msg("%s", err.msg);
            pdf_canvas_close(c);
            put_svg(&svg, few, &out);
            buf_release(&svg);
        }
    }
    approved_check("ends", &out);
    buf_release(&out);
}

static void put_table(struct doc *d, struct arena *arena, size_t n_rows)
{
    static const struct table_column columns[] = {
        { "task", 0 }, { "what it is", 0 }, { "n", 0 }, { "speedup", 3 }, { "right", 0 }
    };
    static const int decimals[] = { 0, 0, 0, 2, 0 };
    struct table t;
    table_init(&t, arena, "test", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < n_rows; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, i % 2 == 0 ? "l1/4" : "l1/19");
        c[1] = cell_text(&t, i % 3 == 0
                                 ? "words that are so many that they have to be broken into lines"
                                 : "few");
        c[2] = cell_int((int64_t)i * 117);
        c[3] = i % 4 == 1   ? cell_na(&t, "no baseline")
               : i % 4 == 2 ? cell_na(&t, "not right")
                            : cell_real(1.0 / 3 + (double)i);
        c[4] = cell_bool(i % 2 == 0);
    }
    table_note(&t, "a note of %zu rows", n_rows);
    doc_table(d, &t, n_rows % 2 == 0 ? decimals : NULL, "Speedups by task. And a second sentence.");
}

static void pages_are_set_as_approved(void **state)
{
    static const struct doc_pair pairs[] = { { "short", "1" },
                                             { "a longer name",
                                               "a value that goes on and on, so long that it does "
                                               "not fit into one line of the page and wraps" },
                                             { "none", NULL } };
    static const char *const sentences[] = {
        "The mean is $\\bar{x} = \\frac{1}{n} \\sum_{i=1}^{n} x_i$, and no more.",
        "$\\mathrm{pass@}k = 1 - \\binom{n-c}{k} / \\binom{n}{k}$ of $n$ samples.",
        "$\\sqrt{\\frac{\\sigma^2}{n}} \\le \\left( \\frac{a}{b} \\right)^2$",
        "$x_i^2 + y^{a+b} \\times \\mathbf{w} \\geq 0$ where $\\text{speedup} > 1$",
    };
    static const char *const literature[] = {
        "A. Author. A title. A journal, 2020.",
        ("B. Author and others. A title that is much longer, so that it takes more than one line "
         "of the page. Elsewhere, 2021."),
    };
    struct pdf_info info = { .title = "pages", .plain = true };
    struct arena arena = { 0 };
    struct buf pdf = { 0 }, out = { 0 };
    struct err err = { 0 };
    struct pdf_canvas *c = NULL;
    struct figure_model m;
    (void)state;
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    struct doc *d = doc_new(c, "a header");
    doc_title(d, "A title", "below it");
    doc_contents(d);
    doc_heading(d, "First");
    doc_paragraph(d, "A paragraph of more words than fit into one line of a page, with a\tcontrol "
                     "character and \xCF\x81, which goes on until it has wrapped at least once.");
    for (size_t i = 0; i < ARRAY_LEN(sentences); i++)
        doc_sentence(d, i % 2 == 0 ? "Lead." : NULL, 12 * (double)i, sentences[i]);
    doc_pairs(d, pairs, ARRAY_LEN(pairs));
    doc_code(d, "rollbook analyze fast-p --run bon-42 \\\n    --p 1\n");
    put_table(d, &arena, 3);
    figure_init(&m, &arena, "figure", "a figure");
    series(&m, figure_panel(&m, "panel"), 2, 0.3);
    figure_caption(&m, "A caption. n = 3.");
    struct doc_figures rows[] = { { &m, NULL }, { &m, &m } };
    doc_figures(d, rows, 2);
    doc_heading(d, "Second");
    doc_paragraph(d, "Smaller.");
    doc_sentence(d, "Small.", 0, sentences[0]);
    doc_small(d, "A note that is small and grey.");
    doc_listing(d, "int main(void)\n{\n    return 0;\n}\n", 3);
    put_table(d, &arena, 60);
    doc_space(d, 20);
    doc_references(d, literature, 2);
    doc_page_break(d);
    doc_small(d, "the end");
    doc_finish(d);
    doc_free(d);
    assert_int_equal(pdf_canvas_finish(c, &pdf, &err), 0);
    pdf_canvas_close(c);
    put_streams(&pdf, true, &out);
    approved_check("pages", &out);
    buf_release(&pdf);
    buf_release(&out);
    arena_release(&arena);
}

/* Contents beside the title, on a page of their own with lines that are closer, and on two. */
static void contents_stand_where_they_are_approved(void **state)
{
    static const size_t numbers[] = { 2, 30, 100, 160, 162, 220 };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        struct pdf_info info = { .title = "contents", .plain = true };
        struct err err = { 0 };
        struct buf pdf = { 0 };
        struct pdf_canvas *c = NULL;
        char heading[40];
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "a header");
        doc_title(d, "A title", "below it");
        doc_contents(d);
        for (size_t n = 0; n < numbers[i]; n++) {
            snprintf(heading, sizeof(heading), "Heading %zu", n);
            doc_heading(d, heading);
        }
        doc_finish(d);
        doc_free(d);
        assert_int_equal(pdf_canvas_finish(c, &pdf, &err), 0);
        buf_printf(&out, "-- %zu headings on %zu pages\n", numbers[i], pdf_page_count(c));
        pdf_canvas_close(c);
        put_streams(&pdf, true, &out);
        buf_release(&pdf);
    }
    approved_check("contents", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mark_stands_where_it_is_approved),
        cmocka_unit_test(panels_stand_where_they_are_approved),
        cmocka_unit_test(pages_are_set_as_approved),
        cmocka_unit_test(contents_stand_where_they_are_approved),
        cmocka_unit_test(reasons_stand_where_they_are_approved),
        cmocka_unit_test(names_at_ends_stand_where_they_are_approved),
    };
    return cmocka_run_group_tests_name("drawn", tests, NULL, NULL);
}
