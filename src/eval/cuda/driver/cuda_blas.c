#include "src/eval/cuda/driver/cuda_blas.h"

#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_library.h"

struct blas_handle;

/* The interface with 64-bit sizes exists since version 12. */
#define BLAS_FUNCTIONS(X)                                                                          \
    X(create, cublasCreate_v2, (struct blas_handle * *out))                                        \
    X(version, cublasGetVersion_v2, (struct blas_handle * h, int *out))                            \
    X(set_stream, cublasSetStream_v2, (struct blas_handle * h, struct cuda_stream_object * s))     \
    X(set_workspace, cublasSetWorkspace_v2,                                                        \
      (struct blas_handle * h, cuda_address p, size_t bytes))                                      \
    X(sgemv, cublasSgemv_v2_64,                                                                    \
      (struct blas_handle * h, int trans, int64_t m, int64_t n, const float *alpha,                \
       cuda_address a, int64_t lda, cuda_address x, int64_t incx, const float *beta,               \
       cuda_address y, int64_t incy))                                                              \
    X(sgemm, cublasSgemm_v2_64,                                                                    \
      (struct blas_handle * h, int trans_a, int trans_b, int64_t m, int64_t n, int64_t k,          \
       const float *alpha, cuda_address a, int64_t lda, cuda_address b, int64_t ldb,               \
       const float *beta, cuda_address c, int64_t ldc))                                            \
    X(sgemm_batch, cublasSgemmStridedBatched_64,                                                   \
      (struct blas_handle * h, int trans_a, int trans_b, int64_t m, int64_t n, int64_t k,          \
       const float *alpha, cuda_address a, int64_t lda, long long stride_a, cuda_address b,        \
       int64_t ldb, long long stride_b, const float *beta, cuda_address c, int64_t ldc,            \
       long long stride_c, int64_t batch))                                                         \
    X(strmm, cublasStrmm_v2_64,                                                                    \
      (struct blas_handle * h, int side, int triangle, int trans, int diagonal, int64_t m,         \
       int64_t n, const float *alpha, cuda_address a, int64_t lda, cuda_address b, int64_t ldb,    \
       cuda_address c, int64_t ldc))                                                               \
    X(sdgmm, cublasSdgmm_64,                                                                       \
      (struct blas_handle * h, int side, int64_t m, int64_t n, cuda_address a, int64_t lda,        \
       cuda_address x, int64_t incx, cuda_address c, int64_t ldc))

static struct blas {
#define MEMBER(member, symbol, parameters) int(*member) parameters;
    BLAS_FUNCTIONS(MEMBER)
#undef MEMBER
    struct blas_handle *handle;
} blas;

enum { BLAS_LEFT = 0, BLAS_RIGHT = 1, BLAS_AS_IT_LIES = 0, BLAS_GIVEN_DIAGONAL = 0 };

static const struct library_symbol symbols[] = {
#define SYMBOL(member, symbol, parameters) { #symbol, offsetof(struct blas, member) },
    BLAS_FUNCTIONS(SYMBOL)
#undef SYMBOL
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

/*
 * The routine of cuBLAS that does a family's work.  Pure.
 *
 * Tasks store rows, the library reads columns and sees each matrix transposed: C = A B is asked for
 * as C' = B' A'.
 */

static int64_t size_of(const struct task *t, enum task_case c, const char *name)
{
    for (size_t i = 0; i < t->n_dims; i++)
        if (strcmp(t->dims[i], name) == 0)
            return t->dim_values[c][i];
    return 0;
}

static int64_t elements(const struct task *t, enum task_case c, const struct task_tensor *tensor)
{
    int64_t n = 0;
    return task_elements(t, c, tensor, &n, NULL) == 0 ? n : 0;
}

/* y = A x, A of m rows: a library's column is a row of A. */
static struct blas_call matvec(const struct task *t, enum task_case c)
{
    int64_t m = size_of(t, c, "m"), k = size_of(t, c, "k");
    return (struct blas_call){ .routine = BLAS_SGEMV,
                               .left = 0,
                               .right = 1,
                               .out = 2,
                               .m = k,
                               .n = m,
                               .lda = k,
                               .trans_left = 1 };
}

/* C = diag(A) B, n rows of m: the library scales columns. */
static struct blas_call diagonal(const struct task *t, enum task_case c)
{
    int64_t m = size_of(t, c, "m");
    return (struct blas_call){ .routine = BLAS_SDGMM,
                               .left = 1,
                               .right = 0,
                               .out = 2,
                               .m = m,
                               .n = size_of(t, c, "n"),
                               .lda = m,
                               .ldc = m };
}

/* What stands in a shape behind all but `behind` dimensions. */
static const char *shape_end(const struct task_tensor *tensor, size_t behind)
{
    return tensor->shape_text[tensor->rank - 1 - behind];
}

/* C = A B, where A, B or both may be stored transposed; leading dimensions of A alone are rows of
 * it, those of both are a batch. */
static struct blas_call product(const struct task *t, enum task_case c)
{
    const struct task_tensor *a = &t->inputs[0], *b = &t->inputs[1], *out = &t->outputs[0];
    bool b_transposed = strcmp(shape_end(b, 0), shape_end(out, 0)) != 0;
    bool a_transposed = strcmp(shape_end(a, 0), shape_end(b, b_transposed ? 0 : 1)) != 0;
    int64_t batch = b->rank > 2 ? size_of(t, c, b->shape_text[0]) : 1;
    int64_t n = size_of(t, c, shape_end(out, 0));
    int64_t m = elements(t, c, out) / n / batch;
    int64_t k = elements(t, c, a) / m / batch;
    return (struct blas_call){ .routine = batch > 1 ? BLAS_SGEMM_BATCH : BLAS_SGEMM,
                               .left = 1,
                               .right = 0,
                               .out = 2,
                               .m = n,
                               .n = m,
                               .k = k,
                               .lda = b_transposed ? k : n,
                               .ldb = a_transposed ? m : k,
                               .ldc = n,
                               .trans_left = b_transposed,
                               .trans_right = a_transposed,
                               .batch = batch };
}

/* C = A B of triangles: an upper one by rows is a lower one by columns. */
static struct blas_call triangles(int64_t n, int32_t triangle)
{
    return (struct blas_call){ .routine = BLAS_STRMM,
                               .left = 1,
                               .right = 0,
                               .out = 2,
                               .m = n,
                               .n = n,
                               .lda = n,
                               .ldb = n,
                               .ldc = n,
                               .triangle = triangle };
}

static struct blas_call upper(const struct task *t, enum task_case c)
{
    return triangles(size_of(t, c, "n"), 0);
}

static struct blas_call lower(const struct task *t, enum task_case c)
{
    return triangles(size_of(t, c, "n"), 1);
}

static const struct {
    const char *family;
    struct blas_call (*call)(const struct task *t, enum task_case c);
} recipes[] = {
    { "matvec", matvec },     { "diag_matmul", diagonal }, { "matmul", product },
    { "matmul_tt", product }, { "matmul_sym", product },   { "bmm", product },
    { "tri_upper", upper },   { "tri_lower", lower },
};

bool blas_plan(const struct task *t, enum task_case c, struct blas_call *out)
{
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (t->family != NULL && strcmp(t->family, recipes[i].family) == 0) {
            *out = recipes[i].call(t, c);
            return true;
        }
    return false;
}
