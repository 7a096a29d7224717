/*
 * figure_draw.c - a figure drawn: its marks, names beside points, then panels with axes and keys.
 */
#include "reports/plot/figure_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/plot/figure_plan.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

#define NAME_DROP    (0.35 * TICK_SIZE)
#define TITLE_BEYOND 6.0 /* the frame, into the margin of every panel */

#define FAR_AWAY      20000.0
#define LEAST_SIZE    6.0
#define LINE_HEIGHT   8.6
#define MAX_NAMES     200
#define MAX_OBSTACLES 4000 /* more leave no room for names */
#define MAX_NAME      90.0 /* points */
#define SCALE_WIDTH   7.0
#define ARROW         3.4

static bool is_place(double a, double b, double c, double d)
{
    return fabs(a) < FAR_AWAY && fabs(b) < FAR_AWAY && fabs(c) < FAR_AWAY && fabs(d) < FAR_AWAY;
}

static double position(const struct fig_mark *k, double v)
{
    return k->scale_hi > k->scale_lo ? (v - k->scale_lo) / (k->scale_hi - k->scale_lo) : 0.5;
}

static double text_size(struct axes *a, const struct fig_mark *k)
{
    double cell = axes_x(a, 1) - axes_x(a, 0), tall = axes_y(a, 1) - axes_y(a, 0), widest = 0;
    for (size_t i = 0; i < k->n; i++)
        widest = fmax(widest, pdf_text_width(a->c, PDF_SANS, 1, k->texts[i]));
    double size = fmin(TICK_SIZE, fmin((cell - 2) / fmax(widest, 0.1), tall - 2));
    return size >= LEAST_SIZE ? size : 0;
}

