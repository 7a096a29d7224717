/*
 * properties_test.c - what holds of any runs: the order of samples does not matter, swapping groups
 * turns signs, more of K or less of p is never worse.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/scaling.h"
#include "analysis/select/select_study.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/fastp.h"
#include "analysis/study/turns.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

#define CASES 60
#define TASKS 5

static const struct speed_rule above_one = { 1.0, false, SPEED_MEAN };
static const size_t both[] = { 0, 1 };

static struct rng stream(uint64_t test, uint64_t number)
{
    struct rng g;
    rng_init(&g, 23, RNG_PERMUTATION, test, number, 0);
    return g;
}

static struct study draw_study(struct rng *g, struct arena *a)
{
    int k = 1 + (int)rng_below(g, 8);
    const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, k },
                                        { "b", "best-of-n", 1, 1, k } };
    struct study s = build_study(a, shapes, 2, TASKS);
    for (size_t i = 0; i < s.n_rollouts; i++) {
        struct study_rollout *r = &s.rollouts[i];
        r->correct = rng_below(g, 3) > 0;
        r->compiled = r->correct || rng_below(g, 2) > 0;
        r->speedup = r->correct ? 0.25 * (1.0 + rng_below(g, 12)) : STAT_NAN;
        r->mean_logprob = -0.25 * (1.0 + rng_below(g, 8));
        r->sum_logprob = 5.0 * r->mean_logprob;
    }
    return s;
}

static void shuffle_cells(struct rng *g, struct study *s)
{
    for (size_t c = 0; c < s->n_cells; c++) {
        struct study_rollout *r = &s->rollouts[s->cells[c].first];
        for (size_t i = s->cells[c].count; i > 1; i--) {
            size_t k = rng_below(g, (uint32_t)i);
            struct study_rollout t = r[i - 1];
            r[i - 1] = r[k];
            r[k] = t;
        }
        for (size_t i = 0; i < s->cells[c].count; i++)
            r[i].sample = (int)i;
    }
}

static struct run_set one(const struct study *s, size_t run)
{
    return (struct run_set){ s, &both[run], 1 };
}

static struct fastp_point *curve(const struct study *s, enum fastp_denominator d, bool ge,
                                 struct arena *a)
{
    static const double p[] = { 0.0, 0.5, 1.0, 1.5, 2.0, 3.0 };
    struct fastp_input in;
    struct run_set set = one(s, 0);
    struct fastp_options o = { .p = p,
                               .n_p = ARRAY_LEN(p),
                               .ge = ge,
                               .denominator = d,
                               .interval = INTERVAL_WILSON,
                               .level = 0.95,
                               .replicates = 50,
                               .threads = 1 };
    fastp_from_set(&(struct fastp_of){ .step = STEP_ALL, .sample = -1, .boa_rule = above_one },
                   &set, SPEED_MEAN, a, &in);
    return fastp_curve(&in, &o, a);
}

static void fastp_falls_in_p_and_knows_no_order(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(1, number);
        struct arena a = { 0 };
        struct study s = draw_study(&g, &a);
        const struct fastp_point *x = curve(&s, FASTP_ALL, false, &a);
        const struct fastp_point *at_least = curve(&s, FASTP_ALL, true, &a);
        for (size_t i = 0; i < 6; i++) {
            assert_true(i == 0 || x[i].value <= x[i - 1].value);
            assert_true(at_least[i].value >= x[i].value);
            /* All problems alike give no interval. */
            assert_true(isnan(x[i].ci.low) || x[i].ci.low < x[i].ci.high);
            bool flat = x[i].count == 0 || x[i].count == x[i].n;
            assert_true(!flat || x[i].ci.low < x[i].ci.high);
        }
        shuffle_cells(&g, &s);
        const struct fastp_point *again = curve(&s, FASTP_ALL, false, &a);
        for (size_t i = 0; i < 6; i++) {
            assert_near(again[i].value, x[i].value, 0);
            assert_near(again[i].ci.low, x[i].ci.low, 0);
            assert_near(again[i].ci.high, x[i].ci.high, 0);
        }
        arena_release(&a);
    }
}

