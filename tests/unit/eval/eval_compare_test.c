/*
 * eval_compare_test.c - comparison, medians, names, poison.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/contract/compare.h"
#include "src/eval/eval.h"
#include "src/eval/eval_internal.h"

#define INF          HUGE_VAL
#define NOT_A_NUMBER ((double)NAN)

static void one_element(void **state)
{
    static const struct {
        double got, want;
        int64_t matched, not_finite;
    } rows[] = {
        { 1.0, 1.0, 1, 0 },          { 1.0009, 1.0, 1, 0 },
        { 1.00199, 1.0, 1, 0 },      { 0.0009765, 0.0, 1, 0 },
        { -0.0011, 0.0, 0, 0 },      { 1.0021, 1.0, 0, 0 },
        { -1.0, 1.0, 0, 0 },         { 0.0009, 0.0, 1, 0 },
        { -0.0, 0.0, 1, 0 },         { NOT_A_NUMBER, 1.0, 0, 1 },
        { INF, 1.0, 0, 1 },          { INF, INF, 1, 0 },
        { -INF, INF, 0, 0 },         { NOT_A_NUMBER, NOT_A_NUMBER, 1, 0 },
        { 1.0, NOT_A_NUMBER, 0, 0 }, { 1.0, INF, 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct output_comparison as_float, as_double;
        float f = (float)rows[i].got;
        compare_outputs(&(struct output_pair){ &f, DTYPE_F32, &rows[i].want, 1, 1e-3, 1e-3 },
                        &as_float);
        compare_outputs(
            &(struct output_pair){ &rows[i].got, DTYPE_F64, &rows[i].want, 1, 1e-3, 1e-3 },
            &as_double);
        assert_int_equal(as_float.matched, rows[i].matched);
        assert_int_equal(as_double.matched, rows[i].matched);
        assert_int_equal(as_float.not_finite, rows[i].not_finite);
        assert_int_equal(as_double.not_finite, rows[i].not_finite);
    }
}

/* The quick path over chunks and the exact path agree. */
static void floats_and_doubles_agree(void **state)
{
    enum { N = 5000 };
    static float f[N];
    static double d[N], want[N];
    (void)state;
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < N; i++) {
            want[i] = sin(i * 0.7 + round);
            f[i] = (float)(want[i] + 1e-5 * cos(i * 13.0));
        }
        if (round > 0)
            f[round * 117] += (float)round;
        if (round % 5 == 4)
            f[N - round] = NAN;
        for (int i = 0; i < N; i++)
            d[i] = (double)f[i];
        struct output_comparison a, b;
        compare_outputs(&(struct output_pair){ f, DTYPE_F32, want, N, 1e-4, 0 }, &a);
        compare_outputs(&(struct output_pair){ d, DTYPE_F64, want, N, 1e-4, 0 }, &b);
        assert_int_equal(a.matched, b.matched);
        assert_int_equal(a.not_finite, b.not_finite);
        assert_int_equal(a.worst_index, b.worst_index);
        assert_true(fabs(a.max_abs_err - b.max_abs_err) < 1e-15);
        assert_true(fabs(a.max_rel_err - b.max_rel_err) < 1e-9 * b.max_rel_err + 1e-15);
    }
}

static void the_worst_element_is_named(void **state)
{
    float got[] = { 1.0f, 2.5f, 3.0f, 3.9f };
    double want[] = { 1.0, 2.0, 3.0, 4.0 };
    struct output_comparison r;
    (void)state;
    compare_outputs(&(struct output_pair){ got, DTYPE_F32, want, 4, 0.2, 0.0 }, &r);
    assert_int_equal(r.matched, 3);
    assert_int_equal(r.worst_index, 1);
    assert_true(fabs(r.max_abs_err - 0.5) < 1e-12);
    assert_true(fabs(r.max_rel_err - 0.25) < 1e-12);
}

/* The first element is an element like others, and what is not finite is worse than what is far
 * off: the first such is named. */
