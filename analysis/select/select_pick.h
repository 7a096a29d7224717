/*
 * select_pick.h - which of a task's items a ranking picks, as exact weights.
 *
 * A ranking evaluates the m items with the lowest keys and returns the fastest of them.  Items that
 * share the last place are drawn uniformly, so an item has a weight: the probability that it is
 * returned.  Every number about a pick is a weighted sum.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_PICK_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_PICK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/study/study.h"

struct arena;

struct select_item {
    double speedup; /* 0: evaluated and failed */
    double key;     /* lowest first */
};

struct select_outcome {
    bool defined;
    size_t n;           /* items */
    size_t m;           /* evaluated: at most n */
    double success;     /* probability that the pick works at all */
    double fast;        /* probability that it is fast */
    double speedup;     /* expectations given success; NaN when it never succeeds */
    double log_speedup; /* natural log */
    double log_regret;  /* ln(best of the items / pick) */
    double percentile;  /* (mid-rank of the pick among the items - 1/2) / n; failures too */
    size_t n_tied;      /* items that share the deciding place; 1 when there is no tie */
    /* The items that may be returned, in the ascending order of speedups; NULL when not kept: */
    size_t n_weighted;
    const int64_t *ranks;  /* doubled mid-ranks */
    const double *weights; /* above 0 */
    /* Moments of the pick's rank: */
    double rank_mean;
    double rank_square;
};

/* Items in the ascending order of speedups, which every ranking of them shares. */
struct select_order {
    size_t n;
    const size_t *order; /* places in what was given */
    const double *speedups;
    const double *logs; /* natural; NaN for failures */
    const int64_t *ranks;
};
struct select_order select_order_of(const double *speedups, size_t n, struct arena *arena);

/* The ranking by keys, which are in that order; NULL: items drawn without regard to keys. */
struct select_outcome select_among(const struct select_order *items, const double *keys, size_t m,
                                   struct speed_rule rule, struct arena *arena);

/* m is at least 1.  Undefined without items or with a key that is not a number. */
struct select_outcome select_lowest(const struct select_item *items, size_t n, size_t m,
                                    struct speed_rule rule, struct arena *arena);

/* The same for items drawn without regard to keys. */
struct select_outcome select_uniform(const struct select_item *items, size_t n, size_t m,
                                     struct speed_rule rule, struct arena *arena);

#endif
