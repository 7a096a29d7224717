/*
 * equivalent_k_test.c - the curve of the base by plain products, its inverse by halving, replicates
 * against every number of fast samples, and bounds with all that is missing fast or failed.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/compare/compare_value.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/stat/stat_special.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

static const struct speed_rule faster = { .p = 1 };

#define WITHOUT EQUIVALENT_WITHOUT_REPLACEMENT
#define WITH    EQUIVALENT_WITH_REPLACEMENT

static double miss(struct count cell, double k, enum equivalent_draws how)
{
    double all = 1;
    if (how == WITH)
        return k > 0 ? pow(1 - (double)cell.c / (double)cell.n, k) : 1;
    for (int64_t j = 0; j < cell.c; j++)
        all *= fmax(0, 1 - k / (double)(cell.n - j));
    return all;
}

static double curve(const struct equivalent_task *tasks, size_t n_tasks, double k,
                    enum equivalent_draws how)
{
    double value = 0;
    for (size_t t = 0; t < n_tasks; t++)
        for (size_t i = 0; i < tasks[t].n_base; i++)
            value += (1 - miss(tasks[t].base[i], k, how)) / (double)tasks[t].n_base;
    return value / (double)n_tasks;
}

/* The smallest K with that level, by halving. */
static double inverse(const struct equivalent_task *tasks, size_t n_tasks, double y, double k_max,
                      enum equivalent_draws how)
{
    double low = 0, high = k_max;
    for (int i = 0; i < 100; i++) {
        double k = (low + high) / 2;
        *(curve(tasks, n_tasks, k, how) < y - 1e-15 ? &low : &high) = k;
    }
    return high;
}

/* Sizes that differ, from none to all fast; more than one cell a task. */
static const struct count few[] = { { 9, 5 }, { 12, 1 }, { 9, 9 } };
static const struct count one[] = { { 20, 13 } };
static const struct count none[] = { { 9, 0 }, { 9, 3 } };
static const struct equivalent_task three[] = { { few, 3, NULL, 0 },
                                                { one, 1, NULL, 0 },
                                                { none, 2, NULL, 0 } };

static void curves_are_means_of_products(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 3; n++)
        for (double k = 0; k <= 9; k += .125) {
            assert_near(equivalent_k_curve(three, n, k, WITHOUT), curve(three, n, k, WITHOUT),
                        1e-12);
            assert_near(equivalent_k_curve(three, n, k, WITH), curve(three, n, k, WITH), 1e-12);
        }
}

static void levels_are_inverted(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 3; n++)
        for (int how = 0; how < 2; how++) {
            enum equivalent_draws draws = how == 0 ? WITHOUT : WITH;
            double top = curve(three, n, 9, draws);
            for (int i = 1; i < 20; i++) {
                struct equivalent_value v = equivalent_k_invert(three, n, top * i / 20, 9, draws);
                assert_near(v.k - inverse(three, n, top * i / 20, 9, draws), 0, 1e-9);
                assert_false(v.censored || v.saturated);
            }
            struct equivalent_value v = equivalent_k_invert(three, n, top + 1e-9, 9, draws);
            assert_true(v.censored && !v.saturated);
            assert_near(v.k, 9, 0);
            v = equivalent_k_invert(three, n, top, 9, draws);
            assert_true(v.saturated && !v.censored);
            assert_near(v.k - inverse(three, n, top, 9, draws), 0, 1e-6);
            v = equivalent_k_invert(three, n, 0, 9, draws);
            assert_near(v.k, 0, 0);
            v = equivalent_k_invert(three, n, (double)NAN, 9, draws);
            assert_true(isnan(v.k) && !v.censored && !v.saturated);
        }
    /* On a plateau K is where it begins. */
    static const struct count all[] = { { 4, 4 } }, nothing[] = { { 4, 0 } };
    const struct equivalent_task plateau[] = { { all, 1, NULL, 0 }, { nothing, 1, NULL, 0 } };
    struct equivalent_value v = equivalent_k_invert(plateau, 2, .5, 4, WITHOUT);
    assert_near(v.k, 1, 1e-12);
    assert_true(v.saturated);
    assert_string_equal(equivalent_kind_name(EQUIVALENT_POLICY), "policy");
    assert_string_equal(equivalent_kind_name(EQUIVALENT_BUDGET), "budget");
}

