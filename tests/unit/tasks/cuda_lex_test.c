/* Tokens of texts, splices, and any bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tasks/text/cuda_lex.h"

/* "n:text" name, 1 number, t text, s sign, | line end; # in a preprocessor line, @ in a line of the
 * plan. */
static void put_token(struct buf *out, const struct lexer *l, const struct lex_token *t)
{
    static const char kinds[] = "en1ts|";
    static const char *const regions[] = { "", "#", "@" };
    char *text = mem_alloc(t->len + 1);
    text[lex_clean(l, t, text)] = '\0';
    buf_printf(out, "%s%s%c:%s", out->len > 0 ? " " : "", regions[t->region], kinds[t->kind],
               t->kind == LEX_LINE_END ? "" : text);
    free(text);
}

static void put_tokens(struct buf *out, const char *text, size_t len)
{
    struct lexer l;
    lex_init(&l, text, len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l))
        put_token(out, &l, &t);
}

static void tokens_are_these(void **state)
{
    static const struct {
        const char *text, *tokens;
    } rows[] = {
        { "", "" },
        { "int a;", "n:int n:a s:;" },
        { "a // b\nc /* d \n e */ f", "n:a n:c n:f" },
        { "a // b \\\n still\nc", "n:a n:c" },
        { "a // b \\ \t\r\n still\nc", "n:a n:c" },
        { "a /\\\n* b */ c /\\\n/ d\ne", "n:a n:c n:e" },
        { "a /* open", "n:a" },
        { "a /* b *\\\n/ c", "n:a n:c" },
        { "x->y <<<1,2>>> a<<=b", "n:x s:-> n:y s:<<< 1:1 s:, 1:2 s:>>> n:a s:<<= n:b" },
        { "a-- - --b", "n:a s:-- s:- s:-- n:b" },
        { "1 1.5e-3f 0x1F 0x1e+5 0x1p-3 1'000u .5 1..2 1e+5",
          "1:1 1:1.5e-3f 1:0x1F 1:0x1e s:+ 1:5 1:0x1p-3 "
          "1:1'000u 1:.5 1:1..2 1:1e+5" },
        { "a.b a...", "n:a s:. n:b n:a s:..." },
        { "f$1 \xc3\xa9t\xc3\xa9", "n:f$1 n:\xc3\xa9t\xc3\xa9" },
        { "\"a \\\" b\" 'c' '\\'' \"open\nd", "t:\"a \\\" b\" t:'c' t:'\\'' t:\"open n:d" },
        { "\"a\\\nb\" c", "t:\"ab\" n:c" },
        { "L\"a\" u8'b' U\"c\" u\"d\" x\"e\"", "t:L\"a\" t:u8'b' t:U\"c\" t:u\"d\" n:x t:\"e\"" },
        { "R\"(a \" // b)\" c", "t:R\"(a \" // b)\" n:c" },
        { "u8R\"x()\")x\" LR\"()\" R\"(\\\n)\"", "t:u8R\"x()\")x\" t:LR\"()\" t:R\"(\\\n)\"" },
        { "R\\\n\"(a\\\nb)\" c", "t:R\"(a\\\nb)\" n:c" },
        { "R\"(open", "t:R\"(open" },
        { "R\"no delimiter\" a", "n:R t:\"no delimiter\" n:a" },
        { "R\"12345678901234567(a)\" b", "n:R t:\"12345678901234567(a)\" n:b" },
        { "xR\"(a\" b", "n:xR t:\"(a\" n:b" },
        { "in\\\nt a\\\n\\\n1 = 1\\\n0;", "n:int n:a1 s:= 1:10 s:;" },
        { "a <\\\n<= b", "n:a s:<<= n:b" },
        { "a \\\n b \\c", "n:a n:b s:\\ n:c" },
        { "x<:1:> <% %> a<::b a<:::b",
          "n:x s:[ 1:1 s:] s:{ s:} n:a s:< s::: n:b n:a s:[ s::: n:b" },
        { "#define A 1\nb", "#s:# #n:define #n:A #1:1 #|: n:b" },
        { "  /* c\n */ # if 1 \\\n && 2 // d\nb #c\n",
          "#s:# #n:if #1:1 #s:&& #1:2 #|: n:b s:# n:c" },
        { "a /*\n*/ #b\n", "n:a s:# n:b" },
        { "%:define A\nb", "#s:# #n:define #n:A #|: n:b" },
        { "#define A /* \n */ 1\n#b", "#s:# #n:define #n:A #1:1 #|: #s:# #n:b" },
        { "#error don't\na", "#s:# #n:error #n:don #t:'t #|: n:a" },
        { "//@ launch k(x) grid=1 // why\na",
          "@s://@ @n:launch @n:k @s:( @n:x @s:) @n:grid @s:= @1:1 @|: n:a" },
        { " \t//@launch\r\n//@ x", "@s://@ @n:launch @|: @s://@ @n:x" },
        { "a; //@ launch\nb ////@ c", "n:a s:; n:b" },
        { "/* a\n//@ b\nc */ d", "@s://@ @n:b @|: n:d" },
        { "/* a\n//@ b */\nc */ d", "@s://@ @n:b @s:* @s:/ @|: n:d" },
        { "//@ a /* b\nc", "@s://@ @n:a @|: n:c" },
        { "//@ a R\"(b\nc", "@s://@ @n:a @t:R\"(b @|: n:c" },
        { "// a \\\n//@ b\nc", "@s://@ @n:b @|: n:c" },
        { "//@ a \\\nb\nc", "@s://@ @n:a @s:\\ @|: n:c" },
        { "#define A \\\n//@ b\nc", "#s:# #n:define #n:A #|: @s://@ @n:b @|: n:c" },
        { "a /\\\n//@ b\nc", "n:a s:/ @s://@ @n:b @|: n:c" },
        { "/* a *\\\n//@ b\n*/ c", "@s://@ @n:b @|: n:c" },
        { "\"a\\\n//@ b\nc", "t:\"a\\ @s://@ @n:b @|: n:c" },
        { "#define A /*\n//@ b\n*/ c\nd", "#s:# #n:define #n:A @s://@ @n:b @|: #n:c #|: n:d" },
        { "R\"(\n//@ a\n)\" b", "t:R\"(\n//@ a\n)\" n:b" },
        { "//@ \"a\n#b\n", "@s://@ @t:\"a @|: #s:# #n:b #|:" },
        { "# //@ a\n", "#s:# #|:" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf out = { 0 };
        put_tokens(&out, rows[i].text, strlen(rows[i].text));
        if (strcmp(buf_text(&out), rows[i].tokens) != 0)
            fail_msg("%s\n  gives %s\n  not   %s", rows[i].text, buf_text(&out), rows[i].tokens);
        buf_release(&out);
    }
}

static void a_nul_byte_is_a_blank(void **state)
{
    static const char text[] = "a\0b";
    struct buf out = { 0 };
    (void)state;
    put_tokens(&out, text, sizeof(text) - 1);
    assert_string_equal(buf_text(&out), "n:a n:b");
    buf_release(&out);
}

static void tokens_know_their_lines(void **state)
{
    static const char text[] = "a\n/*\n*/ b \\\n c\n#d\n//@ e\nR\"(\n)\" f\n\"g\\\n\" h";
    static const size_t lines[] = { 1, 3, 4, 5, 5, 5, 6, 6, 6, 7, 8, 9, 10 };
    struct lexer l;
    size_t n = 0;
    (void)state;
    lex_init(&l, text, strlen(text));
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l), n++) {
        assert_true(n < ARRAY_LEN(lines));
        assert_int_equal(t.line, lines[n]);
    }
    assert_int_equal(n, ARRAY_LEN(lines));
}

