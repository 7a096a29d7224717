/*
 * json_test.c - what src/json accepts, refuses and prints.
 */
#include <dirent.h>
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
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/json/json.h"

static struct json *parse(const char *text)
{
    struct err err = { 0 };
    struct json *j = json_parse("t", text, strlen(text), &err);
    if (j == NULL)
        fail_msg("%s", err.msg);
    return j;
}

#define LARGEST_FIXTURE ((size_t)256 << 10)

static void assert_printed(const char *text, bool sorted, const char *want)
{
    struct buf out = { 0 };
    struct json *j = parse(text);
    json_print(j, sorted, &out);
    assert_string_equal(buf_text(&out), want);
    json_free(j);
    buf_release(&out);
}

static const struct {
    const char *text;
    const char *message;
} refused[] = {
    { "", "t:1:1: empty file" },
    { " \n\t ", "t:1:1: empty file" },
    { "\xEF\xBB\xBF", "t:1:1: empty file" },
    { "{\"a\" 1}", "t:1:6: '1'; expected ':'" },
    { "{\n  \"a\": 1,\n  \"b\" 2}", "t:3:7: '2'; expected ':'" },
    { "[1,]", "t:1:4: ']'; expected a value" },
    { "[1 2]", "t:1:4: '2'; expected ',' or ']'" },
    { "{\"a\":1,}", "t:1:8: '}'; expected a member name in double quotes" },
    { "{a:1}", "t:1:2: 'a'; expected a member name in double quotes" },
    { "{'a':1}", "t:1:2: '''; expected a member name in double quotes" },
    { "[1", "t:1:3: the file ends where ',' or ']' was expected" },
    { "{\"a\":", "t:1:6: the file ends where a value was expected" },
    { "[\"abc", "t:1:2: the file ends inside this string" },
    { "[\"\xc3\xa9\", x]", "t:1:7: 'x'; expected a value" },
    { "[\"a\xff\"]", "t:1:4: invalid UTF-8 in a string" },
    { "[\"\xed\xa0\x80\"]", "t:1:3: invalid UTF-8 in a string" },
    { "[\xff]", "t:1:2: byte 0xff; expected a value" },
    { "\xff\xfe{",
      "t:1:1: UTF-16 text: write it as UTF-8 first, as with iconv -f UTF-16 -t UTF-8" },
    { "\x1f\x8b\x08", "t:1:1: packed with gzip: unpack it first, as with gunzip -k" },
    { "[\"a\nb\"]", "t:1:4: control character in a string" },
    { "[\"\\x\"]", "t:1:3: unknown escape in a string" },
    { "[\"\\u12\"]", "t:1:3: \\u needs four hexadecimal digits" },
    { "[\"\\ud800\"]", "t:1:3: half of a surrogate pair" },
    { "[\"\\udc00\\ud800\"]", "t:1:3: half of a surrogate pair" },
    { "[\"\\u0000\"]", "t:1:3: \\u0000 in a string: text with NUL is not supported" },
    { "[01]", "t:1:2: a number must not begin with 0" },
    { "[1.]", "t:1:2: a number must not end with '.'" },
    { "[1e]", "t:1:2: a number without digits in its exponent" },
    { "[-]", "t:1:2: '-' without a number" },
    { "[+1]", "t:1:2: '+'; expected a value" },
    { "[nan]", "t:1:2: 'n'; expected a value" },
    { "[Nan]", "t:1:2: 'N'; expected a value" },
    { "1 x", "t:1:3: text after the value" },
    { "{}\n{}\n", "t:2:1: another value follows the first (JSON Lines?)" },
    { "[]]", "t:1:3: text after the value" },
    { "version https://git-lfs", "t:1:1: 'v'; expected a value" },
};

static void test_refusals_name_line_and_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
        struct err err = { 0 };
        struct json *j = json_parse("t", refused[i].text, strlen(refused[i].text), &err);
        assert_null(j);
        assert_int_equal(err.code, ERR_INTEGRITY);
        assert_string_equal(err.msg, refused[i].message);
    }
}

