/*
 * boa_fit_test.c - Best of Adaptation on rollouts that did not choose it: against the mean over all
 * halves there are, against shares that no half changes, and on studies with a known best step.
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
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

static const struct speed_rule faster = { .p = 1 };

#define MOST_CELLS 6

/* ---- all halves ---- */

struct all_halves {
    size_t n_steps, n_tasks;
    const struct count *all;
    struct count half[2][MOST_CELLS];
    double mean, mean_weight;
    double held[MOST_CELLS], held_weight[MOST_CELLS];
    double without[MOST_CELLS], without_weight[MOST_CELLS];
};

static double share_of(struct count k)
{
    return k.n == 0 ? (double)NAN : (double)k.c / (double)k.n;
}

/* The mean share of a step over tasks other than `left_out`. */
static double mean_of(const struct all_halves *h, int half, size_t step, size_t left_out)
{
    double sum = 0, n = 0;
    for (size_t t = 0; t < h->n_tasks; t++) {
        struct count k = h->half[half][step * h->n_tasks + t];
        if (t == left_out || k.n == 0)
            continue;
        sum += share_of(k);
        n++;
    }
    return n > 0 ? sum / n : (double)NAN;
}

static size_t best_of(const struct all_halves *h, int half, size_t left_out)
{
    size_t best = 0;
    double most = -1;
    for (size_t s = 0; s < h->n_steps; s++) {
        double value = mean_of(h, half, s, left_out);
        if (!isnan(value) && value > most + 1e-9) {
            most = value;
            best = s;
        }
    }
    return best;
}

static void score_halves(struct all_halves *h, double weight)
{
    const size_t none = h->n_tasks;
    double mean = 0;
    for (int half = 0; half < 2; half++) {
        size_t step = best_of(h, half, none);
        mean += mean_of(h, 1 - half, step, none) / 2;
        for (size_t t = 0; t < h->n_tasks; t++) {
            double share = share_of(h->half[1 - half][step * h->n_tasks + t]);
            double other = mean_of(h, 1 - half, best_of(h, half, t), t);
            if (!isnan(share)) {
                h->held[t] += weight * share;
                h->held_weight[t] += weight;
            }
            if (!isnan(other)) {
                h->without[t] += weight * other;
                h->without_weight[t] += weight;
            }
        }
    }
    if (!isnan(mean)) {
        h->mean += weight * mean;
        h->mean_weight += weight;
    }
}

static double choose(int64_t n, int64_t k)
{
    double ways = k < 0 || k > n ? 0 : 1;
    for (int64_t i = 0; i < k && ways > 0; i++)
        ways *= (double)(n - i) / (double)(i + 1);
    return ways;
}

/* Every number of hits that the half of a cell can have; of odd numbers both halves. */
static void visit(struct all_halves *h, size_t cell, double weight)
{
    if (cell == h->n_steps * h->n_tasks) {
        score_halves(h, weight);
        return;
    }
    struct count all = h->all[cell];
    for (int64_t n = all.n / 2; n <= (all.n + 1) / 2; n++)
        for (int64_t c = 0; c <= n; c++) {
            double chance = choose(all.c, c) * choose(all.n - all.c, n - c) / choose(all.n, n);
            h->half[0][cell] = (struct count){ n, c };
            h->half[1][cell] = (struct count){ all.n - n, all.c - c };
            if (chance > 0)
                visit(h, cell + 1, weight * chance / (double)(1 + all.n % 2));
        }
}

static void check_parts(const struct all_halves *h, const struct boa_fit *f, double tolerance)
{
    double by[MOST_CELLS], raw[MOST_CELLS], mean_by = 0, mean_raw = 0;
    const double part = sqrt(2.0) - 1;
    const double n = (double)h->n_tasks;
    for (size_t t = 0; t < h->n_tasks; t++) {
        by[t] = h->held[t] / h->held_weight[t];
        raw[t] = (1 - part) * by[t] - part * (n - 1) * h->without[t] / h->without_weight[t];
        mean_by += by[t] / n;
        mean_raw += raw[t] / n;
    }
    for (size_t t = 0; t < h->n_tasks; t++) {
        assert_near(f->by_task[t] - by[t], 0, tolerance);
        assert_near(f->parts[t] - (raw[t] + mean_by - mean_raw), 0, tolerance);
    }
}

#define SPLITS 20000

