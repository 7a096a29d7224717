/*
 * compare_groups_test.c - two groups of few tasks and seeds, of which every mean, interval and test
 * follows by hand: Student's t of one and two degrees of freedom has a closed form.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/compare/compare_groups.h"
#include "analysis/stat/stat_special.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

static const struct speed_rule faster = { .p = 1 };
static const double undefined = (double)NAN;

static double t_of_1(double p)
{
    return tan(3.141592653589793 * (p - .5));
}

/*
 * Shares of fast samples, of four:      task 0  task 1  task 2
 *   a, seeds 1, 2 and 3                 1 0 0   2 2 0   4 4 4
 *   b, seeds 2 and 1 (without task 2)   4 2     3 2
 */
static struct study groups(struct arena *a)
{
    static const struct run_shape shapes[] = { { "a1", "best-of-n", 1, 1, 4 },
                                               { "a2", "best-of-n", 2, 1, 4 },
                                               { "a3", "best-of-n", 3, 1, 4 },
                                               { "b2", "best-of-n", 2, 1, 4 },
                                               { "b1", "best-of-n", 1, 1, 4 } };
    static const int fast[5][3] = {
        { 1, 2, 4 }, { 0, 2, 4 }, { 0, 0, 4 }, { 4, 3, 0 }, { 2, 2, 0 }
    };
    struct study s = build_study(a, shapes, 5, 3);
    for (size_t r = 0; r < 5; r++) {
        for (size_t t = 0; t < 3; t++)
            fill_cell(&s, r, t, 0, fast[r][t], 0);
        s.runs[r].prompt_tokens = 100 * (int64_t)(r + 1);
        s.runs[r].completion_tokens = 7;
        s.runs[r].wall_seconds = 10 * (double)(r + 1);
        if (r >= 3)
            s.runs[r].n_cells = 2;
    }
    return s;
}

static const size_t of_a[] = { 0, 1, 2 };
static const size_t of_b[] = { 3, 4 };

static struct compare compared(const struct study *s, double level, struct arena *a)
{
    struct run_set x = { s, of_a, 3 };
    struct run_set y = { s, of_b, 2 };
    struct compare_options o = { .rule = faster, .level = level, .replicates = 100, .threads = 1 };
    struct compare c;
    assert_int_equal(compare_groups(&x, &y, &o, a, &c, NULL), 0);
    return c;
}

static void check_test(const struct compare_test *t, double statistic, double p, int64_t n,
                       const char *engine, const char *reason)
{
    assert_near(t->statistic, statistic, 1e-12);
    assert_near(t->p, p, 1e-12);
    assert_int_equal(t->n, n);
    assert_string_equal(t->engine, engine);
    assert_string_equal(t->reason, reason);
}

