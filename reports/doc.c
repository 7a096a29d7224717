/*
 * doc.c - the flow of a document.
 */
#include "reports/doc_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADING_SIZE 12.0

struct doc *doc_new(struct pdf_canvas *c, const char *header)
{
    struct doc *d = mem_alloc(sizeof(*d));
    d->c = c;
    d->header = mem_strdup(header);
    pdf_page_add(c, PAGE_WIDTH, PAGE_HEIGHT);
    d->y = TOP_EDGE;
    return d;
}

void doc_free(struct doc *d)
{
    if (d == NULL)
        return;
    for (size_t i = 0; i < d->n_entries; i++)
        free(d->entries[i].title);
    free(d->entries);
    free(d->header);
    free(d->heading);
    arena_release(&d->arena);
    free(d);
}

struct pdf_canvas *doc_canvas(struct doc *d)
{
    return d->c;
}

static double room(const struct doc *d)
{
    return d->y - BOTTOM_EDGE;
}

void doc_page_break(struct doc *d)
{
    pdf_page_add(d->c, PAGE_WIDTH, PAGE_HEIGHT);
    d->y = TOP_EDGE;
    struct text_style style = { PDF_SANS, SMALL_SIZE, rgb_grey(0.4), ALIGN_LEFT, false };
    pdf_text_fit(d->c, &style, LEFT_EDGE, PAGE_HEIGHT - 38, TEXT_WIDTH, d->header);
    pdf_stroke_style(d->c, rgb_grey(0.7), 0.5, DASH_SOLID);
    pdf_line(d->c, LEFT_EDGE, PAGE_HEIGHT - 43, LEFT_EDGE + TEXT_WIDTH, PAGE_HEIGHT - 43);
}

static void draw_heading(struct doc *d)
{
    struct text_style style = { PDF_SANS_BOLD, HEADING_SIZE, RGB_BLACK, ALIGN_LEFT, false };
    if (d->y < TOP_EDGE)
        d->y -= 8;
    doc_enter(d, 0, d->heading);
    pdf_text_fit(d->c, &style, LEFT_EDGE, d->y - HEADING_SIZE, TEXT_WIDTH, d->heading);
    d->y -= HEADING_SIZE * LEADING + 2;
    free(d->heading);
    d->heading = NULL;
}

void doc_need(struct doc *d, double height)
{
    double heading = d->heading != NULL ? HEADING_SIZE * LEADING + 10 : 0;
    if (room(d) < height + heading && d->y < TOP_EDGE)
        doc_page_break(d);
    if (d->heading != NULL)
        draw_heading(d);
}

void doc_space(struct doc *d, double points)
{
    d->y -= points;
}

void doc_enter(struct doc *d, int level, const char *title)
{
    size_t page = pdf_page_count(d->c) - 1;
    if (pdf_canvas_failed(d->c))
        return;
    pdf_outline(d->c, page, d->y, level, title);
    d->entries = mem_grow(d->entries, d->n_entries + 1, sizeof(*d->entries));
    d->entries[d->n_entries++] = (struct doc_entry){ mem_strdup(title), page, d->y, level };
}

void doc_flow(struct doc *d, const struct doc_text *style, const char *text)
{
    struct pdf_canvas *c = d->c;
    double leading = style->size * LEADING;
    struct text_style ink = { style->font, style->size, style->colour, ALIGN_LEFT, false };
    struct glyphs g = pdf_text_encode_lines(&d->arena, text, strlen(text), MAX_PARAGRAPH);
    const struct glyph_widths *w = pdf_font_widths(c, style->font);
    pdf_text_width(c, PDF_SYMBOL, style->size, " "); /* Symbol widths are there from now on */
    double indent = 0;
    doc_need(d, 2 * leading);
    if (style->lead != NULL) {
        struct text_style bold = { PDF_SANS_BOLD, style->size, style->colour, ALIGN_LEFT, false };
        indent = pdf_text_width(c, PDF_SANS_BOLD, style->size, style->lead) + 4;
        pdf_text(c, &bold, style->x, d->y - style->size, style->lead);
    }
    for (size_t i = 0; i < g.n;) {
        size_t next;
        size_t n = glyphs_line(g.codes + i, g.n - i, w, style->size, style->width - indent, &next);
        doc_need(d, leading);
        pdf_glyphs(c, &ink, style->x + indent, d->y - style->size, g.codes + i, n);
        d->y -= leading;
        indent = 0;
        i += next;
    }
    arena_reset(&d->arena);
}

