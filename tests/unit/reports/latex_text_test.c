/*
 * latex_text_test.c - text that means something to LaTeX.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/latex_folder.h"
#include "src/base/buf.h"
#include "src/base/mem.h"

static void expect(const char *text, const char *latex)
{
    struct buf out = { 0 };
    latex_put_text(&out, text);
    assert_string_equal(buf_text(&out), latex);
    buf_release(&out);
}

static void specials_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text, *latex;
    } cases[] = {
        { "plain words", "plain words" },
        { "100%", "100\\%" },
        { "a&b#c$d", "a\\&b\\#c\\$d" },
        { "{x}", "\\{x\\}" },
        { "~^", "\\textasciitilde{}\\textasciicircum{}" },
        { "\\end", "\\textbackslash{}end" },
        { "--", "-{}-{}" },
        { "<<>>", "<{}<{}>{}>{}" },
        { "\"'`", "\\textquotedbl{}\\textquotesingle{}\\textasciigrave{}" },
        { "", "" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        expect(cases[i].text, cases[i].latex);
}

static void characters_beyond_ascii_are_shown_or_named(void **state)
{
    (void)state;
    expect("\xCF\x81 \xE2\x89\xA4 1", "\\ensuremath{\\rho} \\ensuremath{\\le} 1");
    expect("\xC3\xA9", "\xC3\xA9");
    expect("\xE2\x82\xAC", "\\texteuro{}");
    expect("\xE4\xB8\xAD", "?{}");
    expect("\x1b", "\\textbackslash{}x1B");
    expect("\xE2\x80\xAE", "U+202E");       /* an override of the direction */
    expect("\xFF", "\\textbackslash{}xFF"); /* not UTF-8 */
    expect("a\n\tb", "a b");
}

static void identifiers_may_break(void **state)
{
    (void)state;
    expect("a_b", "a\\_\\allowbreak{}b");
    expect("src/a.c:4 is 1.5", "src/\\allowbreak{}a.\\allowbreak{}c:4 is 1.5");
    struct buf out = { 0 };
    latex_put_text(&out, "0123456789abcdef0123456789abcdef");
    size_t breaks = 0;
    for (const char *p = buf_text(&out); (p = strstr(p, "\\allowbreak{}")) != NULL; p++)
        breaks++;
    assert_int_equal(breaks, 6); /* one each five glyphs */
    buf_release(&out);
}

static void long_texts_are_cut(void **state)
{
    (void)state;
    static char text[1000];
    memset(text, 'x', sizeof(text) - 1);
    struct buf out = { 0 };
    latex_put_text_n(&out, text, 10);
    assert_non_null(strstr(buf_text(&out), "\\ldots{}"));
    assert_true(out.len < 300);
    buf_release(&out);
}

static void labels_hold_letters_digits_and_hyphens(void **state)
{
    (void)state;
    static const struct {
        const char *text, *label;
    } cases[] = {
        { "What K samples give", "what-k-samples-give" },
        { "../../etc/passwd", "etc-passwd" },
        { "%\\{}", "x" },
        { "", "x" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf out = { 0 };
        latex_put_label(&out, cases[i].text);
        assert_string_equal(buf_text(&out), cases[i].label);
        buf_release(&out);
    }
}

static void lines_keep_their_blanks(void **state)
{
    (void)state;
    struct buf out = { 0 };
    latex_put_lines(&out, "a\n  b\n");
    assert_string_equal(buf_text(&out), "\\RbLine{a}\n"
                                        "\\RbLine{\\ \\ b}\n");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specials_are_escaped),
        cmocka_unit_test(characters_beyond_ascii_are_shown_or_named),
        cmocka_unit_test(identifiers_may_break),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(labels_hold_letters_digits_and_hyphens),
        cmocka_unit_test(lines_keep_their_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
