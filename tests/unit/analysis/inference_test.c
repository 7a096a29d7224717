/*
 * Inference where the truth is known (a slice of bench/coverage), and tables whose p can be
 * enumerated.
 *
 * labels: release
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/scaling.h"
#include "analysis/compare/transfer.h"
#include "analysis/resample/stat_permutation.h"
#include "analysis/select/selection.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/trajectory.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/world.h"

static const struct speed_rule faster = { 1.0, false, SPEED_MEAN };
#define TABLES 10000

/* Every sum of differences is a whole number of fifteenths. */
static void sign_flips_of_counts_agree_with_whole_numbers(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < TABLES; number++) {
        struct rng g;
        double d[10];
        int whole[10];
        rng_init(&g, 5, RNG_TRIAL, 77, number, 0);
        size_t n = 2 + rng_below(&g, 9);
        int observed = 0;
        for (size_t t = 0; t < n; t++) {
            double a = 0.0;
            double b = 0.0;
            whole[t] = 0;
            for (int seed = 0; seed < 3; seed++) {
                int x = (int)rng_below(&g, 6);
                int y = (int)rng_below(&g, 6);
                whole[t] += y - x;
                a += x / 5.0;
                b += y / 5.0;
            }
            d[t] = stat_on_grid(b / 3.0 - a / 3.0);
            observed += whole[t];
        }
        unsigned hits = 0;
        for (unsigned signs = 0; signs < 1u << n; signs++) {
            int sum = 0;
            for (size_t t = 0; t < n; t++)
                sum += signs >> t & 1u ? -whole[t] : whole[t];
            hits += abs(sum) >= abs(observed);
        }
        struct stat_sign_flip f;
        assert_int_equal(stat_sign_flip(d, n, STAT_TWO_SIDED, 0, 0, 0, &f, NULL), 0);
        assert_near(f.p, (double)hits / (double)(1u << n), 0);
    }
}

struct tally {
    int64_t n;
    int64_t hits;
};

static void count(struct tally *t, bool hit)
{
    t->n++;
    t->hits += hit;
}

/* A chance of `level` gives such coverage with probability over .001. */
static void assert_covers(struct tally t, double level)
{
    double low = stat_binomial_test(t.hits, t.n, level, STAT_LESS);
    if (low < 0.001)
        fail_msg("covers %lld of %lld, wanted %g", (long long)t.hits, (long long)t.n, level);
}

static void assert_rejects_at_most(struct tally t, double level)
{
    double high = stat_binomial_test(t.hits, t.n, level, STAT_GREATER);
    if (high < 0.001)
        fail_msg("rejects %lld of %lld at %g", (long long)t.hits, (long long)t.n, level);
}

static bool holds(struct interval ci, double truth)
{
    return ci.low <= truth && truth <= ci.high;
}

/* Over 6 steps and with three times the rollouts. */
static void nothing_gained_is_not_found(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 20,
                             .n_seeds = 3,
                             .k_a = 16,
                             .k_b = 16,
                             .steps_a = 1,
                             .steps_b = 6,
                             .level = -1.2,
                             .tasks = 1.0 };
    struct tally found[COMPARE_ESTIMAND_COUNT] = { { 0, 0 } };
    struct tally covered = { 0, 0 };
    struct stat_sum optimism = { 0.0, 0.0 };
    struct stat_sum bias = { 0.0, 0.0 };
    struct stat_sum regime = { 0.0, 0.0 };
    struct stat_sum shape[2] = { { 0.0, 0.0 } };
    struct stat_sum gain = { 0.0, 0.0 };
    static const size_t halves[20] = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
    double regimes = 0.0;
    const int sets = 150;
    for (int i = 0; i < sets; i++) {
        struct arena a = { 0 };
        double z[20];
        struct study s = world_draw(&w, 1, (uint64_t)i, z, &a);
        struct run_set x = world_group(&s, &w, false, &a);
        struct run_set y = world_group(&s, &w, true, &a);
        struct compare_options o = {
            .rule = faster, .level = .95, .replicates = 400, .threads = 1, .no_planning = true
        };
        struct compare c;
        assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
        for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
            count(&found[e], c.results[e].sign_flip.p <= .05);
        const struct group_comparison *r = &c.results[COMPARE_SAMPLE];
        count(&covered, holds(r->new_tasks, 0.0));
        double truth = world_share(&w, z, 0.0);
        stat_sum_add(&optimism, r->in_sample_b - truth);
        stat_sum_add(&bias, r->mean_b - truth);
        struct run_set one = { &s, y.runs, 1 };
        struct trajectory_options to = { .patience = 1 };
        struct trajectory t;
        assert_int_equal(trajectory_of_set(&one, faster, &to, &a, &t, NULL), 0);
        stat_sum_add(&shape[0], t.boa_cross_fitted - truth);
        stat_sum_add(&shape[1], t.aggregate[t.boa] - truth);
        struct transfer_options how = { faster, .95, 0 };
        struct transfer between;
        assert_int_equal(
            transfer_between(
                &(struct transfer_groups){ .a = &x, .b = &y, .subset_of = halves, .n_subsets = 2 },
                &how, &a, &between, NULL),
            0);
        stat_sum_add(&gain, between.subsets[0].gain);
        if (!isnan(r->more.regime_difference[0])) {
            stat_sum_add(&regime, r->more.regime_difference[0]);
            regimes++;
        }
        arena_release(&a);
    }
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        assert_rejects_at_most(found[e], .05);
    assert_covers(covered, .95);
    /* The largest of six is too high; the cross-fitted value is not. */
    assert_true(stat_sum_value(&optimism) / sets > .015);
    assert_true(fabs(stat_sum_value(&bias) / sets) < .006);
    assert_true(stat_sum_value(&shape[1]) / sets > .015);
    assert_true(fabs(stat_sum_value(&shape[0]) / sets) < .008);
    assert_true(fabs(stat_sum_value(&gain) / sets) < .008);
    assert_true(regimes > 20 && fabs(stat_sum_value(&regime) / regimes) < .02);
}

