/* Values, precedence, exact error offsets, bounds, and mutated text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tasks/expr.h"

static const struct expr_name names[] = { { "n", 1000 }, { "m_2", 7 }, { "K", -3 } };

static int eval_text(struct arena *a, const char *text, size_t len, int64_t *out,
                     struct expr_error *error)
{
    const struct expr *e = expr_parse(a, text, len, error);
    return e == NULL ? -1 : expr_eval(e, names, ARRAY_LEN(names), out, error);
}

static void values_follow_precedence(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        { "1", 1 },
        { " n\t", 1000 },
        { "1+2*3", 7 },
        { "(1+2)*3", 9 },
        { "10-2-3", 5 },
        { "100/7/2", 7 },
        { "100%7*2", 4 },
        { "-n+1", -999 },
        { "--5", 5 },
        { "2*-3", -6 },
        { "-7/2", -3 },
        { "-7%3", -1 },
        { "ceil_div(n, 256)", 4 },
        { "ceil_div(1024,256)", 4 },
        { "ceil_div(-7,2)", -3 },
        { "ceil_div(0,5)", 0 },
        { "next_pow2(n)", 1024 },
        { "next_pow2(1024)", 1024 },
        { "next_pow2(0)", 1 },
        { "next_pow2(-9)", 1 },
        { "next_pow2(4611686018427387904)", INT64_C(4611686018427387904) },
        { "min(n,m_2,K)", -3 },
        { "max(1, 2, 3, n, 4)", 1000 },
        { "min ( 3 , 4 )", 3 },
        { "9223372036854775807", INT64_MAX },
        { "-9223372036854775807-1", INT64_MIN },
        { "(-9223372036854775807-1)%-1", 0 },
        { "0009", 9 },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int64_t got = -12345;
        struct expr_error error = { 0 };
        if (eval_text(&a, cases[i].text, strlen(cases[i].text), &got, &error) != 0)
            fail_msg("'%s': %s", cases[i].text, error.msg);
        if (got != cases[i].value)
            fail_msg("'%s' is %lld", cases[i].text, (long long)got);
    }
    arena_release(&a);
}

static void errors_point_at_the_byte(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
        const char *part;
    } cases[] = {
        { "", 0, "the end" },
        { "   ", 3, "the end" },
        { "1 +", 3, "the end" },
        { "1 + *2", 4, "'*'" },
        { "(1+2", 4, "expected ')'" },
        { "(1+2]", 4, "']'" },
        { "1 2", 2, "unexpected '2'" },
        { "n)", 1, "unexpected ')'" },
        { "1\n", 1, "0x0a" },
        { "n x", 2, "unexpected 'x'" },
        { "12ab", 2, "'a'" },
        { "0x10", 1, "'x'" },
        { "1.5", 1, "'.'" },
        { "9223372036854775808", 0, "64 bits" },
        { "1+99999999999999999999", 2, "64 bits" },
        { "foo(1)", 0, "unknown function 'foo'" },
        { "1+ceil(2,3)", 2, "unknown function 'ceil'" },
        { "min(1)", 5, "at least 2" },
        { "ceil_div(1)", 10, "2 arguments" },
        { "ceil_div(1,2,3)", 12, "2 arguments" },
        { "next_pow2(1,2)", 11, "1 argument" },
        { "next_pow2()", 10, "')'" },
        { "max(1,2", 7, "in the arguments of max" },
        { "n + q", 4, "unknown name 'q'" },
        { "n / (m_2-7)", 2, "division by zero" },
        { "5 % 0", 2, "division by zero" },
        { "ceil_div(5,0)", 0, "division by zero" },
        { "9223372036854775807 + 1", 20, "64 bits" },
        { "-9223372036854775807 - 2", 21, "64 bits" },
        { "9223372036854775807*2", 19, "64 bits" },
        { "(-9223372036854775807-1)/-1", 24, "64 bits" },
        { "-(-9223372036854775807-1)", 0, "64 bits" },
        { "next_pow2(4611686018427387905)", 0, "64 bits" },
        { "\xc3\xa4", 0, "0xc3" },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int64_t got = -12345;
        struct expr_error error = { .offset = 999 };
        if (eval_text(&a, cases[i].text, strlen(cases[i].text), &got, &error) == 0)
            fail_msg("'%s' was accepted", cases[i].text);
        assert_int_equal(got, -12345);
        if (error.offset != cases[i].offset || strstr(error.msg, cases[i].part) == NULL)
            fail_msg("'%s': offset %zu, %s", cases[i].text, error.offset, error.msg);
    }
    arena_release(&a);
}

static void errors_have_these_words(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        { "", "expected a number, a name or '(', found the end" },
        { "2*~", "expected a number, a name or '(', found '~'" },
        { "2*\x7f", "expected a number, a name or '(', found byte 0x7f" },
        { "(1 2", "expected ')', found '2'" },
        { "9_", "'_' directly behind a number" },
        { "9Z", "'Z' directly behind a number" },
        { "min(1,2;", "expected ',' or ')' in the arguments of min, found ';'" },
        { "min(1)", "min takes at least 2 arguments" },
        { "ceil_div(1)", "ceil_div takes 2 arguments" },
        { "ceil_div(1,2,3)", "ceil_div takes 2 arguments" },
        { "next_pow2(1,2)", "next_pow2 takes 1 argument" },
        { "mi(1,2)", "unknown function 'mi'" },
        { "_min(1,2)", "unknown function '_min'" },
        { "_m", "unknown name '_m'" },
        { "1 ]", "unexpected ']' behind the expression" },
        { "1%0", "division by zero" },
        { "9223372036854775807+1", "value does not fit 64 bits" },
        { "9223372036854775808", "integer does not fit 64 bits" },
        { "9223372036854775810", "integer does not fit 64 bits" },
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct expr_error error = { 0 };
        int64_t got;
        assert_int_equal(eval_text(&a, cases[i].text, strlen(cases[i].text), &got, &error), -1);
        assert_string_equal(error.msg, cases[i].message);
    }
    arena_release(&a);
}

/* Anywhere in a tree: such a quotient is rounded towards zero, not down. */
static void quotients_of_negative_numbers_are_found(void **state)
{
    static const struct {
        const char *text;
        bool found;
    } cases[] = {
        { "K/2", true },
        { "n/2", false },
        { "0/2", false },
        { "n/K", false },
        { "K%2", false },
        { "K", false },
        { "n+K/2", true },
        { "K/2+n", true },
        { "min(n,max(1,K/2))", true },
        { "-(K/2)", true },
        { "(K/0)", true },
        { "(n/0)/2", false },
        { "ceil_div(K,2)", false },
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct expr_error error = { 0 };
        const struct expr *e = expr_parse(&a, cases[i].text, strlen(cases[i].text), &error);
        assert_non_null(e);
        if (expr_divides_negative(e, names, ARRAY_LEN(names)) != cases[i].found)
            fail_msg("%s", cases[i].text);
    }
    arena_release(&a);
}

