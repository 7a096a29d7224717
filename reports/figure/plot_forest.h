/*
 * plot_forest.h - estimates with intervals as rows, the number beside each.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_PLOT_FOREST_H
#define ROLLBOOK_REPORTS_FIGURE_PLOT_FOREST_H

#include "reports/figure/plot_common.h"

struct forest_row {
    const char *name;
    double value; /* NaN: NA beside the row */
    struct interval ci;
};

enum forest_numbers { FOREST_PERCENT, FOREST_RATIO };

/* A panel whose rows have these names; x is left to the caller but for its numbers.  Rows beyond
 * PLOT_MAX_ROWS are not drawn. */
struct fig_panel *plot_forest(struct figure_model *m, const char *title,
                              const struct forest_row *rows, size_t n, enum forest_numbers numbers,
                              size_t series);
/* y of a row of n. */
double plot_row_y(size_t row, size_t n);

#endif
