/*
 * bench_gpu.c - what one new kernel costs on a GPU, and what a kernel of known traffic measures.
 *
 * ninja bench_gpu && ./bench/bench_gpu [KERNELS]
 *
 * New texts of l1/28 (512 x 393216, full mode) one by one in a warm evaluator, then a vector
 * addition of 2^26 floats.  Prints one line a figure; compare with docs/internals/gpu-results.md.
 * ROLLBOOK_TRACE=phases tells what the new texts' time went to.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/eval/eval.h"
#include "tasks/task_shape.h"

static const char hard_sigmoid[] =
    "//@ launch hs(x, y, n) grid=min(ceil_div(n, 1024), 4224) block=256\n"
    "extern \"C\" __global__ void hs(const float *x, float *y, int n)\n"
    "{\n"
    "    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * "
    "blockDim.x) {\n"
    "        float4 v = ((const float4 *)x)[i];\n"
    "        v.x = __saturatef(v.x / 6.0f + 0.5f);\n"
    "        v.y = __saturatef(v.y / 6.0f + 0.5f);\n"
    "        v.z = __saturatef(v.z / 6.0f + 0.5f);\n"
    "        v.w = __saturatef(v.w / 6.0f + 0.5f);\n"
    "        ((float4 *)y)[i] = v;\n"
    "    }\n"
    "    if (blockIdx.x == 0 && threadIdx.x < n % 4)\n"
    "        y[n - 1 - threadIdx.x] = __saturatef(x[n - 1 - threadIdx.x] / 6.0f + 0.5f);\n"
    "}\n";

static const char add_manifest[] =
    "{\"suite\": \"bench\", \"level\": 9, \"problem_id\": 1, \"name\": \"1_Add\", \"family\": "
    "\"add\",\n"
    " \"description\": \"c = a + b\", \"dims\": [\"n\"],\n"
    " \"cases\": {\"tiny\": {\"n\": 1009}, \"cpu\": {\"n\": 65537}, \"full\": {\"n\": 67108864}},\n"
    " \"inputs\": [{\"name\": \"a\", \"dtype\": \"f32\", \"shape\": [\"n\"], \"generator\": "
    "\"uniform\", \"lo\": -1, \"hi\": 1},\n"
    "            {\"name\": \"b\", \"dtype\": \"f32\", \"shape\": [\"n\"], \"generator\": "
    "\"uniform\", \"lo\": -1, \"hi\": 1}],\n"
    " \"outputs\": [{\"name\": \"c\", \"dtype\": \"f32\", \"shape\": [\"n\"]}],\n"
    " \"tolerance\": {\"rtol\": 1e-06, \"atol\": {\"tiny\": 1e-06, \"cpu\": 1e-06, \"full\": "
    "1e-06}},\n"
    " \"flops\": \"n\", \"bytes\": \"12 * n\", \"oracle\": \"tasks/kernels/l1_28_oracle.cu\",\n"
    " \"baseline\": \"tasks/kernels/l1_28_reference.cu\"}";
static const char add_oracle[] =
    "//@ launch add(a, b, c, n) grid=ceil_div(n, 256) block=256\n"
    "extern \"C\" __global__ void add(const float *a, const float *b, double *c, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        c[i] = (double)a[i] + (double)b[i];\n"
    "}\n";
static const char add_plain[] =
    "//@ launch add(a, b, c, n) grid=ceil_div(n, 256) block=256\n"
    "extern \"C\" __global__ void add(const float *a, const float *b, float *c, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        c[i] = a[i] + b[i];\n"
    "}\n";
static const char add_wide[] =
    "//@ launch add(a, b, c, n) grid=ceil_div(n, 1024) block=256\n"
    "extern \"C\" __global__ void add(const float4 *a, const float4 *b, float4 *c, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n / 4) {\n"
    "        float4 u = a[i], v = b[i];\n"
    "        c[i] = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);\n"
    "    }\n"
    "}\n";

static void fail(const struct err *err)
{
    fprintf(stderr, "bench_gpu: %s\n", err->msg);
    exit(1);
}

static struct eval_result evaluate(struct evaluator *e, const struct task *t, const char *text,
                                   struct arena *a)
{
    struct err err = { 0 };
    struct eval_result r;
    struct eval_job job = { .kernel_text = text,
                            .kernel_len = strlen(text),
                            .task = t,
                            .task_case = CASE_FULL,
                            .mode = EVAL_FULL,
                            .input_seed = 7 };
    if (evaluator_run(e, &job, a, &r, &err) != 0)
        fail(&err);
    if (!r.correct) {
        fprintf(stderr, "bench_gpu: %s: %s\n", outcome_name(r.outcome), r.message);
        exit(1);
    }
    return r;
}

static void new_kernels(struct evaluator *e, int64_t n)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    const struct task *shown = NULL, *t = NULL;
    const int64_t dims[] = { (int64_t)512 * 393216 };
    double *ms = arena_array(&a, (size_t)n, sizeof *ms);
    if (task_find("l1/28", &a, &shown, &err) != 0 ||
        task_with_dims(shown, CASE_FULL, dims, &a, &t, &err) != 0)
        fail(&err);
    for (int64_t i = -1; i < n; i++) {
        struct buf text = { 0 };
        if (i == 0)
            trace_begin();
        buf_printf(&text, "%s// %lld %lld\n", hard_sigmoid, (long long)i,
                   (long long)clock_monotonic_ns());
        struct eval_result r = evaluate(e, t, buf_text(&text), &a);
        if (i < 0)
            printf("first kernel %.0f ms\n", r.total_ms);
        else
            ms[i] = r.total_ms;
        if (i >= 0)
            printf("new kernel %lld: %.1f ms (compile %.1f), %.2f us\n", (long long)i, r.total_ms,
                   r.compile_ms, eval_runtime_us(&r));
        buf_release(&text);
    }
    printf("median of %lld new kernels: %.1f ms\n", (long long)n, median_of(ms, (size_t)n));
    fflush(stdout);
    trace_phases_print("these kernels");
    arena_release(&a);
}

static void vector_add(struct evaluator *e)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct task *t = arena_alloc(&a, sizeof *t);
    if (task_parse("add", add_manifest, strlen(add_manifest), &a, t, &err) != 0)
        fail(&err);
    t->oracle = add_oracle;
    t->baseline = add_plain;
    t->sha256[0] = t->sha256[0] == '0' ? '1' : '0'; /* other kernels than the manifest names */
    struct eval_result r = evaluate(e, t, add_wide, &a);
    double us = eval_runtime_us(&r);
    printf("vector addition, 2^26 floats: %.2f us, %.2f TB/s\n", us, 12.0 * 67108864.0 / us / 1e6);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    struct evaluator *e = NULL;
    struct err err = { 0 };
    int64_t n = 20, start_ns = clock_monotonic_ns();
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    if (argc > 1 && (!str_to_i64(argv[1], &n) || n < 1 || n > 10000))
        return 2;
    (void)unsetenv("ROLLBOOK_BIN");
    if (evaluator_open("cuda", &e, &err) != 0)
        fail(&err);
    printf("open %.0f ms\n", (double)(clock_monotonic_ns() - start_ns) / 1e6);
    new_kernels(e, n);
    vector_add(e);
    evaluator_close(e);
    return 0;
}
