/* Ranks, counts, permutations and effects against SciPy 1.10.1 and enumeration. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/resample/stat_permutation.h"
#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

static void spearman_goldens(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct stat_correlation c;
    static const double x[] = { 1, 2, 3, 4, 5 };
    static const double y[] = { 5, 6, 7, 8, 7 };
    assert_int_equal(stat_spearman(x, y, 5, &a, &c, NULL), 0);
    assert_near(c.r, 0.8207826816681233, 1e-12);
    assert_near(c.p, 0.08858700531354381, 1e-12);
    static const double u[] = { 1, 1, 2, 3, 3, 4 };
    static const double v[] = { 2, 1, 2, 5, 5, 4 };
    assert_int_equal(stat_spearman(u, v, 6, &a, &c, NULL), 0);
    assert_near(c.r, 17.0 / 22.0, 0);
    assert_near(c.p, 0.07160969196093166, 1e-12);
    static const double s[] = { .3, .9, .1, .4, .4, .7, -1 };
    static const double t[] = { 1, 5, 2, 2, 3, 9, 0 };
    assert_int_equal(stat_spearman(s, t, 7, &a, &c, NULL), 0);
    assert_near(c.r, 0.8818181818181818, 1e-12);
    assert_near(c.p, 0.008645010496746914, 1e-12);
    arena_release(&a);
}

static void spearman_edges(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct stat_correlation c;
    static const double x[] = { 1, 2, 3 };
    static const double same[] = { 4, 4, 4 };
    static const double down[] = { 9, 5, 1 };
    assert_int_equal(stat_spearman(x, same, 3, &a, &c, NULL), 0);
    assert_true(isnan(c.r));
    assert_int_equal(stat_spearman(x, down, 3, &a, &c, NULL), 0);
    assert_near(c.r, -1, 0);
    assert_near(c.p, 0, 0);
    assert_int_equal(stat_spearman(x, down, 2, &a, &c, NULL), 0);
    assert_true(isnan(c.p));
    assert_int_equal(stat_spearman(x, down, 1, &a, &c, NULL), ERR_NODATA);
    arena_release(&a);
}

static void mann_whitney_goldens(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct stat_mann_whitney m;
    static const double x[] = { 3, 4, 5, 6 };
    static const double y[] = { 1, 2, 3, 3 };
    assert_int_equal(stat_mann_whitney(&(struct stat_samples){ .x = x, .n_x = 4, .y = y, .n_y = 4 },
                                       STAT_GREATER, STAT_AUTO, &a, &m, NULL),
                     0);
    assert_near(m.u, 15, 0);
    assert_near(m.p, 0.027257239321914303, 1e-12);
    assert_int_equal(m.engine, STAT_ASYMPTOTIC);
    /* 1 of the 70 choices of four ranks has this sum or more, three tie it. */
    assert_int_equal(stat_mann_whitney(&(struct stat_samples){ .x = x, .n_x = 4, .y = y, .n_y = 4 },
                                       STAT_GREATER, STAT_EXACT, &a, &m, NULL),
                     0);
    assert_near(m.p, 3.0 / 70.0, 1e-14);
    static const double u[] = { 1.5, 2.5, 9, 4 };
    static const double v[] = { 1, 2, 3, 3.5, 7 };
    static const double want[] = { 0.7301587301587302, 0.3650793650793651, 0.7222222222222223 };
    for (int alt = STAT_TWO_SIDED; alt <= STAT_LESS; alt++) {
        assert_int_equal(
            stat_mann_whitney(&(struct stat_samples){ .x = u, .n_x = 4, .y = v, .n_y = 5 },
                              (enum stat_alternative)alt, STAT_AUTO, &a, &m, NULL),
            0);
        assert_near(m.p, want[alt], 1e-13);
        assert_int_equal(m.engine, STAT_EXACT);
    }
    static const double s[] = { 1, 2, 2, 5, 7, 7, 8, 8, 9, 10, 11 };
    static const double t[] = { 2, 3, 3, 3, 4, 4, 5, 6, 6, 6, 7, 1 };
    static const double normal[] = { 0.08895562875137698, 0.04447781437568849, 0.9610316022973613 };
    for (int alt = STAT_TWO_SIDED; alt <= STAT_GREATER; alt++) {
        assert_int_equal(
            stat_mann_whitney(&(struct stat_samples){ .x = s, .n_x = 11, .y = t, .n_y = 12 },
                              (enum stat_alternative)alt, STAT_ASYMPTOTIC, &a, &m, NULL),
            0);
        assert_near(m.p, normal[alt], 1e-12);
    }
    assert_int_equal(stat_mann_whitney(&(struct stat_samples){ .x = s, .n_x = 0, .y = t, .n_y = 1 },
                                       STAT_LESS, STAT_AUTO, &a, &m, NULL),
                     ERR_NODATA);
    arena_release(&a);
}

