#include "reports/doc/latex_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "reports/pdf/pdf_text.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define LONG_WORD  18 /* glyphs that need no break inside */
#define SHORT_PART 5
#define LABEL_MAX  60

struct glyph_latex {
    uint16_t code;
    const char *latex;
};

static const struct glyph_latex specials[] = {
    { '#', "\\#" },
    { '$', "\\$" },
    { '%', "\\%" },
    { '&', "\\&" },
    { '_', "\\_" },
    { '{', "\\{" },
    { '}', "\\}" },
    { '~', "\\textasciitilde{}" },
    { '^', "\\textasciicircum{}" },
    { '\\', "\\textbackslash{}" },
    { '"', "\\textquotedbl{}" },
    { '\'', "\\textquotesingle{}" },
    { '`', "\\textasciigrave{}" },
    { '<', "<{}" },
    { '>', ">{}" },
    { '-', "-{}" },
    { ',', ",{}" },
    { '!', "!{}" },
    { '?', "?{}" },
    { 0x80, "\\texteuro{}" },
    { 0x82, "\\quotesinglbase{}" },
    { 0x83, "\\textflorin{}" },
    { 0x84, "\\quotedblbase{}" },
    { 0x85, "\\ldots{}" },
    { 0x86, "\\textdagger{}" },
    { 0x87, "\\textdaggerdbl{}" },
    { 0x88, "\\textasciicircum{}" },
    { 0x89, "\\textperthousand{}" },
    { 0x8A, "\\v{S}" },
    { 0x8B, "\\guilsinglleft{}" },
    { 0x8C, "\\OE{}" },
    { 0x8E, "\\v{Z}" },
    { 0x91, "\\textquoteleft{}" },
    { 0x92, "\\textquoteright{}" },
    { 0x93, "\\textquotedblleft{}" },
    { 0x94, "\\textquotedblright{}" },
    { 0x95, "\\textbullet{}" },
    { 0x96, "\\textendash{}" },
    { 0x97, "\\textemdash{}" },
    { 0x98, "\\textasciitilde{}" },
    { 0x99, "\\texttrademark{}" },
    { 0x9A, "\\v{s}" },
    { 0x9B, "\\guilsinglright{}" },
    { 0x9C, "\\oe{}" },
    { 0x9E, "\\v{z}" },
    { 0x9F, "\\\"Y" },
};

/* Codes of the Symbol font: Greek in its order, then relations and operators. */
static const struct glyph_latex symbols[] = {
    { 0x41, "A" },
    { 0x42, "B" },
    { 0x43, "X" },
    { 0x44, "\\Delta" },
    { 0x45, "E" },
    { 0x46, "\\Phi" },
    { 0x47, "\\Gamma" },
    { 0x48, "H" },
    { 0x49, "I" },
    { 0x4B, "K" },
    { 0x4C, "\\Lambda" },
    { 0x4D, "M" },
    { 0x4E, "N" },
    { 0x4F, "O" },
    { 0x50, "\\Pi" },
    { 0x51, "\\Theta" },
    { 0x52, "P" },
    { 0x53, "\\Sigma" },
    { 0x54, "T" },
    { 0x55, "\\Upsilon" },
    { 0x56, "\\varsigma" },
    { 0x57, "\\Omega" },
    { 0x58, "\\Xi" },
    { 0x59, "\\Psi" },
    { 0x5A, "Z" },
    { 0x61, "\\alpha" },
    { 0x62, "\\beta" },
    { 0x63, "\\chi" },
    { 0x64, "\\delta" },
    { 0x65, "\\epsilon" },
    { 0x66, "\\phi" },
    { 0x67, "\\gamma" },
    { 0x68, "\\eta" },
    { 0x69, "\\iota" },
    { 0x6B, "\\kappa" },
    { 0x6C, "\\lambda" },
    { 0x6D, "\\mu" },
    { 0x6E, "\\nu" },
    { 0x6F, "o" },
    { 0x70, "\\pi" },
    { 0x71, "\\theta" },
    { 0x72, "\\rho" },
    { 0x73, "\\sigma" },
    { 0x74, "\\tau" },
    { 0x75, "\\upsilon" },
    { 0x77, "\\omega" },
    { 0x78, "\\xi" },
    { 0x79, "\\psi" },
    { 0x7A, "\\zeta" },
    { 0x2D, "-" },
    { 0x22, "\\forall" },
    { 0x24, "\\exists" },
    { 0x7E, "\\sim" },
    { 0x40, "\\cong" },
    { 0xA3, "\\le" },
    { 0xA5, "\\infty" },
    { 0xAB, "\\leftrightarrow" },
    { 0xAC, "\\leftarrow" },
    { 0xAD, "\\uparrow" },
    { 0xAE, "\\rightarrow" },
    { 0xAF, "\\downarrow" },
    { 0xB3, "\\ge" },
    { 0xB5, "\\propto" },
    { 0xB6, "\\partial" },
    { 0xB9, "\\ne" },
    { 0xBA, "\\equiv" },
    { 0xBB, "\\approx" },
    { 0xC6, "\\emptyset" },
    { 0xC7, "\\cap" },
    { 0xC8, "\\cup" },
    { 0xCE, "\\in" },
    { 0xCF, "\\notin" },
    { 0xD5, "\\prod" },
    { 0xD6, "\\surd" },
    { 0xDB, "\\Leftrightarrow" },
    { 0xDE, "\\Rightarrow" },
    { 0xE5, "\\sum" },
    { 0xF2, "\\int" },
};

