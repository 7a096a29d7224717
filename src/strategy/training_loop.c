#include "src/strategy/training_loop.h"

#include <stdio.h>

#include "src/base/err.h"
#include "src/strategy/session.h"
#include "src/strategy/session_guard.h"

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

static int one_step(struct session *s, int step, struct patience *patience, bool *out_stop,
                    struct err *err)
{
    double fast_1 = 0;
    int rc = session_enter_step(s, step, err);
    if (rc == 0)
        rc = session_collect(s, step, err);
    if (rc == 0)
        rc = session_fast_1(s, step, &fast_1, err);
    if (rc < 0)
        return rc;
    bool is_last = is_exhausted(patience, step, fast_1) || step == s->config.n_steps;
    bool shown = strategy_find(s->config.strategy)->lesson == LESSON_SHOWN;
    rc = session_learn(s, step, !is_last && !shown, err);
    if (rc == 0 && shown)
        rc = session_learn_shown(s, step, !is_last, err);
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
