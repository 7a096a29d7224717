/*
 * Published counts of one adaptation (five tasks, 32 samples a step); chi-square by SciPy 1.10.1,
 * flat null by convolution and simulation elsewhere.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/study/trajectory.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

enum { STEPS = 6, TASKS = 5 };

static const int64_t published[STEPS][TASKS] = {
    { 3, 1, 32, 12, 12 }, { 9, 5, 32, 7, 11 }, { 15, 2, 32, 6, 13 },
    { 8, 1, 32, 7, 10 },  { 7, 1, 32, 5, 13 }, { 8, 3, 32, 13, 10 },
};
static const int steps[STEPS] = { 0, 1, 2, 3, 4, 5 };
static const char *const tasks[TASKS] = { "l1/4", "l1/5", "l1/12", "l1/14", "l1/15" };

static struct trajectory published_trajectory(struct arena *a, int patience)
{
    struct count *counts = arena_array(a, (size_t)STEPS * TASKS, sizeof(*counts));
    for (size_t s = 0; s < STEPS; s++) {
        for (size_t t = 0; t < TASKS; t++)
            counts[s * TASKS + t] = (struct count){ 32, published[s][t] };
    }
    struct trajectory_options o = { .patience = patience };
    struct trajectory x;
    struct err err = { 0 };
    assert_int_equal(trajectory_from_counts(steps, STEPS, tasks, TASKS, counts, &o, a, &x, &err),
                     0);
    return x;
}

static void published_aggregates(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct trajectory x = published_trajectory(&a, 1);
    static const double want[STEPS] = { .375, .4, .425, .3625, .3625, .4125 };
    for (size_t s = 0; s < STEPS; s++)
        assert_near(x.aggregate[s], want[s], 1e-15);
    assert_int_equal(x.boa, 2);
    assert_near(x.aggregate[x.boa], .425, 1e-15);
    assert_int_equal(x.pooled[2].c, 68);
    assert_int_equal(x.pooled[2].n, 160);
    arena_release(&a);
}

static void flat_null_of_the_published_run(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct trajectory x = published_trajectory(&a, 1);
    assert_near(x.chi2, 2.400394225328977, 1e-12);
    assert_int_equal(x.chi2_df, 5);
    assert_near(x.chi2_p, 0.7914154112111695, 1e-12);
    assert_int_equal(x.flat_engine, TRAJECTORY_EXACT);
    assert_true(fabs(x.flat_max - .427) < .0005);
    assert_true(fabs(x.flat_p_max - .58) < .005);
    assert_near(x.flat_mean, 374.0 / 960, 1e-12);
    assert_true(x.flat_low < x.flat_mean && x.flat_mean < x.flat_high);
    arena_release(&a);
}

static void early_stopping(void **state)
{
    (void)state;
    static const struct {
        int patience;
        bool stopped;
        size_t stop;
    } cases[] = { { 1, true, 3 }, { 2, false, 5 }, { 0, false, 5 } };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct trajectory x = published_trajectory(&a, cases[i].patience);
        assert_int_equal(x.stopped, cases[i].stopped);
        assert_int_equal(x.stop, cases[i].stop);
        assert_int_equal(x.stop_boa, 2);
        arena_release(&a);
    }
}

static void per_task_oracle(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct trajectory x = published_trajectory(&a, 1);
    static const size_t want[TASKS] = { 2, 1, 0, 5, 2 };
    for (size_t t = 0; t < TASKS; t++)
        assert_int_equal(x.task_oracle_step[t], want[t]);
    assert_near(x.oracle, (15 + 5 + 32 + 13 + 13) / 160.0, 1e-15);
    arena_release(&a);
}

static void first_of_equal_peaks_wins(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 10, 4 }, { 10, 7 }, { 10, 7 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    assert_int_equal(trajectory_from_counts(steps, 3, tasks, 1, counts, &o, &a, &x, NULL), 0);
    assert_int_equal(x.boa, 1);
    assert_false(x.stopped);
    arena_release(&a);
}

/* Two steps of one coin: the maximum is 1 unless both fail. */
static void flat_null_by_hand(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 1, 0 }, { 1, 1 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    assert_int_equal(trajectory_from_counts(steps, 2, tasks, 1, counts, &o, &a, &x, NULL), 0);
    assert_near(x.flat_max, .75, 1e-15);
    assert_near(x.flat_p_max, .75, 1e-15);
    arena_release(&a);
}

static void unequal_samples_use_monte_carlo(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 1, 0 }, { 2, 2 }, { 1, 1 }, { 2, 0 } };
    struct trajectory_options o = { .patience = 1, .replicates = 4000 };
    struct trajectory x;
    struct trajectory again;
    assert_int_equal(trajectory_from_counts(steps, 2, tasks, 2, counts, &o, &a, &x, NULL), 0);
    assert_int_equal(trajectory_from_counts(steps, 2, tasks, 2, counts, &o, &a, &again, NULL), 0);
    assert_int_equal(x.flat_engine, TRAJECTORY_MONTE_CARLO);
    assert_near(x.flat_max, again.flat_max, 0);
    assert_near(x.flat_mean, .5, 1e-12);
    assert_true(x.flat_max > .5 && x.flat_max < 1);
    arena_release(&a);
}

static void nothing_sampled_is_refused(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 0, 0 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    struct err err = { 0 };
    assert_int_equal(trajectory_from_counts(steps, 1, tasks, 1, counts, &o, &a, &x, &err),
                     ERR_NODATA);
    arena_release(&a);
}

static void constant_outcomes_have_no_chi2(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 8, 0 }, { 8, 0 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    assert_int_equal(trajectory_from_counts(steps, 2, tasks, 1, counts, &o, &a, &x, NULL), 0);
    assert_true(isnan(x.chi2_p));
    assert_int_equal(x.boa, 0);
    assert_near(x.flat_p_max, 1, 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_aggregates),
        cmocka_unit_test(flat_null_of_the_published_run),
        cmocka_unit_test(early_stopping),
        cmocka_unit_test(per_task_oracle),
        cmocka_unit_test(first_of_equal_peaks_wins),
        cmocka_unit_test(flat_null_by_hand),
        cmocka_unit_test(unequal_samples_use_monte_carlo),
        cmocka_unit_test(nothing_sampled_is_refused),
        cmocka_unit_test(constant_outcomes_have_no_chi2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
