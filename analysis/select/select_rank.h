/*
 * select_rank.h - the sum of the picks' ranks over independent cells, against that of null picks.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_RANK_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_RANK_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/select/select_pick.h"

struct select_rank_test {
    double p; /* one-sided; NaN without cells */
    bool exact;
};

/* Whether convolving both distributions is work enough for about a second; needs no arrays. */
bool select_rank_is_exact(const struct select_outcome *picks, const struct select_outcome *null,
                          size_t n);

/* P(sum of n doubled ranks >= s) for s below the width, on the heap; needs arrays. */
size_t select_rank_width(const struct select_outcome *o, size_t n);
double *select_rank_tail(const struct select_outcome *null, size_t n);

/*
 * P(sum of ranks of the null picks >= that of the picks): exact by convolution while work allows,
 * with the tail of the null picks, else by the normal approximation of both.
 */
struct select_rank_test select_rank_exact(const struct select_outcome *picks, size_t n,
                                          const double *null_tail);
struct select_rank_test select_rank_normal(const struct select_outcome *picks,
                                           const struct select_outcome *null, size_t n);
/* Whichever of the two it is. */
struct select_rank_test select_rank_against(const struct select_outcome *picks,
                                            const struct select_outcome *null, size_t n);

#endif
