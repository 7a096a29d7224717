/*
 * cuda_count.h - the launches of a plan with performance counters around each of them.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_COUNT_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_COUNT_H

#include "src/eval/contract/profile.h"
#include "src/eval/cuda/driver/cuda_launch.h"
#include "src/eval/cuda/driver/cuda_timing.h"

struct count_job {
    struct cuda_timer *timer; /* overwrites caches */
    struct cuda_context_object *context;
    const struct cuda_program *program;
    const struct cuda_plan *plan;
    const cuda_address *buffers;
    cuda_result (*reload)(void *arg); /* restores module variables */
    void *arg;
};

/* Returns the driver's result for the kernels.  *out_counted false: nothing was counted,
 * counters_why says why. */
cuda_result cuda_count(const struct count_job *job, double (*values)[PROFILE_COUNTERS],
                       bool *out_counted);

#endif
