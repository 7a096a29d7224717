/*
 * judge_agreement_test.c - a judge's numbers against what was found.
 *
 * Goldens: numpy.corrcoef and spearmanr of SciPy 1.10.1 over the same ten rollouts; the confusion
 * by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/judge_agreement.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

#define NAN_ ((double)NAN)
static const struct judged ten[] = {
    { { 0.9, 1, 0.9 }, true, true, 1.5, 0 },    { { 0.8, 1, 0.8 }, true, true, 2.0, 0 },
    { { 0.5, 1, 0.5 }, true, false, NAN_, 0 },  { { 0.4, 0, 0.4 }, true, true, 0.8, 1 },
    { { 0.2, 0, 0.2 }, false, false, NAN_, 1 }, { { 0.7, 1, 0.7 }, true, false, NAN_, 1 },
    { { 0.6, 1, 0.6 }, true, true, 1.1, 1 },    { { 0.1, 0, 0.1 }, false, false, NAN_, 2 },
    { { 0.95, 1, 0.95 }, true, true, 3.0, 2 },  { { 0.3, 1, 0.3 }, true, false, NAN_, 2 },
};
static const struct speed_rule above_one = { .p = 1.0 };

static void events_are_what_the_evaluator_found(void **state)
{
    static const struct {
        enum judge_question q;
        size_t events;
    } rows[] = { { JUDGE_CORRECTNESS, 5 }, { JUDGE_COMPILABILITY, 8 }, { JUDGE_SPEED, 4 } };
    struct stat_forecast x[ARRAY_LEN(ten)];
    (void)state;
    for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
        size_t n = judge_forecasts(ten, ARRAY_LEN(ten), rows[r].q, above_one, x);
        size_t events = 0;
        for (size_t i = 0; i < n; i++)
            events += x[i].event;
        assert_int_equal(n, ARRAY_LEN(ten));
        assert_int_equal(events, rows[r].events);
    }
    struct judged slow = ten[0];
    slow.speedup = 1.0;
    assert_false(judge_event(&slow, JUDGE_SPEED, above_one));
    assert_true(judge_event(&slow, JUDGE_SPEED, (struct speed_rule){ .p = 1.0, .ge = true }));
    slow.speedup = NAN_;
    assert_false(judge_event(&slow, JUDGE_SPEED, above_one));
    slow.stated[JUDGE_SPEED] = NAN_;
    assert_int_equal(judge_forecasts(&slow, 1, JUDGE_SPEED, above_one, x), 0);
}

static void confusion_goldens(void **state)
{
    struct stat_forecast x[ARRAY_LEN(ten)];
    size_t n = judge_forecasts(ten, ARRAY_LEN(ten), JUDGE_CORRECTNESS, above_one, x);
    (void)state;
    struct judge_confusion c = judge_confuse(x, n, 0.5, false);
    assert_int_equal(c.tp, 4);
    assert_int_equal(c.fp, 1);
    assert_int_equal(c.fn, 1);
    assert_int_equal(c.tn, 4);
    assert_near(c.accuracy, 0.8, 1e-15);
    assert_near(c.f1, 0.8, 1e-15);
    assert_near(c.kappa, 0.6, 1e-12);
    assert_near(c.mcc, 0.6, 1e-12);
    /* Equality is a yes. */
    c = judge_confuse(x, n, 0.5, true);
    assert_int_equal(c.fp, 2);
    assert_int_equal(c.tn, 3);
}

static void ranks_are_within_the_task(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct judge_rank k;
    (void)state;
    assert_int_equal(judge_rank(ten, ARRAY_LEN(ten), 3, 0.95, &k, &err), 0);
    assert_near(k.pooled.r, 0.9, 1e-12);
    assert_near(k.pooled.p, 0.03738607346849874, 1e-9);
    assert_int_equal(k.pooled.n, 5);
    /* Two or three pairs a task are too few. */
    assert_int_equal(k.within.n_groups, 0);
    assert_true(isnan(k.within.r));
    assert_int_equal(judge_rank(ten, 0, 0, 0.95, &k, &err), 0);
    assert_true(isnan(k.pooled.r) && isnan(k.within.r));
}

static void draw(struct rng *g, struct judged *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool compiled = rng_double(g) < 0.8;
        bool correct = compiled && rng_double(g) < 0.6;
        x[i] = (struct judged){ { floor(rng_double(g) * 11) / 10, floor(rng_double(g) * 11) / 10,
                                  floor(rng_double(g) * 11) / 10 },
                                compiled,
                                correct,
                                correct ? exp(rng_double(g) * 4 - 2) : NAN_,
                                rng_below(g, 4) };
    }
}

/* Counts add up, shares are shares, an opposite judge is the opposite, and neither order nor scale
 * of speedups matters to ranks. */
static void identities_hold(void **state)
{
    struct rng g;
    struct judged x[60], y[60];
    struct stat_forecast f[60];
    (void)state;
    rng_init(&g, 11, RNG_PERMUTATION, 7, 0, 0);
    for (int round = 0; round < 300; round++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct judge_rank k, back;
        size_t n = 1 + rng_below(&g, 60);
        draw(&g, x, n);
        for (int q = 0; q < JUDGE_QUESTIONS; q++) {
            judge_forecasts(x, n, (enum judge_question)q, above_one, f);
            struct judge_confusion c = judge_confuse(f, n, 0.5, false);
            for (size_t i = 0; i < n; i++)
                f[i].confidence = 1.0 - f[i].confidence;
            struct judge_confusion opposite = judge_confuse(f, n, 0.5, true);
            assert_int_equal(c.tp + c.fp + c.fn + c.tn, n);
            assert_true(c.accuracy >= 0 && c.accuracy <= 1);
            assert_int_equal(c.tp, opposite.fn);
            assert_int_equal(c.tn, opposite.fp);
            assert_near(opposite.accuracy, 1.0 - c.accuracy, 1e-12);
            if (!isnan(c.mcc))
                assert_near(opposite.mcc, -c.mcc, 1e-12);
            assert_true(isnan(c.kappa) || (c.kappa >= -1 - 1e-12 && c.kappa <= 1 + 1e-12));
        }
        for (size_t i = 0; i < n; i++) {
            y[i] = x[n - 1 - i];
            y[i].speedup = 1000.0 * y[i].speedup;
        }
        assert_int_equal(judge_rank(x, n, 4, 0.95, &k, &err), 0);
        assert_int_equal(judge_rank(y, n, 4, 0.95, &back, &err), 0);
        assert_near(back.pooled.r, k.pooled.r, 1e-12);
        assert_near(back.within.r, k.within.r, 1e-9);
        assert_true(isnan(k.within.ci.low) || (k.within.ci.low <= k.within.r + 1e-12 &&
                                               k.within.ci.high >= k.within.r - 1e-12));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_what_the_evaluator_found),
        cmocka_unit_test(confusion_goldens),
        cmocka_unit_test(ranks_are_within_the_task),
        cmocka_unit_test(identities_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
