/* estimator_test.c - advantages against published values, plain references and what must hold. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/learn/estimator.h"

#define N 24

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(1.0, fabs(b));
}

static void apply(const char *name, const struct advantage_input *in, double *out)
{
    const struct estimator *e = estimator_find(name);
    assert_non_null(e);
    assert_non_null(e->compute);
    estimator_apply(e, in, &advantage_standard, out);
}

static void expect(const char *name, const struct advantage_input *in, const double *want,
                   double tolerance)
{
    double out[N];
    apply(name, in, out);
    for (size_t i = 0; i < in->n; i++)
        if (!(fabs(out[i] - want[i]) <= tolerance))
            fail_msg("%s: advantage %zu is %.12g, not %.12g", name, i, out[i], want[i]);
}

/* Rewards 1, 0, 0, 3: mean 1, sd sqrt(2). */
static void four_rewards_have_known_advantages(void **state)
{
    static const double rewards[] = { 1, 0, 0, 3 };
    static const int64_t lengths[] = { 10, 10, 20, 40 };
    static const struct {
        const char *name;
        double want[4];
    } rows[] = {
        { "grpo", { 0, -0.70710678, -0.70710678, 1.41421356 } },
        { "dr_grpo", { 0, -1, -1, 2 } },
        { "rloo", { 0, -4.0 / 3, -4.0 / 3, 8.0 / 3 } },
        { "trloo", { 0, -4.0 / 3, -4.0 / 3, 8.0 / 3 } },
        { "opo", { 1 - 1.625, -1.625, -1.625, 3 - 1.625 } },
        { "passk", { 0, 0, 0, 2 } },
        { "global", { 0, -0.70710678, -0.70710678, 1.41421356 } },
        /* 80 tokens: mean 1.625, squares 10 x .390625 + 30 x 2.640625 + 40 x 1.890625 = 158.75 */
        { "reinforce++",
          { -0.625 / 1.41756611, -1.625 / 1.41756611, -1.625 / 1.41756611, 1.375 / 1.41756611 } },
    };
    const struct advantage_input in = { .n = 4, .rewards = rewards, .lengths = lengths };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        expect(rows[i].name, &in, rows[i].want, 2e-6);
}

/* The same without lengths: every sample has one token. */
static void without_lengths_each_sample_has_one_token(void **state)
{
    static const double rewards[] = { 1, 0, 0, 3 };
    const struct advantage_input in = { .n = 4, .rewards = rewards };
    (void)state;
    expect("opo", &in, (const double[]){ 0, -1, -1, 2 }, 1e-12);
    expect("reinforce++", &in, (const double[]){ 0, -0.70710678, -0.70710678, 1.41421356 }, 1e-7);
}

static void one_sample_alone(void **state)
{
    static const double rewards[] = { 3 };
    const struct advantage_input in = { .n = 1, .rewards = rewards };
    (void)state;
    expect("grpo", &in, (const double[]){ 3 / (1 + 1e-6) }, 1e-12);
    expect("dr_grpo", &in, rewards, 0);
    expect("rloo", &in, rewards, 0);
    expect("trloo", &in, rewards, 0);
    expect("opo", &in, rewards, 0);
    expect("passk", &in, (const double[]){ 0 }, 0);
    expect("global", &in, (const double[]){ 0 }, 0);
    expect("reinforce++", &in, (const double[]){ 0 }, 0);
}

static void nothing_gives_nothing(void **state)
{
    const struct advantage_input in = { 0 };
    double untouched = 5;
    (void)state;
    for (size_t i = 0, n = 0; estimator_all(&n) != NULL && i < n; i++)
        if (estimator_all(&n)[i].compute != NULL)
            estimator_apply(&estimator_all(&n)[i], &in, &advantage_standard, &untouched);
    assert_true(near(untouched, 5));
}

