/*
 * bench_eval.c - kernel files a second on the cpu backend; a simple matmul kernel, and one thread
 * an element, against plain loops in C.
 *
 * ninja bench_eval && ./bench_eval [WORKERS] [EVALUATIONS]
 *
 * Prints one line a figure; compare with docs/internals/evaluator.md.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/eval.h"

static const char *const task_ids[] = { "l1/4", "l1/5", "l1/12", "l1/14", "l1/15" };

static const char matmul[] =
    "//@ launch mm(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16\n"
    "extern \"C\" __global__ void mm(const float *A, const float *B, float *C, int m, int n, int "
    "k)\n"
    "{\n"
    "    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + "
    "threadIdx.y;\n"
    "    if (i >= m || j >= n)\n"
    "        return;\n"
    "    float s = 0.0f;\n"
    "    for (int l = 0; l < k; l++)\n"
    "        s += A[l * m + i] * B[j * k + l];\n"
    "    C[i * n + j] = s;\n"
    "}\n";

static void plain_matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float s = 0.0f;
            for (int l = 0; l < k; l++)
                s += A[l * m + i] * B[j * k + l];
            C[i * n + j] = s;
        }
}

static void fail(const struct err *err)
{
    fprintf(stderr, "bench_eval: %s\n", err->msg);
    exit(1);
}

static void work(unsigned worker, unsigned n, bool fresh, const char *task_filter)
{
    struct evaluator *e = NULL;
    struct err err = { 0 };
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(worker % (unsigned)sysconf(_SC_NPROCESSORS_ONLN), &one);
    (void)sched_setaffinity(0, sizeof one, &one);
    if (evaluator_open("cpu", &e, &err) != 0)
        fail(&err);
    int64_t stamp = clock_monotonic_ns();
    double compile_ms = 0.0;
    for (unsigned i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct buf text = { 0 };
        const struct task *task = NULL;
        struct eval_result r;
        const char *id = task_filter != NULL ? task_filter : task_ids[i * ARRAY_LEN(task_ids) / n];
        if (task_find(id, &a, &task, &err) != 0)
            fail(&err);
        buf_puts(&text, task->baseline);
        if (fresh)
            buf_printf(&text, "// %u %u %lld\n", worker, i, (long long)stamp);
        struct eval_job job = { .kernel_text = buf_text(&text),
                                .kernel_len = text.len,
                                .task = task,
                                .task_case = CASE_CPU,
                                .mode = EVAL_FAST,
                                .input_seed = 7,
                                .threads = 1 };
        if (evaluator_run(e, &job, &a, &r, &err) != 0)
            fail(&err);
        if (!r.correct)
            fprintf(stderr, "%s: %s: %s\n", task->id, outcome_name(r.outcome), r.message);
        compile_ms += r.compile_ms;
        buf_release(&text);
        arena_release(&a);
    }
    if (worker == 0)
        fprintf(stderr, "  (compile %.1f ms an evaluation)\n", compile_ms / n);
    evaluator_close(e);
}

static double rate(unsigned workers, unsigned n, bool fresh, const char *task)
{
    int64_t start = clock_monotonic_ns();
    for (unsigned w = 0; w < workers; w++)
        if (fork() == 0) {
            work(w, n, fresh, task);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    return workers * n / ((double)(clock_monotonic_ns() - start) / 1e9);
}

static void matmul_ratio(void)
{
    struct arena a = { 0 };
    struct evaluator *e = NULL;
    struct err err = { 0 };
    const struct task *task = NULL;
    struct eval_result r;
    int64_t n_a, n_b, n_c;
    struct expr_name dims[TASK_MAX_DIMS];
    if (evaluator_open("cpu", &e, &err) != 0 || task_find("l1/18", &a, &task, &err) != 0)
        fail(&err);
    (void)task_elements(task, CASE_CPU, &task->inputs[0], &n_a, &err);
    (void)task_elements(task, CASE_CPU, &task->inputs[1], &n_b, &err);
    (void)task_elements(task, CASE_CPU, &task->outputs[0], &n_c, &err);
    float *A = arena_array(&a, (size_t)n_a, sizeof *A),
          *B = arena_array(&a, (size_t)n_b, sizeof *B);
    float *C = arena_array(&a, (size_t)n_c, sizeof *C);
    (void)task_fill_input(task, CASE_CPU, 0, 7, 0, A, n_a, &err);
    (void)task_fill_input(task, CASE_CPU, 1, 7, 0, B, n_b, &err);
    int m = 0, n = 0, k = 0;
    size_t n_dims = task_names(task, CASE_CPU, dims);
    for (size_t i = 0; i < n_dims; i++)
        *(dims[i].name[0] == 'm' ? &m : dims[i].name[0] == 'n' ? &n : &k) = (int)dims[i].value;
    double plain_us[21];
    for (size_t i = 0; i < ARRAY_LEN(plain_us); i++) {
        int64_t start = clock_monotonic_ns();
        plain_matmul(A, B, C, m, n, k);
        plain_us[i] = (double)(clock_monotonic_ns() - start) / 1e3;
        __asm__ volatile("" : : "r"(C) : "memory");
    }
    struct eval_job job = { .kernel_text = matmul,
                            .kernel_len = sizeof matmul - 1,
                            .task = task,
                            .task_case = CASE_CPU,
                            .mode = EVAL_FULL,
                            .input_seed = 7,
                            .threads = 1 };
    if (evaluator_run(e, &job, &a, &r, &err) != 0)
        fail(&err);
    double plain = median_of(plain_us, ARRAY_LEN(plain_us)), ours = eval_runtime_us(&r);
    printf(
        "matmul %d x %d x %d: plain C -O3 %.1f us, kernel %.1f us (%s), ratio %.2f (target <= 3)\n",
        m, n, k, plain, ours, outcome_name(r.outcome), ours / plain);
    evaluator_close(e);
    arena_release(&a);
}

/* A serial loop of the same task in C. */
static const struct {
    const char *task, *text;
} serial_loops[] = {
    { "l1/4",
      "//@ launch s(A, x, y, m, k) grid=1 block=1\n"
      "extern \"C\" __global__ void s(const float *A, const float *x, float *y, int m, int k)\n"
      "{ for (int r = 0; r < m; r++) { float sum = 0.0f; for (int j = 0; j < k; j++) sum += "
      "A[(long long)r * k + j] * x[j]; y[r] = sum; } }\n" },
    { "l1/14", "//@ launch s(A, B, C, n) grid=1 block=1\n"
               "extern \"C\" __global__ void s(const float *A, const float *B, float *C, int n)\n"
               "{ for (int r = 0; r < n; r++) for (int c = 0; c < n; c++) { float sum = 0.0f; "
               "for (int k = r; k <= c; k++) sum += A[r * n + k] * B[k * n + c]; C[r * n + c] = "
               "sum; } }\n" },
    { "l1/15", "//@ launch s(A, B, C, n) grid=1 block=1\n"
               "extern \"C\" __global__ void s(const float *A, const float *B, float *C, int n)\n"
               "{ for (int r = 0; r < n; r++) for (int c = 0; c < n; c++) { float sum = 0.0f; "
               "for (int k = c; k <= r; k++) sum += A[r * n + k] * B[k * n + c]; C[r * n + c] = "
               "sum; } }\n" },
    { "l1/18",
      "//@ launch s(A, B, C, m, n, k) grid=1 block=1\n"
      "extern \"C\" __global__ void s(const float *A, const float *B, float *C, int m, int n, int "
      "k)\n"
      "{ for (int r = 0; r < m; r++) for (int c = 0; c < n; c++) { float sum = 0.0f; "
      "for (int l = 0; l < k; l++) sum += A[l * m + r] * B[c * k + l]; C[r * n + c] = sum; } }\n" },
    { "l1/29", "//@ launch s(x, y, n) grid=1 block=1\n"
               "extern \"C\" __global__ void s(const float *x, float *y, int n)\n"
               "{ for (int i = 0; i < n; i++) { float v = x[i]; y[i] = v > 20.0f ? v : "
               "log1pf(expf(v)); } }\n" },
    { "l1/5", "//@ launch s(A, s, C, m * n) grid=1 block=1\n"
              "extern \"C\" __global__ void s(const float *A, const float *s, float *C, int n)\n"
              "{ for (int i = 0; i < n; i++) C[i] = A[i] * s[0]; }\n" },
    { "l1/12",
      "//@ launch s(A, B, C, n, m) grid=1 block=1\n"
      "extern \"C\" __global__ void s(const float *A, const float *B, float *C, int n, int "
      "m)\n"
      "{ for (int r = 0; r < n; r++) for (int c = 0; c < m; c++) C[r * m + c] = A[r] * B[r "
      "* m + c]; }\n" },
    { "l1/28", "//@ launch s(x, y, n) grid=1 block=1\n"
               "extern \"C\" __global__ void s(const float *x, float *y, int n)\n"
               "{ for (int i = 0; i < n; i++) y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f); "
               "}\n" },
    { "l1/30", "//@ launch s(x, y, n) grid=1 block=1\n"
               "extern \"C\" __global__ void s(const float *x, float *y, int n)\n"
               "{ for (int i = 0; i < n; i++) y[i] = x[i] / (1.0f + fabsf(x[i])); }\n" },
    { "l1/32", "//@ launch s(x, y, n) grid=1 block=1\n"
               "extern \"C\" __global__ void s(const float *x, float *y, int n)\n"
               "{ for (int i = 0; i < n; i++) y[i] = fminf(fmaxf(x[i], -1.0f), 1.0f); }\n" },
};

