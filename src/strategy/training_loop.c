#include "src/strategy/training_loop.h"

#include <stdio.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/strategy/session.h"
#include "src/strategy/session_guard.h"
#include "src/strategy/turn_plan.h"

/* Stops when the aggregate fast_1 fell P times in a row (early stopping of BoA). */
struct patience {
    int limit; /* 0: never */
    int regressions;
    double previous;
};

static bool is_exhausted(struct patience *p, int step, double fast_1)
{
    if (step > 0 && fast_1 < p->previous)
        p->regressions++;
    else
        p->regressions = 0;
    p->previous = fast_1;
    return p->limit > 0 && p->regressions >= p->limit;
}

static int collect_turn(struct session *s, int step, int turn, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    s->turn = turn;
    int rc = turn_plan_make(s, step, &a, &s->plan, err);
    if (rc == 0)
        rc = session_collect(s, step, err);
    s->plan = NULL;
    return rc;
}

static int one_step(struct session *s, int step, struct patience *patience, bool *out_stop,
                    struct err *err)
{
    double fast_1 = 0;
    int rc = session_enter_step(s, step, err);
    for (int turn = 0; turn < session_turns(s) && rc == 0; turn++)
        rc = collect_turn(s, step, turn, err);
    s->turn = 0;
    if (rc == 0)
        rc = session_fast_1(s, step, &fast_1, err);
    if (rc < 0)
        return rc;
    bool is_last = is_exhausted(patience, step, fast_1) || step == s->config.n_steps;
    bool shown = strategy_find(s->config.strategy)->lesson == LESSON_SHOWN;
    rc = session_learn(s, step, session_turns(s), !is_last && !shown, err);
    if (rc == 0 && shown)
        rc = session_learn_shown(s, step, !is_last, err);
    if (rc == 0)
        rc = session_tell_step(s, step, err);
    if (rc == 0)
        rc = session_is_stopped(s, step, out_stop, err);
    *out_stop = *out_stop || is_last;
    return rc;
}

int training_loop_run(struct session *s, struct err *err)
{
    struct patience patience = { .limit = s->config.patience };
    bool stop = false;
    int rc = 0;
    for (int step = 0; !stop && rc == 0; step++)
        rc = one_step(s, step, &patience, &stop, err);
    return rc;
}
