/*
 * cuda_blas_plan.c - the routine of cuBLAS that does a family's work.  Pure.
 *
 * Tasks store rows, the library reads columns and sees each matrix transposed: C = A B is asked for
 * as C' = B' A'.
 */
#include <string.h>

#include "src/eval/cuda/driver/cuda_blas.h"

struct sizes {
    int64_t m, n, k;
};

static int64_t size_of(const struct task *t, enum task_case c, const char *name)
{
    for (size_t i = 0; i < t->n_dims; i++)
        if (strcmp(t->dims[i], name) == 0)
            return t->dim_values[c][i];
    return 0;
}

/* y = A x, A of m rows: a library's column is a row of A. */
static struct blas_call matvec(const struct sizes *s)
{
    return (struct blas_call){ .routine = BLAS_SGEMV,
                               .left = 0,
                               .right = 1,
                               .out = 2,
                               .m = s->k,
                               .n = s->m,
                               .lda = s->k,
                               .trans_left = 1 };
}

/* C = diag(A) B, n rows of m: the library scales columns. */
static struct blas_call diagonal(const struct sizes *s)
{
    return (struct blas_call){ .routine = BLAS_SDGMM,
                               .left = 1,
                               .right = 0,
                               .out = 2,
                               .m = s->m,
                               .n = s->n,
                               .lda = s->m,
                               .ldc = s->m };
}

/* C = A' B' with A of k rows and B of n rows. */
static struct blas_call both_transposed(const struct sizes *s)
{
    return (struct blas_call){ .routine = BLAS_SGEMM,
                               .left = 1,
                               .right = 0,
                               .out = 2,
                               .m = s->n,
                               .n = s->m,
                               .k = s->k,
                               .lda = s->k,
                               .ldb = s->m,
                               .ldc = s->n,
                               .trans_left = 1,
                               .trans_right = 1 };
}

/* C = A B of triangles: an upper one by rows is a lower one by columns. */
static struct blas_call triangles(const struct sizes *s, int32_t triangle)
{
    return (struct blas_call){ .routine = BLAS_STRMM,
                               .left = 1,
                               .right = 0,
                               .out = 2,
                               .m = s->n,
                               .n = s->n,
                               .lda = s->n,
                               .ldb = s->n,
                               .ldc = s->n,
                               .triangle = triangle };
}

static struct blas_call upper(const struct sizes *s)
{
    return triangles(s, 0);
}

static struct blas_call lower(const struct sizes *s)
{
    return triangles(s, 1);
}

static const struct {
    const char *family;
    struct blas_call (*call)(const struct sizes *s);
} recipes[] = {
    { "matvec", matvec },   { "diag_matmul", diagonal }, { "matmul_tt", both_transposed },
    { "tri_upper", upper }, { "tri_lower", lower },
};

bool blas_plan(const struct task *t, enum task_case c, struct blas_call *out)
{
    struct sizes s = { size_of(t, c, "m"), size_of(t, c, "n"), size_of(t, c, "k") };
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (t->family != NULL && strcmp(t->family, recipes[i].family) == 0) {
            *out = recipes[i].call(&s);
            return true;
        }
    return false;
}
