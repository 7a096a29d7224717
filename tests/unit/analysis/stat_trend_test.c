/*
 * Cochran-Armitage and G of the published counts of one adaptation (five tasks, 32 samples a step):
 * numpy by definition, tails by SciPy 1.10.1.  Page by enumeration.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/stat/stat_trend.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

static const int64_t published[30] = {
    3, 1, 32, 12, 12, 9, 5, 32, 7, 11, 15, 2, 32, 6,  13,
    8, 1, 32, 7,  10, 7, 1, 32, 5, 13, 8,  3, 32, 13, 10,
};

static void published_trends(void **state)
{
    (void)state;
    int64_t n[30];
    int64_t c[6] = { 0 };
    int64_t m[6] = { 0 };
    for (size_t i = 0; i < 30; i++) {
        n[i] = 32;
        c[i / 5] += published[i];
        m[i / 5] += 32;
    }
    struct stat_trend pooled = stat_cochran_armitage(c, m, 6, 1);
    assert_near(pooled.z, 0.03875320344251184, 1e-10);
    assert_near(pooled.p, 0.9690871550257851, 1e-10);
    struct stat_trend tasks = stat_cochran_armitage(published, n, 6, 5);
    assert_near(tasks.z, 0.05129979651455056, 1e-10);
    assert_near(tasks.p, 0.9590866302505714, 1e-10);
    assert_int_equal(tasks.n, 4); /* one task is always fast */
    struct stat_g g = stat_g_homogeneity(c, m, 6);
    assert_near(g.g, 2.3990005256444746, 1e-10);
    assert_int_equal(g.df, 5);
    assert_near(g.p, 0.7916229527606539, 1e-10);
}

static void nothing_varies(void **state)
{
    (void)state;
    static const int64_t c[] = { 4, 4, 4 };
    assert_true(isnan(stat_cochran_armitage(c, c, 3, 1).p));
    assert_true(isnan(stat_g_homogeneity(c, c, 3).p));
    struct arena a = { 0 };
    static const double same[] = { 1, 1, 1 };
    assert_true(isnan(stat_page(same, 3, 1, &a).p));
    static const double holes[] = { 1, (double)NAN, 3 };
    assert_int_equal(stat_page(holes, 3, 1, &a).n, 0);
    arena_release(&a);
}

enum { STEPS = 4, BLOCKS = 3, ORDERS = 24 };

static void list_orders(size_t out[ORDERS][STEPS])
{
    size_t n = 0;
    for (size_t i = 0; i < 256; i++) {
        size_t p[STEPS] = { i & 3u, i >> 2 & 3u, i >> 4 & 3u, i >> 6 & 3u };
        if ((1u << p[0] | 1u << p[1] | 1u << p[2] | 1u << p[3]) != 15u)
            continue;
        for (size_t k = 0; k < STEPS; k++)
            out[n][k] = p[k];
        n++;
    }
}

static void page_agrees_with_enumeration(void **state)
{
    (void)state;
    size_t orders[ORDERS][STEPS];
    struct rng g;
    list_orders(orders);
    rng_init(&g, 21, RNG_TRIAL, 0, 0, 0);
    for (int trial = 0; trial < 40; trial++) {
        struct arena a = { 0 };
        double values[STEPS * BLOCKS];
        int64_t l[BLOCKS][ORDERS];
        int64_t seen = 0;
        for (size_t i = 0; i < (size_t)STEPS * BLOCKS; i++)
            values[i] = rng_below(&g, 4) / 4.0;
        for (size_t b = 0; b < BLOCKS; b++) {
            double x[STEPS];
            int64_t ranks[STEPS];
            for (size_t k = 0; k < STEPS; k++)
                x[k] = values[k * BLOCKS + b];
            stat_rank_doubled(x, STEPS, ranks, &a);
            for (size_t o = 0; o < ORDERS; o++) {
                l[b][o] = 0;
                for (size_t k = 0; k < STEPS; k++)
                    l[b][o] += (int64_t)(k + 1) * ranks[orders[o][k]];
            }
            for (size_t k = 0; k < STEPS; k++)
                seen += (int64_t)(k + 1) * ranks[k];
        }
        double upper = 0;
        double lower = 0;
        for (size_t i = 0; i < (size_t)ORDERS * ORDERS * ORDERS; i++) {
            int64_t sum = l[0][i % ORDERS] + l[1][i / ORDERS % ORDERS] + l[2][i / 576];
            upper += sum >= seen;
            lower += sum <= seen;
        }
        struct stat_trend t = stat_page(values, STEPS, BLOCKS, &a);
        if (!isnan(t.p)) {
            assert_near(t.p, fmin(1, 2 * fmin(upper, lower) / 13824), 1e-12);
            assert_near(t.statistic, (double)seen / 2, 0);
            assert_int_equal(t.engine, STAT_EXACT);
        }
        arena_release(&a);
    }
}

static void a_rise_is_a_rise(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const double up[] = { 1, 1, 2, 2, 3, 3, 4, 4 };
    struct stat_trend t = stat_page(up, 4, 2, &a);
    assert_true(t.z > 0);
    assert_near(t.statistic, 60, 0);
    assert_near(t.p, 2. / 576, 1e-12);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_trends),
        cmocka_unit_test(nothing_varies),
        cmocka_unit_test(page_agrees_with_enumeration),
        cmocka_unit_test(a_rise_is_a_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
