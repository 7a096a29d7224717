/*
 * session_draw.h - the samples that a step lacks.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_DRAW_H
#define ROLLBOOK_STRATEGY_SESSION_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct evaluating;
struct session;

/* What the database has of one (task, sample) of the step. */
struct draw_slot {
    int64_t rollout_id; /* 0: not sampled */
    int64_t code_blob_id;
    bool evaluated; /* or never to be: its conversation ended */
    unsigned infra; /* infra results seen by this process */
};

size_t session_slot_index(const struct session *s, size_t task, int sample);
bool session_is_stopping(const struct session *s);

/* Draws and stores every sample that has no row; fills in slots, and has them evaluated meanwhile.
 */
int session_draw(struct session *s, int step, struct draw_slot *slots, struct evaluating *e,
                 struct err *err);

#endif
