/*
 * cuda_text.h - from a kernel file to the text that the run-time compiler gets.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_TEXT_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_TEXT_H

#include <stdbool.h>

struct buf;
struct compile_spec;
struct text_error;

/*
 * Appends the prelude, the text (same lines, named kernel.cu) and a check of every launch against
 * its kernel's parameters.  False: the text includes what it may not.
 */
bool cuda_text_build(const struct compile_spec *spec, struct buf *out, struct text_error *error);

#endif
