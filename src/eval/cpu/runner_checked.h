/*
 * runner_checked.h - runs in which every access to memory is looked at.
 *
 * The object was compiled so that it calls us before each load and store (runner_compile.c).
 */
#ifndef ROLLBOOK_EVAL_CPU_RUNNER_CHECKED_H
#define ROLLBOOK_EVAL_CPU_RUNNER_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/runner_abi.h"
#include "src/eval/cpu/fiber.h"

struct checked_memory {
    uintptr_t begin, end; /* buffers and the guards around them */
    struct {
        uintptr_t begin, end;
    } buffers[RUNNER_MAX_BUFFERS];
    uint32_t n_buffers;
    unsigned char *shared; /* thread-local data */
    size_t shared_bytes;
    uintptr_t dynamic; /* 0: none */
};

/* False: out of memory. */
bool checked_open(struct runner_control *control, size_t block_threads, size_t stack_bytes,
                  fiber_fail_fn fail);
void checked_begin(const struct checked_memory *memory, uint64_t schedule);

struct checked_blocks {
    const struct rb_launch *launch;
    fiber_thread_fn thread;
    struct rb_index *thread_index, *block_index, *block_dim, *grid_dim;
    uint64_t first, last;
    void (*block_start)(void);
    void (*block_end)(const struct rb_launch *launch);
};
/* Two blocks at a time, whose threads take turns at accesses to shared and global memory, as the
 * schedule has it: any order that a device allows may come. */
void checked_run(const struct checked_blocks *b);

/* The block that runs, or NULL. */
struct fiber_pool *checked_fibers(void);

#endif
