/*
 * kernel_file.h - a candidate: CUDA C device code and a launch plan in comment directives.
 *
 *   //@ scratch NAME DTYPE[EXPR]
 *   //@ launch KERNEL(ARG, ...) grid=E[,E[,E]] block=E[,E[,E]] [smem=E]
 *
 * A directive stands on a line of its own that begins with "//@".  Arguments name inputs, outputs
 * and scratch buffers of the task, or are expressions over its dimensions; floats are not
 * arguments.  No candidate host code runs.  Bounds: 1 MiB of text, 16 launches, 16 scratch
 * buffers, 32 arguments a launch.
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
    size_t line, column; /* 1-based; 0 when the whole file is meant */
    char msg[240];
};

enum kernel_arg_kind { ARG_INPUT, ARG_OUTPUT, ARG_SCRATCH, ARG_EXPR };

struct kernel_arg {
    enum kernel_arg_kind kind;
    size_t index;            /* of the input, output or scratch buffer */
    const struct expr *expr; /* ARG_EXPR */
};

struct kernel_launch {
    const char *name; /* C identifier of the __global__ function */
    size_t n_args;
    struct kernel_arg args[KERNEL_MAX_ARGS];
    const struct expr *grid[3], *block[3]; /* never NULL; missing components are 1 */
    const struct expr *smem;               /* dynamic shared memory in bytes; 0 when not given */
    size_t line;
};

struct kernel_scratch {
    const char *name;
    enum dtype dtype;
    const struct expr *elements;
    size_t line;
};

struct kernel_file {
    const char *source; /* whole text, NUL-terminated, in the arena */
    size_t source_len;
    size_t n_launches, n_scratch;
    struct kernel_launch launches[KERNEL_MAX_LAUNCHES];
    struct kernel_scratch scratch[KERNEL_MAX_SCRATCH];
};

/* The plan with every expression evaluated for one case. */
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
 * Parses and checks against the task's names.  At least one launch is needed; unknown directives,
 * unknown names, duplicate scratch, text over the bounds and NUL bytes are errors with position.
 * 0, or -1 with error filled in.
 */
int kernel_file_parse(const char *text, size_t len, const struct task *task, struct arena *a,
                      struct kernel_file *out, struct kernel_error *error);

/*
 * Evaluates for a case and checks CUDA's limits: grid 2^31-1 x 65535 x 65535, block components
 * 1024 x 1024 x 64 and at most 1024 threads, shared memory at most 232448 bytes, scratch at most
 * 1 GiB in all, nothing zero or negative.  0, or -1 with error filled in (line of the directive).
 */
int kernel_plan(const struct kernel_file *k, const struct task *task, enum task_case c,
                struct launch_plan *out, struct kernel_error *error);

#endif
