/* Partial values by the formula over SciPy 1.10.1's spearmanr, p by its Student distribution. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/stat/stat_trend.h"
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
    assert_int_equal(stat_partial_spearman(x, y, z, 10, &c, &err), 0);
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
    assert_int_equal(stat_partial_spearman(x, y, x, 10, &c, &err), 0);
    assert_true(isnan(c.r) && isnan(c.p));
    arena_release(&a);
}

static void one_group_is_itself(void **state)
{
    (void)state;
    struct stat_correlation g[] = { { .4, .1, 28 },
                                    { (double)NAN, (double)NAN, 30 },
                                    { .9, .1, 3 } };
    struct stat_fisher f = stat_fisher_combine(g, NULL, 3, 0, .95);
    assert_near(f.r, .4, 1e-14);
    assert_int_equal(f.n_groups, 1);
    assert_int_equal(f.n_left_out, 2);
    /* One task shows no spread. */
    assert_true(isnan(f.ci.low) && isnan(f.p));
}

static void groups_are_weighted(void **state)
{
    (void)state;
    struct stat_correlation g[] = { { .5, 0, 13 }, { -.2, 0, 33 } };
    struct stat_fisher f = stat_fisher_combine(g, NULL, 2, 0, .95);
    assert_near(f.r, tanh((10 * atanh(.5) + 30 * atanh(-.2)) / 40), 1e-13);
    g[0].r = 1; /* perfect: finite, above .5 */
    assert_true(stat_fisher_combine(g, NULL, 2, 0, .95).r > f.r);
    assert_true(isfinite(stat_fisher_combine(g, NULL, 2, 0, .95).r));
    /* The next value of 13 ranks is 1 - 12 / (13 * 168). */
    assert_near(stat_fisher_combine(g, NULL, 1, 0, .95).r, 1 - 6. / (13 * 168), 1e-13);
}

/* Student's t of the clusters' means, whose quantile for two degrees has a closed form; a group
 * given twice is no second task. */
static void clusters_say_the_spread(void **state)
{
    (void)state;
    static const struct stat_correlation g[] = { { .5, 0, 23 }, { .3, 0, 23 }, { .1, 0, 23 } };
    static const struct stat_correlation twice[] = { { .5, 0, 23 }, { .5, 0, 23 }, { .3, 0, 23 },
                                                     { .3, 0, 23 }, { .1, 0, 23 }, { .1, 0, 23 } };
    static const size_t tasks[] = { 4, 4, 7, 7, 8, 8 };
    struct stat_fisher f = stat_fisher_combine(g, NULL, 3, 0, .95);
    double at[] = { atanh(.5), atanh(.3), atanh(.1) };
    double mean = (at[0] + at[1] + at[2]) / 3;
    double variance = 0;
    for (int i = 0; i < 3; i++)
        variance += (at[i] - mean) * (at[i] - mean) / 2;
    assert_near(f.r, tanh(mean), 1e-14);
    assert_near(f.ci.low, tanh(mean - .95 * sqrt(2 / .0975) * sqrt(variance / 3)), 1e-12);
    struct stat_fisher h = stat_fisher_combine(twice, tasks, 6, 0, .95);
    assert_int_equal(h.n_groups, 6);
    assert_int_equal(h.n_clusters, 3);
    assert_near(h.p, f.p, 1e-13);
    assert_near(h.ci.high, f.ci.high, 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partial_against_scipy),   cmocka_unit_test(determined_is_undefined),
        cmocka_unit_test(one_group_is_itself),     cmocka_unit_test(groups_are_weighted),
        cmocka_unit_test(clusters_say_the_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
