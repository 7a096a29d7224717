#include "reports/pdf/pdf_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/str.h"

struct code_map {
    uint16_t unicode;
    uint16_t code;
};

/* WinAnsi 0x80 to 0x9F; 0xA0 and up is Latin-1. */
static const struct code_map winansi_high[] = {
    { 0x20AC, 0x80 }, { 0x201A, 0x82 }, { 0x0192, 0x83 }, { 0x201E, 0x84 }, { 0x2026, 0x85 },
    { 0x2020, 0x86 }, { 0x2021, 0x87 }, { 0x02C6, 0x88 }, { 0x2030, 0x89 }, { 0x0160, 0x8A },
    { 0x2039, 0x8B }, { 0x0152, 0x8C }, { 0x017D, 0x8E }, { 0x2018, 0x91 }, { 0x2019, 0x92 },
    { 0x201C, 0x93 }, { 0x201D, 0x94 }, { 0x2022, 0x95 }, { 0x2013, 0x96 }, { 0x2014, 0x97 },
    { 0x02DC, 0x98 }, { 0x2122, 0x99 }, { 0x0161, 0x9A }, { 0x203A, 0x9B }, { 0x0153, 0x9C },
    { 0x017E, 0x9E }, { 0x0178, 0x9F }, { 0x2010, '-' },  { 0x2011, '-' },  { 0x00A0, ' ' },
    { 0x00AD, '-' },
};

/* Adobe's Symbol encoding. */
static const struct code_map symbol_codes[] = {
    { 0x0391, 0x41 }, { 0x0392, 0x42 }, { 0x03A7, 0x43 }, { 0x0394, 0x44 }, { 0x0395, 0x45 },
    { 0x03A6, 0x46 }, { 0x0393, 0x47 }, { 0x0397, 0x48 }, { 0x0399, 0x49 }, { 0x039A, 0x4B },
    { 0x039B, 0x4C }, { 0x039C, 0x4D }, { 0x039D, 0x4E }, { 0x039F, 0x4F }, { 0x03A0, 0x50 },
    { 0x0398, 0x51 }, { 0x03A1, 0x52 }, { 0x03A3, 0x53 }, { 0x03A4, 0x54 }, { 0x03A5, 0x55 },
    { 0x03C2, 0x56 }, { 0x03A9, 0x57 }, { 0x039E, 0x58 }, { 0x03A8, 0x59 }, { 0x0396, 0x5A },
    { 0x03B1, 0x61 }, { 0x03B2, 0x62 }, { 0x03C7, 0x63 }, { 0x03B4, 0x64 }, { 0x03B5, 0x65 },
    { 0x03C6, 0x66 }, { 0x03B3, 0x67 }, { 0x03B7, 0x68 }, { 0x03B9, 0x69 }, { 0x03BA, 0x6B },
    { 0x03BB, 0x6C }, { 0x03BC, 0x6D }, { 0x03BD, 0x6E }, { 0x03BF, 0x6F }, { 0x03C0, 0x70 },
    { 0x03B8, 0x71 }, { 0x03C1, 0x72 }, { 0x03C3, 0x73 }, { 0x03C4, 0x74 }, { 0x03C5, 0x75 },
    { 0x03C9, 0x77 }, { 0x03BE, 0x78 }, { 0x03C8, 0x79 }, { 0x03B6, 0x7A }, { 0x2212, 0x2D },
    { 0x2200, 0x22 }, { 0x2203, 0x24 }, { 0x223C, 0x7E }, { 0x2245, 0x40 }, { 0x2264, 0xA3 },
    { 0x221E, 0xA5 }, { 0x2194, 0xAB }, { 0x2190, 0xAC }, { 0x2191, 0xAD }, { 0x2192, 0xAE },
    { 0x2193, 0xAF }, { 0x2265, 0xB3 }, { 0x221D, 0xB5 }, { 0x2202, 0xB6 }, { 0x2260, 0xB9 },
    { 0x2261, 0xBA }, { 0x2248, 0xBB }, { 0x2205, 0xC6 }, { 0x2229, 0xC7 }, { 0x222A, 0xC8 },
    { 0x2208, 0xCE }, { 0x2209, 0xCF }, { 0x220F, 0xD5 }, { 0x221A, 0xD6 }, { 0x21D4, 0xDB },
    { 0x21D2, 0xDE }, { 0x2211, 0xE5 }, { 0x222B, 0xF2 },
};

