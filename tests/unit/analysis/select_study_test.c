/*
 * Weights and tests against every way to choose, the five old rules against their module, row
 * order.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/select/select_calibration.h"
#include "analysis/select/select_study.h"
#include "analysis/select/selection.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/select_items.h"
#include "tests/unit/analysis/study_builder.h"

static const struct speed_rule faster = { 1.0, false, SPEED_MEAN };

struct sums {
    double count, fast, success, speedup, percentile;
};

static double mid_rank(const struct select_item *items, size_t n, double speedup)
{
    double below = 0;
    double same = 0;
    for (size_t i = 0; i < n; i++) {
        below += items[i].speedup < speedup;
        same += !(items[i].speedup < speedup) && !(items[i].speedup > speedup);
    }
    return below + (same + 1) / 2;
}

/* Every set of m items that has no higher key than those outside. */
static struct sums enumerate(const struct select_item *items, size_t n, size_t m)
{
    struct sums x = { 0 };
    for (unsigned set = 1; set < 1u << n; set++) {
        double best = 0;
        size_t size = 0;
        bool allowed = true;
        for (size_t i = 0; i < n; i++) {
            if ((set >> i & 1u) == 0)
                continue;
            size++;
            best = fmax(best, items[i].speedup);
            for (size_t j = 0; j < n; j++)
                allowed = allowed && ((set >> j & 1u) != 0 || items[j].key >= items[i].key);
        }
        if (size != m || !allowed)
            continue;
        x.count++;
        x.fast += best > 1;
        x.success += best > 0;
        x.speedup += best;
        x.percentile += (mid_rank(items, n, best) - .5) / (double)n;
    }
    return x;
}

/* Samples that are wrong, without a log-prob or without a length are left out.  scipy 1.10.1:
 * spearmanr. */
static void each_correlation_is_of_its_own_columns(void **state)
{
    static const struct {
        double speedup, logprob, tokens;
    } rows[] = { { 1.1, -.5, 100 }, { .7, -.9, 140 },      { 2.5, -.2, 90 },      { 1.9, -.7, 80 },
                 { .4, -1.1, 150 }, { 3.0, -.4, 120 },     { .9, -.6, 70 },       { 1.4, -.3, 60 },
                 { .8, -1.3, 110 }, { 9, (double)NAN, 1 }, { 9, -2, (double)NAN } };
    enum { N = sizeof(rows) / sizeof(rows[0]) };
    struct select_sample samples[N + 1] = { { .correct = false } };
    struct select_cell cells[2] = {
        { .task = 0, .n = 6, .n_correct = 5, .samples = samples },
        { .task = 1, .n = N - 5, .n_correct = N - 5, .samples = samples + 6 }
    };
    struct study study = { .n_tasks = 2 };
    struct select_pool pool = { .study = &study, .n_cells = 2, .cells = cells };
    struct select_correlation c;
    struct arena a = { 0 };
    struct err err = { 0 };
    (void)state;
    samples[0].measures[MEASURE_MEAN] = -9;
    for (size_t i = 0; i < N; i++) {
        samples[i + 1].correct = true;
        samples[i + 1].speedup = rows[i].speedup;
        samples[i + 1].measures[MEASURE_MEAN] = rows[i].logprob;
        samples[i + 1].measures[MEASURE_TOKENS] = rows[i].tokens;
    }
    assert_int_equal(select_correlate(&pool, .95, &a, &c, &err), 0);
    assert_int_equal(c.n, 9);
    assert_near(c.pooled.r, -0.7833333333333333, 1e-12);
    assert_near(c.pooled.p, 0.012519873019449882, 1e-9);
    assert_near(c.pooled_partial.r, -0.719249096243227, 1e-12);
    assert_near(c.tokens_speedup.r, -0.45, 1e-12);
    assert_near(c.tokens_speedup.p, 0.22421610749233659, 1e-9);
    assert_near(c.tokens_surprisal.r, 0.5333333333333333, 1e-12);
    assert_int_equal(c.within.n_groups, 2);
    assert_int_equal(c.within.n, 9);
    arena_release(&a);
}

