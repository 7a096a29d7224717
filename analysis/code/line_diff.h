/* line_diff.h - two texts line by line: what both have in order, and what only one has. */
#ifndef ROLLBOOK_ANALYSIS_CODE_LINE_DIFF_H
#define ROLLBOOK_ANALYSIS_CODE_LINE_DIFF_H

#include <stddef.h>

struct arena;

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

/* Longest common subsequence; blanks at line ends do not count.  Lines beyond LINE_DIFF_MOST are
 * left out. */
struct line_diff line_diff(const char *left, const char *right, struct arena *arena);

#endif
