/*
 * rng_test.c - Philox4x32-10 and the streams made of it.
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
#include "src/base/rng.h"

/* Random123's kat_vectors, philox4x32 10. */
static const struct {
    uint32_t counter[4], key[2], want[4];
} known[] = {
    { { 0, 0, 0, 0 }, { 0, 0 }, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
    { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff },
      { 0xffffffff, 0xffffffff },
      { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
    { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 },
      { 0xa4093822, 0x299f31d0 },
      { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
};

static void test_philox_known_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        uint32_t out[4];
        philox4x32(known[i].counter, known[i].key, out);
        assert_memory_equal(out, known[i].want, sizeof(out));
    }
}

static void test_blocks_are_those_of_each_counter(void **state)
{
    static const uint32_t counter[4] = { UINT32_MAX - 5, 2, 0x243f6a88, 4 }, key[2] = { 9, 7 };
    (void)state;
    for (size_t n = 0; n < 20; n++) {
        uint32_t words[20][4] = { { 0 } };
        philox_blocks(counter, key, words[0], n);
        for (size_t i = 0; i < ARRAY_LEN(words); i++) {
            uint32_t at[4] = { counter[0] + (uint32_t)i, counter[1], counter[2], counter[3] };
            uint32_t want[4] = { 0 };
            if (i < n)
                philox4x32(at, key, want);
            assert_memory_equal(words[i], want, sizeof(want));
        }
    }
}

static void test_streams_do_not_depend_on_order(void **state)
{
    (void)state;
    struct rng a;
    struct rng b;
    uint32_t first[10];
    rng_init(&a, 42, RNG_SAMPLE, 4, 0, 7);
    for (size_t i = 0; i < ARRAY_LEN(first); i++)
        first[i] = rng_u32(&a);
    rng_init(&b, 42, RNG_SAMPLE, 4, 0, 8);
    rng_init(&a, 42, RNG_SAMPLE, 4, 0, 7);
    for (size_t i = 0; i < ARRAY_LEN(first); i++) {
        rng_u64(&b);
        assert_int_equal(rng_u32(&a), first[i]);
    }
}

static void test_fill_gives_the_same_words(void **state)
{
    (void)state;
    for (size_t first = 0; first < 6; first++) {
        struct rng a;
        struct rng b;
        uint32_t words[70];
        rng_init(&a, 9, RNG_BOOTSTRAP, 4, 0, 7);
        rng_init(&b, 9, RNG_BOOTSTRAP, 4, 0, 7);
        a.counter[0] = b.counter[0] = UINT32_MAX - 3;
        for (size_t i = 0; i < first; i++)
            assert_int_equal(rng_u32(&a), rng_u32(&b));
        rng_fill(&a, words, ARRAY_LEN(words));
        for (size_t i = 0; i < ARRAY_LEN(words); i++)
            assert_int_equal(words[i], rng_u32(&b));
        assert_int_equal(rng_u32(&a), rng_u32(&b));
    }
}

static const struct {
    uint64_t seed;
    enum rng_purpose purpose;
    uint64_t a, b, c;
} names[] = {
    { 42, RNG_SAMPLE, 4, 0, 7 }, { 43, RNG_SAMPLE, 4, 0, 7 },         { 42, RNG_INPUT, 4, 0, 7 },
    { 42, RNG_SAMPLE, 5, 0, 7 }, { 42, RNG_SAMPLE, 4, 1, 7 },         { 42, RNG_SAMPLE, 4, 0, 8 },
    { 42, RNG_SAMPLE, 0, 4, 7 }, { 42, RNG_SAMPLE, 7, 0, 4 },         { 42, RNG_SAMPLE, 4, 7, 0 },
    { 0, RNG_SAMPLE, 0, 0, 0 },  { 0, RNG_SAMPLE, 0, 0, 1 },          { 0, RNG_SAMPLE, 1, 0, 0 },
    { 0, RNG_SAMPLE, 0, 1, 0 },  { 0, RNG_SAMPLE, 4294967296, 0, 0 },
};

static void test_every_part_of_a_name_makes_another_stream(void **state)
{
    (void)state;
    uint64_t first[ARRAY_LEN(names)];
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct rng r;
        rng_init(&r, names[i].seed, names[i].purpose, names[i].a, names[i].b, names[i].c);
        first[i] = rng_u64(&r);
        for (size_t k = 0; k < i; k++)
            assert_true(first[k] != first[i]);
    }
}

/* The 0.1 % point of chi-square with 9 degrees of freedom is 27.9. */
static void test_below_is_even(void **state)
{
    (void)state;
    enum { BOUND = 10, DRAWS = 100000 };
    double counts[BOUND] = { 0 };
    double chi2 = 0;
    struct rng r;
    rng_init(&r, 1, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < DRAWS; i++)
        counts[rng_below(&r, BOUND)]++;
    for (int i = 0; i < BOUND; i++)
        chi2 += (counts[i] - DRAWS / BOUND) * (counts[i] - DRAWS / BOUND) / (DRAWS / BOUND);
    assert_true(chi2 < 27.9);
}

/* 3 * 2^30 as bound would draw its first third twice as often without rejection. */
static void test_below_is_even_for_large_bounds(void **state)
{
    (void)state;
    enum { DRAWS = 30000 };
    const uint32_t bound = 3u << 30;
    int low = 0;
    struct rng r;
    rng_init(&r, 2, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t v = rng_below(&r, bound);
        assert_true(v < bound);
        /* Multiplication without rejection favours every third value. */
        low += v % 3 == 0;
    }
    assert_true(abs(low - DRAWS / 3) < 400); /* 4.9 standard deviations */
    for (int i = 0; i < 100; i++)
        assert_int_equal(rng_below(&r, 1), 0);
}

static void test_doubles_lie_in_the_unit_interval(void **state)
{
    (void)state;
    double sum = 0;
    struct rng r;
    rng_init(&r, 3, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < 100000; i++) {
        double u = rng_double(&r);
        assert_true(u >= 0 && u < 1);
        sum += u;
    }
    assert_true(fabs(sum / 100000 - 0.5) < 0.005);
}

static void test_normals_have_mean_0_and_variance_1(void **state)
{
    (void)state;
    double sum = 0;
    double squares = 0;
    struct rng r;
    rng_init(&r, 4, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < 100000; i++) {
        double z = rng_normal(&r);
        assert_true(isfinite(z));
        sum += z;
        squares += z * z;
    }
    assert_true(fabs(sum / 100000) < 0.015);
    assert_true(fabs(squares / 100000 - 1) < 0.02);
}

static void test_secrets_differ_and_numbers_are_exact(void **state)
{
    (void)state;
    uint64_t seen = 0;
    for (int i = 0; i < 64; i++) {
        const uint64_t number = rng_secret_number();
        assert_true(number > 0 && number < (uint64_t)1 << 53);
        assert_true(rng_secret() != rng_secret());
        seen |= rng_secret();
    }
    assert_true(seen == UINT64_MAX); /* every bit is drawn */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_philox_known_answers),
        cmocka_unit_test(test_blocks_are_those_of_each_counter),
        cmocka_unit_test(test_streams_do_not_depend_on_order),
        cmocka_unit_test(test_fill_gives_the_same_words),
        cmocka_unit_test(test_every_part_of_a_name_makes_another_stream),
        cmocka_unit_test(test_below_is_even),
        cmocka_unit_test(test_below_is_even_for_large_bounds),
        cmocka_unit_test(test_doubles_lie_in_the_unit_interval),
        cmocka_unit_test(test_normals_have_mean_0_and_variance_1),
        cmocka_unit_test(test_secrets_differ_and_numbers_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
