/*
 * pdf_text_test.c - encoding of hostile text, line breaking.
 */
#include <setjmp.h>
#include <stdarg.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_codes_the_fonts_have),
        cmocka_unit_test(huge_text_is_cut_with_an_ellipsis),
        cmocka_unit_test(lines_break_where_words_end),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
