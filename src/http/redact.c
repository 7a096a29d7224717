#include "src/http/redact.h"

#include <string.h>
#include <strings.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

enum { NO_MATCH = -1, CUT = 0 }; /* CUT: the text ends within */

/* A key with \u0075 or \u005c in it reads more than one way. */
enum { LETTERS_FIRST = 1, NO_CODED_BACKSLASH = 2, READINGS = 4 };

/* They stand in honest answers. */
static const char *const placeholders[] = { "bearer",      "basic",    "ollama",
                                            "not-needed",  "dummy",    "no-key",
                                            "lm-studio",   "anything", "sk-no-key-required",
                                            "placeholder", "api-key",  "empty",
                                            "none",        "null",     "not-required" };

bool redact_is_placeholder(const char *text, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(placeholders); i++)
        if (strlen(placeholders[i]) == len && strncasecmp(placeholders[i], text, len) == 0)
            return true;
    return false;
}

bool redact_can_hide(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += text[i] != '\\';
    return n >= REDACT_LEAST_BYTES && !redact_is_placeholder(text, len);
}

/* Bytes of uXXXX where that is c, NO_MATCH or CUT. */
static int coded(const char *text, size_t len, char c)
{
    for (size_t i = 0; i < 5; i++) {
        if (i == len)
            return CUT;
        if (i == 0 && text[0] != 'u')
            return NO_MATCH;
        const int want = i < 3 ? 0 : (int)((unsigned char)c >> (i == 3 ? 4 : 0)) & 15;
        if (i > 0 && hex_value(text[i]) != want)
            return NO_MATCH;
    }
    return 5;
}

/* Bytes of c and the backslashes before it, NO_MATCH or CUT. */
static int one(const char *text, size_t len, char c, unsigned reading)
{
    size_t at = 0;
    bool escaped = false;
    for (int i = 0; i < REDACT_BACKSLASHES && at < len && text[at] == '\\'; i++) {
        int n = (reading & NO_CODED_BACKSLASH) != 0 ? NO_MATCH
                                                    : coded(text + at + 1, len - at - 1, '\\');
        at += n > 0 ? 1 + (size_t)n : 1;
        escaped = true;
    }
    if (at == len)
        return CUT;
    bool is_letter = text[at] == c;
    if (is_letter && ((reading & LETTERS_FIRST) != 0 || !escaped))
        return (int)at + 1;
    int n = escaped ? coded(text + at, len - at, c) : NO_MATCH;
    if (n == NO_MATCH && escaped && coded(text + at, len - at, '\\') == CUT)
        return CUT;
    if (n > 0)
        return (int)at + n;
    return is_letter && n == NO_MATCH ? (int)at + 1 : n;
}

static int whole_as(const char *text, size_t len, const char *key, size_t key_len, unsigned reading)
{
    size_t at = 0;
    for (size_t i = 0; i < key_len; i++) {
        int n = key[i] == '\\' ? 0 : one(text + at, len - at, key[i], reading);
        if (key[i] != '\\' && n <= 0)
            return n;
        at += (size_t)n;
    }
    return (int)at;
}

/* Bytes of the whole key, NO_MATCH or CUT. */
static int whole(const char *text, size_t len, const char *key, size_t key_len)
{
    int best = NO_MATCH;
    for (unsigned reading = 0; reading < READINGS && best <= 0; reading++) {
        int n = whole_as(text, len, key, key_len, reading);
        best = n > best ? n : best;
    }
    return best;
}

/* A key begins with its character or a backslash. */
static const char *next_start(const char *text, size_t len, char first)
{
    const char *plain = memchr(text, first, len);
    const char *escaped = memchr(text, '\\', plain == NULL ? len : (size_t)(plain - text));
    return escaped != NULL ? escaped : plain;
}

bool redact(char *text, size_t len, const char *key, size_t key_len)
{
    bool any = false;
    if (!redact_can_hide(key, key_len))
        return false;
    const char first = key[strspn(key, "\\")];
    for (size_t at = 0; at < len;) {
        const char *start = next_start(text + at, len - at, first);
        if (start == NULL)
            break;
        at = (size_t)(start - text);
        int n = whole(text + at, len - at, key, key_len);
        if (n > 0) {
            memset(text + at, '*', (size_t)n);
            any = true;
        }
        at += n > 0 ? (size_t)n : 1;
    }
    return any;
}

size_t redact_held(const char *text, size_t len, const char *key, size_t key_len)
{
    const size_t most = (5 + (size_t)6 * REDACT_BACKSLASHES) * key_len;
    size_t at = len > most ? len - most : 0;
    if (!redact_can_hide(key, key_len))
        return 0;
    const char first = key[strspn(key, "\\")];
    while (at < len) {
        const char *start = next_start(text + at, len - at, first);
        if (start == NULL)
            break;
        at = (size_t)(start - text);
        int n = whole(text + at, len - at, key, key_len);
        if (n == CUT)
            return len - at;
        at += n > 0 ? (size_t)n : 1;
    }
    return 0;
}
