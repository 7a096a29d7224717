/*
 * figure_marks.c - lines, bands, points, bars, boxes and ranges.
 */
#include "reports/plot/figure_marks.h"

#include <math.h>
#include <string.h>

#include "reports/plot/figure_marks_text.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

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
        axes_marker(a, k->x[i], k->y[i], k->style.marker, radius_of(k), k->style.colour,
                    !k->style.hollow);
    pdf_restore(a->c);
}

static void draw_steps(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    (void)place;
    axes_steps(a, k->x, k->y, k->n, &k->style);
}

/* An interval from 0 has no lower end on a log axis: it is drawn from below the foot. */
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
    axes_band(a, k->x, low, k->high, k->n, k->kind == DRAW_STRIP, k->style.colour,
              k->opacity > 0 ? k->opacity : 0.15);
}

/* Between -1 and 1; the same for the same point in every rendering. */
static double jitter(const struct mark_place *place, size_t i)
{
    struct rng r;
    rng_init(&r, 0, RNG_JITTER, place->panel_index, place->mark_index, i);
    return 2 * rng_double(&r) - 1;
}

/* Those of n points that have a place, as page points; returns how many. */
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
        axes_marker_at(a->c, xy[2 * i], xy[2 * i + 1], k->style.marker, radius_of(k),
                       k->style.colour, !k->style.hollow);
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
            axes_band(a, ends, low, high, 2, false, k->style.colour,
                      k->opacity > 0 ? k->opacity : 0.12);
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

void mark_draw(struct axes *a, const struct fig_mark *k, const struct mark_place *place)
{
    kinds[k->kind].draw(a, k, place);
}
