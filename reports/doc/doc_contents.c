/* doc_contents.c - pages of contents, made when all others are there. */
#include <math.h>
#include <stdio.h>

#include "reports/doc/doc_internal.h"
#include "reports/doc/latex_folder.h"

#define LINE         (PRINT_SIZE * 1.6)
#define LEAST_LINE   (PRINT_SIZE * 1.2)
#define HEADING      22.0
#define SPACE_ABOVE  14.0
#define COLUMN_GAP   18.0
#define MOST_COLUMNS 3 /* on the front page */

void doc_contents(struct doc *d)
{
    if (d->latex != NULL)
        latex_contents(d->latex);
    doc_need(d, 0);
    d->contents_y = d->y;
    d->contents_at = pdf_page_count(d->c);
    doc_new_page(d, d->contents_at);
}

static void draw_line(struct doc *d, const struct doc_entry *e, double line, double edge,
                      double width)
{
    double indent = e->level > 0 ? 14 : 0, y = d->y - PRINT_SIZE;
    enum pdf_font font = e->level > 0 ? PDF_SANS : PDF_SANS_BOLD;
    struct text_style left = { font, PRINT_SIZE, rgb_grey(0.1), ALIGN_LEFT, false };
    struct text_style right = { PDF_SANS, PRINT_SIZE, rgb_grey(0.1), ALIGN_RIGHT, false };
    double most = width - indent - 40;
    char number[24];
    snprintf(number, sizeof(number), "%zu", e->page + 1);
    pdf_text_fit(d->c, &left, edge + indent, y, most, e->title);
    pdf_text(d->c, &right, edge + width, y, number);
    pdf_link(d->c, edge, y - 2, width, PRINT_SIZE + 3, e->page, e->y);
    double from = edge + indent + 4 + fmin(most, pdf_text_width(d->c, font, PRINT_SIZE, e->title));
    double to = edge + width - 16;
    pdf_stroke_style(d->c, rgb_grey(0.75), 0.5, DASH_DOT);
    if (from < to)
        pdf_line(d->c, from, y, to, y);
    d->y -= line;
}

static void draw_beside(struct doc *d, size_t rows, size_t columns)
{
    double width = (TEXT_WIDTH - COLUMN_GAP * (double)(columns - 1)) / (double)columns;
    struct text_style style = { PDF_SANS_BOLD, 12, RGB_BLACK, ALIGN_LEFT, false };
    pdf_page_select(d->c, d->contents_at - 1);
    d->y = d->contents_y - SPACE_ABOVE;
    pdf_text(d->c, &style, LEFT_EDGE, d->y - 12, "Contents");
    double top = d->y - HEADING;
    for (size_t i = 1; i < d->n_entries; i++) {
        size_t column = (i - 1) / rows;
        if ((i - 1) % rows == 0)
            d->y = top;
        draw_line(d, &d->entries[i], LEAST_LINE, LEFT_EDGE + (double)column * (width + COLUMN_GAP),
                  width);
    }
}

void doc_draw_contents(struct doc *d)
{
    if (d->contents_at == 0 || d->n_entries < 2 || pdf_canvas_failed(d->c))
        return;
    double left = d->contents_y - BOTTOM_EDGE - HEADING - SPACE_ABOVE;
    for (size_t columns = 2; columns <= MOST_COLUMNS; columns++) {
        size_t rows = (d->n_entries - 1 + columns - 1) / columns;
        if ((double)rows * LEAST_LINE <= left) {
            draw_beside(d, rows, columns);
            return;
        }
    }
    /* The last few make lines closer rather than take a page. */
    double room = TOP_EDGE - BOTTOM_EDGE - HEADING;
    double line = fmax(LEAST_LINE, fmin(LINE, room / (double)(d->n_entries - 1)));
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
            d->y = TOP_EDGE - HEADING;
        }
        draw_line(d, &d->entries[i], line, LEFT_EDGE, TEXT_WIDTH);
    }
}
