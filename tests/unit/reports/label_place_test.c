/* label_place_test.c - labels never overlap and move as little as possible. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reports/plot/axes.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/support/approved.h"

#define N 40

static void assert_near(double got, double want)
{
    assert_true(fabs(got - want) < 1e-9);
}

static void labels_with_room_stay(void **state)
{
    (void)state;
    double wanted[] = { 30, 10, 20 }, height[] = { 8, 8, 8 }, out[3];
    assert_true(label_place(wanted, height, 3, 0, 100, out));
    for (size_t i = 0; i < 3; i++)
        assert_near(out[i], wanted[i]);
}

static void equal_wishes_are_shared_out(void **state)
{
    (void)state;
    double wanted[] = { 50, 50, 50 }, height[] = { 10, 10, 10 }, out[3];
    assert_true(label_place(wanted, height, 3, 0, 100, out));
    assert_near(out[0], 40);
    assert_near(out[1], 50);
    assert_near(out[2], 60);
}

static void the_ends_hold_them_inside(void **state)
{
    (void)state;
    double wanted[] = { 100, 100, -50, (double)NAN, (double)INFINITY };
    double height[] = { 10, 10, 10, 10, 10 }, out[5];
    assert_true(label_place(wanted, height, 5, 0, 100, out));
    assert_near(out[2], 5);
    assert_near(out[0], 85);
    assert_near(out[1], 95);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    double wanted[] = { 1, 2, 3 }, height[] = { 10, 10, 10 }, out[3] = { 7, 7, 7 };
    assert_false(label_place(wanted, height, 3, 0, 29.9, out));
    assert_near(out[0], 7);
    assert_true(label_place(wanted, height, 3, 0, 30, out));
    assert_true(label_place(NULL, NULL, 0, 0, 1, NULL));
    assert_false(label_place(wanted, height, 3, (double)NAN, 1, out));
}

static void random_labels_never_overlap(void **state)
{
    (void)state;
    struct rng r;
    rng_init(&r, 1, RNG_JITTER, 0, 0, 0);
    for (int round = 0; round < 500; round++) {
        double wanted[N], height[N], out[N];
        size_t n = 1 + rng_below(&r, N);
        double total = 0;
        for (size_t i = 0; i < n; i++) {
            wanted[i] = 300 * rng_double(&r) - 50;
            height[i] = 1 + 4 * rng_double(&r);
            total += height[i];
        }
        bool fits = label_place(wanted, height, n, 0, 200, out);
        assert_int_equal(fits, total <= 200);
        for (size_t i = 0; i < n; i++) {
            assert_true(out[i] - height[i] / 2 > -1e-9 && out[i] + height[i] / 2 < 200 + 1e-9);
            for (size_t k = 0; k < i; k++) {
                assert_true(fabs(out[i] - out[k]) > (height[i] + height[k]) / 2 - 1e-9);
                double w = fmin(fmax(wanted[i], 0), 200), v = fmin(fmax(wanted[k], 0), 200);
                assert_true(w <= v || out[i] > out[k]);
            }
        }
    }
}

static void labels_too_many_leave_where_they_crowd(void **state)
{
    (void)state;
    static const double wanted[] = { 50, 0, 51, 100, 52, 53, (double)NAN };
    size_t keep[7];
    assert_int_equal(label_thin(wanted, 6, 6, keep), 6);
    assert_int_equal(label_thin(wanted, 6, 4, keep), 4);
    const size_t kept[] = { 0, 1, 3, 5 };
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(keep[i], kept[i]);
    assert_int_equal(label_thin(wanted, 6, 2, keep), 2);
    assert_int_equal(keep[0], 1);
    assert_int_equal(keep[1], 3);
    assert_int_equal(label_thin(wanted, 7, 3, keep), 3);
    assert_int_equal(label_thin(wanted, 6, 0, keep), 0);
}

/* Places of crowded labels of several heights, and which of them stay. */
static void labels_stand_where_they_are_approved(void **state)
{
    (void)state;
    struct buf out = { 0 };
    struct rng r;
    rng_init(&r, 2, RNG_JITTER, 0, 0, 0);
    for (int round = 0; round < 12; round++) {
        double wanted[80], height[80], placed[80];
        size_t keep[LABEL_THIN_MOST], n = 3 + 7 * (size_t)round;
        for (size_t i = 0; i < n; i++) {
            wanted[i] = i % 13 == 12 ? (double)NAN : floor(200 * rng_double(&r)) - 20;
            height[i] = 1 + rng_double(&r);
        }
        bool fits = label_place(wanted, height, n, 10, 190, placed);
        buf_printf(&out, "%zu fit %d:", n, fits);
        for (size_t i = 0; fits && i < n; i++)
            buf_printf(&out, " %.1f", 10 * placed[i]);
        size_t kept = label_thin(wanted, n, 8, keep);
        buf_puts(&out, "; kept");
        for (size_t i = 0; i < kept; i++)
            buf_printf(&out, " %zu", keep[i]);
        buf_putc(&out, '\n');
    }
    approved_check("label_place", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_with_room_stay),
        cmocka_unit_test(equal_wishes_are_shared_out),
        cmocka_unit_test(the_ends_hold_them_inside),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(random_labels_never_overlap),
        cmocka_unit_test(labels_too_many_leave_where_they_crowd),
        cmocka_unit_test(labels_stand_where_they_are_approved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
