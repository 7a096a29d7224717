/* scaling_best_test.c - quantile and geometric best of K: every set of K samples, and coverage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/compare/scaling.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/max_variance.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

#define MOST 9

static const size_t only[] = { 0 };

static void set_speedup(struct study *s, size_t task, size_t sample, double speedup)
{
    struct study_rollout *r = &s->rollouts[s->cells[task].first + sample];
    r->correct = speedup > 0.0;
    r->speedup = r->correct ? speedup : STAT_NAN;
}

static struct scaling_options plain(const double *k, size_t n_k)
{
    return (struct scaling_options){ .k = k,
                                     .n_k = n_k,
                                     .rule = { 1.0, false, SPEED_MEAN },
                                     .level = 0.95,
                                     .replicates = 400,
                                     .seed = 3 };
}

static int by_value(const void *pa, const void *pb)
{
    double a = *(const double *)pa;
    double b = *(const double *)pb;
    return (a > b) - (a < b);
}

/* Returns the number of sets of K. */
static size_t all_best(const double *x, size_t n, size_t k, double *out)
{
    size_t sets = 0;
    for (unsigned set = 0; set < 1u << n; set++) {
        size_t size = 0;
        double best = 0.0;
        for (size_t i = 0; i < n; i++) {
            size += set >> i & 1u;
            best = set >> i & 1u ? fmax(best, x[i]) : best;
        }
        if (size == k)
            out[sets++] = best;
    }
    qsort(out, sets, sizeof(*out), by_value);
    return sets;
}

static void agrees_with_every_set(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 600; number++) {
        struct rng g;
        struct arena a = { 0 };
        double x[MOST];
        double best[512];
        struct scaling_best *b = NULL;
        rng_init(&g, 11, RNG_PERMUTATION, 1, number, 0);
        int n = 1 + (int)rng_below(&g, MOST);
        double k = 1.0 + rng_below(&g, (uint32_t)n);
        const struct run_shape shape = { "a", "best-of-n", 1, 1, n };
        struct study s = build_study(&a, &shape, 1, 1);
        for (size_t i = 0; i < (size_t)n; i++) {
            x[i] = rng_below(&g, 3) == 0 ? 0.0 : 0.25 * (1.0 + rng_below(&g, 9));
            set_speedup(&s, 0, i, x[i]);
        }
        struct run_set set = { &s, only, 1 };
        struct scaling_options o = plain(&k, 1);
        double q = 0.1 + 0.2 * rng_below(&g, 5);
        assert_int_equal(scaling_best_curve(&set, &o, q, &a, &b, NULL), 0);
        size_t sets = all_best(x, (size_t)n, (size_t)k, best);
        size_t at = (size_t)ceil(q * (double)sets * (1.0 - 1e-12)) - 1;
        assert_near(b->quantile, best[at], 0);
        double sum = 0.0;
        size_t some = 0;
        for (size_t i = 0; i < sets; i++) {
            some += best[i] > 0.0;
            sum += best[i] > 0.0 ? log(best[i]) : 0.0;
        }
        assert_true(fabs(b->no_speedup - 1.0 + (double)some / (double)sets) < 1e-13);
        if (some > 0)
            assert_near(b->geometric, exp(sum / (double)some), 1e-12);
        else
            assert_true(isnan(b->geometric) && isnan(b->geometric_ci.low));
        arena_release(&a);
    }
}

static void jackknife_variance_is_that_of_leaving_one_out(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 300; number++) {
        struct rng g;
        double x[12];
        double theta[12];
        rng_init(&g, 12, RNG_PERMUTATION, 1, number, 0);
        size_t n = 3 + rng_below(&g, 10);
        double k = 0.5 + 0.5 * rng_below(&g, (uint32_t)(2 * n - 3));
        for (size_t i = 0; i < n; i++)
            x[i] = (double)rng_below(&g, 20);
        stat_sort(x, n);
        double mean = 0.0;
        for (size_t j = 0; j < n; j++) {
            double rest[12];
            size_t m = 0;
            for (size_t i = 0; i < n; i++) {
                if (i != j)
                    rest[m++] = x[i];
            }
            assert_int_equal(stat_passk_expected_max(k, rest, m, &theta[j], NULL), 0);
            mean += theta[j] / (double)n;
        }
        double variance = 0.0;
        for (size_t j = 0; j < n; j++)
            variance += (theta[j] - mean) * (theta[j] - mean);
        variance *= ((double)n - 1.0) / (double)n;
        assert_true(fabs(max_variance(k, x, n) - variance) < 1e-9 * (1.0 + variance));
    }
}

