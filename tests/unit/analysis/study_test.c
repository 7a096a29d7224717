/* Analyses over a study: fast_p, scaling, selection, equivalent K, comparison. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/scaling.h"
#include "analysis/select/selection.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/study/fastp.h"
#include "analysis/study/study.h"
#include "src/base/err.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

static const struct speed_rule faster = { 1.0, false, SPEED_MEAN };

static struct run_set set_of(const struct study *s, const size_t *runs, size_t n)
{
    return (struct run_set){ s, runs, n };
}

static const size_t zero[] = { 0 };
static const size_t one[] = { 1 };

#define WITHOUT EQUIVALENT_WITHOUT_REPLACEMENT
#define WITH    EQUIVALENT_WITH_REPLACEMENT

static struct fastp_point point(const struct fastp_input *in, double p,
                                enum fastp_denominator denominator, bool ge, struct arena *a)
{
    struct fastp_options o = { .p = &p,
                               .n_p = 1,
                               .ge = ge,
                               .denominator = denominator,
                               .interval = INTERVAL_WILSON,
                               .level = .95 };
    return *fastp_curve(in, &o, a);
}

/* Of five problems one is absent, one not compiled, one wrong, one exactly at 2, one untimed. */
static const struct fastp_sample mixed[] = {
    { .problem = 0, .compiled = false, .correct = false, .speedup = (double)NAN },
    { .problem = 1, .compiled = true, .correct = false, .speedup = (double)NAN },
    { .problem = 2, .compiled = true, .correct = true, .speedup = 2.0 },
    { .problem = 3, .compiled = true, .correct = true, .speedup = (double)NAN },
};
static const struct fastp_input mixed_input = {
    .n_samples = 4, .samples = mixed, .n_problems = 5, .n_absent = 1
};

static void fastp_denominators(void **state)
{
    (void)state;
    static const struct {
        enum fastp_denominator denominator;
        int64_t n;
    } cases[] = {
        { FASTP_ALL, 5 }, { FASTP_ATTEMPTED, 4 }, { FASTP_COMPILED, 3 }, { FASTP_CORRECT, 2 }
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < 4; i++) {
        struct fastp_point x = point(&mixed_input, 1, cases[i].denominator, false, &a);
        assert_int_equal(x.n, cases[i].n);
        assert_int_equal(x.count, 1);
        assert_near(x.value, 1.0 / (double)cases[i].n, 0);
        assert_int_equal(x.interval, INTERVAL_WILSON);
        assert_true(x.ci.low < x.value && x.value < x.ci.high);
    }
    arena_release(&a);
}

/*
 * Of twelve problems six have two samples that are fast at 1 and 2, six have four of which two are
 * fast at 1.  Redrawn, a of twelve are of the first kind, binomial with 1/2: 3 to 9 of them in 95
 * %.
 */
static void pooled_shares_are_redrawn_by_problem(void **state)
{
    struct fastp_sample samples[36];
    static const double p[] = { 1, 2 };
    size_t n = 0;
    (void)state;
    for (uint32_t t = 0; t < 12; t++)
        for (int i = 0; i < (t < 6 ? 2 : 4); i++)
            samples[n++] = (struct fastp_sample){ .problem = t,
                                                  .compiled = true,
                                                  .correct = true,
                                                  .speedup = t < 6   ? 3
                                                             : i < 2 ? 1.5
                                                                     : .5 };
    const struct fastp_input in = { .n_samples = n, .samples = samples, .n_problems = 12 };
    const struct fastp_options o = { .p = p,
                                     .n_p = 2,
                                     .denominator = FASTP_ATTEMPTED,
                                     .interval = INTERVAL_WILSON,
                                     .level = .95,
                                     .seed = 3,
                                     .replicates = 20000,
                                     .pooled = true };
    struct arena a = { 0 };
    const struct fastp_point *points = fastp_curve(&in, &o, &a);
    assert_near(points[0].value, 24.0 / 36.0, 1e-12);
    assert_near(points[1].value, 12.0 / 36.0, 1e-12);
    assert_int_equal(points[0].interval, INTERVAL_BOOTSTRAP);
    /* No narrower than Student's t over problems. */
    static const double of[] = { 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4 };
    static const double over_1[] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 };
    static const double over_2[] = { 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0 };
    struct interval t = stat_interval_share(over_1, of, 12, .95);
    assert_near(points[0].ci.low, fmin(24.0 / 42.0, t.low), 1e-9);
    assert_near(points[0].ci.high, fmax(24.0 / 30.0, t.high), 1e-9);
    t = stat_interval_share(over_2, of, 12, .95);
    assert_near(points[1].ci.low, fmin(6.0 / 42.0, t.low), 1e-9);
    assert_near(points[1].ci.high, fmax(18.0 / 30.0, t.high), 1e-9);
    arena_release(&a);
}

