/*
 * pdf_text_test.c - encoding of hostile text, line breaking.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reports/pdf/pdf_text.h"
#include "src/base/mem.h"

/* Every character is 1000 wide. */
static struct glyph_widths fixed;

static int setup(void **state)
{
    (void)state;
    for (size_t i = 0; i < 256; i++)
        fixed.text[i] = 1000;
    fixed.symbol = fixed.text;
    return 0;
}

static void text_becomes_codes_the_fonts_have(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n;
        uint16_t codes[12];
    } cases[] = {
        { "aB ", 3, { 'a', 'B', ' ' } },
        { "\xC3\xA9\xC3\x97", 2, { 0xE9, 0xD7 } },
        { "\xE2\x82\xAC\xE2\x80\x93\xE2\x80\xA6", 3, { 0x80, 0x96, 0x85 } },
        { "\xCE\xB1\xE2\x89\xA4\xE2\x88\x92", 3, { 0x161, 0x1A3, 0x12D } },
        { "\n\t", 2, { ' ', ' ' } },
        { "\x1b", 4, { '\\', 'x', '1', 'B' } },
        { "\x7f", 4, { '\\', 'x', '7', 'F' } },
        { "\xC2\x9B", 6, { 'U', '+', '0', '0', '9', 'B' } },
        { "\xE2\x80\xAE", 6, { 'U', '+', '2', '0', '2', 'E' } },
        { "\xEF\xBB\xBF", 6, { 'U', '+', 'F', 'E', 'F', 'F' } },
        { "\xD7\xA9", 1, { '?' } },
        { "\xF0\x9F\x98\x80", 1, { '?' } },
        { "\xff", 4, { '\\', 'x', 'F', 'F' } },
        { "\xE2\x82", 8, { '\\', 'x', 'E', '2', '\\', 'x', '8', '2' } },
        { "\xED\xA0\x80", 12, { '\\', 'x', 'E', 'D', '\\', 'x', 'A', '0', '\\', 'x', '8', '0' } },
        { "", 0, { 0 } },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct glyphs g = pdf_text_encode(&a, cases[i].text, strlen(cases[i].text), 100);
        assert_int_equal(g.n, cases[i].n);
        for (size_t k = 0; k < g.n; k++)
            assert_int_equal(g.codes[k], cases[i].codes[k]);
    }
    assert_int_equal(pdf_text_encode(&a, NULL, 7, 100).n, 0);
    assert_int_equal(pdf_text_encode(&a, "a\0b", 3, 100).n, 6);
    arena_release(&a);
}

static void huge_text_is_cut_with_an_ellipsis(void **state)
{
    (void)state;
    size_t len = 10u << 20;
    char *text = mem_alloc(len);
    memset(text, '\x01', len);
    struct arena a = { 0 };
    struct glyphs g = pdf_text_encode(&a, text, len, 1000);
    assert_int_equal(g.n, 1000);
    assert_int_equal(g.codes[999], GLYPH_ELLIPSIS);
    assert_true(a.used_bytes < 10000);
    arena_release(&a);
    free(text);
}

static void lines_break_where_words_end(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double width;
        const char *lines; /* joined by | */
    } cases[] = {
        { "one two three", 7, "one two|three" },
        { "one two three", 6, "one|two|three" },
        { "abcdefghij", 4, "abcd|efgh|ij" },
        { "a abcdefghij", 4, "a|abcd|efgh|ij" },
        { "path/to/file", 6, "path/|to/|file" },
        { "well-known", 6, "well-|known" },
        { "--name -1", 7, "--name|-1" },
        { "a\n\nb", 5, "a||b" },
        { "a   ", 2, "a" },
        { "ab", 0.5, "a|b" },
        { "l1,l2,l3", 6, "l1,l2,|l3" },
        { "0.63 [0.57;0.68]", 12, "0.63|[0.57;0.68]" }, /* behind a space before a sign */
        { "0.63 [0.571;0.682]", 8, "0.63|[0.571;|0.682]" },
        { "a bcdefghijk_lm", 13, "a bcdefghijk_|lm" }, /* a space would leave most of it empty */
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct glyphs g = pdf_text_encode_lines(&a, cases[i].text, strlen(cases[i].text), 100);
        char got[100];
        size_t m = 0, next;
        for (size_t at = 0; at < g.n; at += next) {
            size_t n = glyphs_line(g.codes + at, g.n - at, &fixed, 1, cases[i].width, &next);
            assert_true(next > 0);
            if (at > 0)
                got[m++] = '|';
            for (size_t k = 0; k < n; k++)
                got[m++] = (char)g.codes[at + k];
        }
        got[m] = '\0';
        assert_string_equal(got, cases[i].lines);
    }
    arena_release(&a);
}

