#include "reports/plot/axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

#define TICK_LENGTH 3.0
#define LEAST_SIZE  6.0
#define FAR_AWAY    20000.0 /* beyond any page; the canvas refuses more than 32000 */
#define CAP_HEIGHT  0.71    /* of the size */
#define LABEL_GAP   3.0

struct line_style axes_series_style(size_t i)
{
    static const enum pdf_dash dashes[PALETTE_LINES] = { DASH_SOLID, DASH_LONG, DASH_SHORT,
                                                         DASH_DASHDOT, DASH_DOT };
    static const enum marker markers[PALETTE_LINES] = { MARK_CIRCLE, MARK_SQUARE, MARK_TRIANGLE,
                                                        MARK_DIAMOND, MARK_CROSS };
    size_t k = i % PALETTE_LINES, round = i / PALETTE_LINES;
    return (struct line_style){ palette_line(k), 1.2, dashes[(k + 2 * round) % PALETTE_LINES],
                                markers[k], round % 2 == 1 };
}

static double clamp_far(double v)
{
    return fmin(fmax(v, -FAR_AWAY), FAR_AWAY);
}

double axes_x(const struct axes *a, double v)
{
    double t = axis_position(a->x.scale, a->x.lo, a->x.hi, v);
    return isnan(t) ? t : clamp_far(a->frame.x + t * a->frame.width);
}

double axes_y(const struct axes *a, double v)
{
    double t = axis_position(a->y.scale, a->y.lo, a->y.hi, v);
    return isnan(t) ? t : clamp_far(a->frame.y + t * a->frame.height);
}

bool axes_inside(const struct axes *a, double x, double y)
{
    double px = axes_x(a, x), py = axes_y(a, y), e = 1e-6;
    return px >= a->frame.x - e && px <= a->frame.x + a->frame.width + e && py >= a->frame.y - e &&
           py <= a->frame.y + a->frame.height + e;
}

static const struct text_style tick_style = {
    PDF_SANS, TICK_SIZE, { 0.15, 0.15, 0.15 }, ALIGN_CENTRE, false
};

static size_t labels_for(double points, double per_label)
{
    double n = floor(points / per_label);
    return n < 2 ? 2 : n > 12 ? 12 : (size_t)n;
}

static double widest_label(struct pdf_canvas *c, const struct ticks *t)
{
    double widest = 0;
    for (size_t i = 0; i < t->n; i++)
        widest = fmax(widest, pdf_math_width(c, PDF_SANS, TICK_SIZE, t->major[i].label));
    return widest;
}

static double left_margin(struct pdf_canvas *c, const struct axis *y, const struct ticks *t)
{
    double width = 2;
    if (!y->no_tick_labels && !y->no_ticks)
        width += widest_label(c, t) + TICK_LENGTH + 2;
    if (y->label != NULL)
        width += LABEL_SIZE + 5;
    return width;
}

double axes_bottom_margin(const struct axis *x)
{
    double height = 2;
    if (!x->no_tick_labels && !x->no_ticks)
        height += TICK_SIZE + TICK_LENGTH + 1;
    if (x->label != NULL)
        height += LABEL_SIZE + 4;
    return height;
}

double axes_left_margin(struct pdf_canvas *c, const struct axis *y, double height)
{
    struct ticks t;
    struct axis fixed = *y;
    axis_range_fix(fixed.scale, &fixed.lo, &fixed.hi);
    ticks_make(fixed.scale, fixed.lo, fixed.hi, labels_for(height, 17), fixed.numbers, &t);
    return left_margin(c, &fixed, &t);
}

static void draw_grid(struct axes *a)
{
    struct pdf_canvas *c = a->c;
    struct box f = a->frame;
    pdf_stroke_style(c, rgb_grey(0.94), 0.5, DASH_SOLID);
    for (size_t i = 0; i < a->x_ticks.n_minor && a->x.scale != AXIS_LINEAR; i++) {
        double px = axes_x(a, a->x_ticks.minor[i]);
        pdf_line(c, px, f.y, px, f.y + f.height);
    }
    for (size_t i = 0; i < a->y_ticks.n_minor && a->y.scale != AXIS_LINEAR; i++) {
        double py = axes_y(a, a->y_ticks.minor[i]);
        pdf_line(c, f.x, py, f.x + f.width, py);
    }
    pdf_stroke_style(c, rgb_grey(0.86), 0.5, DASH_SOLID);
    for (size_t i = 0; i < a->x_ticks.n && !a->x.no_ticks; i++) {
        double px = axes_x(a, a->x_ticks.major[i].value);
        pdf_line(c, px, f.y, px, f.y + f.height);
    }
    for (size_t i = 0; i < a->y_ticks.n && !a->y.no_ticks; i++) {
        double py = axes_y(a, a->y_ticks.major[i].value);
        pdf_line(c, f.x, py, f.x + f.width, py);
    }
}