static void random_halves_are_all_halves_in_the_long_run(void **state)
{
    static const struct {
        size_t n_steps, n_tasks;
        struct count counts[MOST_CELLS];
        bool has_parts;
    } rows[] = {
        { 2, 2, { { 4, 1 }, { 3, 2 }, { 5, 3 }, { 2, 1 } }, true },
        { 2, 2, { { 6, 5 }, { 6, 1 }, { 6, 3 }, { 6, 4 } }, true },
        { 3, 1, { { 2, 1 }, { 3, 1 }, { 1, 1 } }, false },
        { 3, 2, { { 0, 0 }, { 3, 1 }, { 2, 2 }, { 0, 0 }, { 2, 1 }, { 3, 2 } }, true },
        { 2, 3, { { 2, 1 }, { 4, 2 }, { 3, 0 }, { 2, 0 }, { 4, 3 }, { 3, 1 } }, true },
        { 2, 1, { { 1, 1 }, { 1, 0 } }, false },
        { 1, 2, { { 1, 1 }, { 4, 1 } }, true },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct all_halves h = { .n_steps = rows[i].n_steps,
                                .n_tasks = rows[i].n_tasks,
                                .all = rows[i].counts };
        const struct boa_fit_options o = { SPLITS, i, STAT_ANALYSIS_COMPARE, 1 };
        struct boa_fit f;
        visit(&h, 0, 1.0);
        boa_fit(rows[i].counts, rows[i].n_steps, rows[i].n_tasks, &o, &a, &f);
        assert_int_equal(f.n_tasks, rows[i].n_tasks);
        assert_near((double)f.n_splits / SPLITS, h.mean_weight, 0.02);
        assert_near(f.cross_fitted, h.mean_weight > 0 ? h.mean / h.mean_weight : (double)NAN, 0.02);
        if (rows[i].has_parts)
            check_parts(&h, &f, 0.01);
        else /* without another task nothing else chooses */
            assert_near(f.parts[0], f.by_task[0], 0);
        arena_release(&a);
    }
}

/* ---- shares that no half changes ---- */

static void cells_of_one_outcome_have_one_value(void **state)
{
    /* Step 1 is best; without task 1 it is step 2, and without another it is still step 1. */
    static const struct count counts[] = {
        { 4, 0 }, { 2, 0 }, { 6, 6 }, { 4, 0 }, /* 1/4 */
        { 4, 0 }, { 2, 2 }, { 6, 6 }, { 4, 4 }, /* 3/4 */
        { 4, 4 }, { 2, 0 }, { 6, 6 }, { 4, 4 }, /* 3/4 */
        { 4, 4 }, { 2, 0 }, { 6, 0 }, { 4, 4 }, /* 1/2 */
    };
    static const double by_task[] = { 0, 1, 1, 1 };
    static const double without[] = { 1, 1, 2.0 / 3, 2.0 / 3 };
    static const int64_t n_times[] = { 4, 2, 6, 4 };
    const double part = sqrt(2.0) - 1;
    (void)state;
    double raw[4], mean_raw = 0;
    for (size_t t = 0; t < 4; t++) {
        raw[t] = (1 - part) * by_task[t] - part * 3 * without[t];
        mean_raw += raw[t] / 4;
    }
    for (size_t splits = 1; splits <= 49; splits += 16)
        for (int threads = 1; threads <= 3; threads += 2) {
            struct arena a = { 0 };
            struct boa_fit f;
            const struct boa_fit_options o = { splits, 5, STAT_ANALYSIS_FASTP, threads };
            boa_fit(counts, 4, 4, &o, &a, &f);
            assert_int_equal(f.step, 1);
            assert_int_equal(f.n_splits, splits);
            assert_near(f.in_sample, 0.75, 0);
            assert_near(f.cross_fitted, 0.75, 1e-15);
            for (size_t t = 0; t < 4; t++) {
                assert_near(f.by_task[t], by_task[t], 1e-15);
                assert_near(f.at_best[t], by_task[t], 0);
                assert_int_equal(f.n_times[t], n_times[t]);
                assert_near(f.parts[t], raw[t] + 0.75 - mean_raw, 1e-13);
            }
            arena_release(&a);
        }
}

