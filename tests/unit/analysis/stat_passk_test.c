/* Published values (HumanEval-style estimators by exact rationals), and all subsets at small n. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/stat/stat_passk.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/max_variance.h"
#include "tests/unit/analysis/near.h"

static double pass(double k, int64_t n, int64_t c)
{
    double v = (double)NAN;
    struct err err = { 0 };
    assert_int_equal(stat_passk(k, n, c, &v, &err), 0);
    return v;
}

static void goldens(void **state)
{
    (void)state;
    assert_near(pass(16, 64, 34), 0.9999997023241423, 1e-15);
    assert_near(pass(8, 64, 5), 0.4990084611316763, 1e-14);
    assert_near(pass(.5, 64, 5), 0.039697851625618785, 1e-14);
}

static void too_many_draws_are_refused(void **state)
{
    (void)state;
    double v = 7;
    struct err err = { 0 };
    assert_int_equal(stat_passk(65, 64, 64, &v, &err), ERR_NODATA);
    assert_non_null(strstr(err.msg, "65"));
    assert_non_null(strstr(err.msg, "64"));
    assert_near(v, 7, 0);
    assert_int_equal(stat_passk(1, 0, 0, &v, &err), ERR_NODATA);
    assert_int_equal(stat_passk(-1, 5, 0, &v, &err), ERR_USAGE);
    assert_int_equal(stat_passk((double)NAN, 5, 0, &v, &err), ERR_USAGE);
}

static void one_draw_is_the_share(void **state)
{
    (void)state;
    for (int64_t c = 0; c <= 17; c++)
        assert_near(pass(1, 17, c), (double)c / 17, 1e-15);
}

static void grows_with_k_and_c(void **state)
{
    (void)state;
    for (int64_t c = 1; c < 12; c++) {
        for (double k = .25; k <= 11.75; k += .25) {
            assert_true(pass(k + .25, 12, c) >= pass(k, 12, c));
            assert_true(pass(k, 12, c) >= pass(k, 12, c - 1));
        }
    }
    assert_near(pass(12, 12, 1), 1.0, 0);
    assert_near(pass(0, 12, 5), 0.0, 0);
}

/* Largest value and share with a marked one, over all K-subsets. */
static void enumerate(const double *x, unsigned n, unsigned k, double *mean_max, double *hit)
{
    double sum = 0;
    double hits = 0;
    double count = 0;
    for (unsigned set = 0; set < 1u << n; set++) {
        if ((unsigned)__builtin_popcount(set) != k)
            continue;
        double best = 0;
        for (unsigned i = 0; i < n; i++)
            best = set >> i & 1u ? fmax(best, x[i]) : best;
        sum += best;
        hits += best > 1;
        count++;
    }
    *mean_max = sum / count;
    *hit = hits / count;
}

static void agrees_with_enumeration(void **state)
{
    (void)state;
    static const double x[] = { 0, 0, 0, .4, .9, 1.2, 1.2, 3, 7.5 };
    for (unsigned k = 1; k <= 9; k++) {
        double want_max = 0;
        double want_hit = 0;
        double got = 0;
        enumerate(x, 9, k, &want_max, &want_hit);
        assert_int_equal(stat_passk_expected_max(k, x, 9, &got, NULL), 0);
        assert_near(got, want_max, 1e-13);
        assert_near(pass(k, 9, 4), want_hit, 1e-13);
    }
}

static void expected_max_goldens(void **state)
{
    (void)state;
    static const double x[] = { 0, 0, .9, 1.2, 3, 7.5 };
    static const double want[] = { 2.1, 3.66, 4.875 };
    for (int k = 1; k <= 3; k++) {
        double got = 0;
        assert_int_equal(stat_passk_expected_max(k, x, 6, &got, NULL), 0);
        assert_near(got, want[k - 1], 1e-14);
    }
    struct err err = { 0 };
    double got = 0;
    assert_int_equal(stat_passk_expected_max(7, x, 6, &got, &err), ERR_NODATA);
}

/* The generalised product over all numbers of draws, whole and not: prod (1 - K / (n - j)). */
static double miss_by_product(double k, int64_t n, int64_t m)
{
    double miss = 1;
    for (int64_t j = 0; j < m; j++)
        miss *= fmax(0, 1 - k / (double)(n - j));
    return miss;
}

static void misses_are_a_product(void **state)
{
    (void)state;
    for (int64_t n = 0; n <= 12; n++)
        for (int64_t m = 0; m <= n; m++)
            for (double k = 0; k <= (double)n + 2; k += .25)
                assert_near(stat_passk_miss(k, n, m), miss_by_product(k, n, m), 1e-13);
    assert_near(stat_passk_miss(3, 1000000, 999990), 0 + 10.0 * 9 * 8 / 1e6 / 999999 / 999998,
                1e-9);
    assert_true(isnan(stat_passk_miss(-.25, 5, 2)));
    assert_true(isnan(stat_passk_miss((double)NAN, 5, 2)));
    assert_true(isnan(stat_passk_miss(1, 5, -1)));
    assert_true(isnan(stat_passk_miss(1, 5, 6)));
}