/* In the middle of a side, within its two ends: set smaller, then cut, where it needs more.
 * Labels with subscripts are short. */
static void draw_label(struct pdf_canvas *c, struct text_style *style, const char *label,
                       const double ends[2], double middle, double across)
{
    double room = ends[1] - ends[0];
    bool plain = strpbrk(label, "*_^") == NULL;
    double width = pdf_math_width(c, style->font, LABEL_SIZE, label);
    style->size = LABEL_SIZE;
    if (plain && width > room)
        style->size = fmax(LEAST_SIZE, LABEL_SIZE * room / width);
    width = fmin(width * style->size / LABEL_SIZE, room);
    middle = fmin(fmax(middle, ends[0] + width / 2), ends[1] - width / 2);
    double x = style->upright ? across : middle, y = style->upright ? middle : across;
    if (plain)
        pdf_text_fit(c, style, x, y, room + 0.01, label);
    else
        pdf_math(c, style, x, y, label);
}

static void draw_x_axis(struct axes *a, struct box outer, double bottom)
{
    struct box f = a->frame;
    pdf_stroke_style(a->c, rgb_grey(0.25), 0.6, DASH_SOLID);
    pdf_line(a->c, f.x, f.y, f.x + f.width, f.y);
    for (size_t i = 0; i < a->x_ticks.n && !a->x.no_ticks; i++) {
        double px = axes_x(a, a->x_ticks.major[i].value);
        pdf_line(a->c, px, f.y, px, f.y - TICK_LENGTH);
        if (!a->x.no_tick_labels)
            pdf_math(a->c, &tick_style, px, f.y - TICK_LENGTH - 1 - TICK_SIZE * CAP_HEIGHT,
                     a->x_ticks.major[i].label);
    }
    struct text_style style = tick_style;
    if (a->x.label != NULL)
        draw_label(a->c, &style, a->x.label, (const double[]){ outer.x, outer.x + outer.width },
                   f.x + f.width / 2, f.y - bottom + 3);
}

static void draw_y_axis(struct axes *a, struct box outer, double left)
{
    struct box f = a->frame;
    pdf_stroke_style(a->c, rgb_grey(0.25), 0.6, DASH_SOLID);
    pdf_line(a->c, f.x, f.y, f.x, f.y + f.height);
    struct text_style style = tick_style;
    style.align = ALIGN_RIGHT;
    for (size_t i = 0; i < a->y_ticks.n && !a->y.no_ticks; i++) {
        double py = axes_y(a, a->y_ticks.major[i].value);
        pdf_line(a->c, f.x, py, f.x - TICK_LENGTH, py);
        if (!a->y.no_tick_labels)
            pdf_math(a->c, &style, f.x - TICK_LENGTH - 2, py - TICK_SIZE * CAP_HEIGHT / 2,
                     a->y_ticks.major[i].label);
    }
    style.align = ALIGN_CENTRE;
    style.upright = true;
    if (a->y.label != NULL)
        draw_label(a->c, &style, a->y.label, (const double[]){ outer.y, outer.y + outer.height },
                   f.y + f.height / 2, f.x - left + LABEL_SIZE);
}

static bool labels_touch(const struct axes *a, const struct ticks *t)
{
    for (size_t i = 1; i < t->n; i++) {
        double room = axes_x(a, t->major[i].value) - axes_x(a, t->major[i - 1].value);
        double need = pdf_math_width(a->c, PDF_SANS, TICK_SIZE, t->major[i].label) +
                      pdf_math_width(a->c, PDF_SANS, TICK_SIZE, t->major[i - 1].label);
        if (need / 2 + 4 > room)
            return true;
    }
    return false;
}

