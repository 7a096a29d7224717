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
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

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

static void put_ticks(struct buf *out, enum axis_scale scale, double lo, double hi, size_t max,
                      enum tick_numbers numbers)
{
    struct ticks t;
    ticks_make(scale, lo, hi, max, numbers, &t);
    buf_printf(out, "%d of %g to %g, %zu, %d:", (int)scale, lo, hi, max, (int)numbers);
    for (size_t i = 0; i < t.n; i++)
        buf_printf(out, " %.6g \"%s\"", t.major[i].value, t.major[i].label);
    buf_printf(out, "; %zu", t.n_minor);
    for (size_t i = 0; i < t.n_minor; i++)
        if (i < 12 || i + 2 >= t.n_minor)
            buf_printf(out, " %.6g", t.minor[i]);
    buf_putc(out, '\n');
}

/* All ticks, labelled and not, of ranges of every size. */
static void ticks_stand_where_they_are_approved(void **state)
{
    (void)state;
    static const double linear[][2] = {
        { 0, 1 },         { -0.3, 0.7 },   { 0.02, 0.09 },   { 12, 16 },       { -5, 5 },
        { 0, 2.6e6 },     { 3e5, 1.2e6 },  { 1e-7, 4e-7 },   { 0, 26 },        { 97, 103 },
        { -0.004, 0.11 }, { 0.999999, 1 }, { 2.9, 3.1 },     { 5, -5 },        { 0, 1e12 },
        { 1e-10, 2e-10 }, { 4e11, 5e12 },  { -2e13, -1e12 }, { 7, 7 },         { 0, 23.4 },
        { 1e9, 1e9 },     { 0, 2e-9 },     { 0, 4.999999 },  { -1, 1.25e-10 },
    };
    static const double logs[][2] = {
        { 1, 2 },          { 1, 4 },        { 1, 3.99 },
        { 0.5, 8 },        { 0.03, 40 },    { 1, 1024 },
        { 0.01, 1e6 },     { 1e-12, 1e12 }, { 1, 1e30 },
        { 1e-200, 1e200 }, { 3, 14 },       { 0.9, 1.1 },
        { 5, 5 },          { 1e-4, 1e-3 },  { 2e4, 3e6 },
        { 0.0009, 2 },     { 0.05, 0.4 },   { 1 << 20, 1 << 22 },
        { 0.06, 0.3 },     { 1, 1e10 },     { 1, 1e11 },
        { 1, 2e23 },       { 1e-301, 10 },  { 7, 80 },
    };
    static const size_t most[] = { 0, 3, 8, 24 };
    struct buf out = { 0 };
    for (size_t k = 0; k < ARRAY_LEN(most); k++) {
        for (size_t i = 0; i < ARRAY_LEN(linear); i++)
            put_ticks(&out, AXIS_LINEAR, linear[i][0], linear[i][1], most[k],
                      (enum tick_numbers)((i + k) % 3));
        for (size_t i = 0; i < ARRAY_LEN(logs); i++) {
            put_ticks(&out, AXIS_LOG2, logs[i][0], logs[i][1], most[k], TICKS_PLAIN);
            put_ticks(&out, AXIS_LOG10, logs[i][0], logs[i][1], most[k], TICKS_PLAIN);
        }
    }
    approved_check_exactly("ticks", &out);
    buf_release(&out);
}

/* Ends that are reversed, not finite, too large, too small or too near to each other. */
static void a_range_is_made_fit(void **state)
{
    (void)state;
    static const struct {
        enum axis_scale scale;
        double lo, hi, want_lo, want_hi;
    } cases[] = {
        { AXIS_LINEAR, (double)NAN, (double)NAN, 0, 1 },
        { AXIS_LINEAR, (double)INFINITY, 5, 0, 5 },
        { AXIS_LINEAR, -3, -(double)INFINITY, -3, 1 },
        { AXIS_LINEAR, 5, 2, 2, 5 },
        { AXIS_LINEAR, -1e13, 1e13, -1e12, 1e12 },
        { AXIS_LINEAR, 2e-9, 2e-9, 1e-9, 3e-9 },
        { AXIS_LINEAR, -2e-9, 0, -2e-9, 0 },
        { AXIS_LINEAR, 0, 0.9e-9, 0, 1 },
        { AXIS_LINEAR, 1000, 1000.0000005, 500, 1500.00000075 },
        { AXIS_LINEAR, 1000, 1000.000002, 1000, 1000.000002 },
        { AXIS_LOG2, (double)NAN, (double)NAN, 1, 2 },
        { AXIS_LOG2, 8, 2, 2, 8 },
        { AXIS_LOG2, 4, 4, 4 / 1.5, 6 },
        { AXIS_LOG10, 0, 10, 1e-300, 10 },
        { AXIS_LOG10, 1, 1.02, 1, 1.02 },
        { AXIS_LOG10, 1, 1.005, 1 / 1.5, 1.5075 },
        { AXIS_LOG10, -5, 1e301, 1e-300, 1e300 },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        double lo = cases[i].lo, hi = cases[i].hi;
        axis_range_fix(cases[i].scale, &lo, &hi);
        if (fabs(lo - cases[i].want_lo) > 1e-12 * fabs(cases[i].want_lo) ||
            fabs(hi - cases[i].want_hi) > 1e-12 * fabs(cases[i].want_hi))
            fail_msg("case %zu: %.17g to %.17g", i, lo, hi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_the_expected_ones),
        cmocka_unit_test(any_range_gives_ticks_inside_it),
        cmocka_unit_test(labels_differ_from_their_neighbours),
        cmocka_unit_test(a_range_of_one_value_is_opened_around_it),
        cmocka_unit_test(positions_run_from_0_to_1),
        cmocka_unit_test(ticks_stand_where_they_are_approved),
        cmocka_unit_test(a_range_is_made_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