static void glued_means_that_nothing_stands_between(void **state)
{
    static const char text[] = "f(x) g (\n(/**/(";
    static const bool glued[] = { false, true, true, true, false, false, false, false };
    struct lexer l;
    (void)state;
    lex_init(&l, text, strlen(text));
    for (size_t i = 0; i < ARRAY_LEN(glued); i++) {
        struct lex_token t = lex_next(&l);
        assert_int_equal(t.is_glued, glued[i]);
    }
}

static void words_are_compared_without_splices(void **state)
{
    static const char text[] = "as\\\nm rb_\\\n\\\nx <%";
    struct lexer l;
    (void)state;
    lex_init(&l, text, strlen(text));
    struct lex_token t = lex_next(&l);
    assert_true(lex_is(&l, &t, "asm") && lex_begins(&l, &t, "as") && !lex_is(&l, &t, "as"));
    assert_false(lex_is(&l, &t, "asmx") || lex_begins(&l, &t, "asmx"));
    t = lex_next(&l);
    assert_true(lex_begins(&l, &t, "rb_") && !lex_begins(&l, &t, "rb_y"));
    t = lex_next(&l);
    assert_true(t.sign == '{' && lex_is(&l, &t, "{") && !lex_is(&l, &t, "<%"));
}

static void a_splice_anywhere_changes_nothing(void **state)
{
    static const char text[] =
        "#include <x.h>\n#define F(a, b) a##b // why\n"
        "extern \"C\" __global__ void k(const float *x, float *y, int n)\n{\n"
        "    /* c */ int i = blockIdx.x * 0x1Fu + 1'000 - 1.5e-3f;\n"
        "    if (i <= n && x[i] != 'a') y[i] >>= L\"s\\\"t\"[0] ->* p<:1:>;\n}\n";
    struct buf want = { 0 };
    (void)state;
    put_tokens(&want, text, strlen(text));
    for (size_t at = 0; at < strlen(text); at++) {
        struct buf cut = { 0 }, out = { 0 };
        buf_printf(&cut, "%.*s\\\n%s", (int)at, text, text + at);
        put_tokens(&out, buf_text(&cut), cut.len);
        if (strcmp(buf_text(&out), buf_text(&want)) != 0)
            fail_msg("%s\n  gives %s\n  not   %s", buf_text(&cut), buf_text(&out), buf_text(&want));
        buf_release(&cut);
        buf_release(&out);
    }
    buf_release(&want);
}

