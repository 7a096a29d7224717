/*
 * load_turns.h - all turns of the samples of a run, which load_study reduces to the last.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_TURNS_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_TURNS_H

#include <stddef.h>

struct arena;
struct baseline_table;
struct db;
struct err;
struct study;
struct turn_set;

/*
 * Problems are the cells of the run in the study.  With a baseline every speedup is taken against
 * it, NaN where it has no runtime; NULL: the one measured beside the candidate.  step of the
 * samples with even numbers and of those with odd ones (boa_steps_held_out).
 */
int load_turns(struct db *db, const struct study *s, size_t run, const int step[2],
               const struct baseline_table *baseline, struct arena *arena, struct turn_set *out,
               struct err *err);

#endif
