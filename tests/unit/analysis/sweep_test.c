/* Values by hand; coverage of the median's interval by enumeration. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/stat/stat_special.h"
#include "analysis/study/failures.h"
#include "analysis/study/sweep.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

static void speedups_by_hand(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const struct sweep_sample s[] = { { 0, 0, 4 }, { 0, 0, 1 }, { 1, 0, .5 }, { 2, 0, 2 } };
    struct sweep_speedups v = sweep_summarise(s, 4, .95, &arena);
    assert_int_equal(v.n, 4);
    assert_int_equal(v.n_tasks, 3);
    assert_near(v.geomean, sqrt(2), 1e-15);
    assert_near(v.median, 1.5, 1e-15);
    assert_near(v.mean, 1.875, 1e-15);
    assert_near(v.min, .5, 0);
    assert_near(v.max, 4, 0);
    assert_true(v.geomean_ci.low < v.geomean && v.geomean_ci.high > v.geomean);
    assert_true(v.mean_ci.low > 0 && v.mean_ci.low < v.mean && v.mean_ci.high > v.mean);
    assert_true(isnan(v.median_ci.low)); /* samples of a task are not independent */
    arena_release(&arena);
}

static void one_task_has_no_interval(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const struct sweep_sample s[] = { { 5, 0, 2 }, { 5, 0, 8 } };
    struct sweep_speedups v = sweep_summarise(s, 2, .95, &arena);
    assert_near(v.geomean, 4, 1e-15);
    assert_true(isnan(v.geomean_ci.low) && isnan(v.mean_ci.high));
    v = sweep_summarise(NULL, 0, .95, &arena);
    assert_true(isnan(v.geomean) && isnan(v.min) && isnan(v.median_ci.low));
    arena_release(&arena);
}

/* Ranks for 95 %: 6 values give the extremes (96.875 %), 9 the second (96.09 %), 20 the sixth
 * (95.86 %), as in Conover's table of the sign test. */
static void median_ranks(void **state)
{
    (void)state;
    double x[20];
    for (int i = 0; i < 20; i++)
        x[i] = i + 1;
    assert_true(isnan(sweep_median_interval(x, 5, .95).low));
    assert_near(sweep_median_interval(x, 6, .95).low, 1, 0);
    assert_near(sweep_median_interval(x, 6, .95).high, 6, 0);
    assert_near(sweep_median_interval(x, 9, .95).low, 2, 0);
    assert_near(sweep_median_interval(x, 9, .95).high, 8, 0);
    assert_near(sweep_median_interval(x, 20, .95).low, 6, 0);
    assert_near(sweep_median_interval(x, 20, .95).high, 15, 0);
}

/* Over all 2^n patterns around the median; one rank further in would not do. */
static void median_covers(void **state)
{
    (void)state;
    for (int n = 6; n <= 14; n++) {
        double ranks[16];
        double held = 0;
        double inner = 0;
        for (int i = 0; i < n; i++)
            ranks[i] = i + 1;
        struct interval ci = sweep_median_interval(ranks, (size_t)n, .9);
        int low = (int)ci.low;
        for (unsigned set = 0; set < 1u << n; set++) {
            int below = __builtin_popcount(set);
            held += below >= low && n - below >= low ? 1 : 0;
            inner += below >= low + 1 && n - below >= low + 1 ? 1 : 0;
        }
        assert_true(held / (double)(1u << n) >= .9);
        assert_true(inner / (double)(1u << n) < .9);
    }
}

static const struct failure_count counts[] = {
    { "b", 1, 0, "measured", "", 3, NULL },       { "b", 2, 0, "compile", "", 1, "z" },
    { "b", 1, 1, "infra", "", 5, NULL },          { "a", 1, 0, "cheat", "no_op", 2, "m" },
    { "b", 1, 0, "compile", "", 2, "error: y" },  { "b", 2, 1, "measured", "", 4, NULL },
    { "a", 2, 0, "cheat", "copy_input", 1, "m" }, { "b", 1, 0, "pending", "", 1, NULL },
};

static void failures_are_added_up_in_order(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    size_t n = 0;
    struct failure_row *r = failures_tabulate(counts, ARRAY_LEN(counts), true, .95, &n, &arena);
    assert_int_equal(n, 7);
    assert_string_equal(r[0].group, "b");
    assert_string_equal(r[0].outcome, "compile");
    assert_int_equal(r[0].n, 3);
    assert_int_equal(r[0].scored, 6);
    assert_string_equal(r[0].message, "error: y");
    static const double hits[] = { 2, 1 }, of[] = { 5, 1 }; /* tasks 1 and 2 */
    assert_int_equal(r[0].interval, INTERVAL_STUDENT);
    assert_near(r[0].ci.high, stat_interval_share(hits, of, 2, .95).high, 0);
    assert_int_equal(r[1].stage, FAILURE_STAGE_NONE);
    assert_string_equal(r[2].outcome, "pending");
    assert_int_equal(r[3].scored, 4);
    assert_string_equal(r[5].cheat_kind, "copy_input");
    r = failures_tabulate(counts, ARRAY_LEN(counts), false, .95, &n, &arena);
    assert_int_equal(n, 6);
    assert_int_equal(r[0].step, FAILURES_ALL_STEPS);
    assert_int_equal(r[0].scored, 10);
    failures_tabulate(NULL, 0, true, .95, &n, &arena);
    assert_int_equal(n, 0);
    arena_release(&arena);
}

