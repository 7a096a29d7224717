/*
 * line_diff.h - two texts line by line: what both have in one order, and what only one has.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_LINE_DIFF_H
#define ROLLBOOK_ANALYSIS_CODE_LINE_DIFF_H

#include <stddef.h>

struct arena;

#define LINE_DIFF_MOST 1000 /* lines of a text that are compared */

/* A row of the listing; NULL where the side has no line there. */
struct line_pair {
    const char *left;
    const char *right;
    size_t left_number; /* from 1; 0 without */
    size_t right_number;
};

struct line_diff {
    struct line_pair *rows; /* what differs stands side by side: deletions beside insertions */
    size_t n_rows;
    size_t n_same;
    size_t n_left_only;
    size_t n_right_only;
};

/* By a longest common subsequence; lines are equal but for blanks at their ends.  Lines beyond
 * LINE_DIFF_MOST are not looked at. */
struct line_diff line_diff(const char *left, const char *right, struct arena *arena);

#endif
