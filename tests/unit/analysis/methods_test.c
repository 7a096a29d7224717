/*
 * Friedman's test against all orders; the hierarchical model, values, pairs and bounds against two
 * groups and numbers by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/compare/budget_curves.h"
#include "analysis/compare/compare_groups.h"
#include "analysis/compare/compare_methods.h"
#include "analysis/compare/compare_value.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/resample/stat_hierarchy.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/fastp.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

static const struct speed_rule faster = { 1.0, false, SPEED_MEAN };

static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                  { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };

static double spread_of(const double *values, size_t n, const int *order, double *ranks_out)
{
    double sums[3] = { 0, 0, 0 };
    for (size_t i = 0; i < n; i++) {
        for (int m = 0; m < 3; m++) {
            double rank = 1.0;
            for (int o = 0; o < 3; o++)
                rank += values[3 * i + (size_t)o] < values[3 * i + (size_t)m] ? 1.0 : 0.0;
            for (int o = 0; o < 3; o++)
                rank += o != m && stat_same(values[3 * i + (size_t)o], values[3 * i + (size_t)m])
                            ? 0.5
                            : 0.0;
            sums[orders[order[i]][m]] += rank;
            ranks_out[3 * i + (size_t)m] = rank;
        }
    }
    double mean = (sums[0] + sums[1] + sums[2]) / 3.0;
    double s = 0.0;
    for (int m = 0; m < 3; m++)
        s += (sums[m] - mean) * (sums[m] - mean);
    return s;
}

static void friedman_counts_every_order(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 200; number++) {
        struct arena a = { 0 };
        struct rng g;
        double values[12];
        double ranks[12];
        int order[4] = { 0, 0, 0, 0 };
        rng_init(&g, 8, RNG_TRIAL, 1, number, 0);
        size_t n = 2 + rng_below(&g, 3);
        for (size_t i = 0; i < 3 * n; i++)
            values[i] = rng_below(&g, number % 2 == 0 ? 3 : 50);
        double observed = spread_of(values, n, order, ranks);
        size_t all = 1;
        size_t hits = 0;
        for (size_t i = 0; i < n; i++)
            all *= 6;
        for (size_t code = 0; code < all; code++) {
            size_t rest = code;
            for (size_t i = 0; i < n; i++, rest /= 6)
                order[i] = (int)(rest % 6);
            hits += spread_of(values, n, order, ranks) > observed - 1e-9;
        }
        struct stat_friedman f;
        assert_int_equal(stat_friedman(values, n, 3, 0, &f, NULL), 0);
        assert_near(f.p, (double)hits / (double)all, 1e-12);
        assert_int_equal(f.engine, STAT_EXACT);
        arena_release(&a);
    }
}

/* Six methods are beyond counting, two blocks are not. */
static void friedman_draws_what_it_cannot_count(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const double values[] = { 1, 2, 3, 4, 5, 6, 2, 1, 3, 5, 4, 6 };
    struct stat_friedman f;
    assert_int_equal(stat_friedman(values, 2, 6, 3, &f, NULL), 0);
    assert_int_equal(f.engine, STAT_MONTE_CARLO);
    /* One block held fixed, an order is as far out as its sum of products of ranks. */
    int hits = 0;
    int all = 0;
    for (int code = 0; code < 46656; code++) {
        unsigned seen = 0;
        int products = 0;
        for (int m = 0, rest = code; m < 6; m++, rest /= 6) {
            seen |= 1u << rest % 6;
            products += (m + 1) * (rest % 6 + 1);
        }
        all += seen == 63;
        hits += seen == 63 && products >= 2 + 2 + 9 + 20 + 20 + 36;
    }
    assert_int_equal(all, 720);
    assert_near(f.p, hits / 720.0, 0.06);
    const double alike[] = { 1, 1, 1, 2, 2, 2 };
    assert_int_equal(stat_friedman(alike, 2, 3, 0, &f, NULL), 0);
    assert_true(isnan(f.chi2));
    assert_near(f.p, 1, 0);
    struct err err = { 0 };
    assert_int_equal(stat_friedman(alike, 2, 1, 0, &f, &err), ERR_USAGE);
    assert_int_equal(stat_friedman(alike, 0, 3, 0, &f, &err), ERR_NODATA);
    arena_release(&a);
}

/* Tasks and seeds are drawn as the model has them; with many rollouts the mean is that of the
 * shares. */
