/*
 * redact_test.c - a key is found however JSON writes it, also where it comes in pieces, and nothing
 * else is changed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/http/redact.h"

#define KEY   "sk-Zz_09"
#define STARS "********"

static void what_is_a_key(void **state)
{
    static const struct {
        const char *text;
        bool placeholder, hides;
    } rows[] = {
        { "12345678", false, true },
        { "1234567", false, false },
        { "1234567\\", false, false },
        { "\\1\\2\\3\\4\\5\\6\\7\\8", false, true },
        { "", false, false },
        { "sk-no-key-required", true, false },
        { "SK-No-Key-Required", true, false },
        { "sk-no-key-required1", false, true },
        { "placeholder", true, false },
        { "Anything", true, false },
        { "not-required", true, false },
        { "not-needed", true, false },
        { "lm-studio", true, false },
        { "bearer", true, false },
        { "basic", true, false },
        { "ollama", true, false },
        { "dummy", true, false },
        { "no-key", true, false },
        { "api-key", true, false },
        { "EMPTY", true, false },
        { "none", true, false },
        { "null", true, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        size_t len = strlen(rows[i].text);
        if (redact_is_placeholder(rows[i].text, len) != rows[i].placeholder ||
            redact_can_hide(rows[i].text, len) != rows[i].hides)
            fail_msg("%s", rows[i].text);
    }
    assert_false(redact_is_placeholder("none", 3));
}

static void keys_are_hidden_and_nothing_else(void **state)
{
    static const struct {
        const char *key, *text, *hidden;
    } rows[] = {
        { KEY, "a " KEY " b", "a " STARS " b" },
        { KEY, KEY KEY, STARS STARS },
        { KEY, "sk-" KEY, "sk-" STARS },
        { KEY, "sk-Zz_0", "sk-Zz_0" },
        { KEY, "sk-zz_09 SK-Zz_09", "sk-zz_09 SK-Zz_09" },
        { KEY, "", "" },
        { KEY, "1234567", "1234567" },
        { "1234567", "1234567", "1234567" },
        { "EMPTY", "EMPTY", "EMPTY" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char text[200];
        size_t len = strlen(rows[i].text);
        memcpy(text, rows[i].text, len + 1);
        bool any = redact(text, len, rows[i].key, strlen(rows[i].key));
        assert_string_equal(text, rows[i].hidden);
        assert_int_equal(any, strcmp(rows[i].text, rows[i].hidden) != 0);
    }
}

enum spelling { PLAIN, ESCAPED, LOWER, UPPER, SPELLINGS };

/* A character as itself, behind backslashes, or by its number behind backslashes. */
static void put(struct buf *out, char c, enum spelling how, int backslashes)
{
    for (int i = 0; i < backslashes && how != PLAIN; i++)
        buf_putc(out, '\\');
    if (how == PLAIN || how == ESCAPED)
        buf_putc(out, c);
    else
        buf_printf(out, how == LOWER ? "u%04x" : "u%04X", (unsigned)c);
}

/* The key's character at is spelled so; the others are plain. */
static void spell(struct buf *out, const char *key, size_t at, enum spelling how, int backslashes)
{
    for (size_t i = 0; key[i] != '\0'; i++)
        put(out, key[i], i == at || at == strlen(key) ? how : PLAIN, backslashes);
}

/* Whole keys become asterisks; of a text that ends within a key the part from its beginning is held
 * back. */
static void check_spelling(const char *key, const struct buf *spelled)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_puts(&text, "{\"x\":\"");
    size_t first = text.len;
    buf_add(&text, spelled->data, spelled->len);
    size_t last = text.len;
    buf_puts(&text, "\"}");
    for (size_t n = 0; n <= text.len; n++) {
        size_t want = n > first && n < last ? n - first : 0;
        size_t held = redact_held(text.data, n, key, strlen(key));
        if (held != want)
            fail_msg("'%.*s' of '%s' holds %zu", (int)n, text.data, buf_text(&text), held);
    }
    assert_true(redact(text.data, text.len, key, strlen(key)));
    for (size_t i = 0; i < text.len; i++)
        if ((text.data[i] == '*') != (i >= first && i < last))
            fail_msg("'%s' becomes '%s'", buf_text((struct buf *)(uintptr_t)spelled),
                     buf_text(&text));
    assert_int_equal(strncmp(buf_text(&text), "{\"x\":\"", first), 0);
    assert_string_equal(buf_text(&text) + last, "\"}");
}

static void every_spelling_is_found(void **state)
{
    static const char *const keys[] = { KEY, "aaaaaaaaab", "/+=:.-_~", "0123456789" };
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(keys); k++)
        for (size_t at = 0; at <= strlen(keys[k]); at++) /* the last: all characters */
            for (int how = 0; how < SPELLINGS; how++)
                for (int n = 1; n <= REDACT_BACKSLASHES; n *= 2) {
                    struct buf CLEANUP(buf_release) spelled = { 0 };
                    spell(&spelled, keys[k], at, (enum spelling)how, n);
                    if (k != 1 || at == strlen(keys[k]))
                        check_spelling(keys[k], &spelled);
                }
}

/* Other numbers, other characters and more backslashes than that are no key. */
static void what_is_near_a_key_is_none(void **state)
{
    static const char *const texts[] = {
        "\\u0074k-Zz_09", "\\u1073k-Zz_09", "\\u0173k-Zz_09", "\\u007k-Zz_09",  "u0073k-Zz_09",
        "\\v0073k-Zz_09", "s k-Zz_09",      "sk-Zz_0\\u0038", "\\u0063k-Zz_09",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        char text[64];
        size_t len = strlen(texts[i]);
        memcpy(text, texts[i], len + 1);
        assert_false(redact(text, len, KEY, strlen(KEY)));
        assert_string_equal(text, texts[i]);
        assert_int_equal(redact_held(text, len, KEY, strlen(KEY)), 0);
    }
    for (int n = REDACT_BACKSLASHES; n <= REDACT_BACKSLASHES + 1; n++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        spell(&text, KEY, 3, ESCAPED, n);
        assert_int_equal(redact(text.data, text.len, KEY, strlen(KEY)), n == REDACT_BACKSLASHES);
    }
}

/* Backslashes of the key itself may be doubled, coded or left out. */
static void backslashes_of_a_key_may_be_there_or_not(void **state)
{
    static const char key[] = "ab\\cdefghi";
    static const char *const texts[] = { "ab\\cdefghi", "ab\\\\cdefghi", "abcdefghi",
                                         "ab\\\\\\\\cdefghi", "ab\\u005ccdefghi" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        char text[64];
        size_t len = strlen(texts[i]);
        memcpy(text, texts[i], len + 1);
        assert_true(redact(text, len, key, strlen(key)));
        assert_int_equal(strspn(text, "*"), len);
    }
    char end[] = "abcdefgh\\";
    assert_false(redact(end, strlen(end), key, strlen(key)));
    assert_int_equal(redact_held(end, strlen(end), key, strlen(key)), 9);
    assert_int_equal(redact_held(end, strlen(end), "short", 5), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_a_key),
        cmocka_unit_test(keys_are_hidden_and_nothing_else),
        cmocka_unit_test(every_spelling_is_found),
        cmocka_unit_test(what_is_near_a_key_is_none),
        cmocka_unit_test(backslashes_of_a_key_may_be_there_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
