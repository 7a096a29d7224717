/*
 * references.h - every family once more, in plain C.
 *
 * They are written from the mathematics, not from the oracle kernels that the gate compares with
 * them: loops in another order, other formulas.  Each is a function of this table.
 */
#ifndef ROLLBOOK_TASKS_REFERENCES_H
#define ROLLBOOK_TASKS_REFERENCES_H

#include "tasks/task.h"

struct problem {
    const struct task *task;
    enum task_case task_case;
    const float *const *in; /* those of other types are cast */
    double *out;
};

/* Extent i of a tensor; task_parse has evaluated it before. */
size_t problem_extent(const struct problem *p, const struct task_tensor *x, size_t i);
/* Of the case. */
size_t problem_dim(const struct problem *p, const char *name);
/* Elements of a tensor. */
size_t problem_size(const struct problem *p, const struct task_tensor *x);

struct reference_row {
    const char *family;
    int problem_id; /* 0: all */
    size_t n_inputs;
    void (*compute)(const struct problem *p);
};

extern const struct reference_row references_elementwise[], references_rows[], references_windows[];
extern const size_t references_elementwise_count, references_rows_count, references_windows_count;

#endif