void axes_begin(struct axes *a, struct pdf_canvas *c, struct box outer, const struct axis *x,
                const struct axis *y, const struct axes_margins *margins)
{
    *a = (struct axes){ .c = c, .x = *x, .y = *y };
    axis_range_fix(a->x.scale, &a->x.lo, &a->x.hi);
    axis_range_fix(a->y.scale, &a->y.lo, &a->y.hi);
    double bottom = margins->bottom > 0 ? margins->bottom : axes_bottom_margin(x);
    double height = fmax(10, outer.height - bottom - margins->top);
    ticks_make(a->y.scale, a->y.lo, a->y.hi, labels_for(height, 17), a->y.numbers, &a->y_ticks);
    double left = margins->left > 0 ? margins->left : left_margin(c, &a->y, &a->y_ticks);
    double width = fmax(10, outer.width - left - margins->right);
    a->frame = (struct box){ outer.x + left, outer.y + bottom, width, height };
    size_t most = labels_for(a->frame.width, 13);
    do
        ticks_make(a->x.scale, a->x.lo, a->x.hi, most, a->x.numbers, &a->x_ticks);
    while (most-- > 2 && !a->x.no_tick_labels && labels_touch(a, &a->x_ticks));
    draw_grid(a);
    draw_x_axis(a, outer, bottom);
    draw_y_axis(a, outer, left);
}

void axes_clip(struct axes *a)
{
    pdf_clip_rect(a->c, a->frame.x - 0.6, a->frame.y - 0.6, a->frame.width + 1.2,
                  a->frame.height + 1.2);
}

/* No line can show a single point. */
static void flush_line(struct axes *a, const double *xy, size_t n)
{
    if (n >= 2)
        pdf_polyline(a->c, xy, n);
}

static void draw_line(struct axes *a, const double *x, const double *y, size_t n, bool steps,
                      const struct line_style *s)
{
    CLEANUP(mem_free_ptr) double *xy = mem_array(4 * n + 4, sizeof(double));
    size_t m = 0;
    pdf_save(a->c);
    axes_clip(a);
    pdf_stroke_style(a->c, s->colour, s->width, s->dash);
    for (size_t i = 0; i < n; i++) {
        double px = axes_x(a, x[i]), py = axes_y(a, y[i]);
        if (isnan(px) || isnan(py)) {
            flush_line(a, xy, m);
            m = 0;
            continue;
        }
        if (steps && m > 0) {
            xy[2 * m] = px;
            xy[2 * m + 1] = xy[2 * m - 1];
            m++;
        }
        xy[2 * m] = px;
        xy[2 * m + 1] = py;
        m++;
    }
    flush_line(a, xy, m);
    pdf_restore(a->c);
}

void axes_line(struct axes *a, const double *x, const double *y, size_t n,
               const struct line_style *s)
{
    draw_line(a, x, y, n, false, s);
    for (size_t i = 0; i < n && s->marker != MARK_NONE; i++)
        axes_marker(a, x[i], y[i], s, 1.9);
}

void axes_steps(struct axes *a, const double *x, const double *y, size_t n,
                const struct line_style *s)
{
    draw_line(a, x, y, n, true, s);
}

static void band_piece(struct axes *a, const struct axes_area *b, size_t start, size_t n,
                       double *xy)
{
    const double *x = b->x + start;
    bool steps = b->steps;
    size_t m = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        const double *v = (pass == 0 ? b->hi : b->lo) + start;
        for (size_t k = 0; k < n; k++) {
            size_t i = pass == 0 ? k : n - 1 - k;
            double px = axes_x(a, x[i]), py = axes_y(a, v[i]);
            /* The corner comes before the point going out, after it coming back. */
            if (steps && pass == 0 && i > 0) {
                xy[2 * m] = px;
                xy[2 * m + 1] = axes_y(a, v[i - 1]);
                m++;
            }
            if (!(steps && pass == 1 && i == n - 1)) {
                xy[2 * m] = steps && pass == 1 ? axes_x(a, x[i + 1]) : px;
                xy[2 * m + 1] = py;
                m++;
            }
            if (steps && pass == 1) {
                xy[2 * m] = px;
                xy[2 * m + 1] = py;
                m++;
            }
        }
    }
    pdf_polygon(a->c, xy, m, PAINT_FILL);
}

