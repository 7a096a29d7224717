/* The checks of published numbers: printed digits, and each fault alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/audit/claims.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

static struct claim_number printed(const char *text)
{
    struct claim_number v = { 0 };
    assert_true(claim_number_parse(text, &v));
    return v;
}

static size_t audit_one(struct claim *c, const char **out_fault, double *out_value, struct arena *a)
{
    struct claim_bundle b = { .title = "", .alpha = 0.05, .n_claims = 1, .claims = c };
    struct claim_findings f;
    claims_audit(&b, a, &f);
    *out_fault = f.count == 0 ? "" : f.items[0].fault;
    *out_value = f.count == 0 ? STAT_NAN : f.items[0].recomputed;
    return f.count;
}

static void reads_printed_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        double half;
        bool below;
    } good[] = {
        { "0.084", 0.084, 0.0005, false },   { "37.5%", 0.375, 0.0005, false },
        { "100 %", 1.0, 0.005, false },      { "9.8e-17", 9.8e-17, 5e-19, false },
        { "226.9x", 226.9, 0.05, false },    { "< 0.001", 0.001, 0.0005, true },
        { "-0.442", -0.442, 0.0005, false }, { "1e+2", 100, 50, false },
    };
    for (size_t i = 0; i < ARRAY_LEN(good); i++) {
        struct claim_number v = printed(good[i].text);
        assert_near(v.value, good[i].value, 1e-15);
        assert_near(v.half, good[i].half, 1e-12);
        assert_int_equal(v.below, good[i].below);
    }
    static const char too_long[] = "00000000000000000000000000000000000000000000000000000000000000"
                                   "0000000";
    static const char *const bad[] = { "",    "x",   "%",       "nan",   "inf",
                                       "1 2", "1%%", "about 3", "1e999", too_long };
    struct claim_number v;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_false(claim_number_parse(bad[i], &v));
}

static void tells_which_n_a_p_belongs_to(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const char *fault;
    double p;
    struct claim c = claim_unstated("rho");
    c.test = CLAIM_SPEARMAN;
    c.value = printed("-0.442");
    c.p = printed("9.8e-17");
    c.n = 80;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    assert_string_equal(fault, "p-mismatch");
    assert_near(p, 4.049327201408531e-05, 1e-9); /* 4.0e-5, Student's t */
    c.n = 320;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 0);
    c.n = 0;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    assert_string_equal(fault, "n-missing");
    arena_release(&a);
}

static void wants_engine_and_side_of_a_signed_rank(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const char *fault;
    double p;
    struct claim c = claim_unstated("w");
    c.test = CLAIM_SIGNED_RANK;
    c.statistic = printed("10");
    c.n = 10;
    c.side = CLAIM_TWO_SIDED;
    c.p = printed("0.084");
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    assert_string_equal(fault, "engine-unstated");
    assert_near(p, 0.083984375, 0);
    c.engine = "exact";
    assert_int_equal(audit_one(&c, &fault, &p, &a), 0);
    c.engine = "asymptotic";
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    assert_string_equal(fault, "p-mismatch");
    assert_near(p, 0.07446183141740546, 1e-12);
    c.engine = "asymptotic-continuity";
    c.p = printed("0.083");
    assert_int_equal(audit_one(&c, &fault, &p, &a), 0);
    c.engine = "exact";
    c.statistic = printed("56"); /* more than all ranks */
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    arena_release(&a);
}

static void knows_the_smallest_p(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const char *fault;
    double p;
    struct claim c = claim_unstated("flip");
    c.test = CLAIM_SIGN_FLIP;
    c.side = CLAIM_TWO_SIDED;
    c.n = 5;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    assert_string_equal(fault, "unreachable-p");
    assert_near(p, 0.0625, 0);
    c.n = 6;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 0);
    c.p = printed("0.01");
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    c.n = 10;
    c.p = printed("0.01");
    c.tasks = 5;
    c.seeds = 2;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    assert_string_equal(fault, "unit-repeated");
    c.clustered = true;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 0);
    arena_release(&a);
}

static void shares_follow_from_counts(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const char *fault;
    double v;
    struct claim c = claim_unstated("share");
    c.value = printed("100%");
    c.count = 18;
    c.n = 20;
    assert_int_equal(audit_one(&c, &fault, &v, &a), 1);
    assert_string_equal(fault, "percent-mismatch");
    assert_near(v, 0.9, 1e-15);
    c.value = printed("90%");
    assert_int_equal(audit_one(&c, &fault, &v, &a), 0);
    c.count = -1;
    c.value = printed("87.0%");
    assert_int_equal(audit_one(&c, &fault, &v, &a), 1);
    assert_string_equal(fault, "impossible-share");
    c.value = printed("0.87"); /* perhaps a mean */
    assert_int_equal(audit_one(&c, &fault, &v, &a), 0);
    arena_release(&a);
}

