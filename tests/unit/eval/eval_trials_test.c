/*
 * eval_trials_test.c - no evaluation gets inputs twice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/eval.h"
#include "src/eval/eval_internal.h"

#define DRAWS 40

static void no_set_comes_twice(void **state)
{
    struct evaluator *e = NULL;
    struct arena a = { 0 };
    struct err err = { 0 };
    const struct task *task = NULL;
    struct trial_pool *pool = NULL;
    struct rng order;
    char seen[DRAWS][65];
    int64_t n = 0;
    (void)state;
    if (evaluator_open("cpu", &e, &err) != 0 || task_find("l1/28", &a, &task, &err) != 0 ||
        task_elements(task, CASE_TINY, &task->inputs[0], &n, &err) != 0 ||
        trials_get(e, &(struct trial_key){ .task = task, .task_case = CASE_TINY, .seed = 7 }, 5,
                   &pool, &err) != 0)
        fail_msg("%s", err.msg);
    rng_init(&order, 3, RNG_TRIAL, 0, 0, 0);
    for (size_t i = 0; i < DRAWS; i++) {
        const struct trial_set *set = NULL;
        if (trials_next(e, task, pool, &(struct trial_reader){ 1, &order }, &set, &err) != 0)
            fail_msg("%s", err.msg);
        sha256_hex(set->inputs[0], (size_t)n * sizeof(float), seen[i]);
        for (size_t k = 0; k < i; k++)
            if (strcmp(seen[i], seen[k]) == 0)
                fail_msg("draw %zu is draw %zu again", i, k);
    }
    /* The oracle is slow, so what is kept serves another evaluation. */
    const struct trial_set *set = NULL;
    char hash[65];
    bool kept = false;
    assert_int_equal(trials_next(e, task, pool, &(struct trial_reader){ 2, &order }, &set, &err),
                     0);
    sha256_hex(set->inputs[0], (size_t)n * sizeof(float), hash);
    for (size_t k = 0; k < DRAWS; k++)
        kept = kept || strcmp(hash, seen[k]) == 0;
    assert_true(kept);
    evaluator_close(e);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_set_comes_twice) };
    return cmocka_run_group_tests_name("eval_trials", tests, NULL, NULL);
}