/* A spread far below 1e-6 is not blown up. */
static void nearly_equal_rewards_stay_small_in_global(void **state)
{
    static const double rewards[] = { 1, 1 + 1e-9, 1 + 2e-9 };
    const struct advantage_input in = { .n = 3, .rewards = rewards };
    (void)state;
    expect("global", &in, (const double[]){ -1e-3, 0, 1e-3 }, 1e-6);
}

/* 6 x (0.25 / 6) is not 0.25: a residue divided by epsilon would count as an advantage. */
static void equal_rewards_give_no_advantage(void **state)
{
    static const double none[N] = { 0 };
    static const int64_t lengths[N] = { 7, 3, 11, 1, 5, 2, 9, 4, 6, 8, 10 };
    (void)state;
    for (size_t n = 2; n <= 11; n++)
        for (size_t r = 0; r < 4; r++) {
            const double reward = (const double[]){ 0.25, 0.1, 1.5, 1.0 / 3 }[r];
            double rewards[N];
            for (size_t i = 0; i < n; i++)
                rewards[i] = reward;
            const struct advantage_input in = { .n = n, .rewards = rewards, .lengths = lengths };
            for (size_t e = 0, n_all = 0; estimator_all(&n_all) != NULL && e < n_all; e++) {
                if (estimator_all(&n_all)[e].compute != NULL)
                    expect(estimator_all(&n_all)[e].name, &in, none, 0);
            }
        }
}

/* The formula of test-time training as it was first written here; updates of stored runs must stay
 * the same to the bit. */
static void global_is_bit_for_bit_what_it_was(void **state)
{
    double rewards[N];
    double out[N];
    struct rng r;
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        double mean = 0;
        double squares = 0;
        rng_init(&r, seed, RNG_TRIAL, 0, 0, 0);
        for (size_t i = 0; i < N; i++)
            rewards[i] = rng_double(&r) < 0.4 ? 0.0 : 3 * rng_double(&r);
        for (size_t i = 0; i < N; i++)
            mean += rewards[i] / (double)N;
        for (size_t i = 0; i < N; i++)
            squares += (rewards[i] - mean) * (rewards[i] - mean);
        double stdev = sqrt(squares / (double)(N - 1));
        apply("global", &(struct advantage_input){ .n = N, .rewards = rewards }, out);
        for (size_t i = 0; i < N; i++) {
            double want = (rewards[i] - mean) / fmax(stdev, 1e-6);
            assert_memory_equal(&out[i], &want, sizeof(want));
        }
    }
}

/* Random samples of 3 prompts and 2 turns; some are masked. */
struct advantage_case {
    double rewards[N];
    size_t prompts[N];
    int turns[N];
    int64_t conversations[N], lengths[N];
    bool masked[N];
    struct advantage_input in;
};

static void fill_case(struct advantage_case *c, uint64_t seed)
{
    struct rng r;
    rng_init(&r, seed, RNG_TRIAL, 1, 0, 0);
    for (size_t i = 0; i < N; i++) {
        c->rewards[i] = rng_double(&r) < 0.3 ? 0.0 : 3 * rng_double(&r);
        c->prompts[i] = i / 8 == 1 ? 70 : i / 8;
        c->turns[i] = (int)(i % 2);
        c->conversations[i] = (int64_t)(i % 8 / 2);
        c->lengths[i] = 1 + (int64_t)rng_below(&r, 50);
        c->masked[i] = rng_below(&r, 5) == 0;
    }
    c->in =
        (struct advantage_input){ N,          c->rewards, c->prompts, c->turns, c->conversations,
                                  c->lengths, c->masked };
}

