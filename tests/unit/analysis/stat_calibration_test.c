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
#include "analysis/resample/stat_resample.h"
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

/* ---- every score again, forecast by forecast ---- */

#define MOST 60

struct plain_scores {
    double ece, brier, log_loss, gap, auroc;
};

/* Of forecasts that count as often as their clusters were drawn. */
static struct plain_scores score_again(const struct stat_forecast *x, size_t n, const double *times,
                                       size_t n_bins)
{
    struct plain_scores s = { 0 };
    double all = 0, above = 0, pairs = 0, gaps[MOST] = { 0 };
    for (size_t i = 0; i < n; i++) {
        double w = times[x[i].cluster], y = x[i].event ? 1 : 0, c = x[i].confidence;
        size_t b = 0;
        while (b + 1 < n_bins && c > (double)(b + 1) / (double)n_bins)
            b++;
        all += w;
        s.brier += w * (c - y) * (c - y);
        double kept = fmin(fmax(c, 1e-15), 1 - 1e-15);
        s.log_loss -= w * log(x[i].event ? kept : 1 - kept);
        s.gap += w * (c - y);
        gaps[b] += w * (c - y);
        for (size_t k = 0; k < n; k++) {
            if (!x[i].event || x[k].event)
                continue;
            double both = w * times[x[k].cluster];
            pairs += both;
            above += both * (c > x[k].confidence + 1e-12   ? 1
                             : c < x[k].confidence - 1e-12 ? 0
                                                           : .5);
        }
    }
    for (size_t b = 0; b < n_bins; b++)
        s.ece += fabs(gaps[b]);
    return (struct plain_scores){ s.ece / all, s.brier / all, s.log_loss / all, s.gap / all,
                                  pairs > 0 ? above / pairs : (double)NAN };
}

static void near_interval(struct interval got, struct interval want)
{
    assert_near(got.low, want.low, 1e-10);
    assert_near(got.high, want.high, 1e-10);
}

#define REPLICATES 120

static void check_intervals(const struct stat_forecast *x, size_t n, size_t n_clusters,
                            const struct stat_calibration_options *o,
                            const struct stat_calibration *got)
{
    double values[5][REPLICATES];
    size_t present[MOST], n_present = 0;
    for (size_t k = 0; k < n_clusters; k++) {
        bool any = false;
        for (size_t i = 0; i < n; i++)
            any = any || x[i].cluster == k;
        if (any)
            present[n_present++] = k;
    }
    assert_int_equal(got->n_clusters, n_present);
    for (size_t r = 0; r < REPLICATES; r++) {
        double times[MOST] = { 0 };
        struct rng g;
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_CALIBRATION, r);
        for (size_t k = 0; k < n_present; k++)
            times[present[rng_below(&g, (uint32_t)n_present)]]++;
        struct plain_scores s = score_again(x, n, times, o->n_bins);
        const double row[] = { s.brier, s.log_loss, s.gap, s.auroc, s.ece };
        for (size_t k = 0; k < 5; k++)
            values[k][r] = row[k];
    }
    near_interval(got->brier.ci, stat_percentile_interval(values[0], REPLICATES, o->level));
    near_interval(got->log_loss.ci, stat_percentile_interval(values[1], REPLICATES, o->level));
    near_interval(got->gap.ci, stat_percentile_interval(values[2], REPLICATES, o->level));
    near_interval(got->auroc_ci, stat_percentile_interval(values[3], REPLICATES, o->level));
    if (got->ece_p < 1 - o->level)
        near_interval(got->ece.ci, stat_percentile_interval(values[4], REPLICATES, o->level));
    else
        assert_true(isnan(got->ece.ci.low));
}

