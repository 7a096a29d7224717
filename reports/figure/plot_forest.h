/*
 * plot_forest.h - estimates with intervals as rows, the number beside each.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_PLOT_FOREST_H
#define ROLLBOOK_REPORTS_FIGURE_PLOT_FOREST_H

#include "reports/figure/plot_common.h"

struct forest_row {
    const char *name;
    double value; /* NaN: NA */
    struct interval ci;
};

enum forest_numbers { FOREST_PERCENT, FOREST_RATIO };

/* Rows have these names; x is the caller's but for its numbers.  At most PLOT_MAX_ROWS are
 * drawn. */
struct fig_panel *plot_forest(struct figure_model *m, const char *title,
                              const struct forest_row *rows, size_t n, enum forest_numbers numbers,
                              size_t series);
double plot_row_y(size_t row, size_t n);

#endif
