/*
 * histogram.h - a distribution as lines of text.
 */
#ifndef ROLLBOOK_CLI_HISTOGRAM_H
#define ROLLBOOK_CLI_HISTOGRAM_H

#include <stddef.h>

struct buf;

/*
 * Equal bins from least to largest value, with bar and count; values that are not finite are
 * counted below.  indent begins every line.
 */
void histogram_put(struct buf *out, const double *x, size_t n, const char *indent);

#endif
