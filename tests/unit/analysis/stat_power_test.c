/* Power against closed sums and published simulations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/resample/stat_hierarchy.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

/* One way only: six discordant pairs reject.  P(Bin(n, .3) >= 6) by SciPy 1.10.1. */
static void mcnemar_goldens(void **state)
{
    (void)state;
    static const struct {
        int64_t n;
        double power;
    } cases[] = { { 10, 0.04734898740000000 },
                  { 20, 0.5836291705525192 },
                  { 30, 0.9234052479924494 },
                  { 5, 0.0 } };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_near(stat_power_mcnemar(cases[i].n, 0.3, 0.0, 0.05), cases[i].power, 1e-10);
    assert_true(isnan(stat_power_mcnemar(10, 0.7, 0.7, 0.05)));
    assert_true(isnan(stat_power_mcnemar(10, -0.1, 0.3, 0.05)));
    assert_near(stat_power_mcnemar(10, 0.0, 0.0, 0.05), 0.0, 0);
}

static double enumerate(int n, double up, double down, double alpha)
{
    double power = 0.0;
    for (int b = 0; b <= n; b++) {
        for (int c = 0; b + c <= n; c++) {
            if (b + c == 0 || stat_mcnemar(b, c, STAT_TWO_SIDED) > alpha)
                continue;
            double ways =
                exp(lgamma(n + 1.0) - lgamma(b + 1.0) - lgamma(c + 1.0) - lgamma(n - b - c + 1.0));
            power += ways * pow(up, b) * pow(down, c) * pow(1.0 - up - down, n - b - c);
        }
    }
    return power;
}

static void mcnemar_agrees_with_enumeration(void **state)
{
    (void)state;
    for (int n = 1; n <= 25; n += 4) {
        assert_near(stat_power_mcnemar(n, 0.4, 0.1, 0.05), enumerate(n, 0.4, 0.1, 0.05), 1e-10);
        assert_near(stat_power_mcnemar(n, 0.2, 0.3, 0.1), enumerate(n, 0.2, 0.3, 0.1), 1e-10);
    }
    int64_t n = stat_power_mcnemar_n(0.3, 0.0, 0.05, 0.8, 1000);
    assert_true(stat_power_mcnemar(n, 0.3, 0.0, 0.05) >= 0.8);
    assert_true(stat_power_mcnemar(n - 1, 0.3, 0.0, 0.05) < 0.8);
    assert_int_equal(stat_power_mcnemar_n(0.1, 0.1, 0.05, 0.8, 200), -1);
}

/* At one standard deviation: n = 5 0.00, 6 0.34, 10 0.78, 20 0.98 (published simulation). */
static void signed_rank_goldens(void **state)
{
    (void)state;
    struct stat_power_sim *sim = stat_power_open(0, 2);
    assert_near(stat_power_signed_rank(sim, 5, 1.0, 0.05), 0.0, 0);
    assert_true(fabs(stat_power_signed_rank(sim, 6, 1.0, 0.05) - 0.34) < 0.03);
    assert_true(fabs(stat_power_signed_rank(sim, 10, 1.0, 0.05) - 0.78) < 0.03);
    assert_true(fabs(stat_power_signed_rank(sim, 20, 1.0, 0.05) - 0.98) < 0.02);
    /* Without an effect, at n = 10: 2 P(W <= 8) = .0488. */
    assert_true(fabs(stat_power_signed_rank(sim, 10, 0.0, 0.05) - 0.0488) < 0.012);
    stat_power_close(sim);
}

static void sizes_that_are_needed(void **state)
{
    (void)state;
    struct stat_power_sim *sim = stat_power_open(0, 1);
    int64_t n = stat_power_signed_rank_n(sim, 1.0, 0.05, 0.8);
    assert_true(n >= 9 && n <= 12);
    assert_true(isinf(stat_power_signed_rank_effect(sim, 5, 0.05, 0.8)));
    double effect = stat_power_signed_rank_effect(sim, 10, 0.05, 0.8);
    assert_true(effect > 0.9 && effect < 1.15);
    assert_true(isnan(stat_power_signed_rank(sim, 0, 1.0, 0.05)));
    assert_true(isnan(stat_power_signed_rank(sim, 401, 1.0, 0.05)));
    assert_int_equal(stat_power_signed_rank_n(sim, 0.0, 0.05, 0.8), -1);
    stat_power_close(sim);
}

/* A power that is met exactly is met. */
static void a_power_that_is_met_needs_no_more(void **state)
{
    (void)state;
    struct stat_power_sim *sim = stat_power_open(0, 1);
    for (size_t n = 7; n < 12; n++) {
        double power = stat_power_signed_rank(sim, n, 1.0, 0.05);
        assert_int_equal(stat_power_signed_rank_n(sim, 1.0, 0.05, power), n);
        double effect = stat_power_signed_rank_effect(sim, n, 0.05, power);
        assert_true(effect <= 1.0 + 1e-9);
        assert_true(stat_power_signed_rank(sim, n, effect, 0.05) >= power);
    }
    assert_true(isfinite(stat_power_signed_rank_effect(sim, 20, 0.05, 1.0)));
    stat_power_close(sim);
}