/* Events that follow their confidences, as many times as there are replicates. */
static void check_draws(const struct stat_forecast *x, size_t n,
                        const struct stat_calibration_options *o,
                        const struct stat_calibration *got)
{
    double sum = 0, hits = 0, once[MOST];
    for (size_t k = 0; k < MOST; k++)
        once[k] = 1;
    for (size_t r = 0; r < REPLICATES; r++) {
        struct stat_forecast true_ones[MOST];
        struct rng g;
        rng_init(&g, o->seed, RNG_PERMUTATION, STAT_ANALYSIS_CALIBRATION, r, 0);
        for (size_t i = 0; i < n; i++) {
            true_ones[i] = x[i];
            true_ones[i].event = rng_double(&g) < x[i].confidence;
        }
        double ece = score_again(true_ones, n, once, o->n_bins).ece;
        sum += ece;
        hits += ece >= got->ece.value - 1e-12;
    }
    assert_int_equal(got->ece_draws, REPLICATES);
    assert_near(got->ece_expected, sum / REPLICATES, 1e-12);
    assert_near(got->ece_p, (hits + 1) / (REPLICATES + 1), 1e-12);
}

static void check_bins(const struct stat_forecast *x, size_t n, size_t n_bins,
                       const struct stat_calibration *got, const struct stat_calibration_bin *bins)
{
    double reliability = 0, resolution = 0, mce = 0;
    for (size_t b = 0; b < n_bins; b++) {
        double low = (double)b / (double)n_bins, high = (double)(b + 1) / (double)n_bins;
        double m = 0, events = 0, sum = 0;
        for (size_t i = 0; i < n; i++) {
            double c = x[i].confidence;
            if (c > high || (c <= low && b > 0))
                continue;
            m++;
            events += x[i].event;
            sum += c;
        }
        assert_near(bins[b].low, low, 0);
        assert_near(bins[b].high, high, 0);
        assert_int_equal(bins[b].n, m);
        assert_int_equal(bins[b].n_event, events);
        assert_near(bins[b].mean_confidence, m > 0 ? sum / m : (double)NAN, 1e-12);
        assert_near(bins[b].rate, m > 0 ? events / m : (double)NAN, 1e-12);
        near_interval(bins[b].ci, stat_interval_wilson((int64_t)events, (int64_t)m, .9));
        if (!(m > 0))
            continue;
        mce = fmax(mce, fabs(sum - events) / m);
        reliability += m / (double)n * pow((sum - events) / m, 2);
        resolution += m / (double)n * pow(events / m - got->rate, 2);
    }
    assert_near(got->mce - mce, 0, 1e-12);
    assert_near(got->reliability - reliability, 0, 1e-12);
    assert_near(got->resolution - resolution, 0, 1e-12);
}

static void every_score_again(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 12; number++) {
        struct stat_forecast x[MOST];
        struct stat_calibration_bin bins[10];
        const struct stat_calibration_options o = {
            .n_bins = 3 + number % 5, .level = .9, .replicates = REPLICATES, .seed = number
        };
        struct rng g;
        double once[MOST], events = 0, confidence = 0;
        size_t n_clusters = number % 3 == 0 ? 6 : 20;
        rng_init(&g, 5, RNG_PERMUTATION, 2, number, 0);
        for (size_t i = 0; i < MOST; i++) {
            x[i].confidence = (double)rng_below(&g, 21) / 20;
            /* Some forecasts are far from true. */
            x[i].event = rng_double(&g) < (number % 2 == 0 ? x[i].confidence : .3);
            x[i].cluster = rng_below(&g, (uint32_t)n_clusters);
            once[i] = 1;
            events += x[i].event;
            confidence += x[i].confidence;
        }
        struct stat_calibration got = stat_calibrate(x, MOST, &o, bins);
        struct plain_scores want = score_again(x, MOST, once, o.n_bins);
        assert_int_equal(got.n, MOST);
        assert_int_equal(got.n_event, events);
        assert_near(got.rate, events / MOST, 1e-15);
        assert_near(got.mean_confidence, confidence / MOST, 1e-12);
        assert_near(got.ece.value, want.ece, 1e-12);
        assert_near(got.brier.value, want.brier, 1e-12);
        assert_near(got.log_loss.value, want.log_loss, 1e-12);
        assert_near(got.gap.value - want.gap, 0, 1e-12);
        assert_near(got.auroc, want.auroc, 1e-12);
        assert_near(got.uncertainty, got.rate * (1 - got.rate), 1e-15);
        assert_near(got.skill - (1 - want.brier / got.uncertainty), 0, 1e-12);
        check_bins(x, MOST, o.n_bins, &got, bins);
        check_draws(x, MOST, &o, &got);
        if (n_clusters > 10)
            check_intervals(x, MOST, n_clusters, &o, &got);
        else
            assert_true(isnan(got.auroc_ci.low) && isnan(got.ece.ci.low));
    }
}

