/*
 * reward_run.h - rewards of stored rollouts, computed again under any recipe.
 */
#ifndef ROLLBOOK_STRATEGY_STORED_REWARD_RUN_H
#define ROLLBOOK_STRATEGY_STORED_REWARD_RUN_H

#include "src/strategy/stored/reward.h"

struct db;
struct stmt;

struct reward_result {
    size_t n_rollouts;
    size_t n_rewarded; /* rows of this recipe now */
    size_t n_kept;     /* of them as they were: an update has used them */
    size_t n_unscored; /* not evaluated, or infra */
    size_t n_judged;   /* rewarded ones that a judge scored */
};

/*
 * In the order in which a run computes them: steps, turns, tasks, samples.  Values that an update
 * has used are facts and stay; others are replaced.  One transaction.  ERR_NODATA when no rollout
 * was evaluated.
 */
int reward_run(struct db *db, const char *run, const char *recipe, struct reward_result *out,
               struct err *err);

/* A row of list_step_results; false for one that is not rewarded. */
bool reward_read_row(struct stmt *st, struct reward_input *out);

#endif
