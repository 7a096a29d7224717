/* select_items.h - picks of items with keys, and their rank test, in one call each. */
#ifndef ROLLBOOK_TESTS_UNIT_ANALYSIS_SELECT_ITEMS_H
#define ROLLBOOK_TESTS_UNIT_ANALYSIS_SELECT_ITEMS_H

#include <stdlib.h>

#include "analysis/select/select_pick.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

struct select_item {
    double speedup; /* 0: evaluated and failed */
    double key;     /* lowest first */
};

static struct select_order order_items(const struct select_item *items, size_t n,
                                       struct arena *arena)
{
    double *speedups = arena_array(arena, n, sizeof(*speedups));
    for (size_t i = 0; i < n; i++)
        speedups[i] = items[i].speedup;
    return select_order_of(speedups, n, arena);
}

static struct select_outcome select_lowest(const struct select_item *items, size_t n, size_t m,
                                           struct speed_rule rule, struct arena *arena)
{
    struct select_order order = order_items(items, n, arena);
    double *keys = arena_array(arena, n + 1, sizeof(*keys));
    for (size_t i = 0; i < n; i++)
        keys[i] = items[order.order[i]].key;
    return select_among(&order, keys, m, rule, arena);
}

static struct select_outcome select_uniform(const struct select_item *items, size_t n, size_t m,
                                            struct speed_rule rule, struct arena *arena)
{
    struct select_order order = order_items(items, n, arena);
    return select_among(&order, NULL, m, rule, arena);
}

static struct select_rank_test select_rank_against(const struct select_outcome *picks,
                                                   const struct select_outcome *null, size_t n)
{
    if (n == 0)
        return (struct select_rank_test){ STAT_NAN, true };
    if (!select_rank_is_exact(picks, null, n))
        return select_rank_normal(picks, null, n);
    double *tail = select_rank_tail(null, n);
    struct select_rank_test t = select_rank_exact(picks, n, tail);
    free(tail);
    return t;
}

#endif
