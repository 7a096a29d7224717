/*
 * doc_drawn_test.c - tables, listings and formulas of unusual shapes, on pages and in LaTeX, held
 * to approved texts.
 */
#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/doc.h"
#include "reports/doc/latex_folder.h"
#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/table/table.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/page_streams.h"

struct pages {
    struct pdf_canvas *canvas;
    struct latex_folder folder;
    struct doc *doc;
};

static const struct pdf_info plain = { .title = "pages", .plain = true };

static void pages_open(struct pages *p)
{
    struct err err = { 0 };
    *p = (struct pages){ 0 };
    assert_int_equal(pdf_canvas_open(&plain, &p->canvas, &err), 0);
    p->doc = doc_new(p->canvas, "a header");
    doc_set_latex(p->doc, &p->folder, &plain);
}

/* All that the pages draw or a sample of it, and the LaTeX sources when these are asked for. */
static void pages_close(struct pages *p, const char *name, bool sampled, bool latex,
                        struct buf *out)
{
    struct err err = { 0 };
    struct buf pdf = { 0 };
    buf_printf(out, "-- %s, %zu pages\n", name, pdf_page_count(p->canvas));
    doc_finish(p->doc);
    doc_free(p->doc);
    assert_int_equal(pdf_canvas_finish(p->canvas, &pdf, &err), 0);
    pdf_canvas_close(p->canvas);
    put_streams(&pdf, sampled, out);
    for (size_t i = 0; latex && i < p->folder.n_files; i++)
        buf_printf(out, "-- %s\n%s", p->folder.files[i].path, buf_text(&p->folder.files[i].bytes));
    if (latex)
        buf_printf(out, "-- body\n%s", buf_text(&p->folder.body));
    latex_folder_release(&p->folder);
    buf_release(&pdf);
}

static void put_values(struct doc *d, struct arena *a, const int *decimals)
{
    static const struct table_column columns[] = {
        { "four digits", 0 }, { "two", 2 }, { "text", 0 }, { "flag", 0 }, { "json", 0 }
    };
    static const double values[] = { 0,      1234.5,           12345.678,        999999999.4, 1e9,
                                     1e15,   9.99e14,          0.000123456,      -9999.5,     10000,
                                     -1e300, 1.0 / 3,          (double)NAN,      99.5,        100,
                                     -0.5,   (double)INFINITY, -(double)INFINITY };
    static const char *const texts[] = { "> 64", "3 / 5", "1e-9", "+2.5", "", "\xCF\x81 x" };
    struct table t;
    table_init(&t, a, "values", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < ARRAY_LEN(values); i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_real(values[i]);
        c[1] = cell_real(values[i]);
        c[2] = i < 5 ? cell_text(&t, texts[i]) : cell_na(&t, i % 2 == 0 ? "" : "none");
        c[3] = cell_bool(i % 2 == 1);
        c[4] = i == 3 ? cell_text(&t, texts[5]) : cell_int((int64_t)i - 3);
    }
    doc_table(d, &t, decimals, "Values.");
}

/* n columns, which may not have room for their words. */
static void put_columns(struct doc *d, struct arena *a, size_t n, const char *cell)
{
    struct table_column columns[24];
    struct table t;
    const size_t len = strlen(cell);
    for (size_t i = 0; i < n; i++)
        columns[i] = (struct table_column){ i % 2 == 0 ? "a heading of words" : "n", 0 };
    table_init(&t, a, "columns", columns, n);
    for (size_t r = 0; r < 2; r++) {
        struct cell *c = table_row(&t);
        for (size_t i = 0; i < n; i++)
            c[i] = i % 3 == r ? cell_int(17 * (int64_t)i)
                   : r == 0   ? cell_text(&t, cell)
                              : cell_text(&t, arena_strndup(a, cell, (i + 1) * len / n));
    }
    doc_table(d, &t, NULL, "Columns.");
}

