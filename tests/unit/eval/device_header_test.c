/*
 * device_header_test.c - the CUDA C dialect: each row is a kernel with known outputs.
 *
 * Kernels get x[i] = i - 3 (64 elements) and write up to 64 floats to y; expected values come from
 * C or from the CUDA C programming guide.
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
#include "src/eval/eval.h"
#include "tests/unit/eval/evaluator_fixture.h"

#define N 64

struct row {
    const char *name;
    const char *launch;
    const char *before; /* at file scope, or NULL */
    const char *body;   /* t: thread, b: block, i: global index */
    double want[8];
};

static const struct row rows[] = {
    { "indices",
      "grid=2,2 block=4,4",
      NULL,
      "y[(blockIdx.y * 2 + blockIdx.x) * 16 + threadIdx.y * 4 + threadIdx.x] = gridDim.x * 1000 + "
      "blockDim.y * 100 + threadIdx.y * 10 + threadIdx.x;",
      { 2400, 2401, 2402, 2403, 2410, 2411, 2412, 2413 } },
    { "blocks of three dimensions",
      "grid=2,3,4 block=1",
      NULL,
      "y[(blockIdx.z * 3 + blockIdx.y) * 2 + blockIdx.x] = blockIdx.x * 100 + blockIdx.y * 10 + "
      "blockIdx.z;",
      { 0, 100, 10, 110, 20, 120, 1, 101 } },
    { "blocks of three dimensions from the end",
      "grid=2,3,4 block=1",
      NULL,
      "y[23 - ((blockIdx.z * 3 + blockIdx.y) * 2 + blockIdx.x)] = blockIdx.x * 100 + blockIdx.y * "
      "10 + blockIdx.z + (gridDim.x * 100 + gridDim.y * 10 + gridDim.z) * 1000;",
      { 234123, 234023, 234113, 234013, 234103, 234003, 234122, 234022 } },
    { "threads of three dimensions from the end",
      "grid=1 block=2,3,4",
      NULL,
      "y[23 - ((threadIdx.z * 3 + threadIdx.y) * 2 + threadIdx.x)] = threadIdx.x * 100 + "
      "threadIdx.y * 10 + threadIdx.z + (blockDim.x * 100 + blockDim.y * 10 + blockDim.z) * 1000;",
      { 234123, 234023, 234113, 234013, 234103, 234003, 234122, 234022 } },
    { "fibers of three dimensions from the end",
      "grid=1 block=2,3,4",
      NULL,
      "__syncthreads(); y[23 - ((threadIdx.z * 3 + threadIdx.y) * 2 + threadIdx.x)] = threadIdx.x "
      "* 100 + threadIdx.y * 10 + threadIdx.z;",
      { 123, 23, 113, 13, 103, 3, 122, 22 } },
    { "static shared",
      "grid=1 block=64",
      NULL,
      "__shared__ float s[8][9]; s[t / 8][t % 8] = x[t]; __syncthreads(); y[t] = s[t % 8][t / 8];",
      { -3, 5, 13, 21, 29, 37, 45, 53 } },
    { "dynamic shared at function scope",
      "grid=1 block=64 smem=256",
      NULL,
      "extern __shared__ float s[]; s[t] = x[t]; __syncthreads(); y[t] = s[63 - t];",
      { 60, 59, 58, 57, 56, 55, 54, 53 } },
    { "dynamic shared at file scope",
      "grid=1 block=64 smem=512",
      "extern __shared__ __align__(16) unsigned char raw[];",
      "double *s = reinterpret_cast<double *>(raw); s[t] = x[t]; __syncthreads(); y[t] = "
      "(float)s[t ^ 1];",
      { -2, -3, 0, -1, 2, 1, 4, 3 } },
    { "aligned shared",
      "grid=1 block=64",
      NULL,
      "__shared__ __align__(1024) float4 s[64]; s[t] = make_float4(t, 1, 2, 3); __syncthreads(); "
      "y[t] = s[63 - t].x + ((size_t)&s[0] % 1024 == 0 ? 0 : 1000);",
      { 63, 62, 61, 60, 59, 58, 57, 56 } },
    { "shared memory of a device function",
      "grid=1 block=64",
      "template <int W> __device__ float swap(float v, int t) { __shared__ float s[W]; s[t] = v; "
      "__syncthreads(); float r = s[t ^ 1]; __syncthreads(); return r; }",
      "y[t] = swap<64>(x[t], t) + 100 * swap<64>(1.0f, t);",
      { 98, 97, 100, 99, 102, 101, 104, 103 } },
    { "shuffles",
      "grid=1 block=64",
      NULL,
      "float a = __shfl_sync(0xffffffffu, x[t], 2), b = __shfl_up_sync(0xffffffffu, x[t], 1), "
      "c = __shfl_down_sync(0xffffffffu, x[t], 2), d = __shfl_xor_sync(0xffffffffu, x[t], 3); "
      "y[t] = a * 1000 + b * 100 + c * 10 + d;",
      { -1310, -1301, -1192, -1083, -966, -857, -748, -639 } },
    { "shuffles of a width",
      "grid=1 block=32",
      NULL,
      "y[t] = __shfl_sync(0xffffffffu, t, 5, 4) * 10000 + __shfl_down_sync(0xffffffffu, t, 3, 4) * "
      "100 + __shfl_up_sync(0xffffffffu, t, 2, 4);",
      { 10300, 10101, 10200, 10301, 50704, 50505, 50604, 50705 } },
    { "shuffles of 8 bytes",
      "grid=1 block=32",
      NULL,
      "double v = 1e-9 + t; long long w = (1LL << 40) + t; y[t] = (float)(__shfl_xor_sync(~0u, v, "
      "1) "
      "- t) * 100 + (float)(__shfl_down_sync(~0u, w, 1) - (1LL << 40));",
      { 101, -98, 103, -96, 105, -94, 107, -92 } },
    { "votes",
      "grid=1 block=32",
      NULL,
      "y[t] = __popc(__ballot_sync(~0u, t % 3 == 0)) * 1000 + __any_sync(~0u, t == 31) * 100 + "
      "__all_sync(~0u, t < 31) * 10 + __all_sync(~0u, 1);",
      { 11101, 11101, 11101, 11101, 11101, 11101, 11101, 11101 } },
    { "reductions of a warp",
      "grid=1 block=32",
      NULL,
      "y[t] = (float)__reduce_add_sync(~0u, (int)t - 3) * 100 + __reduce_min_sync(~0u, (int)t - 3) "
      "* 10 "
      "+ "
      "(__reduce_max_sync(~0u, (unsigned)t) == 31);",
      { 39971, 39971, 39971, 39971, 39971, 39971, 39971, 39971 } },
    { "matches",
      "grid=1 block=32",
      NULL,
      "int same; unsigned all = __match_all_sync(~0u, 7, &same); unsigned any = "
      "__match_any_sync(~0u, t / 2); y[t] = (all == ~0u) * 10 + same + 100 * (any == 3u << t / 2 * "
      "2);",
      { 111, 111, 111, 111, 111, 111, 111, 111 } },
    { "barriers that count",
      "grid=1 block=64",
      NULL,
      "y[t] = __syncthreads_count(t < 10) * 100 + __syncthreads_and(t < 64) * 10 + "
      "__syncthreads_or(t == 70);",
      { 1010, 1010, 1010, 1010, 1010, 1010, 1010, 1010 } },
    { "integer atomics",
      "grid=4 block=64",
      "__device__ int n[12]; __device__ unsigned u[4];",
      "atomicAdd(&n[0], 2); atomicSub(&n[1], 1); atomicMax(&n[2], (int)i); atomicMin(&n[3], "
      "-(int)i); "
      "atomicOr(&n[4], 1 << (t & 3)); atomicXor(&n[5], 1); atomicInc(&u[0], 9); atomicDec(&u[1], "
      "9); "
      "atomicCAS(&n[6], 0, 5); __threadfence(); if (atomicAdd(&u[2], 1u) == 255u) { y[0] = n[0]; "
      "y[1] "
      "= n[1]; y[2] = n[2]; y[3] = n[3]; y[4] = n[4]; y[5] = n[5]; y[6] = u[0]; y[7] = n[6]; }",
      { 512, -256, 255, -255, 15, 0, 6, 5 } },
    { "atomics of floats and in shared memory",
      "grid=2 block=32",
      "__device__ float f; __device__ double d; __device__ unsigned done; __device__ unsigned long "
      "long w;",
      "__shared__ float s; if (t == 0) s = 0; __syncthreads(); atomicAdd(&s, 0.5f); "
      "__syncthreads(); if (t == 0) { atomicAdd(&f, s); atomicAdd(&d, 0.25); atomicExch(&w, 9ull); "
      "if "
      "(atomicAdd(&done, 1u) == 1) { y[0] = f; y[1] = (float)d; y[2] = (float)w; y[3] = "
      "atomicExch(&f, "
      "1.0f); } }",
      { 32, 0.5, 9, 32 } },
    { "vectors",
      "grid=1 block=1",
      NULL,
      "float4 v = reinterpret_cast<const float4 *>(x)[1]; float2 p = make_float2(v.x, v.w); int3 q "
      "= "
      "make_int3(1, 2, 3); uchar4 c = make_uchar4(255, 1, 2, 3); y[0] = v.x; y[1] = p.y; y[2] = "
      "q.z; "
      "y[3] = c.x; y[4] = sizeof(float3); y[5] = alignof(float4); dim3 g(7, 2); y[6] = g.x + g.z; "
      "reinterpret_cast<float2 *>(y)[4] = p; y[7] = __ldg(&x[5]);",
      { 1, 4, 3, 255, 12, 16, 8, 2 } },
    { "half precision",
      "grid=1 block=1",
      "#include <cuda_fp16.h>",
      "half h = __float2half(1.0f / 3.0f); y[0] = __half2float(h); y[1] = "
      "__half2float(__float2half(65520.0f)) > 1e30f; y[2] = __half2float(__float2half(65519.0f)); "
      "y[3] "
      "= __half2float(__hadd(__float2half(2048.0f), __float2half(1.0f))); y[4] = "
      "__half2float(__float2half(5.9604645e-8f)) * 16777216.0f; half2 v = __floats2half2_rn(1.5f, "
      "2.5f); v = __hfma2(v, v, v); y[5] = __low2float(v); y[6] = __half22float2(v).y; y[7] = "
      "(float)(half(3.0f) * half(0.5f) + half(1.0f));",
      { 0.333251953125, 1, 65504, 2048, 1, 3.75, 8.75, 2.5 } },
    { "bfloat16",
      "grid=1 block=1",
      "#include <cuda_bf16.h>",
      "y[0] = __bfloat162float(__float2bfloat16(1.0f / 3.0f)); y[1] = "
      "__bfloat162float(__float2bfloat16(1.00390625f)); y[2] = "
      "__bfloat162float(__float2bfloat16(1.01171875f));",
      { 0.333984375, 1.0, 1.015625 } },
    { "bits",
      "grid=1 block=1",
      NULL,
      "y[0] = __popc(0xff00ff); y[1] = __clz(1); y[2] = __clz(0); y[3] = __ffs(8); y[4] = "
      "__brev(1u) == "
      "0x80000000u; y[5] = __popcll(~0ull); y[6] = __byte_perm(0x03020100u, 0x07060504u, 0x5410) "
      "== "
      "0x05040100u; y[7] = __float_as_int(1.0f) == 0x3f800000;",
      { 16, 31, 32, 4, 1, 64, 1, 1 } },
    { "functions",
      "grid=1 block=1",
      NULL,
      "y[0] = fmaxf(NAN, 2.0f); y[1] = fminf(-1.0f, 3.0f); y[2] = __saturatef(1.5f) + "
      "__saturatef(NAN); y[3] = rsqrtf(4.0f); y[4] = max(1, 2u) + min(3.0f, 4.0f); y[5] = "
      "roundf(2.5f) "
      "* 10 + rintf(2.5f); y[6] = fmodf(7.5f, 2.0f) + truncf(-1.5f); y[7] = abs(-2) + abs(-2.5f);",
      { 2, -1, 1, 0.5, 5, 32, 0.5, 4.5 } },
    { "transcendentals",
      "grid=1 block=1",
      NULL,
      "y[0] = expf(1.0f); y[1] = __logf(10.0f); y[2] = tanhf(0.5f); y[3] = erff(0.5f); y[4] = "
      "powf(2.0f, 0.5f); y[5] = log1pf(1e-6f) * 1e6f; y[6] = sinf(1.0f); y[7] = __expf(-1.0f);",
      { 2.718281828, 2.302585093, 0.46211715726, 0.52049987781, 1.41421356237, 0.9999995,
        0.8414709848, 0.36787944117 } },
    { "conversions keep within the type",
      "grid=1 block=1",
      NULL,
      "y[0] = __float2int_rn(2.5f); y[1] = __float2int_rd(-2.5f); y[2] = __float2int_rz(NAN); y[3] "
      "= "
      "__float2int_rn(3e9f) == 2147483647; y[4] = __float2uint_rn(-1.0f); y[5] = "
      "__double2int_ru(2.1); y[6] = __double2ll_rn(-1e30) == -9223372036854775807ll - 1; y[7] = "
      "__hiloint2double(0x3ff80000, 0) + __double2hiint(1.0) / 1072693248;",
      { 2, -3, 0, 1, 0, 3, 1, 2.5 } },
    { "rarer functions",
      "grid=1 block=1",
      NULL,
      "float w, s, c; y[0] = isnan(nanf(\"\")); y[1] = norm3df(1.0f, 2.0f, 2.0f); y[2] = "
      "modff(-2.75f, "
      "&w) + 10 * w; y[3] = ilogbf(9.0f) + logbf(0.25f); sincospif(0.5f, &s, &c); y[4] = s + c; "
      "y[5] "
      "= erfinvf(0.5f); y[6] = normcdfinvf(0.975f); y[7] = __hadd(-3, 6) + __rhadd(1, 2);",
      { 1, 3, -20.75, 1, 1, 0.476936276204, 1.959963984540, 3 } },
    { "lambdas and templates",
      "grid=1 block=8",
      "template <typename T> __device__ __forceinline__ T twice(T v) { return v + v; }\n"
      "struct acc { float v; __device__ void add(float a) { v += a; } };\n"
      "__constant__ float table[4] = {1, 2, 3, 4};",
      "auto f = [=] __device__ (float a) { return a + table[t & 3]; }; acc a{0.5f}; a.add(f(1)); "
      "static_assert(sizeof(int64_t) == 8, \"\"); y[t] = twice(a.v);",
      { 5, 7, 9, 11, 5, 7, 9, 11 } },
    { "threads that leave before a barrier of nobody",
      "grid=1 block=64",
      NULL,
      "if (t >= 8) return; y[t] = t;",
      { 0, 1, 2, 3, 4, 5, 6, 7 } },
    { "active lanes",
      "grid=1 block=32",
      NULL,
      "if (t < 5) { unsigned m = __activemask(); y[t] = __popc(m); } ",
      { 5, 5, 5, 5, 5 } },
    { "barriers behind a macro and a namespace",
      "grid=1 block=64",
      "namespace util { __device__ void wait() { __syncthreads(); } }\nusing util::wait;",
      "__shared__ float s[64]; s[t] = x[t]; wait(); y[t] = s[63 - t];",
      { 60, 59, 58, 57, 56, 55, 54, 53 } },
};