static void what_is_not_finite_is_counted_and_the_first_is_named(void **state)
{
    static const struct {
        double got[4], want[4];
        int64_t matched, not_finite, worst;
        double abs_err, rel_err;
    } rows[] = {
        { { 9, 1, 1, 1 }, { 1, 1, 1, 1 }, 3, 0, 0, 8, 8 },
        { { 1, 1, 1, 9 }, { 1, 1, 1, 3 }, 3, 0, 3, 6, 2 },
        { { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, 4, 0, 0, 0, 0 },
        { { INF, 9, 1, 1 }, { 1, 1, 1, 1 }, 2, 1, 0, 8, 8 },
        { { 1, 9, INF, 1 }, { 1, 1, 1, 1 }, 2, 1, 2, 8, 8 },
        { { 1, -INF, NOT_A_NUMBER, 9 }, { 1, 1, 1, 1 }, 1, 2, 1, 8, 8 },
        { { 5, 1, 1, 1 }, { INF, 1, 1, 1 }, 3, 0, 0, 0, 0 },
        { { 1, 5, 1, 1 }, { 1, 0, 1, 1 }, 3, 0, 1, 5, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        float single[4];
        struct output_comparison r[2];
        for (size_t k = 0; k < 4; k++)
            single[k] = (float)rows[i].got[k];
        compare_outputs(&(struct output_pair){ rows[i].got, DTYPE_F64, rows[i].want, 4, 1e-3, 0.0 },
                        &r[0]);
        compare_outputs(&(struct output_pair){ single, DTYPE_F32, rows[i].want, 4, 1e-3, 0.0 },
                        &r[1]);
        for (size_t k = 0; k < 2; k++) {
            if (r[k].matched != rows[i].matched || r[k].not_finite != rows[i].not_finite ||
                r[k].worst_index != rows[i].worst)
                fail_msg("row %zu: %d matched, %d not finite, worst %d", i, (int)r[k].matched,
                         (int)r[k].not_finite, (int)r[k].worst_index);
            assert_float_equal(r[k].max_abs_err, rows[i].abs_err, 1e-12);
            assert_float_equal(r[k].max_rel_err, rows[i].rel_err, 1e-12);
        }
    }
}

/* A bound that is met exactly is met: 1 + 2 is as far as 3. */
static void a_bound_is_met_where_it_is_reached(void **state)
{
    static const double got[] = { 3.0, -3.0, 3.0000001, 1.5 }, want[] = { 2.0, -2.0, 2.0, 1.0 };
    (void)state;
    struct output_comparison r;
    compare_outputs(&(struct output_pair){ got, DTYPE_F64, want, 4, 0.5, 0.25 }, &r);
    assert_int_equal(r.matched, 3);
    compare_outputs(&(struct output_pair){ got, DTYPE_F64, want, 4, 0.0, 0.5 }, &r);
    assert_int_equal(r.matched, 3);
    compare_outputs(&(struct output_pair){ got, DTYPE_F64, want, 4, 0.4, 0.25 }, &r);
    assert_int_equal(r.matched, 1);
}

static void integers_and_halves_are_read(void **state)
{
    static const uint16_t halves[] = { 0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00, 0x8000 };
    static const double values[] = { 1.0, -2.0, 65504.0, 5.9604644775390625e-8, INF, 0.0 };
    static const int32_t ints[] = { -5 };
    static const uint32_t words[] = { 4000000000u };
    static const uint8_t bytes[] = { 200 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(halves); i++)
        assert_true(!(element_value(halves, DTYPE_F16, (int64_t)i) < values[i]) &&
                    !(element_value(halves, DTYPE_F16, (int64_t)i) > values[i]));
    static const uint16_t odd[] = { 0x7e00, 0xfc00, 0x0400, 0x03ff, 0xbc01 };
    assert_true(isnan(element_value(odd, DTYPE_F16, 0)));
    assert_true(isinf(element_value(odd, DTYPE_F16, 1)) && element_value(odd, DTYPE_F16, 1) < 0);
    assert_float_equal(element_value(odd, DTYPE_F16, 2), 0x1p-14, 0);
    assert_float_equal(element_value(odd, DTYPE_F16, 3), (1023.0 * 0x1p-24), 0);
    assert_float_equal(element_value(odd, DTYPE_F16, 4), -1.0009765625, 0);
    static const int64_t longs[] = { -9000000000 };
    assert_true((int64_t)element_value(longs, DTYPE_I64, 0) == -9000000000);
    assert_int_equal((int)element_value(ints, DTYPE_I32, 0), -5);
    assert_int_equal((int64_t)element_value(words, DTYPE_U32, 0), 4000000000);
    assert_int_equal((int)element_value(bytes, DTYPE_U8, 0), 200);
}

static void medians(void **state)
{
    static const double values[] = { 5.0, 1.0, 3.0, 2.0 };
    (void)state;
    assert_true(isnan(median_of(values, 0)));
    assert_int_equal((int)(median_of(values, 1) * 10), 50);
    assert_int_equal((int)(median_of(values, 3) * 10), 30);
    assert_int_equal((int)(median_of(values, 4) * 10), 25);
    assert_int_equal((int)values[0], 5);
}

static void names_are_read_back(void **state)
{
    (void)state;
    for (int i = 0; i < OUTCOME_COUNT; i++) {
        enum outcome o = OUTCOME_INFRA;
        assert_true(outcome_parse(outcome_name((enum outcome)i), &o));
        assert_int_equal(o, i);
    }
    enum outcome o;
    enum eval_mode m;
    assert_false(outcome_parse("good", &o));
    assert_true(eval_mode_parse("full", &m));
    assert_int_equal(eval_mode_trials(m, 0), 5);
    assert_int_equal(eval_mode_timed(m, 0), 50);
    assert_int_equal(eval_mode_trials(EVAL_FAST, 0), 1);
    assert_int_equal(eval_mode_timed(EVAL_FAST, 0), 5);
    assert_int_equal(eval_mode_trials(EVAL_FULL, 7), 7);
    assert_int_equal(eval_mode_timed(EVAL_FAST, 100), 100);
    /* Room for 5 and 50, and for what is asked beyond. */
    assert_int_equal((int)eval_deadline_ms(10000, 0, 0), 10000);
    assert_int_equal((int)eval_deadline_ms(10000, 1, 5), 10000);
    assert_int_equal((int)eval_deadline_ms(10000, 10, 100), 20000);
    assert_false(eval_mode_parse("", &m));
}

static void poison_is_of_its_kind(void **state)
{
    enum { N = 20000 };
    static float f[N];
    static double d[N / 2];
    (void)state;
    poison_fill(f, sizeof f, 12345);
    memcpy(d, f, sizeof d);
    for (int i = 0; i < N; i++)
        assert_true(isfinite(f[i]) && fabsf(f[i]) > 1e20f);
    for (int i = 0; i < N / 2; i++)
        assert_true(isfinite(d[i]) && fabs(d[i]) > 1e20);
    poison_fill(f, sizeof f, POISON_NAN | 12345);
    memcpy(d, f, sizeof d);
    for (int i = 0; i < N; i++)
        assert_true(isnan(f[i]));
    for (int i = 0; i < N / 2; i++)
        assert_true(isnan(d[i]));
    poison_fill(f, sizeof f, POISON_USUAL | 12345);
    for (int i = 0; i < N; i++)
        assert_true(fabsf(f[i]) > 0.0075f && fabsf(f[i]) < 2.0f);
}

static void poison_finds_what_changed(void **state)
{
    unsigned char data[100];
    size_t first;
    (void)state;
    poison_fill(data, sizeof data, 7);
    assert_int_equal(poison_changed(data, sizeof data, 7, &first), 0);
    assert_int_equal(first, sizeof data);
    assert_int_equal(poison_untouched(data, 4, 25, 7), 25);
    data[41] ^= 1;
    data[99] ^= 1;
    assert_int_equal(poison_changed(data, sizeof data, 7, &first), 2);
    assert_int_equal(first, 41);
    assert_int_equal(poison_untouched(data, 4, 25, 7), 23);
    assert_true(poison_changed(data, sizeof data, 8, &first) > 80);
}

/* The words are those of SplitMix64, whose first numbers from 1234567 its author's program prints;
 * what is left of a word is its first bytes. */
static void poison_is_these_bits(void **state)
{
    static const uint64_t numbers[] = { UINT64_C(6457827717110365317),
                                        UINT64_C(3203168211198807973),
                                        UINT64_C(9817491932198370423) };
    (void)state;
    for (size_t n = 0; n <= 24; n++) {
        unsigned char got[25], want[24];
        memset(got, 0x11, sizeof got);
        for (size_t i = 0; i < 3; i++) {
            uint64_t word =
                (numbers[i] & UINT64_C(0x87ff87ff87ff87ff)) | UINT64_C(0x7000700070007000);
            memcpy(want + 8 * i, &word, sizeof word);
        }
        poison_fill(got, n, 1234567);
        assert_memory_equal(got, want, n);
        assert_int_equal(got[n], 0x11);
        for (size_t k = 0; k < n; k++) {
            size_t first = 99;
            got[k] ^= 1;
            assert_int_equal(poison_changed(got, n, 1234567, &first), 1);
            assert_int_equal(first, k);
            assert_int_equal(poison_untouched(got, 8, (int64_t)n / 8, 1234567),
                             n / 8 - (k < n / 8 * 8));
            got[k] ^= 1;
        }
    }
}

/* However many words are made at once: those that are looked for are made one by one. */
static void poison_of_any_length_has_the_same_beginning(void **state)
{
    enum { N = 1000 };
    static const uint64_t seeds[] = { 99, POISON_NAN | 99, POISON_USUAL | 99 };
    unsigned char whole[N], part[N];
    size_t first;
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(seeds); k++) {
        poison_fill(whole, N, seeds[k]);
        for (size_t n = 0; n < N; n++) {
            poison_fill(part, n, seeds[k]);
            assert_memory_equal(part, whole, n);
            assert_int_equal(poison_changed(part, n, seeds[k], &first), 0);
        }
    }
}

static void clocks_that_cannot_be_true(void **state)
{
    static const struct {
        double claimed_us, device_us, host_us, cpu_us;
        unsigned threads;
        bool disturbed, forged;
        double sample_us;
    } rows[] = {
        { 1000, 1000, 1010, 995, 1, false, false, 1000 },
        { 1000, 1000, 1400, 1000, 1, false, false, 1000 },
        { 1000, 1000, 1600, 1000, 1, false, false, 1000 },      /* the checker woke up late */
        { 1000, 1000, 1010, 700, 1, true, false, 1000 },        /* kept from the processor */
        { 100, 1005, 1010, 1005, 1, true, true, 1005 },         /* claims a tenth */
        { 60000, 60000, 90000, 40000, 1, false, false, 60000 }, /* too long to run again */
        { 10, 45, 50, 45, 1, true, false, 45 },                 /* too short to accuse anybody */
        { 500, 500, 510, 490, 2, false, false, 500 },
        { 100, 490, 510, 490, 2, true, true, 490 },         /* one thread has done it all */
        { 500, 500, 1000, 490, 2, true, false, 1000 },      /* two threads, one after the other */
        { 0, 500, 700, (double)NAN, 2, false, false, 500 }, /* a device with a clock of its own */
        { 100, 100, 101, (double)NAN, 1, false, false, 100 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct launch_report r = { .device_us = rows[i].device_us,
                                   .claimed_us = rows[i].claimed_us,
                                   .host_us = rows[i].host_us,
                                   .cpu_us = rows[i].cpu_us };
        struct timing t = { .n = 0 };
        if (timing_disturbed(&r, rows[i].threads) != rows[i].disturbed)
            fail_msg("row %zu: disturbed", i);
        timing_note(&t, &r);
        assert_int_equal(timing_clocks(&t).forged, rows[i].forged);
        assert_true(fabs(timing_sample(&r, rows[i].threads) - rows[i].sample_us) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_element),
        cmocka_unit_test(floats_and_doubles_agree),
        cmocka_unit_test(the_worst_element_is_named),
        cmocka_unit_test(what_is_not_finite_is_counted_and_the_first_is_named),
        cmocka_unit_test(a_bound_is_met_where_it_is_reached),
        cmocka_unit_test(integers_and_halves_are_read),
        cmocka_unit_test(medians),
        cmocka_unit_test(names_are_read_back),
        cmocka_unit_test(poison_is_of_its_kind),
        cmocka_unit_test(poison_finds_what_changed),
        cmocka_unit_test(poison_is_these_bits),
        cmocka_unit_test(poison_of_any_length_has_the_same_beginning),
        cmocka_unit_test(clocks_that_cannot_be_true),
    };
    return cmocka_run_group_tests_name("eval_compare", tests, NULL, NULL);
}