static void mann_whitney_agrees_with_enumeration(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 11, RNG_TRIAL, 0, 0, 0);
    for (int trial = 0; trial < 300; trial++) {
        struct arena a = { 0 };
        double v[10];
        size_t n_x = 1 + rng_below(&g, 5);
        size_t n = n_x + 1 + rng_below(&g, 5);
        for (size_t i = 0; i < n; i++)
            v[i] = rng_below(&g, 6);
        double observed = -1;
        double upper = 0;
        double lower = 0;
        double all = 0;
        unsigned first = (1u << n_x) - 1;
        for (int pass = 0; pass < 2; pass++) {
            for (unsigned set = 0; set < 1u << n; set++) {
                if ((size_t)__builtin_popcount(set) != n_x || (pass == 0 && set != first))
                    continue;
                double u = 0;
                for (size_t i = 0; i < n; i++) {
                    for (size_t j = 0; j < n; j++) {
                        if (set >> i & 1u && !(set >> j & 1u))
                            u += v[i] > v[j] ? 1 : v[i] < v[j] ? 0 : .5;
                    }
                }
                if (pass == 0) {
                    observed = u;
                    continue;
                }
                all++;
                upper += u >= observed;
                lower += u <= observed;
            }
        }
        struct stat_mann_whitney m;
        assert_int_equal(
            stat_mann_whitney(
                &(struct stat_samples){ .x = v, .n_x = n_x, .y = v + n_x, .n_y = n - n_x },
                STAT_GREATER, STAT_EXACT, &a, &m, NULL),
            0);
        assert_near(m.u, observed, 0);
        assert_near(m.p, upper / all, 1e-14);
        assert_int_equal(
            stat_mann_whitney(
                &(struct stat_samples){ .x = v, .n_x = n_x, .y = v + n_x, .n_y = n - n_x },
                STAT_LESS, STAT_EXACT, &a, &m, NULL),
            0);
        assert_near(m.p, lower / all, 1e-14);
        arena_release(&a);
    }
}

/* Whole numbers make plain sums exact. */
static void sign_flip_agrees_with_enumeration(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 12, RNG_TRIAL, 0, 0, 0);
    for (int trial = 0; trial < 300; trial++) {
        double d[12];
        size_t n = 1 + rng_below(&g, 12);
        double observed = 0;
        for (size_t i = 0; i < n; i++) {
            d[i] = (double)rng_below(&g, 9) - 4;
            observed += d[i];
        }
        double hits = 0;
        for (unsigned signs = 0; signs < 1u << n; signs++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += signs >> i & 1u ? -d[i] : d[i];
            hits += fabs(sum) >= fabs(observed);
        }
        struct stat_sign_flip f;
        assert_int_equal(stat_sign_flip(d, n, STAT_TWO_SIDED, 0, 0, 0, &f, NULL), 0);
        assert_near(f.p, hits / (double)(1u << n), 0);
    }
}