static void the_model_covers(void **state)
{
    (void)state;
    static struct stat_hierarchy h;
    int covered = 0;
    for (uint64_t set = 0; set < 200; set++) {
        struct rng g;
        size_t first[9];
        double c[24];
        double n[24];
        double truth = 0.0;
        rng_init(&g, 4, RNG_TRIAL, 2, set, 0);
        for (size_t t = 0; t < 8; t++) {
            double theta = 0.1 + 0.8 * rng_double(&g);
            truth += theta / 8.0;
            first[t] = 3 * t;
            for (size_t i = 3 * t; i < 3 * t + 3; i++) {
                n[i] = 12.0;
                c[i] = 0.0;
                for (int k = 0; k < 12; k++)
                    c[i] += rng_double(&g) < theta ? 1.0 : 0.0;
            }
        }
        first[8] = 24;
        struct stat_hierarchy_input in = { 8, first, c, n };
        assert_int_equal(stat_hierarchy(&in, set, 0, &h, NULL), 0);
        struct interval ci = { 0, 0 };
        stat_sort(h.tasks, STAT_HIERARCHY_DRAWS);
        ci.low = stat_quantile_sorted(h.tasks, STAT_HIERARCHY_DRAWS, 0.025);
        ci.high = stat_quantile_sorted(h.tasks, STAT_HIERARCHY_DRAWS, 0.975);
        covered += ci.low <= truth && truth <= ci.high;
    }
    /* An exact binomial test at .001 accepts these. */
    assert_in_range(covered, 178, 199);
    const size_t one[] = { 0, 1, 2 };
    const double hits[] = { 30000, 70000 };
    const double of[] = { 100000, 100000 };
    struct stat_hierarchy_input in = { 2, one, hits, of };
    assert_int_equal(stat_hierarchy(&in, 1, 0, &h, NULL), 0);
    assert_near(stat_mean(h.tasks, STAT_HIERARCHY_DRAWS), 0.5, 0.02);
    const double bad[] = { 30000, 100001 };
    struct err err = { 0 };
    in.c = bad;
    assert_int_equal(stat_hierarchy(&in, 1, 0, &h, &err), ERR_NODATA);
}

/*
 * Posterior means, 16 rollouts a seed.  Golden: SciPy 1.10.1, the model summed over a grid even in
 * mu (120) and theta (500), 25 values of k and 23 of s, weights by differences of stats.beta.cdf,
 * likelihood by special.betaln.
 */
static void the_model_agrees_with_a_finer_grid(void **state)
{
    (void)state;
    static struct stat_hierarchy h;
    static const struct {
        size_t n, seeds;
        double c[15], population, tasks;
    } golden[] = {
        { 4, 1, { 8, 11, 16, 0 }, 0.5191395195066809, 0.545451383913222 },
        { 5,
          3,
          { 14, 7, 1, 5, 3, 11, 15, 7, 12, 3, 7, 0, 6, 13, 8 },
          0.46473798000088956,
          0.4632701825501601 },
        { 6, 1, { 5, 12, 5, 2, 4, 14 }, 0.45534197239687013, 0.4398617272108721 },
    };
    for (size_t i = 0; i < ARRAY_LEN(golden); i++) {
        size_t first[8];
        double n[15];
        for (size_t t = 0; t < 15; t++) {
            n[t] = 16.0;
            if (t < 8)
                first[t] = t * golden[i].seeds;
        }
        struct stat_hierarchy_input in = { golden[i].n, first, golden[i].c, n };
        assert_int_equal(stat_hierarchy(&in, 1, 0, &h, NULL), 0);
        /* 4,000 draws have a standard error of 0.002. */
        assert_near(stat_mean(h.population, STAT_HIERARCHY_DRAWS), golden[i].population, 0.02);
        assert_near(stat_mean(h.tasks, STAT_HIERARCHY_DRAWS), golden[i].tasks, 0.02);
    }
}

static struct run_groups three_methods(struct arena *a, const struct study *s)
{
    struct run_groups g;
    assert_int_equal(run_groups_named("a=a1,a2,b=b1,b2,c=c1", s, a, &g, NULL), 0);
    assert_int_equal(g.n, 3);
    return g;
}

