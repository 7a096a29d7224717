/* pdf_canvas_internal.h - shared by the files pdf_canvas*.c alone. */
#ifndef ROLLBOOK_REPORTS_PDF_PDF_CANVAS_INTERNAL_H
#define ROLLBOOK_REPORTS_PDF_PDF_CANVAS_INTERNAL_H

#include <math.h>

#include <hpdf.h>

#include "reports/pdf/pdf_canvas.h"
#include "src/base/buf.h"
#include "src/base/deflate.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

/* Operators of a page's content stream (PDF 32000-1, annex A).
 *
 * Numbers are rounded to 1/1000 and have no exponent; "-0" is "0".
 */
#define CONTENT_OPERANDS_MOST 8
#define CONTENT_NUMBER_MOST   1e9 /* absolute, of a number */

/* "1 0.5 -3 OP": at most CONTENT_OPERANDS_MOST numbers and 8 characters of op. */
void content_op(struct buf *out, const char *op, const double *numbers, size_t n);
#define CONTENT_OP(out, op, ...)                                                                   \
    content_op(out, op, (const double[]){ __VA_ARGS__ },                                           \
               sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))
/* "/NAME 9.5 OP"; number may be NULL. */
void content_resource(struct buf *out, const char *name, const double *number, const char *op);
/* "(bytes) Tj", escaped. */
void content_show(struct buf *out, const char *bytes, size_t n);

#define MAX_SAVES   16
#define MAX_NUMBER  32000.0
#define ALPHA_CACHE 32

struct font {
    HPDF_Font handle; /* NULL until first used */
    struct glyph_widths widths;
};

struct gstate {
    struct rgb stroke, fill;
    double width;
    enum pdf_dash dash;
    bool has_stroke, has_fill;
    double fill_opacity, stroke_opacity; /* of a new page 1 */
    int n_clips;                         /* since the state was saved */
};

struct alpha_state {
    int fill, stroke; /* percent */
    HPDF_ExtGState handle;
};

struct attached {
    const char *name, *description, *data;
    size_t len;
};

struct canvas_page {
    HPDF_Page handle;
    struct buf content; /* not deflated yet */
    struct buf packed;  /* a zlib stream without its end */
    struct deflated *parts;
    size_t n_parts;
};

struct pdf_canvas {
    HPDF_Doc doc;
    struct err err; /* of the first failed call */
    bool failed;
    const char *call; /* for messages */
    struct font fonts[PDF_FONT_COUNT];
    uint16_t symbol_widths[256];
    char font_dir[512];
    bool truetype;
    bool plain;
    const struct drawing *drawing;
    const char *title, *subject; /* copies */
    int n_clip_paths;
    double height; /* of its page */
    struct canvas_page *pages;
    size_t n_pages;
    size_t at; /* the page at hand, if any */
    struct deflater *deflater;
    struct gstate state[MAX_SAVES + 1];
    size_t depth;
    struct alpha_state alphas[ALPHA_CACHE];
    size_t n_alphas;
    HPDF_Outline chapter; /* last of level 0 */
    struct attached *files;
    size_t n_files;
    struct arena kept;      /* of attached files */
    struct sha256 identity; /* of all but the pages' contents */
    struct arena scratch;   /* reset after every text call */
};

/* Records the first error. */
void canvas_fail(struct pdf_canvas *c, enum err_code code, const char *what, const char *why);
/* Nothing failed, there is a page, and every number is usable. */
bool canvas_ready(struct pdf_canvas *c, const char *call, const double *values, size_t n);
#define READY(c, call, ...)                                                                        \
    canvas_ready(c, call, (const double[]){ __VA_ARGS__ },                                         \
                 sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

/* There has to be a page. */
static inline struct canvas_page *canvas_page(struct pdf_canvas *c)
{
    return &c->pages[c->at];
}
#define OP(c, op, ...) CONTENT_OP(&canvas_page(c)->content, op, __VA_ARGS__)
static inline void canvas_op(struct pdf_canvas *c, const char *op)
{
    content_op(&canvas_page(c)->content, op, NULL, 0);
}

/* A copy in ASCII, as document strings need it. */
const char *canvas_ascii(struct arena *a, const char *s);
int canvas_check_fonts(const struct pdf_canvas *c, struct err *err);
/* Loaded when first asked for; NULL after a failure. */
HPDF_Font canvas_font(struct pdf_canvas *c, enum pdf_font which);
/* Called once, at the document's end. */
void canvas_write_attached(struct pdf_canvas *c);

/* The nearest multiple of 1/1000 that libharu's writer gets right. */
static inline HPDF_REAL grid(double v)
{
    return (HPDF_REAL)(round(v * 1000) / 1000 + 0.0);
}

/* What a page is made of, below pdf_canvas.h: one table of functions for PDF and one
 * for SVG.
 *
 * The canvas has checked every number and keeps the state in c->state[c->depth]; the functions
 * write into the page at hand.
 */
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
    void (*show)(struct pdf_canvas *c, const struct text_style *style, enum pdf_font font,
                 const double at[2], const uint16_t *codes, size_t n);
    void (*finish)(struct pdf_canvas *c,
                   struct buf *out); /* the file; called without a failure only */
};

extern const struct drawing drawing_pdf, drawing_svg;

#endif