/* Run 0 learns from tasks 0 and 2 and holds 1; run 1 holds all that it has; run 2 learns alone. */
static void what_is_learned_from_does_not_count(void **state)
{
    static const struct run_shape shapes[] = { { "train", "train", 1, 3, 2 },
                                               { "held", "train", 2, 1, 2 },
                                               { "ttt", "ttt", 3, 2, 2 } };
    struct arena a = { 0 };
    (void)state;
    struct study s = build_study(&a, shapes, 3, 3);
    for (size_t i = 0; i < s.n_rollouts; i++)
        s.rollouts[i].sum_logprob = (double)i;
    s.cells[1].is_held = true;
    s.cells[3].is_held = s.cells[4].is_held = s.cells[5].is_held = true;
    s.cells[0].n_unscored = s.runs[0].n_unscored = 4;
    s.runs[0].wall_seconds = 9;
    study_keep_held(&s, &a);
    assert_int_equal(s.runs[0].n_cells, 1);
    assert_int_equal(s.runs[0].n_rollouts, 6);
    assert_int_equal(s.runs[0].n_unscored, 0);
    assert_int_equal(s.runs[0].n_learned_tasks, 2);
    assert_int_equal(s.runs[0].n_learned_rollouts, 12);
    assert_int_equal(s.runs[0].prompt_tokens, 60);
    assert_true(isnan(s.runs[0].wall_seconds));
    assert_int_equal(s.runs[1].n_cells + s.runs[2].n_cells, 6);
    assert_int_equal(s.runs[1].n_learned_tasks + s.runs[2].n_learned_tasks, 0);
    assert_int_equal(s.n_tasks, 3);
    assert_int_equal(s.n_rollouts, 6 + 6 + 12);
    assert_near(s.rollouts[study_cell_find(&s, 0, 1)->first].sum_logprob, 6, 0);
    assert_near(s.rollouts[study_cell_find(&s, 2, 2)->first].sum_logprob, 32, 0);
    assert_null(study_cell_find(&s, 0, 0));
    /* Alone the run leaves one task, with the same rollouts. */
    s = build_study(&a, shapes, 1, 3);
    s.cells[1].is_held = true;
    s.rollouts[7].correct = true;
    study_keep_held(&s, &a);
    assert_int_equal(s.n_tasks, 1);
    assert_string_equal(s.tasks[0].task, "l1/5");
    assert_int_equal(s.cells[0].task, 0);
    assert_int_equal(study_count_correct(&s, &s.cells[0], 0).c, 1);
    arena_release(&a);
}

static void fastp_is_strict(void **state)
{
    (void)state;
    struct arena a = { 0 };
    assert_int_equal(point(&mixed_input, 2, FASTP_ALL, false, &a).count, 0);
    assert_int_equal(point(&mixed_input, 2, FASTP_ALL, true, &a).count, 1);
    /* The untimed one is fast at no p. */
    assert_int_equal(point(&mixed_input, 0, FASTP_ALL, true, &a).count, 1);
    arena_release(&a);
}

static void fastp_is_a_mean_of_problems(void **state)
{
    (void)state;
    /* Problem 0: 1 of 3 fast; problem 1: 1 of 1; problem 2 absent. */
    static const struct fastp_sample s[] = {
        { .problem = 0, .compiled = true, .correct = true, .speedup = 2 },
        { .problem = 0, .compiled = true, .correct = true, .speedup = .5 },
        { .problem = 0, .compiled = true, .correct = false, .speedup = (double)NAN },
        { .problem = 1, .compiled = true, .correct = true, .speedup = 3 },
    };
    static const struct fastp_input in = {
        .n_samples = 4, .samples = s, .n_problems = 3, .n_absent = 1
    };
    struct arena a = { 0 };
    struct fastp_point x = point(&in, 1, FASTP_ALL, false, &a);
    assert_near(x.value, (1.0 / 3 + 1) / 3, 1e-15);
    assert_int_equal(x.n_problems, 3);
    assert_int_equal(x.interval, INTERVAL_STUDENT);
    x = point(&in, 1, FASTP_ATTEMPTED, false, &a);
    assert_near(x.value, (1.0 / 3 + 1) / 2, 1e-15);
    arena_release(&a);
}