static struct study filled(struct arena *a)
{
    const struct run_shape shapes[] = { { "a1", "best-of-n", 1, 1, 8 },
                                        { "a2", "best-of-n", 2, 1, 8 },
                                        { "b1", "ttt", 1, 2, 4 },
                                        { "b2", "ttt", 2, 2, 4 },
                                        { "c1", "refine", 1, 1, 6 } };
    struct study s = build_study(a, shapes, 5, 5);
    for (size_t t = 0; t < 5; t++) {
        fill_cell(&s, 0, t, 0, (int)t, 2);
        fill_cell(&s, 1, t, 0, (int)(t + 1), 1);
        for (size_t r = 2; r < 4; r++) {
            fill_cell(&s, r, t, 0, (int)(t % 2), 1);
            fill_cell(&s, r, t, 1, (int)(t % 4), 0);
        }
        fill_cell(&s, 4, t, 0, 1 + (int)(t % 3), 1);
    }
    return s;
}

static void pairs_are_what_two_groups_give(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = filled(&a);
    struct run_groups g = three_methods(&a, &s);
    struct run_groups two = { g.items, 2 };
    struct methods_options o = { .rule = faster, .level = .95, .seed = 7, .threads = 1 };
    struct methods_compared c;
    struct compare pair;
    struct compare_options how = {
        .rule = faster, .level = .95, .seed = 7, .threads = 1, .no_planning = true
    };
    assert_int_equal(compare_methods(&two, &o, &a, &c, NULL), 0);
    assert_int_equal(compare_groups(&g.items[0].set, &g.items[1].set, &how, &a, &pair, NULL), 0);
    assert_int_equal(c.budget, 8);
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        if (e == COMPARE_LOG_BEST) /* there a pair of seeds falls out, here a run */
            continue;
        const struct group_comparison *want = &pair.results[e];
        const struct method_pair *got = &c.results[e].pairs[0];
        assert_near(got->difference, want->difference, 1e-11);
        assert_near(got->flip.p, want->sign_flip.p, 1e-11);
        assert_near(got->ci.low, want->new_tasks.low, 1e-9);
        assert_near(got->p, want->new_runs.p, 1e-9);
        assert_near(got->ci_these_runs.low, want->new_tasks_these_runs.low, 1e-9);
        assert_near(c.results[e].values[0].value, want->mean_a, 1e-11);
    }
    assert_near(c.results[0].pairs[0].p_holm_these_runs, c.results[0].pairs[0].flip.p, 0);
    assert_near(c.results[0].pairs[0].p_holm, c.results[0].pairs[0].p, 0);
    assert_true(isnan(c.results[1].pairs[0].p_holm));
    assert_near(c.results[0].values[0].chance_best + c.results[0].values[1].chance_best, 1, 1e-9);
    arena_release(&a);
}

static void a_family_is_all_pairs(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = filled(&a);
    struct run_groups g = three_methods(&a, &s);
    struct methods_options o = {
        .rule = faster, .level = .95, .primary = COMPARE_BEST, .threads = 1
    };
    struct methods_compared c;
    assert_int_equal(compare_methods(&g, &o, &a, &c, NULL), 0);
    assert_int_equal(c.budget, 6);
    assert_string_equal(c.smallest, "c");
    const struct methods_result *r = &c.results[COMPARE_BEST];
    assert_int_equal(r->n_pairs, 3);
    assert_true(r->unequal_runs == isnan(r->friedman.p));
    double p[3];
    double holm[3];
    for (size_t i = 0; i < 3; i++)
        p[i] = r->pairs[i].flip.p;
    stat_adjust_holm(p, 3, holm, &a);
    for (size_t i = 0; i < 3; i++)
        assert_near(r->pairs[i].p_holm_these_runs, holm[i], 0);
    assert_true(isnan(c.results[COMPARE_SAMPLE].pairs[0].p_holm));
    assert_near(r->pairs[0].difference + r->pairs[2].difference, r->pairs[1].difference, 1e-9);
    struct err err = { 0 };
    o.budget = 7;
    assert_int_equal(compare_methods(&g, &o, &a, &c, &err), ERR_NODATA);
    assert_non_null(strstr(err.msg, "method c has only 6"));
    arena_release(&a);
}

