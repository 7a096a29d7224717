/*
 * drawing.h - what a page is made of, below pdf_canvas.h: one table of functions for PDF and one
 * for SVG.
 *
 * The canvas has checked every number and keeps the state in c->state[c->depth]; the functions
 * write into the page at hand.
 */
#ifndef ROLLBOOK_REPORTS_PDF_DRAWING_H
#define ROLLBOOK_REPORTS_PDF_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reports/pdf/pdf_canvas.h"

struct buf;
struct gstate;

struct drawing {
    void (*begin)(struct pdf_canvas *c, double width, double height); /* a page */
    /* Called before the state at depth is copied, and before it is dropped. */
    void (*save)(struct pdf_canvas *c);
    void (*restore)(struct pdf_canvas *c);
    void (*clip)(struct pdf_canvas *c, double x, double y, double width, double height);
    /* The state is about to become next. */
    void (*stroke)(struct pdf_canvas *c, const struct gstate *next);
    void (*fill)(struct pdf_canvas *c, struct rgb colour);
    void (*opacity)(struct pdf_canvas *c, int fill_percent, int stroke_percent);
    void (*path)(struct pdf_canvas *c, const double *xy, size_t n, bool closed, unsigned paint);
    void (*rect)(struct pdf_canvas *c, double x, double y, double width, double height,
                 unsigned paint);
    void (*circle)(struct pdf_canvas *c, double x, double y, double radius, unsigned paint);
    void (*dots)(struct pdf_canvas *c, const double *xy, size_t n); /* as wide as the stroke */
    /* Glyphs have one font and stand left to right. */
    void (*show)(struct pdf_canvas *c, const struct text_style *style, enum pdf_font font, double x,
                 double y, const uint16_t *codes, size_t n);
    void (*finish)(struct pdf_canvas *c,
                   struct buf *out); /* the file; called without a failure only */
};

extern const struct drawing drawing_pdf, drawing_svg;

#endif