static void fastp_falls_with_p(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shape = { "r", "best-of-n", 1, 1, 8 };
    struct study s = build_study(&a, &shape, 1, 5);
    for (size_t t = 0; t < 5; t++)
        fill_cell(&s, 0, t, 0, (int)t, 3);
    struct run_set set = set_of(&s, zero, 1);
    struct fastp_input in;
    fastp_from_set(&(struct fastp_of){ .step = 0, .sample = -1, .boa_rule = faster }, &set,
                   SPEED_MEAN, &a, &in);
    assert_int_equal(in.n_samples, 40);
    double last = 1;
    for (double p = 0; p < 3; p += .25) {
        double v = point(&in, p, FASTP_ALL, false, &a).value;
        assert_true(v <= last);
        last = v;
    }
    assert_near(point(&in, 1, FASTP_ALL, false, &a).value, 10.0 / 40, 1e-15);
    fastp_from_set(&(struct fastp_of){ .step = 0, .sample = 0, .boa_rule = faster }, &set,
                   SPEED_MEAN, &a, &in);
    assert_int_equal(in.n_samples, 5);
    assert_near(point(&in, 1, FASTP_ALL, false, &a).value, 4.0 / 5, 0);
    arena_release(&a);
}

static void fastp_against_a_stored_baseline(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shape = { "r", "imported", 1, 1, 1 };
    struct study s = build_study(&a, &shape, 1, 3);
    for (size_t t = 0; t < 3; t++)
        fill_cell(&s, 0, t, 0, 1, 0);
    s.rollouts[1].runtime_us = (double)NAN;
    struct baseline_entry entries[] = {
        { 1, 4, 100 }, { 1, 5, 100 }, { 1, 7, 100 }, { 1, 8, (double)NAN }, { 2, 1, 100 },
    };
    struct baseline_table b = { "torch", "", entries, 5 };
    struct run_set set = set_of(&s, zero, 1);
    struct fastp_input in;
    fastp_from_baseline(&(struct fastp_of){ .step = STEP_ALL, .sample = -1, .boa_rule = faster },
                        &set, &b, &a, &in);
    assert_int_equal(in.n_problems, 3); /* 4, 5 and the absent 7 */
    assert_int_equal(in.n_absent, 1);
    assert_int_equal(in.n_unmeasured, 1);
    assert_int_equal(in.n_foreign, 1);
    assert_int_equal(in.n_untimed, 1);
    struct fastp_point x = point(&in, 1, FASTP_ALL, false, &a);
    assert_int_equal(x.count, 1);
    assert_int_equal(x.n, 3);
    struct fastp_summary m = fastp_summarise(&in, &a);
    assert_int_equal(m.n_correct, 2);
    assert_int_equal(m.n_timed, 1);
    assert_near(m.geomean, 2, 1e-15);
    arena_release(&a);
}

static void scaling_is_a_task_mean(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shape = { "r", "best-of-n", 1, 1, 32 };
    static const int fast[] = { 3, 1, 32, 12, 12 };
    struct study s = build_study(&a, &shape, 1, 5);
    for (size_t t = 0; t < 5; t++)
        fill_cell(&s, 0, t, 0, fast[t], 0);
    struct run_set set = set_of(&s, zero, 1);
    static const double k[] = { 1, 16, 32 };
    struct scaling_options o = {
        .k = k, .n_k = 3, .rule = faster, .level = .95, .replicates = 400
    };
    struct scaling_point *p = NULL;
    size_t n = 0;
    assert_int_equal(scaling_curve(&set, &o, &a, &p, &n, NULL), 0);
    assert_int_equal(n, 9);
    assert_near(p[3].value, .375, 1e-15);
    double want = 0;
    for (size_t t = 0; t < 5; t++)
        want += (1 - stat_passk_miss(16, 32, fast[t])) / 5;
    assert_near(p[4].value, want, 1e-15);
    assert_near(p[5].value, 1, 1e-15);
    assert_near(p[6].value, .75, 1e-15); /* best of 1: 2 * .375 */
    assert_int_equal(p[6].interval, INTERVAL_JACKKNIFE);
    assert_int_equal(p[8].interval, INTERVAL_NONE);
    for (size_t i = 0; i < 6; i++)
        assert_true(p[i].ci.low <= p[i].value && p[i].value <= p[i].ci.high);
    arena_release(&a);
}