static void groups_are_described(void **state)
{
    struct arena a = { 0 };
    struct study s = groups(&a);
    struct compare c = compared(&s, .95, &a);
    (void)state;
    assert_int_equal(c.n_tasks, 2);
    assert_int_equal(c.n_seeds, 2);
    assert_int_equal(c.n_cells, 4);
    assert_int_equal(c.n_tasks_dropped, 1);
    assert_int_equal(c.n_runs_dropped, 1);
    assert_false(c.same_seeds || c.same_tasks || c.cross_fitted);
    assert_true(c.same_split && c.same_budget);
    assert_int_equal(c.budget_low, 4);
    assert_int_equal(c.budget_high, 4);
    assert_int_equal(c.budget_a.n_runs, 2);
    assert_int_equal(c.budget_b.n_runs, 2);
    assert_near(c.budget_a.rollouts_per_cell, 4, 0);
    assert_near(c.budget_b.rollouts_per_cell, 4, 0);
    assert_near(c.budget_a.tokens, 314, 0);
    assert_near(c.budget_b.tokens, 914, 0);
    assert_near(c.budget_a.wall_seconds, 30, 0);
    assert_near(c.budget_b.wall_seconds, 90, 0);
    assert_string_equal(c.max_t_engine, "exact");
    static const size_t runs[][3] = { { 0, 0, 4 }, { 0, 1, 3 }, { 1, 0, 4 }, { 1, 1, 3 } };
    static const int64_t fast[][2] = { { 1, 2 }, { 0, 4 }, { 2, 2 }, { 2, 3 } };
    for (size_t i = 0; i < 4; i++) {
        const struct compare_cell *x = &c.cells[i];
        assert_int_equal(x->task, runs[i][0]);
        assert_int_equal(x->run_a, runs[i][1]);
        assert_int_equal(x->run_b, runs[i][2]);
        assert_int_equal(x->budget, 4);
        assert_int_equal(x->sample_a.n, 4);
        assert_int_equal(x->sample_b.n, 4);
        assert_int_equal(x->sample_a.c, fast[i][0]);
        assert_int_equal(x->sample_b.c, fast[i][1]);
        assert_near(x->a[COMPARE_SAMPLE], (double)fast[i][0] / 4, 0);
        assert_near(x->b[COMPARE_SAMPLE], (double)fast[i][1] / 4, 0);
        assert_near(x->part_a, (double)fast[i][0] / 4, 0);
        assert_near(x->in_sample_b, (double)fast[i][1] / 4, 0);
        assert_near(x->a[COMPARE_BEST], fast[i][0] > 0, 0);
        assert_near(x->b[COMPARE_BEST], 1, 0);
        assert_near(x->a[COMPARE_LOG_BEST], fast[i][0] > 0 ? log(2) : undefined, 1e-15);
    }
    /* The even samples of a say how hard a task is, the odd ones what is gained, and vice versa. */
    assert_near(c.cells[0].halves[0].base_share, .5, 0);
    assert_near(c.cells[0].halves[1].base_share, 0, 0);
    assert_near(c.cells[0].halves[0].gain[COMPARE_SAMPLE], .5 - 0, 0);
    assert_near(c.cells[0].halves[1].gain[COMPARE_SAMPLE], .5 - .5, 0);
    assert_near(c.cells[0].halves[0].gain[COMPARE_BEST], 1 - 1.0 / 6, 1e-12);
    assert_near(c.cells[0].halves[1].gain[COMPARE_BEST], -1.0 / 6, 1e-12);

    /* Of the other way round a task is in the second group alone. */
    struct run_set x = { &s, of_a, 3 }, y = { &s, of_b, 2 };
    struct compare_options o = { .rule = faster, .level = .95, .no_planning = true };
    struct compare turned;
    assert_int_equal(compare_groups(&y, &x, &o, &a, &turned, NULL), 0);
    assert_int_equal(turned.n_tasks_dropped, 1);
    assert_near(turned.results[COMPARE_SAMPLE].difference, -.375, 1e-15);

    s.runs[4].split_hash = "another";
    assert_false(compared(&s, .95, &a).same_split);
    s.runs[4].split_hash = "";
    s.runs[2].split_hash = "another";
    assert_false(compared(&s, .95, &a).same_split);
    arena_release(&a);
}

static void regimes_are_means_of_halves(void **state)
{
    struct arena a = { 0 };
    struct study s = groups(&a);
    struct compare c = compared(&s, .95, &a);
    (void)state;
    /* Tasks by how hard they are on one half of a's rollouts, gains on the other half. */
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        double sums[COMPARE_REGIMES] = { 0 };
        size_t n[COMPARE_REGIMES] = { 0 };
        for (size_t i = 0; i < 4; i++) {
            double base = 0, gain = 0, known = 0;
            for (size_t k = i / 2 * 2; k < i / 2 * 2 + 2; k++) {
                const struct compare_half *h = &c.cells[k].halves[i % 2];
                base += isnan(h->gain[e]) ? 0 : h->base_share;
                gain += isnan(h->gain[e]) ? 0 : h->gain[e];
                known += isnan(h->gain[e]) ? 0 : 1;
            }
            if (known > 0) {
                sums[compare_regime(base / known)] += gain / known;
                n[compare_regime(base / known)]++;
            }
        }
        for (size_t k = 0; k < COMPARE_REGIMES; k++) {
            assert_int_equal(c.results[e].more.regime_halves[k], n[k]);
            assert_near(c.results[e].more.regime_difference[k],
                        n[k] > 0 ? sums[k] / (double)n[k] : undefined, 1e-12);
        }
    }
    arena_release(&a);
}