/* Columns of ever more words. */
static void put_widths(struct doc *d, struct arena *a, size_t n)
{
    static const struct table_column columns[] = { { "a", 0 },
                                                   { "b", 0 },
                                                   { "a heading of words", 0 },
                                                   { "d", 0 },
                                                   { "another heading", 0 },
                                                   { "f", 0 },
                                                   { "g", 0 },
                                                   { "the last", 0 } };
    struct table t;
    table_init(&t, a, "widths", columns, n);
    struct cell *c = table_row(&t);
    for (size_t i = 0; i < n; i++) {
        struct buf CLEANUP(buf_release) words = { 0 };
        for (size_t w = 0; w < 1 + i * i; w++)
            buf_printf(&words, "word%zu ", w);
        c[i] = cell_text(&t, arena_strdup(a, buf_text(&words)));
    }
    doc_table(d, &t, NULL, "Widths.");
}

static void tables_are_set_as_approved(void **state)
{
    static const int decimals[] = { 2, 1, 0, 0, 0 };
    static const char *const cells[] = { "w", "word", "incomprehensibilities",
                                         "two words, and more of them than a line has room for" };
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct pages p;
    (void)state;
    pages_open(&p);
    put_values(p.doc, &a, NULL);
    put_values(p.doc, &a, decimals);
    pages_close(&p, "values", true, true, &out);
    for (size_t i = 0; i < ARRAY_LEN(cells); i++) {
        pages_open(&p);
        put_columns(p.doc, &a, 2, cells[i]);
        put_columns(p.doc, &a, i == 0 ? 12 : i == 1 ? 15 : 6, cells[i]);
        put_columns(p.doc, &a, i == 0 ? 16 : 18, i == 0 ? "iiiiiiiiiiii" : cells[i]);
        pages_close(&p, cells[i], true, i < 2, &out);
    }
    pages_open(&p);
    for (size_t n = 3; n <= 8; n++)
        put_widths(p.doc, &a, n);
    pages_close(&p, "widths", true, false, &out);
    approved_check("tables", &out);
    buf_release(&out);
    arena_release(&a);
}

static void put_long_cell(struct doc *d, struct arena *a, size_t n_words)
{
    static const struct table_column columns[] = { { "long", 0 }, { "another heading", 0 } };
    struct buf words = { 0 };
    struct table t;
    for (size_t i = 0; i < n_words; i++)
        buf_printf(&words, "word%zu%s", i, i % 9 == 8 ? ", " : " ");
    table_init(&t, a, "long", columns, 2);
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, buf_text(&words));
    c[1] = cell_text(&t, buf_text(&words));
    table_note(&t, "a note");
    doc_table(d, &t, NULL, "A long cell.");
    buf_release(&words);
}

static void put_reasons(struct doc *d, struct arena *a, size_t n)
{
    static const struct table_column columns[] = { { "value", 0 } };
    struct table t;
    table_init(&t, a, "reasons", columns, 1);
    for (size_t i = 0; i < n; i++)
        table_row(&t)[0] = cell_na(&t, arena_printf(a, "reason %zu", i % 32));
    doc_table(d, &t, NULL, "Reasons.");
}

/* Short tables below what nearly fills a page. */
static void put_low(struct doc *d, struct arena *a, size_t n_rows)
{
    static const struct table_column columns[] = { { "low", 0 } };
    struct table t;
    table_init(&t, a, "low", columns, 1);
    for (size_t i = 0; i < n_rows; i++)
        table_row(&t)[0] = cell_int((int64_t)i);
    for (size_t i = 0; i < 4; i++)
        table_note(&t, "note %zu", i);
    doc_table(d, &t, NULL, "Low.");
}

static void tables_break_as_approved(void **state)
{
    static const size_t words[] = { 100, 104, 150 };
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct pages p;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        pages_open(&p);
        put_long_cell(p.doc, &a, words[i]);
        pages_close(&p, "a long cell", true, false, &out);
    }
    pages_open(&p);
    put_reasons(p.doc, &a, 40);
    pages_close(&p, "reasons", true, false, &out);
    approved_check("table_breaks", &out);
    buf_clear(&out);
    /* Of tables that begin ever lower: on how many pages they lie, and where rows and notes are. */
    for (size_t n_rows = 1; n_rows <= 26; n_rows += 5)
        for (double space = n_rows < 20 ? 560 : 380; space < 720; space += 9) {
            size_t count = 0, first = 0;
            pages_open(&p);
            doc_space(p.doc, space);
            put_low(p.doc, &a, n_rows);
            struct buf drawn = { 0 };
            pages_close(&p, "low", false, false, &drawn);
            const char *text = buf_text(&drawn), *end = strstr(text, "(a header) Tj");
            for (const char *at = strstr(text, ") Tj"); at != NULL; at = strstr(at + 1, ") Tj")) {
                count++;
                first += end == NULL || at < end;
            }
            buf_printf(&out, "%zu rows below %g: %.*s, %zu of %zu texts before the header\n",
                       n_rows, space, (int)strcspn(text + 8, "\n"), text + 8, first, count);
            buf_release(&drawn);
        }
    approved_check("table_places", &out);
    buf_release(&out);
    arena_release(&a);
}

