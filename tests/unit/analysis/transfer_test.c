/*
 * transfer_test.c - gains of subsets of tasks, and the permutation test between two groups.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/compare/transfer.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

#define TASKS 5

static const struct transfer_options plain = { { 1.0, false, SPEED_MEAN }, 0.95, 7 };

struct bench {
    struct arena arena;
    struct study s;
    struct run_set a;
    struct run_set b;
};

static const size_t indices[] = { 0, 1 };

static void set_up(struct bench *x, const int *fast_a, const int *fast_b)
{
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 8 },
                                               { "b", "best-of-n", 1, 1, 8 } };
    *x = (struct bench){ { 0 }, { 0 }, { 0 }, { 0 } };
    x->s = build_study(&x->arena, shapes, 2, TASKS);
    for (size_t t = 0; t < TASKS; t++) {
        fill_cell(&x->s, 0, t, 0, fast_a[t], 0);
        fill_cell(&x->s, 1, t, 0, fast_b[t], 0);
    }
    x->a = (struct run_set){ &x->s, &indices[0], 1 };
    x->b = (struct run_set){ &x->s, &indices[1], 1 };
}

static const int base[TASKS] = { 1, 2, 3, 4, 0 };
static const int adapted[TASKS] = { 5, 6, 4, 5, 8 };
static const size_t halves[TASKS] = { 0, 0, 1, 1, TRANSFER_NO_SUBSET };

static void gains_by_hand(void **state)
{
    (void)state;
    struct bench x;
    struct transfer t;
    set_up(&x, base, adapted);
    assert_int_equal(
        transfer_between(
            &(struct transfer_groups){ .a = &x.a, .b = &x.b, .subset_of = halves, .n_subsets = 2 },
            &plain, &x.arena, &t, NULL),
        0);
    assert_near(t.subsets[0].gain, 0.5, 1e-15);
    assert_near(t.subsets[1].gain, 0.125, 1e-15);
    assert_int_equal(t.n_no_subset, 1);
    assert_int_equal(t.n_pairs, 2);
    assert_near(t.pairs[0].shift, -0.375, 1e-15);
    assert_near(t.pairs[0].carried, 0.25, 1e-15);
    assert_near(t.pairs[1].carried, 4.0, 1e-15);
    /* Of 6 deals of {.5, .5, .125, .125} two are as far apart. */
    assert_near(t.pairs[0].test.p, 2.0 / 6.0, 0);
    assert_near(t.pairs[0].test.min_p, 2.0 / 6.0, 0);
    assert_near(t.subsets[0].flip.p, 0.5, 0);
    assert_true(isnan(t.subsets[0].ci.low) && isnan(t.pairs[0].shift_ci.low));
    arena_release(&x.arena);
}

static void swapping_groups_turns_the_sign(void **state)
{
    (void)state;
    struct bench x;
    struct transfer t;
    struct transfer back;
    set_up(&x, base, adapted);
    assert_int_equal(
        transfer_between(
            &(struct transfer_groups){ .a = &x.a, .b = &x.b, .subset_of = halves, .n_subsets = 2 },
            &plain, &x.arena, &t, NULL),
        0);
    assert_int_equal(
        transfer_between(
            &(struct transfer_groups){ .a = &x.b, .b = &x.a, .subset_of = halves, .n_subsets = 2 },
            &plain, &x.arena, &back, NULL),
        0);
    for (size_t s = 0; s < 2; s++)
        assert_near(back.subsets[s].gain, -t.subsets[s].gain, 0);
    assert_near(back.pairs[0].shift, -t.pairs[0].shift, 0);
    assert_near(back.pairs[0].carried, t.pairs[0].carried, 0);
    assert_near(back.pairs[0].test.p, t.pairs[0].test.p, 0);
    arena_release(&x.arena);
}