static void what_cannot_be_drawn_is_said(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3 };
    static const struct {
        double k;
        int64_t n, c;
        int rc;
        const char *message;
    } rows[] = {
        { -1, 5, 0, ERR_USAGE, "K = -1 is not a number of samples" },
        { 5.5, 5, 0, ERR_NODATA, "K = 5.5 needs at least K samples, there are n = 5" },
        { 2, 5, -1, ERR_USAGE, "-1 successes of n = 5" },
        { 2, 5, 6, ERR_USAGE, "6 successes of n = 5" },
        { 5, 5, 5, 0, "" },
        { 0, 0, 0, 0, "" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct err err = { 0 };
        double v = 7;
        assert_int_equal(stat_passk(rows[i].k, rows[i].n, rows[i].c, &v, &err), rows[i].rc);
        assert_string_equal(err.msg, rows[i].message);
    }
    struct err err = { 0 };
    double v = 7;
    assert_int_equal(stat_passk_expected_max(-1, x, 3, &v, &err), ERR_USAGE);
    assert_int_equal(stat_passk_max_quantile(4, x, 3, .5, &v, &err), ERR_NODATA);
    static const double bad[] = { -.01, 1.01, (double)NAN };
    for (size_t i = 0; i < 3; i++) {
        err = (struct err){ 0 };
        assert_int_equal(stat_passk_max_quantile(1, x, 3, bad[i], &v, &err), ERR_USAGE);
        assert_non_null(strstr(err.msg, " of n = 3"));
    }
    err = (struct err){ 0 };
    assert_int_equal(stat_passk_max_quantile(0, x, 0, .5, &v, &err), ERR_USAGE);
    assert_string_equal(err.msg, "quantile 0.5 of n = 0");
    assert_near(v, 7, 0);
}

/* The smallest value that the largest of k does not exceed with probability q. */
static double quantile_by_hand(double k, const double *x, size_t n, double q)
{
    for (size_t i = 0; i < n; i++)
        if (miss_by_product(k, (int64_t)n, (int64_t)(n - 1 - i)) >= q * (1 - 1e-12))
            return x[i];
    return x[n - 1];
}

static void all_quantiles_of_the_maximum(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 4, 5, 6, 7 };
    for (size_t n = 1; n <= 7; n++)
        for (double k = 0; k <= (double)n; k += .5)
            for (int q = 0; q <= 40; q++) {
                double got = 0;
                assert_int_equal(stat_passk_max_quantile(k, x, n, q / 40.0, &got, NULL), 0);
                assert_near(got, quantile_by_hand(k, x, n, q / 40.0), 0);
            }
    /* A quantile that is one of the probabilities, but for rounding. */
    double got = 0;
    assert_int_equal(stat_passk_max_quantile(1, x, 7, 3.0 / 7, &got, NULL), 0);
    assert_near(got, 3, 0);
}

/* Leaving out each value, by plain sums. */
static void all_variances_by_leaving_out(void **state)
{
    (void)state;
    static const double rows[][6] = {
        { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 2 },          { 0, 0, 0, 1, 2, 2 },
        { 0, 1, 1, 2, 5, 9 }, { -3, -1, 0, 0, 0, .5 },       { .25, .5, 1, 2, 4, 8 },
        { 2, 2, 2, 2, 2, 2 }, { -2, -2, -1, -1, -.5, -.25 },
    };
    for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++)
        for (size_t n = 2; n <= 6; n++)
            for (double k = 0; k <= (double)n - 1; k += .5) {
                double theta[6], rest[6], mean = 0, variance = 0;
                for (size_t j = 0; j < n; j++) {
                    size_t m = 0;
                    for (size_t i = 0; i < n; i++)
                        if (i != j)
                            rest[m++] = rows[r][i];
                    assert_int_equal(stat_passk_expected_max(k, rest, m, &theta[j], NULL), 0);
                    mean += theta[j] / (double)n;
                }
                for (size_t j = 0; j < n; j++)
                    variance += (theta[j] - mean) * (theta[j] - mean);
                variance *= ((double)n - 1) / (double)n;
                assert_near(max_variance(k, rows[r], n) - variance, 0, 1e-12);
            }
}

static void quantile_of_the_maximum(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 4 };
    double got = 0;
    /* P(max of 2 <= 3) = C(3,2)/C(4,2) = 1/2. */
    assert_int_equal(stat_passk_max_quantile(2, x, 4, .5, &got, NULL), 0);
    assert_near(got, 3, 0);
    assert_int_equal(stat_passk_max_quantile(2, x, 4, .51, &got, NULL), 0);
    assert_near(got, 4, 0);
    assert_int_equal(stat_passk_max_quantile(1, x, 4, .25, &got, NULL), 0);
    assert_near(got, 1, 0);
}

static void jackknife_by_hand(void **state)
{
    (void)state;
    static const double x[] = { 0, 0, 0, .4, .9, 1.2, 1.3, 3, 7.5 };
    enum { N = 9 };
    double theta[N];
    for (size_t j = 0; j < N; j++) {
        double rest[N - 1];
        size_t m = 0;
        for (size_t i = 0; i < N; i++) {
            if (i != j)
                rest[m++] = x[i];
        }
        assert_int_equal(stat_passk_expected_max(3, rest, m, &theta[j], NULL), 0);
    }
    double mean = 0;
    for (size_t j = 0; j < N; j++) {
        mean += theta[j] / N;
    }
    double v = 0;
    for (size_t j = 0; j < N; j++) {
        v += (theta[j] - mean) * (theta[j] - mean) * (N - 1) / N;
    }
    assert_near(max_variance(3, x, N), v, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goldens),
        cmocka_unit_test(too_many_draws_are_refused),
        cmocka_unit_test(one_draw_is_the_share),
        cmocka_unit_test(grows_with_k_and_c),
        cmocka_unit_test(agrees_with_enumeration),
        cmocka_unit_test(expected_max_goldens),
        cmocka_unit_test(quantile_of_the_maximum),
        cmocka_unit_test(misses_are_a_product),
        cmocka_unit_test(what_cannot_be_drawn_is_said),
        cmocka_unit_test(all_quantiles_of_the_maximum),
        cmocka_unit_test(all_variances_by_leaving_out),
        cmocka_unit_test(jackknife_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
