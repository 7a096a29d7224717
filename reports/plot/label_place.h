/*
 * label_place.h - labels that do not cover each other (pure).
 */
#ifndef ROLLBOOK_REPORTS_PLOT_LABEL_PLACE_H
#define ROLLBOOK_REPORTS_PLOT_LABEL_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Centres of n labels on a line: each as near to wanted as possible (least squares) without
 * overlap, within [lo, hi], in the order of wanted.  A wanted position that is not finite counts as
 * the middle.  False, with out untouched, when the heights do not fit.
 */
bool label_place(const double *wanted, const double *height, size_t n, double lo, double hi,
                 double *out);

/*
 * Chooses `most` of n labels, at most LABEL_THIN_MOST: takes away the one whose neighbours stand
 * closest around it, again and again; the first and the last one stay as long as there are others.
 * keep gets the indices in their order; returns how many.
 */
#define LABEL_THIN_MOST 64
size_t label_thin(const double *wanted, size_t n, size_t most, size_t *keep);

#endif