struct copies {
    int64_t code; /* 0: of no known text */
    double speedup, logprob, tokens;
};

static struct select_correlation correlate_rows(const struct copies *rows, size_t n,
                                                struct arena *a)
{
    struct select_sample samples[20];
    struct select_cell cell = { .n = n, .n_correct = n, .samples = samples };
    struct study study = { .n_tasks = 1 };
    struct select_pool pool = { .study = &study, .n_cells = 1, .cells = &cell };
    struct select_correlation c;
    memset(samples, 0, sizeof samples);
    for (size_t i = 0; i < n; i++) {
        samples[i].correct = true;
        samples[i].code = rows[i].code;
        samples[i].speedup = rows[i].speedup;
        samples[i].measures[MEASURE_MEAN] = rows[i].logprob;
        samples[i].measures[MEASURE_TOKENS] = rows[i].tokens;
    }
    assert_int_equal(select_correlate(&pool, .8, a, &c, NULL), 0);
    return c;
}

/* Within a cell copies of a kernel are one sample with their means; unknown texts are no copies. */
static void copies_of_a_kernel_are_one(void **state)
{
    static const struct copies all[] = {
        { 7, 4.0, -.1, 10 }, { 0, 1.5, -.8, 60 }, { 9, .2, -2, 200 },  { 7, .5, -2.9, 210 },
        { 0, 2.0, -.4, 40 }, { 9, 3.0, -.1, 20 }, { 3, 2.4, -.6, 80 }, { 9, 3.1, -.3, 30 },
        { 5, 1.75, -1, 55 }, { 0, 1.5, -.9, 60 }, { 7, 6.0, -.3, 20 }, { 8, .9, -1.2, 90 },
    };
    static const struct copies means[] = {
        { 0, 3.5, -1.1, 80 }, { 0, 1.5, -.8, 60 }, { 0, 2.1, -.8, 250.0 / 3 }, { 0, 2.0, -.4, 40 },
        { 0, 2.4, -.6, 80 },  { 0, 1.75, -1, 55 }, { 0, 1.5, -.9, 60 },        { 0, .9, -1.2, 90 },
    };
    struct arena a = { 0 };
    (void)state;
    struct select_correlation got = correlate_rows(all, ARRAY_LEN(all), &a);
    struct select_correlation want = correlate_rows(means, ARRAY_LEN(means), &a);
    assert_int_equal(got.n, 12);
    assert_int_equal(got.within.n, 8);
    assert_int_equal(got.within.n_groups, 1);
    assert_int_equal(got.within_partial.n, want.within_partial.n);
    assert_near(got.within.r, want.within.r, 1e-12);
    assert_near(got.within_partial.r, want.within_partial.r, 1e-12);
    assert_true(fabs(got.within.r - got.pooled.r) > .1);
    arena_release(&a);
}

static void picks_agree_with_enumeration(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 11, RNG_TRIAL, 0, 0, 0);
    for (int trial = 0; trial < 3000; trial++) {
        struct arena a = { 0 };
        struct select_item items[7];
        size_t n = 1 + rng_below(&g, 7);
        size_t m = 1 + rng_below(&g, (uint32_t)n);
        for (size_t i = 0; i < n; i++)
            items[i] = (struct select_item){ .5 * rng_below(&g, 6), rng_below(&g, 3) };
        struct sums want = enumerate(items, n, m);
        struct select_outcome got = select_lowest(items, n, m, faster, &a);
        assert_true(got.defined);
        assert_true(fabs(got.fast - want.fast / want.count) < 1e-12);
        assert_true(fabs(got.success - want.success / want.count) < 1e-12);
        assert_near(got.percentile, want.percentile / want.count, 1e-12);
        if (want.success > 0)
            assert_near(got.speedup, want.speedup / want.success, 1e-12);
        arena_release(&a);
    }
}

