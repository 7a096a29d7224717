/*
 * pdf_canvas_text.c - text of the canvas.
 */
#include "reports/pdf/pdf_canvas_internal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/file.h"

#define MAX_RUN       500 /* of one show operator */
#define MAX_TEXT      20000
#define SCRIPT_SIZE   0.70 /* of the size */
#define LEAST_SCRIPT  6.0  /* what print still shows */
#define MAX_MATH_PART 64

const struct glyph_widths *pdf_font_widths(struct pdf_canvas *c, enum pdf_font font)
{
    canvas_font(c, font);
    c->fonts[font].widths.symbol = c->symbol_widths;
    return &c->fonts[font].widths;
}

static void need_symbol(struct pdf_canvas *c, const uint16_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if ((codes[i] & GLYPH_SYMBOL) != 0) {
            canvas_font(c, PDF_SYMBOL);
            return;
        }
    }
}

static double measure(struct pdf_canvas *c, enum pdf_font font, double size, const uint16_t *codes,
                      size_t n)
{
    need_symbol(c, codes, n);
    return glyphs_width(codes, n, pdf_font_widths(c, font), size);
}

static struct glyphs encode(struct pdf_canvas *c, const char *s)
{
    return pdf_text_encode(&c->scratch, s, s == NULL ? 0 : strlen(s), MAX_TEXT);
}

double pdf_text_width(struct pdf_canvas *c, enum pdf_font font, double size, const char *s)
{
    struct glyphs g = encode(c, s);
    double width = measure(c, font, size, g.codes, g.n);
    arena_reset(&c->scratch);
    return width;
}

static void show_run(struct pdf_canvas *c, const struct text_style *style, enum pdf_font font,
                     double x, double y, const uint16_t *codes, size_t n)
{
    if (canvas_font(c, font) != NULL &&
        READY(c, "text", x, y, style->size, (double)font, (double)style->upright))
        c->drawing->show(c, style, font, x, y, codes, n);
}

void pdf_glyphs(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                const uint16_t *codes, size_t n)
{
    if (n == 0 || !READY(c, "glyphs", x, y, style->size))
        return;
    double width = measure(c, style->font, style->size, codes, n);
    double offset = style->align == ALIGN_LEFT    ? 0
                    : style->align == ALIGN_RIGHT ? -width
                                                  : -width / 2;
    pdf_fill_colour(c, style->colour);
    for (size_t i = 0; i < n;) {
        unsigned kind = codes[i] & GLYPH_SYMBOL;
        size_t end = i + 1;
        while (end < n && end - i < MAX_RUN && (codes[end] & GLYPH_SYMBOL) == kind)
            end++;
        enum pdf_font font = kind != 0 ? PDF_SYMBOL : style->font;
        double px = style->upright ? x : x + offset, py = style->upright ? y + offset : y;
        if (fabs(px) < MAX_NUMBER && fabs(py) < MAX_NUMBER) /* else far beyond any page */
            show_run(c, style, font, px, py, codes + i, end - i);
        offset += measure(c, style->font, style->size, codes + i, end - i);
        i = end;
    }
}

void pdf_text(struct pdf_canvas *c, const struct text_style *style, double x, double y,
              const char *s)
{
    struct glyphs g = encode(c, s);
    pdf_glyphs(c, style, x, y, g.codes, g.n);
    arena_reset(&c->scratch);
}

void pdf_text_fit(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                  double width, const char *s)
{
    struct glyphs g = encode(c, s);
    need_symbol(c, g.codes, g.n);
    size_t n = glyphs_fit(g.codes, g.n, pdf_font_widths(c, style->font), style->size, width);
    if (n < g.n)
        g.codes[n++] = GLYPH_ELLIPSIS;
    pdf_glyphs(c, style, x, y, g.codes, n);
    arena_reset(&c->scratch);
}

struct math_part {
    const char *text;
    size_t len;
    bool italic;
    int level; /* -1 subscript, 1 superscript */
};

/* Length up to the closing brace of the script at s, or 0. */
static size_t script_length(const char *s)
{
    if ((s[0] != '_' && s[0] != '^') || s[1] != '{')
        return 0;
    const char *end = strchr(s + 2, '}');
    return end == NULL ? 0 : (size_t)(end - s) - 2;
}

static size_t math_split(const char *s, struct math_part parts[MAX_MATH_PART])
{
    size_t n = 0;
    bool italic = false;
    while (*s != '\0' && n < MAX_MATH_PART) {
        size_t script = script_length(s);
        if (script > 0) {
            parts[n++] = (struct math_part){ s + 2, script, italic, s[0] == '_' ? -1 : 1 };
            s += script + 3;
        } else if (*s == '*' && (italic || strchr(s + 1, '*') != NULL)) {
            italic = !italic;
            s++;
        } else {
            size_t len = 1;
            while (s[len] != '\0' && s[len] != '*' && script_length(s + len) == 0)
                len++;
            parts[n++] = (struct math_part){ s, len, italic, 0 };
            s += len;
        }
    }
    return n;
}

/* style NULL only measures. */
static double math_walk(struct pdf_canvas *c, enum pdf_font font, double size,
                        const struct text_style *style, double x, double y, const char *markup)
{
    struct math_part parts[MAX_MATH_PART];
    size_t n = math_split(markup, parts);
    double offset = 0;
    for (size_t i = 0; i < n; i++) {
        struct glyphs g = pdf_text_encode(&c->scratch, parts[i].text, parts[i].len, MAX_TEXT);
        enum pdf_font f = parts[i].italic ? PDF_SANS_ITALIC : font;
        double part_size =
            parts[i].level == 0 ? size : fmax(size * SCRIPT_SIZE, fmin(size, LEAST_SCRIPT));
        double rise = parts[i].level > 0 ? 0.35 * size : parts[i].level < 0 ? -0.18 * size : 0;
        if (style != NULL) {
            struct text_style part_style = *style;
            part_style.font = f;
            part_style.size = part_size;
            part_style.align = ALIGN_LEFT;
            double px = style->upright ? x - rise : x + offset;
            double py = style->upright ? y + offset : y + rise;
            pdf_glyphs(c, &part_style, px, py, g.codes, g.n);
        }
        offset += measure(c, f, part_size, g.codes, g.n);
    }
    arena_reset(&c->scratch);
    return offset;
}

double pdf_math_width(struct pdf_canvas *c, enum pdf_font font, double size, const char *markup)
{
    return math_walk(c, font, size, NULL, 0, 0, markup);
}

void pdf_math(struct pdf_canvas *c, const struct text_style *style, double x, double y,
              const char *markup)
{
    double width = pdf_math_width(c, style->font, style->size, markup);
    double offset = style->align == ALIGN_LEFT    ? 0
                    : style->align == ALIGN_RIGHT ? -width
                                                  : -width / 2;
    if (style->upright)
        y += offset;
    else
        x += offset;
    math_walk(c, style->font, style->size, style, x, y, markup);
}
