/*
 * cuda_gpu_test.c - the evaluator's device code against the host functions that it mirrors.
 *
 * labels: gpu
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/compare.h"
#include "src/eval/cuda/compile/cuda_compile.h"
#include "src/eval/cuda/driver/cuda_gpu.h"
#include "src/eval/eval.h"

static struct gpu gpu;
static struct cuda_compiler compiler;
static struct buf own;

static cuda_address device_memory(size_t bytes)
{
    cuda_address p = 0;
    struct err err = { 0 };
    if (gpu_alloc(&gpu, bytes, &p, &err) != 0)
        fail_msg("%s", err.msg);
    return p;
}

static void to_host(void *out, cuda_address from, size_t bytes)
{
    assert_int_equal(gpu.d->copy_to_host(out, from, bytes), CUDA_OK);
}

static int64_t changed_input_bytes(const struct gpu_input *in)
{
    unsigned number = 0;
    assert_int_equal(gpu_checks_begin(&gpu, NULL), 0);
    assert_int_equal(gpu_queue_input_check(&gpu, in, &number, NULL), 0);
    assert_int_equal(gpu_checks_end(&gpu, NULL), 0);
    return (int64_t)gpu_counted(&gpu, number).changed;
}

static struct gpu_count changed_poison(cuda_address p, uint64_t bytes, uint64_t seed)
{
    unsigned number = 0;
    assert_int_equal(gpu_checks_begin(&gpu, NULL), 0);
    assert_int_equal(gpu_queue_poison_check(&gpu, p, bytes, seed, &number, NULL), 0);
    assert_int_equal(gpu_checks_end(&gpu, NULL), 0);
    return gpu_counted(&gpu, number);
}

static void inputs_are_the_hosts_to_the_bit(void **state)
{
    static const enum task_case cases[] = { CASE_TINY, CASE_CPU };
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n_tasks;
    (void)state;
    assert_int_equal(task_list(&a, &tasks, &n_tasks, NULL), 0);
    for (size_t k = 0; k < n_tasks * 4; k++) {
        const struct task *t = tasks[k / 4];
        const uint64_t trial = k | (k / 2 % 2 == 0 ? 0 : TASK_SECOND_DRAW);
        for (size_t i = 0; i < t->n_inputs; i++) {
            int64_t n = 0;
            assert_int_equal(task_elements(t, cases[k % 2], &t->inputs[i], &n, NULL), 0);
            size_t width = dtype_size(t->inputs[i].dtype), bytes = (size_t)n * width;
            unsigned char *host = mem_alloc(bytes), *back = mem_alloc(bytes);
            cuda_address p = device_memory(bytes);
            assert_int_equal(task_fill_input(t, cases[k % 2], i, 77, trial, host, n, NULL), 0);
            struct gpu_input in = { t, cases[k % 2], i, 77, trial, p, n };
            assert_int_equal(gpu_fill_input(&gpu, &in, NULL), 0);
            to_host(back, p, bytes);
            if (memcmp(host, back, bytes) != 0)
                fail_msg("%s: input %s differs", t->id, t->inputs[i].name);
            assert_int_equal(changed_input_bytes(&in), 0);
            in.seed = 78;
            assert_true(changed_input_bytes(&in) > 0);
            in.seed = 77;
            /* bytes that no element has */
            size_t damaged = width < 3 ? width : 3;
            memset(host + (size_t)(n / 2) * width, 0xff, damaged);
            assert_int_equal(gpu.d->copy_to_device(p, host, bytes), CUDA_OK);
            int64_t changed = changed_input_bytes(&in);
            assert_true(changed >= (damaged == 1 ? 1 : 2) && changed <= (int64_t)damaged);
            (void)gpu.d->memory_free(p);
            free(host);
            free(back);
        }
    }
    arena_release(&a);
}

static void poison_is_the_hosts_at_any_alignment(void **state)
{
    unsigned char host[1003], back[1003];
    cuda_address p = device_memory(2048);
    (void)state;
    for (uint64_t shift = 0; shift < 9; shift++)
        for (size_t bytes = 995; bytes <= sizeof host; bytes++) {
            const uint64_t seed = (5 + shift) | (uint64_t)(bytes % 3) << 62;
            poison_fill(host, bytes, seed);
            assert_int_equal(gpu_poison(&gpu, p + shift, bytes, seed, NULL), 0);
            to_host(back, p + shift, bytes);
            assert_memory_equal(host, back, bytes);
            assert_int_equal(changed_poison(p + shift, bytes, seed).changed, 0);
            back[3] ^= 1u;
            back[bytes - 1] ^= 1u;
            assert_int_equal(gpu.d->copy_to_device(p + shift, back, bytes), CUDA_OK);
            struct gpu_count count = changed_poison(p + shift, bytes, seed);
            assert_int_equal(count.changed, 2);
            assert_int_equal(count.first, 3);
        }
    (void)gpu.d->memory_free(p);
}

