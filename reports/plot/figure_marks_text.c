/*
 * figure_marks_text.c - heat maps, notes, names, frames, arrows.
 */
#include "reports/plot/figure_marks_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/plot/point_labels.h"
#include "src/base/mem.h"

#define FAR_AWAY      20000.0
#define LEAST_SIZE    6.0
#define LINE_HEIGHT   8.6
#define MAX_NAMES     200
#define MAX_OBSTACLES 4000 /* more leave no room for a name anyhow */
#define MAX_NAME      90.0 /* points */
#define SCALE_WIDTH   7.0
#define ARROW         3.4

/* A canvas takes positions within its pages alone. */
static bool is_place(double a, double b, double c, double d)
{
    return fabs(a) < FAR_AWAY && fabs(b) < FAR_AWAY && fabs(c) < FAR_AWAY && fabs(d) < FAR_AWAY;
}

/* --- heat --- */

static double position(const struct fig_mark *k, double v)
{
    return k->scale_hi > k->scale_lo ? (v - k->scale_lo) / (k->scale_hi - k->scale_lo) : 0.5;
}

/* The largest size at which every text fits its cell; 0 when none does. */
static double text_size(struct axes *a, const struct fig_mark *k)
{
    double cell = axes_x(a, 1) - axes_x(a, 0), tall = axes_y(a, 1) - axes_y(a, 0), widest = 0;
    for (size_t i = 0; i < k->n; i++)
        widest = fmax(widest, pdf_text_width(a->c, PDF_SANS, 1, k->texts[i]));
    double size = fmin(TICK_SIZE, fmin((cell - 2) / fmax(widest, 0.1), tall - 2));
    return size >= LEAST_SIZE ? size : 0;
}

void mark_draw_heat(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    double size = text_size(a, k);
    for (size_t i = 0; i < k->n; i++) {
        double x = axes_x(a, k->x[i] - 0.5), y = axes_y(a, k->y[i] - 0.5);
        double width = axes_x(a, k->x[i] + 0.5) - x, height = axes_y(a, k->y[i] + 0.5) - y;
        if (!is_place(x, y, width, height))
            continue;
        bool known = isfinite(k->low[i]);
        struct rgb colour = known ? palette_heat(position(k, k->low[i])) : rgb_grey(0.93);
        pdf_fill_colour(a->c, colour);
        pdf_rect(a->c, x + 0.3, y + 0.3, fmax(0.1, width - 0.6), fmax(0.1, height - 0.6),
                 PAINT_FILL);
        struct text_style style = { PDF_SANS, size, palette_on(colour), ALIGN_CENTRE, false };
        if (size > 0)
            pdf_text(a->c, &style, x + width / 2, y + height / 2 - 0.35 * size, k->texts[i]);
    }
}

void mark_draw_scale(struct axes *a, const struct fig_mark *k)
{
    double x = a->frame.x + a->frame.width + 5;
    double height = fmin(a->frame.height, 110), y = a->frame.y + (a->frame.height - height) / 2;
    size_t n = 48;
    for (size_t i = 0; i < n; i++) {
        pdf_fill_colour(a->c, palette_heat(((double)i + 0.5) / (double)n));
        pdf_rect(a->c, x, y + height * (double)i / (double)n, SCALE_WIDTH, height / (double)n + 0.2,
                 PAINT_FILL);
    }
    struct text_style style = { PDF_SANS, TICK_SIZE, rgb_grey(0.15), ALIGN_LEFT, false };
    struct ticks t;
    if (!(k->scale_hi > k->scale_lo))
        return;
    ticks_make(AXIS_LINEAR, k->scale_lo, k->scale_hi, height < 40 ? 2 : 5, TICKS_PLAIN, &t);
    for (size_t i = 0; i < t.n; i++) {
        double py = y + height * position(k, t.major[i].value);
        pdf_stroke_style(a->c, rgb_grey(0.25), 0.5, DASH_SOLID);
        pdf_line(a->c, x + SCALE_WIDTH, py, x + SCALE_WIDTH + 2, py);
        pdf_math(a->c, &style, x + SCALE_WIDTH + 3.5, py - 0.35 * TICK_SIZE, t.major[i].label);
    }
}

/* --- notes and names --- */

