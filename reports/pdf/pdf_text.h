/*
 * pdf_text.h - from UTF-8 to glyphs of the embedded single-byte fonts (pure).
 *
 * Text is hostile: model output, file names, imported labels.  Glyphs hold only codes the fonts
 * have.  Control characters, bidirectional overrides and invalid bytes become visible escapes
 * (\x1B, U+202E), a character outside WinAnsi and Symbol '?', newline and tab a space.
 */
#ifndef ROLLBOOK_REPORTS_PDF_PDF_TEXT_H
#define ROLLBOOK_REPORTS_PDF_PDF_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* A character code; GLYPH_SYMBOL marks the Symbol font. */
#define GLYPH_SYMBOL 0x100u

static inline bool glyph_is_digit(uint16_t code)
{
    return code >= '0' && code <= '9';
}

struct glyphs {
    uint16_t *codes; /* in the arena */
    size_t n;
};

/* At most max glyphs, ended by an ellipsis: a text of megabytes costs no more than its place. */
struct glyphs pdf_text_encode(struct arena *a, const char *text, size_t len, size_t max);

/* For pre-formatted text: newlines stay as code 10. */
struct glyphs pdf_text_encode_lines(struct arena *a, const char *text, size_t len, size_t max);

uint32_t glyph_unicode(uint16_t code);

/* By code, in thousandths of the size: [0] text font, [1] Symbol. */
struct glyph_widths {
    uint16_t text[256];
    const uint16_t *symbol; /* 256 */
};

double glyphs_width(const uint16_t *codes, size_t n, const struct glyph_widths *w, double size);
/* The widest stretch in which glyphs_line would rather not break. */
double glyphs_widest_word(const uint16_t *codes, size_t n, const struct glyph_widths *w,
                          double size);

/*
 * Length of the next line of codes[0..n), at least 1 when n > 0.  It breaks after spaces; behind
 * hyphens, slashes, commas, semicolons, underscores and equal signs where a space would leave most
 * of the line empty; and inside a word wider than the line.  *out_next skips spaces.
 */
size_t glyphs_line(const uint16_t *codes, size_t n, const struct glyph_widths *w, double size,
                   double width, size_t *out_next);

/* Largest prefix that fits with an ellipsis behind it; n when all fits. */
size_t glyphs_fit(const uint16_t *codes, size_t n, const struct glyph_widths *w, double size,
                  double width);

#define GLYPH_ELLIPSIS 0x85u

#endif
