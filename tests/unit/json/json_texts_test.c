/*
 * json_texts_test.c - what both parsers make of texts, right and wrong: the tree as it is printed,
 * or the place and the reason.
 */
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
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "tests/support/approved.h"

#define N10 "1234567890"
#define N50 N10 N10 N10 N10 N10
#define T(text)                                                                                    \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

static const struct {
    const char *text;
    size_t len;
} texts[] = {
    T(""),
    T(" \t\r\n"),
    T("\xEF\xBB\xBF"),
    T("\xEF\xBB\xBF{}"),
    T("\xEF\xBB"),
    T("\v1"),
    /* Words and numbers. */
    T("true"),
    T("tru"),
    T("truex"),
    T("false "),
    T("null"),
    T("nul"),
    T("NaN"),
    T("-NaN"),
    T("Infinity"),
    T("-Infinity"),
    T("[NaN,-Infinity,Infinity,1]"),
    T("0"),
    T("-0"),
    T("-"),
    T("--1"),
    T("+1"),
    T("00"),
    T("01"),
    T("-01"),
    T("0.5"),
    T(".5"),
    T("0."),
    T("0.e1"),
    T("1e"),
    T("1e+"),
    T("1e5"),
    T("1E-5"),
    T("1e+5"),
    T("1.5e3x"),
    T("1e400"),
    T("-1e400"),
    T("1e-400"),
    T("0x1"),
    T("123456789012345"),
    T("1234567890123456"),
    T("9007199254740991"),
    T("9007199254740992"),
    T("-9007199254740992"),
    T("9223372036854775807"),
    T("-9223372036854775808"),
    T("18446744073709551616"),
    T(N50 N10),
    T(N50 N10 "1"),
    T("0." N50 "12345678"),
    T("0." N50 "123456789"),
    T("[-0." N50 N50 "e400,1]"),
    T("[" N50 N50 N50 N50 N50 N50 N50 N50 ",1]"),
    /* Strings. */
    T("\"\""),
    T("\""),
    T("\"a"),
    T("\"a\\"),
    T("\"\\\""),
    T("\"\\a\""),
    T("\"\\n\\t\\r\\b\\f\\/\\\\\\\"\""),
    T("\"\\u0041\\u00e9\\u20AC\""),
    T("\"\\u004\""),
    T("\"\\u004g\""),
    T("\"\\u0000\""),
    T("\"\\u0001\""),
    T("\"\\ud83d\\ude00\""),
    T("\"\\ud83d\""),
    T("\"\\ud83dx\\ude00\""),
    T("\"\\ude00\""),
    T("\"\\ud83d\\ud83d\""),
    T("\"\\ud83d\\ue000\""),
    T("\"\\ud7ff\\ue000\""),
    T("\"\\ud83d\\u"),
    T("\"\\udbff\\udfff\""),
    T("\"\\udbff\\udc00\""),
    T("\"\\udbff\\udbff\""),
    T("\"a\nb\""),
    T("\"a\0b\""),
    T("\"a\x1f\""),
    T("\"a\x20\x7f\""),
    T("\"\xc3\xa9\""),
    T("\"\xc3\""),
    T("\"\xa9\""),
    T("\"\xed\xa0\x80\""),
    T("\"\xf4\x8f\xbf\xbf\""),
    T("\"\xf4\x90\x80\x80\""),
    T("\"\xc0\x80\""),
    /* Lists and objects. */
    T("[]"),
    T("[ ]"),
    T("[,]"),
    T("[1,]"),
    T("[1 2]"),
    T("[1}"),
    T("[1"),
    T("["),
    T("]"),
    T("{}"),
    T("{ }"),
    T("{,}"),
    T("{\"a\"}"),
    T("{\"a\":}"),
    T("{\"a\" 1}"),
    T("{\"a\":1,}"),
    T("{\"a\":1 \"b\":2}"),
    T("{\"a\":1]"),
    T("{a:1}"),
    T("{'a':1}"),
    T("{\"a\":1,\"a\":2}"),
    T("{\"\":{\"\":[{}]}}"),
    T("{\"b\":[1,{\"c\":null}],\"a\":\"x\"}"),
    T("{\"a\":1} {\"b\":2}"),
    T("{\"a\":1}\n[2]"),
    T("1 x"),
    T("[1]]"),
    T("{\"a\":\n \"\xc3\xa9\" x}"),
    T("\n\n  {\"a\": [1,\n2,\n\xc3\xa9]}"),
    T("[\0]"),
    T("[\x01]"),
    T("[\x7f]"),
    T("[~]"),
};