static void compare_both(const float *got, const double *want, int64_t n, double atol, double rtol)
{
    struct output_comparison host, device;
    int64_t untouched = -1;
    cuda_address g = device_memory((size_t)n * 4), w = device_memory((size_t)n * 8);
    struct err err = { 0 };
    struct gpu_comparison c = { .got = g,
                                .want = w,
                                .dtype = DTYPE_F32,
                                .n = n,
                                .atol = atol,
                                .rtol = rtol,
                                .poison_seed = 12 };
    assert_int_equal(gpu.d->copy_to_device(g, got, (size_t)n * 4), CUDA_OK);
    assert_int_equal(gpu.d->copy_to_device(w, want, (size_t)n * 8), CUDA_OK);
    compare_outputs(&(struct output_pair){ got, DTYPE_F32, want, n, atol, rtol }, &host);
    unsigned number = 0;
    if (gpu_checks_begin(&gpu, &err) != 0 || gpu_queue_comparison(&gpu, &c, &number, &err) != 0 ||
        gpu_checks_end(&gpu, &err) != 0 ||
        gpu_compared(&gpu, number, &c, &device, &untouched, &err) != 0)
        fail_msg("%s", err.msg);
    assert_int_equal(device.n, host.n);
    assert_int_equal(device.matched, host.matched);
    assert_int_equal(device.not_finite, host.not_finite);
    assert_int_equal(device.worst_index, host.worst_index);
    assert_memory_equal(&device.max_abs_err, &host.max_abs_err, sizeof(double));
    assert_memory_equal(&device.max_rel_err, &host.max_rel_err, sizeof(double));
    assert_int_equal(untouched, host.matched < n ? poison_untouched(got, 4, n, 12) : 0);
    (void)gpu.d->memory_free(g);
    (void)gpu.d->memory_free(w);
}

static void the_comparison_is_the_hosts(void **state)
{
    enum { N = 700001 };
    float *got = mem_array(N, sizeof *got);
    double *want = mem_array(N, sizeof *want);
    (void)state;
    for (int64_t i = 0; i < N; i++) {
        want[i] = sin((double)i);
        got[i] = (float)(want[i] * (1.0 + 1e-6 * cos((double)i * 3.0)));
    }
    compare_both(got, want, N, 1e-5, 1e-5);
    got[1234] += 0.5f;
    got[600000] -= 0.25f;
    want[77] = 0.0;
    compare_both(got, want, N, 1e-5, 1e-5);
    compare_both(got, want, 3, 0.0, 0.0);
    got[5000] = NAN;
    got[4999] = INFINITY;
    compare_both(got, want, N, 1e-5, 1e-5);
    want[4999] = (double)INFINITY;
    compare_both(got, want, N, 1e-5, 1e-5);
    poison_fill(got, N * sizeof *got, 12);
    compare_both(got, want, N, 1e-5, 1e-5);
    free(got);
    free(want);
}

static int open_gpu(void **state)
{
    struct err err = { 0 };
    (void)state;
    int rc = cuda_compiler_open(&compiler, &err);
    cuda_compiler_target(&compiler, gpu.arch);
    if (rc == 0 && cuda_own_build(&compiler, &own, &err) == 0 && gpu_open(&gpu, &own, &err) == 0)
        return 0;
    print_error("%s\n", err.msg);
    return -1;
}

static int close_gpu(void **state)
{
    (void)state;
    gpu_close(&gpu);
    cuda_compiler_close(&compiler);
    buf_release(&own);
    return 0;
}

int main(int argc, char **argv)
{
    struct err err = { 0 };
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    if (gpu_find(0, &gpu, &err) != 0) {
        printf("%s\n", err.msg);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_the_hosts_to_the_bit),
        cmocka_unit_test(poison_is_the_hosts_at_any_alignment),
        cmocka_unit_test(the_comparison_is_the_hosts),
    };
    return cmocka_run_group_tests_name("cuda_gpu", tests, open_gpu, close_gpu);
}
