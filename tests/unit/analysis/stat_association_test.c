/*
 * Partial and combined rank correlations.  Partial values by the formula over SciPy 1.10.1's
 * spearmanr, p by its Student distribution.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/stat/stat_association.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

static const double x[] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3 };
static const double y[] = { 2, 7, 1, 8, 2, 8, 1, 8, 2, 8 };
static const double z[] = { 1, 6, 1, 8, 0, 3, 3, 9, 8, 8 };

static void partial_against_scipy(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct err err = { 0 };
    struct stat_correlation c;
    assert_int_equal(stat_partial_spearman(x, y, z, 10, &a, &c, &err), 0);
    assert_near(c.r, 0.20862095971900438, 1e-12);
    assert_near(c.p, 0.5901148097238299, 1e-11);
    arena_release(&a);
}

static void determined_is_undefined(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct err err = { 0 };
    struct stat_correlation c;
    assert_int_equal(stat_partial_spearman(x, y, x, 10, &a, &c, &err), 0);
    assert_true(isnan(c.r) && isnan(c.p));
    arena_release(&a);
}

static void one_group_is_itself(void **state)
{
    (void)state;
    struct stat_correlation g[] = { { .4, .1, 28 },
                                    { (double)NAN, (double)NAN, 30 },
                                    { .9, .1, 3 } };
    struct stat_fisher f = stat_fisher_combine(g, 3, 0, .95);
    assert_near(f.r, .4, 1e-14);
    assert_int_equal(f.n_groups, 1);
    assert_int_equal(f.n_left_out, 2);
    assert_near(f.ci.low, tanh(atanh(.4) - 1.959963984540054 / 5), 1e-12);
}

static void groups_are_weighted(void **state)
{
    (void)state;
    struct stat_correlation g[] = { { .5, 0, 13 }, { -.2, 0, 33 } };
    struct stat_fisher f = stat_fisher_combine(g, 2, 0, .95);
    assert_near(f.r, tanh((10 * atanh(.5) + 30 * atanh(-.2)) / 40), 1e-13);
    g[0].r = 1; /* perfect: finite, and still above .5 */
    assert_true(stat_fisher_combine(g, 2, 0, .95).r > f.r);
    assert_true(isfinite(stat_fisher_combine(g, 2, 0, .95).r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partial_against_scipy),
        cmocka_unit_test(determined_is_undefined),
        cmocka_unit_test(one_group_is_itself),
        cmocka_unit_test(groups_are_weighted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
