/* cuda_compile_test.c - kernel files to device code without a GPU: sources, scan, lowering. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cuda/compile/cuda_compile.h"
#include "src/eval/cuda/driver/cuda_bundle.h"
#include "src/eval/cuda/driver/cuda_driver.h"
#include "src/eval/cuda/driver/cuda_gpu.h"
#include "src/eval/cuda/driver/cuda_launch.h"
#include "src/eval/cuda/driver/ptx_scan.h"
#include "src/eval/eval.h"

static struct cuda_compiler compiler;
static bool has_compiler;

static void needs_compiler(void)
{
    if (!has_compiler)
        skip();
}

struct compiled {
    struct arena arena;
    const struct task *task;
    struct kernel_candidate *kernel;
    struct artifact artifact;
};

static void parse_for(const char *task_id, const char *text, bool outputs_f64, struct compiled *out)
{
    struct err err = { 0 };
    struct kernel_error bad;
    *out = (struct compiled){ .task = NULL };
    bool is_limit;
    out->kernel = arena_alloc(&out->arena, sizeof *out->kernel);
    if (task_find(task_id, &out->arena, &out->task, &err) != 0)
        fail_msg("%s", err.msg);
    if (text == NULL)
        text = outputs_f64 ? out->task->oracle : out->task->baseline;
    if (kernel_candidate_read(&(struct candidate_text){ text, strlen(text), out->task, CASE_TINY },
                              &out->arena, out->kernel, &bad, &is_limit) != 0)
        fail_msg("%s", bad.msg);
}

static void compile_for(const char *task_id, const char *text, bool outputs_f64,
                        struct compiled *out)
{
    struct err err = { 0 };
    parse_for(task_id, text, outputs_f64, out);
    struct compile_spec spec = { .candidate = &out->kernel->base,
                                 .task = out->task,
                                 .outputs_f64 = outputs_f64 };
    if (cuda_compile(&compiler, &spec, &out->arena, &out->artifact, &err) != 0)
        fail_msg("%s", err.msg);
}

static const char head[] = "//@ launch k(x, y, n) grid=ceil_div(n,256) block=256\n"
                           "extern \"C\" __global__ void k(";

static void put_kernel(const char *params, const char *body, char *out, size_t size)
{
    snprintf(out, size, "%s%s)\n{\n    int i = blockIdx.x * 256 + threadIdx.x;\n    %s\n}\n", head,
             params, body);
}

static void parse_kernel(const char *params, const char *body, struct compiled *out)
{
    char text[4096];
    put_kernel(params, body, text, sizeof text);
    parse_for("l1/28", text, false, out);
}

static void compile_kernel(const char *params, const char *body, struct compiled *out)
{
    char text[4096];
    put_kernel(params, body, text, sizeof text);
    compile_for("l1/28", text, false, out);
}

static const char usual[] = "const float *x, float *y, int n";

static const struct {
    const char *params, *body;
    enum outcome outcome;
    const char *detail; /* cheat kind or part of the message; NULL: any */
} texts[] = {
    { usual, "if (i < n) y[i] = x[i];", OUTCOME_MEASURED, NULL },
    { "const float4 *x, float4 *y, long long n", "if (i < n) y[i] = x[i];", OUTCOME_MEASURED,
      NULL },
    { "const float *__restrict__ x, void *y, unsigned n", "((float *)y)[i] = x[i];",
      OUTCOME_MEASURED, NULL },
    { usual, "uint32_t k = INT_MAX; y[i] = x[i] + k + FLT_MAX + (float)M_PI + INFINITY;",
      OUTCOME_MEASURED, NULL },
    { usual, "y[i] = x[i] +;", OUTCOME_COMPILE, "kernel.cu(5): error:" },
    { "const double *x, float *y, int n", "y[i] = x[i];", OUTCOME_COMPILE,
      "argument 1 of the launch, x, does not fit" },
    { "const float *x, float *y, float n", "y[i] = x[i];", OUTCOME_COMPILE,
      "argument 3 of the launch, a number, does not fit" },
    { "const float *x, float *y", "y[i] = x[i];", OUTCOME_COMPILE, "another number of arguments" },
    { usual, "printf(\"%d\", i); if (printf(\"no\") == 0) y[i] = x[i];", OUTCOME_MEASURED, NULL },
    { usual, "assert(n > 0); y[i] = x[i];", OUTCOME_MEASURED, NULL },
    { usual, "auto f = [=] __device__ (float v) { return v * n; }; y[i] = f(x[i]);",
      OUTCOME_MEASURED, NULL },
    { usual, "auto f = [&]__host__ __device__{ return x[i]; }; y[i] = f();", OUTCOME_MEASURED,
      NULL },
    { usual,
      "struct [[nodiscard]] s { __device__ float f() { return 1; } }; float a[2] = { 1, s().f() }; "
      "y[i] = a[0] + x[i];",
      OUTCOME_MEASURED, NULL },
    { usual,
      "static_assert(std::is_same_v<float, std::remove_const_t<const float>>, \"\"); constexpr "
      "float most = std::numeric_limits<float>::infinity(); y[i] = std::min(std::max(x[i], "
      "-most), std::numeric_limits<float>::max()) + std::sqrt(x[i]);",
      OUTCOME_MEASURED, NULL },
    { usual, "y[i] = std::sort(x, y);", OUTCOME_COMPILE, "sort" },
    { usual, "char a[8]; vprintf(\"x\", a); y[i] = x[i];", OUTCOME_COMPILE, "vprintf" },
    { usual, "y[i] = *(float *)malloc(4);", OUTCOME_COMPILE, "malloc" },
    { usual, "y[i] = clock64();", OUTCOME_CHEAT, "clock_read" },
    { usual,
      "long long t; asm volatile(\"mov.u64 %0, %%global\" \"timer;\" : \"=l\"(t)); y[i] = t;",
      OUTCOME_CHEAT, "clock_read" },
    { usual, "unsigned t; asm volatile(\"mov.u32 %0, %%pm3;\" : \"=r\"(t)); y[i] = t;",
      OUTCOME_CHEAT, "clock_read" },
    { usual, "unsigned t; asm volatile(\"mov.u32 %0, %%envreg0;\" : \"=r\"(t)); y[i] = t;",
      OUTCOME_CHEAT, "host_code" },
    { usual, "unsigned t; asm volatile(\"mov.u32 %0, %%envreg1;\" : \"=r\"(t)); y[i] = t;",
      OUTCOME_COMPILE, "cooperative launches" },
    { usual, "asm volatile(\"griddepcontrol.launch_dependents;\"); y[i] = x[i];", OUTCOME_CHEAT,
      "early_completion" },
    { usual,
      "unsigned long long p; asm(\"createpolicy.fractional.L2::evict_last.b64 %0, 1.0;\" : "
      "\"=l\"(p)); y[i] = p;",
      OUTCOME_CHEAT, "cache_policy" },
    { usual,
      "float v; unsigned long long p = 0x14F0000000000000ull; asm "
      "volatile(\"ld.global.L2::cache_hint.f32 %0, [%1], %2;\" : "
      "\"=f\"(v) : \"l\"(x), \"l\"(p)); y[i] = v;",
      OUTCOME_CHEAT, "cache_policy" },
    { usual,
      "float v; unsigned long long p = 0x12F0000000000000ull; asm "
      "volatile(\"ld.global.L2::cache_hint.f32 %0, [%1], %2;\" : "
      "\"=f\"(v) : \"l\"(x), \"l\"(p)); y[i] = v;",
      OUTCOME_MEASURED, NULL },
    { usual,
      "float v; unsigned long long p = 0x14F0000000000000ull + n; asm "
      "volatile(\"ld.global.L2::cache_hint.f32 %0, [%1], %2;\" : "
      "\"=f\"(v) : \"l\"(x), \"l\"(p)); y[i] = v;",
      OUTCOME_COMPILE, "cannot be read" },
    { usual, "__device__ static float huge[1ull << 38]; huge[i] = x[i]; y[i] = huge[n - 1];",
      OUTCOME_COMPILE, "256 MiB" },
    { usual, "k<<<1, 1>>>(x, y, n);", OUTCOME_COMPILE, NULL },
};

