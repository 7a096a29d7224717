/* stat_resample_test.c - variances by formula, the same bytes from any number of threads, and
 * several tests at once against every pattern of signs. */
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
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define TASKS      6
#define RUNS       3
#define REPLICATES 40000

static const int64_t hits[TASKS * RUNS * 2] = {
    2,  1, 9, 4, 17, 12, 20, 20, 15, 13, 11, 2, 0,  0, 3,  1,  1,  0,
    12, 7, 8, 8, 19, 6,  5,  5,  5,  2,  18, 9, 10, 1, 10, 10, 14, 13,
};

struct example {
    size_t first[TASKS + 1];
    size_t run[TASKS * RUNS];
    int64_t n[TASKS * RUNS];
    struct stat_resample_input in;
};

static void make_example(struct example *x)
{
    for (size_t t = 0; t <= TASKS; t++)
        x->first[t] = t * RUNS;
    for (size_t i = 0; i < TASKS * RUNS; i++) {
        x->run[i] = i % RUNS;
        x->n[i] = 20;
    }
    x->in = (struct stat_resample_input){ TASKS, RUNS, x->first, x->run, x->n, hits, 2 };
}

static double rate(size_t t, size_t r, size_t k)
{
    return (double)hits[(t * RUNS + r) * 2 + k] / 20.0;
}

/*
 * With p_tr the shares, p_t and p_r their means, p the mean of all: samples add S = sum p_tr (1 -
 * p_tr) / n / (T R)^2; tasks add sum (p_t - p)^2 / T^2; runs within tasks add sum (p_tr - p_t)^2 /
 * (T R)^2; runs for all tasks add sum (p_r - p)^2 / R^2, and what is left of task and run sum (p_tr
 * - p_t - p_r + p)^2 / (T R)^2.
 */
static double variance_by_formula(enum stat_resample_scheme scheme, size_t k)
{
    double by_task[TASKS] = { 0 };
    double by_run[RUNS] = { 0 };
    double p = 0;
    const double cells = TASKS * RUNS;
    for (size_t t = 0; t < TASKS; t++) {
        for (size_t r = 0; r < RUNS; r++) {
            by_task[t] += rate(t, r, k) / RUNS;
            by_run[r] += rate(t, r, k) / TASKS;
            p += rate(t, r, k) / cells;
        }
    }
    double samples = 0;
    double tasks = 0;
    double within = 0;
    double runs = 0;
    double both = 0;
    for (size_t t = 0; t < TASKS; t++) {
        tasks += pow(by_task[t] - p, 2) / (TASKS * TASKS);
        for (size_t r = 0; r < RUNS; r++) {
            double x = rate(t, r, k);
            samples += x * (1 - x) / 20 / (cells * cells);
            within += pow(x - by_task[t], 2) / (cells * cells);
            both += pow(x - by_task[t] - by_run[r] + p, 2) / (cells * cells);
        }
    }
    for (size_t r = 0; r < RUNS; r++)
        runs += pow(by_run[r] - p, 2) / (RUNS * RUNS);
    switch (scheme) {
    case STAT_RESAMPLE_SAMPLES:
        return samples;
    case STAT_RESAMPLE_TASKS:
        return samples + tasks;
    case STAT_RESAMPLE_HIERARCHICAL:
        return samples + tasks + within;
    case STAT_RESAMPLE_CROSSED:
        return samples + tasks + runs + both;
    }
    return STAT_NAN;
}

static const enum stat_resample_scheme schemes[] = { STAT_RESAMPLE_SAMPLES, STAT_RESAMPLE_TASKS,
                                                     STAT_RESAMPLE_HIERARCHICAL,
                                                     STAT_RESAMPLE_CROSSED };

