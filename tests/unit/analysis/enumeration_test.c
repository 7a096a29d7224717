/* enumeration_test.c - 10,000 random small cases of the exact algorithms against every outcome. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

#define CASES 2000
#define MOST  8

static struct rng stream(uint64_t test, uint64_t number)
{
    struct rng g;
    rng_init(&g, 17, RNG_PERMUTATION, test, number, 0);
    return g;
}

/* Small integers make ties and zeros frequent. */
static void draw(struct rng *g, double *d, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = (double)rng_below(g, 11) - 5.0;
}

static double average_rank(const double *size, size_t n, size_t i)
{
    double rank = 0.5;
    for (size_t j = 0; j < n; j++)
        rank += size[j] < size[i] ? 1.0 : stat_same(size[j], size[i]) ? 0.5 : 0.0;
    return rank;
}

static void signed_rank(void **state)
{
    (void)state;
    struct arena a = { 0 };
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(1, number);
        size_t n = 1 + rng_below(&g, MOST);
        double d[MOST];
        double size[MOST];
        double rank[MOST];
        size_t m = 0;
        draw(&g, d, n);
        double plus = 0.0;
        for (size_t i = 0; i < n; i++) {
            if (fabs(d[i]) > 0.0)
                size[m++] = fabs(d[i]);
        }
        if (m == 0)
            continue;
        size_t at = 0;
        for (size_t i = 0; i < n; i++) {
            if (!(fabs(d[i]) > 0.0))
                continue;
            rank[at] = average_rank(size, m, at);
            plus += d[i] > 0.0 ? rank[at] : 0.0;
            at++;
        }
        unsigned lower = 0;
        unsigned upper = 0;
        for (unsigned signs = 0; signs < 1u << m; signs++) {
            double w = 0.0;
            for (size_t i = 0; i < m; i++)
                w += signs >> i & 1u ? rank[i] : 0.0;
            lower += w <= plus;
            upper += w >= plus;
        }
        double all = (double)(1u << m);
        static const enum stat_alternative sides[] = { STAT_TWO_SIDED, STAT_GREATER, STAT_LESS };
        double wanted[] = { fmin(1.0, 2.0 * fmin(lower, upper) / all), upper / all, lower / all };
        for (size_t s = 0; s < ARRAY_LEN(sides); s++) {
            struct stat_wilcoxon_options o = { sides[s], STAT_ZEROS_DROP, STAT_EXACT, false };
            struct stat_wilcoxon w;
            assert_int_equal(stat_wilcoxon(d, n, &o, &a, &w, NULL), 0);
            assert_near(w.p, wanted[s], 0); /* multiples of 2^-m */
        }
        arena_reset(&a);
    }
    arena_release(&a);
}

static void sign_flip(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(2, number);
        size_t n = 1 + rng_below(&g, MOST);
        double d[MOST];
        draw(&g, d, n);
        double observed = fabs(stat_sum(d, n));
        unsigned hits = 0;
        for (unsigned signs = 0; signs < 1u << n; signs++) {
            double sum = 0.0;
            for (size_t i = 0; i < n; i++)
                sum += signs >> i & 1u ? -d[i] : d[i];
            hits += fabs(sum) >= observed;
        }
        struct stat_sign_flip f;
        assert_int_equal(stat_sign_flip(d, n, STAT_TWO_SIDED, 0, 0, 0, &f, NULL), 0);
        assert_near(f.p, (double)hits / (double)(1u << n), 0);
        assert_true(f.p >= f.min_p);
    }
}

static void poisson_binomial(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(3, number);
        size_t n = 1 + rng_below(&g, MOST);
        double p[MOST];
        double pmf[MOST + 1];
        double wanted[MOST + 1] = { 0.0 };
        for (size_t i = 0; i < n; i++)
            p[i] = rng_below(&g, 5) == 0 ? (double)rng_below(&g, 2) : rng_double(&g);
        for (unsigned set = 0; set < 1u << n; set++) {
            double chance = 1.0;
            size_t k = 0;
            for (size_t i = 0; i < n; i++) {
                chance *= set >> i & 1u ? p[i] : 1.0 - p[i];
                k += set >> i & 1u;
            }
            wanted[k] += chance;
        }
        stat_poisson_binomial(p, n, pmf);
        for (size_t k = 0; k <= n; k++)
            assert_true(fabs(pmf[k] - wanted[k]) < 1e-14);
    }
}

static void best_of_k(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(4, number);
        size_t n = 1 + rng_below(&g, MOST);
        size_t k = 1 + rng_below(&g, (uint32_t)n);
        double x[MOST];
        int64_t c = 0;
        for (size_t i = 0; i < n; i++) {
            x[i] = rng_below(&g, 3) == 0 ? 0.0 : 0.25 * (1.0 + rng_below(&g, 12));
            c += x[i] > 1.0;
        }
        unsigned sets = 0;
        unsigned hits = 0;
        double sum = 0.0;
        for (unsigned set = 0; set < 1u << n; set++) {
            size_t size = 0;
            double best = 0.0;
            for (size_t i = 0; i < n; i++) {
                if (set >> i & 1u) {
                    size++;
                    best = fmax(best, x[i]);
                }
            }
            if (size != k)
                continue;
            sets++;
            hits += best > 1.0;
            sum += best;
        }
        double pass;
        double most;
        stat_sort(x, n);
        assert_int_equal(stat_passk((double)k, (int64_t)n, c, &pass, NULL), 0);
        assert_int_equal(stat_passk_expected_max((double)k, x, n, &most, NULL), 0);
        assert_true(fabs(pass - (double)hits / sets) < 1e-13);
        assert_true(fabs(most - sum / sets) < 1e-13);
    }
}