void axes_band(struct axes *a, const struct axes_area *b)
{
    size_t n = b->n;
    CLEANUP(mem_free_ptr) double *xy = mem_array(8 * n + 8, sizeof(double));
    pdf_save(a->c);
    axes_clip(a);
    pdf_opacity(a->c, b->opacity, 1);
    pdf_fill_colour(a->c, b->colour);
    size_t start = 0;
    for (size_t i = 0; i <= n; i++) {
        bool gap = i == n || isnan(axes_x(a, b->x[i])) || isnan(axes_y(a, b->lo[i])) ||
                   isnan(axes_y(a, b->hi[i]));
        if (!gap)
            continue;
        if (i - start >= 2)
            band_piece(a, b, start, i - start, xy);
        start = i + 1;
    }
    pdf_restore(a->c);
}

static void star_points(double px, double py, double r, double xy[20])
{
    for (size_t i = 0; i < 10; i++) {
        double angle = 3.14159265358979323846 * (0.5 + (double)i / 5);
        double radius = i % 2 == 0 ? r : 0.42 * r;
        xy[2 * i] = px + radius * cos(angle);
        xy[2 * i + 1] = py + radius * sin(angle);
    }
}

void axes_marker_at(struct pdf_canvas *c, double px, double py, const struct line_style *s,
                    double r)
{
    unsigned paint = s->hollow ? PAINT_FILL | PAINT_STROKE : PAINT_FILL;
    double star[20];
    pdf_stroke_style(c, s->colour, 0.8, DASH_SOLID);
    pdf_fill_colour(c, s->hollow ? RGB_WHITE : s->colour);
    switch (s->marker) {
    case MARK_NONE:
        break;
    case MARK_CIRCLE:
        pdf_circle(c, px, py, r, paint);
        break;
    case MARK_SQUARE:
        pdf_rect(c, px - 0.9 * r, py - 0.9 * r, 1.8 * r, 1.8 * r, paint);
        break;
    case MARK_TRIANGLE:
        pdf_polygon(
            c, (const double[]){ px - r, py - 0.8 * r, px + r, py - 0.8 * r, px, py + 1.1 * r }, 3,
            paint);
        break;
    case MARK_DIAMOND:
        pdf_polygon(c,
                    (const double[]){ px - 1.2 * r, py, px, py - 1.2 * r, px + 1.2 * r, py, px,
                                      py + 1.2 * r },
                    4, paint);
        break;
    case MARK_CROSS:
        pdf_line(c, px - r, py - r, px + r, py + r);
        pdf_line(c, px - r, py + r, px + r, py - r);
        break;
    case MARK_STAR:
        star_points(px, py, r, star);
        pdf_polygon(c, star, 10, paint);
        break;
    }
}

void axes_marker(struct axes *a, double x, double y, const struct line_style *s, double radius)
{
    if (axes_inside(a, x, y))
        axes_marker_at(a->c, axes_x(a, x), axes_y(a, y), s, radius);
}

void axes_hline(struct axes *a, double y, const struct line_style *s)
{
    axes_line(a, (const double[]){ a->x.lo, a->x.hi }, (const double[]){ y, y }, 2,
              &(struct line_style){ s->colour, s->width, s->dash, MARK_NONE, false });
}

void axes_vline(struct axes *a, double x, const struct line_style *s)
{
    axes_line(a, (const double[]){ x, x }, (const double[]){ a->y.lo, a->y.hi }, 2,
              &(struct line_style){ s->colour, s->width, s->dash, MARK_NONE, false });
}

static void whisker(struct axes *a, bool along_x, double at, double lo, double hi,
                    const struct line_style *s)
{
    double ends[2] = { lo, hi }, across[2] = { at, at };
    if (isnan(lo) || isnan(hi))
        return;
    axes_line(a, along_x ? ends : across, along_x ? across : ends, 2, s);
    for (int end = 0; end < 2; end++) {
        double x = along_x ? ends[end] : at, y = along_x ? at : ends[end];
        if (!axes_inside(a, x, y))
            continue;
        double px = axes_x(a, x), py = axes_y(a, y);
        double dx = along_x ? 0 : 2, dy = along_x ? 2 : 0;
        pdf_stroke_style(a->c, s->colour, s->width, DASH_SOLID);
        pdf_line(a->c, px - dx, py - dy, px + dx, py + dy);
    }
}