static void more_samples_are_never_worse_in_any_order(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(2, number);
        struct arena a = { 0 };
        struct study s = draw_study(&g, &a);
        struct run_set set = one(&s, 0);
        double n = (double)s.cells[0].count;
        double k[5] = { 0.5, 1.0, 0.5 + 0.5 * n, fmax(1.0, n - 0.5), n };
        struct scaling_options o = {
            .k = k, .n_k = 5, .rule = above_one, .level = 0.9, .replicates = 50
        };
        struct scaling_point *x = NULL;
        struct scaling_point *y = NULL;
        size_t points = 0;
        stat_sort(k, 5);
        assert_int_equal(scaling_curve(&set, &o, &a, &x, &points, NULL), 0);
        for (size_t i = 0; i < points; i++) {
            bool same_metric = i > 0 && x[i].metric == x[i - 1].metric;
            assert_true(!same_metric || x[i].value >= x[i - 1].value - 1e-12);
            assert_true(isnan(x[i].ci.low) ||
                        (x[i].ci.low <= x[i].value && x[i].value <= x[i].ci.high));
        }
        shuffle_cells(&g, &s);
        assert_int_equal(scaling_curve(&set, &o, &a, &y, &points, NULL), 0);
        for (size_t i = 0; i < points; i++) {
            assert_near(y[i].value, x[i].value, 1e-14);
            assert_near(y[i].ci.low, x[i].ci.low, 1e-12);
        }
        arena_release(&a);
    }
}

static void mirrored(double got, double of)
{
    assert_near(got, isnan(of) ? of : -of, 0);
}

static void swapping_groups_turns_every_sign(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES / 15; number++) {
        struct rng g = stream(3, number);
        struct arena a = { 0 };
        struct study s = draw_study(&g, &a);
        struct run_set first = one(&s, 0);
        struct run_set second = one(&s, 1);
        struct compare_options o = {
            .rule = above_one, .level = 0.95, .replicates = 20, .threads = 1
        };
        struct compare x;
        struct compare y;
        assert_int_equal(compare_groups(&first, &second, &o, &a, &x, NULL), 0);
        assert_int_equal(compare_groups(&second, &first, &o, &a, &y, NULL), 0);
        for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
            const struct group_comparison *p = &x.results[e];
            const struct group_comparison *q = &y.results[e];
            mirrored(q->difference, p->difference);
            mirrored(q->rank_biserial, p->rank_biserial);
            mirrored(q->net_improvement, p->net_improvement);
            mirrored(q->cohens_h, p->cohens_h);
            mirrored(q->hodges_lehmann, p->hodges_lehmann);
            mirrored(q->hodges_lehmann_ci.low, p->hodges_lehmann_ci.high);
            mirrored(q->more.risk_difference, p->more.risk_difference);
            mirrored(q->more.risk_ci.low, p->more.risk_ci.high);
            assert_near(q->p_improvement, 1.0 - p->p_improvement, 1e-15);
            assert_near(q->sign_flip.p, p->sign_flip.p, 0);
            assert_near(q->signed_rank.p, p->signed_rank.p, 0);
            assert_near(q->sign.p, p->sign.p, 0);
            assert_near(q->mcnemar.p, p->mcnemar.p, 0);
            assert_near(q->more.p_max_t, p->more.p_max_t, 0);
        }
        shuffle_cells(&g, &s);
        assert_int_equal(compare_groups(&first, &second, &o, &a, &y, NULL), 0);
        for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
            assert_near(y.results[e].difference, x.results[e].difference, 0);
            assert_near(y.results[e].new_tasks.low, x.results[e].new_tasks.low, 0);
        }
        arena_release(&a);
    }
}

static void a_policy_is_worth_one_sample_of_itself(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(4, number);
        struct arena a = { 0 };
        struct study s = draw_study(&g, &a);
        struct run_set set = one(&s, 0);
        struct equivalent_options o = {
            .rule = above_one, .level = 0.95, .replicates = 20, .threads = 1
        };
        struct equivalent_k e[2];
        double share = study_aggregate(&s, 0, 0, above_one);
        assert_int_equal(equivalent_k(&set, &set, &o, e, NULL), 0);
        if (share > 0.0 && share < 1.0 && s.cells[0].count > 1)
            assert_near(e[0].value.k, 1.0, 1e-9);
        arena_release(&a);
    }
}