/* Where a text begins, ends or has its middle so that it stays within the panel. */
static double hold_within(const struct box *outer, double x, double width, enum pdf_align align)
{
    double before = align == ALIGN_LEFT ? 0 : align == ALIGN_RIGHT ? width : width / 2;
    double most = outer->x + outer->width - (width - before);
    return fmax(fmin(x, most), outer->x + before);
}

void mark_draw_notes(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    for (size_t i = 0; i < k->n; i++) {
        double px = axes_x(a, k->x[i]), py = axes_y(a, k->y[i]);
        if (!isfinite(px) || !isfinite(py) || k->texts[i] == NULL)
            continue;
        struct text_style style = { PDF_SANS, TICK_SIZE, k->style.colour, k->align, false };
        double width = pdf_math_width(a->c, style.font, style.size, k->texts[i]);
        px = hold_within(&place->outer, px, width, k->align);
        if (k->plain)
            pdf_math(a->c, &style, px, py - 0.35 * TICK_SIZE, k->texts[i]);
        else
            axes_note(a, px, py - 0.35 * TICK_SIZE, k->align, k->style.colour, k->texts[i]);
    }
}

struct obstacles {
    double *x, *y; /* page points */
    size_t n, max;
};

static void obstacle_add(struct obstacles *o, double x, double y)
{
    if (o->n == o->max || !isfinite(x) || !isfinite(y))
        return;
    o->x[o->n] = x;
    o->y[o->n++] = y;
}

/* Points every few points of the way: a line is in the way as a whole. */
static void obstacle_line(struct obstacles *o, const struct axes *a, const struct fig_mark *k,
                          size_t from)
{
    double x0 = axes_x(a, k->x[from]), y0 = axes_y(a, k->y[from]);
    double x1 = axes_x(a, k->x[from + 1]), y1 = axes_y(a, k->y[from + 1]);
    double length = hypot(x1 - x0, y1 - y0);
    for (double t = 0; t < length; t += 4) /* nothing when an end has no place */
        obstacle_add(o, x0 + (x1 - x0) * t / length, y0 + (y1 - y0) * t / length);
}

static void collect_obstacles(const struct axes *a, const struct fig_panel *p, struct obstacles *o)
{
    for (size_t i = 0; i < p->n_marks; i++) {
        const struct fig_mark *k = p->marks[i];
        for (size_t j = 0; j < k->n && (k->kind == DRAW_POINTS || k->kind == DRAW_LINE); j++)
            obstacle_add(o, axes_x(a, k->x[j]), axes_y(a, k->y[j]));
        for (size_t j = 0; j + 1 < k->n && k->kind == DRAW_LINE; j++)
            obstacle_line(o, a, k, j);
    }
}

static void draw_name(struct axes *a, const struct point_label *l, const char *text,
                      struct rgb colour)
{
    if (!l->placed)
        return;
    if (l->led) {
        double x = fmin(fmax(l->x, l->left), l->left + l->width);
        double y = fmin(fmax(l->y, l->bottom), l->bottom + l->height);
        pdf_stroke_style(a->c, rgb_mix(colour, RGB_WHITE, 0.5), 0.5, DASH_SOLID);
        pdf_line(a->c, l->x, l->y, x, y);
    }
    struct text_style style = { PDF_SANS, TICK_SIZE, palette_text(colour), ALIGN_LEFT, false };
    pdf_text_fit(a->c, &style, l->left, l->bottom + 0.2 * TICK_SIZE, l->width + 0.1, text);
}

void mark_draw_names(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    struct point_label labels[MAX_NAMES];
    size_t n = k->n < MAX_NAMES ? k->n : MAX_NAMES;
    CLEANUP(mem_free_ptr) double *x = mem_array(MAX_OBSTACLES, sizeof(*x));
    CLEANUP(mem_free_ptr) double *y = mem_array(MAX_OBSTACLES, sizeof(*y));
    struct obstacles o = { x, y, 0, MAX_OBSTACLES };
    for (size_t i = 0; i < n; i++) {
        double width = pdf_text_width(a->c, PDF_SANS, TICK_SIZE, k->texts[i]);
        labels[i] = (struct point_label){ .x = axes_x(a, k->x[i]),
                                          .y = axes_y(a, k->y[i]),
                                          .width = fmin(width, MAX_NAME),
                                          .height = TICK_SIZE };
    }
    collect_obstacles(a, place->panel, &o);
    point_labels_place(labels, n, x, y, o.n, k->radius > 0 ? k->radius : 2.4, a->frame);
    for (size_t i = 0; i < n; i++)
        draw_name(a, &labels[i], k->texts[i], k->style.colour);
}