static struct task make_task(struct arena *a)
{
    struct expr_error bad;
    const struct expr *n = expr_parse(a, "64", 2, &bad);
    struct task t = { .id = "test", .n_inputs = 1, .n_outputs = 1 };
    t.inputs[0] = (struct task_tensor){ .name = "x", .rank = 1, .shape = { n } };
    t.outputs[0] = (struct task_tensor){ .name = "y", .rank = 1, .shape = { n } };
    return t;
}

static bool close_to(double got, double want)
{
    return fabs(got - want) <= 1e-6 + 3e-7 * fabs(want);
}

static void the_dialect_works(void **state)
{
    float x[N];
    double y[N];
    unsigned wrong = 0;
    (void)state;
    for (int i = 0; i < N; i++)
        x[i] = (float)(i - 3);
    for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
        struct arena a = { 0 };
        struct buf text = { 0 };
        struct err err = { 0 };
        struct task task = make_task(&a);
        const void *inputs[] = { x };
        double *outputs[] = { y };
        buf_printf(
            &text,
            "//@ launch k(x, y) %s\n%s\nextern \"C\" __global__ void k(const float *x, float "
            "*y)\n{\n    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t; (void)i;\n"
            "    %s\n}\n",
            rows[r].launch, rows[r].before != NULL ? rows[r].before : "", rows[r].body);
        int rc = evaluator_apply(
            evaluator, &(struct apply){ buf_text(&text), &task, CASE_TINY, inputs, false, outputs },
            &err);
        size_t n = ARRAY_LEN(rows[r].want);
        while (n > 1 && fpclassify(rows[r].want[n - 1]) == FP_ZERO)
            n--;
        for (size_t k = 0; k < n && rc == 0; k++)
            if (!close_to(y[k], rows[r].want[k])) {
                print_error("%s: y[%zu] is %.9g, not %.9g\n", rows[r].name, k, y[k],
                            rows[r].want[k]);
                wrong++;
            }
        if (rc != 0) {
            print_error("%s: %s\n", rows[r].name, err.msg);
            wrong++;
        }
        buf_release(&text);
        arena_release(&a);
    }
    assert_int_equal(wrong, 0);
}