static void random_of_m_is_hypergeometric(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct select_item items[] = {
        { .5, 0 }, { .5, 0 }, { 2, 0 }, { .7, 0 }, { 3, 0 }
    };
    assert_near(select_uniform(items, 5, 1, faster, &a).fast, .4, 1e-15);
    assert_near(select_uniform(items, 5, 2, faster, &a).fast, 1 - .6 * .5, 1e-15);
    assert_near(select_uniform(items, 5, 1, faster, &a).percentile, .5, 1e-15);
    assert_near(select_uniform(items, 5, 5, faster, &a).log_regret, 0, 0);
    arena_release(&a);
}

static void rank_test_agrees_with_enumeration(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 12, RNG_TRIAL, 0, 0, 0);
    for (int trial = 0; trial < 200; trial++) {
        struct arena a = { 0 };
        struct select_outcome pick[3];
        struct select_outcome null[3];
        for (size_t c = 0; c < 3; c++) {
            struct select_item items[4];
            size_t n = 1 + rng_below(&g, 4);
            size_t m = 1 + rng_below(&g, 2);
            for (size_t i = 0; i < n; i++)
                items[i] = (struct select_item){ 1 + rng_below(&g, 3), rng_below(&g, 2) };
            pick[c] = select_lowest(items, n, m, faster, &a);
            null[c] = select_uniform(items, n, m, faster, &a);
        }
        double want = 0;
        for (unsigned i = 0; i < 4096; i++) {
            double w = 1;
            int64_t x = 0;
            int64_t y = 0;
            for (size_t c = 0; c < 3; c++) {
                size_t p = i >> (4 * c) & 3u;
                size_t q = i >> (4 * c + 2) & 3u;
                if (p >= pick[c].n_weighted || q >= null[c].n_weighted) {
                    w = 0;
                    break;
                }
                w *= pick[c].weights[p] * null[c].weights[q];
                y += pick[c].ranks[p];
                x += null[c].ranks[q];
            }
            want += x >= y ? w : 0;
        }
        struct select_rank_test t = select_rank_against(pick, null, 3);
        assert_true(t.exact);
        assert_near(t.p, want, 1e-12);
        arena_release(&a);
    }
}

/* Eight of ten picks are fast; a random choice has .592. */
static void the_published_test_comes_out(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct select_cell cells[10];
    struct select_sample samples[10][250];
    memset(samples, 0, sizeof(samples));
    for (size_t c = 0; c < 10; c++) {
        cells[c] =
            (struct select_cell){ .task = c, .n = 250, .n_correct = 250, .samples = samples[c] };
        for (size_t i = 0; i < 250; i++) {
            struct select_sample *s = &samples[c][i];
            s->correct = true;
            bool fast = i == 0 ? c < 8 : i <= (c < 8 ? 147u : 148u);
            s->speedup = fast ? 2 : .5;
            s->measures[MEASURE_MEAN] = -2 + .001 * (double)i;
        }
    }
    struct select_pool pool = { .n_cells = 10, .cells = cells };
    struct select_options o = { 3, faster, .95, false };
    struct select_result r =
        select_strategy_result(&pool, select_strategy_find("surprisal-guided"), &o);
    assert_near(r.count, 8, 1e-15);
    assert_near(r.random_count, 5.92, 1e-12);
    double want = 0; /* P(Binomial(10, .592) >= 8) */
    for (int k = 8; k <= 10; k++)
        want += exp(lgamma(11) - lgamma(k + 1) - lgamma(11 - k)) * pow(.592, k) * pow(.408, 10 - k);
    assert_near(r.p_random, want, 1e-9);
    assert_true(want > .13 && want < .16);
    assert_near(r.ci.low, .4439045, 1e-7);
    assert_near(r.ci.high, .9747893, 1e-7);
    arena_release(&a);
}