static void binomial_goldens(void **state)
{
    (void)state;
    assert_near(stat_binomial_test(12, 50, .5, STAT_TWO_SIDED), 0.00030586400160359517, 1e-13);
    assert_near(stat_binomial_test(9, 10, .5, STAT_TWO_SIDED), 0.021484375, 0);
    assert_near(stat_binomial_test(8, 10, .5, STAT_GREATER), 0.0546875, 0);
    assert_near(stat_binomial_test(3, 3, .5, STAT_GREATER), 0.125, 0);
    assert_near(stat_binomial_test(3, 17, .2, STAT_TWO_SIDED), 1.0, 1e-12);
    assert_near(stat_binomial_test(40, 100, .3, STAT_TWO_SIDED), 0.03745142924579413, 1e-11);
    assert_near(stat_binomial_test(0, 0, .5, STAT_TWO_SIDED), 1.0, 0);
    assert_true(isnan(stat_binomial_test(4, 3, .5, STAT_TWO_SIDED)));
    assert_near(stat_mcnemar(3, 0, STAT_TWO_SIDED), .25, 0);
    assert_near(stat_mcnemar(0, 0, STAT_TWO_SIDED), 1, 0);
}

static void sign_test_drops_zeros(void **state)
{
    (void)state;
    static const double d[] = { 1, 0, 2, 3, 0 };
    struct stat_sign s = stat_sign_test(d, 5, STAT_GREATER);
    assert_int_equal(s.n_zero, 2);
    assert_near(s.p, .125, 0);
}

static void poisson_binomial_of_equal_coins(void **state)
{
    (void)state;
    static const double p[] = { .3, .3, .3, .3, .3 };
    double pmf[6];
    stat_poisson_binomial(p, 5, pmf);
    for (int k = 0; k <= 5; k++)
        assert_near(pmf[k], stat_binomial_pmf(k, 5, .3), 1e-13);
    static const double two[] = { .25, .5 };
    stat_poisson_binomial(two, 2, pmf);
    assert_near(pmf[0], .375, 0);
    assert_near(pmf[1], .5, 0);
    assert_near(stat_upper_tail(pmf, 2, 1), .625, 0);
    assert_near(stat_upper_tail(pmf, 2, 0), 1, 0);
}

static void chi2_homogeneity(void **state)
{
    (void)state;
    static const int64_t c[] = { 60, 64, 68, 58, 58, 66 };
    static const int64_t n[] = { 160, 160, 160, 160, 160, 160 };
    struct stat_chi2 x = stat_chi2_homogeneity(c, n, 6);
    assert_near(x.chi2, 2.400394225328977, 1e-12);
    assert_near(x.p, 0.7914154112111695, 1e-12);
    assert_int_equal(x.df, 5);
    static const int64_t zero[] = { 0, 0 };
    assert_true(isnan(stat_chi2_homogeneity(zero, n, 2).p));
    assert_true(isnan(stat_chi2_homogeneity(c, n, 1).p));
    /* What cannot be tested has no statistic, but a number of degrees of freedom. */
    static const int64_t all[] = { 3, 4, 5 }, empty[] = { 6, 0, 0 }, none[] = { 0, 0, 0 };
    static const struct {
        const int64_t *c, *n;
        size_t groups;
        double df;
    } untold[] = { { all, all, 3, 2 },
                   { none, all, 3, 2 },
                   { all, empty, 1, 0 },
                   { all, empty, 0, -1 },
                   { none, none, 3, -1 } };
    for (size_t i = 0; i < ARRAY_LEN(untold); i++) {
        x = stat_chi2_homogeneity(untold[i].c, untold[i].n, untold[i].groups);
        assert_true(isnan(x.p) && isnan(x.chi2));
        assert_near(x.df, untold[i].df, 0);
    }
    static const int64_t one[] = { 3, 0, 0 };
    x = stat_chi2_homogeneity(one, empty, 3);
    assert_true(isnan(x.p) && isnan(x.chi2));
    assert_near(x.df, 0, 0);
}

static void sign_flip_minimum(void **state)
{
    (void)state;
    static const double d[] = { .1, .2, .3, .4, .5 };
    struct stat_sign_flip f;
    assert_int_equal(stat_sign_flip(d, 5, STAT_TWO_SIDED, 0, 0, 0, &f, NULL), 0);
    assert_near(f.p, .0625, 0);
    assert_near(f.min_p, .0625, 0);
    assert_int_equal(f.engine, STAT_EXACT);
    assert_int_equal(stat_sign_flip(d, 5, STAT_GREATER, 0, 0, 0, &f, NULL), 0);
    assert_near(f.p, .03125, 0);
}