static double scaled_share(const struct study *s, const size_t *runs, struct arena *a)
{
    static const double one[] = { 1.0 };
    struct run_set set = { s, runs, 1 };
    struct scaling_options o = { .k = one,
                                 .n_k = 1,
                                 .step = STEP_ALL,
                                 .rule = faster,
                                 .level = .95,
                                 .new_tasks = true,
                                 .replicates = 1,
                                 .threads = 1 };
    struct scaling_point *p;
    size_t n;
    assert_int_equal(scaling_curve(&set, &o, a, &p, &n, NULL), 0);
    return p[SCALING_FAST].value;
}

/* What tables take of --step boa: of six steps that are alike the chosen one is not better. */
static void held_out_rollouts_are_not_lucky(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 12,
                             .n_seeds = 1,
                             .k_a = 16,
                             .k_b = 16,
                             .steps_a = 1,
                             .steps_b = 6,
                             .level = -1.2,
                             .tasks = 1.0 };
    double off[2] = { 0.0, 0.0 };
    const int sets = 400;
    for (int i = 0; i < sets; i++) {
        struct arena a = { 0 };
        double z[12];
        struct study s = world_draw(&w, 11, (uint64_t)i, z, &a);
        struct run_set y = world_group(&s, &w, true, &a);
        for (int held_out = 0; held_out < 2; held_out++) {
            struct boa_rollouts b = boa_rollouts_of(&s, faster, held_out == 1, &a);
            assert_true(b.study.n_rollouts == (size_t)2 * 12 * 16 && b.study.n_cells == s.n_cells);
            for (size_t k = 0; k < b.study.n_rollouts; k++)
                assert_memory_equal(&b.study.rollouts[k], &s.rollouts[b.from[k]],
                                    sizeof(*s.rollouts));
            off[held_out] += scaled_share(&b.study, y.runs, &a) - world_share(&w, z, 0.0);
        }
        arena_release(&a);
    }
    assert_true(off[0] / sets > .015);
    assert_true(fabs(off[1] / sets) < .005);
}

/* A bootstrap of five tasks would hold the truth in 86 of 100. */
static void few_tasks_have_wide_intervals(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 5,
                             .n_seeds = 3,
                             .k_a = 16,
                             .k_b = 16,
                             .steps_a = 1,
                             .steps_b = 1,
                             .level = -0.5,
                             .tasks = 1.2,
                             .effect_b = 0.8 };
    double truth = world_share(&w, NULL, w.effect_b) - world_share(&w, NULL, 0.0);
    struct tally covered = { 0, 0 };
    for (int i = 0; i < 600; i++) {
        struct arena a = { 0 };
        double z[5];
        struct study s = world_draw(&w, 2, (uint64_t)i, z, &a);
        struct run_set x = world_group(&s, &w, false, &a);
        struct run_set y = world_group(&s, &w, true, &a);
        struct compare_options o = {
            .rule = faster, .level = .95, .replicates = 200, .threads = 1, .no_planning = true
        };
        struct compare c;
        assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
        count(&covered, holds(c.results[COMPARE_SAMPLE].new_tasks, truth));
        arena_release(&a);
    }
    assert_covers(covered, .95);
}