static void shares_are_compared_by_hand(void **state)
{
    static const double levels[] = { .2, .4, .95 };
    struct arena a = { 0 };
    struct study s = groups(&a);
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        double p = .5 + levels[i] / 2;
        struct compare c = compared(&s, levels[i], &a);
        const struct group_comparison *r = &c.results[COMPARE_SAMPLE];
        assert_int_equal(r->estimand, COMPARE_SAMPLE);
        assert_int_equal(r->n_tasks, 2);
        assert_int_equal(r->n_cells, 4);
        assert_int_equal(r->n_left_out, 0);
        assert_near(r->mean_a, .3125, 1e-15);
        assert_near(r->mean_b, .6875, 1e-15);
        assert_near(r->difference, .375, 1e-15);
        assert_near(r->in_sample_a, .3125, 1e-15);
        assert_near(r->in_sample_b, .6875, 1e-15);
        /* Shares of A are 1/4 and 0, 1/2 and 1/2, of B 1/2 and 1, 1/2 and 3/4: runs' means 3/8 and
         * 1/4, 1/2 and 7/8; what is left over is 1/16 in every cell. */
        const double runs[] = { .0625 * .0625, .1875 * .1875 }, rest = .0625 * .0625;
        double v = runs[0] + runs[1];
        double half =
            stat_student_quantile(p, v * v / (runs[0] * runs[0] + runs[1] * runs[1])) * sqrt(v);
        assert_near(r->these_tasks.low, fmax(-1, .375 - half), 1e-9);
        assert_near(r->these_tasks.high, fmin(1, .375 + half), 1e-9);
        assert_near(r->runs[0].spread, 0, 1e-15);
        assert_near(r->runs[1].spread, runs[1] - rest, 1e-12);
        /* Two tasks reject nothing below one half. */
        double of_tasks = stat_student_quantile(p, 1);
        double of_runs = stat_student_quantile(p, v * v / (runs[0] * runs[0] + runs[1] * runs[1]));
        half = sqrt(of_tasks * of_tasks * .0625 + of_runs * of_runs * (runs[1] - rest));
        assert_near(r->min_p, .5, 0);
        double low = fmax(-1, .375 - half);
        assert_near(r->new_tasks.low, levels[i] > .5 ? fmin(0, low) : low, 1e-9);
        assert_near(r->new_tasks.high, fmin(1, .375 + half), 1e-9);
        assert_true(r->new_runs.p >= .5);
        half = t_of_1(p) * .25;
        low = fmax(-1, .375 - half);
        assert_near(r->new_tasks_these_runs.low, levels[i] > .5 ? fmin(0, low) : low, 1e-9);
        assert_near(r->new_tasks_these_runs.high, fmin(1, .375 + half), 1e-9);
        static const double fast[] = { 1, 0, 2, 2, 2, 4, 2, 3 };
        v = 0;
        for (size_t k = 0; k < 8; k++)
            v += (fast[k] + .5) * (4.5 - fast[k]) / 25 / 4 / 16;
        half = stat_normal_quantile(p) * sqrt(v);
        assert_near(r->these_tasks_these_runs.high, fmin(1, .375 + half), 1e-9);
        check_test(&r->sign_flip, .375, .5, 2, "exact", "");
        check_test(&r->sign, 2, .5, 2, "exact", "");
        check_test(&r->mcnemar, undefined, undefined, 0, "",
                   "several seeds per task, which are not independent");
        assert_near(r->signed_rank.p, .5, 1e-12);
        assert_int_equal(r->signed_rank.n, 2);
        assert_near(r->rank_biserial, 1, 0);
        assert_near(r->net_improvement, .75, 1e-15);
        assert_near(r->p_improvement, .875, 1e-15);
        assert_near(r->cohens_h, 2 * asin(sqrt(.6875)) - 2 * asin(sqrt(.3125)), 1e-12);
        assert_near(r->hodges_lehmann, .375, 1e-12);
        assert_true(isnan(r->geomean_ratio));
    }
    arena_release(&a);
}