static void sign_flip_by_hand(void **state)
{
    (void)state;
    /* Sums of +-1 +-2 +-3 with |sum| >= 4: (1,2,3), (-1,2,3) and mirrors. */
    static const double d[] = { -1, 2, 3 };
    struct stat_sign_flip f;
    assert_int_equal(stat_sign_flip(d, 3, STAT_TWO_SIDED, 0, 0, 0, &f, NULL), 0);
    assert_near(f.p, .5, 0);
    /* A difference of zero doubles both sides. */
    static const double with_zero[] = { -1, 2, 3, 0 };
    assert_int_equal(stat_sign_flip(with_zero, 4, STAT_TWO_SIDED, 0, 0, 0, &f, NULL), 0);
    assert_near(f.p, .5, 0);
    /* Tenths do not tie as doubles, but must. */
    static const double tenths[] = { .1, .2, -.3 };
    assert_int_equal(stat_sign_flip(tenths, 3, STAT_TWO_SIDED, 0, 0, 0, &f, NULL), 0);
    assert_near(f.p, 1, 0);
}

static void sign_flip_monte_carlo(void **state)
{
    (void)state;
    double d[25];
    for (int i = 0; i < 25; i++)
        d[i] = 1;
    struct stat_sign_flip f;
    assert_int_equal(stat_sign_flip(d, 25, STAT_TWO_SIDED, 999, 1, 2, &f, NULL), 0);
    assert_int_equal(f.engine, STAT_MONTE_CARLO);
    assert_near(f.p, .001, 1e-15);
    for (int i = 0; i < 25; i++)
        d[i] = i % 2 == 0 ? 1 : -1;
    struct stat_sign_flip again;
    assert_int_equal(stat_sign_flip(d, 25, STAT_TWO_SIDED, 999, 1, 2, &f, NULL), 0);
    assert_int_equal(stat_sign_flip(d, 25, STAT_TWO_SIDED, 999, 1, 2, &again, NULL), 0);
    assert_near(f.p, again.p, 0);
    assert_true(f.p > .9);
    assert_int_equal(stat_sign_flip(d, 0, STAT_TWO_SIDED, 9, 1, 2, &f, NULL), ERR_NODATA);
}

static void effects(void **state)
{
    (void)state;
    assert_near(stat_cohens_h(.8, .5), 0.643501108793284, 1e-14);
    assert_near(stat_cohens_h(.5, .8), -0.643501108793284, 1e-14);
    assert_true(isnan(stat_cohens_h(1.2, .5)));
    static const double x[] = { 1, 2, 3 };
    static const double y[] = { 2, 2 };
    assert_near(stat_cliffs_delta(x, 3, y, 2), 0, 0);
    assert_true(isnan(stat_cliffs_delta(x, 0, y, 2)));
}

static void adjusted_p(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const double p[] = { .01, .04, (double)NAN, .03, .005 };
    double out[5];
    stat_adjust_holm(p, 5, out, &a);
    assert_near(out[0], .03, 1e-15);
    assert_near(out[1], .06, 1e-15);
    assert_true(isnan(out[2]));
    assert_near(out[3], .06, 1e-15);
    assert_near(out[4], .02, 1e-15);
    stat_adjust_bh(p, 5, out, &a);
    assert_near(out[0], .02, 1e-15);
    assert_near(out[1], .04, 1e-15);
    assert_near(out[3], .04, 1e-15);
    assert_near(out[4], .02, 1e-15);
    arena_release(&a);
}

static void summaries(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 4, 5, 6 };
    assert_near(stat_median_sorted(x, 6), 3.5, 0);
    assert_near(stat_quantile_sorted(x, 6, .5), 3.5, 0);
    assert_near(stat_quantile_sorted(x, 6, 1), 6, 0);
    static const double cancelling[] = { 1e100, 1, -1e100, 1 };
    assert_near(stat_sum(cancelling, 4), 2, 0);
    static const double huge[] = { 1e300, 1e300, 1e-300 };
    assert_near(stat_geomean(huge, 3), 1e100, 1e-12);
    assert_true(isnan(stat_mean(x, 0)));
    static const double bad[] = { 1, 0 };
    assert_true(isnan(stat_geomean(bad, 2)));
}