void doc_title(struct doc *d, const char *title, const char *subtitle)
{
    struct doc_text big = { PDF_SANS_BOLD, 18, RGB_BLACK, LEFT_EDGE, TEXT_WIDTH, NULL };
    doc_enter(d, 0, title);
    doc_flow(d, &big, title);
    struct doc_text sub = { PDF_SANS, 10.5, rgb_grey(0.25), LEFT_EDGE, TEXT_WIDTH, NULL };
    doc_flow(d, &sub, subtitle);
    d->y -= 6;
}

void doc_heading(struct doc *d, const char *text)
{
    if (d->heading != NULL)
        doc_need(d, 0);
    d->heading = mem_strdup(text);
}

void doc_paragraph(struct doc *d, const char *text)
{
    struct doc_text style = { PDF_SANS, BODY_SIZE, rgb_grey(0.05), LEFT_EDGE, TEXT_WIDTH, NULL };
    doc_flow(d, &style, text);
    d->y -= 4;
}

void doc_small(struct doc *d, const char *text)
{
    struct doc_text style = { PDF_SANS, SMALL_SIZE, rgb_grey(0.25), LEFT_EDGE, TEXT_WIDTH, NULL };
    doc_flow(d, &style, text);
    d->y -= 1;
}

void doc_code(struct doc *d, const char *text)
{
    double leading = SMALL_SIZE * LEADING;
    struct text_style ink = { PDF_MONO, SMALL_SIZE, rgb_grey(0.1), ALIGN_LEFT, false };
    struct glyphs g = pdf_text_encode_lines(&d->arena, text, strlen(text), MAX_PARAGRAPH);
    const struct glyph_widths *w = pdf_font_widths(d->c, PDF_MONO);
    pdf_text_width(d->c, PDF_SYMBOL, SMALL_SIZE, " ");
    bool first = true;
    for (size_t i = 0; i < g.n;) {
        size_t next;
        double indent = first ? 0 : 12;
        size_t n =
            glyphs_line(g.codes + i, g.n - i, w, SMALL_SIZE, TEXT_WIDTH - 12 - indent, &next);
        doc_need(d, leading);
        pdf_fill_colour(d->c, rgb_grey(0.96));
        pdf_rect(d->c, LEFT_EDGE, d->y - leading, TEXT_WIDTH, leading + 0.2, PAINT_FILL);
        pdf_glyphs(d->c, &ink, LEFT_EDGE + 6 + indent, d->y - SMALL_SIZE - 0.5, g.codes + i, n);
        d->y -= leading;
        i += next;
        first = g.codes[i - 1] == '\n';
    }
    arena_reset(&d->arena);
    d->y -= 3;
}

void doc_pairs(struct doc *d, const struct doc_pair *pairs, size_t n)
{
    double names = 0;
    for (size_t i = 0; i < n; i++)
        names = fmax(names, pdf_text_width(d->c, PDF_SANS_BOLD, 8.5, pairs[i].name));
    names = fmin(names + 10, 0.35 * TEXT_WIDTH);
    struct text_style bold = { PDF_SANS_BOLD, 8.5, rgb_grey(0.2), ALIGN_LEFT, false };
    struct doc_text value = { PDF_SANS,           8.5, rgb_grey(0.05), LEFT_EDGE + names,
                              TEXT_WIDTH - names, NULL };
    for (size_t i = 0; i < n; i++) {
        const char *text = pairs[i].value;
        doc_need(d, 2 * 8.5 * LEADING);
        pdf_text_fit(d->c, &bold, LEFT_EDGE, d->y - 8.5, names - 4, pairs[i].name);
        doc_flow(d, &value, text == NULL || text[0] == '\0' ? "NA (not recorded)" : text);
        d->y -= 1;
    }
    d->y -= 4;
}