/* Two of eight are fast, two more unknown. */
static void what_is_missing_bounds_the_value(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const struct run_shape shapes[] = { { "a1", "best-of-n", 1, 1, 8 },
                                        { "b1", "best-of-n", 1, 1, 8 } };
    struct study s = build_study(&a, shapes, 2, 1);
    struct run_groups g;
    fill_cell(&s, 0, 0, 0, 2, 0);
    s.cells[0].n_unscored = 2;
    assert_int_equal(run_groups_named("a=a1,b=b1", &s, &a, &g, NULL), 0);
    struct methods_options o = { .rule = faster, .level = .95, .budget = 1, .threads = 1 };
    struct methods_compared c;
    assert_int_equal(compare_methods(&g, &o, &a, &c, NULL), 0);
    for (int e = COMPARE_SAMPLE; e <= COMPARE_BEST; e++) {
        const struct method_value *v = &c.results[e].values[0];
        assert_near(v->value, .25, 1e-12);
        assert_near(v->if_failed, .2, 1e-12);
        assert_near(v->if_fast, .4, 1e-12);
        assert_int_equal(v->missing.undecided, 2);
        assert_near(c.results[e].values[1].if_fast, 0, 0);
    }
    /* One was never drawn. */
    s.runs[0].k = 11;
    assert_int_equal(study_count_missing(&s, &s.cells[0]), 3);
    arena_release(&a);
}

/* Timeouts count as failures and might have been fast; beside the values of every headline. */
static void timeouts_bound_every_headline(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const struct run_shape shapes[] = { { "a1", "best-of-n", 1, 1, 8 }, { "b1", "ttt", 1, 2, 4 } };
    static const double one[] = { 1.0 };
    struct study s = build_study(&a, shapes, 2, 2);
    struct run_set x = { &s, (const size_t[]){ 0 }, 1 };
    struct run_set y = { &s, (const size_t[]){ 1 }, 1 };
    for (size_t t = 0; t < 2; t++) {
        fill_cell(&s, 0, t, 0, 2, 0);
        fill_cell(&s, 1, t, 1, 4, 0);
    }
    s.rollouts[s.cells[0].first + 7].timed_out = true;
    s.cells[0].n_unscored = 2;
    s.cells[2].n_unscored = 4; /* as many as a step has */
    s.runs[0].n_unscored = 2;
    s.runs[1].n_unscored = 4;
    struct compare_options how = { .rule = faster, .level = .95, .replicates = 50, .threads = 1 };
    struct compare c;
    struct compare_bounds b[COMPARE_LOG_BEST];
    struct compare_missing m[2];
    assert_int_equal(compare_groups(&x, &y, &how, &a, &c, NULL), 0);
    compare_bounds_of(&s, &c, faster, b, m);
    assert_true(m[0].undecided == 2 && m[0].timeouts == 1 && m[1].undecided == 4);
    assert_near(c.results[COMPARE_SAMPLE].mean_a, .25, 1e-12);
    assert_near(b[COMPARE_SAMPLE].a.low, (2.0 / 10 + .25) / 2, 1e-12);
    assert_near(b[COMPARE_SAMPLE].a.high, (5.0 / 10 + .25) / 2, 1e-12);
    /* All four may be of the chosen step. */
    assert_near(b[COMPARE_SAMPLE].b.low, (4.0 / 8 + 1) / 2, 1e-12);
    assert_near(b[COMPARE_SAMPLE].b.high, 1, 1e-12);
    assert_near(b[COMPARE_SAMPLE].difference.low, .75 - .375, 1e-12);
    assert_near(b[COMPARE_SAMPLE].difference.high, 1 - .225, 1e-12);
    struct fastp_input in;
    struct fastp_options o = { .p = one, .n_p = 1, .denominator = FASTP_ALL };
    fastp_from_set(&(struct fastp_of){ .step = STEP_ALL, .sample = -1, .boa_rule = faster }, &x,
                   SPEED_MEAN, &a, &in);
    struct fastp_bounds f = fastp_curve(&in, &o, &a)->bounds;
    assert_near(f.if_failed, b[COMPARE_SAMPLE].a.low, 1e-12);
    assert_near(f.if_fast, b[COMPARE_SAMPLE].a.high, 1e-12);
    assert_true(f.n_missing == 2 && f.n_timeouts == 1);
    o.denominator = FASTP_CORRECT;
    assert_true(isnan(fastp_curve(&in, &o, &a)->bounds.if_fast));
    struct equivalent_options k = { .step = 1, .rule = faster, .level = .95, .replicates = 50 };
    struct equivalent_k e[2];
    s.cells[2].n_unscored = 0;
    fill_cell(&s, 1, 0, 1, 3, 0);
    fill_cell(&s, 1, 1, 1, 1, 0);
    s.rollouts[s.cells[2].first + 7].correct = s.rollouts[s.cells[3].first + 7].correct = false;
    s.rollouts[s.cells[3].first + 6].correct = s.rollouts[s.cells[3].first + 5].correct = false;
    assert_int_equal(equivalent_k(&x, &y, &k, e, NULL), 0);
    /* One sample gives 3/4 and 1/4: half. */
    assert_near(e[0].y, .5, 1e-12);
    assert_true(e[0].if_lowest.k < e[0].value.k && e[0].value.k < e[0].if_highest.k);
    struct equivalent_task low[] = {
        { (const struct count[]){ { 10, 5 } }, 1, NULL, 0 },
        { (const struct count[]){ { 8, 2 } }, 1, NULL, 0 },
    };
    assert_near(equivalent_k_curve(low, 2, e[0].if_lowest.k, EQUIVALENT_WITHOUT_REPLACEMENT), .5,
                1e-9);
    arena_release(&a);
}

