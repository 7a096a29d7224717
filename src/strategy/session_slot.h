/*
 * session_slot.h - the places of a step's samples.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_SLOT_H
#define ROLLBOOK_STRATEGY_SESSION_SLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;

/* What is stored of one (task, sample). */
struct draw_slot {
    int64_t rollout_id; /* 0: not sampled */
    int64_t code_blob_id;
    bool evaluated; /* or its conversation ended */
    unsigned infra; /* infra results in this process */
};

size_t session_slot_index(const struct session *s, size_t task, int sample);
bool session_is_stopping(const struct session *s);

#endif