/* Speedups exp(z), no failures. */
struct truth {
    double median;    /* of the best of K: exp of the normal quantile of 2^(-1/K) */
    double geometric; /* exp of the expected largest of K normals */
};

#define TASKS    3
#define SAMPLES  16
#define DATASETS 300

static void intervals_hold_the_truth(void **state)
{
    (void)state;
    /* scipy 1.10.1: exp(norm.ppf(.5 ** (1 / K))), exp of quad over x K pdf cdf^(K-1). */
    static const double ks[] = { 1.0, 4.0, 16.0 };
    static const struct truth truths[] = { { 1.0, 1.0 },
                                           { 2.71542, 2.79976 },
                                           { 5.55866, 5.85396 } };
    size_t median_held[3] = { 0, 0, 0 };
    size_t geometric_held[3] = { 0, 0, 0 };
    for (uint64_t number = 0; number < DATASETS; number++) {
        struct rng g;
        struct arena a = { 0 };
        struct scaling_best *b = NULL;
        const struct run_shape shape = { "a", "best-of-n", 1, 1, SAMPLES };
        struct study s = build_study(&a, &shape, 1, TASKS);
        rng_init(&g, 13, RNG_PERMUTATION, 1, number, 0);
        for (size_t t = 0; t < TASKS; t++) {
            for (size_t i = 0; i < SAMPLES; i++)
                set_speedup(&s, t, i, exp(rng_normal(&g)));
        }
        struct run_set set = { &s, only, 1 };
        struct scaling_options o = plain(ks, 3);
        assert_int_equal(scaling_best_curve(&set, &o, 0.5, &a, &b, NULL), 0);
        for (size_t i = 0; i < 3; i++) {
            median_held[i] += b[i].quantile_ci.low <= truths[i].median &&
                              b[i].quantile_ci.high >= truths[i].median;
            geometric_held[i] += b[i].geometric_ci.low <= truths[i].geometric &&
                                 b[i].geometric_ci.high >= truths[i].geometric;
        }
        assert_true(isinf(b[2].geometric_ci.high) && isinf(b[2].quantile_ci.high));
        assert_true(b[2].mean_ci.low > 0.0 && isnan(b[0].mean_ci.low));
        arena_release(&a);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_true(median_held[i] >= (size_t)(0.93 * DATASETS));
        /* The jackknife's normal approximation is a little short at n = 16. */
        assert_true(geometric_held[i] >= (size_t)(0.88 * DATASETS));
    }
}