static void draws_have_their_means(void **state)
{
    (void)state;
    struct rng g;
    stat_bootstrap_stream(&g, 3, STAT_ANALYSIS_COMPARE, 0);
    /* Mean and variance within 5 standard errors. */
    static const struct {
        int64_t n;
        double p;
    } coins[] = { { 7, .3 }, { 64, .05 }, { 64, .4 }, { 500, .9 }, { 2000, .25 } };
    for (size_t i = 0; i < sizeof(coins) / sizeof(coins[0]); i++) {
        double mean = (double)coins[i].n * coins[i].p;
        double variance = mean * (1 - coins[i].p);
        double total = 0;
        double square = 0;
        for (int r = 0; r < 20000; r++) {
            double k = (double)stat_draw_binomial(&g, coins[i].n, coins[i].p);
            assert_true(k >= 0 && k <= (double)coins[i].n);
            total += k - mean;
            square += (k - mean) * (k - mean);
        }
        assert_true(fabs(total / 20000) < 5 * sqrt(variance / 20000));
        assert_true(fabs(square / 20000 / variance - 1) < 5 * sqrt(2.2 / 20000));
    }
    assert_int_equal(stat_draw_binomial(&g, 5, 0), 0);
    assert_int_equal(stat_draw_binomial(&g, 5, 1), 5);
}

static void two_shares_goldens(void **state)
{
    (void)state;
    static const struct {
        int64_t a, n, b, m;
        double two_sided, greater, less;
    } rows[] = {
        { 3, 4, 1, 4, 0.48571428571428565, 0.24285714285714283, 0.9857142857142858 },
        { 1, 10, 11, 14, 0.0027594561852200836, 0.9999663480953022, 0.0013797280926100418 },
        { 8, 10, 1, 6, 0.034965034965034975, 0.024475524475524483, 0.9991258741258742 },
        { 1, 64, 3, 64, 0.619023622047244, 0.9404409448818898, 0.309511811023622 },
        { 146, 480, 42, 160, 0.36713252464834567, 0.18391456018866473, 0.8651986824448744 },
        { 0, 20, 5, 20, 0.04712404712404713, 1.0, 0.023562023562023564 },
        { 0, 0, 0, 5, 1.0, 1.0, 1.0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        assert_near(stat_two_shares(rows[i].a, rows[i].n, rows[i].b, rows[i].m, STAT_TWO_SIDED),
                    rows[i].two_sided, 1e-10);
        assert_near(stat_two_shares(rows[i].a, rows[i].n, rows[i].b, rows[i].m, STAT_GREATER),
                    rows[i].greater, 1e-10);
        assert_near(stat_two_shares(rows[i].a, rows[i].n, rows[i].b, rows[i].m, STAT_LESS),
                    rows[i].less, 1e-10);
    }
    assert_true(isnan(stat_two_shares(-1, 4, 1, 4, STAT_TWO_SIDED)));
    assert_true(isnan(stat_two_shares(5, 4, 1, 4, STAT_TWO_SIDED)));
    assert_true(isnan(stat_two_shares(1, 4, 5, 4, STAT_TWO_SIDED)));
    assert_true(isnan(stat_two_shares(1, (int64_t)1 << 40, 1, 4, STAT_TWO_SIDED)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spearman_goldens),
        cmocka_unit_test(spearman_edges),
        cmocka_unit_test(mann_whitney_goldens),
        cmocka_unit_test(mann_whitney_agrees_with_enumeration),
        cmocka_unit_test(sign_flip_agrees_with_enumeration),
        cmocka_unit_test(binomial_goldens),
        cmocka_unit_test(sign_test_drops_zeros),
        cmocka_unit_test(poisson_binomial_of_equal_coins),
        cmocka_unit_test(chi2_homogeneity),
        cmocka_unit_test(two_shares_goldens),
        cmocka_unit_test(sign_flip_minimum),
        cmocka_unit_test(sign_flip_by_hand),
        cmocka_unit_test(sign_flip_monte_carlo),
        cmocka_unit_test(effects),
        cmocka_unit_test(adjusted_p),
        cmocka_unit_test(summaries),
        cmocka_unit_test(draws_have_their_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