static void wrappers_check_types(void **state)
{
    static const struct {
        const char *arguments, *parameters;
        const char *says; /* NULL: accepted */
    } calls[] = {
        { "x, y", "const float *x, float *y", NULL },
        { "x, y", "float *__restrict__ x, float *__restrict__ y", NULL },
        { "x, y", "const float4 *x, float2 *y", NULL },
        { "x, y, 5", "const float *x, float *y, int n", NULL },
        { "x, y, 5", "const float *x, float *y, size_t n", NULL },
        { "x, y, 5", "const float *x, float *y, unsigned char n", NULL },
        { "x, y, 5", "const float *x, float *y, const int n", NULL },
        { "x, y, 3000000000", "const float *x, float *y, int n", "argument 3" },
        { "x, y, 0-1", "const float *x, float *y, unsigned n", "argument 3" },
        { "x, y", "const float *x, float *y, int n", "number of arguments" },
        { "x, y", "const float *x", "number of arguments" },
        { "x, y", "const double *x, float *y", "does not fit" },
        { "x, y", "const int *x, float *y", "does not fit" },
        { "x, 5", "const float *x, float *y", "does not fit" },
        { "x, y, 5", "const float *x, float *y, float n", "does not fit" },
        { "x, y", "const float *x, int n", "does not fit" },
    };
    float x[N] = { 0 };
    double y[N];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
        struct arena a = { 0 };
        struct buf text = { 0 };
        struct err err = { 0 };
        struct task task = make_task(&a);
        const void *inputs[] = { x };
        double *outputs[] = { y };
        buf_printf(&text, "//@ launch k(%s) grid=1 block=1\n__global__ void k(%s) { }\n",
                   calls[i].arguments, calls[i].parameters);
        int rc = evaluator_apply(
            evaluator, &(struct apply){ buf_text(&text), &task, CASE_TINY, inputs, false, outputs },
            &err);
        if ((rc == 0) != (calls[i].says == NULL) ||
            (rc != 0 && (rc != ERR_NEGATIVE || strstr(err.msg, calls[i].says) == NULL)))
            fail_msg("k(%s) for k(%s): %d %s", calls[i].arguments, calls[i].parameters, rc,
                     err.msg);
        buf_release(&text);
        arena_release(&a);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dialect_works),
        cmocka_unit_test(wrappers_check_types),
    };
    return cmocka_run_group_tests_name("device_header", tests, open_evaluator, close_evaluator);
}
