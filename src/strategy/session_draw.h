/*
 * session_draw.h - the samples that a step lacks.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_DRAW_H
#define ROLLBOOK_STRATEGY_SESSION_DRAW_H

struct draw_slot;
struct err;
struct evaluating;
struct session;

/* Fills in slots, which are evaluated meanwhile. */
int session_draw(struct session *s, int step, struct draw_slot *slots, struct evaluating *e,
                 struct err *err);

#endif
