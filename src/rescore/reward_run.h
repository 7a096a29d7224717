/*
 * reward_run.h - rewards of stored rollouts, computed again under any recipe.
 */
#ifndef ROLLBOOK_RESCORE_REWARD_RUN_H
#define ROLLBOOK_RESCORE_REWARD_RUN_H

#include "src/rescore/reward.h"

struct db;
struct stmt;

struct reward_result {
    size_t n_rollouts;
    size_t n_rewarded; /* rows now */
    size_t n_kept;     /* unchanged: an update used them */
    size_t n_unscored; /* not evaluated, or infra */
    size_t n_judged;   /* rewarded and judged */
};

/*
 * Computes in a run's order (steps, turns, tasks, samples) and in one transaction.  Values that an
 * update has used stay.  ERR_NODATA: no rollout was evaluated.
 */
int reward_run(struct db *db, const char *run, const char *recipe, struct reward_result *out,
               struct err *err);

/* A row of list_step_results; false: it is not rewarded, such as, where the recipe needs times,
 * right candidates whose times do not count. */
bool reward_read_row(struct stmt *st, bool needs_time, struct reward_input *out);

#endif
