/*
 * diversity_compression.h - normalised compression distance.
 *
 * C(x) is deflate_size (src/base/deflate.h); pairs longer than its window of 32 KiB are left out,
 * because the second text could not see the first.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_COMPRESSION_H
#define ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_COMPRESSION_H

#include <stddef.h>

struct code_text;

#define DIVERSITY_WINDOW 32768

size_t diversity_compressed_size(const char *text, size_t len);
/*
 * Mean over pairs of (C(xy) - min(C(x), C(y))) / max(C(x), C(y)), x the earlier one, because it is
 * not symmetric to the byte.  NaN without a pair that fits.
 */
double diversity_compression(const struct code_text *texts, size_t n);

#endif
