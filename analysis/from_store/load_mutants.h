/*
 * load_mutants.h - verdicts about planted bugs.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_MUTANTS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_MUTANTS_H

#include <stdbool.h>

#include "analysis/audit/planted.h"
#include "analysis/from_store/load_study.h"

/* Sorted (mutants_sort); none when no run is of planted bugs. */
int load_mutants(const struct load_request *from, struct mutant_verdict **out, size_t *out_n,
                 struct err *err);
/* Without reading a rollout. */
int load_has_mutants(struct db *db, bool *out, struct err *err);

#endif