static void variances_are_those_of_the_levels(void **state)
{
    (void)state;
    struct example x;
    make_example(&x);
    double *out = mem_array(2 * REPLICATES, sizeof(*out));
    for (size_t s = 0; s < ARRAY_LEN(schemes); s++) {
        struct stat_resample_options o = { schemes[s], STAT_ANALYSIS_FASTP, REPLICATES, 11, 2 };
        stat_resample(&x.in, &o, out);
        for (size_t k = 0; k < 2; k++) {
            double p = 0;
            for (size_t i = 0; i < TASKS * RUNS; i++)
                p += rate(i / RUNS, i % RUNS, k) / (TASKS * RUNS);
            double want = variance_by_formula(schemes[s], k);
            const double *means = out + k * REPLICATES;
            assert_true(fabs(stat_mean(means, REPLICATES) - p) < 5 * sqrt(want / REPLICATES));
            /* A variance of near normal replicates has a relative error of sqrt(2 / R). */
            double got = stat_variance(means, REPLICATES);
            assert_true(fabs(got / want - 1) < 5 * sqrt(2.5 / REPLICATES));
        }
    }
    free(out);
}

static void unequal(struct example *x)
{
    make_example(x);
    for (size_t i = 0; i < TASKS * RUNS; i++)
        x->n[i] = 20 + (int64_t)i % 5;
    x->first[TASKS] = TASKS * RUNS - 2;
}

static void threads_change_no_byte(void **state)
{
    (void)state;
    struct example x;
    const size_t n = 3000;
    double *one = mem_array(2 * n, sizeof(*one));
    double *many = mem_array(2 * n, sizeof(*many));
    for (size_t s = 0; s < 2 * ARRAY_LEN(schemes); s++) {
        if (s < ARRAY_LEN(schemes))
            make_example(&x);
        else
            unequal(&x);
        struct stat_resample_options o = { schemes[s % ARRAY_LEN(schemes)], STAT_ANALYSIS_FASTP, n,
                                           5, 1 };
        stat_resample(&x.in, &o, one);
        for (int threads = 2; threads <= 7; threads += 5) {
            o.threads = threads;
            stat_resample(&x.in, &o, many);
            assert_memory_equal(one, many, 2 * n * sizeof(*one));
        }
    }
    free(one);
    free(many);
}

static void thresholds_do_not_disturb_each_other(void **state)
{
    (void)state;
    struct example x;
    unequal(&x);
    int64_t first_only[TASKS * RUNS];
    const size_t n = 2000;
    double *both = mem_array(2 * n, sizeof(*both));
    double *alone = mem_array(n, sizeof(*alone));
    struct stat_resample_options o = { STAT_RESAMPLE_CROSSED, STAT_ANALYSIS_FASTP, n, 5, 2 };
    stat_resample(&x.in, &o, both);
    for (size_t i = 0; i < TASKS * RUNS; i++)
        first_only[i] = hits[2 * i];
    x.in.hits = first_only;
    x.in.n_grid = 1;
    stat_resample(&x.in, &o, alone);
    assert_memory_equal(both, alone, n * sizeof(*alone));
    /* The second threshold is stricter. */
    for (size_t r = 0; r < n; r++)
        assert_true(both[n + r] <= both[r]);
    free(both);
    free(alone);
}

static void sort_is_the_order_of_numbers(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 1, RNG_JITTER, 0, 0, 0);
    for (size_t n = 0; n < 300; n += 7) {
        double x[300];
        double y[300];
        size_t order[300];
        for (size_t i = 0; i < n; i++)
            x[i] = y[i] = i % 11 == 3 ? STAT_NAN : floor(20 * rng_normal(&g)) / 4;
        stat_order(x, n, order);
        stat_sort(y, n);
        for (size_t i = 0; i < n; i++) {
            assert_true((isnan(y[i]) && isnan(x[order[i]])) || stat_same(y[i], x[order[i]]));
            if (i == 0 || isnan(y[i]))
                continue;
            assert_true(y[i - 1] <= y[i]);
            assert_true(y[i - 1] < y[i] || order[i - 1] < order[i]);
        }
    }
}

#define MOST_UNITS 40
#define TESTS      4