/* ---- of runs ---- */

#define RUNS 2

static struct study two_runs(struct arena *a, size_t n_tasks, int k)
{
    const struct run_shape shapes[] = { { "base", "best-of-n", 1, 1, k },
                                        { "method", "best-of-n", 2, 1, k } };
    return build_study(a, shapes, RUNS, n_tasks);
}

static const size_t runs[] = { 0, 1 };

static void equivalent(const struct study *s, const struct equivalent_options *o,
                       struct equivalent_k e[2])
{
    struct run_set base = { s, runs, 1 }, method = { s, runs + 1, 1 };
    struct err err = { 0 };
    if (equivalent_k(&base, &method, o, e, &err) < 0)
        fail_msg("%s", err.msg);
}

static void runs_have_levels_and_budgets(void **state)
{
    static const int fast[2][3] = { { 1, 2, 0 }, { 3, 4, 1 } };
    struct arena a = { 0 };
    struct study s = two_runs(&a, 3, 8);
    struct equivalent_k e[2];
    struct count cells[3];
    struct equivalent_task of[3];
    const struct equivalent_options o = { .rule = faster, .level = .95, .replicates = 50 };
    (void)state;
    for (size_t t = 0; t < 3; t++) {
        fill_cell(&s, 0, t, 0, fast[0][t], 1);
        fill_cell(&s, 1, t, 0, fast[1][t], 1);
        cells[t] = (struct count){ 8, fast[0][t] };
        of[t] = (struct equivalent_task){ &cells[t], 1, NULL, 0 };
    }
    equivalent(&s, &o, e);
    assert_int_equal(e[0].kind, EQUIVALENT_POLICY);
    assert_int_equal(e[1].kind, EQUIVALENT_BUDGET);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(e[i].n_tasks, 3);
        assert_int_equal(e[i].replicates, 50);
        assert_near(e[i].k_max, 8, 0);
        assert_near(e[i].rollouts, 8, 0);
        for (int k = 0; k < 2; k++)
            assert_int_equal(
                e[i].missing[k].undecided + e[i].missing[k].undrawn + e[i].missing[k].timeouts, 0);
        assert_near(e[i].if_lowest.k, e[i].value.k, 1e-12);
        assert_near(e[i].if_highest.k, e[i].value.k, 1e-12);
    }
    assert_near(e[0].y, 8.0 / 24, 1e-15);
    assert_near(e[0].y_in_sample, 8.0 / 24, 1e-15);
    assert_near(e[0].base_y, 3.0 / 24, 1e-15);
    assert_near(e[0].value.k, inverse(of, 3, 8.0 / 24, 8, WITHOUT), 1e-9);
    assert_near(e[0].with_replacement.k, inverse(of, 3, 8.0 / 24, 8, WITH), 1e-9);
    assert_near(e[0].efficiency, e[0].value.k / 8, 1e-15);
    assert_false(e[0].value.censored || e[0].value.saturated);
    /* The best of eight: the method finds one in every task, the base in two. */
    assert_near(e[1].y, 1, 0);
    assert_true(isnan(e[1].y_in_sample));
    assert_near(e[1].base_y, 2.0 / 3, 1e-15);
    assert_true(e[1].value.censored);
    assert_near(e[1].value.k, 8, 0);
    assert_true(isnan(e[1].efficiency));
    assert_near(e[1].share_censored, 1, .3);
    arena_release(&a);
}

