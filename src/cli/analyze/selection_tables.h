/*
 * selection_tables.h - the tables of analyze selection beyond its five rules.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_SELECTION_TABLES_H
#define ROLLBOOK_CLI_ANALYZE_SELECTION_TABLES_H

#include "analysis/select/select_study.h"
#include "src/cli/command.h"

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

struct selection_table {
    const char *name; /* of --table */
    const char *summary;
    int (*fill)(struct cli *cli, const struct selection_request *r, struct table *t,
                struct err *err);
};

const struct selection_table *selection_table_find(const char *name); /* NULL when unknown */

#endif
