/*
 * The published trajectory, cross-fitting where the answer is known, correlations, weights by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/study/sharpen.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

static struct trajectory trajectory_with(const int64_t *fast, int64_t n, size_t n_steps,
                                         size_t n_tasks, struct arena *a)
{
    static const int steps[] = { 0, 1, 2, 3, 4, 5 };
    static const char *const tasks[] = { "l1/4", "l1/5", "l1/12", "l1/14", "l1/15" };
    struct count *counts = arena_array(a, n_steps * n_tasks, sizeof(*counts));
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    struct err err = { 0 };
    for (size_t i = 0; i < n_steps * n_tasks; i++)
        counts[i] = (struct count){ n, fast[i] };
    assert_int_equal(trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                         .n_steps = n_steps,
                                                                         .tasks = tasks,
                                                                         .n_tasks = n_tasks,
                                                                         .counts = counts },
                                            &o, a, &x, &err),
                     0);
    return x;
}

static const int64_t published[30] = {
    3, 1, 32, 12, 12, 9, 5, 32, 7, 11, 15, 2, 32, 6,  13,
    8, 1, 32, 7,  10, 7, 1, 32, 5, 13, 8,  3, 32, 13, 10,
};

/* The published run: p of homogeneity .79, P(drop >= 6.25 points after the peak) .24, task 4 at
 * .032. */
static void the_published_peak_is_noise(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct trajectory x = trajectory_with(published, 32, 6, 5, &a);
    struct sharpen_options o = { 4000, 1 };
    struct sharpen_trend t;
    sharpen_trend_of(&x, &o, &a, &t);
    assert_near(t.boa, .425, 1e-15);
    assert_near(t.depth, .0625, 1e-12);
    assert_near(t.drop, .0625, 1e-12);
    assert_true(fabs(t.drop_p - .24) < .03);
    assert_true(fabs(t.depth_p - .45) < .03);
    assert_true(fabs(t.chi2.p - .79) < .005);
    assert_true(t.cross_fitted < t.boa);
    assert_true(t.cross_fitted > .33);
    struct sharpen_peak p = sharpen_peak_of(&x, 0, &a);
    assert_int_equal(p.peak_step, 2);
    assert_true(fabs(p.chi2.p - .032) < .001);
    arena_release(&a);
}

static void a_clear_best_step_survives_cross_fitting(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const int64_t fast[] = { 0, 0, 8, 8, 0, 0 };
    struct trajectory x = trajectory_with(fast, 8, 3, 2, &a);
    struct sharpen_options o = { 50, 1 };
    struct sharpen_trend t;
    sharpen_trend_of(&x, &o, &a, &t);
    assert_near(t.cross_fitted, 1, 0);
    assert_near(t.depth, 1, 0);
    arena_release(&a);
}

#define N 24

static void random_samples(struct sharpen_sample *s, double *nll, size_t n_steps)
{
    struct rng g;
    rng_init(&g, 31, RNG_TRIAL, 0, 0, 0);
    for (size_t i = 0; i < N; i++) {
        bool correct = rng_below(&g, 4) > 0;
        s[i] =
            (struct sharpen_sample){ i % 3, correct, correct ? .25 * (1 + rng_below(&g, 8)) : 0 };
    }
    for (size_t i = 0; i < N * n_steps; i++)
        nll[i] = rng_double(&g);
}

static void subsets_do_not_depend_on_the_step(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct sharpen_sample s[N];
    double nll[2 * N];
    size_t members[N];
    random_samples(s, nll, 2);
    struct sharpen_scores x = { N, 3, 2, s, nll };
    assert_int_equal(sharpen_members(&x, SUBSET_ALL, members, &a), N);
    size_t n_correct = sharpen_members(&x, SUBSET_CORRECT, members, &a);
    size_t n = sharpen_members(&x, SUBSET_SLOWEST, members, &a);
    assert_true(n >= n_correct / 4 && n < n_correct);
    for (size_t i = 0; i < n; i++)
        assert_true(s[members[i]].correct);
    assert_int_equal(sharpen_members(&x, SUBSET_LIKELIEST, members, &a), 6);
    assert_int_equal(sharpen_members(&x, SUBSET_UNLIKELIEST, members, &a), 6);
    nll[N + 3] = (double)NAN; /* a sample without a score at one step is out at all */
    assert_int_equal(sharpen_members(&x, SUBSET_ALL, members, &a), N - 1);
    arena_release(&a);
}

