/*
 * study_task_test.c - one task of a study.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/study/study.h"
#include "src/base/mem.h"

/* Run 1 has the second task alone. */
static struct study_rollout rollouts[] = {
    { .sample = 0, .correct = true, .speedup = 2 }, { .sample = 1, .speedup = (double)NAN },
    { .sample = 2, .correct = true, .speedup = 3 }, { .sample = 3, .correct = true, .speedup = 4 },
    { .sample = 4, .speedup = (double)NAN },
};
static struct study_cell cells[] = { { 0, 0, 0, 2, 0, false },
                                     { 0, 1, 2, 1, 0, false },
                                     { 1, 1, 3, 2, 0, false } };
static struct study_task tasks[] = { { "l1/4", 1, 4, "", "", 0 }, { "l1/5", 1, 5, "", "", 0 } };
static struct study_run runs[] = {
    { .name = "a", .first_cell = 0, .n_cells = 2, .n_rollouts = 3 },
    { .name = "b", .first_cell = 2, .n_cells = 1, .n_rollouts = 2 },
};
static const struct study all = { .n_runs = 2,
                                  .n_tasks = 2,
                                  .n_cells = 3,
                                  .n_rollouts = 5,
                                  .runs = runs,
                                  .tasks = tasks,
                                  .cells = cells,
                                  .rollouts = rollouts };

static void a_task_keeps_its_cells_and_rollouts(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study one = study_of_task(&all, 1, &a);
    assert_int_equal(one.n_tasks, 1);
    assert_string_equal(one.tasks[0].task, "l1/5");
    assert_int_equal(one.n_cells, 2);
    assert_int_equal(one.n_rollouts, 3);
    const struct study_cell *b = study_cell_find(&one, 1, 0);
    assert_non_null(b);
    assert_int_equal(b->count, 2);
    assert_int_equal(one.rollouts[b->first].sample, 3);
    assert_int_equal(one.runs[1].n_rollouts, 2);
    struct count fast =
        study_count_fast(&one, b, STEP_ALL, (struct speed_rule){ 1, false, SPEED_MEAN });
    assert_int_equal(fast.n, 2);
    assert_int_equal(fast.c, 1);
    arena_release(&a);
}

static void a_run_without_the_task_has_no_cell(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study one = study_of_task(&all, 0, &a);
    assert_int_equal(one.n_rollouts, 2);
    assert_int_equal(one.runs[1].n_cells, 0);
    assert_null(study_cell_find(&one, 1, 0));
    assert_int_equal(all.runs[1].n_cells, 1);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_keeps_its_cells_and_rollouts),
        cmocka_unit_test(a_run_without_the_task_has_no_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
