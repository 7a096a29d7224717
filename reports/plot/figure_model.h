/*
 * figure_model.h - a figure as plain data: panels of marks, a caption, points and numbers.
 *
 * One model is drawn (figure_draw.h) and written as CSV, LaTeX or PDF (figure_file.h), so these
 * cannot disagree.  Everything lives in its arena.  Axis labels and notes are our math text; names
 * come from data and are shown as they stand.  Values that are not finite are not drawn.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_MODEL_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_MODEL_H

#include "reports/plot/axes.h"
#include "src/table/table.h"

struct arena;

enum draw_kind {
    DRAW_LINE,    /* through x, y; markers unless MARK_NONE */
    DRAW_STEPS,   /* y[i] holds from x[i] up to x[i + 1] */
    DRAW_BAND,    /* between low and high over x */
    DRAW_STRIP,   /* low[i], high[i] hold up to x[i + 1] */
    DRAW_POINTS,  /* spread by jitter */
    DRAW_HLINE,   /* at y[0]; a band where low[0] and high[0] are finite */
    DRAW_VLINE,   /* likewise at x[0] */
    DRAW_RANGE_X, /* whiskers from low to high at y */
    DRAW_RANGE_Y, /* whiskers from low to high at x */
    DRAW_BARS_X,  /* along x from low to high, centred at y, size thick */
    DRAW_BARS_Y,  /* along y, centred at x */
    DRAW_BOXES_X, /* at y; five values a box: least, quartiles, largest */
    DRAW_HEAT,    /* unit cells at (x, y), coloured by low, with texts */
    DRAW_NOTES,   /* texts at (x, y), math text */
    DRAW_NAMES,   /* texts from data beside (x, y), without overlap */
    DRAW_FRAMES,  /* boxes centred at (x, y), low wide and high tall, with texts; \n breaks */
    DRAW_ARROWS   /* from (x, y) to (low, high) */
};
#define DRAW_KINDS 17

struct fig_mark {
    enum draw_kind kind;
    struct line_style style;
    double radius;  /* of markers; 0: 1.9 */
    double opacity; /* 0: 1 */
    double size;    /* bars: thickness in data units */
    double jitter;  /* points: largest shift along a categorical y */
    size_t n;
    double *x, *y, *low, *high; /* low, high: NULL for kinds without */
    double *value;              /* boxes alone */
    const char **texts;         /* notes, names, frames, cells; else NULL */
    double scale_lo, scale_hi;  /* heat: ends of the colour scale */
    enum pdf_align align;       /* notes */
    bool plain;                 /* notes: no ground, the colour as it is */
    /* In the key or at the line's end; NULL: none. */
    const char *name;
};

enum panel_key {
    KEY_NONE,
    KEY_ENDS,  /* right of the last points; above the panel where too wide */
    KEY_TOP,   /* rows above the panel */
    KEY_FIGURE /* above all panels, each name once */
};

struct fig_panel {
    const char *title; /* from data; NULL: none */
    struct axis x, y;  /* lo > hi: from the marks */
    size_t n_rows;     /* categorical y: row i at n_rows - 0.5 - i; 0: none */
    const char *const *rows;
    const char *const *row_notes; /* right of the rows; NULL: none */
    size_t n_columns;             /* categorical x: column i at i + 0.5 */
    const char *const *columns;
    enum panel_key key;
    const char *na;     /* why there is nothing, instead of marks */
    const char *corner; /* upper left, math text; NULL: none */
    bool bare;          /* no axes: x is 0 to 1 of the width, y points */
    double height;      /* of the plot area in points; 0: by shape or row_height */
    double row_height;  /* in points; 0: 14 */
    struct fig_mark **marks;
    size_t n_marks;
    size_t capacity_marks;
};

/* Quoted by the text of a paper. */
struct figure_number {
    const char *name;   /* "fast_1 bon step 0" */
    double value;       /* NaN is NA */
    const char *unit;   /* "", "x", "%", "us" */
    const char *reason; /* of NA; else NULL */
};

struct figure_model {
    struct arena *arena;
    const char *name;  /* "fast-p" */
    const char *title; /* for lists and outlines */
    struct fig_panel **panels;
    size_t n_panels, capacity_panels;
    double least_width;       /* of panels side by side; 0: one below the other */
    bool share_x, share_y;    /* one label a column or row of panels */
    const char *caption;      /* what is seen, how to read it, n and interval */
    const char *caption_rest; /* what a caption has no room for; "": nothing */
    struct table points;      /* every plotted value; the notes are the caption's */
    struct figure_number *numbers;
    size_t n_numbers, capacity_numbers;
};

void figure_init(struct figure_model *m, struct arena *arena, const char *name, const char *title);
/* Names between commas; table_row(&m->points) adds rows. */
void figure_columns(struct figure_model *m, const char *names);
/* Axes come from the marks. */
struct fig_panel *figure_panel(struct figure_model *m, const char *title);
/* A panel whose points count but which is not drawn. */
struct fig_panel *figure_spare_panel(struct figure_model *m);
/* Black, with the zeroed arrays of n entries that the kind needs. */
struct fig_mark *figure_mark(struct figure_model *m, struct fig_panel *p, enum draw_kind kind,
                             size_t n);
void figure_number(struct figure_model *m, const char *unit, double value, const char *reason,
                   const char *name_format, ...) __attribute__((format(printf, 5, 6)));
/* Leaves the caption's first sentences, and the others to caption_rest. */
#define CAPTION_WORDS 45
void figure_cut_caption(struct figure_model *m);
void figure_caption(struct figure_model *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A figure model on a canvas, at any width.
 */
/* c is asked for text widths alone. */
double figure_height(struct pdf_canvas *c, const struct figure_model *m, double width);
/* The box has the height of figure_height. */
void figure_draw(struct pdf_canvas *c, struct box box, const struct figure_model *m);

#endif
