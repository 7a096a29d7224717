/*
 * pdf_canvas_internal.h - what the files pdf_canvas*.c share; nobody else includes it.
 */
#ifndef ROLLBOOK_REPORTS_PDF_PDF_CANVAS_INTERNAL_H
#define ROLLBOOK_REPORTS_PDF_PDF_CANVAS_INTERNAL_H

#include <math.h>

#include <hpdf.h>

#include "reports/pdf/drawing.h"
#include "reports/pdf/pdf_canvas.h"
#include "reports/pdf/pdf_content.h"
#include "src/base/buf.h"
#include "src/base/deflate.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

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
    int n_clips;                         /* that were set since the state was saved */
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
    struct buf content; /* what is not deflated yet */
    struct buf packed;  /* a zlib stream of the parts that were left, without its end */
    struct deflated *parts;
    size_t n_parts;
};

struct pdf_canvas {
    HPDF_Doc doc;
    struct err err; /* of the first failed call */
    bool failed;
    const char *call; /* at hand, for messages */
    struct font fonts[PDF_FONT_COUNT];
    uint16_t symbol_widths[256];
    char font_dir[512];
    bool truetype;
    bool plain;
    const struct drawing *drawing;
    const char *title, *subject; /* kept */
    int n_clip_paths;            /* of an SVG, which names them */
    double height;               /* of its page */
    struct canvas_page *pages;
    size_t n_pages;
    size_t at; /* the page drawn on now, when there is one */
    struct deflater *deflater;
    struct gstate state[MAX_SAVES + 1];
    size_t depth;
    struct alpha_state alphas[ALPHA_CACHE];
    size_t n_alphas;
    HPDF_Outline chapter; /* last entry of level 0 */
    struct attached *files;
    size_t n_files;
    struct arena kept;      /* of attached files */
    struct sha256 identity; /* of all but the pages' contents, which come last */
    struct arena scratch;   /* reset after every text call */
};

/* Records the first error. */
void canvas_fail(struct pdf_canvas *c, enum err_code code, const char *what, const char *why);
/*
 * True when drawing may go on: nothing failed, a page is there, every number is usable.
 */
bool canvas_ready(struct pdf_canvas *c, const char *call, const double *values, size_t n);
#define READY(c, call, ...)                                                                        \
    canvas_ready(c, call, (const double[]){ __VA_ARGS__ },                                         \
                 sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

/* Where drawing goes; there is a page. */
static inline struct canvas_page *canvas_page(struct pdf_canvas *c)
{
    return &c->pages[c->at];
}
/* An operator on the page. */
#define OP(c, op, ...) CONTENT_OP(&canvas_page(c)->content, op, __VA_ARGS__)
static inline void canvas_op(struct pdf_canvas *c, const char *op)
{
    content_op(&canvas_page(c)->content, op, NULL, 0);
}

/* What the document says of itself. */
void canvas_set_info(struct pdf_canvas *c, const struct pdf_info *info);
/* A copy as the document's own strings can hold it. */
const char *canvas_ascii(struct arena *a, const char *s);
int canvas_check_fonts(const struct pdf_canvas *c, struct err *err);
/* Loaded when first asked for; NULL once something failed. */
HPDF_Font canvas_font(struct pdf_canvas *c, enum pdf_font which);
/* Enters the attached files into the document; once, at its end. */
void canvas_write_attached(struct pdf_canvas *c);

/* The nearest number on the grid of 1/1000 that libharu's writer gets right. */
static inline HPDF_REAL grid(double v)
{
    return (HPDF_REAL)(round(v * 1000) / 1000 + 0.0);
}

#endif
