/* task_shape.h - the same task at chosen sizes, or at hidden ones drawn from a seed. */
#ifndef ROLLBOOK_TASKS_TASK_SHAPE_H
#define ROLLBOOK_TASKS_TASK_SHAPE_H

#include "tasks/kernel_file.h"

/*
 * dims[] (n_dims values) are the sizes of case c, and part of the hash, so that nothing kept for
 * one size serves another; tolerances stay.  ERR_USAGE for sizes below 1 or above 2^31 - 1.  The
 * result lives in the arena and borrows from t.
 */
int task_with_dims(const struct task *t, enum task_case c, const int64_t *dims, struct arena *a,
                   const struct task **out, struct err *err);

/* "m=64,k=128"; other dimensions as in case c.  ERR_USAGE in words. */
int task_dims_parse(const struct task *t, enum task_case c, const char *text,
                    int64_t out[TASK_MAX_DIMS], struct err *err);
/* The inverse, all dimensions. */
void task_dims_text(const struct task *t, enum task_case c, char *out, size_t size);

/*
 * Sizes that a candidate is not told.  Only dimensions that its plan names change: a plan without
 * names is made for one size.  A hidden size is a multiple of the power of two that divides the
 * shown one (at most a sixteenth of it and 4096), so that vectors and tiles stay whole; it is
 * smaller, or larger, up to twice and a multiple of 16, or small: odd multiples near those of case
 * tiny, and equal where that can be.  The task moves at most 64 MiB, for which larger ones may
 * shrink.  The least one has as little of everything as it may.  A long one has some dimensions as
 * long as is cheap, up to those of case full, and as little as it may of the others; the first two
 * have every dimension between them, and so have the other two.  False: no dimension can change.
 */
enum hidden_size {
    HIDDEN_BELOW,
    HIDDEN_ABOVE,
    HIDDEN_SMALL,
    HIDDEN_LEAST,
    HIDDEN_LONG,
    HIDDEN_LONG_2,
    HIDDEN_LONG_3,
    HIDDEN_LONG_BOTH
};
#define HIDDEN_SIZES 3 /* without the least and the long ones */
bool task_hidden_dims(const struct task *t, enum task_case c, const struct kernel_file *k,
                      uint64_t seed, enum hidden_size size, int64_t out[TASK_MAX_DIMS]);

#endif
