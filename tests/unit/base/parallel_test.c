/*
 * parallel_test.c - every unit runs once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/parallel.h"

#define UNITS 1000

struct counts {
    atomic_int of[UNITS];
};

static void count_unit(void *context, size_t unit)
{
    struct counts *c = context;
    c->of[unit]++;
}

static void every_unit_runs_once(void **state)
{
    (void)state;
    static const int threads[] = { 0, 1, 2, 7 };
    for (size_t t = 0; t < sizeof(threads) / sizeof(threads[0]); t++) {
        struct counts c = { { 0 } };
        parallel_for(UNITS, threads[t], count_unit, &c);
        for (size_t i = 0; i < UNITS; i++)
            assert_int_equal(c.of[i], 1);
    }
    struct counts none = { { 0 } };
    parallel_for(0, 4, count_unit, &none);
    assert_int_equal(none.of[0], 0);
}

static void threads_are_what_is_asked_for_within_bounds(void **state)
{
    (void)state;
    assert_int_equal(parallel_threads(3), 3);
    assert_int_equal(parallel_threads(1000000), PARALLEL_MOST);
    assert_true(parallel_threads(0) >= 1);
    assert_int_equal(parallel_threads(0), parallel_threads(-5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_runs_once),
        cmocka_unit_test(threads_are_what_is_asked_for_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
