/* SciPy 1.10.1 where it is right, and all sign assignments. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/stat/stat_rank.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

static struct stat_wilcoxon test(const double *d, size_t n, struct stat_wilcoxon_options o)
{
    struct arena a = { 0 };
    struct stat_wilcoxon w = { 0 };
    struct err err = { 0 };
    assert_int_equal(stat_wilcoxon(d, n, &o, &a, &w, &err), 0);
    arena_release(&a);
    return w;
}

static const double published[] = { 1, 2, 3, -4, 5, -6, 7, 8, 9, 10 };
static const double tied[] = { 1, 1, -1, 2, 3, -4, 5, 6, 7, 8 };
static const double zeros[] = { 0, 0, 1, 2, 3, -4, 5, 6, 7, 8 };

static void published_case(void **state)
{
    (void)state;
    struct stat_wilcoxon_options o = { 0 };
    struct stat_wilcoxon w = test(published, 10, o);
    assert_near(w.statistic, 10, 0);
    assert_near(w.p, 0.083984375, 0);
    assert_int_equal(w.engine, STAT_EXACT);
    assert_near(w.rank_biserial, 35.0 / 55.0, 1e-15);
    o.engine = STAT_ASYMPTOTIC;
    assert_near(test(published, 10, o).p, 0.07446183141740546, 1e-13);
    o.continuity = true;
    assert_near(test(published, 10, o).p, 0.08313114270080386, 1e-13);
}

static void one_sided_cases(void **state)
{
    (void)state;
    struct stat_wilcoxon_options o = { .alternative = STAT_GREATER };
    assert_near(test(published, 10, o).p, 0.0419921875, 0);
    assert_near(test(published, 10, o).statistic, 45, 0);
    o.alternative = STAT_LESS;
    assert_near(test(published, 10, o).p, 0.9677734375, 0);
    o.engine = STAT_ASYMPTOTIC;
    o.continuity = true;
    assert_near(test(published, 10, o).p, 0.9667271393281419, 1e-13);
    o.alternative = STAT_GREATER;
    assert_near(test(published, 10, o).p, 0.04156557135040193, 1e-13);
}

static void ties_are_enumerated(void **state)
{
    (void)state;
    struct stat_wilcoxon w = test(tied, 10, (struct stat_wilcoxon_options){ 0 });
    assert_near(w.statistic, 8, 0);
    assert_near(w.w_plus, 47, 0);
    assert_near(w.p, 0.048828125, 0);
    assert_int_equal(w.n_tied, 3);
    static const double d[] = { 2, 1, 6, -1, 1, 2, 1 };
    static const double mirrored[] = { -2, -1, -6, 1, -1, -2, -1 };
    assert_near(test(d, 7, (struct stat_wilcoxon_options){ 0 }).p, 0.078125, 0);
    assert_near(test(mirrored, 7, (struct stat_wilcoxon_options){ 0 }).p, 0.078125, 0);
}

static void zero_methods(void **state)
{
    (void)state;
    struct stat_wilcoxon_options o = { .engine = STAT_ASYMPTOTIC };
    assert_near(test(zeros, 10, o).statistic, 4, 0);
    assert_near(test(zeros, 10, o).p, 0.0499499764547464, 1e-12);
    o.zeros = STAT_ZEROS_PRATT;
    assert_near(test(zeros, 10, o).statistic, 6, 0);
    assert_near(test(zeros, 10, o).p, 0.040173870288512055, 1e-12);
    o.zeros = STAT_ZEROS_SPLIT;
    assert_near(test(zeros, 10, o).statistic, 7.5, 0);
    assert_near(test(zeros, 10, o).p, 0.04135891048189439, 1e-12);
    o = (struct stat_wilcoxon_options){ .engine = STAT_EXACT };
    struct stat_wilcoxon w = test(zeros, 10, o);
    assert_near(w.p, 0.0546875, 0);
    assert_int_equal(w.n_zeros, 2);
    assert_int_equal(w.n, 8);
}

static double enumerate(const double *d, size_t n)
{
    double w_plus = 0;
    double rank[12];
    double total = 0;
    for (size_t i = 0; i < n; i++) {
        double below = 0;
        double same = 0;
        for (size_t j = 0; j < n; j++) {
            below += fabs(d[j]) < fabs(d[i]);
            same += !(fabs(d[j]) < fabs(d[i])) && !(fabs(d[j]) > fabs(d[i]));
        }
        rank[i] = below + (same + 1) / 2;
        total += rank[i];
        w_plus += d[i] > 0 ? rank[i] : 0;
    }
    double lower = 0;
    double upper = 0;
    for (unsigned signs = 0; signs < 1u << n; signs++) {
        double w = 0;
        for (size_t i = 0; i < n; i++)
            w += signs >> i & 1u ? rank[i] : 0;
        lower += w <= w_plus;
        upper += w >= w_plus;
    }
    (void)total;
    return fmin(1, 2 * fmin(lower, upper) / (double)(1u << n));
}

static void random_cases_agree_with_enumeration(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 7, RNG_TRIAL, 0, 0, 0);
    for (int trial = 0; trial < 2000; trial++) {
        double d[12];
        size_t n = 1 + rng_below(&g, 11);
        for (size_t i = 0; i < n; i++)
            d[i] = (1.0 + rng_below(&g, 6)) * (rng_below(&g, 2) == 0 ? 1 : -1);
        assert_near(test(d, n, (struct stat_wilcoxon_options){ 0 }).p, enumerate(d, n), 0);
    }
}

static void far_tail_keeps_digits(void **state)
{
    (void)state;
    double d[60];
    for (int i = 0; i < 60; i++)
        d[i] = i + 1;
    assert_near(test(d, 60, (struct stat_wilcoxon_options){ 0 }).p, ldexp(2, -60), 1e-14);
}

static void nothing_to_rank_is_refused(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct stat_wilcoxon w;
    struct err err = { 0 };
    struct stat_wilcoxon_options o = { 0 };
    static const double none[] = { 0, 0 };
    static const double bad[] = { 1, (double)NAN };
    assert_int_equal(stat_wilcoxon(none, 2, &o, &a, &w, &err), ERR_NODATA);
    assert_int_equal(stat_wilcoxon(bad, 2, &o, &a, &w, &err), ERR_NODATA);
    assert_int_equal(stat_wilcoxon(none, 0, &o, &a, &w, &err), ERR_NODATA);
    arena_release(&a);
}

static void hodges_lehmann_interval(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct stat_hodges_lehmann h;
    double d[10];
    for (int i = 0; i < 10; i++)
        d[i] = i + 1; /* Walsh averages 1, 1.5, 2, 2, ... */
    assert_int_equal(stat_hodges_lehmann(d, 10, .95, &a, &h, NULL), 0);
    assert_near(h.estimate, 5.5, 0);
    /* The 9th smallest and largest of 55; coverage 1 - 2 * 25 / 1024. */
    assert_near(h.ci.low, 3, 0);
    assert_near(h.ci.high, 8, 0);
    assert_near(h.coverage, 1 - 50.0 / 1024, 1e-15);
    assert_int_equal(stat_hodges_lehmann(d, 5, .95, &a, &h, NULL), 0);
    assert_true(isnan(h.ci.low));
    arena_release(&a);
}

