/*
 * cpu_launch_test.c - what a runner reports of a kernel, in every way that one can end, and where
 * each thread of each block stands.
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
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cpu/cpu_session.h"
#include "src/eval/eval.h"
#include "src/eval/process/sandbox.h"

#define SECOND INT64_C(1000000000)

static struct arena arena;
static struct backend_context *backend;

/* x of 8 elements, y of n. */
static struct task *task_of(int64_t n)
{
    struct expr_error bad;
    struct task *t = arena_alloc(&arena, sizeof *t);
    *t = (struct task){ .id = "probe", .n_inputs = 1, .n_outputs = 1, .n_dims = 1 };
    t->dims[0] = "n";
    t->dim_values[CASE_TINY][0] = n;
    const struct expr *eight = expr_parse(&arena, "8", 1, &bad);
    const struct expr *shape = expr_parse(&arena, "n", 1, &bad);
    t->inputs[0] = (struct task_tensor){ .name = "x", .rank = 1, .shape = { eight } };
    t->outputs[0] = (struct task_tensor){ .name = "y", .rank = 1, .shape = { shape } };
    return t;
}

struct program {
    struct task *task;
    struct kernel_candidate *candidate;
    struct artifact artifact;
};

static struct program compiled(const char *text, int64_t n, bool all_fibers)
{
    struct program p = { .task = task_of(n) };
    struct kernel_error bad;
    struct err err = { 0 };
    bool is_limit;
    p.candidate = arena_alloc(&arena, sizeof *p.candidate);
    if (kernel_candidate_read(&(struct candidate_text){ text, strlen(text), p.task, CASE_TINY },
                              &arena, p.candidate, &bad, &is_limit) != 0)
        fail_msg("%s", bad.msg);
    const struct compile_spec spec = { .candidate = &p.candidate->base,
                                       .task = p.task,
                                       .all_fibers = all_fibers };
    if (backend_cpu.compile(backend, &spec, &arena, &p.artifact, &err) != 0)
        fail_msg("%s", err.msg);
    if (p.artifact.outcome != OUTCOME_MEASURED)
        fail_msg("%s", p.artifact.message);
    return p;
}

static struct kernel_session *load(const struct program *p, unsigned threads, bool reorders)
{
    struct kernel_session *s = NULL;
    struct launch_report r;
    struct err err = { 0 };
    const struct session_spec spec = { .artifact = &p->artifact,
                                       .candidate = &p->candidate->base,
                                       .task = p->task,
                                       .threads = threads,
                                       .reorders = reorders,
                                       .deadline_ns = clock_monotonic_ns() + 60 * SECOND };
    if (backend_cpu.load(backend, &spec, &s, &r, &err) != 0 || s == NULL)
        fail_msg("%s %s", err.msg, r.message);
    assert_int_equal(r.sandbox_layers & SANDBOX_SECCOMP, SANDBOX_SECCOMP);
    return s;
}

static void launch(struct kernel_session *s, float what, struct launch_report *r)
{
    const float x[8] = { what, 1, 2, 3, 4, 5, 6, 7 };
    const void *const inputs[] = { x };
    struct err err = { 0 };
    if (backend_cpu.launch(s, inputs, false, r, &err) != 0)
        fail_msg("%s", err.msg);
}

static void describe(const struct launch_report *r, struct buf *out)
{
    static const char *const names[] = { "ok",        "crash",        "timeout", "refused",
                                         "violation", "needs fibers", "infra" };
    buf_puts(out, names[r->status]);
    if (r->kind != NULL)
        buf_printf(out, " %s: %s", r->kind, r->message);
    if (r->signal != 0)
        buf_printf(out, ", signal %d", r->signal);
    if (r->has_fault_address)
        buf_puts(out, ", address");
    if (r->fault_place[0] != '\0')
        buf_printf(out, ", %s", r->fault_place);
    if (r->input_modified_bytes != 0)
        buf_printf(out, ", input %s %d", r->input_modified, (int)r->input_modified_bytes);
    if (r->guard_modified_bytes != 0) {
        /* A byte may be what stood there by chance. */
        const char *of = strchr(r->guard_place, 'b');
        assert_in_range(r->guard_modified_bytes, 2, 4);
        buf_printf(out, ", guard some %s", of == NULL ? r->guard_place : of);
    }
    if (r->state_modified)
        buf_puts(out, ", state");
    if (r->reordered)
        buf_puts(out, ", reordered");
}

