/*
 * stat_calibration_test.c - reliability bins and proper scores.
 *
 * Goldens: numpy and scipy.stats.mannwhitneyu of SciPy 1.10.1 over the same ten forecasts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/resample/stat_calibration.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

static const struct stat_forecast ten[] = {
    { 0.1, false, 0 }, { 0.7, true, 0 }, { 0.7, false, 0 }, { 0.9, true, 1 },  { 0.3, false, 1 },
    { 0.3, true, 1 },  { 1.0, true, 2 }, { 0.0, false, 2 }, { 0.55, true, 2 }, { 0.45, false, 2 },
};

static struct stat_calibration_options plain(size_t n_bins, bool by_size)
{
    return (struct stat_calibration_options){ n_bins, STAT_EDGES_HIGH, by_size, 0.95, 200, 1 };
}

static void goldens(void **state)
{
    (void)state;
    struct stat_calibration_bin bins[10];
    struct stat_calibration_options o = plain(10, false);
    struct stat_calibration x = stat_calibrate(ten, ARRAY_LEN(ten), &o, bins);
    assert_near(x.ece.value, 0.19, 1e-12);
    assert_near(x.mce, 0.45, 1e-12);
    assert_near(x.brier.value, 0.1585, 1e-12);
    assert_near(x.auroc, 0.84, 1e-12);
    assert_near(x.rate, 0.5, 0);
    assert_near(x.mean_confidence, 0.5, 1e-12);
    assert_near(x.uncertainty, 0.25, 0);
    assert_near(x.skill, 1.0 - 0.1585 / 0.25, 1e-12);
    assert_int_equal(x.n_clusters, 3);
}

static void edges_belong_to_the_lower_bin(void **state)
{
    (void)state;
    struct stat_calibration_bin bins[10];
    struct stat_calibration_options o = plain(10, false);
    for (size_t b = 0; b <= 10; b++) {
        struct stat_forecast f = { (double)b / 10.0, true, 0 };
        stat_calibrate(&f, 1, &o, bins);
        assert_int_equal(bins[b == 0 ? 0 : b - 1].n, 1);
    }
}

static void edges_belong_where_they_are_asked_for(void **state)
{
    static const struct stat_forecast round[] = {
        { 0.0, true, 0 }, { 0.5, true, 0 }, { 0.7, false, 1 }, { 1.0, true, 1 }
    };
    static const size_t sizes[3][10] = { { 1, 0, 0, 0, 1, 0, 1, 0, 0, 1 },
                                         { 1, 0, 0, 0, 0, 1, 0, 1, 0, 1 },
                                         { 0, 0, 0, 0, 1, 0, 1, 0, 0, 1 } };
    /* The false 0 adds 1, or nothing where it is in no bin. */
    static const double missed[] = { 2.2, 2.2, 1.2 };
    (void)state;
    for (int e = 0; e < 3; e++) {
        struct stat_calibration_bin bins[10];
        struct stat_calibration_options o = plain(10, false);
        o.edges = (enum stat_edges)e;
        struct stat_calibration x = stat_calibrate(round, ARRAY_LEN(round), &o, bins);
        for (size_t b = 0; b < 10; b++)
            assert_int_equal(bins[b].n, sizes[e][b]);
        assert_near(x.ece.value, missed[e] / 4.0, 1e-14);
        assert_int_equal(x.n_event, 3);
        assert_near(x.mean_confidence, 0.55, 1e-14);
    }
}

static void equal_confidences_share_a_bin_of_equal_size(void **state)
{
    (void)state;
    struct stat_calibration_bin bins[5];
    struct stat_calibration_options o = plain(5, true);
    struct stat_calibration x = stat_calibrate(ten, ARRAY_LEN(ten), &o, bins);
    static const size_t sizes[] = { 2, 2, 2, 2, 2 };
    for (size_t b = 0; b < 5; b++)
        assert_int_equal(bins[b].n, sizes[b]);
    assert_near(bins[1].low, 0.3, 0);
    assert_near(bins[1].high, 0.3, 0);
    assert_near(bins[3].mean_confidence, 0.7, 1e-15);
    assert_int_equal(x.n_event, 5);
    struct stat_forecast same[4] = {
        { 0.4, true, 0 }, { 0.4, false, 0 }, { 0.4, true, 1 }, { 0.4, false, 1 }
    };
    stat_calibrate(same, 4, &o, bins);
    assert_int_equal(bins[2].n, 4);
}

static void draw(struct rng *g, struct stat_forecast *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x[i].confidence = (double)rng_below(g, 21) / 20.0;
        x[i].event = rng_double(g) < x[i].confidence;
        x[i].cluster = rng_below(g, 14);
    }
}

