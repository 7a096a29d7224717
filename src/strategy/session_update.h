/*
 * session_update.h - a step's update of the policy, its metrics and the checkpoint after it.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_UPDATE_H
#define ROLLBOOK_STRATEGY_SESSION_UPDATE_H

#include <stddef.h>
#include <stdint.h>

struct err;
struct session;
struct update_item;

/* Of what was not learned from. */
struct held_score {
    int64_t n_tokens; /* 0: nothing was scored */
    double loss;      /* mean over tokens of -log-prob, before the update */
};

/* Metrics only: nothing was updated.  held NULL: none. */
int session_put_metrics(struct session *s, int step, const struct held_score *held,
                        struct err *err);

/* Updates from the items, if there are any, stores metrics and guardrails, and opens the next step
 * with the policy after the update, or that of parent_id where there was none. */
int session_update(struct session *s, int step, const struct update_item *items, size_t n,
                   const struct held_score *held, int64_t parent_id, struct err *err);

#endif
