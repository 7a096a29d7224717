/*
 * label_place.h - labels that do not cover each other (pure).
 */
#ifndef ROLLBOOK_REPORTS_LABEL_PLACE_H
#define ROLLBOOK_REPORTS_LABEL_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Centres of n labels on a line: each as near to wanted as possible (least squares) without
 * overlap, within [lo, hi], in the order of wanted.  A wanted position that is not finite counts as
 * the middle.  False, with out untouched, when the heights do not fit.
 */
bool label_place(const double *wanted, const double *height, size_t n, double lo, double hi,
                 double *out);

#endif
