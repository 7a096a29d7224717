/*
 * histogram.h - a distribution as lines of text.
 */
#ifndef ROLLBOOK_CLI_HISTOGRAM_H
#define ROLLBOOK_CLI_HISTOGRAM_H

#include <stddef.h>

struct buf;

/*
 * Bins of equal width between the smallest and the largest value, a bar and a count each.  Values
 * that are not finite are counted in a line below.  indent stands before every line.
 */
void histogram_put(struct buf *out, const double *x, size_t n, const char *indent);

#endif
