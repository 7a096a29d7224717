/*
 * task_shape.h - the same task at other sizes: chosen ones, or hidden ones drawn from a seed.
 */
#ifndef ROLLBOOK_TASKS_TASK_SHAPE_H
#define ROLLBOOK_TASKS_TASK_SHAPE_H

#include "tasks/kernel_file.h"

/*
 * The task with dims[] (n_dims values) as the sizes of case c.  Its hash differs with its sizes, so
 * that nothing kept for one is used for another; tolerances stay.  ERR_USAGE for sizes below 1 or
 * above 2^31 - 1.  Lives in the arena and borrows from t.
 */
int task_with_dims(const struct task *t, enum task_case c, const int64_t *dims, struct arena *a,
                   const struct task **out, struct err *err);

/* "m=64,k=128": every name one of t's dimensions, the others as in case c.  ERR_USAGE in words. */
int task_dims_parse(const struct task *t, enum task_case c, const char *text,
                    int64_t out[TASK_MAX_DIMS], struct err *err);
/* The inverse, all dimensions. */
void task_dims_text(const struct task *t, enum task_case c, char *out, size_t size);

/*
 * Sizes that a candidate is not told, drawn from the seed.  Only dimensions that its launch plan
 * names are changed: a plan without names is made for one size and says so.  A hidden size is a
 * multiple of the power of two that divides the shown one (at most a sixteenth of it and 4096), so
 * that whole vectors and tiles stay whole: a smaller one, or with above one that is larger, up to
 * twice as large.  The task moves at most 64 MiB, for which larger ones may become smaller.  False
 * when no dimension can be changed.
 */
bool task_hidden_dims(const struct task *t, enum task_case c, const struct kernel_file *k,
                      uint64_t seed, bool above, int64_t out[TASK_MAX_DIMS]);

#endif
