/*
 * cuda_source.h - from a kernel file to the text that the run-time compiler gets.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_SOURCE_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_SOURCE_H

#include <stdbool.h>

struct buf;
struct compile_spec;
struct source_error;

/*
 * Appends the prelude, the text (same lines, named kernel.cu) and a check of every launch against
 * its kernel's parameters.  False: the text includes what it may not.
 */
bool cuda_source_build(const struct compile_spec *spec, struct buf *out,
                       struct source_error *error);

#endif
