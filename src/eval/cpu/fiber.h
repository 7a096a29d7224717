/*
 * fiber.h - one block of CUDA threads as fibers of one operating-system thread.
 *
 * Every fiber runs until it meets a barrier or a warp operation, then the next one.  Nothing is
 * allocated after fiber_pool_init.
 */
#ifndef ROLLBOOK_EVAL_CPU_FIBER_H
#define ROLLBOOK_EVAL_CPU_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/runner_abi.h"

#define FIBER_WARP  32
#define FIBER_WARPS (RUNNER_MAX_BLOCK / FIBER_WARP)

/* As rollbook_device.h numbers them. */
enum sync_op { SYNC_PLAIN, SYNC_COUNT, SYNC_AND, SYNC_OR };
enum warp_op {
    WARP_SYNC,
    WARP_SHUFFLE,
    WARP_BALLOT,
    WARP_ADD,
    WARP_MIN_U,
    WARP_MAX_U,
    WARP_MIN_S,
    WARP_MAX_S,
    WARP_AND,
    WARP_OR,
    WARP_XOR,
    WARP_MATCH,
    WARP_ACTIVE
};

struct rb_index {
    unsigned int x, y, z;
};

/* Lanes that wait for each other. */
struct warp_state {
    uint32_t alive, waiting;
    uint32_t mask[FIBER_WARP];
    uint64_t value[FIBER_WARP], result[FIBER_WARP];
    int line[FIBER_WARP];
    uint8_t op[FIBER_WARP], source[FIBER_WARP];
};

typedef void (*fiber_thread_fn)(const struct rb_launch *launch);
/* Must not return. */
typedef void (*fiber_fail_fn)(enum run_status status, const char *message);

struct fiber_pool {
    unsigned char *stacks; /* with a guard page below each */
    size_t n_stacks, stack_bytes;
    void *main_sp;
    void *sp[RUNNER_MAX_BLOCK];
    struct rb_index index[RUNNER_MAX_BLOCK];
    uint32_t runnable[FIBER_WARPS];
    struct warp_state warps[FIBER_WARPS];
    unsigned n, n_alive, current;
    bool running;
    bool reversed; /* the last thread goes first */
    unsigned n_waiting;
    int first_line, other_line;
    unsigned predicate_sum, released_sum, released_threads;
    int barrier_line[RUNNER_MAX_BLOCK]; /* 0: not there */
    const struct rb_launch *launch;
    fiber_thread_fn thread;
    struct rb_index *thread_index;
    struct rb_index block_index;
    fiber_fail_fn fail;
};

/* For blocks of up to n_threads; false: out of memory. */
bool fiber_pool_init(struct fiber_pool *p, size_t n_threads, size_t stack_bytes,
                     fiber_fail_fn fail);
void fiber_pool_release(struct fiber_pool *p);
/* Includes the guards. */
bool fiber_pool_holds(const struct fiber_pool *p, uint64_t address);

/* block_index is only for messages. */
void fiber_run_block(struct fiber_pool *p, const struct rb_launch *launch, fiber_thread_fn thread,
                     struct rb_index *thread_index, struct rb_index block_index);

/* The same in steps: a block that paused goes on where it was.  True: it has ended. */
void fiber_begin_block(struct fiber_pool *p, const struct rb_launch *launch, fiber_thread_fn thread,
                       struct rb_index *thread_index, struct rb_index block_index);
bool fiber_resume_block(struct fiber_pool *p);

/* Called on a fiber: the block pauses, or the next thread that can run behind from goes on. */
void fiber_pause_block(struct fiber_pool *p);
void fiber_pause(struct fiber_pool *p, unsigned from);
int fiber_sync(struct fiber_pool *p, enum sync_op op, int predicate, int line);
uint64_t fiber_warp(struct fiber_pool *p, enum warp_op op, uint32_t mask, uint64_t value,
                    int source, int line);

/* Computes the results of the lanes in group, which wait with the same op. */
void warp_results(struct warp_state *w, uint32_t group);

/*
 * Leaving one stack for another.
 */

/* Saves the callee-saved state and its place in *save, continues from load. */
void fiber_switch(void **save, void *load);
/* Returns what to load to begin fn on an empty stack ending at top (aligned to 16). */
void *fiber_start(void *top, void (*fn)(void));

#endif
