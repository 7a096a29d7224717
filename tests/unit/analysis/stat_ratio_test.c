/*
 * Numbers by hand and from SciPy 1.10.1 (scipy.stats.t.ppf, scipy.stats.binom.cdf), and coverage in
 * known worlds.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/stat/stat_interval.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

/* 2 P(Bin(n, 1/2) < k) <= 0.05: 6 is the least n whose ends reach 95 %. */
static void ranks_of_a_median(void **state)
{
    static const struct {
        size_t n, rank;
    } rows[] = {
        { 0, 0 }, { 1, 0 }, { 5, 0 }, { 6, 1 }, { 8, 1 }, { 9, 2 }, { 20, 6 }, { 50, 18 }
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_int_equal(stat_median_rank(rows[i].n, 0.95), rows[i].rank);
}

/* Two processes a side of equal samples: nothing within, all between.  Log medians are 0 and 2a
 * over, 0 and 0 under: s^2 = (2a)^2 / 2 / 2 = a^2, m = a, half width t(0.975, 2) a sqrt(2 / 2), t =
 * 4.302652729911275. */
static void between_processes_by_hand(void **state)
{
    static const double a = 0.01;
    double over[6], under[6];
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        over[i] = i % 2 == 0 ? 100.0 : 100.0 * exp(2.0 * a);
        under[i] = 100.0;
    }
    struct interval ci = stat_ratio_interval(over, under, 6, 2, 0.95);
    assert_near(ci.low, exp(a - 4.302652729911275 * a), 1e-9);
    assert_near(ci.high, exp(a + 4.302652729911275 * a), 1e-9);
}

/* Three processes a side, with log medians 0, a and 5a over, and -a, 0 and a under: squares of 14
 * and 2 a^2 with 4 degrees of freedom; t(0.975, 4) = 2.7764451051977987, t(0.9, 4) =
 * 1.533206274058944. */
static void between_three_processes_by_hand(void **state)
{
    static const double a = 0.01, of_over[] = { 0, 1, 5 }, of_under[] = { -1, 0, 1 };
    double over[9], under[9], half = sqrt(16.0 / 4.0 * 2.0 / 3.0) * a;
    (void)state;
    for (size_t i = 0; i < 9; i++) {
        over[i] = 100.0 * exp(of_over[i % 3] * a);
        under[i] = 100.0 * exp(of_under[i % 3] * a);
    }
    struct interval ci = stat_ratio_interval(over, under, 9, 3, 0.95);
    assert_near(ci.low, exp(2 * a - 2.7764451051977987 * half), 1e-9);
    assert_near(ci.high, exp(2 * a + 2.7764451051977987 * half), 1e-9);
    /* At a lower level. */
    ci = stat_ratio_interval(over, under, 9, 3, 0.8);
    assert_near(ci.low, exp(2 * a - 1.533206274058944 * half), 1e-9);
    assert_near(ci.high, exp(2 * a + 1.533206274058944 * half), 1e-9);
}

/* Equal medians: the pairs decide, from 90 / 100 to 110 / 100 of six. */
static void within_processes_by_hand(void **state)
{
    static const double over[] = { 90, 90, 100, 100, 110, 110 };
    static const double under[] = { 100, 100, 100, 100, 100, 100 };
    (void)state;
    struct interval ci = stat_ratio_interval(over, under, 6, 2, 0.95);
    assert_near(ci.low, 0.9, 1e-12);
    assert_near(ci.high, 1.1, 1e-12);
}

/* The ratio of medians may lie outside of all pairs' ratios. */
static void the_point_lies_inside(void **state)
{
    static const double over[] = { 1, 1, 2, 2, 3, 3 }, under[] = { 2, 2, 3, 3, 1, 1 };
    (void)state;
    struct interval ci = stat_ratio_interval(over, under, 6, 2, 0.95);
    assert_true(ci.low <= 1.0 && ci.high >= 1.0);
    assert_true(ci.low <= 0.5 && ci.high >= 3.0);
}

