/*
 * selection_tables.h - the tables of table_selection.h beyond its five rules.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_SELECTION_TABLES_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_SELECTION_TABLES_H

#include "analysis/select/select_study.h"
#include "analysis/tables/compare/table_selection.h"

struct selection_request {
    const struct select_pool *pool;
    const struct study *study;
    struct select_options options;
    const struct select_strategy **rules;
    size_t n_rules;
    size_t identity;        /* level of code_set.h at which code is equal */
    double tail;            /* share of tokens */
    double length_exponent; /* of length-normalised surprisal */
    size_t n_quantiles;
    int threads; /* 0: one a core */
};

/* Fills t with a part. */
int selection_fill(const struct table_input *in, enum selection_part part,
                   const struct selection_request *r, struct table *t, struct err *err);

#endif