void axes_whisker_x(struct axes *a, double y, double lo, double hi, struct rgb colour, double width)
{
    whisker(a, true, y, lo, hi,
            &(struct line_style){ colour, width, DASH_SOLID, MARK_NONE, false });
}

void axes_whisker_y(struct axes *a, double x, double lo, double hi, struct rgb colour, double width)
{
    whisker(a, false, x, lo, hi,
            &(struct line_style){ colour, width, DASH_SOLID, MARK_NONE, false });
}

static void draw_end_label(struct axes *a, const struct end_label *l, double wanted, double placed,
                           double gap, double width)
{
    double x = a->frame.x + a->frame.width;
    double text_x = x + gap + 1;
    if (fabs(placed - wanted) > 1.5) {
        pdf_stroke_style(a->c, rgb_mix(l->colour, RGB_WHITE, 0.4), 0.5, DASH_SOLID);
        pdf_line(a->c, x + 0.5, wanted, x + gap, placed);
    }
    if (l->marker != MARK_NONE) {
        const struct line_style mark = { l->colour, 0, DASH_SOLID, l->marker, l->hollow };
        axes_marker_at(a->c, text_x + 2, placed, &mark, 1.9);
        text_x += 6;
    }
    struct text_style style = { PDF_SANS, TICK_SIZE, palette_text(l->colour), ALIGN_LEFT, false };
    pdf_text_fit(a->c, &style, text_x, placed - TICK_SIZE * CAP_HEIGHT / 2,
                 fmax(4, x + width - text_x), l->text);
}

void axes_end_labels(struct axes *a, const struct end_label *labels, size_t n, double width)
{
    double wanted[ENDS_MAX], height[ENDS_MAX], placed[ENDS_MAX];
    double lo = a->frame.y - 3, hi = a->frame.y + a->frame.height + 3;
    size_t keep[ENDS_MAX], room = (size_t)((hi - lo) / (TICK_SIZE + 0.8));
    if (n > ENDS_MAX)
        n = ENDS_MAX;
    for (size_t i = 0; i < n; i++) {
        double py = axes_y(a, labels[i].y);
        wanted[i] = isnan(py) ? lo : fmin(fmax(py, a->frame.y), a->frame.y + a->frame.height);
        height[i] = TICK_SIZE + 0.8;
    }
    size_t shown = n > room && room > 0 ? label_thin(wanted, n, room - 1, keep) : n;
    for (size_t i = 0; shown < n && i < shown; i++)
        wanted[i] = wanted[keep[i]];
    char more[32];
    struct end_label rest = { 0, more, rgb_grey(0.3), MARK_NONE, false };
    snprintf(more, sizeof(more), "+%zu", n - shown);
    size_t m = shown < n ? shown + 1 : n;
    if (shown < n)
        wanted[shown] = lo;
    if (!label_place(wanted, height, m, lo, hi, placed))
        return;
    /* Leaders need room to be told apart. */
    double farthest = 0;
    for (size_t i = 0; i < shown; i++)
        farthest = fmax(farthest, fabs(placed[i] - wanted[i]));
    double gap = LABEL_GAP + (shown > END_FEW && farthest > TICK_SIZE ? END_LEADER_ROOM : 0);
    for (size_t i = 0; i < shown; i++)
        draw_end_label(a, &labels[shown < n ? keep[i] : i], wanted[i], placed[i], gap, width);
    if (shown < n)
        draw_end_label(a, &rest, placed[shown], placed[shown], gap, width);
}

void axes_note(struct axes *a, double px, double py, enum pdf_align align, struct rgb colour,
               const char *markup)
{
    double width = pdf_math_width(a->c, PDF_SANS, TICK_SIZE, markup);
    double x = align == ALIGN_LEFT ? px : align == ALIGN_RIGHT ? px - width : px - width / 2;
    pdf_save(a->c);
    pdf_opacity(a->c, 0.85, 1);
    pdf_fill_colour(a->c, RGB_WHITE);
    pdf_rect(a->c, x - 1, py - 1.8, width + 2, TICK_SIZE + 1.2, PAINT_FILL);
    pdf_restore(a->c);
    struct text_style style = { PDF_SANS, TICK_SIZE, palette_text(colour), ALIGN_LEFT, false };
    pdf_math(a->c, &style, x, py, markup);
}

