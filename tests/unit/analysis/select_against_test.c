/* One rule against another: by hand, and where both are the same. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/select/select_against.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

#define TASKS   6
#define RUNS    2
#define SAMPLES 2

/* In each cell the likelier of two samples is fast where bit (task, run) says so; the other is the
 * reverse, so confidence and surprisal pick opposite ones. */
static struct select_pool pool_of(unsigned fast, struct select_cell *cells,
                                  struct select_sample *samples, struct study *study)
{
    size_t n = 0;
    *study = (struct study){ .n_tasks = TASKS, .n_runs = RUNS };
    for (size_t r = 0; r < RUNS; r++) {
        for (size_t t = 0; t < TASKS; t++) {
            struct select_sample *x = samples + n * SAMPLES;
            bool likely_is_fast = (fast >> (t * RUNS + r) & 1U) != 0;
            for (size_t i = 0; i < SAMPLES; i++) {
                x[i] = (struct select_sample){ .correct = true,
                                               .speedup = (i == 0) == likely_is_fast ? 2.0 : 0.5 };
                for (size_t m = 0; m < MEASURE_COUNT; m++)
                    x[i].measures[m] = 0.0;
                x[i].measures[MEASURE_SPEEDUP] = x[i].speedup;
                x[i].measures[MEASURE_MEAN] = x[i].measures[MEASURE_SUM] = i == 0 ? -1.0 : -2.0;
            }
            cells[n++] = (struct select_cell){
                .run = r, .task = t, .n = SAMPLES, .n_correct = SAMPLES, .n_fast = 1, .samples = x
            };
        }
    }
    return (struct select_pool){ .study = study, .n_cells = n, .cells = cells };
}

static struct select_against against(unsigned fast, const char *rule, const char *other)
{
    struct select_cell cells[TASKS * RUNS];
    struct select_sample samples[TASKS * RUNS * SAMPLES];
    struct study study;
    struct select_pool pool = pool_of(fast, cells, samples, &study);
    struct select_options o = { .m = 3, .rule = { 1.0, false, SPEED_MEAN }, .level = .95 };
    struct select_against x;
    select_against_of(&pool, select_strategy_find(rule), select_strategy_find(other), &o, 1, &x);
    return x;
}

/* Confidence is right in both runs of four tasks, in one of the fifth and in none of the sixth:
 * shares 1, 1, 1, 1, .5, 0; differences 1, 1, 1, 1, 0, -1 from surprisal. */
static void by_hand(void **state)
{
    (void)state;
    static const double d[] = { 1, 1, 1, 1, 0, -1 };
    struct select_against x = against(0x1FF, "confidence-guided", "surprisal-guided");
    struct interval want = stat_interval_student(d, TASKS, .95);
    assert_int_equal(x.n_tasks, TASKS);
    assert_int_equal(x.n_cells, TASKS * RUNS);
    assert_int_equal(x.n_runs, RUNS);
    assert_near(x.fast[0], .75, 1e-12);
    assert_near(x.fast[1], .25, 1e-12);
    assert_near(x.difference, .5, 1e-12);
    assert_near(x.cohens_h, 2 * asin(sqrt(.75)) - 2 * asin(sqrt(.25)), 1e-12);
    assert_near(x.these_runs.low, want.low, 1e-12);
    assert_near(x.these_runs.high, fmin(1, want.high), 1e-12);
    /* Of 64 ways to flip: four 1, one -1 and a 0; sums of size 3 and more. */
    assert_near(x.flip.p, (2 * (1 + 5) * 2) / 64.0, 1e-12);
    assert_near(x.sd_runs[0], sqrt(2 * pow(1 / 12.0, 2)), 1e-12);
    assert_near(x.sd_runs[1], x.sd_runs[0], 1e-12);
    assert_true(x.new_runs.low <= x.these_runs.low && x.p_new_runs >= x.flip.p);
}

static void swapped_it_changes_its_sign(void **state)
{
    (void)state;
    for (unsigned fast = 0; fast < 4096; fast += 37) {
        struct select_against x = against(fast, "confidence-guided", "surprisal-guided");
        struct select_against y = against(fast, "surprisal-guided", "confidence-guided");
        assert_near(x.difference, -y.difference, 1e-12);
        assert_near(x.cohens_h, -y.cohens_h, 1e-12);
        assert_near(x.flip.p, y.flip.p, 0);
        assert_true(isnan(x.these_runs.low) == isnan(y.these_runs.low));
        if (!isnan(x.these_runs.low))
            assert_near(x.these_runs.low, -y.these_runs.high, 1e-12);
        struct select_against same = against(fast, "confidence-guided", "confidence-guided");
        assert_near(same.difference, 0, 0);
        assert_near(same.flip.p, 1, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(swapped_it_changes_its_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
