#include "src/eval/cuda/driver/cuda_blas.h"

#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_library.h"

struct blas_handle;

/* The interface with 64-bit sizes exists since version 12. */
static struct blas {
    int (*create)(struct blas_handle **out);
    int (*version)(struct blas_handle *h, int *out);
    int (*set_stream)(struct blas_handle *h, struct cuda_stream_object *s);
    int (*set_workspace)(struct blas_handle *h, cuda_address p, size_t bytes);
    int (*sgemv)(struct blas_handle *h, int trans, int64_t m, int64_t n, const float *alpha,
                 cuda_address a, int64_t lda, cuda_address x, int64_t incx, const float *beta,
                 cuda_address y, int64_t incy);
    int (*sgemm)(struct blas_handle *h, int trans_a, int trans_b, int64_t m, int64_t n, int64_t k,
                 const float *alpha, cuda_address a, int64_t lda, cuda_address b, int64_t ldb,
                 const float *beta, cuda_address c, int64_t ldc);
    int (*sgemm_batch)(struct blas_handle *h, int trans_a, int trans_b, int64_t m, int64_t n,
                       int64_t k, const float *alpha, cuda_address a, int64_t lda,
                       long long stride_a, cuda_address b, int64_t ldb, long long stride_b,
                       const float *beta, cuda_address c, int64_t ldc, long long stride_c,
                       int64_t batch);
    int (*strmm)(struct blas_handle *h, int side, int triangle, int trans, int diagonal, int64_t m,
                 int64_t n, const float *alpha, cuda_address a, int64_t lda, cuda_address b,
                 int64_t ldb, cuda_address c, int64_t ldc);
    int (*sdgmm)(struct blas_handle *h, int side, int64_t m, int64_t n, cuda_address a, int64_t lda,
                 cuda_address x, int64_t incx, cuda_address c, int64_t ldc);
    struct blas_handle *handle;
} blas;

enum { BLAS_LEFT = 0, BLAS_RIGHT = 1, BLAS_AS_IT_LIES = 0, BLAS_GIVEN_DIAGONAL = 0 };

#define SYMBOL(member, name)                                                                       \
    {                                                                                              \
        name, offsetof(struct blas, member)                                                        \
    }

static const struct library_symbol symbols[] = {
    SYMBOL(create, "cublasCreate_v2"),
    SYMBOL(version, "cublasGetVersion_v2"),
    SYMBOL(set_stream, "cublasSetStream_v2"),
    SYMBOL(set_workspace, "cublasSetWorkspace_v2"),
    SYMBOL(sgemv, "cublasSgemv_v2_64"),
    SYMBOL(sgemm, "cublasSgemm_v2_64"),
    SYMBOL(strmm, "cublasStrmm_v2_64"),
    SYMBOL(sdgmm, "cublasSdgmm_64"),
    SYMBOL(sgemm_batch, "cublasSgemmStridedBatched_64"),
};

const char *blas_open(struct cuda_stream_object *stream, cuda_address workspace,
                      size_t workspace_bytes)
{
    static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so",
                                         NULL };
    static struct err err;
    void *library = library_open(names);
    if (library == NULL)
        return "libcublas.so.13 (or .12) was not found";
    if (library_bind(library, "libcublas", symbols, ARRAY_LEN(symbols), &blas, &err) != 0)
        return err.msg;
    if (blas.create(&blas.handle) != 0)
        return "cuBLAS cannot be used in this context";
    if (blas.set_stream(blas.handle, stream) != 0 ||
        blas.set_workspace(blas.handle, workspace, workspace_bytes) != 0)
        return "cuBLAS does not take a stream and a workspace";
    return NULL;
}

void blas_version(char *out, size_t size)
{
    int v = 0;
    out[0] = '\0';
    if (blas.handle != NULL && blas.version(blas.handle, &v) == 0)
        snprintf(out, size, "cuBLAS %d.%d.%d", v / 10000, v / 100 % 100, v % 100);
}

/* The library's default computes in single precision throughout. */
bool blas_queue(const struct blas_call *c, const cuda_address *buffers)
{
    static const float one = 1.0f, zero = 0.0f;
    cuda_address left = buffers[c->left], right = buffers[c->right], out = buffers[c->out];
    switch (c->routine) {
    case BLAS_SGEMV:
        return blas.sgemv(blas.handle, c->trans_left, c->m, c->n, &one, left, c->lda, right, 1,
                          &zero, out, 1) == 0;
    case BLAS_SGEMM:
        return blas.sgemm(blas.handle, c->trans_left, c->trans_right, c->m, c->n, c->k, &one, left,
                          c->lda, right, c->ldb, &zero, out, c->ldc) == 0;
    case BLAS_SGEMM_BATCH:
        return blas.sgemm_batch(blas.handle, c->trans_left, c->trans_right, c->m, c->n, c->k, &one,
                                left, c->lda, c->m * c->k, right, c->ldb, c->k * c->n, &zero, out,
                                c->ldc, c->m * c->n, c->batch) == 0;
    case BLAS_STRMM:
        return blas.strmm(blas.handle, BLAS_LEFT, c->triangle, BLAS_AS_IT_LIES, BLAS_GIVEN_DIAGONAL,
                          c->m, c->n, &one, left, c->lda, right, c->ldb, out, c->ldc) == 0;
    case BLAS_SDGMM:
        return blas.sdgmm(blas.handle, BLAS_RIGHT, c->m, c->n, left, c->lda, right, 1, out,
                          c->ldc) == 0;
    case BLAS_NONE:
        break;
    }
    return false;
}