/* Written from the definitions, pair by pair, without groups. */
static double plain(const char *name, const struct advantage_case *c, size_t i)
{
    bool batch = strcmp(name, "global") == 0 || strcmp(name, "reinforce++") == 0;
    bool returns = strcmp(name, "trloo") == 0;
    double n = 0, sum = 0, tokens = 0, weighted = 0, squares = 0, token_squares = 0;
    double best = -1, second = -1, values[N];
    size_t best_at = N;
    for (size_t k = 0; k < N; k++) {
        size_t later = c->turns[k] == 0 ? k + 1 : k;
        values[k] = c->rewards[k] + (returns && later != k ? c->rewards[later] : 0.0);
    }
    if (c->masked[i])
        return 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < N; k++) {
            double length = (double)c->lengths[k];
            if (c->masked[k] ||
                (!batch && (c->prompts[k] != c->prompts[i] || c->turns[k] != c->turns[i])))
                continue;
            if (pass == 1) {
                squares += pow(values[k] - sum / n, 2);
                token_squares += length * pow(values[k] - weighted / tokens, 2);
                continue;
            }
            n += 1;
            sum += values[k];
            tokens += length;
            weighted += length * values[k];
            if (values[k] > best) {
                second = best;
                best = values[k];
                best_at = k;
            } else if (values[k] > second)
                second = values[k];
        }
    double value = values[i];
    if (strcmp(name, "grpo") == 0)
        return n < 2 ? value / (1 + 1e-6) : (value - sum / n) / (sqrt(squares / (n - 1)) + 1e-6);
    if (strcmp(name, "dr_grpo") == 0)
        return n < 2 ? value : value - sum / n;
    if (strcmp(name, "rloo") == 0 || returns)
        return n < 2 ? value : value - (sum - value) / (n - 1);
    if (strcmp(name, "opo") == 0)
        return n < 2 ? value : value - weighted / tokens;
    if (strcmp(name, "passk") == 0)
        return n < 2 || best_at != i ? 0.0 : best - second;
    if (strcmp(name, "global") == 0)
        return (value - sum / n) / fmax(sqrt(squares / (n - 1)), 1e-6);
    if (strcmp(name, "reinforce++") == 0)
        return (value - weighted / tokens) / sqrt(token_squares / (tokens - 1) + 1e-8);
    fail_msg("no plain form of %s", name);
    return 0;
}

static void every_estimator_is_what_its_definition_says(void **state)
{
    size_t n;
    const struct estimator *all = estimator_all(&n);
    struct advantage_case c;
    double out[N];
    (void)state;
    assert_int_equal(n, 9);
    for (uint64_t seed = 0; seed < 100; seed++) {
        fill_case(&c, seed);
        for (size_t e = 0; e < n; e++) {
            if (all[e].compute == NULL)
                continue;
            apply(all[e].name, &c.in, out);
            for (size_t i = 0; i < N; i++)
                if (!near(out[i], plain(all[e].name, &c, i)))
                    fail_msg("%s, seed %d: advantage %zu is %.12g, not %.12g", all[e].name,
                             (int)seed, i, out[i], plain(all[e].name, &c, i));
        }
    }
}

enum property { SHIFT_FREE = 1, SCALE_FREE = 2, SCALES = 4, SUMS_TO_ZERO = 8 };

/* Groups of 8, none alone and none masked: a constant for all rewards changes nothing where there
 * is a baseline; twice the rewards are twice the advantages or, with a standard deviation, the
 * same. */
