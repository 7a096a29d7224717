#include "reports/doc/doc_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/doc/formula.h"
#include "reports/doc/latex_folder.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"

#define HEADING_SIZE 12.0
#define HEADING_ROOM (HEADING_SIZE * LEADING + 10)
#define CAPTION_SIZE 8.5
#define PAIR_SIZE    8.5

struct doc *doc_new(struct pdf_canvas *c, const char *header)
{
    struct doc *d = mem_alloc(sizeof(*d));
    d->c = c;
    d->header = mem_strdup(header);
    pdf_page_add(c, PAGE_WIDTH, PAGE_HEIGHT);
    d->y = TOP_EDGE;
    d->size = BODY_SIZE;
    return d;
}

void doc_free(struct doc *d)
{
    if (d == NULL)
        return;
    for (size_t i = 0; i < d->n_entries; i++)
        free(d->entries[i].title);
    free(d->entries);
    for (size_t i = 0; i < d->n_notes; i++)
        free(d->notes[i]);
    free(d->notes);
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

void doc_new_page(struct doc *d, size_t index)
{
    if (index < pdf_page_count(d->c))
        pdf_page_insert(d->c, index, PAGE_WIDTH, PAGE_HEIGHT);
    else
        pdf_page_add(d->c, PAGE_WIDTH, PAGE_HEIGHT);
    d->y = TOP_EDGE;
    struct text_style style = { PDF_SANS, SMALL_SIZE, rgb_grey(0.4), ALIGN_LEFT, false };
    pdf_text_fit(d->c, &style, LEFT_EDGE, PAGE_HEIGHT - 38, TEXT_WIDTH, d->header);
    pdf_stroke_style(d->c, rgb_grey(0.7), 0.5, DASH_SOLID);
    pdf_line(d->c, LEFT_EDGE, PAGE_HEIGHT - 43, LEFT_EDGE + TEXT_WIDTH, PAGE_HEIGHT - 43);
}

static void next_page(struct doc *d)
{
    doc_new_page(d, pdf_page_count(d->c));
}

void doc_page_break(struct doc *d)
{
    if (d->latex != NULL)
        latex_page_break(d->latex);
    if (d->y < TOP_EDGE)
        next_page(d);
}

void doc_set_latex(struct doc *d, struct latex_folder *folder, const struct pdf_info *info)
{
    d->latex = folder;
    d->latex_info = info;
}

void doc_need(struct doc *d, double height)
{
    double heading = d->heading != NULL ? HEADING_ROOM : 0;
    if (room(d) < height + heading && d->y < TOP_EDGE)
        next_page(d);
    if (d->heading != NULL) {
        struct text_style style = { PDF_SANS_BOLD, HEADING_SIZE, RGB_BLACK, ALIGN_LEFT, false };
        if (d->y < TOP_EDGE)
            d->y -= 8;
        doc_enter(d, 0, d->heading);
        pdf_text_fit(d->c, &style, LEFT_EDGE, d->y - HEADING_SIZE, TEXT_WIDTH, d->heading);
        d->y -= HEADING_SIZE * LEADING + 2;
        free(d->heading);
        d->heading = NULL;
    }
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
    size_t most = style->most > 0 ? style->most : MAX_PARAGRAPH;
    struct glyphs g = pdf_text_encode(&d->arena, text, strlen(text), most);
    const struct glyph_widths *w = pdf_font_widths(c, style->font);
    pdf_text_width(c, PDF_SYMBOL, style->size, " "); /* loads the Symbol widths */
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
    struct doc_text big = { PDF_SANS_BOLD, 18, RGB_BLACK, LEFT_EDGE, TEXT_WIDTH, NULL, MAX_TITLE };
    if (d->latex != NULL)
        latex_title(d->latex, title, subtitle);
    doc_enter(d, 0, title);
    doc_flow(d, &big, title);
    struct doc_text sub = {
        PDF_SANS, 10.5, rgb_grey(0.25), LEFT_EDGE, TEXT_WIDTH, NULL, MAX_TITLE
    };
    doc_flow(d, &sub, subtitle);
    d->y -= 6;
}

static void put_heading(struct doc *d, const char *text)
{
    if (d->heading != NULL)
        doc_need(d, 0);
    d->heading = mem_strdup(text);
}

void doc_heading(struct doc *d, const char *text)
{
    if (d->latex != NULL)
        latex_heading(d->latex, text);
    put_heading(d, text);
}

void doc_answer(struct doc *d, const char *text)
{
    struct doc_text style = { PDF_SANS_BOLD, 13, RGB_BLACK, LEFT_EDGE, TEXT_WIDTH, NULL, 0 };
    if (d->latex != NULL)
        latex_answer(d->latex, text);
    doc_flow(d, &style, text);
    d->y -= 6;
}

void doc_paragraph(struct doc *d, const char *text)
{
    struct doc_text style = { PDF_SANS, d->size, rgb_grey(0.05), LEFT_EDGE, TEXT_WIDTH, NULL, 0 };
    if (d->latex != NULL)
        latex_paragraph(d->latex, text);
    doc_flow(d, &style, text);
    d->y -= 4;
}

/* Formulas are plain text on pages; LaTeX sets them. */
void doc_sentence(struct doc *d, const char *lead, double indent, const char *sentence)
{
    CLEANUP(buf_release) struct buf plain = { 0 };
    struct doc_text style = {
        PDF_SANS, d->size, rgb_grey(0.05), LEFT_EDGE + indent, TEXT_WIDTH - indent, lead, 0
    };
    if (d->latex != NULL)
        latex_sentence(d->latex, lead, indent, sentence);
    formula_put_plain(&plain, sentence);
    doc_need(d, (lead != NULL ? 5 : 2) * d->size * LEADING); /* never the lead alone */
    doc_flow(d, &style, buf_text(&plain));
    d->y -= plain.len == 0 ? d->size * LEADING + 2 : 2;
}

void doc_put_small(struct doc *d, const char *text)
{
    struct doc_text style = {
        PDF_SANS, SMALL_SIZE, rgb_grey(0.25), LEFT_EDGE, TEXT_WIDTH, NULL, 0
    };
    doc_flow(d, &style, text);
    d->y -= 1;
}

void doc_small(struct doc *d, const char *text)
{
    if (d->latex != NULL)
        latex_small(d->latex, text);
    doc_put_small(d, text);
}

void doc_references(struct doc *d, const char *const *texts, size_t n)
{
    CLEANUP(buf_release) struct buf all = { 0 };
    char key[24];
    put_heading(d, "References");
    for (size_t i = 0; i < n; i++) {
        snprintf(key, sizeof(key), "%zu", i + 1);
        if (d->latex != NULL)
            latex_reference(d->latex, key, texts[i]);
        buf_printf(&all, "%s[%s] %s.", i > 0 ? " " : "", key, texts[i]);
    }
    doc_put_small(d, buf_text(&all));
}

void doc_pairs(struct doc *d, const struct doc_pair *pairs, size_t n)
{
    double names = 0, size = fmin(d->size, PAIR_SIZE);
    for (size_t i = 0; i < n; i++)
        names = fmax(names, pdf_text_width(d->c, PDF_SANS_BOLD, size, pairs[i].name));
    names = fmin(names + 10, 0.35 * TEXT_WIDTH);
    struct text_style bold = { PDF_SANS_BOLD, size, rgb_grey(0.2), ALIGN_LEFT, false };
    struct doc_text value = { PDF_SANS,           size, rgb_grey(0.05), LEFT_EDGE + names,
                              TEXT_WIDTH - names, NULL, MAX_PAIR };
    for (size_t i = 0; i < n; i++) {
        const char *text = pairs[i].value;
        if (text == NULL || text[0] == '\0')
            text = "NA (not recorded)";
        if (d->latex != NULL)
            latex_pair(d->latex, pairs[i].name, text);
        doc_need(d, 2 * size * LEADING);
        pdf_text_fit(d->c, &bold, LEFT_EDGE, d->y - size, names - 4, pairs[i].name);
        doc_flow(d, &value, text);
        d->y -= 1;
    }
    d->y -= 4;
}

/* Lines that a caption will take, because a figure keeps together with them. */
static double flow_height(struct doc *d, const struct doc_text *style, const char *text)
{
    struct glyphs g = pdf_text_encode(&d->arena, text, strlen(text), MAX_PARAGRAPH);
    const struct glyph_widths *w = pdf_font_widths(d->c, style->font);
    pdf_text_width(d->c, PDF_SYMBOL, style->size, " ");
    size_t lines = 0, next;
    for (size_t i = 0; i < g.n; i += next, lines++)
        glyphs_line(g.codes + i, g.n - i, w, style->size, style->width, &next);
    arena_reset(&d->arena);
    return (double)lines * style->size * LEADING;
}

double doc_small_height(struct doc *d, const char *text)
{
    struct doc_text style = {
        PDF_SANS, SMALL_SIZE, rgb_grey(0.25), LEFT_EDGE, TEXT_WIDTH, NULL, 0
    };
    return flow_height(d, &style, text) + 1;
}

void doc_enter_numbered(struct doc *d, const char *kind, size_t number, const char *caption)
{
    char title[160];
    size_t len = 0;
    while (caption[len] != '\0' && !((caption[len] == '.' || caption[len] == ':') &&
                                     (caption[len + 1] == ' ' || caption[len + 1] == '\0')))
        len++;
    snprintf(title, sizeof(title), "%s %zu: %.*s", kind, number, (int)(len > 110 ? 110 : len),
             caption);
    doc_enter(d, 1, title);
}

/* The caption of the next figure below d->y, in a column at x. */
static void put_caption(struct doc *d, struct doc_text *style, const char *caption)
{
    char lead[32];
    snprintf(lead, sizeof(lead), "Figure %zu.", d->n_figures);
    style->lead = lead;
    doc_flow(d, style, caption);
}

static const struct doc_text caption_style = { PDF_SANS,  CAPTION_SIZE, { .05, .05, .05 },
                                               LEFT_EDGE, TEXT_WIDTH,   NULL,
                                               0 };

/* Room for a figure on *out_page, and its caption, which may end on a later one. */
static struct box place_figure(struct doc *d, double height, const char *caption, size_t *out_page)
{
    struct doc_text style = caption_style;
    double below = flow_height(d, &style, caption) + style.size * LEADING;
    doc_need(d, fmin(height + 12 + below, TOP_EDGE - BOTTOM_EDGE));
    doc_enter_numbered(d, "Figure", ++d->n_figures, caption);
    d->y -= 4 + height;
    struct box box = { LEFT_EDGE, d->y, TEXT_WIDTH, height };
    *out_page = pdf_page_count(d->c) - 1;
    d->y -= 5;
    put_caption(d, &style, caption);
    d->y -= 10;
    return box;
}

/* Of the figure whose number was given last. */
static void keep_note(struct doc *d, const struct figure_model *m)
{
    d->notes = mem_grow(d->notes, d->n_figures, sizeof(*d->notes));
    while (d->n_notes < d->n_figures)
        d->notes[d->n_notes++] = NULL;
    if (m->caption_rest != NULL && m->caption_rest[0] != '\0')
        d->notes[d->n_figures - 1] = mem_strdup(m->caption_rest);
}

void doc_figure_notes(struct doc *d)
{
    bool any = false;
    for (size_t i = 0; i < d->n_notes; i++) {
        char lead[32];
        if (d->notes[i] == NULL)
            continue;
        if (!any)
            doc_heading(d, "Notes to the figures");
        any = true;
        snprintf(lead, sizeof(lead), "Figure %zu.", i + 1);
        doc_sentence(d, lead, 0, d->notes[i]);
    }
}

static void put_figure(struct doc *d, const struct figure_model *m)
{
    double height = figure_height(d->c, m, FIGURE_TEXT_WIDTH);
    size_t page;
    struct box box = place_figure(d, height, m->caption, &page);
    keep_note(d, m);
    bool is_earlier = page + 1 < pdf_page_count(d->c);
    if (is_earlier)
        pdf_page_select(d->c, page);
    figure_draw(d->c, box, m);
    if (is_earlier)
        pdf_page_select(d->c, pdf_page_count(d->c) - 1);
    if (d->latex != NULL)
        latex_figure(d->latex, m, d->latex_info, FIGURE_TEXT_WIDTH);
}

/* With its caption at a width; a caption's first line is shorter by the figure's number. */
static double column_height(struct doc *d, const struct figure_model *m, double width)
{
    struct doc_text style = caption_style;
    style.width = width;
    return figure_height(d->c, m, width) + flow_height(d, &style, m->caption) +
           2 * style.size * LEADING + 12;
}

static double row_height(struct doc *d, const struct doc_figures *f)
{
    return f->right == NULL ? column_height(d, f->left, FIGURE_TEXT_WIDTH)
                            : fmax(column_height(d, f->left, FIGURE_COLUMN_WIDTH),
                                   column_height(d, f->right, FIGURE_COLUMN_WIDTH));
}

static void put_abreast(struct doc *d, const struct doc_figures *f, double height)
{
    const struct figure_model *models[] = { f->left, f->right };
    struct doc_text style = caption_style;
    style.width = FIGURE_COLUMN_WIDTH;
    doc_need(d, height);
    double top = d->y - 4, end = top;
    for (size_t i = 0; i < 2; i++) {
        double own = figure_height(d->c, models[i], FIGURE_COLUMN_WIDTH);
        style.x = LEFT_EDGE + (double)i * (TEXT_WIDTH - FIGURE_COLUMN_WIDTH);
        d->y = top;
        doc_enter_numbered(d, "Figure", ++d->n_figures, models[i]->caption);
        keep_note(d, models[i]);
        d->y = top - own;
        figure_draw(d->c, (struct box){ style.x, d->y, FIGURE_COLUMN_WIDTH, own }, models[i]);
        d->y -= 5;
        put_caption(d, &style, models[i]->caption);
        end = fmin(end, d->y);
        if (d->latex != NULL)
            latex_figure(d->latex, models[i], d->latex_info, FIGURE_COLUMN_WIDTH);
    }
    d->y = end - 10;
}

static void put_row(struct doc *d, const struct doc_figures *f)
{
    double height = row_height(d, f);
    if (f->right != NULL && height <= TOP_EDGE - BOTTOM_EDGE) {
        put_abreast(d, f, height);
        return;
    }
    put_figure(d, f->left);
    if (f->right != NULL) /* columns do not go on on the next page */
        put_figure(d, f->right);
}

void doc_figures(struct doc *d, struct doc_figures *rows, size_t n)
{
    while (n > 0) {
        double left = room(d) - (d->heading != NULL ? HEADING_ROOM : 0);
        size_t next = 0;
        while (next < n && row_height(d, &rows[next]) > left)
            next++;
        next = next < n ? next : 0;
        put_row(d, &rows[next]);
        for (n--; next < n; next++)
            rows[next] = rows[next + 1];
    }
}

/*
 * Text of fixed pitch, with and without line numbers.  It is drawn in strips, each as high as a
 * line, on a pale ground, so that a listing may break between any two of them.
 */

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

/*
 * Contents are made when all else is there: beside the title where they fit in columns, otherwise
 * on pages of their own, which are put in before the links count pages.
 */

#define ENTRY_LINE       (ENTRY_SIZE * 1.6)
#define ENTRY_LEAST      (ENTRY_SIZE * 1.2)
#define CONTENTS_HEADING 22.0
#define SPACE_ABOVE      14.0
#define ENTRY_GAP        18.0
#define ENTRY_COLUMNS    3 /* on the front page */

void doc_contents(struct doc *d)
{
    if (d->latex != NULL)
        latex_contents(d->latex);
    doc_need(d, 0);
    d->contents_y = d->y;
    d->contents_at = pdf_page_count(d->c);
    doc_new_page(d, d->contents_at);
}

static void draw_entry(struct doc *d, const struct doc_entry *e, double line, double edge,
                       double width)
{
    double indent = e->level > 0 ? 14 : 0, y = d->y - ENTRY_SIZE;
    enum pdf_font font = e->level > 0 ? PDF_SANS : PDF_SANS_BOLD;
    struct text_style left = { font, ENTRY_SIZE, rgb_grey(0.1), ALIGN_LEFT, false };
    struct text_style right = { PDF_SANS, ENTRY_SIZE, rgb_grey(0.1), ALIGN_RIGHT, false };
    double most = width - indent - 40;
    char number[24];
    snprintf(number, sizeof(number), "%zu", e->page + 1);
    pdf_text_fit(d->c, &left, edge + indent, y, most, e->title);
    pdf_text(d->c, &right, edge + width, y, number);
    pdf_link(d->c, (const double[]){ edge, y - 2, width, ENTRY_SIZE + 3 }, e->page, e->y);
    double from = edge + indent + 4 + fmin(most, pdf_text_width(d->c, font, ENTRY_SIZE, e->title));
    double to = edge + width - 16;
    pdf_stroke_style(d->c, rgb_grey(0.75), 0.5, DASH_DOT);
    if (from < to)
        pdf_line(d->c, from, y, to, y);
    d->y -= line;
}

static void draw_beside(struct doc *d, size_t rows, size_t columns)
{
    double width = (TEXT_WIDTH - ENTRY_GAP * (double)(columns - 1)) / (double)columns;
    struct text_style style = { PDF_SANS_BOLD, 12, RGB_BLACK, ALIGN_LEFT, false };
    pdf_page_select(d->c, d->contents_at - 1);
    d->y = d->contents_y - SPACE_ABOVE;
    pdf_text(d->c, &style, LEFT_EDGE, d->y - 12, "Contents");
    double top = d->y - CONTENTS_HEADING;
    for (size_t i = 1; i < d->n_entries; i++) {
        size_t column = (i - 1) / rows;
        if ((i - 1) % rows == 0)
            d->y = top;
        draw_entry(d, &d->entries[i], ENTRY_LEAST, LEFT_EDGE + (double)column * (width + ENTRY_GAP),
                   width);
    }
}

static void draw_contents(struct doc *d)
{
    if (d->contents_at == 0 || d->n_entries < 2 || pdf_canvas_failed(d->c))
        return;
    double left = d->contents_y - BOTTOM_EDGE - CONTENTS_HEADING - SPACE_ABOVE;
    for (size_t columns = 2; columns <= ENTRY_COLUMNS; columns++) {
        size_t rows = (d->n_entries - 1 + columns - 1) / columns;
        if ((double)rows * ENTRY_LEAST <= left) {
            draw_beside(d, rows, columns);
            return;
        }
    }
    /* The last few make lines closer rather than take a page. */
    double room = TOP_EDGE - BOTTOM_EDGE - CONTENTS_HEADING;
    double line = fmax(ENTRY_LEAST, fmin(ENTRY_LINE, room / (double)(d->n_entries - 1)));
    size_t rows = (size_t)floor(room / line + 1e-9);
    size_t pages = (d->n_entries - 1 + rows - 1) / rows;
    for (size_t i = 0; i < d->n_entries; i++)
        d->entries[i].page += d->entries[i].page >= d->contents_at ? pages : 0;
    for (size_t i = 0; i < pages; i++) /* all of them before the first link counts pages */
        doc_new_page(d, d->contents_at + i);
    struct text_style style = { PDF_SANS_BOLD, 12, RGB_BLACK, ALIGN_LEFT, false };
    for (size_t i = 1; i < d->n_entries; i++) {
        if ((i - 1) % rows == 0) {
            pdf_page_select(d->c, d->contents_at + (i - 1) / rows);
            pdf_text(d->c, &style, LEFT_EDGE, TOP_EDGE - 12, "Contents");
            d->y = TOP_EDGE - CONTENTS_HEADING;
        }
        draw_entry(d, &d->entries[i], line, LEFT_EDGE, TEXT_WIDTH);
    }
}

void doc_finish(struct doc *d)
{
    if (d->heading != NULL)
        doc_need(d, 0);
    draw_contents(d);
    size_t pages = pdf_page_count(d->c);
    struct text_style style = { PDF_SANS, SMALL_SIZE, rgb_grey(0.4), ALIGN_CENTRE, false };
    char text[64];
    for (size_t i = 0; i < pages; i++) {
        pdf_page_select(d->c, i);
        snprintf(text, sizeof(text), "%zu / %zu", i + 1, pages);
        pdf_text(d->c, &style, PAGE_WIDTH / 2, 32, text);
    }
}