/* The tree, or what is wrong with the text. */
static void put_outcome(struct buf *out, const char *text, size_t len, bool in_arena)
{
    struct arena arena = { 0 };
    struct err err = { 0 };
    struct json *owned =
        in_arena ? NULL : json_parse_text(&(struct json_text){ "f", text, len, 7, 3 }, &err);
    const struct json *root = in_arena ? json_parse_arena("f", 7, text, len, &arena, &err) : owned;
    if (root == NULL) {
        buf_printf(out, "%d %s", err.code, err.msg);
    } else {
        json_print(root, false, out);
        buf_printf(out, " of type %d, %zu parts", (int)json_type(root), json_count(root));
    }
    json_free(owned);
    arena_release(&arena);
}

static void what_texts_are(void **state)
{
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct buf tree = { 0 }, flat = { 0 };
        buf_put_json_string(&out, texts[i].text, texts[i].len);
        put_outcome(&tree, texts[i].text, texts[i].len, false);
        put_outcome(&flat, texts[i].text, texts[i].len, true);
        buf_printf(&out, "\n  %s\n", buf_text(&tree));
        if (strcmp(buf_text(&tree), buf_text(&flat)) != 0)
            buf_printf(&out, "  %s\n", buf_text(&flat));
        buf_release(&tree);
        buf_release(&flat);
    }
    approved_check_exactly("json_texts", &out);
    buf_release(&out);
}

/* As deep as may be, and one level more, of lists and of objects. */
static void how_deep_texts_may_be(void **state)
{
    (void)state;
    for (int objects = 0; objects < 2; objects++)
        for (int more = -1; more < 2; more++) {
            struct buf text = { 0 }, tree = { 0 }, flat = { 0 };
            const int depth = 200 + more;
            for (int i = 0; i < depth; i++)
                buf_puts(&text, objects != 0 ? "{\"a\":" : "[");
            buf_puts(&text, "9223372036854775807");
            for (int i = 0; i < depth; i++)
                buf_puts(&text, objects != 0 ? "}" : "]");
            put_outcome(&tree, buf_text(&text), text.len, false);
            put_outcome(&flat, buf_text(&text), text.len, true);
            if (more <= 0) {
                assert_int_equal(strncmp(buf_text(&tree), buf_text(&text), text.len), 0);
                assert_int_equal(strncmp(buf_text(&flat), buf_text(&text), text.len), 0);
            } else {
                assert_non_null(strstr(buf_text(&tree), "levels deep"));
                assert_non_null(strstr(buf_text(&flat), "levels deep"));
            }
            buf_release(&text);
            buf_release(&tree);
            buf_release(&flat);
        }
}

/* Texts of tokens that often fit together: the parsers agree, and say the same as ever. */
static void what_drawn_texts_are(void **state)
{
    static const char *const tokens[] = {
        "{",    "}",    "[",    "]", ",",  ":",   "\"a\"",       "\"b\"", "1",
        "-2.5", "true", "null", " ", "\n", "NaN", "\"\\u00e9\"", "1e400", "9007199254740993",
        "x",    "\""
    };
    struct buf out = { 0 };
    struct rng rng;
    size_t n_right = 0;
    (void)state;
    rng_init(&rng, 4, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < 20000; i++) {
        struct buf text = { 0 }, tree = { 0 }, flat = { 0 };
        const uint32_t n = 1 + rng_below(&rng, 12);
        const bool listed = rng_below(&rng, 2) == 0;
        buf_puts(&text, listed ? "[" : "");
        for (uint32_t k = 0; k < n; k++) {
            buf_puts(&text, tokens[rng_below(&rng, ARRAY_LEN(tokens))]);
            if (listed && rng_below(&rng, 2) == 0)
                buf_puts(&text, ",");
        }
        buf_puts(&text, listed ? "]" : "");
        put_outcome(&tree, buf_text(&text), text.len, false);
        put_outcome(&flat, buf_text(&text), text.len, true);
        n_right += strstr(buf_text(&tree), "of type") != NULL;
        buf_printf(&out, "%s\n", buf_text(&tree));
        /* Columns are counted from where the text begins, which an arena's does at 1. */
        if ((strstr(buf_text(&tree), "of type") != NULL) !=
            (strstr(buf_text(&flat), "of type") != NULL))
            fail_msg("%s: %s, %s", buf_text(&text), buf_text(&tree), buf_text(&flat));
        buf_release(&text);
        buf_release(&tree);
        buf_release(&flat);
    }
    struct buf told = { 0 };
    buf_printf(&told, "%zu of 20000 are JSON\n%zu bytes are said, %016llx\n", n_right, out.len,
               (unsigned long long)str_hash(buf_text(&out), out.len));
    approved_check_exactly("json_drawn", &told);
    buf_release(&out);
    buf_release(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_texts_are),
        cmocka_unit_test(how_deep_texts_may_be),
        cmocka_unit_test(what_drawn_texts_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
