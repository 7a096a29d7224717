/* load_turns.h - all turns of a run's samples. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TURNS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TURNS_H

#include <stddef.h>

struct arena;
struct baseline_table;
struct db;
struct err;
struct study;
struct turn_set;

/*
 * Problems are the run's cells.  Speedups are against the baseline, NaN where it has no runtime;
 * NULL: the one beside the candidate.  step of the samples with even numbers and of those with odd
 * ones (boa_steps_held_out).
 */
int load_turns(struct db *db, const struct study *s, size_t run, const int step[2],
               const struct baseline_table *baseline, struct arena *arena, struct turn_set *out,
               struct err *err);

#endif