static bool says(const struct artifact *f, const char *what)
{
    return what == NULL || (f->cheat_kind != NULL && strcmp(f->cheat_kind, what) == 0) ||
           (f->message != NULL && strstr(f->message, what) != NULL);
}

static void texts_end_as_they_should(void **state)
{
    (void)state;
    needs_compiler();
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct compiled c;
        compile_kernel(texts[i].params, texts[i].body, &c);
        if (c.artifact.outcome != texts[i].outcome || !says(&c.artifact, texts[i].detail))
            fail_msg("%s: %s (%s, %s)\n%s", texts[i].body, outcome_name(c.artifact.outcome),
                     c.artifact.cheat_kind, c.artifact.message, c.artifact.log);
        arena_release(&c.arena);
    }
}

static void an_include_of_a_file_is_refused(void **state)
{
    struct compiled c;
    (void)state;
    needs_compiler();
    compile_for("l1/28", "//@ launch k(x, y) grid=1 block=1\n#include \"/etc/passwd\"\n", false,
                &c);
    assert_int_equal(c.artifact.outcome, OUTCOME_COMPILE);
    assert_null(strstr(c.artifact.log, "root:"));
    arena_release(&c.arena);
}

static void what_compiles_is_cached_with_its_resources(void **state)
{
    struct compiled c;
    (void)state;
    needs_compiler();
    compile_kernel(usual, "if (i < n) y[i] = x[i] * 3.0f;", &c);
    assert_int_equal(c.artifact.outcome, OUTCOME_MEASURED);
    assert_non_null(strstr(c.artifact.log, "registers"));
    assert_int_equal(strlen(c.artifact.sha256), 64);
    arena_release(&c.arena);
    compile_kernel(usual, "if (i < n) y[i] = x[i] * 3.0f;", &c);
    assert_true(c.artifact.cached);
    assert_non_null(strstr(c.artifact.log, "registers"));
    arena_release(&c.arena);
}

