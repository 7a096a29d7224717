/*
 * diff.h - what changed between two texts, line by line.
 */
#ifndef ROLLBOOK_BASE_DIFF_H
#define ROLLBOOK_BASE_DIFF_H

#include <stddef.h>

struct buf;

/*
 * Appends a unified diff with three lines of context ("--- a", "+++ b", hunks); nothing when the
 * texts are equal.  The script is a shortest one (Myers 1986) as long as it has at most
 * DIFF_MAX_EDITS edits between the first and the last differing line; beyond, those lines are shown
 * as replaced, so that hostile texts cost no more than that.
 */
#define DIFF_MAX_EDITS 2000
void diff_put(struct buf *out, const char *a, size_t a_len, const char *b, size_t b_len);

#endif
