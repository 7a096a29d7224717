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

/* numpy and scipy 1.10.1: the header's formula, its roots by numpy.roots. */
static void shares_match(void **state)
{
    (void)state;
    static const double even[] = { .1, .2, .6, .3, .3 };
    static const double hits[] = { 3, 40, 0, 7 };
    static const double n[] = { 10, 50, 5, 20 };
    static const double nearly[] = { 1, 1, .999 };
    static const double all[] = { 1, 1, 1 };
    static const double none[5] = { 0 }, one[] = { 1 / 64.0, 0, 0, 0, 0 };
    struct interval ci = stat_interval_share(even, NULL, 5, .95);
    assert_near(ci.low, 0.12474584802079147, 1e-9);
    assert_near(ci.high, 0.5630722574971493, 1e-9);
    ci = stat_interval_share(hits, n, 4, .9);
    assert_near(ci.low, 0.23428505109499007, 1e-9);
    assert_near(ci.high, 0.8696220688275986, 1e-9);
    ci = stat_interval_share(nearly, NULL, 3, .95);
    assert_near(ci.low, 0.4382107196602417, 1e-9);
    assert_near(ci.high, 0.9999999132725496, 1e-9);
    /* None, one of many and all are Wilson's of tasks. */
    assert_near(stat_interval_share(none, NULL, 5, .95).high, stat_interval_wilson(0, 5, .95).high,
                1e-12);
    assert_near(stat_interval_share(one, NULL, 5, .95).high, 0.4380043407539673, 1e-9);
    assert_near(stat_interval_share(all, NULL, 3, .95).low, stat_interval_wilson(3, 3, .95).low,
                1e-12);
    assert_true(isnan(stat_interval_share(even, NULL, 1, .95).low));
    assert_true(isnan(stat_interval_share(NULL, NULL, 0, .95).low));
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

/* Student's t of one and two degrees of freedom in closed form. */
static double t_of_1(double p)
{
    return tan(3.141592653589793 * (p - .5));
}

static double t_of_2(double p)
{
    return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)));
}

static void students_by_hand(void **state)
{
    (void)state;
    static const double levels[] = { .5, .8, .95, .99 };
    static const double x[] = { 1, 4, -2 };
    for (size_t i = 0; i < 4; i++) {
        double p = .5 + levels[i] / 2;
        struct interval two = stat_interval_student(x, 2, levels[i]);
        struct interval three = stat_interval_student(x, 3, levels[i]);
        assert_near(two.low, 2.5 - t_of_1(p) * 1.5, 1e-10);
        assert_near(two.high, 2.5 + t_of_1(p) * 1.5, 1e-10);
        assert_near(three.low, 1 - t_of_2(p) * sqrt(3), 1e-10);
        assert_near(three.high, 1 + t_of_2(p) * sqrt(3), 1e-10);
        /* Equal spreads and numbers have the degrees of freedom of both together. */
        static const double y[] = { 6, 9 }, z[] = { 12, 15 };
        struct interval welch = stat_interval_welch(y, 2, z, 2, levels[i]);
        assert_near(welch.low, 6 - t_of_2(p) * sqrt(4.5), 1e-10);
        assert_near(welch.high, 6 + t_of_2(p) * sqrt(4.5), 1e-10);
    }
    assert_true(isnan(stat_interval_student(x, 1, .95).low));
}

static void ratios_by_hand(void **state)
{
    (void)state;
    static const double y[] = { 3, 1, 5 }, n[] = { 4, 2, 3 };
    for (int level = 50; level <= 95; level += 15) {
        double p = .5 + level / 200.0;
        /* The ratio without one of them, less that of all. */
        double r2 = 4.0 / 6, r3 = 9.0 / 9;
        double s2 = (1 / 2. - r2) * (1 / 2. - r2) + (3 / 4. - r2) * (3 / 4. - r2);
        double s3 = (6 / 5. - r3) * (6 / 5. - r3) + (8 / 7. - r3) * (8 / 7. - r3) +
                    (4 / 6. - r3) * (4 / 6. - r3);
        struct interval two = stat_interval_ratio(y, n, 2, level / 100.0);
        struct interval three = stat_interval_ratio(y, n, 3, level / 100.0);
        assert_near(two.low, r2 - t_of_1(p) * sqrt(s2 / 2), 1e-10);
        assert_near(two.high, r2 + t_of_1(p) * sqrt(s2 / 2), 1e-10);
        assert_near(three.low, r3 - t_of_2(p) * sqrt(s3 * 2 / 3), 1e-10);
        assert_near(three.high, r3 + t_of_2(p) * sqrt(s3 * 2 / 3), 1e-10);
    }
    static const double none[] = { 0, 0 };
    assert_true(isnan(stat_interval_ratio(y, n, 1, .95).low));
    assert_true(isnan(stat_interval_ratio(y, none, 2, .95).low));
}

/* What rises by definition has limits that rise, and none that it had is lost. */
static void limits_rise(void **state)
{
    (void)state;
    static const double x[] = { 8, 1, 4, 2, 3 };
    struct interval at[] = {
        { .1, 1 }, { .5, .7 }, { .4, .99 }, { (double)NAN, (double)NAN }, { .6, .65 }
    };
    struct interval *ci[] = { &at[0], &at[1], &at[2], &at[3], &at[4] };
    stat_intervals_rise(x, ci, 5, 5);
    static const double low[] = { .6, .5, .6, 0, .6 }, high[] = { 1, .65, .99, 0, .65 };
    for (size_t i = 0; i < 5; i++) {
        if (i == 3) {
            assert_true(isnan(at[i].low) && isnan(at[i].high));
            continue;
        }
        assert_near(at[i].low, low[i], 0);
        assert_near(at[i].high, high[i], 0);
    }
}

