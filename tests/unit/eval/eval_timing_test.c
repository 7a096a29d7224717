/* Few samples never stop early, narrow ones soon, wide ones not at all; when one is taken again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "src/eval/eval_internal.h"

static void nine_equal_samples_are_too_few(void **state)
{
    double v[50];
    (void)state;
    for (int i = 0; i < 50; i++)
        v[i] = 100.0;
    assert_false(timing_is_narrow(v, 9));
    assert_true(timing_is_narrow(v, 10));
    assert_true(timing_is_narrow(v, 50));
}

/* Of ten samples the whole range counts, of fifty ranks 18 to 33. */
static void the_interval_is_of_order_statistics(void **state)
{
    double v[50];
    (void)state;
    for (int i = 0; i < 50; i++)
        v[i] = 100.0 + 0.1 * ((i * 7) % 50); /* 100.0 to 104.9 in another order */
    assert_false(timing_is_narrow(v, 10));
    assert_false(timing_is_narrow(v, 50)); /* 1.5 of 102.45 */
    for (int i = 0; i < 50; i++)
        v[i] = 100.0 + 0.05 * ((i * 7) % 50);
    assert_true(timing_is_narrow(v, 50)); /* 0.75 of 101.2 */
    v[3] = 1000.0;
    v[4] = 5000.0;
    assert_true(timing_is_narrow(v, 50)); /* outliers move no middle order statistic */
}

/* Starved threads are charged processor time. */
static void starved_threads_are_not_accused(void **state)
{
    struct timing t = { .n = 0 };
    struct launch_report r = { .claimed_us = 100, .device_us = 18000, .cpu_us = 18000 };
    (void)state;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 1);
    r.waited_us = 17000;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 2);
    r.waited_us = 30000;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 2);
    assert_int_equal(timing_clocks(&t).doubtful, 3);
}

/* On a machine where trusted code is charged for more than it claims, others are too. */
static void what_trusted_code_shows_is_no_forgery(void **state)
{
    struct timing t = { .n = 0 };
    struct launch_report r = { .claimed_us = 140, .device_us = 250, .cpu_us = 250 };
    struct launch_report trusted = { .claimed_us = 400, .device_us = 480, .cpu_us = 480 };
    (void)state;
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 1);
    timing_note_trusted(&t, &trusted);
    assert_int_equal(timing_clocks(&t).forged, 0);
    assert_int_equal(timing_clocks(&t).doubtful, 0);
    r.cpu_us = 2000; /* far more than that is a forgery on any machine */
    timing_note(&t, &r);
    assert_int_equal(timing_clocks(&t).forged, 1);
    assert_int_equal((int)timing_clocks(&t).worst_us, 1860);
    assert_int_equal((int)timing_clocks(&t).worst_bound_us, 480);
}

/* Ranks of n values between which 95 of 100 medians lie, by normal approximation: the lowest is
 * floor((n - 1.96 sqrt(n)) / 2), but at least 1. */
static void the_interval_ends_at_these_ranks(void **state)
{
    static const struct {
        size_t n, low; /* from 1; the high one is as far from the other end */
    } rows[] = { { 10, 1 }, { 11, 2 }, { 12, 2 }, { 13, 2 }, { 14, 3 }, { 20, 5 }, { 50, 18 } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = rows[i].n, low = rows[i].low, high = n + 1 - low;
        double v[64];
        /* All lie within 1 % of the median but those outside of the ranks, */
        for (size_t k = 1; k <= n; k++)
            v[k - 1] = k < low ? 50.0 : k > high ? 200.0 : k == low ? 128.0 - 1.25 : 128.0;
        assert_true(timing_is_narrow(v, n));
        /* and with the outermost rank a little farther they do not. */
        v[low - 1] = 128.0 - 1.3;
        assert_false(timing_is_narrow(v, n));
        v[low - 1] = 128.0;
        v[high - 1] = 128.0 + 1.3;
        assert_false(timing_is_narrow(v, n));
    }
    double many[MOST_SAMPLES + 1];
    for (size_t k = 0; k <= MOST_SAMPLES; k++)
        many[k] = 1.0;
    assert_true(timing_is_narrow(many, MOST_SAMPLES));
    assert_false(timing_is_narrow(many, MOST_SAMPLES + 1));
}

/* Times are in microseconds: what may differ is 25, 60 or 150 or a tenth, a fifth or a half,
 * whichever is more. */