static void mark_draw_heat(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
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

/* The colour bar of a heat map, right of the frame. */
static void mark_draw_scale(struct axes *a, const struct fig_mark *k)
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

static void mark_draw_notes(struct axes *a, const struct fig_mark *k,
                            const struct mark_place *place)
{
    for (size_t i = 0; i < k->n; i++) {
        double px = axes_x(a, k->x[i]), py = axes_y(a, k->y[i]);
        if (!isfinite(px) || !isfinite(py) || k->texts[i] == NULL)
            continue;
        struct text_style style = { PDF_SANS, TICK_SIZE, k->style.colour, k->align, false };
        double width = pdf_math_width(a->c, style.font, style.size, k->texts[i]);
        /* Moves x so that the text stays within the panel. */
        double before = k->align == ALIGN_LEFT ? 0 : k->align == ALIGN_RIGHT ? width : width / 2;
        double most = place->outer.x + place->outer.width - (width - before);
        px = fmax(fmin(px, most), place->outer.x + before);
        if (k->plain)
            pdf_math(a->c, &style, px, py - 0.35 * TICK_SIZE, k->texts[i]);
        else
            axes_note(a, px, py - 0.35 * TICK_SIZE, k->align, k->style.colour, k->texts[i]);
    }
}

static void obstacle_add(struct obstacles *o, double x, double y)
{
    if (o->n == o->max || !isfinite(x) || !isfinite(y))
        return;
    o->x[o->n] = x;
    o->y[o->n++] = y;
}

static void collect_obstacles(const struct axes *a, const struct fig_panel *p, struct obstacles *o)
{
    for (size_t i = 0; i < p->n_marks; i++) {
        const struct fig_mark *k = p->marks[i];
        for (size_t j = 0; j < k->n && (k->kind == DRAW_POINTS || k->kind == DRAW_LINE); j++)
            obstacle_add(o, axes_x(a, k->x[j]), axes_y(a, k->y[j]));
        for (size_t j = 0; j + 1 < k->n && k->kind == DRAW_LINE; j++) {
            /* Points along the way, because a line is in the way as a whole. */
            double x0 = axes_x(a, k->x[j]), y0 = axes_y(a, k->y[j]);
            double x1 = axes_x(a, k->x[j + 1]), y1 = axes_y(a, k->y[j + 1]);
            double length = hypot(x1 - x0, y1 - y0);
            for (double t = 0; t < length; t += 4) /* NaN when an end has no place */
                obstacle_add(o, x0 + (x1 - x0) * t / length, y0 + (y1 - y0) * t / length);
        }
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

static void mark_draw_names(struct axes *a, const struct fig_mark *k,
                            const struct mark_place *place)
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
    point_labels_place(labels, n, &o, k->radius > 0 ? k->radius : 2.4, a->frame);
    for (size_t i = 0; i < n; i++)
        draw_name(a, &labels[i], k->texts[i], k->style.colour);
}

/* Downwards from the first baseline; the last line that fits ends with an ellipsis.  Returns the
 * lines. */
/* Downwards from the place of top, at most as wide. */
static size_t draw_wrapped(struct pdf_canvas *c, const struct text_style *style, struct box top,
                           size_t max_lines, const char *text)
{
    double width = top.width;
    struct arena arena = { 0 };
    struct glyphs g = pdf_text_encode(&arena, text, strlen(text), 2000);
    const struct glyph_widths *w = pdf_font_widths(c, style->font);
    pdf_text_width(c, PDF_SYMBOL, 1, "a"); /* loads the Symbol widths */
    size_t at = 0, line = 0;
    for (; at < g.n && line < max_lines; line++) {
        size_t next = 0, n = glyphs_line(g.codes + at, g.n - at, w, style->size, width, &next);
        uint16_t *codes = g.codes + at;
        if (line + 1 == max_lines && at + next < g.n) {
            n = glyphs_fit(codes, g.n - at, w, style->size, width);
            codes[n++] = GLYPH_ELLIPSIS;
        }
        pdf_glyphs(c, style, top.x, top.y - (double)line * LINE_HEIGHT, codes, n);
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
        struct box top = { b.x + 4, b.y + b.height - 8 - (double)used * LINE_HEIGHT, b.width - 8,
                           0 };
        used += draw_wrapped(c, &style, top, room - used, line);
        text += len + (text[len] == '\n');
        style.font = PDF_SANS;
    }
}

static double bare_x(const struct mark_place *place, double x)
{
    return place->outer.x + x * place->outer.width;
}

static double bare_y(const struct mark_place *place, double y)
{
    return place->outer.y + y;
}

static void mark_draw_frames(struct axes *a, const struct fig_mark *k,
                             const struct mark_place *place)
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

static void mark_draw_arrows(struct axes *a, const struct fig_mark *k,
                             const struct mark_place *place)
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

#define RADIUS 1.9

static double radius_of(const struct fig_mark *k)
{
    return k->radius > 0 ? k->radius : RADIUS;
}

static double opacity_of(const struct fig_mark *k)
{
    return k->opacity > 0 ? k->opacity : 1;
}

static void draw_line(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    struct line_style plain = k->style;
    plain.marker = MARK_NONE;
    pdf_save(a->c);
    pdf_opacity(a->c, opacity_of(k), opacity_of(k));
    if (k->style.width > 0)
        axes_line(a, k->x, k->y, k->n, &plain);
    for (size_t i = 0; i < k->n && k->style.marker != MARK_NONE; i++)
        axes_marker(a, k->x[i], k->y[i], &k->style, radius_of(k));
    pdf_restore(a->c);
}

static void draw_steps(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    axes_steps(a, k->x, k->y, k->n, &k->style);
}

/* A log axis has no lower end of an interval from 0: it is drawn from below the foot. */
static double lower_end(const struct axis *axis, double v)
{
    return axis->scale != AXIS_LINEAR && v <= 0 ? axis->lo / 10 : v;
}

static void draw_band(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    CLEANUP(mem_free_ptr) double *low = mem_array(k->n, sizeof(*low));
    for (size_t i = 0; i < k->n; i++)
        low[i] = lower_end(&a->y, k->low[i]);
    axes_band(a, &(struct axes_area){ k->x, low, k->high, k->n, k->kind == DRAW_STRIP,
                                      k->style.colour, k->opacity > 0 ? k->opacity : 0.15 });
}

/* -1 to 1, the same in every rendering. */
static double jitter(const struct mark_place *place, size_t i)
{
    struct rng r;
    rng_init(&r, 0, RNG_JITTER, place->panel_index, place->mark_index, i);
    return 2 * rng_double(&r) - 1;
}

/* Points without a place are left out; returns how many have one. */
static size_t points_inside(const struct axes *a, const struct fig_mark *k,
                            const struct mark_place *place, double *xy)
{
    size_t n = 0;
    for (size_t i = 0; i < k->n; i++) {
        double y = k->y[i] + (k->jitter > 0 ? k->jitter * jitter(place, i) : 0);
        if (!axes_inside(a, k->x[i], y))
            continue;
        xy[2 * n] = axes_x(a, k->x[i]);
        xy[2 * n++ + 1] = axes_y(a, y);
    }
    return n;
}

static void draw_points(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    CLEANUP(mem_free_ptr) double *xy = mem_array(2 * k->n + 2, sizeof(double));
    size_t n = points_inside(a, k, place, xy);
    bool dots = k->style.marker == MARK_CIRCLE && !k->style.hollow;
    pdf_save(a->c);
    pdf_opacity(a->c, opacity_of(k), opacity_of(k));
    if (dots)
        pdf_dots(a->c, xy, n, radius_of(k), k->style.colour);
    for (size_t i = 0; i < n && !dots; i++)
        axes_marker_at(a->c, xy[2 * i], xy[2 * i + 1], &k->style, radius_of(k));
    pdf_restore(a->c);
}

static void draw_level(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    bool across = k->kind == DRAW_HLINE;
    for (size_t i = 0; i < k->n; i++) {
        double at = across ? k->y[i] : k->x[i];
        double ends[2] = { across ? a->x.lo : k->low[i], across ? a->x.hi : k->high[i] };
        double low[2] = { across ? k->low[i] : a->y.lo, across ? k->low[i] : a->y.lo };
        double high[2] = { across ? k->high[i] : a->y.hi, across ? k->high[i] : a->y.hi };
        if (isfinite(k->low[i]) && isfinite(k->high[i]))
            axes_band(a, &(struct axes_area){ ends, low, high, 2, false, k->style.colour,
                                              k->opacity > 0 ? k->opacity : 0.12 });
        if (k->style.width > 0 && across)
            axes_hline(a, at, &k->style);
        else if (k->style.width > 0)
            axes_vline(a, at, &k->style);
    }
}

static void draw_range(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    for (size_t i = 0; i < k->n; i++) {
        if (k->kind == DRAW_RANGE_X)
            axes_whisker_x(a, k->y[i], lower_end(&a->x, k->low[i]), k->high[i], k->style.colour,
                           k->style.width);
        else
            axes_whisker_y(a, k->x[i], lower_end(&a->y, k->low[i]), k->high[i], k->style.colour,
                           k->style.width);
    }
}

static void paint_rect(struct axes *a, double x0, double y0, double x1, double y1,
                       const struct fig_mark *k)
{
    if (isnan(x0) || isnan(x1) || isnan(y0) || isnan(y1))
        return;
    pdf_fill_colour(a->c, k->style.hollow ? RGB_WHITE : k->style.colour);
    pdf_stroke_style(a->c, k->style.hollow ? k->style.colour : RGB_WHITE, 0.5, DASH_SOLID);
    pdf_rect(a->c, fmin(x0, x1), fmin(y0, y1), fabs(x1 - x0), fabs(y1 - y0),
             PAINT_FILL | PAINT_STROKE);
}

static void draw_bars(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    double half = k->size > 0 ? k->size / 2 : 0.35;
    pdf_save(a->c);
    axes_clip(a);
    pdf_opacity(a->c, opacity_of(k), opacity_of(k));
    for (size_t i = 0; i < k->n; i++) {
        bool along_x = k->kind == DRAW_BARS_X;
        double x0 = along_x ? fmax(k->low[i], a->x.lo) : k->x[i] - half;
        double x1 = along_x ? k->high[i] : k->x[i] + half;
        double y0 = along_x ? k->y[i] - half : fmax(k->low[i], a->y.lo);
        double y1 = along_x ? k->y[i] + half : k->high[i];
        paint_rect(a, axes_x(a, x0), axes_y(a, y0), axes_x(a, x1), axes_y(a, y1), k);
    }
    pdf_restore(a->c);
}

static void draw_boxes(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    double half = k->size > 0 ? k->size / 2 : 0.25;
    struct fig_mark box = *k;
    box.style.hollow = true;
    for (size_t i = 0; i < k->n; i++) {
        const double *v = &k->value[5 * i];
        axes_whisker_x(a, k->y[i], v[0], v[1], k->style.colour, k->style.width);
        axes_whisker_x(a, k->y[i], v[3], v[4], k->style.colour, k->style.width);
        pdf_save(a->c);
        axes_clip(a);
        paint_rect(a, axes_x(a, v[1]), axes_y(a, k->y[i] - half), axes_x(a, v[3]),
                   axes_y(a, k->y[i] + half), &box);
        pdf_restore(a->c);
        struct line_style bold = { k->style.colour, 1.4, DASH_SOLID, MARK_NONE, false };
        axes_line(a, (const double[]){ v[2], v[2] },
                  (const double[]){ k->y[i] - half, k->y[i] + half }, 2, &bold);
    }
}

static const struct {
    void (*draw)(struct axes *a, const struct fig_mark *k, const struct mark_place *place);
} kinds[DRAW_KINDS] = {
    [DRAW_LINE] = { draw_line },          [DRAW_STEPS] = { draw_steps },
    [DRAW_BAND] = { draw_band },          [DRAW_STRIP] = { draw_band },
    [DRAW_POINTS] = { draw_points },      [DRAW_HLINE] = { draw_level },
    [DRAW_VLINE] = { draw_level },        [DRAW_RANGE_X] = { draw_range },
    [DRAW_RANGE_Y] = { draw_range },      [DRAW_BARS_X] = { draw_bars },
    [DRAW_BARS_Y] = { draw_bars },        [DRAW_BOXES_X] = { draw_boxes },
    [DRAW_HEAT] = { mark_draw_heat },     [DRAW_NOTES] = { mark_draw_notes },
    [DRAW_NAMES] = { mark_draw_names },   [DRAW_FRAMES] = { mark_draw_frames },
    [DRAW_ARROWS] = { mark_draw_arrows },
};

static void mark_draw(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    kinds[k->kind].draw(a, k, place);
}

#define DIRECTIONS 12
#define RINGS      4
#define RING_STEP  6.0

static bool overlap(struct box a, struct box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static struct box box_of(const struct point_label *l)
{
    return (struct box){ l->left, l->bottom, l->width, l->height };
}

static bool is_free(const struct point_label *labels, size_t i, const struct obstacles *o,
                    double radius)
{
    struct box own = box_of(&labels[i]);
    for (size_t k = 0; k < i; k++) {
        if (labels[k].placed && overlap(own, box_of(&labels[k])))
            return false;
    }
    for (size_t k = 0; k < o->n; k++) {
        if (overlap(own,
                    (struct box){ o->x[k] - radius, o->y[k] - radius, 2 * radius, 2 * radius }))
            return false;
    }
    return true;
}

static void put_at(struct point_label *l, double angle, double distance)
{
    double dx = cos(angle), dy = sin(angle);
    l->left = l->x + dx * distance + (dx - 1) / 2 * l->width;
    l->bottom = l->y + dy * distance + (dy - 1) / 2 * l->height;
}

void point_labels_place(struct point_label *labels, size_t n, const struct obstacles *o,
                        double radius, struct box frame)
{
    /* A reader looks right first, then above and below, left last. */
    static const int order[DIRECTIONS] = { 0, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 6 };
    for (size_t i = 0; i < n; i++) {
        struct point_label *l = &labels[i];
        l->placed = l->led = false;
        bool shown = isfinite(l->x) && isfinite(l->y) && l->x >= frame.x &&
                     l->x <= frame.x + frame.width && l->y >= frame.y &&
                     l->y <= frame.y + frame.height;
        for (size_t k = 0; shown && k < DIRECTIONS * RINGS && !l->placed; k++) {
            double ring = (double)(k / DIRECTIONS);
            double angle = 3.14159265358979323846 / 6 * order[k % DIRECTIONS];
            put_at(l, angle, radius + 1.5 + ring * RING_STEP);
            l->placed = (l->left >= frame.x && l->bottom >= frame.y &&
                         l->left + l->width <= frame.x + frame.width &&
                         l->bottom + l->height <= frame.y + frame.height) &&
                        is_free(labels, i, o, radius);
            l->led = l->placed && ring > 0;
        }
    }
}

double figure_height(struct pdf_canvas *c, const struct figure_model *m, double width)
{
    struct figure_plan plan;
    figure_plan_make(c, m, width, &plan);
    double height = plan.height;
    figure_plan_release(&plan);
    return height;
}

static void draw_sample(struct pdf_canvas *c, const struct fig_mark *k, double x, double y)
{
    const struct line_style *s = &k->style;
    bool patch = k->kind == DRAW_BARS_X || k->kind == DRAW_BARS_Y || k->kind == DRAW_BAND ||
                 k->kind == DRAW_STRIP;
    if (patch) {
        pdf_save(c);
        pdf_opacity(c, k->opacity > 0 ? k->opacity : k->kind == DRAW_BAND ? 0.15 : 1, 1);
        pdf_fill_colour(c, s->colour);
        pdf_rect(c, x + 6, y - 2.6, 10, 5.2, PAINT_FILL);
        pdf_restore(c);
        return;
    }
    if (k->kind != DRAW_POINTS && s->width > 0) {
        pdf_stroke_style(c, s->colour, s->width, s->dash);
        pdf_line(c, x, y, x + 19, y);
    }
    axes_marker_at(c, x + 9.5, y, s, k->radius > 0 ? fmin(k->radius, 3) : 1.9);
}

/* In rows of a width. */
static void key_draw(struct pdf_canvas *c, const struct figure_key *k, double x, double bottom)
{
    for (size_t i = 0; i < k->n; i++) {
        const struct fig_mark *mark = k->entries[i].mark;
        double px = x + k->x[i], py = bottom + KEY_ROW * (double)(k->rows - 1 - k->row[i]);
        struct text_style style = { PDF_SANS, TICK_SIZE, palette_text(mark->style.colour),
                                    ALIGN_LEFT, false };
        draw_sample(c, mark, px, py + 2.4);
        pdf_text_fit(c, &style, px + 22, py, k->width[i], k->entries[i].name);
    }
}

static bool end_of(const struct fig_mark *k, double *out_y)
{
    if (k->kind == DRAW_HLINE) {
        *out_y = k->y[0];
        return k->n > 0 && isfinite(k->y[0]);
    }
    for (size_t i = k->n; i > 0; i--) {
        if (isfinite(k->y[i - 1]) && isfinite(k->x[i - 1])) {
            *out_y = k->y[i - 1];
            return k->kind == DRAW_LINE || k->kind == DRAW_STEPS || k->kind == DRAW_POINTS;
        }
    }
    return false;
}

static void draw_ends(struct axes *a, const struct panel_plan *q)
{
    struct end_label labels[KEY_MAX];
    size_t n = 0;
    for (size_t i = 0; i < q->key.n; i++) {
        const struct fig_mark *k = q->key.entries[i].mark;
        double y;
        if (!end_of(k, &y))
            continue;
        labels[n++] = (struct end_label){ y, q->key.entries[i].name, k->style.colour,
                                          k->style.marker, k->style.hollow };
    }
    axes_end_labels(a, labels, n, q->right);
}

static const struct text_style name_style = {
    PDF_SANS, TICK_SIZE, { 0.15, 0.15, 0.15 }, ALIGN_RIGHT, false
};

static void draw_rows(struct axes *a, const struct fig_panel *p, const struct panel_plan *q)
{
    double room = q->left - 6 - (q->y.label != NULL ? LABEL_SIZE + 5 : 0);
    struct text_style note = name_style;
    note.align = ALIGN_LEFT;
    for (size_t i = 0; i < p->n_rows; i++) {
        double py = axes_y(a, (double)(p->n_rows - i) - 0.5) - NAME_DROP;
        if (!q->no_rows)
            pdf_text_fit(a->c, &name_style, a->frame.x - 4, py, room, p->rows[i]);
        if (p->row_notes != NULL && p->na == NULL)
            pdf_text(a->c, &note, a->frame.x + a->frame.width + 4, py, p->row_notes[i]);
    }
}

static void draw_columns(struct axes *a, const struct fig_panel *p, const struct panel_plan *q)
{
    double label = q->x.label != NULL ? LABEL_SIZE + 5 : 0;
    struct text_style style = name_style;
    style.align = q->upright_columns ? ALIGN_RIGHT : ALIGN_CENTRE;
    style.upright = q->upright_columns;
    for (size_t i = 0; i < p->n_columns; i++) {
        double px = axes_x(a, (double)i + 0.5);
        if (q->upright_columns)
            pdf_text_fit(a->c, &style, px + NAME_DROP, a->frame.y - 4, q->bottom - label - 5,
                         p->columns[i]);
        else
            pdf_text_fit(a->c, &style, px, a->frame.y - 3 - TICK_SIZE * 0.75,
                         a->frame.width / (double)p->n_columns, p->columns[i]);
    }
}

static void draw_marks(struct axes *a, const struct fig_panel *p, size_t index, struct box outer)
{
    for (size_t i = 0; i < p->n_marks; i++) {
        struct mark_place place = { p, index, i, outer };
        mark_draw(a, p->marks[i], &place);
        if (p->marks[i]->kind == DRAW_HEAT)
            mark_draw_scale(a, p->marks[i]);
    }
}

static void draw_panel(struct pdf_canvas *c, struct box outer, const struct fig_panel *p,
                       const struct panel_plan *q, size_t index)
{
    struct axes a = { .c = c, .frame = outer };
    struct text_style title = { PDF_SANS_BOLD, TICK_SIZE, rgb_grey(0.1), ALIGN_LEFT, false };
    if (p->bare) {
        struct box inner = outer;
        inner.y += q->plot_height - p->height;
        draw_marks(&a, p, index, inner);
        if (p->title != NULL)
            pdf_text_fit(c, &title, outer.x, outer.y + q->plot_height + 4, outer.width, p->title);
        return;
    }
    struct axes_margins margins = { q->left, q->right, q->top, q->bottom };
    axes_begin(&a, c, outer, &q->x, &q->y, &margins);
    draw_rows(&a, p, q);
    draw_columns(&a, p, q);
    double above = a.frame.y + a.frame.height + 4;
    if (p->na != NULL) {
        struct text_style style = { PDF_SANS_BOLD, LABEL_SIZE, rgb_grey(0.25), ALIGN_CENTRE,
                                    false };
        pdf_text(c, &style, a.frame.x + a.frame.width / 2, a.frame.y + a.frame.height / 2 + 8,
                 "NA");
        style.font = PDF_SANS;
        style.size = TICK_SIZE;
        draw_wrapped(c, &style,
                     (struct box){ a.frame.x + a.frame.width / 2,
                                   a.frame.y + a.frame.height / 2 - 3, a.frame.width - 10, 0 },
                     4, p->na);
    } else
        draw_marks(&a, p, index, outer);
    if (q->keyed == KEY_ENDS)
        draw_ends(&a, q);
    if (q->keyed == KEY_TOP) {
        double most = outer.x + outer.width - q->key.extent;
        key_draw(c, &q->key, fmax(outer.x, fmin(a.frame.x, most)), above);
        above += KEY_ROW * (double)q->key.rows;
    }
    if (p->title != NULL)
        pdf_text_fit(c, &title, a.frame.x, above, a.frame.width + TITLE_BEYOND, p->title);
    if (p->corner != NULL && p->na == NULL)
        axes_note(&a, a.frame.x + 3, a.frame.y + a.frame.height - TICK_SIZE - 1, ALIGN_LEFT,
                  rgb_grey(0.15), p->corner);
}

void figure_draw(struct pdf_canvas *c, struct box box, const struct figure_model *m)
{
    struct figure_plan plan;
    figure_plan_make(c, m, box.width, &plan);
    for (size_t i = 0; i < m->n_panels; i++)
        draw_panel(c, figure_plan_box(&plan, i, box), m->panels[i], &plan.panels[i], i);
    if (plan.key.n > 0)
        key_draw(c, &plan.key, box.x, box.y + box.height - KEY_ROW * (double)plan.key.rows + 2);
    figure_plan_release(&plan);
}
