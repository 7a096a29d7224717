/*
 * runner_pool.h - the threads of a runner and the rb_rt_* functions that a candidate calls.
 */
#ifndef ROLLBOOK_EVAL_CPU_RUNNER_POOL_H
#define ROLLBOOK_EVAL_CPU_RUNNER_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/runner_abi.h"

/* Runs blocks [first, last) of a launch. */
typedef void (*runner_blocks_fn)(const struct rb_launch *launch, uint64_t first, uint64_t last);

/* Failures are written to control from here on. */
void runner_pool_open(struct runner_control *control);

/*
 * Starts threads - 1 threads beside the caller, each with a signal stack and fiber stacks for
 * blocks of up to fiber_threads.  False: out of memory.
 */
bool runner_pool_start(unsigned threads, size_t fiber_threads, bool checked);

/* Module 0: the object has no thread-local data. */
struct runner_tls {
    size_t module, bytes;
    bool has_shared;  /* poisoned before every block */
    bool has_dynamic; /* it begins here: */
    uint64_t dynamic_offset;
};
void runner_pool_attach(const struct runner_tls *tls);

/* Idle threads wait awake for a while between these two and sleep afterwards, so a finished run
 * uses no processor time.  reversed: blocks, and synchronising threads, run in the opposite
 * order. */
void runner_pool_begin(bool reversed);
void runner_pool_end(void);
/* Before a checked run: where its buffers are. */
struct checked_memory;
void runner_pool_checked(struct checked_memory *memory, uint64_t schedule);
/* Returns when all blocks of a launch have run. */
void runner_pool_run(runner_blocks_fn blocks, const struct rb_launch *launch, uint64_t poison);

/* Writes status and message to the control page and ends the process. */
_Noreturn void runner_fail(enum run_status status, const char *message);

/* What rollbook_device.h declares; exported by the program. */
int rb_rt_sync(int op, int predicate, int line);
unsigned long long rb_rt_warp(int op, unsigned int mask, unsigned long long value, int source_lane,
                              int line);
struct rb_index;
void rb_rt_block(const struct rb_launch *launch, void (*thread)(const struct rb_launch *),
                 struct rb_index *thread_index, struct rb_index *block_index,
                 struct rb_index *block_dim, struct rb_index *grid_dim, unsigned long long first,
                 unsigned long long last);
void rb_rt_block_start(void);
_Noreturn void rb_rt_bad_argument(int index, long long value);

#endif
