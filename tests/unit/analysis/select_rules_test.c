/* The five rules; ties against every way to break them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/select/selection.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

static const struct speed_rule faster = { 1.0, false, SPEED_MEAN };

static struct select_pick apply(enum select_rule rule, const struct select_candidate *c, size_t n)
{
    struct arena a = { 0 };
    struct select_pick p = select_apply(rule, c, n, faster, &a);
    arena_release(&a);
    return p;
}

static const struct select_candidate plain[] = {
    { .5, -.1 }, { 3, -.9 }, { 1, -.5 }, { 2, -.8 }, { 8, -.2 },
};

static void untied_picks(void **state)
{
    (void)state;
    static const double want[SELECT_RULE_COUNT] = {
        [SELECT_BEST] = 8,      [SELECT_RANDOM] = 2.9,       [SELECT_CONFIDENCE] = .5,
        [SELECT_SURPRISAL] = 3, [SELECT_SURPRISAL_TOP3] = 3,
    };
    static const double fast[SELECT_RULE_COUNT] = { 1, .6, 0, 1, 1 };
    for (int r = 0; r < SELECT_RULE_COUNT; r++) {
        struct select_pick p = apply((enum select_rule)r, plain, 5);
        assert_true(p.defined);
        assert_near(p.speedup, want[r], 1e-15);
        assert_near(p.fast, fast[r], 1e-15);
        assert_int_equal(p.n_tied, r == SELECT_RANDOM ? 5 : 1);
    }
    assert_near(apply(SELECT_BEST, plain, 5).log_speedup, log(8), 1e-15);
}

static void exactly_one_is_not_fast(void **state)
{
    (void)state;
    static const struct select_candidate c[] = { { 1, -1 } };
    struct arena a = { 0 };
    assert_near(select_apply(SELECT_BEST, c, 1, faster, &a).fast, 0, 0);
    assert_near(
        select_apply(SELECT_BEST, c, 1, (struct speed_rule){ 1, true, SPEED_MEAN }, &a).fast, 1, 0);
    arena_release(&a);
}

static void ties_are_expectations(void **state)
{
    (void)state;
    static const struct select_candidate c[] = { { .5, -2 }, { 4, -2 }, { 9, -1 } };
    struct select_pick p = apply(SELECT_SURPRISAL, c, 3);
    assert_near(p.fast, .5, 0);
    assert_near(p.speedup, 2.25, 0);
    assert_near(p.log_speedup, .5 * log(2), 1e-15);
    assert_int_equal(p.n_tied, 2);
}

/* Fastest of the first three, mean over all orders of equal keys. */
static void permute(const struct select_candidate *c, size_t n, size_t *order, size_t at,
                    unsigned used, double *sum, double *fast, double *count)
{
    if (at == n) {
        double best = 0;
        for (size_t i = 0; i < (n < 3 ? n : 3); i++)
            best = fmax(best, c[order[i]].speedup);
        *sum += best;
        *fast += best > 1;
        *count += 1;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (used >> i & 1u)
            continue;
        bool lowest = true;
        for (size_t j = 0; j < n; j++)
            lowest = lowest && (used >> j & 1u || c[i].mean_logprob <= c[j].mean_logprob);
        if (!lowest)
            continue;
        order[at] = i;
        permute(c, n, order, at + 1, used | 1u << i, sum, fast, count);
    }
}

static void top3_ties_agree_with_enumeration(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 5, RNG_TRIAL, 0, 0, 0);
    for (int trial = 0; trial < 300; trial++) {
        struct select_candidate c[6];
        size_t order[6];
        size_t n = 1 + rng_below(&g, 6);
        for (size_t i = 0; i < n; i++)
            c[i] =
                (struct select_candidate){ .25 * (1 + rng_below(&g, 9)), -.5 * rng_below(&g, 3) };
        double sum = 0;
        double fast = 0;
        double count = 0;
        permute(c, n, order, 0, 0, &sum, &fast, &count);
        struct select_pick p = apply(SELECT_SURPRISAL_TOP3, c, n);
        assert_near(p.speedup, sum / count, 1e-12);
        assert_true(fabs(p.fast - fast / count) < 1e-12);
    }
}

static void order_does_not_matter(void **state)
{
    (void)state;
    static const struct select_candidate a[] = { { 2, -1 }, { .5, -1 }, { 3, -.5 }, { 1.5, -1 } };
    static const struct select_candidate b[] = { { 1.5, -1 }, { 3, -.5 }, { .5, -1 }, { 2, -1 } };
    for (int r = 0; r < SELECT_RULE_COUNT; r++) {
        struct select_pick x = apply((enum select_rule)r, a, 4);
        struct select_pick y = apply((enum select_rule)r, b, 4);
        assert_near(x.speedup, y.speedup, 0);
        assert_near(x.fast, y.fast, 0);
    }
}

static void missing_logprobs_are_undefined(void **state)
{
    (void)state;
    static const struct select_candidate c[] = { { 2, (double)NAN }, { 3, -1 } };
    assert_false(apply(SELECT_SURPRISAL, c, 2).defined);
    assert_false(apply(SELECT_CONFIDENCE, c, 2).defined);
    assert_true(apply(SELECT_BEST, c, 2).defined);
    assert_false(apply(SELECT_BEST, c, 0).defined);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(untied_picks),          cmocka_unit_test(exactly_one_is_not_fast),
        cmocka_unit_test(ties_are_expectations), cmocka_unit_test(top3_ties_agree_with_enumeration),
        cmocka_unit_test(order_does_not_matter), cmocka_unit_test(missing_logprobs_are_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