/* Neither side has a fast sample: any K gives as much. */
static void nothing_equals_any_number(void **state)
{
    struct arena a = { 0 };
    struct study s = two_runs(&a, 2, 4);
    struct equivalent_k e[2];
    const struct equivalent_options o = { .rule = faster, .level = .95, .replicates = 10 };
    (void)state;
    equivalent(&s, &o, e);
    for (int i = 0; i < 2; i++) {
        const double values[] = { e[i].value.k,     e[i].with_replacement.k, e[i].low.k,
                                  e[i].high.k,      e[i].share_below_1,      e[i].share_censored,
                                  e[i].if_lowest.k, e[i].if_highest.k };
        for (size_t k = 0; k < ARRAY_LEN(values); k++)
            assert_true(isnan(values[k]));
        assert_near(e[i].y, 0, 0);
        assert_near(e[i].base_y, 0, 0);
        assert_false(e[i].value.censored || e[i].value.saturated || e[i].low.censored ||
                     e[i].high.censored || e[i].if_lowest.censored || e[i].if_lowest.saturated);
    }
    /* What is missing, of either side, might have been fast. */
    for (size_t cell = 0; cell < 4; cell += 3) {
        s.cells[cell].n_unscored = 1;
        equivalent(&s, &o, e);
        assert_true(isnan(e[0].value.k));
        assert_true(e[0].if_lowest.k >= 0);
        assert_int_equal(e[0].missing[cell / 3].undecided, 1);
        assert_int_equal(e[0].missing[1 - cell / 3].undecided, 0);
        s.cells[cell].n_unscored = 0;
    }
    s.rollouts[s.cells[2].first].timed_out = true;
    equivalent(&s, &o, e);
    assert_true(e[0].if_highest.k >= 0);
    assert_int_equal(e[0].missing[1].timeouts, 1);
    arena_release(&a);
}

/* Base 2 of 4, method 3 of 4; a base sample is without a verdict and one failed by time. */
static void what_is_missing_moves_k_both_ways(void **state)
{
    struct arena a = { 0 };
    struct study s = two_runs(&a, 1, 4);
    struct equivalent_k e[2];
    const struct equivalent_options o = { .rule = faster, .level = .95, .replicates = 10 };
    (void)state;
    fill_cell(&s, 0, 0, 0, 2, 0);
    fill_cell(&s, 1, 0, 0, 3, 0);
    s.cells[0].n_unscored = 1;
    s.rollouts[3].timed_out = true;
    const struct count lucky[] = { { 5, 4 } }, unlucky[] = { { 5, 2 } }, plain[] = { { 4, 2 } };
    const struct equivalent_task best = { lucky, 1, NULL, 0 }, worst = { unlucky, 1, NULL, 0 },
                                 as_is = { plain, 1, NULL, 0 };
    equivalent(&s, &o, e);
    assert_near(e[0].value.k, inverse(&as_is, 1, .75, 4, WITHOUT), 1e-9);
    assert_near(e[0].if_lowest.k, inverse(&best, 1, .75, 5, WITHOUT), 1e-9);
    assert_near(e[0].if_highest.k, inverse(&worst, 1, .75, 5, WITHOUT), 1e-9);
    assert_int_equal(e[0].missing[0].undecided, 1);
    assert_int_equal(e[0].missing[0].timeouts, 1);
    assert_int_equal(e[0].missing[0].undrawn, 0);
    /* The method's own: three of five at least, four at most. */
    s.cells[1].n_unscored = 1;
    equivalent(&s, &o, e);
    assert_near(e[0].if_lowest.k, inverse(&best, 1, .6, 5, WITHOUT), 1e-9);
    assert_near(e[0].if_highest.k, inverse(&worst, 1, .8, 5, WITHOUT), 1e-9);
    /* Samples that were asked for and never drawn are missing, too. */
    s.cells[1].n_unscored = 0;
    s.runs[1].k = 6;
    equivalent(&s, &o, e);
    assert_int_equal(e[0].missing[1].undrawn, 2);
    assert_near(e[0].if_lowest.k, inverse(&best, 1, .5, 5, WITHOUT), 1e-9);
    arena_release(&a);
}