static void compiles_run_beside_each_other(void **state)
{
    enum { N = CUDA_MAX_PENDING + 8 };
    static struct compiled c[N];
    (void)state;
    needs_compiler();
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < N; i++) {
            struct compiled *k = &c[round == 0 ? i : N - 1 - i];
            char body[96];
            struct err err = { 0 };
            snprintf(body, sizeof body, "if (i < n) y[i] = x[i] + %ld.%df;", (long)getpid(),
                     (int)(k - c));
            parse_kernel(usual, body, k);
            struct compile_spec spec = { .candidate = &k->kernel->base, .task = k->task };
            if (round == 0)
                cuda_compile_begin(&compiler, &spec);
            else if (cuda_compile(&compiler, &spec, &k->arena, &k->artifact, &err) != 0)
                fail_msg("%s", err.msg);
            if (round == 1)
                assert_int_equal(k->artifact.outcome, OUTCOME_MEASURED);
            arena_release(&k->arena);
        }
    assert_false(cuda_compile_is_busy(&compiler));
}

static void begin_numbered(unsigned number)
{
    struct compiled c;
    char body[64];
    snprintf(body, sizeof body, "y[i] = x[i] + %u.0f;", number);
    parse_kernel(usual, body, &c);
    struct compile_spec spec = { .candidate = &c.kernel->base, .task = c.task };
    cuda_compile_begin(&compiler, &spec);
    arena_release(&c.arena);
}

