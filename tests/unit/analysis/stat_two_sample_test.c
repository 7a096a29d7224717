/*
 * stat_two_sample_test.c - the permutation test of two groups, against every deal by bits and,
 * where deals are drawn, against the hypergeometric distribution.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/stat/stat_rank.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

static struct stat_two_sample tested(const double *v, size_t n_x, size_t n_y, uint64_t seed)
{
    struct stat_two_sample t;
    struct err err = { 0 };
    memset(&t, 0x5a, sizeof t);
    if (stat_two_sample(&(struct stat_samples){ .x = v, .n_x = n_x, .y = v + n_x, .n_y = n_y },
                        seed, 3, &t, &err) != 0)
        fail_msg("%s", err.msg);
    return t;
}

/* Every choice of n_x of all values. */
static void check_all(const double *v, size_t n_x, size_t n_y)
{
    struct stat_two_sample t = tested(v, n_x, n_y, 1);
    size_t n = n_x + n_y;
    int64_t deals = 0, hits = 0;
    double seen = 0;
    for (size_t i = 0; i < n; i++)
        seen += i < n_x ? -v[i] / (double)n_x : v[i] / (double)n_y;
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
        double d = 0;
        if ((size_t)__builtin_popcount(bits) != n_x)
            continue;
        for (size_t i = 0; i < n; i++)
            d += (bits >> i & 1) != 0 ? -v[i] / (double)n_x : v[i] / (double)n_y;
        deals++;
        hits += fabs(d) >= fabs(seen) - 1e-9;
    }
    assert_near(1 + t.difference, 1 + seen, 1e-12);
    assert_int_equal(t.engine, STAT_EXACT);
    assert_int_equal(t.deals, deals);
    assert_near(t.p, (double)hits / (double)deals, 1e-12);
    assert_near(t.min_p, (n_x == n_y ? 2.0 : 1.0) / (double)deals, 1e-15);
}

static void small_groups_visit_every_deal(void **state)
{
    static const double v[] = { 3, -1, 4, 1.5, -5, 9, 2, 6, 5, 3.5, 5, 8, 9.5, -7 };
    static const double same[] = { 2, 2, 2, 2, 2 };
    (void)state;
    for (size_t n_x = 1; n_x < 14; n_x++)
        for (size_t n_y = 1; n_x + n_y <= 14; n_y += n_x + n_y > 9 ? 3 : 1)
            check_all(v, n_x, n_y);
    check_all(same, 2, 3);
    assert_near(tested(same, 2, 3, 0).p, 1, 0);
}

/* Ones and zeros: how many ones x gets is hypergeometric. */
static void large_groups_draw_deals(void **state)
{
    double v[40], swapped[40], chance[16], exact = 0, sum = 0;
    (void)state;
    for (size_t i = 0; i < 30; i++)
        v[i] = i < 4 || i >= 19 ? 1 : 0; /* 4 of 15 and 11 of 15 */
    for (int k = 0; k <= 15; k++) {
        chance[k] = exp(4 * lgamma(16) - 2 * lgamma(k + 1) - 2 * lgamma(16 - k));
        sum += chance[k];
        exact += k <= 4 || k >= 11 ? chance[k] : 0;
    }
    exact /= sum;
    struct stat_two_sample t = tested(v, 15, 15, 7);
    assert_int_equal(t.engine, STAT_MONTE_CARLO);
    assert_int_equal(t.deals, STAT_DEALS_EXACT);
    assert_near(t.difference, 7.0 / 15, 1e-12);
    assert_near(t.min_p, 1 / (STAT_DEALS_EXACT + 1.0), 1e-18);
    assert_true(fabs(t.p - exact) < 4 * sqrt(exact * (1 - exact) / STAT_DEALS_EXACT));
    assert_near(fmod(t.p * (STAT_DEALS_EXACT + 1.0) + .5, 1), .5, 1e-6);
    /* The data's order says nothing; the seed and the analysis do. */
    for (size_t i = 0; i < 15; i++) {
        swapped[i] = v[14 - i];
        swapped[15 + i] = v[29 - i];
    }
    assert_near(tested(swapped, 15, 15, 7).p, t.p, 0);
    assert_true(fabs(tested(v, 15, 15, 8).p - t.p) > 0);
    struct stat_two_sample other;
    assert_int_equal(
        stat_two_sample(&(struct stat_samples){ .x = v, .n_x = 15, .y = v + 15, .n_y = 15 }, 7, 4,
                        &other, NULL),
        0);
    assert_true(fabs(other.p - t.p) > 0);
    /* No deal is as extreme: p is the least. */
    for (size_t i = 0; i < 40; i++)
        v[i] = i < 20 ? (double)i : 1000 + (double)i;
    t = tested(v, 20, 20, 7);
    assert_near(t.p, t.min_p, 0);
}

/* C(20, 10) = 184756 deals are visited, C(21, 10) = 352716 are not. */
static void the_most_deals(void **state)
{
    double v[21];
    (void)state;
    for (size_t i = 0; i < 21; i++)
        v[i] = (double)(i * i);
    struct stat_two_sample t = tested(v, 10, 10, 1);
    assert_int_equal(t.engine, STAT_EXACT);
    assert_int_equal(t.deals, 184756);
    assert_near(t.p, 2 / 184756.0, 1e-15);
    t = tested(v, 10, 11, 1);
    assert_int_equal(t.engine, STAT_MONTE_CARLO);
    assert_int_equal(t.deals, 200000);
}

static void what_cannot_be_tested(void **state)
{
    static const double v[] = { 1, 2, 3 }, nan[] = { 1, (double)NAN, 3 }, inf[] = { 1, HUGE_VAL };
    struct stat_two_sample t;
    (void)state;
    const struct {
        const double *x, *y;
        size_t n_x, n_y;
    } rows[] = { { v, v, 0, 3 },   { v, v, 3, 0 },   { nan, v, 3, 3 },
                 { v, nan, 3, 2 }, { inf, v, 2, 3 }, { v, inf, 3, 2 } };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err err = { 0 };
        assert_int_equal(stat_two_sample(&(struct stat_samples){ .x = rows[i].x,
                                                                 .n_x = rows[i].n_x,
                                                                 .y = rows[i].y,
                                                                 .n_y = rows[i].n_y },
                                         0, 0, &t, &err),
                         ERR_NODATA);
        assert_string_equal(err.msg, "a permutation test needs finite values in both groups");
    }
    assert_int_equal(stat_two_sample(&(struct stat_samples){ .x = nan, .n_x = 1, .y = v, .n_y = 3 },
                                     0, 0, &t, NULL),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_groups_visit_every_deal),
        cmocka_unit_test(large_groups_draw_deals),
        cmocka_unit_test(the_most_deals),
        cmocka_unit_test(what_cannot_be_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
