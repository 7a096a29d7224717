/*
 * strategies.c - the table of strategies, and the short ones.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/strategy/refine.h"
#include "src/strategy/session.h"
#include "src/strategy/training_loop.h"

static int run_best_of_n(struct session *s, struct err *err)
{
    int rc = session_enter_step(s, 0, err);
    if (rc == 0)
        rc = session_collect(s, 0, err);
    if (rc == 0)
        rc = session_learn(s, 0, 1, false, err);
    return rc < 0 ? rc : session_tell_step(s, 0, err);
}

static int run_replay(struct session *s, struct err *err)
{
    int rc = 0;
    for (int step = 0; step <= s->config.n_steps && rc == 0; step++)
        rc = refine_replay_step(s, step, err);
    return rc;
}

static const struct strategy strategies[] = {
    { "best-of-n", "K samples a task from the unadapted policy", LESSON_NONE, run_best_of_n },
    { "ttt", "test-time training: sample, reward, update, resample", LESSON_ALL,
      training_loop_run },
    { "sdpo", "self-distillation: a teacher that reads more scores each token", LESSON_ALL,
      training_loop_run },
    { "train", "reinforcement learning on batches of tasks, evaluated on held ones", LESSON_BATCH,
      training_loop_run },
    { "sft", "cross-entropy on another run's correct rollouts", LESSON_SHOWN, training_loop_run },
    { "refine", "conversations: each turn is told how the answers before it fared", LESSON_NONE,
      refine_run },
    { "replay", "evaluate the stored actions of another run again", LESSON_NONE, run_replay },
};

const struct strategy *strategy_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++)
        if (strcmp(strategies[i].name, name) == 0)
            return &strategies[i];
    return NULL;
}