static void best_ones_are_compared_by_hand(void **state)
{
    struct arena a = { 0 };
    struct study s = groups(&a);
    struct compare c = compared(&s, .95, &a);
    const struct group_comparison *any = &c.results[COMPARE_BEST];
    const struct group_comparison *log_best = &c.results[COMPARE_LOG_BEST];
    (void)state;
    assert_near(any->mean_a, .75, 0);
    assert_near(any->mean_b, 1, 0);
    assert_near(any->difference, .25, 0);
    assert_true(isnan(any->in_sample_a) && isnan(any->in_sample_b));
    /* Of the four signs of two tasks both estimands reach the first one's |t| in two, and the
     * second one's in all. */
    assert_near(c.results[COMPARE_SAMPLE].more.p_max_t, .5, 0);
    assert_near(any->more.p_max_t, 1, 0);
    assert_true(isnan(log_best->more.p_max_t));
    check_test(&any->sign, 1, 1, 1, "exact", "");
    assert_near(any->net_improvement, .25, 0);
    assert_int_equal(any->n_left_out, 0);
    /* A pair without a speedup is left out; the others are equal. */
    assert_int_equal(log_best->n_tasks, 2);
    assert_int_equal(log_best->n_cells, 3);
    assert_int_equal(log_best->n_left_out, 1);
    assert_near(log_best->mean_a, log(2), 1e-12);
    assert_near(log_best->difference, 0, 1e-12);
    assert_near(log_best->geomean_ratio, 1, 1e-12);
    assert_true(isnan(log_best->cohens_h));
    check_test(&log_best->sign, undefined, undefined, 0, "", "all differences are zero");
    check_test(&log_best->signed_rank, undefined, undefined, 0, "", "all differences are zero");
    assert_near(log_best->p_improvement, .5, 0);
    assert_near(log_best->net_improvement, 0, 0);
    arena_release(&a);
}

/* Runs of one seed: rollouts for these tasks, McNemar where all is 0 or 1. */
static void single_runs_pair_whatever_their_seeds(void **state)
{
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 4 },
                                               { "b", "best-of-n", 2, 1, 4 } };
    static const int fast[2][5] = { { 0, 0, 0, 4, 4 }, { 4, 4, 4, 0, 4 } };
    static const size_t runs[] = { 0, 1 };
    struct arena a = { 0 };
    struct study s = build_study(&a, shapes, 2, 5);
    struct run_set x = { &s, runs, 1 }, y = { &s, runs + 1, 1 };
    struct compare_options o = { .rule = faster, .level = .95, .replicates = 300, .threads = 1 };
    struct compare c;
    (void)state;
    for (size_t r = 0; r < 2; r++)
        for (size_t t = 0; t < 5; t++)
            fill_cell(&s, r, t, 0, fast[r][t], 0);
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    assert_int_equal(c.n_seeds, 1);
    assert_false(c.same_seeds);
    assert_true(c.same_tasks);
    assert_true(isnan(c.budget_a.tokens));
    const struct group_comparison *r = &c.results[COMPARE_SAMPLE];
    assert_near(r->difference, .4, 1e-15);
    /* How runs differ cannot be seen. */
    assert_true(isnan(r->new_tasks.low) && isnan(r->these_tasks.low) && isnan(r->new_runs.p));
    assert_true(compare_why_no_runs(r) != NULL);
    /* Shares of none and of all may be others the next time. */
    double half = stat_normal_quantile(.975) * sqrt(10 * .5 * 4.5 / 25 / 4) / 5;
    assert_near(r->these_tasks_these_runs.low, .4 - half, 1e-9);
    check_test(&r->mcnemar, 3, .625, 4, "exact", "");
    check_test(&r->sign, 3, .625, 4, "exact", "");
    assert_near(r->min_p, .0625, 0);
    fill_cell(&s, 1, 4, 0, 4, 0);
    s.rollouts[s.cells[9].first].speedup = .5;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    check_test(&r->mcnemar, undefined, undefined, 0, "", "the values are not all 0 or 1");
    assert_near(r->difference, .35, 1e-15);
    s.runs[1].seed = 1;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    assert_true(c.same_seeds);
    s.runs[0].has_seed = false;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, NULL), 0);
    assert_false(c.same_seeds);
    arena_release(&a);
}