static void test_nul_bytes_are_refused(void **state)
{
    (void)state;
    struct err err = { 0 };
    assert_null(json_parse("t", "[\"a\0b\"]", 7, &err));
    assert_string_equal(err.msg, "t:1:4: NUL byte in a string");
    assert_null(json_parse("t", "[1]\0", 4, &err));
    assert_string_equal(err.msg, "t:1:4: text after the value");
    assert_null(json_parse("t", "[\0]", 3, &err));
    assert_string_equal(err.msg, "t:1:2: NUL byte; expected a value");
}

static char *nested(size_t depth)
{
    struct buf b = { 0 };
    for (size_t i = 0; i < depth; i++)
        buf_putc(&b, '[');
    for (size_t i = 0; i < depth; i++)
        buf_putc(&b, ']');
    return buf_detach(&b);
}

static void test_nesting_ends_at_200_levels(void **state)
{
    (void)state;
    struct err err = { 0 };
    char *good = nested(200);
    char *bad = nested(201);
    struct json *j = json_parse("t", good, strlen(good), &err);
    assert_non_null(j);
    json_free(j);
    assert_null(json_parse("t", bad, strlen(bad), &err));
    assert_string_equal(err.msg, "t:1:201: nested more than 200 levels deep");
    free(good);
    free(bad);
}

static void test_every_cut_of_a_document_is_refused(void **state)
{
    (void)state;
    const char *text = "{\"a\":[1,-2.5e3,NaN,\"x\\u00e9\\n\"],\"b\":{\"c\":null,\"d\":true}}";
    for (size_t n = 0; n < strlen(text); n++) {
        struct err err = { 0 };
        assert_null(json_parse("t", text, n, &err));
        assert_int_equal(err.code, ERR_INTEGRITY);
    }
    json_free(parse(text));
}

static void test_bare_nan_and_infinity_become_numbers(void **state)
{
    (void)state;
    struct json *j =
        parse("{\"t\":\"NaN\",\"a\":[NaN,[],Infinity,{\"x\":-Infinity}],\"b\":NaN,\"c\":7}");
    const struct json *a = json_get(j, "a");
    double v = 0;
    assert_true(json_number(json_at(a, 0), &v) && isnan(v));
    assert_true(json_number(json_at(a, 2), &v) && isinf(v) && v > 0);
    assert_true(json_number(json_get(json_at(a, 3), "x"), &v) && isinf(v) && v < 0);
    assert_true(json_number(json_get(j, "b"), &v) && isnan(v));
    assert_true(json_number(json_get(j, "c"), &v));
    assert_true(v > 6.9 && v < 7.1);
    const char *s = NULL;
    assert_true(json_string(json_get(j, "t"), &s));
    assert_string_equal(s, "NaN");
    json_free(j);
    j = parse("NaN");
    assert_true(json_number(j, &v) && isnan(v));
    json_free(j);
}

static void test_numbers_that_are_not_finite_print_as_strings(void **state)
{
    (void)state;
    assert_printed("[NaN,Infinity,-Infinity,1e999]", false, "[\"nan\",\"inf\",\"-inf\",\"inf\"]");
}

static void test_numbers_print_shortest(void **state)
{
    (void)state;
    assert_printed("[1000000,0.1,1.50,1e3,-0.0,123456789012345,1e22,5e-324,2.71]", false,
                   "[1000000,0.1,1.5,1000,-0,123456789012345,1e+22,5e-324,2.71]");
}

static void test_integers_beyond_2_53_keep_their_digits(void **state)
{
    (void)state;
    assert_printed("[9007199254740993,-9223372036854775808,123456789012345678901234567890]", false,
                   "[9007199254740993,-9223372036854775808,123456789012345678901234567890]");
    struct json *j = parse("[9007199254740993,123456789012345678901234567890,9007199254740993.0]");
    int64_t i = 5;
    double v = 0;
    assert_true(json_int(json_at(j, 0), &i));
    assert_true(i == 9007199254740993);
    i = 5;
    assert_false(json_int(json_at(j, 1), &i));
    assert_false(json_int(json_at(j, 2), &i));
    assert_true(i == 5);
    assert_true(json_number(json_at(j, 1), &v));
    assert_true(v > 1.2e29 && v < 1.3e29);
    json_free(j);
}