static const struct budget_point *point_of(const struct budget_curves *c, enum budget_currency k,
                                           double budget, size_t method)
{
    for (size_t i = 0; i < c->curves[k].n_budgets * c->n_methods; i++) {
        const struct budget_point *p = &c->curves[k].points[i];
        if (p->method == method && fabs(p->budget - budget) < 1e-9)
            return p;
    }
    fail_msg("no point of %s at %g", budget_currency_name(k), budget);
    abort();
}

/* a takes 10 tokens a rollout, b 10 in step 0 and 20 in step 1 with its teacher; c unknown. */
static void equal_budgets_pay_for_rollouts(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = filled(&a);
    struct run_groups g = three_methods(&a, &s);
    const double unknown = (double)NAN;
    const struct cost_use uses[] = {
        { "a1", "", 0, 40, 0, 300, 100, 0, 4, unknown, 0, true },
        { "a2", "", 0, 40, 0, 300, 100, 0, 4, unknown, 0, true },
        { "b1", "", 0, 20, 0, 100, 100, 0, 2, unknown, 0, true },
        { "b1", "", 1, 20, 0, 100, 100, 200, 2, unknown, 0, true },
        { "b2", "", 0, 20, 0, 100, 100, 0, 2, unknown, 0, true },
        { "b2", "", 1, 20, 0, 100, 100, 200, 2, unknown, 0, true },
        { "c1", "", 0, 30, 0, unknown, unknown, 0, unknown, unknown, 0, false },
    };
    struct budget_options o = {
        .rule = faster, .level = .95, .n_points = 2, .uses = uses, .n_uses = ARRAY_LEN(uses)
    };
    struct budget_curves c;
    assert_int_equal(budget_curves(&g, &o, &a, &c, NULL), 0);
    assert_int_equal(c.n_tasks, 5);
    const struct budget_point *one = point_of(&c, BUDGET_ROLLOUTS, 1, 0);
    assert_near(one->value[BUDGET_FAST], (0 + 1 + 1 + 2 + 2 + 3 + 3 + 4 + 4 + 5) / 80.0, 1e-12);
    assert_near(one->value[BUDGET_ANY], (2 + 2 + 3 + 3 + 4 + 4 + 5 + 5 + 6 + 6) / 80.0, 1e-12);
    assert_near(point_of(&c, BUDGET_ROLLOUTS, 1, 1)->value[BUDGET_FAST], 2 / 20.0, 1e-12);
    assert_near(one->value[BUDGET_MAX], (25 * 2 + 15 * .5) / 80.0, 1e-12);
    assert_near(point_of(&c, BUDGET_ROLLOUTS, 6, 2)->rollouts, 6, 0);
    assert_true(isnan(point_of(&c, BUDGET_ROLLOUTS, 8, 2)->value[BUDGET_FAST]));
    /* 120 tokens: b's 4 and 4 rollouts; a spent 80. */
    assert_near(point_of(&c, BUDGET_TOKENS, 120, 1)->rollouts, 8, 0);
    assert_near(point_of(&c, BUDGET_TOKENS, 120, 1)->value[BUDGET_FAST],
                point_of(&c, BUDGET_ROLLOUTS, 8, 1)->value[BUDGET_FAST], 1e-12);
    assert_true(isnan(point_of(&c, BUDGET_TOKENS, 120, 0)->value[BUDGET_FAST]));
    assert_near(point_of(&c, BUDGET_TOKENS, 10, 0)->value[BUDGET_FAST], one->value[BUDGET_FAST],
                1e-12);
    assert_true(isnan(point_of(&c, BUDGET_TOKENS, 10, 2)->value[BUDGET_FAST]));
    assert_true(c.curves[BUDGET_SECONDS].known);
    o.n_uses = 0;
    assert_int_equal(budget_curves(&g, &o, &a, &c, NULL), 0);
    assert_false(c.curves[BUDGET_SECONDS].known);
    arena_release(&a);
}