static void what_cannot_be_compared_is_said(void **state)
{
    struct arena a = { 0 };
    struct study s = groups(&a);
    static const size_t twice[] = { 0, 0 }, third[] = { 2 }, last[] = { 0, 1, 1 };
    struct run_set none = { &s, of_a, 0 }, x = { &s, of_a, 3 }, y = { &s, of_b, 2 };
    struct run_set same = { &s, twice, 2 }, other = { &s, third, 1 };
    struct run_set late = { &s, last, 3 };
    struct compare_options o = { .rule = faster, .level = .95, .no_planning = true };
    struct compare c;
    (void)state;
    const struct {
        const struct run_set *a, *b;
        int rc;
        const char *message;
    } rows[] = {
        { &none, &y, ERR_USAGE, "a comparison needs runs in both groups" },
        { &x, &none, ERR_USAGE, "a comparison needs runs in both groups" },
        { &same, &y, ERR_USAGE,
          "runs a1 and a1 of group a have the same seed 1 and tasks in common: no pairing; runs of "
          "one seed pair as one where their tasks differ" },
        { &y, &same, ERR_USAGE,
          "runs a1 and a1 of group b have the same seed 1 and tasks in common: no pairing; runs of "
          "one seed pair as one where their tasks differ" },
        { &late, &y, ERR_USAGE,
          "runs a2 and a2 of group a have the same seed 2 and tasks in common: no pairing; runs of "
          "one seed pair as one where their tasks differ" },
        { &other, &y, ERR_NODATA, "the groups have no seed in common" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err err = { 0 };
        assert_int_equal(compare_groups(rows[i].a, rows[i].b, &o, &a, &c, &err), rows[i].rc);
        assert_string_equal(err.msg, rows[i].message);
    }
    struct err err = { 0 };
    s.runs[1].has_seed = false;
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, &err), ERR_USAGE);
    assert_string_equal(err.msg,
                        "run a2 of group a has no seed to be paired by; compare single runs");
    s.runs[1].has_seed = true;
    /* Without planning there are regimes and nothing else more. */
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, &err), 0);
    assert_true(isnan(c.results[0].more.p_max_t));
    assert_null(c.max_t_engine);
    for (size_t i = 9; i < s.n_cells; i++)
        s.cells[i].count = 0;
    err = (struct err){ 0 };
    assert_int_equal(compare_groups(&x, &y, &o, &a, &c, &err), ERR_NODATA);
    assert_string_equal(err.msg, "the groups have no task with scored rollouts in common");
    static const char *const names[] = { "sample", "best-of-b", "log-best-of-b" };
    static const char *const words[] = { "the share of fast samples", "one of B rollouts",
                                         "natural log" };
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        assert_string_equal(compare_estimand_name((enum compare_estimand)e), names[e]);
        assert_non_null(strstr(compare_estimand_sentence((enum compare_estimand)e), words[e]));
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_described),
        cmocka_unit_test(regimes_are_means_of_halves),
        cmocka_unit_test(shares_are_compared_by_hand),
        cmocka_unit_test(best_ones_are_compared_by_hand),
        cmocka_unit_test(single_runs_pair_whatever_their_seeds),
        cmocka_unit_test(what_cannot_be_compared_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