/* Mostly hard tasks, as in published benchmarks, would let the pull of a prior add up. */
static void intervals_of_many_tasks_hold_the_truth(void **state)
{
    enum { MANY = 120, DRAWN = 10, SETS = 60 };
    static const double ks[] = { 1.0, 5.0, 10.0 };
    size_t held[3] = { 0, 0, 0 };
    (void)state;
    for (uint64_t number = 0; number < SETS; number++) {
        struct rng g;
        struct arena a = { 0 };
        struct scaling_point *points = NULL;
        size_t n_points = 0;
        double truth[3] = { 0.0, 0.0, 0.0 };
        struct study_task tasks[MANY];
        struct study_cell cells[MANY];
        struct study_rollout rollouts[MANY * DRAWN];
        struct study_run run = { .name = "a", .strategy = "", .n_cells = MANY };
        struct study s = { .n_runs = 1,
                           .n_tasks = MANY,
                           .n_cells = MANY,
                           .n_rollouts = MANY * DRAWN,
                           .runs = &run,
                           .tasks = tasks,
                           .cells = cells,
                           .rollouts = rollouts };
        rng_init(&g, 15, RNG_PERMUTATION, 1, number, 0);
        for (size_t t = 0; t < MANY; t++) {
            double rate = t % 3 == 0 ? 0.95 : 0.01;
            tasks[t] = (struct study_task){ "", 1, (int)t + 1, "", "", 0 };
            cells[t] = (struct study_cell){ .task = t, .first = t * DRAWN, .count = DRAWN };
            for (size_t i = 0; i < DRAWN; i++)
                rollouts[t * DRAWN + i] = (struct study_rollout){ .sample = (int)i,
                                                                  .correct = rng_double(&g) < rate,
                                                                  .speedup = STAT_NAN };
            for (size_t k = 0; k < 3; k++)
                truth[k] += (1.0 - pow(1.0 - rate, ks[k])) / MANY;
        }
        struct run_set set = { &s, only, 1 };
        struct scaling_options o = plain(ks, 3);
        assert_int_equal(scaling_curve(&set, &o, &a, &points, &n_points, NULL), 0);
        for (size_t k = 0; k < 3; k++)
            held[k] += points[k].ci.low <= truth[k] && truth[k] <= points[k].ci.high;
        arena_release(&a);
    }
    for (size_t k = 0; k < 3; k++)
        assert_true(held[k] >= (size_t)(0.93 * SETS));
}

static void more_samples_are_never_worse(void **state)
{
    (void)state;
    struct rng g;
    struct arena a = { 0 };
    struct scaling_best *b = NULL;
    static const double ks[] = { 0.5, 1, 1.5, 2, 3, 5, 8, 13, 16 };
    const struct run_shape shape = { "a", "best-of-n", 1, 1, SAMPLES };
    struct study s = build_study(&a, &shape, 1, TASKS);
    rng_init(&g, 14, RNG_PERMUTATION, 1, 0, 0);
    for (size_t t = 0; t < TASKS; t++) {
        for (size_t i = 0; i < SAMPLES; i++)
            set_speedup(&s, t, i, rng_below(&g, 3) == 0 ? 0.0 : exp(rng_normal(&g)));
    }
    struct run_set set = { &s, only, 1 };
    struct scaling_options o = plain(ks, ARRAY_LEN(ks));
    assert_int_equal(scaling_best_curve(&set, &o, 0.5, &a, &b, NULL), 0);
    for (size_t i = 1; i < ARRAY_LEN(ks); i++) {
        assert_true(b[i].quantile >= b[i - 1].quantile);
        assert_true(b[i].geometric >= b[i - 1].geometric - 1e-12);
        assert_true(b[i].no_speedup <= b[i - 1].no_speedup);
    }
    arena_release(&a);
}

/* However often equal samples are redrawn, their best is what each of them is. */
static void equal_samples_have_one_best(void **state)
{
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 4 },
                                               { "b", "best-of-n", 2, 1, 4 } };
    static const size_t both[] = { 0, 1 };
    static const double k[] = { 4 };
    struct arena a = { 0 };
    struct err err = { 0 };
    struct interval *tails;
    (void)state;
    struct study s = build_study(&a, shapes, 2, 3);
    for (size_t i = 0; i < s.n_rollouts; i++) {
        s.rollouts[i].correct = true;
        s.rollouts[i].speedup = 3.0;
    }
    const struct run_set set = { &s, both, 2 };
    for (int anew = 0; anew < 2; anew++) {
        struct scaling_options o = plain(k, 1);
        o.new_tasks = anew != 0;
        assert_int_equal(scaling_best_tail(&set, &o, &a, &tails, &err), 0);
        assert_true(tails[0].low > 0.0 && tails[0].low <= 3.0 + 1e-9);
    }
    arena_release(&a);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_every_set),
        cmocka_unit_test(jackknife_variance_is_that_of_leaving_one_out),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(intervals_of_many_tasks_hold_the_truth),
        cmocka_unit_test(more_samples_are_never_worse),
        cmocka_unit_test(equal_samples_have_one_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
