/*
 * pdf_canvas.h - pages, paths and text of a PDF; the only user of libharu.
 *
 * The first error is kept for pdf_canvas_finish, and every call after it does nothing.  A
 * coordinate or colour that is not finite or beyond +-32000 is such an error, which names the call.
 * Numbers are rounded to a grid of 1/1000.
 *
 * Fonts are the Type 1 Nimbus fonts of Debian's fonts-urw-base35, embedded when first used.
 * Coordinates are points from the page's lower left corner.  The same calls give the same bytes;
 * the file's /ID is a hash of them.
 */
#ifndef ROLLBOOK_REPORTS_PDF_PDF_CANVAS_H
#define ROLLBOOK_REPORTS_PDF_PDF_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

#include "reports/pdf/palette.h"
#include "reports/pdf/pdf_text.h"

struct arena;
struct buf;
struct err;
struct pdf_canvas;

enum pdf_font { PDF_SANS, PDF_SANS_BOLD, PDF_SANS_ITALIC, PDF_MONO, PDF_SYMBOL };
#define PDF_FONT_COUNT 5

struct pdf_info {
    const char *title, *author, *subject, *keywords; /* NULL: left out */
    const char *date_utc; /* "2026-01-31T12:34:56Z" of the data's last change; NULL: none.
                             SOURCE_DATE_EPOCH overrides it */
    const char *font_dir; /* NULL: Debian's place of fonts-urw-base35 */
    bool truetype; /* text in DejaVu; else in URW's Type 1 fonts, as Greek and relations always are
                    */
    bool svg;      /* one page as SVG; fonts are named, not embedded; attached files are left out */
    bool plain;    /* uncompressed streams, for tests */
};

/* Which stand near the beginning of the files that finish makes, as PDF and as SVG. */
#define PDF_MARK "/Producer (Rollbook "
#define SVG_MARK "\" stroke-linejoin=\"round\">\n<title>"

/* ERR_USAGE, naming the Debian package, when a font is missing. */
int pdf_canvas_open(const struct pdf_info *info, struct pdf_canvas **out, struct err *err);
void pdf_canvas_close(struct pdf_canvas *c); /* NULL is fine */
/* Appends the file's bytes, or reports the first error. */
int pdf_canvas_finish(struct pdf_canvas *c, struct buf *out, struct err *err);
bool pdf_canvas_failed(const struct pdf_canvas *c);

/* Returns the new page's index; drawing goes on there. */
size_t pdf_page_add(struct pdf_canvas *c, double width, double height);
void pdf_page_select(struct pdf_canvas *c, size_t index);
/* Inserts a page before the one at index and draws there; links and outlines keep their pages. */
void pdf_page_insert(struct pdf_canvas *c, size_t index, double width, double height);
size_t pdf_page_count(const struct pdf_canvas *c);

/* Saves nest to 16. */
void pdf_save(struct pdf_canvas *c);
void pdf_restore(struct pdf_canvas *c);
void pdf_clip_rect(struct pdf_canvas *c, double x, double y, double width, double height);

enum pdf_dash { DASH_SOLID, DASH_LONG, DASH_SHORT, DASH_DOT, DASH_DASHDOT };
#define PDF_DASH_COUNT 5

void pdf_stroke_style(struct pdf_canvas *c, struct rgb colour, double width, enum pdf_dash dash);
void pdf_fill_colour(struct pdf_canvas *c, struct rgb colour);
/* 0 to 1, until the state is restored: call it inside pdf_save. */
void pdf_opacity(struct pdf_canvas *c, double fill, double stroke);

enum pdf_paint { PAINT_FILL = 1, PAINT_STROKE = 2 };

void pdf_line(struct pdf_canvas *c, double x0, double y0, double x1, double y1);
/* xy holds n x, y pairs; fewer than 2 points draw nothing. */
void pdf_polyline(struct pdf_canvas *c, const double *xy, size_t n);
void pdf_polygon(struct pdf_canvas *c, const double *xy, size_t n, unsigned paint);
void pdf_rect(struct pdf_canvas *c, double x, double y, double width, double height,
              unsigned paint);
void pdf_circle(struct pdf_canvas *c, double x, double y, double radius, unsigned paint);
/* n filled circles of one size, in an eighth of the bytes of pdf_circle. */
void pdf_dots(struct pdf_canvas *c, const double *xy, size_t n, double radius, struct rgb colour);

enum pdf_align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };

struct text_style {
    enum pdf_font font;
    double size;
    struct rgb colour;
    enum pdf_align align;
    bool upright; /* reads from bottom to top */
};

const struct glyph_widths *pdf_font_widths(struct pdf_canvas *c, enum pdf_font font);
double pdf_text_width(struct pdf_canvas *c, enum pdf_font font, double size, const char *s);
/* (x, y) is the baseline. */
void pdf_text(struct pdf_canvas *c, const struct text_style *style, double x, double y,
              const char *s);
/* Cut with an ellipsis to width. */
void pdf_text_fit(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                  double width, const char *s);
/* Glyphs of pdf_text_encode. */
void pdf_glyphs(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                const uint16_t *codes, size_t n);

/*
 * Math text of our own labels, never of names from data: "_{...}" subscript, "^{...}" superscript,
 * "*...*" italic.  Unbalanced markup is shown as it stands.
 */
void pdf_math(struct pdf_canvas *c, const struct text_style *style, double x, double y,
              const char *markup);
double pdf_math_width(struct pdf_canvas *c, enum pdf_font font, double size, const char *markup);

/* level is 0 or 1; y is the height on the page. */
void pdf_outline(struct pdf_canvas *c, size_t page, double y, int level, const char *title);
/* box: x, y, width and height. */
void pdf_link(struct pdf_canvas *c, const double box[4], size_t target_page, double target_y);

/* Copies the bytes; names differ within a document. */
void pdf_attach(struct pdf_canvas *c, const char *name, const char *description, const void *data,
                size_t len);

#endif
