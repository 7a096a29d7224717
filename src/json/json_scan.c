/*
 * json_scan.c - the grammar, with positions.
 *
 * cJSON is lenient and silent about its reasons, so the text is checked first: byte by byte,
 * without recursion, to one message with line and column.  Beyond RFC 8259 only Python's bare NaN,
 * Infinity and -Infinity are accepted.
 */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_internal.h"

/* cJSON's buffer has 63 characters. */
#define LONGEST_NUMBER 60

enum expect {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END, /* after [ */
    EXPECT_KEY,
    EXPECT_KEY_OR_END, /* after { */
    EXPECT_COLON,
    EXPECT_NEXT, /* , or the end */
    EXPECT_NOTHING
};

struct scan {
    const char *name;
    size_t first_line, first_column;
    const char *text;
    size_t len;
    size_t at;
    size_t depth;
    char open[JSON_MAX_DEPTH]; /* '{' or '[' */
    size_t n_values;
    struct json_fixes *fixes;
    struct err *err;
};

static int fail_at(struct scan *s, size_t at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static int fail_at(struct scan *s, size_t at, const char *fmt, ...)
{
    char reason[200];
    size_t line = s->first_line;
    size_t column = s->first_column;
    for (size_t i = 0; i < at && i < s->len; i++) {
        unsigned char c = (unsigned char)s->text[i];
        if (c == '\n') {
            line++;
            column = 1;
        } else if ((c & 0xC0) != 0x80) {
            column++;
        }
    }
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(reason, sizeof(reason), fmt, ap);
    va_end(ap);
    return err_set(s->err, ERR_INTEGRITY, "%s:%zu:%zu: %s", s->name, line, column, reason);
}

static char peek(const struct scan *s)
{
    return s->at < s->len ? s->text[s->at] : '\0';
}

static void skip_space(struct scan *s)
{
    while (s->at < s->len && json_is_space(s->text[s->at]))
        s->at++;
}

static int fail_unexpected(struct scan *s, const char *wanted)
{
    if (s->at >= s->len)
        return fail_at(s, s->len, "the file ends where %s was expected", wanted);
    unsigned char c = (unsigned char)s->text[s->at];
    if (c == 0)
        return fail_at(s, s->at, "NUL byte; expected %s", wanted);
    if (c < 0x20 || c >= 0x7f)
        return fail_at(s, s->at, "byte 0x%02x; expected %s", c, wanted);
    return fail_at(s, s->at, "'%c'; expected %s", c, wanted);
}

static int hex4(const struct scan *s, size_t at, unsigned *out)
{
    int v = s->len < at + 4 ? -1 : hex4_value(s->text + at);
    *out = (unsigned)v;
    return v < 0 ? -1 : 0;
}

/* at: the backslash of \u. */
static int scan_unicode_escape(struct scan *s, size_t start)
{
    unsigned high = 0;
    unsigned low = 0;
    if (hex4(s, start + 2, &high) < 0)
        return fail_at(s, start, "\\u needs four hexadecimal digits");
    if (high == 0)
        return fail_at(s, start, "\\u0000 in a string: text with NUL is not supported");
    s->at = start + 6;
    if (high < 0xD800 || high > 0xDFFF)
        return 0;
    bool pair = high < 0xDC00 && s->at + 1 < s->len && s->text[s->at] == '\\' &&
                s->text[s->at + 1] == 'u' && hex4(s, s->at + 2, &low) == 0 && low >= 0xDC00 &&
                low <= 0xDFFF;
    if (!pair)
        return fail_at(s, start, "half of a surrogate pair");
    s->at += 6;
    return 0;
}

static int scan_escape(struct scan *s)
{
    size_t start = s->at;
    char c = start + 1 < s->len ? s->text[start + 1] : '\0';
    if (c == 'u')
        return scan_unicode_escape(s, start);
    if (c == '\0' || strchr("\"\\/bfnrt", c) == NULL)
        return fail_at(s, start, "unknown escape in a string");
    s->at += 2;
    return 0;
}

static int scan_string(struct scan *s)
{
    size_t start = s->at++;
    while (s->at < s->len) {
        unsigned char c = (unsigned char)s->text[s->at];
        if (c == '"') {
            s->at++;
            return 0;
        }
        if (c == '\\') {
            if (scan_escape(s) < 0)
                return ERR_INTEGRITY;
            continue;
        }
        if (c < 0x20)
            return fail_at(s, s->at,
                           c == 0 ? "NUL byte in a string" : "control character in a string");
        size_t n = c < 0x80 ? 1 : utf8_sequence_length(s->text + s->at, s->len - s->at);
        if (n == 0)
            return fail_at(s, s->at, "invalid UTF-8 in a string");
        s->at += n;
    }
    return fail_at(s, start, "the file ends inside this string");
}

static struct json_fix *add_fix(struct scan *s, size_t start)
{
    struct json_fixes *f = s->fixes;
    if (f->n == f->capacity) {
        f->capacity = f->capacity == 0 ? 16 : f->capacity * 2;
        f->items = mem_grow(f->items, f->capacity, sizeof(*f->items));
    }
    struct json_fix *fix = &f->items[f->n++];
    memset(fix, 0, sizeof(*fix));
    fix->value = s->n_values;
    fix->at = start;
    fix->len = s->at - start;
    return fix;
}

static void skip_digits(struct scan *s)
{
    while (s->at < s->len && is_digit(s->text[s->at]))
        s->at++;
}

/* Shortens long numbers and keeps big integers' digits, which cJSON would cut or round. */
static void fix_number(struct scan *s, size_t start, bool integer)
{
    size_t len = s->at - start;
    if (len <= 15 || (!integer && len <= LONGEST_NUMBER))
        return;
    char *copy = mem_alloc(len + 1);
    memcpy(copy, s->text + start, len);
    double v = strtod(copy, NULL);
    free(copy);
    bool big = integer && (v >= JSON_MAX_EXACT || v <= -JSON_MAX_EXACT);
    if (!big && len <= LONGEST_NUMBER)
        return;
    struct json_fix *fix = add_fix(s, start);
    fix->kind = big ? JSON_FIX_BIG : JSON_FIX_TEXT;
    if (!isfinite(v))
        snprintf(fix->text, sizeof(fix->text), v < 0 ? "-1e999" : "1e999");
    else
        snprintf(fix->text, sizeof(fix->text), "%.17g", v);
}

static int scan_number(struct scan *s)
{
    size_t start = s->at;
    bool integer = true;
    if (peek(s) == '-')
        s->at++;
    if (!is_digit(peek(s)))
        return fail_at(s, start, "'-' without a number");
    if (peek(s) == '0' && s->at + 1 < s->len && is_digit(s->text[s->at + 1]))
        return fail_at(s, start, "a number must not begin with 0");
    skip_digits(s);
    if (peek(s) == '.') {
        integer = false;
        s->at++;
        if (!is_digit(peek(s)))
            return fail_at(s, start, "a number must not end with '.'");
        skip_digits(s);
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        integer = false;
        s->at++;
        if (peek(s) == '+' || peek(s) == '-')
            s->at++;
        if (!is_digit(peek(s)))
            return fail_at(s, start, "a number without digits in its exponent");
        skip_digits(s);
    }
    fix_number(s, start, integer);
    return 0;
}

static bool take_word(struct scan *s, const char *word)
{
    size_t n = strlen(word);
    if (s->len - s->at < n || memcmp(s->text + s->at, word, n) != 0)
        return false;
    s->at += n;
    return true;
}

static const struct {
    const char *word;
    const char *replacement; /* NULL: a word of cJSON */
    bool nan;
} words[] = {
    { "true", NULL, false }, { "false", NULL, false },       { "null", NULL, false },
    { "NaN", "0", true },    { "Infinity", "1e999", false }, { "-Infinity", "-1e999", false },
};

/* 1: a word. */
static int scan_word(struct scan *s)
{
    size_t start = s->at;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (!take_word(s, words[i].word))
            continue;
        if (words[i].replacement != NULL) {
            struct json_fix *fix = add_fix(s, start);
            fix->kind = words[i].nan ? JSON_FIX_NAN : JSON_FIX_TEXT;
            snprintf(fix->text, sizeof(fix->text), "%s", words[i].replacement);
        }
        return 1;
    }
    return 0;
}

