/*
 * kernel_file.h - a candidate: CUDA C device code and a launch plan in comment directives.
 *
 *   //@ scratch NAME DTYPE[EXPR]
 *   //@ launch KERNEL(ARG, ...) grid=E[,E[,E]] block=E[,E[,E]] [smem=E]
 *
 * A directive has a line of its own that begins with "//@".  Arguments are inputs, outputs and
 * scratch buffers, or expressions over the task's dimensions, never floats.  No host code of a
 * candidate runs.  Bounds: 1 MiB of text, 16 launches, 16 scratch buffers, 32 arguments a launch.
 */
#ifndef ROLLBOOK_TASKS_KERNEL_FILE_H
#define ROLLBOOK_TASKS_KERNEL_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "tasks/task.h"

#define KERNEL_MAX_LAUNCHES 16
#define KERNEL_MAX_SCRATCH  16
#define KERNEL_MAX_ARGS     32
#define KERNEL_MAX_BYTES    ((size_t)1 << 20)

struct kernel_error {
    size_t line, column; /* from 1; 0: the whole file */
    char msg[240];
};

enum kernel_arg_kind { ARG_INPUT, ARG_OUTPUT, ARG_SCRATCH, ARG_EXPR };

struct kernel_arg {
    enum kernel_arg_kind kind;
    size_t index;            /* of input, output or scratch */
    const struct expr *expr; /* ARG_EXPR */
};

struct kernel_launch {
    const char *name; /* of the __global__ function */
    size_t n_args;
    struct kernel_arg args[KERNEL_MAX_ARGS];
    const struct expr *grid[3], *block[3]; /* never NULL, 1 by default */
    const struct expr *smem;               /* dynamic shared memory in bytes, 0 by default */
    size_t line;
};

struct kernel_scratch {
    const char *name;
    enum dtype dtype;
    const struct expr *elements;
    size_t line;
};

struct kernel_file {
    const char *source; /* NUL-terminated, in the arena */
    size_t source_len;
    size_t n_launches, n_scratch;
    struct kernel_launch launches[KERNEL_MAX_LAUNCHES];
    struct kernel_scratch scratch[KERNEL_MAX_SCRATCH];
};

/* Evaluated for one case. */
struct launch_arg {
    enum kernel_arg_kind kind;
    size_t index;
    int64_t value; /* ARG_EXPR */
};

struct launch {
    const char *name;
    size_t n_args;
    struct launch_arg args[KERNEL_MAX_ARGS];
    uint32_t grid[3], block[3];
    uint32_t smem_bytes;
};

struct launch_plan {
    size_t n_launches, n_scratch;
    struct launch launches[KERNEL_MAX_LAUNCHES];
    enum dtype scratch_dtype[KERNEL_MAX_SCRATCH];
    int64_t scratch_elements[KERNEL_MAX_SCRATCH];
};

/*
 * At least one launch is needed; unknown directives or names, duplicate scratch, text over the
 * bounds and NUL bytes are errors with position.  0, or -1 with error filled in.
 */
int kernel_file_parse(const char *text, size_t len, const struct task *task, struct arena *a,
                      struct kernel_file *out, struct kernel_error *error);

/*
 * Checks CUDA's limits: grid 2^31-1 x 65535 x 65535, block 1024 x 1024 x 64 with at most 1024
 * threads, shared memory at most 232448 bytes, scratch at most 1 GiB in all, all above 0.  0, or -1
 * with error filled in (the directive's line).
 */
int kernel_plan(const struct kernel_file *k, const struct task *task, enum task_case c,
                struct launch_plan *out, struct kernel_error *error);

#endif