/* Beyond the exact fair coin: the same sum, term by term. */
static void mcnemar_power_of_many_pairs(void **state)
{
    (void)state;
    static const struct {
        double up, down;
    } cases[] = { { 0.3, 0.2 }, { 0.05, 0.1 }, { 0.4, 0.0 }, { 0.0, 0.02 } };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const int64_t n = 150;
        double up = cases[i].up;
        double down = cases[i].down;
        double power = 0;
        for (int64_t d = 1; d <= n; d++) {
            for (int64_t k = 0; k <= d; k++) {
                if (stat_mcnemar(k, d - k, STAT_TWO_SIDED) <= 0.05)
                    power += stat_binomial_pmf(d, n, up + down) *
                             stat_binomial_pmf(k, d, up / (up + down));
            }
        }
        assert_near(stat_power_mcnemar(n, up, down, 0.05), power, 1e-10);
    }
}

/* Where every draw is certain the simulation is, too: ten differences of one sign have p = 2 /
 * 1024, five have 2 / 32. */
static void certain_shares_are_found_or_not(void **state)
{
    static const double none[] = { 0.0 }, mixed[] = { 0.0, 1.0 };
    static const struct {
        struct stat_power_plan plan;
        double effect, power; /* NaN: undefined */
    } rows[] = {
        { { none, 1, 10, 1, 1, false, 0.05, 20, 1 }, 1.0, 1.0 },
        { { none, 1, 10, 3, 4, false, 0.05, 20, 1 }, 1.0, 1.0 },
        { { none, 1, 10, 1, 1, true, 0.05, 20, 1 }, 2.0, 1.0 },
        { { none, 1, 10, 1, 1, false, 0.001, 20, 1 }, 1.0, 0.0 },
        { { none, 1, 10, 1, 1, false, 2.0 / 1024, 20, 1 }, 1.0, 1.0 },
        { { none, 1, 5, 1, 1, false, 0.05, 20, 1 }, 1.0, 0.0 },
        { { none, 1, 5, 1, 1, false, 0.0625, 20, 1 }, 1.0, 1.0 },
        { { none, 1, 10, 1, 1, false, 0.05, 20, 1 }, 0.0, 0.0 },
        { { none, 1, 10, 1, 1, false, 0.05, 20, 1 }, -1.0, 0.0 },
        { { mixed, 2, 10, 1, 1, false, 0.05, 20, 1 }, 0.0, 0.0 },
        { { none, 0, 10, 1, 1, false, 0.05, 20, 1 }, 1.0, STAT_NAN },
        { { none, 1, 0, 1, 1, false, 0.05, 20, 1 }, 1.0, STAT_NAN },
        { { none, 1, 10, 0, 1, false, 0.05, 20, 1 }, 1.0, STAT_NAN },
        { { none, 1, 10, 1, 0, false, 0.05, 20, 1 }, 1.0, STAT_NAN },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_near(stat_power_shares(&rows[i].plan, rows[i].effect), rows[i].power, 0);
}

/* More rollouts, tasks and seeds find more; with any fast rollout as success a rate of one half is
 * nearly always 1, so that nothing is left to find. */
static void power_of_shares_grows_with_the_study(void **state)
{
    static const double half[] = { 0.5 };
    struct stat_power_plan p = { half, 1, 12, 1, 4, false, 0.05, 300, 7 };
    (void)state;
    double small = stat_power_shares(&p, 0.2);
    p.budget = 16;
    double more_rollouts = stat_power_shares(&p, 0.2);
    p.budget = 4;
    p.n_seeds = 4;
    double more_seeds = stat_power_shares(&p, 0.2);
    p.n_seeds = 1;
    p.n_tasks = 48;
    double more_tasks = stat_power_shares(&p, 0.2);
    assert_true(small > 0.2 && small < 0.8);
    assert_true(more_rollouts > small + 0.2 && more_seeds > small + 0.2 &&
                more_tasks > small + 0.2);
    assert_true(fabs(more_rollouts - more_seeds) < 0.1);
    p.best = true;
    p.budget = 32;
    assert_near(stat_power_shares(&p, 0.2), 0.0, 0);
}

static void rates_have_the_mean_and_spread_that_are_asked_for(void **state)
{
    static const struct {
        double mean, sd;
        bool possible;
    } rows[] = {
        { 0.5, 0.0, true },   { 0.5, 0.1, true },   { 0.1, 0.05, true },
        { 0.5, 0.499, true }, { 0.5, 0.5, false },  { 0.0, 0.1, false },
        { 1.0, 0.1, false },  { 0.5, -0.1, false }, { 0.1, 0.31, false },
    };
    double out[400];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        double sum = 0.0, squares = 0.0;
        assert_int_equal(stat_power_rates(rows[i].mean, rows[i].sd, 400, out), rows[i].possible);
        for (size_t k = 0; k < 400 && rows[i].possible; k++) {
            assert_true(out[k] >= 0.0 && out[k] <= 1.0);
            assert_true(k == 0 || out[k] >= out[k - 1]);
            sum += out[k];
            squares += out[k] * out[k];
        }
        if (!rows[i].possible)
            continue;
        double mean = sum / 400.0;
        assert_true(fabs(mean - rows[i].mean) < 0.002);
        assert_true(fabs(sqrt(fmax(squares / 400.0 - mean * mean, 0.0)) - rows[i].sd) < 0.005);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(mcnemar_goldens),
        cmocka_unit_test(mcnemar_agrees_with_enumeration),
        cmocka_unit_test(mcnemar_power_of_many_pairs),
        cmocka_unit_test(signed_rank_goldens),
        cmocka_unit_test(sizes_that_are_needed),
        cmocka_unit_test(certain_shares_are_found_or_not),
        cmocka_unit_test(power_of_shares_grows_with_the_study),
        cmocka_unit_test(rates_have_the_mean_and_spread_that_are_asked_for),
        cmocka_unit_test(a_power_that_is_met_needs_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