static void compiles_that_nobody_fetches_make_room(void **state)
{
    uint32_t before;
    (void)state;
    needs_compiler();
    for (unsigned i = 0; i < CUDA_MAX_PENDING; i++)
        begin_numbered(1000 + i);
    while (cuda_compile_is_busy(&compiler))
        (void)poll(NULL, 0, 1);
    before = compiler.server.last_id;
    begin_numbered(5000);
    assert_int_equal(compiler.server.last_id, before + 1);
}

static void every_kernel_of_every_task_compiles(void **state)
{
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n;
    (void)state;
    needs_compiler();
    assert_int_equal(task_list(&a, &tasks, &n, NULL), 0);
    for (size_t i = 0; i < 2 * n; i++) {
        struct compiled c;
        compile_for(tasks[i / 2]->id, NULL, i % 2 == 1, &c);
        if (c.artifact.outcome != OUTCOME_MEASURED)
            fail_msg("%s: %s", tasks[i / 2]->id, c.artifact.message);
        arena_release(&c.arena);
    }
    arena_release(&a);
}

static void our_own_kernels_compile(void **state)
{
    struct buf out = { 0 };
    struct bundle b;
    struct err err = { 0 };
    (void)state;
    needs_compiler();
    if (cuda_own_build(&compiler, &out, &err) != 0)
        fail_msg("%s", err.msg);
    assert_true(bundle_read(out.data, out.len, &b));
    for (size_t i = 0; i < GPU_KERNELS; i++)
        assert_string_equal(bundle_name(&b, i), gpu_kernel_names[i]);
    for (size_t i = 0; i < TIMER_KERNELS; i++)
        assert_string_equal(bundle_name(&b, GPU_KERNELS + i), timer_kernel_names[i]);
    buf_release(&out);
}

static void a_plan_is_lowered_with_types_of_the_program(void **state)
{
    struct compiled c;
    struct buf data = { 0 };
    struct bundle b;
    static struct cuda_plan plan;
    char message[200];
    (void)state;
    needs_compiler();
    compile_kernel("const float *x, float *y, long long n", "if (i < n) y[i] = x[i];", &c);
    assert_int_equal(cuda_read_artifact(&c.artifact, &data, &b, NULL), 0);
    assert_true(cuda_lower(&c.kernel->plan, &b, c.task, &plan, message, sizeof message));
    assert_int_equal(plan.n_launches, 1);
    assert_int_equal(plan.n_buffers, 2);
    assert_string_equal(plan.launches[0].name, "k");
    assert_int_equal(plan.launches[0].n_args, 3);
    assert_true(plan.launches[0].args[1].is_buffer != 0 && plan.launches[0].args[1].buffer == 1);
    assert_int_equal(plan.launches[0].args[2].value, 1009);
    assert_int_equal(plan.launches[0].grid[0], 4);
    buf_release(&data);
    arena_release(&c.arena);
}

static void an_argument_too_wide_is_refused(void **state)
{
    struct compiled c;
    struct buf data = { 0 };
    struct bundle b;
    static struct cuda_plan plan;
    char message[200];
    (void)state;
    needs_compiler();
    compile_for("l1/28",
                "//@ launch k(x, y, n * 1000) grid=1 block=1\n"
                "__global__ void k(const float *x, float *y, short n) { y[0] = x[n]; }\n",
                false, &c);
    assert_int_equal(cuda_read_artifact(&c.artifact, &data, &b, NULL), 0);
    assert_false(cuda_lower(&c.kernel->plan, &b, c.task, &plan, message, sizeof message));
    assert_non_null(strstr(message, "1009000"));
    buf_release(&data);
    arena_release(&c.arena);
}

