/*
 * number_test.c - numbers as text, and classes of bytes.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/base/rng.h"
#include "src/base/str.h"

static const char *text_of(size_t n, char *out)
{
    assert_true(n < NUMBER_ROOM);
    out[n] = '\0';
    return out;
}

static void the_shortest_text_reads_back(void **state)
{
    static const struct {
        double v;
        const char *text;
    } rows[] = {
        { 0.0, "0" },
        { -0.0, "-0" },
        { 0.1, "0.1" },
        { -2.5, "-2.5" },
        { 500, "500" },
        { 1e22, "1e+22" },
        { 1.0 / 3, "0.3333333333333333" },
        { 5e-324, "5e-324" },
        { 1234.5678, "1234.5678" },
        { (double)NAN, "nan" },
        { (double)INFINITY, "inf" },
        { -(double)INFINITY, "-inf" },
        { DBL_MAX, "1.7976931348623157e+308" },
    };
    struct rng g;
    char text[NUMBER_ROOM + 1];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_string_equal(text_of(number_put_shortest(text, rows[i].v), text), rows[i].text);
    rng_init(&g, 1, RNG_SAMPLE, 0, 0, 0);
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = rng_u64(&g);
        double v, back;
        memcpy(&v, &bits, sizeof(v));
        if (i % 2 == 0)
            v = round(rng_normal(&g) * 1e7) / 1e4;
        if (!isfinite(v))
            continue;
        back = strtod(text_of(number_put_shortest(text, v), text), NULL);
        assert_memory_equal(&back, &v, sizeof(v));
    }
}

static void fixed_decimals_lose_their_zeros(void **state)
{
    static const struct {
        double v;
        unsigned decimals;
        const char *text;
    } rows[] = {
        { 0, 3, "0" },         { 1.5, 3, "1.5" },        { -1.25, 3, "-1.25" },
        { 2.0004, 3, "2" },    { -0.0004, 3, "0" },      { 0.0006, 3, "0.001" },
        { 12.05, 2, "12.05" }, { 1e9, 3, "1000000000" }, { 7.9, 0, "8" },
    };
    char text[NUMBER_ROOM + 1];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_string_equal(text_of(number_put_fixed(text, rows[i].v, rows[i].decimals), text),
                            rows[i].text);
    assert_string_equal(text_of(number_put_u64(text, UINT64_MAX), text), "18446744073709551615");
    assert_string_equal(text_of(number_put_u64(text, 0), text), "0");
}

static void rounded_numbers_keep_their_integer_part(void **state)
{
    static const struct {
        double v;
        int digits;
        const char *text;
    } rows[] = {
        { 0, 4, "0" },
        { 0.5, 4, "0.5" },
        { 12.3456, 4, "12.35" },
        { -0.000123456, 3, "-0.000123" },
        { 1.5e-9, 3, "1.5e-09" },
        { 999.4, 3, "999" },
        { 999.5, 3, "1000" },
        { 999.6, 3, "1000" },
        { 9999.4, 4, "9999" },
        { -12345.6, 4, "-12346" },
        { 20000, 1, "20000" },
        { 9.5, 1, "10" },
        { 123456789012345, 3, "123456789012345" },
        { 1e15, 3, "1e+15" },
        { -2.5e15, 2, "-2.5e+15" },
        { 0.1, 17, "0.10000000000000001" },
        { (double)INFINITY, 4, "inf" },
        { -(double)INFINITY, 4, "-inf" },
        { (double)NAN, 4, "nan" },
    };
    char text[NUMBER_ROOM + 1];
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        assert_string_equal(text_of(number_put_rounded(text, rows[i].v, rows[i].digits), text),
                            rows[i].text);
        assert_string_equal(number_rounded(&a, rows[i].v, rows[i].digits), rows[i].text);
    }
    arena_release(&a);
}

static void json_has_no_number_that_is_not_finite(void **state)
{
    struct buf b = { 0 };
    (void)state;
    buf_put_json_number(&b, 0.5);
    buf_put_json_number(&b, (double)NAN);
    buf_put_json_number(&b, -(double)INFINITY);
    buf_put_json_text(&b, NULL);
    buf_put_json_text(&b, "a\"\n");
    assert_string_equal(buf_text(&b), "0.5\"nan\"\"-inf\"null\"a\\\"\\n\"");
    buf_release(&b);
}

/* Golden: the C library in the C locale. */
static void classes_are_those_of_ascii(void **state)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    (void)state;
    for (int i = 0; i < 256; i++) {
        char c = (char)i;
        bool digit = i != 0 && strchr("0123456789", c) != NULL;
        bool letter = i != 0 && strchr(letters, c) != NULL;
        bool hex = i != 0 && strchr("0123456789abcdefABCDEF", c) != NULL;
        assert_int_equal(is_digit(c), digit);
        assert_int_equal(is_letter(c), letter);
        assert_int_equal(is_alnum(c), letter || digit);
        assert_int_equal(is_word(c), letter || digit || c == '_');
        assert_int_equal(is_name(c), letter || digit || c == '_' || c == '$' || i >= 0x80);
        assert_int_equal(is_space(c), i != 0 && strchr(" \t\n\v\f\r", c) != NULL);
        assert_int_equal(is_blank(c), c == ' ' || c == '\t');
        assert_int_equal(is_hex(c), hex);
        assert_int_equal(hex_value(c), hex ? (int)strtol((char[]){ c, '\0' }, NULL, 16) : -1);
        bool upper = letter && i < 'a';
        assert_int_equal(to_lower(c), upper ? (char)(i + 32) : c);
        assert_int_equal(to_upper(c), letter && !upper ? (char)(i - 32) : c);
    }
    assert_int_equal(hex4_value("fFe9"), 0xffe9);
    assert_int_equal(hex4_value("00g0"), -1);
}

static void code_points_are_encoded(void **state)
{
    static const uint32_t first[] = { 1, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(first); i++) {
        char bytes[4];
        size_t n = utf8_encode(first[i], bytes);
        assert_int_equal(n, 1 + (first[i] > 0x7f) + (first[i] > 0x7ff) + (first[i] > 0xffff));
        assert_int_equal(utf8_sequence_length(bytes, n), n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_text_reads_back),
        cmocka_unit_test(fixed_decimals_lose_their_zeros),
        cmocka_unit_test(rounded_numbers_keep_their_integer_part),
        cmocka_unit_test(json_has_no_number_that_is_not_finite),
        cmocka_unit_test(classes_are_those_of_ascii),
        cmocka_unit_test(code_points_are_encoded),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
