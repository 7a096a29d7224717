/*
 * axes.h - a plot area with two axes, and what is drawn in it.
 *
 * Sizes are final: text of 7 to 8 pt, lines of at least 0.5 pt.  Values that are not finite, or not
 * positive on a log axis, interrupt a line.  What lies outside is clipped.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_AXES_H
#define ROLLBOOK_REPORTS_PLOT_AXES_H

#include <stdbool.h>
#include <stddef.h>

#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/ticks.h"

#define FIGURE_COLUMN_WIDTH  234.0 /* 3.25 in */
#define FIGURE_TEXT_WIDTH    486.0 /* 6.75 in */
#define FIGURE_NEURIPS_WIDTH 396.0 /* 5.5 in */
#define TICK_SIZE            7.0
#define LABEL_SIZE           8.0

struct box {
    double x, y, width, height;
};

struct axis {
    enum axis_scale scale;
    double lo, hi;
    const char *label; /* math text; NULL: none */
    enum tick_numbers numbers;
    bool no_tick_labels; /* ticks only */
    bool no_ticks;
};

struct axes {
    struct pdf_canvas *c;
    struct box frame; /* plot area */
    struct axis x, y;
    struct ticks x_ticks, y_ticks;
};

enum marker {
    MARK_NONE,
    MARK_CIRCLE,
    MARK_SQUARE,
    MARK_TRIANGLE,
    MARK_DIAMOND,
    MARK_CROSS,
    MARK_STAR
};

struct line_style {
    struct rgb colour;
    double width;
    enum pdf_dash dash;
    enum marker marker;
    bool hollow; /* the marker is an outline */
};

/*
 * No two of the first PALETTE_LINES share colour, dash or marker; the second PALETTE_LINES have
 * hollow markers and another dash with each colour.
 */
struct line_style axes_series_style(size_t i);

struct axes_margins {
    double left;  /* 0: what the labels need */
    double right; /* room for labels at line ends */
    double top;
    double bottom; /* 0: what the labels need */
};

/* Draws grid, ticks and labels into outer; frame is what remains. */
void axes_begin(struct axes *a, struct pdf_canvas *c, struct box outer, const struct axis *x,
                const struct axis *y, const struct axes_margins *margins);
/* Margins that axes_begin would take, for panels that share one. */
double axes_left_margin(struct pdf_canvas *c, const struct axis *y, double height);
double axes_bottom_margin(const struct axis *x);

double axes_x(const struct axes *a, double v); /* points; NaN: v has no place */
double axes_y(const struct axes *a, double v);
bool axes_inside(const struct axes *a, double x, double y);

/* Call it inside pdf_save; half a line's width outside the frame is painted. */
void axes_clip(struct axes *a);

void axes_line(struct axes *a, const double *x, const double *y, size_t n,
               const struct line_style *s);
/* y[i] holds from x[i] up to x[i + 1]. */
void axes_steps(struct axes *a, const double *x, const double *y, size_t n,
                const struct line_style *s);
/* Missing points split the area. */
struct axes_area {
    const double *x, *lo, *hi;
    size_t n;
    bool steps;
    struct rgb colour;
    double opacity;
};
void axes_band(struct axes *a, const struct axes_area *b);
/* Marker, colour and hollow of the style. */
void axes_marker(struct axes *a, double x, double y, const struct line_style *s, double radius);
void axes_marker_at(struct pdf_canvas *c, double px, double py, const struct line_style *s,
                    double radius);
void axes_hline(struct axes *a, double y, const struct line_style *s);
void axes_vline(struct axes *a, double x, const struct line_style *s);
void axes_whisker_x(struct axes *a, double y, double lo, double hi, struct rgb colour,
                    double width);
void axes_whisker_y(struct axes *a, double x, double lo, double hi, struct rgb colour,
                    double width);

struct end_label {
    double y; /* data */
    const char *text;
    struct rgb colour;
    enum marker marker; /* before the text, or MARK_NONE */
    bool hollow;
};
/*
 * Labels right of the frame at the line ends, moved apart with leader lines where they would
 * overlap.  At most ENDS_MAX; where they do not fit, those closest to others are left out and
 * counted in a last line "+3".  Beyond END_FEW, width includes END_LEADER_ROOM.
 */
#define ENDS_MAX        24
#define END_FEW         3
#define END_LEADER_ROOM 8.0
void axes_end_labels(struct axes *a, const struct end_label *labels, size_t n, double width);

/* Small text on white; the place is in points. */
void axes_note(struct axes *a, double px, double py, enum pdf_align align, struct rgb colour,
               const char *markup);

/* Labels that do not cover each other (pure).
 */
/*
 * Centres on a line as near to wanted as possible (least squares) without overlap, within [lo, hi],
 * in the order of wanted.  A position that is not finite counts as the middle.  False, with out
 * untouched, when the heights do not fit.
 */
bool label_place(const double *wanted, const double *height, size_t n, double lo, double hi,
                 double *out);

/*
 * Keeps `most` of n labels (n up to LABEL_THIN_MOST) by taking away the most crowded one again and
 * again; first and last go last.  keep gets ascending indices; returns how many.
 */
#define LABEL_THIN_MOST 64
size_t label_thin(const double *wanted, size_t n, size_t most, size_t *keep);

#endif