/* Both sides are redrawn: of one task with two samples each there are nine outcomes. */
static void replicates_against_every_outcome(void **state)
{
    static const double chance[] = { .25, .5, .25 };
    struct arena a = { 0 };
    struct study s = two_runs(&a, 1, 2);
    struct equivalent_k e[2];
    const struct equivalent_options o = { .rule = faster, .level = .95, .seed = 4, .threads = 1 };
    double below = 0, censored = 0;
    (void)state;
    fill_cell(&s, 0, 0, 0, 1, 0);
    fill_cell(&s, 1, 0, 0, 1, 0);
    for (int64_t base = 0; base <= 2; base++)
        for (int64_t method = 0; method <= 2; method++) {
            const struct count cell[] = { { 2, base } };
            const struct equivalent_task task = { cell, 1, NULL, 0 };
            double y = (double)method / 2, top = curve(&task, 1, 2, WITHOUT);
            double k = inverse(&task, 1, y, 2, WITHOUT);
            /* What the last sample alone gives is an answer, a plateau before it is none. */
            bool open = y > top + 1e-9 || (y > top - 1e-9 && k < 2 - 1e-5 && y > 0);
            censored += open ? chance[base] * chance[method] : 0;
            below += !open && k < 1 - 1e-9 ? chance[base] * chance[method] : 0;
        }
    equivalent(&s, &o, e);
    assert_int_equal(e[0].replicates, 2000);
    assert_near(e[0].share_below_1, below, .1);
    assert_near(e[0].share_censored, censored, .1);
    assert_near(e[0].share_below_1 * 2000, round(e[0].share_below_1 * 2000), 1e-9);
    arena_release(&a);
}

/* Two runs on either side: a task's cells count as much as each other. */
static void several_runs_are_averaged_by_task(void **state)
{
    const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 4 },
                                        { "b", "best-of-n", 2, 1, 6 },
                                        { "c", "best-of-n", 1, 1, 4 },
                                        { "d", "best-of-n", 2, 1, 8 } };
    static const int fast[4][2] = { { 1, 0 }, { 2, 1 }, { 2, 1 }, { 8, 2 } };
    static const size_t four[] = { 0, 1, 2, 3 };
    struct arena a = { 0 };
    struct study s = build_study(&a, shapes, 4, 2);
    struct run_set base = { &s, four, 2 }, method = { &s, four + 2, 2 };
    const struct equivalent_options o = { .rule = faster, .level = .95, .replicates = 10 };
    struct equivalent_k e[2];
    struct count cells[2][2] = { { { 4, 1 }, { 6, 2 } }, { { 4, 0 }, { 6, 1 } } };
    const struct equivalent_task of[] = { { cells[0], 2, NULL, 0 }, { cells[1], 2, NULL, 0 } };
    (void)state;
    for (size_t r = 0; r < 4; r++)
        for (size_t t = 0; t < 2; t++)
            fill_cell(&s, r, t, 0, fast[r][t], 0);
    s.cells[7].n_unscored = 3;
    assert_int_equal(equivalent_k(&base, &method, &o, e, NULL), 0);
    double y = ((.5 + 1) / 2 + (.25 + .25) / 2) / 2;
    assert_near(e[0].y, y, 1e-15);
    assert_near(e[0].base_y, ((.25 + 2.0 / 6) / 2 + 1.0 / 12) / 2, 1e-12);
    assert_near(e[0].k_max, 4, 0);
    assert_near(e[0].rollouts, 6, 0);
    assert_int_equal(e[0].missing[1].undecided, 3);
    assert_near(e[0].value.k, inverse(of, 2, y, 4, WITHOUT), 1e-9);
    /* The best of four, the least number of rollouts in a cell. */
    double best = 1 + (1 + 1 - miss((struct count){ 8, 2 }, 4, WITHOUT)) / 2;
    assert_near(e[1].y, best / 2, 1e-12);
    assert_near(e[1].rollouts, 4, 0);
    arena_release(&a);
}

static void groups_without_a_task_in_common_are_refused(void **state)
{
    struct arena a = { 0 };
    struct study s = two_runs(&a, 1, 2);
    struct run_set base = { &s, runs, 1 }, method = { &s, runs + 1, 1 };
    const struct equivalent_options o = { .rule = faster, .level = .95 };
    struct equivalent_k e[2] = { { .n_tasks = 77 }, { .n_tasks = 77 } };
    struct err err = { 0 };
    (void)state;
    s.cells[1].count = 0;
    assert_int_equal(equivalent_k(&base, &method, &o, e, &err), ERR_NODATA);
    assert_string_equal(err.msg, "base and method share no task with scored rollouts");
    assert_int_equal(e[0].n_tasks, 77);
    arena_release(&a);
}