static void nul_byte_is_an_error(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct expr_error error;
    int64_t got;
    assert_int_equal(eval_text(&a, "1\0+1", 4, &got, &error), -1);
    assert_int_equal(error.offset, 1);
    assert_non_null(strstr(error.msg, "0x00"));
    arena_release(&a);
}

/* Copies of unit, "1", copies of closing. */
static size_t repeat(char *out, const char *unit, size_t count, const char *closing)
{
    size_t len = 0;
    for (size_t i = 0; i < count; i++, len += strlen(unit))
        memcpy(out + len, unit, strlen(unit));
    out[len++] = '1';
    for (size_t i = 0; i < count; i++, len += strlen(closing))
        memcpy(out + len, closing, strlen(closing));
    return len;
}

static void size_and_depth_are_bounded(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct expr_error error;
    int64_t got;
    static char text[400000];
    assert_int_equal(eval_text(&a, text, repeat(text, "(", 31, ")"), &got, &error), 0);
    assert_int_equal(eval_text(&a, text, repeat(text, "(", 32, ")"), &got, &error), -1);
    assert_int_equal(error.offset, 32);
    assert_non_null(strstr(error.msg, "nesting"));
    assert_int_equal(eval_text(&a, text, repeat(text, "(", 100000, ")"), &got, &error), -1);
    assert_int_equal(eval_text(&a, text, repeat(text, "-", 100000, ""), &got, &error), -1);
    assert_non_null(strstr(error.msg, "nesting"));
    assert_int_equal(eval_text(&a, text, repeat(text, "1+", 127, ""), &got, &error), 0);
    assert_int_equal(got, 128);
    assert_int_equal(eval_text(&a, text, repeat(text, "1+", 128, ""), &got, &error), -1);
    assert_non_null(strstr(error.msg, "256"));
    arena_release(&a);
}

