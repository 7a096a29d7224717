/*
 * refine.h - conversations of several turns, each told how the answers before it fared.
 *
 * All conversations of a run take a turn together: drawn, evaluated and rewarded before the next.
 * history.h says what a later turn is shown.
 */
#ifndef ROLLBOOK_STRATEGY_REFINE_H
#define ROLLBOOK_STRATEGY_REFINE_H

struct err;
struct session;

int refine_run(struct session *s, struct err *err);

/* Replays every turn of a step that its source has. */
int refine_replay_step(struct session *s, int step, struct err *err);

#endif
