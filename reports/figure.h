/*
 * figure.h - what the figures have in common.
 *
 * A figure is one file: a plain struct of arrays, its height at a width, and a function that draws
 * it into a box.  It knows no database and no analysis; titles and captions are the report's.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_H
#define ROLLBOOK_REPORTS_FIGURE_H

#include <stddef.h>

#include "reports/axes.h"

#define NARROW_FIGURE 350.0 /* below this width panels stand above each other */

/* y over x with an optional band; NaN where there is nothing. */
struct fig_curve {
    const char *name;
    size_t n;
    const double *x, *y;
    const double *low, *high; /* both NULL: no band */
};

/* Widest of the names at tick size, for the margin that direct labels take; at most limit. */
double figure_label_width(struct pdf_canvas *c, const char *const *names, size_t n, double limit);

/* Smallest and largest finite value (positive ones only when positive); false without any. */
bool figure_extent(const double *v, size_t n, bool positive, double *lo, double *hi);

#endif
