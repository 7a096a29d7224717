/*
 * session_evaluate.h - the evaluations of one step, beside whatever else the process does.
 *
 * evaluating_pump never waits, so a policy that waits for a server can be drawn from while workers
 * are busy; evaluating_finish waits for the rest.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_EVALUATE_H
#define ROLLBOOK_STRATEGY_SESSION_EVALUATE_H

#include <stddef.h>

struct err;
struct evaluating;
struct session;
struct draw_slot;

/* n slots, borrowed. */
struct evaluating *evaluating_new(struct session *s, int step, struct draw_slot *slots, size_t n);
/* Results under way are lost.  NULL is fine. */
void evaluating_free(struct evaluating *e);

/* The slot's rollout is stored.  One without code gets its verdict here, in the caller's
 * transaction if there is one; others wait for the next pump after its commit. */
int evaluating_add(struct evaluating *e, size_t slot, struct err *err);

/* Stores results in one transaction and feeds idle workers. */
int evaluating_pump(struct evaluating *e, struct err *err);
/* Descriptors that announce results; returns how many, up to most. */
size_t evaluating_watch(const struct evaluating *e, int *fds, size_t most);

/* ERR_INTERRUPTED: the session is to stop. */
int evaluating_finish(struct evaluating *e, struct err *err);

#endif
