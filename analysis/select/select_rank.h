/* select_rank.h - the sum of picks' ranks over independent cells, against null picks. */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_RANK_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_RANK_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/select/select_pick.h"

struct select_rank_test {
    double p; /* one-sided; NaN: no cells */
    bool exact;
};

/* Convolving takes about a second at most; needs no arrays. */
bool select_rank_is_exact(const struct select_outcome *picks, const struct select_outcome *null,
                          size_t n);

/* P(sum of n doubled ranks >= s) for s below the width, on the heap; needs arrays. */
size_t select_rank_width(const struct select_outcome *o, size_t n);
double *select_rank_tail(const struct select_outcome *null, size_t n);

/*
 * P(null ranks' sum >= that of the picks): convolution with the null's tail, or the normal
 * approximation of both.
 */
struct select_rank_test select_rank_exact(const struct select_outcome *picks, size_t n,
                                          const double *null_tail);
struct select_rank_test select_rank_normal(const struct select_outcome *picks,
                                           const struct select_outcome *null, size_t n);
/* As select_rank_is_exact says. */
struct select_rank_test select_rank_against(const struct select_outcome *picks,
                                            const struct select_outcome *null, size_t n);

#endif