/* Both take turns on one core, so that other work falls on both. */
static void serial_ratios(void)
{
    struct evaluator *e = NULL;
    struct err err = { 0 };
    if (evaluator_open("cpu", &e, &err) != 0)
        fail(&err);
    for (size_t i = 0; i < ARRAY_LEN(serial_loops); i++) {
        struct arena a = { 0 };
        const struct task *task = NULL;
        struct eval_result r;
        if (task_find(serial_loops[i].task, &a, &task, &err) != 0)
            fail(&err);
        struct eval_job job = { .kernel_text = serial_loops[i].text,
                                .kernel_len = strlen(serial_loops[i].text),
                                .task = task,
                                .task_case = CASE_CPU,
                                .mode = EVAL_FULL,
                                .input_seed = 7,
                                .threads = 1 };
        if (evaluator_run(e, &job, &a, &r, &err) != 0)
            fail(&err);
        double loop_us = eval_runtime_us(&r);
        double baseline_us = median_of(r.baseline_samples_us, r.n_baseline_samples);
        printf("%s: serial loop %.1f us (%s), one thread an element %.1f us, ratio %.2f\n",
               task->id, loop_us, outcome_name(r.outcome), baseline_us, baseline_us / loop_us);
        arena_release(&a);
    }
    evaluator_close(e);
}

int main(int argc, char **argv)
{
    uint64_t workers = 2, n = 100;
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    if ((argc > 1 && !str_to_u64(argv[1], &workers)) || (argc > 2 && !str_to_u64(argv[2], &n)) ||
        workers == 0 || n == 0)
        return 2;
    (void)unsetenv("ROLLBOOK_BIN");
    matmul_ratio();
    serial_ratios();
    (void)rate(1, 5, false, NULL); /* fills the cache */
    printf("cached compiles: %.1f evaluations/s with %u workers (target >= 20)\n",
           rate((unsigned)workers, (unsigned)n, false, NULL), (unsigned)workers);
    printf("new compiles:    %.1f evaluations/s with %u workers (target >= 5)\n",
           rate((unsigned)workers, (unsigned)n, true, NULL), (unsigned)workers);
    printf("new compiles, l1/28: %.1f evaluations/s with %u workers\n",
           rate((unsigned)workers, (unsigned)n, true, "l1/28"), (unsigned)workers);
    return 0;
}
