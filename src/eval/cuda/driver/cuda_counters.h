/*
 * cuda_counters.h - performance counters of kernels, by CUPTI's range profiler.
 *
 * Counting slows kernels down and needs a permission that not every machine gives, so processes
 * that time nothing do it.  There is one profiler a process.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_COUNTERS_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/eval/contract/profile.h"
#include "src/eval/cuda/driver/cuda_launch.h"
#include "src/eval/cuda/driver/cuda_timing.h"

struct cuda_context_object;

/* Opens the libraries and plans which counters are read in which run; needs no context.  False:
 * counters_why says why there are none. */
bool counters_open(int device);
const char *counters_why(void); /* static; NULL when nothing failed */

/*
 * Runs are repeated until no pass is left:
 *   counters_begin; do { counters_pass_begin; { counters_range_begin; launch; counters_range_end }
 *   for each kernel; counters_pass_end } while more; counters_end
 * All return false when counting failed; then counters_abandon restores the context.
 */
bool counters_begin(struct cuda_context_object *context, size_t n_ranges);
bool counters_pass_begin(void);
bool counters_range_begin(size_t range);
bool counters_range_end(void);
bool counters_pass_end(bool *out_more);
/* values[range] is NaN for counters that the device lacks. */
bool counters_end(double (*values)[PROFILE_COUNTERS]);
void counters_abandon(void);

/*
 * Activity records: how long kernels took by the device's own stamps.
 *
 * Records cost time at every launch, so runs of their own have them.  There is one collector a
 * process.
 */

struct cuda_plan;

/* False: CUPTI is absent or may not be used. */
bool cupti_start(void);
void cupti_stop(void);
void cupti_clear(void);
/* Time from the first recorded start to the last end; false when a kernel of the plan was not
 * recorded. */
bool cupti_span(const struct cuda_plan *plan, double *out_us);
/* Duration of every launch; false as above. */
bool cupti_kernels(const struct cuda_plan *plan, double *out_us);
/* Duration of the last kernel of that linker name; false: not recorded. */
bool cupti_duration(const char *name, double *out_us);

/*
 * The launches of a plan with performance counters around each of them.
 */

struct counted_runs {
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
cuda_result cuda_count(const struct counted_runs *job, double (*values)[PROFILE_COUNTERS],
                       bool *out_counted);

#endif
