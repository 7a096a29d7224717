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

#endif
