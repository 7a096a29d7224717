/*
 * Boundaries against the published implementation of Howard et al. 2021 (confseq, file
 * test/uniform_boundaries_unittest.cpp, whose values come from the authors' R code); the mixture of
 * t against log_bf of savvi 0.3.1 (Lindon et al., anytime-valid linear models).  Validity by
 * enumeration: the expectation of an e-value under the null, over every outcome of a few rounds.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/stat/stat_anytime.h"
#include "analysis/stat/stat_special.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

static void published_boundaries(void **state)
{
    (void)state;
    double rho = stat_mixture_rho(100, .05);
    assert_near(rho, 12.60056, 1e-6);
    assert_near(stat_mixture_log(10, 100, rho), -.6510052, 1e-6);
    assert_near(stat_mixture_bound(100, rho, .05), 30.35209, 1e-6);
    assert_near(stat_stitched_bound(100, .05, 10, 3), 64.48755, 1e-6);
    assert_near(stat_stitched_bound(100, .05, 10, -1), 28.99389, 1e-6);
    /* Their display (11): 1.7 sqrt(v (log log 2v + 0.72 log(5.2 / alpha))), constants rounded. */
    assert_near(stat_stitched_bound(1000, .05, 1, 0),
                1.7 * sqrt(1000 * (log(log(2000)) + .72 * log(5.2 / .05))), .005);
    /* At the boundary the mixture is 1 / alpha. */
    double s = stat_mixture_bound(37, rho, .01);
    assert_near(stat_mixture_log(s, 37, rho), log(100), 1e-12);
}

/* The mean over Student's distribution: an e-value has expectation 1 under the null. */
static void t_mixture_is_fair(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 5; n++) {
        const int steps = 4000;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            double t = stat_student_quantile((i + .5) / steps, (double)n - 1);
            sum += stat_t_mixture(n, t) / steps;
        }
        assert_near(sum, 1, .02);
    }
    /* savvi: log_bf(t^2, n - 1, 1 / STAT_T_PRIOR, n) */
    assert_near(stat_t_mixture(3, 2.5), 1.6820143501585778, 1e-12);
    assert_near(stat_t_mixture(6, 4), 10.324061142521414, 1e-11);
    assert_near(stat_t_mixture(12, -3.25), 7.213907539052078, 1e-11);
    static const double same[] = { 1, 1, 1 };
    assert_true(isnan(stat_anytime_t(same, 3, 0, .95).e_value));
    assert_true(isnan(stat_anytime_t(same, 1, 0, .95).ci.low));
    /* Two runs can never decide, whatever they say. */
    static const double two[] = { 1, 1.001 };
    assert_int_equal(stat_anytime_t(two, 2, 0, .95).sign, 0);
    static const double six[] = { .3, .31, .29, .3, .32, .3 };
    struct stat_anytime a = stat_anytime_t(six, 6, 0, .95);
    assert_int_equal(a.sign, 1);
    assert_true(a.decided_at > 2 && a.e_value >= 20 && a.ci.low > 0 && a.ci.high > .3);
}

/* Two tasks, three rounds of one value among -1, 0, 1: the chance of each, by task. */
static const double chances[2][3] = { { .1, .3, .6 }, { .7, .1, .2 } }; /* means .5 and -.5 */

static double expected_e(enum stat_bound bound, double *largest_chance)
{
    enum { ROUNDS = 3, VALUES = 2 * ROUNDS };
    double sum = 0;
    size_t patterns = 1;
    for (int i = 0; i < VALUES; i++)
        patterns *= 3;
    *largest_chance = 0;
    for (size_t p = 0; p < patterns; p++) {
        struct arena a = { 0 };
        double x[VALUES], chance = 1;
        size_t rest = p;
        for (int i = 0; i < VALUES; i++, rest /= 3) {
            x[i] = (double)(rest % 3) - 1;
            chance *= chances[i % 2][rest % 3];
        }
        struct stat_rounds d = { ROUNDS, 2, x, -1, 1 };
        struct stat_anytime r = stat_anytime(&d, bound, 0, .5, &a);
        sum += chance * r.e_value;
        *largest_chance += r.sign != 0 ? chance : 0;
        arena_release(&a);
    }
    return sum;
}

