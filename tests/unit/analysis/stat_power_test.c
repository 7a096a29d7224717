/* Power against closed sums and published simulations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_power.h"
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(mcnemar_goldens),
        cmocka_unit_test(mcnemar_agrees_with_enumeration),
        cmocka_unit_test(mcnemar_power_of_many_pairs),
        cmocka_unit_test(signed_rank_goldens),
        cmocka_unit_test(sizes_that_are_needed),
        cmocka_unit_test(a_power_that_is_met_needs_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