static enum expect after_value(const struct scan *s)
{
    return s->depth == 0 ? EXPECT_NOTHING : EXPECT_NEXT;
}

static int scan_open(struct scan *s, enum expect *state)
{
    char c = s->text[s->at];
    if (s->depth == JSON_MAX_DEPTH)
        return fail_at(s, s->at, "nested more than %d levels deep", JSON_MAX_DEPTH);
    s->open[s->depth++] = c;
    s->at++;
    *state = c == '{' ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
    return 0;
}

static int scan_value(struct scan *s, enum expect *state)
{
    char c = peek(s);
    int rc = 0;
    if (s->at >= s->len)
        return fail_unexpected(s, "a value");
    if (c == '{' || c == '[')
        rc = scan_open(s, state);
    else if (c == '"')
        rc = scan_string(s);
    else if (scan_word(s) == 0)
        rc = c == '-' || is_digit(c) ? scan_number(s) : fail_unexpected(s, "a value");
    if (rc < 0)
        return rc;
    s->n_values++;
    if (c != '{' && c != '[')
        *state = after_value(s);
    return 0;
}

static enum expect close_container(struct scan *s)
{
    s->at++;
    s->depth--;
    return after_value(s);
}

static int scan_next(struct scan *s, enum expect *state)
{
    char open = s->open[s->depth - 1];
    char c = peek(s);
    if (s->at < s->len && c == ',') {
        s->at++;
        *state = open == '{' ? EXPECT_KEY : EXPECT_VALUE;
        return 0;
    }
    if (s->at < s->len && c == (open == '{' ? '}' : ']')) {
        *state = close_container(s);
        return 0;
    }
    return fail_unexpected(s, open == '{' ? "',' or '}'" : "',' or ']'");
}

