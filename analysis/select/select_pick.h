/*
 * select_pick.h - which of a task's items a ranking picks, as exact weights.
 *
 * A ranking evaluates the m items with the lowest keys and returns the fastest.  Items that share
 * the last place are drawn uniformly, so an item has a weight: the probability that it is returned.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_PICK_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_PICK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/study/study.h"

struct arena;

struct select_outcome {
    bool defined;
    size_t n;
    size_t m;           /* evaluated */
    double success;     /* P(the pick works) */
    double fast;        /* P(it is fast) */
    double speedup;     /* expectations given success; NaN: never */
    double log_speedup; /* natural log */
    double log_regret;  /* ln(best of the items / pick) */
    double percentile;  /* (mid-rank of the pick - 1/2) / n; failures too */
    size_t n_tied;      /* on the deciding place; 1: no tie */
    /* May be returned, by ascending speedup; NULL: not kept. */
    size_t n_weighted;
    const int64_t *ranks;  /* doubled mid-ranks */
    const double *weights; /* above 0 */
    double rank_mean;
    double rank_square;
};

/* By ascending speedup, for all rankings of the items. */
struct select_order {
    size_t n;
    const size_t *order; /* places in the input */
    const double *speedups;
    const double *logs; /* natural; NaN for failures */
    const int64_t *ranks;
};
struct select_order select_order_of(const double *speedups, size_t n, struct arena *arena);

/* keys are in that order; NULL: drawn at random.  m >= 1; undefined without items or with a NaN
 * key. */
struct select_outcome select_among(const struct select_order *items, const double *keys, size_t m,
                                   struct speed_rule rule, struct arena *arena);

/* The sum of picks' ranks over independent cells, against null picks. */

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

#endif