/* --- frames and arrows of a bare panel --- */

size_t draw_wrapped(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                    double width, size_t max_lines, const char *text)
{
    struct arena arena = { 0 };
    struct glyphs g = pdf_text_encode(&arena, text, strlen(text), 2000);
    const struct glyph_widths *w = pdf_font_widths(c, style->font);
    pdf_text_width(c, PDF_SYMBOL, 1, "a"); /* loads the widths of Symbol */
    size_t at = 0, line = 0;
    for (; at < g.n && line < max_lines; line++) {
        size_t next = 0, n = glyphs_line(g.codes + at, g.n - at, w, style->size, width, &next);
        uint16_t *codes = g.codes + at;
        if (line + 1 == max_lines && at + next < g.n) {
            n = glyphs_fit(codes, g.n - at, w, style->size, width);
            codes[n++] = GLYPH_ELLIPSIS;
        }
        pdf_glyphs(c, style, x, y - (double)line * LINE_HEIGHT, codes, n);
        at += next;
    }
    arena_release(&arena);
    return line;
}

static void frame_text(struct pdf_canvas *c, struct box b, const char *text)
{
    struct text_style style = { PDF_SANS_BOLD, TICK_SIZE, RGB_BLACK, ALIGN_LEFT, false };
    size_t room = (size_t)fmax(1, floor((b.height - 2) / LINE_HEIGHT)), used = 0;
    while (*text != '\0' && used < room) {
        char line[400];
        size_t len = strcspn(text, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)len, text);
        used += draw_wrapped(c, &style, b.x + 4, b.y + b.height - 8 - (double)used * LINE_HEIGHT,
                             b.width - 8, room - used, line);
        text += len + (text[len] == '\n');
        style.font = PDF_SANS;
    }
}

/* Page points of a place in a bare panel. */
static double bare_x(const struct mark_place *place, double x)
{
    return place->outer.x + x * place->outer.width;
}

static double bare_y(const struct mark_place *place, double y)
{
    return place->outer.y + y;
}

void mark_draw_frames(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    for (size_t i = 0; i < k->n; i++) {
        double width = k->low[i] * place->outer.width, height = k->high[i];
        struct box b = { bare_x(place, k->x[i]) - width / 2, bare_y(place, k->y[i]) - height / 2,
                         width, height };
        if (!is_place(b.x, b.y, width, height))
            continue;
        pdf_fill_colour(a->c, rgb_mix(k->style.colour, RGB_WHITE, 0.92));
        pdf_stroke_style(a->c, k->style.colour, k->style.width, k->style.dash);
        pdf_rect(a->c, b.x, b.y, b.width, b.height, PAINT_FILL | PAINT_STROKE);
        frame_text(a->c, b, k->texts[i]);
    }
}

void mark_draw_arrows(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    for (size_t i = 0; i < k->n; i++) {
        double x0 = bare_x(place, k->x[i]), y0 = bare_y(place, k->y[i]);
        double x1 = bare_x(place, k->low[i]), y1 = bare_y(place, k->high[i]);
        double length = hypot(x1 - x0, y1 - y0);
        if (!(length > 0) || !is_place(x0, y0, x1, y1))
            continue;
        double ux = (x1 - x0) / length, uy = (y1 - y0) / length;
        bool head = !k->style.hollow;
        double back = head ? ARROW : 0;
        pdf_stroke_style(a->c, k->style.colour, k->style.width, k->style.dash);
        pdf_line(a->c, x0, y0, x1 - ux * back, y1 - uy * back);
        if (!head)
            continue;
        pdf_fill_colour(a->c, k->style.colour);
        pdf_polygon(a->c,
                    (const double[]){
                        x1, y1, x1 - ux * ARROW - uy * ARROW / 2, y1 - uy * ARROW + ux * ARROW / 2,
                        x1 - ux * ARROW + uy * ARROW / 2, y1 - uy * ARROW - ux * ARROW / 2 },
                    3, PAINT_FILL);
    }
}
