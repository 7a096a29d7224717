/*
 * compare.h - the comparison of an output with what is right (pure).
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_COMPARE_H
#define ROLLBOOK_EVAL_CONTRACT_COMPARE_H

#include <stdint.h>

#include "tasks/task.h"

double element_value(const void *data, enum dtype dtype, int64_t i);

/* Counts, worst element and errors of got against want: the comparison that decides. */
struct output_comparison {
    int64_t n, matched, not_finite, worst_index;
    double max_abs_err, max_rel_err;
};
void compare_outputs(const void *got, enum dtype dtype, const double *want, int64_t n, double atol,
                     double rtol, struct output_comparison *out);

#endif
