/*
 * session_draw.h - the samples that a step lacks.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_DRAW_H
#define ROLLBOOK_STRATEGY_SESSION_DRAW_H

struct draw_slot;
struct err;
struct evaluating;
struct session;

/* Draws and stores every sample that has no row; fills in slots, and has them evaluated meanwhile.
 */
int session_draw(struct session *s, int step, struct draw_slot *slots, struct evaluating *e,
                 struct err *err);

#endif