/* Exact-size buffers let ASan see overruns. */
static void any_bytes_are_lexed(void **state)
{
    static const char alphabet[] = "\"'\\\\\n\n/*@#R(){};,<>%: \t aint0.e-\x80";
    struct rng g;
    (void)state;
    rng_init(&g, 1, RNG_SAMPLE, 0, 0, 0);
    for (int round = 0; round < 200000; round++) {
        size_t len = rng_below(&g, 40), end = 0, line = 1;
        char *text = mem_alloc(len);
        for (size_t i = 0; i < len; i++)
            text[i] = alphabet[rng_below(&g, sizeof(alphabet))];
        struct lexer l;
        lex_init(&l, text, len);
        for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
            assert_true(t.start >= end && t.len > 0 && t.start + t.len <= len && t.line >= line);
            end = t.start + t.len;
            line = t.line;
        }
        line = 1;
        for (size_t i = 0; i < len; i++)
            line += text[i] == '\n';
        assert_int_equal(l.pos, len);
        assert_int_equal(l.line, line);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_these),
        cmocka_unit_test(a_nul_byte_is_a_blank),
        cmocka_unit_test(tokens_know_their_lines),
        cmocka_unit_test(glued_means_that_nothing_stands_between),
        cmocka_unit_test(words_are_compared_without_splices),
        cmocka_unit_test(a_splice_anywhere_changes_nothing),
        cmocka_unit_test(any_bytes_are_lexed),
    };
    return cmocka_run_group_tests_name("cuda_lex", tests, NULL, NULL);
}