/* Three times as many cells are no more tasks. */
static void cells_of_a_task_are_no_units(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 6,
                             .n_seeds = 3,
                             .k_a = 16,
                             .k_b = 16,
                             .steps_a = 1,
                             .steps_b = 1,
                             .level = 0.0,
                             .tasks = 1.0 };
    struct arena a = { 0 };
    double z[6];
    struct study s = world_draw(&w, 3, 0, z, &a);
    struct run_set x = world_group(&s, &w, false, &a);
    struct run_set y = world_group(&s, &w, true, &a);
    struct compare_options o = { .rule = faster, .level = .95, .replicates = 50, .threads = 1 };
    struct compare c;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        const struct group_comparison *r = &c.results[e];
        assert_true(r->sign_flip.n <= 6 && r->signed_rank.n <= 6 && r->sign.n <= 6);
        assert_true(isnan(r->mcnemar.p) && isnan(r->more.risk_difference));
    }
    arena_release(&a);
}

static bool within(const struct equivalent_k *e, double truth)
{
    /* One run a side knows nothing of new runs. */
    bool new_runs = equivalent_is_of_new_runs(e);
    struct equivalent_value low = new_runs ? e->low : e->low_these;
    struct equivalent_value high = new_runs ? e->high : e->high_these;
    return (low.censored ? low.k : 0.0) <= truth && low.k <= truth + 1e-9 &&
           (high.censored || truth <= high.k + 1e-9);
}

/* More tasks must not make the interval sure of the wrong place. */
static void equivalent_k_is_covered(void **state)
{
    (void)state;
    static const size_t sizes[] = { 20, 100 };
    for (size_t i = 0; i < 2; i++) {
        const struct world w = { .n_tasks = sizes[i],
                                 .n_seeds = 1,
                                 .k_a = 16,
                                 .k_b = 16,
                                 .steps_a = 1,
                                 .steps_b = 1,
                                 .level = -2.2,
                                 .tasks = 1.0,
                                 .effect_b = 2.0 };
        for (int fixed = 0; fixed < 2; fixed++) {
            struct tally covered = { 0, 0 };
            double of_all = world_equivalent_k(&w, NULL);
            for (int set = 0; set < 100; set++) {
                struct arena a = { 0 };
                double z[100];
                struct study s = world_draw(&w, 4, (uint64_t)set, z, &a);
                struct run_set x = world_group(&s, &w, false, &a);
                struct run_set y = world_group(&s, &w, true, &a);
                struct equivalent_options o = { .step = STEP_BOA,
                                                .rule = faster,
                                                .level = .95,
                                                .new_tasks = fixed == 0,
                                                .replicates = 300,
                                                .threads = 1 };
                struct equivalent_k e[2];
                assert_int_equal(equivalent_k(&x, &y, &o, e, NULL), 0);
                count(&covered, within(&e[0], fixed == 0 ? of_all : world_equivalent_k(&w, z)));
                arena_release(&a);
            }
            assert_covers(covered, .95);
        }
    }
}

/* Redrawn rollouts held the truth in 92 of 100. */
static void equivalent_k_of_few_tasks_is_covered(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 5,
                             .n_seeds = 3,
                             .k_a = 16,
                             .k_b = 16,
                             .steps_a = 1,
                             .steps_b = 1,
                             .level = -1.0,
                             .tasks = 1.0,
                             .effect_b = 0.8 };
    struct tally covered = { 0, 0 };
    for (int set = 0; set < 1000; set++) {
        struct arena a = { 0 };
        double z[5];
        struct study s = world_draw(&w, 6, (uint64_t)set, z, &a);
        struct run_set x = world_group(&s, &w, false, &a);
        struct run_set y = world_group(&s, &w, true, &a);
        struct equivalent_options o = {
            .step = STEP_BOA, .rule = faster, .level = .95, .replicates = 300, .threads = 1
        };
        struct equivalent_k e[2];
        assert_int_equal(equivalent_k(&x, &y, &o, e, NULL), 0);
        count(&covered, within(&e[0], world_equivalent_k(&w, z)));
        arena_release(&a);
    }
    assert_covers(covered, .95);
    assert_true(covered.hits < 980);
}

/*
 * The tasks choose one of twelve equal steps together, so what they are scored at it is not
 * independent: Student's t of by_task would hold the truth in 85 of 100.
 */
static void tasks_that_choose_a_step_together_are_dependent(void **state)
{
    (void)state;
    enum { TASKS = 20, STEPS = 12, SAMPLES = 16 };
    struct tally covered = { 0, 0 };
    for (uint64_t set = 0; set < 300; set++) {
        struct arena a = { 0 };
        struct count counts[STEPS * TASKS];
        struct boa_fit_options o = { 30, set, STAT_ANALYSIS_COMPARE, 1 };
        struct boa_fit fit;
        struct rng g;
        double d[TASKS];
        double off = 0.0;
        rng_init(&g, 7, RNG_TRIAL, 78, set, 0);
        for (size_t i = 0; i < STEPS * TASKS; i++) {
            counts[i] = (struct count){ SAMPLES, 0 };
            for (int k = 0; k < SAMPLES; k++)
                counts[i].c += rng_double(&g) < 0.3;
        }
        boa_fit(counts, STEPS, TASKS, &o, &a, &fit);
        for (size_t t = 0; t < TASKS; t++) {
            d[t] = fit.parts[t];
            off += fit.parts[t] - fit.by_task[t];
        }
        assert_near(off, 0, 1e-9);
        count(&covered, holds(stat_interval_student(d, TASKS, .95), 0.3));
        arena_release(&a);
    }
    assert_covers(covered, .95);
    assert_true(covered.hits < 295);
}