static void what_cannot_be_said(void **state)
{
    static const double good[] = { 1, 2, 3, 4 };
    static const double bad[][4] = { { 1, 2, 3, 0 }, { 1, 2, 3, -4 }, { 1, 2, 3, (double)NAN } };
    (void)state;
    assert_true(isnan(stat_ratio_interval(good, good, 4, 1, 0.95).low));
    assert_true(isnan(stat_ratio_interval(good, good, 4, 0, 0.95).low));
    assert_true(isnan(stat_ratio_interval(good, good, 2, 3, 0.95).low));
    assert_true(isnan(stat_ratio_interval(good, good, 4, 2, 1.0).low));
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        assert_true(isnan(stat_ratio_interval(good, bad[i], 4, 2, 0.95).low));
        assert_true(isnan(stat_ratio_interval(bad[i], good, 4, 2, 0.95).high));
    }
    assert_true(stat_ratio_interval(good, good, 4, 2, 0.95).low > 0.0);
}

/* Spread between processes, spread within, chance of a late sample. */
struct world {
    size_t n, processes;
    double between, within, late;
};

static void draw_side(struct rng *r, const struct world *w, double *out)
{
    double shift[8];
    for (size_t p = 0; p < w->processes; p++)
        shift[p] = w->between * rng_normal(r);
    for (size_t i = 0; i < w->n; i++) {
        double log_us = shift[i % w->processes] + w->within * rng_normal(r);
        out[i] = 100.0 * exp(log_us) * (rng_double(r) < w->late ? 1.0 + rng_double(r) : 1.0);
    }
}

static unsigned covered(const struct world *w, uint64_t world)
{
    double over[50], under[50];
    unsigned held = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        struct rng r;
        rng_init(&r, 7, RNG_BOOTSTRAP, world, i, 0);
        draw_side(&r, w, over);
        draw_side(&r, w, under);
        struct interval ci = stat_ratio_interval(over, under, w->n, w->processes, 0.95);
        held += ci.low <= 1.0 && ci.high >= 1.0;
    }
    return held;
}

/* A chance of 0.95 falls below 1,871 of 2,000 once in a thousand. */
static void it_holds_the_truth(void **state)
{
    static const struct world worlds[] = {
        { 5, 2, 0.00, 0.02, 0.0 },  { 5, 2, 0.10, 0.02, 0.0 },  { 5, 2, 0.02, 0.02, 0.3 },
        { 50, 2, 0.00, 0.02, 0.0 }, { 50, 2, 0.10, 0.02, 0.0 }, { 50, 2, 0.10, 0.00, 0.3 },
        { 50, 4, 0.10, 0.02, 0.1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(worlds); i++) {
        unsigned held = covered(&worlds[i], i);
        if (held < 1871)
            fail_msg("world %zu: %u of 2000", i, held);
    }
}

/* Where one process of two is slow as a whole, the order statistics of 50 pairs alone would hold
 * the truth in few worlds. */
static void a_slow_process_widens_it(void **state)
{
    double over[50], under[50];
    struct rng r;
    (void)state;
    rng_init(&r, 7, RNG_BOOTSTRAP, 99, 0, 0);
    for (size_t i = 0; i < 50; i++) {
        over[i] = 100.0 * (1.0 + 0.001 * rng_normal(&r));
        under[i] = 100.0 * (1.0 + 0.001 * rng_normal(&r)) * (i % 2 == 0 ? 1.2 : 1.0);
    }
    struct interval ci = stat_ratio_interval(over, under, 50, 2, 0.95);
    assert_true(ci.low < 0.7 && ci.high > 1.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_of_a_median),
        cmocka_unit_test(between_processes_by_hand),
        cmocka_unit_test(within_processes_by_hand),
        cmocka_unit_test(the_point_lies_inside),
        cmocka_unit_test(what_cannot_be_said),
        cmocka_unit_test(it_holds_the_truth),
        cmocka_unit_test(between_three_processes_by_hand),
        cmocka_unit_test(a_slow_process_widens_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
