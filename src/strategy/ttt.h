/*
 * ttt.h - batch test-time training (arXiv 2602.07670): step 0 is the unadapted policy; each step
 * samples K rollouts on every task and takes one importance-sampling update from globally
 * normalised advantages.
 */
#ifndef ROLLBOOK_STRATEGY_TTT_H
#define ROLLBOOK_STRATEGY_TTT_H

struct err;
struct session;

int ttt_run(struct session *s, struct err *err);

#endif