/*
 * Two runs of a task with the same four kernels, one of them fast, and a third cell of two kernels
 * with copies: both runs pick the fast one together, once in four, and the third once in two or,
 * copies side by side, once in two as well.
 */
static void kernels_that_repeat_are_one(void **state)
{
    (void)state;
    static const int64_t codes[3][6] = { { 1, 2, 3, 4 }, { 4, 3, 2, 1 }, { 7, 8, 8, 8 } };
    static const int64_t fast[3] = { 1, 1, 7 };
    struct arena a = { 0 };
    struct select_cell cells[3];
    struct select_sample samples[3][6];
    struct select_pool pool = { .n_cells = 3, .cells = cells };
    struct select_options o = { 2, faster, .95, false };
    memset(samples, 0, sizeof(samples));
    for (size_t c = 0; c < 3; c++) {
        cells[c] = (struct select_cell){
            .run = c, .task = c / 2, .n = 4, .n_correct = 4, .samples = samples[c]
        };
        for (size_t i = 0; i < 4; i++) {
            samples[c][i].correct = true;
            samples[c][i].code = codes[c][i];
            samples[c][i].speedup = codes[c][i] == fast[c] ? 2 : .5;
            samples[c][i].measures[MEASURE_MEAN] = codes[c][i] == fast[c] ? -3 : -1;
        }
    }
    const struct select_strategy *rule = select_strategy_find("surprisal-guided");
    struct select_result r = select_strategy_result(&pool, rule, &o);
    assert_near(r.count, 3, 0);
    assert_near(r.random_count, .75, 1e-12);
    assert_true(r.kernels_repeat && r.kernels_shared);
    assert_true(isnan(r.rank.p));
    /* Samples that are independent would find all three once in 64. */
    assert_near(r.p_random - .25 * .5, 0, .02);
    /* Two of four in an order of distinct kernels: the fast one is first or second, half of the
     * time; the third cell's is first, or its copies are. */
    r = select_strategy_result(&pool, select_strategy_find("surprisal-top-m"), &o);
    assert_near(r.p_random_m - .5 * .5, 0, .02);
    /* Kernels of one cell alone that repeat do not make picks depend on each other. */
    cells[1].task = 2;
    r = select_strategy_result(&pool, rule, &o);
    assert_true(r.kernels_repeat && !r.kernels_shared);
    assert_near(r.p_random - .25 * .25 * .5, 0, .01);
    /* Without a repeated kernel the chance is that of independent samples. */
    for (size_t i = 0; i < 4; i++)
        samples[2][i].code = 10 + (int64_t)i;
    r = select_strategy_result(&pool, rule, &o);
    assert_false(r.kernels_repeat || r.kernels_shared);
    assert_near(r.p_random, 1.0 / 64, 1e-12);
    /* What fails its check is no candidate of a rule that sees the correct ones alone. */
    cells[1].task = 0;
    for (size_t c = 0; c < 2; c++) {
        samples[c][3].correct = false;
        samples[c][3].speedup = 0;
        samples[c][3].code = samples[c][3].code == 1 ? 1 : 4;
        cells[c].n_correct = 3;
    }
    samples[1][3].correct = samples[1][0].correct = true;
    samples[1][3].speedup = 2;
    samples[1][0].correct = false;
    samples[1][0].speedup = 0;
    r = select_strategy_result(&pool, rule, &o);
    assert_true(r.kernels_shared);
    assert_near(r.p_random - 1.0 / 3 / 4, 0, .02);
    arena_release(&a);
}

