/*
 * select_pick_test.c - what a ranking picks, against every way to draw the items that share its
 * last place, and sums of ranks against every combination of picks.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/stat/stat_special.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/select_items.h"

#define MOST 12

static const struct speed_rule faster = { .p = 1 };

struct expected {
    double weight[MOST]; /* by item */
    size_t n_tied;
};

/* Items below the last place are in; of those on it every choice is as likely. */
static struct expected draw_all(const struct select_item *items, size_t n, size_t m, bool uniform)
{
    struct expected e = { .n_tied = 0 };
    uint32_t inside = 0, tied = 0;
    double ways = 0;
    m = m < n ? m : n;
    for (size_t i = 0; i < n; i++) {
        size_t below = 0, with = 0;
        for (size_t k = 0; k < n; k++) {
            below += !uniform && items[k].key < items[i].key;
            with += uniform || fabs(items[k].key - items[i].key) <= 0;
        }
        if (below + with <= m && !(below < m && below + with == m && !uniform))
            inside |= 1u << i;
        else if (below < m)
            tied |= 1u << i;
    }
    size_t n_inside = (size_t)__builtin_popcount(inside);
    e.n_tied = (size_t)__builtin_popcount(tied);
    for (uint32_t set = 0; set < 1u << n; set++) {
        size_t best = n;
        if ((set & ~tied) != 0 || (size_t)__builtin_popcount(set) + n_inside != m)
            continue;
        ways++;
        for (size_t i = 0; i < n; i++)
            if (((set | inside) >> i & 1) != 0 &&
                (best == n || items[i].speedup >= items[best].speedup))
                best = i;
        e.weight[best]++;
    }
    for (size_t i = 0; i < n; i++)
        e.weight[i] /= ways;
    if (e.n_tied + n_inside == m)
        e.n_tied = 1;
    return e;
}

/* Doubled, and ties share theirs. */
static int64_t rank_of(const struct select_item *items, size_t n, size_t at)
{
    int64_t below = 0, with = 0;
    for (size_t i = 0; i < n; i++) {
        below += items[i].speedup < items[at].speedup;
        with += fabs(items[i].speedup - items[at].speedup) <= 0;
    }
    return 2 * below + with + 1;
}

static void check(const struct select_item *items, size_t n, size_t m, bool uniform,
                  struct speed_rule rule)
{
    struct arena a = { 0 };
    struct select_outcome o =
        uniform ? select_uniform(items, n, m, rule, &a) : select_lowest(items, n, m, rule, &a);
    struct expected e = draw_all(items, n, m, uniform);
    double success = 0, fast = 0, speedup = 0, logs = 0, percentile = 0, mean = 0, square = 0;
    double by_rank[2 * MOST + 2] = { 0 }, best = 0;
    for (size_t i = 0; i < n; i++) {
        double w = e.weight[i], rank = (double)rank_of(items, n, i);
        bool works = items[i].speedup > 0;
        best = fmax(best, items[i].speedup);
        success += works ? w : 0;
        fast += works && (rule.ge ? items[i].speedup >= rule.p : items[i].speedup > rule.p) ? w : 0;
        speedup += works ? w * items[i].speedup : 0;
        logs += works ? w * log(items[i].speedup) : 0;
        percentile += w * (rank - 1) / 2 / (double)n;
        mean += w * rank;
        square += w * rank * rank;
        by_rank[(size_t)rank] += w;
    }
    assert_true(o.defined);
    assert_int_equal(o.n, n);
    assert_int_equal(o.m, m < n ? m : n);
    assert_int_equal(o.n_tied, e.n_tied);
    assert_near(1 + o.success, 1 + success, 1e-12);
    assert_near(1 + o.fast, 1 + fast, 1e-12);
    assert_near(1 + o.percentile, 1 + percentile, 1e-12);
    assert_near(o.rank_mean, mean, 1e-12);
    assert_near(o.rank_square, square, 1e-12);
    if (success > 0) {
        assert_near(o.speedup, speedup / success, 1e-12);
        assert_near(1 + o.log_speedup, 1 + logs / success, 1e-12);
        assert_near(1 + o.log_regret, 1 + log(best) - logs / success, 1e-12);
    } else {
        assert_true(isnan(o.speedup) && isnan(o.log_speedup) && isnan(o.log_regret));
    }
    for (size_t i = 0; i < o.n_weighted; i++) {
        assert_true(o.weights[i] > 0 && (i == 0 || o.ranks[i] >= o.ranks[i - 1]));
        by_rank[o.ranks[i]] -= o.weights[i];
    }
    for (size_t r = 0; r < ARRAY_LEN(by_rank); r++)
        assert_near(1 + by_rank[r], 1, 1e-12);
    arena_release(&a);
}

static const struct select_item lists[][MOST] = {
    { { 2, 3 },
      { .5, 1 },
      { 0, 2 },
      { 4, 5 },
      { 1, 4 },
      { 3, 0 },
      { 2.5, 6 },
      { 0, 7 },
      { 6, 9 },
      { 1.5, 8 },
      { .75, 11 },
      { 8, 10 } },
    { { 2, 1 },
      { .5, 1 },
      { 0, 1 },
      { 4, 2 },
      { 1, 2 },
      { 3, 2 },
      { 2.5, 3 },
      { 0, 3 },
      { 6, 3 },
      { 1.5, 0 },
      { .75, 3 },
      { 8, 3 } },
    { { 0, 1 },
      { 0, 2 },
      { 0, 2 },
      { 0, 1 },
      { 0, 4 },
      { 0, 5 },
      { 0, 6 },
      { 0, 7 },
      { 0, 7 },
      { 0, 7 },
      { 0, 7 },
      { 0, 2 } },
    { { 1, 5 },
      { 2, 5 },
      { 3, 5 },
      { 4, 5 },
      { 5, 5 },
      { 6, 5 },
      { 7, 5 },
      { 8, 5 },
      { 9, 5 },
      { 10, 5 },
      { 11, 4 },
      { 0, 6 } },
};

