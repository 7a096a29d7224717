/*
 * cuda_cupti.h - activity records: how long kernels took by the device's own stamps.
 *
 * Records cost time at every launch, so runs of their own have them.  There is one collector a
 * process.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_CUPTI_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_CUPTI_H

#include <stdbool.h>

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

#endif