/* The mean over tasks is 0 while neither task has mean 0. */
static void bets_are_fair(void **state)
{
    (void)state;
    static const enum stat_bound bounds[] = { BOUND_BETTING, BOUND_BERNSTEIN };
    for (size_t i = 0; i < ARRAY_LEN(bounds); i++) {
        double rejects;
        assert_true(expected_e(bounds[i], &rejects) <= 1);
        assert_true(rejects <= .5);
    }
}

/* By the definition, without centring: one round, one task. */
static void one_value(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const double x[] = { 1 };
    struct stat_rounds d = { 1, 1, x, -1, 1 };
    double sum = 0;
    for (int k = 0; k < 10; k++)
        sum += (1 + .9 * pow(.5, k)) / 10;
    assert_near(stat_anytime(&d, BOUND_BETTING, 0, .95, &a).e_value, sum / 2, 1e-12);
    /* Waudby-Smith and Ramdas, theorem 2: x is 1 of [0, 1], 1 / 2 was expected, the bet is 1 / 2.
     */
    struct stat_anytime b = stat_anytime(&d, BOUND_BERNSTEIN, 0, .5, &a);
    double psi = log(2) - .5, half = (log(2 / .5) + psi / 4) / .5;
    assert_near(b.ci.low, fmax(-1, 2 * (1 - half) - 1), 1e-12);
    assert_near(b.e_value, .5 * exp(.5 * .5 - psi / 4), 1e-12);
    struct stat_rounds none = { 0, 1, x, -1, 1 };
    assert_true(isnan(stat_anytime(&none, BOUND_BETTING, 0, .95, &a).ci.low));
    arena_release(&a);
}

/* A difference is found, with the right sign, by every bound; the forecast is near what it takes.
 */
static void differences_are_found(void **state)
{
    (void)state;
    enum { TASKS = 10, ROUNDS = 200 };
    static double x[TASKS * ROUNDS];
    struct rng r;
    rng_init(&r, 7, RNG_TRIAL, 0, 0, 0);
    for (size_t i = 0; i < TASKS * ROUNDS; i++) {
        double rate = (double)(i % TASKS) / TASKS;
        x[i] = (double)(rng_double(&r) < rate * .8) - (double)(rng_double(&r) < rate);
    }
    struct arena a = { 0 };
    for (int b = 0; stat_bound_names[b] != NULL; b++) {
        struct stat_rounds d = { ROUNDS, TASKS, x, -1, 1 };
        struct stat_anytime t = stat_anytime(&d, (enum stat_bound)b, 0, .95, &a);
        assert_int_equal(t.sign, -1);
        assert_true(t.ci.low < -.09 && t.ci.high < 0 && t.ci.high > -.09);
        assert_true(t.ci.low <= t.mean && t.mean <= t.ci.high);
        d.n_rounds = t.decided_at - 1;
        assert_int_equal(stat_anytime(&d, (enum stat_bound)b, 0, .95, &a).sign, 0);
    }
    struct stat_rounds d = { 12, TASKS, x, -1, 1 };
    struct stat_anytime early = stat_anytime(&d, BOUND_BETTING, 0, .95, &a);
    assert_int_equal(early.sign, 0);
    assert_true(early.more_low <= early.more && early.more <= early.more_high);
    arena_release(&a);
}

/* Values that are all alike say nothing of when a difference would be found. */
static void nothing_varies(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const double x[40];
    struct stat_rounds d = { 10, 4, x, -1, 1 };
    struct stat_anytime t = stat_anytime(&d, BOUND_BETTING, 0, .95, &a);
    assert_int_equal(t.sign, 0);
    assert_true(t.e_value <= 1 && isnan(t.more));
    assert_true(t.ci.low < 0 && t.ci.high > 0 && t.ci.high < .5);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_boundaries),  cmocka_unit_test(t_mixture_is_fair),
        cmocka_unit_test(bets_are_fair),         cmocka_unit_test(one_value),
        cmocka_unit_test(differences_are_found), cmocka_unit_test(nothing_varies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
