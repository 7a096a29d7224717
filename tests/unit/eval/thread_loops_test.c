/*
 * thread_loops_test.c - threads as a loop that the compiler may vectorise compute the bits of a
 * fiber a thread, and one thread an element costs what a serial loop does.
 *
 * labels: release
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

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "tests/unit/eval/evaluator_fixture.h"
#include "tests/unit/eval/kernel_files.h"

/* Kernels of l1/28 (x and y of n floats), right about anything, but the same twice. */
static const char *const kernels[] = {
    /* indices of each type, an early return, a literal block */
    "(x, y, n) grid=ceil_div(n, 256) block=256\nextern \"C\" __global__ void k(const float *x, "
    "float *y, unsigned n)\n{\nunsigned i = threadIdx.x + blockDim.x * blockIdx.x; if (i < n) "
    "y[i] = x[i] / (1.0f + fabsf(x[i])); }\n",
    "(x, y, n) grid=ceil_div(n, 96) block=96\nextern \"C\" __global__ void k(const float *x, float "
    "*y, size_t n)\n{\nsize_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) "
    "return; y[i] = x[i] / (0.3f + x[i] * x[i]); }\n",
    "(x, y, n) grid=ceil_div(n, 100) block=100\nextern \"C\" __global__ void k(const float "
    "*__restrict__ x, float *__restrict__ y, long long n)\n{\nlong long i = blockIdx.x * 100 + "
    "threadIdx.x; if (i < n) y[i] = x[i] > 0.25f ? x[i] * x[i] + x[0] : -x[i]; }\n",
    /* reads neighbours, which others do not write */
    "(x, y, n) grid=ceil_div(n, 128) block=128\nextern \"C\" __global__ void k(const float *x, "
    "float *y, int n)\n{\nint i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = (i > 0 "
    "? x[i - 1] : 0.0f) + x[i] + (i + 1 < n ? x[i + 1] : 0.0f); }\n",
    /* an array at places known at run time */
    "(x, y, n) grid=ceil_div(n, 64) block=64\nextern \"C\" __global__ void k(const float *x, float "
    "*y, int n)\n{\nint i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; float "
    "own[8]; for (int j = 0; j < 8; j++) own[(i + j) & 7] = x[i] * (float)j; y[i] = own[i & 7] + "
    "own[(i + 3) & 7]; }\n",
    /* output of the thread before, in serial order */
    "(x, y, n) grid=1 block=1\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\ny[0] = x[0]; for (int i = 1; i < n; i++) y[i] = y[i - 1] * 0.5f + x[i]; }\n",
    /* three dimensions, several elements a thread, backwards */
    "(x, y, n) grid=ceil_div(n, 60) block=5,4,3\nextern \"C\" __global__ void k(const float *x, "
    "float *y, int n)\n{\nint t = threadIdx.x + 5 * (threadIdx.y + 4 * threadIdx.z), i = "
    "blockIdx.x * 60 + t; if (i < n) y[n - 1 - i] = x[i] + (float)(threadIdx.x * 100 + threadIdx.y "
    "* 10 + threadIdx.z); }\n",
    "(x, y, n) grid=ceil_div(n, 512) block=128\nextern \"C\" __global__ void k(const float *x, "
    "float *y, int n)\n{\nint i = blockIdx.x * blockDim.x * 4 + threadIdx.x; for (int j = 0; j < "
    "4; j++, i += blockDim.x) if (i < n) y[i] = log1pf(expf(x[i])); }\n",
    /* loops of several rounds a thread, most of which keep something from round to round */
    "(x, y, n) grid=9 block=64\nextern \"C\" __global__ void k(const float *x, float *y, size_t "
    "n)\n{\nconst size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x; const size_t "
    "step = blockDim.x * gridDim.x;\n#pragma unroll 4\nfor (size_t i = t; i < n; i += step) y[i] = "
    "x[i] * 3.0f; }\n",
    "(x, y, n) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfloat last = 1.0f; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
    "gridDim.x * blockDim.x) { y[i] = x[i] + last; last = y[i] * 0.5f; } }\n",
    "(x, y, n) grid=5 block=32\n__device__ float once(float &k) { float v = k; k = 0.0f; return v; "
    "}\nextern \"C\" __global__ void k(const float *x, float *y, int n)\n{\nfloat f = 2.0f; for "
    "(int "
    "i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] + "
    "once(f); }\n",
    "(x, y, n) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfloat4 s = make_float4(1, 2, 3, 4); for (int i = blockIdx.x * blockDim.x + "
    "threadIdx.x; i "
    "< n; i += gridDim.x * blockDim.x) { y[i] = x[i] + s.y; s.y = x[i]; } }\n",
    "(x, y, n) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfloat s = 1.0f; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
    "gridDim.x "
    "* blockDim.x) { float &v = s; y[i] = x[i] + v; v = x[i]; } }\n",
    "(x, y, n) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfloat s = 1.0f; float *p = &s; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < "
    "n; "
    "i += gridDim.x * blockDim.x) { y[i] = x[i] + *p; p[0] = x[i]; } }\n",
    /* each keeps something that its text hides */
    "(x, y, n) grid=5 block=32\n#define STEP s += x[i]\nextern \"C\" __global__ void k(const float "
    "*x, float *y, int n)\n{\nfloat s = 0.0f; for (int i = blockIdx.x * blockDim.x + threadIdx.x; "
    "i < n; i += blockDim.x * gridDim.x) { STEP; y[i] = s; } }\n",
    "(x, y, n) grid=5 block=32\n#define UNUSED\nextern \"C\" __global__ void k(const float *x, "
    "float *y, int n)\n{\nfloat s UNUSED = 0.0f; for (int i = blockIdx.x * blockDim.x + "
    "threadIdx.x; i < n; i += blockDim.x * gridDim.x) { s += x[i]; y[i] = s; } }\n",
    "(x, y, n) grid=5 block=32\nstruct sum { float v = 0; __device__ operator float() { return v "
    "+= 1; } };\nextern \"C\" __global__ void k(const float *x, float *y, int n)\n{\nsum s = "
    "sum(); for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * "
    "gridDim.x) y[i] = x[i] + (float)s; }\n",
    "(x, y, n) grid=5 block=32\n__device__ void add(float &s) { s += 1.0f; }\nextern \"C\" "
    "__global__ void k(const float *x, float *y, int n)\n{\nfloat s = 0.0f; float t = 0.0f; for "
    "(int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) { add(n > "
    "0 ? s : t); y[i] = x[i] + s; } }\n",
    "(x, y, n) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfloat s = 0.0f; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
    "blockDim.x * gridDim.x) { float &v{ s }; v += x[i]; y[i] = s; } }\n",
    "(x, y, n, 0) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int n, "
    "int s [[maybe_unused]])\n{\nfor (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
    "blockDim.x * gridDim.x) { y[i] = x[i] + s; s += 1; } }\n",
    "(x, y, n) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfor (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * "
    "gridDim.x) y[i] = i < 160 ? x[i] : x[i] + y[i - 160]; }\n",
    "(x, y, n) grid=5 block=32\n#include <cooperative_groups.h>\nextern \"C\" __global__ void "
    "k(const float *x, float *y, int n)\n{\nfor (int i = blockIdx.x * blockDim.x + threadIdx.x; i "
    "< n; i += blockDim.x * gridDim.x) y[i] = x[i] + (cooperative_groups::this_grid().size() < "
    "(unsigned)n); }\n",
    "(x, y, n) grid=5 block=32\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfor (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * "
    "gridDim.x) y[i] = x[i]; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
    "blockDim.x * gridDim.x) y[i] = y[i] + (i < 160 ? 0.0f : y[i - 160]); }\n",
    "(x, y, n) grid=7 block=33\nextern \"C\" __global__ void k(const float *x, float *y, int "
    "n)\n{\nfor (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
    "blockDim.x) "
    "y[i] = fminf(fmaxf(x[i], -1.0f), 1.0f); }\n",
};