static const char ways[] =
    "//@ launch ways(x, y, n) grid=1 block=1\n"
    "__device__ int kept;\n"
    "__device__ int deeper(volatile int *p, int n)\n"
    "{ volatile int a[64]; a[n % 64] = *p; return n < 0 ? 0 : deeper(a, n + 1) + a[3]; }\n"
    "__global__ void ways(const float *x, float *y, int n)\n"
    "{\n"
    "    for (int i = 0; i < n; i++)\n"
    "        y[i] = x[i % 8];\n"
    "    switch ((int)x[0]) {\n"
    "    case 1: *(volatile float *)0 = 1; break;\n"
    "    case 2: y[0] = 7 / (n - 10); break;\n"
    "    case 3: y[n] = 1; break;\n"
    "    case 4: ((volatile float *)y)[-1] = 1; break;\n"
    "    case 5: ((volatile float *)x)[2] = 9; break;\n"
    "    case 6: kept++; break;\n"
    "    case 7: __builtin_trap(); break;\n"
    "    case 8: *(volatile float *)0x8000000000000000 = 1; break;\n"
    "    case 9: y[0] = deeper(&kept, 1); break;\n"
    "    case 10: for (volatile int i = 0; i < 1; i = 0) ; break;\n"
    "    case 11: y[100000] = 1; break;\n"
    "    case 12: ((volatile float *)y)[-100000] = 1; break;\n"
    "    }\n"
    "}\n";

static void each_way_to_end_is_told(void **state)
{
    static const struct {
        int what;
        const char *told;
    } rows[] = {
        { 0, "ok" },
        { 1, "crash fault: Segmentation fault at near the null pointer, signal 11, address, near "
             "the null pointer" },
        { 2, "crash fault: Floating point exception, signal 8" },
        { 3, "ok, guard some bytes past the end of output y" },
        { 4, "ok, guard some bytes before the start of output y" },
        { 5, "ok, input x 2" },
        { 6, "ok, state" },
        { 7, "crash fault: Illegal instruction, signal 4" },
        { 8, "crash fault: Segmentation fault: a vector access that is not aligned to its size, "
             "or an address that cannot exist, signal 11" },
        { 9, "crash fault: Segmentation fault at the stack of a thread (local variables over 256 "
             "KiB, or endless recursion), signal 11, address, the stack of a thread (local "
             "variables over 256 KiB, or endless recursion)" },
        { 10, "timeout deadline: killed at the deadline" },
        { 11, "crash fault: Segmentation fault at 399960 bytes past the end of output y, signal "
              "11, address, 399960 bytes past the end of output y" },
        { 12, "crash fault: Segmentation fault at 400000 bytes before the start of output y, "
              "signal 11, address, 400000 bytes before the start of output y" },
    };
    (void)state;
    struct program p = compiled(ways, 10, false);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf CLEANUP(buf_release) told = { 0 };
        struct launch_report r;
        struct kernel_session *s = load(&p, 1, false);
        if (rows[i].what == 10)
            backend_cpu.set_deadline(s, clock_monotonic_ns() + SECOND / 50);
        launch(s, (float)rows[i].what, &r);
        describe(&r, &told);
        assert_string_equal(buf_text(&told), rows[i].told);
        backend_cpu.unload(s);
    }
}

#define HERE                                                                                       \
    "    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);\n"                \
    "    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n"           \
    "    int size = blockDim.x * blockDim.y * blockDim.z;\n"
enum { BLOCKS = 4 * 3 * 2, BLOCK = 3 * 2 * 2, MANY = BLOCKS * BLOCK };

static float output(const struct launch_report *r, size_t i)
{
    float y;
    memcpy(&y, (const char *)r->outputs[0] + i * sizeof y, sizeof y);
    return y;
}

/* Both in loops and in threads that can wait for each other, on one core or several. */
static void each_thread_knows_where_it_stands(void **state)
{
    static const char text[] = "//@ launch place(x, y) grid=4,3,2 block=3,2,2\n"
                               "__global__ void place(const float *x, float *y)\n"
                               "{\n" HERE "    y[b * size + t] = b * 100 + t + x[7] - 7;\n}\n";
    (void)state;
    for (int fibers = 0; fibers < 2; fibers++) {
        struct program p = compiled(text, MANY, fibers == 1);
        assert_int_equal(p.artifact.fiber_launches, fibers);
        for (unsigned threads = 1; threads <= 3; threads++) {
            struct kernel_session *s = load(&p, threads, threads == 2);
            for (int run = 0; run < 2; run++) {
                struct launch_report r;
                launch(s, 0, &r);
                assert_int_equal(r.status, LAUNCH_OK);
                assert_int_equal(r.reordered, threads == 2 && run == 0);
                for (size_t i = 0; i < MANY; i++)
                    assert_float_equal(output(&r, i), (double)(i / BLOCK * 100 + i % BLOCK), 0);
            }
            backend_cpu.unload(s);
        }
    }
}

/* The first run goes the other way round, where that was asked for. */
static void the_first_run_has_another_order(void **state)
{
    static const char text[] = "//@ launch order(x, y) grid=4,3,2 block=3,2,2\n"
                               "__device__ int n;\n"
                               "__global__ void order(const float *x, float *y)\n"
                               "{\n" HERE "    y[b * size + t] = n++;\n}\n";
    (void)state;
    for (int fibers = 0; fibers < 2; fibers++) {
        struct program p = compiled(text, MANY, fibers == 1);
        for (int reorders = 0; reorders < 2; reorders++) {
            struct kernel_session *s = load(&p, 1, reorders == 1);
            for (int run = 0; run < 3; run++) {
                struct launch_report r;
                launch(s, 0, &r);
                assert_true(r.state_modified);
                bool other = reorders == 1 && run == 0;
                assert_int_equal(r.reordered, other);
                for (size_t i = 0; i < MANY; i++) {
                    size_t b = i / BLOCK, t = i % BLOCK;
                    size_t turn = !other        ? i
                                  : fibers == 1 ? MANY - 1 - i
                                                : (BLOCKS - 1 - b) * BLOCK + t;
                    assert_float_equal(output(&r, i), (double)turn, 0);
                }
            }
            backend_cpu.unload(s);
        }
    }
}