/* Three picks of ten cells, all of them fast, against three of 250 at random. */
static void several_picks_are_tested_against_as_many(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct select_cell cells[10];
    struct select_sample samples[10][20];
    memset(samples, 0, sizeof(samples));
    for (size_t c = 0; c < 10; c++) {
        cells[c] =
            (struct select_cell){ .task = c, .n = 20, .n_correct = 20, .samples = samples[c] };
        for (size_t i = 0; i < 20; i++) {
            samples[c][i].correct = true;
            samples[c][i].speedup = i < 4 ? 2 : .5;
            samples[c][i].measures[MEASURE_MEAN] = -2 + .001 * (double)i;
        }
    }
    struct select_pool pool = { .n_cells = 10, .cells = cells };
    struct select_options o = { 3, faster, .95, false };
    struct select_result r =
        select_strategy_result(&pool, select_strategy_find("surprisal-top-m"), &o);
    assert_near(r.count, 10, 0);
    assert_true(isnan(r.p_random));
    assert_near(r.random_m_count, 10 * (1 - 16. * 15 * 14 / (20 * 19 * 18)), 1e-12);
    assert_near(r.p_random_m, pow(1 - 16. * 15 * 14 / (20 * 19 * 18), 10), 1e-12);
    r = select_strategy_result(&pool, select_strategy_find("surprisal-guided-top3"), &o);
    assert_true(isnan(r.p_random) && r.p_random_m > 5e-4);
    r = select_strategy_result(&pool, select_strategy_find("best-correct"), &o);
    assert_true(isnan(r.p_random) && isnan(r.p_random_m) && isnan(r.rank.p));
    r = select_strategy_result(&pool, select_strategy_find("random-m"), &o);
    assert_true(isnan(r.p_random) && isnan(r.p_random_m) && isnan(r.rank.p));
    arena_release(&a);
}

/* Two runs of one task are one unit. */
static void cells_of_a_task_are_one_cluster(void **state)
{
    (void)state;
    static const double fast[] = { 1, 1, 0, 0, 1, 0, 0, 1 };
    static const size_t tasks[] = { 0, 0, 1, 1, 2, 2, 3, 3 };
    static const double sums[] = { 2, 0, 1, 1 };
    static const double sizes[] = { 2, 2, 2, 2 };
    enum interval_kind kind;
    struct interval ci = select_task_interval(fast, tasks, 8, .95, &kind);
    struct interval want = stat_interval_share(sums, sizes, 4, .95);
    assert_int_equal(kind, INTERVAL_STUDENT);
    assert_near(ci.low, want.low, 1e-12);
    assert_near(ci.high, want.high, 1e-12);
}

/* Kernels that were drawn again, and runs beside each other, make no more of a correlation. */
static void copies_are_no_samples_and_runs_no_tasks(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const double surprisal[3][6] = { { 1, 2, 3, 4, 5, 6 },
                                            { 2, 1, 4, 3, 6, 5 },
                                            { 6, 1, 2, 5, 3, 4 } };
    struct select_sample samples[6][12];
    struct select_cell once[3];
    struct select_cell again[6];
    struct study s = { .n_tasks = 3 };
    memset(samples, 0, sizeof(samples));
    for (size_t c = 0; c < 6; c++) {
        for (size_t i = 0; i < 12; i++) {
            struct select_sample *x = &samples[c][i];
            x->correct = true;
            x->code = (int64_t)(i % 6) + 1;
            x->speedup = 1 + .25 * (double)(i % 6);
            x->measures[MEASURE_MEAN] = -surprisal[c % 3][i % 6];
            x->measures[MEASURE_TOKENS] = (double)((i * 5) % 6);
        }
        again[c] =
            (struct select_cell){ .task = c % 3, .n = 12, .n_correct = 12, .samples = samples[c] };
        if (c < 3)
            once[c] =
                (struct select_cell){ .task = c, .n = 6, .n_correct = 6, .samples = samples[c] };
    }
    struct select_pool pools[] = { { .study = &s, .n_cells = 3, .cells = once },
                                   { .study = &s, .n_cells = 6, .cells = again } };
    struct select_correlation x[2];
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(select_correlate(&pools[i], .95, &a, &x[i], NULL), 0);
    assert_int_equal(x[0].within.n, 18);
    assert_int_equal(x[1].within.n, 36);
    assert_int_equal(x[1].within.n_clusters, 3);
    assert_near(x[1].within.r, x[0].within.r, 1e-12);
    assert_near(x[1].within.p, x[0].within.p, 1e-12);
    assert_near(x[1].within.ci.low, x[0].within.ci.low, 1e-12);
    arena_release(&a);
}

