/* Two groups looked at all the time: what decides, what cannot, rounds with gaps, equal budgets. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/compare/anytime.h"
#include "src/base/err.h"
#include "src/base/sample_round.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

static const struct speed_rule faster = { 1, false, SPEED_MEAN };

static struct anytime_result ask(const struct study *s, struct anytime_options o, struct arena *a)
{
    static const size_t index[] = { 0, 1 };
    const struct run_set left = { s, &index[0], 1 }, right = { s, &index[1], 1 };
    struct anytime_result r;
    struct err err = { 0 };
    o.rule = faster;
    o.level = .95;
    assert_int_equal(anytime_compare(&left, &right, &o, a, &r, &err), 0);
    return r;
}

static void decided_for_b(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 12 },
                                               { "b", "best-of-n", 1, 1, 12 } };
    struct study s = build_study(&a, shapes, 2, 3);
    for (size_t t = 0; t < 3; t++)
        fill_cell(&s, 1, t, 0, 10, 0);
    struct anytime_result r = ask(&s, (struct anytime_options){ .n_rounds = SIZE_MAX }, &a);
    const struct anytime_row *share = &r.rows[ANYTIME_SHARE], *any = &r.rows[ANYTIME_ANY];
    assert_int_equal(share->r.sign, 1);
    assert_near(share->mean_b - share->mean_a, 10. / 12, 1e-12);
    assert_true(share->r.most >= 20 && share->r.ci.low > 0);
    assert_int_equal(any->n_looks, 3);
    assert_near(any->mean_b, 1, 0);
    /* One pair of runs says nothing of others. */
    assert_non_null(r.rows[ANYTIME_QUANTITIES].why);
    assert_int_equal(r.rows[ANYTIME_QUANTITIES].r.sign, 0);
    /* Against a difference that is not there. */
    struct anytime_result big =
        ask(&s, (struct anytime_options){ .n_rounds = SIZE_MAX, .null = .99 }, &a);
    assert_int_equal(big.rows[ANYTIME_SHARE].r.sign, -1);
    /* A's rollouts cost twice as much: B has twice as many. */
    static const double cost[] = { 2, 1 };
    struct anytime_result equal =
        ask(&s, (struct anytime_options){ .n_rounds = SIZE_MAX, .budget = 3, .cost = cost }, &a);
    assert_int_equal(equal.rows[ANYTIME_ANY].budget_a, 3);
    assert_int_equal(equal.rows[ANYTIME_ANY].budget_b, 6);
    assert_int_equal(equal.rows[ANYTIME_ANY].n_looks, 2);
    arena_release(&a);
}

static void adapting_runs_are_units(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 8 },
                                               { "t", "ttt", 1, 2, 4 } };
    struct study s = build_study(&a, shapes, 2, 2);
    struct anytime_result r = ask(&s, (struct anytime_options){ .n_rounds = SIZE_MAX }, &a);
    for (size_t q = 0; q < ANYTIME_QUANTITIES; q++) {
        assert_non_null(r.rows[q].why);
        assert_int_equal(r.rows[q].r.sign, 0);
    }
    assert_int_equal(r.rows[ANYTIME_QUANTITIES + ANYTIME_ANY].budget_b, 8);
    arena_release(&a);
}

/* The first half of B is fast, as in a sorted file: both halves are no draws. */
static void sorted_runs_are_refused(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 40 },
                                               { "b", "best-of-n", 1, 1, 40 } };
    struct study s = build_study(&a, shapes, 2, 3);
    for (size_t t = 0; t < 3; t++)
        fill_cell(&s, 1, t, 0, 20, 0);
    struct anytime_result r = ask(&s, (struct anytime_options){ .n_rounds = SIZE_MAX }, &a);
    assert_true(r.order_z[1] < -ANYTIME_ORDER && isnan(r.order_z[0]));
    assert_non_null(r.rows[ANYTIME_SHARE].why);
    assert_int_equal(r.rows[ANYTIME_SHARE].r.sign, 0);
    arena_release(&a);
}

/* B's second round lacks a verdict of one task: the third counts, with the rollouts of A that the
 * second would have had. */
static void rounds_with_a_gap(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 6 },
                                               { "b", "best-of-n", 1, 1, 4 } };
    static const bool in_rounds[] = { false, true };
    struct study s = build_study(&a, shapes, 2, 2);
    for (size_t t = 0; t < 2; t++) {
        struct study_cell *c = &s.cells[s.runs[1].first_cell + t];
        static const int samples[2][4] = { { 0, 2 * SAMPLE_ROUND, 2 * SAMPLE_ROUND + 1, 99 },
                                           { 0, SAMPLE_ROUND, 2 * SAMPLE_ROUND, 99 } };
        for (size_t i = 0; i < 4; i++)
            s.rollouts[c->first + i].sample = samples[t][i];
        c->count = 3;
    }
    struct anytime_options o = { .n_rounds = 3, .in_rounds = in_rounds };
    struct anytime_result r = ask(&s, o, &a);
    assert_int_equal(r.rows[ANYTIME_SHARE].n_looks, 2);
    assert_int_equal(r.n_rounds, 3);
    assert_true(r.next[0] >= 1 && r.next[0] <= SAMPLE_ROUND);
    o.n_rounds = 1;
    assert_int_equal(ask(&s, o, &a).rows[ANYTIME_SHARE].n_looks, 1);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decided_for_b),
        cmocka_unit_test(adapting_runs_are_units),
        cmocka_unit_test(sorted_runs_are_refused),
        cmocka_unit_test(rounds_with_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
