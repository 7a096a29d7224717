/* point_labels.h - names beside points that cover neither each other nor points (pure). */
#ifndef ROLLBOOK_REPORTS_PLOT_POINT_LABELS_H
#define ROLLBOOK_REPORTS_PLOT_POINT_LABELS_H

#include <stdbool.h>
#include <stddef.h>

#include "reports/plot/axes.h"

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
void point_labels_place(struct point_label *labels, size_t n, const double *obstacle_x,
                        const double *obstacle_y, size_t n_obstacles, double radius,
                        struct box frame);

#endif
