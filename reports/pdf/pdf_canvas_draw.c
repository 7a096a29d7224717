/*
 * pdf_canvas_draw.c - graphics state and paths of the canvas.
 */
#include "reports/pdf/pdf_canvas_internal.h"

#include <math.h>

void pdf_save(struct pdf_canvas *c)
{
    if (!canvas_ready(c, "save", NULL, 0))
        return;
    if (c->depth == MAX_SAVES) {
        canvas_fail(c, ERR_INTEGRITY, "save", "nested too deeply");
        return;
    }
    c->state[c->depth + 1] = c->state[c->depth];
    c->depth++;
    canvas_op(c, "q");
}

void pdf_restore(struct pdf_canvas *c)
{
    if (!canvas_ready(c, "restore", NULL, 0))
        return;
    if (c->depth == 0) {
        canvas_fail(c, ERR_INTEGRITY, "restore", "nothing was saved");
        return;
    }
    c->depth--;
    canvas_op(c, "Q");
}

void pdf_clip_rect(struct pdf_canvas *c, double x, double y, double width, double height)
{
    if (!READY(c, "clip", x, y, width, height))
        return;
    OP(c, "re", x, y, width, height);
    canvas_op(c, "W n");
}

static bool same_rgb(struct rgb a, struct rgb b)
{
    return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b) < 1e-9;
}

static void set_dash(struct pdf_canvas *c, enum pdf_dash dash)
{
    static const char *const operators[PDF_DASH_COUNT] = {
        [DASH_SOLID] = "[] 0 d\n",          [DASH_LONG] = "[6 2] 0 d\n",
        [DASH_SHORT] = "[3 2] 0 d\n",       [DASH_DOT] = "[1 2] 0 d\n",
        [DASH_DASHDOT] = "[6 2 1 2] 0 d\n",
    };
    buf_puts(&canvas_page(c)->content, operators[(size_t)dash % PDF_DASH_COUNT]);
}

void pdf_stroke_style(struct pdf_canvas *c, struct rgb colour, double width, enum pdf_dash dash)
{
    if (!READY(c, "stroke style", colour.r, colour.g, colour.b, width, (double)dash))
        return;
    struct gstate *s = &c->state[c->depth];
    if (!s->has_stroke || !same_rgb(s->stroke, colour))
        OP(c, "RG", colour.r, colour.g, colour.b);
    if (!s->has_stroke || fabs(s->width - width) > 1e-9)
        OP(c, "w", width);
    if (!s->has_stroke || s->dash != dash)
        set_dash(c, dash);
    s->stroke = colour;
    s->width = width;
    s->dash = dash;
    s->has_stroke = true;
}

void pdf_fill_colour(struct pdf_canvas *c, struct rgb colour)
{
    if (!READY(c, "fill colour", colour.r, colour.g, colour.b))
        return;
    struct gstate *s = &c->state[c->depth];
    if (!s->has_fill || !same_rgb(s->fill, colour))
        OP(c, "rg", colour.r, colour.g, colour.b);
    s->fill = colour;
    s->has_fill = true;
}

static HPDF_ExtGState alpha_find(struct pdf_canvas *c, int fill, int stroke)
{
    for (size_t i = 0; i < c->n_alphas; i++) {
        if (c->alphas[i].fill == fill && c->alphas[i].stroke == stroke)
            return c->alphas[i].handle;
    }
    if (c->n_alphas == ALPHA_CACHE) {
        canvas_fail(c, ERR_INTEGRITY, "opacity", "too many different opacities");
        return NULL;
    }
    HPDF_ExtGState state = HPDF_CreateExtGState(c->doc);
    if (state == NULL)
        return NULL;
    HPDF_ExtGState_SetAlphaFill(state, grid(fill / 100.0));
    HPDF_ExtGState_SetAlphaStroke(state, grid(stroke / 100.0));
    c->alphas[c->n_alphas++] = (struct alpha_state){ fill, stroke, state };
    return state;
}

void pdf_opacity(struct pdf_canvas *c, double fill, double stroke)
{
    if (!READY(c, "opacity", fill, stroke))
        return;
    if (fill < 0 || fill > 1 || stroke < 0 || stroke > 1) {
        canvas_fail(c, ERR_INTEGRITY, "opacity", "not between 0 and 1");
        return;
    }
    HPDF_ExtGState state = alpha_find(c, (int)lround(fill * 100), (int)lround(stroke * 100));
    if (state != NULL)
        content_resource(&canvas_page(c)->content,
                         HPDF_Page_GetExtGStateName(canvas_page(c)->handle, state), NULL, "gs");
}

void pdf_line(struct pdf_canvas *c, double x0, double y0, double x1, double y1)
{
    pdf_polyline(c, (const double[]){ x0, y0, x1, y1 }, 2);
}

static void trace(struct pdf_canvas *c, const double *xy, size_t n)
{
    struct buf *out = &canvas_page(c)->content;
    content_op(out, "m", xy, 2);
    for (size_t i = 1; i < n; i++)
        content_op(out, "l", xy + 2 * i, 2);
}

void pdf_polyline(struct pdf_canvas *c, const double *xy, size_t n)
{
    if (n < 2 || !canvas_ready(c, "polyline", xy, 2 * n))
        return;
    trace(c, xy, n);
    canvas_op(c, "S");
}

static void paint_path(struct pdf_canvas *c, unsigned paint)
{
    if (paint == (PAINT_FILL | PAINT_STROKE))
        canvas_op(c, "B");
    else if (paint == PAINT_FILL)
        canvas_op(c, "f");
    else
        canvas_op(c, "S");
}

void pdf_polygon(struct pdf_canvas *c, const double *xy, size_t n, unsigned paint)
{
    if (n < 3 || !canvas_ready(c, "polygon", xy, 2 * n))
        return;
    trace(c, xy, n);
    canvas_op(c, "h");
    paint_path(c, paint);
}

void pdf_rect(struct pdf_canvas *c, double x, double y, double width, double height, unsigned paint)
{
    if (!READY(c, "rect", x, y, width, height, (double)paint))
        return;
    OP(c, "re", x, y, width, height);
    paint_path(c, paint);
}

void pdf_circle(struct pdf_canvas *c, double x, double y, double radius, unsigned paint)
{
    if (!READY(c, "circle", x, y, radius, (double)paint))
        return;
    double k = radius * 0.5522847498; /* four Bezier arcs */
    OP(c, "m", x + radius, y);
    OP(c, "c", x + radius, y + k, x + k, y + radius, x, y + radius);
    OP(c, "c", x - k, y + radius, x - radius, y + k, x - radius, y);
    OP(c, "c", x - radius, y - k, x - k, y - radius, x, y - radius);
    OP(c, "c", x + k, y - radius, x + radius, y - k, x + radius, y);
    canvas_op(c, "h");
    paint_path(c, paint);
}

/* A line of no length with round caps is a disc. */
void pdf_dots(struct pdf_canvas *c, const double *xy, size_t n, double radius, struct rgb colour)
{
    pdf_save(c);
    pdf_stroke_style(c, colour, 2 * radius, DASH_SOLID);
    if (canvas_ready(c, "dots", xy, 2 * n)) {
        OP(c, "J", 1);
        for (size_t i = 0; i < n; i++) {
            trace(c, (const double[]){ xy[2 * i], xy[2 * i + 1], xy[2 * i], xy[2 * i + 1] }, 2);
            canvas_op(c, "S");
        }
    }
    pdf_restore(c);
}