static struct study random_study(struct arena *a, uint64_t seed)
{
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 12 },
                                               { "b", "best-of-n", 2, 1, 12 } };
    struct study s = build_study(a, shapes, 2, 5);
    struct rng g;
    rng_init(&g, seed, RNG_TRIAL, 0, 0, 0);
    for (size_t i = 0; i < s.n_rollouts; i++) {
        struct study_rollout *r = &s.rollouts[i];
        r->correct = rng_below(&g, 3) > 0;
        if (r->correct)
            r->speedup = .25 * (1 + rng_below(&g, 10));
        r->completion_tokens = 4 + (int32_t)rng_below(&g, 5);
        r->mean_logprob = -.125 * (1 + rng_below(&g, 6));
        r->sum_logprob = r->mean_logprob * (double)r->completion_tokens;
    }
    return s;
}

static struct select_pool pool_of(const struct study *s, struct arena *a)
{
    static const size_t runs[] = { 0, 1 };
    struct run_set set = { s, runs, 2 };
    struct select_pool pool;
    struct err err = { 0 };
    assert_int_equal(
        select_pool_build(&(struct select_of){ .step = 0, .rule = faster, .details = NULL }, &set,
                          1, a, &pool, &err),
        0);
    return pool;
}

static void first_five_are_the_old_rules(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct arena a = { 0 };
        struct study s = random_study(&a, seed);
        struct select_pool pool = pool_of(&s, &a);
        size_t n_rules = 0;
        const struct select_strategy *rules = select_strategies(&n_rules);
        for (size_t c = 0; c < pool.n_cells; c++) {
            struct select_candidate old[12];
            size_t n = 0;
            for (size_t i = 0; i < pool.cells[c].n; i++) {
                const struct select_sample *x = &select_cell_samples(&pool.cells[c], &a)[i];
                if (x->correct)
                    old[n++] = (struct select_candidate){ x->speedup, x->measures[MEASURE_MEAN] };
            }
            for (int k = 0; k < SELECT_RULE_COUNT && n > 0; k++) {
                assert_string_equal(rules[k].name, select_rule_name((enum select_rule)k));
                struct select_pick want = select_apply((enum select_rule)k, old, n, faster, &a);
                struct select_outcome got = select_outcome_of(
                    &rules[k], &pool.cells[c], select_width_of(&rules[k], 3, n), faster, &a);
                assert_near(got.fast, want.fast, 1e-13);
                assert_near(got.speedup, want.speedup, 1e-13);
                assert_near(got.log_speedup, want.log_speedup, 1e-12);
            }
        }
        arena_release(&a);
    }
}

static void results_do_not_depend_on_row_order(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = random_study(&a, 5);
    struct study t = random_study(&a, 5);
    for (size_t c = 0; c < t.n_cells; c++) {
        struct study_rollout *r = &t.rollouts[t.cells[c].first];
        for (size_t i = 0; i < t.cells[c].count / 2; i++) {
            struct study_rollout x = r[i];
            r[i] = r[t.cells[c].count - 1 - i];
            r[t.cells[c].count - 1 - i] = x;
        }
    }
    struct select_pool p = pool_of(&s, &a);
    struct select_pool q = pool_of(&t, &a);
    struct select_options o = { 2, faster, .95, false };
    size_t n = 0;
    const struct select_strategy *rules = select_strategies(&n);
    for (size_t i = 0; i < n; i++) {
        struct select_result x = select_strategy_result(&p, &rules[i], &o);
        struct select_result y = select_strategy_result(&q, &rules[i], &o);
        assert_near(x.count, y.count, 0);
        assert_near(x.mean_speedup, y.mean_speedup, 0);
        assert_near(x.p_random_m, y.p_random_m, 0);
        assert_near(x.rank.p, y.rank.p, 0);
    }
    struct select_bin b[4];
    struct select_bin d[4];
    select_calibrate(&p, true, &o, 4, &a, b);
    select_calibrate(&q, true, &o, 4, &a, d);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(b[i].n, d[i].n);
        assert_near(b[i].mean_speedup, d[i].mean_speedup, 0);
    }
    arena_release(&a);
}

