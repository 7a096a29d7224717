/* doc_sentence.c - lines of a sentence, as tall as their formulas. */
#include <math.h>

#include "reports/doc/doc_internal.h"
#include "reports/doc/formula_layout.h"
#include "reports/doc/latex_folder.h"

#define LEAST_ABOVE 0.92 /* of the size, above the baseline; below it LEAST_BELOW */
#define LEAST_BELOW (LEADING - LEAST_ABOVE)
#define AROUND      0.16

/* Index behind the boxes that may not be parted from the first; their width without its gap. */
static size_t chain_end(const struct formula_boxes *b, size_t first, double *out_width)
{
    size_t i = first + 1;
    *out_width = b->items[first].width;
    for (; i < b->n && !b->items[i].may_begin_line; i++)
        *out_width += b->items[i].gap + b->items[i].width;
    return i;
}

/* A line takes its first chain, however long. */
static size_t line_end(const struct formula_boxes *b, size_t first, double width)
{
    double used, more;
    size_t end = chain_end(b, first, &used);
    while (end < b->n) {
        size_t next = chain_end(b, end, &more);
        if (used + b->items[end].gap + more > width)
            break;
        used += b->items[end].gap + more;
        end = next;
    }
    return end;
}

static void draw_line(struct doc *d, const struct formula_boxes *b, size_t first, size_t end,
                      double x)
{
    double above = LEAST_ABOVE * d->size, below = LEAST_BELOW * d->size;
    for (size_t i = first; i < end; i++) {
        above = fmax(above, b->items[i].ascent + AROUND * d->size);
        below = fmax(below, b->items[i].descent + AROUND * d->size);
    }
    doc_need(d, above + below);
    for (size_t i = first; i < end; i++) {
        x += i > first ? b->items[i].gap : 0;
        formula_draw(d->c, &b->items[i], rgb_grey(0.05), x, d->y - above);
        x += b->items[i].width;
    }
    d->y -= above + below;
}

void doc_sentence(struct doc *d, const char *lead, double indent, const char *sentence)
{
    struct text_style bold = { PDF_SANS_BOLD, d->size, rgb_grey(0.05), ALIGN_LEFT, false };
    double x = LEFT_EDGE + indent, width = TEXT_WIDTH - indent, shift = 0;
    if (d->latex != NULL)
        latex_sentence(d->latex, lead, indent, sentence);
    struct formula_boxes b = formula_layout(&d->arena, d->c, d->size, sentence);
    doc_need(d, (lead != NULL ? 5 : 2) * d->size * LEADING); /* never the lead alone */
    if (lead != NULL) {
        shift = pdf_text_width(d->c, PDF_SANS_BOLD, d->size, lead) + 4;
        pdf_text(d->c, &bold, x, d->y - LEAST_ABOVE * d->size, lead);
    }
    for (size_t i = 0, end; i < b.n; i = end) {
        end = line_end(&b, i, width - shift);
        draw_line(d, &b, i, end, x + shift);
        shift = 0;
    }
    if (b.n == 0)
        d->y -= d->size * LEADING;
    d->y -= 2;
    arena_reset(&d->arena);
}