static void shifts_scales_and_sums(void **state)
{
    static const struct {
        const char *name;
        int properties;
    } rows[] = {
        { "grpo", SHIFT_FREE | SCALE_FREE | SUMS_TO_ZERO },
        { "dr_grpo", SHIFT_FREE | SCALES | SUMS_TO_ZERO },
        { "rloo", SHIFT_FREE | SCALES | SUMS_TO_ZERO },
        { "trloo", SHIFT_FREE | SCALES | SUMS_TO_ZERO },
        { "opo", SHIFT_FREE | SCALES },
        { "passk", SHIFT_FREE | SCALES },
        { "global", SHIFT_FREE | SCALE_FREE | SUMS_TO_ZERO },
        { "reinforce++", SHIFT_FREE | SCALE_FREE },
    };
    struct advantage_case c;
    (void)state;
    fill_case(&c, 3);
    c.in.masked = NULL;
    for (size_t e = 0; e < ARRAY_LEN(rows); e++) {
        double plain_out[N], shifted[N], scaled[N], rewards[N], sum = 0;
        apply(rows[e].name, &c.in, plain_out);
        c.in.rewards = rewards;
        for (size_t i = 0; i < N; i++)
            rewards[i] = c.rewards[i] + 10;
        apply(rows[e].name, &c.in, shifted);
        for (size_t i = 0; i < N; i++)
            rewards[i] = 2 * c.rewards[i];
        apply(rows[e].name, &c.in, scaled);
        c.in.rewards = c.rewards;
        for (size_t i = 0; i < N; i++) {
            sum += plain_out[i];
            assert_true(!(rows[e].properties & SHIFT_FREE) ||
                        fabs(shifted[i] - plain_out[i]) < 1e-6);
            assert_true(!(rows[e].properties & SCALES) || near(scaled[i], 2 * plain_out[i]));
            assert_true(!(rows[e].properties & SCALE_FREE) ||
                        fabs(scaled[i] - plain_out[i]) < 1e-5);
        }
        assert_true((fabs(sum) < 1e-5) == ((rows[e].properties & SUMS_TO_ZERO) != 0));
    }
}

static void returns_count_the_later_turns(void **state)
{
    static const double rewards[] = { 2, 1, 4, 8, 16 };
    static const int turns[] = { 1, 0, 2, 0, 3 };
    static const int64_t conversations[] = { 5, 5, 5, 6, 5 };
    const struct advantage_input in = {
        .n = 5, .rewards = rewards, .turns = turns, .conversations = conversations
    };
    double out[5];
    (void)state;
    turn_returns(&in, 1.0, out);
    assert_true(near(out[0], 22) && near(out[1], 23) && near(out[2], 20) && near(out[3], 8));
    turn_returns(&in, 0.5, out);
    assert_true(near(out[1], 1 + 0.5 * (2 + 0.5 * (4 + 0.5 * 16))) && near(out[4], 16));
}

static void distillation_is_by_token_and_constant(void **state)
{
    static const double teacher[] = { -1, -2, (double)NAN, -3 };
    static const double student[] = { -2, -1, -1, -(double)INFINITY };
    double out[4];
    (void)state;
    assert_null(estimator_find("sdpo")->compute);
    advantage_distill(teacher, student, 4, 2.0, out);
    assert_true(near(out[0], 2) && near(out[1], -2) && near(out[2], 0) && near(out[3], 0));
}

static void unknown_names_are_refused_with_those_that_exist(void **state)
{
    struct err err = { 0 };
    (void)state;
    assert_null(estimator_find("gae"));
    assert_int_equal(estimator_unknown("gae", &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "grpo, dr_grpo, rloo"));
}

/*
 * One choice, taken with probability p and rewarded with 1: the gradient of the expected reward by
 * the logit is p (1 - p), and each sample's share of its estimate is A (action - p).  Returns its
 * exact expectation: all outcomes of a group of n, each with its probability.
 */
static double expected_share(const char *name, size_t n, double p)
{
    double expectation = 0;
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
        double rewards[N], out[N], probability = 1, share = 0;
        for (size_t i = 0; i < n; i++) {
            rewards[i] = bits >> i & 1u;
            probability *= bits >> i & 1u ? p : 1 - p;
        }
        apply(name, &(struct advantage_input){ .n = n, .rewards = rewards }, out);
        for (size_t i = 0; i < n; i++)
            share += out[i] * (rewards[i] - p) / (double)n;
        expectation += probability * share;
    }
    return expectation / (p * (1 - p));
}

