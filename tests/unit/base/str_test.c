/*
 * str_test.c - numbers, UTF-8, what terminals are shown, and lists of names, over whole ranges.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MOST_CODE 0x10FFFFu

static bool is_surrogate(uint32_t code)
{
    return code >= 0xD800 && code <= 0xDFFF;
}

static size_t bytes_of(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/* In n bytes, which may be more than it needs. */
static void spell(uint32_t code, size_t n, unsigned char out[4])
{
    static const unsigned char heads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    for (size_t i = n; i-- > 1; code >>= 6)
        out[i] = (unsigned char)(0x80 | (code & 0x3F));
    out[0] = (unsigned char)(heads[n] | code);
}

static void test_every_code_point_has_one_spelling(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= MOST_CODE; code++) {
        char got[4] = { 0 };
        unsigned char want[5] = { 0 };
        size_t n = bytes_of(code);
        spell(code, n, want);
        want[n] = 0x80; /* what stands behind it does not count */
        assert_int_equal(utf8_encode(code, got), n);
        assert_memory_equal(got, want, n);
        size_t length = utf8_sequence_length((const char *)want, n);
        if (length != (is_surrogate(code) ? 0 : n))
            fail_msg("U+%04X: %zu", code, length);
        for (size_t cut = 0; cut < n; cut++)
            if (utf8_sequence_length((const char *)want, cut) != 0)
                fail_msg("U+%04X of %zu bytes", code, cut);
    }
}

static void test_no_other_bytes_are_a_character(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 4; n++)
        for (uint32_t code = 0; code < (n == 2 ? 0x80u : n == 3 ? 0x800u : 0x10000u); code++) {
            unsigned char bytes[4];
            spell(code, n, bytes);
            if (utf8_sequence_length((const char *)bytes, n) != 0)
                fail_msg("U+%04X in %zu bytes", code, n);
        }
    for (uint32_t code = MOST_CODE + 1; code < 0x200000; code++) {
        unsigned char bytes[4];
        spell(code, 4, bytes);
        assert_int_equal(utf8_sequence_length((const char *)bytes, 4), 0);
    }
    for (unsigned head = 0x80; head <= 0xFF; head++)
        for (unsigned next = 0; next <= 0xFF; next++) {
            const unsigned char bytes[4] = { (unsigned char)head, (unsigned char)next, 0x41, 0x80 };
            bool two = head >= 0xC2 && head <= 0xDF && next >= 0x80 && next <= 0xBF;
            assert_int_equal(utf8_sequence_length((const char *)bytes, 4), two ? 2 : 0);
        }
}

/* One byte that is not plain, at each place of texts of all lengths around those looked at at once.
 */
static void test_a_text_is_looked_at_in_all_places(void **state)
{
    (void)state;
    for (size_t len = 0; len <= 100; len++) {
        char text[101];
        memset(text, 'x', sizeof(text));
        assert_true(utf8_is_text(text, len));
        for (size_t i = 0; i < len; i++) {
            static const char bad[] = { '\0', '\x80', '\xff', '\xc3' };
            static const char fine[] = { '\x01', '\x7f' };
            for (size_t b = 0; b < sizeof(bad); b++) {
                text[i] = bad[b];
                if (utf8_is_text(text, len))
                    fail_msg("0x%02x at %zu of %zu", (unsigned char)bad[b], i, len);
            }
            for (size_t b = 0; b < sizeof(fine); b++) {
                text[i] = fine[b];
                assert_true(utf8_is_text(text, len));
            }
            text[i] = '\xc3';
            text[i + 1] = '\xa9';
            assert_int_equal(utf8_is_text(text, len), i + 1 < len);
            text[i] = text[i + 1] = 'x';
        }
    }
}

/* Controls, and what turns the direction of text or ends lines, are shown as numbers. */
static bool is_hidden(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        { 0, 8 },           { 0xB, 0x1F },      { 0x7F, 0x9F },
        { 0x200E, 0x200F }, { 0x2028, 0x202E }, { 0x2066, 0x2069 }
    };
    for (size_t i = 0; i < ARRAY_LEN(ranges); i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

static void test_terminals_see_what_cannot_harm(void **state)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    (void)state;
    for (uint32_t code = 0; code <= 0x30000; code++) {
        char bytes[5] = { 0 }, want[16];
        size_t n = utf8_encode(code, bytes);
        if (is_surrogate(code))
            continue;
        buf_clear(&got);
        str_put_terminal_safe(&got, bytes, n);
        snprintf(want, sizeof(want), code < 0x100 ? "\\x%02x" : "\\u%04x", code);
        const char *shown = is_hidden(code) ? want : bytes;
        if (code > 0 && strcmp(buf_text(&got), shown) != 0)
            fail_msg("U+%04X: %s", code, buf_text(&got));
    }
    buf_clear(&got);
    str_put_terminal_safe(&got, "\xff\xc3 \xe2\x82", 5);
    assert_string_equal(buf_text(&got), "\\xff\\xc3 \\xe2\\x82");
}