static double largest_t(const double *d, size_t tests, size_t n, unsigned signs, double *out)
{
    double most = 0.0;
    for (size_t t = 0; t < tests; t++) {
        double sum = 0.0;
        double squares = 0.0;
        for (size_t i = 0; i < n; i++) {
            sum += signs >> i & 1u ? -d[t * n + i] : d[t * n + i];
            squares += d[t * n + i] * d[t * n + i];
        }
        out[t] = squares > 0.0 ? fabs(sum) / sqrt(squares) : 0.0;
        most = fmax(most, out[t]);
    }
    return most;
}

static void max_t(void **state)
{
    (void)state;
    struct arena a = { 0 };
    for (uint64_t number = 0; number < CASES; number++) {
        struct rng g = stream(5, number);
        size_t n = 1 + rng_below(&g, MOST);
        size_t tests = 1 + rng_below(&g, 3);
        double d[3 * MOST];
        double observed[3];
        double t[3];
        double p[3];
        unsigned hits[3] = { 0, 0, 0 };
        draw(&g, d, tests * n);
        largest_t(d, tests, n, 0, observed);
        for (unsigned signs = 0; signs < 1u << n; signs++) {
            double most = largest_t(d, tests, n, signs, t);
            for (size_t i = 0; i < tests; i++)
                hits[i] += most >= observed[i] - 1e-9;
        }
        assert_int_equal(stat_max_t(d, tests, n, 0, p, &a), STAT_EXACT);
        for (size_t i = 0; i < tests; i++) {
            bool any = false;
            for (size_t k = 0; k < n; k++)
                any = any || fabs(d[i * n + k]) > 0.0;
            if (any)
                assert_near(p[i], (double)hits[i] / (double)(1u << n), 0);
            else
                assert_true(isnan(p[i]));
        }
        arena_reset(&a);
    }
    arena_release(&a);
}

/* Beyond the units of which all signs are visited: what only a few units say has few outcomes. */
static void drawn_max_t(void **state)
{
    (void)state;
    static const struct {
        size_t at[3]; /* units with a difference of 1; as many times as there are */
        double p;
    } rows[] = {
        { { 0, 1, 1 }, .5 },    { { 0, 32, 32 }, .5 },  { { 31, 32, 32 }, .5 },
        { { 31, 63, 63 }, .5 }, { { 0, 32, 64 }, .25 }, { { 5, 37, 69 }, .25 },
        { { 40, 40, 40 }, 1 },
    };
    enum { UNITS = 70 };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena a = { 0 };
        double d[3 * UNITS] = { 0 }, p[3];
        for (size_t k = 0; k < 3; k++)
            d[rows[i].at[k]] = 3;
        d[2 * UNITS + 1] = (double)NAN;
        assert_int_equal(stat_max_t(d, 1, UNITS, 3, p, &a), STAT_MONTE_CARLO);
        assert_near(p[0] - rows[i].p, 0, .01);
        assert_near(p[0] * 20001, round(p[0] * 20001), 1e-9);
        /* A second test, whose statistic is 1 whatever the signs, is reached by every other one;
         * one without a difference has no p. */
        d[UNITS + 7] = -2;
        assert_int_equal(stat_max_t(d, 3, UNITS, 3, p, &a), STAT_MONTE_CARLO);
        assert_near(p[0] - rows[i].p, 0, .01);
        assert_near(p[1], 1, 0);
        assert_true(isnan(p[2]));
        arena_release(&a);
    }
    /* Twenty units are the most that are visited. */
    struct arena a = { 0 };
    double d[21], p;
    for (size_t i = 0; i < 21; i++)
        d[i] = 1;
    assert_int_equal(stat_max_t(d, 1, 20, 0, &p, &a), STAT_EXACT);
    assert_near(p, ldexp(1, -19), 0);
    assert_int_equal(stat_max_t(d, 1, 21, 0, &p, &a), STAT_MONTE_CARLO);
    assert_near(p, 1.0 / 20001, 1e-12);
    assert_int_equal(stat_max_t(d, 1, 0, 0, &p, &a), STAT_EXACT);
    assert_true(isnan(p));
    /* What is missing counts as no difference. */
    double missing[] = { 1, (double)NAN, 1, (double)NAN };
    assert_int_equal(stat_max_t(missing, 1, 4, 0, &p, &a), STAT_EXACT);
    assert_near(p, .5, 0);
    arena_release(&a);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(signed_rank),
        cmocka_unit_test(sign_flip),
        cmocka_unit_test(poisson_binomial),
        cmocka_unit_test(best_of_k),
        cmocka_unit_test(max_t),
        cmocka_unit_test(drawn_max_t),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