/* Few clusters have Student's t over their sums. */
static void few_clusters_have_a_ratio(void **state)
{
    (void)state;
    struct stat_forecast x[12];
    struct stat_calibration_bin bins[4];
    const struct stat_calibration_options o = { .n_bins = 4, .level = .8 };
    double n[3] = { 0 }, squares[3] = { 0 }, gaps[3] = { 0 };
    for (size_t i = 0; i < 12; i++) {
        x[i] = (struct stat_forecast){ (double)(i * 5 % 12) / 12, i % 3 != 1, i % 5 % 3 };
        double miss = x[i].confidence - (x[i].event ? 1 : 0);
        n[x[i].cluster]++;
        squares[x[i].cluster] += miss * miss;
        gaps[x[i].cluster] += miss;
    }
    struct stat_calibration got = stat_calibrate(x, 12, &o, bins);
    assert_int_equal(got.n_clusters, 3);
    assert_int_equal(got.ece_draws, 2000);
    near_interval(got.brier.ci, stat_interval_ratio(squares, n, 3, .8));
    near_interval(got.gap.ci, stat_interval_ratio(gaps, n, 3, .8));
    assert_true(got.log_loss.ci.low < got.log_loss.value);
    assert_true(isnan(got.auroc_p));
}

/* Bins of equal size have their least and largest values as edges. */
static void bins_of_equal_size_have_edges(void **state)
{
    (void)state;
    static const struct stat_forecast x[] = {
        { .9, true, 0 },  { .1, false, 1 }, { .5, true, 2 },
        { .6, false, 3 }, { .2, true, 4 },  { .3, false, 5 }
    };
    static const double low[] = { .1, .3, .6 }, high[] = { .2, .5, .9 };
    struct stat_calibration_options o = { .n_bins = 3, .by_size = true, .level = .9 };
    struct stat_calibration_bin bins[3];
    (void)stat_calibrate(x, 6, &o, bins);
    for (size_t b = 0; b < 3; b++) {
        assert_int_equal(bins[b].n, 2);
        assert_near(bins[b].low, low[b], 0);
        assert_near(bins[b].high, high[b], 0);
    }
}

/* A multiple of a bin's width lies in the bin that begins there, or ends there. */
static void edges_of_all_widths(void **state)
{
    (void)state;
    for (size_t n_bins = 1; n_bins <= 80; n_bins++) {
        struct stat_calibration_bin bins[80];
        for (size_t b = 0; b <= n_bins; b++) {
            const struct stat_forecast x = { (double)b / (double)n_bins, true, 0 };
            struct stat_calibration_options o = { .n_bins = n_bins, .level = .9, .replicates = 1 };
            (void)stat_calibrate(&x, 1, &o, bins);
            assert_int_equal(bins[b == 0 ? 0 : b - 1].n, 1);
            o.edges = STAT_EDGES_LOW;
            (void)stat_calibrate(&x, 1, &o, bins);
            assert_int_equal(bins[b == n_bins ? b - 1 : b].n, 1);
        }
    }
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
        cmocka_unit_test(every_score_again),
        cmocka_unit_test(few_clusters_have_a_ratio),
        cmocka_unit_test(edges_of_all_widths),
        cmocka_unit_test(bins_of_equal_size_have_edges),
        cmocka_unit_test(undefined_without_samples_or_without_both_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
