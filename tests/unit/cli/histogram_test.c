/* Bars of a histogram: bins, counts, lengths, and values that are no numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/cli/histogram.h"

#define TEN "##########"

static void bars_are_as_long_as_their_share_of_the_longest(void **state)
{
    static const double x[] = { 0, 2, 0, 4, 0, 2, 3, 0 }; /* eight make four bins */
    struct buf b CLEANUP(buf_release) = { 0 };
    (void)state;
    histogram_put(&b, x, ARRAY_LEN(x), "  ");
    assert_string_equal(buf_text(&b), "            0 .. 1                4 " TEN TEN TEN TEN "\n"
                                      "            1 .. 2                0 \n"
                                      "            2 .. 3                2 " TEN TEN "\n"
                                      "            3 .. 4                2 " TEN TEN "\n");
}

static void one_of_many_has_a_bar(void **state)
{
    double x[101] = { 0 };
    struct buf b CLEANUP(buf_release) = { 0 };
    (void)state;
    x[100] = 10;
    histogram_put(&b, x, ARRAY_LEN(x), "");
    size_t lines = 0, signs = 0;
    for (const char *p = buf_text(&b); *p != '\0'; p++) {
        lines += *p == '\n';
        signs += *p == '#';
    }
    assert_int_equal(lines, 10); /* Rice: 2 * 101^(1/3), rounded up */
    assert_int_equal(signs, 41);
}

static void equal_values_are_one_bin(void **state)
{
    static const double x[] = { 5, 5, 5, 5 };
    struct buf b CLEANUP(buf_release) = { 0 };
    (void)state;
    histogram_put(&b, x, ARRAY_LEN(x), "");
    assert_string_equal(buf_text(&b), "          5 .. 5                4 " TEN TEN TEN TEN "\n");
}

static void what_is_not_finite_is_counted_apart(void **state)
{
    static const double x[] = { (double)NAN, 1, (double)INFINITY, 3, -(double)INFINITY };
    struct buf b CLEANUP(buf_release) = { 0 };
    (void)state;
    histogram_put(&b, x, ARRAY_LEN(x), " ");
    assert_string_equal(buf_text(&b), "           1 .. 1.6667           1 " TEN TEN TEN TEN "\n"
                                      "      1.6667 .. 2.3333           0 \n"
                                      "      2.3333 .. 3                1 " TEN TEN TEN TEN "\n"
                                      " 3 values are not finite\n");
    buf_clear(&b);
    histogram_put(&b, x, 1, "");
    assert_string_equal(buf_text(&b), "1 values are not finite\n");
    buf_clear(&b);
    histogram_put(&b, x, 0, "");
    assert_string_equal(buf_text(&b), "");
}

/* 2 * 513^(1/3) would be 17. */
static void many_values_make_twelve_bins(void **state)
{
    double x[513];
    struct buf b CLEANUP(buf_release) = { 0 };
    struct buf want CLEANUP(buf_release) = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(x); i++)
        x[i] = i < 500 ? -12 : i < 512 ? -11 + 2.0 * (double)(i - 500) : 12;
    histogram_put(&b, x, ARRAY_LEN(x), "");
    for (int low = -12; low < 12; low += 2)
        buf_printf(&want, "%11d .. %-11d %6d %s\n", low, low + 2,
                   low == -12  ? 501
                   : low == 10 ? 2
                               : 1,
                   low == -12 ? TEN TEN TEN TEN : "#");
    assert_string_equal(buf_text(&b), buf_text(&want));
}

/* The whole range of numbers does not overflow. */
static void the_largest_numbers_have_bins(void **state)
{
    static const double x[] = { -1.7e308, 1.7e308, 1.7e308, 0 };
    struct buf b CLEANUP(buf_release) = { 0 };
    (void)state;
    histogram_put(&b, x, ARRAY_LEN(x), "");
    assert_string_equal(buf_text(&b), "  -1.7e+308 .. -8.5e+307        1 " TEN TEN "\n"
                                      "  -8.5e+307 .. 0                0 \n"
                                      "          0 .. 8.5e+307         1 " TEN TEN "\n"
                                      "   8.5e+307 .. 1.7e+308         2 " TEN TEN TEN TEN "\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_finite_is_counted_apart),
        cmocka_unit_test(many_values_make_twelve_bins),
        cmocka_unit_test(the_largest_numbers_have_bins),
        cmocka_unit_test(bars_are_as_long_as_their_share_of_the_longest),
        cmocka_unit_test(one_of_many_has_a_bar),
        cmocka_unit_test(equal_values_are_one_bin),
    };
    return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