/* The table of docs/internals/training.md: what a turn's estimate is of the true gradient. */
static void a_group_that_shrinks_loses_gradient_unless_it_is_left_out(void **state)
{
    static const struct {
        size_t n;
        double dr_grpo, trloo;
    } rows[] = {
        { 16, 0.9375, 1 }, { 12, 0.9167, 1 }, { 8, 0.875, 1 }, { 4, 0.75, 1 }, { 2, 0.5, 1 }
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        assert_true(fabs(expected_share("dr_grpo", rows[i].n, 0.3) - rows[i].dr_grpo) < 5e-5);
        assert_true(fabs(expected_share("trloo", rows[i].n, 0.3) - rows[i].trloo) < 1e-9);
    }
    /* Dividing by the deviation weighs hard and easy prompts up. */
    assert_true(expected_share("grpo", 16, 0.2) > 1.1 * expected_share("grpo", 16, 0.5));
}

/* The same by simulation over conversations: 16 begin, and after each turn those go on that have
 * not succeeded. */
static void conversations_that_end_shrink_the_groups(void **state)
{
    enum { TURNS = 3, GROUP = 16, RUNS = 40000 };
    static const double p[TURNS] = { 0.6, 0.5, 0.4 };
    double sums[2][TURNS] = { { 0 } };
    double sizes[TURNS] = { 0 }, groups[TURNS] = { 0 }, inverse[TURNS] = { 0 };
    struct rng r;
    (void)state;
    rng_init(&r, 42, RNG_TRIAL, 2, 0, 0);
    for (int run = 0; run < RUNS; run++) {
        size_t n = GROUP;
        for (int turn = 0; turn < TURNS && n > 1; turn++) {
            double rewards[GROUP], out[GROUP];
            size_t succeeded = 0;
            const struct advantage_input in = { .n = n, .rewards = rewards };
            for (size_t i = 0; i < n; i++) {
                rewards[i] = rng_double(&r) < p[turn];
                succeeded += rewards[i] > 0.5;
            }
            sizes[turn] += (double)n;
            inverse[turn] += 1.0 / (double)n;
            groups[turn] += 1;
            for (int k = 0; k < 2; k++) {
                apply(k == 0 ? "dr_grpo" : "trloo", &in, out);
                for (size_t i = 0; i < n; i++)
                    sums[k][turn] += out[i] * (rewards[i] - p[turn]) / (double)n;
            }
            n -= succeeded;
        }
    }
    for (int turn = 0; turn < TURNS; turn++) {
        double truth = p[turn] * (1 - p[turn]) * groups[turn];
        double grpo = sums[0][turn] / truth;
        double trloo = sums[1][turn] / truth;
        print_message("turn %d: mean group %.2f, dr_grpo %.3f, trloo %.3f of the gradient\n", turn,
                      sizes[turn] / groups[turn], grpo, trloo);
        assert_true(fabs(trloo - 1) < 0.03);
        assert_true(fabs(grpo - (1 - inverse[turn] / groups[turn])) < 0.03);
        assert_true(
            turn == 0 ||
            grpo < sums[0][turn - 1] / (p[turn - 1] * (1 - p[turn - 1]) * groups[turn - 1]) - 0.03);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_rewards_have_known_advantages),
        cmocka_unit_test(without_lengths_each_sample_has_one_token),
        cmocka_unit_test(one_sample_alone),
        cmocka_unit_test(nothing_gives_nothing),
        cmocka_unit_test(nearly_equal_rewards_stay_small_in_global),
        cmocka_unit_test(equal_rewards_give_no_advantage),
        cmocka_unit_test(global_is_bit_for_bit_what_it_was),
        cmocka_unit_test(every_estimator_is_what_its_definition_says),
        cmocka_unit_test(shifts_scales_and_sums),
        cmocka_unit_test(returns_count_the_later_turns),
        cmocka_unit_test(distillation_is_by_token_and_constant),
        cmocka_unit_test(unknown_names_are_refused_with_those_that_exist),
        cmocka_unit_test(a_group_that_shrinks_loses_gradient_unless_it_is_left_out),
        cmocka_unit_test(conversations_that_end_shrink_the_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
