/*
 * torch_locks.h - one card and several evaluators of this user: who computes, and who has its
 * memory.
 *
 * A process that ends lets go of everything it had.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_LOCKS_H
#define ROLLBOOK_EVAL_TORCH_TORCH_LOCKS_H

#include <stdbool.h>

struct torch_locks {
    int compute_fd, gate_fd, memory_fd; /* -1: nobody shares */
    bool computes;
};

#define TORCH_LOCKS_NONE ((struct torch_locks){ .compute_fd = -1, .gate_fd = -1, .memory_fd = -1 })

/* Files folder/card.lock, .gate and .memory; where one cannot be made nothing is shared. */
void torch_locks_open(struct torch_locks *l, const char *folder, const char *card);
void torch_locks_close(struct torch_locks *l);

/* The card computes for one at a time. */
void torch_locks_compute(struct torch_locks *l);
/* Did it compute for us? */
bool torch_locks_rest(struct torch_locks *l);

/* Waits until the card's memory may be used: beside others, or alone.  Who wants it alone waits for
 * those that have it; who comes later waits for both. */
void torch_locks_enter(struct torch_locks *l, bool alone);
void torch_locks_leave(struct torch_locks *l);

#endif