/* 3 of 6 against 0 of 4: scipy.stats.chi2_contingency([[3, 3], [0, 4]], correction=False). */
static void homogeneity_of_an_outcome(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    size_t n = 0;
    struct failure_row *r = failures_tabulate(counts, ARRAY_LEN(counts), true, .95, &n, &arena);
    struct stat_chi2 x = failures_homogeneity(r, n, "b", "compile", &arena);
    assert_near(x.chi2, 2.857142857142857, 1e-12);
    assert_int_equal(x.df, 1);
    assert_true(isnan(failures_homogeneity(r, n, "a", "cheat", &arena).p));
    arena_release(&arena);
}

static void outcomes_have_stages(void **state)
{
    (void)state;
    assert_int_equal(failure_stage_of("timeout"), FAILURE_STAGE_RUN);
    assert_int_equal(failure_stage_of("nan"), FAILURE_STAGE_RESULT);
    assert_int_equal(failure_stage_of("infra"), FAILURE_STAGE_UNSCORED);
    assert_int_equal(failure_stage_of("new"), FAILURE_STAGE_UNSCORED);
    assert_string_equal(failure_stage_name(FAILURE_STAGE_HONESTY), "cheat");
}

/* Ten samples of a task that is all right or all wrong say no more than one. */
static void rates_are_of_tasks(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    static const int64_t hits[] = { 10, 0, 10, 0, 0, 10, 0, 10, 0, 0, 0, 10 };
    static const int64_t one_hits[] = { 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1 };
    static const int64_t none[12] = { 0 };
    int64_t ten[12];
    int64_t ones[12];
    for (size_t t = 0; t < 12; t++) {
        ten[t] = 10;
        ones[t] = 1;
    }
    struct sweep_rate r = sweep_rate_of(&(struct sweep_counts){ hits, ten, 12, 1 }, .95, &arena);
    assert_int_equal(r.kind, INTERVAL_STUDENT);
    assert_near(r.ci.low, 0.17067537357468107, 1e-9); /* as shares_match */
    assert_near(r.ci.high, 0.712571032363988, 1e-9);
    r = sweep_rate_of(&(struct sweep_counts){ one_hits, ones, 12, 1 }, .95, &arena);
    assert_int_equal(r.kind, INTERVAL_WILSON);
    assert_near(r.ci.low, stat_interval_wilson(5, 12, .95).low, 0);
    r = sweep_rate_of(&(struct sweep_counts){ none, ten, 12, 1 }, .95, &arena);
    assert_near(r.ci.high, stat_interval_wilson(0, 12, .95).high, 0);
    r = sweep_rate_of(&(struct sweep_counts){ hits, ten, 1, 1 }, .95, &arena);
    assert_near(r.ci.low, stat_interval_wilson(1, 1, .95).low, 1e-12);
    arena_release(&arena);
}

static void medians_are_of_tasks(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct sweep_sample s[120];
    double values[12];
    for (size_t i = 0; i < 120; i++) {
        values[i / 10] = 1.0 + (double)(i / 10);
        s[i] = (struct sweep_sample){ i / 10, i % 10 / 5, values[i / 10] };
    }
    struct sweep_speedups v = sweep_summarise(s, 120, .95, &arena);
    struct interval as_one = sweep_median_interval(values, 12, .95);
    assert_int_equal(v.median_kind, INTERVAL_STUDENT);
    assert_true(v.median_ci.low <= as_one.low + 1 && v.median_ci.high >= as_one.high - 1);
    assert_int_equal(sweep_summarise(s, 90, .95, &arena).n_tasks, 9);
    assert_true(isnan(sweep_summarise(s, 90, .95, &arena).median_ci.low));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speedups_by_hand),
        cmocka_unit_test(one_task_has_no_interval),
        cmocka_unit_test(median_ranks),
        cmocka_unit_test(rates_are_of_tasks),
        cmocka_unit_test(medians_are_of_tasks),
        cmocka_unit_test(median_covers),
        cmocka_unit_test(failures_are_added_up_in_order),
        cmocka_unit_test(homogeneity_of_an_outcome),
        cmocka_unit_test(outcomes_have_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