static void scaling_refuses_k_beyond_n(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shape = { "r", "best-of-n", 1, 1, 32 };
    struct study s = build_study(&a, &shape, 1, 2);
    struct run_set set = set_of(&s, zero, 1);
    static const double k[] = { 33 };
    struct scaling_options o = { .k = k, .n_k = 1, .rule = faster, .level = .95 };
    struct scaling_point *p = NULL;
    size_t n = 0;
    struct err err = { 0 };
    assert_int_equal(scaling_curve(&set, &o, &a, &p, &n, &err), ERR_NODATA);
    assert_non_null(strstr(err.msg, "33"));
    assert_non_null(strstr(err.msg, "32"));
    o.step = 4;
    assert_int_equal(scaling_curve(&set, &o, &a, &p, &n, &err), ERR_NODATA);
    assert_int_equal(scaling_max_k(&set, 0, faster), 32);
    arena_release(&a);
}

static void selection_counts_cells(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shape = { "r", "best-of-n", 1, 1, 4 };
    struct study s = build_study(&a, &shape, 1, 3);
    fill_cell(&s, 0, 0, 0, 1, 3);
    fill_cell(&s, 0, 1, 0, 2, 0);
    s.rollouts[0].mean_logprob = -3; /* the most surprising one is fast */
    struct run_set set = set_of(&s, zero, 1);
    struct selection sel;
    assert_int_equal(
        selection_table(&(struct select_of){ .step = 0, .rule = faster, .details = NULL }, &set,
                        .95, &a, &sel, NULL),
        0);
    assert_int_equal(sel.n_cells, 3);
    const struct selection_row *best = &sel.rows[SELECT_BEST];
    assert_int_equal(best->n_picked, 2);
    assert_near(best->fast, 2.0 / 3, 1e-15);
    const struct selection_row *random = &sel.rows[SELECT_RANDOM];
    assert_near(random->count, 1.25, 1e-15);
    const struct selection_row *surprisal = &sel.rows[SELECT_SURPRISAL];
    assert_near(surprisal->count, 2, 1e-15);
    /* Random picks give two fast ones with probability 1/4 * 1 * 0. */
    assert_near(surprisal->p_random, .25, 1e-15);
    const struct selection_row *confidence = &sel.rows[SELECT_CONFIDENCE];
    assert_near(confidence->count, 1, 1e-15);
    assert_near(confidence->p_random, 1, 1e-15);
    /* Three of four hold the fast one in 3/4. */
    const struct selection_row *top3 = &sel.rows[SELECT_SURPRISAL_TOP3];
    assert_near(top3->count, 2, 1e-15);
    assert_true(isnan(top3->p_random));
    assert_near(top3->p_random_m, .75, 1e-15);
    assert_true(isnan(best->p_random) && isnan(best->p_random_m));
    assert_true(isnan(random->p_random) && isnan(random->p_random_m));
    assert_near(surprisal->geomean_speedup, 2, 1e-14);
    arena_release(&a);
}

static void selection_leaves_out_cells_without_logprobs(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shape = { "r", "best-of-n", 1, 1, 2 };
    struct study s = build_study(&a, &shape, 1, 2);
    fill_cell(&s, 0, 0, 0, 2, 0);
    fill_cell(&s, 0, 1, 0, 2, 0);
    s.rollouts[0].mean_logprob = (double)NAN;
    struct run_set set = set_of(&s, zero, 1);
    struct selection sel;
    assert_int_equal(
        selection_table(&(struct select_of){ .step = 0, .rule = faster, .details = NULL }, &set,
                        .95, &a, &sel, NULL),
        0);
    assert_int_equal(sel.rows[SELECT_SURPRISAL].n_undefined, 1);
    assert_int_equal(sel.rows[SELECT_SURPRISAL].n_cells, 1);
    assert_int_equal(sel.rows[SELECT_BEST].n_cells, 2);
    arena_release(&a);
}

