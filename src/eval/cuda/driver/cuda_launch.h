/*
 * cuda_launch.h - a launch plan lowered to what the driver takes.
 *
 * The evaluator lowers (pure); runners launch plain records.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_LAUNCH_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/runner_abi.h"
#include "src/eval/cuda/driver/cuda_driver.h"

#define CUDA_NAME_BYTES 512

struct bundle;
struct launch_plan;
struct task;

/* Buffers are numbered inputs, outputs, scratch. */
struct cuda_launch {
    char name[CUDA_NAME_BYTES]; /* linker name */
    uint32_t n_args, smem_bytes;
    uint32_t grid[3], block[3];
    struct {
        uint32_t is_buffer, buffer;
        uint64_t value; /* little-endian: begins with smaller integers */
    } args[KERNEL_MAX_ARGS];
};

struct cuda_plan {
    uint32_t n_launches, n_buffers, n_inputs, n_outputs;
    uint64_t bytes[RUNNER_MAX_BUFFERS]; /* what a kernel may touch */
    struct cuda_launch launches[KERNEL_MAX_LAUNCHES];
};

/*
 * Fills out->launches from plan and program, leaves bytes alone.  False with a message: an argument
 * does not fit its parameter.
 */
bool cuda_lower(const struct launch_plan *plan, const struct bundle *program,
                const struct task *task, struct cuda_plan *out, char *message, size_t size);

struct cuda_program {
    struct cuda_module_object *module;
    struct cuda_function_object *functions[KERNEL_MAX_LAUNCHES];
};

cuda_result cuda_program_load(const struct cuda_driver *d, const void *cubin,
                              const struct cuda_plan *plan, struct cuda_program *out);
void cuda_program_unload(const struct cuda_driver *d, struct cuda_program *p);
cuda_result cuda_program_run_one(const struct cuda_driver *d, const struct cuda_program *p,
                                 const struct cuda_plan *plan, uint32_t i,
                                 const cuda_address *buffers, struct cuda_stream_object *stream);
/* buffers[i] is where buffer i begins. */
cuda_result cuda_program_run(const struct cuda_driver *d, const struct cuda_program *p,
                             const struct cuda_plan *plan, const cuda_address *buffers,
                             struct cuda_stream_object *stream);

#endif