static void agrees_with_brute_force_in_any_order(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 500; number++) {
        struct rng g;
        struct stat_forecast x[24];
        struct stat_calibration_bin bins[10];
        struct stat_calibration_options o = plain(1 + number % 10, false);
        rng_init(&g, 3, RNG_PERMUTATION, 1, number, 0);
        size_t n = 2 + rng_below(&g, 22);
        draw(&g, x, n);
        struct stat_calibration a = stat_calibrate(x, n, &o, bins);
        double above = 0.0;
        double pairs = 0.0;
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < n; k++) {
                if (!x[i].event || x[k].event)
                    continue;
                pairs += 1.0;
                above += x[i].confidence > x[k].confidence             ? 1.0
                         : stat_same(x[i].confidence, x[k].confidence) ? 0.5
                                                                       : 0.0;
            }
        }
        assert_near(a.auroc, pairs > 0.0 ? above / pairs : STAT_NAN, 1e-14);
        double ece = 0.0;
        for (size_t b = 0; b < o.n_bins; b++) {
            double gap = 0.0;
            for (size_t i = 0; i < n; i++) {
                bool first = b == 0 && x[i].confidence <= 0.0;
                if (first || (x[i].confidence > (double)b / (double)o.n_bins &&
                              x[i].confidence <= (double)(b + 1) / (double)o.n_bins))
                    gap += x[i].confidence - (x[i].event ? 1.0 : 0.0);
            }
            ece += fabs(gap);
        }
        assert_true(fabs(a.ece.value - ece / (double)n) < 1e-13);
        for (size_t i = 0; i < n / 2; i++) {
            struct stat_forecast t = x[i];
            x[i] = x[n - 1 - i];
            x[n - 1 - i] = t;
        }
        struct stat_calibration back = stat_calibrate(x, n, &o, bins);
        assert_true(fabs(back.ece.value - a.ece.value) < 1e-13);
        assert_true(fabs(back.brier.value - a.brier.value) < 1e-13);
        assert_near(back.auroc, a.auroc, 1e-14);
        /* Another order has other draws, and so another p. */
        assert_true(isnan(back.ece.ci.high) || isnan(a.ece.ci.high) ||
                    fabs(back.ece.ci.high - a.ece.ci.high) < 1e-12);
    }
}

/* A judge that is always right has no interval: it would have no width. */
static void auroc_has_an_interval(void **state)
{
    (void)state;
    struct rng g;
    struct stat_forecast x[200];
    struct stat_calibration_bin bins[10];
    struct stat_calibration_options o = plain(10, false);
    rng_init(&g, 6, RNG_PERMUTATION, 3, 0, 0);
    draw(&g, x, ARRAY_LEN(x));
    struct stat_calibration some = stat_calibrate(x, ARRAY_LEN(x), &o, bins);
    assert_true(some.auroc_ci.low >= 0.0 && some.auroc_ci.high <= 1.0);
    assert_true(some.auroc_ci.low < some.auroc && some.auroc < some.auroc_ci.high);
    for (size_t i = 0; i < ARRAY_LEN(x); i++)
        x[i].confidence = x[i].event ? 0.9 : 0.1;
    struct stat_calibration right = stat_calibrate(x, ARRAY_LEN(x), &o, bins);
    assert_near(right.auroc, 1.0, 0);
    assert_true(isnan(right.auroc_ci.low));
    for (size_t i = 0; i < ARRAY_LEN(x); i++)
        x[i].confidence = 0.5;
    struct stat_calibration blind = stat_calibrate(x, ARRAY_LEN(x), &o, bins);
    assert_true(isnan(blind.auroc_ci.low) && isnan(blind.auroc_ci.high));
    struct stat_calibration one = stat_calibrate(ten, 2, &o, bins);
    assert_true(isnan(one.auroc_ci.low));
}

static void a_true_forecaster_is_not_accused(void **state)
{
    (void)state;
    struct rng g;
    static struct stat_forecast x[4000];
    struct stat_calibration_bin bins[10];
    struct stat_calibration_options o = plain(10, false);
    rng_init(&g, 5, RNG_PERMUTATION, 2, 0, 0);
    draw(&g, x, ARRAY_LEN(x));
    struct stat_calibration honest = stat_calibrate(x, ARRAY_LEN(x), &o, bins);
    assert_true(honest.ece_p > 0.05);
    assert_true(honest.ece.value < 2.0 * honest.ece_expected);
    for (size_t i = 0; i < ARRAY_LEN(x); i++)
        x[i].confidence = 0.5 + 0.5 * x[i].confidence;
    struct stat_calibration bold = stat_calibrate(x, ARRAY_LEN(x), &o, bins);
    assert_true(bold.ece_p < 0.01);
    assert_true(bold.gap.ci.low > 0.0);
}

static void undefined_without_samples_or_without_both_results(void **state)
{
    (void)state;
    struct stat_calibration_bin bins[10];
    struct stat_calibration_options o = plain(10, false);
    struct stat_calibration none = stat_calibrate(ten, 0, &o, bins);
    assert_true(isnan(none.ece.value) && isnan(none.brier.value) && isnan(none.auroc));
    struct stat_forecast sure = { 1.0, true, 0 };
    struct stat_calibration one = stat_calibrate(&sure, 1, &o, bins);
    assert_true(isnan(one.auroc) && isnan(one.skill) && isnan(one.ece.ci.low));
    assert_near(one.brier.value, 0.0, 0);
    assert_true(one.log_loss.value < 1e-14);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(goldens),
        cmocka_unit_test(edges_belong_to_the_lower_bin),
        cmocka_unit_test(edges_belong_where_they_are_asked_for),
        cmocka_unit_test(equal_confidences_share_a_bin_of_equal_size),
        cmocka_unit_test(agrees_with_brute_force_in_any_order),
        cmocka_unit_test(auroc_has_an_interval),
        cmocka_unit_test(a_true_forecaster_is_not_accused),
        cmocka_unit_test(undefined_without_samples_or_without_both_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