static void picks_against_every_draw(void **state)
{
    (void)state;
    for (size_t l = 0; l < ARRAY_LEN(lists); l++)
        for (size_t n = 1; n <= MOST; n++)
            for (size_t m = 1; m <= n + 1; m++)
                for (int how = 0; how < 4; how++)
                    check(lists[l], n, m, how % 2 == 1,
                          (struct speed_rule){ .p = 2, .ge = how >= 2 });
}

static void what_has_no_pick(void **state)
{
    struct arena a = { 0 };
    struct select_item odd[] = { { 1, 2 }, { 2, (double)NAN }, { 3, 1 } };
    (void)state;
    struct select_outcome o = select_lowest(odd, 0, 1, faster, &a);
    assert_false(o.defined);
    assert_int_equal(o.n + o.m + o.n_weighted, 0);
    o = select_lowest(odd, 3, 2, faster, &a);
    assert_false(o.defined);
    assert_int_equal(o.n, 3);
    assert_int_equal(o.m, 2);
    assert_int_equal(o.n_weighted, 0);
    assert_true(select_lowest(odd, 1, 2, faster, &a).defined);
    assert_true(select_uniform(odd, 3, 2, faster, &a).defined); /* keys say nothing */
    assert_false(select_uniform(odd, 0, 2, faster, &a).defined);
    arena_release(&a);
}

/* Three cells: P(null's sum >= picks' sum), over every combination of both. */
static void sums_of_ranks_against_every_combination(void **state)
{
    struct arena a = { 0 };
    const size_t sizes[] = { 4, 6, 3 };
    struct select_outcome picks[3], null[3];
    double p = 0, mean[2] = { 0 }, variance = 0;
    (void)state;
    for (size_t c = 0; c < 3; c++) {
        picks[c] = select_lowest(lists[1] + c, sizes[c], 2, faster, &a);
        null[c] = select_uniform(lists[1] + c, sizes[c], 2, faster, &a);
        mean[0] += picks[c].rank_mean;
        mean[1] += null[c].rank_mean;
        variance += picks[c].rank_square - picks[c].rank_mean * picks[c].rank_mean +
                    null[c].rank_square - null[c].rank_mean * null[c].rank_mean;
    }
    size_t at[6] = { 0 };
    for (bool more = true; more;) {
        double chance = 1;
        int64_t sum = 0;
        for (size_t c = 0; c < 3; c++) {
            chance *= picks[c].weights[at[c]] * null[c].weights[at[3 + c]];
            sum += null[c].ranks[at[3 + c]] - picks[c].ranks[at[c]];
        }
        p += sum >= 0 ? chance : 0;
        size_t i = 0;
        for (more = false; i < 6 && !more; i++) {
            more = ++at[i] < (i < 3 ? picks[i] : null[i - 3]).n_weighted;
            at[i] = more ? at[i] : 0;
        }
    }
    assert_true(select_rank_is_exact(picks, null, 3));
    assert_int_equal(select_rank_width(picks, 3), 27);
    struct select_rank_test t = select_rank_against(picks, null, 3);
    assert_true(t.exact);
    assert_near(t.p, p, 1e-12);
    double *tail = select_rank_tail(null, 3);
    assert_near(tail[0], 1, 1e-12);
    assert_near(select_rank_exact(picks, 3, tail).p, p, 1e-12);
    free(tail);
    t = select_rank_normal(picks, null, 3);
    assert_false(t.exact);
    assert_near(t.p, stat_normal_sf((mean[0] - mean[1]) / sqrt(variance)), 1e-12);
    assert_true(fabs(mean[0] - mean[1]) > .1);
    /* One item a cell leaves nothing to chance. */
    for (size_t c = 0; c < 3; c++)
        picks[c] = null[c] = select_lowest(lists[0] + c, 1, 1, faster, &a);
    assert_near(select_rank_normal(picks, null, 3).p, 1, 0);
    assert_near(select_rank_against(picks, null, 3).p, 1, 1e-12);
    t = select_rank_against(picks, null, 0);
    assert_true(t.exact && isnan(t.p));
    arena_release(&a);
}

/* Each cell adds its weighted items times the width so far. */
static void sums_that_take_too_long_are_not_exact(void **state)
{
    struct select_outcome one[2] = { { .n = 20000, .n_weighted = 20000 }, { .n = 0 } };
    const struct select_outcome none[2] = { { .n = 0 }, { .n = 0 } };
    (void)state;
    assert_true(select_rank_is_exact(one, none, 1));
    assert_true(select_rank_is_exact(one, none, 2));
    assert_false(select_rank_is_exact(one, one, 1));
    one[1].n_weighted = 10000;
    assert_false(select_rank_is_exact(one, none, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_against_every_draw),
        cmocka_unit_test(what_has_no_pick),
        cmocka_unit_test(sums_of_ranks_against_every_combination),
        cmocka_unit_test(sums_that_take_too_long_are_not_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
