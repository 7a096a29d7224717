/*
 * cuda_own.h - the evaluator's own device code (device/cuda_checker.cu), compiled.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_OWN_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_OWN_H

#include "src/eval/cuda/compile/cuda_compile.h"

int cuda_own_build(struct cuda_compiler *c, struct buf *out, struct err *err);

#endif
