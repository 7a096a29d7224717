/* policy_loss_test.c - losses, slopes and divergences against plain forms and finite differences.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/learn/policy_loss.h"

#define T 9

struct loss_case {
    double logprobs[T], old[T], advantages[T];
    bool masked[T];
};

static void fill_case(struct loss_case *c, uint64_t seed, bool near_one)
{
    struct rng r;
    rng_init(&r, seed, RNG_TRIAL, 3, 0, 0);
    for (size_t t = 0; t < T; t++) {
        c->old[t] = -3 * rng_double(&r);
        c->logprobs[t] = c->old[t] + (near_one ? 1e-3 : 2.0) * rng_normal(&r);
        c->advantages[t] = rng_normal(&r);
        c->masked[t] = rng_below(&r, 4) == 0;
    }
}

static double total(const struct policy_loss *loss, const struct loss_case *c, double *slopes)
{
    double values[T], sum = 0;
    const struct loss_tokens tokens = { T, c->logprobs, c->old, c->advantages, c->masked };
    loss->compute(&tokens, &loss->standard, values, slopes);
    for (size_t t = 0; t < T; t++) {
        assert_true(!c->masked[t] || (fabs(values[t]) + fabs(slopes[t]) <= 0));
        sum += values[t];
    }
    return sum;
}

static double bounded(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* With the weight of cispo, a constant for its gradient, taken from frozen. */
static double plain(const char *name, const struct loss_case *c, const struct loss_case *frozen)
{
    double sum = 0, log_ratio = 0, n = 0;
    for (size_t t = 0; t < T; t++) {
        log_ratio += c->masked[t] ? 0 : c->logprobs[t] - c->old[t];
        n += !c->masked[t];
    }
    for (size_t t = 0; t < T; t++) {
        double a = c->advantages[t];
        double rho = exp(c->logprobs[t] - c->old[t]);
        double s = exp(log_ratio / n);
        double ppo = -fmin(rho * a, bounded(rho, 0.8, 1.2) * a);
        double wide = -fmin(rho * a, bounded(rho, 0.8, 1.28) * a);
        if (c->masked[t])
            continue;
        if (strcmp(name, "importance_sampling") == 0)
            sum += -rho * a;
        else if (strcmp(name, "ppo") == 0)
            sum += ppo;
        else if (strcmp(name, "ppo_dual_clip") == 0)
            sum += a < 0 ? fmin(wide, -3 * a) : wide;
        else if (strcmp(name, "cispo") == 0)
            sum += -fmin(exp(frozen->logprobs[t] - frozen->old[t]), 5) * a * c->logprobs[t];
        else if (strcmp(name, "gspo") == 0)
            sum += -fmin(s * a, bounded(s, 1 - 3e-4, 1 + 4e-4) * a);
        else if (strcmp(name, "cross_entropy") == 0)
            sum += -a * c->logprobs[t];
        else
            fail_msg("no plain form of %s", name);
    }
    return sum;
}

static void losses_are_what_their_definitions_say(void **state)
{
    size_t n;
    const struct policy_loss *all = policy_loss_all(&n);
    struct loss_case c;
    double slopes[T];
    (void)state;
    assert_int_equal(n, 6);
    for (size_t l = 0; l < n; l++)
        for (uint64_t seed = 0; seed < 60; seed++) {
            fill_case(&c, seed, seed % 2 == 1);
            double got = total(&all[l], &c, slopes);
            double want = plain(all[l].name, &c, &c);
            if (!(fabs(got - want) <= 1e-9 * fmax(1, fabs(want))))
                fail_msg("%s, seed %d: %.12g, not %.12g", all[l].name, (int)seed, got, want);
        }
}

/* Each slope against the central difference of the plain form.  A step that crosses a bound is
 * taken back: there a loss has a kink. */
static void slopes_are_finite_differences(void **state)
{
    size_t n, n_compared = 0, n_zero = 0;
    const struct policy_loss *all = policy_loss_all(&n);
    struct loss_case c, moved;
    double slopes[T];
    (void)state;
    for (size_t l = 0; l < n; l++)
        for (uint64_t seed = 0; seed < 60; seed++) {
            fill_case(&c, seed, seed % 2 == 1);
            total(&all[l], &c, slopes);
            for (size_t t = 0; t < T; t++) {
                double h = 1e-7, left, right;
                moved = c;
                moved.logprobs[t] = c.logprobs[t] + h;
                right = (plain(all[l].name, &moved, &c) - plain(all[l].name, &c, &c)) / h;
                moved.logprobs[t] = c.logprobs[t] - h;
                left = (plain(all[l].name, &c, &c) - plain(all[l].name, &moved, &c)) / h;
                if (fabs(left - right) > 1e-3 * fmax(1, fabs(left)))
                    continue;
                n_compared++;
                n_zero += !c.masked[t] && fabs(slopes[t]) <= 0;
                if (!(fabs(slopes[t] - (left + right) / 2) <= 1e-5 * fmax(1, fabs(left))))
                    fail_msg("%s, seed %d, token %zu: slope %.9g, difference %.9g", all[l].name,
                             (int)seed, t, slopes[t], (left + right) / 2);
            }
        }
    assert_true(n_compared > 6 * 60 * T * 9 / 10);
    assert_true(n_zero > 100); /* clipped tokens were among them */
}

