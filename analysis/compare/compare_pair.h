/*
 * compare_pair.h - which runs and tasks of two groups belong together, and what each run gives.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_PAIR_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_PAIR_H

#include "analysis/compare/compare_groups.h"

/* Fills cells, counts and the checks of *out; results stay empty. */
int compare_pair(const struct run_set *a, const struct run_set *b, const struct compare_options *o,
                 struct arena *arena, struct compare *out, struct err *err);

#endif