static void equivalent_k_inverts_the_curve(void **state)
{
    (void)state;
    static const struct count base[] = { { 32, 3 }, { 32, 1 }, { 32, 32 }, { 32, 12 }, { 32, 12 } };
    struct equivalent_task tasks[5];
    for (size_t t = 0; t < 5; t++)
        tasks[t] = (struct equivalent_task){ .base = &base[t], .n_base = 1 };
    static const double levels[] = { .306, .35, .375, .425, .6, .9 };
    for (size_t i = 0; i < 6; i++) {
        struct equivalent_value v = equivalent_k_invert(tasks, 5, levels[i], 32, WITHOUT);
        assert_false(v.censored);
        assert_near(equivalent_k_curve(tasks, 5, v.k, WITHOUT), levels[i], 1e-10);
    }
    assert_near(equivalent_k_invert(tasks, 5, .375, 32, WITHOUT).k, 1, 1e-9);
    assert_true(fabs(equivalent_k_invert(tasks, 5, .306, 32, WITH).k - .56) < .006);
    assert_true(fabs(equivalent_k_invert(tasks, 5, .35, 32, WITH).k - .83) < .006);
    assert_true(fabs(equivalent_k_invert(tasks, 5, .425, 32, WITH).k - 1.38) < .006);
    assert_true(fabs(equivalent_k_curve(tasks, 5, 16, WITH) - .838) < .0005);
    assert_near(equivalent_k_invert(tasks, 5, 0, 32, WITHOUT).k, 0, 0);
}

static void equivalent_k_is_censored_above(void **state)
{
    (void)state;
    static const struct count base[] = { { 16, 0 }, { 16, 8 } };
    struct equivalent_task tasks[2];
    for (size_t t = 0; t < 2; t++)
        tasks[t] = (struct equivalent_task){ .base = &base[t], .n_base = 1 };
    struct equivalent_value v = equivalent_k_invert(tasks, 2, .51, 16, WITHOUT);
    assert_true(v.censored);
    assert_near(v.k, 16, 0);
    assert_false(equivalent_k_invert(tasks, 2, .5, 16, WITHOUT).censored);
}

static void equivalent_k_of_runs(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shapes[] = { { "bon", "best-of-n", 1, 1, 64 },
                                               { "ttt", "ttt", 1, 2, 32 } };
    struct study s = build_study(&a, shapes, 2, 3);
    for (size_t t = 0; t < 3; t++) {
        fill_cell(&s, 0, t, 0, 16, 0);
        fill_cell(&s, 1, t, 0, 8, 0);
        fill_cell(&s, 1, t, 1, 16, 0);
    }
    struct run_set base = set_of(&s, zero, 1);
    struct run_set method = set_of(&s, one, 1);
    struct equivalent_options o = {
        .step = STEP_BOA, .rule = faster, .level = .95, .new_tasks = true, .replicates = 300
    };
    struct equivalent_k e[2];
    assert_int_equal(equivalent_k(&base, &method, &o, e, NULL), 0);
    assert_near(e[0].y_in_sample, .5, 1e-15);
    assert_near(e[0].y, .5, 1e-9);
    assert_near(equivalent_k_curve(
                    (struct equivalent_task[]){ { (struct count[]){ { 64, 16 } }, 1, NULL, 0 } }, 1,
                    e[0].value.k, WITHOUT),
                e[0].y, 1e-9);
    assert_true(e[0].low_these.k < e[0].value.k && e[0].value.k < e[0].high_these.k);
    assert_near(e[0].rollouts, 64, 0);
    assert_near(e[0].efficiency, e[0].value.k / 64, 1e-15);
    assert_near(e[1].y, 1, 0);
    /* 49 samples of the base find it for sure. */
    assert_true(e[1].value.saturated && isnan(e[1].efficiency));
    assert_near(e[1].rollouts, 64, 0);
    assert_near(e[1].base_y, 1, 0);
    o.step = 0;
    assert_int_equal(equivalent_k(&base, &method, &o, e, NULL), 0);
    assert_near(e[0].value.k, 1, 1e-9);
    arena_release(&a);
}

