/*
 * stat_crossed_test.c - what runs have in common, against least squares with dummy variables and
 * traces of projections (numpy 1.24.2: lstsq, pinv; scipy 1.10.1: stats.f.sf), and by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/stat/stat_crossed.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

static struct stat_runs runs_of(const size_t *first, size_t n_tasks, const size_t *run,
                                const double *y, size_t n_runs)
{
    struct arena work = { 0 };
    const struct stat_cells cells = { n_tasks, first, run, y, n_runs };
    struct stat_runs out = stat_runs_of(&cells, &work);
    arena_release(&work);
    return out;
}

/* Cells are missing: a task with one run, another with two. */
static void lost_cells_are_adjusted_for(void **state)
{
    static const size_t first[] = { 0, 3, 5, 7, 10, 11 };
    static const size_t run[] = { 0, 1, 2, 0, 2, 1, 2, 0, 1, 2, 0 };
    static const double y[] = { .5, .75, .875, .25, .5, .625, .75, 0, .25, .125, 1 };
    static const size_t first_2[] = { 0, 3, 4, 5, 6, 8 };
    static const size_t run_2[] = { 0, 1, 2, 0, 1, 2, 0, 1 };
    static const double y_2[] = { .1, .3, .2, .9, .4, .6, .5, .8 };
    struct stat_runs r = runs_of(first, 5, run, y, 3);
    (void)state;
    assert_int_equal(r.n_runs, 3);
    assert_near(r.df, 2, 0);
    assert_near(r.spread, 0.006121114417989394, 1e-12);
    assert_near(r.raw, 0.006892278439153429, 1e-12);
    assert_near(r.these_tasks, 0.006892278439153429, 1e-12);
    assert_near(r.sd, 0.1316203203542624, 1e-12);
    assert_near(r.f, 8.93749999999983, 1e-9);
    assert_near(r.p, 0.033436734693878596, 1e-9);
    r = runs_of(first_2, 5, run_2, y_2, 4); /* a number that no cell has is no run */
    assert_int_equal(r.n_runs, 3);
    assert_near(r.spread, 0.006516666666666668, 1e-12);
    assert_near(r.raw, 0.007083333333333346, 1e-12);
    assert_near(r.these_tasks, 0.007083333333333346, 1e-12);
    assert_near(r.f, 12.499999999999753, 1e-9);
}

/* Two tasks and two runs: mean squares are squares of differences. */
static void two_by_two_by_hand(void **state)
{
    static const size_t first[] = { 0, 2, 4 };
    static const size_t run[] = { 0, 1, 0, 1 };
    static const double y[] = { .1, .5, .2, .8 };
    struct stat_runs r = runs_of(first, 2, run, y, 2);
    (void)state;
    double runs = 2 * (.5 * .5) / 2; /* run means .15 and .65 */
    double rest = (.1 - .5 - .2 + .8) * (.1 - .5 - .2 + .8) / 4;
    assert_near(r.raw, runs / 4, 1e-12);
    assert_near(r.spread, (runs - rest) / 4, 1e-12);
    assert_near(r.these_tasks, runs / 4, 1e-12);
    assert_near(r.f, runs / rest, 1e-12);
    /* New tasks and new runs: over tasks .01 with three degrees of freedom, over runs one: the
     * squares of both margins add up. */
    struct stat_error e = stat_crossed_new_tasks(.01, 4, &r, 1);
    double tasks = stat_student_quantile(.975, 3);
    double t_of_runs = stat_student_quantile(.975, 1);
    assert_near(stat_error_variance(e), .01 + r.spread, 1e-12);
    struct interval ci = stat_crossed_interval(.4, e, .95);
    assert_near(ci.high - .4, sqrt(tasks * tasks * .01 + t_of_runs * t_of_runs * (runs - rest) / 4),
                1e-12);
    for (double level = .5; level < 1; level = 1 - (1 - level) / 10) {
        double half = stat_crossed_half(e, level);
        assert_near(stat_crossed_p(half, e), 1 - level, 1e-9);
        assert_true(stat_crossed_holds(.999 * half, e, level));
        assert_false(stat_crossed_holds(1.001 * half, e, level));
    }
    /* Runs that differ no more than their cells let expect leave the t of the tasks. */
    r.spread = 0;
    e = stat_crossed_new_tasks(.01, 4, &r, 1);
    assert_near(stat_crossed_half(e, .95), tasks * .1, 1e-12);
    assert_true(stat_crossed_holds(.0999 * tasks, e, .95) &&
                !stat_crossed_holds(.1001 * tasks, e, .95));
}

static void runs_that_cannot_be_told_apart_are_unknown(void **state)
{
    static const size_t one_each[] = { 0, 1, 2 };
    static const size_t run[] = { 0, 1 };
    static const double y[] = { .1, .9 };
    static const size_t first[] = { 0, 2, 4 };
    static const size_t both[] = { 0, 1, 0, 1 };
    static const double alike[] = { .5, .5, .25, .25 };
    struct stat_runs r = runs_of(one_each, 2, run, y, 2);
    (void)state;
    assert_int_equal(r.n_runs, 2);
    assert_true(isnan(r.spread) && isnan(r.these_tasks) && isnan(r.p));
    assert_true(isnan(stat_error_variance(stat_crossed_new_tasks(.1, 2, &r, 1))));
    assert_true(isnan(stat_crossed_interval(.5, stat_crossed_these_tasks(&r, 1), .95).low));
    struct interval share = { .1, .9 };
    assert_true(isnan(stat_crossed_share(share, .5, 2, &r, .95).low));
    r = runs_of(one_each, 0, run, y, 2);
    assert_int_equal(r.n_runs, 0);
    assert_true(isnan(r.spread));
    /* Runs that are alike add nothing, and the interval stays. */
    r = runs_of(first, 2, both, alike, 2);
    assert_near(r.spread, 0, 0);
    assert_near(stat_crossed_share(share, .5, 2, &r, .95).low, .1, 0);
    assert_true(isnan(stat_crossed_interval(.5, stat_crossed_these_tasks(&r, 1), .95).low));
}

/* Wider, within 0 and 1, and an end at 0 stays. */
static void shares_are_widened_in_their_own_form(void **state)
{
    static const size_t first[] = { 0, 2, 4, 6 };
    static const size_t run[] = { 0, 1, 0, 1, 0, 1 };
    static const double y[] = { .1, .4, .2, .6, .3, .6 };
    struct stat_runs r = runs_of(first, 3, run, y, 2);
    struct interval ci = stat_crossed_share((struct interval){ .2, .6 }, .37, 3, &r, .95);
    (void)state;
    assert_true(r.spread > 0 && ci.low > 0 && ci.low < .2 && ci.high > .6 && ci.high < 1);
    ci = stat_crossed_share((struct interval){ 0, .6 }, .37, 3, &r, .95);
    assert_true(!(ci.low > 0) && ci.high > .6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_cells_are_adjusted_for),
        cmocka_unit_test(two_by_two_by_hand),
        cmocka_unit_test(runs_that_cannot_be_told_apart_are_unknown),
        cmocka_unit_test(shares_are_widened_in_their_own_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
