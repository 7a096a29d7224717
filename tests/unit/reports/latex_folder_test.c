/*
 * latex_folder_test.c - a document as LaTeX sources, and the columns of its tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/latex_folder.h"
#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

#define COLUMNS 4

static const char *no_cell(void *self, size_t row, size_t column)
{
    (void)self;
    (void)row;
    (void)column;
    return "x";
}

static void read_widths(const double *shares, const double *least, double widths[COLUMNS])
{
    static const bool right[COLUMNS] = { false, true, false, true };
    struct latex_folder f = { 0 };
    struct latex_table t = { .caption = "A table.",
                             .n_columns = COLUMNS,
                             .shares = shares,
                             .least = least,
                             .right = right,
                             .cell = no_cell };
    latex_table_add(&f, &t);
    const char *at = strstr(buf_text(&f.files[0].bytes), "@{}");
    assert_non_null(at);
    for (size_t i = 0; i < COLUMNS; i++) {
        at = strpbrk(at + 3, "LR");
        assert_non_null(at);
        assert_int_equal(*at, right[i] ? 'R' : 'L');
        assert_int_equal(sscanf(at + 1, "{%lf", &widths[i]), 1);
    }
    latex_folder_release(&f);
}

static double sum(const double widths[COLUMNS])
{
    double total = 0;
    for (size_t i = 0; i < COLUMNS; i++)
        total += widths[i];
    return total;
}

/* TeX's letters are wider. */
static void columns_grow_into_the_room(void **state)
{
    (void)state;
    static const double shares[COLUMNS] = { 0.1, 0.2, 0.1, 0.2 };
    double widths[COLUMNS];
    read_widths(shares, shares, widths);
    for (size_t i = 0; i < COLUMNS; i++)
        assert_true(widths[i] > 1.2 * shares[i]);
    assert_true(sum(widths) < 0.97);
}

/* The column that can wrap gives way. */
static void full_tables_keep_their_words(void **state)
{
    (void)state;
    static const double shares[COLUMNS] = { 0.30, 0.15, 0.30, 0.20 };
    static const double least[COLUMNS] = { 0.05, 0.15, 0.28, 0.10 };
    double widths[COLUMNS];
    read_widths(shares, least, widths);
    assert_true(sum(widths) < 0.97);
    assert_true(widths[0] < shares[0]);
    for (size_t i = 0; i < COLUMNS; i++)
        assert_true(widths[i] >= 1.09 * least[i]);
}

static void what_cannot_fit_is_never_wider_than_the_page(void **state)
{
    (void)state;
    static const double shares[COLUMNS] = { 0.25, 0.25, 0.25, 0.25 };
    double widths[COLUMNS];
    read_widths(shares, shares, widths);
    assert_true(sum(widths) < 0.97);
}

static const char *named_cell(void *self, size_t row, size_t column)
{
    static char text[40];
    (void)self;
    snprintf(text, sizeof(text), row == 2 ? "head %zu%zu" : "cell_%zu%zu", row, column);
    return text;
}

static void add_table(struct latex_folder *f, const char *caption)
{
    static const double shares[] = { 0.1, 0.2 };
    static const bool right[] = { false, true };
    static const char *const notes[] = { "First note.", "50 % of them." };
    latex_table_add(f, &(const struct latex_table){ .caption = caption,
                                                    .n_columns = 2,
                                                    .n_rows = 2,
                                                    .shares = shares,
                                                    .least = shares,
                                                    .right = right,
                                                    .cell = named_cell,
                                                    .notes = notes,
                                                    .n_notes = 2 });
}

static void add_figure(struct latex_folder *f, const char *name, size_t n_words)
{
    static const struct pdf_info info = { .title = "one" };
    struct arena a = { 0 };
    struct figure_model m;
    figure_init(&m, &a, name, "A title");
    struct fig_panel *p = figure_panel(&m, "panel");
    struct fig_mark *k = figure_mark(&m, p, DRAW_LINE, 2);
    k->x[1] = k->y[1] = 1;
    for (size_t i = 0; i < n_words; i++)
        figure_caption(&m, "Word %zu.", i);
    latex_figure(f, &m, &info, 240);
    arena_release(&a);
}

/* Files of a figure are those of figure_file.h. */
static void put_folder(struct buf *out, const struct latex_folder *f)
{
    for (size_t i = 0; i < f->n_files; i++) {
        buf_printf(out, "-- %s\n", f->files[i].path);
        if (strncmp(f->files[i].path, "figures/", 8) == 0)
            continue;
        const char *text = buf_text(&f->files[i].bytes);
        const char *wrote = strchr(text, '\n'); /* it names the version */
        buf_puts(out, strcmp(f->files[i].path, "main.tex") == 0 ? wrote : text);
    }
}

/* Everything that a document may hold, and what it is in the sources. */
static void a_folder_holds_all_that_it_was_told(void **state)
{
    (void)state;
    static const double indents[] = { 0, 0.5, 12.25 };
    struct latex_folder f = { 0 };
    struct buf out = { 0 };
    struct err err = { 0 };
    latex_title(&f, "A title & more", "Sub_title");
    latex_contents(&f);
    latex_heading(&f, "Heading_1");
    latex_paragraph(&f, "A paragraph of 3 %.");
    for (size_t i = 0; i < ARRAY_LEN(indents); i++) {
        latex_sentence(&f, NULL, indents[i], "A sentence of $x^2$.");
        latex_sentence(&f, "Lead.", indents[i], "Another_one.");
    }
    latex_small(&f, "Small_print");
    latex_code(&f, "int main(void)\n{\n    return 1 % 2;\n}\n");
    latex_page_break(&f);
    latex_pair(&f, "Name_1", "Value & more");
    add_table(&f, "One two three four five, six.");
    add_table(&f, "One, two.");
    add_table(&f, "Three words here.");
    add_table(&f, "");
    add_figure(&f, "some", 3);
    add_figure(&f, "long", 600);
    assert_int_equal(latex_folder_finish(&f, "rollbook report x\nrollbook y", &err), 0);
    put_folder(&out, &f);
    buf_printf(&out, "-- tables %zu, figures %zu\n", f.n_tables, f.n_figures);
    latex_folder_release(&f);
    latex_title(&f, "With works", "");
    latex_reference(&f, "Key & 1", "A work_1.");
    latex_reference(&f, "Other", "Another.");
    assert_int_equal(latex_folder_finish(&f, "", &err), 0);
    put_folder(&out, &f);
    latex_folder_release(&f);
    approved_check_exactly("latex_folder", &out);
    buf_release(&out);
}

static void a_figure_that_failed_fails_the_folder(void **state)
{
    (void)state;
    struct latex_folder f = { 0 };
    struct err err = { 0 };
    latex_title(&f, "T", "");
    buf_puts(&f.failure, "x");
    assert_int_equal(latex_folder_finish(&f, "", &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "x");
    assert_int_equal(f.n_files, 0);
    latex_folder_release(&f);
    assert_int_equal(f.failure.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_grow_into_the_room),
        cmocka_unit_test(full_tables_keep_their_words),
        cmocka_unit_test(what_cannot_fit_is_never_wider_than_the_page),
        cmocka_unit_test(a_folder_holds_all_that_it_was_told),
        cmocka_unit_test(a_figure_that_failed_fails_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