/* Student's t of five tasks' shares holds the truth in 83 of 100. */
static void shares_of_few_tasks_are_covered(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 5, .level = -2.5, .tasks = 2.0 };
    double truth = world_mean(w.level, w.tasks, 4000);
    struct tally covered = { 0, 0 };
    for (uint64_t set = 0; set < 2000; set++) {
        struct rng g;
        double shares[5];
        rng_init(&g, 8, RNG_TRIAL, 79, set, 0);
        for (size_t t = 0; t < 5; t++) {
            double rate = world_rate(&w, w.tasks * world_normal(&g), 0.0);
            shares[t] = 0.0;
            for (int k = 0; k < 48; k++)
                shares[t] += (rng_double(&g) < rate) / 48.0;
        }
        struct interval ci = stat_interval_share(shares, NULL, 5, .95);
        if (!isnan(ci.low))
            count(&covered, holds(ci, truth));
    }
    assert_true(covered.n > 1900);
    assert_covers(covered, .95);
}

/* Three runs pick the same of five texts. */
static void kernels_that_runs_share_are_one(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 20,
                             .n_seeds = 3,
                             .k_a = 16,
                             .k_b = 1,
                             .steps_a = 1,
                             .steps_b = 1,
                             .level = -0.5,
                             .tasks = 1.0,
                             .n_kernels = 5,
                             .shared = true };
    struct tally one = { 0, 0 };
    struct tally apart = { 0, 0 };
    for (int set = 0; set < 100; set++) {
        struct arena a = { 0 };
        double z[20];
        struct study s = world_draw(&w, 9, (uint64_t)set, z, &a);
        struct run_set x = world_group(&s, &w, false, &a);
        struct selection sel;
        assert_int_equal(selection_table(&(struct select_of){ .step = STEP_ALL,
                                                              .rule = faster,
                                                              .details = world_details(&s, &a) },
                                         &x, .95, &a, &sel, NULL),
                         0);
        const struct selection_row *r = &sel.rows[SELECT_SURPRISAL];
        assert_true(r->kernels_repeat && r->interval == INTERVAL_STUDENT);
        count(&one, r->p_random <= .05);
        assert_int_equal(
            selection_table(
                &(struct select_of){ .step = STEP_ALL, .rule = faster, .details = NULL }, &x, .95,
                &a, &sel, NULL),
            0);
        assert_true(r->p_random <= 1.0 && !r->kernels_repeat);
        count(&apart, r->p_random <= .05);
        arena_release(&a);
    }
    assert_rejects_at_most(one, .05);
    assert_true(apart.hits > one.hits);
}

/* n - min(c) + 1 samples would say nothing. */
static void a_saturated_budget_has_no_k(void **state)
{
    (void)state;
    const struct world w = { .n_tasks = 6,
                             .n_seeds = 1,
                             .k_a = 32,
                             .k_b = 32,
                             .steps_a = 1,
                             .steps_b = 1,
                             .level = 0.0,
                             .tasks = 0.5 };
    struct arena a = { 0 };
    double z[6];
    struct study s = world_draw(&w, 5, 0, z, &a);
    struct run_set x = world_group(&s, &w, false, &a);
    struct equivalent_options o = { .step = 0, .rule = faster, .level = .95, .replicates = 50 };
    struct equivalent_k e[2];
    assert_int_equal(equivalent_k(&x, &x, &o, e, NULL), 0);
    assert_near(e[0].value.k, 1, 1e-9);
    assert_true(e[1].value.saturated && isnan(e[1].efficiency));
    assert_near(e[1].y, e[1].base_y, 1e-12);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sign_flips_of_counts_agree_with_whole_numbers),
        cmocka_unit_test(nothing_gained_is_not_found),
        cmocka_unit_test(held_out_rollouts_are_not_lucky),
        cmocka_unit_test(few_tasks_have_wide_intervals),
        cmocka_unit_test(cells_of_a_task_are_no_units),
        cmocka_unit_test(equivalent_k_is_covered),
        cmocka_unit_test(equivalent_k_of_few_tasks_is_covered),
        cmocka_unit_test(tasks_that_choose_a_step_together_are_dependent),
        cmocka_unit_test(shares_of_few_tasks_are_covered),
        cmocka_unit_test(kernels_that_runs_share_are_one),
        cmocka_unit_test(a_saturated_budget_has_no_k),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