/* Ends of the ranges of characters that are written as their numbers, with their neighbours. */
static void characters_that_cannot_be_seen_have_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool hidden;
    } cases[] = {
        { "\xC2\x80", true },      { "\xC2\x9F", true },      { "\xC2\xA0", false },
        { "\xE2\x80\x8A", false }, { "\xE2\x80\x8B", true },  { "\xE2\x80\x8F", true },
        { "\xE2\x80\x90", false }, { "\xE2\x80\xA7", false }, { "\xE2\x80\xA8", true },
        { "\xE2\x80\xAE", true },  { "\xE2\x80\xAF", false }, { "\xE2\x81\x9F", false },
        { "\xE2\x81\xA0", true },  { "\xE2\x81\xA9", true },  { "\xE2\x81\xAA", false },
        { "\xEF\xBB\xBE", false }, { "\xEF\xBB\xBF", true },  { "\xEF\xBC\x80", false },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct glyphs g = pdf_text_encode(&a, cases[i].text, strlen(cases[i].text), 100);
        if (g.n != (cases[i].hidden ? 6 : 1))
            fail_msg("case %zu: %zu glyphs", i, g.n);
    }
    static const struct {
        const char *text;
        uint16_t code;
    } shown[] = {
        { " ", ' ' }, { "~", '~' }, { "\xC2\xA0", ' ' }, { "\xC3\xBF", 0xFF }, { "\xC4\x80", '?' }
    };
    for (size_t i = 0; i < ARRAY_LEN(shown); i++) {
        struct glyphs g = pdf_text_encode(&a, shown[i].text, strlen(shown[i].text), 100);
        assert_int_equal(g.n, 1);
        assert_int_equal(g.codes[0], shown[i].code);
    }
    struct glyphs g = pdf_text_encode(&a, "\x1f", 1, 100);
    assert_int_equal(g.n, 4);
    assert_int_equal(g.codes[3], 'F');
    arena_release(&a);
}

/* A line of six glyphs may end behind a hyphen, if a letter or digit stands before it. */
static void a_hyphen_ends_a_line_behind_letters_and_digits(void **state)
{
    (void)state;
    static const struct {
        uint16_t before, behind;
        bool breaks;
    } cases[] = {
        { 'a', 'b', true },  { 'z', 'b', true },   { 'A', 'b', true },  { 'Z', 'b', true },
        { '0', 'b', true },  { '9', 'b', true },   { 0xC0, 'b', true }, { '`', 'b', false },
        { '{', 'b', false }, { '@', 'b', false },  { '[', 'b', false }, { '.', 'b', false },
        { ':', 'b', false }, { 0xBF, 'b', false }, { 'a', '0', false }, { 'a', '9', false },
        { 'a', '.', true },  { 'a', ':', true },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const uint16_t codes[] = { 'q', 'q', cases[i].before, '-', cases[i].behind, 'q', 'q' };
        size_t next, n = glyphs_line(codes, ARRAY_LEN(codes), &fixed, 1, 6, &next);
        if (n != (cases[i].breaks ? 4 : 6) || next != n)
            fail_msg("case %zu: a line of %zu", i, n);
    }
    const uint16_t last[] = { 'a', 'b', '-' }, first[] = { '-', 'b', 'c' };
    assert_true(fabs(glyphs_widest_word(last, 3, &fixed, 1) - 3) < 1e-9);
    assert_true(fabs(glyphs_widest_word(first, 3, &fixed, 1) - 3) < 1e-9);
}

/* An ellipsis stands behind what is left where not all fits. */
static void as_many_glyphs_as_fit_are_kept(void **state)
{
    (void)state;
    const uint16_t codes[] = { 'a', 'b', 'c', 'd', ' ', 'e', 'f' };
    static const size_t fit[] = { 0, 0, 1, 2, 3, 4, 5, 7, 7 };
    for (size_t width = 0; width < ARRAY_LEN(fit); width++)
        assert_int_equal(glyphs_fit(codes, ARRAY_LEN(codes), &fixed, 2, 2 * (double)width),
                         fit[width]);
    assert_true(fabs(glyphs_width(codes, ARRAY_LEN(codes), &fixed, 2) - 14) < 1e-9);
    assert_true(fabs(glyphs_widest_word(codes, ARRAY_LEN(codes), &fixed, 2) - 8) < 1e-9);
    assert_true(fabs(glyphs_widest_word(codes, 0, &fixed, 2)) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_codes_the_fonts_have),
        cmocka_unit_test(huge_text_is_cut_with_an_ellipsis),
        cmocka_unit_test(lines_break_where_words_end),
        cmocka_unit_test(characters_that_cannot_be_seen_have_numbers),
        cmocka_unit_test(a_hyphen_ends_a_line_behind_letters_and_digits),
        cmocka_unit_test(as_many_glyphs_as_fit_are_kept),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