static bool map_find(const struct code_map *map, size_t n, uint32_t unicode, uint16_t *out)
{
    for (size_t i = 0; i < n; i++) {
        if (map[i].unicode == unicode) {
            *out = map[i].code;
            return true;
        }
    }
    return false;
}

uint32_t glyph_unicode(uint16_t code)
{
    bool symbol = (code & GLYPH_SYMBOL) != 0;
    const struct code_map *map = symbol ? symbol_codes : winansi_high;
    size_t n = symbol ? ARRAY_LEN(symbol_codes) : ARRAY_LEN(winansi_high);
    code &= 0xFF;
    if (!symbol && (code < 0x80 || code >= 0xA0))
        return code;
    for (size_t i = 0; i < n; i++)
        if (map[i].code == code)
            return map[i].unicode;
    return 0xFFFD;
}

static uint32_t utf8_value(const char *s, size_t len)
{
    const unsigned char *p = (const unsigned char *)s;
    if (len == 1)
        return p[0];
    uint32_t v = p[0] & (0x7FU >> len);
    for (size_t i = 1; i < len; i++)
        v = v << 6 | (p[i] & 0x3FU);
    return v;
}

struct encoder {
    uint16_t *codes;
    size_t n, max;
    bool keep_lines, cut;
};

static void encoder_put(struct encoder *e, uint16_t code)
{
    if (e->n < e->max)
        e->codes[e->n++] = code;
    else
        e->cut = true;
}

static void encoder_escape(struct encoder *e, const char *prefix, int digits, unsigned value)
{
    char text[16];
    int n = snprintf(text, sizeof(text), "%s%0*X", prefix, digits, value);
    for (int i = 0; i < n; i++)
        encoder_put(e, (unsigned char)text[i]);
}

static void encoder_char(struct encoder *e, uint32_t u)
{
    uint16_t code;
    if (u == '\n' && e->keep_lines)
        encoder_put(e, '\n');
    else if (u == '\n' || u == '\t')
        encoder_put(e, ' ');
    else if (u < 0x20 || u == 0x7F)
        encoder_escape(e, "\\x", 2, u);
    else if (u < 0x20 || (u >= 0x7F && u < 0xA0) || (u >= 0x200B && u <= 0x200F) ||
             (u >= 0x2028 && u <= 0x202E) || (u >= 0x2060 && u <= 0x2069) || u == 0xFEFF)
        encoder_escape(e, "U+", 4, u);
    else if (map_find(winansi_high, ARRAY_LEN(winansi_high), u, &code))
        encoder_put(e, code);
    else if (u < 0x100)
        encoder_put(e, (uint16_t)u);
    else if (map_find(symbol_codes, ARRAY_LEN(symbol_codes), u, &code))
        encoder_put(e, (uint16_t)(code | GLYPH_SYMBOL));
    else
        encoder_put(e, '?');
}

static struct glyphs encode(struct arena *a, const char *text, size_t len, size_t max, bool lines)
{
    if (text == NULL)
        len = 0;
    /* An escape makes at most four glyphs of a byte. */
    size_t room = len > max / 4 ? max : 4 * len;
    if (room == 0)
        room = 1;
    struct encoder e = { arena_array(a, room, sizeof(uint16_t)), 0, room, lines, false };
    for (size_t i = 0; i < len && !e.cut;) {
        size_t n = utf8_sequence_length(text + i, len - i);
        if (n == 0)
            encoder_escape(&e, "\\x", 2, (unsigned char)text[i]);
        else
            encoder_char(&e, utf8_value(text + i, n));
        i += n == 0 ? 1 : n;
    }
    if (e.cut)
        e.codes[e.n - 1] = GLYPH_ELLIPSIS;
    return (struct glyphs){ e.codes, e.n };
}

