#include "src/base/str.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

/* strtoll and strtod skip leading blanks, which a number from outside has not. */
static bool begins_blank(const char *s)
{
    return *s == '\0' || is_space(*s);
}

bool str_to_i64(const char *s, int64_t *out)
{
    char *end;
    errno = 0;
    if (begins_blank(s))
        return false;
    long long v = strtoll(s, &end, 10);
    if (errno != 0 || *end != '\0')
        return false;
    *out = v;
    return true;
}

bool str_to_u64(const char *s, uint64_t *out)
{
    char *end;
    errno = 0;
    if (!is_digit(*s))
        return false;
    unsigned long long v = strtoull(s, &end, 10);
    if (errno != 0 || *end != '\0')
        return false;
    *out = v;
    return true;
}

bool str_to_double(const char *s, double *out)
{
    char *end;
    if (begins_blank(s))
        return false;
    double v = strtod(s, &end);
    if (*end != '\0' || !isfinite(v))
        return false;
    *out = v;
    return true;
}

bool str_same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool str_starts_with(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool str_ends_with(const char *s, const char *suffix)
{
    size_t n = strlen(s);
    size_t m = strlen(suffix);
    return n >= m && strcmp(s + n - m, suffix) == 0;
}

uint64_t str_hash(const char *s, size_t len)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)s[i]) * 1099511628211u;
    return h;
}

size_t utf8_sequence_length(const char *s, size_t len)
{
    if (len == 0)
        return 0;
    unsigned char c = (unsigned char)s[0];
    if (c < 0x80)
        return 1;
    size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (c < 0xC2 || c > 0xF4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (i >= len || ((unsigned char)s[i] & 0xC0) != 0x80)
            return 0;
    unsigned char d = (unsigned char)s[1];
    if ((c == 0xE0 && d < 0xA0) || (c == 0xED && d > 0x9F) || (c == 0xF0 && d < 0x90) ||
        (c == 0xF4 && d > 0x8F))
        return 0;
    return n;
}

size_t utf8_encode(uint32_t code, char out[4])
{
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)(heads[n] | code);
    return n;
}

#define PLAIN_BYTES 32

/* All bytes are 0x01 to 0x7f. */
static bool is_plain(const char s[PLAIN_BYTES])
{
    uint64_t w[PLAIN_BYTES / 8];
    uint64_t bad = 0;
    memcpy(w, s, sizeof(w));
    for (size_t i = 0; i < PLAIN_BYTES / 8; i++)
        bad |= w[i] | (w[i] - 0x0101010101010101);
    return (bad & 0x8080808080808080) == 0;
}

bool utf8_is_text(const char *s, size_t len)
{
    for (size_t i = 0; i < len;) {
        if (len - i >= PLAIN_BYTES && is_plain(s + i)) {
            i += PLAIN_BYTES;
            continue;
        }
        size_t n = s[i] == '\0' ? 0 : utf8_sequence_length(s + i, len - i);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

static uint32_t decode(const char *s, size_t n)
{
    unsigned char c = (unsigned char)s[0];
    uint32_t cp = n == 1 ? c : n == 2 ? c & 0x1Fu : n == 3 ? c & 0x0Fu : c & 0x07u;
    for (size_t i = 1; i < n; i++)
        cp = (cp << 6) | ((unsigned char)s[i] & 0x3Fu);
    return cp;
}

static bool is_unsafe(uint32_t cp)
{
    if (cp < 0x20)
        return cp != '\n' && cp != '\t';
    return (cp >= 0x7F && cp < 0xA0) || (cp >= 0x202A && cp <= 0x202E) ||
           (cp >= 0x2066 && cp <= 0x2069) || cp == 0x200E || cp == 0x200F || cp == 0x2028 ||
           cp == 0x2029;
}

void str_put_terminal_safe(struct buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = utf8_sequence_length(s + i, len - i);
        if (n == 0) {
            buf_printf(out, "\\x%02x", (unsigned char)s[i]);
            i++;
            continue;
        }
        uint32_t cp = decode(s + i, n);
        if (!is_unsafe(cp))
            buf_add(out, s + i, n);
        else if (cp < 0x100)
            buf_printf(out, "\\x%02x", cp);
        else
            buf_printf(out, "\\u%04x", cp);
        i += n;
    }
}

size_t str_split(struct arena *a, const char *s, char separator, char ***out)
{
    size_t count = 1;
    for (const char *p = s; *p != '\0'; p++)
        if (*p == separator)
            count++;
    char **items = arena_array(a, count, sizeof(*items));
    const char *start = s;
    for (size_t i = 0; i < count; i++) {
        const char *end = strchr(start, separator);
        size_t len = end == NULL ? strlen(start) : (size_t)(end - start);
        items[i] = arena_strndup(a, start, len);
        start += len + 1;
    }
    *out = items;
    return count;
}

/* *more: a comma ended the name. */
static char *take_name(struct arena *a, const char **at, bool *more)
{
    struct buf name = { 0 };
    size_t kept = 0; /* without trailing blanks */
    const char *p = *at;
    while (is_space(*p))
        p++;
    for (; *p != '\0' && *p != ','; p++) {
        bool literal = *p == '\\' && (p[1] == ',' || p[1] == '\\' || is_space(p[1]));
        p += literal ? 1 : 0;
        buf_putc(&name, *p);
        kept = literal || !is_space(*p) ? name.len : kept;
    }
    *more = *p == ',';
    *at = *more ? p + 1 : p;
    char *out = arena_strndup(a, buf_text(&name), kept);
    buf_release(&name);
    return out;
}

size_t str_split_names(struct arena *a, const char *s, char ***out)
{
    size_t n = 0, most = 1;
    for (const char *p = s; *p != '\0'; p++)
        most += *p == ',' ? 1 : 0;
    char **items = arena_array(a, most, sizeof(*items));
    for (bool more = true; more;)
        items[n++] = take_name(a, &s, &more);
    *out = items;
    return n;
}

char *str_join_names(struct arena *a, const char *const *names, size_t n)
{
    struct buf list = { 0 };
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(names[i]);
        buf_puts(&list, i > 0 ? "," : "");
        for (size_t k = 0; k < len; k++) {
            char c = names[i][k];
            bool outer = is_space(c) && (k == 0 || k + 1 == len);
            if (c == ',' || c == '\\' || outer)
                buf_putc(&list, '\\');
            buf_putc(&list, c);
        }
    }
    char *text = arena_strdup(a, buf_text(&list));
    buf_release(&list);
    return text;
}
