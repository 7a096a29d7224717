/*
 * load_cost.h - what the steps of runs used.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_COST_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_COST_H

#include <stddef.h>

struct arena;
struct cost_use;
struct db;
struct err;

/*
 * A step's ledger row, else sums over its rollouts (seconds and teacher tokens unknown, student
 * tokens where a rollout lacks them), by run and step.  ERR_NOMATCH without a rollout.
 */
int load_cost(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
              struct cost_use **out, size_t *out_n, struct err *err);

#endif
