/*
 * drawing_svg.c - elements of an SVG, each with its state.
 *
 * SVG's y axis points down.  A clip is a group that ends where the state is restored.
 */
#include "reports/pdf/pdf_canvas_internal.h"

#include <string.h>

#include "src/base/number.h"

static struct buf *content(struct pdf_canvas *c)
{
    return &canvas_page(c)->content;
}

static double flipped(const struct pdf_canvas *c, double y)
{
    return c->height - y;
}

static void put_svg_number(struct buf *out, double v)
{
    char text[32];
    buf_add(out, text, number_put_fixed(text, v, 3));
}

static void put_attribute(struct buf *out, const char *name, double v)
{
    buf_printf(out, " %s=\"", name);
    put_svg_number(out, v);
    buf_putc(out, '"');
}

static void put_colour(struct buf *out, const char *name, struct rgb colour)
{
    buf_printf(out, " %s=\"#%02x%02x%02x\"", name, (unsigned)lround(colour.r * 255),
               (unsigned)lround(colour.g * 255), (unsigned)lround(colour.b * 255));
}

static void put_character(struct buf *out, uint32_t u)
{
    if (u == '&')
        buf_puts(out, "&amp;");
    else if (u == '<')
        buf_puts(out, "&lt;");
    else if (u == '>')
        buf_puts(out, "&gt;");
    else if (u >= 0x20 && u < 0x7F)
        buf_putc(out, (char)u);
    else
        buf_printf(out, "&#%u;", (unsigned)u);
}

/* What XML has no place for becomes a question mark. */
static void put_text(struct pdf_canvas *c, struct buf *out, const char *s)
{
    struct glyphs g = pdf_text_encode(&c->scratch, s, strlen(s), strlen(s));
    for (size_t i = 0; i < g.n; i++)
        put_character(out, glyph_unicode(g.codes[i]));
    arena_reset(&c->scratch);
}

static void begin(struct pdf_canvas *c, double width, double height)
{
    struct buf *out = content(c);
    c->height = height;
    buf_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
    buf_puts(out, " width=\"");
    put_svg_number(out, width);
    buf_puts(out, "pt\" height=\"");
    put_svg_number(out, height);
    buf_puts(out, "pt\" viewBox=\"0 0 ");
    put_svg_number(out, width);
    buf_putc(out, ' ');
    put_svg_number(out, height);
    buf_puts(out, SVG_MARK);
    put_text(c, out, c->title);
    buf_puts(out, "</title>\n<desc>");
    put_text(c, out, c->subject);
    buf_puts(out, "</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

static void save(struct pdf_canvas *c)
{
    (void)c;
}

static void restore(struct pdf_canvas *c)
{
    for (int i = 0; i < c->state[c->depth].n_clips; i++)
        buf_puts(content(c), "</g>\n");
    c->state[c->depth].n_clips = 0;
}

static void put_rect(struct pdf_canvas *c, double x, double y, double width, double height)
{
    struct buf *out = content(c);
    buf_puts(out, "<rect");
    put_attribute(out, "x", fmin(x, x + width));
    put_attribute(out, "y", flipped(c, fmax(y, y + height)));
    put_attribute(out, "width", fabs(width));
    put_attribute(out, "height", fabs(height));
}

static void clip(struct pdf_canvas *c, double x, double y, double width, double height)
{
    int id = ++c->n_clip_paths;
    buf_printf(content(c), "<clipPath id=\"c%d\">", id);
    put_rect(c, x, y, width, height);
    buf_printf(content(c), "/></clipPath>\n<g clip-path=\"url(#c%d)\">\n", id);
    c->state[c->depth].n_clips++;
}

static void stroke(struct pdf_canvas *c, const struct gstate *next)
{
    (void)c;
    (void)next;
}

static void fill(struct pdf_canvas *c, struct rgb colour)
{
    (void)c;
    (void)colour;
}

static void opacity(struct pdf_canvas *c, int fill_percent, int stroke_percent)
{
    (void)c;
    (void)fill_percent;
    (void)stroke_percent;
}

static void put_fill(struct pdf_canvas *c)
{
    const struct gstate *s = &c->state[c->depth];
    put_colour(content(c), "fill", s->fill);
    if (s->fill_opacity < 1)
        put_attribute(content(c), "fill-opacity", s->fill_opacity);
}

static void put_stroke(struct pdf_canvas *c)
{
    static const char *const dashes[PDF_DASH_COUNT] = {
        [DASH_LONG] = "6 2", [DASH_SHORT] = "3 2", [DASH_DOT] = "1 2", [DASH_DASHDOT] = "6 2 1 2"
    };
    const struct gstate *s = &c->state[c->depth];
    struct buf *out = content(c);
    put_colour(out, "stroke", s->stroke);
    put_attribute(out, "stroke-width", s->has_stroke ? s->width : 1);
    if (s->dash != DASH_SOLID)
        buf_printf(out, " stroke-dasharray=\"%s\"", dashes[(size_t)s->dash % PDF_DASH_COUNT]);
    if (s->stroke_opacity < 1)
        put_attribute(out, "stroke-opacity", s->stroke_opacity);
}

static void put_paint(struct pdf_canvas *c, unsigned paint)
{
    if ((paint & PAINT_FILL) != 0)
        put_fill(c);
    else
        buf_puts(content(c), " fill=\"none\"");
    if ((paint & PAINT_STROKE) != 0)
        put_stroke(c);
    buf_puts(content(c), "/>\n");
}

static void path(struct pdf_canvas *c, const double *xy, size_t n, bool closed, unsigned paint)
{
    struct buf *out = content(c);
    buf_puts(out, "<path d=\"");
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, i == 0 ? 'M' : 'L');
        put_svg_number(out, xy[2 * i]);
        buf_putc(out, ' ');
        put_svg_number(out, flipped(c, xy[2 * i + 1]));
    }
    buf_puts(out, closed ? "Z\"" : "\"");
    put_paint(c, paint);
}

