/*
 * label_place.h - labels that do not cover each other (pure).
 */
#ifndef ROLLBOOK_REPORTS_PLOT_LABEL_PLACE_H
#define ROLLBOOK_REPORTS_PLOT_LABEL_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Centres on a line as near to wanted as possible (least squares) without overlap, within [lo, hi],
 * in the order of wanted.  A position that is not finite counts as the middle.  False, with out
 * untouched, when the heights do not fit.
 */
bool label_place(const double *wanted, const double *height, size_t n, double lo, double hi,
                 double *out);

/*
 * Keeps `most` of n labels (n up to LABEL_THIN_MOST) by taking away the most crowded one again and
 * again; first and last go last.  keep gets ascending indices; returns how many.
 */
#define LABEL_THIN_MOST 64
size_t label_thin(const double *wanted, size_t n, size_t most, size_t *keep);

#endif