/* A thousand declared constants are no state. */
static void headers_of_the_toolkit_are_there_and_are_no_state(void **state)
{
    static const char text[] =
        "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
        "#include <cooperative_groups/scan.h>\n#include <mma.h>\n#include <cuda_pipeline.h>\n"
        "#include <cuda_pipeline_primitives.h>\n#include <cuda_fp16.h>\n"
        "//@ launch k(A, x, y, m, k) grid=m block=32\n"
        "namespace cg = cooperative_groups;\n"
        "extern \"C\" __global__ void k(const float *A, const float *x, float *y, int m, int "
        "k)\n{\n"
        "    auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
        "    float sum = A[blockIdx.x * k + warp.thread_rank()] * x[warp.thread_rank()];\n"
        "    sum = cg::reduce(warp, sum, cg::plus<float>());\n"
        "    if (warp.thread_rank() == 0)\n        y[blockIdx.x] = sum;\n}\n";
    struct compiled c;
    (void)state;
    needs_compiler();
    compile_for("l1/4", text, false, &c);
    if (c.artifact.outcome != OUTCOME_MEASURED)
        fail_msg("%s\n%s", c.artifact.message, c.artifact.log);
    assert_int_equal(c.artifact.state_bytes, 0);
    arena_release(&c.arena);
}

static const char sample_ptx[] = ".version 9.0\n"
                                 ".global .align 4 .u32 counter;\n"
                                 ".visible .global .align 16 .b8 table[64];\n"
                                 ".const .align 4 .b8 fixed[12] = {0};\n"
                                 ".global .align 1 .b8 $str[3] = {104, 105};\n"
                                 ".visible .entry k(\n"
                                 "\t.param .u64 .ptr .align 1 k_param_0,\n"
                                 "\t.param .u32 k_param_1,\n"
                                 "\t.param .f32 k_param_2\n"
                                 ")\n{\n\tmov.u64 %rd1, table;\n"
                                 "\tst.global.u32 [counter], %r1;\n\tret;\n}\n";

static void state_is_counted_without_literals_and_constants(void **state)
{
    struct ptx_facts facts;
    (void)state;
    ptx_scan(sample_ptx, &facts);
    assert_int_equal(facts.verdict, PTX_CLEAN);
    assert_int_equal(facts.state_bytes, 4 + 64);
}