static void no_change_is_none(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct err err = { 0 };
    struct sharpen_sample s[N];
    double nll[2 * N];
    size_t members[N];
    random_samples(s, nll, 2);
    for (size_t i = 0; i < N; i++)
        nll[N + i] = 3 * nll[i] + 1;
    struct sharpen_scores x = { N, 3, 2, s, nll };
    size_t n = sharpen_members(&x, SUBSET_ALL, members, &a);
    struct sharpen_rho_options o = { .95, 200, 7 };
    struct sharpen_change c;
    assert_int_equal(
        sharpen_rho_change(&(struct sharpen_members){ .scores = &x, .members = members, .n = n }, 1,
                           &o, &a, &c, &err),
        0);
    assert_near(c.pooled, 0, 0);
    assert_true(isnan(c.ci.low) && isnan(c.ci.high) && isnan(c.p));
    assert_near(c.flip.p, 1, 0);
    arena_release(&a);
}

static void row_order_does_not_matter(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct err err = { 0 };
    struct sharpen_sample s[N];
    struct sharpen_sample t[N];
    double nll[2 * N];
    double other[2 * N];
    size_t members[N];
    random_samples(s, nll, 2);
    for (size_t i = 0; i < N; i++) {
        t[i] = s[N - 1 - i];
        other[i] = nll[N - 1 - i];
        other[N + i] = nll[2 * N - 1 - i];
    }
    struct sharpen_rho_options o = { .95, 100, 7 };
    struct sharpen_change c[2];
    struct sharpen_rho r[2];
    for (size_t k = 0; k < 2; k++) {
        struct sharpen_scores x = { N, 3, 2, k == 0 ? s : t, k == 0 ? nll : other };
        size_t n = sharpen_members(&x, SUBSET_CORRECT, members, &a);
        assert_int_equal(
            sharpen_rho_at(&(struct sharpen_members){ .scores = &x, .members = members, .n = n }, 1,
                           .95, &a, &r[k], &err),
            0);
        assert_int_equal(sharpen_rho_change(
                             &(struct sharpen_members){ .scores = &x, .members = members, .n = n },
                             1, &o, &a, &c[k], &err),
                         0);
    }
    assert_near(r[0].pooled.r, r[1].pooled.r, 0);
    assert_near(r[0].within.r, r[1].within.r, 0);
    assert_near(c[0].pooled, c[1].pooled, 0);
    assert_near(c[0].ci.low, c[1].ci.low, 0);
    assert_near(c[0].p, c[1].p, 0);
    assert_near(c[0].flip.p, c[1].flip.p, 0);
    arena_release(&a);
}

static void likely_and_fast_is_negative(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct err err = { 0 };
    static const struct sharpen_sample s[] = {
        { 0, true, 4 }, { 0, true, 3 }, { 0, true, 2 }, { 0, true, 1 }
    };
    static const double nll[] = { .1, .2, .3, .4 };
    static const size_t members[] = { 0, 1, 2, 3 };
    struct sharpen_scores x = { 4, 1, 1, s, nll };
    struct sharpen_rho r;
    assert_int_equal(
        sharpen_rho_at(&(struct sharpen_members){ .scores = &x, .members = members, .n = 4 }, 0,
                       .95, &a, &r, &err),
        0);
    assert_near(r.pooled.r, -1, 0);
    arena_release(&a);
}

