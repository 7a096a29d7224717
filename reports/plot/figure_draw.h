/*
 * figure_draw.h - a figure model on a canvas, at any width.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_DRAW_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_DRAW_H

#include "reports/plot/figure_model.h"

/* c is asked for text widths alone. */
double figure_height(struct pdf_canvas *c, const struct figure_model *m, double width);
/* The box has the height of figure_height. */
void figure_draw(struct pdf_canvas *c, struct box box, const struct figure_model *m);

#endif
