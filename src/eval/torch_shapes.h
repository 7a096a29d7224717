/*
 * torch_shapes.h - the results of a candidate at the shapes of a problem as one result; private to
 * src/eval.
 */
#ifndef ROLLBOOK_EVAL_TORCH_SHAPES_H
#define ROLLBOOK_EVAL_TORCH_SHAPES_H

#include <stddef.h>

#include "src/eval/contract/evaluation.h"

struct arena;
struct module_shapes;

/*
 * results: of the first n shapes, n at least 1; a candidate is asked at no shape behind one at
 * which it is not right.  Evidence "shape" (and "shape_roofline") has a row for each: the medians
 * of candidate and baseline in us, or the calls that were right and all.  Of other kinds there is
 * one row, of the first shape where it failed, or else of the first.  Samples are those of the
 * summary: geometric means, sums by weight, or the worst shape's, so that the row's speedup is the
 * summary's.
 */
void torch_shapes_merge(const struct module_shapes *s, const struct eval_result *results, size_t n,
                        struct arena *a, struct eval_result *out);

#endif
