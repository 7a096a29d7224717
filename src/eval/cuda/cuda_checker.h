/*
 * cuda_checker.h - arguments of the evaluator's own kernels, as in device/cuda_checker.cu; private
 * to cuda_checks.c.
 */
#ifndef ROLLBOOK_EVAL_CUDA_CUDA_CHECKER_H
#define ROLLBOOK_EVAL_CUDA_CUDA_CHECKER_H

#include "src/eval/cuda/driver/cuda_gpu.h"

#define GPU_THREADS 256

struct gpu_fill {
    uint32_t key[2], counter[4];
    float lo, span;
    int generator, structure; /* their enums in tasks/task.h */
    uint32_t special;         /* enum special */
    int element_bytes;        /* 4 of a generator of integers: i32 */
    uint32_t below;
    int64_t line, stride, side, n;
};

int gpu_fill_args(const struct gpu_input *in, struct gpu_fill *out, struct err *err);

#endif
