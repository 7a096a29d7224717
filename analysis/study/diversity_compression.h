/*
 * diversity_compression.h - normalised compression distance.
 *
 * C(x) is deflate_size of src/base/deflate.h, whose window is 32 KiB.  A pair longer than the
 * window is left out: its second text could not see the first.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_COMPRESSION_H
#define ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_COMPRESSION_H

#include <stddef.h>

struct code_text;

#define DIVERSITY_WINDOW 32768

/* Compressed bytes. */
size_t diversity_compressed_size(const char *text, size_t len);
/*
 * Mean over pairs of (C(xy) - min(C(x), C(y))) / max(C(x), C(y)); not symmetric to the byte, so x
 * is the earlier one.  NaN without a pair that fits the window.
 */
double diversity_compression(const struct code_text *texts, size_t n);

#endif
