/*
 * compare_pair.h - which runs and tasks of two groups belong together, and what each run gives.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_PAIR_H
#define ROLLBOOK_ANALYSIS_COMPARE_PAIR_H

#include "analysis/compare_groups.h"

/* Fills cells, counts and the checks of *out; results stay empty. */
int compare_pair(const struct run_set *a, const struct run_set *b, struct speed_rule rule,
                 struct arena *arena, struct compare *out, struct err *err);

/* The rollouts behind a cell's share (COMPARE_SAMPLE): all of them, or the BoA step's. */
struct count compare_sample_count(const struct study *s, size_t run, size_t task,
                                  struct speed_rule rule);

#endif
