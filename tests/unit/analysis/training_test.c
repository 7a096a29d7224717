/* Series by hand, smoothing as a weighted mean, missing prices. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/study/cost.h"
#include "analysis/study/study.h"
#include "analysis/study/training.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

#define UNKNOWN ((double)NAN)

static void smoothing_is_a_weighted_mean(void **state)
{
    (void)state;
    struct training_point p[] = { { 0, 0, "a", 1, 4, 0, false },
                                  { 0, 1, "a", 1, UNKNOWN, 0, false },
                                  { 0, 3, "a", 1, 10, 0, false } };
    training_smooth(p, 3, .5);
    assert_near(p[0].smoothed, 4, 0);
    assert_true(isnan(p[1].smoothed));
    assert_near(p[2].smoothed, (10 + 4 * .125) / 1.125, 1e-15);
    training_smooth(p, 3, 0);
    assert_near(p[2].smoothed, 10, 0);
}

static void series_are_smoothed_apart(void **state)
{
    (void)state;
    struct training_list list = { 0 };
    training_add(&list, (struct training_point){ 0, 0, "a", 1, 1, 0, false });
    training_add(&list, (struct training_point){ 0, 1, "a", 1, 3, 0, false });
    training_add(&list, (struct training_point){ 0, 0, "b", 1, 100, 0, false });
    training_add(&list, (struct training_point){ 1, 0, "b", 1, 7, 0, false });
    training_smooth_all(&list, .5);
    assert_near(list.items[1].smoothed, 3.5 / 1.5, 1e-15);
    assert_near(list.items[2].smoothed, 100, 0);
    assert_near(list.items[3].smoothed, 7, 0);
    training_release(&list);
}

static void larger_steps_are_best(void **state)
{
    (void)state;
    struct training_list list = { 0 };
    training_add(&list, (struct training_point){ 0, 0, "mean_speedup", 1, UNKNOWN, 0, false });
    training_add(&list, (struct training_point){ 0, 1, "mean_speedup", 1, 2, 0, false });
    training_add(&list, (struct training_point){ 0, 2, "mean_speedup", 1, 2, 0, false });
    training_add(&list, (struct training_point){ 0, 3, "mean_speedup", 1, 1, 0, false });
    training_add(&list, (struct training_point){ 1, 0, "mean_speedup", 1, 9, 0, false });
    training_add(&list, (struct training_point){ 1, 0, "cheat", 1, 0, 0, false });
    training_add(&list, (struct training_point){ 1, 1, "cheat", 1, 1, 0, false });
    training_add(&list, (struct training_point){ 1, 0, "reward a", 1, -1, 0, false });
    training_add(&list, (struct training_point){ 1, 1, "reward a", 1, -2, 0, false });
    training_mark_best(&list);
    for (size_t i = 0; i < list.n; i++)
        assert_int_equal(list.items[i].is_best, i == 1 || i == 7);
    training_release(&list);
}

static struct study_rollout rollout(int step, bool compiled, bool correct, double speedup,
                                    double logprob)
{
    return (struct study_rollout){ .step = step,
                                   .compiled = compiled,
                                   .correct = correct,
                                   .speedup = speedup,
                                   .mean_logprob = logprob };
}

static void steps_of_a_study(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct study_rollout rollouts[] = {
        rollout(0, true, true, 4, -1),
        rollout(0, true, true, 1, -3),
        rollout(0, false, false, UNKNOWN, UNKNOWN),
        rollout(2000000000, true, false, UNKNOWN, -2),
    };
    struct study_cell cells[] = { { .count = 4 } };
    struct study_run runs[] = { { .name = "r", .n_cells = 1, .max_step = 2000000000 } };
    struct study s = { .n_runs = 1,
                       .n_cells = 1,
                       .n_rollouts = 4,
                       .runs = runs,
                       .cells = cells,
                       .rollouts = rollouts };
    struct training_list list = { 0 };
    training_from_study(&s, 0, (struct speed_rule){ 1, false, SPEED_MEAN }, &list, &arena);
    assert_int_equal(list.n, 14);
    assert_string_equal(list.items[0].metric, "compiled");
    assert_near(list.items[0].value, 2.0 / 3, 1e-15);
    assert_int_equal(list.items[0].n, 3);
    assert_int_equal(list.items[1].step, 2000000000);
    assert_string_equal(list.items[4].metric, "fast");
    assert_near(list.items[4].value, 1.0 / 3, 1e-15);
    assert_string_equal(list.items[6].metric, "geomean_speedup");
    assert_near(list.items[6].value, 2, 1e-15);
    assert_true(isnan(list.items[7].value));
    assert_int_equal(list.items[7].n, 0);
    assert_string_equal(list.items[8].metric, "mean_surprisal");
    assert_near(list.items[8].value, 2, 1e-15);
    assert_string_equal(list.items[10].metric, "mean_speedup");
    assert_near(list.items[10].value, 2.5, 1e-15);
    assert_string_equal(list.items[12].metric, "best_speedup");
    assert_near(list.items[12].value, 4, 1e-15);
    assert_true(isnan(list.items[13].value));
    training_release(&list);
    arena_release(&arena);
}

static void dollars(void **state)
{
    (void)state;
    struct cost_use u = { .rollouts = 4,
                          .correct = 2,
                          .prompt_tokens = 3e6,
                          .completion_tokens = 1e6,
                          .evaluate_seconds = 7200,
                          .wall_seconds = 3600 };
    struct cost_prices p = { 1, 10, UNKNOWN, 2, UNKNOWN };
    struct cost_dollars d = cost_of(&u, &p);
    assert_near(d.student, 13, 1e-15);
    assert_near(d.teacher, 0, 0); /* none used, so no price is needed */
    assert_near(d.seconds, 4, 1e-15);
    assert_near(d.total, 17, 1e-15);
    assert_near(d.per_correct, 8.5, 1e-15);
    p.wall_per_hour = 1;
    assert_near(cost_of(&u, &p).seconds, 5, 1e-15);
    u.teacher_tokens = 1;
    assert_true(isnan(cost_of(&u, &p).total));
    u.teacher_tokens = 0;
    u.correct = 0;
    assert_true(isnan(cost_of(&u, &p).per_correct));
    u.prompt_tokens = UNKNOWN;
    assert_true(isnan(cost_of(&u, &p).student));
}

static void uses_add_up(void **state)
{
    (void)state;
    struct cost_use a = { .rollouts = 1, .wall_seconds = 2, .from_ledger = true };
    const struct cost_use b = { .rollouts = 3, .wall_seconds = UNKNOWN, .n_untold = 2 };
    cost_add(&a, &b);
    assert_near(a.rollouts, 4, 0);
    assert_true(isnan(a.wall_seconds));
    assert_int_equal(a.n_untold, 2);
    assert_false(a.from_ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothing_is_a_weighted_mean),
        cmocka_unit_test(series_are_smoothed_apart),
        cmocka_unit_test(larger_steps_are_best),
        cmocka_unit_test(steps_of_a_study),
        cmocka_unit_test(dollars),
        cmocka_unit_test(uses_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