static void test_very_long_numbers_are_read(void **state)
{
    (void)state;
    struct json *j =
        parse("[0.3333333333333333333333333333333333333333333333333333333333333333333333"
              "333333333333333333333333,1]");
    double v = 0;
    assert_true(json_number(json_at(j, 0), &v));
    assert_true(fabs(v - 1.0 / 3.0) < 1e-17);
    assert_int_equal(json_count(j), 2);
    json_free(j);
}

static void test_int_refuses_fractions_and_other_types(void **state)
{
    (void)state;
    struct json *j = parse("[1.5,\"1\",true,null,1e300,NaN,[],3,-4.0]");
    int64_t i = 77;
    for (size_t n = 0; n < 7; n++)
        assert_false(json_int(json_at(j, n), &i));
    assert_false(json_int(NULL, &i));
    assert_true(i == 77);
    assert_true(json_int(json_at(j, 7), &i) && i == 3);
    assert_true(json_int(json_at(j, 8), &i) && i == -4);
    json_free(j);
}

static void test_lenient_numbers(void **state)
{
    (void)state;
    struct json *j = parse("[\"0.5\",\" 2 \",\"1e-3\",3,\"\",\"x\",\"0x10\",\"1 2\",null,\"nan\","
                           "\"-Infinity\"]");
    static const double want[] = { 0.5, 2, 1e-3, 3 };
    double v = 0;
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        assert_true(json_number_lenient(json_at(j, i), &v));
        assert_true(fabs(v - want[i]) < 1e-12);
    }
    for (size_t i = 4; i < 9; i++)
        assert_false(json_number_lenient(json_at(j, i), &v));
    assert_true(json_number_lenient(json_at(j, 9), &v) && isnan(v));
    assert_true(json_number_lenient(json_at(j, 10), &v) && isinf(v) && v < 0);
    json_free(j);
}

/* Golden: CPython 3.11 json.dumps(x, sort_keys=True, separators=(",", ":"), ensure_ascii=True). */
static void test_sorted_printing_equals_python(void **state)
{
    (void)state;
    assert_printed(
        "{\"b\": [1, 2], \"a\": {\"z\": null, \"Z\": true, \"_\": \"q\\\"\\\\/\\b\\f\\n\\r\\t"
        "\\u001f\\u007f\"}, \"B\": -7, \"a b\": \"\"}",
        true,
        "{\"B\":-7,\"a\":{\"Z\":true,\"_\":\"q\\\"\\\\/\\b\\f\\n\\r\\t\\u001f\\u007f\","
        "\"z\":null},\"a b\":\"\",\"b\":[1,2]}");
}

static void test_strings_survive_a_round_trip(void **state)
{
    (void)state;
    struct json *j = parse("[\"\\u00e9\\ud83d\\ude00\",\"\xc3\xa9\xf0\x9f\x98\x80\"]");
    const char *a = "";
    const char *b = "";
    assert_true(json_string(json_at(j, 0), &a) && json_string(json_at(j, 1), &b));
    assert_string_equal(a, b);
    json_free(j);
    assert_printed("[\"\xc3\xa9\"]", false, "[\"\xc3\xa9\"]");
}

static void test_walking(void **state)
{
    (void)state;
    struct json *j = parse("{\"a\":1,\"b\":[10,11,12,13],\"a\":2}");
    int64_t i = 0;
    assert_int_equal(json_count(j), 3);
    assert_string_equal(json_key(json_first(j)), "a");
    assert_string_equal(json_key(json_next(json_first(j))), "b");
    assert_true(json_int(json_get(j, "a"), &i) && i == 2);
    assert_null(json_get(j, "c"));
    assert_int_equal(json_type(json_get(j, "c")), JSON_NULL);
    assert_null(json_get(json_first(j), "a"));
    const struct json *b = json_get(j, "b");
    static const size_t order[] = { 3, 0, 2, 2, 1 };
    for (size_t k = 0; k < ARRAY_LEN(order); k++) {
        assert_true(json_int(json_at(b, order[k]), &i));
        assert_true(i == 10 + (int64_t)order[k]);
    }
    assert_null(json_at(b, 4));
    assert_null(json_key(json_first(b)));
    assert_int_equal(json_count(json_first(b)), 0);
    assert_null(json_first(json_first(b)));
    json_free(j);
}