static void what_has_no_rollout_is_unknown(void **state)
{
    struct arena a = { 0 };
    struct boa_fit f;
    const struct boa_fit_options o = boa_fit_standard(3, 1);
    (void)state;
    assert_int_equal(o.splits, 100);
    assert_int_equal(o.analysis, STAT_ANALYSIS_COMPARE);
    assert_int_equal(o.seed, 3);
    assert_int_equal(o.threads, 1);
    /* Nothing at all. */
    static const struct count none[4] = { { 0, 0 } };
    boa_fit(none, 2, 2, &o, &a, &f);
    assert_int_equal(f.n_splits, 0);
    assert_true(isnan(f.in_sample) && isnan(f.cross_fitted));
    assert_true(isnan(f.by_task[0]) && isnan(f.at_best[1]));
    assert_int_equal(f.n_times[1], 0);
    /* A task without rollouts at the best step; the first step has none at all. */
    static const struct count some[] = {
        { 0, 0 }, { 0, 0 }, { 2, 2 }, { 0, 0 }, { 2, 0 }, { 4, 4 }
    };
    boa_fit(some, 3, 2, &o, &a, &f);
    assert_int_equal(f.step, 1);
    assert_near(f.in_sample, 1, 0);
    assert_near(f.cross_fitted, 1, 0);
    assert_int_equal(f.n_splits, 100);
    assert_near(f.by_task[0], 1, 0);
    assert_near(f.parts[0], 1, 0);
    assert_true(isnan(f.by_task[1]) && isnan(f.parts[1]) && isnan(f.at_best[1]));
    /* One rollout a cell is in one half alone, so that no split has a value. */
    static const struct count single[] = { { 1, 1 } };
    boa_fit(single, 1, 1, &o, &a, &f);
    assert_int_equal(f.n_splits, 0);
    assert_true(isnan(f.cross_fitted));
    assert_near(f.in_sample, 1, 0);
    /* Of equal steps the first one counts, also where rounding tells them apart. */
    static const struct count equal[] = { { 10, 1 }, { 10, 2 }, { 10, 3 },
                                          { 10, 3 }, { 10, 2 }, { 10, 1 } };
    boa_fit(equal, 2, 3, &o, &a, &f);
    assert_int_equal(f.step, 0);
    arena_release(&a);
}

static void threads_and_seeds(void **state)
{
    static const struct count counts[] = { { 8, 3 }, { 7, 4 }, { 8, 5 }, { 9, 3 } };
    struct arena a = { 0 };
    struct boa_fit one, many, other;
    (void)state;
    boa_fit(counts, 2, 2, &(struct boa_fit_options){ 50, 1, STAT_ANALYSIS_COMPARE, 1 }, &a, &one);
    boa_fit(counts, 2, 2, &(struct boa_fit_options){ 50, 1, STAT_ANALYSIS_COMPARE, 4 }, &a, &many);
    boa_fit(counts, 2, 2, &(struct boa_fit_options){ 50, 2, STAT_ANALYSIS_COMPARE, 1 }, &a, &other);
    assert_near(one.cross_fitted, many.cross_fitted, 0);
    /* What a run's value is depends on nothing but its counts and the seed. */
    assert_near(one.cross_fitted, 0.4025, 1e-12);
    assert_near(one.parts[0], 0.42156749647439729, 1e-12);
    assert_near(one.parts[0], many.parts[0], 0);
    assert_true(fabs(one.cross_fitted - other.cross_fitted) > 1e-6);
    arena_release(&a);
}

/* ---- of a study ---- */

static void a_run_of_a_study_is_fitted_cell_by_cell(void **state)
{
    static const struct run_shape shapes[] = { { "other", "best-of-n", 1, 1, 2 },
                                               { "run", "ttt", 1, 3, 4 },
                                               { "next", "ttt", 1, 3, 4 } };
    struct arena a = { 0 };
    struct study s = build_study(&a, shapes, 3, 2);
    (void)state;
    fill_cell(&s, 1, 0, 0, 0, 4);
    fill_cell(&s, 1, 0, 1, 4, 0);
    fill_cell(&s, 1, 0, 2, 0, 4);
    fill_cell(&s, 1, 1, 1, 4, 0);
    fill_cell(&s, 1, 1, 2, 4, 0);
    fill_cell(&s, 0, 1, 0, 1, 1);
    fill_cell(&s, 2, 0, 0, 4, 0);
    fill_cell(&s, 2, 0, 2, 4, 0);
    struct boa_fit f;
    const struct boa_fit_options o = boa_fit_standard(0, 1);
    boa_fit_run(&s, 1, faster, &o, &a, &f);
    assert_int_equal(f.n_tasks, 2);
    assert_int_equal(f.step, 1);
    assert_near(f.cross_fitted, 1, 0);
    for (size_t t = 0; t < 2; t++) {
        struct boa_share x = boa_share_of(&s, &s.cells[2 + t], &f, faster);
        assert_near(f.by_task[t], 1, 0);
        assert_near(x.cross_fitted, f.by_task[t], 0);
        assert_near(x.part, f.parts[t], 0);
        assert_near(x.in_sample, 1, 0);
        assert_int_equal(x.count.n, 4);
        assert_int_equal(x.count.c, 4);
    }
    /* Of a run that does not adapt the share of all samples. */
    struct boa_share x = boa_share_of(&s, &s.cells[1], NULL, faster);
    assert_near(x.cross_fitted, 0.5, 0);
    assert_near(x.part, 0.5, 0);
    assert_near(x.in_sample, 0.5, 0);
    assert_int_equal(x.count.n, 2);
    assert_int_equal(x.count.c, 1);
    arena_release(&a);
}