static void listings_are_set_as_approved(void **state)
{
    struct buf out = { 0 }, text = { 0 };
    struct pages p;
    (void)state;
    pages_open(&p);
    doc_listing(p.doc, "", 5);
    doc_listing(p.doc, "\n\n  one\n\ttwo", 9);
    for (size_t i = 0; i < 40; i++)
        buf_printf(&text, "identifier_%zu = call(%zu); ", i, i);
    buf_puts(&text, "\nshort\nthird");
    doc_listing(p.doc, buf_text(&text), 2);
    doc_code(p.doc, buf_text(&text));
    doc_code(p.doc, "");
    doc_code(p.doc, "a\n\nb\n");
    pages_close(&p, "listings", true, true, &out);
    /* A short text of fixed pitch is kept together, a long one is not, nor one with numbers. */
    for (size_t lines = 5; lines <= 45; lines += 10)
        for (double space = 420; space < 700; space += 40)
            for (int numbered = 0; numbered < 2; numbered++) {
                buf_clear(&text);
                for (size_t i = 0; i < lines; i++)
                    buf_puts(&text, i % 3 == 0
                                        ? "a line that is so long that it takes the room of more "
                                          "than one line, since its words go on and on without "
                                          "an end to them\n"
                                        : "line\n");
                struct buf drawn = { 0 };
                size_t before = 0;
                pages_open(&p);
                doc_space(p.doc, space);
                if (numbered == 1)
                    doc_listing(p.doc, buf_text(&text), 1000);
                else
                    doc_code(p.doc, buf_text(&text));
                doc_small(p.doc, "behind it");
                pages_close(&p, "code", false, false, &drawn);
                const char *all = buf_text(&drawn) + 9, *end = strstr(all, "(a header) Tj");
                for (const char *at = strstr(all, ") Tj"); at != NULL && (end == NULL || at < end);
                     at = strstr(at + 1, ") Tj"))
                    before++;
                buf_printf(&out, "%zu lines below %g: %.*s, %zu texts before the header\n", lines,
                           space, (int)strcspn(all, "\n"), all, before);
                buf_release(&drawn);
            }
    approved_check("listings", &out);
    buf_release(&out);
    buf_release(&text);
}

/* A figure moves to the next page with its caption where both do not fit. */
static void figures_keep_their_captions(void **state)
{
    static const size_t words[] = { 3, 110, 400 };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        for (double space = 350; space < 640; space += 48) {
            struct pages p;
            struct arena arena = { 0 };
            struct buf drawn = { 0 };
            struct figure_model m;
            size_t headers = 0, before = 0;
            figure_init(&m, &arena, "figure", "a figure");
            struct fig_mark *k = figure_mark(&m, figure_panel(&m, NULL), DRAW_LINE, 2);
            k->x[1] = k->y[1] = 1;
            for (size_t w = 0; w < words[i]; w++)
                figure_caption(&m, "word");
            struct doc_figures row = { &m, NULL };
            pages_open(&p);
            doc_space(p.doc, space);
            doc_figures(p.doc, &row, 1);
            doc_small(p.doc, "behind it");
            pages_close(&p, "figures", false, false, &drawn);
            for (const char *at = strstr(buf_text(&drawn), ") Tj"); at != NULL;
                 at = strstr(at + 1, ") Tj")) {
                bool is_header = strncmp(at - 9, "(a header", 9) == 0;
                headers += is_header;
                before += headers == 0;
            }
            buf_printf(&out, "%zu words below %g: %zu headers, %zu texts before them\n", words[i],
                       space, headers, before);
            buf_release(&drawn);
            arena_release(&arena);
        }
    }
    approved_check_exactly("figures_kept", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_set_as_approved),
        cmocka_unit_test(tables_break_as_approved),
        cmocka_unit_test(listings_are_set_as_approved),
        cmocka_unit_test(figures_keep_their_captions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
