/*
 * cuda_blas_plan.c - the routine of cuBLAS that does a family's work.  Pure.
 *
 * Tasks store rows, the library reads columns and sees each matrix transposed: C = A B is asked for
 * as C' = B' A'.
 */
#include <string.h>

#include "src/eval/cuda/driver/cuda_blas.h"

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
