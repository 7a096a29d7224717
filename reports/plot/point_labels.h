/*
 * point_labels.h - names beside points that cover neither each other nor other points (pure).
 */
#ifndef ROLLBOOK_REPORTS_PLOT_POINT_LABELS_H
#define ROLLBOOK_REPORTS_PLOT_POINT_LABELS_H

#include <stdbool.h>
#include <stddef.h>

#include "reports/plot/axes.h"

struct point_label {
    double x, y;          /* the point */
    double width, height; /* of the text */
    double left, bottom;  /* out: where the text begins */
    bool placed;          /* out: false when there is no free place near the point */
    bool led;             /* out: so far away that a line should lead to it */
};

/*
 * In the order given, earlier labels first.  Points with a coordinate that is not finite or lies
 * outside the frame get no label; radius keeps the text off every point (obstacle_x, obstacle_y).
 */
void point_labels_place(struct point_label *labels, size_t n, const double *obstacle_x,
                        const double *obstacle_y, size_t n_obstacles, double radius,
                        struct box frame);

#endif