/* rho = 2 and 1/2, bounds 0.8 and 1.2. */
static void clipping_by_hand(void **state)
{
    static const struct {
        const char *loss;
        double ratio, advantage, value, slope;
    } rows[] = {
        { "ppo", 2, 1, -1.2, 0 },
        { "ppo", 2, -1, 2, 2 },
        { "ppo", 0.5, 1, -0.5, -0.5 },
        { "ppo", 0.5, -1, 0.8, 0 },
        { "ppo_dual_clip", 5, -1, 3, 0 },
        { "ppo_dual_clip", 2, -1, 2, 2 },
        { "ppo_dual_clip", 5, 1, -1.28, 0 },
        { "cispo", 8, 1, -5 * 2.0794415416798357, -5 },
        { "importance_sampling", 8, 1, -8, -8 },
        { "cross_entropy", 8, 2, -2 * 2.0794415416798357, -2 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct policy_loss *loss = policy_loss_find(rows[i].loss);
        double logprob = log(rows[i].ratio), old = 0, value, slope;
        const struct loss_tokens one = { 1, &logprob, &old, &rows[i].advantage, NULL };
        loss->compute(&one, &loss->standard, &value, &slope);
        if (fabs(value - rows[i].value) > 1e-12 || fabs(slope - rows[i].slope) > 1e-12)
            fail_msg("row %zu: value %.12g, slope %.12g", i, value, slope);
    }
}

/* What the weight of an aggregation relies on. */
static void losses_are_homogeneous_in_the_advantage(void **state)
{
    size_t n;
    const struct policy_loss *all = policy_loss_all(&n);
    struct loss_case c;
    double slopes[T], twice[T];
    (void)state;
    for (size_t l = 0; l < n; l++) {
        fill_case(&c, 5, false);
        double once = total(&all[l], &c, slopes);
        for (size_t t = 0; t < T; t++)
            c.advantages[t] *= 0.25;
        assert_true(fabs(total(&all[l], &c, twice) - 0.25 * once) <= 1e-12 * fmax(1, fabs(once)));
        for (size_t t = 0; t < T; t++)
            assert_true(fabs(twice[t] - 0.25 * slopes[t]) <= 1e-12 * fmax(1, fabs(slopes[t])));
    }
}

/* Sequences of 2, 0 and 6 tokens, every token 1. */
static void aggregations_weigh_tokens(void **state)
{
    static const int64_t n_tokens[] = { 2, 0, 6 };
    static const struct {
        const char *name;
        double first, last, total;
    } rows[] = {
        { "token-mean", 1.0 / 8, 1.0 / 8, 1 },
        { "seq-mean-token-sum", 1.0 / 2, 1.0 / 2, 4 },
        { "seq-mean-token-mean", 1.0 / 4, 1.0 / 12, 1 },
        { "seq-mean-token-sum-norm", 1.0 / 1000, 1.0 / 1000, 0.008 },
        { "seq-sum-no-norm", 1, 1, 8 },
    };
    size_t n;
    (void)state;
    loss_aggregation_all(&n);
    assert_int_equal(n, ARRAY_LEN(rows));
    assert_null(loss_aggregation_find("mean"));
    for (size_t i = 0; i < n; i++) {
        double w[3];
        loss_aggregation_find(rows[i].name)->compute(n_tokens, 3, 1000, w);
        assert_true(fabs(w[0] - rows[i].first) < 1e-15 && fabs(w[2] - rows[i].last) < 1e-15);
        assert_true(fabs(w[1]) <= 0);
        assert_true(fabs(2 * w[0] + 6 * w[2] - rows[i].total) < 1e-12);
    }
}

/* Over two outcomes of probabilities 0.7 and 0.3, reference 0.5 and 0.5: the mean of k1 and of k3
 * is the divergence, 0.7 ln 1.4 + 0.3 ln 0.6 = 0.0822829; that of k2 is not. */
static void divergences_have_known_means(void **state)
{
    static const double p[] = { 0.7, 0.3 };
    static const struct {
        const char *name;
        double want;
    } rows[] = { { "k1", 0.0822829 }, { "k2", 0.0787662 }, { "k3", 0.0822829 },
                 { "v1", 0.0822829 }, { "v2", 0.0787662 }, { "entropy", 0.6108643 } };
    size_t n;
    (void)state;
    divergence_all(&n);
    assert_int_equal(n, ARRAY_LEN(rows));
    for (size_t i = 0; i < n; i++) {
        const struct divergence *d = divergence_find(rows[i].name);
        double mean = 0;
        for (int x = 0; x < 2; x++)
            mean += p[x] * d->compute(log(p[x]), log(0.5));
        if (!(fabs(mean - rows[i].want) < 1e-6))
            fail_msg("%s: %.9g", rows[i].name, mean);
    }
}

static void k3_is_never_negative(void **state)
{
    struct rng r;
    (void)state;
    rng_init(&r, 1, RNG_TRIAL, 4, 0, 0);
    for (int i = 0; i < 1000; i++)
        assert_true(divergence_find("k3")->compute(-5 * rng_double(&r), -5 * rng_double(&r)) >= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_what_their_definitions_say),
        cmocka_unit_test(slopes_are_finite_differences),
        cmocka_unit_test(clipping_by_hand),
        cmocka_unit_test(losses_are_homogeneous_in_the_advantage),
        cmocka_unit_test(aggregations_weigh_tokens),
        cmocka_unit_test(divergences_have_known_means),
        cmocka_unit_test(k3_is_never_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
