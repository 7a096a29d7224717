/*
 * session_evaluate.h - the evaluations of one step, beside whatever else the process does.
 *
 * Rollouts queue up as they are stored.  evaluating_pump never waits, so a policy that waits for a
 * server can be drawn from while workers are busy; evaluating_finish waits for the rest.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_EVALUATE_H
#define ROLLBOOK_STRATEGY_SESSION_EVALUATE_H

#include <stddef.h>

struct err;
struct evaluating;
struct session;
struct draw_slot;

/* slots: n of them, borrowed. */
struct evaluating *evaluating_new(struct session *s, int step, struct draw_slot *slots, size_t n);
/* What is under way stays so: its results are not read any more.  NULL is fine. */
void evaluating_free(struct evaluating *e);

/* The rollout of a slot is stored and not evaluated.  One without code is judged here, in the
 * caller's transaction if there is one; any other waits for the next pump after its commit. */
int evaluating_add(struct evaluating *e, size_t slot, struct err *err);

/* Stores the results that came, in one transaction, and gives idle workers what waits. */
int evaluating_pump(struct evaluating *e, struct err *err);
/* Descriptors that can be read once a pump has something to store; how many, at most most. */
size_t evaluating_watch(const struct evaluating *e, int *fds, size_t most);

/* Until everything that was added is evaluated; ERR_INTERRUPTED when the session is to stop. */
int evaluating_finish(struct evaluating *e, struct err *err);

#endif
