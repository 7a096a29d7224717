/* When timed runs may stop early: few samples never, narrow ones soon, wide ones not at all. */
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

/* Ten samples span their whole range; of fifty, the ranks 18 to 33 count. */
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
    assert_true(timing_is_narrow(v, 50)); /* a few outliers move no order statistic in the middle */
}

/* A thread that was not let run is charged for its processor time and accused of nothing. */
static void starved_threads_are_not_accused(void **state)
{
    struct timing t = { .forged = 0 };
    struct launch_report r = { .claimed_us = 100, .device_us = 18000, .cpu_us = 18000 };
    (void)state;
    assert_true(timing_forged(&t, &r));
    assert_int_equal(t.forged, 1);
    r.waited_us = 17000;
    assert_true(timing_forged(&t, &r));
    r.waited_us = 30000;
    assert_false(timing_forged(&t, &r));
    assert_int_equal(t.forged, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nine_equal_samples_are_too_few),
        cmocka_unit_test(the_interval_is_of_order_statistics),
        cmocka_unit_test(starved_threads_are_not_accused),
    };
    return cmocka_run_group_tests_name("eval_timing", tests, NULL, NULL);
}