static void what_cannot_be_ranked_is_said(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const double bad[] = { 1, 2, (double)NAN }, first[] = { (double)INFINITY, 2 };
    static double many[2001];
    for (size_t i = 0; i < 2001; i++)
        many[i] = (double)i + 1;
    struct stat_wilcoxon w;
    struct stat_hodges_lehmann h;
    struct stat_wilcoxon_options o = { STAT_TWO_SIDED, STAT_ZEROS_DROP, STAT_AUTO, false };
    struct stat_wilcoxon_options exact = { STAT_TWO_SIDED, STAT_ZEROS_DROP, STAT_EXACT, false };
    const struct {
        int want;
        const char *message;
    } rows[] = {
        { ERR_NODATA, "the signed-rank test needs differences" },
        { ERR_NODATA, "difference 3 of 3 is not finite" },
        { ERR_NODATA, "difference 1 of 2 is not finite" },
        { ERR_NODATA, "the Hodges-Lehmann shift needs 1 to 2000 values, not 0" },
        { ERR_NODATA, "the Hodges-Lehmann shift needs 1 to 2000 values, not 2001" },
        { ERR_NODATA, "difference 3 of 3 is not finite" },
        { ERR_NODATA, "difference 1 of 2 is not finite" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct err err = { 0 };
        int rc = i == 0   ? stat_wilcoxon(bad, 0, &o, &a, &w, &err)
                 : i == 1 ? stat_wilcoxon(bad, 3, &o, &a, &w, &err)
                 : i == 2 ? stat_wilcoxon(first, 2, &o, &a, &w, &err)
                 : i == 3 ? stat_hodges_lehmann(bad, 0, .95, &a, &h, &err)
                 : i == 4 ? stat_hodges_lehmann(many, 2001, .95, &a, &h, &err)
                 : i == 5 ? stat_hodges_lehmann(bad, 3, .95, &a, &h, &err)
                          : stat_hodges_lehmann(first, 2, .95, &a, &h, &err);
        assert_int_equal(rc, rows[i].want);
        assert_string_equal(err.msg, rows[i].message);
    }
    /* Up to 400 differences the distribution is convolved. */
    assert_int_equal(stat_wilcoxon(many, 400, &o, &a, &w, NULL), 0);
    assert_int_equal(w.engine, STAT_EXACT);
    assert_int_equal(stat_wilcoxon(many, 401, &o, &a, &w, NULL), 0);
    assert_int_equal(w.engine, STAT_ASYMPTOTIC);
    assert_int_equal(stat_wilcoxon(many, 401, &exact, &a, &w, NULL), 0);
    assert_int_equal(w.engine, STAT_EXACT);
    arena_release(&a);
}

/* Order statistics of the Walsh averages, by the distribution of all signs of 1 .. n. */
static void hodges_lehmann_against_all_signs(void **state)
{
    (void)state;
    static const double d[] = { -3, -1.5, 0, .25, 2, 4.5, 7, 11 };
    static const double levels[] = { .5, .75, .8, .9, .95 };
    struct arena a = { 0 };
    for (size_t n = 1; n <= 8; n++)
        for (size_t l = 0; l < 5; l++) {
            double walsh[36], p[40] = { 0 };
            size_t count = 0;
            for (size_t i = 0; i < n; i++)
                for (size_t j = i; j < n; j++)
                    walsh[count++] = (d[i] + d[j]) / 2;
            for (size_t i = 0; i < count; i++)
                for (size_t j = 0; j + 1 < count; j++)
                    if (walsh[j] > walsh[j + 1]) {
                        double swapped = walsh[j];
                        walsh[j] = walsh[j + 1];
                        walsh[j + 1] = swapped;
                    }
            for (unsigned signs = 0; signs < 1u << n; signs++) {
                size_t sum = 0;
                for (size_t i = 0; i < n; i++)
                    sum += (signs >> i & 1u) != 0 ? i + 1 : 0;
                p[sum] += 1 / (double)(1u << n);
            }
            double below = 0;
            size_t c = 0;
            while (below + p[c] <= (1 - levels[l]) / 2)
                below += p[c++];
            struct stat_hodges_lehmann h;
            assert_int_equal(stat_hodges_lehmann(d, n, levels[l], &a, &h, NULL), 0);
            assert_near(h.estimate, (walsh[(count - 1) / 2] + walsh[count / 2]) / 2, 1e-15);
            assert_near(h.coverage, c > 0 ? 1 - 2 * below : (double)NAN, 1e-12);
            assert_near(h.ci.low, c > 0 ? walsh[c - 1] : (double)NAN, 0);
            assert_near(h.ci.high, c > 0 ? walsh[count - c] : (double)NAN, 0);
        }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_case),
        cmocka_unit_test(one_sided_cases),
        cmocka_unit_test(ties_are_enumerated),
        cmocka_unit_test(zero_methods),
        cmocka_unit_test(random_cases_agree_with_enumeration),
        cmocka_unit_test(far_tail_keeps_digits),
        cmocka_unit_test(nothing_to_rank_is_refused),
        cmocka_unit_test(hodges_lehmann_interval),
        cmocka_unit_test(what_cannot_be_ranked_is_said),
        cmocka_unit_test(hodges_lehmann_against_all_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