/* The slope is the change of z over the steps' distance. */
static void slope_of_two_steps(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct err err = { 0 };
    struct sharpen_sample s[N];
    double nll[2 * N];
    size_t members[N];
    static const int steps[] = { 2, 6 };
    random_samples(s, nll, 2);
    struct sharpen_scores x = { N, 3, 2, s, nll };
    size_t n = sharpen_members(&x, SUBSET_ALL, members, &a);
    struct sharpen_rho_options o = { .95, 50, 7 };
    struct sharpen_change c;
    struct sharpen_slope slope;
    assert_int_equal(
        sharpen_rho_change(&(struct sharpen_members){ .scores = &x, .members = members, .n = n }, 1,
                           &o, &a, &c, &err),
        0);
    assert_int_equal(
        sharpen_rho_slope(&(struct sharpen_members){ .scores = &x, .members = members, .n = n },
                          steps, &o, &a, &slope, &err),
        0);
    assert_near(slope.mean, c.within / 4, 1e-12);
    assert_near(slope.flip.p, c.flip.p, 0);
    assert_int_equal(slope.flip.n, 3);
    arena_release(&a);
}

static void weights_by_hand(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const size_t tasks[] = { 0, 0, 1, 1 };
    static const bool fast[] = { true, false, true, false };
    double none[4] = { 0 };
    struct sharpen_forecast f = sharpen_forecast_of(tasks, fast, none, 4, 2, &a);
    assert_near(f.fast_1, .5, 0);
    assert_near(f.ess, 4, 1e-15);
    assert_near(f.kl, 0, 0);
    /* Task 0: weights 3 and 1; task 1 unchanged. */
    double some[4] = { log(3), 0, 0, 0 };
    f = sharpen_forecast_of(tasks, fast, some, 4, 2, &a);
    assert_near(f.fast_1, (.75 + .5) / 2, 1e-15);
    assert_near(f.ess, 16. / 10 + 2, 1e-15);
    assert_near(f.ess_least, .8, 1e-15);
    assert_near(f.max_share, .75, 1e-15);
    assert_near(f.kl, (2 - log(3)) / 4, 1e-15);
    /* Enormous log weights do not overflow. */
    double huge[4] = { 2000, 1999, 0, 0 };
    f = sharpen_forecast_of(tasks, fast, huge, 4, 2, &a);
    assert_near(f.fast_1, (1 / (1 + exp(-1)) + .5) / 2, 1e-14);
    arena_release(&a);
}

/* Whatever stands behind n samples under n_steps policies is nobody's score. */
static void scores_end_where_they_say(void **state)
{
    (void)state;
    enum { SIZE = 8, POLICIES = 2 };
    static const double behind[] = { (double)NAN, -100, 100 };
    struct arena a = { 0 };
    for (size_t k = 0; k < ARRAY_LEN(behind); k++) {
        struct sharpen_sample samples[SIZE + 1];
        double nll[SIZE * POLICIES + SIZE];
        for (size_t i = 0; i < SIZE * POLICIES + SIZE; i++)
            nll[i] = i < SIZE * POLICIES ? (double)(i % SIZE) : behind[k];
        for (size_t i = 0; i <= SIZE; i++)
            samples[i] = (struct sharpen_sample){ 0, true, i < SIZE ? 1 + (double)i : 0.01 };
        struct sharpen_scores x = { SIZE, 1, POLICIES, samples, nll };
        for (int subset = 0; subset < SUBSET_COUNT; subset++) {
            size_t members[SIZE + 1];
            size_t n = sharpen_members(&x, (enum sharpen_subset)subset, members, &a);
            bool whole = subset == SUBSET_ALL || subset == SUBSET_CORRECT;
            size_t first = subset == SUBSET_UNLIKELIEST ? SIZE - 2 : 0;
            assert_int_equal(n, whole ? SIZE : 2);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(members[i], first + i);
        }
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_peak_is_noise),
        cmocka_unit_test(a_clear_best_step_survives_cross_fitting),
        cmocka_unit_test(subsets_do_not_depend_on_the_step),
        cmocka_unit_test(no_change_is_none),
        cmocka_unit_test(row_order_does_not_matter),
        cmocka_unit_test(likely_and_fast_is_negative),
        cmocka_unit_test(slope_of_two_steps),
        cmocka_unit_test(weights_by_hand),
        cmocka_unit_test(scores_end_where_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