/* Lines that a caption will take: figures keep together with theirs. */
static double flow_height(struct doc *d, const struct doc_text *style, const char *text)
{
    struct glyphs g = pdf_text_encode_lines(&d->arena, text, strlen(text), MAX_PARAGRAPH);
    const struct glyph_widths *w = pdf_font_widths(d->c, style->font);
    pdf_text_width(d->c, PDF_SYMBOL, style->size, " ");
    size_t lines = 0, next;
    for (size_t i = 0; i < g.n; i += next, lines++)
        glyphs_line(g.codes + i, g.n - i, w, style->size, style->width, &next);
    arena_reset(&d->arena);
    return (double)(lines + 1) * style->size * LEADING;
}

void doc_enter_numbered(struct doc *d, const char *kind, size_t number, const char *caption)
{
    char title[160];
    const char *end = strstr(caption, ". ");
    size_t len = end == NULL ? strlen(caption) : (size_t)(end - caption);
    if (len > 0 && caption[len - 1] == '.')
        len--;
    snprintf(title, sizeof(title), "%s %zu: %.*s", kind, number, (int)(len > 110 ? 110 : len),
             caption);
    doc_enter(d, 1, title);
}

struct box doc_figure(struct doc *d, double height, const char *caption)
{
    struct doc_text style = { PDF_SANS, 8.5, rgb_grey(0.05), LEFT_EDGE, TEXT_WIDTH, NULL };
    char lead[32];
    doc_need(d, fmin(height + 12 + flow_height(d, &style, caption), TOP_EDGE - BOTTOM_EDGE));
    doc_enter_numbered(d, "Figure", ++d->n_figures, caption);
    snprintf(lead, sizeof(lead), "Figure %zu.", d->n_figures);
    d->y -= 4 + height;
    struct box box = { LEFT_EDGE, d->y, TEXT_WIDTH, height };
    d->y -= 5;
    style.lead = lead;
    doc_flow(d, &style, caption);
    d->y -= 10;
    return box;
}

void doc_contents(struct doc *d, size_t n)
{
    double leading = BODY_SIZE * 1.45;
    double most = floor((TOP_EDGE - BOTTOM_EDGE) / leading);
    d->contents_room = n < (size_t)most ? n : (size_t)most;
    double height = (double)d->contents_room * leading;
    doc_need(d, height);
    d->contents_page = pdf_page_count(d->c) - 1;
    d->contents_y = d->y;
    d->y -= height + 6;
}

static void contents_line(struct doc *d, const struct doc_entry *e, double y)
{
    double indent = e->level > 0 ? 14 : 0;
    struct text_style left = { PDF_SANS, BODY_SIZE, rgb_grey(0.1), ALIGN_LEFT, false };
    struct text_style right = { PDF_SANS, BODY_SIZE, rgb_grey(0.1), ALIGN_RIGHT, false };
    char number[24];
    snprintf(number, sizeof(number), "%zu", e->page + 1);
    pdf_text_fit(d->c, &left, LEFT_EDGE + indent, y, TEXT_WIDTH - indent - 40, e->title);
    pdf_text(d->c, &right, LEFT_EDGE + TEXT_WIDTH, y, number);
    pdf_link(d->c, LEFT_EDGE, y - 2, TEXT_WIDTH, BODY_SIZE + 3, e->page, e->y);
    double from =
        LEFT_EDGE + indent + 4 +
        fmin(TEXT_WIDTH - indent - 40, pdf_text_width(d->c, PDF_SANS, BODY_SIZE, e->title));
    double to = LEFT_EDGE + TEXT_WIDTH - 16;
    pdf_stroke_style(d->c, rgb_grey(0.75), 0.5, DASH_DOT);
    if (from < to)
        pdf_line(d->c, from, y, to, y);
}

void doc_finish(struct doc *d)
{
    doc_need(d, 0);
    size_t pages = pdf_page_count(d->c);
    struct text_style style = { PDF_SANS, SMALL_SIZE, rgb_grey(0.4), ALIGN_CENTRE, false };
    char text[64];
    for (size_t i = 0; i < pages; i++) {
        pdf_page_select(d->c, i);
        snprintf(text, sizeof(text), "%zu / %zu", i + 1, pages);
        pdf_text(d->c, &style, PAGE_WIDTH / 2, 32, text);
    }
    if (d->contents_room == 0)
        return;
    pdf_page_select(d->c, d->contents_page);
    double leading = BODY_SIZE * 1.45;
    for (size_t i = 1; i < d->n_entries && i <= d->contents_room; i++) /* 0 is the title */
        contents_line(d, &d->entries[i], d->contents_y - (double)i * leading + 3);
}
