/*
 * fig_selection.h - selection rules as rows: how often the pick is fast, and how fast it is.
 */
#ifndef ROLLBOOK_REPORTS_FIG_SELECTION_H
#define ROLLBOOK_REPORTS_FIG_SELECTION_H

#include "reports/figure.h"

struct fig_selection_row {
    const char *name;
    double fast;      /* share of cells whose pick is fast; NaN: undefined */
    double low, high; /* interval of fast; NaN: none */
    double geomean;   /* geometric mean speedup of the picks; NaN: none */
    size_t n_cells;
    const double *cell_fast;    /* by cell: 0, 1, or a probability when picks are tied */
    const double *cell_speedup; /* by cell; NaN: nothing could be picked */
};

struct fig_selection {
    size_t n_rows;
    const struct fig_selection_row *rows;
};

double fig_selection_height(const struct fig_selection *f, double width);
void fig_selection_draw(struct pdf_canvas *c, struct box box, const struct fig_selection *f);

#endif
