/* Few samples never stop early, narrow ones soon, wide ones not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/eval/eval_internal.h"

static void nine_equal_samples_are_too_few(void **state)
{
    double v[50];
    (void)state;
    for (int i = 0; i < 50; i++)
        v[i] = 100.0;
    assert_false(timing_is_narrow(v, 9));
    assert_true(timing_is_narrow(v, 10));
    assert_true(timing_is_narrow(v, 50));
}

/* Of ten samples the whole range counts, of fifty ranks 18 to 33. */
static void the_interval_is_of_order_statistics(void **state)
{
    double v[50];
    (void)state;
    for (int i = 0; i < 50; i++)
        v[i] = 100.0 + 0.1 * ((i * 7) % 50); /* 100.0 to 104.9 in another order */
    assert_false(timing_is_narrow(v, 10));
    assert_false(timing_is_narrow(v, 50)); /* 1.5 of 102.45 */
    for (int i = 0; i < 50; i++)
        v[i] = 100.0 + 0.05 * ((i * 7) % 50);
    assert_true(timing_is_narrow(v, 50)); /* 0.75 of 101.2 */
    v[3] = 1000.0;
    v[4] = 5000.0;
    assert_true(timing_is_narrow(v, 50)); /* outliers move no middle order statistic */
}

/* Starved threads are charged processor time. */
static void starved_threads_are_not_accused(void **state)
{
    struct timing t = { .n = 0 };
    struct launch_report r = { .claimed_us = 100, .device_us = 18000, .cpu_us = 18000 };
    (void)state;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 1);
    r.waited_us = 17000;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 2);
    r.waited_us = 30000;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 2);
    assert_int_equal(timing_clocks(&t).doubtful, 3);
}

/* On a machine where trusted code is charged for more than it claims, others are too. */
static void what_trusted_code_shows_is_no_forgery(void **state)
{
    struct timing t = { .n = 0 };
    struct launch_report r = { .claimed_us = 140, .device_us = 250, .cpu_us = 250 };
    struct launch_report trusted = { .claimed_us = 400, .device_us = 480, .cpu_us = 480 };
    (void)state;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 1);
    timing_note_trusted(&t, &trusted);
    assert_int_equal(timing_clocks(&t).forged, 0);
    assert_int_equal(timing_clocks(&t).doubtful, 0);
    r.cpu_us = 2000; /* far more than that is a forgery on any machine */
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 1);
    assert_int_equal((int)timing_clocks(&t).worst_us, 1860);
    assert_int_equal((int)timing_clocks(&t).worst_bound_us, 480);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nine_equal_samples_are_too_few),
        cmocka_unit_test(the_interval_is_of_order_statistics),
        cmocka_unit_test(starved_threads_are_not_accused),
        cmocka_unit_test(what_trusted_code_shows_is_no_forgery),
    };
    return cmocka_run_group_tests_name("eval_timing", tests, NULL, NULL);
}
