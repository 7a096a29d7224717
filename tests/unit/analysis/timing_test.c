/* Values of numpy 1.24 and SciPy 1.10 (theilslopes, spearmanr), edges, ratios by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/study/timing.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

static const double drifting[] = { 10, 11, 10.5, 10.2, 12, 10.8, 11.1, 11.4, 30, 11.6 };

static void goldens(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct timing_quality q = timing_of_samples(drifting, 10, &arena);
    assert_near(q.median_us, 10.95 + .1, 1e-14);
    assert_near(q.cv, 0.4707661602393231, 1e-13);
    assert_near(q.robust_noise, 0.07379457013574657, 1e-13);
    assert_near(q.noise_floor, 0.08144796380090501, 1e-13);
    assert_near(q.outlier_share, .1, 1e-15);
    assert_near(q.first_excess, -0.09909909909909909, 1e-13);
    assert_near(q.drift, 0.16289592760180974, 1e-13);
    assert_near(q.drift_rho, 0.7575757575757575, 1e-13);
    assert_near(q.drift_p, 0.011143446799694208, 1e-11);
    assert_near(q.throttle, 0.980952380952381, 1e-13);
    assert_near(q.lag1, -0.06178182523706738, 1e-12);
    arena_release(&arena);
}

static void edges(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const double same[] = { 5, 5, 5, 5, 5, 5, 5, 5 };
    const double broken[] = { 5, (double)NAN, 5 };
    const double zero[] = { 5, 0, 5 };
    struct timing_quality q = timing_of_samples(same, 8, &arena);
    assert_near(q.cv, 0, 0);
    assert_near(q.noise_floor, 0, 0);
    assert_near(q.drift, 0, 0);
    assert_true(isnan(q.outlier_share) && isnan(q.lag1) && isnan(q.drift_p));
    assert_true(isnan(timing_of_samples(broken, 3, &arena).median_us));
    assert_true(isnan(timing_of_samples(zero, 3, &arena).median_us));
    assert_true(isnan(timing_of_samples(zero + 1, 2, &arena).median_us));
    assert_true(isnan(timing_of_samples(broken + 1, 2, &arena).median_us));
    assert_true(isnan(timing_of_samples(NULL, 0, &arena).median_us));
    q = timing_of_samples(same, 1, &arena);
    assert_near(q.median_us, 5, 0);
    assert_true(isnan(q.cv) && isnan(q.robust_noise) && isnan(q.noise_floor) && isnan(q.drift));
    const double rising[] = { 1, 2, 3, 4, 5 };
    assert_true(isnan(timing_of_samples(rising, 5, &arena).drift_p));
    assert_near(timing_of_samples(rising, 5, &arena).drift_rho, 1, 1e-12);
    arena_release(&arena);
}

static void long_series_keep_their_drift(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    size_t n = 20001;
    double *x = mem_array(n, sizeof(*x));
    for (size_t i = 0; i < n; i++)
        x[i] = 100.0 + (double)i / 1000.0;
    assert_near(timing_of_samples(x, n, &arena).drift, 20.0 / 110.0, 1e-9);
    free(x);
    arena_release(&arena);
}

/* Up to 2000 samples nothing is thinned: those of even places rise by 0.1, the others by 0.3. */
static void no_sample_is_left_out_at_the_bound(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    double x[2000];
    for (size_t i = 0; i < 2000; i++)
        x[i] = 100.0 + (i % 2 == 0 ? 0.1 : 0.3) * (double)i;
    struct timing_quality q = timing_of_samples(x, 2000, &arena);
    assert_near(q.drift * q.median_us, 0.3 * 1999, 1e-9);
    arena_release(&arena);
}

static void rows_are_medians(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const double nan = (double)NAN;
    const struct timing_measurement m[] = {
        { "r", "t", "baseline", "d", "cpu_wall", 10, nan, drifting, 10 },
        { "r", "t", "baseline", "d", "cpu_wall", 11, nan, NULL, 0 },
        { "r", "t", "baseline", "d", "cpu_wall", 14, nan, drifting, 10 },
        { "r", "t", "candidate", "d", "cuda_event", 12, 6, NULL, 0 },
        { "r", "t", "candidate", "d", "cuda_event", 12, 4, NULL, 0 },
        { "r", "u", "candidate", "d", "cuda_event", 12, nan, NULL, 0 },
    };
    size_t n = 0;
    struct timing_row *rows = timing_tabulate(m, 6, &n, &arena);
    assert_int_equal(n, 3);
    assert_int_equal(rows[0].n_measurements, 3);
    assert_int_equal(rows[0].n_raw, 2);
    assert_near(rows[0].robust_noise, 0.07379457013574657, 1e-13);
    assert_near(rows[0].between, 1.4826 / 11, 1e-13);
    assert_near(rows[0].drift_share, 0, 0);
    assert_near(rows[1].profiled_ratio, 2.5, 1e-15);
    assert_int_equal(rows[1].n_profiled, 2);
    assert_true(isnan(rows[1].between) && isnan(rows[1].median_us));
    assert_true(isnan(rows[2].profiled_ratio));
    arena_release(&arena);
}

