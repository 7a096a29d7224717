/*
 * strategies.c - the table of strategies, and the short ones.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/base/sample_round.h"
#include "src/strategy/refine.h"
#include "src/strategy/session.h"
#include "src/strategy/training_loop.h"

/* Sample numbers of the round; false: a task has had its K. */
static bool plan_round(struct session *s, int round, const int *next, int *drawn)
{
    s->first_sample = round * SAMPLE_ROUND;
    for (size_t i = 0; i < s->config.n_tasks; i++)
        if (drawn[i] >= s->config.k)
            return false;
    for (size_t i = 0; i < s->config.n_tasks; i++) {
        int left = s->config.k - drawn[i], n = next[i] < left ? next[i] : left;
        s->samples[i] = s->first_sample + n;
        drawn[i] += n;
    }
    return true;
}

/* A look after every round.  A resumed run finds its earlier rounds stored, and plans them as it
 * did, because a plan depends on stored rollouts alone. */
static int collect_until(struct session *s, struct err *err)
{
    int next[RUN_MAX_TASKS], drawn[RUN_MAX_TASKS] = { 0 }, rc = 0;
    for (size_t i = 0; i < s->config.n_tasks; i++)
        next[i] = 1;
    if (s->hooks.look == NULL)
        return err_set(err, ERR_USAGE, "this command cannot run --until");
    for (int round = 0; rc == 0 && plan_round(s, round, next, drawn); round++) {
        rc = session_collect(s, 0, err);
        if (rc == 0)
            rc = s->hooks.look(s->hooks.context, &s->config, round + 1, next, err);
    }
    s->first_sample = 0;
    return rc < 0 ? rc : 0;
}

static int run_best_of_n(struct session *s, struct err *err)
{
    int rc = session_enter_step(s, 0, err);
    if (rc == 0)
        rc = s->config.until != NULL ? collect_until(s, err) : session_collect(s, 0, err);
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
    { "best-of-n", "K samples per task from the unadapted policy", LESSON_NONE, run_best_of_n },
    { "ttt", "test-time training: sample, reward, update, resample", LESSON_ALL,
      training_loop_run },
    { "sdpo", "self-distillation: a teacher that reads more scores each token", LESSON_ALL,
      training_loop_run },
    { "train", "reinforcement learning on batches of tasks, evaluated on held-out tasks",
      LESSON_BATCH, training_loop_run },
    { "sft", "cross-entropy on another run's correct rollouts", LESSON_SHOWN, training_loop_run },
    { "refine", "conversations: each turn sees the results of the earlier answers", LESSON_NONE,
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