/* Fieller: the ratios whose t of mean y - ratio mean x is not beyond the quantile. */
static void ratios_of_means_by_hand(void **state)
{
    (void)state;
    static const double x[] = { 9, 11 }, y[] = { 18, 22 };
    /* y is twice x, so both parts have the same spread at the ratio and two degrees of freedom. */
    for (int level = 50; level <= 90; level += 20) {
        double t = t_of_2(.5 + level / 200.0);
        double v_x = 1, v_y = 4;
        struct interval ci = stat_interval_of_means(x, 2, y, 2, level / 100.0);
        assert_near(pow(20 - ci.low * 10, 2), t * t * (v_y + ci.low * ci.low * v_x), 1e-9);
        assert_near(pow(20 - ci.high * 10, 2), t * t * (v_y + ci.high * ci.high * v_x), 1e-9);
        assert_true(ci.low < 2 && ci.high > 2);
    }
    static const double near_zero[] = { -1, 3 };
    assert_true(isnan(stat_interval_of_means(near_zero, 2, y, 2, .95).low));
}

/* Nothing is said at a level that is none. */
static void levels_lie_between_none_and_all(void **state)
{
    (void)state;
    static const double levels[] = { 0, 1, -.5, 1.5, (double)NAN };
    static const double x[] = { 1, 2, 4 }, y[] = { 3, 5, 6 }, shares[] = { .25, .5, .75 };
    for (size_t i = 0; i < 5; i++) {
        double level = levels[i];
        const struct interval ends[] = {
            stat_interval_wilson(1, 3, level),      stat_interval_clopper_pearson(1, 3, level),
            stat_interval_jeffreys(1, 3, level),    stat_interval_student(x, 3, level),
            stat_interval_welch(x, 3, y, 3, level), stat_interval_of_means(x, 3, y, 3, level),
            stat_interval_ratio(x, y, 3, level),    stat_interval_share(shares, NULL, 3, level),
        };
        for (size_t k = 0; k < sizeof(ends) / sizeof(ends[0]); k++)
            assert_true(isnan(ends[k].low) && isnan(ends[k].high));
    }
    static const struct {
        int64_t c, n;
    } bad[] = { { 0, 0 }, { -1, 3 }, { 4, 3 }, { 0, -1 } };
    for (size_t i = 0; i < 4; i++) {
        assert_true(isnan(stat_interval_wilson(bad[i].c, bad[i].n, .95).low));
        assert_true(isnan(stat_interval_clopper_pearson(bad[i].c, bad[i].n, .95).low));
        assert_true(isnan(stat_interval_jeffreys(bad[i].c, bad[i].n, .95).low));
    }
    /* One sample. */
    assert_near(stat_interval_clopper_pearson(0, 1, .95).high, .975, 1e-12);
    assert_near(stat_interval_clopper_pearson(1, 1, .95).low, .025, 1e-12);
    assert_near(stat_interval_clopper_pearson(1, 1, .95).high, 1, 0);
    assert_near(stat_interval_jeffreys(1, 1, .95).high, 1, 0);
    assert_near(stat_interval_jeffreys(1, 1, .95).low, 1 - stat_interval_jeffreys(0, 1, .95).high,
                1e-12);
    assert_near(stat_interval_wilson(1, 1, .95).high, 1, 0);
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
    assert_int_equal(kind, INTERVAL_CLOPPER_PEARSON);
    static const char *const names[] = {
        "none",      "wilson",        "clopper-pearson",
        "jeffreys",  "beta-binomial", "jackknife",
        "bootstrap", "exact",         "order-statistics",
        "student-t", "processes",     "hierarchical-posterior",
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        assert_string_equal(interval_name((enum interval_kind)i), names[i]);
        assert_true(interval_parse(names[i], &kind));
        assert_int_equal(kind, i);
        /* Three kinds are a function of a share alone. */
        struct interval ci = stat_interval((enum interval_kind)i, 3, 7, .9);
        struct interval want =
            kind == INTERVAL_WILSON            ? stat_interval_wilson(3, 7, .9)
            : kind == INTERVAL_CLOPPER_PEARSON ? stat_interval_clopper_pearson(3, 7, .9)
            : kind == INTERVAL_JEFFREYS        ? stat_interval_jeffreys(3, 7, .9)
                                               : (struct interval){ (double)NAN, (double)NAN };
        assert_near(ci.low, want.low, 0);
        assert_near(ci.high, want.high, 0);
    }
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
        cmocka_unit_test(students_by_hand),
        cmocka_unit_test(ratios_by_hand),
        cmocka_unit_test(limits_rise),
        cmocka_unit_test(ratios_of_means_by_hand),
        cmocka_unit_test(levels_lie_between_none_and_all),
        cmocka_unit_test(undefined_is_nan),
        cmocka_unit_test(undecided_intervals_hold_the_null),
        cmocka_unit_test(differences_of_shares_end_at_one),
        cmocka_unit_test(width_is_needed),
        cmocka_unit_test(names_parse_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
