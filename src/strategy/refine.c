#include "src/strategy/refine.h"

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/strategy/session.h"
#include "src/strategy/turn_plan.h"

static int one_turn(struct session *s, int step,
                    int (*make_plan)(struct session *, int, struct arena *,
                                     const struct turn_plan **, struct err *),
                    struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    int rc = make_plan(s, step, &a, &s->plan, err);
    if (rc == 0)
        rc = session_collect(s, step, err);
    if (rc == 0)
        rc = session_learn(s, step, 1, false, err);
    s->plan = NULL;
    return rc;
}

static int all_turns(struct session *s, int step,
                     int (*make_plan)(struct session *, int, struct arena *,
                                      const struct turn_plan **, struct err *),
                     struct err *err)
{
    int rc = session_enter_step(s, step, err);
    for (int turn = 0; turn < session_turns(s) && rc == 0; turn++) {
        s->turn = turn;
        rc = one_turn(s, step, make_plan, err);
    }
    s->turn = 0;
    return rc < 0 ? rc : session_tell_step(s, step, err);
}

int refine_run(struct session *s, struct err *err)
{
    return all_turns(s, 0, turn_plan_make, err);
}

int refine_replay_step(struct session *s, int step, struct err *err)
{
    return all_turns(s, step, turn_plan_replay, err);
}
