/* Intervals of shares over all small tables: 2 to 12 tasks, a few samples each. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/study/fastp.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

#define MOST_TASKS 12
#define SAMPLES    2

/* What the two samples of a task can be, by thresholds passed. */
struct kind {
    int passed[SAMPLES];
};

static const double speedups[] = { (double)NAN, 0.5, 2.0, 4.0 };
static const double thresholds[] = { 0.0, 1.0, 3.0, 9.0 };

static struct fastp_input table_of(const struct kind *kinds, const size_t *of, size_t n_tasks,
                                   struct fastp_sample *samples)
{
    size_t n = 0;
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t i = 0; i < SAMPLES; i++) {
            int passed = kinds[of[t]].passed[i];
            samples[n++] = (struct fastp_sample){ .problem = (uint32_t)t,
                                                  .compiled = true,
                                                  .correct = passed > 0,
                                                  .speedup = speedups[passed] };
        }
    }
    return (struct fastp_input){ .n_samples = n, .samples = samples, .n_problems = n_tasks };
}

static void check_curve(const struct fastp_input *in, struct fastp_options *o)
{
    struct arena a = { 0 };
    const struct fastp_point *x = fastp_curve(in, o, &a);
    for (size_t k = 0; k < o->n_p; k++) {
        assert_true(x[k].ci.low >= 0.0 && x[k].ci.high <= 1.0);
        assert_true(x[k].ci.low <= x[k].value && x[k].value <= x[k].ci.high);
        assert_true(x[k].ci.low < x[k].ci.high);
        assert_true(k == 0 || (x[k].ci.low <= x[k - 1].ci.low && x[k].ci.high <= x[k - 1].ci.high));
        /* Asked alone it is the same. */
        struct fastp_options alone = *o;
        alone.p = o->p + k;
        alone.n_p = 1;
        const struct fastp_point *y = fastp_curve(in, &alone, &a);
        assert_near(y->ci.low, x[k].ci.low, 0);
        assert_near(y->ci.high, x[k].ci.high, 0);
    }
    arena_release(&a);
}

/* The next non-descending choice of a kind for each task; false after the last. */
static bool next_table(size_t *of, size_t n_tasks, size_t n_kinds)
{
    size_t i = n_tasks;
    while (i > 0 && of[i - 1] == n_kinds - 1)
        i--;
    if (i == 0)
        return false;
    of[i - 1]++;
    for (size_t k = i; k < n_tasks; k++)
        of[k] = of[i - 1];
    return true;
}

static void walk_tables(size_t n_tasks, int most_passed, struct fastp_options *o, size_t *count)
{
    struct kind kinds[16];
    struct fastp_sample samples[MOST_TASKS * SAMPLES];
    size_t of[MOST_TASKS] = { 0 };
    size_t n_kinds = 0;
    for (int i = 0; i <= most_passed; i++) {
        for (int j = i; j <= most_passed; j++)
            kinds[n_kinds++] = (struct kind){ { i, j } };
    }
    do {
        struct fastp_input in = table_of(kinds, of, n_tasks, samples);
        check_curve(&in, o);
        (*count)++;
    } while (next_table(of, n_tasks, n_kinds));
}

static void limits_fall_with_p_in_all_small_tables(void **state)
{
    (void)state;
    size_t count = 0;
    for (int pooled = 0; pooled < 2; pooled++) {
        for (size_t n_tasks = 2; n_tasks <= MOST_TASKS; n_tasks++) {
            struct fastp_options o = { .p = thresholds,
                                       .n_p = 4,
                                       .interval = INTERVAL_WILSON,
                                       .level = .95,
                                       .pooled = pooled == 1,
                                       .replicates = 20,
                                       .threads = 1 };
            walk_tables(n_tasks, n_tasks <= 5 ? 3 : n_tasks <= 9 ? 2 : 1, &o, &count);
        }
    }
    assert_true(count > 10000);
}

/* The table of n tasks of m samples, of which the first c tasks show one success. */
static struct interval rare(size_t n_tasks, size_t m, size_t c)
{
    double y[MOST_TASKS] = { 0 }, n[MOST_TASKS];
    for (size_t t = 0; t < n_tasks; t++) {
        n[t] = (double)m;
        y[t] = t < c ? 1.0 : 0.0;
    }
    return stat_interval_share(y, n, n_tasks, .95);
}

static void one_success_is_hardly_more_than_none(void **state)
{
    (void)state;
    for (size_t n_tasks = 2; n_tasks <= MOST_TASKS; n_tasks++) {
        for (size_t m = 1; m <= 64; m *= 2) {
            double none = rare(n_tasks, m, 0).high;
            double one = rare(n_tasks, m, 1).high;
            assert_near(none, stat_interval_wilson(0, (int64_t)n_tasks, .95).high, 1e-12);
            assert_true(one > none && one - none < 2.0 / (double)(n_tasks * m));
            assert_true(rare(n_tasks, m, 1).low > 0.0);
            if (m >= 16) /* tasks that agree narrow it */
                assert_true(rare(n_tasks, m, n_tasks).high < none + 1.0 / (double)m);
        }
    }
}

/* A success less is a failure more. */
static void successes_and_failures_mirror(void **state)
{
    (void)state;
    static const double of[] = { 4, 4, 4, 4 };
    double y[4], z[4];
    for (int code = 0; code < 625; code++) {
        for (int t = 0, rest = code; t < 4; t++, rest /= 5) {
            y[t] = rest % 5;
            z[t] = 4 - y[t];
        }
        struct interval a = stat_interval_share(y, of, 4, .95);
        struct interval b = stat_interval_share(z, of, 4, .95);
        assert_near(a.low, 1.0 - b.high, 1e-12);
        assert_near(a.high, 1.0 - b.low, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_fall_with_p_in_all_small_tables),
        cmocka_unit_test(one_success_is_hardly_more_than_none),
        cmocka_unit_test(successes_and_failures_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
