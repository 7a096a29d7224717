/* figure_plan.h - where the panels of a figure stand; for figure_draw.c and its parts. */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_PLAN_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_PLAN_H

#include "reports/plot/axes.h"
#include "reports/plot/figure_model.h"
#include <stdbool.h>
#include <stddef.h>

#define KEY_ROW  10.0
#define KEY_LINE 34.0 /* all but the name */

struct key_entry {
    const char *name;
    const struct fig_mark *mark;
};
#define KEY_MAX 24

struct figure_key {
    struct key_entry entries[KEY_MAX];
    double x[KEY_MAX], width[KEY_MAX]; /* of the entry, of its name */
    size_t row[KEY_MAX];               /* from the top */
    double extent;                     /* of the widest row */
    size_t n, rows;
};

struct panel_plan {
    struct axis x, y; /* resolved */
    enum panel_key keyed;
    struct figure_key key;
    double left, right, top, bottom; /* margins of the plot area */
    double plot_height;
    double x0, width; /* of the panel with margins, within the figure */
    bool upright_columns;
    bool no_rows; /* another panel names the rows */
};

struct figure_plan {
    size_t columns, rows;
    double panel_width;
    double shrink;             /* of the height of plots without rows or a height of their own */
    struct panel_plan *panels; /* heap */
    struct figure_key key;     /* of the figure */
    double height;
};

void figure_plan_make(struct pdf_canvas *c, const struct figure_model *m, double width,
                      struct figure_plan *out);
void figure_plan_release(struct figure_plan *p);
/* Within all, the figure's box. */
struct box figure_plan_box(const struct figure_plan *p, size_t panel, struct box all);

/* Where a mark is drawn. */
struct mark_place {
    const struct fig_panel *panel;
    size_t panel_index, mark_index; /* name the stream of jitter */
    struct box outer;               /* what frames and arrows may fill */
};

/* Names beside points that cover neither each other nor points (pure). */
struct point_label {
    double x, y;          /* the point */
    double width, height; /* of the text */
    double left, bottom;  /* out: the text's corner */
    bool placed;          /* out: there is a free place near */
    bool led;             /* out: far enough for a leader line */
};

/*
 * Earlier labels choose first.  Points that are not finite or outside the frame get no label;
 * radius is the distance from every obstacle.
 */
struct obstacles {
    double *x, *y;
    size_t n, max;
};
void point_labels_place(struct point_label *labels, size_t n, const struct obstacles *o,
                        double radius, struct box frame);

#endif
