/* stat_interval against SciPy 1.10.1 binomtest(...).proportion_ci and beta quantiles. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/stat/stat_interval.h"
#include "tests/unit/analysis/near.h"

struct golden {
    int64_t c;
    int64_t n;
    double cp_low;
    double cp_high;
    double wilson_low;
    double wilson_high;
};

static const struct golden goldens[] = {
    { 8, 10, 0.4439045376923585, 0.9747892736731665, 0.4901624715366418, 0.9433178485456248 },
    { 5, 10, 0.1870860284474045, 0.8129139715525955, 0.236593090512564, 0.7634069094874361 },
    { 18, 20, 0.6830172859809209, 0.9876514728297041, 0.6989663547715128, 0.9721335187862319 },
    { 0, 10, 0.0, 0.30849710781876294, 0.0, 0.27753279986288926 },
    { 10, 10, 0.6915028921812371, 1.0, 0.7224672001371109, 1.0 },
    { 99, 100, 0.9455406146079194, 0.9997468539673181, 0.9455138038212946, 0.9982325679358593 },
    { 7, 50, 0.05819170033997342, 0.26739600249700846, 0.06950833427016292, 0.26186193710585537 },
};

static void clopper_pearson_matches(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(goldens) / sizeof(goldens[0]); i++) {
        struct interval ci = stat_interval_clopper_pearson(goldens[i].c, goldens[i].n, .95);
        assert_near(ci.low, goldens[i].cp_low, 1e-11);
        assert_near(ci.high, goldens[i].cp_high, 1e-11);
    }
}

static void wilson_matches(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(goldens) / sizeof(goldens[0]); i++) {
        struct interval ci = stat_interval_wilson(goldens[i].c, goldens[i].n, .95);
        assert_near(ci.low, goldens[i].wilson_low, 1e-13);
        assert_near(ci.high, goldens[i].wilson_high, 1e-13);
    }
}

static void jeffreys_matches(void **state)
{
    (void)state;
    struct interval ci = stat_interval_jeffreys(8, 10, .95);
    assert_near(ci.low, 0.4972255035600069, 1e-12);
    assert_near(ci.high, 0.9559405864473692, 1e-12);
    assert_near(stat_interval_jeffreys(0, 10, .95).low, 0.0, 0);
    assert_near(stat_interval_jeffreys(0, 10, .95).high, 0.21719626750921056, 1e-12);
}

static void intervals_mirror(void **state)
{
    (void)state;
    for (int64_t c = 0; c <= 23; c++) {
        struct interval x = stat_interval_clopper_pearson(c, 23, .9);
        struct interval y = stat_interval_clopper_pearson(23 - c, 23, .9);
        assert_near(x.low, 1.0 - y.high, 1e-12);
        assert_true(x.low <= (double)c / 23 && x.high >= (double)c / 23);
    }
}

/* numpy and scipy 1.10.1: the header's formula, scipy.stats.t.ppf. */
static void shares_match(void **state)
{
    (void)state;
    static const double even[] = { .1, .2, .6, .3, .3 };
    static const double hits[] = { 3, 40, 0, 7 };
    static const double n[] = { 10, 50, 5, 20 };
    static const double nearly[] = { 1, 1, .999 };
    static const double all[] = { 1, 1, 1 };
    struct interval ci = stat_interval_share(even, NULL, 5, .95);
    assert_near(ci.low, 0.1302724862203531, 1e-12);
    assert_near(ci.high, 0.5729405455665523, 1e-12);
    ci = stat_interval_share(hits, n, 4, .9);
    assert_near(ci.low, 0.22068265483793453, 1e-12);
    assert_near(ci.high, 0.8734998664841757, 1e-12);
    ci = stat_interval_share(nearly, NULL, 3, .95);
    assert_near(ci.low, 0.000471278824975259, 1e-9);
    assert_near(ci.high, 1, 0);
    assert_true(isnan(stat_interval_share(all, NULL, 3, .95).low));
    assert_true(isnan(stat_interval_share(even, NULL, 1, .95).low));
}