static void variables_that_nothing_names_are_no_state(void **state)
{
    static const struct {
        const char *declaration;
        uint64_t bytes;
    } rows[] = {
        { ".global .align 8 .u64 used_not = 5;", 0 },
        { ".visible .global .align 4 .b8 used_not[12];", 0 },
        { ".global .align 4 .b8 used_not[4] = {1, 2, 3, 4};", 0 },
        { ".global .align 4 .u32 used;", 4 },
        { ".global .align 4 .u32 used_not, other;", 4 },
        { ".global .align 4 .u32 used_not; .global .u32 other;", 4 },
        { ".global .align 4 .u32 used_not\n= 3;", 4 },
        { ".global .align 8 .u64 used_not = generic(other);", 8 },
        { ".global .align 4 .u32 seen;\n.global .align 8 .u64 used = generic(seen);", 12 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char ptx[512];
        struct ptx_facts facts;
        snprintf(ptx, sizeof ptx, ".version 9.0\n%s\n{\n\tst.global.u32 [used], %%r1;\n}\n",
                 rows[i].declaration);
        ptx_scan(ptx, &facts);
        if (facts.state_bytes != rows[i].bytes)
            fail_msg("%s: %llu bytes", rows[i].declaration, (unsigned long long)facts.state_bytes);
    }
}

static void matrix_instructions_are_counted_but_those_on_doubles(void **state)
{
    struct ptx_facts facts;
    (void)state;
    ptx_scan(
        "\t@%p1 mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1}, {%r1}, {%r2}, {%f1};\n"
        "\twmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%f1}, {%r1}, {%r2}, {%f1};\n"
        "\tmma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%fd1}, {%fd2}, {%fd3}, {%fd1};\n"
        "\tfma.rn.f32 %f1, %f2, %f3, %f4;\n"
        "\t// mma.sync in a remark\n",
        &facts);
    assert_int_equal(facts.verdict, PTX_CLEAN);
    assert_int_equal(facts.matrix_instructions, 2);
}

static void parameters_are_read_from_their_entry(void **state)
{
    enum ptx_type types[PTX_MAX_PARAMS];
    (void)state;
    assert_int_equal(ptx_entry_params(sample_ptx, "k", types), 3);
    assert_int_equal(types[0], PTX_U64);
    assert_int_equal(types[1], PTX_U32);
    assert_int_equal(types[2], PTX_OTHER);
    assert_int_equal(ptx_entry_params(sample_ptx, "other", types), -1);
}

static void a_cut_bundle_is_no_bundle(void **state)
{
    struct buf whole = { 0 };
    struct bundle out;
    (void)state;
    bundle_write(&(struct bundle){ .cubin = "cubin",
                                   .cubin_len = 5,
                                   .ptx = "ptx",
                                   .ptx_len = 4,
                                   .names = "a\0b",
                                   .names_len = 4 },
                 &whole);
    assert_true(bundle_read(whole.data, whole.len, &out));
    assert_string_equal(bundle_name(&out, 1), "b");
    assert_null(bundle_name(&out, 2));
    for (size_t len = 0; len < whole.len; len++)
        assert_false(bundle_read(whole.data, len, &out));
    buf_release(&whole);
}

static void results_of_the_driver_are_classified(void **state)
{
    (void)state;
    assert_int_equal(cuda_classify(0)->blame, CUDA_BLAME_NONE);
    assert_int_equal(cuda_classify(700)->blame, CUDA_BLAME_CRASH);
    assert_int_equal(cuda_classify(701)->blame, CUDA_BLAME_LAUNCH);
    assert_int_equal(cuda_classify(702)->blame, CUDA_BLAME_TIMEOUT);
    assert_int_equal(cuda_classify(214)->blame, CUDA_BLAME_DEVICE); /* uncorrectable memory error */
    assert_int_equal(cuda_classify(999)->blame, CUDA_BLAME_DEVICE);
}

static void without_a_gpu_the_backend_says_so(void **state)
{
    const struct cuda_driver *d;
    struct evaluator *e = NULL;
    struct err err = { 0 };
    (void)state;
    if (cuda_driver_open(&d, NULL) == 0)
        skip();
    assert_int_equal(evaluator_open("cuda", &e, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "the cuda backend cannot be used ("));
    assert_non_null(strstr(err.msg, "CUDA driver"));
}

static int find_compiler(void **state)
{
    struct err err = { 0 };
    (void)state;
    has_compiler = cuda_compiler_open(&compiler, &err) == 0;
    cuda_compiler_target(&compiler, "sm_90");
    if (!has_compiler)
        print_message("%s\n", err.msg);
    return 0;
}

static int close_compiler(void **state)
{
    (void)state;
    if (has_compiler)
        cuda_compiler_close(&compiler);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_end_as_they_should),
        cmocka_unit_test(an_include_of_a_file_is_refused),
        cmocka_unit_test(what_compiles_is_cached_with_its_resources),
        cmocka_unit_test(compiles_run_beside_each_other),
        cmocka_unit_test(compiles_that_nobody_fetches_make_room),
        cmocka_unit_test(every_kernel_of_every_task_compiles),
        cmocka_unit_test(our_own_kernels_compile),
        cmocka_unit_test(a_plan_is_lowered_with_types_of_the_program),
        cmocka_unit_test(an_argument_too_wide_is_refused),
        cmocka_unit_test(state_is_counted_without_literals_and_constants),
        cmocka_unit_test(headers_of_the_toolkit_are_there_and_are_no_state),
        cmocka_unit_test(variables_that_nothing_names_are_no_state),
        cmocka_unit_test(matrix_instructions_are_counted_but_those_on_doubles),
        cmocka_unit_test(parameters_are_read_from_their_entry),
        cmocka_unit_test(a_cut_bundle_is_no_bundle),
        cmocka_unit_test(results_of_the_driver_are_classified),
        cmocka_unit_test(without_a_gpu_the_backend_says_so),
    };
    return cmocka_run_group_tests_name("cuda_compile", tests, find_compiler, close_compiler);
}