static void prefix_stops_where_it_cannot_continue(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t used;
    } cases[] = {
        { "n block=2", 2 }, { "1,2", 1 }, { "ceil_div(n,2))", 13 }, { "n]", 1 }, { "3", 1 },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        size_t used = 99;
        struct expr_error error;
        assert_non_null(expr_parse_prefix(&a, cases[i].text, strlen(cases[i].text), &used, &error));
        assert_int_equal(used, cases[i].used);
    }
    arena_release(&a);
}

static void unknown_name_is_the_first_one(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct expr_error error;
    size_t offset = 99;
    const char *text = "n+max(1,zz)*yy";
    const struct expr *e = expr_parse(&a, text, strlen(text), &error);
    assert_non_null(e);
    assert_string_equal(expr_unknown_name(e, names, ARRAY_LEN(names), &offset), "zz");
    assert_int_equal(offset, 8);
    e = expr_parse(&a, "n*K", 3, &error);
    assert_null(expr_unknown_name(e, names, ARRAY_LEN(names), &offset));
    arena_release(&a);
}

/* A value, or an error inside the text. */
static void mutated_text_is_survived(void **state)
{
    (void)state;
    static const char *const seeds[] = { "ceil_div(n,256)*(m_2+1)",
                                         "min(n,max(K,2,3))-next_pow2(n)", "((1+2)*3)/n%m_2",
                                         "-9223372036854775807-1" };
    static const char alphabet[] = "()+-*/%, 0129nKm_x\n\t\0\xff=[]";
    struct rng r;
    rng_init(&r, 20, RNG_SAMPLE, 1, 2, 3);
    struct arena a = { 0 };
    for (int round = 0; round < 50000; round++) {
        char text[64];
        const char *seed = seeds[rng_below(&r, ARRAY_LEN(seeds))];
        size_t len = strlen(seed);
        memcpy(text, seed, len);
        for (uint32_t edits = 1 + rng_below(&r, 4); edits > 0; edits--)
            text[rng_below(&r, (uint32_t)len)] = alphabet[rng_below(&r, sizeof(alphabet) - 1)];
        len -= rng_below(&r, (uint32_t)len);
        int64_t got;
        struct expr_error error = { .offset = 1000 };
        if (eval_text(&a, text, len, &got, &error) != 0) {
            assert_true(error.offset <= len);
            assert_true(error.msg[0] != '\0');
        }
        arena_reset(&a);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_follow_precedence),
        cmocka_unit_test(errors_point_at_the_byte),
        cmocka_unit_test(errors_have_these_words),
        cmocka_unit_test(quotients_of_negative_numbers_are_found),
        cmocka_unit_test(nul_byte_is_an_error),
        cmocka_unit_test(size_and_depth_are_bounded),
        cmocka_unit_test(prefix_stops_where_it_cannot_continue),
        cmocka_unit_test(unknown_name_is_the_first_one),
        cmocka_unit_test(mutated_text_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
