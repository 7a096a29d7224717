/*
 * turn_plan.h - what the samples of a turn are asked: the turns that each is shown, and whether its
 * conversation goes on.
 *
 * Feedback is stored before anybody is told, and a conversation that ends early has a row, so a
 * resumed run plans the same turn from rows.
 */
#ifndef ROLLBOOK_STRATEGY_TURN_PLAN_H
#define ROLLBOOK_STRATEGY_TURN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/sample/policy.h"

struct arena;
struct err;
struct session;

/* By slot (session_slot_index). */
struct planned_turn {
    bool ended;       /* nothing to ask */
    int64_t feedback; /* last blob shown, the prompt */
    int64_t parent_id;
    size_t n_exchanges;
    const struct exchange *exchanges;
    const int *shown; /* turns, n_exchanges */
};

struct turn_plan {
    struct planned_turn *slots;
};

/* Plans turn s->turn; the plan lives in the arena.  NULL: the first turn, where all are asked. */
int turn_plan_make(struct session *s, int step, struct arena *a, const struct turn_plan **out,
                   struct err *err);
/* Asks what the source has, at any turn. */
int turn_plan_replay(struct session *s, int step, struct arena *a, const struct turn_plan **out,
                     struct err *err);

/* Stores what a rollout was shown, without the n_dropped oldest turns. */
int turn_plan_put(struct session *s, const struct planned_turn *t, size_t n_dropped,
                  int64_t rollout_id, struct err *err);
/* Ends a conversation before s->turn. */
int turn_plan_end(struct session *s, int step, size_t task, int sample, const char *reason,
                  struct err *err);

#endif
