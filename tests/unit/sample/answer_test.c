/*
 * answer_test.c - where reasoning ends and the answer begins, and characters that stand for others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/sample/answer.h"
#include "src/sample/plain_text.h"

static void check(const char *text, const char *reasoning, const char *answer)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct text_part r, s;
    size_t len = strlen(text);
    char *exact = mem_alloc(len + (len == 0)); /* nothing is read behind it */
    memcpy(exact, text, len);
    answer_split(exact, len, &r, &s);
    if (strcmp(arena_strndup(&a, r.text, r.len), reasoning) != 0 ||
        strcmp(arena_strndup(&a, s.text, s.len), answer) != 0)
        fail_msg("%s: reasoning '%.*s', answer '%.*s'", text, (int)r.len, r.text, (int)s.len,
                 s.text);
    free(exact);
}

static void test_parts(void **state)
{
    static const struct {
        const char *text, *reasoning, *answer;
    } cases[] = {
        { "", "", "" },
        { "a", "", "a" },
        { "</think>", "", "" },
        { "</think>a", "", "a" },
        { "r</think>", "r", "" },
        { "r</think>a</think>b", "r</think>a", "b" },
        { "r</thin>a", "", "r</thin>a" },
        { "r</think", "", "r</think" },
        { "r</think></thinking>b", "r</think>", "b" },
        { "r</thinking></think>b", "r</thinking>", "b" },
        { "a<|end|>", "", "a" },
        { "a<|end|> \n<|return|> ", "", "a" },
        { "a <|end|>b", "", "a <|end|>b" },
        { "a ", "", "a " },
        { "<|end|>", "", "" },
        { "<|channel|>finala", "", "a" },
        { "r<|channel|>final<|message|>a", "r", "a" },
        { "r<|channel|>final x<|message|>a<|message|>b", "r", "a<|message|>b" },
        { "r<|channel|>final<|message|>a<|channel|>final<|message|>b",
          "r<|channel|>final<|message|>a", "b" },
        { "r</think>s<|channel|>final<|message|>a</think>b", "r</think>s", "a</think>b" },
        { "<|channel|>final<|message|>a<|return|>b", "", "a" },
        { "<|channel|>final<|message|>a<|end|>b<|return|>", "", "a" },
        { "<|channel|>final<|message|>a<|call|>b<|end|>", "", "a" },
        { "<|channel|>final<|message|>a<|start|>b<|call|>", "", "a" },
        { "<|channel|>final<|message|>a<|im_end|>", "", "a" },
        { "<|channel|>final<|message|><|start|>", "", "" },
        { "analysis r assistantfinala", "analysis r ", "a" },
        { "analysis assistantfinal b assistantfinala<|end|>", "analysis assistantfinal b ", "a" },
        { " analysis r assistantfinala", "", " analysis r assistantfinala" },
        { "analysis", "", "analysis" },
        { "analysisassistantfinal", "analysis", "" },
        { "assistantfinala", "", "assistantfinala" },
        { "analysis</think>a", "analysis", "a" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        check(cases[i].text, cases[i].reasoning, cases[i].answer);
}

static void test_every_mark(void **state)
{
    static const char *const reasoning[] = {
        "</think>",     "</thinking>",        "</thought>",    "</thoughts>",
        "</reasoning>", "</reflection>",      "</scratchpad>", "</analysis>",
        "[/THINK]",     "<|end_of_thought|>", "<|/think|>",    "\xE2\x97\x81/think\xE2\x96\xB7",
    };
    static const char *const ends[] = {
        "<|return|>",    "<|end|>",    "<|call|>",      "<|im_end|>",
        "<|eot_id|>",    "<|eom_id|>", "<|endoftext|>", "<|end_of_text|>",
        "<end_of_turn>", "</s>",       "<|EOT|>",       "<|end_of_turn|>",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(reasoning); i++)
        for (size_t k = 0; k < ARRAY_LEN(ends); k++) {
            struct arena CLEANUP(arena_release) a = { 0 };
            check(arena_printf(&a, "r%sa%s%s", reasoning[i], ends[k], ends[(k + 1) % 12]), "r",
                  "a");
            check(arena_printf(&a, "q%sr%sa", reasoning[k], reasoning[i]),
                  arena_printf(&a, "q%sr", reasoning[k]), "a");
        }
}

static void test_characters_that_stand_for_others(void **state)
{
    static const struct {
        uint32_t first, last;
        const char *ascii;
    } rows[] = {
        { 0x84, 0x84, NULL },      { 0x85, 0x85, "\n" },     { 0x86, 0x9F, NULL },
        { 0xA0, 0xA0, " " },       { 0xA1, 0xAC, NULL },     { 0xAD, 0xAD, "" },
        { 0xAE, 0xFF, NULL },      { 0x1FFF, 0x1FFF, NULL }, { 0x2000, 0x200A, " " },
        { 0x200B, 0x200F, "" },    { 0x2010, 0x2015, "-" },  { 0x2016, 0x2017, NULL },
        { 0x2018, 0x201B, "'" },   { 0x201C, 0x201F, "\"" }, { 0x2020, 0x2025, NULL },
        { 0x2026, 0x2026, "..." }, { 0x2027, 0x2027, NULL }, { 0x2028, 0x2029, "\n" },
        { 0x202A, 0x202E, "" },    { 0x202F, 0x202F, " " },  { 0x2030, 0x2031, NULL },
        { 0x2032, 0x2032, "'" },   { 0x2033, 0x2033, "\"" }, { 0x2034, 0x205E, NULL },
        { 0x205F, 0x205F, " " },   { 0x2060, 0x2064, "" },   { 0x2065, 0x2065, NULL },
        { 0x2066, 0x2069, "" },    { 0x206A, 0x2211, NULL }, { 0x2212, 0x2212, "-" },
        { 0x2213, 0x2FFF, NULL },  { 0x3000, 0x3000, " " },  { 0x3001, 0x3002, NULL },
        { 0xFEFE, 0xFEFE, NULL },  { 0xFEFF, 0xFEFF, "" },   { 0xFF00, 0xFF00, NULL },
        { 0xFF5F, 0xFF5F, NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        for (uint32_t c = rows[i].first; c <= rows[i].last; c++) {
            struct arena CLEANUP(arena_release) a = { 0 };
            char own[] = { (char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 0x3f)),
                           (char)(0x80 | (c & 0x3f)), '\0' };
            char two[] = { (char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3f)), '\0' };
            const char *sign = c < 0x800 ? two : own;
            const char *text = arena_printf(&a, "a%sb", sign);
            struct plain_text p = plain_text_of(text, strlen(text), &a);
            const char *want =
                arena_printf(&a, "a%sb", rows[i].ascii == NULL ? sign : rows[i].ascii);
            if (strcmp(p.text, want) != 0 || p.len != strlen(want))
                fail_msg("U+%04X: '%s'", c, p.text);
            assert_int_equal(p.origin == NULL, rows[i].ascii == NULL);
        }
    for (uint32_t c = 0xFF01; c <= 0xFF5E; c++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char text[] = { (char)0xEF, (char)(0x80 | (c >> 6 & 0x3f)),
                              (char)(0x80 | (c & 0x3f)) };
        struct plain_text p = plain_text_of(text, 3, &a);
        assert_int_equal(p.len, 1);
        assert_int_equal(p.text[0], c - 0xFEE0);
    }
}

/* Each byte of the plain text tells where it came from, its end too. */
static void test_places_in_the_original(void **state)
{
    static const char text[] = "a\xE2\x80\xA6\xF0\x9F\x9A\x80\xFF\xE2\x80\x8B\xC3\xA9\xC2\xA0z";
    static const char want[] = "a...\xF0\x9F\x9A\x80\xFF\xC3\xA9 z";
    static const uint32_t origin[] = { 0, 1, 1, 1, 4, 5, 6, 7, 8, 12, 13, 14, 16, 17 };
    struct arena CLEANUP(arena_release) a = { 0 };
    (void)state;
    struct plain_text p = plain_text_of(text, sizeof(text) - 1, &a);
    assert_string_equal(p.text, want);
    assert_int_equal(p.len, sizeof(want) - 1);
    for (size_t i = 0; i <= p.len; i++)
        assert_int_equal(p.origin[i], origin[i]);
    p = plain_text_of("\xC3\xA9 \xFF", 4, &a);
    assert_null(p.origin);
    assert_int_equal(p.len, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_every_mark),
        cmocka_unit_test(test_characters_that_stand_for_others),
        cmocka_unit_test(test_places_in_the_original),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
