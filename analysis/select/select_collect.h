/*
 * select_collect.h - what rules pick in every cell of a pool, beside random choices: cell by cell,
 * so that a cell's samples are made and put in order once for all rules and then forgotten.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_COLLECT_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_COLLECT_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/select/select_study.h"

/* What the tests of a rule are made from: the rule, one random pick, m random picks. */
enum { COLLECT_RULE, COLLECT_ONE, COLLECT_M, COLLECT_CHOICES };

struct select_picks {
    size_t n_cells; /* denominator */
    size_t n_picked;
    size_t n_undefined;
    double *fast[COLLECT_CHOICES]; /* of each of n_cells; 0 where nothing is to pick from */
    size_t *cells;                 /* of the pool: the picked ones */
    struct select_outcome *picks;  /* of these */
    struct select_outcome *null;   /* of m random picks there */
};

struct select_collection {
    size_t n_rules;
    struct select_picks *rules;
    struct arena *kept; /* with the weights of outcomes */
    size_t n_kept;
};

/* With keep, outcomes have their weights and ranks.  The rest lies in the arena. */
void select_collect(const struct select_pool *pool, const struct select_strategy *const *rules,
                    size_t n_rules, const struct select_options *o, bool keep, int threads,
                    struct arena *arena, struct select_collection *out);
void select_collection_release(struct select_collection *c);

#endif