static const struct run_shape four[] = { { "bon-1", "best-of-n", 1, 1, 8 },
                                         { "bon-2", "best-of-n", 2, 1, 8 },
                                         { "ttt-2", "ttt", 2, 2, 4 },
                                         { "ttt-1", "ttt", 1, 2, 4 } };
static const size_t bon[] = { 0, 1 };
static const size_t ttt[] = { 2, 3 };

static struct study four_runs(struct arena *a)
{
    struct study s = build_study(a, four, 4, 5);
    for (size_t t = 0; t < 5; t++) {
        for (size_t r = 0; r < 2; r++)
            fill_cell(&s, r, t, 0, 2, 2); /* share .25, oracle 1 */
        for (size_t r = 2; r < 4; r++) {
            fill_cell(&s, r, t, 0, 1, 0);
            fill_cell(&s, r, t, 1, 2 + (int)(t % 2), 0);
        }
    }
    return s;
}

static void compare_pairs_by_seed(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = four_runs(&a);
    struct run_set x = set_of(&s, bon, 2);
    struct run_set y = set_of(&s, ttt, 2);
    struct compare_options o = { .rule = faster, .level = .95, .replicates = 200 };
    struct compare c;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    assert_int_equal(c.n_tasks, 5);
    assert_int_equal(c.n_seeds, 2);
    assert_int_equal(c.n_cells, 10);
    assert_true(c.same_budget && c.same_seeds && c.same_tasks && c.same_split);
    assert_int_equal(c.cells[0].run_a, 0);
    assert_int_equal(c.cells[0].run_b, 3);
    const struct group_comparison *r = &c.results[COMPARE_SAMPLE];
    assert_near(r->mean_a, .25, 1e-15);
    /* Halves of four samples choose step 0 now and then. */
    assert_near(r->in_sample_b, (3 * .5 + 2 * .75) / 5, 1e-15);
    assert_true(r->mean_b < r->in_sample_b && r->mean_b > .45);
    assert_near(r->min_p, .0625, 0);
    assert_near(r->sign_flip.p, .0625, 0);
    assert_string_equal(r->sign_flip.engine, "exact");
    assert_near(r->signed_rank.p, .0625, 1e-15);
    assert_int_equal(r->signed_rank.n, 5);
    assert_near(r->net_improvement, 1, 0);
    assert_near(r->rank_biserial, 1, 0);
    assert_true(isnan(r->mcnemar.p));
    assert_true(r->new_tasks_these_runs.low < r->difference &&
                r->difference < r->new_tasks_these_runs.high);
    arena_release(&a);
}

static void compare_best_is_at_a_common_budget(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = four_runs(&a);
    struct run_set x = set_of(&s, bon, 2);
    struct run_set y = set_of(&s, ttt, 2);
    struct compare_options o = { .rule = faster, .level = .95, .replicates = 200 };
    struct compare c;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    assert_int_equal(c.budget_low, 8);
    const struct group_comparison *best = &c.results[COMPARE_BEST];
    assert_near(best->difference, 0, 0);
    assert_near(best->sign_flip.p, 1, 0);
    assert_true(isnan(best->mcnemar.p));
    assert_true(isnan(best->signed_rank.p));
    assert_true(isnan(best->these_tasks_these_runs.low));
    const struct group_comparison *logs = &c.results[COMPARE_LOG_BEST];
    assert_near(logs->geomean_ratio, 1, 1e-12);
    assert_true(isnan(logs->cohens_h));
    arena_release(&a);
}

/* Half of ttt's rollouts against a group that has half as many. */
static void compare_cuts_the_larger_budget(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape two[] = { { "bon", "best-of-n", 1, 1, 6 },
                                            { "ttt", "ttt", 1, 3, 4 } };
    static const size_t index[] = { 0, 1 };
    struct study s = build_study(&a, two, 2, 1);
    fill_cell(&s, 0, 0, 0, 1, 0);
    fill_cell(&s, 1, 0, 1, 1, 0);
    fill_cell(&s, 1, 0, 2, 4, 0);
    struct run_set x = set_of(&s, index, 1);
    struct run_set y = set_of(&s, index + 1, 1);
    struct compare_options o = { .rule = faster, .level = .95, .replicates = 50 };
    struct compare c;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    assert_int_equal(c.cells[0].budget, 6);
    assert_near(c.cells[0].a[COMPARE_BEST], 1, 0);
    /* Two of the four of step 1 are taken: one is fast with 1/2. */
    assert_near(c.cells[0].b[COMPARE_BEST], .5, 1e-15);
    assert_near(c.cells[0].b[COMPARE_LOG_BEST], log(2), 1e-15);
    arena_release(&a);
}