/* numpy and scipy 1.10.1 (ttest_ind, equal_var=False). */
static void two_means_match(void **state)
{
    (void)state;
    static const double x[] = { .5, .4, .3, .55 };
    static const double y[] = { .2, .1, .35 };
    static const double zero[] = { .1, -.1, .05 };
    struct interval ci = stat_interval_welch(x, 4, y, 3, .95);
    assert_near(ci.low, -0.47250664462760195, 1e-9);
    assert_near(ci.high, 0.030839977960935294, 1e-9);
    ci = stat_interval_of_means(x, 4, y, 3, .95);
    assert_near(ci.low, -0.08713669417287816, 1e-9);
    assert_near(ci.high, 1.3199961862261953, 1e-9);
    assert_true(isnan(stat_interval_of_means(zero, 3, y, 3, .95).low));
    assert_true(isnan(stat_interval_welch(x, 1, y, 3, .95).low));
}

static void undefined_is_nan(void **state)
{
    (void)state;
    assert_true(isnan(stat_interval_wilson(0, 0, .95).low));
    assert_true(isnan(stat_interval_wilson(3, 2, .95).high));
    assert_true(isnan(stat_interval_clopper_pearson(1, 2, 1.0).low));
    assert_true(isnan(stat_interval(INTERVAL_BOOTSTRAP, 1, 2, .95).low));
}

/* Five flips give .0625 at best, six .03125. */
static void undecided_intervals_hold_the_null(void **state)
{
    (void)state;
    static const struct interval above = { .2, .8 };
    static const struct interval below = { -.8, -.2 };
    assert_near(stat_interval_undecided(above, .0625, 0, .95).low, 0, 0);
    assert_near(stat_interval_undecided(above, .0625, 0, .95).high, .8, 0);
    assert_near(stat_interval_undecided(below, .0625, 0, .95).high, 0, 0);
    assert_near(stat_interval_undecided(below, .0625, 0, .95).low, -.8, 0);
    assert_near(stat_interval_undecided(above, .0625, .5, .95).low, .2, 0);
    assert_near(stat_interval_undecided(above, .0625, 1, .95).high, 1, 0);
    assert_near(stat_interval_undecided(above, .03125, 0, .95).low, .2, 0);
    assert_near(stat_interval_undecided(above, .0625, 0, .9375).low, .2, 0);
    assert_true(isnan(
        stat_interval_undecided((struct interval){ (double)NAN, (double)NAN }, 1, 0, .95).low));
}

static void differences_of_shares_end_at_one(void **state)
{
    (void)state;
    assert_near(stat_interval_of_shares((struct interval){ -1.28, .9 }).low, -1, 0);
    assert_near(stat_interval_of_shares((struct interval){ -1.28, .9 }).high, .9, 0);
    assert_near(stat_interval_of_shares((struct interval){ .1, 2 }).high, 1, 0);
    assert_true(isnan(stat_interval_of_shares((struct interval){ (double)NAN, (double)NAN }).low));
}

/* Equal values are no certainty. */
static void width_is_needed(void **state)
{
    (void)state;
    static const double same[] = { .3, .3, .3 };
    assert_true(isnan(stat_interval_with_width((struct interval){ 0, 0 }).low));
    assert_true(isnan(stat_interval_with_width((struct interval){ 1, 1 + 1e-15 }).high));
    assert_near(stat_interval_with_width((struct interval){ 0, 1e-9 }).high, 1e-9, 0);
    assert_true(isnan(stat_interval_student(same, 3, .95).low));
    assert_true(isnan(stat_interval_ratio(same, same, 3, .95).low));
}

static void names_parse_back(void **state)
{
    (void)state;
    enum interval_kind kind = INTERVAL_NONE;
    assert_true(interval_parse("clopper-pearson", &kind));
    assert_int_equal(kind, INTERVAL_CLOPPER_PEARSON);
    assert_string_equal(interval_name(kind), "clopper-pearson");
    assert_false(interval_parse("wald", &kind));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clopper_pearson_matches),
        cmocka_unit_test(wilson_matches),
        cmocka_unit_test(jeffreys_matches),
        cmocka_unit_test(intervals_mirror),
        cmocka_unit_test(shares_match),
        cmocka_unit_test(two_means_match),
        cmocka_unit_test(undefined_is_nan),
        cmocka_unit_test(undecided_intervals_hold_the_null),
        cmocka_unit_test(differences_of_shares_end_at_one),
        cmocka_unit_test(width_is_needed),
        cmocka_unit_test(names_parse_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
