/*
 * stat_words_test.c - the stream of words, moments of draws, binomial tables against the exact
 * chances.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_special.h"
#include "src/base/mem.h"

#define DRAWS 200000

static void words_are_those_of_the_stream(void **state)
{
    (void)state;
    struct rng g;
    struct stat_words w;
    rng_init(&g, 7, RNG_BOOTSTRAP, STAT_ANALYSIS_SCALING, 3, 4);
    stat_words_open(&w, 7, STAT_ANALYSIS_SCALING, 3, 4);
    for (int i = 0; i < 3 * STAT_WORDS + 5; i++)
        assert_int_equal(stat_word(&w), rng_u32(&g));
}

static void below_is_even(void **state)
{
    (void)state;
    struct stat_words w;
    int64_t counts[7] = { 0 };
    stat_words_open(&w, 1, STAT_ANALYSIS_SCALING, 0, 0);
    for (int i = 0; i < DRAWS; i++)
        counts[stat_word_below(&w, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_true(fabs((double)counts[i] - DRAWS / 7.0) < 5 * sqrt(DRAWS / 7.0));
}

/* Even moments: 1, 3, 15; and the tail beyond the ziggurat's last edge. */
static void normals_have_their_moments(void **state)
{
    (void)state;
    struct stat_words w;
    double m[4] = { 0 };
    int64_t beyond = 0;
    stat_words_open(&w, 2, STAT_ANALYSIS_SCALING, 0, 0);
    for (int i = 0; i < 10 * DRAWS; i++) {
        double z = stat_word_normal(&w);
        m[0] += z;
        m[1] += z * z;
        m[2] += z * z * z * z;
        m[3] += z * z * z * z * z * z;
        beyond += fabs(z) > 3.442619855899;
    }
    double n = 10 * DRAWS;
    assert_true(fabs(m[0] / n) < 5 / sqrt(n));
    assert_true(fabs(m[1] / n - 1) < 5 * sqrt(2 / n));
    assert_true(fabs(m[2] / n - 3) < 5 * sqrt(96 / n));
    assert_true(fabs(m[3] / n - 15) < 5 * sqrt(10170 / n));
    /* 2 (1 - Phi(3.4426...))  = erfc(3.4426.. / sqrt 2) = 5.76109e-4. */
    double expected = 5.76109e-4 * n;
    assert_true(fabs((double)beyond - expected) < 5 * sqrt(expected));
}

static void gammas_and_betas_have_their_moments(void **state)
{
    (void)state;
    static const double shapes[] = { .2, .5, 1, 1.5, 30 };
    struct stat_words w;
    stat_words_open(&w, 3, STAT_ANALYSIS_SCALING, 0, 0);
    for (size_t k = 0; k < ARRAY_LEN(shapes); k++) {
        double a = shapes[k];
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double x = stat_word_gamma(&w, a);
            sum += x - a;
            squares += (x - a) * (x - a);
        }
        double fourth = 3 * a * a + 6 * a;
        assert_true(fabs(sum / DRAWS) < 5 * sqrt(a / DRAWS));
        assert_true(fabs(squares / DRAWS - a) < 5 * sqrt((fourth - a * a) / DRAWS));
    }
    struct stat_beta beta = stat_beta_of(2.5, 7.5);
    double sum = 0;
    for (int i = 0; i < DRAWS; i++)
        sum += stat_word_beta_of(&w, &beta);
    assert_true(fabs(sum / DRAWS - .25) < 5 * sqrt(.25 * .75 / 11 / DRAWS));
}

/* Of the hypergeometric law: few are drawn one by one, many from its table. */
static void halves_have_their_law(void **state)
{
    (void)state;
    static const struct {
        int64_t n, marked, half;
    } rows[] = { { 40, 16, 20 }, { 100, 40, 50 }, { 101, 90, 51 }, { 64, 0, 32 }, { 70, 70, 35 } };
    for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
        struct arena a = { 0 };
        struct stat_words w;
        struct stat_halving x = stat_halving_of(rows[r].n, rows[r].marked, rows[r].half, &a);
        stat_words_open(&w, 7, STAT_ANALYSIS_COMPARE, r, 0);
        double n = (double)rows[r].n, p = (double)rows[r].marked / n, half = (double)rows[r].half;
        double variance = half * p * (1 - p) * (n - half) / (n - 1), sum = 0, squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double d = (double)stat_word_halving(&w, &x) - half * p;
            sum += d;
            squares += d * d;
        }
        assert_true(fabs(sum / DRAWS) <= 5 * sqrt(variance / DRAWS));
        assert_true(fabs(squares / DRAWS - variance) <= 5 * variance * sqrt(2.0 / DRAWS));
        arena_release(&a);
    }
}

static const struct {
    int64_t n, c;
} binomials[] = { { 1, 0 },   { 1, 1 },    { 2, 1 },      { 7, 3 },       { 64, 1 },
                  { 64, 63 }, { 1000, 1 }, { 1000, 317 }, { 1000, 1000 }, { 2000000, 900000 } };

/* Words at even distances give each value its share. */
static void tables_hold_the_binomial(void **state)
{
    (void)state;
    struct stat_inverse t = { .ends = NULL };
    for (size_t i = 0; i < ARRAY_LEN(binomials); i++) {
        int64_t n = binomials[i].n;
        int64_t c = binomials[i].c;
        stat_inverse_binomial(&t, n, (double)c / (double)n);
        uint32_t last = 0;
        int64_t run = 0;
        const uint32_t steps = 1 << 16;
        for (uint32_t s = 0; s <= steps; s++) {
            uint32_t k = s < steps ? stat_inverse_draw(&t, s << 16 | 0x8000) : UINT32_MAX;
            assert_true(s == 0 || k >= last);
            if (s > 0 && k != last) {
                double share = stat_binomial_pmf(last, n, (double)c / (double)n);
                assert_true(fabs((double)run / steps - share) < 1.01 / steps);
                run = 0;
            }
            last = k;
            run++;
        }
    }
    stat_inverse_release(&t);
}

static void tables_reach_their_ends(void **state)
{
    (void)state;
    struct stat_inverse t = { .ends = NULL };
    stat_inverse_binomial(&t, 4, .5);
    assert_int_equal(stat_inverse_draw(&t, 0), 0);
    assert_int_equal(stat_inverse_draw(&t, UINT32_MAX), 4);
    stat_inverse_binomial(&t, 4, 0);
    assert_int_equal(stat_inverse_draw(&t, UINT32_MAX), 0);
    stat_inverse_binomial(&t, 4, 1);
    assert_int_equal(stat_inverse_draw(&t, 0), 4);
    stat_inverse_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_those_of_the_stream),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(normals_have_their_moments),
        cmocka_unit_test(gammas_and_betas_have_their_moments),
        cmocka_unit_test(halves_have_their_law),
        cmocka_unit_test(tables_hold_the_binomial),
        cmocka_unit_test(tables_reach_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