static void rect(struct pdf_canvas *c, double x, double y, double width, double height,
                 unsigned paint)
{
    put_rect(c, x, y, width, height);
    put_paint(c, paint);
}

static void circle(struct pdf_canvas *c, double x, double y, double radius, unsigned paint)
{
    struct buf *out = content(c);
    buf_puts(out, "<circle");
    put_attribute(out, "cx", x);
    put_attribute(out, "cy", flipped(c, y));
    put_attribute(out, "r", fabs(radius));
    put_paint(c, paint);
}

/* Lines without length have round caps: the discs. */
static void dots(struct pdf_canvas *c, const double *xy, size_t n)
{
    struct buf *out = content(c);
    buf_puts(out, "<path stroke-linecap=\"round\" fill=\"none\" d=\"");
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, 'M');
        put_svg_number(out, xy[2 * i]);
        buf_putc(out, ' ');
        put_svg_number(out, flipped(c, xy[2 * i + 1]));
        buf_puts(out, "h0");
    }
    buf_putc(out, '"');
    put_stroke(c);
    buf_puts(out, "/>\n");
}

/* The width is said too, so that a font other than the measured one fits its place. */
static void show(struct pdf_canvas *c, const struct text_style *style, enum pdf_font font,
                 const double at[2], const uint16_t *codes, size_t n)
{
    const double x = at[0], y = at[1];
    static const struct {
        const char *urw, *dejavu, *more;
    } faces[PDF_FONT_COUNT] = {
        [PDF_SANS] = { "Nimbus Sans, Helvetica, Arial, sans-serif",
                       "DejaVu Sans, Verdana, sans-serif", "" },
        [PDF_SANS_BOLD] = { "Nimbus Sans, Helvetica, Arial, sans-serif",
                            "DejaVu Sans, Verdana, sans-serif", " font-weight=\"bold\"" },
        [PDF_SANS_ITALIC] = { "Nimbus Sans, Helvetica, Arial, sans-serif",
                              "DejaVu Sans, Verdana, sans-serif", " font-style=\"italic\"" },
        [PDF_MONO] = { "Nimbus Mono PS, Courier New, monospace", "DejaVu Sans Mono, monospace",
                       "" },
        [PDF_SYMBOL] = { "Standard Symbols PS, Symbol, serif", "Standard Symbols PS, Symbol, serif",
                         "" },
    };
    struct buf *out = content(c);
    double down = flipped(c, y);
    buf_puts(out, "<text xml:space=\"preserve\"");
    put_attribute(out, "x", x);
    put_attribute(out, "y", down);
    if (style->upright) {
        buf_puts(out, " transform=\"rotate(-90 ");
        put_svg_number(out, x);
        buf_putc(out, ' ');
        put_svg_number(out, down);
        buf_puts(out, ")\"");
    }
    buf_printf(out, " font-family=\"%s\"%s", c->truetype ? faces[font].dejavu : faces[font].urw,
               faces[font].more);
    put_attribute(out, "font-size", style->size);
    if (n > 1)
        put_attribute(out, "textLength",
                      glyphs_width(codes, n, pdf_font_widths(c, font), style->size));
    put_fill(c);
    buf_putc(out, '>');
    for (size_t i = 0; i < n; i++)
        put_character(out, glyph_unicode(codes[i]));
    buf_puts(out, "</text>\n");
}

static void finish(struct pdf_canvas *c, struct buf *out)
{
    if (c->n_pages != 1) {
        canvas_fail(c, ERR_INTEGRITY, "finish", "an SVG has one page");
        return;
    }
    restore(c);
    buf_add(out, buf_text(content(c)), content(c)->len);
    buf_puts(out, "</svg>\n");
}

const struct drawing drawing_svg = { begin, save, restore, clip, stroke, fill,  opacity,
                                     path,  rect, circle,  dots, show,   finish };
