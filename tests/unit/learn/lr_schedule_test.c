/*
 * lr_schedule_test.c - factors by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "src/base/mem.h"
#include "src/learn/lr_schedule.h"

static void test_factors(void **state)
{
    static const struct {
        const char *name;
        int update, warmup, n;
        double factor;
    } cases[] = {
        { "constant", 0, 0, 4, 1 },    { "constant", 3, 0, 4, 1 },  { "constant", 0, 3, 8, 0.25 },
        { "constant", 2, 3, 8, 0.75 }, { "constant", 3, 3, 8, 1 },  { "linear", 0, 0, 4, 1 },
        { "linear", 1, 0, 4, 0.75 },   { "linear", 3, 0, 4, 0.25 }, { "linear", 3, 1, 5, 0.5 },
        { "cosine", 0, 0, 4, 1 },      { "cosine", 2, 0, 4, 0.5 },  { "cosine", 0, 1, 5, 0.5 },
        { "cosine", 1, 0, 3, 0.75 },   { "cosine", 2, 5, 5, 0.5 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        double got = lr_schedule_factor(lr_schedule_find(cases[i].name), cases[i].update,
                                        cases[i].warmup, cases[i].n);
        if (fabs(got - cases[i].factor) > 1e-12)
            fail_msg("%s, update %d of %d, warm-up %d: %g, not %g", cases[i].name, cases[i].update,
                     cases[i].n, cases[i].warmup, got, cases[i].factor);
    }
}

static void test_every_update_has_a_rate(void **state)
{
    size_t n = 0;
    const struct lr_schedule *all = lr_schedule_all(&n);
    (void)state;
    assert_null(lr_schedule_find("step"));
    for (size_t i = 0; i < n; i++)
        for (int u = 0; u < 50; u++) {
            double f = lr_schedule_factor(&all[i], u, 7, 50);
            assert_true(f > 0 && f <= 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_factors),
        cmocka_unit_test(test_every_update_has_a_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
