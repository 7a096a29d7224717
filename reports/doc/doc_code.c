/*
 * doc_code.c - text of fixed pitch, with and without line numbers.
 */
#include <stdio.h>
#include <string.h>

#include "reports/doc/doc_internal.h"
#include "reports/doc/latex_folder.h"
#include "src/base/buf.h"

#define CODE_LEADING  (SMALL_SIZE * LEADING)
#define HANGING       12.0
#define KEEP_TOGETHER 260.0

struct code_listing {
    struct doc *d;
    const struct glyph_widths *widths;
    double margin;
};

static void put_strip(struct code_listing *c, const uint16_t *codes, size_t n, double indent,
                      size_t number)
{
    struct doc *d = c->d;
    struct text_style ink = { PDF_MONO, SMALL_SIZE, rgb_grey(0.1), ALIGN_LEFT, false };
    struct text_style grey = { PDF_SANS, 6, rgb_grey(0.4), ALIGN_RIGHT, false };
    char text[24];
    doc_need(d, CODE_LEADING);
    double y = d->y - SMALL_SIZE - 0.5;
    pdf_fill_colour(d->c, rgb_grey(0.96));
    pdf_rect(d->c, LEFT_EDGE, d->y - CODE_LEADING, TEXT_WIDTH, CODE_LEADING + 0.2, PAINT_FILL);
    snprintf(text, sizeof(text), "%zu", number);
    if (number > 0)
        pdf_text(d->c, &grey, LEFT_EDGE + c->margin - 2, y, text);
    pdf_glyphs(d->c, &ink, LEFT_EDGE + 6 + c->margin + indent, y, codes, n);
    d->y -= CODE_LEADING;
}

static void put_line(struct code_listing *c, const uint16_t *codes, size_t n, size_t number)
{
    double width = TEXT_WIDTH - 12 - c->margin, indent = 0;
    size_t next = 0, i = 0;
    do {
        size_t len = 0;
        if (i < n)
            len = glyphs_line(codes + i, n - i, c->widths, SMALL_SIZE, width - indent, &next);
        put_strip(c, codes + i, len, indent, i == 0 ? number : 0);
        i += next;
        indent = HANGING;
    } while (i < n);
}

static size_t strip_count(const struct code_listing *c, const struct glyphs *g)
{
    size_t strips = 0;
    for (size_t i = 0; i < g->n;) {
        double width = TEXT_WIDTH - 12 - c->margin;
        size_t end = i, next = 0;
        while (end < g->n && g->codes[end] != '\n')
            end++;
        do {
            if (i < end)
                glyphs_line(g->codes + i, end - i, c->widths, SMALL_SIZE, width, &next);
            i += next;
            next = 0;
            width = TEXT_WIDTH - 12 - c->margin - HANGING;
            strips++;
        } while (i < end);
        i = end + 1;
    }
    return strips;
}

/* A short listing stays on one page, so that it can be copied at once; leading blanks stay. */
static void put_code(struct doc *d, const char *text, bool numbered)
{
    struct code_listing c = { d, pdf_font_widths(d->c, PDF_MONO), numbered ? 22 : 0 };
    struct glyphs g =
        pdf_text_encode_lines(&d->arena, text, strlen(text), numbered ? MAX_LISTING : MAX_COMMAND);
    size_t line = 0;
    pdf_text_width(d->c, PDF_SYMBOL, SMALL_SIZE, " "); /* loads the Symbol widths */
    double height = (double)strip_count(&c, &g) * CODE_LEADING;
    if (!numbered && height < KEEP_TOGETHER)
        doc_need(d, height);
    for (size_t i = 0; i < g.n;) {
        size_t end = i;
        while (end < g.n && g.codes[end] != '\n')
            end++;
        put_line(&c, g.codes + i, end - i, numbered ? ++line : 0);
        i = end + 1;
    }
    arena_reset(&d->arena);
    d->y -= 3;
}

void doc_code(struct doc *d, const char *text)
{
    if (d->latex != NULL)
        latex_code(d->latex, text);
    put_code(d, text, false);
}

static size_t line_count(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; n++) {
        text += strcspn(text, "\n");
        text += *text == '\n' ? 1 : 0;
    }
    return n;
}

/* Bytes of the first `most` lines, bounded by the glyphs of a listing. */
static size_t head_length(const char *text, size_t most)
{
    size_t len = 0;
    for (size_t line = 0; text[len] != '\0' && line < most; line++) {
        size_t n = strcspn(text + len, "\n");
        n += text[len + n] == '\n' ? 1 : 0;
        if (line > 0 && len + n > MAX_LISTING)
            return len;
        len += n;
    }
    len = len < MAX_LISTING ? len : MAX_LISTING;
    while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
        len--;
    return len;
}

void doc_listing(struct doc *d, const char *text, size_t most)
{
    char note[80] = "";
    size_t len = head_length(text, most);
    CLEANUP(mem_free_ptr) char *head = mem_alloc(len + 1);
    memcpy(head, text, len);
    size_t rest = line_count(text) - line_count(head);
    if (d->latex != NULL)
        latex_code(d->latex, head);
    put_code(d, head, true);
    if (rest > 0)
        snprintf(note, sizeof(note), "(%zu more line%s not shown)", rest,
                 rest == 1 ? " is" : "s are");
    else if (text[len] != '\0')
        snprintf(note, sizeof(note), "(%zu more bytes of the line are not shown)",
                 strlen(text + len));
    if (note[0] != '\0')
        doc_small(d, note);
}
