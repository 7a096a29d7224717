/* sample_filter_test.c - each filter and each guardrail at its bound and beyond. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/learn/guardrail.h"
#include "src/learn/sample_filter.h"

#define UNKNOWN ((double)NAN)

static bool masks(const char *name, const struct filter_sample *s, double *value, double *bound)
{
    const struct sample_filter *f = NULL;
    struct err err = { 0 };
    size_t n = 0;
    assert_int_equal(sample_filter_parse(name, &f, &n, &err), 0);
    assert_int_equal(n, 1);
    return f->masks(s, &filter_standard, value, bound);
}

static void each_filter_masks_beyond_its_bound(void **state)
{
    static const struct {
        const char *name;
        struct filter_sample sample;
        bool masked;
        double bound;
    } rows[] = {
        { "no_variance", { .group_spread = 0 }, true, 1e-3 },
        { "no_variance", { .group_spread = 1e-3 }, false, 1e-3 },
        { "truncated", { .truncated = true }, true, UNKNOWN },
        { "truncated", { .cheat = true }, false, UNKNOWN },
        { "cheat", { .cheat = true }, true, UNKNOWN },
        { "cheat", { .truncated = true }, false, UNKNOWN },
        { "mrs_mean", { .mean_log_ratio = -0.00101 }, true, 0.999 },
        { "mrs_mean", { .mean_log_ratio = 0.00101 }, true, 1.001 },
        { "mrs_mean", { .mean_log_ratio = -0.0009 }, false, 1.001 },
        { "mrs_mean", { .mean_log_ratio = UNKNOWN }, false, 1.001 },
        { "mrs_veto", { .least_log_ratio = -9.22 }, true, 1e-4 },
        { "mrs_veto", { .least_log_ratio = -9.20 }, false, 1e-4 },
        { "mrs_veto", { .least_log_ratio = UNKNOWN }, false, 1e-4 },
        { "prs", { .correct = true, .coverage = 0.34, .draw = 0.5 }, true, 0.35 },
        { "prs", { .correct = true, .coverage = 0.36, .draw = 0.5 }, false, 0.35 },
        { "prs", { .correct = true, .coverage = 0.2, .draw = 0 }, true, 0.3 },
        { "prs", { .correct = true, .coverage = 0.4, .draw = 0.999 }, false, 0.3999 },
        { "prs", { .correct = false, .coverage = 0.0, .draw = 0.5 }, false, 0.35 },
        { "prs", { .correct = true, .coverage = UNKNOWN, .draw = 0.5 }, false, 0.35 },
        { "coverage", { .correct = true, .coverage = 0.29 }, true, 0.3 },
        { "coverage", { .correct = true, .coverage = 0.3 }, false, 0.3 },
        { "coverage", { .correct = false, .coverage = 0.1 }, false, 0.3 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        double value = 0, bound = 0;
        if (masks(rows[i].name, &rows[i].sample, &value, &bound) != rows[i].masked)
            fail_msg("row %zu: %s is wrong", i, rows[i].name);
        assert_true(isnan(rows[i].bound) ? isnan(bound) && isnan(value)
                                         : fabs(bound - rows[i].bound) < 1e-12);
    }
}

static void every_filter_has_a_row_above(void **state)
{
    size_t n;
    (void)state;
    sample_filter_all(&n);
    assert_int_equal(n, 7);
}

static void spreads_are_of_task_and_turn(void **state)
{
    struct filter_sample s[] = { { .prompt = 1, .reward = 1 },
                                 { .prompt = 1, .reward = 3 },
                                 { .prompt = 1, .turn = 1, .reward = 5 },
                                 { .prompt = 2, .turn = 1, .reward = 9 } };
    (void)state;
    filter_spreads(s, ARRAY_LEN(s));
    assert_true(fabs(s[0].group_spread - 2) < 1e-15 && fabs(s[1].group_spread - 2) < 1e-15);
    assert_true(fabs(s[2].group_spread) <= 0 && fabs(s[3].group_spread) <= 0);
}

static void ratios_are_bounded(void **state)
{
    static const float trained[] = { -1, -2, -90 };
    static const float sampled[] = { -2, -2, -1 };
    struct filter_sample s;
    (void)state;
    filter_log_ratios(&s, trained, sampled, 3);
    assert_true(fabs(s.mean_log_ratio - (1 + 0 - 20) / 3.0) < 1e-12);
    assert_true(fabs(s.least_log_ratio + 20) < 1e-12);
    filter_log_ratios(&s, trained, sampled, 0);
    assert_true(isnan(s.mean_log_ratio) && isnan(s.least_log_ratio));
}

static void lists_of_filters_are_refused_in_words(void **state)
{
    static const char *const bad[] = { "beauty", "prs,prs", "prs,,cheat", "" };
    const struct sample_filter *out[FILTERS_MOST];
    size_t n = 7;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct err err = { 0 };
        assert_int_equal(sample_filter_parse(bad[i], out, &n, &err), ERR_USAGE);
        assert_true(strlen(err.msg) > 10);
    }
    struct err err = { 0 };
    assert_int_equal(sample_filter_parse(NULL, out, &n, &err), 0);
    assert_int_equal(n, 0);
}

static void guardrails_are_read(void **state)
{
    struct guardrail g[GUARDS_MOST];
    size_t n = 0;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(
        guardrail_parse("kl=0.02:stop,correct:rollback,entropy,kl:warn,latency_ratio=2", g, &n,
                        &err),
        0);
    assert_int_equal(n, 5);
    assert_true(g[0].metric == GUARD_KL && g[0].action == GUARD_STOP && g[0].bound > 0.019 &&
                g[0].bound < 0.021);
    assert_true(g[1].metric == GUARD_CORRECT && g[1].action == GUARD_ROLLBACK);
    assert_true(fabs(g[1].bound - guard_metrics[GUARD_CORRECT].bound) <= 0);
    assert_true(g[2].metric == GUARD_ENTROPY && g[2].action == GUARD_WARN);
    assert_true(g[4].metric == GUARD_LATENCY_RATIO && g[4].bound > 1.9);
    assert_string_equal(guard_action_name(GUARD_ROLLBACK), "rollback");
    static const char *const bad[] = { "kl=:stop",   "kl=x",   "kl:run", "beauty=1", "kl:",
                                       "kl:warn,kl", "kl=inf", "",       "k=1" };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        if (guardrail_parse(bad[i], g, &n, &err) != ERR_USAGE)
            fail_msg("'%s' was taken", bad[i]);
    assert_int_equal(guardrail_parse(NULL, g, &n, &err), 0);
    assert_int_equal(n, 0);
}

static void guardrails_fire_on_their_side(void **state)
{
    (void)state;
    for (size_t i = 0; i < GUARD_METRICS; i++) {
        const struct guardrail g = { (enum guard_metric_id)i, 0.5, GUARD_STOP };
        bool above = guard_metrics[i].above;
        assert_true(guardrail_fires(&g, 0.51) == above);
        assert_true(guardrail_fires(&g, 0.49) != above);
        assert_false(guardrail_fires(&g, 0.5));
        assert_false(guardrail_fires(&g, UNKNOWN));
    }
}

static void latency_is_compared_task_by_task(void **state)
{
    static const double before[] = { 2, UNKNOWN, 4, 3 };
    static const double now[] = { 1, 5, 2, UNKNOWN };
    (void)state;
    assert_true(fabs(guard_latency_ratio(before, now, 4) - 2) < 1e-12);
    assert_true(isnan(guard_latency_ratio(before, now + 3, 1)));
    assert_true(isnan(guard_latency_ratio(before, now, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_filter_masks_beyond_its_bound),
        cmocka_unit_test(every_filter_has_a_row_above),
        cmocka_unit_test(spreads_are_of_task_and_turn),
        cmocka_unit_test(ratios_are_bounded),
        cmocka_unit_test(lists_of_filters_are_refused_in_words),
        cmocka_unit_test(guardrails_are_read),
        cmocka_unit_test(guardrails_fire_on_their_side),
        cmocka_unit_test(latency_is_compared_task_by_task),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