/* ---- bounds ---- */

/* Tasks of one run, of three and of two, in every order. */
static void the_order_of_tasks_says_nothing(void **state)
{
    static const struct count base[] = {
        { 8, 2 }, { 8, 3 }, { 8, 5 }, { 8, 1 }, { 8, 4 }, { 8, 4 }
    };
    static const struct equivalent_share method[] = {
        { .value = 0.5, .part = 0.5, .n = 8 },     { .value = 0.75, .part = 0.75, .n = 8 },
        { .value = 0.625, .part = 0.625, .n = 8 }, { .value = 0.25, .part = 0.25, .n = 8 },
        { .value = 0.5, .part = 0.5, .n = 8 },     { .value = 0.875, .part = 0.875, .n = 8 },
    };
    static const size_t orders[][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                        { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    const struct equivalent_task tasks[] = { { base, 1, method, 1 },
                                             { base + 1, 3, method + 1, 3 },
                                             { base + 4, 2, method + 4, 2 } };
    (void)state;
    for (int new_tasks = 0; new_tasks < 2; new_tasks++) {
        struct equivalent_value low[ARRAY_LEN(orders)], high[ARRAY_LEN(orders)];
        for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
            struct equivalent_task ordered[3];
            for (size_t t = 0; t < 3; t++)
                ordered[t] = tasks[orders[i][t]];
            struct equivalent_k e = { .n_tasks = 3, .k_max = 64 };
            equivalent_interval(
                ordered, &(struct equivalent_options){ .level = 0.95, .new_tasks = new_tasks == 1 },
                1, &e);
            low[i] = e.low_these;
            high[i] = e.high_these;
            assert_false(isnan(low[i].k) || isnan(high[i].k));
            assert_near(low[i].k, low[0].k, 1e-9);
            assert_near(high[i].k, high[0].k, 1e-6);
            assert_int_equal(low[i].censored, low[0].censored);
            assert_int_equal(high[i].censored, high[0].censored);
        }
    }
}

/* ---- the ends of an interval again ---- */

enum spread { OVER_TASKS, OVER_ROLLOUTS };

static double spread_of(const double *x, size_t n)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    return squares / (double)(n - 1);
}

/* Of a cell that is drawn again, with a rate that is neither 0 nor 1. */
static double spread_of_draws(struct count cell, double k)
{
    double rate = ((double)cell.c + .5) / ((double)cell.n + 1), mean = 0, squares = 0;
    for (int64_t c = 0; c <= cell.n; c++) {
        double chance = exp(lgamma((double)cell.n + 1) - lgamma((double)c + 1) -
                            lgamma((double)(cell.n - c) + 1)) *
                        pow(rate, (double)c) * pow(1 - rate, (double)(cell.n - c));
        double found = 1 - miss((struct count){ cell.n, c }, k, WITHOUT);
        mean += chance * found;
        squares += chance * found * found;
    }
    return squares - mean * mean;
}

/* What the base has at k beyond the method, and how far off that may be. */
static void difference_again(const struct equivalent_task *tasks, size_t n, enum spread how,
                             double level, double k, double *mean, double *reach)
{
    double parts[8], variance = 0, quantile = stat_normal_quantile((1 + level) / 2);
    *mean = 0;
    for (size_t t = 0; t < n; t++) {
        const struct equivalent_task *task = &tasks[t];
        double found[8], nb = (double)task->n_base, nm = (double)task->n_method;
        double value = 0, draws = 0;
        parts[t] = 0;
        for (size_t i = 0; i < task->n_base; i++) {
            found[i] = 1 - miss(task->base[i], k, WITHOUT);
            value += found[i] / nb;
            parts[t] += found[i] / nb;
            draws += spread_of_draws(task->base[i], k) / nb / nb;
        }
        for (size_t i = 0; i < task->n_method; i++) {
            const struct equivalent_share *x = &task->method[i];
            double rate = (x->value * (double)x->n + .5) / ((double)x->n + 1);
            parts[t] -= x->part / nm;
            value -= x->value / nm;
            draws += x->n > 0 ? rate * (1 - rate) / (double)x->n / nm / nm : 0;
        }
        *mean += value / (double)n;
        if (how == OVER_ROLLOUTS) {
            variance += draws;
        }
    }
    if (how == OVER_TASKS) {
        variance = (double)n * spread_of(parts, n);
        quantile = stat_student_quantile((1 + level) / 2, (double)n - 1);
    }
    *reach = quantile * sqrt(variance) / (double)n;
}

