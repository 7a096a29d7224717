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
    c->drawing->save(c);
    c->state[c->depth + 1] = c->state[c->depth];
    c->depth++;
    c->state[c->depth].n_clips = 0;
}

void pdf_restore(struct pdf_canvas *c)
{
    if (!canvas_ready(c, "restore", NULL, 0))
        return;
    if (c->depth == 0) {
        canvas_fail(c, ERR_INTEGRITY, "restore", "nothing was saved");
        return;
    }
    c->drawing->restore(c);
    c->depth--;
}

void pdf_clip_rect(struct pdf_canvas *c, double x, double y, double width, double height)
{
    if (READY(c, "clip", x, y, width, height))
        c->drawing->clip(c, x, y, width, height);
}

void pdf_stroke_style(struct pdf_canvas *c, struct rgb colour, double width, enum pdf_dash dash)
{
    if (!READY(c, "stroke style", colour.r, colour.g, colour.b, width, (double)dash))
        return;
    struct gstate next = c->state[c->depth];
    next.stroke = colour;
    next.width = width;
    next.dash = dash;
    next.has_stroke = true;
    c->drawing->stroke(c, &next);
    c->state[c->depth] = next;
}

void pdf_fill_colour(struct pdf_canvas *c, struct rgb colour)
{
    if (!READY(c, "fill colour", colour.r, colour.g, colour.b))
        return;
    struct gstate *s = &c->state[c->depth];
    c->drawing->fill(c, colour);
    s->fill = colour;
    s->has_fill = true;
}

void pdf_opacity(struct pdf_canvas *c, double fill, double stroke)
{
    if (!READY(c, "opacity", fill, stroke))
        return;
    if (fill < 0 || fill > 1 || stroke < 0 || stroke > 1) {
        canvas_fail(c, ERR_INTEGRITY, "opacity", "not between 0 and 1");
        return;
    }
    c->state[c->depth].fill_opacity = fill;
    c->state[c->depth].stroke_opacity = stroke;
    c->drawing->opacity(c, (int)lround(fill * 100), (int)lround(stroke * 100));
}

void pdf_line(struct pdf_canvas *c, double x0, double y0, double x1, double y1)
{
    pdf_polyline(c, (const double[]){ x0, y0, x1, y1 }, 2);
}

void pdf_polyline(struct pdf_canvas *c, const double *xy, size_t n)
{
    if (n >= 2 && canvas_ready(c, "polyline", xy, 2 * n))
        c->drawing->path(c, xy, n, false, PAINT_STROKE);
}

void pdf_polygon(struct pdf_canvas *c, const double *xy, size_t n, unsigned paint)
{
    if (n >= 3 && canvas_ready(c, "polygon", xy, 2 * n))
        c->drawing->path(c, xy, n, true, paint);
}

void pdf_rect(struct pdf_canvas *c, double x, double y, double width, double height, unsigned paint)
{
    if (READY(c, "rect", x, y, width, height, (double)paint))
        c->drawing->rect(c, x, y, width, height, paint);
}

void pdf_circle(struct pdf_canvas *c, double x, double y, double radius, unsigned paint)
{
    if (READY(c, "circle", x, y, radius, (double)paint))
        c->drawing->circle(c, x, y, radius, paint);
}

void pdf_dots(struct pdf_canvas *c, const double *xy, size_t n, double radius, struct rgb colour)
{
    pdf_save(c);
    pdf_stroke_style(c, colour, 2 * radius, DASH_SOLID);
    if (canvas_ready(c, "dots", xy, 2 * n))
        c->drawing->dots(c, xy, n);
    pdf_restore(c);
}