static void a_sample_is_taken_again_when_the_clocks_disagree(void **state)
{
    static const struct {
        double device, host, cpu, claimed;
        unsigned threads;
        bool disturbed, again, by_host;
    } rows[] = {
        { 100, 100, 100, 0, 1, false, false, false },
        { 100, 100, 100, 0, 1, true, true, false },
        /* The thread was kept from its processor: */
        { 100, 100, 75, 0, 1, false, false, false },
        { 100, 100, 74.9, 0, 1, false, true, false },
        { 1000, 1000, 900, 0, 1, false, false, false },
        { 1000, 1000, 899, 0, 1, false, true, false },
        { 1000, 1000, (double)NAN, 0, 1, false, false, false },
        { 1000, 1000, 1, 0, 2, false, false, false },
        { 1000, 1900, 700, 0, 1, false, true, false },
        /* a run of more than 50 ms is not repeated; */
        { 50000, 50000, 1, 0, 1, false, true, false },
        { 50000.5, 50000.5, 1, 0, 1, false, false, false },
        { 50000.5, 50000.5, 1, 0, 1, true, true, false },
        /* the checker waited for longer than the run took, and work by several threads or on a
         * device may explain it; */
        { 1000, 1900, 1000, 0, 1, false, false, false },
        { 100, 250, 100, 0, 2, false, false, false },
        { 100, 250.5, 100, 0, 2, false, true, false },
        { 1000, 1500, (double)NAN, 0, 1, false, false, false },
        { 1000, 1500.5, (double)NAN, 0, 1, false, true, false },
        /* a claim was lower than what was charged; */
        { 100, 100, 100, 100, 1, false, false, false },
        { 101, 101, 101, 100, 1, false, true, false },
        /* and several threads worked one after the other. */
        { 100, 160, 100, 100, 2, false, false, false },
        { 100, 160.5, 100, 100, 2, false, true, true },
        { 100, 160.5, 100, 100, 1, false, false, false },
        { 100, 160.5, 100, 0, 2, false, false, false },
        { 1000, 1200, 1000, 1000, 4, false, false, false },
        { 1000, 1200.5, 1000, 1000, 4, false, true, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct launch_report r = { .device_us = rows[i].device,
                                   .host_us = rows[i].host,
                                   .cpu_us = rows[i].cpu,
                                   .claimed_us = rows[i].claimed,
                                   .disturbed = rows[i].disturbed };
        double sample = rows[i].by_host ? rows[i].host : rows[i].device;
        if (timing_disturbed(&r, rows[i].threads) != rows[i].again)
            fail_msg("row %zu", i);
        assert_float_equal(timing_sample(&r, rows[i].threads), sample, 0);
    }
}

/* More processor time than the claim, or where there is none than the device's, by more than 40 us
 * or a fifth. */
static void a_claim_below_the_work_is_forged(void **state)
{
    static const struct {
        double claimed, device, cpu, waited;
        unsigned forged, doubtful;
        double worst, bound;
    } rows[] = {
        { 100, 140, 140, 0, 0, 0, 40, 40 },     { 100, 141, 141, 0, 1, 1, 41, 40 },
        { 0, 100, 141, 0, 1, 1, 41, 40 },       { 0, 100, 140, 0, 0, 0, 40, 40 },
        { 800, 1000, 1000, 0, 0, 0, 200, 200 }, { 799, 1000, 1000, 0, 1, 1, 201, 200 },
        { 100, 141, 141, 41, 1, 1, 41, 40 },    { 100, 141, 141, 42, 0, 1, 0, 0 },
        { 100, 90, 90, 0, 0, 0, 0, 0 },         { 100, 1000, (double)NAN, 0, 0, 0, 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct timing t = { .n = 0 };
        struct launch_report r = { .claimed_us = rows[i].claimed,
                                   .device_us = rows[i].device,
                                   .cpu_us = rows[i].cpu,
                                   .waited_us = rows[i].waited };
        timing_note(&t, &r);
        struct clock_verdict v = timing_clocks(&t);
        if (v.forged != rows[i].forged || v.doubtful != rows[i].doubtful)
            fail_msg("row %zu: %u forged, %u doubtful", i, v.forged, v.doubtful);
        assert_float_equal(v.worst_us, rows[i].worst, 1e-9);
        assert_float_equal(v.worst_bound_us, rows[i].bound, 1e-9);
    }
    /* The first samples are kept, */
    static struct timing full;
    struct launch_report honest = { .claimed_us = 100, .device_us = 100, .cpu_us = 100 };
    struct launch_report forged = { .claimed_us = 100, .device_us = 500, .cpu_us = 500 };
    timing_note(&full, &forged);
    for (size_t i = 1; i < MOST_SAMPLES; i++)
        timing_note(&full, &honest);
    assert_int_equal(full.n, MOST_SAMPLES);
    timing_note(&full, &forged);
    assert_int_equal(full.n, MOST_SAMPLES);
    assert_int_equal(timing_clocks(&full).forged, 1);
    /* and the largest excess of what is trusted counts. */
    timing_note_trusted(&full, &forged);
    timing_note_trusted(&full, &honest);
    assert_float_equal(full.control_us, 400, 1e-9);
    assert_int_equal(timing_clocks(&full).forged, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nine_equal_samples_are_too_few),
        cmocka_unit_test(the_interval_is_of_order_statistics),
        cmocka_unit_test(the_interval_ends_at_these_ranks),
        cmocka_unit_test(a_sample_is_taken_again_when_the_clocks_disagree),
        cmocka_unit_test(a_claim_below_the_work_is_forged),
        cmocka_unit_test(starved_threads_are_not_accused),
        cmocka_unit_test(what_trusted_code_shows_is_no_forgery),
    };
    return cmocka_run_group_tests_name("eval_timing", tests, NULL, NULL);
}
