/* load_rewards.h - mean rewards by step and recipe. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_REWARDS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_REWARDS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct training_list;

/*
 * Appends a series "reward RECIPE" a run and recipe, by step, as load_training_rewards gives them
 * one by one.  One sweep reads all, unless the rollouts' keys lie too far apart.
 */
int load_rewards(struct db *db, const char *const *names, const int64_t *run_ids, size_t n_runs,
                 struct arena *arena, struct training_list *out, struct err *err);

#endif