static void set_fast(struct study *s, size_t run, size_t task, int step, int sample)
{
    struct study_cell *c = &s->cells[s->runs[run].first_cell + task];
    for (size_t i = c->first; i < c->first + c->count; i++) {
        struct study_rollout *r = &s->rollouts[i];
        if (r->step != step || r->sample != sample)
            continue;
        r->correct = true;
        r->speedup = 2;
        r->runtime_us = 50;
    }
}

/* Even samples are fast at step 1, odd ones at step 2. */
static void halves_of_a_run_choose_for_each_other(void **state)
{
    static const struct run_shape shapes[] = { { "plain", "best-of-n", 1, 1, 4 },
                                               { "run", "ttt", 1, 3, 4 } };
    struct arena a = { 0 };
    struct study s = build_study(&a, shapes, 2, 2);
    int out[2];
    (void)state;
    for (size_t task = 0; task < 2; task++) {
        set_fast(&s, 1, task, 1, 0);
        set_fast(&s, 1, task, 1, 2);
        set_fast(&s, 1, task, 2, 1);
        set_fast(&s, 1, task, 2, 3);
    }
    set_fast(&s, 1, 0, 2, 0);
    assert_int_equal(boa_step_of_half(&s, 1, 0, faster), 1);
    assert_int_equal(boa_step_of_half(&s, 1, 1, faster), 2);
    boa_steps_held_out(&s, 1, STEP_BOA, faster, out);
    assert_int_equal(out[0], 2);
    assert_int_equal(out[1], 1);
    boa_steps_held_out(&s, 1, 7, faster, out);
    assert_int_equal(out[0], 7);
    assert_int_equal(out[1], 7);
    boa_steps_held_out(&s, 0, STEP_BOA, faster, out);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 0);
    assert_true(boa_has_halves(&s, 0));
    assert_true(boa_has_halves(&s, 1));

    /* Held out: even samples of step 2, odd ones of step 1; in sample all of step 2. */
    for (int held_out = 0; held_out < 2; held_out++) {
        struct boa_rollouts b = boa_rollouts_of(&s, faster, held_out == 1, &a);
        assert_int_equal(b.study.n_rollouts, 16);
        assert_int_equal(b.study.runs[0].n_rollouts, 8);
        assert_int_equal(b.study.runs[1].n_rollouts, 8);
        for (size_t i = 0; i < 4; i++) {
            const struct study_cell *c = &b.study.cells[i];
            assert_int_equal(c->first, i * 4);
            assert_int_equal(c->count, 4);
            for (size_t k = c->first; k < c->first + 4; k++) {
                const struct study_rollout *x = &b.study.rollouts[k];
                int want = i < 2 ? 0 : held_out == 0 ? 2 : x->sample % 2 == 0 ? 2 : 1;
                assert_int_equal(x->step, want);
                assert_memory_equal(x, &s.rollouts[b.from[k]], sizeof *x);
                assert_true(b.from[k] >= s.cells[i].first &&
                            b.from[k] < s.cells[i].first + s.cells[i].count);
            }
        }
    }

    /* With even samples alone there is one half, and the other chooses step 0. */
    for (size_t i = 0; i < s.n_rollouts; i++)
        s.rollouts[i].sample *= 2;
    assert_false(boa_has_halves(&s, 1));
    assert_true(boa_has_halves(&s, 0));
    assert_int_equal(boa_step_of_half(&s, 1, 1, faster), 0);
    for (size_t i = 0; i < s.n_rollouts; i++)
        s.rollouts[i].sample += 1;
    assert_false(boa_has_halves(&s, 1));
    assert_int_equal(boa_step_of_half(&s, 1, 0, faster), 0);
    assert_int_equal(boa_step_of_half(&s, 1, 1, faster), 2);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_halves_are_all_halves_in_the_long_run),
        cmocka_unit_test(cells_of_one_outcome_have_one_value),
        cmocka_unit_test(what_has_no_rollout_is_unknown),
        cmocka_unit_test(threads_and_seeds),
        cmocka_unit_test(a_run_of_a_study_is_fitted_cell_by_cell),
        cmocka_unit_test(halves_of_a_run_choose_for_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