/* Wilson of 0 of 20 is [0, 0.161], of 18 of 20 [0.699, 0.972]. */
static void intervals_follow_from_counts(void **state)
{
    static const struct {
        int64_t count, n;
        const char *kind, *low, *high, *fault;
        double level;
    } rows[] = {
        { 0, 20, "wilson", "0.000", "0.161", "", 0 },
        { 0, 20, "wilson", "0.000", "0.300", "interval-mismatch", 0 },
        { 18, 20, "wilson", "0.699", "0.972", "", 0 },
        { 18, 20, "wilson", "0.699", "0.972", "", 0.95 },
        { 18, 20, "wilson", "0.699", "0.972", "interval-mismatch", 0.9 },
        { 18, 20, "wilson", "0.699", "0.973", "interval-mismatch", 0 },
        { 18, 20, "wilson", "0.600", "0.972", "interval-mismatch", 0 },
        { 1, 1, "wilson", "0.100", "1.000", "interval-mismatch", 0 },
        { -1, 20, "wilson", "0.600", "0.972", "", 0 },
        { 18, 0, "wilson", "0.600", "0.972", "", 0 },
        { 18, 20, "of our own", "0.600", "0.972", "", 0 },
        { 18, 20, "", "0.699", "0.972", "interval-unnamed", 0 },
        { 18, 20, "wilson", NULL, "0.5", "", 0 },
        { 18, 20, "wilson", "0.5", NULL, "", 0 },
    };
    (void)state;
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct claim c = claim_unstated("interval");
        const char *fault;
        double v;
        c.count = rows[i].count;
        c.n = rows[i].n;
        c.interval_kind = rows[i].kind;
        c.interval_level = rows[i].level;
        if (rows[i].low != NULL)
            c.low = printed(rows[i].low);
        if (rows[i].high != NULL)
            c.high = printed(rows[i].high);
        (void)audit_one(&c, &fault, &v, &a);
        if (strcmp(fault, rows[i].fault) != 0)
            fail_msg("row %zu: '%s'", i, fault);
    }
    arena_release(&a);
}

static void a_baseline_as_good_is_told(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const char *fault;
    double p;
    static double rates[] = { 0.5, 0.5, 1.0 };
    struct claim c = claim_unstated("better");
    c.claims_better = true;
    c.count = 3;
    c.n = 3;
    c.null_rates = rates;
    c.n_null_rates = 3;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 1);
    assert_string_equal(fault, "not-distinguishable");
    assert_near(p, 0.25, 1e-15);
    rates[2] = 0.1;
    assert_int_equal(audit_one(&c, &fault, &p, &a), 0);
    arena_release(&a);
}

/* claims_report ends the program at a fault outside of the list. */
static void an_effect_follows_from_its_two_rates(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        size_t n;
    } cases[] = { { "0.6435", 0 }, { "0.64", 0 }, { "-0.64", 1 }, { "0.7", 1 } };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct claim c = claim_unstated("h");
        struct claim_bundle b = { .title = "", .alpha = 0.05, .n_claims = 1, .claims = &c };
        struct claim_findings f;
        c.effect = "cohens-h";
        c.value = printed(cases[i].value);
        c.n_rates = 2;
        c.rates = (double[]){ 0.8, 0.5 };
        claims_audit(&b, &a, &f);
        assert_int_equal(f.count, cases[i].n);
        if (f.count > 0) {
            assert_string_equal(f.items[0].fault, "effect-mismatch");
            assert_near(f.items[0].recomputed, 0.643501108793284, 1e-12);
            assert_near(f.items[0].published, c.value.value, 1e-12);
            assert_string_equal(f.items[0].text, "Cohen's h of 0.8 and 0.5 is 0.6435");
        }
        arena_release(&a);
    }
}

static void lists_its_faults(void **state)
{
    (void)state;
    size_t n = 0;
    const struct claim_fault *all = claim_fault_list(&n);
    assert_true(n >= 25);
    for (size_t i = 0; i < n; i++) {
        assert_true(strlen(all[i].name) > 0 && strlen(all[i].meaning) > 0);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(all[i].name, all[j].name);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_printed_numbers),
        cmocka_unit_test(tells_which_n_a_p_belongs_to),
        cmocka_unit_test(wants_engine_and_side_of_a_signed_rank),
        cmocka_unit_test(knows_the_smallest_p),
        cmocka_unit_test(shares_follow_from_counts),
        cmocka_unit_test(intervals_follow_from_counts),
        cmocka_unit_test(a_baseline_as_good_is_told),
        cmocka_unit_test(an_effect_follows_from_its_two_rates),
        cmocka_unit_test(lists_its_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