static void families_can_be_the_units(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct study s = filled(&a);
    for (size_t t = 0; t < 5; t++)
        s.tasks[t].family = t < 2 ? "matmul" : "softmax";
    struct run_groups g = three_methods(&a, &s);
    struct methods_options o = { .rule = faster, .level = .95, .no_model = true, .threads = 1 };
    struct methods_compared c;
    assert_int_equal(compare_methods(&g, &o, &a, &c, NULL), 0);
    const struct methods_result *r = &c.results[COMPARE_SAMPLE];
    assert_true(isnan(r->values[0].tasks_mean));
    const struct method_pair *p = &r->pairs[1];
    struct sensitivity_clustered k = sensitivity_by_family(r, 3, &s, p, &o, &a);
    assert_int_equal(k.n_families, 2);
    assert_near(k.difference, p->difference, 0);
    double sums[2] = { 0, 0 };
    for (size_t t = 0; t < 5; t++)
        sums[t < 2 ? 0 : 1] += r->parts[3 * t + 2] - r->parts[3 * t];
    const double n[2] = { 2, 3 };
    struct interval want = stat_interval_ratio(sums, n, 2, .95);
    assert_near(k.ci_these_runs.low, want.low, 1e-9);
    assert_near(k.p_these_runs, sums[0] * sums[1] < 0 ? 1 : .5, 0);
    /* Without a family its tasks are gone; correct samples alone have higher shares. */
    struct study rest = sensitivity_study(&s, KEEP_ALL, "matmul", &a);
    struct run_groups of_rest = sensitivity_groups(&g, &rest, &a);
    struct methods_compared few;
    assert_int_equal(compare_methods(&of_rest, &o, &a, &few, NULL), 0);
    assert_int_equal(few.results[COMPARE_SAMPLE].n_tasks, 3);
    struct study right = sensitivity_study(&s, KEEP_CORRECT, NULL, &a);
    struct run_groups of_right = sensitivity_groups(&g, &right, &a);
    assert_int_equal(compare_methods(&of_right, &o, &a, &few, NULL), 0);
    assert_near(few.results[COMPARE_SAMPLE].values[2].value,
                (1 / 2. + 2 / 3. + 3 / 4.) / 5 + (1 / 2. + 2 / 3.) / 5, 1e-12);
    arena_release(&a);
}

static void method_lists_are_read(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const struct run_shape shapes[] = { { "a,1", "x", 1, 1, 1 }, { "b=2", "x", 1, 1, 1 } };
    struct study s = build_study(&a, shapes, 2, 1);
    struct run_groups g;
    struct err err = { 0 };
    assert_int_equal(run_groups_named("one=a\\,1,two=b\\=2", &s, &a, &g, &err), 0);
    assert_string_equal(g.items[1].name, "two");
    assert_int_equal(g.items[1].set.runs[0], 1);
    static const char *const bad[] = { "a1,b=b1",   "a=a1",    "a=a1,b=a1",
                                       "a=a1,a=b1", "a=,b=b1", "=a1,b=b1" };
    const char *const *names = NULL;
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_int_equal(run_groups_read(bad[i], &a, &names, &n, &err), ERR_USAGE);
    assert_int_equal(run_groups_named("a=zz,b=b1", &s, &a, &g, &err), ERR_NOMATCH);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friedman_counts_every_order),
        cmocka_unit_test(friedman_draws_what_it_cannot_count),
        cmocka_unit_test(the_model_covers),
        cmocka_unit_test(the_model_agrees_with_a_finer_grid),
        cmocka_unit_test(pairs_are_what_two_groups_give),
        cmocka_unit_test(a_family_is_all_pairs),
        cmocka_unit_test(what_is_missing_bounds_the_value),
        cmocka_unit_test(timeouts_bound_every_headline),
        cmocka_unit_test(equal_budgets_pay_for_rollouts),
        cmocka_unit_test(families_can_be_the_units),
        cmocka_unit_test(method_lists_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
