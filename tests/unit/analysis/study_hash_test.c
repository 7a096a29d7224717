/* The hash by which a report names the data that it is of. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/study/study.h"

#define MANY_ROLLOUTS 130

static void set_hash(struct study *s, char out[65])
{
    study_hash(s, out);
    assert_int_equal(strlen(out), 64);
}

static void assert_hash_differs(struct study *s, const char *from)
{
    char hash[65];
    set_hash(s, hash);
    assert_string_not_equal(hash, from);
}

/* What a study's hash stands for: names and each figure of each rollout, however many a cell has;
 * of what is not a number that it is none. */
static void a_hash_names_every_rollout(void **state)
{
    static struct study_rollout rollouts[MANY_ROLLOUTS + 1];
    struct study_run runs[] = { { .name = "a" }, { .name = "b" } };
    struct study_task tasks[] = { { .task = "l1/4" }, { .task = "l1/5" } };
    struct study_cell cells[] = { { .run = 0, .task = 0, .first = 0, .count = MANY_ROLLOUTS },
                                  { .run = 1, .task = 1, .first = MANY_ROLLOUTS, .count = 1 } };
    struct study s = { .n_runs = 2,
                       .n_tasks = 2,
                       .n_cells = 2,
                       .n_rollouts = MANY_ROLLOUTS + 1,
                       .runs = runs,
                       .tasks = tasks,
                       .cells = cells,
                       .rollouts = rollouts };
    char hash[65], again[65];
    (void)state;
    for (int i = 0; i <= MANY_ROLLOUTS; i++)
        rollouts[i] = (struct study_rollout){ .step = i / 64,
                                              .sample = i % 64,
                                              .compiled = true,
                                              .speedup = i,
                                              .runtime_us = 2.0 * i,
                                              .sum_logprob = -(double)i };
    set_hash(&s, hash);
    for (int i = 0; i <= MANY_ROLLOUTS; i++) {
        struct study_rollout *r = &rollouts[i], kept = *r;
        r->step++;
        assert_hash_differs(&s, hash);
        *r = kept;
        r->sample++;
        assert_hash_differs(&s, hash);
        *r = kept;
        r->compiled = false;
        assert_hash_differs(&s, hash);
        *r = kept;
        r->correct = true;
        assert_hash_differs(&s, hash);
        *r = kept;
        r->speedup += 1e-9;
        assert_hash_differs(&s, hash);
        *r = kept;
        r->runtime_us = (double)NAN;
        assert_hash_differs(&s, hash);
        set_hash(&s, again);
        r->runtime_us = -(double)NAN;
        char other[65];
        set_hash(&s, other);
        assert_string_equal(other, again);
        *r = kept;
        r->sum_logprob = -1e9;
        assert_hash_differs(&s, hash);
        *r = kept;
    }
    runs[1].name = "c";
    assert_hash_differs(&s, hash);
    runs[1].name = "b";
    tasks[0].task = "l1/40";
    assert_hash_differs(&s, hash);
    tasks[0].task = "l1/4";
    cells[0].count--;
    assert_hash_differs(&s, hash);
    cells[0].count++;
    set_hash(&s, again);
    assert_string_equal(again, hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hash_names_every_rollout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
