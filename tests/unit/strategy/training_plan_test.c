/*
 * training_plan_test.c - every epoch has each once, and each step samples what it should.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/strategy/training_plan.h"

#define MOST 40

static void test_an_epoch_has_each_once(void **state)
{
    (void)state;
    for (size_t n = 1; n <= MOST; n++) {
        for (int batch = 0; batch <= (int)n + 2; batch++) {
            int steps = plan_epoch_steps(n, batch);
            size_t size = batch == 0 || (size_t)batch > n ? n : (size_t)batch;
            for (int epoch = 0; epoch < 2; epoch++) {
                int seen[MOST] = { 0 };
                for (int step = 0; step < steps; step++) {
                    size_t out[MOST];
                    size_t got = plan_batch(7, epoch * steps + step, n, batch, out);
                    assert_true(got == size || (step == steps - 1 && got > 0 && got < size));
                    for (size_t i = 0; i < got; i++)
                        seen[out[i]]++;
                }
                for (size_t i = 0; i < n; i++)
                    assert_int_equal(seen[i], 1);
            }
        }
    }
    assert_int_equal(plan_epoch_steps(0, 3), 0);
}

static void test_orders_differ_by_epoch_and_seed(void **state)
{
    size_t first[MOST], again[MOST], next[MOST], other[MOST];
    (void)state;
    plan_batch(7, 0, MOST, 0, first);
    plan_batch(7, 0, MOST, 0, again);
    plan_batch(7, 1, MOST, 0, next);
    plan_batch(8, 0, MOST, 0, other);
    assert_memory_equal(first, again, sizeof(first));
    assert_memory_not_equal(first, next, sizeof(first));
    assert_memory_not_equal(first, other, sizeof(first));
}

static void expect(const struct run_config *c, enum lesson lesson, int step, int train, int held)
{
    int samples[RUN_MAX_TASKS];
    int sums[2] = { 0, 0 };
    plan_samples(c, lesson, step, samples);
    for (size_t i = 0; i < c->n_tasks; i++)
        sums[run_config_is_held(c, i)] += samples[i];
    assert_int_equal(sums[0], train);
    assert_int_equal(sums[1], held);
}

static void test_samples_of_a_step(void **state)
{
    struct run_config c = { .seed = 1,
                            .k = 4,
                            .n_steps = 6,
                            .batch = 2,
                            .eval_every = 4,
                            .eval_k = 7,
                            .n_held = 2,
                            .n_tasks = 5 };
    (void)state;
    expect(&c, LESSON_BATCH, 0, 8, 14);
    expect(&c, LESSON_BATCH, 1, 4, 0); /* the third task of the epoch */
    expect(&c, LESSON_BATCH, 4, 8, 14);
    expect(&c, LESSON_BATCH, 6, 0, 14);
    expect(&c, LESSON_SHOWN, 0, 0, 14);
    expect(&c, LESSON_SHOWN, 3, 0, 0);
    c.eval_every = 0;
    expect(&c, LESSON_BATCH, 6, 0, 0);
    c.n_held = 0;
    expect(&c, LESSON_ALL, 6, 20, 0);
    expect(&c, LESSON_NONE, 0, 20, 0);
    assert_int_equal(run_config_width(&c), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_epoch_has_each_once),
        cmocka_unit_test(test_orders_differ_by_epoch_and_seed),
        cmocka_unit_test(test_samples_of_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