/* Of shared memory and barriers, and of what a launch passes. */
static void what_the_runtime_refuses_is_told(void **state)
{
    static const struct {
        const char *text, *told;
    } rows[] = {
        { "//@ launch k(x, y) grid=1 block=2\n"
          "__global__ void k(const float *x, float *y)\n"
          "{ if (threadIdx.x == 0) __syncthreads();\n  else { __syncthreads(); y[0] = 1; } }\n",
          "crash divergent_barrier: divergent barrier in block (0,0,0): __syncthreads at line 3 "
          "waits with 1 of 2 threads, 0 exited, 1 elsewhere" },
        { "//@ launch k(x, y) grid=1 block=1 smem=8\n"
          "extern __shared__ float s[];\n"
          "__global__ void k(const float *x, float *y)\n"
          "{ for (int i = 0; i < 3 + (int)x[0]; i++) s[i] = x[0]; __syncthreads(); y[0] = s[0]; "
          "}\n",
          "crash shared_overrun: wrote past the end of dynamic shared memory" },
        { "//@ launch k(x, y) grid=1 block=64\n"
          "__global__ void k(const float *x, float *y)\n"
          "{ __shared__ float s[32]; s[threadIdx.x] = x[0]; __syncthreads(); "
          "y[0] = s[threadIdx.x]; }\n",
          "crash shared_overrun: wrote past the end of shared memory" },
        { "//@ launch k(x, y, n * 300000000) grid=1 block=1\n"
          "__global__ void k(const float *x, float *y, int m) { y[0] = x[m > 0]; }\n",
          "refused argument: argument 3 of a launch (3000000000) does not fit the kernel's "
          "parameter" },
        { "//@ launch k(x, y) grid=1 block=2\n"
          "__global__ void k(const float *x, float *y)\n"
          "{ y[0] = __shfl_sync(2, x[0], 0); __syncthreads(); }\n",
          "crash divergent_warp: divergent warp operation in block (0,0,0), warp 0, line 3: mask "
          "0x00000002 does not name the lane that calls" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf CLEANUP(buf_release) told = { 0 };
        struct program p = compiled(rows[i].text, 10, false);
        struct kernel_session *s = load(&p, 1, false);
        struct launch_report r;
        launch(s, 0, &r);
        describe(&r, &told);
        assert_string_equal(buf_text(&told), rows[i].told);
        backend_cpu.unload(s);
    }
}

/* Each block begins with random bits in its shared memory, those of one word. */
static void shared_memory_holds_nothing_of_the_block_before(void **state)
{
    static const char text[] = "//@ launch k(x, y) grid=2 block=1 smem=8\n"
                               "extern __shared__ float s[];\n"
                               "__global__ void k(const float *x, float *y)\n"
                               "{\n"
                               "    y[blockIdx.x * 2] = s[0];\n"
                               "    y[blockIdx.x * 2 + 1] = s[1];\n"
                               "    s[0] = s[1] = 5;\n"
                               "}\n";
    (void)state;
    for (int fibers = 0; fibers < 2; fibers++) {
        struct program p = compiled(text, 4, fibers == 1);
        struct kernel_session *s = load(&p, 1, false);
        struct launch_report r;
        float first[6];
        for (int run = 0; run < 6; run++) { /* far numbers, NaN, usual ones, and again */
            launch(s, 0, &r);
            assert_int_equal(r.status, LAUNCH_OK);
            first[run] = output(&r, 0);
            if (run % 3 == 1) {
                assert_true(isnan(output(&r, 0)) && isnan(output(&r, 2)));
                continue;
            }
            assert_float_equal(output(&r, 2), output(&r, 0), 0);
            assert_float_equal(output(&r, 3), output(&r, 1), 0);
            assert_true(run % 3 == 0 ? fabsf(first[run]) > 1e6f : fabsf(first[run]) < 2.0f);
        }
        assert_true(first[0] < first[3] || first[0] > first[3]);
        backend_cpu.unload(s);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    struct err err = { 0 };
    char cache[] = "/tmp/rollbook_launch_XXXXXX", command[64];
    if (mkdtemp(cache) == NULL || setenv("ROLLBOOK_CACHE_DIR", cache, 1) != 0 ||
        backend_cpu.open(&backend, &err) != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_to_end_is_told),
        cmocka_unit_test(each_thread_knows_where_it_stands),
        cmocka_unit_test(the_first_run_has_another_order),
        cmocka_unit_test(what_the_runtime_refuses_is_told),
        cmocka_unit_test(shared_memory_holds_nothing_of_the_block_before),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    backend_cpu.close(backend);
    arena_release(&arena);
    snprintf(command, sizeof command, "rm -rf %s", cache);
    return system(command) != 0 || failed != 0;
}