struct glyphs pdf_text_encode(struct arena *a, const char *text, size_t len, size_t max)
{
    return encode(a, text, len, max, false);
}

struct glyphs pdf_text_encode_lines(struct arena *a, const char *text, size_t len, size_t max)
{
    return encode(a, text, len, max, true);
}

static double glyph_width(uint16_t code, const struct glyph_widths *w)
{
    return (code & GLYPH_SYMBOL) != 0 ? w->symbol[code & 0xFF] : w->text[code & 0xFF];
}

double glyphs_width(const uint16_t *codes, size_t n, const struct glyph_widths *w, double size)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += glyph_width(codes[i], w);
    return sum * size / 1000;
}

static bool glyph_is_alnum(uint16_t code)
{
    return glyph_is_digit(code) || (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
           code >= 0xC0;
}

/* "--name", "-1", "[-1" and "1e-07" stay whole. */
static bool breaks_after(const uint16_t *codes, size_t n, size_t i)
{
    uint16_t code = codes[i];
    if (code == '-')
        return i > 0 && glyph_is_alnum(codes[i - 1]) && i + 1 < n && !glyph_is_digit(codes[i + 1]);
    return code == ' ' || code == '/' || code == ',' || code == '_' || code == '=' || code == ';';
}

/* Behind a space unless that leaves most of the line empty, else behind another sign, else
 * anywhere. */
static size_t break_of(const uint16_t *codes, size_t n_all, size_t n)
{
    size_t space = 0, sign = 0;
    for (size_t i = 0; i < n; i++) {
        if (codes[i] == ' ')
            space = i + 1;
        else if (breaks_after(codes, n_all, i))
            sign = i + 1;
    }
    if (space > n / 4 || (space > 0 && sign == 0))
        return space;
    return sign > space ? sign : space > 0 ? space : n;
}

double glyphs_widest_word(const uint16_t *codes, size_t n, const struct glyph_widths *w,
                          double size)
{
    double widest = 0, x = 0;
    for (size_t i = 0; i < n; i++) {
        x += codes[i] == ' ' ? 0 : glyph_width(codes[i], w);
        widest = fmax(widest, x);
        if (breaks_after(codes, n, i))
            x = 0;
    }
    return widest * size / 1000;
}

size_t glyphs_line(const uint16_t *codes, size_t n, const struct glyph_widths *w, double size,
                   double width, size_t *out_next)
{
    double limit = width * 1000 / size;
    double x = 0;
    size_t i = 0;
    for (; i < n && codes[i] != '\n'; i++) {
        x += glyph_width(codes[i], w);
        /* A space at the end of a line is not drawn. */
        if (x > limit && codes[i] != ' ')
            break;
    }
    size_t end = i;
    if (i < n && codes[i] != '\n')
        end = break_of(codes, n, i);
    if (end == 0 && n > 0 && codes[0] != '\n')
        end = 1;
    size_t next = end;
    if (next < n && codes[next] == '\n') {
        next++;
    } else {
        while (next < n && codes[next] == ' ')
            next++;
    }
    while (end > 0 && codes[end - 1] == ' ')
        end--;
    *out_next = next;
    return end;
}

size_t glyphs_fit(const uint16_t *codes, size_t n, const struct glyph_widths *w, double size,
                  double width)
{
    double limit = width * 1000 / size;
    if (glyphs_width(codes, n, w, 1000) <= limit)
        return n;
    double x = w->text[GLYPH_ELLIPSIS];
    size_t i = 0;
    for (; i < n; i++) {
        x += glyph_width(codes[i], w);
        if (x > limit)
            break;
    }
    return i;
}
