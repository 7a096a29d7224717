/*
 * SciPy 1.10.1 (scipy.special, scipy.stats), and identities; two large beta arguments by exact
 * binomial sums in 60 digits, where SciPy keeps 10.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/stat/stat_special.h"
#include "tests/unit/analysis/near.h"

struct three {
    double a;
    double b;
    double x;
    double want;
};

static void beta_cdf_matches(void **state)
{
    (void)state;
    static const struct three cases[] = {
        { 2, 3, .4, 0.5247999999999999 },
        { .5, .5, .1, 0.2048327646991335 },
        { 8, 3, .7, 0.3827827864 },
        { 100, 200, .3, 0.10884306564490976 },
        { 1e4, 2e4, .335, 0.73013463424357236 },
        { 1, 1, .25, .25 },
        { 64.5, .5, .99, 0.2557749903488436 },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_near(stat_beta_cdf(cases[i].a, cases[i].b, cases[i].x), cases[i].want, 5e-13);
}

static void beta_quantile_matches(void **state)
{
    (void)state;
    static const struct three cases[] = {
        { 2, 3, .025, 0.06758598648854296 }, { .5, .5, .975, 0.998458666866564 },
        { 8, 3, .025, 0.44390453769235844 }, { .5, 64.5, .975, 0.03834122889437086 },
        { 1000, 1, .5, 0.9993070929904535 }, { 18, 3, .025, 0.6830172859809177 },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_near(stat_beta_quantile(cases[i].a, cases[i].b, cases[i].x), cases[i].want, 1e-12);
}

static void beta_quantile_inverts(void **state)
{
    (void)state;
    for (double a = .5; a < 300; a *= 3) {
        for (double p = 1e-6; p < 1; p += .09973) {
            double x = stat_beta_quantile(a, 7.5, p);
            assert_near(stat_beta_cdf(a, 7.5, x), p, 1e-9);
        }
    }
}

static void chi2_matches(void **state)
{
    (void)state;
    assert_near(stat_chi2_sf(2.4, 5), 0.7914741205943246, 1e-12);
    assert_near(stat_chi2_sf(.5, 1), 0.47950012218695337, 1e-12);
    assert_near(stat_chi2_sf(50, 5), 1.3857973367009573e-09, 1e-12);
    assert_near(stat_chi2_sf(100, 100), 0.48119168452795674, 1e-11);
    assert_near(stat_chi2_sf(0, 3), 1.0, 0);
}

static void normal_matches(void **state)
{
    (void)state;
    assert_near(stat_normal_quantile(.975), 1.959963984540054, 1e-14);
    assert_near(stat_normal_quantile(.001), -3.090232306167813, 1e-14);
    assert_near(stat_normal_quantile(1e-10), -6.361340902404056, 1e-14);
    assert_near(stat_normal_quantile(.84), 0.994457883209753, 1e-14);
    assert_true(isinf(stat_normal_quantile(1.0)));
    assert_near(stat_normal_cdf(-1.0) + stat_normal_cdf(1.0), 1.0, 1e-15);
}

static void student_matches(void **state)
{
    (void)state;
    assert_near(stat_student_two_sided(2, 5), 0.10193947882985828, 1e-13);
    assert_near(stat_student_two_sided(.1, 1), 0.9365489651388929, 1e-13);
    assert_near(stat_student_two_sided(10, 3), 0.0021283990584141494, 1e-13);
    assert_near(stat_student_two_sided(1.96, 1000), 0.05027318495574871, 1e-11);
    assert_near(stat_student_quantile(.975, 4), 2.7764451051977987, 1e-12);
    /* Cauchy: tan(0.4 pi); SciPy 1.10.1 is off in the 11th digit here. */
    assert_near(stat_student_quantile(.9, 1), 3.0776835371752536, 1e-13);
    assert_near(stat_student_quantile(.01, 30), -2.4572615424005706, 1e-12);
}

static void undefined_is_nan(void **state)
{
    (void)state;
    assert_true(isnan(stat_beta_cdf(0, 1, .5)));
    assert_true(isnan(stat_beta_quantile(1, 1, 1.5)));
    assert_true(isnan(stat_beta_cdf(1, 1, (double)NAN)));
    assert_true(isnan(stat_normal_quantile(-.1)));
    assert_true(isnan(stat_chi2_sf((double)NAN, 1)));
    assert_true(isnan(stat_log_choose(3, 4)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beta_cdf_matches),      cmocka_unit_test(beta_quantile_matches),
        cmocka_unit_test(beta_quantile_inverts), cmocka_unit_test(chi2_matches),
        cmocka_unit_test(normal_matches),        cmocka_unit_test(student_matches),
        cmocka_unit_test(undefined_is_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