static void swapping_groups_mirrors(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = four_runs(&a);
    struct run_set x = set_of(&s, bon, 2);
    struct run_set y = set_of(&s, ttt, 2);
    struct compare_options o = { .rule = faster, .level = .95, .replicates = 200 };
    struct compare c;
    struct compare d;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    assert_int_equal(compare_groups(&y, &x, &o, &a, &d, NULL), 0);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        assert_near(c.results[e].difference, -d.results[e].difference, 1e-15);
        assert_near(c.results[e].sign_flip.p, d.results[e].sign_flip.p, 0);
        assert_near(c.results[e].hodges_lehmann, -d.results[e].hodges_lehmann, 1e-15);
    }
    arena_release(&a);
}

static void compare_refuses_bad_pairings(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = four_runs(&a);
    struct run_set x = set_of(&s, bon, 2);
    struct run_set y = set_of(&s, ttt, 2);
    struct compare_options o = { .rule = faster, .level = .95, .replicates = 50 };
    struct compare c;
    struct err err = { 0 };
    s.runs[2].seed = 7;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, &err), 0);
    assert_int_equal(c.n_runs_dropped, 2);
    s.runs[3].seed = 8;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, &err), ERR_NODATA);
    s.runs[3].seed = 7;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, &err), ERR_USAGE);
    s.runs[3].has_seed = false;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, &err), ERR_USAGE);
    struct run_set p = set_of(&s, bon, 1);
    struct run_set q = set_of(&s, ttt + 1, 1);
    assert_int_equal(compare_groups(&p, &q, &o, &a, &c, &err), 0);
    assert_false(c.same_seeds);
    arena_release(&a);
}

static void boa_is_the_first_highest_step(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct run_shape shape = { "t", "ttt", 1, 4, 10 };
    struct study s = build_study(&a, &shape, 1, 2);
    static const int fast[4][2] = { { 1, 2 }, { 5, 3 }, { 3, 5 }, { 0, 1 } };
    for (int step = 0; step < 4; step++) {
        fill_cell(&s, 0, 0, step, fast[step][0], 0);
        fill_cell(&s, 0, 1, step, fast[step][1], 0);
    }
    assert_int_equal(study_boa_step(&s, 0, faster), 1);
    assert_near(study_aggregate(&s, 0, 1, faster), .4, 1e-15);
    assert_int_equal(study_resolve_step(&s, 0, STEP_BOA, faster), 1);
    assert_int_equal(study_resolve_step(&s, 0, STEP_ALL, faster), STEP_ALL);
    assert_true(isnan(study_aggregate(&s, 0, 9, faster)));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fastp_denominators),
        cmocka_unit_test(pooled_shares_are_redrawn_by_problem),
        cmocka_unit_test(what_is_learned_from_does_not_count),
        cmocka_unit_test(fastp_is_strict),
        cmocka_unit_test(fastp_is_a_mean_of_problems),
        cmocka_unit_test(fastp_falls_with_p),
        cmocka_unit_test(fastp_against_a_stored_baseline),
        cmocka_unit_test(scaling_is_a_task_mean),
        cmocka_unit_test(scaling_refuses_k_beyond_n),
        cmocka_unit_test(selection_counts_cells),
        cmocka_unit_test(selection_leaves_out_cells_without_logprobs),
        cmocka_unit_test(equivalent_k_inverts_the_curve),
        cmocka_unit_test(equivalent_k_is_censored_above),
        cmocka_unit_test(equivalent_k_of_runs),
        cmocka_unit_test(compare_pairs_by_seed),
        cmocka_unit_test(compare_best_is_at_a_common_budget),
        cmocka_unit_test(compare_cuts_the_larger_budget),
        cmocka_unit_test(swapping_groups_mirrors),
        cmocka_unit_test(compare_refuses_bad_pairings),
        cmocka_unit_test(boa_is_the_first_highest_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