static void a_source_without_a_sure_gain_has_no_ratio_interval(void **state)
{
    (void)state;
    static const int none[TASKS] = { 2, 2, 3, 4, 0 };
    static const int same[TASKS] = { 2, 2, 6, 7, 0 };
    struct bench x;
    struct transfer t;
    set_up(&x, none, same);
    assert_int_equal(
        transfer_between(
            &(struct transfer_groups){ .a = &x.a, .b = &x.b, .subset_of = halves, .n_subsets = 2 },
            &plain, &x.arena, &t, NULL),
        0);
    assert_true(isnan(t.pairs[0].carried) && isnan(t.pairs[0].carried_ci.low));
    static const size_t lonely[TASKS] = { 0, 0, 0, 0, 0 };
    struct err err = { 0 };
    assert_int_equal(
        transfer_between(
            &(struct transfer_groups){ .a = &x.a, .b = &x.b, .subset_of = lonely, .n_subsets = 2 },
            &plain, &x.arena, &t, &err),
        ERR_NODATA);
    arena_release(&x.arena);
}

static void two_sample_agrees_with_enumeration(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 2000; number++) {
        struct rng g;
        double v[9];
        struct stat_two_sample t;
        struct stat_two_sample back;
        rng_init(&g, 4, RNG_PERMUTATION, 1, number, 0);
        size_t n_x = 1 + rng_below(&g, 4);
        size_t n = n_x + 1 + rng_below(&g, 5);
        for (size_t i = 0; i < n; i++)
            v[i] = (double)rng_below(&g, 9) - 4.0;
        assert_int_equal(
            stat_two_sample(
                &(struct stat_samples){ .x = v, .n_x = n_x, .y = v + n_x, .n_y = n - n_x }, 0, 0,
                &t, NULL),
            0);
        unsigned hits = 0;
        unsigned deals = 0;
        for (unsigned set = 0; set < 1u << n; set++) {
            double sum[2] = { 0.0, 0.0 };
            size_t size = 0;
            for (size_t i = 0; i < n; i++) {
                size += set >> i & 1u;
                sum[set >> i & 1u] += v[i];
            }
            if (size != n_x)
                continue;
            deals++;
            double d = sum[0] / (double)(n - n_x) - sum[1] / (double)n_x;
            hits += fabs(d) >= fabs(t.difference) - 1e-9;
        }
        assert_int_equal(t.deals, deals);
        assert_near(t.p, (double)hits / (double)deals, 0);
        assert_true(t.p >= t.min_p);
        assert_int_equal(
            stat_two_sample(
                &(struct stat_samples){ .x = v + n_x, .n_x = n - n_x, .y = v, .n_y = n_x }, 0, 0,
                &back, NULL),
            0);
        assert_near(back.difference, -t.difference, 0);
        assert_near(back.p, t.p, 0);
    }
}

static void many_values_are_dealt_at_random(void **state)
{
    (void)state;
    double v[40];
    struct stat_two_sample t;
    for (size_t i = 0; i < 40; i++)
        v[i] = (double)i;
    assert_int_equal(
        stat_two_sample(&(struct stat_samples){ .x = v, .n_x = 20, .y = v + 20, .n_y = 20 }, 1, 1,
                        &t, NULL),
        0);
    assert_int_equal(t.engine, STAT_MONTE_CARLO);
    assert_true(t.p < 1e-4);
    double even[40];
    for (size_t i = 0; i < 40; i++)
        even[i] = (double)(i % 20);
    assert_int_equal(
        stat_two_sample(&(struct stat_samples){ .x = even, .n_x = 20, .y = even + 20, .n_y = 20 },
                        1, 1, &t, NULL),
        0);
    assert_near(t.p, 1.0, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(gains_by_hand),
        cmocka_unit_test(swapping_groups_turns_the_sign),
        cmocka_unit_test(a_source_without_a_sure_gain_has_no_ratio_interval),
        cmocka_unit_test(two_sample_agrees_with_enumeration),
        cmocka_unit_test(many_values_are_dealt_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