static const char *find(const struct glyph_latex *map, size_t n, unsigned code)
{
    for (size_t i = 0; i < n; i++) {
        if (map[i].code == code)
            return map[i].latex;
    }
    return NULL;
}

static void put_glyph(struct buf *out, uint16_t code)
{
    const char *latex;
    if ((code & GLYPH_SYMBOL) != 0) {
        latex = find(symbols, ARRAY_LEN(symbols), code & 0xFFU);
        buf_printf(out, "\\ensuremath{%s}", latex == NULL ? "?" : latex);
    } else if ((latex = find(specials, ARRAY_LEN(specials), code)) != NULL) {
        buf_puts(out, latex);
    } else if (code >= 0xA0 && code <= 0xFF) {
        char bytes[4];
        buf_add(out, bytes, utf8_encode(code, bytes));
    } else if (code >= ' ' && code < 0x7F) {
        buf_putc(out, (char)code);
    }
}

/* A decimal point or comma keeps its number together. */
static bool may_break_after(uint16_t code, uint16_t next)
{
    if (code == '.' || code == ',' || code == ':')
        return !glyph_is_digit(next);
    return code == '/' || code == '_' || code == '=' || code == ';' || code == '(';
}

static size_t word_length(const uint16_t *codes, size_t n)
{
    size_t i = 0;
    while (i < n && codes[i] != ' ' && codes[i] != '\n')
        i++;
    return i;
}

/* TeX itself breaks behind a hyphen. */
static size_t stretch_length(const uint16_t *codes, size_t n)
{
    size_t i = 0;
    while (i + 1 < n && codes[i] != '-' && !may_break_after(codes[i], codes[i + 1]))
        i++;
    return i + 1;
}

static void put_word(struct buf *out, const uint16_t *codes, size_t n)
{
    for (size_t i = 0, len; i < n; i += len) {
        len = stretch_length(codes + i, n - i);
        for (size_t k = 0; k < len; k++) {
            if (len > LONG_WORD && k > 0 && k % SHORT_PART == 0)
                buf_puts(out, "\\allowbreak{}");
            put_glyph(out, codes[i + k]);
        }
        if (i + len < n && codes[i + len - 1] != '-')
            buf_puts(out, "\\allowbreak{}");
    }
}

void latex_put_text_n(struct buf *out, const char *text, size_t max)
{
    struct arena a = { 0 };
    struct glyphs g = pdf_text_encode(&a, text, text == NULL ? 0 : strlen(text), max);
    for (size_t i = 0; i < g.n;) {
        size_t n = word_length(g.codes + i, g.n - i);
        put_word(out, g.codes + i, n);
        i += n;
        if (i < g.n)
            buf_putc(out, ' ');
        while (i < g.n && g.codes[i] == ' ')
            i++;
    }
    arena_release(&a);
}

void latex_put_text(struct buf *out, const char *text)
{
    latex_put_text_n(out, text, LATEX_TEXT_MAX);
}

void latex_put_lines(struct buf *out, const char *text)
{
    struct arena a = { 0 };
    struct glyphs g = pdf_text_encode_lines(&a, text, strlen(text), LATEX_LINES_MAX);
    for (size_t i = 0; i < g.n; i++) {
        buf_puts(out, "\\RbLine{");
        while (i < g.n && g.codes[i] != '\n') {
            size_t n = word_length(g.codes + i, g.n - i);
            put_word(out, g.codes + i, n);
            i += n;
            for (; i < g.n && g.codes[i] == ' '; i++)
                buf_puts(out, "\\ "); /* each blank counts, and a line may end there */
        }
        buf_puts(out, "}\n");
    }
    arena_release(&a);
}

void latex_put_label(struct buf *out, const char *text)
{
    size_t n = 0;
    bool gap = false;
    for (const char *p = text; *p != '\0' && n < LABEL_MAX; p++) {
        if (!is_alnum(*p)) {
            gap = n > 0;
            continue;
        }
        if (gap)
            buf_putc(out, '-');
        buf_putc(out, to_lower(*p));
        gap = false;
        n++;
    }
    if (n == 0)
        buf_putc(out, 'x');
}