/* A barrier that no thread comes to makes each a fiber. */
static char *with_fibers(struct arena *a, const char *text)
{
    const char *kernel = strstr(text, "__global__");
    const char *body = kernel == NULL ? NULL : strchr(kernel, '{');
    assert_non_null(body);
    return arena_printf(a, "%.*s{ if (gridDim.x == 0) __syncthreads();%s", (int)(body - text), text,
                        body + 1);
}

static double *outputs_of(const char *text, const struct task *task, const void *const *inputs,
                          struct arena *a, size_t *out_n)
{
    struct err err = { 0 };
    int64_t n = 0;
    if (task_elements(task, CASE_CPU, &task->outputs[0], &n, &err) != 0)
        fail_msg("%s", err.msg);
    double *got = arena_array(a, (size_t)n, sizeof *got);
    double *const list[] = { got };
    if (evaluator_apply(evaluator, &(struct apply){ text, task, CASE_CPU, inputs, false, list },
                        &err) != 0)
        fail_msg("%s\n%s", err.msg, text);
    *out_n = (size_t)n;
    return got;
}

static void same_values(const char *text, const struct task *task, double slack)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    const void *inputs[TASK_MAX_TENSORS] = { NULL };
    size_t n = 0;
    for (size_t i = 0; i < task->n_inputs; i++) {
        int64_t elements = 0;
        assert_int_equal(task_elements(task, CASE_CPU, &task->inputs[i], &elements, &err), 0);
        void *x = arena_array(&a, (size_t)elements, dtype_size(task->inputs[i].dtype));
        assert_int_equal(task_fill_input(task, CASE_CPU, i, 5, 0, x, elements, &err), 0);
        inputs[i] = x;
    }
    const double *got = outputs_of(text, task, inputs, &a, &n);
    const double *want = outputs_of(with_fibers(&a, text), task, inputs, &a, &n);
    for (size_t i = 0; i < n; i++)
        if (memcmp(&got[i], &want[i], sizeof got[i]) != 0 &&
            !(fabs(got[i] - want[i]) <= slack * (1.0 + fabs(want[i]))))
            fail_msg("element %zu: %.9g, with fibers %.9g\n%s", i, got[i], want[i], text);
    arena_release(&a);
}