/* ---- every series again, by plain sums ---- */

#define LONGEST 24

static double median_again(const double *x, size_t n)
{
    double sorted[LONGEST * LONGEST];
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0 && sorted[at - 1] > x[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = x[i];
    }
    return n == 0 ? (double)NAN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

static void check_series(const double *x, size_t n)
{
    struct arena arena = { 0 };
    const struct timing_quality q = timing_of_samples(x, n, &arena);
    double mean = 0, squares = 0, products = 0, distance[LONGEST] = { 0 };
    double slopes[LONGEST * LONGEST];
    double outliers = 0, median = median_again(x, n);
    size_t n_slopes = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[i];
    mean /= (double)n;
    for (size_t i = 0; i < n; i++) {
        squares += (x[i] - mean) * (x[i] - mean);
        products += i > 0 ? (x[i] - mean) * (x[i - 1] - mean) : 0;
        distance[i] = fabs(x[i] - median);
        for (size_t k = i + 1; k < n; k++)
            slopes[n_slopes++] = (x[k] - x[i]) / (double)(k - i);
    }
    double mad = 1.4826 * median_again(distance, n);
    for (size_t i = 0; i < n; i++)
        outliers += distance[i] > 5 * mad;
    const double none = (double)NAN;
    assert_int_equal(q.n, n);
    assert_near(q.median_us, median, 1e-12);
    assert_near(q.cv, n < 2 ? none : sqrt(squares / (double)(n - 1)) / mean, 1e-12);
    assert_near(q.robust_noise, n < 2 ? none : mad / median, 1e-12);
    assert_near(q.outlier_share, mad > 0 ? outliers / (double)n : none, 1e-12);
    assert_near(1 + q.first_excess, 1 + (n < 3 ? none : x[0] / median_again(x + 1, n - 1) - 1),
                1e-12);
    assert_near(1 + q.drift,
                1 + (n < 3 ? none : median_again(slopes, n_slopes) * (double)(n - 1) / median),
                1e-12);
    assert_near(1 + q.lag1, 1 + (n < 3 || !(squares > 0) ? none : products / squares), 1e-12);
    assert_near(
        1 + q.throttle,
        1 + (n < 8 ? none : median_again(x + n - n / 4, n / 4) / median_again(x, n / 4) - 1),
        1e-12);
    assert_int_equal(isnan(q.drift_p), n < 8 || !(squares > 0));
    assert_int_equal(isnan(q.drift_rho), n < 3 || !(squares > 0));
    assert_int_equal(isnan(q.noise_floor), n < 6);
    arena_release(&arena);
}

static void every_series_again(void **state)
{
    (void)state;
    for (size_t n = 1; n <= LONGEST; n++) {
        double x[LONGEST], flat[LONGEST];
        for (size_t i = 0; i < n; i++) {
            x[i] = 10 + (double)(i * 37 % 23) / 7 + (i == 5 ? 40 : 0);
            flat[i] = 3;
        }
        check_series(x, n);
        check_series(flat, n);
    }
}

/* Medians and shares are over the measurements that have them. */
static void rows_leave_out_what_is_unknown(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const double nan = (double)NAN;
    static const double rising[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    static const double flat[] = { 4, 4, 4, 4, 4, 4, 4, 4 };
    const struct timing_measurement m[] = {
        { "r", "t", "baseline", "d", "w", 10, nan, rising, 10 },
        { "r", "t", "baseline", "d", "w", 11, 0, flat, 8 },
        { "r", "t", "baseline", "d", "w", 13, nan, drifting, 10 },
        { "r", "t", "baseline", "d", "w", 12, 4, rising, 2 },
        { "r", "t", "candidate", "d", "w", 12, nan, flat, 1 },
        { "r", "t", "baseline", "e", "w", 12, nan, NULL, 0 },
        { "r", "t", "baseline", "e", "w", 13, nan, NULL, 0 },
        { "r", "t", "baseline", "e", "v", 13, nan, NULL, 0 },
        { "s", "t", "baseline", "e", "v", 13, nan, NULL, 0 },
        { "s", "u", "baseline", "e", "v", 13, nan, NULL, 0 },
    };
    size_t n = 0;
    struct timing_row *r = timing_tabulate(m, 10, &n, &arena);
    assert_int_equal(n, 6);
    assert_int_equal(r[0].n_measurements, 4);
    assert_int_equal(r[0].n_raw, 4);
    assert_near(r[0].samples, 9, 0);
    assert_near(r[0].median_us, (4 + 5.5) / 2, 1e-12);
    /* One of two series that can be tested drifts. */
    assert_near(r[0].drift_share, .5, 0);
    /* Of three with a spread one has an outlier of ten. */
    assert_near(r[0].outlier_share, .1 / 3, 1e-12);
    assert_near(r[0].between, 1.4826 * 1 / 11.5, 1e-12);
    assert_int_equal(r[0].n_profiled, 1);
    assert_near(r[0].profiled_ratio, 3, 0);
    assert_string_equal(r[0].run, "r");
    assert_string_equal(r[0].task, "t");
    assert_string_equal(r[0].subject, "baseline");
    assert_string_equal(r[0].device, "d");
    assert_string_equal(r[0].method, "w");
    assert_near(r[1].median_us, 4, 0);
    assert_true(isnan(r[1].between) && isnan(r[1].drift_share) && isnan(r[1].outlier_share));
    assert_int_equal(r[2].n_measurements, 2);
    assert_int_equal(r[2].n_raw, 0);
    assert_true(isnan(r[2].between) && isnan(r[2].samples));
    assert_string_equal(r[3].method, "v");
    assert_string_equal(r[4].run, "s");
    assert_string_equal(r[5].task, "u");
    arena_release(&arena);
}

static const struct hardware_time times[] = {
    { "b", "stored", "l1/1", 1, "A", 8 },   { "b", "stored", "l1/1", 1, "B", 2 },
    { "b", "stored", "l1/2", 2, "A", 9 },   { "b", "stored", "l1/2", 2, "B", 9 },
    { "b", "stored", "l1/3", 3, "B", 1 },   { "c", "measured", "l1/1", 1, "B", 1 },
    { "c", "measured", "l1/1", 1, "B", 5 },
};
static const struct hardware_options first = { NULL, .95 };

static void tasks_of_two_suites_are_two_under_one_name(void **state)
{
    (void)state;
    static const struct hardware_time two[] = {
        { "b", "stored", "l1/1", 1, "A", 8 },
        { "b", "stored", "l1/1", 1, "B", 2 },
        { "b", "stored", "l1/1", 9, "B", 1 },
    };
    struct arena arena = { 0 };
    size_t n = 0;
    struct hardware_row *r = hardware_tabulate(two, 3, &first, &n, &arena);
    assert_int_equal(n, 5);
    assert_string_equal(r[1].device, "B");
    assert_int_equal(r[1].n, 1);
    assert_near(r[1].ratio, 4, 1e-15);
    assert_true(isnan(r[4].ratio)); /* another suite's task is not on A */
    arena_release(&arena);
}

static void devices_compare_on_common_tasks(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    size_t n = 0;
    struct hardware_row *r = hardware_tabulate(times, 7, &first, &n, &arena);
    assert_int_equal(n, 9); /* b: 2 devices, 5 cells; c: 1 and 1 */
    assert_string_equal(r[1].device, "B");
    assert_string_equal(r[1].reference, "A");
    assert_int_equal(r[1].n, 2);
    assert_near(r[1].ratio, 2, 1e-15);
    assert_near(r[1].min_ratio, 1, 1e-15);
    assert_near(r[1].max_ratio, 4, 1e-15);
    /* Student's t of ln 1 and ln 4: scipy.stats.t.interval(.95, 1, ln 2, ln 2). */
    assert_near(r[1].ci.low, 0.00029928244213099777, 1e-9);
    assert_near(r[1].ci.high, 4 / 0.00029928244213099777, 1e-9);
    assert_near(r[3].ratio, 4, 1e-15);
    assert_true(isnan(r[6].ratio));
    assert_near(r[8].runtime_us, 3, 1e-15);
    arena_release(&arena);
}

static void an_absent_reference_gives_no_ratio(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const struct hardware_options o = { "A", .95 };
    size_t n = 0;
    struct hardware_row *r = hardware_tabulate(&times[5], 2, &o, &n, &arena);
    assert_int_equal(n, 2);
    assert_null(r[0].reference);
    assert_true(isnan(r[0].ratio) && isnan(r[1].ratio));
    hardware_tabulate(NULL, 0, &o, &n, &arena);
    assert_int_equal(n, 0);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goldens),
        cmocka_unit_test(edges),
        cmocka_unit_test(long_series_keep_their_drift),
        cmocka_unit_test(no_sample_is_left_out_at_the_bound),
        cmocka_unit_test(rows_are_medians),
        cmocka_unit_test(every_series_again),
        cmocka_unit_test(rows_leave_out_what_is_unknown),
        cmocka_unit_test(devices_compare_on_common_tasks),
        cmocka_unit_test(tasks_of_two_suites_are_two_under_one_name),
        cmocka_unit_test(an_absent_reference_gives_no_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
