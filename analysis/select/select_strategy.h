/*
 * select_strategy.h - the rules of selection: what each ranks by, and how many it evaluates.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_STRATEGY_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/select/select_pool.h"

enum select_width { WIDTH_ONE, WIDTH_THREE, WIDTH_M, WIDTH_ALL };

struct select_strategy {
    const char *name;
    const char *summary;
    enum select_measure measure;
    double sign; /* the lowest product with the measure comes first */
    enum select_width width;
    bool deployable;   /* domain "all" */
    const char *needs; /* what samples lack where it is undefined */
};

/* enum select_rule (select_rules.h) numbers the first five. */
const struct select_strategy *select_strategies(size_t *out_count);
const struct select_strategy *select_strategy_find(const char *name); /* NULL when unknown */
const char *select_domain_name(bool deployable);                      /* "all", "correct" */

/* Evaluated among n items. */
size_t select_width_of(const struct select_strategy *s, size_t m, size_t n);

#endif