/* The compiler may contract a product and a sum in one form and not in the other. */
static void baselines_compute_the_same_values(void **state)
{
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n = 0;
    (void)state;
    assert_int_equal(task_list(&a, &tasks, &n, NULL), 0);
    assert_true(n >= 10);
    for (size_t i = 0; i < n; i++)
        if (is_first_of_file(tasks, i))
            same_values(tasks[i]->baseline, tasks[i], 1e-4);
    arena_release(&a);
}

static void plain_kernels_compute_the_same_bits(void **state)
{
    struct arena a = { 0 };
    const struct task *task = NULL;
    (void)state;
    assert_int_equal(task_find("l1/28", &a, &task, NULL), 0);
    for (size_t i = 0; i < ARRAY_LEN(kernels); i++)
        same_values(arena_printf(&a, "//@ launch k%s", kernels[i]), task, 0.0);
    arena_release(&a);
}

/* Threads that are not vectorised take six times as long. */
static void is_as_fast_as_the_baseline(const char *text)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    const struct task *task = NULL;
    double best = 0.0;
    assert_int_equal(task_find("l1/30", &a, &task, &err), 0);
    struct eval_job job = { .kernel_text = text,
                            .kernel_len = strlen(text),
                            .task = task,
                            .task_case = CASE_CPU,
                            .mode = EVAL_FAST,
                            .input_seed = 3,
                            .threads = 1 };
    for (int i = 0; i < 3 && best < 0.4; i++) { /* a busy machine may spoil one */
        if (evaluator_run(evaluator, &job, &a, &r, &err) != 0)
            fail_msg("%s", err.msg);
        assert_int_equal(r.outcome, OUTCOME_MEASURED);
        double speedup =
            median_of(r.baseline_samples_us, r.n_baseline_samples) / eval_runtime_us(&r);
        best = speedup > best ? speedup : best;
    }
    print_message("%.2f of the speed of the baseline\n", best);
    if (!(best >= 0.4))
        fail_msg("%.3f of the speed of the baseline:\n%s", best, text);
    arena_release(&a);
}

static void loops_are_as_fast_as_an_element_a_thread(void **state)
{
    (void)state;
#define HEAD "extern \"C\" __global__ void s(const float *x, float *y, int n)\n{\n"
#define BODY "        y[i] = x[i] / (1.0f + fabsf(x[i]));\n}\n"
    is_as_fast_as_the_baseline("//@ launch s(x, y, n) grid=1 block=1\n" HEAD
                               "    for (int i = 0; i < n; i++)\n" BODY);
    is_as_fast_as_the_baseline(
        "//@ launch s(x, y, n) grid=ceil_div(n, 256) block=256\n" HEAD "#pragma unroll 4\n"
        "    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
        "blockDim.x * gridDim.x)\n" BODY);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baselines_compute_the_same_values),
        cmocka_unit_test(plain_kernels_compute_the_same_bits),
        cmocka_unit_test(loops_are_as_fast_as_an_element_a_thread),
    };
    return cmocka_run_group_tests_name("thread_loops", tests, open_evaluator, close_evaluator);
}
