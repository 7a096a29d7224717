/*
 * latex_folder_test.c - columns of a table as LaTeX gets them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/latex_folder.h"
#include "src/base/mem.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_grow_into_the_room),
        cmocka_unit_test(full_tables_keep_their_words),
        cmocka_unit_test(what_cannot_fit_is_never_wider_than_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
