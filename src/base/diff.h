/*
 * diff.h - what changed between two texts, line by line.
 */
#ifndef ROLLBOOK_BASE_DIFF_H
#define ROLLBOOK_BASE_DIFF_H

#include <stddef.h>

struct arena;
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

#define LINE_DIFF_MOST 1000

/* NULL: the side has no line. */
struct line_pair {
    const char *left;
    const char *right;
    size_t left_number; /* from 1; 0: none */
    size_t right_number;
};

struct line_diff {
    struct line_pair *rows; /* deletions stand beside insertions */
    size_t n_rows;
    size_t n_same;
    size_t n_left_only;
    size_t n_right_only;
};

/* The same script as rows; blanks at line ends do not count.  Lines beyond LINE_DIFF_MOST are left
 * out. */
struct line_diff line_diff(const char *left, const char *right, struct arena *arena);

#endif
