/* Expectations against brute enumeration: every order of a few rollouts, with ties of keys. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/select/cheapest.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

#define N 6

static const struct cheap_costs costs = { 1.5, 1, .3, 2, 7 };

static double stages(const struct cheap_rollout *r, double timing)
{
    return costs.compile + (r->compiled ? costs.tiny : 0) + (r->correct ? timing : 0);
}

/* By the words of cheapest.h, for one order of the rollouts. */
static struct cheap_value one_order(enum cheap_way way, const struct cheap_rollout *x,
                                    const int *order, size_t budget, size_t m)
{
    struct cheap_value v = { 0 };
    size_t seen[N], n = 0;
    for (size_t i = 0; i < budget; i++)
        seen[n++] = (size_t)order[i];
    if (way == CHEAP_TOP) {
        /* A stable sort keeps the order of ties, all of which come. */
        for (size_t i = 1; i < n; i++)
            for (size_t j = i; j > 0 && x[seen[j]].key < x[seen[j - 1]].key; j--) {
                size_t swap = seen[j];
                seen[j] = seen[j - 1];
                seen[j - 1] = swap;
            }
        v.sampled = (double)budget;
        n = m < n ? m : n;
    }
    size_t n_correct = 0;
    for (size_t i = 0; i < n; i++) {
        const struct cheap_rollout *r = &x[seen[i]];
        v.sampled += way == CHEAP_TOP ? 0 : 1;
        v.cost += stages(r, way == CHEAP_EVERY     ? costs.full
                            : way == CHEAP_HALVING ? 0
                                                   : costs.fast);
        v.timed += r->correct;
        n_correct += r->correct;
        v.gain = fmax(v.gain, r->gain);
        v.found = fmax(v.found, r->fast);
        if (way == CHEAP_STOP && r->fast)
            break;
    }
    if (way == CHEAP_HALVING) {
        double longer = 1;
        for (size_t left = n_correct; left > 0; left = left == 1 ? 0 : (left + 1) / 2) {
            v.cost += (double)left * longer * costs.fast;
            longer *= 2;
        }
    }
    if (way != CHEAP_EVERY)
        v.cost += v.found * costs.full;
    v.cost += v.sampled * costs.sample;
    return v;
}

static void add(struct cheap_value *sum, const struct cheap_value *v, double weight)
{
    sum->found += weight * v->found;
    sum->gain += weight * v->gain;
    sum->sampled += weight * v->sampled;
    sum->timed += weight * v->timed;
    sum->cost += weight * v->cost;
}

static void enumerate(enum cheap_way way, const struct cheap_rollout *x, int *order, size_t at,
                      size_t budget, size_t m, struct cheap_value *sum)
{
    if (at == N) {
        struct cheap_value v = one_order(way, x, order, budget, m);
        add(sum, &v, 1. / 720);
        return;
    }
    for (size_t i = at; i < N; i++) {
        int swap = order[at];
        order[at] = order[i];
        order[i] = swap;
        enumerate(way, x, order, at + 1, budget, m, sum);
        order[i] = order[at];
        order[at] = swap;
    }
}

static void as_enumerated(void **state)
{
    (void)state;
    struct rng r;
    rng_init(&r, 11, RNG_TRIAL, 0, 0, 0);
    for (int set = 0; set < 6; set++) {
        struct cheap_rollout x[N];
        for (size_t i = 0; i < N; i++) {
            x[i].compiled = rng_double(&r) < .8;
            x[i].correct = x[i].compiled && rng_double(&r) < .7;
            x[i].gain = x[i].correct ? floor(rng_double(&r) * 4) / 3 : 0;
            x[i].fast = x[i].gain > (set % 2 ? .5 : 0);
            x[i].key = floor(rng_double(&r) * 3);
        }
        for (int way = 0; way < CHEAP_WAYS; way++)
            for (size_t budget = 1; budget <= N; budget++)
                for (size_t m = 1; m <= (way == CHEAP_TOP ? 3 : 1); m++) {
                    struct arena a = { 0 };
                    struct cheap_value want = { 0 };
                    int order[N] = { 0, 1, 2, 3, 4, 5 };
                    enumerate((enum cheap_way)way, x, order, 0, budget, m, &want);
                    struct cheap_plan plan = { (enum cheap_way)way, budget, m, false };
                    struct cheap_value got = cheap_of(&plan, x, N, &costs, &a);
                    assert_near(got.found, want.found, 1e-9);
                    assert_near(got.gain, want.gain, 1e-9);
                    assert_near(got.sampled, want.sampled, 1e-9);
                    assert_near(got.timed, want.timed, 1e-9);
                    assert_near(got.cost, want.cost, 1e-9);
                    arena_release(&a);
                }
    }
}

static void undefined(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct cheap_rollout x[2] = { { .key = (double)NAN }, { .key = -1 } };
    assert_true(
        isnan(cheap_of(&(struct cheap_plan){ CHEAP_TOP, 1, 1, false }, x, 2, &costs, &a).found));
    assert_true(
        isnan(cheap_of(&(struct cheap_plan){ CHEAP_EVERY, 3, 1, false }, x, 2, &costs, &a).cost));
    assert_near(cheap_of(&(struct cheap_plan){ CHEAP_STOP, 2, 1, false }, x, 2, &costs, &a).sampled,
                2, 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_enumerated),
        cmocka_unit_test(undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