static void test_numbers_are_whole_texts(void **state)
{
    static const struct {
        const char *text;
        bool is_int, is_unsigned, is_double;
        double value;
    } cases[] = {
        { "0", true, true, true, 0 },
        { "-7", true, false, true, -7 },
        { "+7", true, false, true, 7 },
        { "007", true, true, true, 7 },
        { "9223372036854775807", true, true, true, 9223372036854775807.0 },
        { "9223372036854775808", false, true, true, 9223372036854775808.0 },
        { "18446744073709551616", false, false, true, 18446744073709551616.0 },
        { "1.5", false, false, true, 1.5 },
        { ".5", false, false, true, 0.5 },
        { "1e308", false, false, true, 1e308 },
        { "1e309", false, false, false, 0 },
        { "-1e309", false, false, false, 0 },
        { "infinity", false, false, false, 0 },
        { "nan", false, false, false, 0 },
        { "", false, false, false, 0 },
        { " 1", false, false, false, 0 },
        { "1 ", false, false, false, 0 },
        { "a", false, false, false, 0 },
        { "/", false, false, false, 0 },
        { ":", false, false, false, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int64_t n = 55;
        uint64_t u = 55;
        double v = 55;
        if (str_to_i64(cases[i].text, &n) != cases[i].is_int ||
            str_to_u64(cases[i].text, &u) != cases[i].is_unsigned ||
            str_to_double(cases[i].text, &v) != cases[i].is_double)
            fail_msg("'%s'", cases[i].text);
        double want = cases[i].value;
        assert_true(cases[i].is_int ? (double)n <= want && (double)n >= want : n == 55);
        assert_true(cases[i].is_unsigned ? (double)u <= want && (double)u >= want : u == 55);
        assert_true(cases[i].is_double ? v <= want && v >= want : v > 54 && v < 56);
    }
}

/* FNV-1a, whose answers are known. */
static void test_hashes_are_those_of_fnv(void **state)
{
    (void)state;
    assert_true(str_hash("", 0) == 0xcbf29ce484222325u);
    assert_true(str_hash("a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(str_hash("foobar", 6) == 0x85944171f73967e8u);
    assert_true(str_hash("\xff", 1) == (0xcbf29ce484222325u ^ 0xff) * 0x100000001b3u);
}

static void test_beginnings_and_ends(void **state)
{
    (void)state;
    assert_true(str_starts_with("abc", ""));
    assert_true(str_starts_with("abc", "abc"));
    assert_false(str_starts_with("abc", "abcd"));
    assert_false(str_starts_with("abc", "b"));
    assert_true(str_ends_with("abc", ""));
    assert_true(str_ends_with("abc", "abc"));
    assert_true(str_ends_with("abc", "bc"));
    assert_false(str_ends_with("abc", "xabc"));
    assert_false(str_ends_with("abc", "b"));
    assert_true(str_ends_with("", ""));
}

static void assert_names(const char *list, size_t n, const char *const *want)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **items;
    assert_int_equal(str_split_names(&a, list, &items), n);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(items[i], want[i]);
}

/* Blanks around a name do not count, unless a backslash stands before them. */
static void test_names_in_lists(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    assert_names("", 1, (const char *const[]){ "" });
    assert_names("  ", 1, (const char *const[]){ "" });
    assert_names("a", 1, (const char *const[]){ "a" });
    assert_names(" a b ,c", 2, (const char *const[]){ "a b", "c" });
    assert_names(",", 2, (const char *const[]){ "", "" });
    assert_names("a\\,b,c\\\\,\\x", 3, (const char *const[]){ "a,b", "c\\", "\\x" });
    assert_names("\\ a\\ , b", 2, (const char *const[]){ " a ", "b" });
    assert_names("a\\", 1, (const char *const[]){ "a\\" });
    assert_string_equal(str_join_names(&a, NULL, 0), "");
    assert_string_equal(
        str_join_names(&a, (const char *const[]){ "a b", " c", "d ", "e,f", "g\\" }, 5),
        "a b,\\ c,d\\ ,e\\,f,g\\\\");
    assert_string_equal(str_join_names(&a, (const char *const[]){ " " }, 1), "\\ ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_code_point_has_one_spelling),
        cmocka_unit_test(test_no_other_bytes_are_a_character),
        cmocka_unit_test(test_a_text_is_looked_at_in_all_places),
        cmocka_unit_test(test_terminals_see_what_cannot_harm),
        cmocka_unit_test(test_numbers_are_whole_texts),
        cmocka_unit_test(test_hashes_are_those_of_fnv),
        cmocka_unit_test(test_beginnings_and_ends),
        cmocka_unit_test(test_names_in_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
