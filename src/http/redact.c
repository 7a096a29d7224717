#include "src/http/redact.h"

#include <string.h>

#include "src/base/chars.h"

enum { NO_MATCH = -1, CUT = 0 }; /* CUT: the text ends within */

/* Bytes of c at the text's beginning, NO_MATCH or CUT. */
static int one(const char *text, size_t len, char c)
{
    if (len == 0)
        return CUT;
    if (text[0] == c)
        return 1;
    if (text[0] != '\\')
        return NO_MATCH;
    if (len == 1)
        return CUT;
    if (text[1] != 'u')
        return text[1] == c ? 2 : NO_MATCH;
    for (size_t i = 2; i < 6; i++) {
        const int want = i < 4 ? 0 : (int)((unsigned char)c >> (i == 4 ? 4 : 0)) & 15;
        if (i == len)
            return CUT;
        if (hex_value(text[i]) != want)
            return NO_MATCH;
    }
    return 6;
}

/* Bytes of the whole key, NO_MATCH or CUT. */
static int whole(const char *text, size_t len, const char *key, size_t key_len)
{
    size_t at = 0;
    for (size_t i = 0; i < key_len; i++) {
        int n = one(text + at, len - at, key[i]);
        if (n <= 0)
            return n;
        at += (size_t)n;
    }
    return (int)at;
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
    if (key_len == 0)
        return false;
    for (size_t at = 0; at < len;) {
        const char *start = next_start(text + at, len - at, key[0]);
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
    size_t most = 6 * key_len;
    size_t at = len > most ? len - most : 0;
    while (key_len > 0 && at < len) {
        const char *start = next_start(text + at, len - at, key[0]);
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
