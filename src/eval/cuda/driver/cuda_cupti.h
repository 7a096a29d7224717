/*
 * cuda_cupti.h - activity records: how long kernels took by the device's own stamps.
 *
 * A witness beside the events.  It costs time at every launch, so it is on during runs of its own
 * only.  One collector a process.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_CUPTI_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_CUPTI_H

#include <stdbool.h>

struct cuda_plan;

/* False when there is no CUPTI or it may not be used here. */
bool cupti_start(void);
void cupti_stop(void);
/* Forgets what was recorded. */
void cupti_clear(void);
/* From the start of the first to the end of the last kernel of the plan that was recorded since;
 * false when not all of them were. */
bool cupti_span(const struct cuda_plan *plan, double *out_us);
/* Duration of every launch of the plan that was recorded since; false as above. */
bool cupti_kernels(const struct cuda_plan *plan, double *out_us);
/* Duration of the last kernel of that linker name; false when it was not recorded. */
bool cupti_duration(const char *name, double *out_us);

#endif
