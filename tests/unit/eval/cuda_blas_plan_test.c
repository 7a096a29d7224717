/*
 * cuda_blas_plan_test.c - calls of cuBLAS against the tasks' references, by a small library of the
 * same interface.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_blas.h"

static double element(const float *a, int64_t ld, int trans, int64_t row, int64_t column)
{
    return (double)a[trans != 0 ? row * ld + column : column * ld + row];
}

static bool in_triangle(const struct blas_call *c, int64_t row, int64_t column)
{
    return c->routine != BLAS_STRMM || (c->triangle == 0 ? row >= column : row <= column);
}

static void multiply(const struct blas_call *c, const float *left, const float *right, double *out)
{
    int64_t depth = c->routine == BLAS_STRMM ? c->m : c->k;
    for (int64_t i = 0; i < c->m; i++)
        for (int64_t j = 0; j < c->n; j++) {
            double sum = 0.0;
            for (int64_t l = 0; l < depth; l++)
                if (in_triangle(c, i, l))
                    sum += element(left, c->lda, c->trans_left, i, l) *
                           element(right, c->ldb, c->trans_right, l, j);
            out[j * c->ldc + i] = sum;
        }
}

static void run(const struct blas_call *c, float *const *inputs, double *out)
{
    const float *left = inputs[c->left], *right = inputs[c->right];
    if (c->routine == BLAS_SGEMV)
        for (int64_t j = 0; j < c->n; j++) {
            out[j] = 0.0;
            for (int64_t i = 0; i < c->m; i++)
                out[j] += element(left, c->lda, 0, i, j) * (double)right[i];
        }
    else if (c->routine == BLAS_SDGMM)
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                out[j * c->ldc + i] = element(left, c->lda, 0, i, j) * (double)right[j];
    else
        for (int64_t b = 0; b < (c->routine == BLAS_SGEMM_BATCH ? c->batch : 1); b++)
            multiply(c, left + b * c->m * c->k, right + b * c->k * c->n, out + b * c->m * c->n);
}

static void check(const struct task *t, const struct blas_call *c)
{
    float *inputs[2];
    int64_t n = 0;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(task_elements(t, CASE_TINY, &t->inputs[i], &n, NULL), 0);
        inputs[i] = mem_array((size_t)n, sizeof(float));
        assert_int_equal(task_fill_input(t, CASE_TINY, i, 5, 0, inputs[i], n, NULL), 0);
    }
    assert_int_equal(task_elements(t, CASE_TINY, &t->outputs[0], &n, NULL), 0);
    double *want = mem_array((size_t)n, sizeof *want), *got = mem_array((size_t)n, sizeof *got);
    double *outputs[] = { want };
    assert_int_equal(task_reference(t, CASE_TINY, (const void *const *)inputs, outputs, NULL), 0);
    run(c, inputs, got);
    for (int64_t i = 0; i < n; i++)
        if (fabs(got[i] - want[i]) > 1e-9)
            fail_msg("%s: element %ld: %g, not %g", t->id, (long)i, got[i], want[i]);
    free(inputs[0]);
    free(inputs[1]);
    free(want);
    free(got);
}

static void every_call_computes_its_task(void **state)
{
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n, n_calls = 0;
    (void)state;
    assert_int_equal(task_list(&a, &tasks, &n, NULL), 0);
    for (size_t i = 0; i < n; i++) {
        struct blas_call call;
        if (!blas_plan(tasks[i], CASE_TINY, &call))
            continue;
        check(tasks[i], &call);
        n_calls++;
    }
    assert_int_equal(n_calls, 17); /* l1/1 to 18 but 5, which scales */
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_call_computes_its_task) };
    return cmocka_run_group_tests_name("cuda_blas_plan", tests, NULL, NULL);
}
