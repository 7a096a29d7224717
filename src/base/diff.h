/*
 * diff.h - what changed between two texts, line by line.
 */
#ifndef ROLLBOOK_BASE_DIFF_H
#define ROLLBOOK_BASE_DIFF_H

#include <stddef.h>

struct buf;

/*
 * Appends a unified diff with three lines of context ("--- a", "+++ b", hunks); nothing for equal
 * texts.  It is a shortest one (Myers 1986) up to DIFF_MAX_EDITS edits between the first and last
 * differing line; beyond, these lines are shown as replaced, which bounds the cost of hostile
 * texts.
 */
#define DIFF_MAX_EDITS 2000
void diff_put(struct buf *out, const char *a, size_t a_len, const char *b, size_t b_len);
/* The same script over all lines, without headings: ' ', '-' or '+' before each. */
void diff_put_whole(struct buf *out, const char *a, size_t a_len, const char *b, size_t b_len);

#endif