static int scan_key(struct scan *s, enum expect *state)
{
    if (peek(s) != '"')
        return fail_unexpected(s, "a member name in double quotes");
    *state = EXPECT_COLON;
    return scan_string(s);
}

static int scan_token(struct scan *s, enum expect *state)
{
    switch (*state) {
    case EXPECT_VALUE_OR_END:
        if (peek(s) == ']') {
            *state = close_container(s);
            return 0;
        }
        return scan_value(s, state);
    case EXPECT_VALUE:
        return scan_value(s, state);
    case EXPECT_KEY_OR_END:
        if (peek(s) == '}') {
            *state = close_container(s);
            return 0;
        }
        return scan_key(s, state);
    case EXPECT_KEY:
        return scan_key(s, state);
    case EXPECT_COLON:
        if (peek(s) != ':')
            return fail_unexpected(s, "':'");
        s->at++;
        *state = EXPECT_VALUE;
        return 0;
    case EXPECT_NEXT:
        return scan_next(s, state);
    case EXPECT_NOTHING:
        break;
    }
    return 0;
}

static int fail_trailing(struct scan *s)
{
    char c = peek(s);
    if (c == '{' || c == '[')
        return fail_at(s, s->at, "another value follows the first (JSON Lines?)");
    return fail_at(s, s->at, "text behind the value");
}

int json_scan(const char *name, size_t line, size_t column, const char *text, size_t len,
              struct json_fixes *out_fixes, size_t *out_start, struct err *err)
{
    struct scan s = { .name = name,
                      .first_line = line,
                      .first_column = column,
                      .text = text,
                      .len = len,
                      .fixes = out_fixes,
                      .err = err };
    enum expect state = EXPECT_VALUE;
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        s.at = 3;
    skip_space(&s);
    if (s.at == len)
        return fail_at(&s, 0, "empty file");
    *out_start = s.at;
    while (state != EXPECT_NOTHING) {
        int rc = scan_token(&s, &state);
        if (rc < 0)
            return rc;
        skip_space(&s);
    }
    return s.at < len ? fail_trailing(&s) : 0;
}