static void rules_know_no_order_but_the_earliest(void **state)
{
    size_t n_rules = 0;
    const struct select_strategy *rules = select_strategies(&n_rules);
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(5, number);
        struct arena a = { 0 };
        struct select_pool x;
        struct select_pool y;
        struct study s = draw_study(&g, &a);
        struct run_set set = { &s, both, 2 };
        struct select_options o = { 1 + rng_below(&g, 4), above_one, 0.95, false };
        assert_int_equal(
            select_pool_build(&(struct select_of){ .step = 0, .rule = above_one, .details = NULL },
                              &set, 1.0, &a, &x, NULL),
            0);
        struct select_result *before = arena_array(&a, n_rules, sizeof(*before));
        for (size_t i = 0; i < n_rules; i++)
            before[i] = select_strategy_result(&x, &rules[i], &o);
        for (size_t i = 0; i < n_rules; i++)
            assert_true(before[i].n_cells == 0 || rules[i].deployable ||
                        before[i].fast <= before[0].fast + 1e-12);
        shuffle_cells(&g, &s);
        assert_int_equal(
            select_pool_build(&(struct select_of){ .step = 0, .rule = above_one, .details = NULL },
                              &set, 1.0, &a, &y, NULL),
            0);
        for (size_t i = 0; i < n_rules; i++) {
            struct select_result after = select_strategy_result(&y, &rules[i], &o);
            if (rules[i].measure == MEASURE_ORDER)
                continue;
            assert_near(after.fast, before[i].fast, 1e-14);
            assert_near(after.p_random_m, before[i].p_random_m, 1e-12);
            assert_near(after.rank.p, before[i].rank.p, 1e-12);
        }
        arena_release(&a);
    }
}

static void the_best_of_turns_never_falls(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(6, number);
        struct arena a = { 0 };
        struct turn turns[40];
        struct conversation c[10];
        struct turn_set set = { 10, c, 10, turns, 0, 3 };
        for (size_t i = 0; i < 10; i++) {
            c[i] = (struct conversation){ i, set.n_turns, 1 + rng_below(&g, 4) };
            for (size_t t = 0; t < c[i].count; t++) {
                bool correct = rng_below(&g, 2) > 0;
                turns[set.n_turns++] =
                    (struct turn){ .turn = (int)t,
                                   .compiled = true,
                                   .correct = correct,
                                   .speedup = correct ? 0.5 * rng_below(&g, 6) : STAT_NAN,
                                   .tokens = 100 };
            }
        }
        double p = 1.0;
        struct fastp_options o = { .p = &p, .n_p = 1, .interval = INTERVAL_WILSON, .level = 0.95 };
        double previous = 0.0;
        for (int turn = 0; turn <= 3; turn++) {
            struct fastp_input best;
            struct fastp_input last;
            turn_view_input(&set, TURN_VIEW_BEST, turn, false, &a, &best);
            turn_view_input(&set, TURN_VIEW_LAST, turn, false, &a, &last);
            double value = fastp_curve(&best, &o, &a)->value;
            assert_true(value >= previous);
            assert_true(value >= fastp_curve(&last, &o, &a)->value);
            assert_int_equal(turn_change_of(&set, TURN_VIEW_BEST, turn, false, above_one).lost, 0);
            previous = value;
        }
        assert_near(turn_mean_tokens(&set, 0), 100, 1e-12);
        assert_near(turn_mean_tokens(&set, 3), 10.0 * (double)set.n_turns, 1e-9);
        arena_release(&a);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(fastp_falls_in_p_and_knows_no_order),
        cmocka_unit_test(more_samples_are_never_worse_in_any_order),
        cmocka_unit_test(swapping_groups_turns_every_sign),
        cmocka_unit_test(a_policy_is_worth_one_sample_of_itself),
        cmocka_unit_test(rules_know_no_order_but_the_earliest),
        cmocka_unit_test(the_best_of_turns_never_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