/*
 * Let c_i be the distance that the heights force between centres 0 and i, in the order of
 * wanted centres.  "No overlap" says that out_i - c_i ascends: the nearest ascending sequence
 * comes from isotonic regression, by pooling violators, and clamping keeps it ascending.
 */

struct label_slot {
    double wanted, height, offset;
    size_t index;
};

struct label_pool {
    double sum;
    size_t n;
};

static int by_wanted(const void *pa, const void *pb)
{
    const struct label_slot *a = pa, *b = pb;
    if (a->wanted < b->wanted)
        return -1;
    if (a->wanted > b->wanted)
        return 1;
    return a->index < b->index ? -1 : 1;
}

static double pool_mean(const struct label_pool *p)
{
    return p->sum / (double)p->n;
}

static size_t pool_adjacent(const struct label_slot *slots, size_t n, struct label_pool *pools)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        pools[m++] = (struct label_pool){ slots[i].wanted - slots[i].offset, 1 };
        while (m > 1 && pool_mean(&pools[m - 2]) >= pool_mean(&pools[m - 1])) {
            pools[m - 2].sum += pools[m - 1].sum;
            pools[m - 2].n += pools[m - 1].n;
            m--;
        }
    }
    return m;
}

bool label_place(const double *wanted, const double *height, size_t n, double lo, double hi,
                 double *out)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += height[i];
    if (n == 0 || !(total <= hi - lo))
        return n == 0;
    CLEANUP(mem_free_ptr) struct label_slot *slots = mem_array(n, sizeof(*slots));
    CLEANUP(mem_free_ptr) struct label_pool *pools = mem_array(n, sizeof(*pools));
    for (size_t i = 0; i < n; i++) {
        double w = isfinite(wanted[i]) ? fmin(fmax(wanted[i], lo), hi) : (lo + hi) / 2;
        slots[i] = (struct label_slot){ w, height[i], 0, i };
    }
    qsort(slots, n, sizeof(*slots), by_wanted);
    for (size_t i = 1; i < n; i++)
        slots[i].offset = slots[i - 1].offset + (slots[i - 1].height + slots[i].height) / 2;
    size_t m = pool_adjacent(slots, n, pools);
    double least = lo + slots[0].height / 2;
    double most = hi - slots[n - 1].height / 2 - slots[n - 1].offset;
    size_t i = 0;
    for (size_t p = 0; p < m; p++) {
        double z = fmin(fmax(pool_mean(&pools[p]), least), most);
        for (size_t k = 0; k < pools[p].n; k++, i++)
            out[slots[i].index] = z + slots[i].offset;
    }
    return true;
}

/* Distance between the neighbours of i; labels ascend. */
static double span_around(const struct label_slot *slots, size_t n, size_t i)
{
    return i == 0 || i + 1 == n ? (double)INFINITY : slots[i + 1].wanted - slots[i - 1].wanted;
}

static int by_index(const void *pa, const void *pb)
{
    size_t a = *(const size_t *)pa, b = *(const size_t *)pb;
    return (a > b) - (a < b);
}

size_t label_thin(const double *wanted, size_t n, size_t most, size_t *keep)
{
    struct label_slot slots[LABEL_THIN_MOST];
    if (n > LABEL_THIN_MOST)
        n = LABEL_THIN_MOST;
    for (size_t i = 0; i < n; i++)
        slots[i] = (struct label_slot){ isfinite(wanted[i]) ? wanted[i] : 0, 0, 0, i };
    qsort(slots, n, sizeof(*slots), by_wanted);
    for (; n > most; n--) {
        size_t out = n - 1;
        for (size_t i = n; i-- > 0;) {
            if (span_around(slots, n, i) < span_around(slots, n, out))
                out = i;
        }
        for (size_t i = out; i + 1 < n; i++)
            slots[i] = slots[i + 1];
    }
    for (size_t i = 0; i < n; i++)
        keep[i] = slots[i].index;
    qsort(keep, n, sizeof(*keep), by_index);
    return n;
}
