/*
 * figure_model.h - a figure as plain data: panels of marks, a caption, points and numbers.
 *
 * A figure is built once and then drawn (figure_draw.h) or written as CSV, LaTeX or PDF
 * (figure_file.h), so the page, the CSV and the macros cannot disagree.  Everything lives in the
 * model's arena.  Axis labels and notes are math text of ours; names come from data and are shown
 * as they stand.  Values that are not finite are not drawn.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_MODEL_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_MODEL_H

#include "reports/plot/axes.h"
#include "src/table/table.h"

struct arena;

enum draw_kind {
    DRAW_LINE,    /* through x, y; a marker at each point unless MARK_NONE */
    DRAW_STEPS,   /* y[i] holds from x[i] up to x[i + 1] */
    DRAW_BAND,    /* between low and high over x */
    DRAW_STRIP,   /* the same in steps: low[i], high[i] hold up to x[i + 1] */
    DRAW_POINTS,  /* markers alone, spread by jitter */
    DRAW_HLINE,   /* at y[0]; a band from low[0] to high[0] where they are finite */
    DRAW_VLINE,   /* at x[0]; likewise */
    DRAW_RANGE_X, /* whiskers from low to high at y */
    DRAW_RANGE_Y, /* whiskers from low to high at x */
    DRAW_BARS_X,  /* rectangles along x from low to high, centred at y, size thick */
    DRAW_BARS_Y,  /* the same along y, centred at x */
    DRAW_BOXES_X, /* at y: value holds 5 numbers a box (least, quartiles, largest) */
    DRAW_HEAT,    /* cells of one unit centred at (x, y), coloured by low, printed as texts */
    DRAW_NOTES,   /* texts at (x, y), math text */
    DRAW_NAMES,   /* texts from data beside the points (x, y), placed without overlap */
    DRAW_FRAMES,  /* boxes centred at (x, y), low wide and high tall, texts within, \n breaks */
    DRAW_ARROWS   /* from (x, y) to (low, high) */
};
#define DRAW_KINDS 17

struct fig_mark {
    enum draw_kind kind;
    struct line_style style;
    double radius;  /* of markers; 0: 1.9 */
    double opacity; /* 0: 1 */
    double size;    /* bars: thickness in data units */
    double jitter;  /* points: largest shift along y, of a categorical axis */
    size_t n;
    double *x, *y, *low, *high; /* low and high: NULL for kinds without them */
    double *value;              /* boxes alone */
    const char **texts;         /* notes, names, frames, cells; else NULL */
    double scale_lo, scale_hi;  /* heat: what the ends of the colour scale stand for */
    enum pdf_align align;       /* notes */
    bool plain;                 /* notes: without a ground, in the colour as it is */
    /* Named in the key, or at the line's end; NULL: not named. */
    const char *name;
};

enum panel_key {
    KEY_NONE,
    KEY_ENDS,  /* names right of the last points; above the panel where they are too wide */
    KEY_TOP,   /* rows above the panel */
    KEY_FIGURE /* rows above all panels, each name once */
};

struct fig_panel {
    const char *title; /* of small multiples, from data; NULL: none */
    struct axis x, y;  /* lo > hi: from the marks */
    size_t n_rows;     /* of a categorical y axis, row i at n_rows - 0.5 - i; 0: none */
    const char *const *rows;
    const char *const *row_notes; /* numbers right of the rows; NULL: none */
    size_t n_columns;             /* of a categorical x axis, column i at i + 0.5 */
    const char *const *columns;
    enum panel_key key;
    const char *na;     /* shown instead of the marks: why there is nothing */
    const char *corner; /* note in the frame's upper left, math text; NULL: none */
    bool bare;          /* no axes: x from 0 to 1 is the width, y in points */
    double height;      /* of the plot area in points; 0: by shape, or by row_height */
    double row_height;  /* of a categorical axis; 0: 14 */
    struct fig_mark **marks;
    size_t n_marks;
    size_t capacity_marks;
};

/* A number that the text of a paper quotes. */
struct figure_number {
    const char *name;   /* "fast_1 bon step 0" */
    double value;       /* NaN is NA */
    const char *unit;   /* "", "x", "%", "us" */
    const char *reason; /* why it is NA; NULL otherwise */
};

struct figure_model {
    struct arena *arena;
    const char *name;  /* "fast-p" */
    const char *title; /* for lists and outlines; never drawn inside the figure */
    struct fig_panel **panels;
    size_t n_panels, capacity_panels;
    double least_width;    /* of a panel: as many side by side as fit; 0: one below the other */
    bool share_x, share_y; /* one label for all panels of a column or row */
    const char *caption;   /* data, n, denominator, threshold rule, interval */
    struct table points;   /* every plotted value, named columns; points.notes are the caption's */
    struct figure_number *numbers;
    size_t n_numbers, capacity_numbers;
};

void figure_init(struct figure_model *m, struct arena *arena, const char *name, const char *title);
/* Columns of the points; static.  Rows are added by table_row(&m->points). */
void figure_columns(struct figure_model *m, const struct table_column *columns, size_t n);
/* A panel with axes from its marks. */
struct fig_panel *figure_panel(struct figure_model *m, const char *title);
/* A panel that is not drawn: of marks beyond those that a page can hold, whose points count. */
struct fig_panel *figure_spare_panel(struct figure_model *m);
/* A mark with zeroed arrays of n entries as its kind needs them, in black. */
struct fig_mark *figure_mark(struct figure_model *m, struct fig_panel *p, enum draw_kind kind,
                             size_t n);
void figure_number(struct figure_model *m, const char *unit, double value, const char *reason,
                   const char *name_format, ...) __attribute__((format(printf, 5, 6)));
/* Adds a sentence to the caption. */
void figure_caption(struct figure_model *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
