#include "src/sample/plain_text.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/str.h"

static const struct stand_in {
    uint32_t first, last;
    const char *ascii;
} stand_ins[] = {
    { 0x0085, 0x0085, "\n" }, { 0x00A0, 0x00A0, " " },  { 0x00AD, 0x00AD, "" },
    { 0x2000, 0x200A, " " },  { 0x200B, 0x200F, "" },   { 0x2010, 0x2015, "-" },
    { 0x2018, 0x201B, "'" },  { 0x201C, 0x201F, "\"" }, { 0x2026, 0x2026, "..." },
    { 0x2028, 0x2029, "\n" }, { 0x202A, 0x202E, "" },   { 0x202F, 0x202F, " " },
    { 0x2032, 0x2032, "'" },  { 0x2033, 0x2033, "\"" }, { 0x205F, 0x205F, " " },
    { 0x2060, 0x2064, "" },   { 0x2066, 0x2069, "" },   { 0x2212, 0x2212, "-" },
    { 0x3000, 0x3000, " " },  { 0xFEFF, 0xFEFF, "" },
};

#define WIDE_FIRST 0xFF01u /* '!' to '~' at full width */
#define WIDE_LAST  0xFF5Eu
#define WIDE_SHIFT 0xFEE0u

static uint32_t decode(const unsigned char *s, size_t n)
{
    if (n == 2)
        return (uint32_t)(s[0] & 0x1f) << 6 | (s[1] & 0x3f);
    return (uint32_t)(s[0] & 0x0f) << 12 | (uint32_t)(s[1] & 0x3f) << 6 | (s[2] & 0x3f);
}

/* False: for itself.  No stand-in is of four bytes. */
static bool stands_for(const char *s, size_t n, char wide[2], const char **out)
{
    if (n != 2 && n != 3)
        return false;
    uint32_t c = decode((const unsigned char *)s, n);
    if (c >= WIDE_FIRST && c <= WIDE_LAST) {
        wide[0] = (char)(c - WIDE_SHIFT);
        *out = wide;
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(stand_ins); i++) {
        if (c < stand_ins[i].first || c > stand_ins[i].last)
            continue;
        *out = stand_ins[i].ascii;
        return true;
    }
    return false;
}

static bool needs_work(const char *text, size_t len)
{
    char wide[2] = "";
    const char *ascii;
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] < 0xC2)
            continue;
        if (stands_for(text + i, utf8_sequence_length(text + i, len - i), wide, &ascii))
            return true;
    }
    return false;
}

struct plain_text plain_text_of(const char *text, size_t len, struct arena *a)
{
    char wide[2] = "";
    const char *ascii;
    size_t n = 0;
    assert(len <= UINT32_MAX);
    if (!needs_work(text, len))
        return (struct plain_text){ text, len, NULL };
    /* No stand-in is longer than its original. */
    char *out = arena_alloc_raw(a, len + 1);
    uint32_t *origin = arena_alloc_raw(a, (len + 1) * sizeof(*origin));
    for (size_t i = 0; i < len;) {
        size_t width = utf8_sequence_length(text + i, len - i);
        const char *from = text + i;
        size_t size = width == 0 ? 1 : width;
        size_t made = size;
        if (stands_for(text + i, width, wide, &ascii)) {
            from = ascii;
            made = strlen(ascii);
        }
        for (size_t j = 0; j < made; j++) {
            out[n] = from[j];
            origin[n++] = (uint32_t)(from == ascii ? i : i + j);
        }
        i += size;
    }
    out[n] = '\0';
    origin[n] = (uint32_t)len;
    return (struct plain_text){ out, n, origin };
}
