/*
 * ticks_test.c - ticks of linear and log axes.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reports/plot/ticks.h"
#include "src/base/mem.h"

static void labels_are_the_expected_ones(void **state)
{
    (void)state;
    static const struct {
        enum axis_scale scale;
        double lo, hi;
        size_t max;
        enum tick_numbers numbers;
        const char *labels;
    } cases[] = {
        { AXIS_LINEAR, 0, 1, 6, TICKS_PERCENT, "0 20 40 60 80 100" },
        { AXIS_LINEAR, 0, 1, 5, TICKS_PERCENT, "0 25 50 75 100" },
        { AXIS_LINEAR, -0.04, 1.04, 4, TICKS_PERCENT, "0 50 100" },
        { AXIS_LINEAR, 0, 1, 6, TICKS_PLAIN, "0.0 0.2 0.4 0.6 0.8 1.0" },
        { AXIS_LINEAR, 0, 10, 5, TICKS_PLAIN, "0.0 2.5 5.0 7.5 10.0" },
        { AXIS_LINEAR, -2, 2, 5, TICKS_PLAIN,
          "\xE2\x88\x92"
          "2 \xE2\x88\x92"
          "1 0 1 2" },
        { AXIS_LINEAR, -0.15, 5.15, 9, TICKS_WHOLE, "0 1 2 3 4 5" },
        { AXIS_LINEAR, -0.15, 1.15, 9, TICKS_WHOLE, "0 1" },
        { AXIS_LINEAR, 0, 30, 4, TICKS_WHOLE, "0 10 20 30" },
        { AXIS_LOG2, 1, 64, 8, TICKS_PLAIN, "1 2 4 8 16 32 64" },
        { AXIS_LOG2, 1, 66, 4, TICKS_PLAIN, "1 4 16 64" },
        { AXIS_LOG2, 0.25, 4, 8, TICKS_PLAIN, "1/4 1/2 1 2 4" },
        { AXIS_LOG10, 0.1, 1000, 8, TICKS_PLAIN, "0.1 1 10 100 1000" },
        { AXIS_LOG10, 0.5, 20, 8, TICKS_PLAIN, "0.5 1 2 5 10 20" },
        { AXIS_LOG10, 0.35, 8, 2, TICKS_PLAIN, "1 3" },
        { AXIS_LOG10, 1e-6, 1e6, 5, TICKS_PLAIN,
          "10^{\xE2\x88\x92"
          "6} 0.001 1 1000 10^{6}" },
        { AXIS_LOG10, 1, 2, 6, TICKS_PLAIN, "1.0 1.2 1.4 1.6 1.8 2.0" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct ticks t;
        char got[400] = "";
        ticks_make(cases[i].scale, cases[i].lo, cases[i].hi, cases[i].max, cases[i].numbers, &t);
        size_t n = 0;
        for (size_t k = 0; k < t.n; k++)
            n += (size_t)snprintf(got + n, sizeof(got) - n, "%s%s", k > 0 ? " " : "",
                                  t.major[k].label);
        assert_string_equal(got, cases[i].labels);
    }
}

static void any_range_gives_ticks_inside_it(void **state)
{
    (void)state;
    static const double ends[] = { 0,
                                   1,
                                   -1,
                                   1e-300,
                                   1e300,
                                   -1e300,
                                   0.1,
                                   1e-5,
                                   12345,
                                   1e11,
                                   1e-11,
                                   64,
                                   (double)NAN,
                                   (double)INFINITY,
                                   -(double)INFINITY };
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        for (size_t k = 0; k < ARRAY_LEN(ends); k++) {
            for (int scale = 0; scale < 3; scale++) {
                for (size_t max = 0; max < 30; max += 4) {
                    double lo = ends[i], hi = ends[k];
                    struct ticks t;
                    ticks_make((enum axis_scale)scale, lo, hi, max, TICKS_PLAIN, &t);
                    axis_range_fix((enum axis_scale)scale, &lo, &hi);
                    assert_true(isfinite(lo) && isfinite(hi) && lo < hi);
                    assert_true(t.n >= 1 && t.n <= TICKS_MAX && t.n_minor <= TICKS_MINOR_MAX);
                    for (size_t m = 0; m < t.n; m++) {
                        double at = axis_position((enum axis_scale)scale, lo, hi, t.major[m].value);
                        assert_true(at > -1e-6 && at < 1 + 1e-6);
                        assert_true(t.major[m].label[0] != '\0');
                        assert_true(m == 0 || t.major[m].value > t.major[m - 1].value);
                    }
                }
            }
        }
    }
}

static void labels_differ_from_their_neighbours(void **state)
{
    (void)state;
    for (double span = 1e-9; span < 1e9; span *= 3.7) {
        struct ticks t;
        ticks_make(AXIS_LINEAR, 3, 3 + span, 7, TICKS_PLAIN, &t);
        for (size_t i = 1; i < t.n; i++)
            assert_string_not_equal(t.major[i].label, t.major[i - 1].label);
    }
}

static void a_range_of_one_value_is_opened_around_it(void **state)
{
    (void)state;
    static const struct {
        double value, lo, hi;
    } cases[] = { { 0, 0, 1 }, { 1, 0.5, 1.5 }, { -4, -6, -2 }, { 1e-11, 0, 1 } };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        double lo = cases[i].value, hi = lo;
        axis_range_fix(AXIS_LINEAR, &lo, &hi);
        assert_true(fabs(lo - cases[i].lo) < 1e-12 && fabs(hi - cases[i].hi) < 1e-12);
    }
}

static void positions_run_from_0_to_1(void **state)
{
    (void)state;
    assert_true(fabs(axis_position(AXIS_LINEAR, 2, 4, 3) - 0.5) < 1e-12);
    assert_true(fabs(axis_position(AXIS_LOG2, 1, 64, 8) - 0.5) < 1e-12);
    assert_true(fabs(axis_position(AXIS_LOG10, 0.01, 100, 1) - 0.5) < 1e-12);
    assert_true(isnan(axis_position(AXIS_LOG2, 1, 64, 0)));
    assert_true(isnan(axis_position(AXIS_LOG10, 1, 64, -1)));
    assert_true(isnan(axis_position(AXIS_LINEAR, 0, 1, (double)NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_the_expected_ones),
        cmocka_unit_test(any_range_gives_ticks_inside_it),
        cmocka_unit_test(labels_differ_from_their_neighbours),
        cmocka_unit_test(a_range_of_one_value_is_opened_around_it),
        cmocka_unit_test(positions_run_from_0_to_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