static void wrong_samples_cost_a_deployed_rule(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct select_sample samples[4];
    memset(samples, 0, sizeof(samples));
    static const double lp[] = { -4, -3, -2, -1 };
    for (size_t i = 0; i < 4; i++) {
        samples[i].measures[MEASURE_MEAN] = lp[i];
        samples[i].correct = i >= 2;
        samples[i].speedup = i >= 2 ? 2 : 0;
    }
    struct select_cell cell = { .n = 4, .n_correct = 2, .n_fast = 2, .samples = samples };
    const struct select_strategy *s = select_strategy_find("deployable-surprisal");
    assert_near(select_outcome_of(s, &cell, 2, faster, &a).success, 0, 0);
    assert_near(select_outcome_of(s, &cell, 3, faster, &a).success, 1, 0);
    s = select_strategy_find("deployable-random");
    assert_near(select_outcome_of(s, &cell, 2, faster, &a).success, 5. / 6, 1e-15);
    arena_release(&a);
}

static void undefined_is_not_a_failure(void **state)
{
    (void)state;
    struct select_sample sample = { .correct = true, .speedup = 2 };
    struct select_sample wrong = { .correct = false };
    sample.measures[MEASURE_MEAN] = (double)NAN;
    struct select_cell cells[] = { { .n = 1, .n_correct = 1, .samples = &sample },
                                   { .n = 1, .samples = &wrong } };
    struct select_pool pool = { .n_cells = 2, .cells = cells };
    struct select_options o = { 1, faster, .95, false };
    struct select_result r =
        select_strategy_result(&pool, select_strategy_find("surprisal-guided"), &o);
    assert_int_equal(r.n_undefined, 1);
    assert_int_equal(r.n_cells, 0);
    assert_true(isnan(r.fast) && isnan(r.p_random) && isnan(r.rank.p) && isnan(r.ci.low));
    r = select_strategy_result(&pool, select_strategy_find("random-correct"), &o);
    assert_near(r.fast, .5, 0);
}

static void tails(void **state)
{
    (void)state;
    double x[] = { -1, -8, -2, -4 };
    assert_near(select_tail_mean(x, 4, .25), -8, 0);
    assert_near(select_tail_mean(x, 4, .26), -6, 0);
    assert_near(select_tail_mean(x, 4, 1), -3.75, 0);
    assert_near(select_tail_mean(x, 4, .001), -8, 0);
    assert_true(isnan(select_tail_mean(x, 0, .5)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_correlation_is_of_its_own_columns),
        cmocka_unit_test(copies_of_a_kernel_are_one),
        cmocka_unit_test(picks_agree_with_enumeration),
        cmocka_unit_test(random_of_m_is_hypergeometric),
        cmocka_unit_test(rank_test_agrees_with_enumeration),
        cmocka_unit_test(the_published_test_comes_out),
        cmocka_unit_test(kernels_that_repeat_are_one),
        cmocka_unit_test(several_picks_are_tested_against_as_many),
        cmocka_unit_test(cells_of_a_task_are_one_cluster),
        cmocka_unit_test(copies_are_no_samples_and_runs_no_tasks),
        cmocka_unit_test(first_five_are_the_old_rules),
        cmocka_unit_test(results_do_not_depend_on_row_order),
        cmocka_unit_test(wrong_samples_cost_a_deployed_rule),
        cmocka_unit_test(undefined_is_not_a_failure),
        cmocka_unit_test(tails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
