/*
 * training_loop.h - the loop of every strategy that learns: a step samples what its plan says,
 * learns from its lesson, and the next one is sampled by the updated policy.
 *
 * "ttt" is batch test-time training (arXiv 2602.07670): step 0 is the unadapted policy, and each
 * step samples K rollouts on every task and takes one importance-sampling update from globally
 * normalised advantages.
 */
#ifndef ROLLBOOK_STRATEGY_TRAINING_LOOP_H
#define ROLLBOOK_STRATEGY_TRAINING_LOOP_H

struct err;
struct session;

int training_loop_run(struct session *s, struct err *err);

#endif
