/* task_views.h - a task as another checker looks at it, or at sizes where other bugs show. */
#ifndef ROLLBOOK_TASKS_TASK_VIEWS_H
#define ROLLBOOK_TASKS_TASK_VIEWS_H

#include "tasks/task.h"

/* The most that one run may move and compute. */
struct work_limit {
    double bytes, operations;
};

/*
 * The task as KernelBench checks it: inputs drawn from [0, 1) and weights as layers draw them, a
 * tolerance of 1e-4 absolute and relative, no second draw.  The sizes of case full are halved, the
 * largest first, until they are within the limit; powers of two stay powers of two.  The result
 * lives in the arena and borrows from t.
 */
int task_as_kernelbench(const struct task *t, const struct work_limit *limit, struct arena *a,
                        const struct task **out, struct err *err);

/* The sizes of case c as those of case full (whose tolerances are the widest), with one of them up
 * to times as large within the limit.  False: it cannot be even twice as large. */
bool task_stretched(const struct task *t, enum task_case c, size_t dim, int64_t times,
                    const struct work_limit *limit, struct arena *a, const struct task **out);

#endif
