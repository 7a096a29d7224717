/*
 * cuda_blas.h - cuBLAS as a baseline: which call does a task's work, and making it.
 *
 * A runner that does nothing else opens the library before it is locked down; the call is held,
 * timed and checked as a candidate's launches are.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_BLAS_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_BLAS_H

#include <stddef.h>

#include "src/eval/cuda/driver/cuda_driver.h"
#include "tasks/task.h"

enum blas_routine { BLAS_NONE, BLAS_SGEMV, BLAS_SGEMM, BLAS_SGEMM_BATCH, BLAS_STRMM, BLAS_SDGMM };

/* left, right and out are numbers of the task's buffers; matrices are columns first, as the
 * library reads them. */
struct blas_call {
    enum blas_routine routine;
    uint32_t left, right, out;
    int64_t m, n, k, lda, ldb, ldc;
    int32_t trans_left, trans_right; /* 0 as it lies, 1 transposed */
    int32_t triangle;                /* BLAS_STRMM, of left: 0 lower, 1 upper */
    int64_t batch;                   /* BLAS_SGEMM_BATCH: products whose matrices lie in a row */
};

/* False: no routine does the task. */
bool blas_plan(const struct task *t, enum task_case c, struct blas_call *out);

/* Opens the library for the current context.  NULL, or why not (static). */
const char *blas_open(struct cuda_stream_object *stream, cuda_address workspace,
                      size_t workspace_bytes);
/* "cuBLAS 13.1.0"; "" before it is open. */
void blas_version(char *out, size_t size);
/* False: the library refuses the call. */
bool blas_queue(const struct blas_call *call, const cuda_address *buffers);

#endif