/* The second test is larger, the third lacks units, the last has no difference. */
static void differences(size_t n_units, double *d)
{
    struct rng g;
    rng_init(&g, 3, RNG_JITTER, 0, 0, 0);
    for (size_t t = 0; t < TESTS; t++)
        for (size_t i = 0; i < n_units; i++) {
            double v = floor(8 * rng_normal(&g) + 2.0 * (double)t) / 4;
            d[t * n_units + i] = t == 3 ? 0.0 : t == 2 && i % 5 == 1 ? STAT_NAN : v;
        }
}

/* Share of the 2^n patterns whose largest standardised sum reaches each test's. */
static void share_of_patterns(const double *d, size_t n_units, double out[TESTS])
{
    double root[TESTS] = { 0 }, observed[TESTS] = { 0 };
    for (size_t t = 0; t < TESTS; t++) {
        for (size_t i = 0; i < n_units; i++) {
            double v = d[t * n_units + i];
            root[t] += isnan(v) ? 0.0 : v * v;
            observed[t] += isnan(v) ? 0.0 : v;
        }
        root[t] = sqrt(root[t]);
        observed[t] = root[t] > 0 ? fabs(observed[t]) / root[t] : 0;
        out[t] = 0;
    }
    for (uint32_t pattern = 0; pattern < 1u << n_units; pattern++) {
        double most = 0;
        for (size_t t = 0; t < TESTS; t++) {
            double sum = 0;
            for (size_t i = 0; i < n_units; i++) {
                double v = d[t * n_units + i];
                sum += isnan(v) ? 0.0 : pattern >> i & 1 ? -v : v;
            }
            most = root[t] > 0 ? fmax(most, fabs(sum) / root[t]) : most;
        }
        for (size_t t = 0; t < TESTS; t++)
            out[t] += (most >= observed[t] - 1e-9) / (double)(1u << n_units);
    }
}

static void several_tests_are_held_to_every_pattern(void **state)
{
    static const size_t units[] = { 1, 2, 7, 12 };
    (void)state;
    for (size_t k = 0; k < sizeof(units) / sizeof(units[0]); k++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        double *d = arena_array(&a, TESTS * units[k], sizeof(*d));
        double *p = arena_array(&a, TESTS, sizeof(*p));
        double wanted[TESTS];
        differences(units[k], d);
        share_of_patterns(d, units[k], wanted);
        assert_int_equal(stat_max_t(d, TESTS, units[k], 1, p, &a), STAT_EXACT);
        for (size_t t = 0; t < TESTS - 1; t++)
            assert_float_equal(p[t], wanted[t], 1e-12);
        assert_true(isnan(p[TESTS - 1]));
    }
}

/* The draws follow from the seed alone; counts of 20,001. */
static void many_units_are_drawn(void **state)
{
    static const double counts[2][TESTS - 1] = { { 8590, 19306, 19530 }, { 13980, 19946, 25 } };
    double d[TESTS * MOST_UNITS], p[TESTS];
    (void)state;
    for (uint64_t seed = 0; seed < 2; seed++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        size_t n = seed == 0 ? STAT_SIGN_FLIP_EXACT + 1 : MOST_UNITS;
        differences(n, d);
        assert_int_equal(stat_max_t(d, TESTS, n, seed, p, &a), STAT_MONTE_CARLO);
        for (size_t t = 0; t < TESTS - 1; t++)
            assert_float_equal(p[t] * 20001, counts[seed][t], 1e-6);
        assert_true(isnan(p[TESTS - 1]));
    }
    struct arena CLEANUP(arena_release) a = { 0 };
    assert_int_equal(stat_max_t(d, TESTS, 0, 1, p, &a), STAT_EXACT);
    for (size_t t = 0; t < TESTS; t++)
        assert_true(isnan(p[t]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variances_are_those_of_the_levels),
        cmocka_unit_test(threads_change_no_byte),
        cmocka_unit_test(thresholds_do_not_disturb_each_other),
        cmocka_unit_test(sort_is_the_order_of_numbers),
        cmocka_unit_test(several_tests_are_held_to_every_pattern),
        cmocka_unit_test(many_units_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