static void ends_are_where_the_difference_is_told(void **state)
{
    static const struct count base[] = { { 16, 2 }, { 16, 3 }, { 16, 5 }, { 20, 4 }, { 16, 1 },
                                         { 16, 6 }, { 16, 3 }, { 18, 4 }, { 16, 2 }, { 16, 4 } };
    static const struct equivalent_share method[] = {
        { .value = .5, .part = .45, .n = 8 },  { .value = .75, .part = .7, .n = 12 },
        { .value = .625, .part = .6, .n = 8 }, { .value = .25, .part = .3, .n = 8 },
        { .value = .5, .part = .5, .n = 0 },   { .value = .875, .part = .8, .n = 8 },
        { .value = .375, .part = .3, .n = 8 }, { .value = .5, .part = .55, .n = 10 },
        { .value = .625, .part = .5, .n = 8 },
    };
    const struct equivalent_task several[] = { { base, 3, method, 2 },
                                               { base + 3, 2, method + 2, 3 },
                                               { base + 5, 3, method + 5, 2 },
                                               { base + 8, 2, method + 7, 2 } };
    const struct equivalent_task lone[] = { { base, 3, method, 2 },
                                            { base + 3, 2, method + 2, 3 },
                                            { base + 5, 1, method + 5, 2 } };
    const struct {
        const struct equivalent_task *tasks;
        size_t n;
        bool new_tasks;
        enum spread how;
        double level;
    } cases[] = {
        { several, 4, false, OVER_ROLLOUTS, .8 }, { several, 4, true, OVER_TASKS, .8 },
        { several, 3, true, OVER_TASKS, .8 },     { lone, 3, false, OVER_ROLLOUTS, .95 },
        { lone, 3, false, OVER_ROLLOUTS, .8 },    { lone, 3, true, OVER_TASKS, .7 },
        { several, 3, false, OVER_ROLLOUTS, .9 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        double mean, reach;
        struct equivalent_k e = { .n_tasks = cases[i].n, .k_max = 16 };
        const struct equivalent_options o = { .level = cases[i].level,
                                              .new_tasks = cases[i].new_tasks };
        equivalent_interval(cases[i].tasks, &o, 4, &e);
        struct equivalent_value low = e.low_these, high = e.high_these;
        /* For new runs it is wider. */
        assert_true(!(e.low.k > low.k) && (e.high.censored || !(e.high.k < high.k)));
        assert_true(low.k > .1 && high.k < 15.9 && low.k < 4 && high.k > 4);
        assert_false(low.censored || low.saturated || high.censored || high.saturated);
        for (int side = -1; side <= 1; side += 2) {
            double at[] = { side > 0 ? low.k : high.k, 0 };
            at[1] = at[0] - side * 1e-3;
            for (int outside = 0; outside < 2; outside++) {
                difference_again(cases[i].tasks, cases[i].n, cases[i].how, cases[i].level,
                                 at[outside], &mean, &reach);
                if (outside == 0)
                    assert_near(1 + side * mean + reach, 1, 1e-8);
                else
                    assert_true(side * mean + reach < 0);
            }
        }
    }
}

static void bounds_of_a_cell(void **state)
{
    struct arena a = { 0 };
    struct study s = two_runs(&a, 1, 4);
    struct study_cell *c = &s.cells[0];
    (void)state;
    fill_cell(&s, 0, 0, 0, 1, 0);
    struct compare_bound b = compare_bound_share(&s, c, 4, .25, faster);
    assert_near(b.low, .25, 0);
    assert_near(b.high, .25, 0);
    s.rollouts[2].timed_out = true;
    c->n_unscored = 2;
    b = compare_bound_share(&s, c, 4, .25, faster);
    assert_near(b.low, 1.0 / 6, 1e-15);
    assert_near(b.high, 4.0 / 6, 1e-15);
    /* The best of two of six. */
    b = compare_bound_best(&s, c, 2, faster);
    assert_near(b.low, 1 - miss((struct count){ 6, 1 }, 2, WITHOUT), 1e-12);
    assert_near(b.high, 1 - miss((struct count){ 6, 4 }, 2, WITHOUT), 1e-12);
    struct compare_missing m = compare_missing_of(&s, c, faster);
    assert_int_equal(m.undecided, 2);
    assert_int_equal(m.undrawn, 0);
    assert_int_equal(m.timeouts, 1);
    compare_missing_add(&m, (struct compare_missing){ 1, 2, 3 });
    assert_int_equal(m.undecided, 3);
    assert_int_equal(m.undrawn, 2);
    assert_int_equal(m.timeouts, 4);
    c->n_unscored = 0;
    b = compare_bound_best(&s, c, 2, faster);
    assert_near(b.low, .5, 1e-12);
    assert_near(b.high, 1 - miss((struct count){ 4, 2 }, 2, WITHOUT), 1e-12);
    b = compare_bound_share(&s, c, 0, .25, faster);
    assert_near(b.low, 0, 0);
    assert_near(b.high, 1, 0);
    c->count = 0;
    b = compare_bound_best(&s, c, 2, faster);
    assert_near(b.low, 0, 0);
    assert_near(b.high, 1, 0);
    arena_release(&a);
}

/* A run that adapts keeps its steps: what is missing may be the first rollouts, or fast. */
static void bounds_of_a_run_that_adapts(void **state)
{
    const struct run_shape shapes[] = { { "run", "ttt", 1, 2, 2 } };
    struct arena a = { 0 };
    struct study s = build_study(&a, shapes, 1, 1);
    (void)state;
    fill_cell(&s, 0, 0, 0, 1, 0);
    fill_cell(&s, 0, 0, 1, 1, 0);
    s.rollouts[1].timed_out = true;
    s.rollouts[2].timed_out = false;
    for (int64_t n = 1; n <= 5; n++)
        assert_near(compare_any_of(&s, &s.cells[0], n, faster),
                    compare_best_of(&s, &s.cells[0], COMPARE_WHOLE, n, faster, &a).any, 0);
    struct compare_bound b = compare_bound_best(&s, &s.cells[0], 1, faster);
    assert_near(b.low, .5, 1e-12);
    assert_near(b.high, 1, 1e-12);
    s.cells[0].n_unscored = 1;
    b = compare_bound_best(&s, &s.cells[0], 2, faster);
    assert_near(b.low, .5, 1e-12);
    assert_near(b.high, 1, 0);
    b = compare_bound_best(&s, &s.cells[0], 1, faster);
    assert_near(b.low, 0, 0);
    assert_near(b.high, 1, 0);
    /* One is missing of a run none of whose rollouts is fast or came to no end. */
    s.rollouts[0].speedup = s.rollouts[2].speedup = .5;
    s.rollouts[1].timed_out = false;
    b = compare_bound_best(&s, &s.cells[0], 2, faster);
    assert_near(b.low, 0, 0);
    assert_near(b.high, 1, 0);
    /* Of the steps the one with most timeouts. */
    s.rollouts[3].timed_out = true;
    s.cells[0].n_unscored = 0;
    b = compare_bound_share(&s, &s.cells[0], 2, 0, faster);
    assert_near(b.low, 0, 0);
    assert_near(b.high, .5, 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_are_means_of_products),
        cmocka_unit_test(levels_are_inverted),
        cmocka_unit_test(runs_have_levels_and_budgets),
        cmocka_unit_test(nothing_equals_any_number),
        cmocka_unit_test(what_is_missing_moves_k_both_ways),
        cmocka_unit_test(replicates_against_every_outcome),
        cmocka_unit_test(several_runs_are_averaged_by_task),
        cmocka_unit_test(groups_without_a_task_in_common_are_refused),
        cmocka_unit_test(the_order_of_tasks_says_nothing),
        cmocka_unit_test(ends_are_where_the_difference_is_told),
        cmocka_unit_test(bounds_of_a_cell),
        cmocka_unit_test(bounds_of_a_run_that_adapts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