static void test_required_members_name_where_and_key(void **state)
{
    (void)state;
    struct json *j = parse("{\"s\":\"x\",\"n\":1.5,\"a\":[],\"o\":{}}");
    struct err err = { 0 };
    const char *s = "kept";
    int64_t i = 9;
    const struct json *part = NULL;
    assert_int_equal(json_need_string(j, "f: runs[3]", "q", &s, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "f: runs[3]: member \"q\" is missing");
    assert_int_equal(json_need_string(j, "f", "a", &s, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "f: member \"a\" must be a string, found an array");
    assert_string_equal(s, "kept");
    assert_int_equal(json_need_int(j, "f", "n", &i, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "f: member \"n\" must be an integer");
    assert_int_equal(json_need_int(json_get(j, "a"), "f", "n", &i, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "f: expected an object, found an array");
    assert_true(i == 9);
    assert_int_equal(json_need_string(j, "f", "s", &s, &err), 0);
    assert_string_equal(s, "x");
    assert_int_equal(json_need_array(j, "f", "a", &part, &err), 0);
    assert_int_equal(json_need_object(j, "f", "o", &part, &err), 0);
    assert_int_equal(json_need_object(j, "f", "a", &part, &err), ERR_INTEGRITY);
    json_free(j);
}

static void test_building(void **state)
{
    (void)state;
    struct buf out = { 0 };
    struct json *root = json_new_object();
    json_add_string(root, "s", "a\"b");
    json_add_string(root, "none", NULL);
    json_add_int(root, "i", -5);
    json_add_int(root, "big", INT64_MIN);
    struct json *a = json_add_array(root, "a");
    assert_int_equal(json_count(a), 0);
    json_add_number(a, NULL, 0.1);
    json_add_number(a, NULL, (double)NAN);
    json_add_bool(a, NULL, true);
    json_add_null(a, NULL);
    json_add_object(a, NULL);
    assert_int_equal(json_count(a), 5);
    json_print(root, false, &out);
    assert_string_equal(buf_text(&out),
                        "{\"s\":\"a\\\"b\",\"none\":null,\"i\":-5,\"big\":-9223372036854775808,"
                        "\"a\":[0.1,\"nan\",true,null,{}]}");
    int64_t i = 0;
    assert_true(json_int(json_get(root, "big"), &i));
    assert_true(i == INT64_MIN);
    json_free(root);
    buf_release(&out);
}

/* Whole numbers that a double holds and those beyond are written and read as they are. */
static void test_whole_numbers_of_any_size(void **state)
{
    static const int64_t numbers[] = { 0,
                                       1,
                                       -1,
                                       9007199254740990,
                                       9007199254740991,
                                       9007199254740992,
                                       9007199254740993,
                                       -9007199254740991,
                                       -9007199254740992,
                                       -9007199254740993,
                                       INT64_MAX,
                                       INT64_MIN };
    (void)state;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        struct json *root = json_new_object();
        struct buf out = { 0 };
        char want[40];
        int64_t got = 0;
        double real = 0;
        json_add_int(root, "n", numbers[i]);
        json_print(root, false, &out);
        snprintf(want, sizeof(want), "{\"n\":%lld}", (long long)numbers[i]);
        assert_string_equal(buf_text(&out), want);
        assert_true(json_int(json_get(root, "n"), &got));
        assert_true(got == numbers[i]);
        assert_true(json_number(json_get(root, "n"), &real));
        assert_true(real <= (double)numbers[i] && real >= (double)numbers[i]);
        assert_int_equal(json_type(json_get(root, "n")), JSON_NUMBER);
        json_free(root);
        buf_release(&out);
    }
}

static void test_deep_trees_print(void **state)
{
    (void)state;
    struct buf out = { 0 };
    char *text = nested(200);
    struct json *j = parse(text);
    json_print(j, true, &out);
    assert_string_equal(buf_text(&out), text);
    json_free(j);
    buf_release(&out);
    free(text);
}

static void test_parts_of_a_file_count_its_lines(void **state)
{
    (void)state;
    struct err err = { 0 };
    assert_null(json_parse_line("t", 7, "[1\n 2]", 6, &err));
    assert_string_equal(err.msg, "t:8:2: '2'; expected ',' or ']'");
}

static void test_missing_file_is_a_usage_error(void **state)
{
    (void)state;
    struct err err = { 0 };
    assert_null(json_parse_file("/nonexistent/file.json", &err));
    assert_int_equal(err.code, ERR_USAGE);
}

static bool assert_parsers_agree(const char *text, size_t len)
{
    struct arena a = { 0 };
    struct err tree_err = { 0 };
    struct err arena_err = { 0 };
    struct json *tree = json_parse_line("t", 7, text, len, &tree_err);
    const struct json *other = json_parse_arena("t", 7, text, len, &a, &arena_err);
    bool valid = tree != NULL;
    assert_string_equal(arena_err.msg, tree_err.msg);
    assert_int_equal(other != NULL, valid);
    if (valid) {
        struct buf one = { 0 };
        struct buf two = { 0 };
        json_print(tree, true, &one);
        json_print(other, true, &two);
        assert_string_equal(buf_text(&two), buf_text(&one));
        assert_int_equal(json_count(other), json_count(tree));
        buf_release(&one);
        buf_release(&two);
    }
    json_free(tree);
    arena_release(&a);
    return valid;
}

static const char plain[] =
    "0123456789 abcdefghijklmnopqrstuvwxyz !#$%&'()*+,-./:;<=>?@[]^_`{|}~ABC";

/* Whatever ends a run of copied words, wherever it lies. */
static void expect_double(const char *text)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    double v = 0;
    double expected = strtod(text, NULL);
    const struct json *j = json_parse_arena("t", 1, text, strlen(text), &a, &err);
    if (!json_number(j, &v) || memcmp(&v, &expected, sizeof(v)) != 0)
        fail_msg("%s: %a instead of %a", text, v, expected);
    arena_release(&a);
}

/* Around the middle of two doubles, at the ends of what is exact, with many digits. */
static void test_the_arena_parser_rounds_as_strtod_does(void **state)
{
    static const char *const texts[] = {
        "9007199254740991",
        "9007199254740992.0",
        "9007199254740993.0",
        "9007199254740995.0",
        "9007199254740993.001",
        "9007199254740992.999",
        "-1.1920928955078125e-07",
        "-0.6931471824645996",
        "1.00000000000000011102",
        "1.0000000000000001110",
        "1.0000000000000001111",
        "18446744073709551615.5",
        "9999999999999999999e27",
        "9999999999999999999e-27",
        "9999999999999999999e28",
        "1e-400",
        "1e400",
        "0.000000000000000000000000000000001",
        "4.9406564584124654e-324",
        "-0.0",
        "-0e9",
        "123456789012345678901234567890e-10",
        "2.2250738585072011e-308",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        expect_double(texts[i]);
}

static void test_the_arena_parser_rounds_random_numbers_as_strtod_does(void **state)
{
    struct rng r;
    (void)state;
    rng_init(&r, 7, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < 200000; i++) {
        char text[64];
        unsigned long long whole = rng_u64(&r) >> (rng_u32(&r) % 64);
        unsigned long long part = rng_u64(&r) >> (rng_u32(&r) % 64);
        if (i % 2 == 0) /* as servers print a float */
            snprintf(text, sizeof(text), "%.*g", 9 + (int)(rng_u32(&r) % 9),
                     (double)(float)(-rng_double(&r) * 30));
        else
            snprintf(text, sizeof(text), "%llu.%llue%d", whole % 1000000000, part,
                     (int)(rng_u32(&r) % 60) - 30);
        expect_double(text);
    }
}

static void test_members_can_be_left_out(void **state)
{
    static const char *const without[] = { "skip", "top", NULL };
    static const char text[] = "{\"skip\":[1,{\"a\":\"]}\\\"\"}],\"keep\":[1,2],\"top\":{\"x\":[]},"
                               "\"list\":[{\"top\":\"a text stays\",\"skip\":7}]}";
    struct arena a = { 0 };
    struct err err = { 0 };
    const char *s = NULL;
    int64_t n = 0;
    (void)state;
    const struct json *j =
        json_parse_without(&(struct json_text){ "t", text, strlen(text), 1, 1 }, without, &a, &err);
    assert_non_null(j);
    assert_int_equal(json_type(json_get(j, "skip")), JSON_NULL);
    assert_int_equal(json_type(json_get(j, "top")), JSON_NULL);
    assert_int_equal(json_count(json_get(j, "keep")), 2);
    const struct json *entry = json_first(json_get(j, "list"));
    assert_true(json_string(json_get(entry, "top"), &s));
    assert_string_equal(s, "a text stays");
    assert_true(json_int(json_get(entry, "skip"), &n) && n == 7);
    for (size_t len = 0; len < strlen(text); len++)
        assert_null(
            json_parse_without(&(struct json_text){ "t", text, len, 1, 1 }, without, &a, &err));
    arena_release(&a);
}

static void test_the_arena_parser_finds_the_end_of_plain_text(void **state)
{
    (void)state;
    static const char *const specials[] = {
        "\"", "\\n", "\\q", "\x1f", "\x7f", " ", "\xc3\xa9", "\xff", "",
    };
    size_t n_valid = 0;
    for (size_t at = 0; at <= 70; at++) {
        for (size_t i = 0; i < ARRAY_LEN(specials); i++) {
            char text[160];
            int len = snprintf(text, sizeof(text), "[\"%.*s%s%.*s\"]", (int)at, plain, specials[i],
                               (int)(70 - at), plain);
            n_valid += assert_parsers_agree(text, (size_t)len);
        }
    }
    assert_int_equal(n_valid, 71 * 5);
}

static void test_the_arena_parser_agrees(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"a\":[1,-0,2.5,1e3,0.1e-2,123456789012345678,-9007199254740993,1.7976931348623157e308]}",
        "[0.1,0.30000000000000004,5e-324,123456.789,99999999.125,1e999,-1e400,1234567890.12345]",
        "[\"\\u00e9\\ud83d\\ude00\\n\\\"\\\\\",\"more than eight bytes\",\"\\b\\f\\/\"]",
        "{\"a\":{\"b\":[],\"c\":{}},\"a\":NaN,\"x\":[Infinity,-Infinity,true,false,null]} \n",
        "\xEF\xBB\xBF{\"\xc3\xa9\":\"\xe2\x82\xac and \xf0\x9f\x98\x80\"}",
        "[100000000000000000000000000000000000000000000000000000000000000000000000.5,0.0000001]",
    };
    static const char telling[] = "{}[]:,\"\\0123456789-+.eEuInN tf\n\x01\xc3\xff";
    size_t n_valid = 0;
    for (size_t i = 0; i < ARRAY_LEN(refused); i++)
        assert_parsers_agree(refused[i].text, strlen(refused[i].text));
    for (unsigned round = 0; round < 60000; round++) {
        char text[256];
        struct rng r;
        const char *seed = texts[round % ARRAY_LEN(texts)];
        size_t len = strlen(seed);
        memcpy(text, seed, len);
        rng_init(&r, 20240611, RNG_TRIAL, round, 0, 0);
        for (unsigned n = round < ARRAY_LEN(texts) ? 0 : 1 + rng_below(&r, 3); n > 0; n--)
            text[rng_below(&r, (uint32_t)len)] = telling[rng_below(&r, sizeof(telling) - 1)];
        if (rng_below(&r, 8) == 0 && round >= ARRAY_LEN(texts))
            len = rng_below(&r, (uint32_t)len);
        bool valid = assert_parsers_agree(text, len);
        assert_true(valid || round >= ARRAY_LEN(texts));
        n_valid += valid;
    }
    assert_true(n_valid > 6000);
}

static size_t agree_on_mutations(const char *seed, size_t len, uint64_t stream)
{
    static const char telling[] = "{}[]:,\"\\0123456789-+.eEuInN tf\n\x01\xc3\xff";
    size_t n_valid = assert_parsers_agree(seed, len);
    char *text = mem_alloc(len);
    for (uint64_t round = 0; round < 60; round++) {
        struct rng r;
        rng_init(&r, 20240612, RNG_TRIAL, stream, round, 0);
        memcpy(text, seed, len);
        for (unsigned n = 1 + rng_below(&r, 3); n > 0; n--)
            text[rng_below(&r, (uint32_t)len)] = telling[rng_below(&r, sizeof(telling) - 1)];
        n_valid += assert_parsers_agree(text, len);
    }
    free(text);
    return n_valid;
}

static size_t agree_on_file(const char *path, bool by_line)
{
    struct buf text = { 0 };
    struct err err = { 0 };
    size_t n_valid = 0;
    assert_int_equal(file_read(path, (size_t)64 << 20, &text, &err), 0);
    for (size_t at = 0; at < text.len;) {
        const char *from = buf_text(&text) + at;
        const char *end = by_line ? memchr(from, '\n', text.len - at) : NULL;
        size_t len = end == NULL ? text.len - at : (size_t)(end - from);
        if (len > 0 && len <= LARGEST_FIXTURE)
            n_valid += agree_on_mutations(from, len, at);
        at += len + (by_line ? 1 : 0);
    }
    buf_release(&text);
    return n_valid;
}

static size_t agree_on_folder(const char *folder)
{
    struct arena a = { 0 };
    size_t n_valid = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        const char *path = arena_printf(&a, "%s/%s", folder, e->d_name);
        if (e->d_type == DT_DIR && e->d_name[0] != '.')
            n_valid += agree_on_folder(path);
        if (str_ends_with(path, ".json") || str_ends_with(path, ".jsonl"))
            n_valid += agree_on_file(path, str_ends_with(path, ".jsonl"));
    }
    closedir(d);
    arena_release(&a);
    return n_valid;
}

static void test_the_arena_parser_agrees_on_fixtures(void **state)
{
    struct arena a = { 0 };
    const char *root = getenv("ROLLBOOK_SOURCE_DIR");
    (void)state;
    assert_non_null(root);
    size_t n_valid = agree_on_folder(arena_printf(&a, "%s/tests/fixtures", root));
    if (n_valid < 500)
        fail_msg("only %zu texts are JSON", n_valid);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals_name_line_and_column),
        cmocka_unit_test(test_nul_bytes_are_refused),
        cmocka_unit_test(test_nesting_ends_at_200_levels),
        cmocka_unit_test(test_every_cut_of_a_document_is_refused),
        cmocka_unit_test(test_bare_nan_and_infinity_become_numbers),
        cmocka_unit_test(test_numbers_that_are_not_finite_print_as_strings),
        cmocka_unit_test(test_numbers_print_shortest),
        cmocka_unit_test(test_integers_beyond_2_53_keep_their_digits),
        cmocka_unit_test(test_very_long_numbers_are_read),
        cmocka_unit_test(test_int_refuses_fractions_and_other_types),
        cmocka_unit_test(test_lenient_numbers),
        cmocka_unit_test(test_sorted_printing_equals_python),
        cmocka_unit_test(test_strings_survive_a_round_trip),
        cmocka_unit_test(test_walking),
        cmocka_unit_test(test_required_members_name_where_and_key),
        cmocka_unit_test(test_building),
        cmocka_unit_test(test_whole_numbers_of_any_size),
        cmocka_unit_test(test_deep_trees_print),
        cmocka_unit_test(test_parts_of_a_file_count_its_lines),
        cmocka_unit_test(test_the_arena_parser_finds_the_end_of_plain_text),
        cmocka_unit_test(test_the_arena_parser_agrees),
        cmocka_unit_test(test_the_arena_parser_agrees_on_fixtures),
        cmocka_unit_test(test_the_arena_parser_rounds_as_strtod_does),
        cmocka_unit_test(test_the_arena_parser_rounds_random_numbers_as_strtod_does),
        cmocka_unit_test(test_members_can_be_left_out),
        cmocka_unit_test(test_missing_file_is_a_usage_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
